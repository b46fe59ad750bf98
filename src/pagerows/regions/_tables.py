"""Data tables among a method's regions: their rows are the records, all of them and whole.

A region that was cut to cells, to one column, to pairs of rows or to every other row of a data table becomes the rows
of that table. Where a method finds no records on a page, or a menu, and the page is about a data table, that is the
records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from pagerows.page import Page
from pagerows.page.grids import Grid
from pagerows.page.nodes import NodeTable
from pagerows.regions._evidence import Evidence
from pagerows.regions._whole import columns_are_facts, records_of, single_texts, whole_regions
from pagerows.values import Record, Records, Region

__all__ = ["data_tables", "main_table", "tables_whole"]

#: A text of so many characters outside of the table is prose, and so much of it makes a page an article with a table in
#: it, unless the table has so many times its text (of 99 articles 15 have tables beside so much prose: 14 of at most .4
#: times its text, one of 1.03; pages about a table have 1.6 and more).
PROSE: Final = 80
MOST_PROSE: Final = 2500
TIMES: Final = 1.5


def data_tables(nodes: NodeTable, least: int) -> list[Grid]:
    """The page's data tables with at least so many rows, in document order; not those inside of others."""
    return nodes.grids.data_tables(least)


def tables_whole(page: Page, regions: Sequence[Region], least: int) -> list[Region]:
    """Return regions inside of data tables as rows of those tables, and the page's main table as its records."""
    tables = data_tables(page.nodes, least)
    if not tables:
        return list(regions)
    whole = whole_regions(page, regions, tables)
    if any(after is not before for after, before in zip(whole, regions, strict=True)):
        whole = _apart(whole)
    best = next((region for region in whole if region.content is not False), None)
    if best is not None and not single_texts(page.nodes, best.records):
        return whole
    main = main_table(page.nodes, tables)
    if main is None or (best is not None and not _menu_beside(page.nodes, best, main)):
        return whole
    return _put_first(page, whole, main)


def _spans(records: Sequence[Record]) -> Sequence[tuple[int, int]]:
    """From where to where each record reaches."""
    if isinstance(records, Records):
        return list(zip(records.starts.tolist(), records.stops.tolist(), strict=True))
    return [record.span for record in records]


def _apart(regions: Iterable[Region]) -> list[Region]:
    """The regions without those whose table is another one's, too."""
    taken: set[int] = set()
    found = []
    for region in regions:
        rows = {start for start, _ in _spans(region.records)}
        if not rows & taken:
            found.append(region)
            taken |= rows
    return found


def main_table(nodes: NodeTable, tables: Sequence[Grid]) -> list[Grid] | None:
    """The tables of one kind that a page is about: those that hold most text, if it has little prose beside them."""
    kinds: dict[object, list[Grid]] = {}
    for grid in tables:
        if columns_are_facts(grid):
            kinds.setdefault((grid.width, grid.headers) if any(grid.headers) else grid.table, []).append(grid)
    if not kinds:
        return None
    main = max(kinds.values(), key=lambda own: sum(_chars(nodes, grid.table) for grid in own))
    length: list[int] = nodes.text_length.tolist()
    own = prose = row = 0
    for grid in main:
        prose += sum([each for each in length[row : grid.table] if each >= PROSE])
        own, row = own + sum(length[grid.table : int(nodes.end[grid.table])]), int(nodes.end[grid.table])
    prose += sum([each for each in length[row:] if each >= PROSE])
    return main if prose <= max(MOST_PROSE, own / TIMES) else None


def _chars(nodes: NodeTable, row: int) -> int:
    return sum(nodes.text_length[row : int(nodes.end[row])].tolist())


def _menu_beside(nodes: NodeTable, region: Region, main: Sequence[Grid]) -> bool:
    """Whether a list of single texts stands elsewhere, and is no longer than the table."""
    spans = _spans(region.records)
    if any(grid.table < min(spans)[0] < nodes.end[grid.table] for grid in main):
        return False
    return sum(_chars(nodes, start) for start, _ in spans) <= 2 * sum(_chars(nodes, grid.table) for grid in main)


def _put_first(page: Page, regions: Sequence[Region], main: Sequence[Grid]) -> list[Region]:
    """The regions with the main table as the first, and as content."""
    records = records_of(page, main)
    rows = set(records.starts.tolist())
    others = [region for region in regions if rows.isdisjoint(start for start, _ in _spans(region.records))]
    known = next((region for region in regions if region not in others), None) or next(iter(regions), None)
    evidence = known.evidence if known else {}
    told: dict[str, Callable[[], Any]] = {name: partial(evidence.__getitem__, name) for name in evidence}
    if "page" in evidence:
        told["page"] = lambda: evidence["page"] | {"accepted": True}
    told |= {"source": lambda: "data table", "because": lambda: ["the page is about a data table"]}
    score = max((region.score for region in regions), default=0.0)
    features = known.features if known else {}
    return [Region(records, score, content=True, features=features, evidence=Evidence(lambda: told)), *others]
