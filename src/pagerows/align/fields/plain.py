"""Cells of data tables that hold one text each: what they say needs no template.

Most columns of most data tables are such cells: a number, a name, a link. All others are for the aligner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.align.fields._cells import is_said, leading
from pagerows.align.fields._plain import BARRED, EMPTY, LINKS, MORE, only_texts
from pagerows.align.fields.reading import is_spoken, words_of
from pagerows.cells import CellParams
from pagerows.forms import is_rating
from pagerows.page import Page
from pagerows.page.around import Around
from pagerows.page.joining import Joiner
from pagerows.page.nodes import NodeTable
from pagerows.values import Cell, Span

__all__ = ["plain_columns"]

#: Tags that say something for machines, and drawings, whose text nobody reads.
_BARRED: Final = frozenset({"time", "data", "svg", "meta", "noscript"})
#: Attributes that may say a rating, or name a picture behind the text.
_RATED: Final = ("title", "aria-label", "data-rating")
_PAINTED: Final = ("data-bg", "data-background-image")
#: Elements around a text whose classes and styles are looked at.
_AROUND: Final = 6

Ints = NDArray[np.int32]


#: The rows of a column's texts, of what holds them and of the links around them.
Told = list[list[int]]


def plain_columns(page: Page, columns: Sequence[Sequence[int]], params: CellParams) -> list[list[Cell | None] | None]:
    """Return the cells of those columns of a table whose cells hold one text or nothing; None for others."""
    nodes, cells = page.nodes, np.array(columns, np.int32)
    tags = np.array([_mark(tag) for tag in nodes.tags], np.uint8)
    told = only_texts(nodes.kind, nodes.end, nodes.tag, tags, _odd(nodes, cells, params), cells.ravel())
    told = told.reshape(*cells.shape, 3)
    plain = (told[:, :, 0] != MORE).all(axis=1)
    make = _Maker(page, told[plain], params)
    return [make.column(own.tolist()) if whole else None for own, whole in zip(told, plain.tolist(), strict=True)]


class _Maker:
    def __init__(self, page: Page, told: Ints, params: CellParams) -> None:
        self._nodes, self._every = page.nodes, not params.drop_separators
        self._urls = _targets(page, np.unique(told[told[..., 2] >= 0, 2]))

    def column(self, told: Told) -> list[Cell | None] | None:
        """Return the cells of a column, None where more than their texts is to be read."""
        asked = self._nodes.around.asked
        if any(asked(_is_odd, holder) for _, holder, _ in told if holder >= 0):
            return None
        return [None if text == EMPTY else self._cell(text, holder, link) for text, holder, link in told]

    def _cell(self, text: int, holder: int, link: int) -> Cell | None:
        said, url = words_of(str(self._nodes.data[text])), self._urls.get(link)
        if not said or not (self._every or is_said(said)):
            return None
        return Cell(said, "link" if url else "text", url, Span(holder, self._nodes.around.end[holder]))


@cache
def _mark(tag: str) -> int:
    return BARRED * (tag in _BARRED) | LINKS * (tag == "a")


def _odd(nodes: NodeTable, cells: Ints, params: CellParams) -> NDArray[np.uint8]:
    """The rows that are hidden, or whose attributes say more than their text."""
    hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
    odd = hidden.astype(np.uint8) if params.drop_hidden else np.zeros(len(nodes), np.uint8)
    low, high = int(cells[cells >= 0].min(initial=len(nodes))), int(nodes.end[cells.max(initial=0)])
    for row in nodes.rows_having((*_RATED, *_PAINTED), low, high):
        own = nodes.attributes(row)
        rated = any(name in own and is_rating(own[name]) for name in _RATED)
        odd[row] |= rated or any(name in own for name in _PAINTED)
    return odd


def _is_odd(around: Around, row: int) -> bool:
    """Whether classes or styles around a text hide it from the eye, or paint a picture behind it."""
    classes, styles = around.classes(row, _AROUND), around.styles(row, _AROUND)
    said = [*(("class", value) for value in classes), *(("style", value) for value in styles)]
    return is_spoken(tuple(said)) or any("url(" in value.casefold() for value in styles)


def _targets(page: Page, links: Ints) -> dict[int, str]:
    """Where links lead, those that leave this page."""
    if not len(links):
        return {}
    targets = page.nodes.strings(links.astype(np.int64), "href").stripped()
    chosen = leading(*targets)
    absolute = Joiner(page.base_url, page.absolute)
    return dict(zip(links[chosen].tolist(), map(absolute, targets.take(chosen).texts()), strict=True))
