"""MDR: mining data records by comparing the tag strings of adjacent siblings.

[LGZ03] B. Liu, R. Grossman, Y. Zhai: Mining Data Records in Web Pages. KDD 2003.
The paper returns all regions; which one comes first is our choice (`score`).
"""

from __future__ import annotations

from dataclasses import dataclass

from pagerows.page import Page
from pagerows.regions._generalised import Similar, find_data_regions
from pagerows.regions._records import RecordParams, regions_of
from pagerows.registry import Method
from pagerows.trees import Elements, string_distance
from pagerows.values import Region

__all__ = ["METHOD", "MdrParams", "find_regions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MdrParams(RecordParams):
    """What counts as similar, and what becomes a record."""

    #: Most sibling elements in a generalised node, K; >= 1. [LGZ03 s. 3.2]: 10.
    max_siblings: int = 10
    #: Largest normalised edit distance of similar tag strings, T; 0..1. [LGZ03 s. 4]: 0.3.
    threshold: float = 0.3

    @classmethod
    def paper(cls) -> MdrParams:
        """Return the setting of [LGZ03]: no generalised node is taken apart but by its Fig. 13 and 14.

        The paper gives all regions; the one with most text comes first here, hidden or not.
        """
        return cls(regroup=2.0, score="text", hidden_text=1.0)


def find_regions(page: Page, params: MdrParams) -> list[Region]:
    """Find regions of similar adjacent siblings.

    >>> from pagerows.page import parse
    >>> page = parse("<ul>" + "<li><h3>A</h3><p>B <b>C</b></p></li>" * 3 + "</ul>")
    >>> [record.xpath for record in find_regions(page, MdrParams())[0].records]
    ['/html/body/ul[1]/li[1]', '/html/body/ul[1]/li[2]', '/html/body/ul[1]/li[3]']
    """
    elements = Elements.of(page.nodes)
    similar = similar_strings(elements, params.threshold)
    found = find_data_regions(elements, similar, most=params.max_siblings, nested=params.nested)
    return regions_of(page, elements, found, similar, params)


def similar_strings(elements: Elements, threshold: float) -> Similar:
    """Return the comparison of MDR: the tag strings of two slices, each distinct pair compared once."""
    string = elements.string
    known: dict[tuple[str, str], bool] = {}

    def similar(first: int, middle: int, last: int) -> bool:
        a, b = string[first:middle], string[middle:last]
        if a == b:
            return True
        answer = known.get((a, b))
        if answer is None:
            answer = known[a, b] = string_distance(a, b, threshold) <= threshold
        return answer

    return similar


METHOD = Method(
    name="mdr",
    summary="adjacent siblings with similar tag strings",
    paper="[LGZ03]",
    params=MdrParams,
    find_regions=find_regions,
)
