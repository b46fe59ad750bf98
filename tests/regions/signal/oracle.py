"""Where records of the signal method start and end, over plain lists: what `_extent.pyx` is held against."""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from statistics import median, median_low

import numpy as np


def fmean(values):
    return sum(values) / len(values)


#: So many starts are looked at; a pattern that does not show in these is none.
SAMPLE = 40
#: Neighbours that are so much alike in their tags are records, whatever their classes say.
UNIFORM = 0.97
#: A child that has so much of its parent's rows is where the parent's content is.
MAIN = 0.6
#: The records of a section are so much of its rows.
MOSTLY = 0.8


def folded(codes, shape, starts, stops, most, gain):
    """Return the starts of whole records where the given ones mark a record's 2 to `most` parts in turn.

    >>> codes = [1, 2, 3, 1, 4, 5] * 4
    >>> folded(codes, codes, list(range(0, 24, 3)), list(range(3, 27, 3)), 8, 0.2)
    [0, 6, 12, 18]
    """
    if len(starts) < 6 or _uniform(_alphabets(shape, starts[:SAMPLE], stops)):
        return starts
    parts = _alphabets(codes, starts[:SAMPLE], stops)
    near = fmean([_alike(a, b) for a, b in pairwise(parts)])
    if near > 1 - gain:
        return starts
    ahead = {
        step: [_alike(a, b) for a, b in zip(parts, parts[step:], strict=False)]
        for step in range(2, min(most, len(parts) // 3) + 1)
    }
    means = {step: fmean(values) for step, values in ahead.items()}
    best = max(means.values(), default=0.0)
    if best < near + gain:
        return starts
    step = next(step for step, value in means.items() if value >= best - 0.05)
    # What stands before the first part that comes again one step later is a heading.
    phase = next((index for index, value in enumerate(ahead[step]) if value > 0.6), 0)
    kept = _led(codes, starts[phase:], stops[phase:], parts[phase : phase + step])
    return kept if len(kept) >= 2 else starts


def _uniform(parts):
    """Tell whether the parts have the same tags: then zebra stripes or a marked last column make them differ."""
    return fmean([_alike(a, b) for a, b in pairwise(parts)]) > UNIFORM


def _led(codes, starts, stops, leaders):
    """Return the starts of parts that are most like the first leader: parts may be missing, so counting would slip."""
    leads = {}
    kept = []
    for start, part in zip(starts, _alphabets(codes, starts, stops), strict=True):
        if part not in leads:
            alike = [_alike(part, leader) for leader in leaders]
            leads[part] = alike[0] >= max(alike)
        if leads[part]:
            kept.append(start)
    return kept


def split_rows(end, shape, children, starts, least):
    """Return the starts of the records inside, where every given start is a row of several like, large records.

    `children` is how many children each row of the page has.
    """
    tops = starts
    while all(children[top] == 1 for top in tops):
        tops = [top + 1 for top in tops]
    counts = [children[top] for top in tops]
    if sum(counts) < 2 * len(starts) or median(counts) < 2:
        return starts
    below = [child for top in tops for child in _children(end, top)]
    symbol, count = Counter([shape[child] for child in below]).most_common(1)[0]
    if count < 0.8 * len(below):
        return starts
    inner = [child for child in below if shape[child] == symbol]
    if median([end[child] - child for child in inner]) < 5:
        return starts
    parts = _alphabets(shape, inner[:SAMPLE], [end[child] for child in inner[:SAMPLE]])
    large = median([len(part) for part in parts]) >= 5
    return inner if large and fmean([_alike(a, b) for a, b in pairwise(parts)]) >= least else starts


def split_sections(end, shape, data, starts, least, text):
    """Return the starts of the records inside, where the given ones are sections: a heading and three or more records.

    Parts of a record are short, records have a text of at least `text` characters; `data` has the page's texts.
    """
    below = [_children(end, box) for box in _main_boxes(end, starts)]
    if median(map(len, below)) < 3:
        return starts
    symbol, count = Counter([shape[child] for children in below for child in children]).most_common(1)[0]
    headings = sum(map(len, below)) - count
    if headings > len(starts):
        return starts
    inside = [[child for child in children if shape[child] == symbol] for children in below]
    if median(map(len, inside)) < 3:
        return starts
    inner = [child for children in inside for child in children]
    size = [end[child] - child for child in inner]
    if sum(size) < MOSTLY * sum(end[row] - row for row in starts):
        return starts
    parts = _alphabets(shape, inner[:SAMPLE], [end[child] for child in inner[:SAMPLE]])
    if min(median(size), median(map(len, parts))) < 3 or fmean([_alike(a, b) for a, b in pairwise(parts)]) < least:
        return starts
    longest = [
        max([len(item) for item in data[child : end[child]] if isinstance(item, str)], default=0) for child in inner
    ]
    return inner if median(longest) >= text else starts


def _main_boxes(end, starts):
    """Go down from each start to the child that is most of it, as long as all of them have one."""
    boxes = starts
    while True:
        below = []
        for box in boxes:
            child = _main_child(end, box)
            if child < 0:
                return boxes
            below.append(child)
        boxes = below


def _main_child(end, box):
    """Return the child that has most of a box's rows; -1 where none has."""
    row, stop = box + 1, end[box]
    least = MAIN * (stop - row)
    while row < stop:
        after = end[row]
        if after - row >= least:
            return row
        row = after
    return -1


def _children(end, top):
    found, row, stop = [], top + 1, end[top]
    while row < stop:
        found.append(row)
        row = end[row]
    return found


def _alphabets(codes, starts, stops):
    return [frozenset(codes[start:stop]) for start, stop in zip(starts, stops, strict=False)]


def _alike(one, other):
    """Jaccard's coefficient."""
    if one == other:
        return 1.0
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


@dataclass(frozen=True, slots=True)
class Tree:
    """A page's columns as lists: the tree, the symbols, and the symbols without style."""

    parent: list[int]
    end: list[int]
    codes: list[int]
    shape: list[int]
    #: How many children each row has.
    children: list[int]
    #: Texts and attributes.
    data: object
    code_column: object
    shape_column: object

    @classmethod
    def of(cls, nodes, codes, shape):
        """Read the columns of a page."""
        children = np.bincount(nodes.parent[1:], minlength=len(nodes)).tolist()
        parent, end = nodes.parent.tolist(), nodes.end.tolist()
        return cls(parent, end, codes.tolist(), shape.tolist(), children, nodes.data, codes, shape)

    def ends(self, starts):
        """Return where records end at the latest: at the next one's start, or with their parent."""
        parent, end = self.parent, self.end
        nexts = [*starts[1:], len(end)]
        return [min(following, end[parent[row]]) for row, following in zip(starts, nexts, strict=True)]


def fit_to_tree(tree, starts, params):
    """Return records that are whole subtrees: siblings from one start up to the next, or to their parent's end.

    A symbol inside of the records (their first link, say) marks them as well as their top node does, so starts move
    up as long as every one has its own ancestor there.
    """
    starts = _climbed(tree.parent, starts)
    if params.split_alike < 1:
        starts = split_rows(tree.end, tree.shape, tree.children, starts, params.split_alike)
        if params.section_text:
            starts = split_sections(tree.end, tree.shape, tree.data, starts, params.split_alike, params.section_text)
    if params.min_overlap < 1 or params.min_alike < 1:
        starts = _completed(tree, starts, params)
    if params.fold > 1:
        starts = folded(tree.codes, tree.shape, starts, tree.ends(starts), params.fold, params.fold_gain)
    return starts, _closed(tree, starts)


def _climbed(parent, starts):
    """Move starts up while their parents are all different; same path means same depth, so order is kept."""
    while True:
        above = [parent[row] for row in starts]
        if above[0] <= 0 or len(set(above)) < len(above):
            return starts
        starts = above


def _completed(tree, starts, params):
    """Add the nodes of the same path inside of the smallest subtree that holds all starts.

    Optional fields make the first records rise above the contour, which cuts them off; they look like the others
    where enough of their symbols are the others' symbols. A node whose path differs in style alone (the last of
    each row, the one on sale) must have nearly the same tags below it as the record next to it.
    """
    holder = _common_ancestor(tree, starts[0], starts[-1])
    stop = tree.end[holder]
    rows = _same(tree.code_column, holder, stop, tree.codes[starts[0]])
    if len(rows) > len(starts) and params.min_overlap < 1:
        starts = _with_known_symbols(tree, starts, rows, params.min_overlap)
    if params.min_alike < 1:
        rows = _same(tree.shape_column, holder, stop, tree.shape[starts[0]])
        if len(rows) > len(starts):
            starts = _like_neighbours(tree, starts, rows, params.min_alike)
    return starts


def _same(column, start, stop, symbol):
    return ((column[start:stop] == symbol).nonzero()[0] + start).tolist()


def _with_known_symbols(tree, starts, rows, least):
    """Add the rows of which at least that share are symbols of the records."""
    codes, had = tree.codes, set(starts)
    spans = list(zip(rows, tree.ends(rows), strict=True))
    known = {symbol for start, end in spans if start in had for symbol in codes[start:end]}
    return [
        start
        for start, end in spans
        if start in had or sum(symbol in known for symbol in codes[start:end]) >= least * (end - start)
    ]


def _like_neighbours(tree, starts, rows, least):
    """Add the rows that have nearly the same tags below them as the nearest record."""
    shape, had = tree.shape, set(starts)
    tags = {start: frozenset(shape[start:end]) for start, end in zip(rows, tree.ends(rows), strict=True)}
    kept = []
    for row in rows:
        if row not in had:
            place = bisect_left(starts, row)
            nearest = min(starts[max(0, place - 1) : place + 1], key=lambda start: abs(start - row))
            one, other = tags[row], tags.get(nearest, frozenset())
            if len(one & other) < least * len(one | other):
                continue
        kept.append(row)
    return kept


def _common_ancestor(tree, first, last):
    """Return the nearest row whose subtree holds both rows."""
    while tree.end[first] <= last:
        first = tree.parent[first]
    return first


def _closed(tree, starts):
    """Return where records end: behind the last one under each parent anything may follow, so it ends as others do."""
    parent, end, codes = tree.parent, tree.end, tree.codes
    stops = tree.ends(starts)
    bounds = [end[parent[row]] for row in starts]
    known = set()
    counts = []
    for start, stop, bound in zip(starts, stops, bounds, strict=True):
        if stop != bound:
            row, count = start, 0
            while row < stop:
                known.add(codes[row])
                row, count = end[row], count + 1
            counts.append(count)
    most = median_low(counts) if counts else 1
    for index, (start, stop, bound) in enumerate(zip(starts, stops, bounds, strict=True)):
        if stop == bound:
            # Over the siblings that other records have too, at most as many as they have.
            row, count = end[start], 1
            while row < bound and count < most and codes[row] in known:
                row, count = end[row], count + 1
            stops[index] = row
    return stops
