"""What the REST interface takes and gives, typed: pages are what the command line writes as JSON (docs/schemas.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = [
    "Applied",
    "Choice",
    "Chosen",
    "CodeText",
    "Comparison",
    "CreateJob",
    "EditList",
    "ErrorAnswer",
    "Extract",
    "Extracted",
    "Health",
    "JobAnswer",
    "JobList",
    "LearnAnswer",
    "LearnFrom",
    "Meta",
    "NewWrapper",
    "OpenedRun",
    "RecordList",
    "RenderAnswer",
    "RenderPage",
    "RowList",
    "RunList",
    "Session",
    "Source",
    "TableHead",
    "WrapperAnswer",
    "WrapperList",
    "WrapperName",
    "WrapperWhole",
]

Text = Annotated[str, Field(max_length=2000)]
Number = Annotated[int, Field(ge=1, le=10_000)]
Box = tuple[float, float, float, float]


class _Model(BaseModel):
    # `list` is a word of Python: fields of that name are called `which` here.
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


# -- pages, as the command line has them ---------------------------------------------------------------------------


class FieldValue(_Model):
    """One cell: its text, its address, and what its type knows of it."""

    text: str
    url: str | None = None
    value: Any = None
    until: Any = None
    currency: str | None = None


class PageRecord(_Model):
    """One record."""

    xpath: str
    fields: dict[str, FieldValue]


class PageColumn(_Model):
    """One column."""

    name: str
    kind: Literal["text", "link", "image"]
    type: str
    role: str | None
    unit: str | None
    confidence: float
    doubt: str | None


class LeftOutColumn(_Model):
    """A column that was found and left out."""

    reason: str
    text: str


class PageRegion(_Model):
    """One list with its table."""

    region: int
    xpath: str
    score: float | None
    content: bool | None
    columns: list[PageColumn]
    left_out: list[LeftOutColumn]
    records: list[PageRecord]


class PageAnswer(_Model):
    """One page, as `pagerows extract --format json` writes it."""

    source: str
    url: str | None
    title: str
    lang: str | None
    method: str
    regions_found: int
    now: str | None
    regions: list[PageRegion]


# -- sources and extraction ----------------------------------------------------------------------------------------


class Source(_Model):
    """A page: its address, its markup, or a file in base64 (html, gz, mhtml)."""

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

    method: Annotated[str, Field(max_length=100)] = "auto"
    #: Open the page in a browser first; with scripts, run those of the page.
    render: bool = False
    scripts: bool = False
    #: The columns that the table is to have.
    want: Annotated[list[Text], Field(min_length=1, max_length=100)] | None = None
    #: Which list is meant: near this text, of this number, with these values.
    near: Text | None = None
    region: Number | None = None
    examples: Annotated[list[Text], Field(max_length=10)] = []
    #: Read with a saved wrapper.
    wrapper: Annotated[str, Field(max_length=100)] | None = None
    #: Every list in the answer, not the best alone.
    all: bool = False
    #: How many records of each list the answer has; all where it is not given.
    records: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    #: Keep the run in the history.
    save: bool = True


class ListInfo(_Model):
    """One list of a page."""

    number: int
    xpath: str
    content: bool | None
    score: float | None
    records: int
    columns: int
    names: list[str]
    preview: list[list[str | None]]


class VerdictAnswer(_Model):
    """Whether the page has records, and why."""

    accepted: bool
    chance: float | None
    threshold: float | None
    reasons: list[str]


class DriftAnswer(_Model):
    """What has changed since a wrapper was learned."""

    kind: str
    column: str | None
    weight: float
    detail: str


class Extracted(_Model):
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


class Named(_Model):
    """Something that is kept under a name."""

    id: str
    name: str


class RunInfo(_Model):
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


class RunList(_Model):
    """Runs, the newest first."""

    runs: list[RunInfo]
    next: str | None = None


# -- tables --------------------------------------------------------------------------------------------------------

Key = Annotated[str, Field(min_length=1, max_length=300)]
ColumnName = Annotated[str, Field(min_length=1, max_length=200)]


class Rename(_Model):
    """Give a column another name."""

    op: Literal["rename"]
    column: Key
    name: ColumnName


class Hide(_Model):
    """Leave a column out."""

    op: Literal["hide", "show"]
    column: Key


class Move(_Model):
    """Put a column somewhere else."""

    op: Literal["move"]
    column: Key
    to: Annotated[int, Field(ge=0, le=100_000)]


class SetType(_Model):
    """Read a column's values as another type."""

    op: Literal["type"]
    column: Key
    type: Literal["text", "integer", "decimal", "money", "percentage", "date", "time", "url", "rating", "list"]


