"""What the candidates and their features read: columns over the node table, with running sums.

A running sum makes the sum over any run of rows one subtraction, so that features cost one step per record
however large the records are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import TEXT, Attributes, NodeTable

__all__ = ["SUMS", "Columns", "columns_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: The properties that are summed over rows.
SUMS: Final = (
    "chars",  # characters of visible text
    "texts",  # visible text rows
    "rows",  # all rows
    "links",  # <a href>
    "link_chars",  # characters inside of links
    "images",
    "digits",  # digit characters
    "numbers",  # texts with a digit
    "signs",  # punctuation and symbols
    "words",
    "long_texts",  # texts of 60 characters or more
    "repeated",  # texts that stand elsewhere on the page, too
    "headings",  # <h1> to <h6>
    "controls",  # form controls
    "bold",  # <b>, <strong>
    "href_chars",
    "hidden",  # rows that the markup hides
    "upper",  # upper-case characters
    "leaf_paths",  # texts and images that are the first of their tag path
)

#: Tags that are counted together.
_COUNTED: Final = {
    "images": frozenset({"img", "picture", "svg", "video", "figure"}),
    "headings": frozenset({"h1", "h2", "h3", "h4", "h5", "h6"}),
    "controls": frozenset({"input", "select", "textarea", "button", "option", "label"}),
    "bold": frozenset({"b", "strong"}),
}

#: Width of the sketch of a record's bag of tag paths; distances are kept within some 1/sqrt(width).
SKETCH: Final = 12


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns over the n rows of a page."""

    nodes: NodeTable
    #: Running sums, one row per property of SUMS. (len(SUMS), n + 1)
    sums: Floats
    #: Running sums of random signs by tag path: the difference over a record sketches its bag of paths. (SKETCH, n + 1)
    sketch: Floats
    #: Running sum of a hash of each text: the difference over a record names its text. (n + 1,)
    text_hash: NDArray[np.uint64]
    #: Row of the first visible text or image at or after each row. (n + 1,)
    next_leaf: Ints
    #: One past the last visible text or image before each row. (n + 1,)
    last_leaf: Ints
    #: Number of the distinct text, -1 for elements. (n,)
    text_id: Ints
    #: Tag path codes under four notions of style. (n,)
    full: Ints
    plain: Ints
    tags: Ints
    own: Ints
    #: Own tag and plain style, with the first child's, wherever the row stands. (n,)
    step: Ints

    def sum(self, name: str, start: NDArray[np.intp], stop: NDArray[np.intp]) -> Floats:
        """Return a property's sum over each of many runs of rows."""
        column = self.sums[SUMS.index(name)]
        found: Floats = column[stop] - column[start]
        return found


def columns_of(nodes: NodeTable) -> Columns:
    """Compute the columns of a page."""
    n = len(nodes)
    shown = ~nodes.hidden if nodes.layout is None else nodes.layout.visible
    rows = np.flatnonzero((nodes.kind == TEXT) & shown)
    raw = nodes.data
    texts = [str(raw[row]).strip() for row in rows.tolist()]
    values = np.zeros((len(SUMS), n + 1))
    named = dict(zip(SUMS, values[:, 1:], strict=True))
    counts = _characters(texts)
    for name, column in counts.items():
        named[name][rows] = column
    named["texts"][rows] = 1
    named["rows"][:] = 1
    named["numbers"][rows] = counts["digits"] > 0
    named["long_texts"][rows] = counts["chars"] >= 60
    known: dict[str, int] = {}
    ids = np.array([known.setdefault(text, len(known)) for text in texts], np.int64).reshape(-1)
    named["repeated"][rows] = np.bincount(ids, minlength=1)[ids] > 1
    text_id = np.full(n, -1, np.int64)
    text_id[rows] = ids

    tag = nodes.tag
    for name, tags in _COUNTED.items():
        named[name][:] = np.array([t in tags for t in nodes.tags], bool)[tag] & shown
    _links(nodes, named)
    named["hidden"][:] = ~shown

    leaf = shown & ((nodes.kind == TEXT) | (named["images"] > 0))
    plain, tags_only, step = _codes(nodes)
    first = np.zeros(n, bool)
    leaves = np.flatnonzero(leaf)
    first[leaves[np.unique(tags_only[leaves], return_index=True)[1]]] = True
    named["leaf_paths"][:] = first
    sketch = np.zeros((SKETCH, n + 1))
    # Signs by a fixed generator: the same page always has the same sketch.
    signs = np.random.default_rng(0).choice(np.array([-1.0, 1.0]), (SKETCH, int(tags_only.max(initial=0)) + 1))
    sketch[:, 1:] = signs[:, tags_only]
    return Columns(
        nodes=nodes,
        sums=np.cumsum(values, axis=1),
        sketch=np.cumsum(sketch, axis=1),
        text_hash=_hashes(text_id),
        next_leaf=_next(leaf),
        last_leaf=_last(leaf),
        text_id=text_id,
        full=nodes.path.astype(np.int64),
        plain=plain,
        tags=tags_only,
        own=tags_only * (int(step.max(initial=0)) + 1) + step,
        step=_with_first_child(nodes, step),
    )


