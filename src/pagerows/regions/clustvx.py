"""ClustVX: texts of one tag path and one look are one field; what holds one of each is a record [GC14].

[GC14] T. Grigalis, A. Cenys: Unsupervised Structured Data Extraction from Template-generated Web Pages. J.UCS 2014:
what [V20 Tables 13, 14] compare with. Its Xstring is the tag path of a visible element with how its text looks;
elements with equal Xstrings are a cluster, and clusters below one element are the fields of its records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import ParameterError
from pagerows.page import Page
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.registry import Method
from pagerows.values import Record, Region, Span

__all__ = ["METHOD", "ClustvxParams", "find_regions"]

#: What of a text's look is part of its Xstring.
LOOK: Final = ("font-family", "font-size", "font-weight", "font-style", "color", "text-decoration-line")
#: Tags that only format a text: not part of the path.
FORMATTING: Final = frozenset(
    {"b", "i", "u", "em", "strong", "font", "span", "small", "big", "sub", "sup", "strike", "br"}
)

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClustvxParams:
    """How large clusters and regions must be."""

    #: Fewest elements of a cluster, and fewest records.
    min_records: int = 3
    #: Whether tags that only format text are left out of the path, as in the paper.
    drop_formatting: bool = True
    #: Most regions given.
    most: int = 30


def find_regions(page: Page, params: ClustvxParams) -> list[Region]:
    """Return the regions that clusters of alike texts and images stand in, the largest on the screen first."""
    nodes = page.nodes
    if nodes.layout is None:
        raise ParameterError("method 'clustvx' needs a rendered page: pass a source, or a page that render() gave")
    if len(nodes) < 2:
        return []
    least = max(2, params.min_records)
    regions: dict[int, list[Rows]] = {}
    for cluster in _clusters(nodes, params, least):
        above, below = _region(nodes, cluster)
        if len(below) >= least:
            regions.setdefault(above, []).append(below)
    boxes = nodes.layout.boxes
    whole = max(1.0, nodes.layout.size[0] * nodes.layout.size[1])
    found = []
    for above, fields in regions.items():
        spans = _records(nodes, above, fields)
        area = float(boxes[above, 2] * boxes[above, 3]) / whole
        # Of regions that fill as much the one with more fields: a menu has one.
        found.append(Region(tuple(Record(page, (span,)) for span in spans), score=min(1.0, area) * len(fields)))
    return sorted(found, key=lambda region: -region.score)[: params.most]


def _clusters(nodes: NodeTable, params: ClustvxParams, least: int) -> list[Rows]:
    """Visible texts and images of one Xstring: tag path without places, and look."""
    layout = nodes.layout
    assert layout is not None
    leaves = np.union1d(np.flatnonzero(nodes.kind == TEXT), nodes.rows_with_tag("img"))
    leaves = leaves[layout.visible[leaves]]
    skipped = FORMATTING if params.drop_formatting else frozenset()
    paths = _paths(nodes, skipped)[nodes.path[leaves]]
    columns = [layout.style_names.index(name) for name in LOOK if name in layout.style_names]
    keys = np.column_stack([paths, layout.styles[leaves][:, columns]])
    if not len(keys):
        return []
    _, number = np.unique(keys, axis=0, return_inverse=True)
    order = np.argsort(number.reshape(-1), kind="stable")
    groups = np.split(leaves[order], np.flatnonzero(np.diff(number.reshape(-1)[order])) + 1)
    return sorted((np.sort(group) for group in groups if len(group) >= least), key=lambda group: int(group[0]))


def _paths(nodes: NodeTable, skipped: frozenset[str]) -> NDArray[np.int64]:
    """Number tag paths so that those which differ in skipped tags alone are one."""
    seen: dict[tuple[int, str], int] = {}
    coarse = [0] * len(nodes.paths)
    for code, (parent, tag) in enumerate(zip(nodes.paths.parent.tolist(), nodes.paths.tag, strict=True)):
        above = coarse[parent] if code else -1
        coarse[code] = above if tag in skipped and code else seen.setdefault((above, tag), len(seen) + 1)
    return np.array(coarse, np.int64)


def _region(nodes: NodeTable, cluster: Rows) -> tuple[int, Rows]:
    """The element that holds a cluster's records, and those of its children that hold elements of the cluster.

    As long as all elements have parents of their own the records are further up. Where some share one (a record with
    two of them), the nearest element that holds all of the cluster is the region.
    """
    rows = cluster
    while rows[0] > 0:
        above = nodes.parent[rows].astype(np.intp)
        if len(np.unique(above)) == 1:
            return int(above[0]), np.unique(rows)
        if len(np.unique(above)) < len(above):
            break
        rows = above
    top, first, last = int(rows[0]), int(rows.min()), int(rows.max())
    while top > 0 and not (top < first and nodes.end[top] > last):
        top = int(nodes.parent[top])
    children = nodes.children(top)
    return top, np.unique(children[np.searchsorted(children, rows, "right") - 1])


def _records(nodes: NodeTable, above: int, fields: Sequence[Rows]) -> list[Span]:
    """Records start with the children that the first and fullest field is in, and end where the next one starts."""
    starts = max(fields, key=lambda rows: (len(rows), -int(rows[0])))
    earliest = min(fields, key=lambda rows: int(rows[0]))
    if len(earliest) == len(starts):
        starts = earliest
    children = nodes.children(above)
    used = np.zeros(len(nodes) + 1, bool)
    for rows in fields:
        used[rows] = True
    spans = []
    for row, following in zip(starts.tolist(), [*starts[1:].tolist(), int(nodes.end[above])], strict=True):
        inside = children[(children >= row) & (children < following)]
        last = inside[used[inside]][-1]
        spans.append(Span(row, int(nodes.end[last])))
    return spans


METHOD = Method(
    name="clustvx",
    summary="texts of one tag path and look are fields, what holds them a record: a yardstick",
    paper="[GC14]",
    params=ClustvxParams,
    find_regions=find_regions,
    needs_render=True,
    align="items",
)
