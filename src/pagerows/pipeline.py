"""The line that a page walks through:

source -> Page -> [filter] -> regions of records -> content? -> aligned, tidy Table -> typed, named columns
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, Literal

from pagerows import registry
from pagerows.errors import PagerowsError, ParameterError
from pagerows.line import DEFAULT_METHOD, Asked, Line, TableMaker, line_of
from pagerows.page import Page, Source, parse
from pagerows.page.foreign import is_open_async, is_open_page
from pagerows.page.html import NoCollection
from pagerows.plain import dataclass, field, replace
from pagerows.values import Record, Region, Table, Verdict

if TYPE_CHECKING:
    import pandas as pd

    from pagerows.columns import Site
    from pagerows.wrapper.drift import Drift
    from pagerows.wrapper.model import Wrapper

__all__ = ["DEFAULT_METHOD", "Extraction", "extract", "extract_async", "extract_many", "table_maker", "with_columns"]


@dataclass(frozen=True)
class Extraction:
    """What was found on a page: its regions, content first, best first."""

    page: Page
    regions: list[Region]
    method: str
    #: Read with a wrapper: what has changed since it was learned.
    drift: tuple[Drift, ...] = ()
    #: The wrapper's new version, where it had to be learned anew on this page.
    healed: Wrapper | None = None
    #: The columns that were asked for; empty: all that there are.
    want: tuple[str, ...] = ()
    #: What `extract` was asked for: regions from this score on are content, whatever the verdict.
    min_score: float | None = None
    #: All that it was asked for, where the page alone was read: by it the same is found again.
    asked: Asked | None = field(default=None, repr=False, compare=False)

    @property
    def best(self) -> Region | None:
        """The best content region, or None where the page has no records."""
        return next((region for region in self.regions if region.content is not False), None)

    @property
    def table(self) -> Table:
        """The table of the best content region; empty where there is none."""
        return self.best.table if self.best else Table()

    @property
    def tables(self) -> list[pd.DataFrame]:
        """The tables of all content regions as DataFrames, the best first."""
        return [region.table.to_pandas() for region in self.regions if region.content is not False]

    @property
    def missing(self) -> tuple[str, ...]:
        """The columns that were asked for and that nothing of the page's best table fits."""
        filled = {column.name for column in self.table.all_columns if any(column.cells)} if self.want else set()
        return tuple(wish for wish in self.want if wish not in filled)

    @property
    def verdict(self) -> Verdict:
        """Whether the page has records, by the method or by what was asked for, and why."""
        accepted = self.best is not None
        if not self.regions:
            return Verdict(False, reasons=("nothing on the page repeats like records do",))
        if self.min_score is not None:
            top = max(region.score for region in self.regions)
            return Verdict(accepted, reasons=(f"the best region scores {top:.2f}, asked for {self.min_score:.2f}",))
        evidence = self.regions[0].evidence
        asked = evidence.get("page", {})
        return Verdict(accepted, asked.get("chance"), asked.get("threshold"), tuple(evidence.get("because", ())))

    def __getstate__(self) -> dict[str, Any]:
        """Pickled, it leaves out what explains its regions, which takes as long to make as the regions themselves."""
        if self.asked is None:
            return self.__dict__
        again = _Again(self.page, self.asked)
        return {**self.__dict__, "regions": [again.explaining(*each) for each in enumerate(self.regions)]}

    def __repr__(self) -> str:
        from pagerows.export.preview import extraction_text

        return extraction_text(self)

    def _repr_html_(self) -> str:
        from pagerows.export.preview import extraction_html

        return extraction_html(self)


