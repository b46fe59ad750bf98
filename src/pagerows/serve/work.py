"""What a worker does: one task in, one answer out. Pages are parsed here and nowhere else in the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from pagerows.columns.reading import Context
from pagerows.edits import shown
from pagerows.errors import FetchError, PagerowsError, WrapperError
from pagerows.export._writer import WriteOptions
from pagerows.export.json import page_text
from pagerows.export.sheets import PageResult, Sheet, page_result
from pagerows.follow.reader import kept
from pagerows.page import Page, parse
from pagerows.pipeline import Extraction, extract, with_columns
from pagerows.serve.store.sheets import Kept, pack
from pagerows.serve.tasks import (
    Given,
    Learn,
    Learned,
    Photograph,
    Picture,
    Read,
    ReadPage,
    Recipe,
    Refused,
    Show,
    Step,
    Stepped,
    Task,
    Wanted,
    Warm,
)
from pagerows.values import Record, Region, Span
from pagerows.wrapper import Wrapper, learn
from pagerows.wrapper.choosing import chosen
from pagerows.wrapper.healing import read_with

__all__ = ["MOST_LISTS", "do", "listed"]

#: Lists of a page that tables are made of.
MOST_LISTS: Final = 24
#: Rows and columns of a list's preview.
_PREVIEW: Final = (3, 4)
_PAGE: Final = (
    "<ul>" + "".join(f"<li><h3><a href=/{n}>Item {n}</a></h3><p>{n}.50 €</p></li>" for n in range(9)) + "</ul>"
)


def do(task: Task) -> Any:
    """Do a task; what is wrong with a page is an answer, too."""
    try:
        return _DOERS[type(task)](task)
    except PagerowsError as error:
        return Refused(type(error).__name__, str(error))


# -- reading -----------------------------------------------------------------------------------------------------


def _read(task: Read) -> ReadPage:
    recipe = task.recipe
    found, numbers = _found(_page(task.given, recipe), recipe)
    context = Context.of(found.page.lang, found.page.url, found.page.now)
    result = page_result(task.given.name, replace(found, regions=found.regions[:MOST_LISTS]), every=True)
    result = replace(result, found=len(found.regions))
    if recipe.edits:
        sheets = tuple(shown(sheet, recipe.edits, context, strict=False) for sheet in result.sheets)
        result = replace(result, sheets=sheets)
    tables = tuple(pack(_kept(found.page, sheet, found.regions[sheet.region - 1])) for sheet in result.sheets)
    best = next((number for number, region in enumerate(found.regions, 1) if region is found.best), None)
    given = [sheet for sheet in result.sheets if task.every or sheet.region == best]
    answer = replace(result, sheets=tuple(_first(sheet, task.records) for sheet in given))
    return ReadPage(page=page_text(answer, WriteOptions()), head=_head(found, result, best, numbers), tables=tables)


def _page(given: Given, recipe: Recipe) -> Page:
    if not (recipe.render or recipe.scripts):
        return parse(given.source(), encoding=given.encoding)
    from pagerows.page.rendered import render

    return render(
        given.source(),
        encoding=given.encoding,
        javascript=recipe.scripts,
        # What a page shows stands on other hosts as often as not; a browser asks public addresses only.
        allow=("*",) if given.url else (),
        public_only=recipe.public_only,
        timeout=recipe.seconds,
    )


def _found(page: Page, recipe: Recipe) -> tuple[Extraction, list[int]]:
    """What was found, and the number that each list has where nobody chooses one."""
    if recipe.wrapper is not None:
        wrapper = Wrapper.read(dict(recipe.wrapper))
        found = plain = read_with(wrapper, page, heal=False, new_columns=recipe.new_columns)
    else:
        found = plain = extract(page, method=recipe.method)
        if recipe.near or recipe.region is not None or recipe.examples:
            found = chosen(plain, recipe.near, recipe.region, recipe.examples)
    spans = [region.records for region in plain.regions]
    numbers = [spans.index(region.records) + 1 for region in found.regions]
    return (with_columns(found, recipe.want) if recipe.want else found), numbers


def _head(found: Extraction, result: PageResult, best: int | None, numbers: list[int]) -> dict[str, Any]:
    page, verdict = found.page, found.verdict
    return {
        "list": best,
        "lists": [listed(sheet) for sheet in result.sheets],
        "verdict": {
            "accepted": verdict.accepted,
            "chance": verdict.chance,
            "threshold": verdict.threshold,
            "reasons": list(verdict.reasons),
        },
        "next": page.pagination.next,
        "drift": list(result.drift),
        "missing": list(result.missing),
        "rendered": page.rendered,
        "title": page.title,
        "lang": page.lang,
        "url": page.url,
        "now": page.now and page.now.isoformat(),
        "method": found.method,
        "regions_found": len(found.regions),
        "numbers": numbers,
    }


def listed(sheet: Sheet) -> dict[str, Any]:
    """Say of a list what is needed to choose it."""
    rows, columns = _PREVIEW
    few = [column for column in sheet.columns if column.kind != "image"][:columns]
    return {
        "number": sheet.region,
        "xpath": sheet.xpath,
        "content": sheet.content,
        "score": sheet.score,
        "records": len(sheet),
        "columns": len(sheet.columns),
        "names": [column.name for column in sheet.columns],
        "preview": [[column.texts[row] for column in few] for row in range(min(rows, len(sheet)))],
    }


def _first(sheet: Sheet, most: int | None) -> Sheet:
    return sheet if most is None else kept(sheet, list(range(min(most, len(sheet)))))


def _kept(page: Page, sheet: Sheet, region: Region) -> Kept:
    records = region.records
    if any(not record.parts for record in records):  # data that the page carries has no place to be shown
        return Kept(sheet)
    tops = tuple(tuple(record.xpaths) for record in records)
    if not page.rendered:
        return Kept(sheet, tops)
    from pagerows.page.rendered import box_around

    return Kept(sheet, tops, tuple(box_around(page, record.tops) for record in records))


# -- looking -----------------------------------------------------------------------------------------------------


def _show(task: Show) -> str:
    from pagerows.serve.view import page_view

    page = _page(task.given, task.recipe)
    regions = [_region(page, noise, tops) for _, noise, tops in task.lists]
    return page_view(page, regions, task.sheets)


def _region(page: Page, noise: bool, tops: Sequence[Sequence[str]]) -> Region:
    """A list whose records are where they were found."""
    return Region(tuple(_record(page, xpaths) for xpaths in tops), content=not noise)


def _record(page: Page, xpaths: Sequence[str]) -> Record:
    rows = sorted(row for row in map(page.nodes.find, xpaths) if row is not None)
    return Record(page, tuple(Span(row, int(page.nodes.end[row])) for row in rows))


def _photograph(task: Photograph) -> Picture:
    from pagerows.page.rendered import box_around, screenshot

    page = _page(task.given, replace(task.recipe, render=True))
    png = screenshot(
        page,
        width=task.width,
        javascript=task.recipe.scripts,
        allow=("*",) if task.given.url else (),
        public_only=task.recipe.public_only,
        timeout=task.recipe.seconds,
    )
    layout = page.nodes.layout
    assert layout is not None
    boxes = {
        number: tuple(
            box_around(page, [row for row in map(page.nodes.find, xpaths) if row is not None]) for xpaths in tops
        )
        for number, tops in task.lists
    }
    size = (float(layout.size[0]), float(layout.size[1]))
    return Picture(png=png, size=size, boxes=boxes, nodes=len(page.nodes), title=page.title)


# -- more pages --------------------------------------------------------------------------------------------------


def _learn(task: Learn) -> Learned:
    found: list[Extraction] = []
    failed: list[tuple[str, str]] = []
    recipe = task.recipe
    plain = replace(recipe, near=None, region=None, examples=(), want=None, wrapper=None)
    for given in task.pages:
        try:
            found.append(_found(_page(given, plain), plain)[0])
        except PagerowsError as error:
            failed.append((given.name, str(error)))
    if not found:
        reason = f": {failed[0][1]}" if failed else ""
        raise WrapperError(f"no page could be read{reason}")
    wrapper = learn(found, near=recipe.near, region=recipe.region, examples=recipe.examples)
    return Learned(wrapper=wrapper.plain(), failed=tuple(failed))


class _Missing(Exception):
    """A walk wants a page that is not there yet."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted.url)
        self.wanted = wanted


