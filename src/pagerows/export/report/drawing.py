"""Blocks and candidate sets drawn over the page, as SVG [E17 Fig. 4 and 13].

What is drawn is a region's evidence: ``blocks`` is a list of (x, y, width, height, depth), ``sets`` a list of lists of
(x, y, width, height), the best set first; all in CSS pixels of the whole page.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from pagerows.errors import RenderError
from pagerows.page import Page

if TYPE_CHECKING:
    from pagerows.pipeline import Extraction

__all__ = ["draw", "image", "pictures"]

#: Colours of nested blocks by depth, and of the sets by rank: apart for people with any colour vision (Okabe and Ito).
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#b8a800")


def pictures(extraction: Extraction) -> str:
    """Return the report's section with the blocks and the sets over a picture of the page; empty without them."""
    page = extraction.page
    evidence = extraction.regions[0].evidence if extraction.regions else {}
    layout = page.nodes.layout
    if layout is None or "sets" not in evidence:
        return ""
    png = _photograph(page)
    photo = "" if png is None else image(png, layout.size)
    blocks = draw(evidence, layout.size, what="blocks", picture=photo)
    sets = draw(evidence, layout.size, what="sets", picture='<use href="#photograph"/>' if photo else "")
    return f"""<section>
<h2>The page as blocks</h2>
<figure class="photograph">{blocks}</figure>
<p class="note">What belongs together: blocks in blocks, a colour for each depth.</p>
<figure class="photograph">{sets}</figure>
<p class="note">What may be the records: the sets of similar, aligned blocks, best first.</p>
</section>"""


def _photograph(page: Page) -> bytes | None:
    from pagerows.page.rendered import screenshot

    try:
        return screenshot(page)
    except RenderError:
        return None  # the drawing says enough without it


def image(png: bytes, size: tuple[float, float]) -> str:
    """Return a PNG as an SVG element, for `draw`."""
    data = base64.b64encode(png).decode("ascii")
    return f'<image id="photograph" width="{size[0]:g}" href="data:image/png;base64,{data}"/>'


def draw(evidence: Mapping[str, Any], size: tuple[float, float], *, what: str = "sets", picture: str = "") -> str:
    """Return an SVG of a page's blocks (`what` = "blocks") or candidate sets ("sets"), over a picture if there is one.

    >>> print(draw({"blocks": [(0, 0, 9, 5, 0)], "sets": []}, (9, 5), what="blocks"))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 5" width="9" height="5">
    <rect x="0" y="0" width="9" height="5" fill="none" stroke="#0072b2" stroke-width="2"/>
    </svg>
    """
    width, height = (f"{side:g}" for side in size)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    shapes = _blocks(evidence["blocks"]) if what == "blocks" else _sets(evidence["sets"])
    return "\n".join([head, *([picture] if picture else []), *shapes, "</svg>"])


def _blocks(blocks: Iterable[Sequence[float]]) -> list[str]:
    """Outer blocks first, each depth in its colour and a little thinner."""
    return [
        _rectangle(box[:4], f'fill="none" stroke="{_colour(int(box[4]))}" stroke-width="{max(1, 2 - box[4] // 4):g}"')
        for box in sorted(blocks, key=lambda box: box[4])
    ]


def _sets(sets: Sequence[Sequence[Sequence[float]]]) -> list[str]:
    """Each set in its colour, with its number; the best one, set 1, is drawn last and strongest."""
    shapes = []
    for rank, boxes in reversed(list(enumerate(sets))):
        colour, (opacity, line) = _colour(rank), (0.3, 3) if rank == 0 else (0.12, 1)
        style = f'fill="{colour}" fill-opacity="{opacity}" stroke="{colour}" stroke-width="{line}"'
        shapes += [_rectangle(box, style) for box in boxes]
        if boxes:
            shapes += _number(rank + 1, boxes[0], colour)
    return shapes


def _number(number: int, box: Sequence[float], colour: str) -> list[str]:
    """A number in a field of its own colour: beside the box where there is room, else in its corner."""
    x, y = (box[0] - 26 if box[0] >= 26 else box[0]), box[1]
    field = _rectangle((x, y, 24, 20), f'fill="{colour}"')
    place = f'x="{round(x + 12, 1):g}" y="{round(y + 15, 1):g}" text-anchor="middle"'
    return [field, f'<text {place} font-family="sans-serif" font-size="14" fill="#fff">{number}</text>']


def _rectangle(box: Sequence[float], style: str) -> str:
    x, y, width, height = (f"{round(side, 1):g}" for side in box)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {style}/>'


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]