def extract(
    source: Source | Page,
    *,
    url: str | None = None,
    encoding: str | None = None,
    method: str = DEFAULT_METHOD,
    align: str | None = None,
    content: str | None = None,
    filter: str | None = None,  # noqa: A002 - what users call it
    min_score: float | None = None,
    render: bool = False,
    preset: str | None = None,
    now: datetime | None = None,
    want: Sequence[str] | None = None,
    **params: Any,
) -> Extraction:
    """Find the repeated records of a page.

    `source` is whatever `parse` takes (HTML, a Path, a `URL`, ...), a Page, or a page that is open in Playwright's sync
    API.
    `method`, `align`, `content` and `filter` name the parts to use (see `pagerows methods`); the method's own
    aligner and content detector are the defaults. Further keywords are parameters of those parts.
    With `min_score` the regions from that score on are content and the others noise, whatever the method says of the
    page as a whole. `render` loads the page in a browser first, so that any method reads what a person can see;
    methods that need that do it by themselves. ``preset="paper"`` starts from the settings of the paper that a method
    is from instead of our own; further keywords change them.
    `now` is when the page was as it is, which "3 days ago" is counted from; without it the time of fetching, or what
    the page or the program that saved it says, is taken (`page.now`); where none is known, such texts have no value.
    `want` names the columns that tables are to have, by role, name or a word for the same: exactly these, in this
    order, null where the page has none; `Extraction.missing` says which nothing fits.

    >>> page = "<ul>" + "".join(f"<li><h3>Item {n}</h3><p>{n} €</p></li>" for n in range(9)) + "</ul>"
    >>> extract(page).table.rows[:2]
    [['Item 0', '0 €'], ['Item 1', '1 €']]
    >>> found = extract(page, want=["price", "author"])
    >>> found.table.rows[:2], found.missing
    ([['0 €', None], ['1 €', None]], ('author',))
    """
    if not isinstance(source, (Page, bytes, str)) and is_open_page(source):
        source = Page.from_playwright(source)
    rendered = render or _is_rendered(source)
    line = line_of(Asked(method, align, content, filter, min_score, preset, now, want, rendered, params))
    page = line.dated(_load(source, url, encoding, render or line.method.needs_render))
    # The page's own objects are what a garbage collector would walk over again and again; nothing here is garbage.
    with NoCollection():
        return _extraction(line, page, line.found(page))


async def extract_async(source: Source | Page, **options: Any) -> Extraction:
    """Find the repeated records of a page without blocking the event loop: `extract` in a thread.

    Fetching (`URL`), rendering and reading run there. Pages that are open in Playwright's async API are taken too.
    """
    import asyncio  # costs 20 ms that only its users should pay

    if is_open_async(source):
        source = await Page.from_playwright_async(source)
    return await asyncio.to_thread(extract, source, **options)


def extract_many(
    sources: Iterable[Source | Page],
    *,
    together: bool = False,
    threads: int | None = None,
    workers: int | None = None,
    processes: bool = False,
    errors: Literal["raise", "return"] = "raise",
    **options: Any,
) -> Iterator[Extraction]:
    """Find the repeated records of several pages, in the order of the sources; `options` as in `extract`.

    ``threads=2`` reads two pages at a time in threads of this process, where parsing and the compiled kernels run side
    by side and what is Python takes turns; ``workers=2, processes=True`` in processes of their own, which a page may
    even kill. (`workers` without `processes` are threads, too.)
    Sources are taken as they are needed, so there may be any number of them. The answers are the same either way.

    ``errors="return"`` gives the PagerowsError of a page that cannot be read in its place, and goes on.

    With `together` the pages are taken to be of one site and vote: what stands in the same place with other texts is
    the list, what is the same on all pages is their frame; whether "3.350" is three thousand, and 3/4/2026 in April,
    is read as all of them show it. Pages of other sites then only disturb each other.

    >>> shop = "<ul>" + "".join(f"<li><h3>Item {{0}}{n}</h3><p>{n} €</p></li>" for n in range(9)) + "</ul>"
    >>> [len(found.table) for found in extract_many([shop.format(1), shop.format(2)], threads=2)]
    [9, 9]
    """
    at_once = _at_once(threads, workers, processes)
    if errors not in ("raise", "return"):
        raise ParameterError(f"errors={errors!r}: give 'raise' or 'return'")
    if together:
        if at_once > 1 or processes or errors == "return":
            raise ParameterError(
                "together=True reads all pages at once: leave out threads, workers, processes and errors"
            )
        return iter(_voted(sources, options))
    return _each(sources, options, at_once, processes, errors == "return")


def _at_once(threads: int | None, workers: int | None, processes: bool) -> int:
    """How many pages are read at a time."""
    for name, given in (("threads", threads), ("workers", workers)):
        if given is not None and (not isinstance(given, int) or isinstance(given, bool) or given < 1):
            raise ParameterError(f"{name}={given!r}: give a whole number from 1 on")
    if not isinstance(processes, bool):
        raise ParameterError(f"processes={processes!r}: give True or False; how many there are is said by workers")
    if threads is not None and (workers is not None or processes):
        raise ParameterError("threads=N alone is for threads, workers=N with processes=True for processes: give one")
    return threads or workers or 1


def _each(
    sources: Iterable[Source | Page], options: Mapping[str, Any], workers: int, processes: bool, give_errors: bool
) -> Iterator[Any]:
    from pagerows.many import in_processes, in_threads

    def one(source: Source | Page) -> Extraction | PagerowsError:
        try:
            return extract(source, **options)
        except PagerowsError as error:
            return error

    if processes:
        found = in_processes(sources, options, workers)
    else:
        found = map(one, sources) if workers == 1 else in_threads(one, sources, workers)
    for answer in found:
        if isinstance(answer, PagerowsError) and not give_errors:
            raise answer
        yield answer


