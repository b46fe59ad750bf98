"""The address that a page says is its own: its canonical link, else og:url."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

__all__ = ["canonical"]

#: Characters of the markup that are looked at: heads are short, but may hold long styles.
_READ: Final = 400_000
_TAG: Final = re.compile(r"<(?:link|meta)\s[^<>]{1,2000}>", re.IGNORECASE)
_CANONICAL: Final = re.compile(r"\brel\s*=\s*[\"']?canonical\b", re.IGNORECASE)
_OG_URL: Final = re.compile(r"\bproperty\s*=\s*[\"']?og:url\b", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"\b(?:href|content)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)


def canonical(html: str) -> str | None:
    """Return the address that the page's head gives for the page, or None.

    >>> canonical('<link rel="canonical" href="https://a.example/x"><p>text')
    'https://a.example/x'
    """
    found: dict[bool, str] = {}
    for match in _TAG.finditer(html, 0, _READ):
        tag = match[0]
        first = bool(_CANONICAL.search(tag))
        if not (first or _OG_URL.search(tag)) or (address := _ADDRESS.search(tag)) is None:
            continue
        url = unescape(address[1] or address[2] or address[3] or "").strip()
        if url.startswith(("http://", "https://")):
            found.setdefault(first, url)
    return found.get(True) or found.get(False)
