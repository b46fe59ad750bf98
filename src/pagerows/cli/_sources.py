"""What users name on the command line -> the pages to read: files, folders, URLs, standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pagerows.cli._options import Recipe
from pagerows.errors import FetchError, PageError, RenderError
from pagerows.page import MAX_BYTES, Fetched, Page, Source, parse
from pagerows.page.fetch import fetch

if TYPE_CHECKING:
    from pagerows.page.rendered.driving import Drive

__all__ = ["PageSource", "expand", "load", "load_only", "reason", "views", "with_body"]

#: Files that a folder is searched for.
PATTERNS = ("*.htm", "*.html", "*.xhtml", "*.mhtml", "*.mht", "*.htm.gz", "*.html.gz", "*.mhtml.gz")


@dataclass(frozen=True, slots=True)
class PageSource:
    """One page to read; `body` is set where it is already at hand (standard input, fetched before)."""

    name: str
    base_url: str | None = None
    encoding: str | None = None
    body: bytes | None = None
    #: Limits of fetching and rendering.
    timeout: float = 30.0
    max_bytes: int = MAX_BYTES
    public_only: bool = False
    #: Where a fetched body came from, what it was declared as, or why there is none.
    url: str | None = None
    content_type: str | None = None
    error: str | None = None
    #: When it was fetched.
    at: datetime | None = None

    @property
    def is_url(self) -> bool:
        """Whether the page has to be fetched."""
        return self.body is None and self.name.lower().startswith(("http://", "https://"))

    def is_file(self, path: Path) -> bool:
        """Whether the page is read from this file."""
        here = self.body is None and not self.is_url and path.is_file() and Path(self.name).exists()
        return here and path.samefile(self.name)


def expand(
    names: Iterable[str],
    *,
    base_url: str | None = None,
    encoding: str | None = None,
    timeout: float = 30.0,
    max_bytes: int = MAX_BYTES,
    public_only: bool = False,
) -> list[PageSource]:
    """Return the pages behind the names, folders searched recursively, in a stable order, each once.

    A name that is nothing is kept: reading it gives the reason, and the other pages go on.
    """
    found: dict[str, PageSource] = {}
    for name in names:
        body = sys.stdin.buffer.read(max_bytes + 1) if name == "-" else None
        for page in [name] if body is not None else _pages(name):
            found.setdefault(page, PageSource(page, base_url, encoding, body, timeout, max_bytes, public_only))
    return list(found.values())


def _pages(name: str) -> Iterator[str]:
    folder = Path(name)
    if name.lower().startswith(("http://", "https://")) or not folder.is_dir():
        yield name
        return
    files = {file for pattern in PATTERNS for file in folder.rglob(pattern) if file.is_file()}
    yield from sorted(str(file) for file in files if not _is_asset(file, folder)) or [name]


def _is_asset(file: Path, top: Path) -> bool:
    """Whether a file is part of a page that a browser saved beside a folder ``NAME_files``."""
    for folder in file.parents:
        if folder == top:
            return False
        stem = folder.name.removesuffix("_files")
        if stem != folder.name and any((folder.parent / f"{stem}{end}").exists() for end in (".html", ".htm")):
            return True
    return False


def reason(name: str, error: object) -> str:
    """Say which page failed and why; errors of the network name it themselves."""
    text = " ".join(str(error).split())
    return text if text.startswith(f"{name}: ") else f"{name}: {text}"


def with_body(source: PageSource, got: Fetched) -> PageSource:
    """Return a source with what was fetched for it."""
    return replace(source, body=got.body, url=got.url, content_type=got.content_type, at=got.at)


def load_only(source: PageSource, recipe: Recipe) -> Page:
    """Read the only page of a command: its name goes into the error."""
    try:
        if source.is_url:
            got = fetch(source.name, timeout=source.timeout, max_bytes=source.max_bytes, public_only=source.public_only)
            source = with_body(source, got)
        return load(source, recipe)
    except (PageError, FetchError, RenderError) as error:
        raise type(error)(reason(source.name, error)) from error


def load(source: PageSource, recipe: Recipe) -> Page:
    """Read one page that is at hand, in the browser where the recipe needs it."""
    if source.error is not None:
        raise FetchError(source.error)
    url = source.base_url or source.url
    what: Source = _file(source) if source.body is None else _received(source.body, source)
    if not recipe.needs_render:
        page = parse(what, url=url, encoding=source.encoding, content_type=source.content_type)
        return page if source.at is None else replace(page, now=source.at)
    from pagerows.page.rendered import render
    from pagerows.page.rendered.waiting import WAIT

    # A fetched page may get its styles and pictures from any public address; a file only what it names beside it.
    anywhere = ("*",) if source.url is not None else ()
    return render(
        what,
        url=url,
        encoding=source.encoding,
        content_type=source.content_type,
        javascript=recipe.scripts,
        allow=anywhere,
        public_only=source.public_only,
        timeout=source.timeout,
        wait_for=recipe.wait_for,
        wait=recipe.wait or WAIT,
    )


def views(source: PageSource, recipe: Recipe, drive: Drive) -> Iterator[Page]:
    """Read one page that is at hand; where its scripts run, its list is driven."""
    if not recipe.scripts:
        yield load(source, recipe)
        return
    from pagerows.page.rendered import render_driven
    from pagerows.page.rendered.waiting import WAIT

    assert source.body is not None
    yield from render_driven(
        _received(source.body, source),
        drive,
        url=source.base_url or source.url,
        encoding=source.encoding,
        content_type=source.content_type,
        allow=("*",),
        public_only=source.public_only,
        timeout=source.timeout,
        wait_for=recipe.wait_for,
        wait=recipe.wait or WAIT,
    )


def _received(body: bytes, source: PageSource) -> bytes:
    """Return a body that holds something: an empty one is a download that went wrong, not a page without records."""
    if len(body) > source.max_bytes:
        raise PageError(f"the page has more than the {source.max_bytes:,} bytes allowed")
    if not body.strip():
        raise PageError("the page is empty")
    return body


def _file(source: PageSource) -> Path:
    path = Path(source.name)
    if path.is_dir():
        raise PageError(f"no pages in this folder (looked for {', '.join(PATTERNS)})")
    if not path.exists():
        scheme, is_url, _ = source.name.partition("://")
        raise PageError(f"cannot fetch {scheme}:; give an http or https URL" if is_url else "no such file")
    size = path.stat().st_size
    if size > source.max_bytes:
        raise PageError(f"the file has {size:,} bytes, more than the {source.max_bytes:,} allowed")
    if not size and path.is_file():  # a pipe has no size
        raise PageError("the file is empty")
    return path
