"""The one place that writes to standard error, so that nothing in a page, an answer or a name drives a terminal."""

from __future__ import annotations

import sys

__all__ = ["note", "printable", "say"]


def printable(text: str) -> str:
    r"""Put a space where a character would not be seen but could move, colour or rename a terminal.

    >>> printable("a title\x1b]0;pwned\x07 and\na line")
    'a title ]0;pwned  and\na line'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() or c == "\n" else " " for c in text)


def say(line: str, *, stays: bool = True) -> None:
    """Say a line to the person who runs the command; one that does not stay is written over by the next."""
    over = "\r\x1b[K" if sys.stderr.isatty() else ""
    print(over + printable(line), end="\n" if stays else "", file=sys.stderr, flush=True)


def note(message: str) -> None:
    """Say something in the program's own name."""
    say(f"pagerows: {message}")
