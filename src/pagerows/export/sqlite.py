"""Records in a SQLite database: one table per page, or one that grows over runs, in a single transaction."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
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
#: SQLite's limit on columns, less some room; what a table has no room for is in a last column, as JSON.
MOST_COLUMNS: Final = 1_900
MORE: Final = "_more"
#: Seconds to wait for others who write to the same file.
PATIENCE: Final = 60.0


class SqliteWriter(SpooledWriter):
    """Adds tables to a database; either all of a run is written or nothing."""

    def __init__(self, path: Path, options: WriteOptions) -> None:
        super().__init__(options)
        self._path = path
        self._values = options.values is not False

    def finish(self) -> None:
        """Write all pages in one transaction; where that fails, put them into a file of their own instead.

        Always in the file itself: a new one that was written beside it would take the place of what others wrote.
        """
        try:
            self._write(self._path)
        except sqlite3.Error as error:
            _remove_empty(self._path)
            raise ExportError(f"cannot write {self._path}: {error}{self._rescued()}") from error

    def _write(self, path: Path) -> None:
        base = _begun(path)
        try:
            if self._options.into:
                self._grow(base, self._options.into)
            else:
                self._one_table_per_page(base)
            base.execute("COMMIT")
        finally:
            base.close()  # what is not committed is rolled back

    def _rescued(self) -> str:
        """Keep the rows of a run whose database cannot be written; say where they are."""
        name = f"{self._path.stem}.unsaved-{os.getpid()}{self._path.suffix}"
        for folder in (self._path.parent, Path(tempfile.gettempdir())):
            try:
                self._write(folder / name)
            except (sqlite3.Error, OSError):
                _remove_empty(folder / name)
            else:
                return f"; the rows of this run are in {folder / name}"
        return ""

    def _grow(self, base: sqlite3.Connection, table: str) -> None:
        upsert = self._options.upsert
        options = WriteOptions(sources=True, regions=True, rows=upsert, values=self._options.values)
        names = spread_names(self._pages, options, values=self._values)
        if table.lower().startswith("sqlite_"):
            raise ExportError(f"SQLite keeps table names that start with sqlite_ for itself: {table}")
        had = [row[1] for row in base.execute(f"PRAGMA table_info({_quote(table)})")]
        fitting = _fitting(list(names), had)
        kinds = {name: names[name] for name in fitting} | ({MORE: {dict}} if len(fitting) < len(names) else {})
        columns = _columns(list(kinds), had)
        declared = {made: f"{_quote(made)} {_declared(own)}" for made, own in zip(columns, kinds.values(), strict=True)}
        if not had:
            base.execute(f"CREATE TABLE {_quote(table)} ({', '.join(declared.values())})")
        for name in columns:
            if had and name not in had:
                base.execute(f"ALTER TABLE {_quote(table)} ADD COLUMN {declared[name]}")
        if upsert and "source" in had:
            # All rows of a page at once: one that has fewer now must not keep the last ones of before.
            sources = ((_plain(page.source),) for page in self._pages if page.sheets)
            base.executemany(f"DELETE FROM {_quote(table)} WHERE source = ?", sources)
        rows = long_rows(self._pages, names, options, values=self._values)
        _insert(base, table, columns, (_folded(row, list(names), fitting) for row in rows))

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
                own = UniqueNames(["xpath"], fold=str)
                found = cells_by_name(sheet, WriteOptions(), values=self._values)
                cells = {"xpath": sheet.xpaths} | {own(one): column for one, column in found.items()}
                fitting = _fitting(list(cells), [])
                kinds = {one: {type(cell) for cell in cells[one] if cell is not None} for one in fitting}
                kinds |= {MORE: {dict}} if len(fitting) < len(cells) else {}
                made = _columns(list(kinds), [])
                declared = (
                    f"{_quote(one)} {_declared(types)}" for one, types in zip(made, kinds.values(), strict=True)
                )
                base.execute(f"CREATE TABLE {_quote(name)} ({', '.join(declared)})")
                rows = (_folded(row, list(cells), fitting) for row in zip(*cells.values(), strict=True))
                _insert(base, name, made, rows)
                about = map(_plain, (name, *key, page.url, page.title, page.method))
                base.execute(f"INSERT OR REPLACE INTO {PAGES} VALUES (?, ?, ?, ?, ?, ?)", tuple(about))


def _begun(path: Path) -> sqlite3.Connection:
    """Open a database and begin a transaction in it.

    A writer that has no space removes the empty file that it made, perhaps after it was opened here: only what has the
    name before it is opened and when the transaction has begun is the file that others will read.
    """
    while True:
        before = _number(path)
        base = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
        try:
            base.execute("BEGIN IMMEDIATE")
        except sqlite3.Error:
            base.close()
            if _number(path) == before or before is None:
                raise
        else:
            if _number(path) == before:
                return base
            base.close()


def _number(path: Path) -> int | None:
    """What the file system knows the file of this name by."""
    return path.stat().st_ino if path.exists() else None


def _remove_empty(path: Path) -> None:
    """Remove a database in which nothing has ever been written, unless others write to it now."""
    with suppress(sqlite3.Error, OSError), closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as base:
        base.execute("BEGIN EXCLUSIVE")
        if path.stat().st_size == 0:
            path.unlink()


def _insert(base: sqlite3.Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    names, marks = ", ".join(map(_quote, columns)), ", ".join("?" * len(columns))
    base.executemany(
        f"INSERT INTO {_quote(table)} ({names}) VALUES ({marks})", ([_plain(cell) for cell in row] for row in rows)
    )


def _fitting(names: Sequence[str], had: Sequence[str]) -> list[str]:
    """The columns that a table has room for: those that it has, then the first of the others."""
    room = MOST_COLUMNS - len(had)
    there = {name.lower() for name in had}
    fitting = []
    for name in names:
        if name.lower() in there or room > 0:
            fitting.append(name)
            room -= name.lower() not in there
    return fitting


def _folded(row: Sequence[Any], names: Sequence[str], fitting: Sequence[str]) -> list[Any]:
    """A row as wide as its table: what has no column there is one object in the last."""
    if len(fitting) == len(names):
        return list(row)
    cells = dict(zip(names, row, strict=True))
    kept = [cells.pop(name) for name in fitting]
    more = {name: _plain(cell) for name, cell in cells.items() if cell is not None}
    return [*kept, json.dumps(more, ensure_ascii=False) if more else None]


def _columns(names: Sequence[str], had: Sequence[str]) -> list[str]:
    """Column names that differ in more than case, spelled as the table already has them."""
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
    tuple: "JSON", dict: "JSON", str: "TEXT",
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
