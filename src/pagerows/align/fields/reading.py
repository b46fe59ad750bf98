"""What a person sees in the rows of some records: which text is shown, and how pieces of text go together."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.align.fields._reading import BETWEEN_WORDS, FLOWING, NOTHING, Texts, gaps, looks, told
from pagerows.align.fields._reading import FORMATTING as FORMATTING_TAG
from pagerows.cells import FORMATTING, CellParams
from pagerows.page import Page
from pagerows.page._hiding import hides
from pagerows.page.around import Around
from pagerows.page.nodes import TEXT, TEXT_TAG, Attributes, NodeTable
from pagerows.values import Record

__all__ = ["INLINE", "NAMING", "Reading", "is_spoken", "words_of"]

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
#: Attributes that name what an element holds.
NAMING: Final = (
    "itemprop", "data-label", "data-testid", "data-test", "data-qa", "data-field", "data-type", "property",
)  # fmt: skip
#: Whole money, whose cents may stand raised behind it.
_AMOUNT: Final = re.compile(r"[$€£¥₹]\s?\d[\d,]*$")
_SIGNS: Final = frozenset("$€£¥₹")
#: Inline styles that raise text, and classes for what stands behind the point.
_RAISED: Final = re.compile(r"vertical-align:\s*(?:super|top|text-top|0?\.\d+e[mx]|[1-9]\d*(?:px|%))", re.IGNORECASE)
_CENTS: Final = re.compile(r"(?:^|[-_\s])(?:cents?|decimals?|fraction|superscript|sup)(?:$|[-_\s])", re.IGNORECASE)
#: Inline styles that move text out of sight.
_CLIPPED: Final = re.compile(r"clip:rect|clip-path:inset\((?:50|100)%|left:-\d{4,}|text-indent:-\d{3,}", re.IGNORECASE)
#: Without one of these no class or style is among the two.
_HINTS: Final = (
    "sr-", "sronly", "srtext", "screen", "visually", "assistive", "a11y", "accessib", "clip:", "clip-path",
    "left:-", "indent:-",
)  # fmt: skip

Ints = NDArray[np.int32]


def words_of(text: str) -> str:
    """Return a text with its white space folded."""
    return " ".join(text.split())


class Reading:
    """The shown text of some records, by row."""

    def __init__(self, page: Page, records: Sequence[Record], params: CellParams) -> None:
        self.page, self.params = page, params
        self.nodes: NodeTable = page.nodes
        self.records = records
        self.parts = [part for record in records for part in record.parts]
        self.low, self.high = min(self.parts)[0], max([stop for _, stop in self.parts])
        self._classes: dict[int, str] = {}
        nodes, low, high = self.nodes, self.low, self.high
        style = nodes.paths.style
        #: The styles of the tag paths here, by their codes.
        self.styles = {code: style[code] for code in np.flatnonzero(np.bincount(nodes.path[low:high])).tolist()}
        drawing = nodes.tags.index("svg") if "svg" in nodes.tags else -1
        #: What each row is: SHOWN, TEXT, TOLD (a person reads it) and SPOKEN, as bits.
        self.look = looks(
            nodes.kind, nodes.tag, nodes.path, nodes.end, self._shown().view(np.uint8), self._spoken(), drawing, low
        )
        #: One past the last row of each subtree, as far as it is here, from `low` on.
        self.ends: Ints = np.minimum(nodes.end[low:high], np.int32(high)) - np.int32(low)
        rows, self.spoken_rows, short, before, filled = told(self.look, nodes.text_length, low)
        self.rows: list[int] = rows.tolist()
        self._end = self.ends.data
        #: The texts of rows, and what stands before each text: nothing, a space, or the point before raised cents.
        self.all_texts = Texts(nodes.data, self.rows, self._glue(rows, short), low, self.ends, before, filled)
        self.text, self.texts, self.joined = self.all_texts.text, self.all_texts.texts, self.all_texts.joined
        self.pieces, self.is_told = self.all_texts.pieces, self.all_texts.is_told

    # -- what is shown --------------------------------------------------------------------------------------

    def _shown(self) -> NDArray[np.bool_]:
        nodes, low, high = self.nodes, self.low, self.high
        if not self.params.drop_hidden:
            return np.ones(high - low, bool)
        hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
        starts = [start for start, _ in self.parts]
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

    def _spoken(self) -> NDArray[np.uint8]:
        """Mark the tag paths of what only screen readers speak."""
        spoken = np.zeros(len(self.nodes.paths), np.uint8)
        if self.mentions(_HINTS):
            spoken[[code for code, style in self.styles.items() if style and is_spoken(style)]] = True
        return spoken

    def mentions(self, words: Iterable[str]) -> bool:
        """Tell whether one of some words (in small letters) stands in a class or style here, white space aside."""
        return any(word in self._said_by_styles for word in words)

    def class_of(self, row: int) -> str:
        """Return the class of an element, empty where there is none."""
        code = self.nodes.around.path[row]
        found = self._classes.get(code)
        if found is None:
            found = self._classes[code] = self.nodes.around.classes(row, 1)[0]
        return found

    @cached_property
    def named(self) -> frozenset[int]:
        """The rows with an attribute that names what they hold."""
        return frozenset(self.nodes.rows_having(NAMING, self.low, self.high))

    @cached_property
    def _said_by_styles(self) -> str:
        values = {value for style in self.styles.values() for _, value in style if value}
        return "".join("\n".join(values).casefold().split())

    # -- how pieces go together -----------------------------------------------------------------------------

    def _glue(self, rows: Ints, short: list[int]) -> list[str]:
        nodes = self.nodes
        flow = np.array([_flow(name) for name in nodes.tags], np.uint8)
        text_tag = nodes.tags.index(TEXT_TAG) if len(rows) else -1
        spaced = nodes.spaced.view(np.uint8)
        gap = gaps(rows, nodes.parent, nodes.tag, spaced, flow, self.low, text_tag).tolist()
        glue = ["" if own == NOTHING else " " for own in gap]
        for place in [place for place, own in enumerate(gap) if own == BETWEEN_WORDS]:
            one, other = str(nodes.data[self.rows[place - 1]]), str(nodes.data[self.rows[place]])
            words = one[-1:].isalnum() and other[:1].isalnum() and not (one[-1:].isdigit() and other[:1].isdigit())
            if not words and not (one[-1:].islower() and other[:1] in _SIGNS):  # "was", then "$5"
                glue[place] = ""
        for place in short:
            row = self.rows[place]
            if place and nodes.around.asked(_is_raised, row) and _are_cents(str(nodes.data[row])):
                glue[place] = "." if _AMOUNT.search(self._said(place)) else glue[place]
        return glue

    def _said(self, place: int) -> str:
        """The text before a row, as far as an amount reaches."""
        return "".join(str(self.nodes.data[row]) for row in self.rows[max(0, place - 2) : place])

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


def _are_cents(text: str) -> bool:
    text = text.strip()
    return text.isdecimal() and len(text.encode()) == 2  # two digits


@cache
def _flow(tag: str) -> int:
    """What a tag is to lines of text, as bits."""
    flowing = tag in INLINE and tag not in ("br", "img", "button")
    return FLOWING * flowing + FORMATTING_TAG * (tag in FORMATTING or tag == TEXT_TAG)


def _hides(attributes: Attributes) -> bool:
    return hides(tuple(pair for pair in attributes if pair[0] != "aria-hidden"))


def is_spoken(style: Attributes) -> bool:
    """Tell whether classes or styles leave a text to screen readers."""
    for name, value in style:
        if not value:
            continue
        if name == "class" and _SPOKEN.search(value):
            return True
        if name == "style" and _CLIPPED.search("".join(value.split())):
            return True
    return False
