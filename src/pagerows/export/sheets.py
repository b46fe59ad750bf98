"""Extraction -> plain values that can be sent between processes and written in any format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from itertools import repeat
from typing import TYPE_CHECKING, Any

from pagerows.export._lines import texts_and_urls
from pagerows.values import CellKind, Column, Money, Range, Record, Records, Region

if TYPE_CHECKING:
    from pagerows.pipeline import Extraction

__all__ = [
    "PageResult",
    "Sheet",
    "SheetColumn",
    "end_of",
    "flat_columns",
    "joined",
    "page_result",
    "sheet_column",
    "start_of",
    "xpaths",
]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column without its page: what is written to files."""

    name: str
    kind: CellKind
    type: str
    texts: tuple[str | None, ...]
    #: Absolute URLs of links and images; None where the column has none.
    urls: tuple[str | None, ...] | None = None
    #: Numbers, dates...; None where the type adds nothing to the text.
    values: tuple[Any, ...] | None = None
    role: str | None = None
    unit: str | None = None
    confidence: float = 1.0
    doubt: str | None = None
    #: What the page shows, or data that it carries; and the key of these data that says the same.
    source: str = "page"
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table of one region."""

    #: Position among the page's regions, from 1.
    region: int
    score: float
    content: bool | None
    features: dict[str, float]
    columns: tuple[SheetColumn, ...]
    #: Where each record starts.
    xpaths: tuple[str, ...]
    #: The element that holds the records.
    xpath: str = ""
    #: Columns that are no part of the table: the reason and the first text of each.
    left_out: tuple[tuple[str, str], ...] = ()

    def __len__(self) -> int:
        return len(self.xpaths)


@dataclass(frozen=True, slots=True)
class PageResult:
    """What one source gave."""

    source: str
    method: str
    sheets: tuple[Sheet, ...] = ()
    url: str | None = None
    title: str = ""
    lang: str | None = None
    #: How many regions the page has, shown or not.
    found: int = 0
    #: Why there are no records, where there are none.
    refused: str = ""
    #: When the page was as it is: what relative dates were counted from.
    now: datetime | None = None
    #: Read with a wrapper: what has changed, as plain values; and the wrapper's new version where it was healed.
    drift: tuple[dict[str, Any], ...] = ()
    healed: dict[str, Any] | None = None
    #: The columns that were asked for and that nothing fits.
    missing: tuple[str, ...] = ()

    @property
    def doubts(self) -> list[str]:
        """What columns say of themselves that are not sure: "price: two scales"."""
        columns = (column for sheet in self.sheets for column in sheet.columns)
        return [f"{column.name}: {column.doubt}" for column in columns if column.doubt]

    @property
    def left_out(self) -> int:
        """How many columns were found and left out."""
        return sum(len(sheet.left_out) for sheet in self.sheets)


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


def page_result(source: str, extraction: Extraction, *, every: bool = False) -> PageResult:
    """Return the best content region of an extraction, or every region, as plain values."""
    best = extraction.best
    chosen = list(enumerate(extraction.regions, 1))
    if not every:
        chosen = [(number, region) for number, region in chosen if region is best]
    page = extraction.page
    return PageResult(
        source=source,
        method=extraction.method,
        sheets=tuple(_sheet(number, region) for number, region in chosen),
        url=page.url,
        title=page.title,
        lang=page.lang,
        found=len(extraction.regions),
        now=page.now,
        drift=tuple(change.plain() for change in extraction.drift),
        healed=None if extraction.healed is None else extraction.healed.plain(),
        missing=extraction.missing,
        refused="" if best else str(extraction.verdict),
    )


def _sheet(number: int, region: Region) -> Sheet:
    return Sheet(
        region=number,
        score=float(region.score),
        content=region.content,
        features={name: float(value) for name, value in region.features.items()},
        columns=tuple(sheet_column(column) for column in region.table.all_columns),
        xpath=region.xpath if region.records else "",
        xpaths=tuple(xpaths(region.records)),
        left_out=tuple(
            (left.reason, next((cell.text for cell in left.cells if cell is not None), ""))
            for left in region.table.left_out
        ),
    )


def xpaths(records: Sequence[Record]) -> list[str]:
    """Return the XPath of each record's first node; records that are data of the page say themselves where they are."""
    if isinstance(records, Records):
        return records.page.nodes.xpaths(records.starts.tolist())
    if any(not record.parts for record in records):
        return [record.xpath for record in records]
    return records[0].page.nodes.xpaths(record.parts[0].start for record in records) if records else []


def sheet_column(column: Column) -> SheetColumn:
    """Return a column without its page."""
    texts, urls, is_linked = texts_and_urls(column.cells)
    return SheetColumn(
        name=column.name,
        kind=column.kind,
        type=column.type,
        texts=texts,
        urls=urls if is_linked and urls != texts else None,  # a column of addresses says them once
        values=column.values,
        role=column.role,
        unit=column.unit,
        confidence=column.confidence,
        doubt=column.doubt,
        source=column.source,
        key=column.key,
    )


def flat_columns(columns: Sequence[SheetColumn], *, values: bool = False) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield (name, cells) for files that only know rows and columns.

    Links add a ``*_url`` column, images are their URL; where a whole card is one link, its address stands beside the
    title alone. With `values`, typed columns add ``*_value`` (ranges ``*_until``, money ``*_currency``): the text
    itself is always kept.
    """
    main = _main_link(columns)
    for column in columns:
        if column.kind == "image":
            yield column.name, column.urls or tuple(repeat(None, len(column.texts)))
            continue
        yield column.name, column.texts
        if column.urls and (column is main or not _says_again(column, main)):
            yield f"{column.name}_url", column.urls
        if values and column.values:
            yield from _value_columns(column)


def _main_link(columns: Sequence[SheetColumn]) -> SheetColumn | None:
    """The title where it is a link; nothing where no column is known to be one."""
    return next((column for column in columns if column.role == "title" and column.urls), None)


def _says_again(column: SheetColumn, main: SheetColumn | None) -> bool:
    """Whether each address of a column is the one that the row's title has."""
    if main is None:
        return False
    return all(not url or url == known for url, known in zip(column.urls or (), main.urls or (), strict=True))


def _value_columns(column: SheetColumn) -> Iterator[tuple[str, Sequence[Any]]]:
    """The values as columns of their own: of ranges the start, and the end beside it."""
    values = column.values or ()
    yield f"{column.name}_value", [None if value is None else start_of(value) for value in values]
    ends = [None if value is None else end_of(value) for value in values]
    if any(end is not None for end in ends):
        yield f"{column.name}_until", ends
    if column.type == "money":
        yield f"{column.name}_currency", [None if value is None else value[1] for value in values]


def start_of(value: Any) -> Any:
    """The amount of money, the start of a range, or the value itself."""
    if isinstance(value, Money):
        return _exact(value.amount)
    return value.start if isinstance(value, Range) else value


def _exact(amount: float) -> Decimal:
    """An amount of money as the page writes it: 0.1 is a tenth."""
    return Decimal(str(amount))


def end_of(value: Any) -> Any:
    """The end of a range; None where the value is none."""
    if isinstance(value, Money):
        return None if value.until is None else _exact(value.until)
    return value.end if isinstance(value, Range) else None
