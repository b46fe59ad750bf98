"""The rows of one shard as one file, written and read back."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from json.encoder import encode_basestring
from pathlib import Path
from typing import IO, Any, Final, Protocol

from pagerows.arrow import (
    COLUMNS,
    PageRecords,
    RecordRow,
    RegionRecords,
    check_extra,
    column_arrays,
    schema,
    value_json,
)
from pagerows.export._lines import json_lines
from pagerows.export.csv import harmless

__all__ = ["FORMATS", "Part", "part_name", "read_part"]

#: Rows that are held until they are written together; also what makes the bytes the same in every run.
GROUP: Final = 10_000
#: All columns of a part: the last says where in the shard the page stands.
NAMES: Final = (*COLUMNS, "offset")
#: The longest cell of a CSV part that is read back.
LONGEST: Final = 2**30


class Part(Protocol):
    """A part that is being written."""

    @staticmethod
    def packed(url: str | None, offset: int, rows: list[RecordRow]) -> Any:
        """What the rows of one page are in it: made where the page is read, not by the one process that writes."""

    @staticmethod
    def packed_page(url: str | None, offset: int, page: PageRecords) -> Any:
        """The same of a page that has just been read."""

    def add(self, packed: Any) -> None:
        """Add the rows of one page."""

    def finish(self) -> None:
        """Write what is held back."""


class ParquetPart:
    """Rows as Parquet: the columns of `pagerows.arrow`, and where in the shard the page stands."""

    def __init__(self, stream: IO[bytes]) -> None:
        pa = check_extra()
        import pyarrow.parquet as pq

        _keep_pandas_out(pa)
        self._schema = schema().append(pa.field("offset", pa.int64()))
        self._writer = pq.ParquetWriter(stream, self._schema, compression="zstd")
        #: The columns of `NAMES`.
        self._columns: list[list[Any]] = [[] for _ in NAMES]

    @staticmethod
    def packed(url: str | None, offset: int, rows: list[RecordRow]) -> tuple[str | None, int, list[tuple[Any, ...]]]:
        """The rows as columns, which are sent and joined with those of other pages quicker."""
        return url, offset, list(zip(*rows, strict=True))

    @staticmethod
    def packed_page(url: str | None, offset: int, page: PageRecords) -> tuple[str | None, int, list[tuple[Any, ...]]]:
        """The columns of a page that has just been read."""
        return ParquetPart.packed(url, offset, page.rows())

    def add(self, packed: tuple[str | None, int, list[tuple[Any, ...]]]) -> None:
        """Add the rows of one page."""
        url, offset, columns = packed
        count = len(columns[0])
        for held, more in zip(self._columns, [[url] * count, *columns, [offset] * count], strict=True):
            held += more
        if len(self._columns[0]) >= GROUP:
            self._write()

    def _write(self) -> None:
        pa = check_extra()
        *told, offsets = self._columns
        arrays = [*column_arrays(told), pa.array(offsets, pa.int64())]
        self._writer.write_batch(pa.record_batch(arrays, schema=self._schema))
        self._columns = [[] for _ in NAMES]

    def finish(self) -> None:
        """Write what is held back."""
        if self._columns[0]:
            self._write()
        self._writer.close()


class _Absent:
    """Stands for a module that is not there."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Say that pandas is not there; others are found elsewhere."""
        if name == "pandas":
            raise ModuleNotFoundError(name)


def _keep_pandas_out(pa: Any) -> None:
    """Let pyarrow not find pandas with its first array, as it would: to load it takes as long as dozens of pages.

    Whoever asks pyarrow for a DataFrame later on still gets one: it looks again then.
    """
    sys.meta_path.insert(0, _Absent)
    try:
        pa.array([])
    finally:
        sys.meta_path.remove(_Absent)


