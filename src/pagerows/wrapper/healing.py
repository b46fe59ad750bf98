"""A site that has changed: its list is looked for again by what it holds, and the wrapper learned anew."""

from __future__ import annotations

from dataclasses import replace

from pagerows.columns.reading import shared_habits
from pagerows.errors import WrapperError
from pagerows.page import Page
from pagerows.pipeline import Extraction, extract
from pagerows.values import Region
from pagerows.wrapper.applying import apply, columns_with_evidence
from pagerows.wrapper.choosing import is_shown
from pagerows.wrapper.drift import BOUND, Drift, worst
from pagerows.wrapper.learning import learn_from_regions
from pagerows.wrapper.model import Wrapper, WrapperColumn

__all__ = ["heal", "read_with"]

#: Regions of the changed page that are compared with what was learned.
MOST_REGIONS = 8
#: Share of the wrapper's columns, weighed by how full they were, that a list must have to be the same.
SAME = 0.5


def read_with(wrapper: Wrapper, page: Page, *, heal: bool = False, new_columns: bool = True) -> Extraction:
    """Read a page with a wrapper; where its list is gone from its place, look for it by what it holds.

    With `heal` the wrapper that reads it there is part of the result, and a column that is gone is looked for as well.
    """
    found = apply(wrapper, page, new_columns=new_columns)
    if worst(found.drift) < BOUND or (found.best is not None and not heal):
        return found
    try:
        healed = _healed(wrapper, page)
    except WrapperError:
        return found
    again = apply(healed, page, new_columns=new_columns)
    if worst(again.drift) >= worst(found.drift):
        return found
    if heal:
        told = Drift("healed", None, 0.0, f"the list was found again (version {healed.version})")
        return replace(again, drift=(told, *again.drift), healed=healed)
    told = Drift("records moved", None, BOUND, "found again by what they hold; healing keeps the new place")
    return replace(again, drift=(told, *again.drift))


def heal(wrapper: Wrapper, page: Page) -> Wrapper:
    """Return a new version of a wrapper that reads the changed page, with the old names."""
    return _healed(wrapper, page)


def _healed(wrapper: Wrapper, page: Page) -> Wrapper:
    best: tuple[float, Region] | None = None
    for region in extract(page).regions[:MOST_REGIONS]:
        if len(region.records) < 2 or not is_shown(region):
            continue
        score = _fit(wrapper, page, region) - 0.1 * (region.content is False)
        if best is None or score > best[0]:
            best = score, region
    if best is None or best[0] < SAME:
        raise WrapperError("the list of the wrapper is not on this page: nothing on it holds the same columns")
    learned = learn_from_regions([page], [[best[1]]], certain=True)
    return replace(
        learned,
        columns=tuple(_kept_names(wrapper, learned)),
        habits=shared_habits([wrapper.habits, learned.habits]),
        version=wrapper.version + 1,
        learned_from=wrapper.learned_from + learned.learned_from,
        count=(min(wrapper.count[0], learned.count[0]), max(wrapper.count[1], learned.count[1])),
    )


def _fit(wrapper: Wrapper, page: Page, region: Region) -> float:
    """Which share of the wrapper's columns a list has, columns weighed by how full they were."""
    found = columns_with_evidence(page, region.records, wrapper.habits)
    pairs = wrapper.matched([column for column, _, _ in found], [evidence for _, evidence, _ in found])
    weights = [column.evidence.fill for column in wrapper.columns]
    # Of the same type, too: a menu has titles and links as well.
    same = sum(weights[i] * (1.0 if found[j][0].type == wrapper.columns[i].type else 0.5) for i, j in pairs.items())
    return same / max(1e-9, sum(weights))


def _kept_names(old: Wrapper, new: Wrapper) -> list[WrapperColumn]:
    """The old columns in their order, each with the new place; new ones behind them."""
    pairs = old.matched(new.columns, [column.evidence for column in new.columns])
    return [
        replace(new.columns[pairs[i]], name=column.name, role=column.role, type=column.type) if i in pairs else column
        for i, column in enumerate(old.columns)
    ]
