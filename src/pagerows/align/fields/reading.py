"""What a person sees in the rows of some records: which text is shown, and how pieces of text go together."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.cells import FORMATTING, CellParams
from pagerows.page import Page
from pagerows.page._hiding import hides
from pagerows.page.around import Around
from pagerows.page.nodes import TEXT, TEXT_TAG, Attributes, NodeTable
from pagerows.values import Record

__all__ = ["INLINE", "Reading", "words_of"]

#: Tags that stand in a line of text.
INLINE: Final = FORMATTING | {
    "a", "span", "time", "data", "label", "meta", "link", "svg", "path", "use", "g", "title", "input", "output",
    "button", "br", "img", "picture", "source", "nobr", "meter", "bdi", "ruby", "rt", "rp", "text",
}  # fmt: skip

#: Classes for text that only screen readers speak.
_SPOKEN: Final = re.compile(
    r"(?:^|[-_\s])(?:sr-?(?:only|text)|(?:for-)?screen-?readers?(?:[-_]?(?:only|text))?|visually-?hidden|hidden-visually|"
    r"hide-visually|off-?screen|assistive-text|a11y[-_](?:hidden|text|only)|hiddenvisually|"
    r"accessib\w*-(?:hidden|text))(?:$|[-_\s])",
    re.IGNORECASE,
)
#: Whole money, whose cents may stand raised behind it.
_AMOUNT: Final = re.compile(r"[$€£¥₹]\s?\d[\d,]*$")
#: Inline styles that raise text, and classes for what stands behind the point.
_RAISED: Final = re.compile(r"vertical-align:\s*(?:super|top|text-top|0?\.\d+e[mx]|[1-9]\d*(?:px|%))", re.IGNORECASE)
_CENTS: Final = re.compile(r"(?:^|[-_\s])(?:cents?|decimals?|fraction|superscript|sup)(?:$|[-_\s])", re.IGNORECASE)
#: Inline styles that move text out of sight.
_CLIPPED: Final = re.compile(r"clip:rect|clip-path:inset\((?:50|100)%|left:-\d{4,}|text-indent:-\d{3,}", re.IGNORECASE)

Ints = NDArray[np.intp]


def words_of(text: str) -> str:
    """Return a text with its white space folded."""
    return " ".join(text.split())


class Reading:
    """The shown text of some records, by row."""

    def __init__(self, page: Page, records: Sequence[Record], params: CellParams) -> None:
        self.page, self.params = page, params
        self.nodes: NodeTable = page.nodes
        self.low = min(part.start for record in records for part in record.parts)
        self.high = max(part.stop for record in records for part in record.parts)
        self.records = records
        nodes, low, high = self.nodes, self.low, self.high
        shown = self._shown()
        self.spoken = self._spoken()
        text = (nodes.kind[low:high] == TEXT) & shown & ~self._drawn()
        self.shown = shown
        #: Text rows that a person reads.
        self.told = text & ~self.spoken
        rows = np.flatnonzero(self.told) + low
        self.rows: list[int] = rows.tolist()
        #: What stands before each text row: nothing, a space, or the point before raised cents.
        words = nodes.strings(rows).stripped()
        self.glue: list[str] = self._glue(rows, words.stop - words.start)
        self.spoken_rows: list[int] = (np.flatnonzero(text & self.spoken) + low).tolist()
        self._end = (np.minimum(nodes.end[low:high], high) - low).data
        #: How many text rows stand before each row, and how many of them say something: a text may be blank.
        self._before = _counts(self.told)
        filled = np.zeros(high - low, bool)
        filled[rows - low] = words.stop > words.start
        self._filled = _counts(filled)
        self._texts: dict[tuple[int, int], str] = {}

    # -- what is shown --------------------------------------------------------------------------------------

    def _shown(self) -> NDArray[np.bool_]:
        nodes, low, high = self.nodes, self.low, self.high
        if not self.params.drop_hidden:
            return np.ones(high - low, bool)
        hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
        starts = [part.start for record in self.records for part in record.parts]
        # Where the records are hidden themselves (a script shows them later) their text is all there is to read.
        if hidden[starts].all():
            return np.ones(high - low, bool)
        shown = ~hidden[low:high]
        if nodes.layout is None and not shown.all():
            self._show_decoration(shown)
        return shown

    def _show_decoration(self, shown: NDArray[np.bool_]) -> None:
        """What is only hidden from screen readers is seen by everybody else."""
        nodes, low = self.nodes, self.low
        rows = np.flatnonzero(~shown) + low
        done = 0
        for row in rows.tolist():
            if row < done or nodes.kind[row] == TEXT:
                continue
            attributes = nodes.data[row]
            parent = int(nodes.parent[row])
            if isinstance(attributes, str) or (parent >= low and not shown[parent - low]):
                continue
            if _hides(attributes):
                done = int(nodes.end[row])
            elif any(name == "aria-hidden" for name, _ in attributes):
                shown[row - low] = True
                for child in range(row + 1, min(int(nodes.end[row]), self.high)):
                    own = nodes.data[child]
                    above = shown[int(nodes.parent[child]) - low]
                    shown[child - low] = above and (isinstance(own, str) or not _hides(own))
                done = int(nodes.end[row])

    def _drawn(self) -> NDArray[np.bool_]:
        """Mark what is inside of drawings: their titles name icons."""
        drawn = np.zeros(self.high - self.low, bool)
        rows = self.nodes.rows_with_tag("svg")
        for row in rows[(rows >= self.low) & (rows < self.high)].tolist():
            drawn[row - self.low : int(self.nodes.end[row]) - self.low] = True
        return drawn

    def _spoken(self) -> NDArray[np.bool_]:
        """Mark the text that only screen readers speak."""
        nodes, low, high = self.nodes, self.low, self.high
        codes = np.unique(nodes.path[low:high])
        style = nodes.paths.style
        found = [code for code in codes.tolist() if style[code] and _is_spoken(style[code])]
        spoken = np.zeros(high - low, bool)
        if found:
            by_path = np.zeros(len(style), bool)
            by_path[found] = True
            for row in (np.flatnonzero(by_path[nodes.path[low:high]]) + low).tolist():
                spoken[row - low : int(nodes.end[row]) - low] = True
        return spoken

    # -- how pieces go together -----------------------------------------------------------------------------

    @cached_property
    def inline(self) -> NDArray[np.bool_]:
        """Whether each tag of the page stands in a line of text."""
        return np.array([name in INLINE or name == TEXT_TAG for name in self.nodes.tags])

    def _glue(self, rows: Ints, size: Ints) -> list[str]:
        glue = [" " if space else "" for space in self._spaces(rows).tolist()]
        nodes = self.nodes
        for place in np.flatnonzero(size == 2).tolist():
            row = int(rows[place])
            if place and nodes.around.asked(_is_raised, row) and str(nodes.data[row]).strip().isdecimal():
                glue[place] = "." if _AMOUNT.search(self._said(rows, place)) else glue[place]
        return glue

    def _said(self, rows: Ints, place: int) -> str:
        """The text before a row, as far as an amount reaches."""
        return "".join(str(self.nodes.data[int(row)]) for row in rows[max(0, place - 2) : place])

    def _spaces(self, rows: Ints) -> NDArray[np.bool_]:
        """Tell for each text row whether a space stands before it: in the page, or because a block ends or starts."""
        nodes = self.nodes
        spaces = nodes.spaced[rows].copy()
        if len(rows) < 2:
            return spaces
        flowing = np.array([name in INLINE and name not in ("br", "img", "button") for name in nodes.tags])
        holder = nodes.parent[rows].astype(np.intp)
        while (inner := np.flatnonzero((holder > self.low) & flowing[nodes.tag[holder]])).size:
            holder[inner] = nodes.parent[holder[inner]]
        low = int(rows[0])
        tag = nodes.tag[low : int(rows[-1]) + 1]
        walls = np.concatenate(([0], np.cumsum((tag != nodes.tags.index(TEXT_TAG)) & ~flowing[tag])))
        spaces[1:] |= (holder[1:] != holder[:-1]) | (walls[rows[1:] - low] != walls[rows[:-1] + 1 - low])
        # Two elements with classes of their own are set apart by their style.
        parent = nodes.parent[rows]
        plain = np.array([name in FORMATTING or name == TEXT_TAG for name in nodes.tags])
        apart = (parent[1:] != parent[:-1]) & ~plain[nodes.tag[parent[1:]]] & ~plain[nodes.tag[parent[:-1]]]
        for place in np.flatnonzero(apart & ~spaces[1:]).tolist():
            one, other = str(nodes.data[int(rows[place])]), str(nodes.data[int(rows[place + 1])])
            if one[-1:].isalnum() and other[:1].isalnum() and not (one[-1:].isdigit() and other[:1].isdigit()):
                spaces[place + 1] = True
        return spaces

    def is_told(self, rows: Iterable[int]) -> bool:
        """Tell whether the shown text of one of some subtrees says something."""
        low, end, filled = self.low, self._end, self._filled
        return any(filled[end[row - low]] > filled[row - low] for row in rows)

    def text(self, row: int) -> str:
        """Return the shown text of a row's subtree, white space folded."""
        return self.joined(*self.pieces(row))

    def pieces(self, row: int) -> tuple[int, int]:
        """Return the places of a subtree's text rows: `rows[first:last]`."""
        row -= self.low
        return self._before[row], self._before[self._end[row]]

    def joined(self, first: int, last: int) -> str:
        """Return the text of some text rows as one."""
        if first >= last:
            return ""
        found = self._texts.get((first, last))
        if found is None:
            data, rows, glue = self.nodes.data, self.rows, self.glue
            text = str(data[rows[first]])
            if last - first > 1:
                text += "".join([f"{glue[i]}{data[rows[i]]}" for i in range(first + 1, last)])
            found = self._texts[first, last] = " ".join(text.split())
        return found

    def spoken_text(self, row: int) -> str:
        """Return the text in a row's subtree that only screen readers speak."""
        rows = self.spoken_rows
        if not rows:
            return ""
        first, last = bisect_left(rows, row), bisect_left(rows, self._end[row - self.low] + self.low)
        return words_of(" ".join(str(self.nodes.data[place]) for place in rows[first:last]))


def _is_raised(around: Around, row: int) -> bool:
    """Whether a text is set smaller and higher than what stands before it, as cents are, or called so."""
    if around.tags(row, 2)[1:] == ("sup",):
        return True
    return any(_RAISED.search(value) for value in around.styles(row, 2)) or any(
        map(_CENTS.search, around.classes(row, 2))
    )


def _counts(flags: NDArray[np.bool_]) -> memoryview:
    """How many flags are set before each place, and in all."""
    found = np.zeros(len(flags) + 1, np.int64)
    np.cumsum(flags, out=found[1:])
    return found.data


def _hides(attributes: Attributes) -> bool:
    return hides(tuple(pair for pair in attributes if pair[0] != "aria-hidden"))


def _is_spoken(style: Attributes) -> bool:
    for name, value in style:
        if not value:
            continue
        if name == "class" and _SPOKEN.search(value):
            return True
        if name == "style" and _CLIPPED.search("".join(value.split())):
            return True
    return False
