"""Plain numbers, counts with their noun, percentages and ratings."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pagerows.columns._numbers import is_number, plain_count
from pagerows.columns.numbers import NUMBER, magnitude
from pagerows.columns.units import is_unit
from pagerows.patterns import lazy

__all__ = ["STAR_SIGNS", "Count", "Rating", "is_of_some", "is_starred"]
__all__ += ["read_count", "read_percentage", "read_rating"]


class Count(NamedTuple):
    """A number, before the column's decimal mark is known."""

    token: str
    scale: int = 1
    minus: bool = False
    #: What stands around it, in lower case.
    before: str = ""
    noun: str = ""
    #: The other end of a range.
    until: str | None = None
    #: Whether it is a bound ("up to 50 %"), not the number itself.
    bound: bool = False


class Rating(NamedTuple):
    """A rating, and the highest that could be given."""

    token: str
    top: str | None
    #: Whether the text says that it is one; a bare number does not.
    rest: str = ""


_COUNT: Final = lazy(
    rf"(?P<before>[(\[#≈~№]?|(?:no|nr|n°|n\.º)\.?\s?|[^\d:]{{1,24}}[:：]\s|[^\d]{{1,24}}[(\[])"
    rf"(?P<sign>[-+]?)(?P<n>{NUMBER})"
    r"(?P<glued>[KkMB](?![^\W\d_])|[万萬億亿千만억천]|(?:th|st|nd|rd|er|ère|º|ª|\.|\))(?![^\W\d_]))?"
    r"(?P<plus>\+?)(?P<noun>[^\d+]{0,32})",
    re.IGNORECASE,
)
_CENTS: Final = frozenset({"cent", "cents", "ct", "centimes", "céntimos", "centavos", "p", "коп"})
_ORDINALS: Final = frozenset({"th", "st", "nd", "rd", "er", "ère", "º", "ª", ".", ")"})
_LETTER: Final = lazy(r"[^\W\d_]")
#: Scripts that set a noun right behind its number.
_UNSPACED: Final = lazy(r"[฀-๿぀-ヿ㐀-鿿가-힣؀-ۿ]")
_PERCENT: Final = lazy(
    rf"(?P<before>[^\d%]{{0,24}}?)(?P<sign>[-–+]?)\s?(?P<n>{NUMBER})\s?%?(?:\s?[-–]\s?(?P<until>{NUMBER}))?\s?%"
    r"(?P<noun>[^\d%]{0,24})"
)
_OF: Final = r"(?:/|out of|of|von|sur|su|de|van|av|z|из|de un total de)"
_RATING: Final = lazy(rf"(?P<n>{NUMBER})\s?{_OF}\s?(?P<top>100|10|5|6|20)(?:[.,]0)?(?![0-9.,/])", re.IGNORECASE)
_STARS: Final = lazy(
    rf"(?P<n>{NUMBER})[\s-]?"
    r"(?:★|⭐|☆|stars?|sternen?|sterne|étoiles?|estrellas?|estrelas?|stelle|sterren|зв[её]зд\w*|星)"
    rf"|[★⭐]\s?(?P<m>{NUMBER})",
    re.IGNORECASE,
)
_SYMBOLS: Final = lazy(r"[★☆⭐✩✭✮✰✪\s]{1,12}½?")
_UP_TO: Final = lazy(
    r"(?<![^\W\d_])(?:up to|bis zu|jusqu'[àa]|hasta|fino a|até|tot|до|over|more than|less than|über|under|min\.?"
    r"|max\.?)(?![^\W\d_])",
    re.IGNORECASE,
)


_OF_FIVE: Final = lazy(rf"[0-9]\s?{_OF}\s?[1256]", re.IGNORECASE)
_STAR_WORDS: Final = ("star", "stern", "étoile", "estrel", "stelle", "sterren", "звезд", "звёзд", "星")
_STARRED: Final = lazy(rf"[0-9][\s-]?(?:{'|'.join(_STAR_WORDS)})", re.IGNORECASE)
STAR_SIGNS: Final = frozenset("★☆⭐✩✭✮✰✪")
#: How texts begin that `read_count` reads, but for labels: a number, or one of few signs or letters before it.
_COUNT_STARTS: Final = frozenset("0123456789([#≈~№-+nN")
_LABEL_ENDS: Final = frozenset(":：([")


def is_of_some(text: str) -> bool:
    """Whether a text may say that a number is one of five, six, ten, twenty or a hundred."""
    return _OF_FIVE.search(text) is not None


def is_starred(text: str) -> bool:
    """Whether a text has a number before a word for stars."""
    return _STARRED.search(text) is not None


