"""Two runs of one page: which rows are new, gone or changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from pagerows.export.sheets import Sheet, SheetColumn

__all__ = ["compare"]

#: Share of rows that a column must tell apart to be what rows are known by.
_TELLING: Final = 0.9
#: Roles that name a record, the best first.
_NAMES: Final = ("url", "id", "title")

Key = tuple[str, int]


def compare(before: Sheet, after: Sheet, limit: int) -> dict[str, Any]:
    """Return rows added, gone and changed, at most `limit` of each, and how many there are in all.

    Rows are known again by the column that tells them apart best: addresses, then codes and titles, then any other that
    both tables have; where none does, by all of their texts, so that nothing counts as changed.
    """
    names = [name for name in _names(before) if name in set(_names(after))]
    key = _key(before, after, names)
    old, new = _keyed(before, key, names), _keyed(after, key, names)
    left, right = _texts(before, names), _texts(after, names)
    added = [place for mark, place in new.items() if mark not in old]
    gone = [place for mark, place in old.items() if mark not in new]
    changed: list[dict[str, Any]] = []
    labels = _labels(after, key)
    for mark, place in old.items():
        if mark in new:
            cells = {
                name: (left[name][place], right[name][new[mark]])
                for name in names
                if left[name][place] != right[name][new[mark]]
            }
            if cells:
                row = {"key": mark[0], "label": labels[new[mark]] or mark[0]}
                changed.append({**row, "row_before": place, "row_after": new[mark], "cells": cells})
    shared = sum(mark in new for mark in old)
    return {
        "key": key,
        "columns": names,
        "same": shared - len(changed),
        "added": [_row(after, place) for place in added[:limit]],
        "gone": [_row(before, place) for place in gone[:limit]],
        "changed": changed[:limit],
        "counts": {"added": len(added), "gone": len(gone), "changed": len(changed)},
    }


def _names(sheet: Sheet) -> list[str]:
    return [column.name for column in sheet.columns]


def _column(sheet: Sheet, name: str) -> SheetColumn:
    return next(column for column in sheet.columns if column.name == name)


def _marks(column: SheetColumn) -> Sequence[str | None]:
    """What a column's cells are known by: where they lead to, else what they say."""
    return column.urls if column.urls is not None and _tells(column.urls) else column.texts


def _tells(cells: Sequence[str | None]) -> bool:
    return bool(cells) and len({cell for cell in cells if cell}) >= _TELLING * len(cells)


def _key(before: Sheet, after: Sheet, names: Sequence[str]) -> str | None:
    """The column that rows are known by; None where no column tells them apart on both pages."""
    telling = [name for name in names if all(_tells(_marks(_column(sheet, name))) for sheet in (before, after))]
    if not telling:
        return None
    shared = {name: _shared(_marks(_column(before, name)), _marks(_column(after, name))) for name in telling}

    def rank(name: str) -> tuple[bool, int, int]:
        role = _column(after, name).role
        place = _NAMES.index(role) if role in _NAMES else len(_NAMES)
        return not shared[name], place, -shared[name]

    return min(telling, key=rank)


def _shared(one: Sequence[str | None], other: Sequence[str | None]) -> int:
    return len({cell for cell in one if cell} & {cell for cell in other if cell})


def _keyed(sheet: Sheet, key: str | None, names: Sequence[str]) -> dict[Key, int]:
    """Rows by what they are known by; those that are alike are told apart by their number among each other."""
    if key is not None:
        marks = [mark or "" for mark in _marks(_column(sheet, key))]
    else:
        columns = [_column(sheet, name).texts for name in names]
        marks = ["\x1f".join(text or "" for text in row) for row in zip(*columns, strict=True)]
    seen: Counter[str] = Counter()
    found: dict[Key, int] = {}
    for place, mark in enumerate(marks):
        found[mark, seen[mark]] = place
        seen[mark] += 1
    return found


def _labels(sheet: Sheet, key: str | None) -> Sequence[str | None]:
    """What people call the rows: their titles, else what the column says that they are known by."""
    for column in sheet.columns:
        if column.role == "title":
            return column.texts
    return [None] * len(sheet) if key is None else _column(sheet, key).texts


def _texts(sheet: Sheet, names: Sequence[str]) -> dict[str, Sequence[str | None]]:
    return {name: _shown(_column(sheet, name)) for name in names}


def _shown(column: SheetColumn) -> Sequence[str | None]:
    return column.urls if column.kind == "image" and column.urls is not None else column.texts


def _row(sheet: Sheet, place: int) -> dict[str, Any]:
    return {"row": place, "cells": {column.name: _shown(column)[place] for column in sheet.columns}}
