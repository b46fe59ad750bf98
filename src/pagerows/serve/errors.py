"""What goes wrong, as callers hear it: a status, a code for programs, a sentence for people."""

from __future__ import annotations

import math
from typing import Any, Final

from pagerows.errors import MissingExtra, PagerowsError
from pagerows.serve.pool import Crashed, TookTooLong
from pagerows.serve.store.database import StoreError
from pagerows.serve.tasks import Refused

__all__ = ["Problem", "problem_of", "refused"]


class Problem(Exception):
    """An answer that is an error."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        retry_after: float | None = None,
        fields: list[str] | None = None,
        allow: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.retry_after, self.fields, self.allow = retry_after, fields, allow

    @property
    def body(self) -> dict[str, Any]:
        """The answer."""
        fields = {"fields": self.fields} if self.fields else {}
        return {"error": {"code": self.code, "message": self.message, **fields}}

    @property
    def headers(self) -> dict[str, str]:
        """The answer's headers."""
        wait = {} if self.retry_after is None else {"Retry-After": str(max(1, math.ceil(self.retry_after)))}
        return wait | ({} if self.allow is None else {"Allow": self.allow})


#: The error's name -> status and code.
_KINDS: Final = {
    "PageError": (422, "not_a_page"),
    "ParameterError": (422, "invalid"),
    "WrapperError": (422, "no_list"),
    "FetchError": (502, "fetch_failed"),
    "FetchTimeout": (504, "fetch_timeout"),
    "BlockedAddress": (403, "blocked_address"),
    "RobotsForbidden": (403, "robots"),
    "RenderError": (502, "render_failed"),
    "ExportError": (500, "export_failed"),
    "MissingExtra": (501, "missing_extra"),
}


def refused(answer: Refused) -> Problem:
    """What a worker refused."""
    if answer.error == "RenderError" and "no Chromium" in answer.message:
        return Problem(501, "no_browser", answer.message)
    status, code = _KINDS.get(answer.error, (500, "failed"))
    return Problem(status, code, answer.message)


def problem_of(error: Exception) -> Problem | None:
    """What a caller hears of an error; None where it is a mistake of ours."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, StoreError):
        return Problem(507 if error.full else 503, "disk_full" if error.full else "database", str(error))
    if isinstance(error, MissingExtra):
        return Problem(501, "missing_extra", str(error))
    if isinstance(error, PagerowsError):
        return refused(Refused(type(error).__name__, str(error)))
    if isinstance(error, TookTooLong):
        return Problem(504, "timeout", f"{error}; `pagerows serve --timeout` sets another limit")
    if isinstance(error, Crashed):
        return Problem(500, "crashed", f"reading the page failed: {error}")
    return None
