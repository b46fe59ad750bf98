"""Train the learned content detector from gold: label the regions that a method finds, fit, measure by site.

Labels come from gold, not by hand: a region is content if its records are the gold's (F1 of at least one half, as the
judge would score them); on a page without records all regions are noise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows import models, parse, registry
from pagerows.content._quick import QUICK, quick_features
from pagerows.content._region_features import Judged, judged
from pagerows.content.learned import LearnedParams, page_chance
from pagerows.errors import MissingExtra, PageError
from pagerows.lab.bench.corpora import DAMAGED
from pagerows.lab.train.auto.labels import scorer
from pagerows.lab.train.sites import folds_by_site, site_key
from pagerows.measures.context import page_features
from pagerows.models.export import export, rounded, write

__all__ = ["Answers", "Sample", "answers", "collect", "cross_validate", "figures", "train"]

Floats = NDArray[np.float64]

#: F1 from which a region is content.
CONTENT_FROM: Final = 0.5
#: Share of pages without records on which a region may be called content.
FALSE_ALARMS: Final = 0.075
FOLDS: Final = 5
#: Inverse strength of the ridges: regions by all features, by the quick ones, and the verdict on the page. Boosted
#: trees, extra trees, and their mixtures with the first were no better by site (docs/lab/content.md).
RIDGE: Final = 0.03
QUICK_RIDGE: Final = 1.0
PAGE_RIDGE: Final = 0.01
DEFAULTS: Final = LearnedParams()


@dataclass(frozen=True, slots=True)
class Sample:
    """The regions of one page: features (regions, names) and the F1 that each would be given."""

    dataset: str
    page: str
    site: str
    has_records: bool
    names: tuple[str, ...]
    features: Floats
    f1: Floats
    #: Features that cost next to nothing. (regions, len(QUICK))
    quick: Floats
    #: What the verdict on the page is made from; None without regions.
    about: Judged | None = None

    @property
    def content(self) -> NDArray[np.bool_]:
        """Which regions are content."""
        return self.f1 >= CONTENT_FROM

    def named_of_page(self, scores: Floats) -> dict[str, float]:
        """Return what is asked about the page when its regions have these scores."""
        return page_features(self.about.context, self.about.candidates, scores) if self.about else {}

    def of_page(self, scores: Floats) -> Floats:
        """Return the same as a table of one row; none without regions."""
        found = self.named_of_page(scores)
        return np.array([list(found.values())]) if found else np.zeros((0, 0))

    def line(self) -> str:
        """Return the sample as a line of JSON."""
        labels = {"f1": self.f1.tolist(), "content": self.content.tolist()}
        about = {"dataset": self.dataset, "page": self.page, "site": self.site, "has_records": self.has_records}
        return json.dumps(about | labels | {"names": self.names, "features": self.features.tolist()})


def collect(corpora: Path, method: str = "signal", jobs: int = 2) -> Iterator[Sample]:
    """Run a method over the pages of corpora whose gold can tell content from noise, and label its regions."""
    todo = [
        (gold.parent, entry)
        for gold in sorted(corpora.glob("*/gold.jsonl"))
        for entry in map(json.loads, gold.read_text(encoding="utf-8").splitlines())
        if not entry.get("bad")
    ]
    if not todo:
        raise PageError(f"no corpora in {corpora}: there is no */gold.jsonl")
    with ProcessPoolExecutor(jobs) as pool:
        yield from (s for s in pool.map(partial(_sample, method), todo, chunksize=8) if s is not None)


def _sample(method: str, job: tuple[Path, Mapping[str, Any]]) -> Sample | None:
    folder, gold = job
    encoding = gold.get("encoding") if folder.name in DAMAGED else None
    page = parse((folder / gold["page"] / "page.html").read_bytes(), encoding=encoding)
    score = scorer(page.nodes, gold)
    if score is None:
        return None
    chosen = registry.method(method)
    regions = chosen.find_regions(page, chosen.params())
    about = (folder.name, gold["page"], gold["site"], gold.get("has_records", True))
    if not regions:
        return Sample(*about, (), np.zeros((0, 0)), np.zeros(0), np.zeros((0, 0)))
    asked = judged(page, regions)
    columns, spans = asked.columns, asked.candidates
    edges = zip(spans.first[:-1].tolist(), spans.first[1:].tolist(), strict=True)
    f1 = np.array([score(spans.start[a:b], spans.stop[a:b]) for a, b in edges])
    quick = quick_features(page, regions)
    return Sample(*about, tuple(columns), np.stack(list(columns.values()), axis=1), f1, quick, asked)


def classic_names(names: Sequence[str]) -> list[str]:
    """Return the paper's features among the names."""
    return [name for name in names if name.startswith("v20_")]


