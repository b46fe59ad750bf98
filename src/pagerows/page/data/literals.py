"""A tolerant reader of JavaScript literals: data, never programs. Nothing is evaluated.

Strict JSON goes through Python's own reader, which is quick; what else scripts write (single quotes, bare keys,
trailing commas, ``undefined``, ``!0``, comments) is read here, character by character, on a stack of our own.
"""

from __future__ import annotations

import json
from typing import Any, Final

from pagerows.patterns import lazy
from pagerows.plain import dataclass

__all__ = ["Broken", "Name", "read_literal", "read_loose", "read_strict", "word_end"]

#: Levels of a value, and members of one, that are read.
DEEPEST: Final = 300
MOST: Final = 2_000_000

_SPACE: Final = lazy(r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+")
_NUMBER: Final = lazy(r"[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_WORD: Final = lazy(r"[A-Za-z_$][\w$]*")
_PLAIN: Final = {
    '"': lazy(r'[^"\\\n]*+'),
    "'": lazy(r"[^'\\\n]*+"),
    "`": lazy(r"[^`\\]*+"),
}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDS: Final = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None, "Infinity": None}
#: How values begin, most of all.
_SIGNS: Final = frozenset("[]{}\"',:0123456789")
#: How JSON begins: objects with a name in quotes.
_STRICT_START: Final = lazy(r"\{\s*+[\"}]|[\[\"\-\dtfnNI]")
_STRICT_SIGNS: Final = frozenset('["')
_STRICT: Final = json.JSONDecoder(parse_constant=lambda _: None)


class Broken(ValueError):
    """The text is not a literal, or larger or deeper than what is read."""


@dataclass(frozen=True, slots=True)
class Name:
    """A variable: what it stands for is somewhere else."""

    name: str


def read_literal(text: str, start: int = 0) -> tuple[Any, int]:
    """Read the literal at a place; return its value and where it ends.

    >>> read_literal("{a: 'x', b: [1, .5, undefined,], /* c */ 'd': !0} rest")
    ({'a': 'x', 'b': [1, 0.5, None], 'd': True}, 49)
    """
    return read_strict(text, start) or read_loose(text, start)


def read_loose(text: str, start: int = 0) -> tuple[Any, int]:
    """The same for what is not JSON to the letter."""
    return _Reader(text).read(start)


def read_strict(text: str, start: int = 0) -> tuple[Any, int] | None:
    """The same for what is JSON to the letter, which holds no names; None where it is not."""
    start = _space(text, start)
    sign = text[start : start + 1]
    if sign not in _STRICT_SIGNS and not _STRICT_START.match(
        text, start
    ):  # an error of Python's reader counts the lines before it
        return None
    try:
        return _STRICT.raw_decode(text, start)
    except RecursionError as error:
        raise Broken("nested too deeply") from error
    except ValueError:
        return None


def word_end(text: str, start: int) -> int:
    """Where the text in quotes ends that begins here; 0 where it may hold data of its own, or must be read for its end.

    >>> word_end("'red' + 1", 0), word_end("'[1, 2]'", 0), word_end("'re", 0)
    (5, 0, 0)
    """
    quote = text[start]
    run = _PLAIN[quote].match(text, start + 1)
    end = run.end() if run else start
    return end + 1 if text[end : end + 1] == quote and text[start + 1] not in "[{" else 0


def _space(text: str, at: int) -> int:
    if text[at : at + 1] in _SIGNS:  # most values have none before them
        return at
    found = _SPACE.match(text, at)
    return found.end() if found else at


class _Reader:
    """Reads one value; containers that are open are on a stack."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.count = text, 0, 0

    def read(self, start: int) -> tuple[Any, int]:
        self.at = start
        stack: list[tuple[Any, str | None]] = []
        while True:
            value, opened = self._value()
            if opened:
                stack.append((value, None))
                if len(stack) > DEEPEST:
                    raise Broken("nested too deeply")
                if not self._closed(value):
                    self._key(stack)
                    continue
                value, _ = stack.pop()
            while stack:
                container, key = stack[-1]
                self._put(container, key, value)
                if self._more(container):
                    self._key(stack)
                    break
                value, _ = stack.pop()
            else:
                return value, self.at

    def _value(self) -> tuple[Any, bool]:
        """A scalar, or an empty container that has just been opened."""
        self.at = _space(self.text, self.at)
        self.count += 1
        if self.count > MOST:
            raise Broken("too many members")
        sign = self.text[self.at : self.at + 1]
        if sign in "{[" and sign:
            self.at += 1
            return ({} if sign == "{" else []), True
        if sign in "\"'`" and sign:
            return self._string(sign), False
        if sign == "!" and self.text[self.at + 1 : self.at + 2] in ("0", "1"):
            self.at += 2
            return self.text[self.at - 1] == "0", False
        if number := _NUMBER.match(self.text, self.at):
            self.at = number.end()
            return _number(number[0]), False
        return self._word(), False

    def _word(self) -> Any:
        word = _WORD.match(self.text, self.at)
        if word is None:
            raise Broken(f"no value at {self.at}")
        self.at = word.end()
        if word[0] in _WORDS:
            return _WORDS[word[0]]
        if word[0] == "void":
            self.at = _space(self.text, self.at) + 1
            return None
        if word[0] == "new":
            return self._made()
        if self.text[self.at : self.at + 1] in ("(", ".", "["):
            raise Broken("a call, not a value")
        return Name(word[0])

    def _made(self) -> Any:
        """``new Date("2020-01-01")`` and the like: what they are made from."""
        self.at = _space(self.text, self.at)
        kind = _WORD.match(self.text, self.at)
        if kind is None or self.text[kind.end() : kind.end() + 1] != "(":
            raise Broken("a call, not a value")
        self.at = _space(self.text, kind.end() + 1)
        if self.text[self.at : self.at + 1] == ")":
            self.at += 1
            return None
        value, opened = self._value()
        self.at = _space(self.text, self.at)
        if opened or self.text[self.at : self.at + 1] != ")":
            raise Broken("a call, not a value")
        self.at += 1
        return value

    def _string(self, quote: str) -> str:
        plain = _PLAIN[quote]
        self.at += 1
        parts: list[str] = []
        while True:
            run = plain.match(self.text, self.at)
            assert run is not None
            parts.append(run[0])
            self.at = run.end()
            sign = self.text[self.at : self.at + 1]
            if sign == quote:
                self.at += 1
                return "".join(parts)
            if sign != "\\":
                raise Broken("a text that does not end")
            parts.append(self._escape())

    def _escape(self) -> str:
        sign = self.text[self.at + 1 : self.at + 2]
        digits = {"u": 4, "x": 2}.get(sign)
        if digits is None:
            self.at += 2
            return _ESCAPES.get(sign, sign)
        if sign == "u" and self.text[self.at + 2 : self.at + 3] == "{":
            end = self.text.find("}", self.at, self.at + 12)
            code, self.at = self.text[self.at + 3 : end], end + 1
        else:
            code = self.text[self.at + 2 : self.at + 2 + digits]
            self.at += 2 + digits
        try:
            return chr(int(code, 16))
        except (ValueError, OverflowError) as error:
            raise Broken("a damaged escape") from error

    def _key(self, stack: list[tuple[Any, str | None]]) -> None:
        container, _ = stack[-1]
        if isinstance(container, list):
            return
        self.at = _space(self.text, self.at)
        sign = self.text[self.at : self.at + 1]
        if sign in "\"'`" and sign:
            key = self._string(sign)
        elif word := _WORD.match(self.text, self.at) or _NUMBER.match(self.text, self.at):
            key, self.at = word[0], word.end()
        else:
            raise Broken(f"no key at {self.at}")
        self.at = _space(self.text, self.at)
        if self.text[self.at : self.at + 1] != ":":
            raise Broken(f"no value for {key!r}")
        self.at += 1
        stack[-1] = (container, key)

    @staticmethod
    def _put(container: Any, key: str | None, value: Any) -> None:
        if isinstance(container, list):
            container.append(value)
        else:
            container[key] = value

    def _more(self, container: Any) -> bool:
        """Whether another member follows; the closing sign is passed over where none does."""
        self.at = _space(self.text, self.at)
        if self.text[self.at : self.at + 1] == ",":
            self.at += 1
            return not self._closed(container)
        if self._closed(container):
            return False
        raise Broken(f"neither , nor an end at {self.at}")

    def _closed(self, container: Any) -> bool:
        self.at = _space(self.text, self.at)
        if self.text[self.at : self.at + 1] != ("]" if isinstance(container, list) else "}"):
            return False
        self.at += 1
        return True


def _number(text: str) -> int | float | None:
    sign, plain = (-1, text[1:]) if text[0] == "-" else (1, text.lstrip("+"))
    if plain[:2].lower() == "0x":
        return sign * int(plain, 16) if len(plain) < 40 else None
    if len(plain) > 400:
        return None
    value = float(plain)
    if value in (float("inf"), float("-inf")):
        return None
    return sign * (int(plain) if plain.isdecimal() else value)
