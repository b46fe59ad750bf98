"""WARC files -> pages, also of damaged ones.

FastWARC reads records; where they begin and end is found here, member by member: it stops at the first damaged member
and tells nothing of a file that is cut off. A member that does not unpack, or whose checksum is wrong, is left out with
its offset, and reading goes on at the next place that unpacks to a record.
"""

from __future__ import annotations

import io
import mmap
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pagerows.bulk.pages import ArchivedPage, Reading
from pagerows.errors import MissingExtra, PageError

__all__ = ["warc_pages"]

GZIP: Final = b"\x1f\x8b\x08"
RECORD: Final = b"WARC/1."
#: Bytes that one unpacked record may have: a bomb, or a file that was compressed as a whole, is told, not held.
MOST: Final = 256 * 2**20
#: Bytes that are unpacked at a time.
STEP: Final = 2**20
CUT_OFF: Final = "the file is cut off here"


def warc_pages(path: Path, reading: Reading) -> Iterator[ArchivedPage]:
    """Yield the pages of a WARC file; what is damaged goes into `reading`."""
    iterator = _fastwarc()
    if not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:3] == GZIP:
            members = _members(data, reading)
        elif data[:7] == RECORD:
            members = _plain_records(data, reading)
        else:
            raise PageError("neither a WARC file nor one packed with gzip")
        for offset, member in members:
            yield from _pages(iterator, offset, member, reading)


def _fastwarc() -> Any:
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError as error:
        raise MissingExtra("reading WARC files", "bulk") from error
    return ArchiveIterator


def _members(data: Any, reading: Reading) -> Iterator[tuple[int, bytes]]:
    """Offset and content of each gzip member that is whole."""
    at, size = 0, len(data)
    while at < size:
        content, end, problem = _unpacked(data, at)
        if problem is None:
            yield at, content
            at = end
            continue
        reading.damaged.append((at, problem))
        at = _next_member(data, at + 1)


def _unpacked(data: Any, at: int) -> tuple[bytes, int, str | None]:
    """The content of the member that begins here, where it ends, and what is wrong with it."""
    unpacker, length = zlib.decompressobj(wbits=31), 0
    parts: list[bytes] = []
    position, size = at, len(data)
    try:
        while not unpacker.eof:
            chunk = unpacker.unconsumed_tail
            if not chunk:
                if position >= size:
                    return b"", size, CUT_OFF
                chunk = data[position : position + min(STEP, 2**16 if not parts else STEP)]
                position += len(chunk)
            part = unpacker.decompress(chunk, STEP)
            parts.append(part)
            length += len(part)
            if length > MOST:
                return b"", size, f"a record of more than {MOST:,} bytes, or not compressed record by record"
    except zlib.error as error:
        return b"", size, f"does not unpack: {error}"
    return b"".join(parts), position - len(unpacker.unused_data), None


def _next_member(data: Any, start: int) -> int:
    """The next place that unpacks to the beginning of a record; the end where there is none."""
    while (start := data.find(GZIP, start)) >= 0:
        try:
            if zlib.decompressobj(wbits=31).decompress(data[start : start + 4096], 7) == RECORD:
                return start
        except zlib.error:
            pass
        start += 1
    return len(data)


def _plain_records(data: Any, reading: Reading) -> Iterator[tuple[int, bytes]]:
    """Offset and content of each record that is whole, of a file that is not packed."""
    at, size = 0, len(data)
    while at < size:
        head = data.find(b"\r\n\r\n", at, at + 2**16)
        told = re.search(rb"(?i)\r\ncontent-length:\s*(\d{1,15})\s*\r\n", data[at : head + 2]) if head >= 0 else None
        end = head + 4 + int(told[1]) + 4 if told else -1
        if data[at : at + 7] == RECORD and told and (data[end - 4 : end] == b"\r\n\r\n") and end - at <= MOST:
            yield at, data[at:end]
            at = end
            continue
        following = data.find(b"\r\n\r\n" + RECORD, at + 1)
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
            )
        )
    return found
