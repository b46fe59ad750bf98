"""Bytes -> text, in the order of the HTML standard: argument, byte order mark, HTTP header, meta, detection."""

from __future__ import annotations

import codecs
import re
from typing import Final

from turbohtml.detect import detect

from pagerows.errors import ParameterError

__all__ = ["decode", "python_codec"]

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: How far the standard looks for a declaration.
_PRESCAN: Final = 1024
_META: Final = re.compile(rb"""<meta\s[^>]{0,512}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.\-]+)""", re.IGNORECASE)
_COMMENT: Final = re.compile(rb"<!--.*?(?:-->|$)", re.DOTALL)
_CHARSET: Final = re.compile(r"""charset\s*=\s*["']?\s*([A-Za-z0-9_:.\-]+)""", re.IGNORECASE)

#: Labels that browsers read as another, wider encoding (Encoding Standard, section 4.2).
_READ_AS: Final = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
}


def python_codec(label: str) -> str | None:
    """Return the Python codec for an encoding label as browsers read it, or None if the label is unknown.

    >>> python_codec("ISO-8859-1"), python_codec("gb2312"), python_codec("x-sjis"), python_codec("nonsense")
    ('cp1252', 'gb18030', 'cp932', None)
    """
    name = label.strip().lower().removeprefix("x-")
    try:
        found = codecs.lookup("shift_jis" if name == "sjis" else name).name
    except LookupError:
        return None
    return _READ_AS.get(found, found)


def decode(data: bytes, *, encoding: str | None = None, content_type: str | None = None) -> tuple[str, str]:
    """Decode a page's bytes; return the text and the name of the encoding used.

    >>> decode(b"<meta charset=iso-8859-1>\\x80")
    ('<meta charset=iso-8859-1>€', 'cp1252')
    """
    codec = _declared(data, encoding, content_type) or _detected(data)
    bom = next((mark for mark, _ in _BOMS if data.startswith(mark)), b"")
    return data[len(bom) :].decode(codec, "replace"), codec


def _declared(data: bytes, encoding: str | None, content_type: str | None) -> str | None:
    if encoding is not None:
        codec = python_codec(encoding)
        if codec is None:
            raise ParameterError(f"unknown encoding {encoding!r}; give a name such as utf-8 or windows-1252")
        return codec
    for mark, name in _BOMS:
        if data.startswith(mark):
            return name
    header = _CHARSET.search(content_type or "")
    if header and (codec := python_codec(header[1])):
        return codec
    meta = _META.search(_COMMENT.sub(b"", data[:_PRESCAN]))
    codec = python_codec(meta[1].decode("ascii")) if meta else None
    # A declaration that was readable as ASCII cannot be UTF-16: the standard reads it as UTF-8.
    return "utf-8" if codec and codec.startswith("utf-16") else codec


def _detected(data: bytes) -> str:
    """Guess: UTF-8 if the bytes are valid UTF-8 (rarely an accident), else what the detector says."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        found = detect(data[:65536]).encoding
        return (python_codec(found) if found else None) or "cp1252"
    return "utf-8"
