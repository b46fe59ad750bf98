"""When a page that scripts fill is ready: nothing is on its way, and nothing grows any more."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from pagerows.errors import RenderError

if TYPE_CHECKING:
    from pagerows.page.rendered.browser import Visit

__all__ = ["WAIT", "Traffic", "wait_for", "wait_until_quiet"]

#: Seconds that a page may take to become quiet, after it has loaded.
WAIT: Final = 10.0
#: Seconds without a change that make a page quiet.
QUIET: Final = 0.5
#: Seconds after which an answer is no longer waited for: the page listens for news.
LISTENING: Final = 5.0
#: Share of the page's time that is left for reading it.
RESERVE: Final = 0.25
_POLL: Final = 0.05

#: How much there is on the page: elements, characters, height.
_SIZE: Final = """(() => {
  const d = document, b = d.body;
  return [d.getElementsByTagName("*").length, b ? b.textContent.length : 0, d.documentElement.scrollHeight];
})()"""
_HAS: Final = """(wanted => {
  try { if (document.querySelector(wanted)) return true; } catch (e) {}
  return !!document.body && document.body.innerText.includes(wanted);
})"""


class Traffic:
    """The requests of a page that have not been answered."""

    def __init__(self) -> None:
        self._open: dict[str, float] = {}
        self._lock = threading.Lock()
        self.last = time.monotonic()

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Take an event of the browser in."""
        if method == "Network.requestWillBeSent":
            if params.get("type") != "EventSource":
                with self._lock:
                    self._open[params["requestId"]] = self.last = time.monotonic()
        elif method in ("Network.loadingFinished", "Network.loadingFailed"):
            with self._lock:
                if self._open.pop(params["requestId"], None) is not None:
                    self.last = time.monotonic()

    def idle_since(self) -> float:
        """Since when nothing is on its way; the future where something is."""
        now = time.monotonic()
        with self._lock:
            waiting = any(now - begun < LISTENING for begun in self._open.values())
            return float("inf") if waiting else self.last


def wait_until_quiet(visit: Visit, most: float, quiet: float = QUIET) -> bool:
    """Wait until nothing is on its way and the page has stopped growing; False where it did not within `most` s."""
    end = _end(visit, most)
    size, changed = visit.ask(_SIZE), time.monotonic()
    while (now := time.monotonic()) < end:
        if now - max(changed, visit.traffic.idle_since()) >= quiet:
            return True
        time.sleep(_POLL)
        if (new := visit.ask(_SIZE)) != size:
            size, changed = new, time.monotonic()
    return False


def wait_for(visit: Visit, wanted: str, most: float) -> None:
    """Wait until the page has an element of a selector, or shows a text."""
    script = f"{_HAS}({json.dumps(wanted)})"
    begun, end = time.monotonic(), _end(visit, most)
    while not visit.ask(script):
        if time.monotonic() >= end:
            waited = time.monotonic() - begun
            raise RenderError(f"the page has no element or text {wanted!r} after {waited:.1f} s (--wait-for)")
        time.sleep(_POLL)


def _end(visit: Visit, most: float) -> float:
    """When to stop waiting: the page has to be read in what is left of its time."""
    return min(time.monotonic() + most, visit.deadline - RESERVE * visit.job.timeout)
