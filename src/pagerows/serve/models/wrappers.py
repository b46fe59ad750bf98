"""Wrappers: learned, kept, applied."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from pagerows.serve.models._common import Method, Number, Shape, Text, one_of
from pagerows.serve.models.pages import Source
from pagerows.serve.models.tables import OneEdit

__all__ = [
    "Applied",
    "FailedSource",
    "LearnAnswer",
    "LearnFrom",
    "NewWrapper",
    "WrapperAnswer",
    "WrapperList",
    "WrapperName",
    "WrapperWhole",
]


class LearnFrom(Shape):
    """Learn a site's list from its pages."""

    sources: Annotated[list[Source], Field(min_length=1, max_length=20)]
    near: Text | None = None
    region: Number | None = None
    examples: Annotated[list[Text], Field(max_length=10, default_factory=list)]
    method: Method = "auto"
    #: Keep the wrapper under this name.
    name: Annotated[str, Field(min_length=1, max_length=200)] | None = None


class FailedSource(Shape):
    """A page that could not be read."""

    source: str
    message: str


class LearnAnswer(Shape):
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


class NewWrapper(Shape):
    """Keep a wrapper: of a run's list, or one as its file has it."""

    model_config = ConfigDict(json_schema_extra=one_of("run", "wrapper"))

    name: Annotated[str, Field(min_length=1, max_length=200)]
    run: Annotated[str, Field(max_length=100)] | None = None
    which: Number | None = Field(default=None, alias="list")
    wrapper: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _one(self) -> NewWrapper:
        if (self.run is None) == (self.wrapper is None):
            raise ValueError("give run (and list), or wrapper")
        return self


class WrapperName(Shape):
    """Another name."""

    name: Annotated[str, Field(min_length=1, max_length=200)]


class WrapperAnswer(Shape):
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


class WrapperList(Shape):
    """Wrappers, the newest first."""

    wrappers: list[WrapperAnswer]
