"""Blocks -> sets of blocks that may be the records, best set first [E17 s. 5.3-5.4]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, pairwise
from math import hypot
from typing import Final

from pagerows.visual import laws
from pagerows.visual.blocks import BlockTree, Box
from pagerows.visual.groups import Groups

__all__ = ["BlockSet", "bars_removed", "candidates", "data_region", "matched_sets", "without_nested"]


@dataclass(frozen=True, slots=True)
class BlockSet:
    """Blocks that are matched to each other, in reading order."""

    blocks: tuple[int, ...]
    #: The box around them [E17 s. 5.4.4].
    box: Box
    #: How near it is to the centre of the page (or of the main data region), 0-1; times its share of the area.
    score: float


# -- s. 5.3 ------------------------------------------------------------------------------------------------------------


def data_region(tree: BlockTree, top: int, share: float) -> int:
    """Return the block that holds the main data: large, inside the page, nearest to its horizontal centre."""
    page = tree.boxes[top]
    area = page[2] * page[3]

    def off_centre(block: int) -> float:
        box = tree.boxes[block]
        return abs(box[0] + box[2] / 2 - page[0] - page[2] / 2)

    found = [
        block
        for block in tree.inside(top)
        if (box := tree.boxes[block])[1] > page[1]
        and box[1] + box[3] < page[1] + page[3]
        and box[2] * box[3] >= share * area
    ]
    # Of equally central blocks the innermost: children stand before their parents.
    return min(found, key=lambda block: (round(off_centre(block)), block), default=top)


# -- s. 5.4.1 ----------------------------------------------------------------------------------------------------------


def matched_sets(
    tree: BlockTree, top: int, similar: float, tolerance: float, alike: bool, across: str
) -> list[list[int]]:
    """Match siblings that are similar, left- or top-aligned and apart; merge sets of different parents alike."""
    groups = Groups()
    for block in [*tree.inside(top), top]:
        kids = tree.kids[block]
        if len(kids) > 1:
            for side in (0, 1):
                for line in _lines(kids, tree, side, tolerance):
                    _match_line(tree, line, groups, similar)
            if alike:
                _match_alike(tree, kids, groups)
    sets = _Sets(tree, groups, near=across == "near")
    _merge_across(sets, similar, tolerance)
    if across == "near":
        _join_singles(sets, tree.inside(top), similar)
    return groups.sets()


def _lines(blocks: Sequence[int], tree: BlockTree, side: int, tolerance: float) -> list[list[int]]:
    """Group blocks by their left (side 0) or top (side 1) edge, each line sorted along it."""
    ordered = sorted(blocks, key=lambda block: tree.boxes[block][side])
    lines = [[ordered[0]]] if ordered else []
    for last, block in pairwise(ordered):
        if tree.boxes[block][side] - tree.boxes[last][side] <= tolerance:
            lines[-1].append(block)
        else:
            lines.append([block])
    return [sorted(line, key=lambda block: tree.boxes[block][1 - side]) for line in lines if len(line) > 1]


def _match_line(tree: BlockTree, line: Sequence[int], groups: Groups, similar: float) -> None:
    """Join the blocks of a line that are similar.

    Each block is compared with the first and the last block of the sets that grew last, not with all: similarity is
    nearly transitive, and long lists stay cheap.
    """
    sets: list[list[int]] = []
    recent: list[int] = []
    for block in line:
        at = next((place for place in sorted(recent) if _matches(tree, sets[place], block, similar)), None)
        if at is None:
            at = len(sets)
            sets.append([block])
        else:
            groups.join(sets[at][0], block)
            sets[at].append(block)
            recent.remove(at)
        recent = [*recent[-_RECENT + 1 :], at]


def _matches(tree: BlockTree, found: Sequence[int], block: int, similar: float) -> bool:
    return any(
        tree.forest.similar(tree.shapes[other], tree.shapes[block], similar) and _apart(tree, other, block)
        for other in {found[0], found[-1]}
    )


#: So many sets of a line that grew last are compared with its next block.
_RECENT: Final = 30


def _match_alike(tree: BlockTree, kids: Sequence[int], groups: Groups) -> None:
    """Join sets of siblings that look the same but for what is in them.

    Records with and without an image, or with long and short text, fall below the threshold of similarity, and yet
    nobody sees two lists.
    """
    columns: dict[tuple[int, ...], list[int]] = {}
    rows: dict[tuple[int, ...], list[int]] = {}
    for kid in kids:
        if tree.kids[kid]:
            _, y, width, height = map(round, tree.boxes[kid])
            columns.setdefault(_frame(tree, kid), []).append(kid)
            rows.setdefault((y, width, height), []).append(kid)
    for found in columns.values():
        matched = [kid for kid in found if kid in groups.up]
        for kid in matched[1:]:
            groups.join(matched[0], kid)
    for found in rows.values():
        matched = [kid for kid in found if kid in groups.up]
        if len(matched) > 1:  # of boxes of one size in a row, a single odd one is a record too
            for kid in found:
                groups.join(matched[0], kid)


def _apart(tree: BlockTree, first: int, second: int) -> bool:
    """Whether two blocks do not overlap (by more than a border)."""
    a, b = tree.boxes[first], tree.boxes[second]
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return min(width, height) <= 2


def _merge_across(sets: _Sets, similar: float, tolerance: float) -> None:
    """Merge sets of different parents of which two blocks are similar and aligned: records shown in groups.

    Those that look exactly the same first; a set never takes in what lies in a block of its own.
    """
    tree = sets.tree
    lines = [_lines(sets.blocks, tree, side, tolerance) for side in (0, 1)]
    shapes = [[_by_shape(tree, line) for line in found] for found in lines]
    for line in chain(*shapes):
        for blocks in line.values():
            for first, second in pairwise(blocks):
                sets.join(first, second)
    for line in chain(*shapes):
        distinct = sorted(line, key=lambda shape: (-len(line[shape]), shape))[:_DISTINCT]
        for first, second in combinations(distinct, 2):
            one, two = line[first][0], line[second][0]
            if not sets.joined(one, two) and tree.forest.similar(first, second, similar):
                sets.join(one, two)


def _join_singles(sets: _Sets, blocks: Iterable[int], similar: float) -> None:
    """Join blocks without a match to the first set of their frame that they resemble: groups of a single record."""
    tree = sets.tree
    frames: dict[tuple[int, int, int], dict[int, int]] = {}
    for block in sets.blocks:
        frames.setdefault(_frame(tree, block), {}).setdefault(sets.groups.find(block), block)
    for block in blocks:
        if block in sets.groups.up or not tree.kids[block]:
            continue
        for other in list(frames.get(_frame(tree, block), {}).values())[:_SETS]:
            if tree.forest.similar(tree.shapes[block], tree.shapes[other], similar):
                sets.add(block)
                sets.join(other, block)
                break


#: Most sets of one frame that a block without a match is compared with.
_SETS: Final = 8
#: Most different looks at one edge that are compared with each other; those that come most often.
_DISTINCT: Final = 60
#: Groups of one list are near in the tree: so many steps at most from a record of one up and down to one of another.
_STEPS: Final = 6


class _Sets:
    """The sets that siblings make, on their way to becoming sets across parents."""

    def __init__(self, tree: BlockTree, groups: Groups, *, near: bool) -> None:
        self.tree, self.groups, self.near = tree, groups, near
        self.members: dict[int, set[int]] = {}
        self.above: dict[int, set[int]] = {}
        self.blocks: list[int] = []
        for blocks in groups.sets():
            self.add(*blocks)

    def add(self, *blocks: int) -> None:
        """Take in a set of its own."""
        root = self.groups.find(blocks[0])
        self.members[root], self.above[root] = set(blocks), _ancestors(self.tree, blocks)
        self.blocks += blocks

    def joined(self, first: int, second: int) -> bool:
        return self.groups.find(first) == self.groups.find(second)

    def join(self, first: int, second: int) -> None:
        """Join the sets of two blocks, unless a block of one lies in a block of the other."""
        large, small = self.groups.find(first), self.groups.find(second)
        if large == small or (self.near and not _are_near(self.tree, first, second)):
            return
        if len(self.members[large]) < len(self.members[small]):
            large, small = small, large
        nested = not self.above[small].isdisjoint(self.members[large])
        if nested or not self.above[large].isdisjoint(self.members[small]):
            return
        self.groups.join(large, small)
        self.members[large] |= self.members.pop(small)
        self.above[large] |= self.above.pop(small)


def _are_near(tree: BlockTree, first: int, second: int) -> bool:
    """Whether blocks may be records of one list shown in groups: as wide where left-aligned, and near in the tree."""
    a, b = tree.boxes[first], tree.boxes[second]
    if a[0] == b[0] and abs(a[2] - b[2]) > 2:
        return False
    for _ in range(_STEPS):
        if first == second:
            return True
        if first < second:  # children stand before their parents, so the smaller number is never the ancestor
            first = tree.parents[first]
        else:
            second = tree.parents[second]
    return first == second


def _by_shape(tree: BlockTree, blocks: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for block in blocks:
        found.setdefault(tree.shapes[block], []).append(block)
    return found


def _ancestors(tree: BlockTree, blocks: Sequence[int]) -> set[int]:
    found: set[int] = set()
    for block in blocks:
        parent = tree.parents[block]
        while parent >= 0 and parent not in found:
            found.add(parent)
            parent = tree.parents[parent]
    return found


# -- s. 5.4.2 ----------------------------------------------------------------------------------------------------------


def without_nested(
    tree: BlockTree, sets: Sequence[Sequence[int]], similar: float, *, every: bool = False
) -> list[list[int]]:
    """Drop both kinds of non-candidates, from the top of the tree down.

    A set whose blocks consist of matched children is a set of groups, and goes (type 2); below the blocks of a set
    that stays, everything goes (type 1). With `every` that is so only if it holds for all blocks of the set.
    """
    depths = tree.depths()
    member = {block: number for number, blocks in enumerate(sets) for block in blocks}
    dead: set[int] = set()
    kept = []
    for blocks in sorted(sets, key=lambda blocks: min(depths[block] for block in blocks)):
        alive = [block for block in blocks if dead.isdisjoint(_line_up(tree, block))]
        groups = [block for block in alive if _is_group(tree, block, member, any_width=every)]
        if len(alive) < 2 or (len(groups) == len(alive) if every else 2 * len(groups) > len(alive)):
            continue
        alive = alive if every else _opened(tree, alive, groups, similar)
        dead.update(alive)
        kept.append(alive)
    return kept


def _opened(tree: BlockTree, blocks: list[int], groups: list[int], similar: float) -> list[int]:
    """Put records that stand in a few groups among the others in the place of those groups."""
    others = [block for block in blocks if block not in groups]
    if not others or not groups:
        return blocks
    frames = {_frame(tree, block) for block in others}
    found: list[int] = []
    for block in blocks:
        kids = tree.kids[block] if block in groups else ()
        alike = [
            _frame(tree, kid) in frames or tree.forest.similar(tree.shapes[kid], tree.shapes[others[0]], similar)
            for kid in kids
        ]
        found += kids if kids and all(alike) else (block,)
    return found


def _frame(tree: BlockTree, block: int) -> tuple[int, int, int]:
    """What a block looks like without what is in it: left edge, width and look of its outermost element."""
    x, _, width, _ = tree.boxes[block]
    return round(x), round(width), tree.faces[block]


def _line_up(tree: BlockTree, block: int) -> list[int]:
    found = []
    block = tree.parents[block]
    while block >= 0:
        found.append(block)
        block = tree.parents[block]
    return found


def _is_group(tree: BlockTree, block: int, member: dict[int, int], *, any_width: bool = False) -> bool:
    """Whether all children of a block are matched to each other."""
    kids = tree.kids[block]
    sets = {member.get(kid, -1) for kid in kids}
    if len(kids) < 2 or len(sets) > 1 or -1 in sets:
        return False
    # A number and the text beside it may look alike: records of a group are about equally wide.
    widths = [tree.boxes[kid][2] for kid in kids]
    return any_width or max(widths) <= 3 * min(widths)


# -- s. 5.4.3-5.4.4 ----------------------------------------------------------------------------------------------------


def bars_removed(tree: BlockTree, sets: Iterable[Sequence[int]], height: float) -> list[list[int]]:
    """Drop sets with a space of more than `height` between two blocks: bars above and below the records."""
    return [list(blocks) for blocks in sets if _largest_space(tree, blocks) <= height]


def _largest_space(tree: BlockTree, blocks: Sequence[int]) -> float:
    largest, bottom = 0.0, float("inf")
    for top, end in sorted((tree.boxes[b][1], tree.boxes[b][1] + tree.boxes[b][3]) for b in blocks):
        largest = max(largest, top - bottom)
        bottom = end if bottom == float("inf") else max(bottom, end)
    return largest


def candidates(tree: BlockTree, sets: Iterable[Sequence[int]], page: Box, choose: str) -> list[BlockSet]:
    """Return the sets, best first: nearest to the page's centre, or largest and nearest."""
    found = [_block_set(tree, blocks, page, choose) for blocks in sets]
    return sorted(found, key=lambda found: (-found.score, found.blocks))


def _block_set(tree: BlockTree, blocks: Sequence[int], page: Box, choose: str) -> BlockSet:
    boxes = [tree.boxes[block] for block in blocks]
    x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    centres = ((x + right) / 2, (y + bottom) / 2, 0, 0), (page[0] + page[2] / 2, page[1] + page[3] / 2, 0, 0)
    away = float(laws.hausdorff(*centres))  # [E17 s. 5.4.4]: by Eq. 2
    score = max(0.0, 1 - away / max(1.0, hypot(page[2], page[3]) / 2))  # 1 at the centre
    if choose == "area":
        score *= min(1.0, sum(box[2] * box[3] for box in boxes) / max(1.0, page[2] * page[3]))
    ordered = tuple(sorted(blocks, key=lambda block: (tree.rows[block][0], block)))
    return BlockSet(ordered, (x, y, right - x, bottom - y), score)
