"""What the candidates and their features read: columns over the node table, with running sums.

A running sum makes the sum over any run of rows one subtraction, so that features cost one step per record
however large the records are. Sums are kept only at rows where something is counted, in lanes of small integers that
are added together: no lane can overflow into the next, because a page's totals fit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import TEXT, Attributes, NodeTable
from pagerows.regions.auto.texts import LANE, LANES, SUMS, lanes_of, ranges_of

__all__ = ["SUMS", "Columns", "changes", "columns_of", "running"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


#: Tags that are counted together.
_COUNTED: Final = {
    "images": frozenset({"img", "picture", "svg", "video", "figure"}),
    "headings": frozenset({"h1", "h2", "h3", "h4", "h5", "h6"}),
    "bold": frozenset({"b", "strong"}),
}
_LANE_OF_TAG: Final = {tag: LANE[name] for name, tags in _COUNTED.items() for tag in tags}

_NO_DIGITS: Final = dict.fromkeys(map(ord, "0123456789"))
_DIGIT: Final = re.compile("[0-9]")

#: Width of the sketch of a record's bag of tag paths; distances are kept within some 1/sqrt(width).
SKETCH: Final = 16


def running(values: NDArray[Any]) -> NDArray[Any]:
    """Return the running sum with a leading 0: the sum over ``a:b`` is ``[b] - [a]``."""
    found = np.zeros(len(values) + 1, values.dtype)
    np.cumsum(values, out=found[1:])
    return found


def changes(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark where a value differs from the one before; the first one does."""
    found = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=found[1:])
    return found


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns over the n rows of a page."""

    nodes: NodeTable
    #: How many of the rows where something is counted (texts, images, links...) stand before each row. (n + 1,)
    before: NDArray[np.intp]
    #: Running sums over those rows, one lane per property of SUMS. (counted + 1, lanes)
    sums: NDArray[np.int32]
    #: Running sum of a hash of each text: the difference over a record names its text. (counted + 1,)
    text_hash: NDArray[np.uint64]
    #: Number of the distinct text of each visible text row, then -1. (texts + 1,)
    text_id: Ints
    #: How many visible characters stand before each row. (n + 1,)
    chars: Ints
    #: How many visible texts and images stand before each row. (n + 1,)
    leaves: NDArray[np.intp]
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

    def held(self, start: NDArray[np.intp], stop: NDArray[np.intp]) -> NDArray[np.int32]:
        """Return the properties' sums over each of many runs of rows. (runs, lanes)"""
        found = self.sums.take(self.before.take(stop), axis=0)
        found -= self.sums.take(self.before.take(start), axis=0)
        found[:, LANE["rows"]] = stop - start
        return found

    def sketch(self, start: NDArray[np.intp], stop: NDArray[np.intp]) -> Floats:
        """Return for each run of rows the sum of random signs of its tag paths: it sketches its bag of paths."""
        bits = self.bits.take(stop, axis=0) - self.bits.take(start, axis=0)
        return 2.0 * bits - (stop - start)[:, None]

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
    data: Any = nodes.data
    texts = [data[row].strip() for row in rows.tolist()]
    elements, lanes = _counted(nodes, shown)
    links, hrefs = _links(nodes)
    there = leaf.copy()
    there[elements] = there[links] = True
    before = _count(there)

    ids = _numbered(texts)
    values = np.zeros((int(before[-1]) + 1, LANES), np.int32)
    at, linked = before[rows] + 1, before[links] + 1
    values[at] = lanes_of(texts, ids, _covered(rows, links, nodes.end[links]), title)
    values[before[elements] + 1, lanes] = 1
    values[linked, LANE["links"]] = 1
    values[linked, LANE["href_digits"]] = [_DIGIT.search(href) is not None for href in hrefs]
    values[linked, LANE["href_chars"]] = [min(len(href), 500) for href in hrefs]
    values[linked, LANE["href_steps"]] = [href.count("/") for href in hrefs]
    hashes = np.zeros(len(values), np.uint64)
    hashes[at] = _hash(ids)
    sums = _summed(values)
    leaf[elements[lanes == LANE["images"]]] = True
    plain, tags, step = _codes(nodes)
    return Columns(
        nodes=nodes,
        before=before,
        sums=sums,
        text_hash=np.cumsum(hashes),
        text_id=np.append(ids, -1),
        chars=sums[:, 0].take(before).astype(np.int64),
        leaves=_count(leaf),
        bits=_bits(tags),
        plain=plain,
        tags=tags,
        step=step,
        link_id=_numbered(hrefs),
        said=ranges_of(texts),
    )


