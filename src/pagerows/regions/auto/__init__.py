"""`auto`: candidates from every cheap source, one learned score for all of them, the best ones kept.

Page -> columns -> candidates -> features -> score -> duels of the best few -> regions, best first. The score estimates
the record F1 that the candidate would be given. Another, small model is asked once per page whether its best candidate
is the page's records at all: on an article with menus and related links it is not, and then no region is content.

A rendered page adds what a person sees: visibility (`columns_of`), the blocks of the Gestalt method as candidates, and
features of boxes, which a model of its own reads beside the score (`boxes`). Pages of one site can be read together
(`together`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pagerows import models
from pagerows.later import np
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import columns_of
from pagerows.measures.context import context_of
from pagerows.measures.features import Features, features_of, positions
from pagerows.page import Page
from pagerows.plain import dataclass
from pagerows.regions import signal
from pagerows.regions._evidence import Evidence
from pagerows.regions._tables import tables_whole
from pagerows.regions._twice import once
from pagerows.regions.auto._candidates import of_regions
from pagerows.regions.auto._regions import regions_of
from pagerows.regions.auto.accept import QUESTIONS, TOLD, alphabetical, because, told, verdict_row
from pagerows.regions.auto.candidates import SOURCES, find_candidates
from pagerows.regions.auto.carried import DOUBT, answered, heard, or_carried
from pagerows.regions.auto.choose import agreed, prefer_whole, same_kind, scores_of
from pagerows.regions.auto.stripes import without_stripes
from pagerows.registry import Method
from pagerows.values import Records, Region

if TYPE_CHECKING:
    from pagerows._arrays import Array
    from pagerows.later import Floats
    from pagerows.measures.columns import Columns
    from pagerows.measures.context import Context
    from pagerows.regions.auto.together import Place

__all__ = ["METHOD", "AutoParams", "find_regions", "regions_by"]


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
    #: The same for further regions whose records are of the kind of the best one's: news by section, more results.
    min_alike: float = 0.3
    #: Widen records that were cut to an inner box; see `regions.auto._regions`.
    widen: bool = True
    #: Of records that the page has twice, as a grid and as a list, give one half; see `regions._twice`.
    once: bool = True
    #: Where the page leaves doubt, ask the data that it carries which list it is; see `regions.auto.carried`.
    ask_data: bool = True
    #: Make regions in data tables whole, and take a page's main table for its records; see `regions._tables`.
    whole_tables: bool = True


def find_regions(page: Page, params: AutoParams) -> list[Region]:
    """Score the page's candidates and return the best ones that do not overlap."""
    if (regions := answered(page)) is not None:
        return regions
    scored = _scored(page, params)
    if scored is None:
        return or_carried(page, [])
    return _answer(scored, partial(_verdict, params=params), params)


def regions_by(page: Page, scores: Floats, *, accepted: bool, params: AutoParams | None = None) -> list[Region]:
    """The same with scores and a verdict from elsewhere: by models that saw no page of the site."""
    params = params or AutoParams()
    scored = _scored(page, params)
    if scored is None:
        return []

    def judge(scored: _Scored) -> _Verdict:
        verdict = _verdict(scored, params)
        verdict.chance, verdict.threshold, verdict.floor, verdict.tells = float(accepted), 0.5, -1.0, str
        return verdict  # with a floor below every score

    return _answer(scored.with_scores(prefer_whole(scored.candidates, scored.features, scores)), judge, params)


def _answer(scored: _Scored, judge: Callable[[_Scored], _Verdict], params: AutoParams) -> list[Region]:
    """The regions of scored candidates; where there is doubt, the data that the page carries are asked."""
    verdict = judge(scored)
    if params.ask_data and (not verdict.accepted or verdict.score < DOUBT):
        scores, objects = heard(scored.page, scored.candidates, scored.scores)
        scored = scored.with_scores(scores)
        verdict = judge(scored)
        verdict.objects = objects
    return or_carried(scored.page, _regions(scored, verdict, params))


def find_together(pages: Sequence[Page], params: AutoParams) -> list[list[Region]]:
    """The same for pages of one site, which vote (see `together`); a page is content where pages like it are."""
    from pagerows.regions.auto.together import voted  # single pages are read without

    data = [answered(page) for page in pages]
    scored = [_scored(page, params) if own is None else None for page, own in zip(pages, data, strict=True)]
    known = [each for each in scored if each is not None]
    verdicts = [_verdict(each, params) for each in known]
    scores = voted([(each.columns, each.candidates, np.asarray(each.scores)) for each in known])
    places = [each.place(own) for each, own in zip(known, scores, strict=True)]
    sure = {place for place, verdict in zip(places, verdicts, strict=True) if verdict.accepted}
    found: list[list[Region]] = []
    for each, own, verdict, place in zip(known, scores, verdicts, places, strict=True):
        verdict.voted = place in sure
        found.append(_regions(each.with_scores(own), verdict, params))
    answers = iter(found)
    return [own or [] if each is None else next(answers) for each, own in zip(scored, data, strict=True)]


