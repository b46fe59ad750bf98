"""One way to talk to two databases: SQLite in a file, PostgreSQL where a team shares it.

Statements are written once, with ``?`` for values, in what both understand. A connection belongs to a thread. Whatever
goes wrong is a StoreError that says what to do; a transaction is whole or not at all.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from pagerows.errors import MissingExtra, PagerowsError

__all__ = ["Database", "StoreError", "default_path", "open_database"]

#: Raised when tables change; an older server must not write to newer ones.
VERSION: Final = 1
#: Seconds that a locked database is waited for.
PATIENCE: Final = 5.0

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS pagerows_version (version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS pagerows_runs (
  id TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, url TEXT,
  title TEXT NOT NULL, method TEXT NOT NULL, wrapper TEXT, job TEXT, chosen INTEGER, row_count INTEGER NOT NULL,
  names TEXT NOT NULL, head TEXT NOT NULL, recipe TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS pagerows_runs_created ON pagerows_runs (created, id);
CREATE INDEX IF NOT EXISTS pagerows_runs_source ON pagerows_runs (source);
CREATE TABLE IF NOT EXISTS pagerows_pages (
  run TEXT PRIMARY KEY, body BLOB NOT NULL, url TEXT, content_type TEXT NOT NULL, encoding TEXT, fetched TEXT);
CREATE TABLE IF NOT EXISTS pagerows_views (
  run TEXT NOT NULL, kind TEXT NOT NULL, data BLOB NOT NULL, said TEXT NOT NULL, PRIMARY KEY (run, kind));
CREATE TABLE IF NOT EXISTS pagerows_tables (
  run TEXT NOT NULL, list INTEGER NOT NULL, data BLOB NOT NULL, edits TEXT NOT NULL, PRIMARY KEY (run, list));
CREATE TABLE IF NOT EXISTS pagerows_wrappers (
  id TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL, edits TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS pagerows_jobs (
  id TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, run TEXT NOT NULL,
  asked TEXT NOT NULL, total INTEGER, message TEXT, wrapper TEXT, owner TEXT, progress BLOB);
CREATE TABLE IF NOT EXISTS pagerows_job_pages (
  job TEXT NOT NULL, number INTEGER NOT NULL, source TEXT NOT NULL, row_count INTEGER NOT NULL, problem TEXT,
  data BLOB, PRIMARY KEY (job, number));
CREATE TABLE IF NOT EXISTS pagerows_job_sources (
  job TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (job, number))
"""


class StoreError(PagerowsError, OSError):
    """The database cannot be used now; the message says why and what to do."""

    #: Whether the disk is full.
    full: bool = False


def default_path() -> Path:
    """Where history is kept if nobody says otherwise."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "pagerows" / "history.sqlite"


def open_database(where: str) -> Database:
    """Open a database: a file's name, or an address that begins with postgresql://."""
    if where.startswith(("postgresql://", "postgres://")):
        database: Database = _Postgres(where)
    else:
        database = _Sqlite(Path(where) if where else default_path())
    try:
        database.prepare()
    except BaseException:
        database.close()
        raise
    return database


