"""`auto`: candidates from every cheap source, one learned score for all of them, the best ones kept.

Page -> columns -> candidates -> features -> score -> regions, best first. The score estimates the record F1 that the
candidate would be given. A second, small model is asked once per page whether its best candidate is the page's records
at all: on an article with menus and related links it is not, and then no region is content.

A rendered page adds what a person sees: `columns_of` takes visibility from ``nodes.layout`` where there is one, and
`features.features_of` is the place for features of boxes and styles (they need a model of their own, because a model's
file names its features).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows import models
from pagerows.page import Page
from pagerows.regions import signal
from pagerows.regions._evidence import Evidence
from pagerows.regions._tables import tables_whole
from pagerows.regions._widen import apart, widened
from pagerows.regions.auto.accept import Context, context_of, page_features
from pagerows.regions.auto.candidates import SOURCES, Candidates, find_candidates
from pagerows.regions.auto.choose import agreed, disjoint, prefer_whole, records_of
from pagerows.regions.auto.columns import Columns, Floats, columns_of
from pagerows.regions.auto.features import features_of
from pagerows.registry import Method
from pagerows.values import Record, Region, Span

__all__ = ["METHOD", "AutoParams", "find_regions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoParams:
    """How many candidates and regions there may be, and when a region counts as content."""

    #: Fewest records of a region, 2 or more.
    min_records: int = 3
    #: Most candidates that are scored.
    candidates: int = 60
    #: Most regions given; the best ones that do not share records.
    most: int = 8
    #: Chance of records, by the second model, from which the page's best region is content, 0 to 1; None: the model's
    #: own, which gives few false alarms on pages without records; then the region's score must reach a floor, too.
    threshold: float | None = None
    #: Score from which further regions are content, where the best one is; about the record F1 expected of them.
    min_further: float = 0.6
    #: Widen records that were cut to an inner box; see `regions._widen`.
    widen: bool = True
    #: Make regions in data tables whole, and take a page's main table for its records; see `regions._tables`.
    whole_tables: bool = True


def find_regions(page: Page, params: AutoParams) -> list[Region]:
    """Score the page's candidates and return the best ones that do not overlap."""
    if len(page.nodes) < 2:
        return []
    columns, candidates, starts = candidates_of(page, params)
    if not len(candidates):
        return []
    model: models.Model = models.load("auto")
    features = features_of(columns, candidates, starts)
    table = np.array(list(features.values()))
    rows = np.array([features[name] for name in model.features]).T.copy()
    scores = prefer_whole(candidates, features, agreed(candidates, model.predict(rows)))
    verdict = _verdict(context_of(page, columns), candidates, scores, params)
    explain = _Explainer(page, model, candidates, rows, scores, verdict)
    least = params.min_further if verdict.accepted else np.inf
    found = [
        Region(
            tuple(Record(page, (Span(a, b),)) for a, b in records_of(columns, candidates, chosen)),
            score=min(1.0, max(0.0, float(scores[chosen]))),  # an estimate of F1 may overshoot
            content=bool(scores[chosen] >= least or (verdict.accepted and place == 0)),
            features=dict(zip(features, table[:, chosen].tolist(), strict=True)),
            evidence=explain(chosen),
        )
        for place, chosen in enumerate(disjoint(candidates, scores, params.most))
    ]
    if params.widen:
        found = apart([replace(region, records=widened(page, region)) for region in found])
    return tables_whole(page, found, params.min_records) if params.whole_tables else found


@dataclass(frozen=True, eq=False)
class _Verdict:
    """How sure it is that the page has records, and why."""

    model: models.Model
    asked: NDArray[np.float64]
    chance: float
    threshold: float
    #: The best candidate's score, and the score below which pages that have records hardly ever are.
    score: float
    floor: float

    @property
    def accepted(self) -> bool:
        return self.chance >= self.threshold and self.score >= self.floor

    def reasons(self) -> list[dict[str, Any]]:
        return _largest(self.model, self.asked)


def _verdict(context: Context, candidates: Candidates, scores: Floats, params: AutoParams) -> _Verdict:
    model: models.Model = models.load("auto_page")
    asked = page_features(context, candidates, scores)
    row = np.array([[asked[name] for name in model.features]])
    threshold, floor = float(model.card["threshold"]), float(model.card["floor"])
    if params.threshold is not None:
        threshold, floor = params.threshold, -1.0  # below every score
    return _Verdict(model, row, float(model.predict(row)[0]), threshold, float(scores.max()), floor)


def _largest(model: models.Model, row: NDArray[np.float64]) -> list[dict[str, Any]]:
    """Each feature's value and what it adds to what the model says, largest first."""
    added = model.contributions(row)[0]
    order = np.argsort(-np.abs(added), kind="stable").tolist()
    values = row[0]
    return [
        {"feature": model.features[i], "value": float(values[i]), "adds": float(added[i])} for i in order if added[i]
    ]


def candidates_of(page: Page, params: AutoParams) -> tuple[Columns, Candidates, NDArray[np.bool_]]:
    """Return the page's columns and candidates, and where the signal method starts records: what training sees, too."""
    columns = columns_of(page.nodes, page.title)
    regions = signal.find_regions(page, signal.SignalParams())
    further = [_as_candidate(region) for region in regions if len(region) >= params.min_records]
    found = find_candidates(columns, least=max(2, params.min_records), most=params.candidates, further=further)
    return columns, found, _signal_starts(len(page.nodes), regions)


def _as_candidate(region: Region) -> Candidates:
    start = np.array([record.parts[0].start for record in region.records], np.int64)
    stop = np.array([record.parts[-1].stop for record in region.records], np.int64)
    return Candidates(start, stop, np.array([0, len(start)]), np.array([len(SOURCES) - 1]))


def _signal_starts(rows: int, regions: Sequence[Region]) -> NDArray[np.bool_]:
    starts = np.zeros(rows, bool)
    starts[[record.parts[0].start for region in regions for record in region.records]] = True
    return starts


#: What is told of a verdict.
_SAID: Final = ("chance", "threshold", "score", "floor", "accepted")


@dataclass(frozen=True, eq=False)
class _Explainer:
    """Says what else there was, and which features made a candidate's score; only when somebody asks."""

    page: Page
    model: models.Model
    candidates: Candidates
    rows: NDArray[np.float64]
    scores: Floats
    verdict: _Verdict

    def __call__(self, chosen: int) -> Evidence:
        return Evidence(
            source=lambda: SOURCES[int(self.candidates.source[chosen])],
            page=lambda: {name: getattr(self.verdict, name) for name in _SAID},
            reasons=self.verdict.reasons,
            contributions=lambda: _largest(self.model, self.rows[chosen : chosen + 1]),
            candidates=self._candidates,
        )

    def _candidates(self) -> list[dict[str, Any]]:
        """All candidates, best first."""
        found = self.candidates
        return [
            {
                "score": float(self.scores[i]),
                "records": int(found.sizes[i]),
                "source": SOURCES[int(found.source[i])],
                "xpath": self.page.nodes.xpath(int(found.start[found.first[i]])),
            }
            for i in np.argsort(-self.scores, kind="stable").tolist()
        ]


METHOD = Method(
    name="auto",
    summary="candidates from every cheap source, scored by a learned model",
    paper="",
    params=AutoParams,
    find_regions=find_regions,
    align="fields",
)
