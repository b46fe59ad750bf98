"""Tables as a static HTML page: no script, links only where they are http(s) or mail."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import IO, Final

from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, SheetColumn

__all__ = ["WRITER", "HtmlWriter", "table_html"]

_HEAD: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>pagerows</title>
<style>
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 2rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .2rem; overflow-wrap: anywhere; }
p { margin: 0 0 .6rem; opacity: .7; }
table { border-collapse: collapse; }
th, td { padding: .35rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
th { border-bottom-width: 2px; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
img { max-width: 6rem; max-height: 6rem; }
</style>
"""
_NUMBERS: Final = frozenset({"integer", "decimal", "money", "percentage", "rating"})


class HtmlWriter:
    """Writes each region as a table under the page's name."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        self._stream, self._options, self._begun = stream, options, False

    def add(self, page: PageResult) -> None:
        """Write the tables of one page."""
        if not page.sheets:
            self._write(f"<h2>{escape(page.title or page.source)}</h2>\n<p>No records found.</p>\n")
        for sheet in page.sheets:
            self._write(f"<h2>{escape(page.title or page.source)}</h2>\n")
            self._write(f"<p>{escape(page.source)}, region {sheet.region} of {page.found}, {len(sheet)} records</p>\n")
            self._write(table_html(sheet.columns, len(sheet)))

    def close(self) -> None:
        """Nothing is held back."""

    def finish(self) -> None:
        """Close the page."""
        self._write("</html>\n")

    def _write(self, text: str) -> None:
        if not self._begun:
            self._begun = True
            text = _HEAD + text
        self._stream.write(text.encode("utf-8", "replace"))


def table_html(columns: Sequence[SheetColumn], rows: int) -> str:
    """Columns as a table element."""
    lines = ["<table>\n<thead><tr>"]
    lines += [f"<th{_class(column)}>{escape(column.name)}</th>" for column in columns]
    lines.append("</tr></thead>\n<tbody>\n")
    for row in range(rows):
        cells = "".join(f"<td{_class(column)}>{_cell(column, row)}</td>" for column in columns)
        lines.append(f"<tr>{cells}</tr>\n")
    lines.append("</tbody>\n</table>\n")
    return "".join(lines)


def _class(column: SheetColumn) -> str:
    return ' class="number"' if column.type in _NUMBERS else ""


def _cell(column: SheetColumn, row: int) -> str:
    text, url = column.texts[row], column.urls[row] if column.urls else None
    shown = escape(text or "")
    if not url or not url.lower().startswith(("http://", "https://", "mailto:")):
        return shown
    link = escape(url)
    if column.kind == "image":
        # The page must not call home when it is opened, so images are links.
        return f'<a href="{link}">{shown or "image"}</a>'
    return f'<a href="{link}">{shown}</a>'


WRITER: Final = HtmlWriter
