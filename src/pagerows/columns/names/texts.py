"""What the texts of a column say of it: how long they are, how many differ, signs and words of certain fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise
from math import log
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from pagerows.columns.names._needs import Signs, possible
from pagerows.patterns import lazy
from pagerows.phrases import READ, phrases_in
from pagerows.values import Cell
from pagerows.vocabulary import Field, field_of, fields_of, plain, split_words

__all__ = ["amounts", "folded_texts", "marks", "nouns", "shared_label", "shared_words", "text_features", "word_overlap"]

_WORDS: Final = lazy(r"[^\W\d_]+")
#: What stands behind a number, and a label before a colon.
_COUNTED: Final = lazy(r"[^\w]{0,2}\d[\d.,\u00a0 ]*[km]?\+?\s*([^\W\d].*)")
_LABEL: Final = lazy(r"([^\W\d][^:：\n]{1,30}?)\s?[:：](?!//|\d\d\b)")
#: "Austin, TX", "Reno, NV 89431"; case matters.
_CITY: Final = lazy(r"\w, [A-Z]{2}(?: \d{5})?(?:, USA?)?$")
#: "Ann Lee", "Jo de Wit, Max Roth": every word in capitals but small particles; case matters.
_NAME_PART: Final = r"[A-ZÀ-ÞА-Я][\w'’.-]*"
_NAMES: Final = lazy(rf"{_NAME_PART} (?:(?:de|van|von|da|del|der|la) )?{_NAME_PART}(?: {_NAME_PART})?(?:[,&] .*)?")
_COUNTABLE: Final = frozenset({"tags", "category", "size", "brand", "status", "other", "location", "author", "company"})
_NUMBER: Final = lazy(r"\d+(?:[.,' \u00a0\u202f]\d{3})*(?:[.,]\d+)?")


_PATTERNS: Final = {
    "by": lazy(r"^(?:by|von|par|por|di|door|af|av|от|posted by|written by|submitted by|autor)\b[: ]"),
    "currency": lazy(
        r"[$€£¥₹₽₩₺฿₫₴]|\b(?:usd|eur|gbp|chf|kr|zł|rs|inr|cad|aud|pln|sek|nok|dkk|czk|brl)\b|\d ?円|лв|руб"
    ),
    "percent": lazy(r"\d ?%"),
    "minus": lazy(r"^[-−–] ?\d|^[-−–] ?[$€£]"),
    "per": lazy(
        r"/ ?(?:mo|month|monat|mois|week|night|day|yr|year|hr|hour|kg|g|l|ml|oz|lb|unit|ea|100)\b|\bper \w+|\ba month"
    ),
    "year": lazy(r"\b(?:19|20)\d\d\b"),
    "clock": lazy(r"\b\d{1,2}:\d\d\b"),
    "minutes": lazy(
        r"\d ?(?:min|mins|minutes?|minuten|secs?|hours?|hrs?|std|stunden|heures|horas?|ore|h"
        r"|weeks?|days?|months?|tage|jours)\b"
    ),
    "age": lazy(r"^\d{1,3} ?(?:d|h|w|mo|y|days?)\.?$"),
    "hours": lazy(r"\b\d{1,2} ?h(?:rs?)?(?: ?\d{1,2} ?m(?:in)?)?\b"),
    "slash_5": lazy(r"\d ?/ ?(?:5|10)$|^\d[.,]\d{1,2}$"),
    "parens": lazy(r"^\( ?[\d.,kK+]+ ?\)?"),
    "ordinal": lazy(r"^(?:#|no\. ?|nr\. ?)?\d{1,4}[.)]?$"),
    "code": lazy(r"^(?=[^ ]*\d)(?=[^ ]*[^\W\d_])[\w./-]{4,}$|^\d{6,}$"),
    "handle": lazy(r"^@\w|^u/\w"),
    "hash": lazy(r"^#[^\W\d]"),
    "place": lazy(r"^[^\W\d][\w .'-]+, [^\W\d][\w .'-]+$"),
    "postal": lazy(
        r"\b(?:street|st|avenue|ave|road|rd|straße|rue|via|calle)\b.*\d"
        r"|\d.*\b(?:street|st|avenue|ave|road|rd)\b|\b[a-z]{2} \d{5}\b"
    ),
    "person": lazy(r"^(?:dr\.? |prof\.? )?[^\W\d_]+(?: [^\W\d_]\.?)?(?: [^\W\d_]+){1,2}$"),
    "phone": lazy(r"^(?:tel\.?:? ?)?\+?[\d(][\d() ./-]{6,}\d$"),
    "domain": lazy(r"^\(?(?:[\w-]+\.)+[a-z]{2,6}(?:/\S*)?\)?$"),
    "size": lazy(
        r"\d ?(?:\"|''|cm|mm|m²|sq ?ft|sqft|m2|kg|g|lbs?|oz|ml|l|gb|tb|mb|inch|in|ft|km|mi|miles|watts?|w)\b|\d ?x ?\d"
    ),
    "scale": lazy(r"\d ?[kKmM]\+?$|\d ?[kK]\b"),
    "dot_end": lazy(r"[.!?…]['\"”’)]?$|\.\.\.$"),
    "ellipsis": lazy(r"…$|\.\.\.$"),
    "colon": lazy(r"^[^\W\d][^:]{1,25}: "),
    "semicolons": lazy(r"; "),
    "commas": lazy(r",.*,"),
    "pipe": lazy(r" [|·•/] "),
    "digits_first": lazy(r"^[+#($€£~-]{0,2}\d"),
    "only_number": lazy(r"^[+#(]{0,2}\d[\d.,  ]*\+?\)?$"),
    "any_digit": lazy(r"\d"),
    "number_word": lazy(r"^[+(]?\d[\d.,]*[km]?\+? [^\W\d]+[^\d]{0,20}$"),
}
#: Patterns that a text without a digit may have.
_WITHOUT_DIGIT: Final = frozenset(
    {"by", "currency", "per", "handle", "hash", "place", "person", "domain", "dot_end", "ellipsis", "colon"}
    | {"semicolons", "commas", "pipe"}
)


class _Need(NamedTuple):
    """The characters of which a text must have one, for a pattern to be in it; a test holds that nothing is missed.

    0 is any digit, L any letter and the underscore (texts are in small letters), ¤ any sign of a currency.
    """

    has: str = ""
    first: str = ""
    #: One of the last two.
    last: str = ""
    #: Behind a digit, or behind a digit and a space.
    behind: str = ""
    #: Of which it must have none.
    lacks: str = ""


_SIGNS: Final = "%-−–:/.,()+#@;|·•~$€£\"'"
_NEEDS: Final = {
    "by": _Need(first="bvpdaоws", has=": "),
    "percent": _Need(behind="%"),
    "minus": _Need(first="-−–"),
    "year": _Need(behind="0"),
    "clock": _Need(behind=":"),
    "minutes": _Need(behind="mshowdtj"),
    "age": _Need(first="0", behind="dhwmy"),
    "hours": _Need(behind="h"),
    "slash_5": _Need(last="0", behind="/.,"),
    "parens": _Need(first="("),
    "ordinal": _Need(first="0#n", last="0.)"),
    "code": _Need(has="0", lacks=" "),
    "handle": _Need(first="@u", has="@/"),
    "hash": _Need(first="#"),
    "place": _Need(first="L", has=",", lacks=_SIGNS.translate(str.maketrans("", "", ",.'-"))),
    "person": _Need(first="L", last="L", has=" ", lacks="0" + _SIGNS.replace(".", "")),
    "phone": _Need(first="0(+t", last="0", has="0", lacks=_SIGNS.translate(str.maketrans("", "", "+().:/-"))),
    "domain": _Need(first="0L-(", has=".", lacks=" "),
    "size": _Need(behind="\"'cmskglotifwx"),
    "scale": _Need(behind="km"),
    "colon": _Need(first="L", has=":"),
    "semicolons": _Need(has=";"),
    "commas": _Need(has=","),
    "pipe": _Need(has="|·•/"),
    "digits_first": _Need(first="0+#($€£~-"),
    "only_number": _Need(first="0+#(", has="0", lacks="L"),
    "any_digit": _Need(has="0"),
    "number_word": _Need(first="0+(", has=" "),
    "per": _Need(has="/"),
    "currency": _Need(has="¤лр"),
}
#: Words by which patterns are in a text, too: where no text of a table has one, characters alone tell.
_NEEDED_WORDS: Final = {
    "per": frozenset({"per", "month"}),
    "currency": frozenset("usd eur gbp chf kr zł rs inr cad aud pln sek nok dkk czk brl".split()),  # noqa: SIM905
    "postal": frozenset("street st avenue ave road rd straße rue via calle five_digits".split()),  # noqa: SIM905
}
_TOKENS: Final = lazy(r"\w+")
_FIVE_DIGITS: Final = lazy(r" \d{5}\b")
#: Those that look at the end of a text, and how much of it they see.
_AT_END: Final = ("dot_end", "ellipsis")
_END: Final = 4
_STOPS: Final = frozenset(".!?…")
_LONGEST: Final = 1000
#: Mean length from which on a column's texts are long.
_LONG: Final = 80


#: Bits of characters: classes first, then those that patterns need.
_DIGIT_BIT, _WRITTEN_BIT, _LETTER_BIT, _MONEY_BIT, _ANY_BIT = (1 << number for number in range(5))
_MONEY: Final = frozenset("$€£¥₹₽₩₺฿₫₴円")
_OWN_BITS: Final = {
    sign: 32 << number
    for number, sign in enumerate(sorted(set("".join(part for need in _NEEDS.values() for part in need)) - set("0L¤")))
}


def _bits(sign: str) -> int:
    """The bits of a character."""
    letter = _LETTER_BIT if sign == "_" or (sign.isalnum() and not sign.isdecimal()) else 0
    digit = (_DIGIT_BIT if sign.isdecimal() else 0) | (_WRITTEN_BIT if sign.isdigit() else 0)
    return _ANY_BIT | letter | digit | (_MONEY_BIT if sign in _MONEY else 0) | _OWN_BITS.get(sign, 0)


def _bits_of_any(signs: str) -> int:
    """The bits of which one must be there for one of some characters to be there."""
    classes = {"0": _DIGIT_BIT, "L": _LETTER_BIT, "¤": _MONEY_BIT}
    return sum({classes.get(sign) or _OWN_BITS[sign] for sign in signs})


@cache
def _needed_bits() -> NDArray[np.uint64]:
    """What `possible` asks for, for each pattern that needs characters."""
    return np.array(
        [
            [
                _bits_of_any(need.has),
                0 if name in _WITHOUT_DIGIT else _WRITTEN_BIT,
                *(_bits_of_any(signs) for signs in (need.first, need.last, need.behind, need.lacks)),
            ]
            for name, need in _NEEDS.items()
        ],
        np.uint64,
    )


@cache
def _signs() -> Signs:
    return Signs(_bits, _DIGIT_BIT, _OWN_BITS[" "])


def _text_bits(texts: Sequence[str]) -> NDArray[np.uint64]:
    characters = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    first = np.fromiter(accumulate(map(len, texts), initial=0), np.int64, len(texts) + 1)
    return _signs().of_texts(characters, first)


def marks(columns: Sequence[Sequence[str]]) -> list[dict[str, int]]:
    """Return for each column of folded texts how many of them pass each test."""
    texts = [text for column in columns for text in column]
    owner = [number for number, column in enumerate(columns) for _ in column]
    found: list[dict[str, int]] = [{} for _ in columns]
    for text, number in zip(texts, owner, strict=True):
        for name in phrases_in(text):
            found[number][name] = found[number].get(name, 0) + 1
    starts, ends = [text[:READ] for text in texts], [text[-_END:] for text in texts]
    bits = _text_bits(starts)
    able: dict[str, Sequence[int]] = dict(zip(_NEEDS, possible(bits, _needed_bits()), strict=True))
    able |= {name: _able(name, bits) for name in _words_needed(starts)}
    stopped = [number for number, end in enumerate(ends) if not _STOPS.isdisjoint(end)]
    able |= dict.fromkeys(_AT_END, stopped)
    for name, numbers in able.items():
        search, looked_at = _PATTERNS[name].search, ends if name in _AT_END else starts
        for number in numbers:
            if search(looked_at[number]):
                own = found[owner[number]]
                own[name] = own.get(name, 0) + 1
    return found


def _able(name: str, bits: NDArray[np.uint64]) -> Sequence[int]:
    """The texts that a pattern may be in, whatever characters they have."""
    if name in _WITHOUT_DIGIT:
        return range(len(bits))
    able: list[int] = np.flatnonzero(bits[:, 0] & np.uint64(_WRITTEN_BIT)).tolist()
    return able


def _words_needed(texts: Sequence[str]) -> Iterator[str]:
    """The patterns that need words, and have one in these texts."""
    whole = "\n".join(texts)
    has = set(_TOKENS.findall(whole))
    if _FIVE_DIGITS.search(whole):
        has.add("five_digits")
    return (name for name, words in _NEEDED_WORDS.items() if not has.isdisjoint(words))


def folded_texts(cells: Sequence[Cell]) -> list[str]:
    """Return the texts of cells as patterns see them."""
    return [plain(cell.text[:_LONGEST]) for cell in cells]


def text_features(
    cells: Sequence[Cell], filled: float, folded: Sequence[str], marked: Mapping[str, int]
) -> dict[str, float]:
    """Return the features of a sample of a column's cells, of their folded texts and `marks`.

    `filled` is the share of records that have a cell.
    """
    texts = [cell.text for cell in cells]
    count = max(1, len(texts))
    found = {name: number / count for name, number in marked.items()}
    lengths = list(map(len, texts))
    words = [len(text.split()) for text in texts]
    mean, mean_words = sum(lengths) / count, sum(words) / count
    differing = len(set(folded))
    found |= {
        "filled": filled,
        "sparse": float(filled < 0.5),
        "distinct": differing / count,
        "constant": float(differing == 1 and len(texts) > 2),
        "few_values": float(1 < differing <= count / 3),
        "log_length": log(1 + mean),
        "one_word": words.count(1) / count,
        "to_3_words": float(mean_words <= 3),
        "to_8_words": float(3 < mean_words <= 8),
        "to_20_words": float(8 < mean_words <= 20),
        "sentences": float(mean_words > 20),
        "long": float(mean > _LONG),
        "spread": log(1 + max(lengths, default=0)) - log(1 + min(lengths, default=0)),
        "upper": len([text for text in texts if text.isupper() and len(text) > 1]) / count,
        "lower": len([text for text in texts if text[:1].islower()]) / count,
        "capitalised": list(map(str.istitle, texts)).count(True) / count,
        "list": len([cell for cell in cells if cell.items]) / count,
        "exact": len([cell for cell in cells if cell.exact]) / count,
        "names": len([text for text in texts if not text[:1].islower() and _NAMES.fullmatch(text[:READ])]) / count,
        "city": len([text for text in texts if ", " in text and _CITY.search(text[-READ:])]) / count,
        "linked": [cell.kind for cell in cells].count("link") / count,
    }
    return found | _number_features(folded)


def _number_features(texts: Sequence[str]) -> dict[str, float]:
    """Features of the first numbers of the texts, where most have one."""
    matches = [match for match in map(_NUMBER.search, texts) if match]
    if len(matches) < 0.7 * len(texts) or not matches:
        return {}
    numbers = [_float(match[0]) for match in matches]
    rising = sum(1 for a, b in pairwise(numbers) if b > a)
    return {
        "to_5": float(max(numbers) <= 5),
        "to_10": float(5 < max(numbers) <= 10),
        "to_100": float(10 < max(numbers) <= 100),
        "large": float(max(numbers) > 1000),
        "fraction": sum(1 for number in numbers if number % 1) / len(numbers),
        "rising": float(rising == len(numbers) - 1 and len(numbers) > 2 and max(numbers) < 5000),
        "years": sum(1 for number in numbers if 1900 <= number <= 2100 and not number % 1) / len(numbers),
    }


def _float(text: str) -> float:
    """A rough reading of a number: enough to tell ratings from counts."""
    if len(text) <= 16 and text.isdecimal():
        return float(text)
    digits = text[:16].replace(" ", "").replace("'", "").replace("\u00a0", "").replace("\u202f", "")
    head, mark, tail = digits.rpartition("," if digits.rfind(",") > digits.rfind(".") else ".")
    whole = re.sub(r"\D", "", head if mark and len(tail) != 3 else digits) or "0"
    return float(f"{whole}.{tail}") if mark and len(tail) != 3 else float(whole)


def nouns(texts: Sequence[str]) -> dict[Field, float]:
    """Return the fields that the words behind numbers name ("128 reviews", "(7 comments)") -> share of the texts."""
    counts: Counter[Field] = Counter()
    for text in texts:
        behind = _COUNTED.match(plain(text[:60]))
        words = tuple(_WORDS.findall(behind[1])) if behind and " out of " not in text else ()
        if 0 < len(words) <= 4 and (said := field_of(fields_of(words, label=True))):
            # Six colours are a number, not colours.
            counts[Field("count", f"{said.name.removesuffix('s')}_count") if said.role in _COUNTABLE else said] += 1
    return {said: count / len(texts) for said, count in counts.items()}


def shared_words(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the words that most texts have beside their numbers ("12 watching", "$9 in Used"), three at most.

    >>> shared_words(["$20.98 in Used", "$19.88 in Used", "$23.26 in Used"])
    ('used',)
    """
    counts = Counter(word for text in texts for word in dict.fromkeys(_WORDS.findall(plain(text[:READ]))))
    shared = tuple(word for word, count in counts.items() if count >= 0.7 * len(texts) and len(word) > 2)
    shared = tuple(word for word in shared if not _PATTERNS["currency"].search(word))
    return shared if len(shared) <= 3 else ()


