"""Pictures that stand in ``<noscript>``: the real ones of images that a script fills.

A page is read as a browser with scripts reads it, so its table has no rows of noscript. Where an image has no source,
the page is parsed once more as one without scripts does; where that adds nothing else, the rows of both go together.
"""

from __future__ import annotations

import re
from typing import Final

from pagerows.errors import PageError
from pagerows.later import Bools, Indices, np
from pagerows.page.html import node_table
from pagerows.page.nodes import NodeTable

__all__ = ["noscript_pictures"]

#: Characters of a page that is parsed once more.
LONGEST: Final = 5_000_000
_NOSCRIPT: Final = re.compile("<noscript", re.IGNORECASE)


def noscript_pictures(nodes: NodeTable, html: str) -> dict[int, str]:
    """Return the source of the picture in the ``<noscript>`` right behind or before an image, by the image's row.

    >>> from pagerows import parse
    >>> page = parse('<p><img src="data:x"><noscript><img src="a.jpg"></noscript></p>')
    >>> noscript_pictures(page.nodes, page.html)
    {2: 'a.jpg'}
    """
    if len(html) > LONGEST or not _NOSCRIPT.search(html):
        return {}
    try:
        whole, _ = node_table(html, noscript=True)
    except PageError:
        return {}
    hidden = _inside(whole, whole.rows_with_tag("noscript"))
    kept = np.flatnonzero(~hidden)
    if len(kept) != len(nodes) or [whole.tags[tag] for tag in whole.tag[kept]] != [
        nodes.tags[tag] for tag in nodes.tag
    ]:
        return {}
    row_of = dict(zip(kept.tolist(), range(len(kept)), strict=True))
    found: dict[int, str] = {}
    for image in whole.rows_with_tag("img").tolist():
        box = int(whole.parent[image])
        source = whole.attribute(image, "src")
        if hidden[image] and source and whole.tag_name(box) == "noscript":
            for beside in _beside(whole, box):
                if whole.tag_name(beside) == "img" and beside in row_of:
                    found.setdefault(row_of[beside], source)
                    break
    return found


def _inside(nodes: NodeTable, rows: Indices) -> Bools:
    """Whether each row is one of some rows or inside of one."""
    size = len(nodes) + 1
    change = np.bincount(rows, minlength=size) - np.bincount(nodes.end[rows], minlength=size)
    inside: Bools = np.cumsum(change[:-1]) > 0
    return inside


def _beside(nodes: NodeTable, row: int) -> list[int]:
    """What stands right before a row, and right behind it."""
    siblings = nodes.children(int(nodes.parent[row])).tolist()
    place = siblings.index(row)
    return [*reversed(siblings[max(0, place - 1) : place]), *siblings[place + 1 : place + 2]]
