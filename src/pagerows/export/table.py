"""Tables for people: drawn in the terminal, with a line on what was found."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from typing import IO, Final, Literal

from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

__all__ = ["WRITER", "TableWriter"]


#: Characters of a column on a terminal; the rest of a text is cut off there, files have it whole.
WIDEST: Final = 32
NARROWEST: Final = 8
#: Characters of a line in a file.
FILE_WIDTH: Final = 100_000
_NUMBERS: Final = frozenset({"integer", "decimal", "money", "percentage", "rating"})


class TableWriter:
    """Draws each region as a table: one line per record; on a terminal only the columns that fit."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        from rich.console import Console as RichConsole  # takes 50 ms: only where a table is drawn

        class Console(RichConsole):
            def on_broken_pipe(self) -> None:  # rich's own ends the program with exit code 1
                raise BrokenPipeError

        self._to_people = stream is sys.stdout.buffer
        self._text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", write_through=True)
        width = None if self._to_people else FILE_WIDTH
        self._console = Console(file=self._text, soft_wrap=False, highlight=False, width=width)
        self._options = options

    def add(self, page: PageResult) -> None:
        """Draw the tables of one page."""
        from rich.text import Text

        if self._options.sources:
            self._console.print(Text(_printable(page.source)), style="bold")
        if not page.sheets:
            self._console.print("No records found.", style="yellow")
            return
        for sheet in page.sheets:
            self._draw(page, sheet)

    def finish(self) -> None:
        """Write the rest."""
        self._text.flush()

    def close(self) -> None:
        """Let go of the stream, which is another's to close."""
        with suppress(OSError, ValueError):
            self._text.detach()

    def _draw(self, page: PageResult, sheet: Sheet) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        columns = [column for column in sheet.columns if column.kind != "image"] or list(sheet.columns)
        widest = WIDEST if self._to_people else None
        shown = _fitting(columns, self._console.width) if self._to_people else columns
        drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        for column in shown:
            justify: Literal["left", "right"] = "right" if column.type in _NUMBERS else "left"
            drawn.add_column(Text(column.name), justify=justify, max_width=widest, overflow="ellipsis", no_wrap=True)
        for row in range(len(sheet)):
            drawn.add_row(*(Text(_shown(column, row)) for column in shown))
        self._console.print(drawn)
        if hidden := [column.name for column in columns if column not in shown]:
            names = f"{len(hidden)} more columns in files: {', '.join(hidden)}"
            self._console.print(Text(names), style="dim")
        self._console.print(Text(found_line(page, sheet)), style="dim")


def _fitting(columns: list[SheetColumn], width: int) -> list[SheetColumn]:
    """The columns that fit into a line: filled before sparse ones, short before long ones, in the table's order."""
    room = width
    chosen: list[SheetColumn] = []
    for column in sorted(columns, key=_rank):
        longest = max((len(text) for text in column.texts if text), default=0)
        need = 3 + min(WIDEST, max(len(column.name), longest))
        if need <= room or not chosen:
            chosen.append(column)
            room -= need
        elif room >= 3 + NARROWEST and longest > NARROWEST and len(column.name) + 3 <= room:
            chosen.append(column)  # cut short, but there
            room = 0
    return [column for column in columns if column in chosen]


def _rank(column: SheetColumn) -> tuple[bool, bool]:
    filled = [text for text in column.texts if text]
    is_long = column.kind == "text" and column.type == "text" and sum(map(len, filled)) > WIDEST * len(filled)
    return 2 * len(filled) < len(column.texts), is_long


def _shown(column: SheetColumn, row: int) -> str:
    text = column.texts[row] or (column.urls[row] if column.urls and column.kind == "image" else None)
    return _printable(text or "")


def _printable(text: str) -> str:
    """Control characters of a page must not reach the terminal."""
    return "".join(c for c in text if c.isprintable())


def found_line(page: PageResult, sheet: Sheet) -> str:
    """Say what was found, in one line."""
    others = page.found - 1
    noise = " (noise)" if sheet.content is False else ""
    parts = [
        f"{len(sheet):,} record{'s' if len(sheet) != 1 else ''} x {len(sheet.columns)} columns",
        f"region {sheet.region} of {page.found}{noise}",
        f"method {page.method}",
        f"score {sheet.score:.2f}",
    ]
    if others and len(page.sheets) == 1:
        parts.append("--all shows the others")
    return " · ".join(parts)


WRITER: Final = TableWriter
