"""Starts that mark parts of records, or several records at once: fold the former, split the latter. Not in [V20].

The first well distributed symbol is the outermost one. Where a record is several rows of a table that is the row, a
part of a record; where a row of a grid holds several records it is that row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Sized
from itertools import pairwise
from statistics import fmean, median
from typing import Final

__all__ = ["folded", "split_rows", "split_sections"]

#: So many starts are looked at; a pattern that does not show in these is none.
SAMPLE: Final = 40
#: Neighbours that are so much alike in their tags are records, whatever their classes say.
UNIFORM: Final = 0.97
#: A child that has so much of its parent's rows is where the parent's content is.
MAIN: Final = 0.6
#: The records of a section are so much of its rows.
MOSTLY: Final = 0.8


def folded(
    codes: list[int], shape: list[int], starts: list[int], stops: list[int], most: int, gain: float
) -> list[int]:
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


def _uniform(parts: list[frozenset[int]]) -> bool:
    """Tell whether the parts have the same tags: then zebra stripes or a marked last column make them differ."""
    return fmean([_alike(a, b) for a, b in pairwise(parts)]) > UNIFORM


def _led(codes: list[int], starts: list[int], stops: list[int], leaders: list[frozenset[int]]) -> list[int]:
    """Return the starts of parts that are most like the first leader: parts may be missing, so counting would slip."""
    leads: dict[frozenset[int], bool] = {}
    kept = []
    for start, part in zip(starts, _alphabets(codes, starts, stops), strict=True):
        if part not in leads:
            alike = [_alike(part, leader) for leader in leaders]
            leads[part] = alike[0] >= max(alike)
        if leads[part]:
            kept.append(start)
    return kept


def split_rows(end: list[int], shape: list[int], children: list[int], starts: list[int], least: float) -> list[int]:
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


def split_sections(
    end: list[int], shape: list[int], data: Sequence[Sized], starts: list[int], least: float, text: int
) -> list[int]:
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


def _main_boxes(end: list[int], starts: list[int]) -> list[int]:
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


def _main_child(end: list[int], box: int) -> int:
    """Return the child that has most of a box's rows; -1 where none has."""
    row, stop = box + 1, end[box]
    least = MAIN * (stop - row)
    while row < stop:
        after = end[row]
        if after - row >= least:
            return row
        row = after
    return -1


def _children(end: list[int], top: int) -> list[int]:
    found, row, stop = [], top + 1, end[top]
    while row < stop:
        found.append(row)
        row = end[row]
    return found


def _alphabets(codes: list[int], starts: list[int], stops: list[int]) -> list[frozenset[int]]:
    return [frozenset(codes[start:stop]) for start, stop in zip(starts, stops, strict=False)]


def _alike(one: frozenset[int], other: frozenset[int]) -> float:
    """Jaccard's coefficient."""
    if one == other:
        return 1.0
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)
