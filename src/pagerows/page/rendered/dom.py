"""The documents of a snapshot -> one tree: frames are spliced in behind the element that holds them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["DOCUMENT_NODE", "ELEMENT_NODE", "TEXT_NODE", "Dom", "splice"]

ELEMENT_NODE: Final = 1
TEXT_NODE: Final = 3
DOCUMENT_NODE: Final = 9

Ints = NDArray[np.int32]
Mask = NDArray[np.bool_]
Documents = list[dict[str, Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Dom:
    """The nodes of all documents as one tree in document order; names and values are indices into `strings`."""

    #: The last one is empty, so that -1, which stands for no string, can be looked up like any other.
    strings: list[str]
    #: Where each node stands in the documents' own numbering, one after the other. (m,)
    source: Ints
    parent: Ints
    type: Ints
    #: Index into `tags`.
    name: NDArray[np.intp]
    #: HTML elements in small letters, foreign ones as they are written.
    tags: list[str]
    value: Ints
    #: Names and values in turn, by place in the documents' own numbering.
    attributes: list[list[int]]
    #: Elements and texts that live in a shadow tree.
    shadow: Mask
    #: ::before and the like, which are no nodes of the document.
    pseudo: Mask
    #: Where each document's numbering starts, and the node that holds its frame (-1: the page itself).
    offset: list[int]
    holder: list[int]

    def named(self, *names: str) -> Mask:
        """Which nodes have one of these tags."""
        wanted: Mask = np.array([tag in names for tag in self.tags] or [False], bool)
        return wanted[self.name]

    def attributes_of(self, node: int) -> dict[str, str]:
        """The attributes of one node."""
        words = [self.strings[k] for k in self.attributes[int(self.source[node])]]
        return dict(zip(words[::2], words[1::2], strict=True))


def splice(documents: Documents, strings: list[str]) -> Dom:
    """Join the documents, each in pre-order, to one tree in pre-order."""
    strings = [*strings, ""]
    sizes = [len(d["nodes"]["parentIndex"]) for d in documents]
    offset = [0, *np.cumsum(sizes).tolist()]
    holder = [-1] * len(documents)
    for d, start in zip(documents, offset, strict=False):
        content = d["nodes"].get("contentDocumentIndex", {"index": [], "value": []})
        for node, frame in zip(content["index"], content["value"], strict=True):
            holder[frame] = start + node
    order = _order(offset, holder)
    place = np.full(offset[-1] + 1, -1, np.int32)  # the last one answers for -1, no parent
    place[order] = np.arange(len(order), dtype=np.int32)
    parent = _column(documents, "parentIndex")
    for k, start in enumerate(offset[:-1]):
        part = parent[start : offset[k + 1]]
        part[part >= 0] += start
        part[:1] = holder[k]
    tags, name = _tags(_column(documents, "nodeName")[order], strings)
    return Dom(
        strings=strings,
        source=order,
        parent=place[parent[order]],
        type=_column(documents, "nodeType")[order],
        name=name,
        tags=tags,
        value=_column(documents, "nodeValue")[order],
        attributes=list(chain.from_iterable(d["nodes"]["attributes"] for d in documents)),
        shadow=_rare(documents, offset, "shadowRootType")[order],
        pseudo=_rare(documents, offset, "pseudoType")[order],
        offset=offset,
        holder=holder,
    )


def _order(offset: list[int], holder: list[int]) -> Ints:
    """Document order over all documents: a frame's nodes stand right behind the element that holds it."""
    held: dict[int, list[tuple[int, int]]] = {}
    for frame, node in enumerate(holder):
        if node >= 0:
            document = int(np.searchsorted(offset, node, "right")) - 1
            held.setdefault(document, []).append((node, frame))
    pieces: list[Ints] = []
    stack = [(0, offset[0], offset[1], iter(sorted(held.get(0, []))))]
    while stack:
        document, start, stop, frames = stack.pop()
        node, frame = next(frames, (stop - 1, -1))
        pieces.append(np.arange(start, node + 1, dtype=np.int32))
        if frame >= 0:
            stack.append((document, node + 1, stop, frames))
            stack.append((frame, offset[frame], offset[frame + 1], iter(sorted(held.get(frame, [])))))
    return np.concatenate(pieces)


def _column(documents: Documents, name: str) -> Ints:
    return np.concatenate([np.array(d["nodes"][name], np.int32) for d in documents])


def _rare(documents: Documents, offset: list[int], name: str) -> Mask:
    flags = np.zeros(offset[-1], bool)
    for d, start in zip(documents, offset, strict=False):
        flags[np.array(d["nodes"].get(name, {"index": []})["index"], np.int64) + start] = True
    return flags


def _tags(names: Ints, strings: list[str]) -> tuple[list[str], NDArray[np.intp]]:
    """The distinct tags and the one of each node; HTML elements come in capitals, foreign ones as they are written."""
    found, back = np.unique(names, return_inverse=True)
    raw = [strings[k] for k in found.tolist()]
    ids: dict[str, int] = {}
    code = [ids.setdefault(name.lower() if name == name.upper() else name, len(ids)) for name in raw]
    return list(ids), np.array(code or [0], np.intp)[back]
