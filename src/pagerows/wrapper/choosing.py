"""Which list a person means, where they know better than the method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pagerows.errors import WrapperError
from pagerows.pipeline import Extraction
from pagerows.values import Region

__all__ = ["candidates", "chosen", "is_shown"]


def candidates(found: Extraction, wanted: Sequence[str], number: int | None, most: int) -> list[Region]:
    """The lists of a page that may be meant, best first; a WrapperError where there is none of that number."""
    if number is not None:
        if not 1 <= number <= len(found.regions):
            raise WrapperError(f"region {number}: the page has {len(found.regions)} regions")
        return [found.regions[number - 1]]
    if not wanted:
        return [one for one in found.regions if one.content is not False][:most]
    holding = [one for one in found.regions if all(_holds(one, text) for text in wanted)]
    # The list whose records are the smallest around the text: not the page's frame.
    return sorted(holding, key=lambda one: (one.content is False, max(len(r.text) for r in one.records)))[:most]


def chosen(found: Extraction, near: str | None, number: int | None, examples: Sequence[str]) -> Extraction:
    """Put the list that is meant first, as content; a WrapperError where no list fits."""
    wanted = [text for text in (near, *examples) if text]
    fitting = candidates(found, wanted, number, 1)
    if not fitting:
        raise WrapperError(nothing(wanted))
    first = replace(fitting[0], content=True)
    return replace(found, regions=[first, *(one for one in found.regions if one is not fitting[0])])


def nothing(wanted: Sequence[str], pages: int = 1) -> str:
    """Say that no list fits."""
    if wanted:
        return f"no list holds {' and '.join(map(repr, wanted))}"
    return f"no list was found on {'the page' if pages == 1 else f'any of the {pages} pages'}"


def is_shown(region: Region) -> bool:
    """Whether records are part of what the page shows: data that it carries for machines has no selector."""
    return all(record.parts for record in region.records)


def _holds(region: Region, text: str) -> bool:
    plain = " ".join(text.split()).casefold()
    return len(region.records) > 1 and any(plain in record.text.casefold() for record in region.records)
