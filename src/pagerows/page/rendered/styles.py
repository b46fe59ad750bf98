"""The computed styles that are asked for: the 53 of [E17 Table 2], and what visibility needs besides."""

from __future__ import annotations

from typing import Final

__all__ = ["HELPERS", "PROPERTIES"]

_SIDES: Final = ("left", "top", "right", "bottom")
_CORNERS: Final = ("bottom-left", "bottom-right", "top-left", "top-right")

#: [E17 Table 2], as CSS names them. "Text (writing) direction" is read as two properties, direction and
#: writing-mode, which makes the 53 that the text counts; "line-breaking and word-wrapping" as word-break and
#: overflow-wrap.
PROPERTIES: Final[tuple[str, ...]] = (
    "background-color",
    "background-image",
    *(f"border-{side}-color" for side in _SIDES),
    *(f"border-{side}-style" for side in _SIDES),
    *(f"border-{side}-width" for side in _SIDES),
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