class JsonLinesPart:
    """Rows as JSON lines, with what is null left out."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    @staticmethod
    def packed(url: str | None, offset: int, rows: list[RecordRow]) -> bytes:
        """A line for each row."""
        return b"".join([_json_line(url, offset, row) for row in rows])

    @staticmethod
    def packed_page(url: str | None, offset: int, page: PageRecords) -> bytes:
        """A line for each record, or the one that says that there is none."""
        if not page or not all(map(_differ, page.regions)):
            return JsonLinesPart.packed(url, offset, page.rows())
        return b"".join([_region_lines(url, offset, region, page.method) for region in page.regions])

    def add(self, packed: bytes) -> None:
        """Add the rows of one page."""
        self._stream.write(packed)

    def finish(self) -> None:
        """Nothing is held back."""


class CsvPart:
    """Rows as CSV: one header for pages of all sites, so the fields of a record are one cell, as JSON."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.add(_csv_lines([NAMES]))

    @staticmethod
    def packed(url: str | None, offset: int, rows: list[RecordRow]) -> bytes:
        """A line for each row."""
        address = None if url is None else harmless(url)
        return _csv_lines((address, *_with_json(row), offset) for row in rows)

    @staticmethod
    def packed_page(url: str | None, offset: int, page: PageRecords) -> bytes:
        """The lines of a page that has just been read."""
        return CsvPart.packed(url, offset, page.rows())

    def add(self, packed: bytes) -> None:
        """Add the rows of one page."""
        self._stream.write(packed)

    def finish(self) -> None:
        """Nothing is held back."""


def _differ(region: RegionRecords) -> bool:
    """Whether all texts have names of their own; else a record's later text wins over its earlier one."""
    return len(dict(region.fields)) == len(region.fields)


def _region_lines(url: str | None, offset: int, region: RegionRecords, method: str) -> bytes:
    """A line for each record of a region, written by a kernel: the encoder takes several times as long."""
    before = _members({"url": url, "region": region.region}) + ', "row": '
    after = ", " + _members({"score": region.score, "method": method, "offset": offset}) + "}\n"
    return json_lines("{" + before, 1, region.xpaths, region.fields, region.values, value_json, after)


def _json_line(url: str | None, offset: int, row: RecordRow) -> bytes:
    """The line of one row; of a page that failed or has no records, only what is known."""
    told = {"score": row.score, "method": row.method, "error": row.error, "seconds": row.seconds, "offset": offset}
    if row.row is None:
        return f"{{{_members({'url': url, **told})}}}\n".encode("utf-8", "replace")
    before = _members({"url": url, "region": row.region}) + ', "row": '
    fields = [(name, [text]) for name, text in dict(row.fields or ()).items()]
    values = "" if row.values is None else f', "values": {row.values}'
    after = f"{values}, {_members(told)}}}\n"
    return json_lines("{" + before, row.row, [row.xpath], fields, [], value_json, after)


def _members(values: Mapping[str, str | float | None]) -> str:
    """Texts and numbers as members of an object in JSON."""
    told = {name: encode_basestring(value) if isinstance(value, str) else repr(value) for name, value in values.items()}
    return ", ".join([f'"{name}": {text}' for name, text in told.items() if values[name] is not None])


def _csv_lines(rows: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8", "replace")


def _with_json(row: RecordRow) -> tuple[Any, ...]:
    return row if row.fields is None else (*row[:3], json.dumps(dict(row.fields), ensure_ascii=False), *row[4:])


FORMATS: Final[dict[str, type[ParquetPart] | type[JsonLinesPart] | type[CsvPart]]] = {
    "parquet": ParquetPart,
    "jsonl": JsonLinesPart,
    "csv": CsvPart,
}


def part_name(folder: Path, shard: str, format_: str) -> Path:
    """Where the part of a shard is."""
    return folder / f"{shard}.{format_}"


def read_part(path: Path, format_: str) -> Iterator[tuple[str | None, int, list[RecordRow]]]:
    """Yield the address, offset and rows of each page of a part, as they were given to it."""
    rows = {"parquet": _parquet_rows, "jsonl": _json_rows, "csv": _csv_rows}[format_](path)
    for offset, group in groupby(rows, key=lambda row: int(row["offset"])):
        held = list(group)
        yield held[0].get("url"), offset, [_row(row) for row in held]


def _row(named: dict[str, Any]) -> RecordRow:
    fields = named.get("fields")
    pairs = None if fields is None else tuple((name, text) for name, text in dict(fields).items())
    return RecordRow(**{name: named.get(name) for name in RecordRow._fields} | {"fields": pairs})


def _parquet_rows(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches():
            yield from batch.to_pylist()


def _json_rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as lines:
        for line in lines:
            row = json.loads(line)
            if "values" in row:
                row["values"] = json.dumps(row["values"], ensure_ascii=False)
            yield row


def _csv_rows(path: Path) -> Iterator[dict[str, Any]]:
    kinds: dict[str, Any] = {"region": int, "row": int, "score": float, "seconds": float, "fields": json.loads}
    csv.field_size_limit(LONGEST)
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield {name: kinds.get(name, str)(text) for name, text in row.items() if text}
