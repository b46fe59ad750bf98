"""scrapy-poet: page objects ask for `Rows` and get the records of their page.

@attrs.define
class ChairsPage(ItemPage):
    rows: Rows
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scrapy.http import Response
from scrapy_poet.page_input_providers import PageObjectInputProvider

from pagerows.pipeline import Extraction, extract

__all__ = ["Rows", "RowsProvider"]


@dataclass(frozen=True, slots=True)
class Rows:
    """The records of a response: `found` is the whole `Extraction`."""

    found: Extraction

    @property
    def dicts(self) -> list[dict[str, Any]]:
        """The rows of the best list; none where the page has no list."""
        return self.found.table.to_dicts() if self.found.best else []

    @property
    def next(self) -> str | None:
        """The address of the list's next page."""
        return self.found.page.pagination.next


class RowsProvider(PageObjectInputProvider):
    """Makes `Rows` of the response; add it to SCRAPY_POET_PROVIDERS, or use `pagerows.scrapy.Addon`."""

    provided_classes = {Rows}  # noqa: RUF012 - as the base class has it

    def __call__(self, to_provide: set[Callable[..., Any]], response: Response) -> Sequence[Any]:
        """Extract the response's page."""
        del to_provide  # one class only
        return [Rows(extract(response))]
