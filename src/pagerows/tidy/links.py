"""Links: what a picture, a card or a "Read more" leads to belongs to the title, where that has no link of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.forms import has_letter
from pagerows.page.nodes import NodeTable
from pagerows.tidy._links import have_bare, title_of
from pagerows.tidy.strips import Cells, Strip, strips
from pagerows.values import Cell

__all__ = ["lend_links", "lend_titles", "title_of", "without_bare"]

#: Letters of the shortest title.
_SHORTEST: Final = 3
#: Letters of a text, on average, that stands for its record where no title does.
_PROSE: Final = 40


def lend_links(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]:
    """Give the title the addresses of the record's main link where it has none."""
    found = strips(columns)
    title = title_of(nodes, found)
    if title is None or found[title].linked >= 0.5 * len(found[title]):
        return found
    lender = _lender(found, title)
    if lender is None:
        return found
    found[title] = _lent(found[title], lender)
    return found


def _lent(column: Strip, urls: Sequence[str | None]) -> Strip:
    return Strip(
        cell._replace(url=url, kind="link") if cell is not None and cell.url is None and url else cell
        for cell, url in zip(column, urls, strict=True)
    )


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
    known = {cell.url for column in kept for cell in column.filled} - {None}
    urls = next((urls for urls in map(_addresses, filter(_is_bare, columns)) if urls and known.isdisjoint(urls)), None)
    borrower = next((number for number, column in enumerate(kept) if _may_borrow(column)), None) if urls else None
    if urls and borrower is not None:
        kept[borrower] = _lent(kept[borrower], urls)
    return kept


def _is_bare(column: Strip) -> bool:
    return column.bare == len(column.filled)


def _may_borrow(column: Strip) -> bool:
    """Whether a column is a longer text of its own in nearly every record and leads nowhere."""
    if len(set(column.texts)) < 0.8 * len(column) or sum(map(len, column.texts)) < _PROSE * len(column):
        return False
    return all(
        cell.kind == "text" and cell.url is None and not cell.items and has_letter(cell.text) for cell in column.filled
    )


def _lender(columns: Sequence[Strip], title: int) -> list[str | None] | None:
    """The addresses that most records have and that differ: of links without text first, then of pictures."""
    best, found = 0.0, None
    for number, column in enumerate(columns):
        if number == title:
            continue
        urls = _addresses(column)
        if urls is None:
            continue
        own = 3 if _is_bare(column) else 2 if len(set(column.texts)) <= 0.2 * len(column) or column.is_image else 1
        score = own + (len(urls) - urls.count(None)) / len(urls)
        if score > best:
            best, found = score, urls
    return found


def _addresses(column: Strip) -> list[str | None] | None:
    """Where a column's cells lead, where most of them lead somewhere and to places that differ."""
    urls = [_address(cell) or None for cell in column]
    filled = [url for url in urls if url]
    return urls if len(filled) >= 0.5 * len(urls) and len(set(filled)) >= 0.8 * len(filled) else None


def _address(cell: Cell | None) -> str | None:
    if cell is None:
        return None
    return cell.link if cell.kind == "image" else cell.url
