"""`extract --pages`: lists over all of their pages, written page by page, and gone on with after a stop."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Final, Protocol

from pagerows.cli._say import note, say
from pagerows.cli._sources import reason
from pagerows.errors import ExportError, PagerowsError, ParameterError
from pagerows.export._output import writing
from pagerows.export._writer import WriteOptions
from pagerows.export.csv import harmless
from pagerows.export.sheets import PageResult, joined
from pagerows.follow import ListPage, Progress
from pagerows.follow.apart import WalkApart
from pagerows.follow.state import led, plain_progress, read_progress

__all__ = ["STREAMED", "Target", "read_all"]

#: Formats that are written as pages come in; the others when the list has ended.
STREAMED: Final = ("csv", "jsonl")
#: Pages whose columns make the header of a CSV file.
_HEADER_PAGES: Final = 2


@dataclass(frozen=True, slots=True)
class Target:
    """Where rows go."""

    format: str
    path: Path | None
    options: WriteOptions
    #: How records are found, as files say it.
    method: str
    resume: bool = False
    #: Whether there is one list, so that a run can go on where it stopped.
    single: bool = True

    @property
    def state(self) -> Path | None:
        """The small file beside the output that says how far a walk has come."""
        return self.path.with_name(f"{self.path.name}.state") if self.path is not None and self.single else None


class _Out(Protocol):
    #: What to do where a walk was stopped, to be said behind how far it came.
    advice: str

    def add(self, page: ListPage, progress: Progress) -> None:
        """Take one page."""

    def finish(self, whole: bool) -> None:
        """Write the rest; `whole`: the list has ended."""


def read_all(urls: Sequence[str], walk: Callable[[str, Progress | None], WalkApart], target: Target) -> int:
    """Read each list to its end, or as far as allowed; return how many of them failed."""
    if target.resume and (target.state is None or target.format not in STREAMED or len(urls) > 1):
        raise ParameterError("--resume needs one URL and an output file (-o) in csv or jsonl")
    target = replace(target, single=len(urls) == 1)
    failed = 0
    with _opened(target, urls[0]) as out:
        if out is None:
            return 0
        for url in urls:
            failed += _read(walk(url, getattr(out, "progress", None)), out)
    return failed


def _read(walk: WalkApart, out: _Out) -> bool:
    """Read one list; tell how it ended. True: it failed."""
    url = walk.url
    try:
        for page in walk.pages():
            out.add(page, walk.progress)
            if page.duplicates:
                note(f"page {page.number}: {page.duplicates} records of earlier pages left out")
    except PagerowsError as error:
        at = walk.progress
        out.finish(whole=False)
        say(reason(at.url or url, error))
        if at.pages:
            note(f"{url}: {_count(at)} written before that{out.advice}")
        return True
    except KeyboardInterrupt:
        out.finish(whole=False)
        note(f"{url}: {_count(walk.progress)} written{out.advice}")
        raise
    at = walk.progress
    out.finish(whole=at.url is None)
    if not at.pages:
        note(f"{url}: no records found" if walk.stopped == "no list" else f"{url}: {walk.told}")
    else:
        note(f"{url}: {_count(at)}; {walk.told}")
    return walk.stopped == "login"


def _count(at: Progress) -> str:
    left = f", {at.duplicates} duplicates left out" if at.duplicates else ""
    said = f" (the site says {at.total:,})" if at.total is not None and at.total != at.rows else ""
    return f"{at.rows:,} rows{said} of {at.pages} page{'s' if at.pages != 1 else ''}{left}"


# -- outputs ----------------------------------------------------------------------------------------------------


@contextmanager
def _opened(target: Target, url: str) -> Iterator[_Out | None]:
    """Yield the output; None where there is nothing to go on with."""
    if target.format not in STREAMED:
        with writing(target.format, target.path, target.options) as out:
            gathered = _Gathered(out, target.method)
            yield gathered
            gathered.close()
        return
    stream = _Streamed(target, url)
    if target.resume and not stream.resume():
        yield None
        return
    try:
        yield stream
    finally:
        stream.close()


class _Gathered:
    """Formats that are written when all rows are known: each list as one table."""

    advice = ""

    def __init__(self, out: Any, method: str) -> None:
        self._out, self._method = out, method
        self._pages: list[ListPage] = []
        self._empty = True

    def add(self, page: ListPage, progress: Progress) -> None:  # noqa: ARG002 - as the other outputs
        """Take one page."""
        self._pages.append(page)

    def finish(self, whole: bool) -> None:  # noqa: ARG002
        """Write the list; leave the file as it was where nothing was read at all."""
        if self._pages:
            sheet = joined([led(page) for page in self._pages])
            url = self._pages[0].url
            self._out.add(PageResult(source=url, method=self._method, sheets=(sheet,), url=url, found=1))
            self._empty = False
            self._pages.clear()

    def close(self) -> None:
        """Nothing was read: nothing is written."""
        if self._empty:
            self._out.drop()


class _Streamed:
    """CSV and JSON lines, written as pages come in, with a state file beside them."""

    def __init__(self, target: Target, url: str) -> None:
        self._target, self._url = target, url
        self._held: list[ListPage] = []
        self._names: list[str] | None = None
        self._lost: dict[str, None] = {}
        self._file: IO[bytes] | None = None
        self.advice = "" if target.state is None else "; --resume goes on there"
        #: How far an earlier run came.
        self.progress: Progress | None = None
        self._reached: Progress | None = None

    def resume(self) -> bool:
        """Go back to where an earlier run stopped; False where there is nothing to go on with."""
        path, state = self._target.path, self._target.state
        assert path is not None
        assert state is not None
        if not state.exists():
            if path.exists():
                note(f"nothing to go on with: {path} has no {state.name} beside it, which a finished run removes")
            return not path.exists()
        try:
            said = json.loads(state.read_bytes())
            if said["url"] != self._url or said["format"] != self._target.format:
                raise ParameterError(f"{state} is of another run: {said['format']} of {said['url']}")
            self.progress, self._names = read_progress(said["progress"]), said["names"]
            with path.open("r+b") as file:
                file.truncate(said["bytes"])  # a page that was written by halves is read again
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, PagerowsError):
                raise
            raise ExportError(f"cannot go on from {state}: {error}") from error
        return True

    def add(self, page: ListPage, progress: Progress) -> None:
        """Write one page, and how far that is."""
        self._held.append(page)
        self._reached = progress
        if self._target.format == "jsonl" or self._names is not None or len(self._held) >= _HEADER_PAGES:
            self._flush()
            self._save(progress)

    def finish(self, whole: bool) -> None:
        """Write what is held back; a list that has ended needs no state."""
        self._flush()
        if self._lost:
            note(f"columns that only later pages have are not in the CSV: {', '.join(self._lost)}; jsonl has them")
        if not whole and self._reached is not None:
            self._save(self._reached)
        elif whole and (state := self._target.state) is not None:
            state.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None and self._target.path is not None:
            self._file.close()

    def _flush(self) -> None:
        rows = [row for page in self._held for row in page.dicts()]
        self._held.clear()
        if not rows:
            return
        try:
            out = self._opened()
            out.write(self._csv(rows) if self._target.format == "csv" else _json_lines(rows))
            out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise ExportError(f"cannot write {self._target.path or 'standard output'}: {error.strerror}") from error

    def _opened(self) -> IO[bytes]:
        if self._file is None:
            path = self._target.path
            self._file = sys.stdout.buffer if path is None else path.open("ab" if self.progress else "wb")
        return self._file

    def _csv(self, rows: Sequence[dict[str, Any]]) -> bytes:
        text = io.StringIO(newline="")
        lines = csv.writer(text, lineterminator="\n")
        if self._names is None:
            self._names = list(dict.fromkeys(name for row in rows for name in row))
            lines.writerow(map(self._cell, self._names))
        self._lost |= dict.fromkeys(name for row in rows for name in row if name not in self._names)
        for row in rows:
            lines.writerow([self._cell(row.get(name)) for name in self._names])
        return text.getvalue().encode("utf-8", "replace")

    def _cell(self, value: Any) -> Any:
        return harmless(value) if isinstance(value, str) and self._target.options.guard else value

    def _save(self, progress: Progress) -> None:
        state, path = self._target.state, self._target.path
        if state is None or path is None:
            return
        said = {
            "url": self._url,
            "format": self._target.format,
            "names": self._names,
            "bytes": path.stat().st_size,
            "progress": plain_progress(progress),
        }
        new = state.with_name(f".{state.name}.new")
        try:
            new.write_text(json.dumps(said, ensure_ascii=False), "utf-8", "replace")
            new.replace(state)
        except OSError as error:
            raise ExportError(f"cannot write {state}: {error.strerror}") from error


def _json_lines(rows: Sequence[dict[str, Any]]) -> bytes:
    filled = ({name: value for name, value in row.items() if value is not None} for row in rows)
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in filled).encode("utf-8", "replace")
