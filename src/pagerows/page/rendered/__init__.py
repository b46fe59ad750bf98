"""A page as Chromium shows it: the same table of nodes, with boxes, visibility and computed styles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pagerows.errors import PagerowsError, ParameterError, RenderError
from pagerows.page import Page, Source, _base
from pagerows.page.data import Answer
from pagerows.page.rendered.browser import Browser, Job, Outline, Visit, shared_browser
from pagerows.page.rendered.cdp import BrowserGone, find_browser
from pagerows.page.rendered.document import Document, policy_of, read_document
from pagerows.page.rendered.driving import Drive, driven
from pagerows.page.rendered.policy import Policy
from pagerows.page.rendered.reveal import REVEAL, waits_for_scripts
from pagerows.page.rendered.snapshot import ARGUMENTS, read_snapshot
from pagerows.page.rendered.waiting import WAIT

if TYPE_CHECKING:
    from pagerows.values import Region

__all__ = [
    "Browser",
    "Drive",
    "Outline",
    "box_around",
    "find_browser",
    "from_playwright",
    "from_playwright_async",
    "render",
    "render_again",
    "render_async",
    "render_driven",
    "render_many",
    "screenshot",
]

#: Tallest picture taken; Chromium cannot make one taller than 16,384 pixels.
TALLEST: Final = 16_000

Result = TypeVar("Result")


def render(
    source: Source,
    *,
    url: str | None = None,
    encoding: str | None = None,
    content_type: str | None = None,
    width: int = 1280,
    height: int = 1024,
    javascript: bool = False,
    allow: Sequence[str] = (),
    public_only: bool = False,
    timeout: float = 30.0,
    settle: float = 0.0,
    wait: float = WAIT,
    wait_for: str | None = None,
    noscript: bool = False,
    reveal: bool = True,
    browser: Browser | None = None,
) -> Page:
    """Render a page in Chromium and return it with its layout.

    A Path is rendered with the files beside it that it names; other sources load from the origin of `url` only.
    `allow` names further origins or hosts (``*``: any with a public address); with `public_only`, even those and the
    page's own must have public addresses. Scripts run only with `javascript`; then the page is waited for until nothing
    is on its way and it has stopped growing, `wait` seconds at most (and `settle` seconds in any case), or until it has
    what `wait_for` says: an element of that selector, or that text. Without scripts, a page that shows next to nothing
    of its text waits for one to show it: `reveal` does that. Works from any thread, inside a running event loop too;
    `render_async` does not block one.
    """
    document = read_document(source, url, encoding, content_type)
    policy = policy_of(document, allow, public_only=public_only)
    job = _job(
        document,
        policy,
        width=width,
        height=height,
        javascript=javascript,
        timeout=timeout,
        settle=settle,
        wait=wait,
        wait_for=wait_for,
    )

    def take(visit: Visit) -> Page:
        page = _page(document, visit.snapshot(), noscript, visit.answers())
        if not reveal or javascript or not waits_for_scripts(page):
            return page
        visit.evaluate(REVEAL)
        shown = _page(document, visit.snapshot(), noscript)
        # The rows stay as the page has them: revealing wrote into style attributes.
        same = len(shown.nodes) == len(page.nodes)
        return replace(page, nodes=replace(page.nodes, layout=shown.nodes.layout)) if same else page

    return _visit(browser or shared_browser(), job, take)


def render_driven(
    source: Source,
    drive: Drive | None = None,
    *,
    url: str | None = None,
    encoding: str | None = None,
    content_type: str | None = None,
    width: int = 1280,
    height: int = 1024,
    allow: Sequence[str] = (),
    public_only: bool = False,
    timeout: float = 30.0,
    wait: float = WAIT,
    wait_for: str | None = None,
    browser: Browser | None = None,
) -> Iterator[Page]:
    """Render a page with its scripts, drive its list as far as it goes, and yield it as it is then.

    "Load more" is pressed and the page scrolled until nothing new comes (`drive` sets bounds). A list that recycles its
    rows is yielded at every step of scrolling through it, so that each row is on one of the pages at least.
    """
    drive = drive or Drive()
    document = read_document(source, url, encoding, content_type)
    job = _job(
        document,
        policy_of(document, allow, public_only=public_only),
        width=width,
        height=height,
        javascript=True,
        timeout=timeout + drive.seconds,
        wait=wait,
        wait_for=wait_for,
    )
    with (browser or shared_browser()).visit(job) as visit:
        visit.load()
        for _ in driven(visit, drive):
            yield _page(document, visit.snapshot(), False, visit.answers())


async def render_async(source: Source, **options: Any) -> Page:
    """Render a page without blocking the event loop; takes what `render` takes."""
    import asyncio  # costs 20 ms that only its users should pay

    return await asyncio.to_thread(render, source, **options)


def render_many(
    sources: Iterable[Source], *, jobs: int = 2, browser: Browser | None = None, **options: Any
) -> Iterator[Page | PagerowsError]:
    """Render pages in one browser, `jobs` at a time, and yield them in order.

    A page that fails is yielded as its error and the others go on. No more than twice `jobs` pages are held.
    """
    if jobs < 1:
        raise ParameterError(f"jobs is {jobs}; at least 1 page must be rendered at a time")
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor

    used = browser or shared_browser()

    def one(source: Source) -> Page | PagerowsError:
        try:
            return render(source, browser=used, **options)
        except PagerowsError as error:
            return error

    with ThreadPoolExecutor(jobs, thread_name_prefix="pagerows-render") as pool:
        waiting: deque[Future[Page | PagerowsError]] = deque()
        for source in sources:
            waiting.append(pool.submit(one, source))
            if len(waiting) >= 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def render_again(page: Page, **options: Any) -> Page:
    """Give a parsed page its layout: render its markup, with the files beside it where it came from a file."""
    options.setdefault("url", page.url)
    if page.path is not None:
        return render(page.path, encoding=page.encoding, **options)
    return render(page.html, **options)


# -- pages that others have opened ------------------------------------------------------------------------------


def from_playwright(page: Any) -> Page:
    """Read a page that is open in Playwright (sync API), as it is now, scripts and all."""
    session = page.context.new_cdp_session(page)
    try:
        snapshot = session.send("DOMSnapshot.captureSnapshot", dict(ARGUMENTS))
        return _page(Document(html=page.content(), url=page.url), snapshot, False)
    finally:
        session.detach()


async def from_playwright_async(page: Any) -> Page:
    """Read a page that is open in Playwright (async API), as it is now, scripts and all."""
    session = await page.context.new_cdp_session(page)
    try:
        snapshot = await session.send("DOMSnapshot.captureSnapshot", dict(ARGUMENTS))
        return _page(Document(html=await page.content(), url=page.url), snapshot, False)
    finally:
        await session.detach()


# -- pictures ---------------------------------------------------------------------------------------------------


def screenshot(
    page: Page,
    regions: Sequence[Region] = (),
    *,
    width: int = 1280,
    javascript: bool = False,
    allow: Sequence[str] = (),
    public_only: bool = False,
    timeout: float = 60.0,
    browser: Browser | None = None,
) -> bytes:
    """Return a PNG of a page with its regions (blue) and their records (red) outlined.

    The page is rendered again, and records are found by their XPath, so parsed pages do too.
    """
    source: Source = page.html if page.path is None else page.path
    document = replace(read_document(source, page.url, page.encoding), html=page.html)
    policy = policy_of(document, allow, public_only=public_only)
    job = _job(document, policy, width=width, javascript=javascript, timeout=timeout)

    def take(visit: Visit) -> bytes:
        shown = _page(document, visit.snapshot(), False)
        visit.draw(_outlines(shown, regions))
        layout = shown.nodes.layout
        assert layout is not None
        return visit.screenshot(max(width, layout.size[0]), min(TALLEST, layout.size[1]))

    return _visit(browser or shared_browser(), job, take)


def _outlines(page: Page, regions: Sequence[Region]) -> list[Outline]:
    found: list[Outline] = []
    for number, region in enumerate(regions, start=1):
        boxes = []
        for place, record in enumerate(region.records, start=1):
            rows = [row for row in (page.nodes.find(xpath) for xpath in record.xpaths) if row is not None]
            if box := box_around(page, rows):
                boxes.append(box)
                found.append(Outline(*box, colour="red", thickness=1, label=str(place)))
        if boxes:
            left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
            right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
            frame = (left - 3, top - 3, right - left + 6, bottom - top + 6)
            found.append(Outline(*frame, colour="blue", thickness=3, label=f"region {number}"))
    return found


def box_around(page: Page, rows: Sequence[int]) -> tuple[float, float, float, float] | None:
    """Left, top, width and height of what some rows of a rendered page show; None where they show nothing."""
    layout = page.nodes.layout
    assert layout is not None
    boxes = layout.boxes[list(rows)]
    boxes = boxes[(boxes[:, 2] > 0) & (boxes[:, 3] > 0)]
    if not len(boxes):
        return None
    low, high = boxes[:, :2].min(0), (boxes[:, :2] + boxes[:, 2:]).max(0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


# -- the way there ----------------------------------------------------------------------------------------------


def _job(document: Document, policy: Policy, **options: Any) -> Job:
    return Job(html=document.markup, policy=policy, **options)


def _visit(browser: Browser, job: Job, do: Callable[[Visit], Result]) -> Result:
    """Load a page and do something with it; once more where another page took the browser with it."""
    for attempt in (1, 2):
        try:
            with browser.visit(job) as visit:
                visit.load()
                return do(visit)
        except BrowserGone as error:
            if attempt == 2:
                raise RenderError(f"the browser ended twice on this page: {error}") from error
    raise AssertionError("unreachable")


def _page(document: Document, snapshot: dict[str, Any], noscript: bool, answers: tuple[Answer, ...] = ()) -> Page:
    nodes, head = read_snapshot(snapshot, noscript=noscript)
    return Page(
        nodes=nodes,
        markup=document.html,
        url=document.url,
        base_url=_base(document.url, head),
        title=head.title,
        lang=head.lang,
        encoding=document.encoding,
        flattened=head.flattened,
        path=document.path,
        now=document.now,
        answers=answers,
    )
