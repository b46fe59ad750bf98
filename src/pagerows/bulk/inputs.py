"""What users name -> shards, and shards -> pages: WARC, Parquet, JSON lines, CSV, folders, tar, zip, lists of them."""

from __future__ import annotations

import csv
import glob
import gzip
import hashlib
import json
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, cast

from pagerows.arrow import check_extra
from pagerows.bulk.pages import ArchivedPage, Reading
from pagerows.bulk.warc import warc_pages
from pagerows.errors import PageError, ParameterError

__all__ = ["Columns", "Shard", "pages_of", "shards"]

PAGE_ENDS: Final = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz")
#: Bytes of one file of an archive that are held; what is larger is left out for its size.
MOST: Final = 256 * 2**20


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns that hold pages, for files that are tables."""

    html: str = "html"
    url: str = "url"


@dataclass(frozen=True, slots=True)
class Shard:
    """One input that gives one part."""

    path: Path
    kind: str

    @property
    def name(self) -> str:
        """The shard's name in a manifest: what it is called, and which of that name."""
        where = hashlib.sha256(str(self.path.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:8]
        stem = "".join(c if c.isalnum() or c in "-_." else "_" for c in self.path.resolve().name)[:80]
        return f"{stem or 'root'}-{where}"

    def files(self) -> list[Path]:
        """The files that the shard is read from."""
        return _page_files(self.path) if self.kind == "folder" else [self.path]

    def digest(self) -> str:
        """The SHA-256 of what the shard is read from: names and bytes."""
        whole = hashlib.sha256()
        for file in self.files():
            if self.kind == "folder":
                whole.update(f"{file.relative_to(self.path).as_posix()}\0".encode("utf-8", "surrogateescape"))
            with file.open("rb") as stream:
                whole.update(hashlib.file_digest(stream, "sha256").digest())
        return whole.hexdigest()


def shards(names: Iterable[str], *, besides: Path | None = None) -> list[Shard]:
    """Return the shards behind names: files, folders, globs, ``@LIST`` (a file with a name a line); each once.

    What lies below the folder `besides` (the output) is left out.
    """
    found: dict[Path, Shard] = {}
    for name in names:
        for shard in _named(name):
            place = shard.path.resolve()
            if besides is None or besides.resolve() not in (place, *place.parents):
                found.setdefault(place, shard)
    return list(found.values())


def _named(name: str) -> Iterator[Shard]:
    path = Path(name)
    if name.startswith("@") and not path.exists():
        try:
            lines = Path(name[1:]).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ParameterError(f"{name[1:]}: the list cannot be read: {error}") from error
        for line in lines:
            if line.strip():
                yield from _named(line.strip())
    elif path.is_dir():
        yield from _in_folder(path)
    elif path.is_file():
        if (kind := _kind(path)) is None:
            raise ParameterError(f"{name}: not a kind of file that is read; there are: {', '.join(ENDS)}, folders")
        yield Shard(path, kind)
    else:
        matches = sorted(glob.iglob(name, recursive=True)) if glob.has_magic(name) else []  # noqa: PTH207
        if not matches:
            raise ParameterError(f"{name}: no such file or folder")
        for match in matches:
            yield from _named(match)


def _in_folder(folder: Path) -> Iterator[Shard]:
    """Every archive below a folder is a shard; its pages that are files are one together."""
    archives = [Shard(file, kind) for file in sorted(folder.rglob("*")) if file.is_file() and (kind := _kind(file))]
    pages = _page_files(folder)
    if not archives and not pages:
        raise ParameterError(f"{folder}: nothing to read in this folder")
    if pages:
        yield Shard(folder, "folder")
    yield from archives


def _page_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.name.lower().endswith(PAGE_ENDS) and file.is_file())


def _kind(path: Path) -> str | None:
    return next((kind for end, kind in ENDS.items() if path.name.lower().endswith(end)), None)


