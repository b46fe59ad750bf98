"""One page of a shard, and what is kept of those that are not read."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from pagerows.page import MAX_BYTES

__all__ = ["HTML_TYPES", "UNKNOWN", "ArchivedPage", "Reading", "Selection", "declared_language"]

#: The content types that are pages.
HTML_TYPES: Final = r"text/html|application/xhtml\+xml"
#: What stands for the language of a page that declares none.
UNKNOWN: Final = "unknown"
#: Bytes in which a page's first tag is looked for.
HEAD: Final = 8192
_LANG: Final = re.compile(
    rb"""(?i)<html\b[^>]{0,2000}?\s(?:xml:)?lang\s*=\s*["']?\s*([a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,3})\b"""
)


class ArchivedPage(NamedTuple):
    """A page as an archive has it: a tuple, since each is sent to another process."""

    url: str | None
    html: bytes | str | None
    #: Where it stands in its shard: byte of a WARC, else the number of the row or file, from 0.
    offset: int
    #: HTTP status and header, and when the page was so, where the archive says it.
    status: int | None = None
    content_type: str | None = None
    at: datetime | None = None
    #: The header that says in which language it is.
    language: str | None = None
    #: Bytes of a page that is too large to be held: `html` is None then.
    size: int | None = None

    @property
    def length(self) -> int:
        """The size of the page as it is stored."""
        return self.size if self.size is not None else len(self.html or b"")


@dataclass(slots=True)
class Reading:
    """What reading a shard came upon besides pages."""

    #: Pages that the selection leaves out, by what decided it.
    left_out: Counter[str] = field(default_factory=Counter)
    #: Damaged places: offset and reason.
    damaged: list[tuple[int, str]] = field(default_factory=list)
    #: Why the shard as a whole could not be read to its end; then it has no part.
    error: str | None = None
    #: How much of the shard has been read, 0 to 1.
    share: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which pages are read."""

    #: Regular expressions: found in the address; the whole content type, where one is declared.
    url: str | None = None
    type: str = HTML_TYPES
    #: HTTP statuses; a page without one counts as good.
    status: tuple[int, ...] = (200,)
    min_size: int = 0
    max_size: int = MAX_BYTES
    #: Languages that the page declares, ``de`` or ``pt-br``; UNKNOWN: it declares none. Empty: all.
    languages: tuple[str, ...] = ()
    #: The share of pages to read, 0 to 1, chosen by their address: the same in every run.
    sample: float = 1.0

    def refuses(self, page: ArchivedPage) -> str | None:
        """Return what decides against a page; None where it is to be read."""
        if page.status is not None and page.status not in self.status:
            return "status"
        declared = (page.content_type or "").partition(";")[0].strip().lower()
        if declared and not re.fullmatch(self.type, declared):
            return "type"
        if self.url is not None and not re.search(self.url, page.url or ""):
            return "url"
        if self.sample < 1 and _draw(page) >= self.sample:
            return "sample"
        if not self.min_size <= page.length <= self.max_size:
            return "size"
        return "language" if self.languages and not self._speaks(declared_language(page)) else None

    def _speaks(self, language: str) -> bool:
        return any(language == wanted or language.startswith(f"{wanted}-") for wanted in self.languages)

    def plain(self) -> dict[str, Any]:
        """The selection for a manifest."""
        return {
            **{name: getattr(self, name) for name in ("url", "type", "min_size", "max_size", "sample")},
            "status": list(self.status),
            "languages": list(self.languages),
        }


def declared_language(page: ArchivedPage) -> str:
    """Return the language that a page declares, in small letters: its first tag, else its header; UNKNOWN where none.

    >>> declared_language(ArchivedPage(url=None, html='<!doctype html><html class=x lang="de_AT">', offset=0))
    'de-at'
    """
    start = (page.html or b"")[:HEAD]
    found = _LANG.search(start.encode("utf-8", "replace") if isinstance(start, str) else start)
    told = found[1].decode("latin-1") if found else (page.language or "").partition(",")[0]
    return told.strip().lower().replace("_", "-") or UNKNOWN


def _draw(page: ArchivedPage) -> float:
    """A number from 0 to 1 that depends on the page's address alone."""
    key = page.url if page.url is not None else str(page.offset)
    return int.from_bytes(hashlib.sha256(key.encode("utf-8", "replace")).digest()[:8], "big") / 2**64
