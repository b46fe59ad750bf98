"""Page -> candidates: sets of record spans from every cheap source, near-duplicates merged, a bounded number kept.

All candidates stand in flat arrays, one after another, so that their features are computed together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import NodeTable, stable_order
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
    "with further parts",
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
    parts = _with_parts(columns, best, end)
    return _distinct(columns, join([best, _without_outliers(columns, best, least), parts, *further]))


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
    found = stable_order((key if order is None else key[order]) + 1)
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


@dataclass(frozen=True, eq=False)
class _Children:
    """All rows but the first, ordered by parent, then by place; what runs of siblings are cut from."""

    rows: NDArray[np.intp]
    parent: NDArray[np.int32]
    own: Ints
    step: Ints
    #: Whether there is a text or an image inside.
    content: NDArray[np.bool_]

    def where(self, wanted: NDArray[np.bool_], least: int) -> NDArray[np.intp]:
        """The places of wanted children whose parent has at least so many."""
        places = np.flatnonzero(wanted)
        parents = self.parent[places]
        return places[np.bincount(parents, minlength=1)[parents] >= least] if len(places) else places


def _runs(columns: Columns, end: Ints, least: int) -> list[Candidates]:
    """Records of several siblings each: from one head to the next, or between separators."""
    nodes, leaves = columns.nodes, columns.leaves
    rows = nodes._by_parent
    content = leaves[end[rows]] > leaves[rows]
    children = _Children(rows, nodes.parent[rows], columns.own[rows], columns.step[rows], content)
    return [_heads(children, end, least), _between(columns, children, end, least)]


def _heads(children: _Children, end: Ints, least: int) -> Candidates:
    """Each child with the same key starts a record that lasts until the next one."""
    places = children.where(children.content, least)
    if not len(places):
        return _none()
    parents = children.parent[places]
    keys = (children.own[places], children.step[places])
    orders = [_order(parents, _order(key)) for key in keys]
    order = places[np.concatenate(orders)]
    new = np.concatenate([_new(by, [parents, key]) for by, key in zip(orders, keys, strict=True)])
    edges = np.append(np.flatnonzero(new), len(new))
    sizes = np.diff(edges)
    first, last = order[edges[:-1]], order[edges[1:] - 1]
    step = (last - first) / np.maximum(1, sizes - 1)
    chosen = np.flatnonzero((sizes >= least) & (step > 1.2))
    if not len(chosen):
        return _none()
    # Heads that occur equally often under one parent cut the same records; the first of them is the head.
    kind = edges[chosen] // len(places)
    chosen = chosen[np.lexsort((first[chosen], sizes[chosen], children.parent[first[chosen]], kind))]
    key = [children.parent[first[chosen]], sizes[chosen], edges[chosen] // len(places)]
    chosen = chosen[_new(np.arange(len(chosen)), key)]
    heads = Candidates(order, order, edges, 10 + edges[:-1] // len(places)).take(chosen)
    at = heads.start
    start = children.rows[at].astype(np.int64)
    # The last record is as long as records usually are, within its parent.
    final = heads.first[1:] - 1
    usual = np.maximum(1, np.rint(step[chosen])).astype(np.int64)
    bounds = np.searchsorted(children.parent, children.parent[at[final]], "right") - 1
    until = np.minimum(at[final] + usual - 1, bounds)
    stop = np.append(start[1:], 0)
    stop[final] = end[children.rows[until]]
    return Candidates(start, stop, heads.first, heads.source)


def _between(columns: Columns, children: _Children, end: Ints, least: int) -> Candidates:
    """Children without content (rules, breaks, empty rows) separate records."""
    places = children.where(~children.content, least - 1)
    parents, own = children.parent[places], children.own[places]
    order = _order(parents, _order(own))
    edges = np.append(np.flatnonzero(_new(order, [parents, own])), len(order))
    sizes = np.diff(edges)
    chosen = np.flatnonzero(sizes >= least - 1)
    if not len(chosen):
        return _none()
    order = places[order]
    separators = Candidates(order, order, edges, np.full(len(sizes), 12)).take(chosen)
    above = children.parent[separators.start[separators.first[:-1]]].astype(np.int64)
    rows = children.rows[separators.start].astype(np.int64)
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
    order = np.argsort(name, kind="stable")
    edges = np.flatnonzero(changes(name[order]))
    # Of equal ones the one that stands highest, then the first: its depth and place as one number.
    depth = columns.nodes.depth[candidates.start[candidates.first[:-1]]].astype(np.int64)
    kept = np.minimum.reduceat(depth[order] * len(order) + order, edges) % len(order)
    return candidates.take(np.sort(kept))


def _best(columns: Columns, candidates: Candidates, most: int) -> Candidates:
    """Keep the candidates that hold most of the page: its characters, its texts and its images."""
    if not len(candidates):
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


#: Of how many candidates further parts are looked for, how often each may grow, and to how many times its records.
_GROWING: Final = 24
_GROWTHS: Final = 2
_LARGEST: Final = 4


def _with_parts(columns: Columns, candidates: Candidates, end: Ints) -> Candidates:
    """Candidates with the records of lists near by: same tag, and same tag around, below the next common ancestor.

    A list in parts (advertisements, results, more results) has them in boxes of their own styles, at other depths.
    """
    nodes, few = columns.nodes, candidates.take(np.arange(min(_GROWING, len(candidates))))
    if not len(few):
        return few
    kind = nodes.tag.astype(np.int64) * (len(nodes.tags) + 1) + np.where(nodes.parent >= 0, nodes.tag[nodes.parent], 0)
    kinds, first = kind[few.start], few.first[:-1]
    least, most = np.minimum.reduceat(kinds, first), np.maximum.reduceat(kinds, first)
    alone = np.logical_and.reduceat(few.stop == end[few.start], first)
    rows = np.flatnonzero((nodes.kind == 0) & (columns.chars[end] > columns.chars[:-1]))
    rows = rows[np.isin(kind[rows], least)]
    known: dict[int, list[int]] = {}
    for row, its in zip(rows.tolist(), kind[rows].tolist(), strict=True):
        known.setdefault(its, []).append(row)
    grown: list[Ints] = []
    for number in np.flatnonzero(alone & (least == most)).tolist():
        span = int(few.start[first[number]]), int(few.stop[few.first[number + 1] - 1])
        alike = known[int(least[number])]
        if len(alike) > few.sizes[number]:
            grown += _grown(nodes, *span, int(few.sizes[number]), alike)
    if not grown:
        return _none()
    start = np.concatenate(grown)
    every = Candidates(start, end[start], running(np.array([len(each) for each in grown])), np.full(len(grown), 14))
    return _outermost(every, len(end), 2)


def _grown(nodes: NodeTable, start: int, stop: int, size: int, alike: list[int]) -> list[Ints]:
    """The rows that are alike below the ancestors of some rows, wherever there are more of them than before."""
    found: list[Ints] = []
    parent, end = nodes.parent.item, nodes.end.item
    at, count = parent(start), size
    while at > 0 and len(found) < _GROWTHS:
        until = end(at)
        low, high = bisect_left(alike, at), bisect_left(alike, until)
        if until >= stop and high - low > count:
            if high - low > _LARGEST * size:
                break
            found.append(np.array(alike[low:high], np.int64))
            count = high - low
        at = parent(at)
    return found
