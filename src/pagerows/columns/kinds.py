"""The kinds of values that a column may hold, each decided over the whole column.

A kind reads every distinct text once; what the texts leave open (marks, units, the order of day and month) the column
decides. What it cannot decide has no value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date, datetime, time
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pagerows.columns._numbers import are_codes, are_years, plain_prices, read_numbers
from pagerows.columns._plain_dates import plain_values
from pagerows.columns._texts import (
    FITTING,
    FITTING_BARE,
    HAS_AMOUNT,
    HAS_AT,
    HAS_CLOCK,
    HAS_COUNT,
    HAS_DATE,
    HAS_FLAG,
    HAS_MEASURE,
    HAS_PERCENT,
    HAS_PHONE,
    HAS_RATING,
    LEAST,
    MAY_BE_ADDRESSES,
    MAY_BE_DATES,
    MAY_BE_FLAGS,
    MAY_BE_MEASURES,
    MAY_BE_MONEYS,
    MAY_BE_NUMBERS,
    MAY_BE_PERCENTAGES,
    MAY_BE_RATINGS,
    MAY_BE_TIMES,
    Texts,
)
from pagerows.columns.counts import Count, Rating, read_count, read_percentage, read_rating
from pagerows.columns.currencies import ALL_SIGNS, SYMBOLS, currency_of
from pagerows.columns.date_values import date_value
from pagerows.columns.dates import When, read_when
from pagerows.columns.flags import read_email, read_flag, read_phone
from pagerows.columns.money import Amounts, money_values, read_amounts
from pagerows.columns.numbers import Mark, decimal_mark, read_number, scaled
from pagerows.columns.reading import NO_HABITS, Context, Habits
from pagerows.columns.units import Measure, common_unit, in_unit, read_clock_length, read_measure, settle
from pagerows.values import Money, Range

__all__ = ["KINDS", "ORDER", "Found"]


class Found(NamedTuple):
    """What a kind makes of a column."""

    type: str
    #: The texts that are of this kind, read or not.
    fitting: Sequence[str]
    #: The value of each text; one that is missing has none.
    values: Mapping[str, Any] = MappingProxyType({})
    unit: str | None = None
    #: How sure the decisions are that the column had to take, 0 to 1.
    sure: float = 1.0
    #: Why values are missing or unsure.
    doubt: str | None = None
    #: What this column shows of how its page writes.
    habits: Habits = NO_HABITS


def _agreeing(texts: Texts, keys: Mapping[str, Hashable], ways: int = 1) -> bool:
    """Whether nearly all texts have the same few words around their values; no words at all are always fine.

    Names and codes ("Model 3 blue") have as many surroundings as cells.
    """
    ways += (texts.total >= 10) + (texts.total >= 30)
    if len({*keys.values()} - {""}) <= ways:
        return True
    around: Counter[Hashable] = Counter()
    for text, key in keys.items():
        around[key] += texts.counts[text]
    bare = around.pop("", 0)
    return bare + sum(count for _, count in around.most_common(ways)) >= FITTING * sum(texts.counts[t] for t in keys)


def _known(values: Mapping[str, Any]) -> dict[str, Any]:
    return {text: value for text, value in values.items() if value is not None}


MARK_DOUBT: Final = "thousands or fractions"
#: The last year that a bare number is taken for, where nobody knows when the page was made.
LATEST_YEAR: Final = 2035


def ratings(texts: Texts) -> Found | None:
    """Ratings that say that they are some; columns of bare numbers are told by what they are for."""
    if not texts.may_be_ratings():
        return None
    read: dict[str, Rating] = texts.read(read_rating, HAS_RATING, least=1 / LEAST)
    if not read or not _agreeing(texts, {text: rating.rest for text, rating in read.items()}, ways=2):
        return None
    if texts.is_sample:
        return Found(type="rating", fitting=list(read))
    mark = decimal_mark((rating.token for rating in read.values()), texts.context)
    tops = {rating.top for rating in read.values() if rating.top}
    if len(tops) > 1:
        return Found(type="rating", fitting=list(read), doubt="two scales")
    # In ratings a single mark is the fraction's, whatever the language: nobody has thousands of stars.
    values = _known({text: read_number(r.token, "," if "," in r.token else ".") for text, r in read.items()})
    shown = Habits(mark=mark.sign) if mark.shown else NO_HABITS
    return Found(type="rating", fitting=list(read), values=values, unit=tops.pop() if tops else None, habits=shown)


def moneys(texts: Texts) -> Found | None:
    """Amounts with a currency; what is free costs nothing in the column's currency."""
    if not texts.may_be_money():
        return None
    able = texts.having(HAS_AMOUNT)
    if plain := plain_prices(able, SYMBOLS, ALL_SIGNS):  # what most columns of prices are
        return _plain_moneys(texts, able, *plain, texts.free())
    every: dict[str, Amounts] = texts.read(read_amounts, HAS_AMOUNT, (texts.context.language,))
    # A sentence about money is no price.
    read = {text: own for text, own in every.items() if len(own.rest) <= (5 if own.parts else 2)}
    if not read or all(own.weak for own in read.values()):
        return None
    long = {text: "" if len(own.rest) <= 1 else " ".join(own.rest) for text, own in read.items()}
    if not _agreeing(texts, long, ways=2):
        return None
    free = texts.free()
    fitting = [*read, *free]
    if texts.is_sample:
        return Found(type="money", fitting=fitting)
    mark = decimal_mark((part.token for own in read.values() for part in own.parts), texts.context, money=True)
    pers = Counter({own.per: texts.counts[text] for text, own in read.items() if own.parts})
    if len(pers) > 1 and len({per for per in pers if per}) > 1:
        return Found(type="money", fitting=fitting, doubt="prices per different units")
    return _priced(fitting, free, money_values(read, mark.sign, texts.context), mark)


