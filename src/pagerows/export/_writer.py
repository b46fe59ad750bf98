"""What every format's writer shares: options, a spool for pages, and rows with the columns of all pages."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from pagerows.export.sheets import PageResult, Sheet, flat_columns
from pagerows.unique import UniqueNames

__all__ = ["Spool", "SpooledWriter", "WriteOptions", "Writer", "cells_by_name", "long_rows", "spread_names"]


def _quiet(line: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """How results are written."""

    #: Make cells harmless that a spreadsheet would run as formulas (csv, xlsx).
    guard: bool = True
    #: Add ``*_value`` columns with numbers and dates; None: where the format has types of its own.
    values: bool | None = None
    #: Say which page each row is from.
    sources: bool = False
    #: Say which region each row is from.
    regions: bool = False
    #: Say which record of its region each row is, from 1.
    rows: bool = False
    #: One table for all pages, which grows over runs (sqlite).
    into: str | None = None
    #: Rows that this table has of a page are replaced when the page is read again.
    upsert: bool = False
    #: Begin with a byte order mark, by which some spreadsheets tell UTF-8 (csv, tsv).
    bom: bool = False
    #: Say what the method measured of each region (json).
    features: bool = False
    #: Where to say what was done to the texts.
    tell: Callable[[str], None] = _quiet


class Writer(Protocol):
    """Takes results page by page; `finish` writes what is still held back."""

    def add(self, page: PageResult) -> None:
        """Take one page."""

    def finish(self) -> None:
        """Write the rest."""

    def close(self) -> None:
        """Let go of what was held back, whether it was written or not."""


class Spool:
    """Pages put aside until all are known; large amounts go to a file that vanishes by itself."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=64 * 1024 * 1024)  # noqa: SIM115 - lives as long as self
        self._count = 0

    def add(self, page: PageResult) -> None:
        """Put a page aside."""
        pickle.dump(page, self._file, pickle.HIGHEST_PROTOCOL)  # our own values, read back by us alone
        self._count += 1

    def __iter__(self) -> Iterator[PageResult]:
        self._file.seek(0)
        for _ in range(self._count):
            yield pickle.load(self._file)

    def close(self) -> None:
        """Forget all pages."""
        self._file.close()


class SpooledWriter:
    """What writers share that need all pages before they can write the first."""

    def __init__(self, options: WriteOptions) -> None:
        self._options, self._pages = options, Spool()

    def add(self, page: PageResult) -> None:
        """Take one page."""
        self._pages.add(page)

    def close(self) -> None:
        """Let go of what was held back."""
        self._pages.close()


def lead_names(options: WriteOptions) -> list[str]:
    """The names of the columns before the records' own."""
    return [
        name
        for name, wanted in (("source", options.sources), ("region", options.regions), ("row", options.rows))
        if wanted
    ]


def cells_by_name(sheet: Sheet, options: WriteOptions, *, values: bool) -> dict[str, Any]:
    """Return a sheet's flat columns by name; names that the leading columns have get a number."""
    unique = UniqueNames(lead_names(options), fold=str)
    return {unique(wanted): cells for wanted, cells in flat_columns(sheet.columns, values=values)}


def spread_names(pages: Spool, options: WriteOptions, *, values: bool) -> dict[str, set[type]]:
    """Return the columns of all pages, in order of first appearance, with the kinds of values that each holds."""
    names: dict[str, set[type]] = {name: {str if name == "source" else int} for name in lead_names(options)}
    for page in pages:
        for sheet in page.sheets:
            for name, cells in cells_by_name(sheet, options, values=values).items():
                names.setdefault(name, set()).update(type(cell) for cell in cells if cell is not None)
    return names


def long_rows(pages: Spool, names: Iterable[str], options: WriteOptions, *, values: bool) -> Iterator[list[Any]]:
    """Yield the rows of all pages under common column names; None where a page has no such column."""
    for page in pages:
        for sheet in page.sheets:
            length = len(sheet)
            columns = cells_by_name(sheet, options, values=values)
            columns |= {"source": [page.source] * length} if options.sources else {}
            columns |= {"region": [sheet.region] * length} if options.regions else {}
            columns |= {"row": range(1, length + 1)} if options.rows else {}
            empty = [None] * length
            yield from map(list, zip(*(columns.get(name, empty) for name in names), strict=True))
