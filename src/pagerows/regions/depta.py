"""DEPTA's regions: adjacent siblings whose trees match, without rendering; its alignment is `align/partial_tree`.

[ZL05] Y. Zhai, B. Liu: Web Data Extraction Based on Partial Tree Alignment. WWW 2005. The paper builds its tag
tree from a browser's boxes, which repairs bad markup; an HTML5 parser does that here.
"""

from __future__ import annotations

from dataclasses import dataclass

from pagerows.page import Page
from pagerows.regions._generalised import Similar, find_data_regions
from pagerows.regions._records import RecordParams, regions_of
from pagerows.registry import Method
from pagerows.trees import Elements, Shapes
from pagerows.values import Region

__all__ = ["METHOD", "DeptaParams", "find_regions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeptaParams(RecordParams):
    """What counts as similar, and what becomes a record."""

    #: Most sibling elements in a generalised node; >= 1. As in MDR: 10.
    max_siblings: int = 10
    #: Smallest normalised tree matching of similar trees; 0..1.
    similarity: float = 0.7
    #: Most cells of matching tables computed on a page; trees met beyond that match only if they are equal.
    budget: int = 1_000_000

    @classmethod
    def paper(cls) -> DeptaParams:
        """Return the setting of [ZL05] as far as it is MDR's: see `MdrParams.paper`."""
        return cls(regroup=2.0, score="text", hidden_text=1.0)


def find_regions(page: Page, params: DeptaParams) -> list[Region]:
    """Find regions of adjacent siblings whose trees match.

    >>> from pagerows.page import parse
    >>> page = parse("<ul>" + "<li><h3>A</h3><p>B <b>C</b></p></li>" * 3 + "</ul>")
    >>> [record.xpath for record in find_regions(page, DeptaParams())[0].records]
    ['/html/body/ul[1]/li[1]', '/html/body/ul[1]/li[2]', '/html/body/ul[1]/li[3]']
    """
    elements = Elements.of(page.nodes)
    similar = similar_trees(elements, Shapes(elements, page.nodes.tag, params.budget), params.similarity)
    found = find_data_regions(elements, similar, most=params.max_siblings, nested=params.nested)
    return regions_of(page, elements, found, similar, params)


def similar_trees(elements: Elements, shapes: Shapes, least: float) -> Similar:
    """Return the comparison of DEPTA: simple tree matching of two slices, normalised by their mean size."""
    string = elements.string

    def similar(first: int, middle: int, last: int) -> bool:
        if string[first] != string[middle]:
            return False
        return shapes.similarity(shapes.slice(first, middle), shapes.slice(middle, last), least) >= least

    return similar


METHOD = Method(
    name="depta",
    summary="adjacent siblings with matching tag trees",
    paper="[ZL05]",
    params=DeptaParams,
    find_regions=find_regions,
    align="partial_tree",
)