class _Scored:
    """A page's candidates with their features and scores."""

    __slots__ = ("candidates", "columns", "context", "features", "model", "page", "scores")

    def __init__(
        self,
        page: Page,
        columns: Columns,
        candidates: Candidates,
        features: Features,
        model: models.Trees,
        scores: Floats,
        context: Context,
    ) -> None:
        self.page, self.columns, self.candidates, self.features = page, columns, candidates, features
        self.model, self.scores, self.context = model, scores, context

    def with_scores(self, scores: Floats) -> _Scored:
        """The same with other scores."""
        return _Scored(self.page, self.columns, self.candidates, self.features, self.model, scores, self.context)

    @property
    def rows(self) -> Array | Floats:
        """What the trees read of each candidate."""
        return self.features.rows(self.model.features)

    @property
    def best(self) -> int:
        """The candidate with the highest score, of equal ones the first."""
        scores: list[float] = self.scores.tolist()
        return scores.index(max(scores))

    def place(self, scores: Floats) -> Place:
        """Where the best candidate stands."""
        from pagerows.regions.auto.together import places_of

        best = np.array([int(scores.argmax())])
        return places_of(self.columns.nodes, self.candidates.take(best))[0]


def _scored(page: Page, params: AutoParams) -> _Scored | None:
    if len(page.nodes) < 2:
        return None
    seen = seen_of(page, params) if page.rendered else []
    columns, candidates, starts = candidates_of(page, params, seen)
    if not len(candidates):
        return None
    model: models.Trees = models.load("auto")
    features = features_of(columns, candidates, starts)
    if page.nodes.layout is None:
        scores = scores_of(candidates, features, model, models.load("auto_duels"))
    else:
        scores = _seen_scores(page, columns, candidates, features, seen)
    return _Scored(page, columns, candidates, features, model, scores, context_of(page, columns))


def _seen_scores(
    page: Page, columns: Columns, candidates: Candidates, features: Features, seen: Sequence[Candidates]
) -> Floats:
    """The scores of a rendered page's candidates, which are of another kind."""
    from pagerows.regions.auto.boxes import as_seen_whole, box_features, is_styled  # only rendered pages need it

    model: models.Trees = models.load("auto")
    eye: models.Model = models.load("auto_rendered")
    assert page.nodes.layout is not None
    boxes = box_features(page, columns, candidates, model.predict(features.rows(model.features)), seen)
    scores = agreed(candidates, eye.predict(np.array([boxes[name] for name in eye.features]).T.copy()))
    if is_styled(page.nodes.layout):
        scores = as_seen_whole(columns, candidates, scores, seen)
    return prefer_whole(candidates, features, scores)


def seen_of(page: Page, params: AutoParams) -> list[Candidates]:
    """What the Gestalt method finds, as candidates."""
    from pagerows.regions import gestalt  # only rendered pages need it
    from pagerows.regions.auto.boxes import seen_candidates

    return seen_candidates(gestalt.find_regions(page, gestalt.GestaltParams()), params.min_records)


def _regions(scored: _Scored, verdict: _Verdict, params: AutoParams) -> list[Region]:
    """The best candidates that share no rows, as regions."""
    page, scores = scored.page, scored.scores.tolist()
    explain = _Explainer(scored, verdict)
    found, best = [], -1
    for chosen, starts, stops, twice in regions_of(
        scored.columns.sheet, scored.candidates, scored.scores, params.most, params.widen
    ):
        best = chosen if best < 0 else best
        region = Region(
            Records(page, starts, stops),
            min(1.0, max(0.0, scores[chosen])),  # an estimate of F1 may overshoot
            verdict.accepted and (chosen == best or _is_content(scored, best, chosen, scores[chosen], params)),
            _FeaturesOf(scored.features, chosen),
            explain(chosen),
        )
        found.append(once(page, region) if twice and params.once else region)
    return tables_whole(page, found, params.min_records) if params.whole_tables else found


class _FeaturesOf(Mapping[str, float]):
    """The features of one candidate, read when somebody asks."""

    def __init__(self, features: Features, chosen: int) -> None:
        self._features, self._chosen = features, chosen

    def __getitem__(self, name: str) -> float:
        return self._features.value(name, self._chosen)

    def __iter__(self) -> Iterator[str]:
        return iter(self._features)

    def __len__(self) -> int:
        return len(self._features)


def _is_content(scored: _Scored, best: int, chosen: int, score: float, params: AutoParams) -> bool:
    """Whether a list is content of a page whose best one is: by its score, or by a lower one if of the same kind."""
    if score >= params.min_further:
        return True
    return score >= params.min_alike and same_kind(scored.columns.sheet, scored.candidates, best, chosen)


