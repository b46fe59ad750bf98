"""What the data that a page carries say about its records, asked where the page itself leaves doubt.

Records that are objects of a list in the data, one to one and whole, are the page's records, and are cut right. Where a
page shows nothing, because scripts fill it, the records are the data's; so they are where the document is JSON itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pagerows._arrays import as_array
from pagerows.page import Page
from pagerows.plain import replace
from pagerows.values import Region

if TYPE_CHECKING:
    from pagerows._arrays import Array
    from pagerows.later import Floats
    from pagerows.measures.candidates import Candidates
    from pagerows.page.data.lists import DataList
    from pagerows.page.data.shown import Shown

__all__ = ["DOUBT", "answered", "heard", "or_carried"]

#: Score of the best candidate below which the data are asked; above it, candidates are right without.
DOUBT: Final = 0.75
#: How far behind the best a candidate may be, and what full support of the data is worth.
NEAR: Final = 0.15
WORTH: Final = 0.3
#: Support below which there is none: a few objects that are shown somewhere say nothing about a list.
WEAK: Final = 0.5
#: Fewest records that are objects, and the support and score from which data alone say that the page has records.
FEWEST: Final = 4
SURE: Final = 0.85
LEAST: Final = 0.4
ENOUGH: Final = 6
#: Candidates that are looked at.
MOST: Final = 12
#: A page shows next to nothing where its data say this many times more than it, and it has no more letters than this.
TIMES: Final = 3
LITTLE: Final = 2000
#: Characters in which a document must begin as JSON does.
_BEGINNING: Final = 100


def heard(page: Page, candidates: Candidates, scores: Floats | Array) -> tuple[Any, int]:
    """Put the candidate first that the page's data speak for, of those that are nearly the best.

    Return the scores, and the number of its records that are objects of the data where these alone say that they are
    records (0: they do not).
    """
    shown = page.shown_data
    if not shown:
        return scores, 0
    values: list[float] = scores.tolist()
    order = sorted(range(len(values)), key=lambda one: -values[one])[:MOST]
    near = [one for one in order if values[one] >= values[order[0]] - NEAR]
    support = {one: max((_support(each, candidates, one) for each in shown), default=(0.0, 0)) for one in near}
    winner = max(near, key=lambda one: values[one] + WORTH * support[one][0])
    if _is_part(candidates, winner, order[0]):  # the same records without some that the data do not have: offers, say
        winner = order[0]
    strength, objects = support[winner]
    if winner != order[0]:
        values[winner] = values[order[0]] + 1e-6
    sure = strength >= SURE and objects >= ENOUGH and values[winner] >= LEAST
    return as_array("float64", values), objects if sure else 0


def _is_part(candidates: Candidates, one: int, other: int) -> bool:
    """Whether all records of a candidate are records of another."""
    return _spans(candidates, one) <= _spans(candidates, other)


def _spans(candidates: Candidates, one: int) -> set[tuple[int, int]]:
    own = slice(int(candidates.first[one]), int(candidates.first[one + 1]))
    return set(zip(candidates.start[own].tolist(), candidates.stop[own].tolist(), strict=True))


def _support(shown: Shown, candidates: Candidates, chosen: int) -> tuple[float, int]:
    """How much of a candidate and of a list of objects is one to one, 0 to 1; and how many records that are."""
    own = slice(int(candidates.first[chosen]), int(candidates.first[chosen + 1]))
    support, pairs = shown.support(candidates.start[own].tolist(), candidates.stop[own].tolist(), FEWEST)
    return (support, pairs) if support >= WEAK else (0.0, 0)


def answered(page: Page) -> list[Region] | None:
    """The lists of a document that is JSON: what an interface answers. None where it is a page."""
    if page.markup[:_BEGINNING].lstrip()[:1] not in ("{", "[", b"{", b"[") or not page.data.is_document:
        return None
    return _carried(page, "the document is JSON, with {count} records")


def or_carried(page: Page, regions: list[Region]) -> list[Region]:
    """The regions of a page, and before them those of its data where the page shows next to nothing and no records."""
    if any(region.content for region in regions) or (shown := _letters_shown(page)) > LITTLE:
        return regions
    lists = page.data.lists
    if not lists or _letters(lists[0]) < TIMES * shown:
        return regions
    return [*_carried(page, "the page shows next to nothing, its data have {count} records"), *regions]


def _letters_shown(page: Page) -> int:
    """How many letters a page shows; no more are counted than say that they are not few."""
    lengths, shown = page.nodes.text_length, 0
    for first in range(0, len(lengths), 500):
        shown += sum(lengths[first : first + 500].tolist())
        if shown > LITTLE:
            break
    return shown


def _carried(page: Page, because: str) -> list[Region]:
    """The lists of a page's data as regions, with the reason for it."""
    from pagerows.regions import embedded  # few pages need it

    found = embedded.find_regions(page, embedded.EmbeddedParams())
    return [replace(each, evidence={"because": [because.format(count=len(found[0].records))]}) for each in found]


def _letters(found: DataList) -> int:
    """Letters of the texts that objects hold, addresses and numbers aside."""
    from pagerows.page.data.lists import value_text  # most pages are read without their data

    return sum(
        min(200, len(value))
        for one in found.objects
        for value in map(value_text, one.values())
        if " " in value and not value.startswith(("http:", "https:", "/"))
    )
