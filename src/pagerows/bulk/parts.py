"""The rows of one shard as one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Any, Final, Protocol

from pagerows.arrow import COLUMNS, RecordRow, arrays, check_extra, schema

__all__ = ["FORMATS", "Part", "part_name"]

#: Rows that are held until they are written together; also what makes the bytes the same in every run.
GROUP: Final = 10_000


class Part(Protocol):
    """A part that is being written."""

    def add(self, url: str | None, offset: int, rows: list[RecordRow]) -> None:
        """Add the rows of one page."""

    def finish(self) -> None:
        """Write what is held back."""


class ParquetPart:
    """Rows as Parquet: the columns of `pagerows.arrow`, and where in the shard the page stands."""

    def __init__(self, stream: IO[bytes]) -> None:
        pa = check_extra()
        import pyarrow.parquet as pq

        self._schema = schema().append(pa.field("offset", pa.int64()))
        self._writer = pq.ParquetWriter(stream, self._schema, compression="zstd")
        self._urls: list[str | None] = []
        self._offsets: list[int] = []
        self._rows: list[RecordRow] = []

    def add(self, url: str | None, offset: int, rows: list[RecordRow]) -> None:
        """Add the rows of one page."""
        self._urls += [url] * len(rows)
        self._offsets += [offset] * len(rows)
        self._rows += rows
        if len(self._rows) >= GROUP:
            self._write()

    def _write(self) -> None:
        pa = check_extra()
        columns = [*arrays(self._urls, self._rows), pa.array(self._offsets, pa.int64())]
        self._writer.write_batch(pa.record_batch(columns, schema=self._schema))
        self._urls, self._offsets, self._rows = [], [], []

    def finish(self) -> None:
        """Write what is held back."""
        if self._rows:
            self._write()
        self._writer.close()


class JsonLinesPart:
    """Rows as JSON lines, with what is null left out."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def add(self, url: str | None, offset: int, rows: list[RecordRow]) -> None:
        """Add the rows of one page."""
        for row in rows:
            named: dict[str, Any] = dict(zip(COLUMNS, (url, *row), strict=True)) | {"offset": offset}
            named |= {"fields": dict(row.fields)} if row.fields is not None else {}
            named |= {"values": json.loads(row.values)} if row.values is not None else {}
            kept = {name: value for name, value in named.items() if value is not None}
            self._stream.write(json.dumps(kept, ensure_ascii=False).encode("utf-8", "replace") + b"\n")

    def finish(self) -> None:
        """Nothing is held back."""


FORMATS: Final[dict[str, type[ParquetPart] | type[JsonLinesPart]]] = {"parquet": ParquetPart, "jsonl": JsonLinesPart}


def part_name(folder: Path, shard: str, format_: str) -> Path:
    """Where the part of a shard is."""
    return folder / f"{shard}.{format_}"
