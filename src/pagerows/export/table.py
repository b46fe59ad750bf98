"""Tables for people: drawn in the terminal, with a line on what was found."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import IO, Final

from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

__all__ = ["WRITER", "TableWriter"]


#: Columns wider than this are folded.
WIDEST: Final = 60


class TableWriter:
    """Draws each region as a table."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        from rich.console import Console  # takes 50 ms: only where a table is drawn

        self._text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", write_through=True)
        self._console = Console(file=self._text, soft_wrap=False, highlight=False)
        self._options = options

    def add(self, page: PageResult) -> None:
        """Draw the tables of one page."""
        from rich.markup import escape

        if self._options.sources:
            self._console.rule(f"[bold]{escape(page.source)}", align="left", style="dim")
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

        drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", row_styles=["", "dim"])
        columns = [column for column in sheet.columns if column.kind != "image"] or list(sheet.columns)
        for column in columns:
            right = column.type in {"integer", "decimal", "money", "percentage", "rating"}
            drawn.add_column(Text(column.name), justify="right" if right else "left", max_width=WIDEST, overflow="fold")
        for row in range(len(sheet)):
            drawn.add_row(*(Text(_shown(column, row)) for column in columns))
        self._console.print(drawn)
        self._console.print(Text(found_line(page, sheet)), style="dim")


def _shown(column: SheetColumn, row: int) -> str:
    text = column.texts[row] or (column.urls[row] if column.urls and column.kind == "image" else None)
    # Control characters of a page must not reach the terminal.
    return "".join(c for c in text or "" if c.isprintable())


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
