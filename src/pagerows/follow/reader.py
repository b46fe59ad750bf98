"""Page -> the records of one list, page after page in the same columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from pagerows.export.sheets import Sheet, SheetColumn, page_result
from pagerows.follow.columns import Columns, key_of
from pagerows.page import Page
from pagerows.pipeline import Extraction, extract
from pagerows.values import Region

__all__ = ["AlignedReader", "Reader", "Reading", "joined", "kept"]

#: Share of columns that the list on a later page has in common with the first ones, at least.
_SAME_LIST: Final = 0.34
#: Regions of a page that are looked at for the list.
_LOOKED_AT: Final = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """The list on one page."""

    region: Region
    sheet: Sheet


class Reader(Protocol):
    """What reads the list on each page: None where a page does not have it."""

    def read(self, page: Page) -> Reading | None:
        """Read one page."""


@dataclass(slots=True)
class AlignedReader:
    """Finds the records of each page by itself, and lays its columns on those of the pages before."""

    #: How records are found.
    find: Callable[[Page], Extraction] = extract
    columns: Columns = field(default_factory=Columns)

    def read(self, page: Page) -> Reading | None:
        """Read one page; on later pages the region that is most like the list so far."""
        found = self.find(page)
        regions = [region for region in found.regions if region.content is not False][:_LOOKED_AT]
        if not self.columns.known:
            return self._reading(found, found.best) if found.best else None
        scored = [(self._likeness(page, region), -place, region) for place, region in enumerate(regions)]
        if not scored:
            return None
        likeness, _, region = max(scored, key=lambda entry: entry[:2])
        return self._reading(found, region) if likeness >= _SAME_LIST else None

    def _likeness(self, page: Page, region: Region) -> float:
        return self.columns.likeness([key_of(page, column) for column in region.table.all_columns])

    def _reading(self, found: Extraction, region: Region) -> Reading | None:
        only = replace(found, regions=[replace(region, content=True)])
        sheets = page_result("", only).sheets
        if not sheets:
            return None
        keys = [key_of(found.page, column) for column in region.table.all_columns]
        columns = self.columns.arrange(keys, sheets[0].columns, len(sheets[0]))
        return Reading(region, replace(sheets[0], columns=tuple(columns)))


def kept(sheet: Sheet, rows: list[int]) -> Sheet:
    """Return some rows of a sheet."""
    columns = tuple(_picked(column, rows) for column in sheet.columns)
    return replace(sheet, columns=columns, xpaths=tuple(sheet.xpaths[row] for row in rows))


def _picked(column: SheetColumn, rows: list[int]) -> SheetColumn:
    def pick(cells: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        return None if cells is None else tuple(cells[row] for row in rows)

    return replace(column, texts=pick(column.texts) or (), urls=pick(column.urls), values=pick(column.values))


def joined(sheets: Sequence[Sheet]) -> Sheet:
    """Return the rows of several sheets as one, columns by name; what a sheet lacks is empty."""
    names = dict.fromkeys(column.name for sheet in sheets for column in sheet.columns)
    found = [{column.name: column for column in sheet.columns} for sheet in sheets]
    lengths = [len(sheet) for sheet in sheets]
    columns = tuple(_joined([page.get(name) for page in found], lengths) for name in names)
    return replace(sheets[0], columns=columns, xpaths=tuple(xpath for sheet in sheets for xpath in sheet.xpaths))


def _joined(parts: Sequence[SheetColumn | None], lengths: Sequence[int]) -> SheetColumn:
    first = next(part for part in parts if part is not None)

    def cells(what: str) -> tuple[Any, ...]:
        each = (getattr(part, what, None) or (None,) * length for part, length in zip(parts, lengths, strict=True))
        return tuple(cell for column in each for cell in column)

    there = [part for part in parts if part is not None]
    # Values of another type would be read as this one's: where pages differ, only the texts are right for all.
    alike = all(part.type == first.type and part.values is not None for part in there)
    urls = cells("urls")
    return replace(
        first,
        type=first.type if alike or first.values is None else "text",
        texts=cells("texts"),
        urls=urls if any(urls) else None,
        values=cells("values") if alike else None,
    )
