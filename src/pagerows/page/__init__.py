"""Bytes, text or files -> Page: the one parsed form that every method reads."""

from __future__ import annotations

import stat
import zlib
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urljoin

from pagerows.errors import PageError
from pagerows.page._parser import NodeData
from pagerows.page._unpack import gunzip
from pagerows.page._when import stated_moment
from pagerows.page.decode import markup_of
from pagerows.page.fetch import URL, Fetched, fetch
from pagerows.page.foreign import Response, Selector, Tree, held_by
from pagerows.page.html import Head, node_table
from pagerows.page.mhtml import is_mhtml, main_document
from pagerows.page.nodes import NodeTable
from pagerows.page.sniff import foreign_kind, is_binary, is_name
from pagerows.patterns import lazy

if TYPE_CHECKING:
    from pagerows.page.data import Answer, PageData
    from pagerows.page.data.shown import Shown
    from pagerows.page.pagination import Pagination

__all__ = ["MAX_BYTES", "URL", "Fetched", "Page", "Source", "fetch", "parse"]

#: What can be parsed: HTML bytes or text, a file, an open file, an address (`URL`), what `fetch` got, or what other
#: libraries hold it in.
Source = bytes | bytearray | memoryview | str | Path | IO[bytes] | IO[str] | URL | Fetched | Response | Selector | Tree

#: Bytes (or characters) of HTML a page may have, after decompression; parsing takes up to 30 times as much memory.
MAX_BYTES: Final = 64 * 1024 * 1024

#: Halves of characters that stand alone, which no encoding can write: only a text made by a program has them.
_LONE: Final = lazy("[\ud800-\udfff]")


@dataclass(frozen=True, eq=False)
class Page:
    """A page as a table of nodes, with what is needed to make its links absolute."""

    nodes: NodeTable
    #: The markup: decoded, or the bytes as they came where they are UTF-8.
    markup: str | bytes = field(repr=False)
    url: str | None = None
    #: What relative links are relative to: ``<base href>`` resolved against the URL; else the canonical address.
    base_url: str | None = None
    title: str = ""
    lang: str | None = None
    #: The encoding that the bytes were read with; None where the source was text.
    encoding: str | None = None
    #: Whether elements nested too deeply were made siblings of their ancestors.
    flattened: bool = False
    #: The file that the page came from, so that a renderer finds the assets beside it.
    path: Path | None = None
    #: When the page was as it is: fetched, or as it says itself; what "3 days ago" is counted from. None: not known.
    now: datetime | None = None
    #: The JSON that the page's own scripts fetched while it was rendered.
    answers: tuple[Answer, ...] = field(default=(), repr=False)

    def absolute(self, link: str) -> str:
        """Return a link as an absolute URL where the page's own URL is known."""
        link = link.strip()
        if not self.base_url:
            return link
        try:
            return urljoin(self.base_url, link)
        except ValueError:
            return link

    @cached_property
    def html(self) -> str:
        """The decoded markup."""
        return self.markup if isinstance(self.markup, str) else self.markup.decode()

    @property
    def utf8(self) -> bytes:
        """The decoded markup in UTF-8."""
        data = self.nodes.data
        return data.markup() if isinstance(data, NodeData) else self.html.encode("utf-8", "replace")

    @cached_property
    def data(self) -> PageData:
        """What the page carries for machines (JSON-LD, states of frameworks, ...), read when it is first asked for.

        >>> parse('<script type="application/json" id="x">{"items": [1, 2]}</script>').data.sets[0].value
        {'items': [1, 2]}
        """
        from pagerows.page.data import read_data

        rows = self.nodes.data
        return read_data(rows if isinstance(rows, NodeData) else self.html, self.answers)

    @cached_property
    def shown_data(self) -> list[Shown]:
        """The lists of objects in the page's data that the page also shows, with where; found on first use."""
        lists = self.data.lists
        if not lists:  # as on most pages
            return []
        from pagerows.page.data.shown import find_shown

        return find_shown(self.nodes, lists, self.absolute)

    @cached_property
    def pagination(self) -> Pagination:
        """The links to the next page of the list, to the one before and to numbered pages; found on first use.

        >>> parse('<p>1 <a href="?page=2">2</a> <a href="?page=2">Next</a>', url="http://a.example/").pagination.next
        'http://a.example/?page=2'
        """
        from pagerows.page.pagination import find_pagination

        return find_pagination(self)

    @classmethod
    def from_playwright(cls, page: Any) -> Page:
        """Read a page that is open in Playwright's sync API, as it is now."""
        from pagerows.page.rendered import from_playwright

        return from_playwright(page)

    @classmethod
    async def from_playwright_async(cls, page: Any) -> Page:
        """Read a page that is open in Playwright's async API, as it is now."""
        from pagerows.page.rendered import from_playwright_async

        return await from_playwright_async(page)

    def __repr__(self) -> str:
        where = self.url or self.path
        parts = [
            repr(self.title[:60]) if self.title else "",
            str(where) if where else "",
            f"{len(self.nodes):,} nodes",
        ]
        return f"<Page: {', '.join(part for part in parts if part)}{', rendered' if self.rendered else ''}>"

    @property
    def rendered(self) -> bool:
        """Whether the nodes have boxes and computed styles."""
        return self.nodes.layout is not None


