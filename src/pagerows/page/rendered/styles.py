"""The computed styles that are asked for: the 53 of [E17 Table 2], and what visibility needs besides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

__all__ = ["HELPERS", "PROPERTIES", "REQUESTED", "SHORTHANDS"]

_SIDES: Final = ("left", "top", "right", "bottom")
_BORDERS: Final = ("color", "style", "width")
_CORNERS: Final = ("bottom-left", "bottom-right", "top-left", "top-right")

#: [E17 Table 2], as CSS names them. "Text (writing) direction" is read as two properties, direction and
#: writing-mode, which makes the 53 that the text counts; "line-breaking and word-wrapping" as word-break and
#: overflow-wrap.
PROPERTIES: Final[tuple[str, ...]] = (
    "background-color",
    "background-image",
    *(f"border-{side}-{what}" for what in _BORDERS for side in _SIDES),
    "outline-color",
    "outline-style",
    "outline-width",
    *(f"border-{corner}-radius" for corner in _CORNERS),
    "box-shadow",
    "vertical-align",
    "position",
    "direction",
    "writing-mode",
    "letter-spacing",
    "line-height",
    "text-align",
    "text-decoration-line",
    "text-indent",
    "text-transform",
    "white-space",
    "word-spacing",
    "text-overflow",
    "text-shadow",
    "word-break",
    "overflow-wrap",
    "column-count",
    "column-gap",
    "column-width",
    "column-rule-color",
    "column-rule-style",
    "column-rule-width",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "font-variant",
    "color",
    "list-style-image",
    "list-style-position",
    "list-style-type",
)

#: Read for visibility and frames only; not part of `Layout.styles`.
HELPERS: Final = ("display", "visibility", "opacity", "overflow-x", "overflow-y", "padding-left", "padding-top")


def _words(value: str, separator: str = " ") -> list[str]:
    """Split a value at a separator that stands outside of parentheses and quotes.

    >>> _words("rgb(0, 0, 0) red"), _words("1px calc(1px / 2) / 3px", "/"), _words('outside none "- "')
    (['rgb(0, 0, 0)', 'red'], ['1px calc(1px / 2)', '3px'], ['outside', 'none', '"- "'])
    """
    parts, depth, quoted = [""], 0, False
    for letter in value:
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter == "(") - (letter == ")")
        if letter == separator and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _four(value: str) -> tuple[str, str, str, str]:
    """Top, right, bottom, left (or the corners from the top left on) out of one to four values.

    >>> _four("1px"), _four("1px 2px"), _four("1px 2px 3px")
    (('1px', '1px', '1px', '1px'), ('1px', '2px', '1px', '2px'), ('1px', '2px', '3px', '2px'))
    """
    words = _words(value) or [""]
    top = words[0]
    right = words[1] if len(words) > 1 else top
    bottom = words[2] if len(words) > 2 else top
    return top, right, bottom, words[3] if len(words) > 3 else right


def _corners(value: str) -> tuple[str, ...]:
    """The four radii; a corner that is not round alike has two.

    >>> _corners("50%"), _corners("1px 2px / 1px")
    (('50%', '50%', '50%', '50%'), ('1px', '2px 1px', '1px', '2px 1px'))
    """
    across, *down = _words(value, "/") or [""]
    pairs = zip(_four(across), _four(down[0] if down else across), strict=True)
    return tuple(x if x == y else f"{x} {y}" for x, y in pairs)


def _two(value: str) -> tuple[str, str]:
    words = _words(value) or [""]
    return words[0], words[-1]


def _list_style(value: str) -> tuple[str, str, str]:
    """Position, image and type; Chromium writes all three, other versions may leave out what is usual.

    >>> _list_style("inside none square"), _list_style("disc"), _list_style("none")
    (('inside', 'none', 'square'), ('outside', 'none', 'disc'), ('outside', 'none', 'none'))
    """
    words = _words(value)
    if not words:
        return "", "", ""
    position = next((word for word in words if word in ("inside", "outside")), "outside")
    rest = [word for word in words if word != position]
    if len(rest) < 2:
        image = bool(rest) and "(" in rest[0]
        rest = [rest[0], "disc"] if image else ["none", *(rest or ["disc"])]
    return position, rest[0], rest[1]


def _columns(value: str) -> tuple[str, str]:
    """How many columns, and how wide.

    >>> _columns("auto"), _columns("3"), _columns("20px 3")
    (('auto', 'auto'), ('3', 'auto'), ('3', '20px'))
    """
    words = _words((_words(value, "/") or [""])[0])
    if not words:
        return "", ""
    count = next((word for word in words if word.isdigit()), "auto")
    return count, next((word for word in words if word not in (count, "auto")), "auto")


_AROUND: Final = ("top", "right", "bottom", "left")

#: Properties that are asked for at once, which takes Chromium half as long as one by one: what they stand for, and how.
SHORTHANDS: Final[dict[str, tuple[tuple[str, ...], Callable[[str], tuple[str, ...]]]]] = {
    **{f"border-{what}": (tuple(f"border-{side}-{what}" for side in _AROUND), _four) for what in _BORDERS},
    "border-radius": (
        tuple(f"border-{corner}-radius" for corner in ("top-left", "top-right", "bottom-right", "bottom-left")),
        _corners,
    ),
    "overflow": (("overflow-x", "overflow-y"), _two),
    "list-style": (("list-style-position", "list-style-image", "list-style-type"), _list_style),
    "columns": (("column-count", "column-width"), _columns),
}

_SHORT: Final = {longhand for longhands, _ in SHORTHANDS.values() for longhand in longhands}
#: What Chromium is asked for.
REQUESTED: Final = (*SHORTHANDS, *(name for name in (*PROPERTIES, *HELPERS) if name not in _SHORT))
