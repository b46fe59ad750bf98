"""A page as Chromium shows it: the same table of nodes, with boxes, visibility and computed styles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pagerows.errors import PageError, RenderError
from pagerows.page import MAX_BYTES, Page, Source, _base, _read
from pagerows.page.decode import decode
from pagerows.page.mhtml import is_mhtml, main_document
from pagerows.page.rendered.browser import Browser, Job, shared_browser
from pagerows.page.rendered.cdp import BrowserGone
from pagerows.page.rendered.policy import NOWHERE, Policy
from pagerows.page.rendered.snapshot import read_snapshot

__all__ = ["Browser", "render", "render_async"]


def render(
    source: Source,
    *,
    url: str | None = None,
    encoding: str | None = None,
    width: int = 1280,
    height: int = 1024,
    javascript: bool = False,
    allow: Sequence[str] = (),
    timeout: float = 30.0,
    settle: float = 0.0,
    noscript: bool = False,
    browser: Browser | None = None,
) -> Page:
    """Render a page in Chromium and return it with its layout.

    A Path is rendered with the files beside it; other sources load from the origin of `url` only. `allow` names
    further origins or hosts (``*``: any). Scripts run only with `javascript`, which then have `settle` seconds after
    the page has loaded. Works from any thread, inside a running event loop too; `render_async` does not block one.
    """
    document = _document(source, url, encoding)
    job = Job(
        html=document.html,
        policy=_policy(document, allow),
        width=width,
        height=height,
        javascript=javascript,
        timeout=timeout,
        settle=settle,
    )
    snapshot = _visit(browser or shared_browser(), job)
    nodes, head = read_snapshot(snapshot, noscript=noscript)
    return Page(
        nodes=nodes,
        html=document.html,
        url=document.url,
        base_url=_base(document.url, head),
        title=head.title,
        lang=head.lang,
        encoding=document.encoding,
        flattened=head.flattened,
        path=document.path,
    )


async def render_async(source: Source, **options: Any) -> Page:
    """Render a page without blocking the event loop; takes what `render` takes."""
    import asyncio  # costs 20 ms that only its users should pay

    return await asyncio.to_thread(render, source, **options)


def _visit(browser: Browser, job: Job) -> dict[str, Any]:
    """Visit a page; once more where another page took the browser with it."""
    for attempt in (1, 2):
        try:
            with browser.visit(job) as page:
                page.load()
                return page.snapshot()
        except BrowserGone as error:
            if attempt == 2:
                raise RenderError(f"the browser ended twice on this page: {error}") from error
    raise AssertionError("unreachable")


@dataclass(frozen=True, slots=True)
class _Document:
    """A source as markup, with what is known of where it came from."""

    html: str
    url: str | None
    encoding: str | None
    path: Path | None
    mhtml: bytes | None


def _document(source: Source, url: str | None, encoding: str | None) -> _Document:
    data, path = _read(source)
    if isinstance(data, str):
        return _Document(data, url, None, path, None)
    if len(data) > MAX_BYTES:
        raise PageError(f"the page has {len(data):,} bytes, more than the {MAX_BYTES:,} that pagerows reads")
    content_type, whole = None, None
    if is_mhtml(data):
        part = main_document(data)
        whole, data, url, content_type = data, part.body, url or part.url, part.content_type
    html, used = decode(data, encoding=encoding, content_type=content_type)
    return _Document(html, url, used, path, whole)


def _policy(document: _Document, allow: Sequence[str]) -> Policy:
    if document.path is not None and document.mhtml is None:
        path = document.path.resolve()
        return Policy(url=path.as_uri(), folder=path.parent, allow=allow)
    web = document.url is not None and document.url.startswith(("http://", "https://"))
    return Policy(url=document.url if web and document.url else NOWHERE, allow=allow)