def _plain_moneys(texts: Texts, able: list[str], tokens: list[str], signs: list[str], free: list[str]) -> Found:
    """Amounts with nothing around them but their signs."""
    if texts.is_sample:
        return Found(type="money", fitting=[*able, *free])
    mark = decimal_mark(tokens, texts.context, money=True)
    numbers, _ = read_numbers(tokens, mark.sign)
    currencies = {sign: currency_of(sign, texts.context) for sign in dict.fromkeys(signs)}
    amounts = zip(able, tokens, signs, strict=True)
    values = {text: Money(numbers[token], currencies[sign]) for text, token, sign in amounts if token in numbers}
    return _priced([*able, *free], free, values, mark)


def _priced(fitting: list[str], free: list[str], values: dict[str, Money], mark: Mark) -> Found:
    """What is free costs nothing in the column's currency, where it has one."""
    currencies = {value.currency for value in values.values()}
    only = currencies.pop() if len(currencies) == 1 else None
    values |= dict.fromkeys(free, Money(0, only)) if only else {}
    doubt = MARK_DOUBT if mark.sign is None else ("currency not certain" if only is None and not currencies else None)
    shown = Habits(mark=mark.sign) if mark.shown else NO_HABITS
    return Found(
        type="money", fitting=fitting, values=values, unit=only, sure=mark.sure or 0.5, doubt=doubt, habits=shown
    )


def percentages(texts: Texts) -> Found | None:
    """Percentages with the same few words around them."""
    if not texts.may_be_percentages():
        return None
    read: dict[str, Count] = texts.read(read_percentage, HAS_PERCENT, least=1 / LEAST)
    if not read or not _agreeing(texts, {text: f"{c.before} {c.noun}".strip() for text, c in read.items()}, ways=2):
        return None
    if texts.is_sample:
        return Found(type="percentage", fitting=list(read))
    mark = decimal_mark((count.token for count in read.values()), texts.context)
    values = _known({text: _number(count, mark.sign) for text, count in read.items() if not count.bound})
    return Found(type="percentage", fitting=list(read), values=values, unit="%", sure=mark.sure or 0.5)


def _number(count: Count, mark: str | None) -> float | int | Range | None:
    number = scaled(read_number(count.token, mark), count.scale)
    if number is None:
        return None
    if count.until is None:
        return -number if count.minus else number
    end = read_number(count.until, mark)
    return Range(number, end) if end is not None and number <= end and not count.minus else None


