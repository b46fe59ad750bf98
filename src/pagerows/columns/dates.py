"""Dates in the words of many languages: whole, without year, relative, with times and zones, and ranges of them.

A text is read into its parts first; which of two numbers is the day, and what "3 days ago" is counted from, is decided
over the column.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime, time, timedelta, timezone
from typing import Final, NamedTuple

from pagerows.columns._plain_dates import plain_relative, plain_when
from pagerows.columns._texts import ends_relative
from pagerows.columns._worded_dates import worded_when
from pagerows.columns.words import (
    ONE,
    day_words,
    fold,
    months,
    relative,
    relative_days,
    relative_spans,
    weekdays,
)
from pagerows.patterns import lazy

__all__ = ["When", "may_be_relative", "read_exact", "read_when"]


class When(NamedTuple):
    """The parts of a date, as a text has them."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    #: Two numbers of which one is the day and one the month.
    pair: tuple[int, int] | None = None
    weekday: int | None = None
    clock: time | None = None
    zone: timezone | None = None
    #: Counted from now: how many of which unit.
    ago: tuple[int, str] | None = None
    #: A whole week, month or year, counted from this one.
    span: tuple[int, str] | None = None
    #: The last day of a range.
    end: When | None = None
    #: The words around it.
    rest: str = ""

    @property
    def is_date(self) -> bool:
        """Whether there is more than a weekday or a time of day."""
        return not (self.month is None and self.pair is None and self.ago is None and self.span is None)


_SPACE: Final = r"\s?"
_YEAR_FIRST: Final = lazy(
    rf"(?<![0-9])([12][0-9]{{3}})({_SPACE}[-/.]{_SPACE})([0-9]{{1,2}})\2([0-9]{{1,2}})(?![0-9])\.?"
)
_PAIR: Final = lazy(
    rf"(?<![0-9.,/-])([0-9]{{1,2}})({_SPACE}[-/.]{_SPACE})([0-9]{{1,2}})\2([0-9]{{4}}|[0-9]{{2}})(?![0-9/-])\.?"
)
_IDEOGRAPHS: Final = lazy(r"(?:([12][0-9]{3})\s?[年년]\s?)?([0-9]{1,2})\s?[月월]\s?(?:([0-9]{1,2})\s?[日일号號])?")
_VIETNAMESE: Final = lazy(r"(?:ngày )?([0-9]{1,2}) tháng ([0-9]{1,2})(?:,? (?:năm )?([0-9]{4}))?")
_CLOCK: Final = lazy(
    r"(?:(?<=[0-9])t|(?<![0-9.,:])(?:@|(?<![^\W\d_])(?:at |um |kl\.? |à ))?\s?)([0-9]{1,2})"
    r"(?:(?::|(?<=[0-9])h)([0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?)"
    r"\s?([ap]\.?m\.?(?![^\W\d_]))?(?:\s?(?:uhr|h)(?![^\W\d_]))?(?![0-9:])"
    r"|(?<![0-9.,:])(?:@|(?<![^\W\d_])at )?\s?(?<![0-9.,:])([0-9]{1,2})\s?([ap]\.?m\.?)(?![^\W\d_])"
)
_ZONE: Final = lazy(
    r"\s*(?:\(?(?P<name>z|utc|gmt|est|edt|cst|cdt|mst|mdt|pst|pdt|cet|cest|bst|msk|jst|kst)(?![^\W\d_]))?"
    r"\s?(?P<offset>(?<![0-9])[+-][0-9]{1,2}(?::?[0-9]{2})?(?![0-9]))?\)?"
)
ZONES: Final = {
    "z": 0, "utc": 0, "gmt": 0, "est": -300, "edt": -240, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480,
    "pdt": -420,
    "cet": 60, "cest": 120, "msk": 180, "jst": 540, "kst": 540,
}  # fmt: skip
#: Those that are two zones each.
TWO_ZONES: Final = ("cst", "bst")
_WORD: Final = lazy(r"[0-9]+|[^\W\d_](?:[^\s\d.,;:/()\[\]|·•@–—\-\"])*")
_ORDINAL: Final = lazy(r"(?<=[0-9])(?:st|nd|rd|th|er|re|ère|e|º|ª|°|-?го|-?е|\.)(?![^\W\d_])")
_SPLIT: Final = lazy(r"\s+(?:-|–|—|to|bis|au|al|até|hasta|tot|til|till|до|по|until)\s+|[–—~〜]")
#: Two days of one month: "5-7 May", "Mar 16-19".
_DAYS: Final = lazy(r"(?<![0-9/.-])([0-9]{1,2})\.?\s?[-–—]\s?([0-9]{1,2})(?![0-9/-])")
FILLER: Final = frozenset(
    """
    of the on at de del du des d' le la den der dem am um vom im el los dia día em o à a von og i in g г года год р року
    m d kl uhr h 년 월 일 يوم mese and v ve dne dnia w by since from seit ab ngày năm
    """.split()  # noqa: SIM905 - a list of forty words in quotes is hard to read
)
_NUMBER: Final = lazy(r"[0-9]+")
#: What may stand around a time that is counted from now.
_AROUND: Final = " .·•|()*,@"
_BEFORE_CLOCK: Final = lazy(r" (?:в|о|at|um|à|om|kl|ore|alle|às|a las|o)$")
_TWO_PARTS: Final = lazy(r"(?P<a>[0-9]+) (?P<large>[a-z]+),?(?: and)? (?P<b>[0-9]+) (?P<small>[a-z]+) ago")
#: How many of the smaller unit the larger one has.
_SMALLER: Final = {("yr", "mo"): 12, ("wk", "d"): 7, ("d", "h"): 24, ("h", "min"): 60, ("min", "s"): 60}
_ONE: Final = lazy(rf"(?<![^\W\d_])(?:{'|'.join(ONE)})(?= )", re.IGNORECASE)
_LETTER: Final = lazy(r"[^\W\d_]")
#: What dates without words have: two marks between numbers, or a clock.
_MARKED: Final = lazy(r"[0-9]\.?\s?[-/.]\s?[0-9]{1,2}\s?[-/.]\s?[0-9]|[0-9]:[0-9]")
_EARLIEST, _LATEST = 1500, 2200


