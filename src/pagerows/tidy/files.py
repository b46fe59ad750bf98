"""Links to files are facts, even where all of them are called "PDF" or are only an icon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pagerows.page.nodes import NodeTable
from pagerows.tidy._links import are_untold, has_extension, may_say_file
from pagerows.tidy._strips import with_text
from pagerows.tidy.strips import Cells, Strip, strips
from pagerows.values import Cell

__all__ = ["name_files", "spare_files"]

#: Addresses of files to keep, not of pages.
_FILE: Final = re.compile(
    r"^magnet:|\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|rtf|txt|epub|zip|gz|tar|mp3|wav|mp4|torrent|ics)(?:[?#]|$)",
    re.IGNORECASE,
)
#: Words by which classes, titles and labels of links say that they lead to a file.
_SAYS_FILE: Final = re.compile(r"(?:^|[^a-z])(?:downloads?|pdf|torrent|magnet)(?:$|[^a-z])", re.IGNORECASE)
#: Attributes that say what a link or its icon is, those that a person may read first.
_TOLD: Final = ("title", "aria-label", "alt", "data-original-title")
#: Share of a column's addresses that must be files, and that must differ.
_MOST: Final = 0.9
#: Rows of a link that are looked at, and rows above a cell up to the link.
_INSIDE: Final = 6
_ABOVE: Final = 4


def spare_files(nodes: NodeTable, columns: Sequence[Cells], reasons: Sequence[str | None]) -> list[str | None]:
    """Return the reasons to leave columns out without those for links to files that no other column has."""
    if not any(reasons):
        return list(reasons)
    left = [number for number, why in enumerate(reasons) if why and _own_files(nodes, columns[number], set())]
    if not left:
        return list(reasons)
    kept = {cell.url for column, why in zip(columns, reasons, strict=True) if not why for cell in column if cell}
    spared = {number for number in left if _own_files(nodes, columns[number], kept)}
    return [None if number in spared else why for number, why in enumerate(reasons)]


def name_files(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns; links to files that are only an icon say what the icon stands for."""
    given = strips(columns)
    bare = [number for number in are_untold(given) if _own_files(nodes, given[number], set())]
    if not bare:
        return given
    known = {cell.url for column in given for cell in column.filled if cell.text}
    for number in bare:
        if _own_files(nodes, given[number], known):
            given[number] = _named(nodes, given[number])
    return given


def _named(nodes: NodeTable, column: Strip) -> Strip:
    return Strip([cell and with_text(cell, _label(nodes, cell)) for cell in column])


def _own_files(nodes: NodeTable, column: Cells, known: set[str | None]) -> bool:
    """Whether most records have a link of their own to a file that is known nowhere else."""
    cells = [cell for cell in column if cell is not None and cell.url and cell.kind != "image"]
    if len(cells) * 2 <= len(column):
        return False
    files = set[str | None]()
    for left, cell in zip(range(len(cells) - 1, -1, -1), cells, strict=True):
        if cell.url not in known and _is_file(nodes, cell):
            files.add(cell.url)
        if len(files) + left < _MOST * len(cells):
            return False
    return True


def _is_file(nodes: NodeTable, cell: Cell) -> bool:
    if has_extension(cell.url or "") and _FILE.search(cell.url or ""):
        return True
    return may_say_file(nodes, cell.span.start, _ABOVE, _INSIDE, cell.text) and any(
        map(_SAYS_FILE.search, _said(nodes, cell))
    )


def _said(nodes: NodeTable, cell: Cell) -> list[str]:
    """What the link of a cell is called: its own few words, classes and labels, and those of an icon in it."""
    link = _link(nodes, cell)
    found = [cell.text] if len(cell.text) < 20 else []
    for row in range(link, min(link + _INSIDE, int(nodes.end[link]))) if link >= 0 else ():
        own = nodes.attributes(row)
        found += ["download"] if "download" in own else []
        found += [own[name] for name in ("class", *_TOLD) if own.get(name)]
    return found


def _link(nodes: NodeTable, cell: Cell) -> int:
    """The row of the link that a cell is or stands in, -1 where there is none."""
    above = nodes.around.above(cell.span.start, _ABOVE)
    return next((row for row in above if nodes.tag_name(row) == "a"), -1)


def _label(nodes: NodeTable, cell: Cell) -> str:
    """What an icon stands for, as its title says, or else the last part of its address."""
    link = _link(nodes, cell)
    for row in range(link, min(link + _INSIDE, int(nodes.end[link]))):
        own = nodes.attributes(row)
        if told := next((own[name] for name in _TOLD if own.get(name, "").strip()), ""):
            return " ".join(told.split())
    return (cell.url or "").partition("?")[0].rstrip("/").rpartition("/")[2] or "file"
