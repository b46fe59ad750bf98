"""What a prompt and a notebook show of tables: their first rows, as text or as HTML without scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from pagerows.export.html import table_html
from pagerows.export.sheets import sheet_column
from pagerows.export.table import drawn_lines, printable
from pagerows.values import Region, Table

if TYPE_CHECKING:
    from pagerows.pipeline import Extraction

__all__ = ["extraction_html", "extraction_text", "table_html_preview", "table_text"]

#: Rows and characters of a line that a prompt shows, rows that a notebook shows, of folded lists, and how many lists.
TEXT_ROWS: Final = 5
TEXT_WIDTH: Final = 100
HTML_ROWS: Final = 30
FOLDED_ROWS: Final = 5
MOST_FOLDED: Final = 10
#: Notebooks put all cells to the right and break numbers from their units.
STYLE: Final = """<style>
.pagerows th, .pagerows td { text-align: left; vertical-align: top; }
.pagerows .number { text-align: right; white-space: nowrap; }
</style>
"""


def table_text(table: Table) -> str:
    """The size of a table and its first rows."""
    lines = drawn_lines([sheet_column(column.head(TEXT_ROWS)) for column in table.all_columns], TEXT_WIDTH)
    more = [f" ... {len(table) - TEXT_ROWS:,} more rows"] if len(table) > TEXT_ROWS else []
    return "\n".join([f"<Table: {_size(table)}>", *lines, *more])


def extraction_text(found: Extraction) -> str:
    """What was found on a page: how many lists, and the first rows of the best."""
    lists = f"{len(found.regions)} list{'s' if len(found.regions) != 1 else ''}"
    title = printable(found.page.title or found.page.url or "")[:60]
    head = f"<Extraction: {lists}{f' on {title!r}' if title else ''}, method {found.method}>"
    if found.best is None:
        return f"{head}\nno records: {found.verdict}"
    return f"{head}\nbest: score {found.best.score:.2f}, .table is\n{table_text(found.table)}"


def table_html_preview(table: Table, rows: int = HTML_ROWS) -> str:
    """The first rows as an HTML table, and a line on its size."""
    made = table_html([sheet_column(column.head(rows)) for column in table.all_columns], min(rows, len(table)))
    more = f", the first {rows} are shown" if len(table) > rows else ""
    return f'<div class="pagerows">{STYLE}{made}<p>{_size(table)}{more}</p></div>\n'


def extraction_html(found: Extraction) -> str:
    """The best table, and the page's other lists folded."""
    best = found.best
    head = table_html_preview(found.table) if best else f"<p>no records: {escape(str(found.verdict))}</p>\n"
    others = [region for region in found.regions if region is not best]
    left = f"<p>{len(others) - MOST_FOLDED} more lists</p>\n" if len(others) > MOST_FOLDED else ""
    return head + "".join(map(_folded, others[:MOST_FOLDED])) + left


def _folded(region: Region) -> str:
    noise = ", noise" if region.content is False else ""
    told = f"{_size(region.table)}, score {region.score:.2f}{noise}"
    return f"<details><summary>{told}</summary>{table_html_preview(region.table, FOLDED_ROWS)}</details>\n"


def _size(table: Table) -> str:
    rows, columns = len(table), len(table.all_columns)
    return f"{rows:,} row{'s' if rows != 1 else ''} x {columns} column{'s' if columns != 1 else ''}"
