"""A page for the app's frame: rebuilt without anything that runs or loads, its records marked, and a script of ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import unescape
from importlib.resources import files
from typing import Final
from urllib.parse import urljoin

from pagerows.export.report.page import shown_page, view_policy
from pagerows.page import Page
from pagerows.values import Region

__all__ = ["MOST_SHEETS", "linked_sheets", "page_view", "sandbox_policy"]

MOST_SHEETS: Final = 12
_LINK: Final = re.compile(r"<link\b([^>]{0,2000})>", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"""\b(rel|href|media)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
_BASE: Final = re.compile(r"""<base\b[^>]{0,500}?\bhref\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)


@cache
def _script() -> str:
    return (files(__package__) / "frame.js").read_text("utf-8")


def page_view(page: Page, regions: Sequence[Region], sheets: Sequence[str]) -> str:
    """Return the page as HTML for a sandboxed frame."""
    return shown_page(page, regions, sheets=sheets, script=_script())


def sandbox_policy() -> str:
    """The content security policy of a view: an origin of its own, nothing loaded, no script but ours."""
    return (
        f"sandbox allow-scripts; {view_policy(_script())}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )


def linked_sheets(html: str, url: str | None) -> list[str]:
    """Return the addresses of the style sheets that a page links to, in order.

    >>> linked_sheets("<link rel=stylesheet href='/a.css'><link rel=icon href=x>", "http://shop.example/list")
    ['http://shop.example/a.css']
    """
    found: dict[str, None] = {}
    base = _BASE.search(html)
    try:
        root = urljoin(url or "", unescape(base[1].strip("\"'"))) if base else url or ""
        for link in _LINK.finditer(html):
            said = {name.lower(): unescape(value.strip("\"'")) for name, value in _ATTRIBUTE.findall(link[1])}
            if "stylesheet" in said.get("rel", "").lower().split() and said.get("href") and _for_screens(said):
                found[urljoin(root, said["href"])] = None
    except ValueError:
        pass
    return [address for address in found if address.startswith(("http://", "https://"))][:MOST_SHEETS]


def _for_screens(said: dict[str, str]) -> bool:
    return said.get("media", "").strip().lower() not in ("print", "speech")
