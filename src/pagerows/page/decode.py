"""Bytes -> text, in the order of the HTML standard: argument, byte order mark, HTTP header, meta, detection."""

from __future__ import annotations

import codecs
from typing import Final

from pagerows.errors import PageError, ParameterError
from pagerows.page._prescan import charset_of, prescan, whatwg_name
from pagerows.page._strings import is_utf8

__all__ = ["decode", "markup_of"]

_BOMS: Final = (
    (codecs.BOM_UTF8, "UTF-8"),
    (codecs.BOM_UTF16_LE, "UTF-16LE"),
    (codecs.BOM_UTF16_BE, "UTF-16BE"),
)
_MARKS: Final = tuple(mark for mark, _ in _BOMS)
#: How far the standard looks for a declaration before it starts to parse...
_PRESCAN: Final = 1024
#: ...and how far for one that parsing would come upon later, and for what detection reads.
_START: Final = 262_144
#: Share of damaged characters up to which undeclared bytes still pass as UTF-8: other encodings exceed 1/2.
_DAMAGE: Final = 0.05
#: Different bytes beyond ASCII that detection needs: with fewer it takes English pages for Czech or Russian.
_LETTERS: Final = 10
#: Share of pairs with a zero from which on a page may be UTF-16: the share of markup on pages in Chinese or Japanese.
_ZEROS: Final = 0.15

_ASCII: Final = bytes(range(0x80))
#: All bytes but those that begin a character of several.
_BELOW: Final = bytes(range(0xC0))


def decode(data: bytes, *, encoding: str | None = None, content_type: str | None = None) -> tuple[str, str]:
    """Decode a page's bytes; return the text and the Encoding Standard's name of the encoding used.

    >>> decode(b"<meta charset=iso-8859-1>\\x80")
    ('<meta charset=iso-8859-1>€', 'windows-1252')
    """
    markup, name = markup_of(data, encoding=encoding, content_type=content_type)
    return markup if isinstance(markup, str) else markup.decode(), name


def markup_of(data: bytes, *, encoding: str | None = None, content_type: str | None = None) -> tuple[str | bytes, str]:
    """Do the same, but leave bytes that are UTF-8 without damage as they are: the parser reads those.

    >>> markup_of("<p>ä".encode()), markup_of("<p>ä".encode("latin-1"))
    ((b'<p>\\xc3\\xa4', 'UTF-8'), ('<p>ä', 'windows-1252'))
    """
    mark, marked = _mark(data) if data.startswith(_MARKS) else (b"", None)
    name = _asked(encoding, marked) if encoding is not None else marked
    name = name or (charset_of(content_type) if content_type else None) or prescan(data[:_PRESCAN]) or _detected(data)
    rest = data[len(mark) :] if name == marked else data
    return rest if name == "UTF-8" and is_utf8(rest) else _text(rest, name), name


def _mark(data: bytes) -> tuple[bytes, str]:
    """The byte order mark that bytes start with, and the encoding that it tells."""
    return next((mark, name) for mark, name in _BOMS if data.startswith(mark))


def _asked(encoding: str, marked: str | None) -> str:
    """Return the encoding that the caller wants: a browser's label, or else the name of a codec of Python's."""
    name = whatwg_name(encoding)
    if name is None:
        try:
            b"x".decode(encoding)  # text codecs only; codecs.lookup also knows zip and hex
            python = codecs.lookup(encoding).name
        except (LookupError, UnicodeError) as error:
            raise ParameterError(f"unknown encoding {encoding!r}; give a name such as utf-8 or windows-1252") from error
        name = whatwg_name(python) or python
    # Whoever says utf-16 does not know which half comes first; the mark does.
    return marked if marked and name.startswith("UTF-16") and marked.startswith("UTF-16") else name


def _text(data: bytes, name: str) -> str:
    if name == "UTF-8":
        return data.decode("utf-8", "replace")
    import turbohtml  # noqa: F401 - brings the standard's decoders: Python's differ for Big5, EUC-KR and others

    try:
        return data.decode(f"whatwg-{name}", "replace")
    except LookupError:
        pass
    try:
        return data.decode(name, "replace")
    except UnicodeError as error:
        raise PageError(f"the page cannot be read as {name}: {error}") from error


def _detected(data: bytes) -> str:
    """Guess: UTF-16 by its zeros, UTF-8 if nearly all is valid UTF-8 (no accident), a late meta, frequencies."""
    start = data[:_START]
    return _utf16(start) or _utf8(data) or prescan(start) or _frequent(start) or "windows-1252"


def _frequent(start: bytes) -> str | None:
    """Ask the detector where there is something to go by: a pound sign alone makes no page Hungarian."""
    from turbohtml.detect import detect

    letters = len(set(start.translate(None, _ASCII)))
    return detect(start).encoding if letters >= _LETTERS else None


def _utf16(start: bytes) -> str | None:
    """Markup in UTF-16 has a zero in most of its pairs of bytes, always on the same side."""
    pairs = len(start) // 2
    if pairs < 4 or b"\0" not in start:
        return None
    left, right = (start[side : 2 * pairs : 2].count(0) / pairs for side in (0, 1))
    if right > _ZEROS and left < right / 10:
        return "UTF-16LE"
    return "UTF-16BE" if left > _ZEROS and right < left / 10 else None


def _utf8(data: bytes) -> str | None:
    if is_utf8(data):
        return "UTF-8"  # ASCII as well: what is added to such a page later will be UTF-8
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        characters = len(data.translate(None, _BELOW))
        if error.reason == "unexpected end of data":  # cut in the middle of a character: the rest tells
            return "UTF-8" if characters > 1 else None
        damaged = data.decode("utf-8", "replace").count("\ufffd")
        return "UTF-8" if damaged <= _DAMAGE * characters else None
    return "UTF-8"
