"""The style sheets that a page links to: a page that is shown again looks like itself only with them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit

from pagerows.errors import PagerowsError
from pagerows.page.fetch import fetch

__all__ = ["MOST_SHEETS", "SHEET_BYTES", "SHEET_SECONDS", "fetched_sheet", "linked_sheets", "sheets_beside"]

MOST_SHEETS: Final = 12
#: Of one sheet.
SHEET_BYTES: Final = 2**20
SHEET_SECONDS: Final = 10.0
_LINK: Final = re.compile(r"<link\b([^>]{0,2000})>", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"""\b(rel|href|media)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
_BASE: Final = re.compile(r"""<base\b[^>]{0,500}?\bhref\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)


def linked_sheets(html: str, url: str | None) -> list[str]:
    """Return the addresses of the style sheets that a page links to, in order.

    >>> linked_sheets("<link rel=stylesheet href='/a.css'><link rel=icon href=x>", "http://shop.example/list")
    ['http://shop.example/a.css']
    """
    base = _BASE.search(html)
    try:
        root = urljoin(url or "", _plain(base[1])) if base else url or ""
        found = dict.fromkeys(urljoin(root, link) for link in _links(html))
    except ValueError:
        return []
    return [address for address in found if address.startswith(("http://", "https://"))][:MOST_SHEETS]


def fetched_sheet(address: str, *, public_only: bool = False) -> str:
    """Fetch one style sheet; empty where it cannot be had: the page is shown without it."""
    try:
        got = fetch(
            address,
            timeout=SHEET_SECONDS,
            max_bytes=SHEET_BYTES,
            max_redirects=3,
            public_only=public_only,
            any_type=True,
        )
    except (PagerowsError, ValueError):
        return ""
    kind = got.content_type.partition(";")[0].strip().lower()
    return got.body.decode("utf-8", "replace") if kind in ("", "text/css", "text/plain") else ""


def sheets_beside(html: str, page: Path) -> list[str]:
    """Read the style sheets that a saved page brings along, in its own folder or below it; nothing else is opened."""
    folder = page.resolve().parent
    texts: list[str] = []
    for link in dict.fromkeys(_links(html)):
        if len(texts) == MOST_SHEETS:
            break
        try:
            parts = urlsplit(link)
            file = (folder / unquote(parts.path)).resolve()
            known = not parts.scheme and not parts.netloc and file.is_relative_to(folder) and file.suffix == ".css"
            if known and file.is_file() and file.stat().st_size <= SHEET_BYTES:
                texts.append(file.read_text("utf-8", "replace"))
        except (OSError, ValueError):
            continue  # the page is shown without it
    return texts


def _links(html: str) -> list[str]:
    """The links to style sheets for screens, as they are written."""
    found = []
    for link in _LINK.finditer(html):
        said = {name.lower(): _plain(value) for name, value in _ATTRIBUTE.findall(link[1])}
        is_sheet = "stylesheet" in said.get("rel", "").lower().split()
        if is_sheet and said.get("href") and said.get("media", "").strip().lower() not in ("print", "speech"):
            found.append(said["href"])
    return found


def _plain(value: str) -> str:
    return unescape(value.strip("\"'"))
