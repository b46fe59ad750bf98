"""The history, and what the server says of itself."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pagerows.serve.models._common import Shape
from pagerows.serve.models.pages import RunInfo

__all__ = [
    "ChangedRow",
    "Comparison",
    "Counts",
    "ErrorAnswer",
    "ErrorInfo",
    "Health",
    "LimitsInfo",
    "Meta",
    "MethodInfo",
    "OnlyRow",
    "Session",
]


class OnlyRow(Shape):
    """A row that one of two runs has."""

    row: int
    cells: dict[str, str | None]


class ChangedRow(Shape):
    """A row that both runs have, with other texts: those before and after."""

    #: What the row is known by, and what people call it.
    key: str
    label: str
    row_before: int
    row_after: int
    cells: dict[str, tuple[str | None, str | None]]


class Counts(Shape):
    """How many rows there are in all."""

    added: int
    gone: int
    changed: int


class Comparison(Shape):
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


class MethodInfo(Shape):
    """One method."""

    name: str
    summary: str


class LimitsInfo(Shape):
    """What the server takes."""

    body_bytes: int
    page_bytes: int
    seconds: float
    rows: int


class Meta(Shape):
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


class Session(Shape):
    """A token, for a cookie."""

    token: Annotated[str, Field(max_length=1000)]


class Health(Shape):
    """Whether the server is well."""

    status: Literal["ok", "failing"]
    database: bool
    workers: int
    waiting: int


class ErrorInfo(Shape):
    """What is wrong: a code for programs, a sentence for people."""

    code: str
    message: str
    fields: list[str] | None = None


class ErrorAnswer(Shape):
    """An error."""

    error: ErrorInfo
