"""A tolerant reader of JavaScript literals: data, never programs. Nothing is evaluated.

Strict JSON goes through Python's own reader, which is quick; what else scripts write (single quotes, bare keys,
trailing commas, ``undefined``, ``!0``, comments) a kernel reads, character by character.
"""

from __future__ import annotations

import json
from typing import Any, Final

from pagerows.page.data._literals import read_loosely
from pagerows.page.data.names import Broken, Name
from pagerows.patterns import lazy

__all__ = ["Broken", "Name", "read_literal", "read_loose", "read_strict", "word_end"]

_SPACE: Final = lazy(r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+")
_PLAIN: Final = {
    '"': lazy(r'[^"\\\n]*+'),
    "'": lazy(r"[^'\\\n]*+"),
}
#: How values begin, most of all.
_SIGNS: Final = frozenset("[]{}\"',:0123456789")
#: How JSON begins: objects with a name in quotes.
_STRICT_START: Final = lazy(r"\{\s*+[\"}]|[\[\"\-\dtfnNI]")
_STRICT_SIGNS: Final = frozenset('["')
_STRICT: Final = json.JSONDecoder(parse_constant=lambda _: None)


def read_literal(text: str, start: int = 0) -> tuple[Any, int]:
    """Read the literal at a place; return its value and where it ends.

    >>> read_literal("{a: 'x', b: [1, .5, undefined,], /* c */ 'd': !0} rest")
    ({'a': 'x', 'b': [1, 0.5, None], 'd': True}, 49)
    """
    return read_strict(text, start) or read_loose(text, start)


def read_loose(text: str, start: int = 0) -> tuple[Any, int]:
    """The same for what is not JSON to the letter."""
    return read_loosely(text, start)


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
