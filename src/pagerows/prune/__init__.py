"""Page -> mask of the rows to keep. Every module here is a filter (FILTER), usable in front of any method."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.page.nodes import Layout, NodeTable, Paths
from pagerows.values import Record, Region, Span

__all__ = ["RowMap", "pruned"]


@dataclass(frozen=True, slots=True)
class RowMap:
    """Where the rows of a pruned page are in the original one."""

    page: Page
    rows: NDArray[np.intp]

    def back(self, region: Region) -> Region:
        """Return the region with its records in the original page."""
        return replace(region, records=tuple(self._record(record) for record in region.records))

    def _record(self, record: Record) -> Record:
        if not record.parts:  # data that the page carries, which no filter prunes
            return record
        return Record(self.page, tuple(span for part in record.parts for span in self._spans(*part)))

    def _spans(self, start: int, stop: int) -> list[Span]:
        """The original rows of a slice: one span, or several where rows between them were pruned."""
        rows = self.rows[start:stop]
        breaks = np.flatnonzero(np.diff(rows) != 1) + 1
        return [Span(int(run[0]), int(run[-1]) + 1) for run in np.split(rows, breaks) if len(run)]


def pruned(page: Page, keep: NDArray[np.bool_]) -> tuple[Page, RowMap]:
    """Return the page with only the rows in `keep` (and their ancestors), and the way back."""
    nodes = page.nodes
    keep = keep.copy()
    keep[:1] = True
    # A node stays if it is kept or has a descendant that is [VD13 Alg. 5].
    count = np.r_[0, np.cumsum(keep)]
    keep = count[nodes.end] > count[np.arange(len(nodes))]
    rows = np.flatnonzero(keep)
    new = np.cumsum(keep) - 1
    paths, path = _renumbered(nodes.paths, nodes.path[rows])
    small = replace(
        nodes,
        tag=nodes.tag[rows],
        kind=nodes.kind[rows],
        parent=np.where(nodes.parent[rows] < 0, -1, new[nodes.parent[rows]]).astype(np.int32),
        depth=nodes.depth[rows],
        end=np.r_[0, np.cumsum(keep)][nodes.end[rows]].astype(np.int32),
        path=path,
        paths=paths,
        ordinal=nodes.ordinal[rows],
        spaced=nodes.spaced[rows],
        hidden=nodes.hidden[rows],
        data=[nodes.data[row] for row in rows.tolist()],
        roots={int(new[row]): how for row, how in nodes.roots.items() if keep[row]},
        layout=_layout(nodes, rows),
    )
    return replace(page, nodes=small), RowMap(page, rows)


def _renumbered(paths: Paths, codes: NDArray[np.int32]) -> tuple[Paths, NDArray[np.int32]]:
    """Number the paths that are left by first appearance again [V20 Alg. 1]: methods read the codes' order."""
    kept, first = np.unique(codes, return_index=True)
    kept = kept[np.argsort(first)]
    new = np.full(len(paths) + 1, -1, np.int32)  # the last one is where a parent of -1 leads
    new[kept] = np.arange(len(kept))
    left = Paths(
        parent=new[paths.parent[kept]],
        tag=tuple(paths.tag[code] for code in kept.tolist()),
        style=tuple(paths.style[code] for code in kept.tolist()),
    )
    return left, new[codes]


def _layout(nodes: NodeTable, rows: NDArray[np.intp]) -> Layout | None:
    if nodes.layout is None:
        return None
    had = nodes.layout
    return replace(
        had,
        boxes=had.boxes[rows],
        visible=had.visible[rows],
        paint=had.paint[rows],
        styles=had.styles[rows],
    )
