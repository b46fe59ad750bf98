"""Records in a SQLite database: one table per page, or one that grows over runs, in a single transaction."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from pagerows.errors import ExportError
from pagerows.export._arrow import plain_text
from pagerows.export._writer import SpooledWriter, WriteOptions, cells_by_name, long_rows, spread_names
from pagerows.export.sheets import PageResult
from pagerows.unique import UniqueNames

__all__ = ["WRITER", "SqliteWriter"]

#: Which page each table came from; a table in this list is ours to replace.
PAGES: Final = "pagerows_pages"
#: SQLite's limit on columns, less some room.
MOST_COLUMNS: Final = 1_900


class SqliteWriter(SpooledWriter):
    """Adds tables to a database; either all of a run is written or nothing."""

    def __init__(self, path: Path, options: WriteOptions, shown: Path | None = None) -> None:
        #: What messages call the file, where `path` is a temporary one.
        self._shown = shown or path
        super().__init__(options)
        self._path = path
        self._values = options.values is not False

    def finish(self) -> None:
        """Write all pages in one transaction."""
        try:
            base = sqlite3.connect(self._path, isolation_level=None)
            try:
                base.execute("BEGIN IMMEDIATE")
                if self._options.into:
                    self._grow(base, self._options.into)
                else:
                    self._one_table_per_page(base)
                base.execute("COMMIT")
            finally:
                base.close()  # what is not committed is rolled back
        except sqlite3.Error as error:
            raise ExportError(f"cannot write {self._shown}: {error}") from error

    def _grow(self, base: sqlite3.Connection, table: str) -> None:
        options = WriteOptions(sources=True, regions=True, values=self._options.values)
        names = spread_names(self._pages, options, values=self._values)
        if table.lower().startswith("sqlite_"):
            raise ExportError(f"SQLite keeps table names that start with sqlite_ for itself: {table}")
        had = [row[1] for row in base.execute(f"PRAGMA table_info({_quote(table)})")]
        columns = _columns(list(names), had)
        declared = {
            made: f"{_quote(made)} {_declared(kinds)}" for made, kinds in zip(columns, names.values(), strict=True)
        }
        if not had:
            base.execute(f"CREATE TABLE {_quote(table)} ({', '.join(declared.values())})")
        for name in columns:
            if had and name not in had:
                base.execute(f"ALTER TABLE {_quote(table)} ADD COLUMN {declared[name]}")
        _insert(base, table, columns, long_rows(self._pages, names, options, values=self._values))

    def _one_table_per_page(self, base: sqlite3.Connection) -> None:
        base.execute(f"CREATE TABLE IF NOT EXISTS {PAGES} (name PRIMARY KEY, source, region, url, title, method)")
        ours = {
            (source, region): name for name, source, region in base.execute(f"SELECT name, source, region FROM {PAGES}")
        }
        there = [name for (name,) in base.execute("SELECT name FROM sqlite_master")]
        unique = UniqueNames([*there, *ours.values()])
        for page in self._pages:
            for sheet in page.sheets:
                key = (page.source, sheet.region if self._options.regions else None)
                name = ours.get(key) or unique(_table_name(page, key[1]))
                base.execute(f"DROP TABLE IF EXISTS {_quote(name)}")
                columns = cells_by_name(sheet, WriteOptions(), values=self._values)
                made = _columns(["xpath", *columns], [])
                own = ({type(cell) for cell in cells if cell is not None} for cells in columns.values())
                kinds: list[set[type]] = [{str}, *own]
                declared = (f"{_quote(one)} {_declared(types)}" for one, types in zip(made, kinds, strict=True))
                base.execute(f"CREATE TABLE {_quote(name)} ({', '.join(declared)})")
                _insert(base, name, made, zip(sheet.xpaths, *columns.values(), strict=True))
                about = map(_plain, (name, *key, page.url, page.title, page.method))
                base.execute(f"INSERT OR REPLACE INTO {PAGES} VALUES (?, ?, ?, ?, ?, ?)", tuple(about))


def _insert(base: sqlite3.Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    names, marks = ", ".join(map(_quote, columns)), ", ".join("?" * len(columns))
    base.executemany(
        f"INSERT INTO {_quote(table)} ({names}) VALUES ({marks})", ([_plain(cell) for cell in row] for row in rows)
    )


def _columns(names: Sequence[str], had: Sequence[str]) -> list[str]:
    """Column names that differ in more than case, spelled as the table already has them."""
    if len({*names, *had}) > MOST_COLUMNS:
        raise ExportError(f"{len({*names, *had})} columns are more than SQLite can hold; write one table per page")
    spelled = {name.lower(): name for name in had}
    unique = UniqueNames()
    return [unique(spelled.get(wanted.lower(), wanted)) for wanted in names]


def _table_name(page: PageResult, region: int | None) -> str:
    stem = re.split(r"[?#]", page.source.rstrip("/"))[0].rpartition("/")[2]
    stem = re.sub(r"\.(x?html?|mht|mhtml)?(\.gz)?$", "", stem, flags=re.IGNORECASE)
    plain = re.sub(r"\W+", "_", stem).strip("_") or "page"
    if plain[0].isdigit() or plain.lower().startswith("sqlite_"):
        plain = f"page_{plain}"
    return plain if region is None else f"{plain}_region_{region}"


#: What columns are declared as; SQLite stores dates and lists as texts.
_DECLARED: Final[dict[type, str]] = {
    int: "INTEGER", float: "REAL", Decimal: "DECIMAL", bool: "BOOLEAN", date: "DATE", datetime: "TIMESTAMP",
    time: "TIME",
    tuple: "JSON", str: "TEXT",
}  # fmt: skip


def _declared(kinds: set[type]) -> str:
    if kinds == {int, float}:
        return "REAL"
    return _DECLARED.get(next(iter(kinds)), "TEXT") if len(kinds) == 1 else "TEXT"


def _plain(cell: Any) -> Any:
    if isinstance(cell, (str, date, time, tuple)):
        return plain_text(cell)
    if isinstance(cell, Decimal):
        return float(cell) if cell % 1 else int(cell)
    return float(cell) if isinstance(cell, int) and abs(cell) >= 2**63 else cell


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""').replace("\0", "") + '"'


WRITER: Final = SqliteWriter
