"""Reading pages: extract, render, learn, apply."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pagerows.errors import PagerowsError
from pagerows.serve.answers import extracted
from pagerows.serve.errors import Problem, problem_of
from pagerows.serve.models import Applied, Extract, Extracted, LearnAnswer, LearnFrom, RenderAnswer, RenderPage, Source
from pagerows.serve.routes import ERRORS, state_of
from pagerows.serve.state import State, unless_gone
from pagerows.serve.store import StoreError
from pagerows.serve.store.sheets import unpack
from pagerows.serve.tasks import Given, Learn, Learned, Photograph, Picture, Read, ReadPage, Recipe
from pagerows.wrapper import Wrapper

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["pages"], responses=ERRORS)
_SOURCE = ("url", "html", "data", "name", "page_url")


def source_of(body: Source) -> dict[str, Any]:
    """The part of a request that says which page is meant."""
    return {name: getattr(body, name) for name in _SOURCE}


@router.post("/extract", response_model=Extracted, summary="Find the records of a page")
async def extract(body: Extract, request: Request) -> Response:
    """Fetch or take a page, find its lists and make their tables; the best one is in the answer, all are kept."""
    state = state_of(request)
    wrapper, edits = await _wrapper(state, body.wrapper)
    recipe = Recipe(
        method=body.method,
        render=body.render,
        scripts=body.scripts,
        want=tuple(body.want) if body.want else None,
        near=body.near,
        region=body.region,
        examples=tuple(body.examples),
        wrapper=wrapper,
        edits=edits,
        **_bounds(state),
    )
    return await unless_gone(request, _read(state, body, recipe, body.wrapper, every=body.all))


@router.post("/apply", response_model=Extracted, summary="Read a page with a wrapper")
async def apply(body: Applied, request: Request) -> Response:
    """Read a page with a saved wrapper, or one as its file has it: its columns, and in `drift` what has changed."""
    state = state_of(request)
    named = body.wrapper if isinstance(body.wrapper, str) else None
    wrapper, edits = await _wrapper(state, body.wrapper)
    recipe = Recipe(
        wrapper=wrapper,
        edits=edits,
        new_columns=body.new_columns,
        render=body.render,
        scripts=body.scripts,
        **_bounds(state),
    )
    return await unless_gone(request, _read(state, body, recipe, named))


async def _read(
    state: State, body: Extract | Applied, recipe: Recipe, wrapper: str | None, *, every: bool = False
) -> Response:
    async with state.engine.place():
        given = await state.engine.given(**source_of(body))
        read: ReadPage = await state.engine.run(Read(given=given, recipe=recipe, every=every, records=body.records))
    run, warnings = await _kept(state, read, given, recipe, wrapper) if body.save else (None, [])
    head = {**extracted(run, read.head, warnings), "has_view": run is not None}
    # The page is what the command line writes, word for word: it is not read and written again.
    text = f'{json.dumps(head)[:-1]}, "page": {read.page}}}'
    return Response(text.encode("utf-8", "replace"), media_type="application/json")


async def _kept(
    state: State, read: ReadPage, given: Given, recipe: Recipe, wrapper: str | None
) -> tuple[str | None, list[str]]:
    """Keep a run; where that fails, what was found is answered all the same, with the reason."""
    asked = {name: getattr(recipe, name) for name in ("method", "render", "scripts", "want", "near", "examples")}
    try:
        run = await state.ask(
            state.runs.add,
            kind="page",
            source=given.name,
            head=read.head,
            tables=read.tables,
            recipe=asked,
            page=given,
            wrapper=wrapper,
        )
    except StoreError as error:
        return None, [f"not stored: {error}"]
    return run, []


async def _wrapper(
    state: State, given: str | Mapping[str, Any] | None
) -> tuple[Mapping[str, Any] | None, tuple[Mapping[str, Any], ...]]:
    """A wrapper by its name, or as its file has it; with the edits of its tables."""
    if given is None:
        return None, ()
    if isinstance(given, str):
        kept = await state.ask(state.wrappers.get, given)
        if kept is None:
            raise Problem(404, "not_found", f"there is no wrapper {given}")
        return kept.data, tuple(kept.edits)
    try:
        Wrapper.read(dict(given))
    except PagerowsError as error:
        raise Problem(422, "invalid", str(error), fields=["wrapper"]) from error
    return given, ()


def _bounds(state: State) -> dict[str, Any]:
    return {"public_only": not state.settings.private, "seconds": state.settings.seconds}


@router.post("/render", response_model=RenderAnswer, summary="Open a page in a browser")
async def render(body: RenderPage, request: Request) -> Response:
    """Open a page in Chromium: its size, a picture of it, and where the records of its lists are."""
    return await unless_gone(request, _rendered(state_of(request), body))


async def _rendered(state: State, body: RenderPage) -> Response:
    recipe = Recipe(render=True, scripts=body.scripts, **_bounds(state))
    async with state.engine.place():
        given = await state.engine.given(**source_of(body))
        read: ReadPage = await state.engine.run(Read(given=given, recipe=recipe, records=0))
        tables = [await state.ask(unpack, data) for data in read.tables]
        lists = tuple((table.sheet.region, table.tops) for table in tables)
        picture: Picture = await state.engine.run(Photograph(given=given, recipe=recipe, lists=lists, width=body.width))
    answer = {
        "url": given.url,
        "title": picture.title,
        "width": picture.size[0],
        "height": picture.size[1],
        "nodes": picture.nodes,
        "html": given.body.decode("utf-8", "replace"),
        "screenshot": base64.b64encode(picture.png).decode("ascii") if body.screenshot else None,
        "lists": [{**one, "boxes": list(picture.boxes.get(one["number"], ()))} for one in read.head["lists"]],
    }
    return JSONResponse(answer)


@router.post("/learn", response_model=LearnAnswer, summary="Learn a site's list from its pages")
async def learn(body: LearnFrom, request: Request) -> Response:
    """Learn a wrapper from one or several pages of a site; it is kept where a name is given."""
    return await unless_gone(request, _learned(state_of(request), body))


async def _learned(state: State, body: LearnFrom) -> Response:
    recipe = Recipe(
        method=body.method, near=body.near, region=body.region, examples=tuple(body.examples), **_bounds(state)
    )
    pages: list[Given] = []
    failed: list[dict[str, str]] = []
    async with state.engine.place():
        for source in body.sources:
            try:
                pages.append(await state.engine.given(**source_of(source)))
            except (PagerowsError, Problem) as error:
                problem = problem_of(error)
                if problem is None or len(body.sources) == 1:
                    raise
                failed.append({"source": source.url or source.name or "page", "message": problem.message})
        if not pages:
            raise Problem(422, "no_list", f"no page could be read: {failed[0]['message']}")
        learned: Learned = await state.engine.run(Learn(pages=tuple(pages), recipe=recipe))
    failed += [{"source": name, "message": reason} for name, reason in learned.failed]
    kept = None
    if body.name is not None:
        kept = await state.ask(state.wrappers.add, body.name, learned.wrapper)
    answer = {
        "wrapper": learned.wrapper,
        "id": kept and kept.id,
        "pages": len(pages) - len(learned.failed),
        "failed": failed,
    }
    return JSONResponse(answer)