#: The same without the clock, or a week of a year as machines write it.
_TWO_MARKS: Final = lazy(r"[0-9]\.?\s?[-/.]\s?[0-9]{1,2}\s?[-/.]\s?[0-9]|[0-9]{4}-W[0-9]")
_CLOCKED: Final = lazy(r"[0-9](?::[0-9]|h[0-9]|\s?[ap]\.?m)", re.IGNORECASE)


#: Words that patterns read between and around the parts of dates: before clocks, in ranges, at the ends of numbers.
READ_WORDS: Final = frozenset(
    """
    at um kl om ore alle las am pm uhr and to bis au al hasta tot til till until st nd rd th er re
    """.split()  # noqa: SIM905 - words in quotes are hard to read
)


def read_when(text: str, language: str = "") -> When | None:
    """Read the parts of a date, or of two of them, from a clean text; None where there is none.

    >>> read_when("Tue, 5 May 2020 at 7:30 pm").clock, read_when("3 days ago").ago, read_when("Tent 5")
    (datetime.time(19, 30), (-3, 'd'), None)
    """
    if found := plain_when(text, months(language), weekdays(language), When):
        return found
    if text[4:5] == "-" and len(text) > 10 and (moment := read_exact(text)):
        return _of_moment(moment)
    if found := plain_relative(text, relative(language), When):
        return found
    if not _LETTER.search(text) and not _MARKED.search(text):
        return None
    plain = fold(text)
    if not ends_relative(plain, language) and (found := _quickly(plain, language)):
        return found
    if may_be_relative(plain, language) and (found := _relative(plain, language)):
        return found
    if not any(map(str.isdecimal, plain)):
        return None
    return _single(plain, language) or _ranged(plain, language)


def _quickly(text: str, language: str) -> When | None:
    """Read a date with a word for its month that needs no pattern."""
    return worded_when(text, months(language), weekdays(language), FILLER, day_words(language), When)


def may_be_relative(text: str, language: str) -> bool:
    """Whether a text in small letters may be a time that is counted from now."""
    return ends_relative(text, language) or _CLOCKED.search(text) is not None


def _of_moment(moment: date) -> When:
    """The parts of a date that markup states."""
    if not isinstance(moment, datetime):
        return When(year=moment.year, month=moment.month, day=moment.day)
    offset = moment.utcoffset()
    zone = None if offset is None else timezone(offset)
    clock = moment.time().replace(microsecond=0)
    return When(year=moment.year, month=moment.month, day=moment.day, clock=clock, zone=zone)


