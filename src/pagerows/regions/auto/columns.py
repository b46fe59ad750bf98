"""What the candidates and their features read: columns over the node table, with running sums.

A running sum makes the sum over any run of rows one subtraction, so that features cost one step per record
however large the records are. Sums are kept only at rows where something is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page._strings import merged, numbered_rows, numbered_sets
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.page.strings import Strings, class_words
from pagerows.regions.auto._columns import counted, link_lanes, run_sums, sketches, text_hashes, text_lanes
from pagerows.regions.auto._draw import random_bits
from pagerows.regions.auto.texts import KINDS, LANE, SUMS, ranges_of, titled

__all__ = ["SUMS", "Columns", "columns_of", "running"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


#: Tags that are counted together.
_COUNTED: Final = {
    "images": frozenset({"img", "picture", "svg", "video", "figure"}),
    "headings": frozenset({"h1", "h2", "h3", "h4", "h5", "h6"}),
    "bold": frozenset({"b", "strong"}),
}
_LANE_OF_TAG: Final = {tag: LANE[name] for name, tags in _COUNTED.items() for tag in tags}

#: Width of the sketch of a record's bag of tag paths; distances are kept within some 1/sqrt(width).
SKETCH: Final = 16


def running(values: NDArray[Any]) -> NDArray[Any]:
    """Return the running sum with a leading 0: the sum over ``a:b`` is ``[b] - [a]``."""
    found = np.zeros(len(values) + 1, values.dtype)
    np.cumsum(values, out=found[1:])
    return found


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns over the n rows of a page."""

    nodes: NodeTable
    #: How many of the rows where something is counted (texts, images, links...) stand before each row. (n + 1,)
    before: Ints
    #: Running sums over those rows, one lane per property of SUMS. (counted + 1, lanes)
    sums: NDArray[np.int32]
    #: Running sum of a hash of each text: the difference over a record names its text. (counted + 1,)
    text_hash: NDArray[np.uint64]
    #: Number of the distinct text of each visible text row, then -1. (texts + 1,)
    text_id: Ints
    #: How many visible characters stand before each row. (n + 1,)
    chars: Ints
    #: How many visible texts and images stand before each row. (n + 1,)
    leaves: Ints
    #: Running count of rows whose tag path has a 1 in each of SKETCH random bits. (n + 1, SKETCH)
    bits: NDArray[np.int32]
    #: Tag path codes with plain styles, and with tags alone; the exact ones are the node table's. (n,)
    plain: NDArray[np.int32]
    tags: NDArray[np.int32]
    #: Own tag and plain style, wherever the row stands. (n,)
    step: NDArray[np.int32]
    #: Number of the distinct address of each link. (links,)
    link_id: Ints
    #: How many records the page says that it shows, wherever it says "11-20 of 310".
    said: list[float]

    def each(self, name: str) -> Ints:
        """Return one property of each row. (n,)"""
        return np.diff(self.sums[:, LANE[name]].take(self.before))

    @property
    def whole(self) -> dict[str, float]:
        """The properties' sums over the page."""
        return dict(zip(SUMS, self.sums[-1].tolist(), strict=False)) | {"rows": len(self.nodes)}


def columns_of(nodes: NodeTable, title: str = "") -> Columns:
    """Compute the columns of a page with this title."""
    shown = ~nodes.hidden if nodes.layout is None else nodes.layout.visible
    leaf = (nodes.kind == TEXT) & shown
    rows = np.flatnonzero(leaf)
    texts = nodes.strings(rows).stripped()
    links, hrefs = _links(nodes)
    counted_tags = np.array([_LANE_OF_TAG.get(tag, -1) for tag in nodes.tags], np.int64)[nodes.tag]
    elements = np.flatnonzero((counted_tags >= 0) & shown)
    lanes = counted_tags[elements]
    there = leaf.copy()
    there[elements] = there[links] = True
    before = counted(there.view(np.uint8))

    ids = texts.numbered()
    sums = np.zeros((int(before[-1]) + 1, len(SUMS)), np.int32)
    text_lanes(*texts, KINDS, rows, links, nodes.end, ids, before, sums)
    link_lanes(*hrefs, links, before, sums)
    sums[before[elements] + 1, lanes] = 1
    joined = texts.joined("\0")
    at = before[rows] + 1
    sums[at, LANE["titled"]] = titled(joined, sums[at, LANE["chars"]], title)
    run_sums(sums)
    leaf[elements[lanes == LANE["images"]]] = True
    plain, step = _styled(nodes)
    return Columns(
        nodes=nodes,
        before=before,
        sums=sums,
        text_hash=text_hashes(rows, before, ids, len(sums)),
        text_id=np.append(ids, -1).astype(np.int64),
        chars=sums[:, LANE["chars"]].take(before).astype(np.int64),
        leaves=counted(leaf.view(np.uint8)),
        bits=sketches(nodes.unstyled, _drawn(int(nodes.unstyled.max(initial=0)) + 1)),
        plain=plain,
        tags=nodes.unstyled,
        step=step,
        link_id=hrefs.numbered().astype(np.int64),
        said=ranges_of(joined.replace("\0", " ")),
    )


def _links(nodes: NodeTable) -> tuple[NDArray[np.intp], Strings]:
    """Return the rows of links, and where they lead."""
    rows = nodes.rows_with_tag("a")
    hrefs = nodes.strings(rows, "href")
    some = np.flatnonzero(hrefs.stop > hrefs.start)
    return rows[some], hrefs.take(some)


def _styled(nodes: NodeTable) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Tag path codes with plain styles, and the code of the last step alone.

    A plain style is the words of the class, digits left out: what is counted differs from record to record.
    """
    styles = numbered_sets(*class_words(nodes.paths.strings("class"), lower=False))
    steps = numbered_rows(np.stack([nodes.path_tags, styles], axis=1))
    return merged(nodes.paths.parent, steps)[nodes.path], steps[nodes.path]


@lru_cache(maxsize=4)
def _drawn(paths: int) -> NDArray[np.uint8]:
    """Random bits for so many tag paths, by a fixed generator: the same page always has the same sketch."""
    drawn = _random_bits(1 << max(16, (SKETCH * paths - 1).bit_length()))[: SKETCH * paths]
    return np.ascontiguousarray(drawn.reshape(SKETCH, paths).T)


_random_bits = lru_cache(maxsize=4)(random_bits)
