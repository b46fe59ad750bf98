"""Numbers as people write them: whether "3.350" is three and a bit or three thousand is decided per column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from pagerows.columns._numbers import read_number, votes
from pagerows.columns.reading import Context
from pagerows.columns.words import writes_comma

__all__ = ["MAGNITUDES", "NUMBER", "Mark", "decimal_mark", "magnitude", "read_number", "scaled"]

#: A number as a piece of a regular expression: digits with marks between them (spaces only before three digits),
#: behind no mark (".99" is less than one) that does not end a word ("Rs.500").
NUMBER: Final = r"(?<![0-9])(?:(?<![.,])|(?<=[^\W\d_]\.))[0-9]+(?:[.,'][0-9]+|[ ][0-9]{3}(?![0-9]))*"

#: What stands behind a number and multiplies it.
MAGNITUDES: Final = {
    "K": 10**3, "k": 10**3, "M": 10**6, "B": 10**9, "bn": 10**9, "Bn": 10**9, "mn": 10**6, "Mn": 10**6, "mln": 10**6,
    "mld": 10**9, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "Tsd": 10**3,
    "tsd": 10**3,
    "Mio": 10**6, "mio": 10**6, "Mrd": 10**9, "mrd": 10**9, "Millionen": 10**6, "Milliarden": 10**9, "Million": 10**6,
    "millions": 10**6, "milliard": 10**9, "milliards": 10**9, "millón": 10**6, "millones": 10**6, "milhão": 10**6,
    "milhões": 10**6, "milioni": 10**6, "miliardi": 10**9, "miljoen": 10**6, "miljard": 10**9, "milj": 10**6,
    "mill": 10**6, "mia": 10**9,
    "miljoner": 10**6, "tys": 10**3, "tis": 10**3, "тыс": 10**3, "тис": 10**3, "млн": 10**6, "млрд": 10**9,
    "хил": 10**3,
    "lakh": 10**5, "lakhs": 10**5, "lac": 10**5, "lacs": 10**5, "crore": 10**7, "crores": 10**7, "Cr": 10**7,
    "cr": 10**7,
    "लाख": 10**5, "करोड़": 10**7, "হাজার": 10**3, "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "千": 10**3,
    "만": 10**4, "억": 10**8, "천": 10**3, "triệu": 10**6, "tỷ": 10**9, "nghìn": 10**3, "ngàn": 10**3, "rb": 10**3,
    "ribu": 10**3, "jt": 10**6, "juta": 10**6, "bin": 10**3, "milyon": 10**6, "milyar": 10**9, "هزار": 10**3,
    "میلیون": 10**6, "ألف": 10**3, "مليون": 10**6, "พัน": 10**3, "หมื่น": 10**4, "ล้าน": 10**6,
}  # fmt: skip
#: The same sign in some languages for something else.
_ELSEWHERE: Final = {
    ("tr", "B"): 10**3, ("tr", "Mr"): 10**9, ("pt", "mil"): 10**3, ("es", "mil"): 10**3, ("ca", "mil"): 10**3,
    ("gl", "mil"): 10**3, ("pt", "mi"): 10**6, ("pt", "bi"): 10**9, ("ro", "mil"): 10**6, ("ro", "mii"): 10**3,
    ("it", "mila"): 10**3, ("it", "mld"): 10**9, ("de", "B"): None, ("fr", "B"): None, ("hi", "L"): 10**5,
    ("en", "cr"): 10**7,
}  # fmt: skip


class Mark(NamedTuple):
    """The sign before the fraction, and how sure that is."""

    #: ``.`` or ``,``; None: nobody can tell, and numbers that it matters for have no value.
    sign: str | None
    sure: float
    #: Whether the numbers themselves told it.
    shown: bool = False


def magnitude(word: str, language: str = "") -> int | None:
    """Return what a word behind a number multiplies it by; None where it is no such word.

    >>> magnitude("Mio."), magnitude("B"), magnitude("B", "tr"), magnitude("km")
    (1000000, 1000000000, 1000, None)
    """
    plain = word.rstrip(".")
    if (language, plain) in _ELSEWHERE:
        return _ELSEWHERE[language, plain]
    return MAGNITUDES.get(plain)


def habit(context: Context) -> str | None:
    """The fraction's sign on this page, where its other columns or its language tell."""
    if context.habits.mark:
        return context.habits.mark
    comma = writes_comma(f"{context.language}-{context.country}" if context.country else context.lang)
    return None if comma is None else ("," if comma else ".")


def decimal_mark(tokens: Iterable[str], context: Context | None = None, *, money: bool = False) -> Mark:
    """Decide which of ``.`` and ``,`` stands before the fraction in a column of numbers.

    >>> decimal_mark(["3.350", "1,5"]).sign, decimal_mark(["3.350", "0.5"]).sign, decimal_mark(["3.350"]).sign
    (',', '.', None)
    """
    context = context or Context()
    tokens = set(tokens)
    dots, commas, open_dots, open_commas = votes(tokens)
    if dots or commas:
        most, least = max(dots, commas), min(dots, commas)
        sign = "." if dots == most else ","
        return Mark(sign if most > least else habit(context), most / (most + least), shown=most > least)
    usual = habit(context)
    if not (open_dots or open_commas):
        return Mark(usual or ".", 1.0)
    if open_dots and open_commas:  # "1.500" beside "1,500": one page, one habit, but which?
        return Mark(usual, 0.6 if usual else 0.0)
    group = "." if open_dots else ","
    other = "," if group == "." else "."
    if money:  # prices rarely have three digits behind the mark, but where the language has it so, nobody knows
        return Mark(other, 0.9) if usual != group else Mark(None, 0.0)
    if usual:
        return Mark(usual, 0.95 if usual == other else 0.8)
    return Mark(other, 0.8) if _counted(tokens) else Mark(None, 0.0)


def _counted(tokens: Sequence[str] | set[str]) -> bool:
    """Whether there are small whole numbers, and larger ones with a mark only: it groups thousands."""
    plain = [token for token in tokens if token.isdigit()]
    return len(plain) > 1 and all(len(token) <= 3 for token in plain)


def scaled(number: float | int | None, scale: int) -> float | int | None:
    """Multiply without the noise of floats: 1.2 K is 1200.

    >>> scaled(1.2, 1000), scaled(4.35, 100)
    (1200, 435)
    """
    if number is None or scale == 1:
        return number
    made = round(number * scale, 6)
    return int(made) if made == int(made) else made
