"""Large models in the form that they have in memory, so that they are there at once: ``<name>.trees`` beside the JSON.

The JSON is what people read and compare; `export.write` writes this beside it, and a test holds that both say the
same. A file is one line of JSON (all but the nodes, and how many there are) and the nodes' columns, one after another,
little-endian. Reading 550 KB of JSON takes 30 ms of every start, this less than one.
"""

from __future__ import annotations

import json
from typing import Any, Final

from pagerows.models._descent import column_of
from pagerows.models.trees import Trees

__all__ = ["PACKED", "pack", "unpack"]

#: The models that `auto` reads at every start.
PACKED: Final = ("auto", "auto_duels")
#: The columns of the nodes, as they are written.
_COLUMNS: Final = {
    "feature": "int32", "threshold": "float64", "left": "int32", "right": "int32", "value": "float64",
}  # fmt: skip


def pack(model: Trees) -> bytes:
    """Return a model as bytes.

    >>> split = [[0, 0.5, 1, 2, 0.0], [1.0], [2.0]]
    >>> model = Trees.from_json({"features": ["a"], "trees": [split], "base": 0, "link": "identity"})
    >>> unpack(pack(model)).predict([[0], [1]]).tolist()
    [1.0, 2.0]
    """
    head = {name: value for name, value in model.to_json().items() if name != "trees"}
    head |= {"roots": len(model.roots), "nodes": len(model.value)}
    columns = [model.roots, *(getattr(model, name) for name in _COLUMNS)]
    return b"".join([json.dumps(head).encode(), b"\n", *(_little(column) for column in columns)])


def _little(column: Any) -> bytes:
    found: bytes = column.astype(f"<{'f8' if column.itemsize == 8 else 'i4'}").tobytes()
    return found


def unpack(data: bytes) -> Trees:
    """Return the model that `pack` made bytes of."""
    line, at = data.index(b"\n"), data.index(b"\n") + 1
    head: dict[str, Any] = json.loads(data[:line])

    def column(kind: str, count: int) -> Any:
        nonlocal at
        found = column_of(data, kind, at, count)
        at += found.nbytes
        return found

    roots = column("int32", head["roots"])
    nodes: dict[str, Any] = {name: column(kind, head["nodes"]) for name, kind in _COLUMNS.items()}
    rest = {name: head[name] for name in ("base", "link", "single", "card")}
    return Trees(features=tuple(head["features"]), roots=roots, **nodes, **rest)
