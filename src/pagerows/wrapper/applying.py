"""A wrapper and a page -> the wrapper's columns filled from the page, and what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pagerows.columns.reading import NO_HABITS, Habits
from pagerows.page import Page
from pagerows.pipeline import Extraction, table_maker
from pagerows.unique import UniqueNames
from pagerows.values import Cell, CellKind, Column, Constant, LeftOut, Record, Region, Table
from pagerows.wrapper.drift import Drift, column_drift, worst
from pagerows.wrapper.evidence import Evidence
from pagerows.wrapper.matching import evidence_for
from pagerows.wrapper.model import Wrapper, WrapperColumn
from pagerows.wrapper.records import records_at
from pagerows.wrapper.rescue import Rescue

__all__ = ["apply", "columns_with_evidence", "fitted", "kept_share", "with_evidence"]

#: Columns that this share of the records has are what makes a record; a row that has less than one in so many of them
#: is none, as long as there are few such rows and enough such columns.
_CORE, _STRAY, _RARE, _FEW_CORE, _FEW_ROWS = 0.8, 3, 5, 3, 8
#: Share of what records held that must be there again: below it the page is of another kind.
SAME_KIND = 0.4
#: The same where a selector found them that asks for less.
SAME_BY_SPARE = 0.7
#: Of a site with pages of two kinds: share of what the poorer kind had.
SLACK = 0.8


def apply(wrapper: Wrapper, page: Page, *, new_columns: bool = True) -> Extraction:
    """Read a page with a wrapper; columns that it does not know stand behind its own."""
    records, spare = _records(wrapper, page)
    if not records:
        gone = Drift("records gone", None, 1.0, "the record selector finds nothing")
        return Extraction(page, [], "wrapper", drift=(gone,))
    fit = fitted(wrapper, page, records)
    if strays := _strays(wrapper, fit.columns):
        records = [record for number, record in enumerate(records) if number not in strays]
        fit = fitted(wrapper, page, records)
    columns, drift = fit.columns, fit.drift
    least = SAME_BY_SPARE if spare else SAME_KIND
    if kept_share(wrapper, columns) < min(least, SLACK * wrapper.kept):
        gone = Drift("records gone", None, 1.0, "what the record selector finds is something else")
        return Extraction(page, [], "wrapper", drift=(gone, *drift))
    low = wrapper.count[0]
    if len(records) < 0.3 * low:
        drift = [Drift("fewer records", None, 0.2, f"{len(records)}, where there were at least {low}"), *drift]
    columns = [*columns, *fit.further] if new_columns else columns
    table = Table(
        cells=tuple(column.cells for column in columns),
        kinds=tuple(column.kind for column in columns),
        left_out=tuple(fit.left_out),
        describe=Constant(tuple(columns)),
    )
    region = Region(tuple(records), score=1.0 - worst(drift), content=True, aligner=Constant(table))
    return Extraction(page, [region], "wrapper", drift=tuple(drift))


def _records(wrapper: Wrapper, page: Page) -> tuple[list[Record], bool]:
    """What the selectors find; where that is nothing, what the spare ones do, and whether these were asked."""
    for selectors, spare in ((wrapper.records, False), (wrapper.spare, True)):
        found = [one for one in records_at(page, selectors, flat=wrapper.flat) if _says_something(one)]
        if found:
            return found, spare
    return [], False


def _says_something(record: Record) -> bool:
    nodes = record.page.nodes
    return bool(record.text) or any(
        nodes.tag_name(row) in ("img", "svg", "picture") for part in record.parts for row in range(*part)
    )


class Fit(NamedTuple):
    """The wrapper's columns with the cells of some records, further ones, what no table would show, and changes."""

    columns: list[Column]
    further: list[Column]
    left_out: list[LeftOut]
    drift: list[Drift]


def fitted(wrapper: Wrapper, page: Page, records: Sequence[Record]) -> Fit:
    """Lay the columns of records on those of the wrapper."""
    found = columns_with_evidence(page, records, wrapper.habits)
    pairs = wrapper.matched([column for column, _, _ in found], [evidence for _, evidence, _ in found])
    columns: list[Column] = []
    drift: list[Drift] = []
    rescue: Rescue | None = None
    for number, own in enumerate(wrapper.columns):
        column, seen = found[pairs[number]][:2] if number in pairs else (None, Evidence())
        changed = column_drift(own, len(wrapper.learned_from), column, seen)
        if changed is not None:
            rescue = rescue or Rescue(page, records, wrapper.habits)
            if (saved := rescue.column(own)) and column_drift(own, len(wrapper.learned_from), *saved) is None:
                column, changed = saved[0], None
            elif changed.kind == "column gone" and rescue.stands(own):  # its element is there, and empty
                changed = replace(changed, weight=0.6)
        columns.append(_named(own, column, len(records)))
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
    hidden = [column for place, (column, _, shown) in enumerate(found) if not shown and place not in taken]
    return Fit(columns, further, [LeftOut(column.cells, "left out") for column in hidden], drift)


def _strays(wrapper: Wrapper, columns: Sequence[Column]) -> set[int]:
    """Rows that only look like records from outside (notes, offers between them): they have next to nothing of one."""
    core = [column for own, column in zip(wrapper.columns, columns, strict=True) if _is_core(own, column)]
    if len(core) < _FEW_CORE or len(core[0].cells) < _FEW_ROWS:
        return set()
    counts = [sum(cell is not None for cell in row) for row in zip(*(column.cells for column in core), strict=True)]
    few = {number for number, count in enumerate(counts) if count * _STRAY < len(core)}
    return few if len(few) * _RARE <= len(counts) else set()


def _is_core(own: WrapperColumn, column: Column) -> bool:
    filled = sum(cell is not None for cell in column.cells)
    return own.evidence.fill >= _CORE and filled >= _CORE * len(column.cells)


def columns_with_evidence(
    page: Page, records: Sequence[Record], habits: Habits = NO_HABITS
) -> list[tuple[Column, Evidence, bool]]:
    """The columns of a page's records, with what each can be known by, and whether a table would show it.

    What they leave open is read as the habits of their site say.
    """
    return with_evidence(page, records, table_maker(page, site=Constant(habits))(records))


def with_evidence(page: Page, records: Sequence[Record], table: Table) -> list[tuple[Column, Evidence, bool]]:
    """The same of a table that is made."""
    shown = list(table.all_columns)
    hidden = [Column("", _kind(out.cells), out.cells) for out in table.left_out]
    both = [*shown, *hidden]
    evidence = evidence_for(page, records, both)
    return [(column, own, place < len(shown)) for place, (column, own) in enumerate(zip(both, evidence, strict=True))]


def _kind(cells: Sequence[Cell | None]) -> CellKind:
    kinds = [cell.kind for cell in cells if cell is not None]
    return max(dict.fromkeys(kinds), key=kinds.count) if kinds else "text"


def _named(own: WrapperColumn, column: Column | None, count: int) -> Column:
    """A page's column under the wrapper's name; an empty one where the page has none."""
    if column is None:
        return Column(own.name, own.kind, (None,) * count, own.type, role=own.role, unit=own.unit)
    return replace(column, name=own.name, role=own.role or column.role)


def kept_share(wrapper: Wrapper, columns: Sequence[Column]) -> float:
    """Which share of what records held is there again, columns weighed by how full they were."""
    weights = [own.evidence.fill for own in wrapper.columns]
    there = [any(cell is not None for cell in column.cells) for column in columns]
    total = sum(weights)
    return sum(w for w, t in zip(weights, there, strict=True) if t) / total if total else 1.0
