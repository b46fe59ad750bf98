"""Results as JSON with everything that is known: column kinds and types, XPaths, scores. See docs/schemas.md."""

from __future__ import annotations

import json
from datetime import date, time
from typing import IO, Any, Final

from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

__all__ = ["SCHEMA", "SUFFIXES", "JsonWriter", "page_object"]

SUFFIXES: Final = (".json",)
#: Raised when a reader of older files would misread new ones.
SCHEMA: Final = 1


class JsonWriter:
    """Writes one object with a list of pages, page by page."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        self._stream, self._options, self._count = stream, options, 0

    def add(self, page: PageResult) -> None:
        """Write one page."""
        self._write(",\n" if self._count else f'{{"schema": {SCHEMA}, "pages": [\n')
        self._write(json.dumps(page_object(page, self._options), ensure_ascii=False, indent=1))
        self._count += 1

    def finish(self) -> None:
        """Close the list."""
        self._write("\n]}\n" if self._count else f'{{"schema": {SCHEMA}, "pages": []}}\n')

    def _write(self, text: str) -> None:
        self._stream.write(text.encode("utf-8", "replace"))


def page_object(page: PageResult, options: WriteOptions) -> dict[str, Any]:
    """Return a page as the JSON object that the schema describes."""
    return {
        "source": page.source,
        "url": page.url,
        "title": page.title,
        "lang": page.lang,
        "method": page.method,
        "regions_found": page.found,
        "regions": [_region(sheet, options) for sheet in page.sheets],
    }


def _region(sheet: Sheet, options: WriteOptions) -> dict[str, Any]:
    return {
        "region": sheet.region,
        "score": sheet.score,
        "content": sheet.content,
        "features": sheet.features,
        "columns": [{"name": c.name, "kind": c.kind, "type": c.type} for c in sheet.columns],
        "records": [
            {"xpath": xpath, "fields": _fields(sheet.columns, row, options)} for row, xpath in enumerate(sheet.xpaths)
        ],
    }


def _fields(columns: tuple[SheetColumn, ...], row: int, options: WriteOptions) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for column in columns:
        text = column.texts[row]
        if text is None:
            continue
        field: dict[str, Any] = {"text": text}
        if column.urls and column.urls[row]:
            field["url"] = column.urls[row]
        if column.values and column.values[row] is not None and options.values is not False:
            field |= typed_field(column, column.values[row])
        fields[column.name] = field
    return fields


def typed_field(column: SheetColumn, value: Any) -> dict[str, Any]:
    """Return what a type knows beyond the text: value, and for money the currency."""
    if column.type == "money":
        return {"value": value[0], "currency": value[1]}
    return {"value": value.isoformat() if isinstance(value, (date, time)) else value}


WRITER: Final = JsonWriter
