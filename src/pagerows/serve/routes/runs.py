"""The history: runs, their lists and tables, what people change of them, and what they take away."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from pagerows.export._output import writing
from pagerows.export._writer import WriteOptions
from pagerows.page.sheets import linked_sheets
from pagerows.serve.answers import extracted, run_answer
from pagerows.serve.code import code_of
from pagerows.serve.compare import compare
from pagerows.serve.errors import Problem
from pagerows.serve.models import (
    Choice,
    Chosen,
    CodeText,
    Comparison,
    EditList,
    OpenedRun,
    RecordList,
    RowList,
    RunList,
    TableHead,
)
from pagerows.serve.routes import ERRORS, state_of
from pagerows.serve.rows import MOST_ROWS
from pagerows.serve.rows import Query as Rows
from pagerows.serve.state import State, unless_gone
from pagerows.serve.store import Run, StoredWrapper
from pagerows.serve.store.sheets import packed_text, unpack, unpacked_text
from pagerows.serve.tables import OpenTable
from pagerows.serve.tasks import Given, Photograph, Picture, Recipe, Show
from pagerows.serve.view import sandbox_policy, view_mark

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["history"], responses=ERRORS)

#: A moment and a run: where the answer before ended.
_BEFORE: Final = r"^\d{1,12}\.\d{1,12}_r_[a-z2-7]{16}$"
Format = Literal["csv", "tsv", "xlsx", "json", "jsonl", "parquet", "html", "markdown", "sqlite"]
_KINDS: Final[dict[str, str]] = {
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
    "html": "application/octet-stream",  # never shown in the app's origin
    "markdown": "text/markdown; charset=utf-8",
    "sqlite": "application/vnd.sqlite3",
}
_ENDINGS: Final = {"markdown": "md"}
_FILE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "The file", "content": {kind.partition(";")[0]: {} for kind in _KINDS.values()}}
}
Offset = Annotated[int, Query(ge=0, le=100_000_000)]
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS)]
Number = Annotated[int, Query(ge=1, le=10_000)]
Key = Annotated[str | None, Query(max_length=300)]
Words = Annotated[str, Query(max_length=500)]
Filters = Annotated[list[str], Query(alias="filter", max_length=50)]


async def names_of(state: State) -> dict[str, StoredWrapper]:
    """All wrappers by their names."""
    return {wrapper.id: wrapper for wrapper in await state.ask(state.wrappers.all)}


@router.get("/runs", response_model=RunList, summary="What was extracted, the newest first")
async def runs(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    before: Annotated[str | None, Query(pattern=_BEFORE)] = None,
    search: Words = "",
) -> Response:
    """Give runs page by page: `before` is the `next` of the answer before."""
    state = state_of(request)
    found = await state.ask(state.runs.newest, limit + 1, _cursor(before), search)
    shown = found[:limit]
    names = await names_of(state)
    following = f"{shown[-1].created!r}_{shown[-1].id}" if len(found) > limit else None
    return JSONResponse({"runs": [run_answer(run, names) for run in shown], "next": following})


def _cursor(text: str | None) -> tuple[float, str] | None:
    if text is None:
        return None
    moment, _, run = text.partition("_")
    return float(moment), run


@router.get("/runs/{run}", response_model=OpenedRun, summary="Open a run again")
async def run(run: str, request: Request) -> Response:
    """Give what was found on a page, without records: those are asked for list by list."""
    state = state_of(request)
    known = await state.ask(state.tables.run, run)
    head, kind = known.head, known.kind
    page = {
        "source": known.source,
        "url": known.url,
        "title": known.title,
        "lang": head["lang"],
        "method": known.method,
        "regions_found": head["regions_found"],
        "now": head["now"],
        "regions": [],
    }
    answer = {**extracted(run, {**head, "list": known.chosen}, []), "has_view": kind == "page", "page": page}
    return JSONResponse({**answer, "run": run_answer(known, await names_of(state))})


@router.delete("/runs/{run}", status_code=204, summary="Forget a run")
async def delete_run(run: str, request: Request) -> Response:
    """Delete a run with its page and tables."""
    state = state_of(request)
    known = await state.ask(state.tables.run, run)
    job = await state.ask(state.jobs.get, known.job) if known.job else None
    if job is not None and job.state in ("queued", "running", "stopping"):
        raise Problem(409, "conflict", "the run's job still runs: stop it first")
    await state.ask(state.runs.delete, run)
    return Response(status_code=204)


@router.get("/runs/{run}/same", response_model=RunList, summary="Other runs of the same page")
async def same(run: str, request: Request) -> Response:
    """Give what a run can be compared with, the newest first."""
    state = state_of(request)
    known = await state.ask(state.tables.run, run)
    found = await state.ask(state.runs.same, known)
    names = await names_of(state)
    return JSONResponse({"runs": [run_answer(each, names) for each in found], "next": None})


@router.post("/runs/{run}/choose", response_model=Chosen, summary="Say which list is meant")
async def choose(run: str, body: Choice, request: Request) -> Response:
    """Choose a list by its number, by a text that stands in it, or by values of it."""
    state = state_of(request)
    known = await state.ask(state.tables.run, run)
    wanted = [text for text in (body.near, *body.examples) if text]
    if body.which is None and not wanted:
        raise Problem(422, "invalid", "give list, near or examples")
    number = body.which if body.which is not None else await state.ask(_holding, state, known, wanted)
    table = await state.ask(state.tables.open, run, number)
    names = [each.column.name for each in table.columns if not each.hidden]
    await state.ask(state.runs.choose, known, number, len(table), names)
    return JSONResponse({"list": number})


def _holding(state: State, run: Run, wanted: list[str]) -> int:
    """The list in whose rows all of the texts stand; of several the one with the shortest rows, content first."""
    plain = [" ".join(text.split()).casefold() for text in wanted]
    fitting: list[tuple[bool, int, int]] = []
    for number, data in state.runs.tables(run.id):
        sheet = unpack(data).sheet
        cells = [[" ".join((text or "").split()).casefold() for text in column.texts] for column in sheet.columns]
        rows = [" ".join(row) for row in zip(*cells, strict=True)]
        if len(sheet) > 1 and all(any(text in row for row in rows) for text in plain):
            fitting.append((sheet.content is False, max(map(len, rows)), number))
    if not fitting:
        raise Problem(422, "no_list", f"no list of the page holds {' and '.join(map(repr, wanted))}")
    return min(fitting)[2]


# -- tables --------------------------------------------------------------------------------------------------------


@router.get("/runs/{run}/lists/{number}", response_model=TableHead, summary="A list's table, without its rows")
async def table(run: str, number: int, request: Request) -> Response:
    """Give the columns of a list's table as they are after all edits."""
    return JSONResponse((await _open(state_of(request), run, number)).head())


