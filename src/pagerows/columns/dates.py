"""Dates and times: numeric ones and English months here, other languages by dateparser where it is installed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Final

__all__ = ["read_dates", "read_time"]

_MONTH_NAMES: Final = "january february march april may june july august september october november december"
_MONTHS: Final = {name[:length]: n for n, name in enumerate(_MONTH_NAMES.split(), 1) for length in (3, 4, len(name))}
_MONTH: Final = r"(?P<month>[a-z]{3,9})\.?"
_WEEKDAY: Final = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_HOURS: Final = r"(?P<hour>\d{1,2})[:h](?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.\d+)?)?\s*(?P<half>[ap]\.?m\.?)?"
_CLOCK: Final = rf"(?:[T,]?\s*(?:at\s+)?{_HOURS}(?:Z|\s?UTC|\s?GMT|[+-]\d{{2}}:?\d{{2}})?)?"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_ISO: Final = _pattern(rf"(?P<year>\d{{4}})(?P<s>[-/.])(?P<month>\d{{1,2}})(?P=s)(?P<day>\d{{1,2}}){_CLOCK}")
_NUMERIC: Final = _pattern(
    rf"{_WEEKDAY}(?P<a>\d{{1,2}})(?P<s>[-/.])(?P<b>\d{{1,2}})(?P=s)(?P<year>\d{{4}}|\d{{2}}){_CLOCK}"
)
_WORDS: Final = (
    _pattern(rf"{_WEEKDAY}{_DAY}[\s-]+(?:of\s+)?{_MONTH},?[\s-]+(?P<year>\d{{4}}){_CLOCK}"),
    _pattern(rf"{_WEEKDAY}{_MONTH}[\s-]+{_DAY},?[\s-]+(?P<year>\d{{4}}){_CLOCK}"),
)
_TIME: Final = _pattern(rf"{_HOURS}(?:\s?(?:h|Uhr))?")
#: A day, a word in any script and a year: what is worth asking dateparser.
_FOREIGN: Final = re.compile(r"(?=.*\d{4})(?=.*[^\W\d_]{3})[\w\s.,]{8,40}")


def read_dates(texts: Sequence[str], lang: str | None = None) -> list[date | None]:
    """Read a column of dates; in numeric ones, which of the first two numbers is the day is decided over the column.

    A date with a time of day is a datetime.

    >>> read_dates(["03/04/2020", "25/04/2020"])
    [datetime.date(2020, 4, 3), datetime.date(2020, 4, 25)]
    """
    numeric = [match for text in texts if (match := _NUMERIC.fullmatch(text))]
    day_first = _day_first(numeric, lang)
    found = [_one(text, day_first) for text in texts]
    foreign = [n for n, value in enumerate(found) if value is None and _FOREIGN.fullmatch(texts[n])]
    if foreign and len(foreign) >= 0.7 * len(texts):
        for n, value in zip(foreign, _by_dateparser([texts[n] for n in foreign], lang), strict=True):
            found[n] = value
    return found


def _day_first(numeric: Sequence[re.Match[str]], lang: str | None) -> bool:
    firsts = [int(match["a"]) for match in numeric]
    seconds = [int(match["b"]) for match in numeric]
    if any(first > 12 for first in firsts) or any(match["s"] == "." for match in numeric):
        return True
    if any(second > 12 for second in seconds):
        return False
    return (lang or "").lower() not in ("en", "en-us")


def _one(text: str, day_first: bool) -> date | None:
    try:
        if match := _ISO.fullmatch(text):
            return _made(match, int(match["month"]), int(match["day"]))
        if match := _NUMERIC.fullmatch(text):
            a, b = int(match["a"]), int(match["b"])
            return _made(match, *((b, a) if day_first else (a, b)))
        for pattern in _WORDS:
            if match := pattern.fullmatch(text):
                month = _MONTHS.get(match["month"].lower())
                return _made(match, month, int(match["day"])) if month else None
    except ValueError:  # the 31st of June
        return None
    return None


def _made(match: re.Match[str], month: int, day: int) -> date:
    year = int(match["year"])
    if len(match["year"]) == 2:
        year += 2000 if year < 70 else 1900  # as POSIX has it
    if match["hour"] is None:
        return date(year, month, day)
    clock = _clock(match)
    return datetime(year, month, day, clock.hour, clock.minute, clock.second)


def _clock(match: re.Match[str]) -> time:
    hour = int(match["hour"])
    half = (match["half"] or "").lower()[:1]
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, int(match["minute"] or 0), int(match["second"] or 0))


def read_time(text: str) -> time | None:
    """Read a time of day.

    >>> read_time("7:30 pm"), read_time("25:00")
    (datetime.time(19, 30), None)
    """
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    try:
        return _clock(match)
    except ValueError:
        return None


def _by_dateparser(texts: Sequence[str], lang: str | None) -> list[date | None]:
    """Ask dateparser, in the page's language only: with all languages it is slow and sees dates everywhere."""
    nothing: list[date | None] = [None] * len(texts)
    code = (lang or "").lower().partition("-")[0]
    if not code or code == "en":
        return nothing
    try:
        import dateparser
    except ImportError:
        return nothing
    settings = {"REQUIRE_PARTS": ["day", "month", "year"], "PARSERS": ["absolute-time"]}
    try:
        found = [dateparser.parse(text, languages=[code], settings=settings) for text in texts]
    except ValueError:  # a language that it does not know
        return nothing
    return [None if value is None else value.date() for value in found]
