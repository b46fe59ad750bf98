"""The JSON that a page's own scripts fetch while it loads: kept, within bounds, as data of the page."""

from __future__ import annotations

import base64
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

from pagerows.errors import RenderError
from pagerows.page.data import Answer

__all__ = ["BUFFERS", "Answers"]

#: Answers that are kept, bytes of one as it comes over the network, and characters of all.
MOST: Final = 50
LARGEST: Final = 4 << 20
MOST_CHARACTERS: Final = 16 << 20
#: What the browser keeps of bodies for us to ask for.
BUFFERS: Final = {"maxTotalBufferSize": 32 << 20, "maxResourceBufferSize": 8 << 20}

Ask = Callable[[str], Future[dict[str, Any]]]


class Answers:
    """Hears what the browser says of its requests, and asks for the bodies that are JSON as soon as they are there.

    `ask` asks the browser for the body of a request, without waiting; `hear` is called in the reader's thread.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._json: dict[str, str] = {}
        self._asked: list[tuple[str, Future[dict[str, Any]]]] = []
        self._kept: list[Answer] = []
        self._room = MOST_CHARACTERS

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Take an event of the browser in."""
        if method == "Network.responseReceived":
            told = params.get("response", {})
            if (
                params.get("type") in ("XHR", "Fetch")
                and told.get("status") == 200
                and _is_json(told)
                and len(self._json) < MOST
            ):
                self._json[params["requestId"]] = str(told.get("url", ""))
        elif method == "Network.loadingFinished":
            url = self._json.pop(params["requestId"], None)
            with self._lock:
                full = len(self._asked) + len(self._kept) >= MOST
                if url is not None and not full and params.get("encodedDataLength", 0) <= LARGEST:
                    self._asked.append((url, self._ask(params["requestId"])))
        elif method == "Network.loadingFailed":
            self._json.pop(params["requestId"], None)

    def take(self, wait: Callable[[Future[Any], str], Any]) -> tuple[Answer, ...]:
        """Return what there is so far, in the order in which it came; `wait` waits for an answer of the browser."""
        with self._lock:
            asked, self._asked = self._asked, []
        for url, future in asked:
            with contextlib.suppress(RenderError):  # the body is gone, or the page's time is over
                text = _text(wait(future, "read an answer"))
                if text and len(text) <= self._room:
                    self._room -= len(text)
                    self._kept.append(Answer(url, text))
        return tuple(self._kept)


def _is_json(response: dict[str, Any]) -> bool:
    kind = str(response.get("mimeType", "")).lower()
    return kind.endswith(("/json", "+json"))


def _text(result: dict[str, Any]) -> str:
    body = str(result.get("body", ""))
    if not result.get("base64Encoded"):
        return body
    with contextlib.suppress(ValueError):
        return base64.b64decode(body).decode("utf-8", "replace")
    return ""