class _Pages:
    """Gives a walk what was fetched for it: the network is not the workers' business."""

    def __init__(self, pages: Sequence[tuple[str, Any, Any]]) -> None:
        self._known = {(url, _form(form)): got for url, form, got in pages}

    def get(self, url: str, form: Any = None, *, named: bool = True) -> Any:
        got = self._known.get((url, _form(form)))
        if got is None:
            raise _Missing(Wanted(url=url, form=_form(form), named=named))
        if isinstance(got, Exception):
            raise got if isinstance(got, PagerowsError) else FetchError(str(got))
        return got


def _form(form: Any) -> tuple[tuple[str, str], ...] | None:
    return None if form is None else tuple((str(name), str(value)) for name, value in form)


def _step(task: Step) -> Stepped | Wanted:
    from pagerows.serve.walking import walk_for

    walk = walk_for(task, _Pages(task.pages))
    try:
        page = walk.step()
    except _Missing as missing:
        return missing.wanted
    from pagerows.follow.state import led, plain_progress

    progress = plain_progress(walk.progress)
    if page is None:
        return Stepped(progress=progress, stopped=walk.stopped, told=walk.told)
    table = pack(Kept(led(page)))
    return Stepped(progress=progress, table=table, rows=len(page), url=page.url, stopped=walk.stopped, told=walk.told)


def _warm(_: Warm) -> None:
    do(Read(given=Given(body=_PAGE.encode(), name="warm", url="https://shop.example/")))


_DOERS: Final[dict[type, Callable[[Any], Any]]] = {
    Read: _read,
    Show: _show,
    Photograph: _photograph,
    Learn: _learn,
    Step: _step,
    Warm: _warm,
}
