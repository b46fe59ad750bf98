"""Records as one Parquet table, with typed ``*_value`` columns beside the texts."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import IO, Any, Final

from pagerows.errors import MissingExtra
from pagerows.export._writer import SpooledWriter, WriteOptions, long_rows, spread_names

__all__ = ["WRITER", "ParquetWriter"]


class ParquetWriter(SpooledWriter):
    """Writes all pages as one table."""

    def __init__(self, stream: IO[bytes], options: WriteOptions) -> None:
        try:
            import pyarrow  # noqa: F401 - say now, not after the work, that it is missing
        except ImportError as error:
            raise MissingExtra("the parquet format", "formats") from error
        super().__init__(options)
        self._stream = stream

    def finish(self) -> None:
        """Write the table."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        values = self._options.values is not False
        names = spread_names(self._pages, self._options, values=values)
        rows = list(long_rows(self._pages, names, self._options, values=values))
        columns = list(zip(*rows, strict=True)) or [()] * len(names)
        arrays = [_array(pa, cells) for cells in columns]
        pq.write_table(pa.table(arrays, names=names), self._stream, compression="zstd")


def _array(pa: Any, cells: tuple[Any, ...]) -> Any:
    """Return a column under one type: pages may disagree, then it is text."""
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {int, float} and kinds:
        if kinds == {int} and all(cell is None or abs(cell) < 2**63 for cell in cells):
            return pa.array(cells, pa.int64())
        return pa.array([None if cell is None else float(cell) for cell in cells], pa.float64())
    if kinds == {datetime}:
        return pa.array(cells, pa.timestamp("s"))
    if kinds == {date}:
        return pa.array(cells, pa.date32())
    if kinds == {time}:
        return pa.array(cells, pa.time32("s"))
    return pa.array([None if cell is None else _text(cell) for cell in cells], pa.string())


def _text(cell: Any) -> str:
    text = cell.isoformat() if isinstance(cell, (date, time)) else str(cell)
    return text.encode("utf-8", "replace").decode()  # lone surrogates have no UTF-8


WRITER: Final = ParquetWriter
