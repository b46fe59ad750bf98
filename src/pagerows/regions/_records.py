"""Data regions -> regions of records, best first: the last step of MDR and DEPTA [LGZ03 s. 3.4]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.regions._generalised import DataRegion, Similar
from pagerows.trees import Elements
from pagerows.values import Record, Region, Span

__all__ = ["RecordParams", "regions_of"]

#: Element slices: the parts of one record.
Parts = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordParams:
    """What becomes a record, and which region comes first."""

    #: Take a generalised node of r siblings apart where groups of fewer siblings (a divisor of r) resemble each
    #: other: the smallest share of similar neighbours for that, 0..1; above 1: never, as in [LGZ03]. Longer runs
    #: win there, so that two "records" of five list items each beat ten of which one is odd.
    #: 0.3: record F1 of MDR on estuka2017 .67 -> .85.
    regroup: float = 0.3
    #: Look for records inside of generalised nodes: several per node, or parts of one in several nodes.
    #: [LGZ03 Fig. 13, 14]: yes.
    split: bool = True
    #: Fewest elements of a table cell for it to be a record; rows of smaller cells are rows of a data table.
    #: [LGZ03] excepts "data table rows" and does not say what they are.
    min_cell: int = 3
    #: Also give the regions inside of generalised nodes. [LGZ03 Fig. 8]: no.
    nested: bool = False
    #: Fewest records of a region.
    min_records: int = 2
    #: What the score is: the region's share of the page's text, times log2 of the number of records or times how
    #: even the records are; its share of the nodes; or its place. Not in the paper, which gives all regions in
    #: document order. Macro F1 on estuka2017 / tbdw / lists2026: text_log .84/.85/.72, text .83/.81/.64.
    score: Literal["text_log", "text", "text_even", "nodes", "order"] = "text_log"
    #: What hidden text counts in the score, 0..1; not 0, so that lists which a script shows later still have an order.
    #: 1 -> 0.1: macro F1 of DEPTA on estuka2017 .876 -> .905 (menus that open on a click).
    hidden_text: float = 0.1


def regions_of(
    page: Page, elements: Elements, found: Sequence[DataRegion], similar: Similar, params: RecordParams
) -> list[Region]:
    """Turn data regions into regions of records, best first."""
    regions = []
    for region in found:
        records = _records(page, elements, region, similar, params)
        if len(records) >= params.min_records:
            made = tuple(_record(page, elements, parts) for parts in records)
            regions.append(Region(made, score=_score(page, made, params)))
    return sorted(regions, key=lambda region: -region.score)


def _records(page: Page, elements: Elements, region: DataRegion, similar: Similar, params: RecordParams) -> list[Parts]:
    edges = _regrouped(elements, region, similar, params)
    nodes = list(pairwise(edges))
    whole: list[Parts] = [((a, b),) for a, b in nodes]
    if not params.split:
        return whole
    records: list[Parts] = []
    for a, b in nodes:
        tops = _tops(elements, a, b)
        inside = [elements.children(top) for top in tops]
        if _splits(page, elements, tops, inside, similar, params):
            records.extend(tuple((c, int(elements.end[c])) for c in parts) for parts in zip(*inside, strict=True))
        else:
            records.append(((a, b),))
    return records


def _regrouped(elements: Elements, region: DataRegion, similar: Similar, params: RecordParams) -> Sequence[int]:
    """The edges of the generalised nodes, or of smaller ones where those resemble each other as well."""
    if region.size == 1 or params.regroup > 1:
        return region.edges
    tops = [*_tops(elements, region.edges[0], region.edges[-1]), region.edges[-1]]
    for size in range(1, region.size):
        if region.size % size:
            continue
        edges = tops[::size]
        pairs = [similar(*edges[i : i + 3]) for i in range(len(edges) - 2)]
        if sum(pairs) >= params.regroup * len(pairs):
            return edges
    return region.edges


def _tops(elements: Elements, first: int, last: int) -> list[int]:
    tops = []
    while first < last:
        tops.append(first)
        first = int(elements.end[first])
    return tops


def _splits(
    page: Page,
    elements: Elements,
    tops: list[int],
    inside: list[list[int]],
    similar: Similar,
    params: RecordParams,
) -> bool:
    """Whether the children of a generalised node are records [LGZ03 Fig. 13], or parts of records [Fig. 14]."""
    count = len(inside[0])
    if count < 2 or any(len(children) != count for children in inside):
        return False
    for top, children in zip(tops, inside, strict=True):
        edges = [*children, int(elements.end[top])]
        if not all(similar(*edges[i : i + 3]) for i in range(count - 1)):
            return False
    if page.nodes.tag_name(int(elements.rows[tops[0]])) == "tr":
        sizes = [int(elements.end[c]) - c for children in inside for c in children]
        return sum(sizes) >= params.min_cell * len(sizes)
    return True


def _record(page: Page, elements: Elements, parts: Parts) -> Record:
    nodes = page.nodes
    spans = []
    for first, last in parts:
        top = _tops(elements, first, last)[-1]
        stop = int(nodes.end[elements.rows[top]])
        # Text that follows the last element and precedes the next one belongs to what it follows.
        while stop < len(nodes) and nodes.kind[stop] and nodes.parent[stop] == nodes.parent[elements.rows[top]]:
            stop += 1
        spans.append(Span(int(elements.rows[first]), stop))
    return Record(page, tuple(spans))


def _score(page: Page, records: Sequence[Record], params: RecordParams) -> float:
    nodes = page.nodes
    if params.score == "order":
        return 1.0 - records[0].span.start / max(1, len(nodes))
    if params.score == "nodes":
        return sum(b - a for record in records for a, b in record.parts) / max(1, len(nodes))
    hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
    length = np.where(hidden, params.hidden_text, 1.0) * nodes.text_length
    total = max(1.0, float(length.sum()))
    texts = np.array([sum(float(length[a:b].sum()) for a, b in r.parts) for r in records])
    if params.score == "text":
        return float(texts.sum() / total)
    if params.score == "text_log":
        return float(texts.sum() / total * np.log2(len(records)))
    return _evenness(texts) * float(texts.sum() / total)


def _evenness(values: NDArray[np.float64]) -> float:
    mean = float(values.mean())
    return 1 / (1 + float(values.std()) / mean) if mean else 0.0
