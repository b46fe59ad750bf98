"""Layers -> blocks: sibling layers that belong together become one block [E17 s. 5.1].

The paper merges two siblings when any one of four laws holds. Siblings nearly always share a `position` or an edge,
so taken literally nearly all of them merge (``merge="literal"`` does that, to be measured). What its figures show is
that a record becomes one block. We read the laws so:

- similarity: neighbouring leaves that look alike and stand in one line are one block ([E17 s. 6.5]: "GLM merges the
  adjacent visually similar data item blocks");
- proximity: where the normalised Hausdorff distances of neighbouring siblings (Eq. 1-3) are of two kinds, what the
  larger ones enclose is one block, provided that the blocks so made resemble each other ([E17 s. 5.1]: an obvious
  space between records, smaller ones inside);
- continuity is a condition: leaves share their top or bottom, records stand below each other;
- common fate: `position` is one of the properties that make leaves look alike and blocks resemble each other. (As a
  condition of its own it changed one page of 248: parts of one record often differ in it.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.visual import laws
from pagerows.visual.est import Forest
from pagerows.visual.groups import Groups
from pagerows.visual.layers import LayerTree

__all__ = ["BlockTree", "block_tree"]

Box = tuple[float, float, float, float]

#: Distances of siblings that differ by less are the same to the eye, in the terms of Eq. 1 (a share of the height).
JUMP: Final = 0.1


@dataclass
class BlockTree:
    """The blocks of a page in lists, one entry per block; children stand before their parents, the root is last."""

    forest: Forest
    #: Rows of the node table at the top of each block: one for a layer, several for merged siblings.
    rows: list[tuple[int, ...]] = field(default_factory=list)
    #: x, y, width, height.
    boxes: list[Box] = field(default_factory=list)
    #: The box around the text and images inside.
    contents: list[Box] = field(default_factory=list)
    kids: list[tuple[int, ...]] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    #: The look of each block's outermost element; below zero for merged siblings.
    faces: list[int] = field(default_factory=list)
    #: The code of each block's `position`.
    fates: list[int] = field(default_factory=list)
    #: What the block looks like with all that is in it: a number in the forest.
    shapes: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def root(self) -> int:
        """The block of the whole page."""
        return len(self) - 1

    def add(
        self,
        rows: tuple[int, ...],
        box: Box,
        content: Box,
        label: int,
        kids: Sequence[int],
        face: int | None = None,
        fate: int = 0,
    ) -> int:
        """Append a block above blocks that are there already."""
        number = len(self)
        self.rows.append(rows)
        self.boxes.append(box)
        self.contents.append(content)
        self.kids.append(tuple(kids))
        self.parents.append(-1)
        self.faces.append(label if face is None else face)
        self.fates.append(fate)
        self.shapes.append(self.forest.add(label, [self.shapes[kid] for kid in kids]))
        for kid in kids:
            self.parents[kid] = number
        return number

    def label(self, block: int) -> int:
        """The look of a block without what is in it."""
        return self.forest.labels[self.shapes[block]]

    def inside(self, *tops: int) -> list[int]:
        """All blocks below blocks, children before parents."""
        found, pending = [], [kid for top in tops for kid in self.kids[top]]
        while pending:
            block = pending.pop()
            found.append(block)
            pending.extend(self.kids[block])
        return sorted(found)

    def depths(self) -> NDArray[np.intp]:
        """Depth of each block, 0 for the root."""
        found = [0] * len(self)
        for block in range(len(self) - 2, -1, -1):
            parent = self.parents[block]
            found[block] = found[parent] + 1 if parent >= 0 else 0
        return np.array(found, np.intp)

    def attached(self) -> NDArray[np.bool_]:
        """Blocks that are part of the tree: merged leaves are replaced by the block that they were merged into."""
        found = [False] * len(self)
        if found:
            found[-1] = True
        for block in range(len(self) - 2, -1, -1):
            parent = self.parents[block]
            found[block] = parent >= 0 and found[parent]
        return np.array(found, bool)


def block_tree(layers: LayerTree, *, merge: str = "records", similar: float = 0.4) -> BlockTree:
    """Build the block tree of a page from its layers, leaves first."""
    tree = BlockTree(Forest())
    below: list[list[int]] = [[] for _ in range(len(layers))]
    near: list[list[bool]] = [[] for _ in range(len(layers))]
    parents, looks, own_text = layers.parent.tolist(), layers.look.tolist(), layers.own_text.tolist()
    faces, in_line, fates = layers.face.tolist(), _in_line(layers), layers.fate.tolist()
    boxes, contents, rows = layers.box.tolist(), layers.content.tolist(), layers.row.tolist()
    for layer in range(len(layers) - 1, -1, -1):
        kids = below[layer][::-1]
        if merge == "literal" and len(kids) > 2:
            kids = _merge_literally(tree, kids, looks[layer])
        elif merge == "records" and len(kids) > 1:
            kids = _merge_leaves(tree, kids, near[layer][::-1], own_text[layer])
            if len(kids) > 3:
                kids = _merge_records(tree, kids, looks[layer], similar)
        box, content = tuple(boxes[layer]), tuple(contents[layer])
        block = tree.add((rows[layer],), box, content, looks[layer], kids, faces[layer], fates[layer])
        if parents[layer] >= 0:
            below[parents[layer]].append(block)
            near[parents[layer]].append(in_line[layer])
    return tree


def _in_line(layers: LayerTree) -> list[bool]:
    """Whether each layer stands in one line with the sibling before it [law of continuity]."""
    order = np.argsort(layers.parent, kind="stable")
    first, second = order[:-1], order[1:]
    found = np.zeros(len(layers), bool)
    found[second] = laws.in_line(layers.box[first], layers.box[second])
    return found.tolist()


def _union(boxes: Sequence[Box]) -> Box:
    """The box around boxes.

    >>> _union([(0, 0, 10, 10), (20, 5, 10, 10)])
    (0, 0, 30, 15)
    """
    x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return (x, y, max(b[0] + b[2] for b in boxes) - x, max(b[1] + b[3] for b in boxes) - y)


def _join(tree: BlockTree, blocks: Sequence[int], label: int, kids: Sequence[int]) -> int:
    rows = tuple(sorted(row for block in blocks for row in tree.rows[block]))
    box = _union([tree.boxes[block] for block in blocks])
    content = _union([tree.contents[block] for block in blocks])
    return tree.add(rows, box, content, label, kids, fate=tree.fates[blocks[0]])


# -- similarity ------------------------------------------------------------------------------------------------------


def _merge_leaves(tree: BlockTree, kids: list[int], in_line: list[bool], mixed: bool) -> list[int]:
    """Merge neighbouring leaves that look alike and stand in one line.

    `mixed` is for parents with text of their own: their leaves are words of a sentence, wherever lines break.
    """
    merged: list[int] = []
    run: list[int] = []
    for kid, near in zip(kids, in_line, strict=True):
        leaf = not tree.kids[kid]
        if run and leaf and tree.shapes[kid] == tree.shapes[run[0]] and (mixed or near):
            run.append(kid)
            continue
        merged += _closed(tree, run)
        run = [kid] if leaf else []
        if not leaf:
            merged.append(kid)
    return merged + _closed(tree, run)


def _closed(tree: BlockTree, run: list[int]) -> list[int]:
    return run if len(run) < 2 else [_join(tree, run, tree.label(run[0]), ())]


# -- all laws, as printed --------------------------------------------------------------------------------------------


def _merge_literally(tree: BlockTree, kids: list[int], look: int) -> list[int]:
    """Merge any two siblings for which one of the four laws holds, and so on transitively [E17 s. 5.1].

    For each law, siblings are put in the order of what it compares: then neighbours say it all.
    """
    boxes = np.array([tree.boxes[kid] for kid in kids])
    looks, fates = np.array([tree.label(kid) for kid in kids]), np.array([tree.fates[kid] for kid in kids])
    groups = Groups()
    if laws.same_proximity(laws.proximity(boxes[:-1], boxes[1:])):
        return kids
    edges = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
    orders = [np.argsort(edges[:, side], kind="stable") for side in range(4)]
    for side, order in enumerate(orders):
        _join_where(groups, order, laws.aligned(boxes[order[:-1]], boxes[order[1:]])[:, side])
    order = np.lexsort((boxes[:, 3], boxes[:, 2], looks))
    first, second = order[:-1], order[1:]
    _join_where(groups, order, laws.similar(boxes[first], boxes[second], looks[first], looks[second]))
    order = np.argsort(fates, kind="stable")
    _join_where(groups, order, fates[order[:-1]] == fates[order[1:]])
    found: dict[int, list[int]] = {}
    for place, kid in enumerate(kids):
        found.setdefault(groups.find(place), []).append(kid)
    if len(found) < 2:
        return kids  # all of them: their parent is that block
    return [g[0] if len(g) == 1 else _join(tree, g, -1 - look, g) for g in found.values()]


def _join_where(groups: Groups, order: NDArray[np.intp], same: NDArray[np.bool_]) -> None:
    for place in np.flatnonzero(same).tolist():
        groups.join(int(order[place]), int(order[place + 1]))


# -- proximity -------------------------------------------------------------------------------------------------------


def _merge_records(tree: BlockTree, kids: list[int], look: int, similar: float) -> list[int]:
    """Merge the runs of siblings that make records, where a series of siblings is such."""
    if _is_column(tree, kids):
        return kids
    best: tuple[float, list[list[int]]] = (0.0, [])
    for starts in (_starts_by_space(tree, kids), *_starts_by_look(tree, kids)):
        groups = [kids[a:b] for a, b in pairwise([*starts, len(kids)])]
        score = _resemblance(tree, groups, look, similar)
        if score > best[0]:
            best = (score, groups)
    if not best[1]:
        return kids
    head = kids[: kids.index(best[1][0][0])]
    return head + [g[0] if len(g) == 1 else _join(tree, g, -1 - look, g) for g in best[1]]


def _is_column(tree: BlockTree, kids: list[int]) -> bool:
    """Whether most siblings have parts and look the same but for these: records already, whatever they hold."""
    faces = Counter(
        (tree.faces[kid], round(tree.boxes[kid][0]), round(tree.boxes[kid][2])) for kid in kids if tree.kids[kid]
    )
    return bool(faces) and 2 * max(faces.values()) > len(kids)


def _starts_by_space(tree: BlockTree, kids: list[int]) -> list[int]:
    """Where groups start when siblings stand below each other at distances of two kinds [law of proximity]."""
    boxes = np.array([tree.boxes[kid] for kid in kids])
    if (laws.overlap(boxes[:-1], boxes[1:])[1] > 2).any():  # not a column
        return [0]
    distances = laws.proximity(boxes[:-1], boxes[1:])
    if laws.same_proximity(distances, JUMP):
        return [0]
    order = np.sort(distances)
    widest = int(np.diff(order).argmax())
    return [0, *(np.flatnonzero(distances > order[widest : widest + 2].mean()) + 1).tolist()]


def _starts_by_look(tree: BlockTree, kids: list[int]) -> list[list[int]]:
    """Where groups start when each begins with a sibling of a certain look [law of similarity]."""
    places: dict[int, list[int]] = {}
    for place, kid in enumerate(kids):
        places.setdefault(tree.label(kid), []).append(place)
    found = []
    for where in places.values():
        gaps = np.diff(where)
        if len(where) >= 3 and len(where) * 2 <= len(kids) and gaps.min() >= 2:
            found.append(where)
    return sorted(found)[:4]


def _resemblance(tree: BlockTree, groups: list[list[int]], look: int, similar: float) -> float:
    """How well groups of siblings repeat: mean similarity of neighbours; 0 where they make no records."""
    if len(groups) < 2 or max(len(group) for group in groups) < 2:
        return 0.0
    alone = sum(len(group) == 1 for group in groups)
    if alone > len(groups) / 3:
        return 0.0
    forest = tree.forest
    shapes = [forest.add(-1 - look, [tree.shapes[kid] for kid in group]) for group in groups]
    values = [forest.similarity(a, b) if forest.bound(a, b) > similar else 0.0 for a, b in pairwise(shapes)]
    if sum(value > similar for value in values) < 0.8 * len(values):
        return 0.0
    if 2 * sum(any(_is_list(tree, kid, similar) for kid in group) for group in groups) > len(groups):
        return 0.0  # headings and what stands below them: groups of records, not records
    # Siblings that resemble each other already are records themselves, not parts of them.
    kids = [kid for group in groups for kid in group]
    alike = [forest.similar(tree.shapes[a], tree.shapes[b], similar) for a, b in pairwise(kids)]
    return 0.0 if sum(alike) > 0.5 * len(alike) else float(np.mean(values))


def _is_list(tree: BlockTree, block: int, similar: float) -> bool:
    """Whether a block holds nothing but blocks that resemble each other and have parts themselves."""
    kids, forest = tree.kids[block], tree.forest
    if len(kids) < 2 or min(forest.sizes[tree.shapes[kid]] for kid in kids) < 3:
        return False
    return all(forest.similar(tree.shapes[a], tree.shapes[b], similar) for a, b in pairwise(kids))
