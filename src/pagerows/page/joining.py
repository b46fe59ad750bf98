"""Links made absolute, many of one page: most need no more than the page's host before them.

What is not plainly so (dots in the path, relative ones, odd characters) is left to the standard library.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

__all__ = ["Joiner"]

_REST: Final = r"/[^\x00-\x20\x7f-\xa0;?#]*(?:\?[^\x00-\x20\x7f-\xa0#]+)?(?:\#[^\x00-\x20\x7f-\xa0]+)?"
_WHOLE: Final = re.compile(rf"https?://[A-Za-z0-9.-]+(?::[0-9]+)?{_REST}")
_ROOTED: Final = re.compile(rf"(?!//){_REST}")
_DOTS: Final = re.compile(r"/\.{1,2}(?:[/?#]|$)")


class Joiner:
    """Makes links absolute as `absolute` does, each once.

    >>> from pagerows import parse
    >>> join = Joiner("http://a.example/b/", parse("", url="http://a.example/b/").absolute)
    >>> join("/c?d=1"), join("e"), join("../f"), join("https://g.example/")
    ('http://a.example/c?d=1', 'http://a.example/b/e', 'http://a.example/f', 'https://g.example/')
    """

    def __init__(self, base: str | None, absolute: Callable[[str], str]) -> None:
        self._absolute, self._known = absolute, dict[str, str]()
        self._host = _host(base)

    def __call__(self, link: str) -> str:
        """Return a link as an absolute address where the page's own is known."""
        found = self._known.get(link)
        if found is None:
            found = self._known[link] = self._joined(link)
        return found

    def _joined(self, link: str) -> str:
        if not self._host or ("/." in link and _DOTS.search(link)):
            return self._absolute(link)
        if _ROOTED.fullmatch(link):
            return self._host + link
        return link if _WHOLE.fullmatch(link) else self._absolute(link)


@lru_cache(maxsize=64)
def _host(base: str | None) -> str:
    """Scheme and host of a page's address; empty where they are not plain."""
    try:
        parts = urlsplit(base or "")
    except ValueError:
        return ""
    plain = parts.scheme in ("http", "https") and _WHOLE.fullmatch(f"{parts.scheme}://{parts.netloc}/")
    return f"{parts.scheme}://{parts.netloc}" if plain else ""
