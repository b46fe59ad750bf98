"""Links to files are facts, even where all of them are called "PDF" or are only an icon."""

from __future__ import annotations

import re
from typing import Final

from pagerows.page.nodes import NodeTable
from pagerows.tidy._files import ABOVE, INSIDE, name_files, spare_files
from pagerows.values import Cell

__all__ = ["is_address", "is_called", "label_of", "name_files", "spare_files"]

#: Addresses of files to keep, not of pages.
_FILE: Final = re.compile(
    r"^magnet:|\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|rtf|txt|epub|zip|gz|tar|mp3|wav|mp4|torrent|ics)(?:[?#]|$)",
    re.IGNORECASE,
)
#: Words by which classes, titles and labels of links say that they lead to a file.
_SAYS_FILE: Final = re.compile(r"(?:^|[^a-z])(?:downloads?|pdf|torrent|magnet)(?:$|[^a-z])", re.IGNORECASE)
#: Attributes that say what a link or its icon is, those that a person may read first.
_TOLD: Final = ("title", "aria-label", "alt", "data-original-title")


def is_address(url: str) -> bool:
    """Tell whether an address is that of a file."""
    return _FILE.search(url) is not None


def is_called(nodes: NodeTable, cell: Cell) -> bool:
    """Tell whether the link of a cell is called a file."""
    return any(map(_SAYS_FILE.search, _said(nodes, cell)))


def _said(nodes: NodeTable, cell: Cell) -> list[str]:
    """What the link of a cell is called: its own few words, classes and labels, and those of an icon in it."""
    link = _link(nodes, cell)
    found = [cell.text] if len(cell.text) < 20 else []
    for row in range(link, min(link + INSIDE, int(nodes.end[link]))) if link >= 0 else ():
        own = nodes.attributes(row)
        found += ["download"] if "download" in own else []
        found += [own[name] for name in ("class", *_TOLD) if own.get(name)]
    return found


def _link(nodes: NodeTable, cell: Cell) -> int:
    """The row of the link that a cell is or stands in, -1 where there is none."""
    above = nodes.around.above(cell.span.start, ABOVE)
    return next((row for row in above if nodes.tag_name(row) == "a"), -1)


def label_of(nodes: NodeTable, cell: Cell) -> str:
    """Return what an icon stands for, as its title says, or else the last part of its address."""
    link = _link(nodes, cell)
    for row in range(link, min(link + INSIDE, int(nodes.end[link]))):
        own = nodes.attributes(row)
        if told := next((own[name] for name in _TOLD if own.get(name, "").strip()), ""):
            return " ".join(told.split())
    return (cell.url or "").partition("?")[0].rstrip("/").rpartition("/")[2] or "file"
