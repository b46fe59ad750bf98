"""Fields by their place in the records' common template: tags and classes below the record, labels, order."""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.align.fields._emit import columns_of, rows_of
from pagerows.align.fields._plain import plain_columns
from pagerows.align.fields._reading import Shown
from pagerows.align.fields._template import template_of
from pagerows.cells import CellParams, most_columns
from pagerows.page import Page
from pagerows.plain import dataclass
from pagerows.registry import Aligner
from pagerows.values import Cell, Record

__all__ = ["ALIGNER", "FieldParams", "align"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldParams(CellParams):
    """What the fields of records are."""

    split_labels: bool = True
    trim_words: bool = True
    lend_links: bool = True
    drop_noise: bool = True
    join_alike: bool = True
    split_facts: bool = True
    drop_doubles: bool = True


def align(page: Page, records: Sequence[Record], params: FieldParams) -> list[list[Cell | None]]:
    """Put the cells of records into rows of equal length."""
    if not records:
        return []
    shown = Shown(page, records, params)
    columns = columns_of(shown, template_of(shown))
    most = most_columns(len(records), sum([len(cells) for _, cells in columns]))
    if len(columns) > most:
        fullest = sorted(range(len(columns)), key=lambda number: -len(columns[number][1]))[:most]
        columns = [columns[number] for number in sorted(fullest)]
    return rows_of(columns, len(records))


ALIGNER = Aligner(
    name="fields",
    summary="places in the records' common template",
    params=FieldParams,
    align=align,
    plain=plain_columns,
)
