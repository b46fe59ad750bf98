"""The ``<table>`` elements of a page as DataFrames: what `pandas.read_html` is asked for, from pages as they are."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from contextlib import suppress
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pagerows.errors import MissingExtra, PageError, ParameterError
from pagerows.page import Page, Source, fetch, parse
from pagerows.page.grids import Grid, Line
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
    extract_links: Literal["header", "body", "footer", "all"] | None = None,
    **options: Any,
) -> list[pd.DataFrame]:
    """Return every HTML table of a page as a DataFrame, in the page's order; ARIA tables too.

    A drop-in for `pandas.read_html`, also for URLs and file names: `match` is a pattern that a table's text must have,
    `attrs` are attributes of its element, `header` the rows that name the columns (None: those that are told to be
    headers), and further options (`index_col`, `skiprows`, `decimal`, `converters`, `na_values`, `keep_default_na`,
    `parse_dates`, ...) those of its parser. With `extract_links` the cells of that part are pairs of text and address,
    as the page writes it. What `read_html` does not take either is refused. Rows that hold nothing or are hidden are
    left out, and so are columns that repeat the one before in all rows. A PageError (a ValueError) says that
    there is no such table.

    >>> frame, = read_tables("<table><tr><th>Name<th>Size<tr><td>Oak<td>1,200<tr><td>Elm<td>900</table>")
    >>> frame.to_dict("list")
    {'Name': ['Oak', 'Elm'], 'Size': [1200, 900]}
    """
    try:
        from pandas.errors import EmptyDataError
        from pandas.io.parsers import TextParser
    except ImportError as error:
        raise MissingExtra("read_tables()", "formats") from error
    _check(options, extract_links)
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
        head, rows = _rows(grid, extract_links)
        named = header if header is not None else list(range(head)) if head > 1 else 0 if head else None
        with suppress(EmptyDataError), TextParser(rows, header=named, thousands=thousands, **options) as parser:
            frames.append(_with_flat_names(parser.read()) if extract_links in ("header", "all") else parser.read())
    if not frames:
        raise PageError(f"the page has no table with {wanted.pattern!r} in it{f' and {attrs}' if attrs else ''}")
    return frames


def _with_flat_names(frame: pd.DataFrame) -> pd.DataFrame:
    """Names that are pairs, as `read_html` gives them: one level, None where there is no address."""
    import pandas as pd

    if isinstance(frame.columns, pd.MultiIndex):
        pairs = [(name[0], None if pd.isna(name[1]) else name[1]) for name in frame.columns]
        frame.columns = pd.Index(pairs, tupleize_cols=False)
    return frame


def _check(options: Mapping[str, Any], links: str | None) -> None:
    """Refuse what would be passed over: pandas' parser takes any keyword."""
    from pandas import read_html

    if unknown := sorted(set(options) - set(signature(read_html).parameters)):
        raise ParameterError(f"read_tables: no option {', '.join(unknown)}; there are those of pandas.read_html")
    if options.get("displayed_only", True) is not True:
        raise ParameterError("read_tables: displayed_only=False: what the page hides is never read")
    if links not in (None, "header", "body", "footer", "all"):
        raise ParameterError(f"read_tables: extract_links={links!r}: give 'header', 'body', 'footer', 'all' or None")


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


def _rows(grid: Grid, links: str | None) -> tuple[int, list[list[Any]]]:
    """How many rows name the columns, and the texts of all rows; header rows that come again are said once."""
    told = [line for line in grid.lines if line.kind == "header"]
    rest = [line for line in grid.lines if line.kind not in ("header", "spacer")]
    heads = list(dict.fromkeys(tuple(_read(grid, line.cells, links in ("header", "all"))) for line in told))
    return len(heads), [
        *map(list, heads),
        *(_read(grid, line.cells, links == "all" or links == _part(line)) for line in rest),
    ]


def _part(line: Line) -> str:
    return "footer" if line.kind == "footer" else "body"


def _read(grid: Grid, cells: tuple[int, ...], links: bool) -> list[Any]:
    """The texts of a row's cells, or pairs of text and the first address inside; None where there is no cell."""
    nodes = grid.nodes
    texts = [nodes.text(cell) if cell >= 0 else None for cell in cells]
    return [(text or "", _link(nodes, cell)) for text, cell in zip(texts, cells, strict=True)] if links else texts


def _link(nodes: NodeTable, cell: int) -> str | None:
    inside = range(cell, int(nodes.end[cell])) if cell >= 0 else ()
    return next((href for row in inside if nodes.tag_name(row) == "a" and (href := nodes.attribute(row, "href"))), None)