def _columns(sample: Sample, names: Sequence[str]) -> Floats:
    where = {name: column for column, name in enumerate(sample.names)}
    return sample.features[:, [where[name] for name in names]]


def fit(rows: Sequence[Floats], labels: Sequence[NDArray[np.bool_]], ridge: float, *, balanced: bool = False) -> Any:
    """Fit a logistic regression on the rows of many pages, standardised."""
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError as error:
        raise MissingExtra("training", "train") from error
    logistic = LogisticRegression(C=ridge, class_weight="balanced" if balanced else None, max_iter=2000)
    return make_pipeline(StandardScaler(), logistic).fit(np.concatenate(rows), np.concatenate(labels))


def cross_validate(
    samples: Sequence[Sample], rows: Sequence[Floats], ridge: float, *, of_page: bool = False, folds: int = FOLDS
) -> list[Floats]:
    """Return the probability of each page's rows, by models that saw no page of its site.

    A row is a region, which may be content, or (`of_page`) the page, which may have records.
    """
    dealt = folds_by_site((sample.site for sample in samples), folds)
    fold = [dealt[site_key(sample.site)] for sample in samples]
    labels = [
        np.full(len(x), s.has_records, bool) if of_page else s.content for s, x in zip(samples, rows, strict=True)
    ]
    known = [index for index, x in enumerate(rows) if len(x)]
    scores: list[Floats] = [np.zeros(0)] * len(samples)
    for number in range(folds):
        learned = [index for index in known if fold[index] != number]
        model = fit([rows[i] for i in learned], [labels[i] for i in learned], ridge, balanced=of_page)
        for index in known:
            if fold[index] == number:
                scores[index] = model.predict_proba(rows[index])[:, 1].copy()  # kernels read it as one piece
    return scores


@dataclass(frozen=True, slots=True)
class Answers:
    """What the detector says of each page, by models that saw no page of its site."""

    #: The probabilities of the page's regions: quick ones where the page is clear by them.
    scores: list[Floats]
    clear: NDArray[np.bool_]
    #: Chance that the page has records; 1 or 0 where it is clear.
    chance: Floats


def plain_answers(samples: Sequence[Sample], scores: list[Floats]) -> Answers:
    """Answers without any other step: a page's chance is that of its best region."""
    return Answers(scores, np.zeros(len(samples), bool), np.array([s.max(initial=0) for s in scores]))


def answers(samples: Sequence[Sample]) -> tuple[Answers, list[Floats]]:
    """Cross-validate the three models together; returns also the pages' features, which the third one is fitted on."""
    quick = cross_validate(samples, [sample.quick for sample in samples], QUICK_RIDGE)
    full = cross_validate(samples, [sample.features for sample in samples], RIDGE)
    pages = [s.of_page(scores) for s, scores in zip(samples, full, strict=True)]
    chances = cross_validate(samples, pages, PAGE_RIDGE, of_page=True)
    best = np.array([scores.max(initial=0) for scores in quick])
    clear = (best >= DEFAULTS.clear) | (best < DEFAULTS.hopeless)
    scores = [q if sure else f for q, f, sure in zip(quick, full, clear, strict=True)]
    asked = [page_chance(float(c.max(initial=0)), float(f.max(initial=0))) for c, f in zip(chances, full, strict=True)]
    return Answers(scores, clear, np.where(clear, best >= DEFAULTS.clear, asked)), pages


def threshold(samples: Sequence[Sample], chance: Floats) -> float:
    """Return the lowest chance that gives few enough false alarms on pages without records.

    Asked are datasets of such pages only: elsewhere these are lists and searches that came out empty.
    """
    lists = {sample.dataset for sample in samples if sample.has_records}
    pairs = zip(samples, chance.tolist(), strict=True)
    best = sorted((c for p, c in pairs if p.dataset not in lists), reverse=True)
    return round(best[int(FALSE_ALARMS * len(best))] + 5e-4, 3) if best else 0.5


def figures(samples: Sequence[Sample], said: Answers, least: float) -> dict[str, dict[str, float]]:
    """Return per dataset: right region first, macro F1 with and without the page's verdict, false alarms."""
    found: dict[str, dict[str, float]] = {}
    rows = list(zip(samples, said.scores, (said.chance >= least).tolist(), said.clear.tolist(), strict=True))
    for dataset in sorted({sample.dataset for sample in samples}):
        own = [(p, s, accepted) for p, s, accepted, _ in rows if p.dataset == dataset and p.has_records]
        none = [accepted for p, _, accepted, _ in rows if p.dataset == dataset and not p.has_records]
        row: dict[str, float] = {}
        if own:
            first = np.array([p.f1[s.argmax()] if len(s) else 0.0 for p, s, _ in own])
            best = np.array([p.f1.max(initial=0) for p, _, _ in own])
            sure = np.array([accepted for _, _, accepted in own])
            some = best >= CONTENT_FROM
            row = {
                "pages": len(own),
                "clear": float(np.mean([c for p, _, _, c in rows if p.dataset == dataset and p.has_records])),
                "right_first": float((first[some] >= best[some] - 1e-9).mean()) if some.any() else 0.0,
                "f1_no_step": float(first.mean()),
                "f1": float((first * sure).mean()),
                "f1_best": float(best.mean()),
            }
        if none:
            row |= {"pages_without": len(none), "false_alarms": float(np.mean(none))}
        found[dataset] = {name: round(value, 4) for name, value in row.items()}
    return found


