"""Page -> the records of one list, page after page in the same columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from pagerows.errors import WrapperError
from pagerows.export.sheets import Sheet, SheetColumn, page_result
from pagerows.follow.columns import LEAD, Columns, keys_of
from pagerows.page import Page
from pagerows.pipeline import Extraction, extract
from pagerows.unique import UniqueNames
from pagerows.values import Region
from pagerows.wrapper import Wrapper, WrapperColumn, learn
from pagerows.wrapper.drift import BOUND, worst

__all__ = ["ListReader", "Reader", "Reading", "kept"]

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
class ListReader:
    """Reads pages with a wrapper learned from the first ones, and by itself those that the wrapper cannot read.

    Without `learns` each page is read by itself, and its columns are laid on those of the pages before.
    """

    #: How records are found.
    find: Callable[[Page], Extraction] = extract
    columns: Columns = field(default_factory=Columns)
    wrapper: Wrapper | None = None
    learns: bool = True
    #: Most records of a page that the wrapper has read.
    _most: int = 0

    def learn(self, pages: Sequence[Page]) -> None:
        """Learn the list and its columns; a wrapper that does not find what it was learned from is not used."""
        found = [one for page in pages if (one := self.find(page)).best is not None]
        if not found or self.columns.known or not self.learns:
            return
        try:
            wrapper = _with_free_names(learn(found))
        except WrapperError:
            return
        if all(_records(wrapper.apply(one.page)) == _records(one) for one in found):
            self.wrapper = wrapper

    def read(self, page: Page) -> Reading | None:
        """Read one page."""
        if not self.columns.known and self.wrapper is None:
            self.learn([page])
        by_wrapper = self._by_wrapper(page)
        if by_wrapper is not None and len(by_wrapper.sheet) >= self._most:
            self._most = len(by_wrapper.sheet)
            return by_wrapper
        # Fewer than before: the last page, or records that the wrapper does not know.
        by_itself = self._by_itself(page) if self.columns.known or self.wrapper is None else None
        if by_wrapper is None or (by_itself is not None and len(by_itself.sheet) > len(by_wrapper.sheet)):
            return by_itself
        return by_wrapper

    def _by_wrapper(self, page: Page) -> Reading | None:
        if self.wrapper is None:
            return None
        found = self.wrapper.apply(page)
        if found.best is None or worst(found.drift) >= BOUND:
            return None
        return self._reading(found, found.best, self.columns.by_name)

    def _by_itself(self, page: Page) -> Reading | None:
        """Of the page's regions the one that is most like the list so far."""
        found = self.find(page)
        if not self.columns.known:
            return self._reading(found, found.best, self.columns.arrange) if found.best else None
        regions = [region for region in found.regions if region.content is not False][:_LOOKED_AT]
        scored = [(self._likeness(page, region), -place, region) for place, region in enumerate(regions)]
        if not scored:
            return None
        likeness, _, region = max(scored, key=lambda entry: entry[:2])
        return self._reading(found, region, self.columns.arrange) if likeness >= _SAME_LIST else None

    def _likeness(self, page: Page, region: Region) -> float:
        return self.columns.likeness(keys_of(page, region))

    def _reading(self, found: Extraction, region: Region, arrange: _Arrange) -> Reading | None:
        only = replace(found, regions=[replace(region, content=True)])
        sheets = page_result("", only).sheets
        if not sheets:
            return None
        columns = arrange(keys_of(found.page, region), sheets[0].columns, len(sheets[0]))
        return Reading(region, replace(sheets[0], columns=tuple(columns)))


_Arrange = Callable[[Sequence[WrapperColumn], Sequence[SheetColumn], int], list[SheetColumn]]


def _records(found: Extraction) -> list[int]:
    return [] if found.best is None else [record.span.start for record in found.best.records]


def _with_free_names(wrapper: Wrapper) -> Wrapper:
    """A wrapper whose columns are not called what rows start with."""
    unique = UniqueNames([*LEAD, *wrapper.names])
    for name in wrapper.names:
        if name in LEAD:
            wrapper = wrapper.rename(name, unique(name))
    return wrapper


def kept(sheet: Sheet, rows: list[int]) -> Sheet:
    """Return some rows of a sheet."""
    columns = tuple(_picked(column, rows) for column in sheet.columns)
    return replace(sheet, columns=columns, xpaths=tuple(sheet.xpaths[row] for row in rows))


def _picked(column: SheetColumn, rows: list[int]) -> SheetColumn:
    def pick(cells: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        return None if cells is None else tuple(cells[row] for row in rows)

    return replace(column, texts=pick(column.texts) or (), urls=pick(column.urls), values=pick(column.values))
