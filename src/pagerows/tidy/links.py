"""Links: what a picture, a card or a "Read more" leads to belongs to the title, where that has no link of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.page.nodes import NodeTable
from pagerows.tidy._links import addresses, first_borrower, have_bare, lender, lent, title_of
from pagerows.tidy.strips import Cells, Strip, strips
from pagerows.values import Cell

__all__ = ["lend_links", "lend_titles", "title_of", "without_bare"]

#: Letters of the shortest title.
_SHORTEST: Final = 3


def lend_links(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]:
    """Give the title the addresses of the record's main link where it has none."""
    found = strips(columns)
    title = title_of(nodes, found)
    if title is None or found[title].linked >= 0.5 * len(found[title]):
        return found
    urls = lender(found, title)
    if urls is not None:
        found[title] = lent(found[title], urls)
    return found


def lend_titles(nodes: NodeTable, columns: Sequence[Cells], left: Sequence[Cells]) -> list[Strip]:
    """Give records without a title, which are built otherwise than most, the first link among what is left out."""
    found = strips(columns)
    title = title_of(nodes, found) if left else None
    if title is None or len(found[title].filled) == len(found[title]):
        return found
    found[title] = Strip(
        own or next((cells[row] for cells in left if _may_be_title(cells[row])), None)
        for row, own in enumerate(found[title])
    )
    return found


def _may_be_title(cell: Cell | None) -> bool:
    return cell is not None and cell.kind == "link" and sum(map(str.isalpha, cell.text)) >= _SHORTEST


def without_bare(columns: Sequence[Strip]) -> list[Strip]:
    """Leave out links without text; the first that lead where no other column does go to a text that leads nowhere."""
    if not have_bare(columns):
        return list(columns)
    kept = [column for column in columns if not _is_bare(column)]
    borrower = first_borrower(kept)
    if borrower is None:
        return kept
    known = {cell.url for column in kept for cell in column.filled} - {None}
    urls = next((urls for urls in map(addresses, filter(_is_bare, columns)) if urls and known.isdisjoint(urls)), None)
    if urls:
        kept[borrower] = lent(kept[borrower], urls)
    return kept


def _is_bare(column: Strip) -> bool:
    return column.bare == len(column.filled)
