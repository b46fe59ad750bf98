"""Table -> CSV, JSON, Parquet, SQLite, XLSX, HTML, Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagerows.errors import MissingExtra
from pagerows.values import Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["flat", "frame"]


def flat(table: Table) -> dict[str, list[str | None]]:
    """Return all columns by name; links add a ``*_url`` column, images are their URL."""
    columns: dict[str, list[str | None]] = {}
    for column in table.all_columns:
        if column.kind == "image":
            columns[column.name] = column.urls
            continue
        columns[column.name] = column.texts
        if any(column.urls):
            columns[f"{column.name}_url"] = column.urls
    return columns


def frame(table: Table) -> pd.DataFrame:
    """Return the table as a pandas DataFrame."""
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("to_pandas()", "formats") from error
    return pd.DataFrame(flat(table))
