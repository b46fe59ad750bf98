"""Pages in Arrow batches -> records in Arrow batches: one function for every engine that speaks Arrow.

pyarrow, Polars, DuckDB, Spark (`mapInArrow`), Ray Data and Dask all call a function from a batch to a batch; nothing
here knows of any of them. No page is ever unaccounted for: one without records has a row, and so has one that failed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from itertools import repeat
from typing import Any, Final, NamedTuple

from pagerows.errors import MissingExtra, PageError, ParameterError
from pagerows.export._lines import json_values
from pagerows.export.sheets import end_of, flat_columns, sheet_column, start_of, xpaths
from pagerows.page import parse
from pagerows.pipeline import DEFAULT_METHOD, Extraction, extract
from pagerows.values import Money, Region
from pagerows.workers import run_here

__all__ = [
    "COLUMNS",
    "PageRecords",
    "RecordRow",
    "RegionRecords",
    "arrays",
    "check_extra",
    "column_arrays",
    "extract_batch",
    "found_records",
    "page_records",
    "page_rows",
    "schema",
    "value_json",
]


class RecordRow(NamedTuple):
    """One record; of a page without records, or of one that failed, only what is known."""

    #: Position of the region among those of the page, and of the record in it, from 1; None: no record.
    region: int | None = None
    row: int | None = None
    #: Where the record starts.
    xpath: str | None = None
    #: The texts by column; links add ``*_url``.
    fields: tuple[tuple[str, str], ...] | None = None
    #: Numbers, dates, money... by column, as JSON.
    values: str | None = None
    score: float | None = None
    method: str | None = None
    #: Why the page could not be read; None where it could.
    error: str | None = None
    #: What the page took, on each of its rows; None unless asked for, so that the same pages give the same bytes.
    seconds: float | None = None


#: What `extract_batch` gives, before the columns that it passes through.
COLUMNS: Final = ("url", *RecordRow._fields)


def schema() -> Any:
    """Return the Arrow schema of the columns that `extract_batch` makes."""
    pa = check_extra()
    types = {
        "region": pa.int32(),
        "row": pa.int32(),
        "fields": pa.map_(pa.string(), pa.string()),
        "score": pa.float64(),
        "seconds": pa.float64(),
    }
    return pa.schema([pa.field(name, types.get(name, pa.string())) for name in COLUMNS])


def extract_batch(
    batch: Any,
    *,
    html: str = "html",
    url: str = "url",
    content_type: str | None = None,
    every: bool = False,
    timed: bool = False,
    **options: Any,
) -> Any:
    """Extract the records of a RecordBatch of pages into a RecordBatch of records.

    `html` and `url` name the columns of the pages (bytes or text; null fails) and of their addresses (may be absent),
    `content_type` that of their HTTP headers. The batch that is made has the columns of `schema()`, then all others of
    the given one. `every` gives all regions of a page instead of the best; `timed` fills ``seconds``; further
    `options` are those of `extract`.

    >>> import pyarrow as pa
    >>> shop = "<ul>" + "".join(f"<li><h3>Item {n}</h3><p>{n} €</p></li>" for n in range(9)) + "</ul>"
    >>> pages = pa.record_batch({"url": ["http://a.example/", "http://b.example/"], "html": [shop, None]})
    >>> rows = extract_batch(pages)
    >>> rows.num_rows, rows["fields"][1].as_py(), rows["error"][9].as_py()
    (10, [('title', 'Item 1'), ('price', '1 €')], 'the page is empty')
    """
    pa = check_extra()
    names = batch.schema.names
    if missing := [name for name in (html, content_type) if name is not None and name not in names]:
        raise ParameterError(f"the batch has no column {missing[0]!r}; it has: {', '.join(names)}")
    passed = [name for name in names if name not in (html, url, content_type)]
    if taken := [name for name in passed if name in COLUMNS]:
        raise ParameterError(f"the batch has a column {taken[0]!r}, which is one of the result: rename it")
    urls = batch.column(url).to_pylist() if url in names else [None] * batch.num_rows
    types = batch.column(content_type).to_pylist() if content_type else [None] * batch.num_rows
    rows: list[RecordRow] = []
    origins: list[int] = []
    for number, (source, address, header) in enumerate(zip(batch.column(html), urls, types, strict=True)):
        made = _tried(source.as_py(), address, header, every, timed, options)
        rows += made
        origins += [number] * len(made)
    kept = batch.select(passed).take(pa.array(origins, pa.int64()))
    made_columns = arrays([urls[number] for number in origins], rows)
    fields = [*schema(), *(batch.schema.field(name) for name in passed)]
    return pa.record_batch([*made_columns, *kept.columns], schema=pa.schema(fields))


def _tried(
    source: Any, url: str | None, content_type: str | None, every: bool, timed: bool, options: dict[str, Any]
) -> list[RecordRow]:
    """The rows of a page, or the row that says why it has none. What is wrong for every page is raised."""

    def read(_: None) -> list[RecordRow] | ParameterError:
        try:
            return page_rows(source, url=url, content_type=content_type, every=every, **options)
        except ParameterError as error:
            return error

    outcome = run_here(read, None)
    if isinstance(outcome.result, ParameterError):
        raise outcome.result
    rows = outcome.result or [RecordRow(method=options.get("method", DEFAULT_METHOD), error=outcome.error)]
    return [row._replace(seconds=outcome.seconds) for row in rows] if timed else rows


def page_rows(source: bytes | str | None, **options: Any) -> list[RecordRow]:
    """Return the records of one page, read as by `page_records`; one without records gives a row that says so."""
    return page_records(source, **options).rows()


class RegionRecords(NamedTuple):
    """The records of one region as columns, of which rows and lines are made."""

    #: Position of the region among those of the page, from 1.
    region: int
    score: float | None
    xpaths: list[str]
    #: The texts by column; links add ``*_url``.
    fields: Sequence[tuple[str, Sequence[str | None]]]
    #: Numbers, dates, money... by column, where it has any.
    values: Sequence[tuple[str, Sequence[Any]]]


class PageRecords(NamedTuple):
    """What was found on a page."""

    method: str
    regions: list[RegionRecords]

    def __bool__(self) -> bool:
        """Whether there is a record."""
        return any(region.xpaths for region in self.regions)

    def rows(self) -> list[RecordRow]:
        """A row for each record; one without them where there is none."""
        return [row for region in self.regions for row in _rows(region, self.method)] or [RecordRow(method=self.method)]


def page_records(
    source: bytes | str | None,
    *,
    url: str | None = None,
    content_type: str | None = None,
    every: bool = False,
    now: datetime | None = None,
    encoding: str | None = None,
    **options: Any,
) -> PageRecords:
    """Return the records of one page: of its best region, or of every one."""
    if source is None or not source.strip():
        raise PageError("the page is empty")
    page = parse(source, url=url, encoding=encoding, content_type=content_type)
    if now is not None:
        page = replace(page, now=now)
    return found_records(extract(page, **options), every=every)


def found_records(found: Extraction, *, every: bool = False) -> PageRecords:
    """Return the records of what was found on a page: of its best region, or of every one."""
    best = found.best
    chosen = [(n, region) for n, region in enumerate(found.regions, 1) if every or region is best]
    return PageRecords(found.method, [_records(number, region) for number, region in chosen])


def _records(number: int, region: Region) -> RegionRecords:
    columns = [sheet_column(column) for column in region.table.all_columns]
    score = float(region.score) if math.isfinite(region.score) else None
    fields = [*flat_columns(columns)]
    values = [(column.name, column.values) for column in columns if column.values]
    rows = min((len(cells) for _, cells in (*fields, *values)), default=len(region.records))
    return RegionRecords(number, score, xpaths(region.records)[:rows], fields, values)


def _rows(region: RegionRecords, method: str) -> Iterator[RecordRow]:
    values = json_values(len(region.xpaths), region.values, value_json)
    each = zip(region.xpaths, _fields(region.fields), values, strict=False)
    for row, (xpath, fields, told) in enumerate(each, 1):
        yield RecordRow(region.region, row, xpath, fields, told, region.score, method)


def _fields(columns: Sequence[tuple[str, Sequence[Any]]]) -> Iterator[tuple[tuple[str, str], ...]]:
    """The texts of each record, with their names; for ever empty where there are no columns."""
    named = [_named(_text(name), cells) for name, cells in columns]
    return (tuple(filter(None, row)) for row in zip(*named, strict=True)) if named else repeat(())


def _named(name: str, cells: Sequence[Any]) -> list[tuple[str, str] | None]:
    return [None if cell is None else (name, _text(cell)) for cell in cells]


def value_json(value: Any) -> str:
    """Return a typed value as JSON: `value`, the end of a range, the currency of money."""
    return _ENCODE(_plain_value(value))


def _plain_value(value: Any) -> dict[str, Any]:
    if isinstance(value, Money):
        told = {"value": float(value.amount)}
        return told | ({} if value.until is None else {"until": float(value.until)}) | {"currency": value.currency}
    told = {"value": start_of(value)}
    if (end := end_of(value)) is not None:
        told["until"] = end
    return told


def _plain(value: Any) -> str | float:
    return (
        value.isoformat()
        if isinstance(value, (date, time))
        else float(value)
        if isinstance(value, Decimal)
        else str(value)
    )


_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, default=_plain).encode


def _text(text: Any) -> str:
    known = str(text)
    return known if known.isascii() else known.encode("utf-8", "replace").decode()  # lone surrogates have no UTF-8


def arrays(urls: Sequence[str | None], rows: Sequence[RecordRow]) -> list[Any]:
    """Return rows as Arrow arrays, in the order of `schema()`."""
    return column_arrays([urls, *zip(*rows, strict=True)] if rows else [()] * len(COLUMNS))


def column_arrays(columns: Sequence[Sequence[Any]]) -> list[Any]:
    """Return columns as Arrow arrays, in the order of `schema()`."""
    pa = check_extra()
    return [pa.array(column, field.type) for column, field in zip(columns, schema(), strict=True)]


def check_extra() -> Any:
    """Return pyarrow; a MissingExtra says how to get it."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra("reading and writing Arrow batches", "bulk") from error
    return pa
