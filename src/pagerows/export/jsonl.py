"""Records as JSON lines: one flat object per record, written as pages come in."""

from __future__ import annotations

import json
from datetime import date, time
from decimal import Decimal
from typing import IO, Any, Final

from pagerows.export._writer import WriteOptions, cells_by_name
from pagerows.export.sheets import PageResult

__all__ = ["WRITER", "JsonLinesWriter"]


class JsonLinesWriter:
    """Writes each record as one line: source, region, XPath, then its fields (absent ones left out)."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        self._stream, self._options = stream, options
        self._values = options.values is not False

    def add(self, page: PageResult) -> None:
        """Write the records of one page."""
        for sheet in page.sheets:
            columns = cells_by_name(sheet, self._options, values=self._values)
            for row, xpath in enumerate(sheet.xpaths):
                record: dict[str, Any] = {"source": page.source, "region": sheet.region, "xpath": xpath}
                record |= {name: cells[row] for name, cells in columns.items() if cells[row] is not None}
                line = json.dumps(record, ensure_ascii=False, default=_plain, allow_nan=False)
                self._stream.write(line.encode("utf-8", "replace") + b"\n")

    def close(self) -> None:
        """Nothing is held back."""

    def finish(self) -> None:
        """Nothing is held back."""


def _plain(value: Any) -> str | float:
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(type(value).__name__)


WRITER: Final = JsonLinesWriter
