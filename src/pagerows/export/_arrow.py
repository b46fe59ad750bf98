"""Columns of values -> Arrow arrays, each under one type: what Parquet and pandas share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

__all__ = ["array", "plain_text"]


def array(cells: Sequence[Any]) -> Any:
    """Return a column under one type: pages may disagree, then it is text.

    >>> array([1, None]).type, array([Decimal("1.50"), None]).type
    (DataType(int64), Decimal128Type(decimal128(18, 2)))
    """
    import pyarrow as pa

    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds == {bool}:
        return pa.array(cells, pa.bool_())
    if kinds and kinds <= {int, float}:
        if kinds == {int} and all(cell is None or abs(cell) < 2**63 for cell in cells):
            return pa.array(cells, pa.int64())
        return pa.array([None if cell is None else float(cell) for cell in cells], pa.float64())
    if kinds == {Decimal}:
        digits = max(-int(cell.as_tuple().exponent) for cell in cells if cell is not None)
        return pa.array(cells, pa.decimal128(max(18, 16 + digits), max(2, digits)))
    if kinds == {datetime}:
        aware = {cell.tzinfo is not None for cell in cells if cell is not None}
        if len(aware) == 1:
            return pa.array(cells, pa.timestamp("s", tz="UTC" if aware.pop() else None))
    if kinds == {date}:
        return pa.array(cells, pa.date32())
    if kinds == {time} and not any(cell.tzinfo for cell in cells if cell is not None):
        return pa.array(cells, pa.time32("s"))
    if kinds == {tuple}:
        return pa.array([None if c is None else [plain_text(item) for item in c] for c in cells], pa.list_(pa.string()))
    return pa.array([None if cell is None else plain_text(cell) for cell in cells], pa.string())


def plain_text(cell: Any) -> str:
    """Return any value as a text that UTF-8 can write."""
    if isinstance(cell, (date, time)):
        return cell.isoformat()
    text = json.dumps(cell, ensure_ascii=False) if isinstance(cell, tuple) else str(cell)
    return text.encode("utf-8", "replace").decode()  # lone surrogates have no UTF-8
