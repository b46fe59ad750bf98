"""Alignment by concepts: cells that are alike in content, style, type, place and neighbours share a column [F17]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagerows.attributes import AttributeReader, ConceptParams, concepts
from pagerows.cells import CellParams, cells_of, in_columns
from pagerows.page import Page
from pagerows.registry import Aligner
from pagerows.values import Cell, Record

__all__ = ["ALIGNER", "ClustersParams", "align", "without_repeats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClustersParams(CellParams, ConceptParams):
    """Cells, and how they are clustered."""

    #: As in ConceptParams, where it is 0.86. Measured on estuka2017 with DERIN's records: 25 perfect tables instead of
    #: 21, alignment .984 instead of .978.
    min_similarity: float = 0.7
    #: Drop columns that repeat an earlier one in every record [F17 s. 3.2.4].
    drop_repeats: bool = True

    @classmethod
    def paper(cls) -> ClustersParams:
        """Return the setting of [F17]: attributes with one value in all records are dropped [Table 2], no other is."""
        return cls(drop_constant=True, drop_labels=False, exact_tables=False)


def align(page: Page, records: Sequence[Record], params: ClustersParams) -> list[list[Cell | None]]:
    """Give the cells of one concept one column; a second cell of a concept in one record opens another column."""
    cells = cells_of(page, records, params)
    reader = AttributeReader(page)
    numbers = concepts([reader.attributes(*pair) for pair in zip(records, cells, strict=True)], params)
    places: dict[tuple[int, int], list[float]] = {}
    keys: list[list[tuple[int, int]]] = []
    for row in numbers:
        seen: dict[int, int] = {}
        keys.append([])
        for place, number in enumerate(row):
            key = (number, seen.setdefault(number, 0))
            seen[number] += 1
            keys[-1].append(key)
            places.setdefault(key, []).append(place / len(row))
    # Columns stand where their cells stand in the middle of records.
    order = sorted(places, key=lambda key: sum(places[key]) / len(places[key]))
    column = {key: k for k, key in enumerate(order)}
    rows = in_columns(cells, [[column[key] for key in row] for row in keys])
    return without_repeats(rows) if params.drop_repeats else rows


def without_repeats(rows: list[list[Cell | None]]) -> list[list[Cell | None]]:
    """Drop columns whose cells all equal those of an earlier column; empty cells repeat nothing."""
    kept: dict[tuple[tuple[str, str] | None, ...], int] = {}
    for k, cells in enumerate(zip(*rows, strict=True)):
        kept.setdefault(tuple(None if cell is None else (cell.kind, cell.text or cell.url or "") for cell in cells), k)
    columns = sorted(kept.values())
    return [[row[k] for k in columns] for row in rows]


ALIGNER = Aligner(
    name="clusters",
    summary="clusters of alike cells: content, style, type, path, neighbours [F17]",
    params=ClustersParams,
    align=align,
)
