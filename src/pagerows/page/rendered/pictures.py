"""Background images as small grey pictures, so that they can be compared as people see them [E17 Eq. 5]."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import RenderError
from pagerows.page import Page, Source
from pagerows.page.rendered.browser import Browser, Job, shared_browser
from pagerows.page.rendered.document import policy_of, read_document
from pagerows.page.rendered.png import read_png

__all__ = ["MOST", "SIDE", "background_pictures"]

#: Pixels along a picture. Images of any size are drawn into a square of this: icons keep their shape, and SSIM's
#: windows of 7 pixels see a good part of it.
SIDE: Final = 32
#: Most images that are looked at; pages with more of them have a picture of its own in every record.
MOST: Final = 64
#: Behind the pictures. Nearly white, as pages are; where all of it is seen, there was no image.
GROUND: Final = (254, 255, 253)
#: Luma of red, green and blue (ITU-R BT.601).
_GREY: Final = np.array([0.299, 0.587, 0.114])


def background_pictures(
    page: Page, values: Sequence[str], *, timeout: float = 15.0, browser: Browser | None = None
) -> dict[str, NDArray[np.float64]]:
    """Return a grey picture for each computed ``background-image`` that can be drawn. (SIDE, SIDE) each, 0-255

    The images are drawn side by side on a page of their own that may load what the page itself may. What does not
    load (or is wholly transparent) is left out; so is everything where no browser is there.
    """
    wanted = list(dict.fromkeys(values))[:MOST]
    if not wanted:
        return {}
    source: Source = page.html if page.path is None else page.path
    policy = policy_of(read_document(source, page.url, page.encoding), ())
    job = Job(html=_sheet(wanted), policy=policy, width=SIDE * len(wanted), height=SIDE, timeout=timeout)
    try:
        with (browser or shared_browser()).visit(job) as visit:
            visit.load()
            pixels = read_png(visit.screenshot(SIDE * len(wanted), SIDE))
    except RenderError:
        return {}
    tiles = np.split(pixels[..., :3].astype(float), len(wanted), axis=1)
    return {value: tile @ _GREY for value, tile in zip(wanted, tiles, strict=True) if (tile != GROUND).any()}


def _sheet(values: Sequence[str]) -> str:
    """A page with each image in a square, next to each other."""
    style = (
        f"margin:0;position:absolute;top:0;width:{SIDE}px;height:{SIDE}px;background-color:rgb{GROUND};"
        "background-repeat:no-repeat;background-size:100% 100%"
    )
    squares = (
        f'<div style="{escape(f"background-image:{value};{style};left:{SIDE * place}px")}"></div>'
        for place, value in enumerate(values)
    )
    return f"<!doctype html><body style='margin:0'>{''.join(squares)}"
