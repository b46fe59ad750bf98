"""WARC and WACZ files -> pages, also of damaged ones.

FastWARC reads records; where they begin and end is found here, member by member: it stops at the first damaged member
and tells nothing of a file that is cut off. A member that does not unpack, or whose checksum is wrong, is left out with
its offset, and reading goes on at the next place that unpacks to a record.
"""

from __future__ import annotations

import io
import mmap
import re
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pagerows.bulk.pages import ArchivedPage, Reading
from pagerows.errors import MissingExtra, PageError

__all__ = ["wacz_pages", "warc_pages"]

GZIP: Final = b"\x1f\x8b\x08"
RECORD: Final = b"WARC/1."
#: Bytes that one unpacked record may have: a bomb, or a file that was compressed as a whole, is told, not held.
MOST: Final = 256 * 2**20
#: Bytes that are unpacked at a time.
STEP: Final = 2**20
CUT_OFF: Final = "the file is cut off here"


def warc_pages(path: Path, reading: Reading) -> Iterator[ArchivedPage]:
    """Yield the pages of a WARC file; what is damaged goes into `reading`."""
    if path.stat().st_size:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            yield from _archive(data, 0, len(data), reading)


def wacz_pages(path: Path, reading: Reading) -> Iterator[ArchivedPage]:
    """Yield the pages of a WACZ file: the WARC files in a zip, which keeps them as they are, as a rule.

    Offsets are bytes of the WACZ file itself; of a WARC file that the zip has packed once more, bytes behind its place.
    """
    _fastwarc()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            with zipfile.ZipFile(file) as archive:
                members = sorted(archive.infolist(), key=lambda member: member.header_offset)
                archives = [member for member in members if member.filename.lower().endswith((".warc", ".warc.gz"))]
                if not archives:
                    raise PageError("no WARC file in this WACZ file")
                for member in archives:
                    yield from _zipped(archive, member, data, reading)
        except zipfile.BadZipFile as error:  # the directory stands at the end: a file that is cut off has none
            reading.damaged.append((0, f"{error}; searched for records instead"))
            first = _next_member(data, 0, len(data))
            if first == len(data):
                raise PageError("not a WACZ file, and no record in it") from error
            yield from _archive(data, first, len(data), reading)


def _zipped(archive: zipfile.ZipFile, member: zipfile.ZipInfo, data: Any, reading: Reading) -> Iterator[ArchivedPage]:
    at = member.header_offset
    if member.compress_type == zipfile.ZIP_STORED:
        lengths = struct.unpack("<HH", data[at + 26 : at + 30])  # of the name and of what follows it
        start = at + 30 + sum(lengths)
        yield from _archive(data, start, start + member.file_size, reading)
        return
    with tempfile.TemporaryFile() as whole:
        try:
            with archive.open(member) as packed:
                shutil.copyfileobj(packed, whole, STEP)
        except (OSError, EOFError, zlib.error, RuntimeError, zipfile.BadZipFile) as error:
            reading.damaged.append((at, f"{member.filename}: {error}"))
        whole.flush()
        if whole.tell():
            with mmap.mmap(whole.fileno(), 0, access=mmap.ACCESS_READ) as unpacked:
                yield from _archive(unpacked, 0, len(unpacked), reading, base=at)


def _archive(data: Any, start: int, end: int, reading: Reading, base: int = 0) -> Iterator[ArchivedPage]:
    """The pages of the WARC file that stands between two places of a file; `base` is added to their offsets."""
    iterator = _fastwarc()
    plain = data[start : start + 7] == RECORD
    packed = data[start : start + 3] == GZIP
    if not plain and not packed:  # perhaps its first record is damaged
        packed = _next_member(data, start, end) < end
        plain = not packed and data.find(b"\r\n\r\n" + RECORD, start, end) >= 0
    if not plain and not packed:
        raise PageError("neither a WARC file nor one packed with gzip")
    members = (_plain_records if plain else _members)(data, start, end, reading)
    for offset, member in members:
        reading.share = offset / len(data)
        yield from _pages(iterator, base + offset, member, reading)


