"""When a page was as it is: what it or the program that saved it says. Nothing is guessed from dates of its content."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from pagerows.page._metas import may_say_when
from pagerows.patterns import lazy

__all__ = ["read_moment", "stated_moment"]

#: Bytes of a page that are looked at.
_START: Final = 8192
_META: Final = lazy(
    r"<meta\s(?=[^<>]{0,200}?http-equiv\s?=\s?[\"']?date[\"'\s])[^<>]{0,200}?content\s?=\s?[\"']([^\"'<>]{8,60})[\"']",
    re.IGNORECASE,
)
#: What SingleFile writes into the pages that it saves.
_SAVED: Final = lazy(
    r"saved date:\s{1,3}[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT([+-]\d{4})"
)


def read_moment(text: str) -> datetime | None:
    """Read a moment as headers or machines write it."""
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        pass
    from email.utils import parsedate_to_datetime  # twenty more modules, for the few pages that ask

    try:
        return parsedate_to_datetime(text)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None


def stated_moment(markup: str | bytes) -> datetime | None:
    """Return when the markup, a text or its UTF-8, says that it was served or saved."""
    data = markup[:_START].encode("utf-8", "replace") if isinstance(markup, str) else markup
    if not may_say_when(data, _START):  # the patterns are slow, and few pages have this
        return None
    start = data[:_START].decode("utf-8", "ignore")
    if match := _META.search(start):
        return read_moment(match[1])
    if match := _SAVED.search(start):
        month, day, year, clock, zone = match.groups()
        return read_moment(f"{day} {month} {year} {clock} {zone}")
    return None
