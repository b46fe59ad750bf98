"""Tables as Markdown (the pipe tables of GitHub and others)."""

from __future__ import annotations

import re
from typing import IO, Final

from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

__all__ = ["WRITER", "MarkdownWriter"]

_NUMBERS: Final = frozenset({"integer", "decimal", "money", "percentage", "rating"})
#: What Markdown would read as more than text; an underscore inside of a word is none of it.
_SPECIAL: Final = re.compile(r"([\\|*`\[\]<>]|(?<!\w)_|_(?!\w))")


class MarkdownWriter:
    """Writes each region as a table, with a heading where there are several."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        self._stream, self._options, self._count = stream, options, 0

    def add(self, page: PageResult) -> None:
        """Write the tables of one page."""
        for sheet in page.sheets:
            text = "\n" if self._count else ""
            if self._options.sources or self._options.regions:
                text += f"## {_plain(page.title or page.source)}, region {sheet.region}\n\n"
            self._stream.write((text + _table(sheet)).encode("utf-8", "replace"))
            self._count += 1

    def close(self) -> None:
        """Nothing is held back."""

    def finish(self) -> None:
        """Nothing is held back."""


def _table(sheet: Sheet) -> str:
    rows = [[_plain(column.name) for column in sheet.columns]]
    rows.append(["---:" if column.type in _NUMBERS else "---" for column in sheet.columns])
    rows += [[_cell(column, row) for column in sheet.columns] for row in range(len(sheet))]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _cell(column: SheetColumn, row: int) -> str:
    text, url = _plain(column.texts[row] or ""), column.urls[row] if column.urls else None
    if not url or not url.lower().startswith(("http://", "https://", "mailto:")):
        return text
    target = url.replace("|", "%7C").replace(" ", "%20").replace("<", "%3C").replace(">", "%3E")
    return f"[{text or column.kind}](<{target}>)"


WRITER: Final = MarkdownWriter
