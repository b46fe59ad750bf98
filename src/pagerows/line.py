"""What `extract` was asked for, and the line of parts that a page walks through for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from numbers import Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pagerows import registry
from pagerows.errors import ParameterError
from pagerows.page import Page
from pagerows.page.html import NoCollection
from pagerows.plain import dataclass, replace
from pagerows.values import Record, Region, Table

if TYPE_CHECKING:
    from pagerows.columns import Site

__all__ = ["DEFAULT_METHOD", "Asked", "Line", "TableMaker", "line_of"]

DEFAULT_METHOD: Final = "auto"


class Asked(NamedTuple):
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
        told = self.min_score is not None or self.preset is not None or self.now is not None or self.want is not None
        return not named and not told

    def __reduce__(self) -> tuple[type[Asked], tuple[Any, ...]]:
        return Asked, (*self[:-1], dict(self.params))


class Line(NamedTuple):
    """The parts that a page walks through, with their parameters."""

    asked: Asked
    method: registry.Method
    #: The aligner's name: it is loaded with the first table. Its parameters are None where they are its defaults.
    aligner: str
    detector: registry.Detector
    pruner: registry.Filter | None
    wishes: tuple[str, ...]
    method_params: Any
    align_params: Any
    content_params: Any
    filter_params: Any

    def dated(self, page: Page) -> Page:
        """The page with the time that was given."""
        return page if self.asked.now is None else replace(page, now=self.asked.now)

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

    def judged(self, page: Page, regions: list[Region], site: Site | None = None) -> list[Region]:
        """Put the best regions first, and say how tables are made."""
        least = self.asked.min_score
        if least is not None:
            regions = [replace(region, content=bool(region.score >= least)) for region in regions]
        if len(regions) > 1:
            regions = sorted(regions, key=lambda region: (region.content is False, -region.score))  # stable
        table = TableMaker(page, self.aligner, self.align_params, site)
        return [region if region.aligner else region.with_aligner(table) for region in regions]


def line_of(asked: Asked) -> Line:
    """Find the named parts and check their parameters."""
    return _plain_line(asked.method or DEFAULT_METHOD, asked.rendered) if asked.plain else _asked_line(asked)


@cache
def _plain_line(method: str, rendered: bool) -> Line:
    """A method with its own parts and their defaults, as nearly all pages are read."""
    return _asked_line(Asked(method, rendered=rendered))


def _asked_line(asked: Asked) -> Line:
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
    return Line(
        asked=asked,
        method=chosen,
        aligner=aligner,
        detector=detector,
        pruner=pruner,
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


@dataclass(frozen=True, slots=True)
class TableMaker:
    """Makes tables of a page's records. A value, not a closure, so that what was found can be pickled."""

    page: Page
    aligner: str
    #: None: the aligner's defaults.
    params: Any = None
    #: How other pages of the same site write, where pages are read together.
    site: Site | None = None

    def __call__(self, records: Sequence[Record]) -> Table:
        """Make the table of some records."""
        from pagerows.making import table_of

        aligner: registry.Aligner = registry.part("align", self.aligner)
        with NoCollection():
            return table_of(self.page, records, aligner, self.params or _defaults(aligner.params), self.site)


@cache
def _defaults(params: Callable[[], Any]) -> Any:
    """An aligner's parameters as they are where nobody asks for others; values, so that all tables can share them."""
    return params()
