"""Records -> table: the last stretch of the line, aligned -> tidy -> typed and named.

A module of its own because it knows words, units and dates of many languages, which take time to read: who only asks
for regions does not wait for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pagerows import registry
from pagerows.align._grid import GridRows, grid_rows
from pagerows.columns import Site, make_table
from pagerows.columns.embedded import DataJoin
from pagerows.columns.embedded.further import data_table
from pagerows.columns.sections import with_section
from pagerows.objects import EmbeddedRecord
from pagerows.page import Page
from pagerows.tidy import tidy
from pagerows.values import Record, Records, Table

__all__ = ["table_of"]


def table_of(
    page: Page, records: Sequence[Record], aligner: registry.Aligner, params: Any, site: Site | None = None
) -> Table:
    """Make the table of some records of a page; `site` says how other pages of its site write."""
    if objects := _objects(records):
        return data_table(page, objects)
    grid = grid_rows(page, records, params, aligner) if params.exact_tables else None
    rows, own = grid or GridRows(aligner.align(page, records, params), params)
    made = tidy(page, rows, own)
    join = DataJoin(page, records) if params.join_data else None
    table = make_table(page, made.columns, own, made.left_out, made.labels, join.keys if join else None, site)
    table = join.completed(table, further=params.embedded) if join else table
    return with_section(page, records, table) if params.sections else table


def _objects(records: Sequence[Record]) -> list[EmbeddedRecord]:
    """The records that are objects of the page's data; those that are known by their rows are none."""
    if isinstance(records, Records):
        return []
    return [record for record in records if isinstance(record, EmbeddedRecord)]