def pages_of(shard: Shard, columns: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    """Yield the pages of a shard, in its order. What ends the reading is kept in `reading`, not raised."""
    try:
        yield from READERS[shard.kind](shard.path, columns, reading)
    except (PageError, OSError, EOFError, ValueError, KeyError, tarfile.TarError, zipfile.BadZipFile) as error:
        reading.error = " ".join(str(error).split()) or type(error).__name__


def _folder(path: Path, _: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    for number, file in enumerate(_page_files(path)):
        name = file.relative_to(path).as_posix()
        try:
            with _opened(file) as stream:
                page = _file_page(name, stream, number)
        except (OSError, EOFError) as error:
            reading.damaged.append((number, f"{name}: {error}"))
        else:
            yield page


def _opened(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path)) if path.name.endswith(".gz") else path.open("rb")


def _file_page(name: str, stream: IO[bytes], number: int) -> ArchivedPage:
    body = stream.read(MOST + 1)
    if len(body) > MOST:
        return ArchivedPage(url=name, html=None, offset=number, size=len(body))
    return ArchivedPage(url=name, html=body, offset=number)


def _tar(path: Path, _: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    with tarfile.open(path) as archive:
        try:
            for number, member in enumerate(archive):
                if member.isfile() and member.name.lower().endswith(PAGE_ENDS[:3]):
                    stream = archive.extractfile(member)
                    assert stream is not None  # a file has content
                    yield _file_page(member.name, stream, number)
        except (tarfile.ReadError, EOFError) as error:
            reading.damaged.append((archive.offset, str(error)))


def _zip(path: Path, _: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    with zipfile.ZipFile(path) as archive:
        for number, member in enumerate(archive.infolist()):
            if not member.filename.lower().endswith(PAGE_ENDS[:3]):
                continue
            try:
                with archive.open(member) as stream:
                    page = _file_page(member.filename, stream, number)
            except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as error:
                reading.damaged.append((number, f"{member.filename}: {error}"))
            else:
                yield page


def _parquet(path: Path, columns: Columns, _: Reading) -> Iterator[ArchivedPage]:
    check_extra()
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        present = file.schema_arrow.names
        _check_column(columns, present)
        wanted = [name for name in (columns.html, columns.url) if name in present]
        number = 0
        for batch in file.iter_batches(batch_size=64, columns=wanted):
            for row in batch.to_pylist():
                yield _row_page(row, columns, number)
                number += 1


def _jsonl(path: Path, columns: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    pages = 0
    with _opened(path) as lines:
        for number, line in enumerate(lines):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                if not isinstance(row, dict) or columns.html not in row:
                    raise ValueError(f"no field {columns.html!r}")
            except (ValueError, RecursionError) as error:
                reading.damaged.append((number, f"line {number + 1}: {error}"))
                continue
            pages += 1
            yield _row_page(row, columns, number)
    if not pages and reading.damaged:  # another kind of file, or another name of the column
        raise PageError(f"no line has a field {columns.html!r} (--html-column)")


def _csv(path: Path, columns: Columns, _: Reading) -> Iterator[ArchivedPage]:
    csv.field_size_limit(min(MOST, sys.maxsize))
    with path.open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.DictReader(lines)
        try:
            _check_column(columns, list(rows.fieldnames or ()))
            for number, row in enumerate(rows):
                yield _row_page(row, columns, number)
        except csv.Error as error:
            raise PageError(f"line {rows.line_num}: {error}") from error


def _check_column(columns: Columns, present: list[str]) -> None:
    if columns.html not in present:
        raise PageError(f"no column {columns.html!r} (--html-column); there are: {', '.join(present)}")


def _row_page(row: dict[str, Any], columns: Columns, number: int) -> ArchivedPage:
    html, url = row.get(columns.html), row.get(columns.url)
    known = html if isinstance(html, (bytes, str)) else None
    return ArchivedPage(url=None if url is None else str(url), html=known, offset=number)


def _warc(path: Path, _: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    return warc_pages(path, reading)


#: How file names end, and how such files are read.
ENDS: Final = {
    ".warc": "warc",
    ".warc.gz": "warc",
    ".parquet": "parquet",
    ".jsonl": "jsonl",
    ".jsonl.gz": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tar": "tar",
    ".tar.gz": "tar",
    ".tgz": "tar",
    ".zip": "zip",
}
READERS: Final[dict[str, Callable[[Path, Columns, Reading], Iterator[ArchivedPage]]]] = {
    "warc": _warc,
    "parquet": _parquet,
    "jsonl": _jsonl,
    "csv": _csv,
    "tar": _tar,
    "zip": _zip,
    "folder": _folder,
}
