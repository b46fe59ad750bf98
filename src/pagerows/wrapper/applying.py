"""A wrapper and a page -> the wrapper's columns filled from the page, and what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pagerows.page import Page
from pagerows.pipeline import Extraction, table_maker
from pagerows.unique import UniqueNames
from pagerows.values import Cell, CellKind, Column, Record, Region, Table
from pagerows.wrapper.drift import Drift, column_drift, worst
from pagerows.wrapper.evidence import Evidence, evidence_of, numbered, paired
from pagerows.wrapper.model import Wrapper, WrapperColumn
from pagerows.wrapper.records import records_at

__all__ = ["apply", "columns_with_evidence", "fitted"]

#: Share of what records held that must be there again: below it the page is of another kind.
SAME_KIND = 0.4


def apply(wrapper: Wrapper, page: Page, *, new_columns: bool = True) -> Extraction:
    """Read a page with a wrapper; columns that it does not know stand behind its own."""
    records = [record for record in records_at(page, wrapper.records, flat=wrapper.flat) if _says_something(record)]
    if not records:
        gone = Drift("records gone", None, 1.0, "the record selector finds nothing")
        return Extraction(page, [], "wrapper", drift=(gone,))
    columns, further, drift = fitted(wrapper, page, records)
    if _kept(wrapper, columns) < SAME_KIND:
        gone = Drift("records gone", None, 1.0, "what the record selector finds is something else")
        return Extraction(page, [], "wrapper", drift=(gone, *drift))
    low = wrapper.count[0]
    if len(records) < 0.3 * low:
        drift = [Drift("fewer records", None, 0.2, f"{len(records)}, where there were at least {low}"), *drift]
    columns = [*columns, *further] if new_columns else columns
    table = Table(
        cells=tuple(column.cells for column in columns),
        kinds=tuple(column.kind for column in columns),
        describe=lambda _: tuple(columns),
    )
    region = Region(tuple(records), score=1.0 - worst(drift), content=True, aligner=lambda _: table)
    return Extraction(page, [region], "wrapper", drift=tuple(drift))


def _says_something(record: Record) -> bool:
    nodes = record.page.nodes
    return bool(record.text) or any(
        nodes.tag_name(row) in ("img", "svg", "picture") for part in record.parts for row in range(*part)
    )


def fitted(wrapper: Wrapper, page: Page, records: Sequence[Record]) -> tuple[list[Column], list[Column], list[Drift]]:
    """Return the wrapper's columns with the cells of these records, further ones, and what has changed."""
    found = columns_with_evidence(page, records)
    known = [column.evidence for column in wrapper.columns]
    may = [_may_be_one(one, other) for one in wrapper.columns for other, _, _ in found]
    pairs = paired(known, [evidence for _, evidence, _ in found], may)
    columns: list[Column] = []
    drift: list[Drift] = []
    for number, own in enumerate(wrapper.columns):
        column = found[pairs[number]][0] if number in pairs else None
        columns.append(_named(own, column, len(records)))
        changed = column_drift(own.name, own.type, own.evidence.least, column)
        if changed is not None:
            drift.append(changed)
    taken, unique = set(pairs.values()), UniqueNames(wrapper.names)
    further: list[Column] = []
    for place, (column, evidence, shown) in enumerate(found):
        if shown and place not in taken:
            further.append(replace(column, name=unique(column.name)))
            if evidence.fill >= 0.5 and column.kind != "image":
                told = f"{evidence.fill:.0%} of the records have it"
                drift.append(Drift("new column", further[-1].name, 0.1, told))
    return columns, further, drift


def columns_with_evidence(page: Page, records: Sequence[Record]) -> list[tuple[Column, Evidence, bool]]:
    """The columns of a page's records, with what each can be known by, and whether a table would show it."""
    table = table_maker(page)(records)
    shown = list(table.all_columns)
    hidden = [Column("", _kind(out.cells), out.cells) for out in table.left_out]
    order = {id(column): _first(column.cells) for column in (*shown, *hidden)}
    places = {key: rank for rank, key in enumerate(sorted(order, key=lambda key: (order[key], key)))}
    total = max(1, len(order) - 1)
    both = [*shown, *hidden]
    evidence = numbered([evidence_of(page, records, column.cells, places[id(column)] / total) for column in both])
    return [(column, own, place < len(shown)) for place, (column, own) in enumerate(zip(both, evidence, strict=True))]


def _first(cells: Sequence[Cell | None]) -> float:
    """Where in its record a column's cells stand on average, for the order of columns."""
    starts = [cell.span.start for cell in cells if cell is not None]
    return starts[0] if starts else 0


def _kind(cells: Sequence[Cell | None]) -> CellKind:
    kinds = [cell.kind for cell in cells if cell is not None]
    return max(dict.fromkeys(kinds), key=kinds.count) if kinds else "text"


def _may_be_one(own: WrapperColumn, column: Column) -> bool:
    return (own.kind == "image") == (column.kind == "image")


def _named(own: WrapperColumn, column: Column | None, count: int) -> Column:
    """A page's column under the wrapper's name; an empty one where the page has none."""
    if column is None:
        return Column(own.name, own.kind, (None,) * count, own.type, role=own.role, unit=own.unit)
    return replace(column, name=own.name, role=own.role or column.role)


def _kept(wrapper: Wrapper, columns: Sequence[Column]) -> float:
    """Which share of what records held is there again, columns weighed by how full they were."""
    weights = [own.evidence.fill for own in wrapper.columns]
    there = [any(cell is not None for cell in column.cells) for column in columns]
    total = sum(weights)
    return sum(w for w, t in zip(weights, there, strict=True) if t) / total if total else 1.0
