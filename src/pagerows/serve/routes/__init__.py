"""The routes of the REST interface, by what they are about."""

from __future__ import annotations

from typing import Any, Final

from fastapi import Request

from pagerows.serve.models import ErrorAnswer
from pagerows.serve.state import State

__all__ = ["ERRORS", "state_of"]

#: What any route may answer besides its own.
ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    422: {"model": ErrorAnswer, "description": "The request cannot be done as it is"},
    "4XX": {"model": ErrorAnswer, "description": "The request is refused"},
    "5XX": {"model": ErrorAnswer, "description": "It failed; 503 with Retry-After: come again"},
}


def state_of(request: Request) -> State:
    """The server's parts."""
    found = request.app.state.parts
    assert isinstance(found, State)
    return found
