"""Tables as CSV: UTF-8, one header row, cells that a spreadsheet would run made harmless."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8
from datetime import date, time
from typing import IO, Any, Final

from pagerows.export._writer import SpooledWriter, WriteOptions, long_rows, spread_names

__all__ = ["CsvWriter", "harmless"]


#: What a spreadsheet runs, at the start of a cell or behind a sign that some split cells at: an equals sign, and behind
#: +, - and @ a call, a reference to a cell or another program. Telephone numbers, prices and @names are none.
_FORMULA: Final = re.compile(
    r"(^|[;\t\r\n|])(\s*+)(?="
    r"[=＝]"
    r"|[@＠+\-＋－][^;\t\r\n|]*?(?:[^\W\d]\(|\w\|)"
    r"|[+\-＋－](?:[\d.,() +*/^&:-]*?[+\-*/^&(:])?\s?\$?[A-Z]{1,3}\$?[0-9]{1,7}(?:[-+*/^&:)]|$)"
    r")"
)


def harmless(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would run as a formula.

    >>> [harmless(text) for text in ["=1+1", "-3.50", "+1 555", "@name", "@SUM(A1)", "x;=HYPERLINK(1)"]]
    ["'=1+1", '-3.50', '+1 555', '@name', "'@SUM(A1)", "x;'=HYPERLINK(1)"]
    """
    return _FORMULA.sub(r"\1\2'", text)


class CsvWriter(SpooledWriter):
    """Writes all pages as one table."""

    #: What stands between cells.
    delimiter = ","

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        super().__init__(options)
        self._stream = stream
        #: Cells that were made harmless.
        self._guarded = 0

    def finish(self) -> None:
        """Write the table."""
        values = bool(self._options.values)
        names = spread_names(self._pages, self._options, values=values)
        if self._options.bom:
            self._stream.write(BOM_UTF8)
        text = io.TextIOWrapper(self._stream, encoding="utf-8", errors="replace", newline="", write_through=True)
        try:
            lines = csv.writer(text, delimiter=self.delimiter, lineterminator="\n")
            if names:
                lines.writerow(self._cell(name) for name in names)
            for row in long_rows(self._pages, names, self._options, values=values):
                lines.writerow(map(self._cell, row))
        finally:
            text.detach()
        if self._guarded:
            cells = "1 cell" if self._guarded == 1 else f"{self._guarded} cells"
            self._options.tell(
                f"{cells} that spreadsheets would run as formulas got an apostrophe; --no-guard leaves them"
            )

    def _cell(self, value: Any) -> Any:
        match value:
            case str():
                made = harmless(value) if self._options.guard else value
                self._guarded += made != value
                return made
            case bool():
                return "true" if value else "false"
            case tuple():
                return self._cell("; ".join(map(str, value)))
            case date() | time():
                return value.isoformat()
            case _:
                return value


WRITER: Final = CsvWriter
