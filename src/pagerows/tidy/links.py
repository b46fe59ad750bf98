"""Links: what a picture, a card or a "Read more" leads to belongs to the title, where that has no link of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

__all__ = ["is_bare", "lend_links", "lend_titles", "title_of"]

Cells = tuple[Cell | None, ...]

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TITLE: Final = re.compile(r"title|headline|heading|(?:^|[-_\s])name", re.IGNORECASE)
#: Letters of the shortest title.
_SHORTEST: Final = 3
#: Cells of a column that are looked at.
_LOOKED_AT: Final = 8


def lend_links(nodes: NodeTable, columns: Sequence[Cells]) -> list[Cells]:
    """Give the title the addresses of the record's main link where it has none."""
    found = list(columns)
    title = title_of(nodes, found)
    if title is None or sum(1 for cell in found[title] if cell and cell.url) >= 0.5 * len(found[title]):
        return found
    lender = _lender(found, title)
    if lender is None:
        return found
    found[title] = tuple(
        cell._replace(url=url, kind="link") if cell is not None and cell.url is None and url else cell
        for cell, url in zip(found[title], lender, strict=True)
    )
    return found


def lend_titles(nodes: NodeTable, columns: Sequence[Cells], left: Sequence[Cells]) -> list[Cells]:
    """Give records without a title, which are built otherwise than most, the first link among what is left out."""
    found = list(columns)
    title = title_of(nodes, found)
    if title is None or not left:
        return found
    found[title] = tuple(
        own or next((cells[row] for cells in left if _may_be_title(cells[row])), None)
        for row, own in enumerate(found[title])
    )
    return found


def _may_be_title(cell: Cell | None) -> bool:
    return cell is not None and cell.kind == "link" and sum(map(str.isalpha, cell.text)) >= _SHORTEST


def is_bare(column: Cells) -> bool:
    """Tell whether a column is links without any text."""
    return all(cell is None or (cell.kind == "link" and not cell.text) for cell in column)


def title_of(nodes: NodeTable, columns: Sequence[Cells]) -> int | None:
    """Return the number of the column that is the title, or None where there is none."""
    scores = [(_title_score(nodes, column, number), -number) for number, column in enumerate(columns)]
    best = max(scores, default=(0.0, 0))
    return -best[1] if best[0] > 0 else None


def _title_score(nodes: NodeTable, column: Cells, number: int) -> float:
    cells = [cell for cell in column if cell is not None]
    texts = [cell.text for cell in cells if cell.text and cell.kind != "image" and not cell.items]
    if len(texts) < 0.6 * len(column):
        return 0.0
    length = sum(map(len, texts)) / len(texts)
    worded = sum(any(map(str.isalpha, text)) for text in texts) / len(texts)
    if len(set(texts)) < 0.5 * len(texts) or worded < 0.8 or not 3 <= length <= 200:
        return 0.0
    looked = cells[:_LOOKED_AT]
    around = [list(_around(nodes, cell)) for cell in looked]
    heading = sum(any(nodes.tag_name(row) in _HEADINGS for row in rows) for rows in around) / len(looked)
    called = sum(any(_TITLE.search(nodes.attribute(row, "class") or "") for row in rows[:3]) for rows in around)
    linked = sum(cell.kind == "link" for cell in looked) / len(looked)
    return 1 + 3 * heading + 2 * called / len(looked) + linked - 0.05 * number - (length > 120)


def _around(nodes: NodeTable, cell: Cell) -> list[int]:
    rows, row = [], cell.span.start
    for _ in range(4):
        if row <= 0:
            break
        rows.append(row)
        row = int(nodes.parent[row])
    return rows


def _lender(columns: Sequence[Cells], title: int) -> list[str | None] | None:
    """The addresses that most records have and that differ: of links without text first, then of pictures."""
    best, found = 0.0, None
    for number, column in enumerate(columns):
        if number == title:
            continue
        urls = [_address(cell) for cell in column]
        filled = [url for url in urls if url]
        if len(filled) < 0.5 * len(urls) or len(set(filled)) < 0.8 * len(filled):
            continue
        texts = {cell.text for cell in column if cell is not None}
        own = 3 if is_bare(column) else 2 if len(texts) <= 0.2 * len(column) or _are_images(column) else 1
        score = own + len(filled) / len(urls)
        if score > best:
            best, found = score, urls
    return found


def _are_images(column: Cells) -> bool:
    kinds = [cell.kind for cell in column if cell is not None]
    return kinds.count("image") * 2 > len(kinds)


def _address(cell: Cell | None) -> str | None:
    if cell is None:
        return None
    return cell.link if cell.kind == "image" else cell.url
