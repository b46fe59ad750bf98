"""How far a walk has come, as plain values for a file or database; its pages as tables that say where rows are from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pagerows.export.sheets import Sheet, SheetColumn
from pagerows.follow import LEAD, ListPage, Progress
from pagerows.follow.columns import Columns
from pagerows.wrapper import Wrapper

__all__ = ["led", "plain_progress", "read_progress"]


def led(page: ListPage) -> Sheet:
    """A page's sheet with what is said of its rows in front."""
    count = len(page.rows)
    said: list[Sequence[object]] = [[page.url] * count, [page.number] * count, page.rows]
    lead = zip(LEAD, said, strict=True)
    front = [SheetColumn(name=name, kind="text", type="text", texts=tuple(map(str, cells))) for name, cells in lead]
    return replace(page.sheet, columns=(*front, *page.sheet.columns))


def plain_progress(at: Progress) -> dict[str, Any]:
    """Return a walk's progress as plain values."""
    counts = {name: getattr(at, name) for name in ("url", "form", "pages", "rows", "duplicates", "given", "total")}
    marks = {"visited": sorted(at.visited), "seen": sorted(at.seen)}
    learned = {"columns": at.columns.dump(), "wrapper": at.wrapper and at.wrapper.plain()}
    return {**counts, **marks, **learned}


def read_progress(plain: dict[str, Any]) -> Progress:
    """Read a walk's progress from plain values."""
    form = plain["form"]
    return Progress(
        url=plain["url"],
        form=None if form is None else tuple((str(name), str(value)) for name, value in form),
        pages=int(plain["pages"]),
        rows=int(plain["rows"]),
        duplicates=int(plain["duplicates"]),
        given=int(plain["given"]),
        total=plain["total"],
        visited=set(plain["visited"]),
        seen=set(plain["seen"]),
        columns=Columns.load(plain["columns"]),
        wrapper=plain["wrapper"] and Wrapper.read(plain["wrapper"]),
    )
