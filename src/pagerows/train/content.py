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
from pagerows.content._region_features import judged
from pagerows.errors import MissingExtra, PageError
from pagerows.models.export import export, write
from pagerows.regions.auto.labels import scorer
from pagerows.train.sites import folds_by_site, site_key

__all__ = ["Sample", "collect", "cross_validate", "figures", "train"]

Floats = NDArray[np.float64]

#: F1 from which a region is content.
CONTENT_FROM: Final = 0.5
#: Share of pages without records on which a region may be called content.
FALSE_ALARMS: Final = 0.075
FOLDS: Final = 5
#: Inverse strength of the ridge. Boosted trees, extra trees, and their mixtures with this were no better by site, and
#: lost more records at the same rate of false alarms (docs/quality.md).
RIDGE: Final = 0.03


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

    def line(self) -> str:
        """Return the sample as a line of JSON."""
        labels = {"f1": self.f1.tolist(), "content": (self.f1 >= CONTENT_FROM).tolist()}
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
    encoding = gold.get("encoding") if folder.name == "clustvx" else None  # its bytes are damaged
    page = parse((folder / gold["page"] / "page.html").read_bytes(), encoding=encoding)
    score = scorer(page.nodes, gold)
    if score is None:
        return None
    chosen = registry.method(method)
    regions = chosen.find_regions(page, chosen.params())
    about = (folder.name, gold["page"], gold["site"], gold.get("has_records", True))
    if not regions:
        return Sample(*about, (), np.zeros((0, 0)), np.zeros(0))
    about_regions = judged(page, regions)
    columns, spans = about_regions.columns, about_regions.candidates
    edges = zip(spans.first[:-1].tolist(), spans.first[1:].tolist(), strict=True)
    f1 = np.array([score(spans.start[a:b], spans.stop[a:b]) for a, b in edges])
    return Sample(*about, tuple(columns), np.stack(list(columns.values()), axis=1), f1)


def classic_names(names: Sequence[str]) -> list[str]:
    """Return the paper's features among the names."""
    return [name for name in names if name.startswith("v20_")]


def fit(samples: Sequence[Sample], names: Sequence[str]) -> Any:
    """Fit a logistic regression on the regions of samples, with some of the features, standardised."""
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError as error:
        raise MissingExtra("training", "train") from error
    used = [sample for sample in samples if len(sample.f1)]
    x = np.concatenate([_columns(sample, names) for sample in used])
    y = np.concatenate([sample.f1 >= CONTENT_FROM for sample in used])
    return make_pipeline(StandardScaler(), LogisticRegression(C=RIDGE, max_iter=2000)).fit(x, y)


def _columns(sample: Sample, names: Sequence[str]) -> Floats:
    where = {name: column for column, name in enumerate(sample.names)}
    return sample.features[:, [where[name] for name in names]]


def cross_validate(samples: Sequence[Sample], names: Sequence[str], folds: int = FOLDS) -> list[Floats]:
    """Return the probability of each region of each sample, by a model that saw no page of its site."""
    fold = folds_by_site((sample.site for sample in samples), folds)
    scores: list[Floats] = [np.zeros(0)] * len(samples)
    for number in range(folds):
        model = fit([s for s in samples if fold[site_key(s.site)] != number], names)
        for index, sample in enumerate(samples):
            if fold[site_key(sample.site)] == number and len(sample.f1):
                scores[index] = model.predict_proba(_columns(sample, names))[:, 1]
    return scores


def threshold(samples: Sequence[Sample], scores: Sequence[Floats]) -> float:
    """Return the lowest probability that gives few enough false alarms on pages without records."""
    best = sorted((s.max(initial=0) for p, s in zip(samples, scores, strict=True) if not p.has_records), reverse=True)
    return round(float(best[int(FALSE_ALARMS * len(best))]) + 5e-4, 3) if best else 0.5


def figures(samples: Sequence[Sample], scores: Sequence[Floats], least: float) -> dict[str, dict[str, float]]:
    """Return per dataset: right region first, macro F1 with and without the threshold, false alarms."""
    found: dict[str, dict[str, float]] = {}
    pairs = list(zip(samples, scores, strict=True))
    for dataset in sorted({sample.dataset for sample in samples}):
        own = [(p, s) for p, s in pairs if p.dataset == dataset and p.has_records]
        none = [s.max(initial=0) for p, s in pairs if p.dataset == dataset and not p.has_records]
        row: dict[str, float] = {}
        if own:
            first = np.array([p.f1[s.argmax()] if len(s) else 0.0 for p, s in own])
            best = np.array([p.f1.max(initial=0) for p, _ in own])
            sure = np.array([s.max(initial=0) >= least for _, s in own])
            some = best >= CONTENT_FROM
            row = {
                "pages": len(own),
                "right_first": float((first[some] >= best[some] - 1e-9).mean()) if some.any() else 0.0,
                "f1_no_step": float(first.mean()),
                "f1": float((first * sure).mean()),
                "f1_best": float(best.mean()),
            }
        if none:
            row |= {"pages_without": len(none), "false_alarms": float(np.mean(np.array(none) >= least))}
        found[dataset] = {name: round(value, 4) for name, value in row.items()}
    return found


def reliability(samples: Sequence[Sample], scores: Sequence[Floats], bins: int = 8) -> list[tuple[float, float, int]]:
    """Return, per bin of equally many regions: mean probability, share of content, number of regions."""
    said = np.concatenate(list(scores))
    true = np.concatenate([sample.f1 >= CONTENT_FROM for sample in samples])
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
) -> tuple[Path, list[str]]:
    """Train on all pages, measure by site, write the model; return its path and the lines of the report."""
    samples = list(collect(corpora, method, jobs))
    names = next(sample.names for sample in samples if len(sample.f1))
    lines = []
    for title, chosen in (("the six features of [V20]", classic_names(names)), ("all features", list(names))):
        scores = cross_validate(samples, chosen)
        least = threshold(samples, scores)
        found = figures(samples, scores, least)
        lines += [f"{title}, threshold {least}", *(f"  {name}: {json.dumps(row)}" for name, row in found.items())]
    points = reliability(samples, scores)
    lines += ["probability said, share that is content, regions", *(f"  {p:.3f}  {t:.3f}  {n}" for p, t, n in points)]
    if plot is not None:
        draw_reliability(points, plot)
    card = {
        "what": "probability that a region holds the page's records",
        "made by": "pagerows content train $PAGEROWS_CORPORA",
        "method": method,
        "pages": len(samples),
        "sites": len({site_key(sample.site) for sample in samples}),
        "threshold": least,
        "cross-validated by site": found,
        "ridge": RIDGE,
    }
    path = out or Path(models.__file__).parent / "content.json"
    write(export(fit(samples, names), names, card), path)
    return path, lines
