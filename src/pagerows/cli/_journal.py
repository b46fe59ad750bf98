"""What a run over many pages has read so far, kept beside its output as it comes: a stop or a kill loses no page."""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import pickle
import struct
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any, Final, Self

from pagerows import __version__
from pagerows.cli._say import note
from pagerows.cli._sources import PageSource
from pagerows.errors import ExportError, ParameterError
from pagerows.export.sheets import PageResult
from pagerows.workers import Outcome

__all__ = ["Journal", "journal_of"]

#: What the file's name ends with, and what it begins with, the options of the run behind it.
END: Final = ".partial"
MAGIC: Final = b"pagerows partial 1\n"
#: Options that change nothing about what is read from a page.
ELSEWHERE: Final = frozenset(
    {
        *("run", "sources", "input", "output", "format", "errors", "jobs", "resume", "timeout", "max_memory"),
        *("bom", "guard", "values", "into", "upsert", "features", "columns", "drop", "rename", "limit"),
        *("delay", "retries", "cache", "cache_hours"),
    }
)
#: What results are made of: nothing else is read back from a file.
KNOWN: Final = {
    "pagerows.export.sheets": {"PageResult", "Sheet", "SheetColumn"},
    "pagerows.values": {"Money", "Range"},
    "datetime": {"date", "datetime", "time", "timezone", "timedelta"},
    "decimal": {"Decimal"},
}


def journal_of(arguments: argparse.Namespace, output: Path | None, pages: int) -> Journal | None:
    """Return the journal of a run over many pages into a file; None where there is none."""
    if output is None or pages < 2 or (output.exists() and not output.is_file()):
        if arguments.resume:
            raise ParameterError("--resume goes on with --pages N, or with many pages and an output file (-o)")
        return None
    told = {name: value for name, value in vars(arguments).items() if name not in ELSEWHERE}
    plain = json.dumps([__version__, told], sort_keys=True, default=str)
    journal = Journal(output.with_name(f"{output.name}{END}"), hashlib.sha256(plain.encode()).digest())
    if journal.open(resume=arguments.resume):
        return journal
    if arguments.into is None:
        raise ParameterError(f"another run writes to {output} right now: wait for it, or name another output")
    return None  # several may add to one table at once; the first of them keeps what it has read


class Journal:
    """Results by page, appended one by one."""

    def __init__(self, path: Path, key: bytes) -> None:
        self.path, self._key = path, key
        self._file: IO[bytes] | None = None
        #: Where the result of each page begins, by its name and what its file was like.
        self._known: dict[tuple[str, str], int] = {}

    def __len__(self) -> int:
        return len(self._known)

    def open(self, *, resume: bool) -> bool:
        """Begin a journal, or go on with one; False where another run that is under way has it."""
        try:
            file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
            with ExitStack() as stack:
                stack.callback(file.close)
                if not _locked(file):
                    return False
                if not self._is_new(file):
                    if not resume:
                        raise ParameterError(
                            f"{self.path} has what an earlier run read: --resume goes on with it, or remove it"
                        )
                    self._load(file)
                else:
                    file.truncate(0)
                    file.write(MAGIC + self._key)
                    file.flush()
                stack.pop_all()
            self._file = file
        except pickle.UnpicklingError as error:
            raise ParameterError(f"{self.path} cannot be read: {error}; remove it to begin again") from error
        except OSError as error:
            raise ExportError(f"cannot write {self.path}: {error.strerror or error}") from error
        return True

    def _is_new(self, file: IO[bytes]) -> bool:
        """Whether there is nothing in a file, or only what a run wrote that was stopped before its first page."""
        head = file.read(len(MAGIC) + len(self._key) + 1)
        file.seek(0)
        return len(head) <= len(MAGIC) + len(self._key) and MAGIC.startswith(head[: len(MAGIC)])

    def _load(self, file: IO[bytes]) -> None:
        if file.read(len(MAGIC)) != MAGIC:
            raise ParameterError(f"{self.path} is no file of pagerows: remove it or name another output")
        if file.read(len(self._key)) != self._key:
            raise ParameterError(f"{self.path} is of a run with other options: give the same ones, or remove it")
        while True:
            at = file.tell()
            result = self._entry(file)
            if result is None:
                break
            self._known[result[0]] = at
        file.truncate(at)  # a page that was written by halves is read again

    @staticmethod
    def _entry(file: IO[bytes]) -> tuple[tuple[str, str], PageResult] | None:
        head = file.read(8)
        body = file.read(struct.unpack("<Q", head)[0]) if len(head) == 8 else b""
        if not body or len(body) < struct.unpack("<Q", head)[0]:
            return None
        name, stamp, result = _Reader(io.BytesIO(body)).load()
        return (name, stamp), result

    def missing(self, pages: Iterable[PageSource]) -> list[PageSource]:
        """The pages that are not read yet, or have changed since."""
        return [page for page in pages if (page.name, _stamp(page)) not in self._known]

    def merged(
        self, pages: Iterable[PageSource], coming: Iterator[Outcome[PageSource, PageResult]]
    ) -> Iterator[Outcome[PageSource, PageResult]]:
        """The outcomes of all pages in their order: kept ones from here, the others as they come, which are kept."""
        for page in pages:
            at = self._known.get((page.name, _stamp(page)))
            if at is None:
                outcome = next(coming)
                self._keep(outcome)
                yield outcome
            else:
                yield Outcome(page, self._read(at))

    def _keep(self, outcome: Outcome[PageSource, PageResult]) -> None:
        if outcome.result is None or self._file is None:
            return  # failed pages are tried again
        page = outcome.task
        stamp = _stamp(page)
        body = pickle.dumps((page.name, stamp, outcome.result), pickle.HIGHEST_PROTOCOL)
        try:
            at = self._file.seek(0, os.SEEK_END)
            self._file.write(struct.pack("<Q", len(body)) + body)
            self._file.flush()
        except OSError as error:
            raise ExportError(f"cannot write {self.path}: {error.strerror or error}") from error
        self._known[page.name, stamp] = at

    def _read(self, at: int) -> PageResult:
        assert self._file is not None
        self._file.seek(at)
        entry = self._entry(self._file)
        assert entry is not None
        return entry[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Let go of the file. A run that is done needs it no more; one that is not is told how to go on."""
        if kind is None or not self._known:
            self.path.unlink(missing_ok=True)  # before the lock is let go: afterwards it may be another's
        else:
            note(f"{len(self)} pages are kept in {self.path}: the same command with --resume goes on")
        if self._file is not None:
            with suppress(OSError):  # what could not be written is not kept
                self._file.close()


class _Reader(pickle.Unpickler):
    """Reads values of results, and nothing that could run."""

    def find_class(self, module: str, name: str) -> Any:
        if name in KNOWN.get(module, ()):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a result")


def _locked(file: IO[bytes]) -> bool:
    """Hold a file as long as this process lives; False where another holds it."""
    try:
        import fcntl
    except ImportError:  # Windows, which lets nobody open it a second time for long
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _stamp(page: PageSource) -> str:
    """What tells that a file has changed; pages of the network are as they were fetched."""
    if page.name.lower().startswith(("http://", "https://")):
        return ""
    try:
        about = Path(page.name).stat()
    except OSError:
        return "-"
    return f"{about.st_size} {about.st_mtime_ns}"
