"""Trieschnigg et al.: the paths that links of a page share, their ancestors ranked by likeness and area [TTH12].

[TTH12] R. B. Trieschnigg, K. Tjin-Kam-Jet, D. Hiemstra: Ranking XPaths for Extracting Search Result Records.
TR-CTIT-12-08, 2012: the main rival of [F17], which prints its three parameters. The rest is after the report's idea
and the behaviour of the authors' browser extension.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import ParameterError
from pagerows.page import Page
from pagerows.page.nodes import ELEMENT, Layout, NodeTable
from pagerows.registry import Method
from pagerows.values import Record, Region, Span

__all__ = ["METHOD", "TrieschniggParams", "find_regions"]

#: Attribute values that are tried for one path of links, those of most links first.
MOST_VALUES: Final = 60
#: Candidates that are looked at as rows of others.
MOST_ROWS: Final = 60

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrieschniggParams:
    """The three parameters that [F17 s. 4.4] prints, and what the report leaves to a program."""

    #: Least similarity of every node to what all have in common, 0..1: minSimilarityThreshold.
    min_similarity: float = 0.55
    #: Least mean of it, 0..1: avgSimilarityThreshold.
    avg_similarity: float = 0.65
    #: Fewest nodes of a candidate: minimumNodeCount.
    min_nodes: int = 3
    #: Largest share of invisible nodes, 0..1.
    max_invisible: float = 0.6
    #: Most regions given.
    most: int = 30


class _Candidate(NamedTuple):
    """The nodes that one XPath selects, and what ranks it."""

    rows: Rows
    similar: bool
    area: float
    depth: int
    #: Whether the nodes stand in several rows and columns.
    grid: bool


def find_regions(page: Page, params: TrieschniggParams) -> list[Region]:
    """Return the candidates, those of like nodes first, then those of most area."""
    nodes = page.nodes
    if nodes.layout is None:
        raise ParameterError("method 'trieschnigg' needs a rendered page: pass a source, or a page that render() gave")
    shape = nodes.paths.merged(lambda tag, _: tag)[nodes.path] if len(nodes) else nodes.path
    sets: dict[bytes, Rows] = {}
    for links in _repeated_links(nodes, shape, params.min_nodes):
        for some in (links, *_with_attribute(nodes, links, params.min_nodes)):
            for rows in _levels(nodes, some, params.min_nodes):
                sets.setdefault(rows.tobytes(), rows)
    found = [one for rows in sets.values() if (one := _candidate(nodes, nodes.layout, shape, rows, params))]
    found.sort(key=lambda one: (not one.similar, -one.area, one.depth, one.rows.tolist()))
    whole = max(1.0, nodes.layout.size[0] * nodes.layout.size[1])
    return [
        Region(
            tuple(Record(page, (Span(row, int(nodes.end[row])),)) for row in one.rows.tolist()),
            score=(1.0 if one.similar else 0.0) + min(1.0, one.area / whole),
        )
        for one in _without_rows(nodes, found)[: params.most]
    ]


def _repeated_links(nodes: NodeTable, shape: NDArray[np.int32], least: int) -> Iterator[Rows]:
    """Links of one tag path: records are assumed to have at least one link each."""
    links = nodes.rows_with_tag("a")
    order = links[np.argsort(shape[links], kind="stable")]
    cuts = np.flatnonzero(np.diff(shape[order])) + 1
    return (group for group in np.split(order, cuts) if len(group) >= max(2, least))


def _with_attribute(nodes: NodeTable, links: Rows, least: int) -> Iterator[Rows]:
    """The links below (or with) an attribute value that some, but not all of them have, at any one level."""
    had: dict[bytes, Rows] = {}
    above = links
    while len(above) and above.min() > 0:
        places, back = np.unique(above, return_inverse=True)
        values: dict[str, list[int]] = {}
        for place, row in enumerate(places.tolist()):
            for value in _values(nodes, row):
                values.setdefault(value, []).append(place)
        for where in sorted(values.values(), key=len, reverse=True)[:MOST_VALUES]:
            some = links[np.isin(back, where)]
            if max(2, least) <= len(some) < len(links):
                had.setdefault(some.tobytes(), some)
        above = nodes.parent[above].astype(np.intp)
    return iter(sorted(had.values(), key=len, reverse=True)[:MOST_VALUES])


def _values(nodes: NodeTable, row: int) -> Iterator[str]:
    """What may stand in a predicate: each class, the letters of a numbered id, other attributes but addresses."""
    for name, value in nodes.attributes(row).items():
        if name == "class":
            yield from (f"class~{one}" for one in value.split())
        elif name == "id":
            yield f"id^{value.rstrip('0123456789')}"
        elif name not in {"href", "src", "title", "alt"}:
            yield f"{name}={value}"


def _levels(nodes: NodeTable, links: Rows, least: int) -> Iterator[Rows]:
    """Go up from links to the body; of levels with equally many nodes the highest is a candidate."""
    rows = links
    while rows[0] > 0:
        above = np.unique(nodes.parent[rows]).astype(np.intp)
        if len(above) < len(rows):
            yield rows
            if len(above) < max(2, least):
                return
        rows = above


def _candidate(
    nodes: NodeTable, layout: Layout, shape: NDArray[np.int32], rows: Rows, params: TrieschniggParams
) -> _Candidate | None:
    """Measure a set of nodes; None where most of them are invisible or they do not stand below each other."""
    shown = layout.visible[rows]
    if (~shown).mean() > params.max_invisible:
        return None
    boxes = layout.boxes[rows]
    lines, columns = _most_common(boxes[:, 0]), _most_common(boxes[:, 1])
    if lines < 2 or (lines + 1) * columns < len(rows):
        return None
    least, mean = _similarity(nodes, shape, rows)
    similar = least > params.min_similarity and mean > params.avg_similarity
    area = float((boxes[:, 2] * boxes[:, 3])[shown].sum())
    return _Candidate(rows, similar, area, int(nodes.depth[rows[0]]), lines > 1 and columns > 1)


def _most_common(edges: NDArray[np.float64]) -> int:
    """How many nodes share an edge, for most edges: by left edges the rows of a grid, by top edges its columns."""
    repeated = Counter(Counter(edges.tolist()).values())
    return max(repeated, key=lambda times: (repeated[times], times))


def _similarity(nodes: NodeTable, shape: NDArray[np.int32], rows: Rows) -> tuple[float, float]:
    """Least and mean cosine of each node's elements, counted by tag path, with how many nodes have each path."""
    inside = []
    for row in rows.tolist():
        below = slice(row + 1, int(nodes.end[row]))
        inside.append(np.unique(shape[below][nodes.kind[below] == ELEMENT], return_counts=True))
    common = np.bincount(np.concatenate([paths for paths, _ in inside]), minlength=int(shape.max()) + 1).astype(float)
    length = float(np.sqrt((common**2).sum()))
    if not length:
        return 1.0, 1.0  # nothing but links, all alike
    cosines = [
        float(common[paths] @ counts / (length * np.sqrt((counts.astype(float) ** 2).sum()))) if len(paths) else 0.0
        for paths, counts in inside
    ]
    return min(cosines), sum(cosines) / len(cosines)


def _without_rows(nodes: NodeTable, found: list[_Candidate]) -> list[_Candidate]:
    """Drop candidates whose nodes are the rows that a grid of like nodes stands in."""
    grids = [one for one in found[:MOST_ROWS] if one.grid and one.similar]
    return [one for one in found if not any(_rows_of(nodes, one, grid) for grid in grids if grid is not one)]


def _rows_of(nodes: NodeTable, outer: _Candidate, inner: _Candidate) -> bool:
    if outer.grid or (len(outer.rows) - 1) * 2 > len(inner.rows):
        return False
    at = np.searchsorted(outer.rows, inner.rows, "right") - 1
    holds = (at >= 0) & (inner.rows < nodes.end[outer.rows[at]]) & (inner.rows > outer.rows[at])
    return bool(holds.all()) and len(np.unique(at)) == len(outer.rows)


METHOD = Method(
    name="trieschnigg",
    summary="paths that links share, ranked by likeness and area: a yardstick",
    paper="[TTH12]",
    params=TrieschniggParams,
    find_regions=find_regions,
    needs_render=True,
    align="clusters",
)
