"""Tables as tab-separated text: as CSV but for what stands between cells."""

from __future__ import annotations

from typing import Final

from pagerows.export.csv import CsvWriter

__all__ = ["WRITER", "TsvWriter"]


class TsvWriter(CsvWriter):
    """Writes all pages as one table."""

    delimiter = "\t"


WRITER: Final = TsvWriter
