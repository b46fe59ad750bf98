"""A walk through the pages of a list, one page per task: what it knows travels as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pagerows.follow import ListReader, Progress, Reading, Walk
from pagerows.follow.state import read_progress
from pagerows.page import Page
from pagerows.serve.tasks import Step
from pagerows.wrapper import Wrapper

__all__ = ["walk_for"]


@dataclass(frozen=True, slots=True)
class _Fixed:
    """Reads pages with the wrapper that a person chose, and learns no other."""

    inner: ListReader

    def read(self, page: Page) -> Reading | None:
        return self.inner.read(page)


def walk_for(task: Step, pages: Any) -> Walk:
    """Return a walk that stands where an earlier task left it."""
    progress = Progress(task.url) if task.progress is None else read_progress(task.progress)
    reader = None if task.wrapper is None else _fixed(task.wrapper, progress)
    return Walk(task.url, pages=task.limit, fetcher=pages, reader=reader, progress=progress)


def _fixed(plain: Mapping[str, Any], progress: Progress) -> _Fixed:
    progress.wrapper = Wrapper.read(dict(plain))
    return _Fixed(ListReader(columns=progress.columns, wrapper=progress.wrapper, learns=False))
