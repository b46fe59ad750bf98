"""Links to files are facts, even where all of them are called "PDF" or are only an icon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pagerows.tidy.strips import Cells

__all__ = ["spare_files"]

#: Addresses of files to keep, not of pages.
_FILE: Final = re.compile(
    r"\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|rtf|txt|epub|zip|gz|tar|mp3|wav|mp4|torrent|ics)(?:[?#]|$)",
    re.IGNORECASE,
)
#: Share of a column's addresses that must be files, and that must differ.
_MOST: Final = 0.9


def spare_files(columns: Sequence[Cells], reasons: Sequence[str | None]) -> list[str | None]:
    """Return the reasons to leave columns out without those for links to files that no other column has."""
    left = [number for number, why in enumerate(reasons) if why and _may_be_files(columns[number])]
    if not left:
        return list(reasons)
    kept = {cell.url for column, why in zip(columns, reasons, strict=True) if not why for cell in column if cell}
    spared = {number for number in left if _own_files(columns[number], kept)}
    return [None if number in spared else why for number, why in enumerate(reasons)]


def _may_be_files(column: Cells) -> bool:
    return any(cell is not None and cell.url and _FILE.search(cell.url) for cell in column)


def _own_files(column: Cells, kept: set[str | None]) -> bool:
    urls = [cell.url for cell in column if cell is not None and cell.url]
    files = {url for url in urls if _FILE.search(url) and url not in kept}
    return len(urls) * 2 > len(column) and len(files) >= _MOST * len(urls)
