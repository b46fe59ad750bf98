"""What the server says of itself."""

from __future__ import annotations

import hmac
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from pagerows import __version__, registry
from pagerows.columns.asked import TYPES
from pagerows.errors import RenderError
from pagerows.serve.errors import Problem
from pagerows.serve.gate import COOKIE, session_value
from pagerows.serve.metrics import CONTENT_TYPE
from pagerows.serve.models import Health, Meta, Session
from pagerows.serve.routes import ERRORS, state_of
from pagerows.serve.rows import MOST_ROWS
from pagerows.vocabulary import synonyms

__all__ = ["router"]

router = APIRouter(tags=["server"], responses=ERRORS)
_FORMATS = ["csv", "tsv", "xlsx", "json", "jsonl", "parquet", "html", "markdown", "sqlite"]


@router.get("/v1/meta", response_model=Meta, summary="What the server can do")
async def meta(request: Request) -> Response:
    """Give types, roles, formats, methods and limits."""
    settings = state_of(request).settings
    return JSONResponse(
        {
            "version": __version__,
            "types": list(TYPES),
            "roles": _roles(),
            "formats": _FORMATS,
            "methods": _methods(),
            "browser": _has_browser(),
            "token": settings.token is not None,
            "limits": {
                "body_bytes": settings.body_bytes,
                "page_bytes": settings.page_bytes,
                "seconds": settings.seconds,
                "rows": MOST_ROWS,
            },
        }
    )


@cache
def _methods() -> list[dict[str, Any]]:
    return [{"name": name, "summary": registry.method(name).summary} for name in registry.names("regions")]


@cache
def _roles() -> list[str]:
    return sorted({"image", *(field.role for field in synonyms().values())} - {"other"})


def _has_browser() -> bool:
    from pagerows.page.rendered.cdp import check_rendering

    try:
        check_rendering()
    except (RenderError, ImportError):
        return False
    return True


@router.post("/v1/session", status_code=204, summary="Log in")
async def session(body: Session, request: Request) -> Response:
    """Take the server's token and set a cookie, by which frames, downloads and event streams are let in."""
    token = state_of(request).settings.token
    if token is not None and not hmac.compare_digest(body.token.encode("utf-8", "replace"), token.encode()):
        raise Problem(401, "token", "this is not the server's token")
    answer = Response(status_code=204)
    if token is not None:
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, session_value(token), httponly=True, samesite="strict", secure=secure)
    return answer


@router.get("/healthz", response_model=Health, summary="Whether the server is well")
async def health(request: Request) -> Response:
    """Say whether the database answers, and how much is waiting."""
    state = state_of(request)
    well = await state.ask(state.is_well)
    said = {
        "status": "ok" if well else "failing",
        "database": well,
        "workers": state.engine.pool.size,
        "waiting": state.engine.pool.waiting,
    }
    return JSONResponse(said, 200 if well else 503)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"description": "Prometheus text", "content": {"text/plain": {}}}},
    summary="Counts and times",
)
async def metrics(request: Request) -> Response:
    """Give the server's numbers for Prometheus."""
    return Response(state_of(request).metrics.text(), media_type=CONTENT_TYPE)
