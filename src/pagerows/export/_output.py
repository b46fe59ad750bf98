"""A writer over a file or standard output: whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from pagerows.errors import ExportError, ParameterError
from pagerows.export import writer
from pagerows.export._files import Discarded, replacing
from pagerows.export._writer import WriteOptions, Writer
from pagerows.export.sheets import PageResult

__all__ = ["FILES_ONLY", "Output", "writing"]

#: Formats that cannot be sent down a pipe.
FILES_ONLY: Final = frozenset({"parquet", "sqlite", "xlsx"})


class Output:
    """Takes results; `drop` says that there is nothing worth writing."""

    def __init__(self, target: Writer) -> None:
        self._target = target
        self._dropped = False

    def add(self, page: PageResult) -> None:
        """Write one page."""
        self._target.add(page)

    def drop(self) -> None:
        """Leave the file as it was."""
        self._dropped = True

    def finish(self) -> None:
        """Write the rest, or nothing."""
        if self._dropped:
            raise Discarded
        self._target.finish()


@contextmanager
def writing(format_: str, path: Path | None, options: WriteOptions) -> Iterator[Output]:
    """Yield an output to a file, or to standard output where `path` is None."""
    if path is None:
        yield from _to_stdout(format_, options)
    elif format_ == "sqlite":
        yield from _into_database(path, options)
    else:
        with replacing(path) as stream:
            yield from _through(writer(format_)(stream, options))


def _through(target: Writer) -> Iterator[Output]:
    out = Output(target)
    try:
        yield out
        out.finish()
    finally:
        target.close()


def _to_stdout(format_: str, options: WriteOptions) -> Iterator[Output]:
    if format_ in FILES_ONLY:
        raise ParameterError(f"{format_} needs a file: give -o OUT")
    with suppress(Discarded):
        yield from _through(writer(format_)(sys.stdout.buffer, options))
        sys.stdout.buffer.flush()


def _into_database(path: Path, options: WriteOptions) -> Iterator[Output]:
    """A database keeps its other tables, and others may write to it: a transaction makes the change whole."""
    try:
        if not path.exists():
            with replacing(path):  # says now, not after the work, that there is no place for it
                raise Discarded
        if path.exists() and not path.is_file():
            raise ExportError(f"cannot write {path}: it is {'a folder' if path.is_dir() else 'not a file'}")
        if path.exists() and path.stat().st_size:
            _check_database(path)
    except OSError as error:
        raise ExportError(f"cannot write {path}: {error.strerror or error}") from error
    with suppress(Discarded):
        yield from _through(writer("sqlite")(path, options))


def _check_database(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise ExportError(f"cannot read {path}: {error.strerror or error}") from error
    if start != b"SQLite format 3\0":
        raise ExportError(f"cannot write {path}: it exists and is not an SQLite database")
    if not os.access(path, os.W_OK):
        raise ExportError(f"cannot write {path}: permission denied")
