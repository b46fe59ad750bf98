"""Page -> candidates: sets of record spans from every cheap source, near-duplicates merged, a bounded number kept.

All candidates stand in flat arrays, one after another, so that their features are computed together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto.columns import Columns, Ints, changes, running

__all__ = ["SOURCES", "Candidates", "find_candidates"]

#: Where candidates come from; a feature, and shown to people.
SOURCES: Final = (
    "same path",
    "same path, plain style",
    "same tags",
    "same tags and own style",
    "same step anywhere",
    "same tags under one parent",
    "same tags and own style under one parent",
    "same tags under one grandparent",
    "same tags three levels up",
    "children of one parent",
    "runs of siblings",
    "runs of siblings by shape",
    "between separators",
    "without outliers",
    "signal regions",
)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidate c has the records ``first[c]`` up to ``first[c + 1]``, each the rows ``start`` up to ``stop``."""

    start: Ints
    stop: Ints
    first: Ints
    source: Ints

    def __len__(self) -> int:
        return len(self.source)

    @property
    def sizes(self) -> Ints:
        """Records per candidate."""
        return np.diff(self.first)

    @property
    def owner(self) -> Ints:
        """The candidate of each record."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def take(self, chosen: NDArray[np.intp]) -> Candidates:
        """Return some of the candidates, in the order asked for."""
        sizes = self.sizes[chosen]
        first = running(sizes)
        records = np.repeat(self.first[chosen] - first[:-1], sizes) + np.arange(first[-1])
        return Candidates(self.start[records], self.stop[records], first, self.source[chosen])

    def keep(self, records: NDArray[np.bool_], least: int) -> Candidates:
        """Return the candidates without some of their records; those left with fewer than `least` go."""
        sizes = np.bincount(self.owner[records], minlength=len(self))
        first = running(sizes)
        slim = Candidates(self.start[records], self.stop[records], first, self.source)
        return slim.take(np.flatnonzero(sizes >= least))


def join(parts: Sequence[Candidates]) -> Candidates:
    """Put several sets of candidates one after another."""
    sizes = np.concatenate([part.sizes for part in parts])
    return Candidates(
        np.concatenate([part.start for part in parts]),
        np.concatenate([part.stop for part in parts]),
        running(sizes),
        np.concatenate([part.source for part in parts]),
    )


def find_candidates(columns: Columns, *, least: int, most: int, further: Sequence[Candidates] = ()) -> Candidates:
    """Collect candidates with at least `least` records from every source; keep the `most` promising ones.

    `further` are candidates from elsewhere, which are kept in any case.
    """
    nodes = columns.nodes
    end = nodes.end.astype(np.int64)
    rows = np.flatnonzero((nodes.kind == 0) & (columns.next_leaf[:-1] < end))[1:]
    chars = columns.sums[0]
    rows = rows[chars[end[rows]] > chars[rows]]
    found = [*_groups(columns, rows, end, least), *_runs(columns, end, least)]
    best = _best(columns, _distinct(columns, join(found)), most)
    return _distinct(columns, join([best, _without_outliers(columns, best, least), *further]))


def _groups(columns: Columns, rows: NDArray[np.intp], end: Ints, least: int) -> list[Candidates]:
    """Groups of single nodes that are alike under some notion, anywhere or below one ancestor."""
    nodes = columns.nodes
    parent = nodes.parent.astype(np.int64)
    grand = np.where(parent >= 0, parent[parent], -1)
    great = np.where(grand >= 0, parent[grand], -1)
    wide = np.int64(max(int(columns.own.max(initial=0)), int(columns.step.max(initial=0))) + 1)
    keys = [
        columns.full,
        columns.plain,
        columns.tags,
        columns.own,
        columns.step,
        parent * wide + columns.tags,
        parent * wide + columns.own,
        grand * wide + columns.tags,
        great * wide + columns.tags,
        parent,
    ]
    return [_by_key(key[rows], rows, end, least, source) for source, key in enumerate(keys)]


def _by_key(key: Ints, rows: NDArray[np.intp], end: Ints, least: int, source: int) -> Candidates:
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    edges = _edges(ordered)
    start = rows[order].astype(np.int64)
    group = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
    # Of nodes inside of each other only the outermost is a record: ends so far must not reach a later start.
    wide = len(end) + 1
    reach = np.maximum.accumulate(group * wide + end[start])
    inside = np.zeros(len(start), bool)
    inside[1:] = reach[:-1] > (group * wide + start)[1:]
    all_of = Candidates(start, end[start], edges, np.full(len(edges) - 1, source))
    return all_of.keep(~inside, least)


def _runs(columns: Columns, end: Ints, least: int) -> list[Candidates]:
    """Records of several siblings each: from one head to the next, or between separators."""
    nodes = columns.nodes
    children = nodes._by_parent
    parent = nodes.parent[children].astype(np.int64)
    content = columns.next_leaf[children] < end[children]
    wide = np.int64(int(max(columns.own.max(initial=0), columns.step.max(initial=0))) + 1)
    own = parent * wide + columns.own[children]
    shape = parent * wide + columns.step[children]
    return [
        _heads(children, parent, own, content, end, least, 10),
        _heads(children, parent, shape, content, end, least, 11),
        _between(columns, children, parent, own, content, end, least),
    ]


def _heads(
    children: NDArray[np.intp],
    parent: Ints,
    key: Ints,
    content: NDArray[np.bool_],
    end: Ints,
    least: int,
    source: int,
) -> Candidates:
    """Each child with the same key starts a record that lasts until the next one."""
    place = np.flatnonzero(content)
    order = place[np.argsort(key[place], kind="stable")]
    if not len(order):
        return _none()
    ordered = key[order]
    edges = _edges(ordered)
    sizes = np.diff(edges)
    first, last = order[edges[:-1]], order[edges[1:] - 1]
    step = (last - first) / np.maximum(1, sizes - 1)
    good = (sizes >= least) & (step > 1.2)
    # Heads that occur equally often under one parent cut the same records; the first of them is the head.
    code = parent[first] * (len(children) + 1) + sizes
    chosen = np.flatnonzero(good)
    chosen = chosen[np.lexsort((first[chosen], code[chosen]))]
    chosen = chosen[np.unique(code[chosen], return_index=True)[1]]
    if not len(chosen):
        return _none()
    heads = Candidates(order, order, edges, np.full(len(sizes), source)).take(chosen)
    at = heads.start
    start = children[at].astype(np.int64)
    # The last record is as long as records usually are, within its parent.
    final = heads.first[1:] - 1
    usual = np.maximum(1, np.rint(step[chosen])).astype(np.int64)
    bounds = np.searchsorted(parent, parent[at[final]], "right") - 1
    until = np.minimum(at[final] + usual - 1, bounds)
    stop = np.roll(start, -1)
    stop[final] = end[children[until]]
    return Candidates(start, stop, heads.first, heads.source)


def _between(
    columns: Columns,
    children: NDArray[np.intp],
    parent: Ints,
    key: Ints,
    content: NDArray[np.bool_],
    end: Ints,
    least: int,
) -> Candidates:
    """Children without content (rules, breaks, empty rows) separate records."""
    place = np.flatnonzero(~content)
    order = place[np.argsort(key[place], kind="stable")]
    if not len(order):
        return _none()
    ordered = key[order]
    edges = _edges(ordered)
    separators = Candidates(order, order, edges, np.full(len(edges) - 1, 12))
    separators = separators.take(np.flatnonzero(separators.sizes >= least - 1))
    if not len(separators):
        return _none()
    above = parent[separators.start[separators.first[:-1]]]
    rows = children[separators.start].astype(np.int64)
    # One record more than separators: before the first, between, and after the last.
    sizes = separators.sizes + 1
    first = running(sizes)
    start, stop = np.zeros(first[-1], np.int64), np.zeros(first[-1], np.int64)
    opening, closing = np.zeros(first[-1], bool), np.zeros(first[-1], bool)
    opening[first[:-1]], closing[first[1:] - 1] = True, True
    start[opening], start[~opening] = above + 1, end[rows]
    stop[closing], stop[~closing] = end[above], rows
    found = Candidates(start, stop, first, separators.source)
    return found.keep(columns.next_leaf[start] < stop, least)


def _edges(ordered: Ints) -> Ints:
    """Where runs of equal values start, and the end."""
    return np.append(np.flatnonzero(changes(ordered)), len(ordered))


def _none() -> Candidates:
    empty = np.zeros(0, np.int64)
    return Candidates(empty, empty, np.zeros(1, np.int64), empty)


def _distinct(columns: Columns, candidates: Candidates) -> Candidates:
    """Merge candidates that cut the same texts and images; the outermost nodes stay."""
    if not len(candidates):
        return candidates
    a, b = columns.next_leaf[candidates.start], columns.last_leaf[candidates.stop]
    each = (a.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) ^ (b.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F))
    each ^= each >> np.uint64(31)
    each *= np.uint64(0xBF58476D1CE4E5B9)
    each ^= each >> np.uint64(27)
    name = np.add.reduceat(each, candidates.first[:-1])
    depth = columns.nodes.depth[candidates.start[candidates.first[:-1]]]
    order = np.lexsort((depth, name))
    names = name[order]
    kept = order[changes(names)]
    return candidates.take(np.sort(kept))


def _best(columns: Columns, candidates: Candidates, most: int) -> Candidates:
    """Keep the candidates that hold most of the page: its characters, its texts and its images."""
    if len(candidates) <= most:
        return candidates
    share = np.zeros(len(candidates))
    for name, weight in (("chars", 1.0), ("texts", 1.0), ("images", 0.5), ("links", 0.5)):
        whole = max(1.0, float(columns.sum(name, np.array([0]), np.array([len(columns.nodes)]))[0]))
        held = np.add.reduceat(columns.sum(name, candidates.start, candidates.stop), candidates.first[:-1])
        share += weight * held / whole
    share -= 0.02 * (candidates.source >= 10)
    return candidates.take(np.argsort(-share, kind="stable")[:most])


#: A record is an outlier when the cosine of its bag of tag paths with the mean of its candidate is below this.
_ALIKE: Final = 0.55


def _without_outliers(columns: Columns, candidates: Candidates, least: int) -> Candidates:
    """The candidates again without the records that are unlike the others, where those are few."""
    if not len(candidates):
        return candidates
    sketch = columns.sketch[:, candidates.stop] - columns.sketch[:, candidates.start]
    size = np.sqrt((sketch * sketch).sum(axis=0))
    unit = sketch / np.maximum(size, 1e-9)
    mean = np.add.reduceat(unit, candidates.first[:-1], axis=1)
    mean /= np.maximum(np.sqrt((mean * mean).sum(axis=0)), 1e-9)
    alike = (unit * mean[:, candidates.owner]).sum(axis=0) >= _ALIKE
    dropped = np.add.reduceat(~alike, candidates.first[:-1].astype(np.intp), dtype=np.int64)
    some = np.flatnonzero((dropped > 0) & (dropped * 3 <= candidates.sizes))
    keep = alike & np.isin(candidates.owner, some)
    slim = candidates.keep(keep, least)
    return Candidates(slim.start, slim.stop, slim.first, np.full(len(slim), 13))
