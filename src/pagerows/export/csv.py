"""Tables as CSV: UTF-8, one header row, cells that a spreadsheet would run made harmless."""

from __future__ import annotations

import csv
import io
import re
from datetime import date, time
from typing import IO, Any, Final

from pagerows.export._writer import SpooledWriter, WriteOptions, long_rows, spread_names

__all__ = ["CsvWriter", "harmless"]


#: What makes a spreadsheet run a cell; a plain number with a sign is none.
_FORMULA: Final = re.compile(r"[=@\t\r\n+\-]")
_NUMBER: Final = re.compile(r"[+\-][\d.,' ]*\d\s?%?")


def harmless(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run as a formula.

    >>> [harmless(text) for text in ["=1+1", "-3.50", "- none -", "plain"]]
    ["'=1+1", '-3.50', "'- none -", 'plain']
    """
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


class CsvWriter(SpooledWriter):
    """Writes all pages as one table."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        super().__init__(options)
        self._stream = stream

    def finish(self) -> None:
        """Write the table."""
        values = bool(self._options.values)
        names = spread_names(self._pages, self._options, values=values)
        text = io.TextIOWrapper(self._stream, encoding="utf-8", errors="replace", newline="", write_through=True)
        try:
            lines = csv.writer(text, lineterminator="\n")
            if names:
                lines.writerow(self._cell(name) for name in names)
            for row in long_rows(self._pages, names, self._options, values=values):
                lines.writerow(map(self._cell, row))
        finally:
            text.detach()

    def _cell(self, value: Any) -> Any:
        if isinstance(value, str):
            return harmless(value) if self._options.guard else value
        return value.isoformat() if isinstance(value, (date, time)) else value


WRITER: Final = CsvWriter
