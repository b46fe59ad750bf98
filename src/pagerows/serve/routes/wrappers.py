"""Wrappers that people keep."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pagerows.edits import by_name
from pagerows.errors import PagerowsError
from pagerows.serve.answers import wrapper_answer
from pagerows.serve.errors import Problem
from pagerows.serve.models import NewWrapper, WrapperAnswer, WrapperList, WrapperName, WrapperWhole
from pagerows.serve.routes import ERRORS, state_of
from pagerows.serve.state import State, unless_gone
from pagerows.serve.store import StoredWrapper
from pagerows.serve.tasks import Learn, Learned, Recipe
from pagerows.wrapper import Wrapper

__all__ = ["learned_from", "router"]

router = APIRouter(prefix="/v1/wrappers", tags=["wrappers"], responses=ERRORS)


@router.get("", response_model=WrapperList, summary="All wrappers, the newest first")
async def wrappers(request: Request) -> Response:
    """Give the wrappers that are kept."""
    state = state_of(request)
    return JSONResponse({"wrappers": [wrapper_answer(kept) for kept in await state.ask(state.wrappers.all)]})


@router.post("", response_model=WrapperAnswer, status_code=201, summary="Keep a wrapper")
async def add(body: NewWrapper, request: Request) -> Response:
    """Learn a wrapper from a run's list, with its edits, or take one as its file has it."""
    state = state_of(request)
    if body.run is not None:
        data, edits = await unless_gone(request, learned_from(state, body.run, body.which))
    else:
        data, edits = _checked(body.wrapper or {}), []
    kept = await state.ask(state.wrappers.add, body.name, data, edits)
    return JSONResponse(wrapper_answer(kept), 201)


def _checked(plain: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return Wrapper.read(dict(plain)).plain()
    except PagerowsError as error:
        raise Problem(422, "invalid", str(error), fields=["wrapper"]) from error


async def learned_from(
    state: State, run: str, number: int | None
) -> tuple[dict[str, Any], Sequence[Mapping[str, Any]]]:
    """Learn a wrapper from a list of a run's page; with what was changed of its table, by name."""
    known = await state.ask(state.tables.run, run)
    number = number if number is not None else known.chosen
    if number is None:
        raise Problem(422, "no_list", "no list of the run is chosen: say which one")
    table = await state.ask(state.tables.open, run, number)
    page = await state.ask(state.runs.page, run, known.source)
    if page is None:
        raise Problem(422, "no_list", "the run's rows are from several pages: open one of them, and learn from it")
    places = known.head.get("numbers") or []
    region = places[number - 1] if number <= len(places) else number
    settings = state.settings
    recipe = Recipe(
        method=known.method if known.method != "wrapper" else "auto",
        render=bool(known.recipe.get("render")),
        scripts=bool(known.recipe.get("scripts")),
        region=region if known.wrapper is None else None,
        public_only=not settings.private,
        seconds=settings.seconds,
    )
    async with state.engine.place():
        learned: Learned = await state.engine.run(Learn(pages=(page,), recipe=recipe))
    return learned.wrapper, by_name(table.kept.sheet, table.edits)


async def _kept(state: State, wrapper: str) -> StoredWrapper:
    found = await state.ask(state.wrappers.get, wrapper)
    if found is None:
        raise Problem(404, "not_found", f"there is no wrapper {wrapper}")
    return found


@router.get("/{wrapper}", response_model=WrapperWhole, summary="A wrapper with what its file has")
async def whole(wrapper: str, request: Request) -> Response:
    """Give a wrapper."""
    kept = await _kept(state_of(request), wrapper)
    return JSONResponse({**wrapper_answer(kept), "wrapper": kept.data})


@router.get("/{wrapper}/file", response_class=Response, summary="A wrapper's file",
            responses={200: {"description": "The file", "content": {"application/json": {}}}})  # fmt: skip
async def file(wrapper: str, request: Request) -> Response:
    """Download a wrapper for `pagerows extract --wrapper`; names, order and hidden columns are in it."""
    kept = await _kept(state_of(request), wrapper)
    text = json.dumps(_with_edits(kept).plain(), indent=1, ensure_ascii=False) + "\n"
    name = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in kept.name).split()) or "wrapper"
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return Response(text.encode("utf-8", "replace"), media_type="application/json", headers=headers)


def _with_edits(kept: StoredWrapper) -> Wrapper:
    """The wrapper with those edits that it has words for."""
    wrapper = Wrapper.read(kept.data)
    for edit in kept.edits:
        try:
            if edit["op"] == "rename":
                wrapper = wrapper.rename(edit["column"], edit["name"])
            elif edit["op"] == "hide":
                wrapper = wrapper.drop(edit["column"])
        except PagerowsError:
            continue  # a column that the wrapper does not have
    return wrapper


@router.patch("/{wrapper}", response_model=WrapperAnswer, summary="Give a wrapper another name")
async def rename(wrapper: str, body: WrapperName, request: Request) -> Response:
    """Rename a wrapper."""
    state = state_of(request)
    await _kept(state, wrapper)
    await state.ask(state.wrappers.rename, wrapper, body.name)
    return JSONResponse(wrapper_answer(await _kept(state, wrapper)))


@router.delete("/{wrapper}", status_code=204, summary="Forget a wrapper")
async def delete(wrapper: str, request: Request) -> Response:
    """Delete a wrapper; what was read with it stays."""
    state = state_of(request)
    await _kept(state, wrapper)
    await state.ask(state.wrappers.delete, wrapper)
    return Response(status_code=204)
