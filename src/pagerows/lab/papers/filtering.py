"""The experiment of [VD13 s. 6]: what a filter prunes, whether records survive, and how much noise MDR is spared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from pagerows import registry
from pagerows.lab.bench.cells import item
from pagerows.lab.bench.corpora import Dataset, Gold
from pagerows.lab.bench.measures import measure
from pagerows.page import Page, parse
from pagerows.page.nodes import TEXT
from pagerows.prune import RowMap, pruned
from pagerows.values import Region

__all__ = ["Filtered", "averages", "experiment", "filtered"]

#: Share of the titles (or of the records' text) that must be left for the content to be there. [VD13] looked.
PRESENT: Final = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtered:
    """One line of [VD13 Table I]."""

    page: str
    nodes: int
    left: int
    #: Whether the content is still there; None where the gold cannot tell.
    present: bool | None
    #: Records that MDR reports, and those of them that hold a title: on the page, and on what is left of it.
    total: int
    target: int | None
    total_left: int
    target_left: int | None

    @property
    def pruned(self) -> float:
        """The share of nodes that are gone."""
        return 1 - self.left / max(1, self.nodes)

    @property
    def noise_removed(self) -> float | None:
        """[VD13 Eq. 4]; None where the content was lost, there was no noise, or targets are not known."""
        if not self.present or self.target is None or self.target_left is None or self.total == self.target:
            return None
        return 1 - (self.total_left - self.target_left) / (self.total - self.target)


def experiment(
    dataset: Dataset, chosen: registry.Filter, params: Any, extractor: str = "mdr", preset: str | None = None
) -> Iterator[Filtered]:
    """Filter every page of a dataset that has records; `preset` is the extractor's."""
    for gold in dataset.pages:
        if gold.has_records and dataset.path(gold).is_file():
            page = parse(dataset.path(gold), encoding=dataset.encoding(gold))
            yield filtered(gold, page, chosen, params, extractor, preset)


def filtered(
    gold: Gold, page: Page, chosen: registry.Filter, params: Any, extractor: str = "mdr", preset: str | None = None
) -> Filtered:
    """Filter one page, and run an extractor on it before and after."""
    small, rows = pruned(page, chosen.prune(page, params))
    before, after = _found(page, extractor, preset), _found(small, extractor, preset)
    return Filtered(
        page=gold.page,
        nodes=len(page.nodes),
        left=len(small.nodes),
        present=_present(gold, page, small, rows),
        total=sum(map(len, before)),
        target=_targets(gold, before),
        total_left=sum(map(len, after)),
        target_left=_targets(gold, after),
    )


def averages(lines: Iterable[Filtered]) -> tuple[float | None, float | None, float | None]:
    """Content present, nodes pruned, noise removed, in percent: means over the pages where each is known, else None."""
    lines = list(lines)
    columns: list[list[float]] = [
        [float(line.present) for line in lines if line.present is not None],
        [line.pruned for line in lines],
        [line.noise_removed for line in lines if line.noise_removed is not None],
    ]
    present, gone, noise = (100 * sum(column) / len(column) if column else None for column in columns)
    return present, gone, noise


def _found(page: Page, method: str, preset: str | None = None) -> list[Region]:
    chosen = registry.method(method)
    (params,) = registry.make_params([chosen.params], {}, preset)
    return chosen.find_regions(page, params)


def _targets(gold: Gold, regions: Sequence[Region]) -> int | None:
    if gold.kind != "anchors":
        return None
    answer = [[record.text] for region in regions for record in region.records]
    return int(measure(gold, answer)["titles"])


def _present(gold: Gold, page: Page, small: Page, rows: RowMap) -> bool | None:
    """Whether the records are still there: by their titles, else by a region that has as many records as the gold."""
    if gold.kind == "anchors":
        here, there = _letters(page), _letters(small)
        titles = [found.letters for title in gold.anchors if (found := item(title)) and found.letters in here]
        return sum(title in there for title in titles) >= PRESENT * len(titles) if titles else None
    same = [r for name in ("depta", "same_path") for r in _found(page, name) if len(r) == gold.count]
    if gold.kind != "count" or not same:
        return None
    best = max(same, key=lambda region: sum(len(record.text) for record in region.records))
    text = np.zeros(len(page.nodes), bool)
    for record in best.records:
        for first, last in record.parts:
            text[first:last] = page.nodes.kind[first:last] == TEXT
    return bool(text[rows.rows].sum() >= PRESENT * text.sum())


def _letters(page: Page) -> str:
    found = item(" ".join(page.nodes.texts(0, len(page.nodes))))
    return found.letters if found else ""