def dates(texts: Texts) -> Found | None:
    """Dates: absolute, relative, ranges; and times of day between them ("Mar 7", "12:03 AM")."""
    if not texts.may_be_dates():
        return None
    read: dict[str, When] = texts.read(read_when, HAS_DATE, (texts.context.language,), least=0.5)
    whole = {text: when for text, when in read.items() if when.is_date}
    if not whole or texts.cells(whole) * 2 < texts.total:
        return None
    if not _agreeing(texts, {text: when.rest for text, when in read.items()}):
        return None
    if texts.is_sample:
        return Found(type="date", fitting=list(read))
    context = texts.context
    day_first, sure, shown = _day_first(whole.values(), context)
    years = {when.year is None and when.ago is None and when.span is None for when in whole.values()}
    values = plain_values(whole, day_first, lambda when: date_value(when, day_first, context, this_year=len(years) > 1))
    doubt = None
    if len(values) < len(whole):
        if context.now is None and any(when.ago or when.span or when.year is None for when in whole.values()):
            doubt = "no reference time"
        elif day_first is None and any(when.pair for when in whole.values()):
            doubt = "day or month first"
    habits = Habits(day_first=day_first) if shown else NO_HABITS
    return Found(type="date", fitting=list(read), values=_alike(values), sure=sure, doubt=doubt, habits=habits)


def _alike(values: Mapping[str, Any]) -> dict[str, Any]:
    """One type per column: days where not all have a time of day, and local times where not all say their zone."""
    if {*map(type, values.values())} <= {date}:
        return dict(values)
    singles = [end for value in values.values() for end in (value if isinstance(value, Range) else (value,))]
    if not all(isinstance(value, datetime) for value in singles):
        return {
            text: _each(value, lambda v: v.date() if isinstance(v, datetime) else v) for text, value in values.items()
        }
    if len({value.tzinfo is None for value in singles}) > 1:
        return {text: _each(value, lambda v: v.replace(tzinfo=None)) for text, value in values.items()}
    return dict(values)


def _each(value: Any, change: Callable[[Any], Any]) -> Any:
    return Range(change(value.start), change(value.end)) if isinstance(value, Range) else change(value)


#: Countries that write the month first; in Canada both are usual.
_MONTH_FIRST: Final = frozenset({"us", "ph", "pr", "pw", "mh", "fm"})


def _day_first(whens: Iterable[When], context: Context) -> tuple[bool | None, float, bool]:
    """Whether the day stands before the month, how sure that is, and whether the column itself shows it."""
    pairs = [(when.pair, when.year) for when in whens if when.pair]
    firsts, seconds = any(a > 12 for (a, _), _ in pairs), any(b > 12 for (_, b), _ in pairs)
    if not pairs:
        return None, 1.0, False
    if firsts != seconds:
        return firsts, 1.0, True
    if firsts:
        return None, 0.5, False
    if context.habits.day_first is not None:
        return context.habits.day_first, 0.9, False
    by_day = [(year, b, a) for (a, b), year in pairs]
    by_month = [(year, a, b) for (a, b), year in pairs]
    if len(set(pairs)) > 3 and _sorted(by_day) != _sorted(by_month):  # lists are often in order of time
        return _sorted(by_day), 0.9, True
    if context.country:
        return (None, 0.5, False) if context.country == "ca" else (context.country not in _MONTH_FIRST, 0.9, False)
    return (True, 0.9, False) if context.language not in ("", "en") else (None, 0.5, False)


def _sorted(items: Sequence[tuple[Any, ...]]) -> bool:
    ordered = sorted(items)
    return list(items) in (ordered, ordered[::-1])


