"""Numbers as people write them: whether "3.350" is three and a bit or three thousand is decided per column."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["NUMBER", "decimal_mark", "read_number"]

#: A number as a piece of a regular expression: digits with marks between them (spaces only before three digits).
NUMBER: Final = r"\d+(?:(?:[.,'’]\d+)|(?:[   ]\d{3}(?!\d)))*"

#: Languages that write a comma before the fraction; in the others it groups thousands [Unicode CLDR].
_COMMA: Final = """
af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu hy id is it ka kk lt lv mk nb nl nn no pl pt ro ru sk sl sq sr
sv tr uk uz vi
"""
_COMMA_LANGUAGES: Final = frozenset(_COMMA.split())
_MARKS: Final = re.compile(r"[.,]")


def decimal_mark(tokens: Iterable[str], lang: str | None = None, *, money: bool = False) -> str:
    """Decide which of ``.`` and ``,`` stands before the fraction in a column of numbers.

    >>> decimal_mark(["3.350", "1,5"])
    ','
    >>> decimal_mark(["3.350", "0.5"])
    '.'
    """
    votes = {".": 0, ",": 0}
    unsure = {".": 0, ",": 0}
    for token in set(tokens):
        marks = _MARKS.findall(token)
        if not marks:
            continue
        last = marks[-1]
        other = "," if last == "." else "."
        after = len(token) - token.rindex(last) - 1
        if other in marks:  # "1.234,5": the last one is the fraction's
            votes[last] += 1
        elif len(marks) > 1:  # "1.234.567": only thousands come more than once
            votes[other] += 1
        elif after != 3 or token.startswith("0") or token.index(last) > 3:
            votes[last] += 1
        else:
            unsure[last] += 1
    if votes["."] != votes[","]:
        return "." if votes["."] > votes[","] else ","
    if unsure["."] and unsure[","]:  # "1.500" beside "1,500": one page, one habit, but which?
        return _habit(lang)
    if money and (unsure["."] or unsure[","]):  # prices rarely have three digits behind the mark
        return "," if unsure["."] else "."
    return _habit(lang)


def _habit(lang: str | None) -> str:
    return "," if (lang or "").lower().partition("-")[0] in _COMMA_LANGUAGES else "."


def read_number(token: str, mark: str) -> float | int:
    """Read a number whose fraction stands behind `mark`.

    >>> read_number("1.234,50", ","), read_number("3,350", ".")
    (1234.5, 3350)
    """
    kept = "".join(c for c in token if c.isdigit() or c == mark)
    whole, _, fraction = kept.partition(mark)
    if mark in fraction or not fraction:  # a mark that comes twice was no fraction after all
        return int(kept.replace(mark, "") or 0)
    return float(f"{whole or 0}.{fraction}")
