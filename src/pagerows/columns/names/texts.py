"""What the texts of a column say of it: how long they are, how many differ, signs and words of certain fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from pagerows.patterns import lazy
from pagerows.phrases import READ, phrases_in
from pagerows.values import Cell
from pagerows.vocabulary import Field, field_of, fields_of, plain, split_words

__all__ = ["amounts", "nouns", "shared_label", "shared_words", "text_features", "word_overlap"]

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
#: What patterns need, one of these characters or words (of the texts' letters and digits): where no text of a column
#: has one, nobody looks for them.
_NEEDED: Final = {
    "percent": frozenset("%"),
    "minus": frozenset("-−–"),
    "clock": frozenset(":"),
    "hours": frozenset("h"),
    "slash_5": frozenset("/.,"),
    "parens": frozenset("("),
    "handle": frozenset("@/"),
    "hash": frozenset("#"),
    "place": frozenset(","),
    "domain": frozenset("."),
    "scale": frozenset("km"),
    "dot_end": frozenset(".!?…"),
    "ellipsis": frozenset(".…"),
    "colon": frozenset(":"),
    "semicolons": frozenset(";"),
    "commas": frozenset(","),
    "pipe": frozenset("|·•/"),
    "per": frozenset({"/", "per", "month"}),
    "currency": frozenset(
        "$ € £ ¥ ₹ ₽ ₩ ₺ ฿ ₫ ₴ 円 л р usd eur gbp chf kr zł rs inr cad aud pln sek nok dkk czk brl".split()  # noqa: SIM905
    ),
    "postal": frozenset("street st avenue ave road rd straße rue via calle five_digits".split()),  # noqa: SIM905
}
_TOKENS: Final = lazy(r"\w+")
_FIVE_DIGITS: Final = lazy(r" \d{5}\b")
#: Those that look at the end of a text, and how much of it they see.
_AT_END: Final = frozenset({"dot_end", "ellipsis"})
_END: Final = 4
_LONGEST: Final = 1000
#: Mean length from which on a column's texts are long.
_LONG: Final = 80


def _marks(texts: Sequence[str]) -> Counter[str]:
    """How many of some folded texts pass each test."""
    found: Counter[str] = Counter()
    starts, ends = [text[:READ] for text in texts], [text[-_END:] for text in texts]
    written = [start for start in starts if any(map(str.isdigit, start))]
    whole = "\n".join(starts)
    has = {*_TOKENS.findall(whole), *whole, *"".join(ends)}
    if _FIVE_DIGITS.search(whole):
        has.add("five_digits")
    for text in texts:
        found.update(phrases_in(text))
    for name, pattern in _PATTERNS.items():
        if name in _NEEDED and has.isdisjoint(_NEEDED[name]):
            continue
        looked_at = ends if name in _AT_END else starts if name in _WITHOUT_DIGIT else written
        if count := sum(1 for text in looked_at if pattern.search(text)):
            found[name] = count
    return found


def text_features(cells: Sequence[Cell], filled: float) -> dict[str, float]:
    """Return the features of a sample of a column's cells; `filled` is the share of records that have one."""
    texts = [cell.text for cell in cells]
    folded = [plain(text[:_LONGEST]) for text in texts]
    count = max(1, len(texts))
    found = {name: number / count for name, number in _marks(folded).items()}
    lengths = [len(text) for text in texts]
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
        "one_word": sum(1 for n in words if n == 1) / count,
        "to_3_words": float(mean_words <= 3),
        "to_8_words": float(3 < mean_words <= 8),
        "to_20_words": float(8 < mean_words <= 20),
        "sentences": float(mean_words > 20),
        "long": float(mean > _LONG),
        "spread": log(1 + max(lengths, default=0)) - log(1 + min(lengths, default=0)),
        "upper": sum(1 for text in texts if text.isupper() and len(text) > 1) / count,
        "lower": sum(1 for text in texts if text[:1].islower()) / count,
        "capitalised": sum(1 for text in texts if text.istitle()) / count,
        "list": sum(1 for cell in cells if cell.items) / count,
        "exact": sum(1 for cell in cells if cell.exact) / count,
        "names": sum(1 for text in texts if _NAMES.fullmatch(text[:READ])) / count,
        "city": sum(1 for text in texts if _CITY.search(text[-READ:])) / count,
        "linked": sum(1 for cell in cells if cell.kind == "link") / count,
    }
    return found | _number_features(folded)


def _number_features(texts: Sequence[str]) -> dict[str, float]:
    """Features of the first numbers of the texts, where most have one."""
    numbers = [_float(match[0]) for match in map(_NUMBER.search, texts) if match]
    if len(numbers) < 0.7 * len(texts) or not numbers:
        return {}
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
    heads = Counter(match[1] for match in map(_LABEL.match, texts) if match)
    if heads and heads.most_common(1)[0][1] >= 0.8 * len(texts):
        return f"{heads.most_common(1)[0][0]}:"
    split = [text[:READ].split()[:4] for text in texts]
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


def _slug_words(url: str) -> set[str]:
    try:
        return set(_WORDS.findall(plain(unquote(urlsplit(url).path))))
    except ValueError:
        return set()


def amounts(values: Sequence[Any] | None) -> list[float | None]:
    """Return the numbers of a column's values; of money its amount."""
    found: list[float | None] = []
    for value in values or ():
        amount = value[0] if isinstance(value, tuple) and value else value
        number = isinstance(amount, (int, float)) or hasattr(amount, "as_tuple")
        found.append(float(amount) if number else None)
    return found