def times(texts: Texts) -> Found | None:
    """Times of day, or lengths of time in minutes and seconds: where nobody can tell, there are no values."""
    if not texts.may_be_times():
        return None
    lengths: dict[str, int] = texts.read(_last_length, HAS_CLOCK)
    read: dict[str, When] = texts.read(read_when, HAS_DATE, (texts.context.language,))
    # "+2:24" is how much later, in minutes or in hours; "2h30" alone may be anything.
    clocks = {
        text: when
        for text, when in read.items()
        if when.clock is not None and not when.is_date and text[0] not in "+-" and (":" in text or " " in text)
    }
    words = {text: text.rpartition(" ")[0] for text in lengths} | {text: when.rest for text, when in clocks.items()}
    if not words or not _agreeing(texts, words):
        return None
    fitting = [text for text in texts.counts if text in words]
    plain = [text for text in fitting if text in lengths]
    if len(plain) == len(fitting):
        if any(text not in clocks or text.count(":") == 2 for text in plain):
            return Found(type="time", fitting=fitting, values=lengths, unit="s")
        if len(plain) < 3 or any(clocks[text].clock.minute % 5 for text in plain):  # type: ignore[union-attr]
            return Found(type="time", fitting=fitting, doubt="time of day or length")
    values = {text: _time(when) for text, when in clocks.items() if when.weekday is None}
    return Found(type="time", fitting=fitting, values=values)


def _last_length(text: str) -> int | None:
    return read_clock_length(text.rpartition(" ")[2])


def _time(when: When) -> time | None:
    return None if when.clock is None else when.clock.replace(tzinfo=when.zone)


def measures(texts: Texts) -> Found | None:
    """Numbers with units, in one unit. They stay texts for people ("5 miles"); lengths of time in parts are times."""
    read: dict[str, Measure] = texts.read(read_measure, HAS_MEASURE, (texts.context.language,), least=1 / LEAST)
    if not read or not _agreeing(texts, {text: measure.rest.casefold() for text, measure in read.items()}):
        return None
    weights: Counter[Measure] = Counter()
    for text, measure in read.items():
        weights[measure] += texts.counts[text]
    settled = settle(weights)
    final = {text: own for text, measure in read.items() if (own := settled[measure]) is not None}
    if not final:
        # "9d", "4d": ages as feeds write them, or lengths; nobody can tell.
        ages = all(measure.parts[0][1] in ("?d", "?w", "?y") for measure in read.values())
        return Found(type="date", fitting=list(read), doubt="ages or lengths of time") if ages else None
    if texts.is_sample:
        return Found(type="text", fitting=list(final))
    type_ = "time" if any(len(measure.parts) > 1 and _is_time(measure) for measure in final.values()) else "text"
    unit = common_unit(dict.fromkeys(final.values(), 1))
    if unit is None:
        return Found(type=type_, fitting=list(final), doubt="two units")
    mark = decimal_mark((token for own in final.values() for token, _ in own.parts), texts.context)
    values = _known({text: in_unit(own, unit, mark.sign) for text, own in final.items()})
    doubt = MARK_DOUBT if mark.sign is None else None
    return Found(type=type_, fitting=list(final), values=values, unit=unit, sure=mark.sure or 0.5, doubt=doubt)


def _is_time(measure: Measure) -> bool:
    return measure.parts[0][1] in ("s", "min", "h", "d", "wk")


def numbers(texts: Texts) -> Found | None:
    """Plain numbers, and numbers with the same noun or label around them in all cells ("128 reviews")."""
    if (bare := texts.bare_numbers()) is not None:
        return _bare_numbers(bare, texts)
    read: dict[str, Count] = texts.read(read_count, HAS_COUNT, (texts.context.language,), least=FITTING_BARE)
    if texts.cells(read) < FITTING_BARE * texts.total:
        return None
    tokens = [count.token for count in read.values()]
    if are_codes(tokens, alike=texts.total > 2):
        return None
    # Singular and plural begin alike.
    stems = {text: f"{count.before} {count.noun[:3]}".strip(" (") for text, count in read.items()}
    if not _agreeing(texts, stems):
        return None
    if texts.is_sample:
        return Found(type="integer", fitting=list(read))
    if texts.total > 2 and all(map(_is_bare, read.values())) and are_years(tokens, _latest_year(texts)):
        return Found(type="date", fitting=list(read), values={t: int(c.token) for t, c in read.items()}, unit="year")
    mark = decimal_mark((c.token for c in read.values() if c.scale == 1), texts.context)
    # "1 player" among numbers of colours is no number of colours.
    usual = _usual(texts, stems)
    counted = {text: count for text, count in read.items() if stems[text] in ("", usual)}
    values = _known({text: _number(count, _own_mark(count, mark.sign)) for text, count in counted.items()})
    doubt = MARK_DOUBT if mark.sign is None else None
    if _carats(read):
        values, doubt = {}, "thousands or names"
    whole = not any(isinstance(value, float) for value in values.values())
    shown = Habits(mark=mark.sign) if mark.shown else NO_HABITS
    return Found(
        type="integer" if whole else "decimal",
        fitting=list(read),
        values=values,
        sure=mark.sure or 0.5,
        doubt=doubt,
        habits=shown,
    )


