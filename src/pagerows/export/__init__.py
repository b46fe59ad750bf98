"""Table -> CSV, JSON, Parquet, SQLite, XLSX, HTML, Markdown.

Every format is a module with a ``WRITER``, imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pagerows.errors import MissingExtra, ParameterError
from pagerows.values import Table

if TYPE_CHECKING:
    import pandas as pd

    from pagerows.pipeline import Extraction

__all__ = ["FORMATS", "flat", "format_of", "frame", "save", "writer"]

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


def save(
    extraction: Extraction,
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - what users call it
    every: bool = False,
    guard: bool = True,
    values: bool | None = None,
    into: str | None = None,
) -> None:
    """Write the best region of an extraction, or every one, to a file: whole or not at all.

    The format follows the file's name where it is not given; the other options are those of the command line.
    """
    from pagerows.export._output import writing
    from pagerows.export._writer import WriteOptions
    from pagerows.export.sheets import page_result

    path = Path(path)
    options = WriteOptions(guard=guard, values=values, regions=every, into=into)
    source = extraction.page.url or str(extraction.page.path or "page")
    with writing(format or format_of(path.name), path, options) as out:
        out.add(page_result(source, extraction, every=every))


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