def parse(
    source: Source,
    *,
    url: str | None = None,
    encoding: str | None = None,
    content_type: str | None = None,
    noscript: bool = False,
) -> Page:
    """Parse a page into its table of nodes.

    `source` is HTML (bytes or str), a Path to a file (html, html.gz, mhtml), an open file, a `URL`, the result of
    `fetch`, a response of requests, httpx or Scrapy, a tree of lxml or BeautifulSoup, or a Selector of parsel.
    `encoding` wins over all else; `content_type` is the HTTP header, where there was one; `noscript` reads the
    content of ``<noscript>`` too.

    >>> page = parse("<base href='/shop/'><a href=x>X</a>", url="http://example.com/")
    >>> page.absolute(page.nodes.attribute(1, "href"))
    'http://example.com/shop/x'
    """
    markup = read_markup(source, url=url, encoding=encoding, content_type=content_type)
    nodes, head = node_table(markup.text, noscript=noscript)
    page = object.__new__(Page)  # a call would set the fields of a frozen dataclass by a call each
    page.__dict__.update(
        nodes=nodes,
        markup=markup.text,
        url=markup.url,
        base_url=_base(markup.url, head),
        title=head.title,
        lang=head.lang,
        encoding=markup.encoding,
        flattened=head.flattened,
        path=markup.path,
        now=markup.now,
        answers=(),
    )
    return page


class Markup(NamedTuple):
    """A source as text, with what is known of where it came from."""

    #: Decoded, or the bytes as they came where they are UTF-8.
    text: str | bytes
    url: str | None
    encoding: str | None
    path: Path | None
    #: The whole MHTML file, where the source was one: `text` is its main part.
    mhtml: bytes | None = None
    #: When it was fetched or saved.
    now: datetime | None = None


def read_markup(
    source: Source, *, url: str | None = None, encoding: str | None = None, content_type: str | None = None
) -> Markup:
    """Return a source's markup: read, unpacked and decoded; a PageError says why it is none."""
    now: datetime | None = None
    if isinstance(source, URL):
        source = source.fetched()
    if isinstance(source, Fetched):
        now = source.at
        url, content_type, source = url or source.url, content_type or source.content_type, source.body
    elif held := held_by(source):
        url, content_type, source = url or held.url, content_type or held.content_type, held.data
    data, path = _read(source)
    if len(data) > MAX_BYTES:
        unit = "bytes" if isinstance(data, bytes) else "characters"
        raise PageError(f"the page has {len(data):,} {unit}, more than the {MAX_BYTES:,} that pagerows reads")
    if isinstance(data, str):
        html = data if data.isascii() else _LONE.sub("\ufffd", data)
        return Markup(text=html, url=url, encoding=None, path=path, now=stated_moment(html))
    mhtml = None
    if not data.startswith(b"<"):  # as nearly all pages do
        if kind := foreign_kind(data):
            raise PageError(f"this is {kind}, not a web page")
        mhtml = data if is_mhtml(data) else None
    if mhtml is not None:
        part = main_document(mhtml)
        data, url, content_type = part.body, url or part.url, part.content_type
        now = part.saved
    text, used = markup_of(data, encoding=encoding, content_type=content_type)
    if is_binary(text):
        raise PageError("this is binary data, not a web page")
    return Markup(
        text=text,
        url=url,
        encoding=used,
        path=path,
        mhtml=mhtml,
        now=now or stated_moment(text),
    )


def _base(url: str | None, head: Head) -> str | None:
    """What links are relative to: the URL and ``<base>``; where neither is an address, what the page calls its own."""
    if url is None and not (head.base or "").startswith(("http://", "https://")):
        url = head.address
    if head.base is None:
        return url
    try:
        return urljoin(url, head.base) if url else head.base
    except ValueError:
        return url


def _read(source: Source) -> tuple[bytes | str, Path | None]:
    """Return the source's bytes (decompressed) or text, and its path where it is a file."""
    path: Path | None = None
    if isinstance(source, Path):
        path = source
        data: bytes | str = _file(source)
    elif isinstance(source, str):
        if is_name(source):
            raise PageError(f"{source} is a name, not HTML: give a Path for a file, pagerows.URL(address) for a URL")
        data = source
    elif isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
    elif hasattr(source, "read"):
        data = source.read(MAX_BYTES + 1)
        if not isinstance(data, (bytes, str)):
            raise PageError(
                f"{type(source).__name__}.read() gives no bytes or text: read it first, and give what it holds"
            )
    else:
        raise PageError(f"cannot parse a {type(source).__name__}; give bytes, str, a Path, a URL or an open file")
    if isinstance(data, bytes) and data.startswith(b"\x1f\x8b"):
        data = _gunzip(data)
    return data, path


def _file(path: Path) -> bytes:
    """Read a file or pipe, no further than a page may go; a device may never end."""
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode) or stat.S_ISDIR(mode)):
            raise PageError(f"cannot read {path}: it is a device, not a file")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except PageError:
        raise
    except OSError as error:
        raise PageError(f"cannot read {path}: {error.strerror or error}") from error
    except (RuntimeError, ValueError) as error:  # links in a loop; a NUL in the name
        raise PageError(f"cannot read {path}: {error}") from error


def _gunzip(data: bytes) -> bytes:
    try:
        return gunzip(data, MAX_BYTES + 1)
    except zlib.error as error:
        raise PageError(f"the gzip data is damaged: {error}") from error
