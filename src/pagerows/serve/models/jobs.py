"""Jobs: many pages."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from pagerows.serve.models._common import Method, Named, Shape
from pagerows.serve.models.pages import Source
from pagerows.serve.models.wrappers import FailedSource

__all__ = ["CreateJob", "JobAnswer", "JobList"]


class CreateJob(Shape):
    """Read many pages: a list over its next pages, or pages one by one."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"properties": {"kind": {"const": "pages"}, "sources": {"minItems": 1}}, "required": ["sources"]},
                {"properties": {"kind": {"const": "next"}, "url": {"type": "string"}}, "required": ["url"]},
                {"properties": {"kind": {"const": "next"}, "run": {"type": "string"}}, "required": ["run"]},
            ]
        }
    )

    kind: Literal["next", "pages"]
    #: Of kind next: the first page, or the run whose page and list are meant; how many pages at most.
    url: Annotated[str, Field(min_length=1, max_length=8000)] | None = None
    run: Annotated[str, Field(max_length=100)] | None = None
    pages: Annotated[int, Field(ge=1, le=10_000)] = 20
    #: Of kind pages: the pages.
    sources: Annotated[list[Source], Field(max_length=100_000, default_factory=list)]
    wrapper: Annotated[str, Field(max_length=100)] | None = None
    method: Method = "auto"

    @model_validator(mode="after")
    def _complete(self) -> CreateJob:
        if self.kind == "pages" and not self.sources:
            raise ValueError("give sources: the pages that are to be read")
        if self.kind == "next" and self.url is None and self.run is None:
            raise ValueError("give url, or the run whose list is to be followed")
        return self


class JobAnswer(Shape):
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


class JobList(Shape):
    """Jobs, the newest first."""

    jobs: list[JobAnswer]
