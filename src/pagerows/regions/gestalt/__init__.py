"""Records as people see them: Gestalt laws on a rendered page [E17].

layers (what is visible) -> blocks (what belongs together) -> sets of similar, aligned blocks -> the set nearest to
the centre of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import ParameterError
from pagerows.page import Page
from pagerows.page.looks import Backgrounds, images_of
from pagerows.regions._spans import joined_spans
from pagerows.regions.gestalt import records as steps
from pagerows.regions.gestalt.stacks import between, stacked
from pagerows.registry import Method
from pagerows.values import Record, Region
from pagerows.visual.blocks import BlockTree, block_tree
from pagerows.visual.layers import layer_tree

__all__ = ["METHOD", "GestaltParams", "find_regions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GestaltParams:
    """The thresholds of [E17]."""

    #: Where records are looked for: the whole page, or the main data region only [E17 s. 5.3].
    target: Literal["page", "region"] = "page"
    #: Share of the page that the main data region covers at least, 0-1 [E17 s. 5.3: 0.20].
    region_area: float = 0.20
    #: Blocks are similar above this EST similarity, 0-1 [E17 s. 5.2: 0.40].
    similar: float = 0.40
    #: Sets with a larger space between two blocks are bars above and below the records, as a share of the
    #: page's height [E17 s. 5.4.3: 0.20].
    bar_space: float = 0.20
    #: How siblings are merged into blocks: "records" (see blocks.py), "literal" (any one law, as s. 5.1 is printed: it
    #: makes one block of nearly all siblings), "none".
    merge: Literal["records", "literal", "none"] = "records"
    #: How background colours are compared: as computed ("own"), as seen by people ("seen", [E17 Eq. 4]:
    #: CIEDE2000 <= 3.30, through transparent elements) or not at all ("none", the default: lists shade every other
    #: record. estuka2017: records F1 micro .907 -> .919, macro .850 -> .859; tbdw .873 -> .879).
    backgrounds: Backgrounds = "none"
    #: How background images are compared: by "address", or by "pixels" too: of different images, those whose SSIM is
    #: above 0.48 are the same [E17 s. 2.1.1]. That draws them once more in the browser (some 0.1 s); what does not load
    #: stays different. Saved pages of the dev corpora have few of them: no record changes.
    background_images: Literal["address", "pixels"] = "address"
    #: Pixels by which edges of aligned blocks may differ. Not in [E17]; browsers place boxes at fractions.
    tolerance: float = 1.0
    #: Sets of siblings with the same own look, left edge and width are one set, whatever is in them.
    alike: bool = True
    #: Which sets of different parents are one: those with blocks that are similar and "aligned" [E17 s. 5.4.1], or of
    #: these only sets that are "near" too: blocks as wide as each other, few steps apart in the tree; and with them
    #: single blocks of the same frame (the default: on pages without style all is similar and aligned, and a first
    #: result often stands alone. Single blocks alone, estuka2017: micro F1 .9725 -> .9739, macro .9725 -> .9764).
    across: Literal["aligned", "near"] = "near"
    #: Which set is best: "centre", that nearest to the centre [E17 s. 5.4.4], or "area", nearness times the share
    #: of the page that its blocks cover (the default: pagers and buttons are often nearer to the centre than the
    #: records. estuka2017: records F1 micro .928 -> .955, macro .884 -> .943; tbdw .891 -> .940).
    choose: Literal["centre", "area"] = "area"
    #: Whether a block alone between two of the best set, in the same frame and about as large, is one of them if half
    #: as similar as `similar` asks. Not in [E17]. estuka2017: perfect pages 188 -> 192, macro F1 .976 -> .978.
    between: bool = True
    #: Whether lists of another look in boxes above and below the best set, as wide as its own box, belong to it.
    #: Not in [E17], which counts them as failures (s. 6.4). estuka2017: micro .9695 -> .9725, macro .968 -> .972.
    stacks: bool = True
    #: Which sets are groups of records and no records themselves: those of which "most" blocks consist of blocks that
    #: are matched and about as wide as each other, or those of which "all" blocks do, whatever their width, as printed
    #: [E17 s. 5.4.2]; with "most", records in a few groups among others take the groups' places.
    groups: Literal["most", "all"] = "most"
    #: Most regions given.
    most: int = 30

    @classmethod
    def paper(cls) -> GestaltParams:
        """Return the setting of [E17]: colours by its Eq. 4, background images by its Eq. 5, and none of our additions.

        Siblings are merged as its figures show, not as s. 5.1 is printed, which makes one block of nearly all of them.
        """
        return cls(
            backgrounds="seen",
            background_images="pixels",
            alike=False,
            across="aligned",
            choose="centre",
            between=False,
            stacks=False,
            groups="all",
        )


def find_regions(page: Page, params: GestaltParams) -> list[Region]:
    """Return the candidate sets of records, that nearest to the centre first.

    Each region's evidence holds ``blocks``: every block of the page as (x, y, width, height, depth), and ``sets``:
    the boxes of the records of each candidate set, best first.
    """
    if page.nodes.layout is None:
        raise ParameterError(
            "method 'gestalt' needs a rendered page: pass a source instead of a parsed page, or render()"
        )
    layers = layer_tree(page.nodes, backgrounds=params.backgrounds, pictures=_pictures(page, params))
    if len(layers) < 3:
        return []
    tree = block_tree(layers, merge=params.merge, similar=params.similar)
    top = tree.root
    if params.target == "region":
        top = steps.data_region(tree, top, params.region_area)
    sets = steps.matched_sets(tree, top, params.similar, params.tolerance, params.alike, params.across)
    sets = steps.without_nested(tree, sets, params.similar, every=params.groups == "all")
    sets = steps.bars_removed(tree, sets, params.bar_space * tree.boxes[tree.root][3])
    found = steps.candidates(tree, sets, tree.boxes[top], params.choose)
    if found:
        best = between(tree, found[0].blocks, params.similar / 2) if params.between else found[0].blocks
        best = stacked(tree, best) if params.stacks else best
        if len(best) > len(found[0].blocks):
            found = steps.candidates(tree, _replaced(tree, found, best), tree.boxes[top], params.choose)
    found = found[: params.most]
    evidence = _evidence(tree, found)
    return [
        Region(
            tuple(Record(page, joined_spans(page.nodes, tree.rows[block])) for block in one.blocks),
            score=one.score,
            evidence=evidence,
        )
        for one in found
    ]


def _replaced(tree: BlockTree, found: Sequence[steps.BlockSet], best: Sequence[int]) -> list[Sequence[int]]:
    """The sets with another best one; those that share something with it are gone."""
    taken = {*best, *tree.inside(*best)}
    return [best, *(one.blocks for one in found[1:] if taken.isdisjoint(one.blocks))]


def _pictures(page: Page, params: GestaltParams) -> dict[str, NDArray[np.float64]]:
    """What the page's background images show, where it has different ones and they are to be compared."""
    layout = page.nodes.layout
    images = images_of(layout) if layout is not None and params.background_images == "pixels" else []
    if len(images) < 2:
        return {}
    from pagerows.page.rendered.pictures import background_pictures

    return background_pictures(page, images)


def _evidence(tree: BlockTree, sets: Sequence[steps.BlockSet]) -> dict[str, Any]:
    depths, attached = tree.depths().tolist(), tree.attached().tolist()
    return {
        "blocks": [(*box, depth) for box, depth, real in zip(tree.boxes, depths, attached, strict=True) if real],
        "sets": [[tree.boxes[block] for block in one.blocks] for one in sets],
    }


METHOD = Method(
    name="gestalt",
    summary="blocks by Gestalt laws, similar and aligned, nearest to the centre",
    paper="[E17]",
    params=GestaltParams,
    find_regions=find_regions,
    needs_render=True,
    align="items",
)
