"""Table -> CSV, JSON, Parquet, SQLite, XLSX, HTML, Markdown.

Every format is a module with a ``WRITER``, imported when it is first asked for. Other packages add formats by entry
points (`plugins.py`): a writer class with ``suffixes``, called with a stream of bytes and `WriteOptions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pagerows import plugins
from pagerows.errors import MissingExtra, ParameterError
from pagerows.unique import UniqueNames
from pagerows.values import Table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from pagerows.pipeline import Extraction

__all__ = ["FORMATS", "arrow_table", "flat_cells", "format_of", "formats", "frame", "polars_frame", "save", "writer"]

#: The formats that can be written, and the file name endings that mean them.
FORMATS: Final = {
    "csv": (".csv",),
    "tsv": (".tsv", ".tab"),
    "json": (".json",),
    "jsonl": (".jsonl", ".ndjson"),
    "parquet": (".parquet", ".pq"),
    "sqlite": (".sqlite", ".sqlite3", ".db"),
    "xlsx": (".xlsx",),
    "html": (".html", ".htm"),
    "markdown": (".md", ".markdown"),
    "table": (".txt",),
}


def formats() -> tuple[str, ...]:
    """Return the names of all formats, those of other packages included."""
    return (*FORMATS, *(name for name in plugins.names("export") if name not in FORMATS))


def format_of(name: str) -> str:
    """Return the format that a file name's ending means."""
    for format_, suffixes in FORMATS.items():
        if name.lower().endswith(suffixes):
            return format_
    added = {format_: _suffixes(format_) for format_ in formats() if format_ not in FORMATS}
    for format_, suffixes in added.items():
        if name.lower().endswith(suffixes):
            return format_
    known = ", ".join(suffix for suffixes in (*FORMATS.values(), *added.values()) for suffix in suffixes)
    raise ParameterError(f"cannot tell the format of {name}: end it with one of {known}, or give --format")


def _suffixes(format_: str) -> tuple[str, ...]:
    return tuple(getattr(writer(format_), "suffixes", (f".{format_}",)))


def writer(format_: str) -> Any:
    """Return the writer class of a format; its module is imported now."""
    if format_ in FORMATS:
        return import_module(f"pagerows.export.{format_}").WRITER
    if format_ in plugins.names("export"):
        return plugins.load("export", format_, type)
    raise ParameterError(f"unknown format {format_!r}; there are: {', '.join(formats())}")


def save(
    extraction: Extraction,
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - what users call it
    every: bool = False,
    guard: bool = True,
    values: bool | None = None,
    into: str | None = None,
    bom: bool = False,
    features: bool = False,
) -> None:
    """Write the best region of an extraction, or every one, to a file: whole or not at all.

    The format follows the file's name where it is not given; the other options are those of the command line.
    """
    from pagerows.export._output import writing
    from pagerows.export._writer import WriteOptions
    from pagerows.export.sheets import page_result

    path = Path(path)
    options = WriteOptions(guard=guard, values=values, regions=every, into=into, bom=bom, features=features)
    source = extraction.page.url or str(extraction.page.path or "page")
    with writing(format or format_of(path.name), path, options) as out:
        out.add(page_result(source, extraction, every=every))


def flat_cells(table: Table) -> dict[str, Sequence[Any]]:
    """Return the cells by column: texts, ``*_url`` for links, ``*_value`` (``_until``, ``_currency``) for values."""
    from pagerows.export.sheets import flat_columns, sheet_column

    unique = UniqueNames(fold=str)
    columns = flat_columns([sheet_column(column) for column in table.all_columns], values=True)
    return {unique(name): cells for name, cells in columns}


def arrow_table(table: Table, asked: str = "to_arrow()") -> pa.Table:
    """Return the table as an Arrow table, values under real types."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra(asked, "formats") from error
    from pagerows.export._arrow import array

    return pa.table({name: array(cells) for name, cells in flat_cells(table).items()})


def frame(table: Table) -> pd.DataFrame:
    """Return the table as a pandas DataFrame: texts, links, and values under real types."""
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("to_pandas()", "formats") from error
    made: pd.DataFrame = arrow_table(table, "to_pandas()").to_pandas(types_mapper=pd.ArrowDtype)
    return made


def polars_frame(table: Table) -> pl.DataFrame:
    """Return the table as a Polars DataFrame: texts, links, and values under real types."""
    try:
        import polars as pl
    except ImportError as error:
        raise MissingExtra("to_polars()", "polars") from error
    made = pl.from_arrow(arrow_table(table, "to_polars()"))
    assert isinstance(made, pl.DataFrame)  # only a single column of Arrow would give a Series
    return made
