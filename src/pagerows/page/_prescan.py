"""The HTML standard's look for an encoding among a page's first bytes ("prescan a byte stream", section 13.2.3.2)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from pagerows.page._metas import last_charset, metas
from pagerows.patterns import lazy

__all__ = ["charset_of", "prescan", "whatwg_name"]

_LABEL: Final = lazy(r"[\w:.\-]+", re.ASCII)
_CHARSET: Final = lazy(
    r"charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r ;\"'][^\t\n\f\r ;]*))", re.IGNORECASE
)
#: Of a whole XML declaration.
_XML: Final = lazy(rb"<\?xml[^>]*?encoding[\x00- ]*+=[\x00- ]*+([\"'])([^\"'>]*+)\1")
#: Labels of encodings in which the declaration itself could not have been read byte by byte, and of nearly all pages.
_OFTEN: Final = {
    **dict.fromkeys(["utf-8", "utf8"], "UTF-8"),
    **dict.fromkeys(["utf-16", "utf-16le", "ucs-2", "unicode", "csunicode", "iso-10646-ucs-2"], "UTF-16LE"),
    **dict.fromkeys(["unicodefeff"], "UTF-16LE"),
    **dict.fromkeys(["utf-16be", "unicodefffe"], "UTF-16BE"),
}


@cache
def whatwg_name(label: str) -> str | None:
    """Return the Encoding Standard's name for a label, or None where it knows no such label.

    >>> whatwg_name("Latin1"), whatwg_name("gb2312"), whatwg_name("x-sjis"), whatwg_name("utf-16"), whatwg_name("utf-7")
    ('windows-1252', 'GBK', 'Shift_JIS', 'UTF-16LE', None)
    """
    label = label.strip().lower()
    if label in _OFTEN:
        return _OFTEN[label]
    if not _LABEL.fullmatch(label):
        return None
    from turbohtml.detect import detect  # not needed for most pages

    # turbohtml has the standard's table behind its own prescan: a label that it knows wins over what the bytes look
    # like, one that it does not know leaves them to be taken for ASCII here and for UTF-8 there.
    meta = f'<meta charset="{label}">'
    names = {detect(meta.encode()).encoding, detect(f"{meta}é".encode()).encoding}
    return names.pop() if len(names) == 1 else None


def charset_of(content: str) -> str | None:
    """Return the encoding that a Content-Type names ("extract a character encoding from a meta element").

    >>> charset_of("text/html; charset=ISO-8859-1"), charset_of("text/html")
    ('windows-1252', None)
    """
    found = _CHARSET.search(content)
    return whatwg_name(found[1] or found[2] or found[3] or "") if found else None


def prescan(data: bytes) -> str | None:
    """Return the encoding that the bytes declare, or None; give it as many bytes as it may read.

    >>> prescan(b"<!-- <meta charset=koi8-r> --><meta charset=big5>"), prescan(b"<p title='<meta charset=big5>'>")
    ('Big5', None)
    """
    if data.startswith((b"<\0?\0x\0", b"\0<\0?\0x")):
        return "UTF-16LE" if data[0] else "UTF-16BE"
    # A meta element behind the last "charset" declares nothing.
    for attributes in metas(data, last_charset(data)):
        if name := _declared(attributes):
            return _readable(name)
    if not data.startswith(b"<?xml"):
        return None
    xml = _XML.match(data, 0, data.find(b">") + 1)
    name = whatwg_name(xml[2].decode("latin-1")) if xml else None
    return _readable(name) if name else None


def _declared(attributes: dict[str, str]) -> str | None:
    """Judge a meta element: charset, or content where http-equiv says that it is a content type."""
    for name, value in attributes.items():
        if name == "charset":
            return whatwg_name(value)
        if name == "content" and (found := charset_of(value)):
            # A charset attribute behind it wins only where content named nothing.
            return found if attributes.get("http-equiv", "").lower() == "content-type" else None
    return None


def _readable(name: str) -> str:
    """Correct what cannot be true of a declaration that was read byte by byte."""
    return {"UTF-16LE": "UTF-8", "UTF-16BE": "UTF-8", "x-user-defined": "windows-1252"}.get(name, name)
