"""The address that a page says is its own: its canonical link, else og:url."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Final

__all__ = ["canonical"]

#: Characters of the markup that are looked at: heads are short, but may hold long styles.
_READ: Final = 400_000
_LONGEST: Final = 2000
_TAG: Final = re.compile(r"<(?:link|meta)\s[^<>]{1,2000}>", re.IGNORECASE)
#: What names such a tag, and the words that it has: these are looked for first, which is quick.
_CANONICAL: Final = re.compile(r"\brel\s*=\s*[\"']?canonical\b", re.IGNORECASE), ("canonical", "Canonical", "CANONICAL")
_OG_URL: Final = re.compile(r"\bproperty\s*=\s*[\"']?og:url\b", re.IGNORECASE), ("og:url", "OG:URL")
_ADDRESS: Final = re.compile(r"\b(?:href|content)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)


def canonical(html: str) -> str | None:
    """Return the address that the page's head gives for the page, or None.

    >>> canonical('<link rel="canonical" href="https://a.example/x"><p>text')
    'https://a.example/x'
    """
    return _first(html, *_CANONICAL) or _first(html, *_OG_URL)


def _first(html: str, named: re.Pattern[str], words: Sequence[str]) -> str | None:
    """The address in the first tag that has a name of this kind."""
    tags = sorted(tag for word in words for tag in _tags_with(html, word))
    for _, tag in tags:
        if not named.search(tag) or (address := _ADDRESS.search(tag)) is None:
            continue
        url = unescape(address[1] or address[2] or address[3] or "").strip()
        if url.startswith(("http://", "https://")):
            return url
    return None


def _tags_with(html: str, word: str) -> Iterator[tuple[int, str]]:
    """The link and meta tags that have a word, and where they start."""
    at = html.find(word, 0, _READ)
    while at >= 0:
        start = html.rfind("<", max(0, at - _LONGEST), at)
        match = _TAG.match(html, start, _READ) if start >= 0 else None
        if match:
            yield start, match[0]
        at = html.find(word, max(at + 1, match.end() if match else 0), _READ)
