"""What attributes and links say: labels, properties, words in class names, steps of paths."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from pagerows.patterns import lazy
from pagerows.vocabulary import Field, field_of, fields_of, said_by, split_words

__all__ = [
    "SAYS_CLASS",
    "SAYS_LABEL",
    "SAYS_NAME",
    "SAYS_PROPERTY",
    "SAYS_TITLE",
    "SAYS_WEAK_PROPERTY",
    "SILENT",
    "attribute_says",
    "may_speak",
    "step_says",
    "tidy_header",
]

_LABEL_ATTRIBUTES: Final = frozenset({"data-label", "data-th", "data-title", "data-header", "data-column-label"})
_PROPERTY_ATTRIBUTES: Final = frozenset({"itemprop", "property"})
_WORD_ATTRIBUTES: Final = frozenset({"class", "id", "name", "rel", "data-field", "data-element", "data-name"})
_TITLE_ATTRIBUTES: Final = frozenset({"aria-label", "title"})
#: Names that page builders and testers give to elements.
_TEST_ATTRIBUTE: Final = lazy(r"data-(?:.*-)?(?:test|testid|qa|cy|hook|role|component|id|auto|automation|track.*)")


#: What kind of evidence an attribute is.
SILENT, SAYS_LABEL, SAYS_PROPERTY, SAYS_WEAK_PROPERTY, SAYS_CLASS, SAYS_NAME, SAYS_TITLE = range(7)
_NO_WORDS: Final[dict[str, None]] = {}


@lru_cache(maxsize=4096)
def may_speak(name: str) -> bool:
    """Whether an attribute of that name may be evidence."""
    return (
        name in _WORD_ATTRIBUTES
        or name in _LABEL_ATTRIBUTES
        or name in _PROPERTY_ATTRIBUTES
        or name in _TITLE_ATTRIBUTES
        or _TEST_ATTRIBUTE.fullmatch(name) is not None
    )


@lru_cache(maxsize=16384)
def attribute_says(name: str, value: str) -> tuple[int, Field | None, dict[str, None]]:
    """What kind of evidence an attribute is, the field that it names, and the words of class names."""
    if name in _LABEL_ATTRIBUTES:
        return SAYS_LABEL, None, _NO_WORDS
    if name in _PROPERTY_ATTRIBUTES:
        said = _property(value)
        return SAYS_WEAK_PROPERTY if said and said.weak else SAYS_PROPERTY, said, _NO_WORDS
    if name in _WORD_ATTRIBUTES or _TEST_ATTRIBUTE.fullmatch(name):
        fields = _class_fields(value)
        words = dict.fromkeys(word for token in value.split() for word in split_words(token) if name == "class")
        return SAYS_CLASS if name == "class" else SAYS_NAME, fields[-1] if fields else None, words
    if name in _TITLE_ATTRIBUTES and len(value) <= 40:
        return SAYS_TITLE, said_by(value), _NO_WORDS
    return SILENT, None, _NO_WORDS


def tidy_header(text: str) -> str:
    """A header without footnotes, and without what repeats it for machines ("Year Year", "Title Sort by title")."""
    words = re.sub(r"\[[^\]]{0,8}\]", " ", text[:200]).split()
    repeated = next((at for at, word in enumerate(words) if word in words[:at]), len(words))
    return " ".join(words[:repeated])


def _class_fields(value: str) -> list[Field]:
    """The fields that the class names of one element name, strong ones last."""
    found = [field_of(fields_of(split_words(token))) for token in value.split()[:24]]
    return sorted(filter(None, found), key=lambda said: not said.weak)


def _property(value: str) -> Field | None:
    """The field of an itemprop or property: its last step, of the first word."""
    first = next(iter(value.split()), "")
    return said_by(re.split(r"[:/#]", first)[-1])


#: Fields that a step of a link's path tells: a step such as /price/ tells nothing.
_LINKED: Final = frozenset({"author", "category", "tags", "location", "brand", "company", "reviews", "count"})


@lru_cache(maxsize=16384)
def step_says(step: str) -> Field | None:
    """The field that a step of a link's path names.

    >>> step_says("tags").name, step_says("@ann").name, step_says("price")
    ('tags', 'author', None)
    """
    if step[0] in "@~":
        return Field("author", "author")
    words = split_words(unquote(step) if "%" in step else step)
    said = field_of(fields_of(words)) if len(words) <= 2 else None
    return said if said and said.role in _LINKED else None