def _characters(texts: list[str]) -> dict[str, Floats]:
    """Count characters of several kinds in each text, all texts at once."""
    lengths = np.array([len(text) for text in texts], np.intp).reshape(-1)
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    small = np.minimum(points, 0x2FF)
    edges = np.r_[0, np.cumsum(lengths)]
    kinds = _KINDS[small]

    def count(kind: int) -> Floats:
        running = np.r_[0, np.cumsum(kinds == kind)]
        counted: Floats = (running[edges[1:]] - running[edges[:-1]]).astype(np.float64)
        return counted

    return {
        "chars": lengths.astype(np.float64),
        "digits": count(1),
        "signs": count(2),
        "words": count(3) + (lengths > 0),
        "upper": count(4),
    }


def _kinds() -> NDArray[np.uint8]:
    """Kind of each character below U+0300: 1 digit, 2 sign, 3 space, 4 upper case, 0 other."""
    kinds = np.zeros(0x300, np.uint8)
    for point in range(0x2FF):
        character = chr(point)
        if character.isdigit():
            kinds[point] = 1
        elif character.isspace():
            kinds[point] = 3
        elif character.isupper():
            kinds[point] = 4
        elif not character.isalpha():
            kinds[point] = 2
    return kinds


_KINDS: Final = _kinds()


def _links(nodes: NodeTable, named: dict[str, Floats]) -> None:
    """Mark links and the text inside of them."""
    anchors = nodes.rows_with_tag("a").tolist()
    lengths = [len(nodes.attribute(row, "href") or "") for row in anchors]
    rows = np.array([row for row, length in zip(anchors, lengths, strict=True) if length], np.intp)
    named["links"][rows] = 1
    named["href_chars"][rows] = [min(length, 200) for length in lengths if length]
    inside = np.zeros(len(nodes) + 1)
    np.add.at(inside, rows, 1)
    np.add.at(inside, nodes.end[rows], -1)
    named["link_chars"][:] = named["chars"] * (np.cumsum(inside[:-1]) > 0)


def _plain_style(style: Attributes) -> tuple[str, ...]:
    """The words of a class without their digits: what is numbered or counted differs from record to record."""
    for name, value in style:
        if name == "class" and value:
            words = {"".join(c for c in word if not c.isdigit()) for word in value.split()}
            return tuple(sorted(words))
    return ()


def _codes(nodes: NodeTable) -> tuple[Ints, Ints, Ints]:
    """Tag path codes with plain style and without style, and the code of the last step alone."""
    paths = nodes.paths
    plain: dict[tuple[int, int], int] = {}
    tags: dict[tuple[int, str], int] = {}
    steps: dict[tuple[str, tuple[str, ...]], int] = {}
    of_style: dict[Attributes, tuple[str, ...]] = {}
    plain_of, tags_of, step_of = ([0] * len(paths) for _ in range(3))
    for code, (parent, tag, style) in enumerate(zip(paths.parent.tolist(), paths.tag, paths.style, strict=True)):
        words = of_style.get(style)
        if words is None:
            words = of_style[style] = _plain_style(style)
        step = step_of[code] = steps.setdefault((tag, words), len(steps))
        above = parent >= 0
        plain_of[code] = plain.setdefault((plain_of[parent] if above else -1, step), len(plain))
        tags_of[code] = tags.setdefault((tags_of[parent] if above else -1, tag), len(tags))
    path = nodes.path
    return (
        np.array(plain_of, np.int64).reshape(-1)[path],
        np.array(tags_of, np.int64).reshape(-1)[path],
        np.array(step_of, np.int64).reshape(-1)[path],
    )


def _with_first_child(nodes: NodeTable, step: Ints) -> Ints:
    rows = np.arange(len(nodes))
    has_child = nodes.end > rows + 1
    below = np.where(has_child, step[np.minimum(rows + 1, len(nodes) - 1)] + 1, 0)
    found: Ints = step * (int(step.max(initial=0)) + 2) + below
    return found


def _hashes(text_id: Ints) -> NDArray[np.uint64]:
    each = np.where(text_id < 0, 0, text_id + 1).astype(np.uint64)
    each *= np.uint64(0x9E3779B97F4A7C15)
    each ^= each >> np.uint64(29)
    each *= np.uint64(0xBF58476D1CE4E5B9)
    return np.concatenate([np.zeros(1, np.uint64), np.cumsum(each, dtype=np.uint64)])


def _next(leaf: NDArray[np.bool_]) -> Ints:
    rows = np.append(np.where(leaf, np.arange(len(leaf)), len(leaf)), len(leaf))
    found: Ints = np.minimum.accumulate(rows[::-1])[::-1].astype(np.int64)
    return found


def _last(leaf: NDArray[np.bool_]) -> Ints:
    rows = np.concatenate([[0], np.where(leaf, np.arange(len(leaf)) + 1, 0)])
    found: Ints = np.maximum.accumulate(rows).astype(np.int64)
    return found