def _relative(text: str, language: str) -> When | None:
    """ "3 days ago", "vor 2 Stunden", "yesterday at 10:30"."""
    numbers = _NUMBER.findall(text)
    known = relative(language)
    if len(numbers) <= 1:
        pattern = _NUMBER.sub("{0}", text) if numbers else _ONE.sub("{0}", text, count=1)
        for words in _shorter(pattern.strip(" .·•|()*")):
            if words in known:
                unit, sign = known[words]
                count = int(numbers[0][:6]) if numbers else 1
                rest = pattern.strip(" .·•|()*").removesuffix(words).strip()
                return When(ago=(sign * count, unit), rest=rest)
    if len(numbers) == 2 and (match := _TWO_PARTS.fullmatch(text)):
        return _two_parts(match, language)
    if not numbers and (span := relative_spans(language).get(text.strip(" .*()"))):
        return When(span=span)
    days = relative_days(language)
    without, clock, zone = _clock(text)
    words = _BEFORE_CLOCK.sub("", without.strip(" ,.·•|()@")).strip(" ,")
    for own in _shorter(words):
        if own.strip(" ,") in days:
            rest = words.removesuffix(own).strip()
            return When(ago=(days[own.strip(" ,")], "d"), clock=clock, zone=zone, rest=rest)
    return None


def _two_parts(match: re.Match[str], language: str) -> When | None:
    """ "4 years 10 months ago", counted in the smaller unit."""
    known = relative(language)
    first, last = (known.get(f"{{0}} {match[word]} ago") for word in ("large", "small"))
    times = _SMALLER.get((first[0], last[0])) if first and last else None
    if times is None or last is None:
        return None
    return When(ago=(-(int(match["a"][:4]) * times + int(match["b"][:4])), last[0]))


def _shorter(text: str) -> list[str]:
    """The text, and the text without its first word, and without its first two: "Posted 3 days ago"."""
    words = text.split(" ")
    return [" ".join(words[at:]) for at in range(min(4, len(words)))]


def _clock(text: str) -> tuple[str, time | None, timezone | None]:
    """The text without its time of day and zone, and these."""
    found = list(_CLOCK.finditer(text)) if _CLOCKED.search(text) else []
    if len(found) != 1:
        return text, None, None
    match = found[0]
    hour, minute, second = int(match[1] or match[5]), int(match[2] or 0), int(match[3] or 0)
    half = (match[4] or match[6] or "")[:1]
    if half:
        if not 1 <= hour <= 12:
            return text, None, None
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return text, None, None
    zone, end = _zone(text, match.end())
    return f"{text[: match.start()]} {text[end:]}", time(hour, minute, second), zone


def _zone(text: str, at: int) -> tuple[timezone | None, int]:
    match = _ZONE.match(text, at)
    if match is None or not (match["name"] or match["offset"]):
        return None, at
    minutes = ZONES.get(match["name"] or "utc")
    if minutes is None:  # CST and BST are two zones each
        return None, match.end()
    if offset := match["offset"]:
        digits = offset[1:].replace(":", "")
        hours, rest = (int(digits[:-2]), int(digits[-2:])) if len(digits) > 2 else (int(digits), 0)
        if hours > 14 or rest > 59:
            return None, match.end()
        minutes += (-1 if offset[0] == "-" else 1) * (hours * 60 + rest)
    return timezone(timedelta(minutes=minutes)), match.end()


def _single(text: str, language: str) -> When | None:
    without, clock, zone = _clock(text)
    found = _numeric(without) or _worded(without, language)
    if found is None:
        if clock is None or any(map(str.isdecimal, without)):
            return None
        found = When(), without  # a time of day, with or without a weekday
    when, rest = found
    names = weekdays(language)
    words = [word for word in _WORD.findall(rest) if word not in FILLER]
    named = [names[word.rstrip(".")] for word in words if word.rstrip(".") in names]
    left = [word for word in words if word.rstrip(".") not in names]
    if any(word[0].isdecimal() for word in left) or len(named) > 1:
        return None
    return when._replace(weekday=named[0] if named else None, clock=clock, zone=zone, rest=" ".join(left))


def _numeric(text: str) -> tuple[When, str] | None:
    marked = (_YEAR_FIRST, _PAIR) if _TWO_MARKS.search(text) else ()
    worded = () if text.isascii() else (_IDEOGRAPHS, _VIETNAMESE)
    for pattern in (*marked, *worded):
        match = pattern.search(text)
        if match is None:
            continue
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        if pattern is _YEAR_FIRST:
            when = When(year=int(match[1]), month=int(match[3]), day=int(match[4]))
        elif pattern is _PAIR:
            when = _from_pair(int(match[1]), int(match[3]), match[2].strip(), match[4])
        elif pattern is _IDEOGRAPHS:
            when = When(
                year=int(match[1]) if match[1] else None, month=int(match[2]), day=int(match[3]) if match[3] else None
            )
        else:
            when = When(year=int(match[3]) if match[3] else None, month=int(match[2]), day=int(match[1]))
        return (when, rest) if _possible(when) else None
    return None