def _bare_numbers(tokens: list[str], texts: Texts) -> Found | None:
    """The same where there is nothing around the numbers."""
    if are_codes(tokens, alike=texts.total > 2):
        return None
    if texts.is_sample:
        return Found(type="integer", fitting=tokens)
    if texts.total > 2 and are_years(tokens, _latest_year(texts)):
        return Found(type="date", fitting=tokens, values={token: int(token) for token in tokens}, unit="year")
    mark = decimal_mark(tokens, texts.context)
    values, whole = read_numbers(tokens, mark.sign)
    return Found(
        type="integer" if whole else "decimal",
        fitting=tokens,
        values=values,
        sure=mark.sure or 0.5,
        doubt=MARK_DOUBT if mark.sign is None else None,
        habits=Habits(mark=mark.sign) if mark.shown else NO_HABITS,
    )


def _is_bare(count: Count) -> bool:
    """Whether nothing is around a number."""
    return count == Count(count.token)


def _latest_year(texts: Texts) -> int:
    """The last year that is taken for one; two numbers alone may be anything."""
    return texts.context.now.year + 2 if texts.context.now else LATEST_YEAR


def _usual(texts: Texts, stems: Mapping[str, str]) -> str:
    """What most texts have around their number."""
    around: Counter[str] = Counter()
    for text, stem in stems.items():
        around[stem] += texts.counts[text]
    del around[""]
    return max(around, key=lambda stem: around[stem], default="")


def _own_mark(count: Count, mark: str | None) -> str | None:
    """Before K and M a single mark with one or two digits behind it is the fraction's, whatever the others show."""
    if (
        count.scale > 1
        and count.token.count(".") + count.token.count(",") == 1
        and count.token[-4:-3] not in (".", ",")
    ):
        return "," if "," in count.token else "."
    return mark


def _carats(read: Mapping[str, Count]) -> bool:
    """Whether every cell is a whole number and a K, and nothing else: "4K", "14K", "149K" are names and sizes, too."""
    return all(text[-1] in "Kk" and count.token.isdigit() for text, count in read.items())


def flags(texts: Texts) -> Found | None:
    """In stock, sold out; yes, no. They stay texts for people."""
    read = texts.read(read_flag, HAS_FLAG, least=1 / LEAST) if texts.may_be_flags() else None
    return Found(type="text", fitting=list(read), values=read) if read else None


def addresses(texts: Texts) -> Found | None:
    """E-mail addresses and telephone numbers. They stay texts for people."""
    able = ((read_email, HAS_AT, texts.may_be_mail()), (read_phone, HAS_PHONE, not texts.too_few(texts.written)))
    for reader, fact, is_able in able:
        read = texts.read(reader, fact, least=FITTING) if is_able else {}
        if texts.fits(read):
            return Found(type="text", fitting=list(read), values=read)
    return None


#: In the order in which they are asked: money before ratings ("$2/100 g"), dates ("1.5.2020") and telephone numbers
#: before numbers.
KINDS: Final[tuple[Callable[[Texts], Found | None], ...]] = (
    moneys,
    ratings,
    percentages,
    dates,
    times,
    measures,
    addresses,
    numbers,
)
#: All kinds in this order, by the bit of what `Texts.possible` says; yes and no first, which only words say.
ORDER: Final[tuple[tuple[int, Callable[[Texts], Found | None]], ...]] = (
    (MAY_BE_FLAGS, flags),
    (MAY_BE_MONEYS, moneys),
    (MAY_BE_RATINGS, ratings),
    (MAY_BE_PERCENTAGES, percentages),
    (MAY_BE_DATES, dates),
    (MAY_BE_TIMES, times),
    (MAY_BE_MEASURES, measures),
    (MAY_BE_ADDRESSES, addresses),
    (MAY_BE_NUMBERS, numbers),
)