class _Verdict:
    """How sure it is that the page has records, and why."""

    def __init__(self, model: models.Model, asked: Array, chance: float, threshold: float, score: float) -> None:
        self.model, self.asked, self.chance, self.threshold = model, asked, chance, threshold
        #: The best candidate's score, and the score below which pages that have records hardly ever are.
        self.score, self.floor = score, -1.0
        #: Says how the page itself tells that it has records, where it does; asked where nothing else says that it has.
        self.tells: Callable[[], str] = str
        #: Whether another page of the site, read together with this one, has records in the same place.
        self.voted = False
        #: How many of the records the page's data have as objects, where these alone say that they are records.
        self.objects = 0

    @property
    def accepted(self) -> bool:
        likely = self.chance >= self.threshold and self.score >= self.floor
        return likely or self.voted or self.objects > 0 or bool(self.told)

    @cached_property
    def told(self) -> str:
        return self.tells()

    def reasons(self) -> list[dict[str, Any]]:
        return _largest(self.model, self.asked)

    def because(self) -> list[str]:
        """The reasons in words."""
        if self.told:
            return [self.told]
        low = [f"the best list scores {self.score:.2f}, needed {self.floor:.2f}"] if self.score < self.floor else []
        if self.objects:
            return [f"{self.objects} of them are objects of the page's data"]
        return low + because({each["feature"]: each["adds"] for each in self.reasons()}, self.accepted)


def _verdict(scored: _Scored, params: AutoParams) -> _Verdict:
    judge = _judge(models.load("auto_page"))
    row = verdict_row(scored.context, scored.candidates, scored.scores, scored.features)
    if judge.order is not None:
        row = row.take(judge.order)
    best = scored.best
    threshold = judge.threshold if params.threshold is None else params.threshold
    found = _Verdict(judge.model, row, judge.model.score(row), threshold, float(scored.scores[best]))
    if params.threshold is None:
        found.floor, found.tells = judge.floor, partial(_told, scored, best, found.score >= judge.floor)
    return found


def _told(scored: _Scored, best: int, above: bool) -> str:
    in_order = partial(alphabetical, scored.columns, scored.candidates, best)
    return told({name: [scored.features.value(name, best)] for name in TOLD}, 0, in_order, above=above)


class _Judge(NamedTuple):
    """The model that says whether a page has records, where its features are among the questions, its card's limits."""

    model: models.Model
    #: None: its features are the questions.
    order: Array | None
    threshold: float
    floor: float


@lru_cache(maxsize=4)
def _judge(model: models.Model) -> _Judge:
    order = None if model.features == QUESTIONS else positions(QUESTIONS, model.features)
    return _Judge(model, order, float(model.card["threshold"]), float(model.card["floor"]))


def _largest(model: models.Model, row: Any) -> list[dict[str, Any]]:
    """Each feature's value and what it adds to what the model says, largest first."""
    added, values = model.contributions(row)[0], np.asarray(row).ravel()
    order = np.argsort(-np.abs(added), kind="stable").tolist()
    return [
        {"feature": model.features[i], "value": float(values[i]), "adds": float(added[i])} for i in order if added[i]
    ]


def candidates_of(page: Page, params: AutoParams, seen: Sequence[Candidates] = ()) -> tuple[Columns, Candidates, Array]:
    """Return the page's columns and candidates, and where the signal method starts records: what training sees, too.

    `seen` are further candidates, of a rendered page.
    """
    nodes = without_stripes(page.nodes)
    columns = columns_of(nodes, page.title)
    marked = signal.mark_regions(nodes, _SIGNAL).regions
    own, starts = of_regions(marked, len(nodes), params.min_records, len(SOURCES) - 1)
    least, most = max(2, params.min_records), params.candidates
    return columns, find_candidates(columns, least=least, most=most, further=[own, *seen]), starts


#: How the signal method is asked.
_SIGNAL: Final = signal.SignalParams()
#: What is told of a verdict.
_SAID: Final = ("chance", "threshold", "score", "floor", "accepted")


class _Explainer:
    """Says what else there was, and which features made a candidate's score; only when somebody asks."""

    def __init__(self, scored: _Scored, verdict: _Verdict) -> None:
        self.scored, self.verdict = scored, verdict

    def __call__(self, chosen: int) -> Evidence:
        return Evidence(partial(self._makers, chosen))

    def _makers(self, chosen: int) -> dict[str, Callable[[], Any]]:
        return {
            "source": lambda: SOURCES[int(self.scored.candidates.source[chosen])],
            "page": lambda: {name: getattr(self.verdict, name) for name in _SAID},
            "reasons": self.verdict.reasons,
            "because": self.verdict.because,
            "contributions": lambda: _largest(self.scored.model, self.scored.rows[chosen : chosen + 1]),
            "candidates": self._candidates,
        }

    def _candidates(self) -> list[dict[str, Any]]:
        """All candidates, best first."""
        found, scores = self.scored.candidates, self.scored.scores
        return [
            {
                "score": float(scores[i]),
                "records": int(found.sizes[i]),
                "source": SOURCES[int(found.source[i])],
                "xpath": self.scored.page.nodes.xpath(int(found.start[found.first[i]])),
            }
            for i in np.argsort(-np.asarray(scores), kind="stable").tolist()
        ]


METHOD = Method(
    name="auto",
    summary="candidates from every cheap source, scored by a learned model",
    paper="",
    params=AutoParams,
    find_regions=find_regions,
    find_together=find_together,
    align="fields",
    align_rendered="items",  # as people see them
)
