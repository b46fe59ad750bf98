"""Tables for people: drawn in the terminal, with a line on what was found."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO, Final

from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

__all__ = ["WRITER", "TableWriter", "drawn_lines", "printable"]


#: Characters of a column on a terminal; the rest of a text is cut off there, files have it whole.
WIDEST: Final = 32
NARROWEST: Final = 8
#: Characters that a column in a file is filled up to; a longer text moves the rest of its line, and no other line.
FILLED: Final = 120
#: Between columns.
SPACE: Final = "   "
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
        self._console = Console(file=self._text, soft_wrap=not self._to_people, highlight=False)
        self._options, self._drawn = options, 0

    def add(self, page: PageResult) -> None:
        """Draw the tables of one page."""
        from rich.text import Text

        if self._options.sources:
            self._console.print("\n" if self._drawn else "", end="")
            self._console.print(Text(printable(page.source)), style="bold")
        self._drawn += 1
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
        from rich.text import Text

        columns = [column for column in sheet.columns if column.kind != "image"] or list(sheet.columns)
        drawn = [_Drawn.of(column) for column in columns]
        shown = _fitting(drawn, self._console.width) if self._to_people else drawn
        head = SPACE.join(_filled(printable(one.name), one) for one in shown)
        self._console.print()
        self._console.print(Text(f" {head.rstrip()}"), style="bold", no_wrap=True, crop=False)
        # Line by line past rich, whose tables take a second for five thousand cells.
        lines = [f" {'─' * (sum(one.width for one in shown) + len(SPACE) * (len(shown) - 1))}"]
        lines += [" " + SPACE.join(map(_filled, row, shown)) for row in zip(*(one.texts for one in shown), strict=True)]
        self._text.writelines(f"{line.rstrip()}\n" for line in [*lines, ""])
        if hidden := _hidden(drawn, shown):
            names = f"{_counted(len(hidden), 'more column')} in files: {', '.join(hidden)}"
            self._console.print(Text(printable(names)), style="dim")
        if doubts := [f"{column.name} ({column.doubt})" for column in sheet.columns if column.doubt]:
            self._console.print(Text(printable(f"in doubt: {', '.join(doubts)}")), style="dim")
        self._console.print(Text(found_line(page, sheet)), style="dim")


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """A column as it is drawn: its texts, and how many characters it is filled up to."""

    name: str
    texts: list[str]
    width: int
    #: Of the longest text.
    longest: int
    right: bool
    #: Whether most records have none, and whether its texts are long: such columns are the first to be left out.
    rank: tuple[bool, bool]
    #: Whether texts that are wider are cut.
    cut: bool = False

    @classmethod
    def of(cls, column: SheetColumn) -> _Drawn:
        urls = column.urls if column.kind == "image" else None
        texts = [printable(text or (urls[row] if urls else None) or "") for row, text in enumerate(column.texts)]
        longest = max(map(_wide, texts), default=0)
        filled = [text for text in column.texts if text]
        is_long = column.kind == "text" and column.type == "text" and sum(map(len, filled)) > WIDEST * len(filled)
        return cls(
            name=column.name,
            texts=texts,
            width=min(FILLED, max(_wide(column.name), longest)),
            longest=longest,
            right=column.type in _NUMBERS,
            rank=(2 * len(filled) < len(column.texts), is_long),
        )


def drawn_lines(columns: Sequence[SheetColumn], width: int) -> list[str]:
    """Columns as lines of at most this width, a head first; those that do not fit are named in the last line."""
    drawn = [_Drawn.of(column) for column in columns if column.kind != "image"] or list(map(_Drawn.of, columns))
    shown = _fitting(drawn, width)
    head = SPACE.join(_filled(printable(one.name), one) for one in shown)
    rows = (SPACE.join(map(_filled, row, shown)) for row in zip(*(one.texts for one in shown), strict=True))
    hidden = _hidden(drawn, shown)
    more = [f"more columns: {', '.join(map(printable, hidden))}"] if hidden else []
    return [f" {line.rstrip()}" for line in ([head, *rows, *more] if shown else [])]


def _hidden(drawn: list[_Drawn], shown: list[_Drawn]) -> list[str]:
    """The names of columns that are not shown."""
    names = {one.name for one in shown}
    return [one.name for one in drawn if one.name not in names]


def _fitting(columns: list[_Drawn], width: int) -> list[_Drawn]:
    """The columns that fit into a line: filled before sparse ones, short before long ones, in the table's order."""
    room = width
    chosen: dict[int, _Drawn] = {}
    for number, column in sorted(enumerate(columns), key=lambda pair: pair[1].rank):
        own = min(WIDEST, column.width)
        if own + len(SPACE) > room and chosen:
            if room < NARROWEST + len(SPACE) or column.longest <= NARROWEST or _wide(column.name) + len(SPACE) > room:
                continue
            own = room - len(SPACE)  # cut short, but there
        own = max(1, min(own, width - len(SPACE)))
        chosen[number] = replace(column, width=own, cut=True)
        room -= own + len(SPACE)
    for number in sorted(chosen):  # what is left over goes to texts that are cut
        column = chosen[number]
        more = min(max(0, room), max(0, column.longest - column.width))
        chosen[number], room = replace(column, width=column.width + more), room - more
    return [chosen[number] for number in sorted(chosen)]


def _filled(text: str, column: _Drawn) -> str:
    """A text of the column's width; a longer one whole where it is not to be cut."""
    from rich.cells import set_cell_size

    wide = _wide(text)
    if wide > column.width:
        return f"{set_cell_size(text, column.width - 1)}…" if column.cut else text
    return " " * (column.width - wide) + text if column.right else text + " " * (column.width - wide)


def _wide(text: str) -> int:
    """How many places of a terminal a text takes: two for each ideograph."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def printable(text: str) -> str:
    """Control characters of a page must not reach the terminal."""
    return text if text.isprintable() else "".join(c for c in text if c.isprintable())


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' if count != 1 else ''}"


def found_line(page: PageResult, sheet: Sheet) -> str:
    """Say what was found, in one line."""
    others = page.found - 1
    noise = " (noise)" if sheet.content is False else ""
    parts = [
        f"{_counted(len(sheet), 'record')} x {_counted(len(sheet.columns), 'column')}",
        f"region {sheet.region} of {page.found}{noise}",
        f"method {page.method}",
        f"score {sheet.score:.2f}",
    ]
    if len(page.sheets) > 1:
        parts.append(f"in {sheet.xpath}")
    if others and len(page.sheets) == 1:
        parts.append("--all shows the others")
    return printable(" · ".join(parts))  # tags of a page may have any character, and paths are made of them


WRITER: Final = TableWriter