def reliability(samples: Sequence[Sample], scores: Sequence[Floats], bins: int = 8) -> list[tuple[float, float, int]]:
    """Return, per bin of equally many regions: mean probability, share of content, number of regions."""
    said = np.concatenate(list(scores))
    true = np.concatenate([sample.content for sample in samples])
    order = np.argsort(said, kind="stable")
    return [(float(said[b].mean()), float(true[b].mean()), len(b)) for b in np.array_split(order, bins) if len(b)]


def draw_reliability(points: Sequence[tuple[float, float, int]], path: Path) -> None:
    """Draw how often regions with a probability are content; the diagonal is perfect."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(4.5, 4.5), layout="constrained")
    axis.plot([0, 1], [0, 1], color="#999999", linewidth=1)
    axis.plot([p for p, _, _ in points], [t for _, t, _ in points], marker="o", color="#0072b2")
    axis.set(xlabel="probability said", ylabel="share that is content", xlim=(0, 1), ylim=(0, 1), aspect="equal")
    figure.savefig(path, dpi=100, metadata={"Software": None})
    plt.close(figure)


def train(
    corpora: Path, out: Path | None = None, *, method: str = "signal", jobs: int = 2, plot: Path | None = None
) -> tuple[list[Path], list[str]]:
    """Train on all pages, measure by site, write the three models; return their paths and the lines of the report."""
    samples = list(collect(corpora, method, jobs))
    names = next(sample.names for sample in samples if len(sample.f1))
    lines = []
    for title, chosen in (("the six features of [V20]", classic_names(names)), ("all features of regions", names)):
        rows = [_columns(sample, chosen) if len(sample.f1) else sample.features for sample in samples]
        plain = plain_answers(samples, cross_validate(samples, rows, RIDGE))
        lines += _report(title, figures(samples, plain, least := threshold(samples, plain.chance)), least)
    said, pages = answers(samples)
    least = threshold(samples, said.chance)
    found = figures(samples, said, least)
    lines += _report("quick features, all features, and the verdict on the page", found, least)
    points = reliability(samples, said.scores)
    lines += ["probability said, share that is content, regions", *(f"  {p:.3f}  {t:.3f}  {n}" for p, t, n in points)]
    if plot is not None:
        draw_reliability(points, plot)
    card = {
        "made by": "pagerows content train $PAGEROWS_CORPORA",
        "method": method,
        "pages": len(samples),
        "sites": len({site_key(sample.site) for sample in samples}),
        "cross-validated by site": found,
    }
    return _write(samples, pages, card, least, out or Path(models.__file__).parent / "content.json"), lines


def _report(title: str, found: Mapping[str, Mapping[str, float]], least: float) -> list[str]:
    return [f"{title}, threshold {least}", *(f"  {name}: {json.dumps(row)}" for name, row in found.items())]


def _write(
    samples: Sequence[Sample], pages: Sequence[Floats], card: dict[str, Any], least: float, path: Path
) -> list[Path]:
    """Fit the three models on all pages and write them beside each other."""
    used = [(sample, page) for sample, page in zip(samples, pages, strict=True) if len(sample.f1)]
    labels = [sample.content for sample, _ in used]
    has_records = [np.array([sample.has_records]) for sample, _ in used]
    names = used[0][0].names
    asked = list(used[0][0].named_of_page(np.zeros(len(used[0][0].f1))))
    quick = fit([sample.quick for sample, _ in used], labels, QUICK_RIDGE)
    full = fit([sample.features for sample, _ in used], labels, RIDGE)
    verdict = fit([page for _, page in used], has_records, PAGE_RIDGE, balanced=True)
    of_region: dict[str, Any] = {"what": "probability that a region holds the page's records"}
    of_page: dict[str, Any] = {"what": "chance that the page's best region is its records", "threshold": least}
    made = {
        path.with_stem(f"{path.stem}_quick"): export(quick, QUICK, of_region | card | {"ridge": QUICK_RIDGE}),
        path: export(full, names, of_region | card | {"ridge": RIDGE}),
        path.with_stem(f"{path.stem}_page"): export(verdict, asked, of_page | card | {"ridge": PAGE_RIDGE}),
    }
    for where, model in made.items():
        write(rounded(model), where)
    return list(made)
