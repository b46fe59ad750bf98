"""Numbers with a unit, and lengths of time: columns are converted to one unit, or have no values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from pagerows.columns.numbers import NUMBER, magnitude, read_number
from pagerows.columns.words import ago_words, units
from pagerows.patterns import lazy

__all__ = ["Measure", "common_unit", "in_unit", "is_unit", "read_clock_length", "read_measure", "settle", "unit_of"]


class _Unit(NamedTuple):
    dimension: str
    #: In the dimension's smallest unit here; 0: cannot be converted.
    factor: float


#: Metric prefixes of bytes are a thousand for some and 1,024 for others, so they are never converted into each other.
UNITS: Final = {
    "mg": _Unit("mass", 1), "g": _Unit("mass", 1e3), "kg": _Unit("mass", 1e6), "t": _Unit("mass", 1e9),
    "oz": _Unit("mass", 28349.523125), "lb": _Unit("mass", 453592.37),
    "mm": _Unit("length", 1), "cm": _Unit("length", 10), "m": _Unit("length", 1e3), "km": _Unit("length", 1e6),
    "in": _Unit("length", 25.4), "ft": _Unit("length", 304.8), "mi": _Unit("length", 1609344),
    "yd": _Unit("length", 914.4),
    "ml": _Unit("volume", 1), "cl": _Unit("volume", 10), "dl": _Unit("volume", 100), "l": _Unit("volume", 1e3),
    "fl oz": _Unit("fl oz", 1), "gal": _Unit("gal", 1),
    "m²": _Unit("area", 1), "km²": _Unit("area", 1e6), "ha": _Unit("area", 1e4), "sq ft": _Unit("area", 0.09290304),
    "acre": _Unit("area", 4046.8564224), "坪": _Unit("坪", 1),
    "s": _Unit("time", 1), "min": _Unit("time", 60), "h": _Unit("time", 3600), "d": _Unit("time", 86400),
    "wk": _Unit("time", 604800), "mo": _Unit("months", 1), "yr": _Unit("months", 12),
    "B": _Unit("byte", 1), "KB": _Unit("KB", 1), "MB": _Unit("MB", 1), "GB": _Unit("GB", 1), "TB": _Unit("TB", 1),
    "W": _Unit("power", 1), "kW": _Unit("power", 1e3), "MW": _Unit("power", 1e6), "V": _Unit("V", 1),
    "A": _Unit("A", 1),
    "mAh": _Unit("charge", 1), "Wh": _Unit("energy", 1), "kWh": _Unit("energy", 1e3), "MHz": _Unit("frequency", 1),
    "GHz": _Unit("frequency", 1e3), "Hz": _Unit("Hz", 1), "km/h": _Unit("km/h", 1), "mph": _Unit("mph", 1),
    "°C": _Unit("°C", 1), "°F": _Unit("°F", 1), "MP": _Unit("MP", 1), "px": _Unit("px", 1), "kcal": _Unit("kcal", 1),
    "cal": _Unit("cal", 1), "bar": _Unit("bar", 1), "psi": _Unit("psi", 1), "hp": _Unit("hp", 1),
    "Mbps": _Unit("Mbps", 1),
    "Gbps": _Unit("Gbps", 1),
}  # fmt: skip
#: Other spellings, in lower case.
_SPELLED: Final = {
    "lbs": "lb", "ozs": "oz", "kgs": "kg", "gr": "g", "gm": "g", "kms": "km", "cms": "cm", "ltr": "l", "ltrs": "l",
    "lt": "l",
    "mtr": "m", "metre": "m", "metres": "m", "kilometre": "km", "kilometres": "km", "litre": "l", "litres": "l",
    '"': "in", "”": "in", "inch": "in", "fl. oz": "fl oz", "floz": "fl oz",
    "sqft": "sq ft", "sq. ft": "sq ft", "sf": "sq ft", "ft²": "sq ft", "ft2": "sq ft", "m2": "m²", "sqm": "m²",
    "sq m": "m²",
    "qm": "m²", "кв. м": "m²", "кв.м": "m²", "㎡": "m²", "平米": "m²", "平方メートル": "m²", "平方米": "m²",
    "acres": "acre",
    "secs": "s", "mins": "min", "hrs": "h", "hr": "h", "std": "h", "days": "d", "tage": "d", "wks": "wk", "yrs": "yr",
    "gb": "GB", "mb": "MB", "kb": "KB", "tb": "TB", "go": "GB", "mo": "mo", "гб": "GB", "мб": "MB", "тб": "TB",
    "watt": "W", "watts": "W", "вт": "W", "квт": "kW", "volts": "V", "kmh": "km/h", "км/ч": "km/h", "mp": "MP",
    "megapixels": "MP",
    "pixels": "px", "miles": "mi", "公斤": "kg", "千克": "kg", "克": "g", "毫升": "ml", "升": "l", "公里": "km",
    "厘米": "cm",
    "分钟": "min", "分鐘": "min", "小时": "h", "小時": "h", "时": "h", "天": "d", "分": "min", "秒": "s", "時間": "h",
    "г": "g", "시간": "h", "분": "min", "초": "s", "cc": "ml",
}  # fmt: skip
_EXACT: Final = {symbol.lower(): symbol for symbol in UNITS}
#: Letters that could be two units, or a magnitude.
_AMBIGUOUS: Final = frozenset({"m", "M", "a", "A", "v", "b", "B", "t", "w", "W", "d", "y", "s", "c", "р", "с", "l"})
#: Single letters as they stand in "1h 54m" and "2d 4h", where several come together.
_IN_CLOCK: Final = {
    "h": "h",
    "m": "min",
    "s": "s",
    "d": "d",
    "w": "wk",
    "y": "yr",
    "u": "h",
    "ч": "h",
    "м": "min",
    "j": "d",
}

_PART: Final = lazy(rf"\s*(?P<n>{NUMBER})\s?(?P<unit>[^\W\d_][^\d\s,;·•|()]*(?:\s(?:ft|oz|м|m))?|[\"”°][CF]?|㎡)[.,]?")
_CLOCK: Final = lazy(r"(?:(?P<h>[0-9]{1,3}):)?(?P<m>[0-9]{1,3}):(?P<s>[0-5][0-9])")


class Measure(NamedTuple):
    """Numbers with their units, as a text has them: one, or several that add up (1 h 6 min)."""

    parts: tuple[tuple[str, str], ...]
    #: The words behind them.
    rest: str = ""


def unit_of(word: str, language: str) -> str | None:
    """Return the unit that a word means."""
    if word in UNITS:
        return word
    if len(word) == 1 and word.isascii() and word not in ('"', "H", "L"):  # "3D"
        return None
    if word == "mil":  # ten kilometres in Sweden, a thousand in Spain
        return None
    if language == "fr" and word in ("Mo", "Ko"):  # octets
        return {"Mo": "MB", "Ko": "KB"}[word]
    lower = word.casefold().rstrip(".")
    return _SPELLED.get(lower) or _EXACT.get(lower) or units(language).get(lower)


def is_unit(word: str, language: str) -> bool:
    """Whether a word behind a number is a unit."""
    return unit_of(word, language) is not None


def read_measure(text: str, language: str = "") -> Measure | None:
    """Read numbers with units from a clean text.

    A letter that alone could be several units stays with a question mark, for the column to decide.

    >>> read_measure("1.5 kg").parts, read_measure("1h 6m").parts, read_measure("5 m").parts
    ((('1.5', 'kg'),), (('1', 'h'), ('6', 'min')), (('5', '?m'),))
    """
    if not "0" <= text[:1] <= "9":
        return None
    parts: list[tuple[str, str, str]] = []
    at = 0
    while len(parts) < 4 and (match := _PART.match(text, at)):
        parts.append((match["n"], match["unit"].rstrip("."), match["unit"]))
        at = match.end()
    if not parts:
        return None
    rest = text[at:].strip()
    if any(c.isdigit() for c in rest) or len(rest) > 24 or rest.casefold() in ago_words(language):
        return None
    letters = [word for _, word, _ in parts]
    if magnitude(letters[0], language):
        return None
    if len(parts) > 1:
        found = [_IN_CLOCK.get(word) or unit_of(word, language) for word in letters]
        if None in found or not _falling([unit for unit in found if unit]):
            return None
    else:
        found = [f"?{letters[0]}" if letters[0] in _AMBIGUOUS else unit_of(letters[0], language)]
    if found[0] is None or (letters[0] == "г" and len(parts[0][0]) == 4):  # "2025 г." is a year
        return None
    return Measure(tuple((n, unit) for (n, _, _), unit in zip(parts, found, strict=True) if unit), rest)


def settle(measures: Mapping[Measure, int]) -> dict[Measure, Measure | None]:
    """Say what single letters mean in a column: "46m" is minutes beside "1h 6m", metres beside "2 km"."""
    known = {unit for measure in measures for _, unit in measure.parts if not unit.startswith("?")}
    dimensions = {UNITS[unit].dimension for unit in known if unit in UNITS}
    made: dict[Measure, Measure | None] = {}
    for measure in measures:
        number, unit = measure.parts[0]
        letter = unit[1:] if unit.startswith("?") else ""
        if not letter:
            made[measure] = measure
        elif dimensions == {"time"} and letter in _IN_CLOCK:
            made[measure] = measure._replace(parts=((number, _IN_CLOCK[letter]),))
        elif letter in UNITS and dimensions == {UNITS[letter].dimension}:
            made[measure] = measure._replace(parts=((number, letter),))
        else:
            made[measure] = None
    return made


def _falling(found: Sequence[str]) -> bool:
    """Whether the parts add up: one dimension, each unit smaller than the one before."""
    known = [UNITS[unit] for unit in found if unit in UNITS]
    return (
        len(known) == len(found)
        and len({unit.dimension for unit in known}) == 1
        and all(a.factor > b.factor for a, b in pairwise(known))
    )


def read_clock_length(text: str) -> int | None:
    """Read "8:17" or "1:02:03" as a length of time in seconds.

    >>> read_clock_length("8:17"), read_clock_length("1:02:03"), read_clock_length("8:77")
    (497, 3723, None)
    """
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    hours, minutes = int(match["h"] or 0), int(match["m"])
    if match["h"] and minutes > 59:
        return None
    return hours * 3600 + minutes * 60 + int(match["s"])


def common_unit(measures: Mapping[Measure, int]) -> str | None:
    """The unit that a column's numbers are given in: the smallest one there is; None where they do not mix."""
    found: Counter[str] = Counter()
    for measure, count in measures.items():
        for _, unit in measure.parts:
            found[unit] += count
    if len(found) == 1:
        return next(iter(found))
    known = [UNITS[unit] for unit in found if unit in UNITS]
    if len(known) != len(found) or len({unit.dimension for unit in known}) != 1:
        return None
    return min(found, key=lambda unit: UNITS[unit].factor)


def in_unit(measure: Measure, unit: str, mark: str | None) -> float | int | None:
    """Return a measure as a number of a unit."""
    numbers = [read_number(token, mark) for token, _ in measure.parts]
    if None in numbers:
        return None
    if len(numbers) == 1 and measure.parts[0][1] == unit:
        return numbers[0]
    base = UNITS[unit].factor
    total = sum((n or 0) * UNITS[own].factor for n, (_, own) in zip(numbers, measure.parts, strict=True)) / base
    made = round(total, 6)
    return int(made) if made == int(made) else made
