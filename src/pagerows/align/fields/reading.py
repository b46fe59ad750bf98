"""What a person sees in the rows of some records: which text is shown, and how pieces of text go together."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

import numpy as np

from pagerows.align.fields import _reading
from pagerows.align.fields._reading import Shown
from pagerows.cells import FORMATTING, CellParams
from pagerows.page import Page
from pagerows.page.around import Around
from pagerows.page.nodes import TEXT_TAG, Attributes
from pagerows.values import Record

__all__ = ["INLINE", "Reading", "is_spoken", "words_of"]

#: Tags that stand in a line of text.
INLINE: Final = FORMATTING | {
    "a", "span", "time", "data", "label", "meta", "link", "svg", "path", "use", "g", "title", "input", "output",
    "button", "br", "img", "picture", "source", "nobr", "meter", "bdi", "ruby", "rt", "rp", "text",
}  # fmt: skip
#: Those among them that end the words before them.
_BREAKS: Final = frozenset({"br", "img", "button"})
#: What tags are, as bits.
_BITS: Final = {
    _reading.INLINE: INLINE,
    _reading.FLOWING: (INLINE - _BREAKS) | {TEXT_TAG},
    _reading.FORMATTING: FORMATTING,
    _reading.LINK: {"a"},
    _reading.PICTURE: {"img"},
    _reading.EXACT: {"time", "data"},
    _reading.DRAWING: {"svg"},
}
_MARKS: Final = {
    tag: sum(bit for bit, tags in _BITS.items() if tag in tags) for tag in sorted(frozenset().union(*_BITS.values()))
}

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
#: Without one of these no class or style is among the two.
_HINTS: Final = (
    b"sr-", b"sronly", b"srtext", b"screen", b"visually", b"assistive", b"a11y", b"accessib", b"clip:", b"clip-path",
    b"left:-", b"indent:-",
)  # fmt: skip


def words_of(text: str) -> str:
    """Return a text with its white space folded."""
    return " ".join(text.split())


class Reading(Shown):
    """The shown text of some records, by row."""

    def __init__(self, page: Page, records: Sequence[Record], params: CellParams) -> None:
        super().__init__(page.nodes, records, _MARKS)
        self.page, self.params = page, params
        if params.drop_hidden:
            self._hide()
        self.read(self._spoken())

    # -- what is shown --------------------------------------------------------------------------------------

    def _hide(self) -> None:
        layout = self.nodes.layout
        hidden = self.nodes.hidden if layout is None else ~layout.visible
        if self.hide(hidden.view(np.uint8)) and layout is None:
            self.show_decoration()

    def _spoken(self) -> Sequence[int]:
        """The tag paths of what only screen readers speak."""
        return [code for code in self.mentioning(_HINTS) if is_spoken(self.nodes.paths.style[code])]

    # -- how pieces go together -----------------------------------------------------------------------------

    def has_point(self, place: int) -> bool:
        """Tell whether a text of two characters is raised cents, before which there is a point."""
        if not _are_cents(self.piece(place)) or not self.nodes.around.asked(_is_raised, self.piece_row(place)):
            return False
        said = "".join([self.piece(own) for own in range(max(0, place - 2), place)])  # as far as an amount reaches
        return bool(_AMOUNT.search(said))

    def spoken_text(self, row: int) -> str:
        """Return the text in a row's subtree that only screen readers speak."""
        rows = self.spoken_rows
        if not rows:
            return ""
        end = min(int(self.nodes.end[row]), self.high)
        first, last = bisect_left(rows, row), bisect_left(rows, end)
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
