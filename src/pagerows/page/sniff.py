"""What bytes are when they are no page at all: told by how they begin, as browsers do."""

from __future__ import annotations

import re
from typing import Final

from pagerows.page._strings import control_characters
from pagerows.patterns import lazy

__all__ = ["foreign_kind", "is_binary", "is_name"]

#: How files begin that people name by mistake [WHATWG MIME Sniffing s. 6].
_SIGNATURES: Final = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"OggS", "an Ogg file"),
    (b"ID3", "an MP3 file"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
)
_STARTS: Final = tuple(start for start, _ in _SIGNATURES)


def foreign_kind(data: bytes) -> str | None:
    """Say what the bytes are where they are surely not HTML; None where they may be.

    >>> foreign_kind(b"%PDF-1.7 ...")
    'a PDF document'
    >>> foreign_kind(b"<p>%PDF-1.7") is None
    True
    """
    if data.startswith(_STARTS):
        return next(kind for start, kind in _SIGNATURES if data.startswith(start))
    if data[:4] == b"RIFF" and data[8:12] in (b"WEBP", b"AVI ", b"WAVE"):
        return "a picture, film or sound"
    if data[4:8] == b"ftyp":
        return "a film or picture"
    return None


#: How much of the text is looked at, and the share of control characters that makes it binary [WHATWG MIME Sniffing
#: s. 3, "binary data byte"; but NUL: some pages are full of it]. Packed or encrypted bytes have 10 %; a page with a
#: damaged stretch stays a page.
_LOOKED_AT: Final = 2048
_BINARY: Final = 0.05


def is_binary(markup: str | bytes) -> bool:
    """Whether what was decoded, a text or its UTF-8, is no text at all, whatever it is.

    >>> is_binary("<p>\\x02 one stray character"), is_binary("\\x8b\\x02W\\x1e\\xe3\\x05q\\x13" * 9)
    (False, True)
    """
    start = markup if isinstance(markup, bytes) else markup[:_LOOKED_AT].encode("utf-8", "replace")
    most = _LOOKED_AT if isinstance(markup, bytes) else len(start)
    return control_characters(start, most) > max(8, _BINARY * min(len(markup), _LOOKED_AT))


#: A URL, or the name of a file with a page, in one word.
_NAME: Final = lazy(r"https?://\S+|[^\s<>]+\.(x?html?|mht|mhtml)(\.gz)?", re.IGNORECASE)


def is_name(text: str) -> bool:
    """Whether a text is the name of a page where its HTML was asked for; as HTML it would be a page without records.

    >>> is_name("saved/page.html"), is_name("https://example.com/"), is_name("<p>page.html")
    (True, True, False)
    """
    return len(text) < _LOOKED_AT and _NAME.fullmatch(text.strip()) is not None
