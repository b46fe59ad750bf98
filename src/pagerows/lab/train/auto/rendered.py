"""Learn the model of rendered pages: ``python -m pagerows.lab.train.auto.learn --rendered``, which `make model` runs.

Small trees on boxes, on what the Gestalt method sees and on the score that trees without boxes give; that score is
by trees that saw nothing of the page's site, else it would look surer than it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from pagerows.errors import RenderError
from pagerows.lab.train.auto.labels import scorer
from pagerows.lab.train.auto.learn import PERFECT, Bag, CrossValidated
from pagerows.lab.train.auto.samples import Job, jobs_of
from pagerows.lab.train.sites import folds_by_site, site_key
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Floats
from pagerows.measures.features import features_of
from pagerows.models.export import rounded, write
from pagerows.page import Page
from pagerows.page.rendered import render
from pagerows.regions.auto import AutoParams, candidates_of, seen_of
from pagerows.regions.auto.boxes import box_features
from pagerows.regions.auto.choose import agreed

__all__ = ["RenderedSample", "learn_from", "learn_rendered", "rendered_sample"]

#: Datasets whose pages are rendered: with style sheets (estuka2017), and without, as many saved pages are.
DATASETS: Final = frozenset({"estuka2017", "lists2026", "tbdw", "tpsf"})
#: Few and small trees: there are some four hundred pages. Twice as many, twice as large: lists2026 loses .01. All rows
#: are learned from and four sets averaged, as without boxes: two sets are as good by site, but one more of lists2026's
#: eleven pages without a main list answers.
BOOSTING: Final = {
    "early_stopping": False,
    "max_iter": 60,
    "learning_rate": 0.08,
    "max_leaf_nodes": 6,
    "min_samples_leaf": 15,
    "l2_regularization": 3.0,
    "max_features": 0.4,
    "max_bins": 64,
}
BAGS: Final = 4


@dataclass(frozen=True, eq=False)
class RenderedSample:
    """The candidates of a rendered page, with the score of trees that do not know its site, and their labels."""

    dataset: str
    site: str
    has_records: bool
    names: tuple[str, ...]
    boxes: Floats
    labels: Floats
    candidates: Candidates


def learn_rendered(corpora: Path, found: CrossValidated, out: Path) -> None:
    """Render the pages, learn by site, print, and write the model learned from all of them."""
    jobs = [job for job in jobs_of(corpora) if job[0].name in DATASETS]
    learn_from(list(_samples(_rendered(jobs), found)), found, out)


def _rendered(jobs: Iterable[Job]) -> Iterator[tuple[Job, Page]]:
    for folder, gold in jobs:
        try:
            yield (folder, gold), render(folder / gold["page"] / "page.html")
        except RenderError as error:
            print(f"{folder.name}/{gold['page']}: {error}")


def _samples(pages: Iterable[tuple[Job, Page]], found: CrossValidated) -> Iterator[RenderedSample]:
    dealt = folds_by_site((sample.site for sample in found.samples), len(found.folds))
    for job, page in pages:
        fold = dealt.get(site_key(job[1]["site"]))  # a site of which no page's gold can tell is in none
        sample = None if fold is None else rendered_sample(job, page, found.folds[fold])
        if sample is not None:
            yield sample


def rendered_sample(job: Job, page: Page, trees: Bag) -> RenderedSample | None:
    """Read a rendered page; None where its gold cannot tell how good a candidate is, or there are none."""
    folder, gold = job
    score = scorer(page.nodes, gold)
    if score is None or len(page.nodes) < 2:
        return None
    seen = seen_of(page, AutoParams())
    columns, found, starts = candidates_of(page, AutoParams(), seen)
    if not len(found):
        return None
    features = features_of(columns, found, starts)
    boxes = box_features(page, columns, found, trees.predict(np.stack(list(features.values()), axis=1)), seen)
    edges = zip(found.first[:-1].tolist(), found.first[1:].tolist(), strict=True)
    return RenderedSample(
        dataset=folder.name,
        site=gold["site"],
        has_records=gold.get("has_records", True),
        names=tuple(boxes),
        boxes=np.stack(list(boxes.values()), axis=1),
        labels=np.array([score(found.start[a:b], found.stop[a:b]) for a, b in edges]),
        candidates=found,
    )


def learn_from(samples: Sequence[RenderedSample], found: CrossValidated, out: Path) -> None:
    """Judge by the folds of the other trees, then learn from all."""
    dealt = folds_by_site((sample.site for sample in found.samples), len(found.folds))
    fold = [dealt[site_key(sample.site)] for sample in samples]
    chosen = np.zeros(len(samples))
    for number in sorted(set(fold)):
        model = _fit([sample for sample, own in zip(samples, fold, strict=True) if own != number])
        for place, sample in enumerate(samples):
            if fold[place] == number:
                scores = agreed(sample.candidates, model.predict(sample.boxes))
                chosen[place] = sample.labels[scores.argmax()]
    figures = {}
    for dataset in sorted({sample.dataset for sample in samples}):
        own = chosen[[sample.dataset == dataset and sample.has_records for sample in samples]]
        perfect = round(float((own > 0.995).mean()), 4)
        figures[dataset] = {"pages": len(own), "macro_f1": round(float(own.mean()), 4), "perfect_pages": perfect}
        print("rendered", dataset, json.dumps(figures[dataset]))
    card: dict[str, Any] = {
        "learned_from": "the dev corpora, rendered, by `make model`",
        "pages": len(samples),
        "cross_validated_by_site": figures,
        "settings": BOOSTING | {"bags": BAGS},
    }
    write(rounded(_fit(samples).export(samples[0].names, card)), out / "auto_rendered.json")


def _fit(samples: Sequence[RenderedSample]) -> Bag:
    from sklearn.ensemble import HistGradientBoostingRegressor

    x = np.concatenate([sample.boxes for sample in samples])
    labels = np.concatenate([sample.labels for sample in samples])
    y = (1 - PERFECT) * labels + PERFECT * (labels > 0.995)
    return Bag([HistGradientBoostingRegressor(**BOOSTING, random_state=seed).fit(x, y) for seed in range(BAGS)])
