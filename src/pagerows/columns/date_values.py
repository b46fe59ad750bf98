"""Parts of a date -> the date, once the column has said which number is the day and what times are counted from."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, time, timedelta

from pagerows.columns.dates import When
from pagerows.columns.reading import Context
from pagerows.values import Range

__all__ = ["date_value"]


def date_value(when: When, day_first: bool | None, context: Context, *, this_year: bool = False) -> date | Range | None:
    """Return the date that the parts say; None where one is not known.

    `this_year`: the column leaves out the year where it is the current one.
    """
    try:
        if when.end is not None:
            start = date_value(when._replace(end=None), day_first, context, this_year=this_year)
            end = date_value(when.end, day_first, context, this_year=this_year)
            if start is None or end is None or isinstance(start, Range) or isinstance(end, Range):
                return None
            return Range(start, end) if _naive(start) <= _naive(end) else None
        if when.ago is not None:
            return _counted(when, context.now)
        if when.span is not None:
            return None if context.now is None else _span(*when.span, context.now.date())
        return _absolute(when, day_first, context.now, this_year)
    except (ValueError, OverflowError):  # the 31st of June; a million years ago
        return None


def _naive(value: date) -> datetime:
    return value.replace(tzinfo=None) if isinstance(value, datetime) else datetime.combine(value, time())


def _absolute(when: When, day_first: bool | None, now: datetime | None, this_year: bool) -> date | Range | None:
    month, day, year = when.month, when.day, when.year
    if when.pair is not None:
        a, b = when.pair
        if a > 12 or b > 12:
            day_first = a > 12
        if a != b and day_first is None:
            return None
        day, month = (a, b) if day_first else (b, a)
    if year is None and month is not None and day is not None and now is not None:
        year = now.year if this_year else _by_weekday(month, day, when.weekday, now)
    if year is None or month is None:
        return None
    if day is None:
        return (
            Range(date(year, month, 1), date(year, month, monthrange(year, month)[1])) if when.clock is None else None
        )
    made = date(year, month, day)
    if when.weekday is not None and made.weekday() != when.weekday:
        return None  # the page contradicts itself, or we misread it
    return made if when.clock is None else datetime.combine(made, when.clock, when.zone)


def _by_weekday(month: int, day: int, weekday: int | None, now: datetime) -> int | None:
    """The year near now in which that day is that weekday: within two years there is at most one."""
    if weekday is None:
        return None
    near = [year for year in range(now.year - 2, now.year + 3) if day <= monthrange(year, month)[1]]
    fitting = [year for year in near if date(year, month, day).weekday() == weekday]
    return fitting[0] if len(fitting) == 1 else None


def _span(count: int, unit: str, today: date) -> Range:
    """The first and the last day of a week (from Monday on), month or year."""
    if unit == "wk":
        first = today - timedelta(days=today.weekday()) + timedelta(weeks=count)
        return Range(first, first + timedelta(days=6))
    if unit == "yr":
        return Range(date(today.year + count, 1, 1), date(today.year + count, 12, 31))
    year, month = divmod(today.year * 12 + today.month - 1 + count, 12)
    return Range(date(year, month + 1, 1), date(year, month + 1, monthrange(year, month + 1)[1]))


def _counted(when: When, now: datetime | None) -> date | None:
    if now is None or when.ago is None:
        return None
    count, unit = when.ago
    if unit in ("s", "min", "h"):
        return (now + timedelta(seconds=count * {"s": 1, "min": 60, "h": 3600}[unit])).replace(second=0, microsecond=0)
    if unit in ("d", "wk"):
        day = (now + timedelta(days=count * (7 if unit == "wk" else 1))).date()
        return day if when.clock is None else datetime.combine(day, when.clock, when.zone)
    ordinal = now.year * 12 + now.month - 1 + count * (12 if unit == "yr" else 1)
    year, month = divmod(ordinal, 12)
    return date(year, month + 1, min(now.day, monthrange(year, month + 1)[1]))
