"""The server as an ASGI application: routes, the app's files, errors in one shape, and the gate around it all."""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from pagerows import __version__
from pagerows.serve.errors import Problem, problem_of
from pagerows.serve.gate import Gate
from pagerows.serve.manual import manual_page
from pagerows.serve.routes import jobs, pages, runs, system, wrappers
from pagerows.serve.settings import Settings
from pagerows.serve.state import State

__all__ = ["make_app"]

_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_CODES: Final = {404: "not_found", 405: "not_allowed", 413: "too_large"}


def make_app(settings: Settings) -> Any:
    """Return the server; its database is opened now, its workers start with it."""
    state = State(settings)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        state.start()
        yield
        await state.close()

    app = FastAPI(
        title="pagerows",
        version=__version__,
        summary="Point it at any web page and get its repeated records back as a table.",
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.state.parts = state
    for part in (pages, runs, wrappers, jobs, system):
        app.include_router(part.router)
    _add_errors(app)
    _add_files(app)
    return Gate(app, settings, state.metrics)


def _answer(problem: Problem) -> Response:
    return JSONResponse(problem.body, problem.status, headers=problem.headers)


def _add_errors(app: FastAPI) -> None:
    """All errors have one shape."""

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        found = error.errors()
        fields = [".".join(map(str, one["loc"][1:])) for one in found[:20]]
        first = found[0]
        said = first["msg"].removeprefix("Value error, ")
        told = f"{fields[0]}: {said}" if fields[0] else said
        return _answer(Problem(422, "invalid", told, fields=[field for field in fields if field] or None))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        cause = error.__cause__
        if isinstance(cause, Problem):
            return _answer(cause)
        if error.status_code == 405:
            return _answer(_not_allowed(request))
        code = _CODES.get(error.status_code, "invalid")
        return _answer(Problem(error.status_code, code, str(error.detail)))

    async def known(_: Request, error: Exception) -> Response:
        problem = problem_of(error)
        if problem is None:
            raise error
        return _answer(problem)

    kinds: list[type[Exception]] = [Problem, *_known_errors()]
    for kind in kinds:
        app.add_exception_handler(kind, known)


def _not_allowed(request: Request) -> Problem:
    allowed = ", ".join(_methods(request))
    told = f"{request.method} is not answered here; there is {allowed or 'nothing'}"
    return Problem(405, "not_allowed", told, allow=allowed or "GET")


def _methods(request: Request) -> list[str]:
    """What an address of the interface can be asked for."""
    path = request.url.path
    for pattern, operations in request.app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path):
            return sorted(name.upper() for name in operations)
    return []


def _known_errors() -> tuple[type[Exception], ...]:
    from pagerows.errors import PagerowsError
    from pagerows.serve.pool import Crashed, TookTooLong

    return PagerowsError, Crashed, TookTooLong


def _add_files(app: FastAPI) -> None:
    """The app's built files; addresses of the app itself are all its first page."""
    with as_file(files("pagerows.serve") / "static") as folder:
        root = folder.resolve()

    @app.get("/docs", include_in_schema=False)
    async def manual(request: Request) -> Response:
        return HTMLResponse(manual_page(app.openapi(), str(request.base_url).rstrip("/")))

    @app.get("/{path:path}", include_in_schema=False)
    async def file(path: str, request: Request) -> Response:
        found = _file(root, path)
        if found is None and _methods(request):
            raise _not_allowed(request)
        if found is None:
            raise Problem(404, "not_found", f"there is nothing at /{path[:200]}")
        lasting = path.startswith("assets/")
        caching = "public, max-age=31536000, immutable" if lasting else "no-cache"
        kind, data = _KINDS.get(found.suffix, "application/octet-stream"), found.read_bytes()
        mark = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        headers = {"Cache-Control": caching, "ETag": mark}
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=kind, headers=headers)


def _file(root: Path, path: str) -> Path | None:
    """The file that an address means; the app's first page where it is one of the app's own addresses."""
    if path.startswith(("v1/", "mcp")):
        return None
    last = path.rpartition("/")[2]
    try:
        wanted = (root / (path if "." in last else "index.html")).resolve()
        inside = wanted.is_relative_to(root) and wanted.is_file()
    except (OSError, ValueError):
        return None
    return wanted if inside else None