class Database(ABC):
    """Statements in, rows out; one connection per thread."""

    #: What a person calls it.
    name: str

    def __init__(self) -> None:
        self._own = threading.local()
        self._lock = threading.Lock()
        self._open: list[Any] = []

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return what a query finds."""
        with self.transaction() as do:
            found: list[tuple[Any, ...]] = do(statement, *values)
        return found

    def row(self, statement: str, *values: Any) -> tuple[Any, ...] | None:
        """Return the first row that a query finds."""
        found = self.rows(statement, *values)
        return found[0] if found else None

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """Give a function that executes statements; all of them count, or none."""
        try:
            with self._begun() as do:
                yield do
        except Exception as error:
            told = self._told(error)
            if told is None:
                raise
            raise told from error

    def prepare(self) -> None:
        """Make the tables where there are none; refuse those of another version."""
        with self.transaction() as do:
            self._alone(do)
            for statement in _TABLES.split(";"):
                do(self._dialect(statement))
            found = do("SELECT version FROM pagerows_version")
            if not found:
                do("INSERT INTO pagerows_version (version) VALUES (?)", VERSION)
            elif found[0][0] != VERSION:
                raise StoreError(
                    f"{self.name} was made by another version of pagerows (tables {found[0][0]}, here {VERSION}): "
                    "give another --db"
                )

    def close(self) -> None:
        """Let go of all connections."""
        with self._lock:
            for connection in self._open:
                with suppress(Exception):
                    connection.close()
            self._open.clear()

    def _connection(self) -> Any:
        connection = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._connect()
        return connection

    def _keep(self, connection: Any) -> None:
        """Remember a connection, so that it is closed at the end."""
        with self._lock:
            self._open.append(connection)

    def _forget(self) -> None:
        """Open a new connection next time."""
        connection = getattr(self._own, "connection", None)
        self._own.connection = None
        if connection is not None:
            with self._lock, suppress(ValueError):
                self._open.remove(connection)
            with suppress(Exception):
                connection.close()

    @abstractmethod
    def _connect(self) -> Any: ...

    @abstractmethod
    def _begun(self) -> Any: ...

    @abstractmethod
    def _told(self, error: Exception) -> StoreError | None: ...

    def _dialect(self, statement: str) -> str:
        return statement

    def _alone(self, do: Any) -> None:  # noqa: B027 - SQLite needs nothing for it
        """Keep other servers from preparing at the same time."""


class _Sqlite(Database):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path, self.name = path.expanduser().absolute(), str(path)
        self._file: tuple[int, int] | None = None

    def _connect(self) -> Any:
        try:
            if self._file is None:
                self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            elif self._identity() != self._file:
                raise self._gone()
            connection = sqlite3.connect(self._path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            self._keep(connection)
            for pragma in ("journal_mode = WAL", "synchronous = NORMAL"):
                connection.execute(f"PRAGMA {pragma}")
        except (OSError, ValueError, sqlite3.Error) as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"cannot open the database {self._path}: {error}") from error
        if self._file is None:
            with suppress(OSError):
                self._path.chmod(0o600)  # it holds the pages that somebody looked at
            self._file = self._identity()
        return connection

    @contextmanager
    def _begun(self) -> Iterator[Any]:
        connection = self._connection()
        if self._identity() != self._file:  # SQLite would go on writing to a file that nobody can see
            self._forget()
            raise self._gone()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield lambda statement, *values: connection.execute(statement, values).fetchall()
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Read without locking out those who write."""
        try:
            connection = self._connection()
            if self._identity() != self._file:
                self._forget()
                raise self._gone()
            found: list[tuple[Any, ...]] = connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise (self._told(error) or error) from error
        return found

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _gone(self) -> StoreError:
        return StoreError(
            f"the database {self._path} was moved or deleted while the server ran: put it back, or start anew"
        )

    def _told(self, error: Exception) -> StoreError | None:
        if not isinstance(error, sqlite3.Error):
            return None
        text = str(error)
        if "locked" in text or "busy" in text:
            return StoreError(f"the database {self._path} is locked by another program; try again when that is done")
        if "full" in text or "disk I/O" in text:
            told = StoreError(f"the disk of the database {self._path} is full or fails: make room, then try again")
            told.full = True
            return told
        if "readonly" in text:
            return StoreError(f"the database {self._path} cannot be written to: see its permissions")
        return StoreError(f"the database {self._path} fails: {error}")


class _Postgres(Database):
    def __init__(self, address: str) -> None:
        super().__init__()
        try:
            import psycopg
        except ImportError as error:
            raise MissingExtra("a PostgreSQL database", "postgres") from error
        self._psycopg, self._address = psycopg, address
        self.name = _without_password(address)

    def _connect(self) -> Any:
        try:
            connection = self._psycopg.connect(self._address, connect_timeout=int(PATIENCE), autocommit=True)
        except self._psycopg.Error as error:
            raise StoreError(f"cannot reach the database {self.name}: {_first_line(error)}") from error
        self._keep(connection)
        return connection

    @contextmanager
    def _begun(self) -> Iterator[Any]:
        connection = self._connection()
        if connection.closed:
            self._forget()
            connection = self._connection()
        with connection.transaction():
            yield lambda statement, *values: self._execute(connection, statement, values)

    def transaction(self) -> Any:
        """Give a function that executes statements; a connection that broke since it was last used is made anew."""
        connection = getattr(self._own, "connection", None)
        if connection is not None:
            try:
                connection.execute("SELECT 1")
            except self._psycopg.Error:
                self._forget()
        return super().transaction()

    def _execute(self, connection: Any, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        cursor = connection.execute(statement.replace("?", "%s"), values)
        return cursor.fetchall() if cursor.description is not None else []

    def _dialect(self, statement: str) -> str:
        return statement.replace("BLOB", "BYTEA")

    def _alone(self, do: Any) -> None:
        do("SELECT pg_advisory_xact_lock(7061676572)")

    def _told(self, error: Exception) -> StoreError | None:
        if not isinstance(error, self._psycopg.Error):
            return None
        if isinstance(error, self._psycopg.OperationalError):
            self._forget()
        told = StoreError(f"the database {self.name} fails: {_first_line(error)}")
        told.full = isinstance(error, self._psycopg.errors.DiskFull)
        return told


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _without_password(address: str) -> str:
    """An address that may be shown.

    >>> _without_password("postgresql://me:secret@db.example/pages")
    'postgresql://me@db.example/pages'
    """
    scheme, _, rest = address.partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where.partition('?')[0]}"