class SetRole(_Model):
    """Say what a column is for a person."""

    op: Literal["role"]
    column: Key
    role: Annotated[str, Field(min_length=1, max_length=100)] | None


class Merge(_Model):
    """Join columns."""

    op: Literal["merge"]
    columns: Annotated[list[Key], Field(min_length=2, max_length=100)]
    name: ColumnName
    separator: Annotated[str, Field(max_length=100)] = " "


class Split(_Model):
    """Divide a column."""

    op: Literal["split"]
    column: Key
    separator: Annotated[str, Field(min_length=1, max_length=100)]
    names: Annotated[list[ColumnName], Field(min_length=2, max_length=50)]


OneEdit = Annotated[Rename | Hide | Move | SetType | SetRole | Merge | Split, Field(discriminator="op")]


class EditList(_Model):
    """All edits of a table, in order."""

    edits: Annotated[list[OneEdit], Field(max_length=1000)]


class ColumnInfo(_Model):
    """One column of a table."""

    key: str
    name: str
    kind: Literal["text", "link", "image"]
    type: str
    role: str | None
    unit: str | None
    confidence: float
    doubt: str | None
    hidden: bool
    filled: int
    has_urls: bool
    has_values: bool
    edited: list[str]


class TableHead(_Model):
    """A table without its rows."""

    run: str
    which: int = Field(alias="list")
    rows: int
    columns: list[ColumnInfo]
    edits: list[OneEdit]
    left_out: list[LeftOutColumn]


class Row(_Model):
    """One row; cells are parallel to the table's columns."""

    row: int
    cells: list[FieldValue | None]


class RowList(_Model):
    """Some rows of a table."""

    total: int
    matching: int
    offset: int
    rows: list[Row]


class RecordInfo(_Model):
    """Where a record is on its page."""

    row: int
    xpath: str
    xpaths: list[str]
    box: Box | None


class RecordList(_Model):
    """Where records are."""

    total: int
    records: list[RecordInfo]


class Choice(_Model):
    """Which list is meant."""

    which: Number | None = Field(default=None, alias="list")
    near: Text | None = None
    examples: Annotated[list[Text], Field(max_length=10)] = []


class Chosen(_Model):
    """The list that is meant."""

    which: int = Field(alias="list")


class CodeText(_Model):
    """The command and the Python code that make the same table."""

    command: str
    python: str
    notes: list[str]


# -- rendering -----------------------------------------------------------------------------------------------------


class RenderPage(Source):
    """Open a page in a browser."""

    scripts: bool = False
    width: Annotated[int, Field(ge=200, le=4000)] = 1280
    screenshot: bool = True


class RenderedList(ListInfo):
    """One list of a rendered page, with where its records are."""

    boxes: list[Box | None]


class RenderAnswer(_Model):
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


# -- wrappers ------------------------------------------------------------------------------------------------------


class LearnFrom(_Model):
    """Learn a site's list from its pages."""

    sources: Annotated[list[Source], Field(min_length=1, max_length=20)]
    near: Text | None = None
    region: Number | None = None
    examples: Annotated[list[Text], Field(max_length=10)] = []
    method: Annotated[str, Field(max_length=100)] = "auto"
    #: Keep the wrapper under this name.
    name: Annotated[str, Field(min_length=1, max_length=200)] | None = None


class FailedSource(_Model):
    """A page that could not be read."""

    source: str
    message: str


class LearnAnswer(_Model):
    """A wrapper, as its file has it."""

    wrapper: dict[str, Any]
    id: str | None
    pages: int
    failed: list[FailedSource]


class Applied(Source):
    """Read a page with a wrapper: a saved one, or one as its file has it."""

    wrapper: Annotated[str, Field(max_length=100)] | dict[str, Any]
    new_columns: bool = True
    render: bool = False
    scripts: bool = False
    records: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    save: bool = True


