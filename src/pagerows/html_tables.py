"""The ``<table>`` elements of a page as DataFrames: what `pandas.read_html` is asked for, from pages as they are."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagerows.errors import MissingExtra, PageError
from pagerows.page import Page, Source, fetch, parse
from pagerows.page.grids import Grid
from pagerows.page.nodes import NodeTable
from pagerows.page.sniff import is_name

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["read_tables"]


def read_tables(
    source: Source | Page,
    *,
    match: str | re.Pattern[str] = ".+",
    header: int | list[int] | None = None,
    attrs: Mapping[str, str] | None = None,
    url: str | None = None,
    encoding: str | None = None,
    thousands: str | None = ",",
    **options: Any,
) -> list[pd.DataFrame]:
    """Return every HTML table of a page as a DataFrame, in the page's order; ARIA tables too.

    A drop-in for `pandas.read_html`, also for URLs and file names: `match` is a pattern that a table's text must have,
    `attrs` are attributes of its element, `header` the rows that name the columns (None: those that are told to be
    headers), and further options (`index_col`, `skiprows`, `decimal`, `converters`, `na_values`, `keep_default_na`,
    `parse_dates`, ...) those of its parser. Rows that hold nothing or are hidden are left out, and so are columns
    that repeat the one before in all rows. A PageError (a ValueError) says that there is no such table.

    >>> frame, = read_tables("<table><tr><th>Name<th>Size<tr><td>Oak<td>1,200<tr><td>Elm<td>900</table>")
    >>> frame.to_dict("list")
    {'Name': ['Oak', 'Elm'], 'Size': [1200, 900]}
    """
    try:
        from pandas.io.parsers import TextParser
    except ImportError as error:
        raise MissingExtra("read_tables()", "formats") from error
    nodes = _page(source, url, encoding).nodes
    wanted = re.compile(match)
    frames = []
    for table in nodes.grids.tables:
        if not _has(nodes, table, attrs or {}) or not wanted.search(nodes.text(table)):
            continue
        grid = nodes.grids.at(table)
        if grid is None:
            warnings.warn(f"a table is too large to be read: {nodes.xpath(table)}", stacklevel=2)
            continue
        head, rows = _rows(grid)
        if rows:
            named = header if header is not None else list(range(head)) if head > 1 else 0 if head else None
            with TextParser(rows, header=named, thousands=thousands, **options) as parser:
                frames.append(parser.read())
    if not frames:
        raise PageError(f"the page has no table with {wanted.pattern!r} in it{f' and {attrs}' if attrs else ''}")
    return frames


def _page(source: Source | Page, url: str | None, encoding: str | None) -> Page:
    if isinstance(source, Page):
        return source
    if isinstance(source, str) and is_name(source):
        web = source.strip().lower().startswith(("http://", "https://"))
        source = fetch(source.strip()) if web else Path(source)
    return parse(source, url=url, encoding=encoding)


def _has(nodes: NodeTable, table: int, attrs: Mapping[str, str]) -> bool:
    """Whether a table has these attributes; of its classes one is enough."""
    for name, value in attrs.items():
        own = nodes.attribute(table, name)
        if own is None or (own != value and not (name == "class" and value in own.split())):
            return False
    return True


def _rows(grid: Grid) -> tuple[int, list[list[str | None]]]:
    """How many rows name the columns, and the texts of all rows; header rows that come again are said once."""
    told = [line for line in grid.lines if line.kind == "header"]
    rest = [line for line in grid.lines if line.kind not in ("header", "spacer")]
    heads = list(dict.fromkeys(tuple(_texts(grid, line.cells)) for line in told))
    return len(heads), [*map(list, heads), *(_texts(grid, line.cells) for line in rest)]


def _texts(grid: Grid, cells: tuple[int, ...]) -> list[str | None]:
    return [grid.nodes.text(cell) if cell >= 0 else None for cell in cells]
