"""Shards -> pages: WARC, WACZ, Parquet, JSON lines, CSV, folders, tar, zip."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final, cast

from pagerows.arrow import check_extra
from pagerows.bulk.inputs import PAGE_ENDS, Columns, Shard, page_files
from pagerows.bulk.pages import ArchivedPage, Reading
from pagerows.bulk.warc import wacz_pages, warc_pages
from pagerows.errors import PageError

__all__ = ["pages_of"]

#: Bytes of one file of an archive that are held; what is larger is left out for its size.
MOST: Final = 256 * 2**20
#: What files raise that are damaged or cannot be read.
BROKEN: Final = (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError)


def pages_of(shard: Shard, columns: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    """Yield the pages of a shard, in its order. What ends the reading is kept in `reading`, not raised."""
    try:
        yield from READERS[shard.kind](shard.path, columns, reading)
    except (PageError, *BROKEN, ValueError, KeyError, tarfile.TarError) as error:
        reading.error = " ".join(str(error).split()) or type(error).__name__


def _folder(path: Path, _: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    files = page_files(path)
    for number, file in enumerate(files):
        reading.share = number / len(files)
        name = file.relative_to(path).as_posix()
        try:
            with file.open("rb") as packed, _unpacked(file, packed) as stream:
                page = _file_page(name, stream, number)
        except BROKEN as error:
            reading.damaged.append((number, f"{name}: {error}"))
        else:
            yield page


def _unpacked(path: Path, file: IO[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(file)) if path.name.endswith(".gz") else file


def _file_page(name: str, stream: IO[bytes], number: int) -> ArchivedPage:
    body = stream.read(MOST + 1)
    if len(body) > MOST:
        return ArchivedPage(url=name, html=None, offset=number, size=len(body))
    return ArchivedPage(url=name, html=body, offset=number)


def _tar(path: Path, _: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    with tarfile.open(path) as archive:
        try:
            size = max(1, path.stat().st_size)
            for number, member in enumerate(archive):
                reading.share = min(1.0, archive.offset / size)
                if member.isfile() and member.name.lower().endswith(PAGE_ENDS[:3]):
                    stream = archive.extractfile(member)
                    assert stream is not None  # a file has content
                    yield _file_page(member.name, stream, number)
        except (tarfile.ReadError, EOFError, zlib.error) as error:
            reading.damaged.append((archive.offset, str(error)))


def _zip(path: Path, _: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        for number, member in enumerate(members):
            reading.share = number / len(members)
            if not member.filename.lower().endswith(PAGE_ENDS[:3]):
                continue
            try:
                with archive.open(member) as stream:
                    page = _file_page(member.filename, stream, number)
            except BROKEN as error:
                reading.damaged.append((number, f"{member.filename}: {error}"))
            else:
                yield page


def _parquet(path: Path, columns: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    check_extra()
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        present = file.schema_arrow.names
        _check_column(columns, present)
        wanted = [name for name in (columns.html, columns.url) if name in present]
        number = 0
        for batch in file.iter_batches(batch_size=64, columns=wanted):
            for row in batch.to_pylist():
                reading.share = number / file.metadata.num_rows
                yield _row_page(row, columns, number)
                number += 1


def _jsonl(path: Path, columns: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    pages, size = 0, max(1, path.stat().st_size)
    with path.open("rb") as file, _unpacked(path, file) as lines:
        for number, line in enumerate(lines):
            reading.share = file.tell() / size
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


def _csv(path: Path, columns: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    csv.field_size_limit(min(MOST, sys.maxsize))
    size = max(1, path.stat().st_size)
    with path.open("rb") as file, io.TextIOWrapper(file, encoding="utf-8-sig", newline="") as lines:
        rows = csv.DictReader(lines)
        try:
            _check_column(columns, list(rows.fieldnames or ()))
            for number, row in enumerate(rows):
                reading.share = file.tell() / size
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


def _wacz(path: Path, _: Columns, reading: Reading) -> Iterator[ArchivedPage]:
    return wacz_pages(path, reading)


#: How shards of each kind are read.
READERS: Final[dict[str, Callable[[Path, Columns, Reading], Iterator[ArchivedPage]]]] = {
    "warc": _warc,
    "wacz": _wacz,
    "parquet": _parquet,
    "jsonl": _jsonl,
    "csv": _csv,
    "tar": _tar,
    "zip": _zip,
    "folder": _folder,
}
