"""Which files beside a saved page belong to it: those that it names, and those that its style sheets name."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

__all__ = ["files_named"]

#: Files that a page may name, and bytes of a style sheet that are searched for further names.
MOST_FILES: Final = 10_000
LONGEST_SHEET: Final = 4 * 1024 * 1024
#: What stands in attributes that load something, and in style sheets; never closed ones end at the next quote or space.
_IN_MARKUP: Final = re.compile(
    r"""\b(?:src|href|srcset|data|poster|background|data-src|data-srcset|lowsrc)\s*+=\s*+("[^"]*+|'[^']*+|[^\s"'>]++)""",
    re.IGNORECASE,
)
_IN_STYLES: Final = re.compile(r"""(?:url\(\s*+|@import\s*+)("[^"\n]*+|'[^'\n]*+|[^\s"'();]++)""", re.IGNORECASE)


def files_named(html: str, page: Path) -> frozenset[Path]:
    """Return the files below the page's folder that its markup names, or a style sheet that it names.

    >>> sorted(files_named("<img src='a%20b.png'><link href=../x.css><a href=/etc/passwd>", Path("/tmp/page.html")))
    [PosixPath('/tmp/a b.png')]
    """
    folder = page.resolve().parent
    found: set[Path] = set()
    sheets: deque[Path] = deque()
    _add(_names(html, markup=True), folder, folder, found, sheets)
    while sheets:
        sheet = sheets.popleft()
        _add(_names(_text(sheet), markup=False), sheet.parent, folder, found, sheets)
    return frozenset(found)


def _add(names: Iterator[str], base: Path, folder: Path, found: set[Path], sheets: deque[Path]) -> None:
    for name in names:
        if len(found) >= MOST_FILES:
            return
        file = _file(name, base)
        if file is None or file in found or not file.is_relative_to(folder):
            continue
        found.add(file)
        if file.suffix.lower() == ".css":
            sheets.append(file)


def _names(text: str, *, markup: bool) -> Iterator[str]:
    for match in _IN_STYLES.finditer(text):
        yield match[1].strip("\"' ")
    for match in _IN_MARKUP.finditer(text) if markup else ():
        value = unescape(match[1].strip("\"' "))
        yield value
        if "," in value:  # the pictures of a srcset, each with its width
            yield from (part.split()[0] for part in value.split(",") if part.split())


def _file(name: str, base: Path) -> Path | None:
    """The file that a relative address means, links followed; None for any other address."""
    try:
        parts = urlsplit(name)
        if parts.scheme not in ("", "file") or parts.netloc not in ("", "localhost") or not parts.path:
            return None
        return (base / unquote(parts.path)).resolve()
    except (OSError, ValueError, RuntimeError):
        return None


def _text(sheet: Path) -> str:
    try:
        with sheet.open("rb") as file:
            return file.read(LONGEST_SHEET).decode("utf-8", "replace")
    except OSError:
        return ""
