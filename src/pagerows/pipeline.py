"""The line that a page walks through:

source -> Page -> [filter] -> regions of records -> content? -> aligned, tidy Table -> typed, named columns
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from numbers import Real
from typing import TYPE_CHECKING, Any, Final

from pagerows import registry
from pagerows.align._grid import GridRows, grid_rows
from pagerows.columns import make_table
from pagerows.columns.sections import with_section
from pagerows.columns.want import check_want, wanted
from pagerows.errors import ParameterError
from pagerows.page import Page, Source, parse
from pagerows.page.html import no_collection
from pagerows.tidy import tidy
from pagerows.values import Record, Region, Table

if TYPE_CHECKING:
    from pagerows.wrapper.drift import Drift
    from pagerows.wrapper.model import Wrapper

__all__ = ["DEFAULT_METHOD", "Extraction", "extract", "table_maker", "with_columns"]

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

    @property
    def best(self) -> Region | None:
        """The best content region, or None where the page has no records."""
        return next((region for region in self.regions if region.content is not False), None)

    @property
    def table(self) -> Table:
        """The table of the best content region; empty where there is none."""
        return self.best.table if self.best else Table()

    @property
    def missing(self) -> tuple[str, ...]:
        """The columns that were asked for and that nothing of the page's best table fits."""
        filled = {column.name for column in self.table.all_columns if any(column.cells)} if self.want else set()
        return tuple(wish for wish in self.want if wish not in filled)


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

    `method`, `align`, `content` and `filter` name the parts to use (see `pagerows methods`); the method's own
    aligner and content detector are the defaults. Further keywords are parameters of those parts.
    Regions that score below `min_score` are marked as noise. `render` loads the page in a browser first, so that
    any method reads what a person can see; methods that need that do it by themselves. ``preset="paper"`` starts from
    the settings of the paper that a method is from instead of our own; further keywords change them.
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
    if min_score is not None and not isinstance(min_score, Real):
        raise ParameterError(f"min_score={min_score!r}: give a number")
    chosen = registry.method(method)
    aligner: registry.Aligner = registry.part("align", align or chosen.align)
    detector: registry.Detector = registry.part("content", content or chosen.content)
    pruner: registry.Filter | None = registry.part("prune", filter) if filter else None
    kinds = [chosen.params, aligner.params, detector.params, *([pruner.params] if pruner else [])]
    registry.check_preset(preset, [chosen, *([pruner] if pruner else [])])
    method_params, align_params, content_params, *filter_params = registry.make_params(kinds, params, preset)

    if now is not None and not isinstance(now, datetime):
        raise ParameterError(f"now={now!r}: give a datetime")
    page = _load(source, url, encoding, render or chosen.needs_render)
    page = page if now is None else replace(page, now=now)
    wishes = check_want(want)
    table = _table_maker(page, aligner, align_params)
    # The page's own objects are what a garbage collector would walk over again and again; nothing here is garbage.
    with no_collection():
        regions = _find(page, chosen, method_params, pruner, *filter_params)
        regions = detector.detect(page, regions, content_params)
        if pruner and filter_params[0].check and all(region.content is False for region in regions):
            rest = replace(filter_params[0], complement=not filter_params[0].complement)  # [VD13 Alg. 6, lines 6-7]
            regions = _find(page, chosen, method_params, pruner, rest)
            regions = detector.detect(page, regions, content_params)
        if min_score is not None:
            regions = [replace(r, content=False) if r.score < min_score else r for r in regions]
        regions = sorted(regions, key=lambda region: (region.content is False, -region.score))  # stable
        found = Extraction(page, [replace(region, aligner=table) for region in regions], chosen.name)
        return with_columns(found, wishes) if wishes else found


def with_columns(found: Extraction, wishes: tuple[str, ...]) -> Extraction:
    """Return an extraction whose tables have exactly the columns that are wished for."""

    def of(region: Region) -> Callable[[Sequence[Record]], Table]:
        return lambda _: wanted(region.table, wishes)

    return replace(found, want=wishes, regions=[replace(region, aligner=of(region)) for region in found.regions])


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


def _find(
    page: Page,
    method: registry.Method,
    params: Any,
    pruner: registry.Filter | None,
    filter_params: Any = None,
) -> list[Region]:
    if pruner is None:
        return method.find_regions(page, params)
    from pagerows.prune import pruned

    small, rows = pruned(page, pruner.prune(page, filter_params))
    return [rows.back(region) for region in method.find_regions(small, params)]


def table_maker(page: Page, method: str = DEFAULT_METHOD) -> Callable[[Sequence[Record]], Table]:
    """Return how a method makes tables of a page's records, with its default settings."""
    aligner: registry.Aligner = registry.part("align", registry.method(method).align)
    return _table_maker(page, aligner, aligner.params())


def _table_maker(page: Page, aligner: registry.Aligner, params: Any) -> Callable[[Sequence[Record]], Table]:
    def make(records: Sequence[Record]) -> Table:
        with no_collection():
            grid = grid_rows(page, records, params, aligner.align) if params.exact_tables else None
            rows, own = grid or GridRows(aligner.align(page, records, params), params)
            made = tidy(page, rows, own)
            table = make_table(page, made.columns, own, made.left_out, made.labels)
            return with_section(page, records, table) if params.sections else table

    return make
