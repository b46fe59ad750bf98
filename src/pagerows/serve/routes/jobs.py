"""Jobs: many pages, with their progress."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from pagerows.export.sheets import Sheet
from pagerows.serve.answers import job_answer
from pagerows.serve.errors import Problem
from pagerows.serve.jobs import empty_head, packed_source
from pagerows.serve.models import CreateJob, JobAnswer, JobList
from pagerows.serve.routes import ERRORS, state_of
from pagerows.serve.routes.pages import source_of
from pagerows.serve.routes.runs import names_of
from pagerows.serve.routes.wrappers import learned_from
from pagerows.serve.state import State, unless_gone
from pagerows.serve.store import Job
from pagerows.serve.store.jobs import ENDED
from pagerows.serve.store.sheets import Kept, pack

__all__ = ["router"]

router = APIRouter(prefix="/v1/jobs", tags=["jobs"], responses=ERRORS)
#: Jobs that may run or wait.
MOST = 20
_EMPTY = Sheet(region=1, score=1.0, content=True, features={}, columns=(), xpaths=())


@router.post("", response_model=JobAnswer, status_code=202, summary="Read many pages")
async def create(body: CreateJob, request: Request) -> Response:
    """Begin a job: a list over its next pages, or pages one by one. Its table is a run that grows."""
    state = state_of(request)
    if state.runner.running >= MOST:
        raise Problem(503, "busy", "too many jobs are running; stop one or wait", retry_after=30)
    asked: dict[str, Any] = {"pages": body.pages, "method": body.method}
    edits: list[Any] = []
    if body.wrapper is not None:
        kept = await state.ask(state.wrappers.get, body.wrapper)
        if kept is None:
            raise Problem(404, "not_found", f"there is no wrapper {body.wrapper}")
        edits = kept.edits
    url, title = body.url, None
    if body.kind == "next" and body.run is not None:
        run = await state.ask(state.tables.run, body.run)
        url, title = url or run.url, run.title
        if url is None or not url.startswith(("http://", "https://")):
            raise Problem(422, "invalid", "the run's page has no address, so it has no next page", fields=["run"])
        if body.wrapper is None:
            learned, found = await unless_gone(request, learned_from(state, body.run, None))
            asked["learned"], edits = learned, list(found)
    return JSONResponse(await _begun(state, body, {**asked, "url": url}, edits, title), 202)


async def _begun(
    state: State, body: CreateJob, asked: dict[str, Any], edits: list[Any], title: str | None
) -> dict[str, Any]:
    url = asked["url"] if body.kind == "next" else None
    source = url or f"{len(body.sources)} pages"
    head = empty_head(url, title or source, "wrapper" if body.wrapper else body.method)
    recipe = {"method": body.method, "pages": body.pages}
    run = await state.ask(
        state.runs.add,
        kind="job",
        source=source,
        head=head,
        tables=[pack(Kept(_EMPTY))],
        recipe=recipe,
        wrapper=body.wrapper,
        edits=edits,
    )
    sources = [packed_source(source_of(source)) for source in body.sources] if body.kind == "pages" else []
    job = await state.ask(
        state.jobs.add,
        kind=body.kind,
        run=run,
        asked=asked,
        sources=sources,
        total=len(sources) if body.kind == "pages" else body.pages,
        wrapper=body.wrapper,
    )
    state.runner.start(job)
    return await _answer(state, job)


async def _job(state: State, job: str) -> Job:
    found = await state.ask(state.jobs.get, job)
    if found is None:
        raise Problem(404, "not_found", f"there is no job {job}")
    return found


async def _answer(state: State, job: str | Job) -> dict[str, Any]:
    found = await _job(state, job) if isinstance(job, str) else job
    wrapper = await state.ask(state.wrappers.get, found.wrapper) if found.wrapper else None
    return job_answer(found, wrapper)


@router.get("", response_model=JobList, summary="Jobs, the newest first")
async def jobs(request: Request) -> Response:
    """Give the last hundred jobs."""
    state = state_of(request)
    names = await names_of(state)
    found = await state.ask(state.jobs.newest)
    return JSONResponse({"jobs": [job_answer(job, names.get(job.wrapper or "")) for job in found]})


@router.get("/{job}", response_model=JobAnswer, summary="A job as it is now")
async def job(job: str, request: Request) -> Response:
    """Say how far a job has come."""
    return JSONResponse(await _answer(state_of(request), job))


@router.get(
    "/{job}/events",
    response_class=StreamingResponse,
    responses={200: {"description": "Server-sent events: progress, end", "content": {"text/event-stream": {}}}},
    summary="A job's progress as it happens",
)
async def events(job: str, request: Request) -> Response:
    """Send the job whenever it changes: `progress` while it runs, `end` when it has ended."""
    state = state_of(request)
    await _job(state, job)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_told(state, job), media_type="text/event-stream", headers=headers)


async def _told(state: State, job: str) -> AsyncIterator[bytes]:
    async for found in state.runner.changes(job):
        if found is None:
            yield b": still there\n\n"
            continue
        kind = "end" if found.state in ENDED else "progress"
        yield f"event: {kind}\ndata: {json.dumps(await _answer(state, found))}\n\n".encode()


@router.post("/{job}/stop", response_model=JobAnswer, summary="Stop a job after the page at hand")
async def stop(job: str, request: Request) -> Response:
    """Stop a job; what it has read stays, and it can be gone on with."""
    state = state_of(request)
    await _job(state, job)
    await state.runner.stop(job)
    return JSONResponse(await _answer(state, job))


@router.post("/{job}/resume", response_model=JobAnswer, summary="Go on with a job")
async def resume(job: str, request: Request) -> Response:
    """Go on where a job stopped; pages that failed are tried again."""
    state = state_of(request)
    found = await _job(state, job)
    if found.state == "stopping":
        await state.runner.wait(job)
        found = await _job(state, job)
    if found.state in ENDED:
        await state.ask(state.jobs.forget_problems, job)
        await state.ask(state.jobs.set, job, "queued")
        state.runner.start(job)
    return JSONResponse(await _answer(state, job))


@router.delete("/{job}", status_code=204, summary="Forget a job")
async def delete(job: str, request: Request) -> Response:
    """Delete a job that has ended; its table stays in the history."""
    state = state_of(request)
    found = await _job(state, job)
    if found.state not in ENDED:
        raise Problem(409, "conflict", "the job still runs: stop it first")
    await state.ask(state.jobs.delete, job)
    return Response(status_code=204)