def _count(there: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return how many are true before each place, and before the end."""
    found = np.zeros(len(there) + 1, np.intp)
    np.cumsum(there, out=found[1:])
    return found


def _summed(values: NDArray[Any]) -> NDArray[Any]:
    """Make rows of small integers their running sums, several of them added at once as one large integer."""
    lanes = values.view(np.uint64)
    np.cumsum(lanes, axis=0, out=lanes)
    return values


def _counted(nodes: NodeTable, shown: NDArray[np.bool_]) -> tuple[NDArray[np.intp], Ints]:
    """Return the rows of visible elements that are counted, and the lane of each."""
    lanes = np.array([_LANE_OF_TAG.get(tag, -1) for tag in nodes.tags], np.int64)[nodes.tag]
    rows = np.flatnonzero((lanes >= 0) & shown)
    return rows, lanes[rows]


def _links(nodes: NodeTable) -> tuple[NDArray[np.intp], list[str]]:
    """Return the rows of links, and where they lead."""
    rows = nodes.rows_with_tag("a")
    data: Any = nodes.data
    found, hrefs = [], []
    for row in rows.tolist():
        for name, value in data[row]:
            if name == "href":
                if value:
                    found.append(row)
                    hrefs.append(value)
                break
    return np.array(found, np.intp), hrefs


def _covered(rows: NDArray[np.intp], links: NDArray[np.intp], ends: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Mark the rows that stand inside of links. Links are in order, but may stand inside of each other."""
    if not len(links):
        return np.zeros(len(rows), bool)
    place = np.searchsorted(links, rows) - 1
    covered: NDArray[np.bool_] = (place >= 0) & (rows < np.maximum.accumulate(ends)[place])
    return covered


def _numbered(texts: list[str]) -> Ints:
    known: dict[str, int] = {}
    return np.array([known.setdefault(text, len(known)) for text in texts], np.int64).reshape(-1)


def _plain_styles(styles: list[Attributes]) -> Ints:
    """Number styles by the words of their class, digits left out: what is counted differs from record to record.

    >>> _plain_styles([(), (("class", "b a2"),), (("class", "a1 b"), ("width", "3")), (("class", "7"),)]).tolist()
    [0, 1, 1, 0]
    """
    classes = [_class(style) for style in styles]
    joined = "\0".join(classes)
    if joined.count("\0") >= len(classes):  # no parser lets it into an attribute, a hand-made table may
        joined = "\0".join([value.replace("\0", "") for value in classes])
    known: dict[tuple[str, ...], int] = {(): 0}
    found = []
    for value in joined.translate(_NO_DIGITS).split("\0"):
        words = value.split()
        key = tuple(words) if len(words) < 2 else tuple(sorted(set(words)))
        found.append(known.setdefault(key, len(known)))
    return np.array(found, np.int64)


def _class(style: Attributes) -> str:
    for name, value in style:
        if name == "class" and value:
            return value
    return ""


def _codes(nodes: NodeTable) -> tuple[NDArray[np.int32], ...]:
    """Tag path codes with plain style and without style; the code of the last step alone."""
    paths, path = nodes.paths, nodes.path
    wide = len(paths) + 1
    tag_of = np.zeros(len(paths), np.int64)
    tag_of[path] = nodes.tag
    numbers: dict[Attributes, int] = {}
    style_of = np.array([numbers.setdefault(style, len(numbers)) for style in paths.style], np.intp).reshape(-1)
    keys = tag_of * wide + _plain_styles(list(numbers))[style_of]
    steps: dict[int, int] = {}
    step_of = [steps.setdefault(key, len(steps)) for key in keys.tolist()]
    parents = paths.parent.tolist()
    plain, tags = _merged(parents, step_of, wide), _merged(parents, tag_of.tolist(), wide)
    return plain[path], tags[path], np.array(step_of, np.int32).reshape(-1)[path]


def _merged(parents: list[int], steps: list[int], wide: int) -> NDArray[np.int32]:
    """Number the paths anew, by first appearance: those whose steps are all equal are one. Steps are below `wide`."""
    seen: dict[int, int] = {}
    number, codes = seen.setdefault, [-1]
    add = codes.append
    for parent, step in zip(parents, steps, strict=True):
        # A path's parent has a smaller code, so it has been put already; the root's is the -1 that stands first.
        add(number((codes[parent + 1] + 1) * wide + step, len(seen)))
    return np.array(codes[1:], np.int32).reshape(-1)


@lru_cache(maxsize=4)
def _random_bits(least: int) -> NDArray[np.uint16]:
    # By a fixed generator: the same page always has the same sketch.
    return np.random.default_rng(0).integers(0, 2, least).astype(np.uint16)


def _bits(tags: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the running count of rows with a 1 in each bit that was drawn for their tag path."""
    paths = int(tags.max(initial=0)) + 1
    drawn = _random_bits(1 << max(16, (SKETCH * paths - 1).bit_length()))[: SKETCH * paths].reshape(SKETCH, paths)
    of_path = np.ascontiguousarray(drawn.T, np.int32)
    values = np.zeros((len(tags) + 1, SKETCH), np.int32)
    np.take(of_path, tags, axis=0, out=values[1:], mode="clip")
    return np.cumsum(values, axis=0, out=values)


def _hash(ids: Ints) -> NDArray[np.uint64]:
    each = (ids + 1).astype(np.uint64)
    each *= np.uint64(0x9E3779B97F4A7C15)
    each ^= each >> np.uint64(29)
    each *= np.uint64(0xBF58476D1CE4E5B9)
    return each
