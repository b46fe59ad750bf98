"""A table as bytes that a database keeps, and back: plain JSON, so that reading what others wrote runs nothing."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final

from pagerows.export.sheets import Sheet, SheetColumn
from pagerows.serve.tasks import Box
from pagerows.values import Money, Range

__all__ = ["Kept", "pack", "packed_text", "unpack", "unpacked_text"]

#: Bytes that a table may have when it is unpacked: databases that are shared may hold anything.
MOST: Final = 2**30


@dataclass(frozen=True, slots=True)
class Kept:
    """A table with where its records are."""

    sheet: Sheet
    #: The XPaths of each record's top nodes.
    tops: tuple[tuple[str, ...], ...] = ()
    #: The box of each record, where the page was rendered.
    boxes: tuple[Box | None, ...] = field(default=())


def pack(kept: Kept) -> bytes:
    """Write a table."""
    sheet = kept.sheet
    plain = {
        **{name: getattr(sheet, name) for name in ("region", "score", "content", "xpaths", "xpath", "left_out")},
        "columns": [_column(column) for column in sheet.columns],
        "tops": kept.tops,
        "boxes": kept.boxes,
    }
    return packed_text(json.dumps(plain, ensure_ascii=False, default=_tagged, separators=(",", ":")))


def packed_text(text: str) -> bytes:
    """A text in few bytes."""
    return zlib.compress(text.encode("utf-8", "replace"), 3)


def unpacked_text(data: bytes, most: int = MOST) -> str:
    """The text again."""
    reader = zlib.decompressobj()
    text = reader.decompress(data, most)
    if reader.unconsumed_tail:
        raise ValueError(f"more than {most:,} bytes")
    return text.decode("utf-8", "replace")


def unpack(data: bytes) -> Kept:
    """Read a table."""
    plain = json.loads(unpacked_text(data))
    sheet = Sheet(
        region=plain["region"],
        score=plain["score"],
        content=plain["content"],
        features={},
        columns=tuple(_read_column(column) for column in plain["columns"]),
        xpaths=tuple(plain["xpaths"]),
        xpath=plain["xpath"],
        left_out=tuple((reason, text) for reason, text in plain["left_out"]),
    )
    boxes = tuple(None if box is None else (box[0], box[1], box[2], box[3]) for box in plain["boxes"])
    return Kept(sheet, tuple(map(tuple, plain["tops"])), boxes)


_FIELDS: Final = ("name", "kind", "type", "texts", "urls", "role", "unit", "confidence", "doubt")


def _column(column: SheetColumn) -> dict[str, Any]:
    values = None if column.values is None else [_wrapped(value) for value in column.values]
    return {**{name: getattr(column, name) for name in _FIELDS}, "values": values}


def _read_column(plain: dict[str, Any]) -> SheetColumn:
    values = plain["values"]
    return SheetColumn(
        name=plain["name"],
        kind=plain["kind"],
        type=plain["type"],
        texts=tuple(plain["texts"]),
        urls=None if plain["urls"] is None else tuple(plain["urls"]),
        values=None if values is None else tuple(map(_value, values)),
        role=plain["role"],
        unit=plain["unit"],
        confidence=plain["confidence"],
        doubt=plain["doubt"],
    )


def _wrapped(value: Any) -> Any:
    """Tuples of ours with their kind: JSON would make lists of them."""
    if isinstance(value, Money):
        return {"money": [_wrapped(part) for part in value]}
    if isinstance(value, Range):
        return {"range": [_wrapped(part) for part in value]}
    return {"list": list(value)} if isinstance(value, (tuple, list)) else value


def _tagged(value: Any) -> Any:
    """What JSON has no word for."""
    if isinstance(value, (datetime, date, time)):
        return {type(value).__name__: value.isoformat()}
    if isinstance(value, timedelta):
        return {"timedelta": value.total_seconds()}
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if hasattr(value, "item"):  # a number of NumPy
        return value.item()
    return {"text": str(value)}


def _value(plain: Any) -> Any:
    if not isinstance(plain, dict):
        return plain
    ((kind, value),) = plain.items()
    return _READ[kind](value)


_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "money": lambda parts: Money(*map(_value, parts)),
    "range": lambda parts: Range(*map(_value, parts)),
    "list": tuple,
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "timedelta": lambda seconds: timedelta(seconds=seconds),
    "decimal": Decimal,
    "text": str,
}