def _fastwarc() -> Any:
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError as error:
        raise MissingExtra("reading WARC files", "bulk") from error
    return ArchiveIterator


def _members(data: Any, at: int, size: int, reading: Reading) -> Iterator[tuple[int, bytes]]:
    """Offset and content of each gzip member that is whole."""
    while at < size:
        content, end, problem = _unpacked(data, at, size)
        if problem is None:
            yield at, content
            at = end
            continue
        reading.damaged.append((at, problem))
        at = _next_member(data, at + 1, size)


def _unpacked(data: Any, at: int, size: int) -> tuple[bytes, int, str | None]:
    """The content of the member that begins here, where it ends, and what is wrong with it."""
    unpacker, length = zlib.decompressobj(wbits=31), 0
    parts: list[bytes] = []
    position = at
    try:
        while not unpacker.eof:
            chunk = unpacker.unconsumed_tail
            if not chunk:
                if position >= size:
                    return b"", size, CUT_OFF
                chunk = data[position : min(size, position + (STEP if parts else 2**16))]
                position += len(chunk)
            part = unpacker.decompress(chunk, STEP)
            parts.append(part)
            length += len(part)
            if length > MOST:
                return b"", size, f"a record of more than {MOST:,} bytes, or not compressed record by record"
    except zlib.error as error:
        return b"", size, f"does not unpack: {error}"
    return b"".join(parts), position - len(unpacker.unused_data), None


def _next_member(data: Any, start: int, size: int) -> int:
    """The next place that unpacks to the beginning of a record; the end where there is none."""
    while (start := data.find(GZIP, start, size)) >= 0:
        try:
            if zlib.decompressobj(wbits=31).decompress(data[start : start + 4096], 7) == RECORD:
                return start
        except zlib.error:
            pass
        start += 1
    return size


def _plain_records(data: Any, at: int, size: int, reading: Reading) -> Iterator[tuple[int, bytes]]:
    """Offset and content of each record that is whole, of a file that is not packed."""
    while at < size:
        head = data.find(b"\r\n\r\n", at, min(size, at + 2**16))
        told = re.search(rb"(?i)\r\ncontent-length:\s*(\d{1,15})\s*\r\n", data[at : head + 2]) if head >= 0 else None
        end = head + 4 + int(told[1]) + 4 if told else -1
        whole = told and end <= size and end - at <= MOST and data[end - 4 : end] == b"\r\n\r\n"
        if whole and data[at : at + 7] == RECORD:
            yield at, data[at:end]
            at = end
            continue
        following = data.find(b"\r\n\r\n" + RECORD, at + 1, size)
        cut_off = following < 0 and (end > size or head < 0)
        reading.damaged.append((at, CUT_OFF if cut_off else "no record, or not as long as it says"))
        at = following + 4 if following >= 0 else size


def _pages(iterator: Any, offset: int, member: bytes, reading: Reading) -> Iterator[ArchivedPage]:
    """The pages of one member: one response, as a rule."""
    try:
        yield from _responses(iterator, offset, member, "all")
        return
    except (OSError, ValueError):
        pass  # many crawlers unpack the body and keep the header that says it is packed
    try:
        yield from _responses(iterator, offset, member, "none")
    except (OSError, ValueError) as error:
        reading.damaged.append((offset, f"no record: {error}"))


def _responses(iterator: Any, offset: int, member: bytes, decode: str) -> list[ArchivedPage]:
    found = []
    for record in iterator(io.BytesIO(member), auto_decode=decode, fsspec_args=False):
        kind = record.headers.get("WARC-Type")
        if kind is None:
            raise ValueError("the WARC header cannot be read")
        if kind not in ("response", "resource"):
            continue
        http = record.http_headers if record.is_http_parsed else None
        status = http.status_code if http is not None else None
        found.append(
            ArchivedPage(
                url=record.headers.get("WARC-Target-URI", "").strip("<>") or None,
                html=record.reader.read(),
                offset=offset,
                status=status if isinstance(status, int) else None,
                content_type=(http if http is not None else record.headers).get("Content-Type"),
                at=record.record_date,
                language=http.get("Content-Language") if http is not None else None,
            )
        )
    return found
