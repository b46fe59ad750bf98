"""Records as JSON lines: one flat object per record, written as pages come in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, time
from decimal import Decimal
from json.encoder import encode_basestring
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
            length = len(sheet)
            columns: dict[str, Sequence[Any]] = {
                "source": [page.source] * length,
                "region": [sheet.region] * length,
                "xpath": sheet.xpaths,
            }
            for name, cells in cells_by_name(sheet, self._options, values=self._values).items():
                columns[name] = _over(cells, columns[name]) if name in columns else cells
            members = [_members(name, cells) for name, cells in columns.items()]
            lines = [f"{{{', '.join(filter(None, row))}}}\n" for row in zip(*members, strict=True)]
            self._stream.write("".join(lines).encode("utf-8", "replace"))

    def close(self) -> None:
        """Nothing is held back."""

    def finish(self) -> None:
        """Nothing is held back."""


def _over(cells: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """The cells of a column of the page, or what stands under that name where it has none."""
    return [other if cell is None else cell for cell, other in zip(cells, others, strict=True)]


def _members(name: str, cells: Sequence[Any]) -> list[str | None]:
    """A column as members of objects in JSON; None where a record has no such cell."""
    key = f"{encode_basestring(name)}: "
    return [None if cell is None else key + _told(cell) for cell in cells]


def _told(cell: Any) -> str:
    """A cell as JSON: texts without the encoder, who is made anew for each."""
    return encode_basestring(cell) if type(cell) is str else _ENCODE(cell)


def _plain(value: Any) -> str | float:
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(type(value).__name__)


_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, default=_plain, allow_nan=False).encode
WRITER: Final = JsonLinesWriter
