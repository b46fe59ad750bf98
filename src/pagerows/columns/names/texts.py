"""What the texts of a column say of it: how long they are, how many differ, signs and words of certain fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from pagerows.columns.names._marks import marked
from pagerows.columns.names._shapes import shapes
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
_NO_DIGIT: Final = lazy(r"\D")
_NUMBER: Final = lazy(r"\d+(?:[.,' \u00a0\u202f]\d{3})*(?:[.,]\d+)?")
#: Shapes of texts whose shares are features.
_SHARES: Final = ("one_word", "upper", "lower", "capitalised", "list", "exact", "linked")
_LONGEST: Final = 1000
#: Mean length from which on a column's texts are long.
_LONG: Final = 80


def marks(columns: list[list[str]]) -> list[dict[str, int]]:
    """Return for each column of folded texts how many of them pass each test."""
    every = marked(columns, READ)
    for texts, found in zip(columns, every, strict=True):
        for text in texts:
            for name in phrases_in(text):
                found[name] = found.get(name, 0) + 1
    return every


def folded_texts(cells: Sequence[Cell]) -> list[str]:
    """Return the texts of cells as patterns see them."""
    return [plain(cell.text[:_LONGEST]) for cell in cells]


def text_features(
    cells: list[Cell], filled: float, folded: Sequence[str], marked: Mapping[str, int]
) -> dict[str, float]:
    """Return the features of a sample of a column's cells, of their folded texts and `marks`.

    `filled` is the share of records that have a cell.
    """
    shape = shapes(cells)
    count = max(1, len(cells))
    mean, words = shape["letters"] / count, shape["words"] / count
    differing = len(set(folded))
    found = {name: number / count for name, number in marked.items()}
    found |= {name: shape[name] / count for name in _SHARES}
    found |= {
        "filled": filled,
        "sparse": float(filled < 0.5),
        "distinct": differing / count,
        "constant": float(differing == 1 and len(cells) > 2),
        "few_values": float(1 < differing <= count / 3),
        "log_length": log(1 + mean),
        "to_3_words": float(words <= 3),
        "to_8_words": float(3 < words <= 8),
        "to_20_words": float(8 < words <= 20),
        "sentences": float(words > 20),
        "long": float(mean > _LONG),
        "spread": log(1 + shape["most_letters"]) - log(1 + shape["fewest_letters"]),
        "names": _share_of_names(cells, shape),
        "city": len([cell for cell in cells if ", " in cell.text and _CITY.search(cell.text[-READ:])]) / count,
    }
    return found | _number_features(folded)


def _share_of_names(cells: Sequence[Cell], shape: Mapping[str, int]) -> float:
    """The share of texts that look like names of people; those that all begin small do not."""
    if shape["lower"] == len(cells):
        return 0.0
    texts = [cell.text for cell in cells]
    return len([text for text in texts if not text[:1].islower() and _NAMES.fullmatch(text[:READ])]) / len(texts)


def _number_features(texts: Sequence[str]) -> dict[str, float]:
    """Features of the first numbers of the texts, where most have one."""
    numbers: list[float] = []
    for place, text in enumerate(texts):
        if match := _NUMBER.search(text):
            numbers.append(_float(match[0]))
        elif len(numbers) + len(texts) - place - 1 < 0.7 * len(texts):  # too few are left
            return {}
    if not numbers:
        return {}
    highest = max(numbers)
    rising = sum(1 for a, b in pairwise(numbers) if b > a)
    return {
        "to_5": float(highest <= 5),
        "to_10": float(5 < highest <= 10),
        "to_100": float(10 < highest <= 100),
        "large": float(highest > 1000),
        "fraction": sum(1 for number in numbers if number % 1) / len(numbers),
        "rising": float(rising == len(numbers) - 1 and len(numbers) > 2 and highest < 5000),
        "years": sum(1 for number in numbers if 1900 <= number <= 2100 and not number % 1) / len(numbers),
    }


def _float(text: str) -> float:
    """A rough reading of a number: enough to tell ratings from counts."""
    if len(text) <= 16 and text.isdecimal():
        return float(text)
    digits = text[:16].replace(" ", "").replace("'", "").replace("\u00a0", "").replace("\u202f", "")
    head, mark, tail = digits.rpartition("," if digits.rfind(",") > digits.rfind(".") else ".")
    whole = _NO_DIGIT.sub("", head if mark and len(tail) != 3 else digits) or "0"
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
    shared = tuple(word for word in shared if "currency" not in marked([[word]], READ)[0])
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