def read_count(text: str, language: str = "") -> Count | None:
    """Read one number with a noun, a label or brackets around it from a clean text.

    >>> read_count("(1.2K reviews)")
    Count(token='1.2', scale=1000, minus=False, before='(', noun='reviews', until=None, bound=False)
    >>> read_count("5 kg"), read_count("10K+"), read_count("Item 3")
    (None, None, None)
    """
    if is_number(text):
        return Count(text)
    if text[:1] not in _COUNT_STARTS and _LABEL_ENDS.isdisjoint(text):
        return None
    glued, sign, scale = "", "", 1
    if plain := plain_count(text):  # what most counts are, for which no pattern is needed
        before, token, behind = plain
    else:
        match = _COUNT.fullmatch(text)
        if match is None or match["plus"]:
            return None
        before, sign, token = match["before"], match["sign"], match["n"]
        glued, behind = match["glued"] or "", match["noun"]
    noun = behind
    if glued and glued.lower() not in _ORDINALS:
        scale = magnitude(glued.upper() if glued in ("m", "b") else glued, language) or 0
        if not scale or glued in ("m", "b"):  # "5m": metres, minutes, millions
            return None
    elif noun and noun[0] not in " )]*·•|" and not _is_unspaced(noun):
        return None  # "3D", "12A", "2.Pro"
    noun = noun.strip(" )]·•|*.").casefold()
    if noun and not noun[0].isalpha():
        return None
    if scale == 1 and noun and _is_unspaced(noun) and (times := magnitude(noun[0], language)):
        scale, noun = times, noun[1:]
    first, _, more = noun.partition(" ")
    if scale == 1 and first and (times := magnitude(first, language) or magnitude(behind.split()[0], language)):
        if len(first.rstrip(".")) == 1 and not _is_unspaced(first) and not more:
            return None  # "5 M"
        scale, noun = times, more
        first = noun.partition(" ")[0]
    if first in ("mil", "mil.") or (first and (is_unit(first, language) or first in _CENTS)):
        return None
    if sign and (noun or before):  # a dash behind a label; "+5 free filters"
        return None
    if (len(before) > 1 and _UP_TO.search(before)) or len(noun.split()) > 3:
        return None
    return Count(token, scale, sign == "-", before.strip().casefold(), noun)


def _is_unspaced(noun: str) -> bool:
    """Whether a noun begins in a script that sets it right behind its number."""
    return not noun.isascii() and _UNSPACED.match(noun) is not None


def read_percentage(text: str) -> Count | None:
    """Read a percentage, or a range of them.

    >>> read_percentage("-20% off").token, read_percentage("10-20 %").until, read_percentage("up to 50%").bound
    ('20', '20', True)
    """
    match = _PERCENT.fullmatch(text)
    if match is None:
        return None
    before, noun = match["before"].strip(" (").casefold(), match["noun"].strip(" )*").casefold()
    bound = bool(_UP_TO.search(before)) or noun.startswith("+")
    minus = match["sign"] in ("-", "–") and match["sign"] != ""
    if minus and before and not before.endswith(("(", ":")):
        bound = True
    return Count(match["n"], 1, minus, before, noun, match["until"], bound)


def read_rating(text: str) -> Rating | None:
    """Read a rating that says that it is one: "4.5 out of 5", "4/5", "★★★☆☆", "4 stars".

    >>> read_rating("Rated 4.5 out of 5 stars"), read_rating("★★★☆☆").token, read_rating("11/5")
    (Rating(token='4.5', top='5', rest='rated stars'), '3', None)
    """
    if _SYMBOLS.fullmatch(text):
        full = sum(text.count(star) for star in "★⭐✭✮✪")
        empty = sum(text.count(star) for star in "☆✩✰")
        half = ".5" if text.endswith("½") else ""
        return Rating(f"{full}{half}", str(full + empty + bool(half)) if empty else None)
    found = list(_RATING.finditer(text))
    if len(found) == 1:
        match = found[0]
        token, top = match["n"], match["top"]
        if _roughly(token) > int(top):
            return None
    elif not found and (stars := _STARS.search(text)):
        match, token, top = stars, stars["n"] or stars["m"], None
        if _roughly(token) > 10:
            return None
    else:
        return None
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    if any(c.isdigit() for c in rest) or len(rest) > 40:
        return None
    words = " ".join(word for word in rest.casefold().split() if _LETTER.search(word))
    return Rating(token, top, words)


def _roughly(token: str) -> float:
    whole, _, fraction = token.replace(",", ".").partition(".")
    return float(f"{whole[:9]}.{fraction[:3]}") if whole.isdigit() and (not fraction or fraction.isdigit()) else 1e9
