"""Pages that the contract tests read: usual ones, and ones without records."""

from __future__ import annotations

from pathlib import Path

import pagerows
from pagerows import registry

__all__ = ["EMPTY", "load", "pages"]

EMPTY = {
    "nothing": "",
    "an empty body": "<body></body>",
    "white space": "<div> <p>\n</p> </div>",
    "frames": "<frameset><frame></frameset>",
}


def pages() -> dict[str, str]:
    """Pages by name, one a layout, with optional fields, noise and damage."""
    from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate

    return {
        layout: generate(PageSpec(seed=seed, layout=layout, records=8, fields=4, optional=2, noise=4, damage=0.1)).html
        for seed, layout in enumerate(LAYOUTS)
    }


def load(html: str, method: registry.Method, folder: Path) -> pagerows.Page:
    """Return a page as a method needs it: parsed, or rendered from a file."""
    if not method.needs_render:
        return pagerows.parse(html, url="https://shop.example/list")
    file = folder / "page.html"
    file.write_text(html, encoding="utf-8")
    return pagerows.render(file)
