"""HTML tables as grids: which cell stands at each row and column, and what each row is for.

Cells are placed as HTML5 says: ``rowspan`` and ``colspan`` repeat a cell, both bounded; ARIA tables and grids
(``role=row`` and ``role=cell``) are read alike. A table's rows are then told apart: headers, footers, rows that hold
nothing, headings over the full width, and the body, which is what people call the table's rows.
"""

from __future__ import annotations

from pagerows.page._grids import Grid, Grids
from pagerows.page.lines import Line, LineKind

__all__ = ["Grid", "Grids", "Line", "LineKind"]
