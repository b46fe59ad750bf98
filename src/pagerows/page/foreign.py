"""Responses and trees of other libraries -> what they hold. Known by what they can do: no library is imported.

Responses of requests, httpx, urllib and Scrapy; trees of lxml and BeautifulSoup; Selectors of parsel.
"""

from __future__ import annotations

import sys
from typing import IO, Any, NamedTuple, Protocol

from pagerows.errors import PageError

__all__ = ["Held", "Response", "Selector", "Tree", "held_by", "is_open_async", "is_open_page"]


class Response(Protocol):
    """What a server answered: ``content`` or ``body`` are its bytes."""

    @property
    def url(self) -> Any:
        """Where it is from."""

    @property
    def headers(self) -> Any:
        """A mapping of header names to values."""


class Tree(Protocol):
    """A parsed page that can be searched."""

    @property
    def find(self) -> Any:
        """What searches it."""


class Selector(Protocol):
    """A part of a page that was chosen."""

    @property
    def xpath(self) -> Any:
        """What chooses further."""


class Held(NamedTuple):
    """A page inside of another library's object."""

    #: What it holds; a file where it is still to be read.
    data: bytes | str | IO[bytes]
    url: str | None = None
    content_type: str | None = None


def held_by(source: object) -> Held | None:
    """Return the page that an object of another library holds; None where it is none that we know."""
    if isinstance(source, (str, bytes, bytearray, memoryview)):
        return None
    return _response(source) or _tree(source) or _markup(source)


def _response(source: Any) -> Held | None:
    if not (hasattr(source, "headers") and hasattr(source, "url")):
        return None
    body = next((body for name in ("content", "body") if isinstance(body := getattr(source, name, None), bytes)), None)
    if body is None and not _can(source, "read"):
        return None
    said = source.headers.get("Content-Type")
    content_type = said.decode("latin-1") if isinstance(said, bytes) else said  # Scrapy's are bytes
    return Held(source if body is None else body, str(source.url), content_type)  # urllib's are files


def _tree(source: Any) -> Held | None:
    """A tree of lxml, which whoever has one has imported already."""
    lxml: Any = sys.modules.get("lxml.etree")
    if lxml is None or not (lxml.iselement(source) or isinstance(source, lxml._ElementTree)):
        return None
    whole = source if isinstance(source, lxml._ElementTree) else source.getroottree()
    url = whole.docinfo.URL or ""
    text = lxml.tostring(source, method="html", encoding="unicode", with_tail=False)
    return Held(text, url if url.startswith(("http://", "https://")) else None)


def _markup(source: Any) -> Held | None:
    """What BeautifulSoup and parsel have in common with nothing else."""
    if _can(source, "find_all", "decode"):
        return Held(str(source.decode()))
    if _can(source, "get", "xpath", "css") and isinstance(text := source.get(), str):
        return Held(text)
    if is_open_page(source):
        raise PageError("this is a page that is open in a browser: give pagerows.Page.from_playwright(page)")
    return None


def is_open_page(source: Any) -> bool:
    """Whether it is a page of Playwright's sync API; a PageError says how one of the async API is read."""
    if is_open_async(source):
        raise PageError("this page is of Playwright's async API: await pagerows.extract_async(page)")
    return _can(source, "content", "evaluate")


def is_open_async(source: Any) -> bool:
    """Whether it is a page of Playwright's async API."""
    if not _can(source, "content", "evaluate"):
        return False
    from inspect import iscoroutinefunction  # not needed for most sources

    return iscoroutinefunction(source.content)


def _can(source: Any, *names: str) -> bool:
    return all(callable(getattr(source, name, None)) for name in names)
