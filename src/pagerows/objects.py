"""Records that are objects of the data that a page carries for machines: they have fields, and no place on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pagerows.page import Page
from pagerows.page.data.lists import value_text
from pagerows.values import Record, Span

__all__ = ["EmbeddedRecord"]


class EmbeddedRecord(Record):
    """An object of a page's data; it has no place among the page's nodes."""

    def __init__(self, page: Page, fields: Mapping[str, Any], where: str, keys: tuple[str, ...]) -> None:
        super().__init__(page, ())
        self.__dict__.update(fields=fields, where=where, keys=keys)

    @property
    def span(self) -> Span:
        """No rows."""
        return Span(0, 0)

    @property
    def xpath(self) -> str:
        """Where the object stands in the data: ``state.products[3]``."""
        return str(self.__dict__["where"])

    @property
    def xpaths(self) -> list[str]:
        """The same, as a list."""
        return [self.xpath]

    @property
    def tops(self) -> list[int]:
        """No rows."""
        return []

    @property
    def text(self) -> str:
        """What its fields say."""
        return " ".join(" ".join(map(value_text, self.fields.values())).split())

    @property
    def fields(self) -> Mapping[str, Any]:
        """The object's members, those of objects inside of it under joined names."""
        fields: Mapping[str, Any] = self.__dict__["fields"]
        return fields

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its list that are columns, in the order of first appearance."""
        keys: tuple[str, ...] = self.__dict__["keys"]
        return keys