class NewWrapper(_Model):
    """Keep a wrapper: of a run's list, or one as its file has it."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    run: Annotated[str, Field(max_length=100)] | None = None
    which: Number | None = Field(default=None, alias="list")
    wrapper: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _one(self) -> NewWrapper:
        if (self.run is None) == (self.wrapper is None):
            raise ValueError("give run (and list), or wrapper")
        return self


class WrapperName(_Model):
    """Another name."""

    name: Annotated[str, Field(min_length=1, max_length=200)]


class WrapperAnswer(_Model):
    """A wrapper that is kept."""

    id: str
    name: str
    created: str
    columns: list[str]
    css: str
    count: tuple[int, int]
    learned_from: list[str]
    edits: list[OneEdit]


class WrapperWhole(WrapperAnswer):
    """A wrapper with what its file has."""

    wrapper: dict[str, Any]


class WrapperList(_Model):
    """Wrappers, the newest first."""

    wrappers: list[WrapperAnswer]


# -- jobs ----------------------------------------------------------------------------------------------------------


class CreateJob(_Model):
    """Read many pages: a list over its next pages, or pages one by one."""

    kind: Literal["next", "pages"]
    #: Of kind next: the first page, or the run whose page and list are meant; how many pages at most.
    url: Annotated[str, Field(min_length=1, max_length=8000)] | None = None
    run: Annotated[str, Field(max_length=100)] | None = None
    pages: Annotated[int, Field(ge=1, le=10_000)] = 20
    #: Of kind pages: the pages.
    sources: Annotated[list[Source], Field(max_length=100_000)] = []
    wrapper: Annotated[str, Field(max_length=100)] | None = None
    method: Annotated[str, Field(max_length=100)] = "auto"

    @model_validator(mode="after")
    def _complete(self) -> CreateJob:
        if self.kind == "pages" and not self.sources:
            raise ValueError("give sources: the pages that are to be read")
        if self.kind == "next" and self.url is None and self.run is None:
            raise ValueError("give url, or the run whose list is to be followed")
        return self


class JobAnswer(_Model):
    """A job as it is now."""

    id: str
    kind: Literal["next", "pages"]
    state: Literal["queued", "running", "stopping", "stopped", "done", "failed"]
    created: str
    done: int
    total: int | None
    rows: int
    failed: int
    run: str
    message: str | None
    problems: list[FailedSource]
    wrapper: Named | None


class JobList(_Model):
    """Jobs, the newest first."""

    jobs: list[JobAnswer]


# -- history, system -----------------------------------------------------------------------------------------------


class OnlyRow(_Model):
    """A row that one of two runs has."""

    row: int
    cells: dict[str, str | None]


class ChangedRow(_Model):
    """A row that both runs have, with other texts: those before and after."""

    key: str
    row_before: int
    row_after: int
    cells: dict[str, tuple[str | None, str | None]]


class Counts(_Model):
    """How many rows there are in all."""

    added: int
    gone: int
    changed: int


class Comparison(_Model):
    """Two runs of a page, compared."""

    before: RunInfo
    after: RunInfo
    key: str | None
    columns: list[str]
    same: int
    added: list[OnlyRow]
    gone: list[OnlyRow]
    changed: list[ChangedRow]
    counts: Counts


class MethodInfo(_Model):
    """One method."""

    name: str
    summary: str


class LimitsInfo(_Model):
    """What the server takes."""

    body_bytes: int
    page_bytes: int
    seconds: float
    rows: int


class Meta(_Model):
    """What the server can do."""

    version: str
    types: list[str]
    roles: list[str]
    formats: list[str]
    methods: list[MethodInfo]
    browser: bool
    #: Whether a token is asked for.
    token: bool
    limits: LimitsInfo


class Session(_Model):
    """A token, for a cookie."""

    token: Annotated[str, Field(max_length=1000)]


class Health(_Model):
    """Whether the server is well."""

    status: Literal["ok", "failing"]
    database: bool
    workers: int
    waiting: int


class ErrorInfo(_Model):
    """What is wrong: a code for programs, a sentence for people."""

    code: str
    message: str
    fields: list[str] | None = None


class ErrorAnswer(_Model):
    """An error."""

    error: ErrorInfo
