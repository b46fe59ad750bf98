"""Pictures that say something: a brand's logo, a topic's icon, and the title where that is only drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.page.nodes import NodeTable
from pagerows.tidy._links import repeated_pictures, title_of
from pagerows.tidy.strips import Cells, Strip, are_most, strips
from pagerows.values import Cell

__all__ = ["read_pictures", "repeated_pictures"]

#: Share of the pictures that must speak and, where they lead elsewhere, do so.
_MOST: Final = 0.9
#: Share of the records that must have a title, and of titles that differ.
_FILLED: Final = 0.6
_DIFFERING: Final = 0.8
_MOST_WORDS: Final = 4
_LONGEST: Final = 200


def read_pictures(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns, and behind pictures what they say where that is a fact of its own."""
    given, found = strips(columns), list[Strip]()
    if not any(column.told and _are_pictures(column) for column in given):
        return given
    titled = title_of(nodes, given) is not None
    for column in given:
        found.append(column)
        if not column.told or not _are_pictures(column):
            continue
        if _lead_elsewhere(column, given):
            found.append(_said(column))
        elif not titled and _are_titles(column):
            found.append(_said(column))
            titled = True
    return found


def _are_pictures(column: Strip) -> bool:
    return 0 < column.pictures == len(column.filled)


def _lead_elsewhere(column: Strip, columns: Sequence[Strip]) -> bool:
    """Whether pictures with a short text lead elsewhere than their records do: to a brand, a topic, an author."""
    if len(column.filled) < 3 or column.varied < 2:
        return False
    named = (cell.link is not None and 0 < len(cell.text.split()) <= _MOST_WORDS for cell in column.filled)
    if not are_most(named, len(column.filled), _MOST):
        return False
    pairs = zip(column, _main_links(columns), strict=True)
    speaking = (
        1
        for cell, link in pairs
        if cell is not None
        and cell.link
        and _path(cell.link) != _path(link or "")
        and 0 < len(cell.text.split()) <= _MOST_WORDS
    )
    return sum(speaking) >= _MOST * len(column.filled)


def _path(url: str) -> str:
    """An address without its query: variants of a thing are the same thing."""
    return url.partition("?")[0].partition("#")[0]


def _are_titles(column: Strip) -> bool:
    texts = [text for text in column.texts if 3 <= len(text) <= _LONGEST]
    return len(texts) >= _FILLED * len(column) > 1 and len(set(texts)) >= _DIFFERING * len(texts)


def _said(column: Strip) -> Strip:
    return Strip(
        None
        if cell is None or not cell.text
        else Cell(cell.text, "link" if cell.link else "text", cell.link, cell.span)
        for cell in column
    )


def _main_links(columns: Sequence[Strip]) -> list[str | None]:
    """The address that most cells of each record lead to."""
    main: list[str | None] = []
    for row in zip(*columns, strict=True):
        urls = [url for cell in row if cell is not None and (url := cell.link if cell.kind == "image" else cell.url)]
        main.append(max(dict.fromkeys(urls), key=urls.count) if urls else None)
    return main
