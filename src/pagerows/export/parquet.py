"""Records as one Parquet table, with typed ``*_value`` columns beside the texts."""

from __future__ import annotations

from typing import IO, Final

from pagerows.errors import MissingExtra
from pagerows.export._arrow import array
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
        pq.write_table(pa.table(list(map(array, columns)), names=list(names)), self._stream, compression="zstd")


WRITER: Final = ParquetWriter
