"""How often DERIN's main data region is right [F17 Table 8]: ``python -m pagerows.lab.papers.main_region DATASET...``

A region is right if it holds at least nine tenths of the gold records and at most a third of its visible text lies
outside of the smallest element that does: so no other list of the page is in it.
"""

from __future__ import annotations

import argparse
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

import numpy as np

from pagerows.errors import PagerowsError
from pagerows.lab.bench.corpora import Dataset, Gold, load_all
from pagerows.page import Page
from pagerows.page.nodes import ELEMENT, TEXT, NodeTable
from pagerows.page.rendered import render
from pagerows.regions.derin import DerinParams, find_regions

__all__ = ["is_right", "main"]

HELD: Final = 0.9
OUTSIDE: Final = 1 / 3
#: Characters of a record's longest item that are looked for; the rest of long texts is often cut.
KEY: Final = 60


def is_right(page: Page, records: Sequence[Sequence[str]], params: DerinParams) -> bool | None:
    """Tell whether the main data region holds the gold records and no other list; None: they are not on the page."""
    nodes = page.nodes
    places = _places(nodes, records)
    if not places:
        return None
    regions = find_regions(page, params)
    row = nodes.find(regions[0].evidence["xpath"]) if regions else None
    need = HELD * len(places)
    if row is None or _held(nodes, row, places) < need:
        return False
    smallest = _smallest(nodes, places, need)
    assert nodes.layout is not None
    text = np.r_[0, np.cumsum(np.where(nodes.layout.visible, nodes.text_length, 0))]
    mine, least = (int(text[nodes.end[r]] - text[r]) for r in (row, smallest))
    return row > smallest or mine - least <= OUTSIDE * mine


def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def _places(nodes: NodeTable, records: Sequence[Sequence[str]]) -> list[list[int]]:
    """For each record found: the text rows in which its longest item starts."""
    rows = np.flatnonzero(nodes.kind == TEXT).tolist()
    texts = [_plain(str(nodes.data[row])) for row in rows]
    starts = np.r_[0, np.cumsum([len(text) for text in texts])].tolist()
    stream = "".join(texts)
    found: list[list[int]] = []
    for record in records:
        key = max((_plain(item) for item in record if item), key=len, default="")[:KEY]
        hits: list[int] = []
        at = stream.find(key) if key else -1
        while at >= 0 and len(hits) < 50:
            hits.append(rows[bisect_right(starts, at) - 1])
            at = stream.find(key, at + 1)
        if hits:
            found.append(hits)
    return found


def _held(nodes: NodeTable, row: int, places: Sequence[Sequence[int]]) -> int:
    """Records in a subtree; records that share all their places count as the places do."""
    end = int(nodes.end[row])
    inside = [[place for place in record if row <= place < end] for record in places]
    return min(sum(map(bool, inside)), len({place for record in inside for place in record}))


def _smallest(nodes: NodeTable, places: Sequence[Sequence[int]], need: float) -> int:
    row = 0
    while True:
        children = [c for c in nodes.children(row).tolist() if nodes.kind[c] == ELEMENT]
        inner = next((c for c in children if _held(nodes, c, places) >= need), None)
        if inner is None:
            return row
        row = inner


def _judge(dataset: Dataset, params: DerinParams, gold: Gold) -> bool | None:
    records: Any = gold.records or [[title] for title in gold.anchors or []]
    if gold.bad or not records:
        return None
    try:
        return is_right(render(dataset.path(gold)), records, params)
    except PagerowsError:
        return False


def main(arguments: Sequence[str] | None = None) -> None:
    """Render the pages of datasets, scripts off, and print the share of right regions."""
    parser = argparse.ArgumentParser(prog="pagerows.lab.papers.main_region", description=__doc__)
    parser.add_argument("dataset", nargs="+")
    parser.add_argument("--as-printed", action="store_true", help="without our departures from the paper")
    options = parser.parse_args(arguments)
    params = DerinParams.paper() if options.as_printed else DerinParams()
    for dataset in load_all(None, options.dataset):
        with ThreadPoolExecutor(2) as pool:
            found = [right for right in pool.map(partial(_judge, dataset, params), dataset.pages) if right is not None]
        print(f"{dataset.name}: {sum(found)} of {len(found)} main data regions right ({sum(found) / len(found):.3f})")


if __name__ == "__main__":
    main()
