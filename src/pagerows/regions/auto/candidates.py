"""Page -> candidates: sets of record spans from every cheap source, near-duplicates merged, a bounded number kept.

All candidates stand in flat arrays, one after another, so that their features are computed together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto.columns import SUMS, Columns, Ints, changes, running

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
    end = columns.nodes.end.astype(np.int64)
    found = [_groups(columns, end, least), *_runs(columns, end, least)]
    best = _best(columns, _distinct(columns, join(found)), most)
    return _distinct(columns, join([best, _without_outliers(columns, best, least), *further]))


def _groups(columns: Columns, end: Ints, least: int) -> Candidates:
    """Groups of single nodes that are alike under some notion, anywhere or below one ancestor."""
    nodes, chars = columns.nodes, columns.chars
    rows = np.flatnonzero((nodes.kind == 0) & (chars[end] > chars[:-1]))
    rows = rows[rows > 0]
    parent = nodes.parent[rows]
    grand = np.where(parent >= 0, nodes.parent[parent], -1)
    great = np.where(grand >= 0, nodes.parent[grand], -1)
    tags, own = columns.tags[rows], columns.own[rows]
    by_tags, by_own = _order(tags), _order(own)
    full, plain, step = columns.full[rows], columns.plain[rows], columns.step[rows]
    notions: list[tuple[NDArray[np.intp], list[NDArray[Any]]]] = [
        (_order(full), [full]),
        (_order(plain), [plain]),
        (by_tags, [tags]),
        (by_own, [own]),
        (_order(step), [step]),
        (_order(parent, by_tags), [parent, tags]),
        (_order(parent, by_own), [parent, own]),
        (_order(grand, by_tags), [grand, tags]),
        (_order(great, by_tags), [great, tags]),
        (_order(parent), [parent]),
    ]
    start = rows[np.concatenate([order for order, _ in notions])]
    new = np.concatenate([_new(order, keys) for order, keys in notions])
    edges = np.append(np.flatnonzero(new), len(new))
    source = edges[:-1] // max(1, len(rows))
    every = Candidates(start, end[start], edges, source)
    return _outermost(every.take(np.flatnonzero(every.sizes >= least)), len(end), least)


def _order(key: NDArray[Any], order: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
    """Return the stable order by a key, of what is ordered by another one already. Keys may be -1."""
    values = key if order is None else key[order]
    # Sorting 16 bits is one step a number, and most pages are that small.
    if len(values) and values.max() < 0xFFFF:
        values = (values + 1).astype(np.uint16)
    found = np.argsort(values, kind="stable")
    return found if order is None else order[found]


def _new(order: NDArray[np.intp], keys: Sequence[NDArray[Any]]) -> NDArray[np.bool_]:
    """Mark where, in this order, one of the keys changes."""
    found = changes(keys[0][order])
    for key in keys[1:]:
        found |= changes(key[order])
    return found


def _outermost(candidates: Candidates, rows: int, least: int) -> Candidates:
    """Of nodes inside of each other only the outermost is a record: ends so far must not reach a later start."""
    if not len(candidates):
        return candidates
    group = candidates.owner * (rows + 1)
    reach = np.maximum.accumulate(group + candidates.stop)
    outer = np.ones(len(group), bool)
    np.less_equal(reach[:-1], (group + candidates.start)[1:], out=outer[1:])
    return candidates.keep(outer, least)


def _runs(columns: Columns, end: Ints, least: int) -> list[Candidates]:
    """Records of several siblings each: from one head to the next, or between separators."""
    nodes = columns.nodes
    children = nodes._by_parent
    parent = nodes.parent[children].astype(np.int64)
    content = columns.leaves[end[children]] > columns.leaves[children]
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
    return found.keep(columns.leaves[start] < columns.leaves[stop], least)


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
    a, b = columns.leaves[candidates.start], columns.leaves[candidates.stop]
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
    held = np.add.reduceat(columns.held(candidates.start, candidates.stop), candidates.first[:-1], axis=0)
    share = -0.02 * (candidates.source >= 10)
    for name, weight in (("chars", 1.0), ("texts", 1.0), ("images", 0.5), ("links", 0.5)):
        lane = SUMS.index(name)
        share = share + weight * held[:, lane] / max(1, int(columns.sums[-1, lane]))
    return candidates.take(np.argsort(-share, kind="stable")[:most])


#: A record is an outlier when the cosine of its bag of tag paths with the mean of its candidate is below this.
_ALIKE: Final = 0.55


def _without_outliers(columns: Columns, candidates: Candidates, least: int) -> Candidates:
    """The candidates again without the records that are unlike the others, where those are few."""
    if not len(candidates):
        return candidates
    sketch = columns.sketch(candidates.start, candidates.stop)
    unit = sketch / np.maximum(np.sqrt(np.einsum("ij,ij->i", sketch, sketch)), 1e-9)[:, None]
    mean = np.add.reduceat(unit, candidates.first[:-1], axis=0)
    mean /= np.maximum(np.sqrt(np.einsum("ij,ij->i", mean, mean)), 1e-9)[:, None]
    alike = np.einsum("ij,ij->i", unit, mean[candidates.owner]) >= _ALIKE
    dropped = np.add.reduceat(~alike, candidates.first[:-1].astype(np.intp), dtype=np.int64)
    some = np.flatnonzero((dropped > 0) & (dropped * 3 <= candidates.sizes))
    keep = alike & np.isin(candidates.owner, some)
    slim = candidates.keep(keep, least)
    return Candidates(slim.start, slim.stop, slim.first, np.full(len(slim), 13))
