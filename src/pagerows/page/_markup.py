"""What is put right in markup before turbohtml reads it, so that its tree is the one of a browser."""

from __future__ import annotations

import re
import sys
from typing import Final

__all__ = ["prepared", "without_noscript"]


def prepared(html: str) -> str:
    """Return the markup as turbohtml should see it."""
    return _with_hidden_inputs(without_noscript(html))


# -- noscript: browsers that run scripts take its content for text ---------------------------------------------------

_RAW: Final = ("script", "style", "noscript", "textarea", "title", "iframe", "xmp", "noembed", "noframes")


def _any_case(word: str) -> str:
    """Spell the cases out: the engine then skips from "<" to "<", which IGNORECASE forbids."""
    return "".join(f"[{letter}{letter.upper()}]" for letter in word)


#: Where something starts whose content is no markup. The look ahead passes over most tags at their first letter.
_OPEN: Final = re.compile(
    rf"<(?=[!{''.join(sorted({w[0] + w[0].upper() for w in _RAW}))}])"
    rf"(?:!--|({'|'.join(map(_any_case, _RAW))})(?=[\t\n\f\r />]))"
)
_CLOSE: Final = {word: re.compile(rf"</{_any_case(word)}(?=[\t\n\f\r />])") for word in _RAW}


def without_noscript(html: str) -> str:
    """Return the markup with the content of noscript elements cut out.

    The parser's events know no mode for this. Read as markup, a picture in a noscript of the head would end the head,
    and an unclosed tag in one would swallow the page.

    >>> without_noscript("<noscript><p>a</noscript><script>'<noscript>'</script><p>b")
    "<noscript></noscript><script>'<noscript>'</script><p>b"
    """
    last = max(html.rfind("</noscript"), html.rfind("</NOSCRIPT"))
    if last < 0:
        return html
    kept: list[str] = []
    done = position = 0
    opened = -1  # where the tag at hand ends; looked for once, since one that never ends may stand in every tag
    while found := _OPEN.search(html, position, last):
        start = found.start()
        position = found.end()
        if not found[1]:
            end = html.find("-->", start + 2)
            position = len(html) if end < 0 else end + 3
        elif not _inside_tag(html, start):
            word = found[1].lower()
            close = _CLOSE[word].search(html, position)
            if opened < position:
                opened = html.find(">", position)
                opened = len(html) if opened < 0 else opened
            if close is None:
                break  # all that follows is its content, to the parser as well
            if word == "noscript" and opened < close.start():
                kept.append(html[done : opened + 1])
                done = close.start()
            position = close.end()
    return "".join([*kept, html[done:]])


def _inside_tag(html: str, start: int) -> bool:
    """Tell whether the ``<`` at start stands in an attribute: the tag before it has not ended."""
    before = html.rfind("<", max(0, start - 4096), start)
    return before >= 0 and html[before + 1 : before + 2].isalpha() and ">" not in html[before:start]


# -- hidden inputs: they may stand in a table where other inputs may not ---------------------------------------------

#: Found by its first letter, so that the engine can skip; what stands before it is looked at afterwards.
_HIDDEN: Final = re.compile(r"H(?:IDDEN|idden)(?=[\"'\s/>])")
_TYPE: Final = re.compile(r"\btype\s*=\s*[\"']?$", re.IGNORECASE)


def _with_hidden_inputs(html: str) -> str:
    """Write ``TYPE=HIDDEN`` in small letters: turbohtml (up to 1.15.4) misses capitals on pages beyond Latin-1."""
    if sys.getsizeof(html) < 2 * len(html):  # one byte a character: all of it is Latin-1
        return html

    kept: list[str] = []
    done = 0
    for found in _HIDDEN.finditer(html):
        start = found.start()
        if _TYPE.search(html[max(0, start - 16) : start]):
            kept += [html[done:start], "hidden"]
            done = found.end()
    return "".join([*kept, html[done:]]) if kept else html  # most pages need no copy