def shared_label(texts: Sequence[str]) -> str:
    """Return the words that (nearly) all texts begin with and that differ behind them ("Published by", "Model #:").

    >>> shared_label(["Model: A1", "Model: B2", "Model: C3"]), shared_label(["by Ann", "by Bo", "by Cy"])
    ('Model:', 'by')
    """
    if len(texts) < 3 or len(set(texts)) < 2:
        return ""
    marked = [text for text in texts if ":" in text or "：" in text]
    if len(marked) >= 0.8 * len(texts):
        heads = Counter(match[1] for match in map(_LABEL.match, marked) if match)
        if heads and heads.most_common(1)[0][1] >= 0.8 * len(texts):
            return f"{heads.most_common(1)[0][0]}:"
    split = [words for text in texts if len(words := text[:READ].split(None, 4)[:4]) > 1]
    firsts = [words[0] for words in split]
    if not any(firsts.count(first) >= 0.7 * len(texts) for first in set(firsts)):  # nor are there longer ones
        return ""
    for size in (3, 2, 1):
        starts = Counter(" ".join(words[:size]) for words in split if len(words) > size)
        for start, count in starts.most_common(1):
            if (
                count >= 0.7 * len(texts)
                and not any(map(str.isdigit, start))
                and fields_of(split_words(start), label=True)
            ):
                return start
    return ""


