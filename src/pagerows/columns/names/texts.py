"""What words in the texts of a column say of it: what is counted, what all begin with, what all share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final
from urllib.parse import unquote, urlsplit

from pagerows.columns.names._marks import marked
from pagerows.patterns import lazy
from pagerows.phrases import READ
from pagerows.vocabulary import Field, field_of, fields_of, plain, split_words

__all__ = ["counted", "shared_label", "shared_words", "slug_text"]

_WORDS: Final = lazy(r"[^\W\d_]+")
#: A label before a colon.
_LABEL: Final = lazy(r"([^\W\d][^:：\n]{1,30}?)\s?[:：](?!//|\d\d\b)")
_COUNTABLE: Final = frozenset({"tags", "category", "size", "brand", "status", "other", "location", "author", "company"})


def counted(words: tuple[str, ...]) -> Field | None:
    """Return the field that the words behind a number name ("128 reviews", "(7 comments)").

    >>> counted(("reviews",)).name, counted(("colors",)).name
    ('reviews', 'color_count')
    """
    said = field_of(fields_of(words, label=True))
    # Six colours are a number, not colours.
    return Field("count", f"{said.name.removesuffix('s')}_count") if said and said.role in _COUNTABLE else said


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
        head = _most([match[1] for match in map(_LABEL.match, marked) if match], 0.8 * len(texts))
        if head:
            return f"{head}:"
    least = 0.7 * len(texts)
    split = [words for text in texts if len(words := text[:READ].split(None, 4)[:4]) > 1]
    if not _most([words[0] for words in split], least):  # nor are there longer ones
        return ""
    for size in (3, 2, 1):
        start = _most([" ".join(words[:size]) for words in split if len(words) > size], least)
        if start and not any(map(str.isdigit, start)) and fields_of(split_words(start), label=True):
            return start
    return ""


def _most(texts: list[str], least: float) -> str:
    """The text that comes so many times, most of all times; empty where there is none."""
    if len(texts) < least:
        return ""
    # What so many are, one of the first is.
    return next((text for text in texts[: int(len(texts) - least) + 1] if texts.count(text) >= least), "")


def slug_text(url: str) -> str:
    """Return the path of an address as texts are compared with it; none of one that is damaged."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return ""
    return plain(unquote(path) if "%" in path else path)
