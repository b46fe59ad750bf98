"""Table -> CSV, JSON, Parquet, SQLite, XLSX, HTML, Markdown.

Every format is a module with a ``WRITER``, imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pagerows.errors import MissingExtra, ParameterError
from pagerows.values import Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMATS", "flat", "format_of", "frame", "writer"]

#: The formats that can be written, and the file name endings that mean them.
FORMATS: Final = {
    "csv": (".csv",),
    "json": (".json",),
    "jsonl": (".jsonl", ".ndjson"),
    "parquet": (".parquet", ".pq"),
    "sqlite": (".sqlite", ".sqlite3", ".db"),
    "xlsx": (".xlsx",),
    "html": (".html", ".htm"),
    "markdown": (".md", ".markdown"),
    "table": (".txt",),
}


def format_of(name: str) -> str:
    """Return the format that a file name's ending means."""
    for format_, suffixes in FORMATS.items():
        if name.lower().endswith(suffixes):
            return format_
    known = ", ".join(suffix for suffixes in FORMATS.values() for suffix in suffixes)
    raise ParameterError(f"cannot tell the format of {name}: end it with one of {known}, or give --format")


def writer(format_: str) -> Any:
    """Return the writer class of a format; its module is imported now."""
    return import_module(f"pagerows.export.{format_}").WRITER


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
