"""Results as JSON with everything that is known: column kinds and types, XPaths, scores. See docs/schemas.md."""

from __future__ import annotations

import json
import math
from datetime import date, time
from decimal import Decimal
from typing import IO, Any, Final

from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, Sheet, SheetColumn, end_of, start_of

__all__ = ["SCHEMA", "WRITER", "JsonWriter", "field_of", "page_text"]

#: Raised when a reader of older files would misread new ones.
SCHEMA: Final = 1


class JsonWriter:
    """Writes one object with a list of pages, page by page, one line per record."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        self._stream, self._options, self._count = stream, options, 0

    def add(self, page: PageResult) -> None:
        """Write one page."""
        self._write(",\n" if self._count else f'{{"schema": {SCHEMA}, "pages": [\n')
        self._write(page_text(page, self._options))
        self._count += 1

    def close(self) -> None:
        """Nothing is held back."""

    def finish(self) -> None:
        """Close the list."""
        self._write("\n]}\n" if self._count else f'{{"schema": {SCHEMA}, "pages": []}}\n')

    def _write(self, text: str) -> None:
        self._stream.write(text.encode("utf-8", "replace"))


def page_text(page: PageResult, options: WriteOptions) -> str:
    """Return one page as JSON."""
    head = {
        "source": page.source,
        "url": page.url,
        "title": page.title,
        "lang": page.lang,
        "method": page.method,
        "regions_found": page.found,
        "now": page.now and page.now.isoformat(),
    }
    return _with_list(head, "regions", [_region_text(sheet, options) for sheet in page.sheets])


def _region_text(sheet: Sheet, options: WriteOptions) -> str:
    head = {
        "region": sheet.region,
        "xpath": sheet.xpath,
        "score": sheet.score,
        "content": sheet.content,
        **({"features": sheet.features} if options.features else {}),
        "columns": [_column(column) for column in sheet.columns],
        "left_out": [{"reason": reason, "text": text} for reason, text in sheet.left_out],
    }
    records = [
        {"xpath": xpath, "fields": _fields(sheet.columns, row, options)} for row, xpath in enumerate(sheet.xpaths)
    ]
    return _with_list(head, "records", [_dump(record) for record in records])


def _column(column: SheetColumn) -> dict[str, Any]:
    names = ("name", "kind", "type", "role", "unit", "confidence", "doubt")
    made = {name: getattr(column, name) for name in names}
    return made | ({"source": column.source, "key": column.key} if column.key else {})


def _with_list(head: dict[str, Any], name: str, items: list[str]) -> str:
    """An object whose last entry is a list with one item a line: large files stay readable and diffable."""
    inner = ",\n".join(items)
    return f'{_dump(head)[:-1]}, "{name}": [\n{inner}\n]}}' if items else f'{_dump(head)[:-1]}, "{name}": []}}'


def _dump(value: Any) -> str:
    # NaN is not JSON; a score that is none of the numbers is null.
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _fields(columns: tuple[SheetColumn, ...], row: int, options: WriteOptions) -> dict[str, Any]:
    found = ((column.name, field_of(column, row, values=options.values is not False)) for column in columns)
    return {name: field for name, field in found if field is not None}


def field_of(column: SheetColumn, row: int, *, values: bool = True) -> dict[str, Any] | None:
    """Return one cell: its text, its address and what its type knows of it; None where the record has none."""
    text = column.texts[row]
    if text is None:
        return None
    field: dict[str, Any] = {"text": text}
    if column.urls and column.urls[row]:
        field["url"] = column.urls[row]
    if values and column.values and column.values[row] is not None:
        field |= _typed(column, column.values[row])
    return field


def _typed(column: SheetColumn, value: Any) -> dict[str, Any]:
    """Return what a type knows beyond the text: value, the end of a range, and for money the currency."""
    made = {"value": _plain(start_of(value))}
    if (end := end_of(value)) is not None:
        made["until"] = _plain(end)
    return made | ({"currency": value[1]} if column.type == "money" else {})


def _plain(value: Any) -> Any:
    if isinstance(value, (date, time)):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value


WRITER: Final = JsonWriter
