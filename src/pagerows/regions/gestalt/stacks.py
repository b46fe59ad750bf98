"""Records that look different from the best set and yet belong to it: odd ones between them, lists in their column.

An odd record stands between two of the set in the same frame, about as large, and resembles them a little. Groups of
another look stand in boxes of one width in one column, each with a list of its own.
[E17 s. 6.4] names them among its failures: advertisements above and below the results, a row of cards above a list.
They have no look in common with the records, but people read the column as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Final

from pagerows.visual.blocks import BlockTree

__all__ = ["between", "stacked"]

#: Levels that the boxes may be above the records.
LEVELS: Final = 3
#: Fewest records of such a list, and the share of its box that they cover at least.
LEAST: Final = 3
SHARE: Final = 0.6
#: Records of both lists have so many times each other's parts and height at most.
RATIO: Final = 2
#: A column is narrower than this share of the page: without style, all is as wide as the page.
NARROW: Final = 0.85


def between(tree: BlockTree, blocks: Sequence[int], least: float) -> list[int]:
    """Return blocks with the siblings that stand alone between two of them, where these resemble one of both enough."""
    known, found = set(blocks), list(blocks)
    for parent in sorted({tree.parents[block] for block in blocks}):
        kids = tree.kids[parent]
        for first, odd, second in zip(kids, kids[1:], kids[2:], strict=False):
            if odd not in known and first in known and second in known and _is_odd_one(tree, first, odd, second, least):
                found.append(odd)
    return found


def _is_odd_one(tree: BlockTree, first: int, odd: int, second: int, least: float) -> bool:
    if not tree.kids[odd] or _place(tree, odd) != _place(tree, first) or not _as_large([odd], tree, [first]):
        return False
    return any(tree.forest.similar(tree.shapes[odd], tree.shapes[other], least) for other in (first, second))


def _place(tree: BlockTree, block: int) -> tuple[int, int, int]:
    return round(tree.boxes[block][0]), *_frame(tree, block)


def stacked(tree: BlockTree, blocks: Sequence[int]) -> list[int]:
    """Return blocks with those of the lists that stand above or below them in boxes of one left edge and width."""
    box = _around(tree, blocks)
    for _ in range(LEVELS):
        parent = tree.parents[box]
        if parent < 0:
            break
        others = [other for other in tree.kids[parent] if other != box and _same_column(tree, box, other)]
        found = [record for other in others for record in _list_in(tree, other, blocks)]
        if found:
            return [*blocks, *found]
        box = parent
    return list(blocks)


def _around(tree: BlockTree, blocks: Sequence[int]) -> int:
    """The lowest block around blocks; children stand before their parents."""
    above = {tree.parents[block] for block in blocks}
    while len(above) > 1:
        lowest = min(above)
        above.remove(lowest)
        above.add(tree.parents[lowest])
    return above.pop()


def _same_column(tree: BlockTree, first: int, second: int) -> bool:
    a, b = tree.boxes[first], tree.boxes[second]
    narrow = a[2] <= NARROW * tree.boxes[tree.root][2]
    return narrow and abs(a[0] - b[0]) <= 2 and abs(a[2] - b[2]) <= 2


def _list_in(tree: BlockTree, box: int, like: Sequence[int]) -> list[int]:
    """The records of the list that fills most of a box, where they are about as large as others."""
    area = tree.boxes[box][2] * tree.boxes[box][3]
    for _ in range(LEVELS):
        frames = Counter(_frame(tree, kid) for kid in tree.kids[box] if tree.kids[kid])
        if not frames:
            break
        frame = frames.most_common(1)[0][0]
        records = _as_large([kid for kid in tree.kids[box] if _frame(tree, kid) == frame], tree, like)
        covered = sum(tree.boxes[record][2] * tree.boxes[record][3] for record in records)
        if len(records) >= LEAST and covered >= SHARE * area:
            return records
        box = max(tree.kids[box], key=lambda kid: tree.boxes[kid][2] * tree.boxes[kid][3])
    return []


def _frame(tree: BlockTree, block: int) -> tuple[int, int]:
    return round(tree.boxes[block][2]), tree.faces[block]


def _as_large(records: Sequence[int], tree: BlockTree, like: Sequence[int]) -> list[int]:
    """The records, without headings, if most have about as many parts and as much height as those of another list."""

    def measures(blocks: Sequence[int]) -> list[tuple[int, float]]:
        return [(tree.forest.sizes[tree.shapes[block]], tree.boxes[block][3]) for block in blocks]

    parts, height = (median(values) for values in zip(*measures(like), strict=True))
    found = [
        (record, size, high)
        for record, (size, high) in zip(records, measures(records), strict=True)
        if RATIO * size >= parts and RATIO * high >= height
    ]
    if not found or median(size for _, size, _ in found) > RATIO * parts:
        return []
    return [record for record, _, _ in found] if median(high for _, _, high in found) <= RATIO * height else []