def _from_pair(a: int, b: int, sign: str, year: str) -> When:
    full = int(year) if len(year) == 4 else int(year) + (2000 if int(year) < 70 else 1900)  # as POSIX has it
    if sign == ".":  # nobody writes the month first with dots
        return When(year=full, month=b, day=a)
    return When(year=full, pair=(a, b))


def _worded(text: str, language: str) -> tuple[When, str] | None:
    """One month word with a day and a year around it."""
    names = months(language)
    words = _WORD.findall(_ORDINAL.sub(" ", text))
    if language == "he":  # "in" is written in one with the month
        words = [word.removeprefix("ב") for word in words]
    at = [n for n, word in enumerate(words) if word.rstrip(".") in names and not word[0].isdecimal()]
    if len(at) != 1 and len(at) != 2:
        return None
    if len(at) == 2:  # "mar" is Tuesday, too; "may" a verb: the one beside a number is the month
        weekday = weekdays(language)
        at = [n for n in at if _beside_number(words, n) and not (words[n] in weekday and n == 0)]
        if len(at) != 1:
            return None
    place = at[0]
    month = names[words[place].rstrip(".")]
    numbers = [(n, word) for n, word in enumerate(words) if word[0].isdecimal()]
    years = [(n, word) for n, word in numbers if len(word) == 4 and _EARLIEST <= int(word) <= 2700]
    days = [(n, word) for n, word in numbers if len(word) <= 2 and abs(n - place) <= 2 and 1 <= int(word) <= 31]
    if len(years) > 1 or len(days) > 1 or len(years) + len(days) != len(numbers) or not numbers:
        return None
    year = int(years[0][1]) if years else None
    if year and year > 2400:  # the Buddhists' count
        year = year - 543 if language == "th" else None
        if year is None:
            return None
    when = When(year=year, month=month, day=int(days[0][1]) if days else None)
    used = {place, *(n for n, _ in numbers)}
    rest = " ".join(word for n, word in enumerate(words) if n not in used)
    return (when, rest) if _possible(when) else None


def _beside_number(words: list[str], at: int) -> bool:
    return any(0 <= n < len(words) and words[n][0].isdecimal() for n in (at - 1, at + 1))


def _possible(when: When) -> bool:
    if when.pair:
        a, b = when.pair
        return min(a, b) >= 1 and min(a, b) <= 12 and max(a, b) <= 31 and (when.year or 0) >= _EARLIEST
    if when.month is None or not 1 <= when.month <= 12:
        return False
    if when.year is not None and not _EARLIEST <= when.year <= _LATEST:
        return False
    return when.day is None or 1 <= when.day <= monthrange(when.year or 2000, when.month)[1]


def _ranged(text: str, language: str) -> When | None:
    """Two dates with a sign or word for "to" between them; each lends the other what it lacks."""
    match = _DAYS.search(text)
    if match:
        first = _single(_DAYS.sub(r"\1", text, count=1), language)
        last = _single(_DAYS.sub(r"\2", text, count=1), language)
        if first and last and first.month and first.day and last.day and first.day < last.day:
            return first._replace(end=last._replace(weekday=None), weekday=None)
    parts = _SPLIT.split(text)
    if len(parts) != 2:
        return None
    last = _single(parts[1].strip(), language)
    first = _single(parts[0].strip(), language)
    days = [word for word in parts[0].replace(".", " ").split() if word not in FILLER]
    if first is None and last is not None and last.month and len(days) == 1 and days[0].isdecimal():
        first = last._replace(day=int(days[0][:3]), weekday=None)
    if first is None or last is None or not first.is_date or not last.is_date or last.rest:
        return None
    return first._replace(year=first.year or last.year, end=last._replace(year=last.year or first.year))


def read_exact(text: str) -> date | None:
    """Read a date that markup states for machines (ISO 8601); one with a time of day is a datetime."""
    text = text.strip()
    if not 8 <= len(text) <= 40 or not text[:4].isdigit():
        return None
    try:
        if len(text) <= 10:
            return date.fromisoformat(text)
        return datetime.fromisoformat(text.replace(" ", "T", 1))
    except ValueError:
        return None
