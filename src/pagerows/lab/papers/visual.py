"""The experiments of [E17] on its own parts: EST against judgements, the size of the data region, layouts, blocks.

Five volunteers judged whether two blocks look alike; their judgements are not public. Here the gold judges: two
records of a page are alike, a record and a block outside of all records are not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagerows.lab.bench.corpora import Gold
from pagerows.lab.papers.golden import Golden
from pagerows.page import Page
from pagerows.regions import vide
from pagerows.regions.gestalt.records import data_region
from pagerows.visual.blocks import BlockTree, block_tree
from pagerows.visual.layers import layer_tree
from pagerows.visual.vips import segmented

__all__ = [
    "Located",
    "Pairs",
    "Rates",
    "blocks_of",
    "cliff",
    "cohen",
    "counted",
    "drawn",
    "located",
    "one_block",
    "own_blocks",
]

Floats = NDArray[np.float64]


def blocks_of(page: Page) -> BlockTree:
    """The block tree under the preset `paper`, background images by their address."""
    return block_tree(layer_tree(page.nodes, backgrounds="seen"))


# -- EST against judgements [E17 Tables 3-4, Fig. 9-11] ----------------------------------------------------------------


class Pairs(NamedTuple):
    """EST of pairs of blocks that look alike, and of pairs that do not."""

    alike: Floats
    different: Floats


def drawn(pages: Iterable[tuple[Gold, Page]], volunteers: int = 5, seed: int = 0) -> list[Pairs]:
    """Draw one pair from each page for each volunteer; every other page gives two records, the rest one and a block."""
    found: list[tuple[list[float], list[float]]] = [([], []) for _ in range(volunteers)]
    random = Random(seed)
    for number, (gold, page) in enumerate(pages):
        tree = blocks_of(page)
        records = own_blocks(tree, Golden(page.nodes, gold))
        others = _others(tree, records)
        for volunteer, (alike, different) in enumerate(found):
            if (number + volunteer) % 2 and len(records) > 1:
                one, two = random.sample(records, 2)
                alike.append(_est(tree, one, two))
            elif records and others:
                different.append(_est(tree, random.choice(records), random.choice(others)))
    return [Pairs(np.array(alike), np.array(different)) for alike, different in found]


def _est(tree: BlockTree, one: int, two: int) -> float:
    return tree.forest.similarity(tree.shapes[one], tree.shapes[two])


def own_blocks(tree: BlockTree, golden: Golden) -> list[int]:
    """The outermost blocks that hold one gold record each."""
    nodes = golden.nodes
    holders = np.array(golden.elements, np.intp)
    attached = tree.attached().tolist()
    alone: dict[int, int] = {}
    for block in range(len(tree) - 1, -1, -1):  # parents first
        if not attached[block]:
            continue
        spans = [(row, int(nodes.end[row])) for row in tree.rows[block]]
        held = [n for n, row in enumerate(holders.tolist()) if any(a <= row < b for a, b in spans)]
        if len(held) == 1:
            alone.setdefault(held[0], block)
    return sorted(alone.values())


def one_block(tree: BlockTree, golden: Golden) -> int:
    """How many records have a block with half of their items and the longest item of no other record."""
    attached = np.flatnonzero(tree.attached()).tolist()
    texts = ["".join(map(golden.text, tree.rows[block])) for block in attached]
    texts = [text for text in texts if len(text) < LONGEST]
    titles = [record[0] for record in golden.records]
    found = 0
    for own, record in zip(titles, golden.records, strict=True):
        others = [title for title in titles if title != own and len(title) > 8 and title not in own]
        found += any(
            2 * sum(item in text for item in record) >= len(record) and not any(title in text for title in others)
            for text in texts
        )
    return found


def _others(tree: BlockTree, records: Sequence[int]) -> list[int]:
    """Blocks with something in them that neither are in a record nor hold one."""
    taken = {*records, *tree.inside(*records)}
    for record in records:
        block = record
        while (block := tree.parents[block]) >= 0:
            taken.add(block)
    attached = tree.attached().tolist()
    return [block for block in range(len(tree)) if attached[block] and tree.kids[block] and block not in taken]


def cohen(pairs: Pairs) -> float:
    """Cohen's d: the difference of the means in pooled deviations."""
    one, two = pairs
    pooled = (len(one) - 1) * one.var(ddof=1) + (len(two) - 1) * two.var(ddof=1)
    return float((one.mean() - two.mean()) / math.sqrt(pooled / (len(one) + len(two) - 2)))


def cliff(pairs: Pairs) -> float:
    """Cliff's delta: how much more often a value of the first is larger than one of the second than smaller.

    >>> cliff(Pairs(np.array([2.0, 3.0]), np.array([1.0, 2.0])))
    0.75
    """
    return float(np.sign(pairs.alike[:, None] - pairs.different[None, :]).mean())


class Rates(NamedTuple):
    """Counts of a test, and what is made of them [E17 s. 5.2]."""

    tp: int
    tn: int
    fp: int
    fn: int

    @property
    def figures(self) -> list[float | None]:
        """ACC, PPV, NPV, TPR, TNR in per cent."""
        tp, tn, fp, fn = self
        shares = ((tp + tn, sum(self)), (tp, tp + fp), (tn, tn + fn), (tp, tp + fn), (tn, tn + fp))
        return [100 * part / whole if whole else None for part, whole in shares]


def counted(pairs: Iterable[Pairs], threshold: float) -> Rates:
    """Alike is above the threshold."""
    joined = [np.concatenate(group) for group in zip(*pairs, strict=True)]
    above = [int((group > threshold).sum()) for group in joined]
    return Rates(above[0], len(joined[1]) - above[1], above[1], len(joined[0]) - above[0])


# -- the data region [E17 s. 5.3, Fig. 12, s. 6.4] ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Located:
    """The data region of one page: whether there is one, holds the records, and holds nothing else."""

    has_records: bool
    found: bool
    holds: bool
    right: bool


#: Characters of a block that may be one record; more are looked at in vain.
LONGEST: Final = 20_000
SYSTEMS: Final = ("gestalt", "vide", "rextractor")


def located(pages: Iterable[tuple[Gold, Page]], system: str, shares: Sequence[float]) -> Iterator[list[Located]]:
    """Locate the data region of each page in the blocks of a system, for each share of the page that it may need.

    Pages whose records are not found on them are left out.
    """
    for gold, page in pages:
        golden = Golden(page.nodes, gold)
        if not gold.has_records or golden.places:
            find = _finder(page, system)
            yield [_located(gold, golden, find(share)) for share in shares]


def _located(gold: Gold, golden: Golden, rows: Sequence[int]) -> Located:
    kept = np.zeros(len(golden.nodes), bool)
    for row in rows:
        kept |= golden.below(row)
    known = bool(rows) and bool(golden.places)
    return Located(gold.has_records, bool(rows), known and golden.holds(kept), known and golden.is_right(kept))


def _finder(page: Page, system: str) -> Callable[[float], Sequence[int]]:
    """From a share of the page to the rows of the data region; none where no block is large enough."""
    if system == "vide":
        blocks = segmented(page.nodes)
        return lambda share: [] if (row := vide.data_region(page.nodes, blocks, share)) is None else [row]
    wrapped = layer_tree(page.nodes, wrappers=True, contain=False) if system == "rextractor" else None
    tree = blocks_of(page) if wrapped is None else block_tree(wrapped, merge="none")
    return lambda share: [] if (at := data_region(tree, tree.root, share)) == tree.root else tree.rows[at]