async def _open(state: State, run: str, number: int) -> OpenTable:
    if not 1 <= number <= 10_000:
        raise Problem(404, "not_found", f"run {run} has no list {number}")
    return await state.ask(state.tables.open, run, number)


@router.get("/runs/{run}/lists/{number}/rows", response_model=RowList, summary="Some rows of a table")
async def rows(
    run: str,
    number: int,
    request: Request,
    offset: Offset = 0,
    limit: Limit = 200,
    sort: Key = None,
    order: Literal["asc", "desc"] = "asc",
    search: Words = "",
    filters: Filters = [],  # noqa: B006 - never changed
    find: Annotated[int | None, Query(ge=0, le=100_000_000)] = None,
) -> Response:
    """Give rows page by page, sorted, searched and filtered (`key:op:value`); `find` asks where a row stands then."""
    state = state_of(request)
    opened = await _open(state, run, number)
    query = Rows(sort=sort, order=order, search=search, filters=tuple(filters))
    return JSONResponse(await state.ask(opened.rows, query, offset, limit, find))


@router.put("/runs/{run}/lists/{number}/edits", response_model=TableHead, summary="Change a table")
async def edit(run: str, number: int, body: EditList, request: Request) -> Response:
    """Replace all edits of a table: names, order, types, columns hidden, joined and divided."""
    state = state_of(request)
    await _open(state, run, number)
    edits = [edit.model_dump() for edit in body.edits]
    return JSONResponse((await state.ask(state.tables.edit, run, number, edits)).head())


