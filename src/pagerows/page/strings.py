"""Many strings as one buffer of UTF-8, so that kernels can read texts, addresses and classes without Python objects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from pagerows.later import Bytes, Ints, Longs, np
from pagerows.page import _strings
from pagerows.page._paths import text_words

__all__ = ["ClassWords", "Strings", "class_words", "plain_class"]

_DIGITS: Final = re.compile(r"\d+")
_ASCII_DIGITS: Final = re.compile(r"[0-9]+")


class Strings(NamedTuple):
    """String k is ``buffer[start[k]:stop[k]]``, in UTF-8.

    >>> found = Strings.of(["a ", "bé", "a"])
    >>> found.numbered().tolist(), found.stripped().numbered().tolist(), found.lengths().tolist()
    ([0, 1, 2], [0, 1, 0], [2, 2, 1])
    >>> found.text(1), found.texts()
    ('bé', ['a ', 'bé', 'a'])
    """

    buffer: Bytes
    start: Longs
    stop: Longs

    @classmethod
    def of(cls, texts: Iterable[str]) -> Strings:
        """Encode texts."""
        parts = [text.encode("utf-8", "surrogatepass") for text in texts]
        edges = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=edges[1:])
        return cls(np.frombuffer(b"".join(parts), np.uint8), edges[:-1], edges[1:])

    def take(self, chosen: Ints) -> Strings:
        """Some of the strings, in the order asked for."""
        return Strings(self.buffer, _strings.taken(self.start, chosen), _strings.taken(self.stop, chosen))

    def text(self, place: int) -> str:
        """One string."""
        return self.buffer[self.start[place] : self.stop[place]].tobytes().decode("utf-8", "surrogatepass")

    def texts(self) -> list[str]:
        """All strings."""
        return _strings.texts(*self)

    def stripped(self) -> Strings:
        """The strings without white space at their ends."""
        return Strings(self.buffer, *_strings.stripped(*self))

    def lengths(self) -> Longs:
        """How many characters each has."""
        return _strings.lengths(*self)

    def numbered(self) -> Ints:
        """A number for each, equal for equal ones, ascending by first appearance."""
        return _strings.numbered(*self)

    def joined(self, between: str) -> str:
        """All in one, with a character (ASCII) between them."""
        return self.utf8(between).decode("utf-8", "surrogatepass")

    def utf8(self, between: str) -> bytes:
        """The same in UTF-8."""
        return _strings.joined(*self, ord(between))


class ClassWords(NamedTuple):
    """The words of class attributes, no digits, as numbers; and where each attribute's words start, and the end."""

    words: Ints
    first: Longs


def class_words(classes: list[str]) -> tuple[ClassWords, ClassWords]:
    """Split class attributes into words without digits: as they are, and with small and capital letters alike.

    >>> exact, alike = class_words(["Item x-12", "", "item É1"])
    >>> exact.words.tolist(), exact.first.tolist(), alike.words.tolist()
    ([0, 1, 2, 3], [0, 2, 2, 4], [0, 1, 0, 2])
    """
    exact, alike = text_words(classes, plain_class)
    return ClassWords(*exact), ClassWords(*alike)


def plain_class(text: str, lower: bool) -> str:
    """What the kernel does to a class in ASCII, for all characters: no digits, and no capital letters if wanted."""
    plain = _DIGITS.sub("", text.lower()) if lower else _ASCII_DIGITS.sub("", text)
    return " ".join(plain.split())
