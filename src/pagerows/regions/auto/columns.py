"""What the candidates and their features read: columns over the node table, with running sums.

A running sum makes the sum over any run of rows one subtraction, so that features cost one step per record
however large the records are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import TEXT, Attributes, NodeTable

__all__ = ["SUMS", "Columns", "changes", "columns_of", "running"]

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
    "bold",  # <b>, <strong>
    "upper",  # upper-case characters
    "prose",  # characters of texts of 120 or more outside of links
    "href_digits",  # links with a digit in their address
    "link_texts",  # texts inside of links
    "titled",  # texts with a word of the page's title
)

#: Tags that are counted together.
_COUNTED: Final = {
    "images": frozenset({"img", "picture", "svg", "video", "figure"}),
    "headings": frozenset({"h1", "h2", "h3", "h4", "h5", "h6"}),
    "bold": frozenset({"b", "strong"}),
}

_NO_DIGITS: Final = dict.fromkeys(map(ord, "0123456789"))
_DIGIT: Final = re.compile("[0-9]")
_WORD: Final = re.compile(r"[^\W\d_]+")

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
    #: Running sums, one row per property of SUMS. (len(SUMS), n + 1)
    sums: Floats
    #: Running sums of random signs by tag path: the difference over a record sketches its bag of paths. (SKETCH, n + 1)
    sketch: Floats
    #: Running sum of a hash of each text: the difference over a record names its text. (n + 1,)
    text_hash: NDArray[np.uint64]
    #: Row of the first visible text or image, and of the first visible text, at or after each row. (n + 1,)
    next_leaf: Ints
    next_text: Ints
    #: One past the last visible text or image before each row. (n + 1,)
    last_leaf: Ints
    #: Number of the distinct text, -1 for elements. (n,)
    text_id: Ints
    #: Whether a row is a visible text or image. (n,)
    leaf: NDArray[np.bool_]
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


def columns_of(nodes: NodeTable, title: str = "") -> Columns:
    """Compute the columns of a page with this title."""
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
    if found := _title_words(title):
        named["titled"][rows] = [found(text) is not None for text in texts]
    text_id = np.full(n, -1, np.int64)
    text_id[rows] = ids

    tag = nodes.tag
    for name, tags in _COUNTED.items():
        named[name][:] = np.array([t in tags for t in nodes.tags], bool)[tag] & shown
    _links(nodes, named)

    leaf = shown & ((nodes.kind == TEXT) | (named["images"] > 0))
    plain, tags_only, step = _codes(nodes)
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
        next_text=_next(text_id >= 0),
        last_leaf=_last(leaf),
        text_id=text_id,
        leaf=leaf,
        full=nodes.path.astype(np.int64),
        plain=plain,
        tags=tags_only,
        own=tags_only * (int(step.max(initial=0)) + 1) + step,
        step=_with_first_child(nodes, step),
    )


def _title_words(title: str) -> Callable[[str], object] | None:
    """Return what finds a word of the title in a text: a page's title often says what its records are about."""
    words = sorted({word for word in _WORD.findall(title.casefold()) if len(word) > 2 or not word.isascii()})
    return re.compile("|".join(words[:12]), re.IGNORECASE).search if words else None


def _characters(texts: list[str]) -> dict[str, Floats]:
    """Count characters of several kinds in each text, all texts at once."""
    lengths = np.array([len(text) for text in texts], np.intp).reshape(-1)
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    small = np.minimum(points, 0x2FF)
    text = np.repeat(np.arange(len(texts)) * 5, lengths)
    counts = np.bincount(text + _KINDS[small], minlength=5 * len(texts)).reshape(-1, 5).T.astype(np.float64)

    return {
        "chars": lengths.astype(np.float64),
        "digits": counts[1],
        "signs": counts[2],
        "words": counts[3] + (lengths > 0),
        "upper": counts[4],
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
    found = [(row, nodes.attribute(row, "href")) for row in nodes.rows_with_tag("a").tolist()]
    linked = [(row, href) for row, href in found if href]
    rows = np.array([row for row, _ in linked], np.intp)
    named["links"][rows] = 1
    named["href_digits"][rows] = [_DIGIT.search(href) is not None for _, href in linked]
    inside = np.zeros(len(nodes) + 1)
    np.add.at(inside, rows, 1)
    np.add.at(inside, nodes.end[rows], -1)
    covered = np.cumsum(inside[:-1]) > 0
    named["link_chars"][:] = named["chars"] * covered
    named["link_texts"][:] = named["texts"] * covered
    named["prose"][:] = named["chars"] * ((named["chars"] >= 120) & ~covered)


def _plain_style(style: Attributes) -> tuple[str, ...]:
    """The words of a class without their digits: what is numbered or counted differs from record to record."""
    for name, value in style:
        if name == "class" and value:
            return tuple(sorted(set(value.translate(_NO_DIGITS).split())))
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
    return running(each)


def _next(leaf: NDArray[np.bool_]) -> Ints:
    rows = np.append(np.where(leaf, np.arange(len(leaf)), len(leaf)), len(leaf))
    found: Ints = np.minimum.accumulate(rows[::-1])[::-1].astype(np.int64)
    return found


def _last(leaf: NDArray[np.bool_]) -> Ints:
    rows = np.concatenate([[0], np.where(leaf, np.arange(len(leaf)) + 1, 0)])
    found: Ints = np.maximum.accumulate(rows).astype(np.int64)
    return found
