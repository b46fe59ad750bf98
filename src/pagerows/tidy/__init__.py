"""Aligned columns -> the columns that a person would have made: a list of small steps, each behind its parameter.

Nothing is lost silently: what a step leaves out is returned with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.tidy.counts import drop_invitations
from pagerows.tidy.doubles import doubles
from pagerows.tidy.facts import split_facts
from pagerows.tidy.files import name_files, spare_files
from pagerows.tidy.labels import beside_values, labels_of
from pagerows.tidy.links import lend_links, lend_titles, without_bare
from pagerows.tidy.lists import trim_members
from pagerows.tidy.noise import controls, unlikely, varying
from pagerows.tidy.pictures import read_pictures, repeated_pictures
from pagerows.tidy.prices import settle_prices
from pagerows.tidy.strips import Cells, Strip, columns_of
from pagerows.tidy.units import join_units
from pagerows.tidy.variants import join_variants
from pagerows.tidy.words import trim_words, without_brackets
from pagerows.values import Cell, LeftOut

if TYPE_CHECKING:
    from pagerows.cells import CellParams

__all__ = ["Tidy", "candidates", "tidy"]

#: Columns that a table may have: records with nothing in common would make one of each cell.
MOST_COLUMNS: Final = 1000


class Tidy(NamedTuple):
    """The columns that hold facts, those that were left out, and what labels among these call those that stay."""

    columns: list[tuple[Cell | None, ...]]
    left_out: list[LeftOut]
    labels: list[str | None]


def tidy(page: Page, rows: Sequence[Sequence[Cell | None]], params: CellParams) -> Tidy:
    """Return the columns of aligned rows that hold facts, and those that were left out with the reason."""
    kept = columns_of(rows)
    out: list[LeftOut] = []
    if params.drop_constant and len(rows) > 1:
        kept = varying(kept)
    if len(kept) > MOST_COLUMNS:
        kept = _fullest(kept, out)
    every = kept, list(out)
    if params.all_columns:
        return _made(*every)
    if params.lend_links:
        kept = without_bare(lend_links(page.nodes, name_files(page.nodes, kept)))
    kept = candidates(page.nodes, kept, params, out)
    if params.drop_noise:
        before = len(out)
        kept = _without(kept, spare_files(page.nodes, kept, unlikely(page.nodes, kept, params.min_chance)), out)
        kept = lend_titles(page.nodes, kept, [left.cells for left in out[before:] if left.reason in ("rare", "noise")])
    if params.trim_words:
        kept = without_brackets(kept)
    # Records that say nothing but what looks like noise say that.
    return _made(kept, out, labels_of(page.nodes, kept, out)) if kept else _made(*every)


def _made(columns: Sequence[Strip], out: Sequence[LeftOut], labels: list[str | None] | None = None) -> Tidy:
    """Columns as they leave the steps: plain values."""
    return Tidy([column.cells for column in columns], list(out), labels or [None] * len(columns))


def candidates(nodes: NodeTable, columns: Sequence[Cells], params: CellParams, out: list[LeftOut]) -> list[Strip]:
    """Return the columns that may be facts, each one fact: what is left to tell is whether a person wants it."""
    kept = join_units(nodes, read_pictures(nodes, columns))
    if params.drop_noise:
        kept = _without(kept, repeated_pictures(kept), out)
        kept = _without(kept, spare_files(nodes, kept, controls(nodes, kept)), out)
    kept = trim_members(kept)
    if params.split_facts:
        kept = split_facts(kept)
    if params.drop_doubles:
        kept = _without(kept, doubles(kept), out)
    if params.join_alike:
        kept = settle_prices(nodes, join_variants(nodes, kept))
    if params.drop_noise:
        kept = drop_invitations(_without(kept, beside_values(nodes, kept), out))
    return trim_words(nodes, kept) if params.trim_words else kept


def _fullest(columns: Sequence[Strip], out: list[LeftOut]) -> list[Strip]:
    """Keep the columns that most records have, in their order."""
    filled = [len(column.filled) for column in columns]
    chosen = set(sorted(range(len(columns)), key=lambda number: -filled[number])[:MOST_COLUMNS])
    return _without(columns, [None if number in chosen else "too many" for number in range(len(columns))], out)


def _without(columns: Sequence[Strip], reasons: Sequence[str | None], out: list[LeftOut]) -> list[Strip]:
    if not any(reasons):
        return list(columns)
    out += [LeftOut(column.cells, reason) for column, reason in zip(columns, reasons, strict=True) if reason]
    return [column for column, reason in zip(columns, reasons, strict=True) if not reason]
