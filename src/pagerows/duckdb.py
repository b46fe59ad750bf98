"""DuckDB: the function `page_rows(html, url)` in SQL, one map a record.

pagerows.duckdb.register(connection)
connection.sql("SELECT url, unnest(page_rows(html, url)) AS record FROM pages")
"""

from __future__ import annotations

from functools import partial
from typing import Any

import duckdb
from duckdb.func import FunctionNullHandling

from pagerows.errors import PagerowsError
from pagerows.export.sheets import flat_columns, sheet_column
from pagerows.pipeline import extract

__all__ = ["register"]


def register(connection: duckdb.DuckDBPyConnection, name: str = "page_rows", **options: Any) -> None:
    """Add the function to a connection; `options` are those of `extract`. A page that cannot be read is NULL."""
    connection.create_function(
        name,
        partial(_rows, options),
        ["VARCHAR", "VARCHAR"],
        "MAP(VARCHAR, VARCHAR)[]",
        null_handling=FunctionNullHandling.SPECIAL,
    )


def _rows(options: dict[str, Any], html: str | None, url: str | None) -> list[dict[str, str]] | None:
    if html is None:
        return None
    try:
        found = extract(html.encode("utf-8", "replace"), url=url, encoding="utf-8", **options)
    except PagerowsError:
        return None
    columns = dict(flat_columns([sheet_column(column) for column in found.table.all_columns])) if found.best else {}
    rows = zip(*columns.values(), strict=True)
    return [{name: text for name, text in zip(columns, row, strict=True) if text is not None} for row in rows]