def word_overlap(cells: Sequence[Cell]) -> float:
    """Return the share of cells whose own link's path spells most of their words: titles do."""
    hits = 0
    for cell in cells:
        words = {word for word in _WORDS.findall(plain(cell.text)) if len(word) > 2}
        if cell.url and words:
            hits += 2 * len(words & _slug_words(cell.url)) >= len(words)
    return hits / max(1, len(cells))


#: What `urlsplit` has more to say about.
_UNUSUAL: Final = frozenset("[]\t\r\n")


def _slug_words(url: str) -> set[str]:
    path = _path(url)
    return set(_WORDS.findall(plain(unquote(path) if "%" in path else path)))


def _path(url: str) -> str:
    """The path of an address; none of one that is damaged."""
    if url.isascii() and _UNUSUAL.isdisjoint(url) and url.startswith(("http://", "https://")):
        return "/" + url.partition("#")[0].partition("?")[0].partition("://")[2].partition("/")[2]
    try:
        return urlsplit(url).path
    except ValueError:
        return ""


def amounts(values: Sequence[Any] | None) -> list[float | None]:
    """Return the numbers of a column's values; of money its amount."""
    found: list[float | None] = []
    for value in values or ():
        amount = value[0] if isinstance(value, tuple) and value else value
        number = isinstance(amount, (int, float)) or hasattr(amount, "as_tuple")
        found.append(float(amount) if number else None)
    return found
