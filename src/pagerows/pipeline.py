"""The line that a page walks through:

source -> Page -> [filter] -> regions of records -> content? -> aligned, tidy Table -> typed, named columns
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, cached_property, partial
from numbers import Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from pagerows import registry
from pagerows.errors import PagerowsError, ParameterError
from pagerows.page import Page, Source, parse
from pagerows.page.foreign import is_open_async, is_open_page
from pagerows.page.html import no_collection
from pagerows.values import Record, Region, Table, Verdict

if TYPE_CHECKING:
    import pandas as pd

    from pagerows.columns import Site
    from pagerows.wrapper.drift import Drift
    from pagerows.wrapper.model import Wrapper

__all__ = ["DEFAULT_METHOD", "Extraction", "extract", "extract_async", "extract_many", "table_maker", "with_columns"]

DEFAULT_METHOD: Final = "auto"


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
    asked: _Asked | None = field(default=None, repr=False, compare=False)

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
    if is_open_page(source):
        source = Page.from_playwright(source)
    rendered = render or _is_rendered(source)
    line = _line(_Asked(method, align, content, filter, min_score, preset, now, want, rendered, params))
    page = line.dated(_load(source, url, encoding, render or line.method.needs_render))
    # The page's own objects are what a garbage collector would walk over again and again; nothing here is garbage.
    with no_collection():
        return line.judged(page, line.found(page))


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
    workers: int = 1,
    processes: bool = False,
    errors: Literal["raise", "return"] = "raise",
    **options: Any,
) -> Iterator[Extraction]:
    """Find the repeated records of several pages, in the order of the sources; `options` as in `extract`.

    `workers` pages are read at a time: in threads of this process, where parsing and the compiled kernels run side by
    side and what is Python takes turns, or, with `processes`, in processes of their own, which a page may even kill.
    Sources are taken as they are needed, so there may be any number of them. The answers are the same either way.

    ``errors="return"`` gives the PagerowsError of a page that cannot be read in its place, and goes on.

    With `together` the pages are taken to be of one site and vote: what stands in the same place with other texts is
    the list, what is the same on all pages is their frame; whether "3.350" is three thousand, and 3/4/2026 in April,
    is read as all of them show it. Pages of other sites then only disturb each other.

    >>> shop = "<ul>" + "".join(f"<li><h3>Item {{0}}{n}</h3><p>{n} €</p></li>" for n in range(9)) + "</ul>"
    >>> [len(found.table) for found in extract_many([shop.format(1), shop.format(2)], workers=2)]
    [9, 9]
    """
    if not isinstance(workers, int) or workers < 1:
        raise ParameterError(f"workers={workers!r}: give a whole number from 1 on")
    if errors not in ("raise", "return"):
        raise ParameterError(f"errors={errors!r}: give 'raise' or 'return'")
    if together:
        if workers > 1 or processes or errors == "return":
            raise ParameterError("together=True reads all pages at once: leave out workers, processes and errors")
        return iter(_voted(sources, options))
    return _each(sources, options, workers, processes, errors == "return")


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
    line = _line(_Asked(**named, rendered=bool(render) or any(map(_is_rendered, kept)), params=options))
    if line.method.find_together is None or line.pruner is not None:
        what = "a filter" if line.pruner is not None else f"method {line.method.name!r}"
        raise ParameterError(f"together=True: {what} reads pages one by one; use method {DEFAULT_METHOD!r} alone")
    layout = bool(render) or line.method.needs_render
    pages = [line.dated(_load(source, url, encoding, layout)) for source in kept]
    with no_collection():
        found = line.method.find_together(pages, line.method_params)
        site = SiteHabits()
        made = [line.judged(page, line.told(page, regions), site) for page, regions in zip(pages, found, strict=True)]
    site.tables = [(one.page, partial(getattr, one, "table")) for one in made]
    return made


#: The options of `extract` that are no parameters of parts, but for how a source is read.
_NAMED: Final = ("method", "align", "content", "filter", "min_score", "preset", "now", "want")


class _Asked(NamedTuple):
    """What `extract` was asked for, beside the page."""

    method: str | None = None
    align: str | None = None
    content: str | None = None
    filter: str | None = None
    min_score: float | None = None
    preset: str | None = None
    now: datetime | None = None
    want: Sequence[str] | None = None
    rendered: bool = False
    #: The parameters of the parts.
    params: Mapping[str, Any] = MappingProxyType({})

    @property
    def plain(self) -> bool:
        """Whether nothing but a method is asked for."""
        named = self.align or self.content or self.filter or self.params
        return not named and all(each is None for each in (self.min_score, self.preset, self.now, self.want))

    def __reduce__(self) -> tuple[type[_Asked], tuple[Any, ...]]:
        return _Asked, (*self[:-1], dict(self.params))


class _Again:
    """What was found on a page, found again when somebody asks for what was not sent along with it."""

    def __init__(self, page: Page, asked: _Asked) -> None:
        self.page, self.asked = page, asked

    @cached_property
    def regions(self) -> list[Region]:
        """The same regions."""
        line = _line(self.asked)
        return line.judged(self.page, line.found(self.page)).regions

    def explaining(self, number: int, region: Region) -> Region:
        """The region of that number, with its table where it is made, its features and evidence found when asked for."""
        own = copy(region)
        own.__dict__.update({name: _Explained(self, number, name) for name in ("features", "evidence")})
        return own

    def __reduce__(self) -> tuple[type[_Again], tuple[Page, _Asked]]:
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


class _Line(NamedTuple):
    """The parts that a page walks through, with their parameters."""

    asked: _Asked
    method: registry.Method
    #: The aligner's name: it is loaded with the first table. Its parameters are None where they are its defaults.
    aligner: str
    detector: registry.Detector
    pruner: registry.Filter | None
    min_score: float | None
    now: datetime | None
    wishes: tuple[str, ...]
    method_params: Any
    align_params: Any
    content_params: Any
    filter_params: Any

    def dated(self, page: Page) -> Page:
        """The page with the time that was given."""
        return page if self.now is None else replace(page, now=self.now)

    def found(self, page: Page) -> list[Region]:
        """The regions that the method finds on the page, or on what the filter leaves of it, told from noise."""
        if self.pruner is None:
            return self.told(page, self.method.find_regions(page, self.method_params))
        regions = self._filtered(page, self.pruner, self.filter_params)
        if self.filter_params.check and all(region.content is False for region in regions):
            rest = replace(self.filter_params, complement=not self.filter_params.complement)  # [VD13 Alg. 6, lines 6-7]
            regions = self._filtered(page, self.pruner, rest)
        return regions

    def _filtered(self, page: Page, pruner: registry.Filter, params: Any) -> list[Region]:
        from pagerows.prune import pruned

        small, rows = pruned(page, pruner.prune(page, params))
        return self.told(page, [rows.back(region) for region in self.method.find_regions(small, self.method_params)])

    def told(self, page: Page, regions: list[Region]) -> list[Region]:
        """The regions, content told from noise."""
        return self.detector.detect(page, regions, self.content_params)

    def judged(self, page: Page, regions: list[Region], site: Site | None = None) -> Extraction:
        """Put the best regions first, and say how tables are made."""
        least = self.min_score
        if least is not None:
            regions = [replace(region, content=bool(region.score >= least)) for region in regions]
        regions = sorted(regions, key=lambda region: (region.content is False, -region.score))  # stable
        table = _TableMaker(page, self.aligner, self.align_params, site)
        regions = [region if region.aligner else region.with_aligner(table) for region in regions]
        asked = self.asked if site is None else None  # what other pages said is not known any more
        found = Extraction(page, regions, self.method.name, min_score=least, asked=asked)
        return with_columns(found, self.wishes) if self.wishes else found


def _line(asked: _Asked) -> _Line:
    """Find the named parts and check their parameters."""
    return _plain_line(asked.method or DEFAULT_METHOD, asked.rendered) if asked.plain else _asked_line(asked)


@cache
def _plain_line(method: str, rendered: bool) -> _Line:
    """A method with its own parts and their defaults, as nearly all pages are read."""
    return _asked_line(_Asked(method, rendered=rendered))


def _asked_line(asked: _Asked) -> _Line:
    method, align, content, filter, min_score, preset, now, want, rendered, params = asked  # noqa: A001
    if min_score is not None and not isinstance(min_score, Real):
        raise ParameterError(f"min_score={min_score!r}: give a number")
    chosen = registry.method(method or DEFAULT_METHOD)
    aligner = align or chosen.aligner(rendered=rendered)
    detector: registry.Detector = registry.part("content", content or chosen.content)
    pruner: registry.Filter | None = registry.part("prune", filter) if filter else None
    checked = align or params or preset  # else nothing can be wrong with the aligner
    kinds = [
        part.params for part in (chosen, detector, pruner, registry.part("align", aligner) if checked else None) if part
    ]
    registry.check_preset(preset, [chosen, *([pruner] if pruner else [])])
    made = dict(zip(kinds, registry.make_params(kinds, params, preset), strict=True))
    if now is not None and not isinstance(now, datetime):
        raise ParameterError(f"now={now!r}: give a datetime")
    return _Line(
        asked=asked,
        method=chosen,
        aligner=aligner,
        detector=detector,
        pruner=pruner,
        min_score=min_score,
        now=now,
        wishes=_wishes(want),
        method_params=made[chosen.params],
        align_params=made[registry.part("align", aligner).params] if checked else None,
        content_params=made[detector.params],
        filter_params=made[pruner.params] if pruner else None,
    )


def _wishes(want: Sequence[str] | None) -> tuple[str, ...]:
    if want is None:
        return ()
    from pagerows.columns.want import check_want

    return check_want(want)


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
    return _TableMaker(page, registry.method(method).aligner(rendered=page.rendered), site=site)


@dataclass(frozen=True, slots=True)
class _TableMaker:
    """Makes tables of a page's records. A value, not a closure, so that what was found can be pickled."""

    page: Page
    aligner: str
    #: None: the aligner's defaults.
    params: Any = None
    #: How other pages of the same site write, where pages are read together.
    site: Site | None = None

    def __call__(self, records: Sequence[Record]) -> Table:
        from pagerows.making import table_of

        aligner: registry.Aligner = registry.part("align", self.aligner)
        with no_collection():
            return table_of(self.page, records, aligner, self.params or aligner.params(), self.site)
