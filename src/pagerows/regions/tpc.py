"""TPC: tag paths that appear and interleave alike are parts of one list [MTHSM09].

[MTHSM09] G. Miao, J. Tatemura, W. Hsiung, A. Sawires, L. Moser: Extracting Data Records from the Web Using Tag Path
Clustering. WWW 2009: what [V20 Table 13] compares with. Where each tag path occurs is its visual signal; two signals
are alike where their centres are near and each has about equally many occurrences between those of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.page.nodes import ELEMENT, NodeTable
from pagerows.registry import Method
from pagerows.values import Record, Region, Span

__all__ = ["METHOD", "TpcParams", "find_regions", "interleaving", "similarity"]

#: Tag paths that are compared with each other, those with most nodes below them first: their square is what it costs.
MOST_PATHS: Final = 60

Ints = NDArray[np.intp]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TpcParams:
    """How signals are compared and clustered."""

    #: The term that keeps the similarity between 0 and 1; the paper uses 10.
    epsilon: float = 10.0
    #: A cluster is cut in two where the normalised cut costs less than this, 0..2. Our choice: the paper takes
    #: spectral clustering as it is and does not say where it ends.
    max_cut: float = 0.3
    #: Fewest occurrences of a tag path.
    min_records: int = 3
    #: Most regions given.
    most: int = 30


def interleaving(one: Ints, other: Ints) -> float:
    """Return the larger variance of how many occurrences of one signal lie in the segments that the other one cuts.

    >>> round(interleaving(np.array([1, 4, 7]), np.array([2, 5, 8])), 4)
    0.1875
    >>> interleaving(np.array([1, 2, 3, 4]), np.array([7, 8, 9]))
    3.0
    """
    segments = (np.bincount(np.searchsorted(b, a), minlength=len(b) + 1) for a, b in ((one, other), (other, one)))
    return max(float(counts.var()) for counts in segments)


def similarity(one: Ints, other: Ints, epsilon: float) -> float:
    """Return how likely two tag paths are parts of one list: near 1 where they are close and interleave evenly."""
    offset = abs(float(one.mean()) - float(other.mean()))
    return epsilon / (offset * interleaving(one, other) + epsilon) if epsilon else 0.0


def find_regions(page: Page, params: TpcParams) -> list[Region]:
    """Return a region for each cluster of tag paths; the paper gives all lists, here that of most text comes first.

    As in `mdr`, the share of the text is multiplied by log2 of the number of records, or the three columns of a page
    would always win.
    """
    nodes = page.nodes
    if len(nodes) < 2:
        return []
    shape = nodes.paths.merged(lambda tag, _: tag)[nodes.path]
    signals = _signals(nodes, shape, params.min_records)
    text = np.r_[0, np.cumsum(nodes.text_length)]
    regions = []
    for cluster in _clusters(list(signals.values()), params):
        spans = _records(nodes, [list(signals.values())[number] for number in cluster])
        if len(spans) >= max(2, params.min_records):
            share = sum(int(text[b] - text[a]) for a, b in spans) / max(1, int(text[-1]))
            score = share * float(np.log2(len(spans)))
            regions.append(Region(tuple(Record(page, (span,)) for span in spans), score=score))
    return sorted(regions, key=lambda region: -region.score)[: params.most]


def _signals(nodes: NodeTable, shape: NDArray[np.int32], least: int) -> dict[int, Ints]:
    """The rows of each tag path that occurs often enough, outer paths first."""
    rows = np.flatnonzero(nodes.kind == ELEMENT)[1:]
    counts = np.bincount(shape[rows], minlength=1)
    sizes = np.bincount(shape[rows], weights=(nodes.end[rows] - rows).astype(float), minlength=len(counts))
    often = np.flatnonzero(counts >= max(2, least))
    largest = np.sort(often[np.argsort(-sizes[often], kind="stable")][:MOST_PATHS])
    return {int(path): rows[shape[rows] == path] for path in largest}


def _clusters(signals: list[Ints], params: TpcParams) -> Iterator[list[int]]:
    """Cut the graph of similar signals in two, and its parts, as long as a cut is cheap (normalised cuts)."""
    count = len(signals)
    alike = np.eye(count)
    for i in range(count):
        for j in range(i):
            alike[i, j] = alike[j, i] = similarity(signals[i], signals[j], params.epsilon)
    pending = [np.arange(count)] if count else []
    while pending:
        part = pending.pop()
        sides = _cut(alike[np.ix_(part, part)], params.max_cut)
        if sides is None:
            yield part.tolist()
        else:
            pending += [part[sides], part[~sides]]


def _cut(alike: Floats, most: float) -> NDArray[np.bool_] | None:
    """Return the cheapest of the cuts along the second eigenvector, or None where it costs too much."""
    if len(alike) < 2:
        return None
    degree = alike.sum(axis=1)
    scale = 1 / np.sqrt(degree)
    _, vectors = np.linalg.eigh(np.eye(len(alike)) - scale[:, None] * alike * scale[None, :])
    order = np.argsort(vectors[:, 1] * scale, kind="stable")
    ordered = alike[np.ix_(order, order)]
    inside = np.cumsum(degree[order])[:-1]
    # What crosses the cut behind each place, added up corner by corner.
    corner = np.cumsum(np.cumsum(ordered, axis=0), axis=1)
    within = np.diagonal(corner)[:-1]
    crossing = inside - within
    cost = crossing / inside + crossing / (degree.sum() - inside)
    best = int(np.argmin(cost))
    if cost[best] > most:
        return None
    sides = np.zeros(len(alike), bool)
    sides[order[: best + 1]] = True
    return sides


def _records(nodes: NodeTable, signals: list[Ints]) -> list[Span]:
    """The occurrences of the cluster's outermost path; what follows of its other outermost ones belongs to them.

    Records are the occurrences of one path; where the tag paths at the top are several (a title, then a text), a
    record goes from one occurrence of the first of them up to the next one, under one parent.
    """
    depth = min(int(nodes.depth[rows[0]]) for rows in signals)
    tops = [rows for rows in signals if int(nodes.depth[rows[0]]) == depth]
    first = min(tops, key=lambda rows: (int(rows[0]), -len(rows)))
    members = np.zeros(len(nodes) + 1, bool)
    for rows in tops:
        members[rows] = True
    members[first] = False
    spans = []
    for row in first.tolist():
        stop = int(nodes.end[row])
        while members[stop] and nodes.parent[stop] == nodes.parent[row]:
            stop = int(nodes.end[stop])
        spans.append(Span(row, stop))
    return spans


METHOD = Method(
    name="tpc",
    summary="tag paths that occur alike, clustered: a yardstick",
    paper="[MTHSM09]",
    params=TpcParams,
    find_regions=find_regions,
)