def _voted(sources: Iterable[Source | Page], options: dict[str, Any]) -> list[Extraction]:
    from pagerows.columns import SiteHabits

    kept = list(sources)
    named = {name: options.pop(name, None) for name in _NAMED}
    render, url, encoding = (options.pop(name, None) for name in ("render", "url", "encoding"))
    line = line_of(Asked(**named, rendered=bool(render) or any(map(_is_rendered, kept)), params=options))
    if line.method.find_together is None or line.pruner is not None:
        what = "a filter" if line.pruner is not None else f"method {line.method.name!r}"
        raise ParameterError(f"together=True: {what} reads pages one by one; use method {DEFAULT_METHOD!r} alone")
    layout = bool(render) or line.method.needs_render
    pages = [line.dated(_load(source, url, encoding, layout)) for source in kept]
    with NoCollection():
        found = line.method.find_together(pages, line.method_params)
        site = SiteHabits()
        told = [line.told(page, regions) for page, regions in zip(pages, found, strict=True)]
        made = [_extraction(line, page, regions, site) for page, regions in zip(pages, told, strict=True)]
    site.tables = [(one.page, partial(getattr, one, "table")) for one in made]
    return made


#: The options of `extract` that are no parameters of parts, but for how a source is read.
_NAMED: Final = ("method", "align", "content", "filter", "min_score", "preset", "now", "want")


def _extraction(line: Line, page: Page, regions: list[Region], site: Site | None = None) -> Extraction:
    """What was found, with the columns that were wished for."""
    asked = line.asked if site is None else None  # what other pages said is not known any more
    found = Extraction(
        page, line.judged(page, regions, site), line.method.name, min_score=line.asked.min_score, asked=asked
    )
    return with_columns(found, line.wishes) if line.wishes else found


class _Again:
    """What was found on a page, found again when somebody asks for what was not sent along with it."""

    def __init__(self, page: Page, asked: Asked) -> None:
        self.page, self.asked = page, asked

    @cached_property
    def regions(self) -> list[Region]:
        """The same regions."""
        line = line_of(self.asked)
        return line.judged(self.page, line.found(self.page))

    def explaining(self, number: int, region: Region) -> Region:
        """The region of that number with its table, where it is made; what explains it is found when asked for."""
        own = copy(region)
        own.__dict__.update({name: _Explained(self, number, name) for name in ("features", "evidence")})
        return own

    def __reduce__(self) -> tuple[type[_Again], tuple[Page, Asked]]:
        return _Again, (self.page, self.asked)


class _Explained(Mapping[str, Any]):
    """The features or the evidence of a region that is found again."""

    def __init__(self, again: _Again, number: int, name: str) -> None:
        self._from = again, number, name

    @cached_property
    def _found(self) -> Mapping[str, Any]:
        again, number, name = self._from
        found: Mapping[str, Any] = getattr(again.regions[number], name)
        return found

    def __getitem__(self, name: str) -> Any:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __reduce__(self) -> tuple[type[_Explained], tuple[_Again, int, str]]:
        return _Explained, self._from


def _is_rendered(source: Source | Page) -> bool:
    return isinstance(source, Page) and source.rendered


def with_columns(found: Extraction, wishes: tuple[str, ...]) -> Extraction:
    """Return an extraction whose tables have exactly the columns that are wished for."""
    return replace(
        found, want=wishes, regions=[replace(region, aligner=_Wanted(region, wishes)) for region in found.regions]
    )


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Makes a region's table with the columns that are wished for."""

    region: Region
    wishes: tuple[str, ...]

    def __call__(self, _: Sequence[Record]) -> Table:
        from pagerows.columns.want import wanted

        return wanted(self.region.table, self.wishes)


def _load(source: Source | Page, url: str | None, encoding: str | None, layout: bool) -> Page:
    if isinstance(source, Page):
        if source.rendered or not layout:
            return source
        from pagerows.page.rendered import render_again

        return render_again(source)
    if layout:
        from pagerows.page.rendered import render

        return render(source, url=url, encoding=encoding)
    return parse(source, url=url, encoding=encoding)


def table_maker(
    page: Page, method: str = DEFAULT_METHOD, site: Site | None = None
) -> Callable[[Sequence[Record]], Table]:
    """Return how a method makes tables of a page's records, with its default settings; `site` as in `make_table`."""
    return TableMaker(page, registry.method(method).aligner(rendered=page.rendered), site=site)
