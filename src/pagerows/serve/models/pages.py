"""Pages: as the command line writes them (docs/schemas.md), asked for and found."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, model_validator

from pagerows.serve.models._common import Box, Method, Named, Number, Shape, Text, one_of

__all__ = [
    "DriftAnswer",
    "Extract",
    "Extracted",
    "FieldValue",
    "LeftOutColumn",
    "ListInfo",
    "OpenedRun",
    "PageAnswer",
    "PageColumn",
    "PageRecord",
    "PageRegion",
    "RenderAnswer",
    "RenderPage",
    "RenderedList",
    "RunInfo",
    "RunList",
    "Source",
    "VerdictAnswer",
]


class FieldValue(Shape):
    """One cell: its text, its address, and what its type knows of it."""

    text: str
    url: str | None = None
    value: Any = None
    until: Any = None
    currency: str | None = None


class PageRecord(Shape):
    """One record."""

    xpath: str
    fields: dict[str, FieldValue]


class PageColumn(Shape):
    """One column."""

    name: str
    kind: Literal["text", "link", "image"]
    type: str
    role: str | None
    unit: str | None
    confidence: float
    doubt: str | None


class LeftOutColumn(Shape):
    """A column that was found and left out."""

    reason: str
    text: str


class PageRegion(Shape):
    """One list with its table."""

    region: int
    xpath: str
    score: float | None
    content: bool | None
    columns: list[PageColumn]
    left_out: list[LeftOutColumn]
    records: list[PageRecord]


class PageAnswer(Shape):
    """One page, as `pagerows extract --format json` writes it."""

    source: str
    url: str | None
    title: str
    lang: str | None
    method: str
    regions_found: int
    now: str | None
    regions: list[PageRegion]


class Source(Shape):
    """A page: its address, its markup, or a file in base64 (html, gz, mhtml)."""

    model_config = ConfigDict(json_schema_extra=one_of("url", "html", "data"))

    url: Annotated[str, Field(min_length=1, max_length=8000)] | None = None
    html: str | None = None
    data: str | None = None
    #: What the page is called where it has no address.
    name: Annotated[str, Field(max_length=500)] | None = None
    #: The address of `html` or `data`: what relative links are relative to.
    page_url: Annotated[str, Field(max_length=8000)] | None = None

    @model_validator(mode="after")
    def _one(self) -> Source:
        if sum(given is not None for given in (self.url, self.html, self.data)) != 1:
            raise ValueError("give one of url, html and data")
        return self


class Extract(Source):
    """Find the records of a page."""

    method: Method = "auto"
    #: Open the page in a browser first; with scripts, run those of the page.
    render: bool = False
    scripts: bool = False
    #: The columns that the table is to have.
    want: Annotated[list[Text], Field(min_length=1, max_length=100)] | None = None
    #: Which list is meant: near this text, of this number, with these values.
    near: Text | None = None
    region: Number | None = None
    examples: Annotated[list[Text], Field(max_length=10, default_factory=list)]
    #: Read with a saved wrapper.
    wrapper: Annotated[str, Field(max_length=100)] | None = None
    #: Every list in the answer, not the best alone.
    all: bool = False
    #: How many records of each list the answer has; all where it is not given.
    records: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    #: Keep the run in the history.
    save: bool = True


class ListInfo(Shape):
    """One list of a page."""

    number: int
    xpath: str
    content: bool | None
    score: float | None
    records: int
    columns: int
    names: list[str]
    preview: list[list[str | None]]


class VerdictAnswer(Shape):
    """Whether the page has records, and why."""

    accepted: bool
    chance: float | None
    threshold: float | None
    reasons: list[str]


class DriftAnswer(Shape):
    """What has changed since a wrapper was learned."""

    kind: str
    column: str | None
    weight: float
    detail: str


class Extracted(Shape):
    """What was found on a page."""

    id: str | None
    which: int | None = Field(alias="list")
    lists: list[ListInfo]
    verdict: VerdictAnswer
    next: str | None
    drift: list[DriftAnswer]
    missing: list[str]
    has_view: bool
    rendered: bool
    warnings: list[str]
    page: PageAnswer


class RunInfo(Shape):
    """One run of the history."""

    id: str
    created: str
    kind: Literal["page", "job"]
    source: str
    url: str | None
    title: str
    method: str
    wrapper: Named | None
    job: str | None
    which: int | None = Field(alias="list")
    lists: int
    rows: int
    columns: list[str]


class OpenedRun(Extracted):
    """A run that is opened again."""

    run: RunInfo


class RunList(Shape):
    """Runs, the newest first."""

    runs: list[RunInfo]
    next: str | None = None


class RenderPage(Source):
    """Open a page in a browser."""

    scripts: bool = False
    width: Annotated[int, Field(ge=200, le=4000)] = 1280
    screenshot: bool = True


class RenderedList(ListInfo):
    """One list of a rendered page, with where its records are."""

    boxes: list[Box | None]


class RenderAnswer(Shape):
    """A page as a browser shows it."""

    url: str | None
    title: str
    width: float
    height: float
    nodes: int
    html: str
    #: A picture of the whole page: PNG in base64.
    screenshot: str | None
    lists: list[RenderedList]
