"""How often the main data region is right [F17 Tables 8-9]: one measure for all systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

import pagerows
from pagerows import registry
from pagerows.lab.bench.corpora import Gold
from pagerows.lab.bench.tasks import MethodSpec
from pagerows.lab.papers.golden import Golden
from pagerows.page import Page

__all__ = ["answered", "verdicts"]


def verdicts(pages: Iterable[tuple[Gold, Page]], spec: MethodSpec) -> Iterator[tuple[Gold, bool]]:
    """Each page whose gold records can be found on it, and whether the method's main data region is right there."""
    for gold, page in pages:
        golden = Golden(page.nodes, gold)
        if golden.places:
            yield gold, golden.is_right(answered(page, spec))


def answered(page: Page, spec: MethodSpec) -> NDArray[np.bool_]:
    """The rows that a system calls the main data region.

    DERIN's region; what a filter leaves of the page, where one is given ([F17 s. 4.2] looks at the pruned page); else
    the records of the first region that is not noise.
    """
    kept = np.zeros(len(page.nodes), bool)
    if name := spec.params.get("filter"):
        chosen: registry.Filter = registry.part("prune", name)
        (params,) = registry.make_params([chosen.params], {}, spec.params.get("preset"))
        kept |= chosen.prune(page, params)
        return kept
    found = [r for r in pagerows.extract(page, method=spec.name, **spec.params).regions if r.content is not False]
    if not found:
        return kept
    row = page.nodes.find(found[0].evidence["xpath"]) if "xpath" in found[0].evidence else None
    parts = [part for record in found[0].records for part in record.parts]
    for start, stop in parts if row is None else [(row, int(page.nodes.end[row]))]:
        kept[start:stop] = True
    return kept