@router.get("/runs/{run}/lists/{number}/export", responses=_FILE, response_class=Response, summary="Take a table")
async def export(
    run: str,
    number: int,
    request: Request,
    format: Format = "csv",  # noqa: A002 - what users call it
    guard: bool = True,
    sort: Key = None,
    order: Literal["asc", "desc"] = "asc",
    search: Words = "",
    filters: Filters = [],  # noqa: B006 - never changed
) -> Response:
    """Download a table as it is shown: edits done, hidden columns left out, the rows that are asked for."""
    state = state_of(request)
    opened = await _open(state, run, number)
    query = Rows(sort=sort, order=order, search=search, filters=tuple(filters))
    data = await state.ask(_written, opened, query, format, guard)
    name = _file_name(opened.run)
    headers = {"Content-Disposition": f'attachment; filename="{name}.{_ENDINGS.get(format, format)}"'}
    return Response(data, media_type=_KINDS[format], headers=headers)


def _written(table: OpenTable, query: Rows, format_: str, guard: bool) -> bytes:
    with tempfile.TemporaryDirectory(prefix="pagerows-") as folder:
        path = Path(folder) / f"table.{_ENDINGS.get(format_, format_)}"
        with writing(format_, path, WriteOptions(guard=guard)) as out:
            out.add(table.result(query))
        return path.read_bytes()


