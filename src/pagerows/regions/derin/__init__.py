"""DERIN: the main data region by rendered areas, records by attributes and n-grams [F17]."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.attributes import AttributeReader, ConceptParams, concepts
from pagerows.cells import CellParams, cells_of
from pagerows.errors import RenderError
from pagerows.page import Page
from pagerows.page.nodes import ELEMENT, NodeTable
from pagerows.regions.derin.area import MainRegion, main_region
from pagerows.regions.derin.structure import cohesion, outliers, restructure
from pagerows.registry import Method
from pagerows.values import Cell, Record, Region, Span

__all__ = ["METHOD", "DerinParams", "find_regions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DerinParams(ConceptParams):
    """[F17 Table 7], the switches of its Table 14, and what its text leaves open."""

    #: Fewest countable children of a candidate, and fewest records, #min.
    min_children: int = 3
    #: Least share of the body's area, %area.
    min_area: float = 0.1
    #: Least share of the body's height, %height.
    min_height: float = 0.2
    #: Least share of the body's width, %width.
    min_width: float = 0.3
    #: Largest mean tree edit distance between records of one region, delta_max.
    max_distance_between: float = 2.0
    #: A candidate goes when one below it fills more than this share of its area, %parent.
    max_parent: float = 0.2
    #: Whether "below" means any descendant (as the text of s. 3.1.3 says) or children only (as Eq. 4 says).
    any_ancestor: bool = True
    #: Ancestors tried in search of further records: the parent, and "a maximum of three" returns [F17 s. 3.1.3].
    max_climb: int = 4
    #: Of the candidates left take the one with the largest product of area and visible text; False: the largest area,
    #: as in the paper. Menus are large where style sheets are missing: region right on tpsf .88 instead of .73, on
    #: estuka2017 .973 instead of .955.
    by_text: bool = True
    #: Power of the likeness of a candidate's children (one minus their mean relative tree edit distance) that its size
    #: is multiplied by; 0 switches it off, as in the paper. Region right on tpsf .923 instead of .885, on estuka2017
    #: .986 instead of .973; 2 to 3 give the same.
    likeness: float = 2.0
    #: Where further groups of records are looked for below an ancestor: in elements of the same tag that start where
    #: the first group does and are as wide (``column``), in the other ``candidates`` that passed the filters, as in the
    #: paper's Fig. 4, or in all ``descendants``, as its text says. Region right on estuka2017, all else as in the
    #: paper: .950, .905, .923; records F1 .740, .887, .529.
    further: Literal["column", "candidates", "descendants"] = "column"
    #: Largest distance between records of one region relative to their size; 1 switches it off, as in the paper, where
    #: any two small elements are at most 2 apart. Records of estuka2017: micro F1 .881 instead of .856.
    max_relative: float = 0.3
    #: As in ConceptParams. The text gives T = 0.86 and theta_max and does not say how they go together. As a hard cut,
    #: with the cohesion below, macro F1 on estuka2017 / tpsf / tbdw is .896 / .654 / .720 with 0.86 and 0.5, .907 /
    #: .681 / .723 with 0.8 and 0.45, .904 / .673 / .716 with 0.7 and 0.5.
    min_similarity: float = 0.8
    #: Below this cohesion n-grams find the records, %cohesion [F17 Table 7: 0.5].
    min_cohesion: float = 0.45
    #: The addresses of links are attributes too, as in [F17 Table 3].
    addresses: bool = False
    #: Find records by n-grams where the children of the region are not alike [F17 Table 14].
    use_ngrams: bool = True
    #: Remove records unlike the others [F17 Table 14].
    drop_outliers: bool = True
    #: After climbing, records are the children of every group found; False: the children of the ancestor, as in the
    #: paper, which leaves it to the n-grams to find records in groups. Records of estuka2017: macro F1 .873 instead of
    #: .729 when it was decided.
    children_of_groups: bool = True

    @classmethod
    def paper(cls) -> DerinParams:
        """Return the setting of [F17]: its Table 7, and what its text says of the rest.

        T is not 0.86, which as a hard cut turns the effect of the n-grams round. Eq. 4 is read as its text has it (any
        ancestor), for as printed (parents only) it leaves the outermost candidate, of which little comes.
        """
        return cls(
            by_text=False,
            likeness=0.0,
            further="candidates",
            max_relative=1.0,
            min_similarity=0.7,
            min_cohesion=0.5,
            addresses=True,
            children_of_groups=False,
        )


def find_regions(page: Page, params: DerinParams) -> list[Region]:
    """Return the main data region with its records."""
    nodes = page.nodes
    if len(nodes) < 2:
        return []
    if nodes.layout is None:
        raise RenderError("derin reads rendered pages: give it a Page from pagerows.render")
    main = main_region(nodes, params)
    records = _records(page, main, params)
    if not records:
        return []
    boxes = nodes.layout.boxes
    share = float(boxes[main.row, 2] * boxes[main.row, 3] / max(1.0, boxes[0, 2] * boxes[0, 3]))
    return [Region(tuple(records), score=share, evidence={"xpath": nodes.xpath(main.row)})]


def _records(page: Page, main: MainRegion, params: DerinParams) -> list[Record]:
    tops = _tops(page.nodes, main.groups if params.children_of_groups else [main.row])
    if not tops:
        return _whole(page, main.row)
    records = [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in tops]
    cells = cells_of(page, records, CellParams())
    records = [record for record, row in zip(records, cells, strict=True) if row]  # content(r) = null [Eq. 5]
    cells = [row for row in cells if row]
    if params.addresses:
        cells = [_with_addresses(row) for row in cells]
    reader = AttributeReader(page)
    numbers = concepts([reader.attributes(*pair) for pair in zip(records, cells, strict=True)], params)
    cells, numbers = _without_constant(cells, numbers)
    if params.use_ngrams and cohesion(numbers) < params.min_cohesion:
        records, numbers = _by_ngrams(page, tops, cells, numbers, params)
    if params.drop_outliers:
        bad = outliers(numbers)
        records = [record for record, out in zip(records, bad.tolist(), strict=True) if not out]
    return records


def _whole(page: Page, row: int) -> list[Record]:
    """The region as one record: it has text of its own and no child elements."""
    rows = slice(row + 1, int(page.nodes.end[row]))
    shown = page.nodes.layout is not None and page.nodes.layout.visible[rows].any()
    return [Record(page, (Span(rows.start, rows.stop),))] if shown else []


def _with_addresses(cells: Sequence[Cell]) -> list[Cell]:
    """Put the address of each link in front of its text, as an attribute of its own [F17 Table 3]."""
    return [
        one
        for cell in cells
        for one in ([Cell(cell.url, "text", None, cell.span), cell] if cell.kind == "link" and cell.url else [cell])
    ]


def _tops(nodes: NodeTable, groups: Sequence[int]) -> list[int]:
    """The visible child elements of the groups [F17 s. 3.2.1, Eq. 6]."""
    assert nodes.layout is not None
    children: NDArray[np.intp] = np.concatenate([nodes.children(row) for row in groups])
    seen = (nodes.kind[children] == ELEMENT) & nodes.layout.visible[children]
    return sorted(children[seen].tolist())


def _without_constant(
    cells: Sequence[list[Cell]], numbers: Sequence[list[int]]
) -> tuple[list[list[Cell]], list[list[int]]]:
    """Drop concepts that have one and the same value wherever they occur, twice at least [F17 s. 3.2.4]."""
    values: dict[int, set[str]] = {}
    counts: Counter[int] = Counter()
    for row, concept in zip(cells, numbers, strict=True):
        counts.update(concept)
        for cell, number in zip(row, concept, strict=True):
            values.setdefault(number, set()).add(cell.text or cell.url or "")
    kept = {n for n, found in values.items() if len(found) > 1 or counts[n] == 1}
    pairs = [
        [(cell, n) for cell, n in zip(row, concept, strict=True) if n in kept]
        for row, concept in zip(cells, numbers, strict=True)
    ]
    return [[cell for cell, _ in row] for row in pairs], [[n for _, n in row] for row in pairs]


def _by_ngrams(
    page: Page,
    tops: Sequence[int],
    cells: Sequence[list[Cell]],
    numbers: Sequence[list[int]],
    params: DerinParams,
) -> tuple[list[Record], list[list[int]]]:
    """Cut the sequence of all attributes into records [F17 s. 3.2.5 steps 2-4]."""
    flat = [cell for row in cells for cell in row]
    sequence = [number for row in numbers for number in row]
    spans = restructure(sequence, params.min_children)
    starts = [_start(page.nodes, flat, span.start, tops) for span in spans]
    ends = page.nodes.end
    records = []
    for k, span in enumerate(spans):
        top = tops[bisect_right(tops, flat[span.stop - 1].span.start) - 1]
        stop = min(int(ends[top]), starts[k + 1] if k + 1 < len(spans) else len(page.nodes))
        records.append(Record(page, (Span(starts[k], stop),)))
    return records, [sequence[span.start : span.stop] for span in spans]


def _start(nodes: NodeTable, flat: Sequence[Cell], place: int, tops: Sequence[int]) -> int:
    """The highest node that starts with an attribute and holds none of the attributes before it."""
    row = flat[place].span.start
    top = tops[bisect_right(tops, row) - 1]
    before = flat[place - 1].span.stop - 1 if place else -1
    while row > top and nodes.parent[row] > before:
        row = int(nodes.parent[row])
    return row


METHOD = Method(
    name="derin",
    summary="the element that fills most of the screen; n-grams of attributes where its children are no records",
    paper="[F17]",
    params=DerinParams,
    find_regions=find_regions,
    needs_render=True,
    align="clusters",
)
