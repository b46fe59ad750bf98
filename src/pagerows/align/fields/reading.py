"""What tags, classes and styles say of a text: whether a person reads it, and how it goes together with others."""

from __future__ import annotations

import re
from typing import Final

from pagerows.cells import FORMATTING
from pagerows.page.around import Around
from pagerows.page.nodes import TEXT_TAG, Attributes
from pagerows.patterns import lazy

__all__ = ["FLOWING", "FORMATTING", "INLINE", "are_cents", "is_painted", "is_raised", "is_spoken", "whole_amount", "words_of"]

#: Tags that stand in a line of text.
INLINE: Final = FORMATTING | {
    "a", "span", "time", "data", "label", "meta", "link", "svg", "path", "use", "g", "title", "input", "output",
    "button", "br", "img", "picture", "source", "nobr", "meter", "bdi", "ruby", "rt", "rp", "text",
}  # fmt: skip
#: Those among them that end no words before them.
FLOWING: Final = (INLINE - {"br", "img", "button"}) | {TEXT_TAG}

#: Classes for text that only screen readers speak.
_SPOKEN: Final = lazy(
    r"(?:^|[-_\s])(?:sr-?(?:only|text)|(?:for-)?screen-?readers?(?:[-_]?(?:only|text))?|visually-?hidden|hidden-visually|"
    r"hide-visually|off-?screen|assistive-text|a11y[-_](?:hidden|text|only)|hiddenvisually|"
    r"accessib\w*-(?:hidden|text))(?:$|[-_\s])",
    re.IGNORECASE,
)
#: Whole money, whose cents may stand raised behind it.
whole_amount: Final = lazy(r"[$€£¥₹]\s?\d[\d,]*$")
#: Inline styles that raise text, and classes for what stands behind the point.
_RAISED: Final = lazy(r"vertical-align:\s*(?:super|top|text-top|0?\.\d+e[mx]|[1-9]\d*(?:px|%))", re.IGNORECASE)
_CENTS: Final = lazy(r"(?:^|[-_\s])(?:cents?|decimals?|fraction|superscript|sup)(?:$|[-_\s])", re.IGNORECASE)
#: Inline styles that move text out of sight.
_CLIPPED: Final = lazy(r"clip:rect|clip-path:inset\((?:50|100)%|left:-\d{4,}|text-indent:-\d{3,}", re.IGNORECASE)
#: Styles and classes of elements with a background.
_PAINTED: Final = lazy(r"url\(|\bbg\b|background|lazy", re.IGNORECASE)


def words_of(text: str) -> str:
    """Return a text with its white space folded."""
    return " ".join(text.split())


def are_cents(text: str) -> bool:
    """Tell whether a text is two digits."""
    text = text.strip()
    return text.isdecimal() and len(text.encode()) == 2


def is_raised(around: Around, row: int) -> bool:
    """Tell whether a text is set smaller and higher than what stands before it, as cents are, or called so."""
    if around.tags(row, 2)[1:] == ("sup",):
        return True
    return any(_RAISED.search(value) for value in around.styles(row, 2)) or any(
        map(_CENTS.search, around.classes(row, 2))
    )


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


def is_painted(style: Attributes) -> bool:
    """Tell whether classes or styles may say that an element has a picture as its background."""
    return any(_PAINTED.search(value or "") for _, value in style)