def _file_name(run: Run) -> str:
    """A name that every system takes."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in run.title or run.source).split()
    return "-".join(words)[:60].strip("-").lower() or "table"


@router.get("/runs/{run}/lists/{number}/code", response_model=CodeText, summary="The command and code for a table")
async def code(run: str, number: int, request: Request) -> Response:
    """Give the command and the Python code that make the same table."""
    return JSONResponse(code_of(await _open(state_of(request), run, number)))


@router.get("/runs/{run}/lists/{number}/records", response_model=RecordList, summary="Where records are on the page")
async def records(
    run: str,
    number: int,
    request: Request,
    offset: Offset = 0,
    limit: Limit = MOST_ROWS,
    boxes: bool = False,
) -> Response:
    """Give the XPaths of records; with `boxes`, also where a browser draws them."""
    state = state_of(request)
    opened = await _open(state, run, number)
    known = None
    if boxes and not opened.kept.boxes:
        _, said = await unless_gone(request, _photographed(state, opened.run))
        known = said["boxes"].get(str(number))
    return JSONResponse(opened.records(offset, limit, known))


# -- the page itself -----------------------------------------------------------------------------------------------


async def _page_of(state: State, run: str) -> tuple[Run, Given]:
    known = await state.ask(state.tables.run, run)
    page = await state.ask(state.runs.page, run, known.source)
    if page is None:
        raise Problem(404, "not_found", "the run has no page of its own: its rows are from several")
    return known, page


@router.get(
    "/runs/{run}/view",
    response_class=Response,
    responses={200: {"description": "HTML for a sandboxed frame", "content": {"text/html": {}}}},
    summary="The page, harmless, with its records marked",
)
async def view(run: str, request: Request) -> Response:
    """Rebuild the page without scripts, forms and links, styled by its own style sheets."""
    html = await unless_gone(request, _viewed(state_of(request), run))
    headers = {"Content-Security-Policy": sandbox_policy(), "Cache-Control": "private, max-age=3600"}
    return Response(html.encode("utf-8", "replace"), media_type="text/html; charset=utf-8", headers=headers)


async def _viewed(state: State, run: str) -> str:
    kept = await state.ask(state.runs.view, run, "view")
    if kept is not None and kept[1].get("made") == view_mark():
        return unpacked_text(kept[0])
    known, page = await _page_of(state, run)
    packed = await state.ask(state.runs.tables, run)
    lists = [await state.ask(unpack, data) for _, data in packed]
    async with state.engine.place():
        start = page.body[: 2**20].decode("utf-8", "replace")
        sheets = await state.engine.sheets(linked_sheets(start, page.url)) if page.url else []
        shown = tuple((one.sheet.region, one.sheet.content is False, one.tops) for one in lists)
        recipe = _as_read(state, known)
        html: str = await state.engine.run(Show(given=page, lists=shown, sheets=tuple(sheets), recipe=recipe))
    await state.ask(state.runs.put_view, known.id, "view", packed_text(html), {"made": view_mark()})
    return html


def _as_read(state: State, run: Run) -> Recipe:
    """How the page has to be opened so that its records are where they were found."""
    settings = state.settings
    scripts = bool(run.recipe.get("scripts"))
    return Recipe(scripts=scripts, public_only=not settings.private, seconds=settings.seconds)


@router.get(
    "/runs/{run}/screenshot",
    response_class=Response,
    responses={200: {"description": "A picture", "content": {"image/png": {}}}},
    summary="A picture of the page",
)
async def screenshot(run: str, request: Request) -> Response:
    """Give a picture of the whole page as Chromium shows it."""
    state = state_of(request)
    known = await state.ask(state.tables.run, run)
    png, said = await unless_gone(request, _photographed(state, known))
    headers = {"X-Pagerows-Size": said["size"], "Cache-Control": "private, max-age=3600"}
    return Response(png, media_type="image/png", headers=headers)


async def _photographed(state: State, run: Run) -> tuple[bytes, dict[str, Any]]:
    """A picture of a run's page and where its records are on it, taken once."""
    if kept := await state.ask(state.runs.view, run.id, "picture"):
        return kept
    _, page = await _page_of(state, run.id)
    packed = await state.ask(state.runs.tables, run.id)
    tables = [await state.ask(unpack, data) for _, data in packed]
    lists = tuple((table.sheet.region, table.tops) for table in tables)
    recipe = replace(_as_read(state, run), render=True)
    async with state.engine.place():
        picture: Picture = await state.engine.run(Photograph(given=page, lists=lists, recipe=recipe))
    size = f"{picture.size[0]:g}x{picture.size[1]:g}"
    said = {"size": size, "boxes": {str(number): list(found) for number, found in picture.boxes.items()}}
    await state.ask(state.runs.put_view, run.id, "picture", picture.png, said)
    return picture.png, said


@router.get(
    "/runs/{run}/source",
    response_class=Response,
    responses={200: {"description": "The page's bytes", "content": {"application/octet-stream": {}}}},
    summary="The page as it was fetched or sent",
)
async def source(run: str, request: Request) -> Response:
    """Download the page itself."""
    known, page = await _page_of(state_of(request), run)
    headers = {"Content-Disposition": f'attachment; filename="{_file_name(known)}.html"'}
    return Response(page.body, media_type="application/octet-stream", headers=headers)


@router.get("/compare", response_model=Comparison, summary="Compare two runs of a page")
async def compared(
    request: Request,
    before: Annotated[str, Query(max_length=100)],
    after: Annotated[str, Query(max_length=100)],
    limit: Annotated[int, Query(ge=1, le=10_000)] = 500,
) -> Response:
    """Give rows added, gone and changed between two runs, by their chosen lists."""
    state = state_of(request)
    old, new = await _chosen(state, before), await _chosen(state, after)
    found = await state.ask(compare, old.result().sheets[0], new.result().sheets[0], limit)
    names = await names_of(state)
    return JSONResponse({"before": run_answer(old.run, names), "after": run_answer(new.run, names), **found})


async def _chosen(state: State, run: str) -> OpenTable:
    known = await state.ask(state.tables.run, run)
    if known.chosen is None:
        raise Problem(422, "no_list", f"no list of run {run} is chosen: choose one first")
    return await _open(state, run, known.chosen)
