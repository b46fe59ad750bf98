"""`extract --pages`: the walk of one list, as it is made in its own process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pagerows.cli._options import Recipe
from pagerows.cli._sources import PageSource, views, with_body
from pagerows.follow import ListReader, Progress, Walk
from pagerows.page import Fetched, Page
from pagerows.page.polite import Gets
from pagerows.page.rendered.driving import Drive
from pagerows.workers import Limits

__all__ = ["Plan", "walked"]


@dataclass(frozen=True, slots=True)
class Plan:
    """How lists are walked through: each page by a recipe, so many pages and rows of it."""

    recipe: Recipe
    pages: int
    rows: int | None

    @property
    def drive(self) -> Drive:
        """How far a list that scripts make grow is driven, each load as one of the pages."""
        return Drive(loads=self.pages - 1, each=self.rows is not None)

    def limits(self, one: Limits) -> Limits:
        """What a page of the list may take, where one page alone may take so much: driving it takes its own time."""
        if one.seconds is None or not self.recipe.scripts:
            return one
        return replace(one, seconds=one.seconds + self.drive.seconds)


def walked(plan: Plan, source: PageSource, progress: Progress, fetcher: Gets) -> Walk:
    """Return the walk through the list at a source."""
    recipe = plan.recipe

    def load(got: Fetched) -> Iterator[Page]:
        return views(with_body(source, got), recipe, plan.drive)

    return Walk(
        source.name,
        pages=plan.pages,
        rows=plan.rows,
        fetcher=fetcher,
        # Columns that are asked for, or were learned before, are the same on all pages as it is.
        reader=ListReader(
            recipe.extract, progress.columns, progress.wrapper, not recipe.want and recipe.wrapper is None
        ),
        scripts=recipe.scripts,
        load=load,
        progress=progress,
    )
