"""Learn the model of `auto` from the dev corpora and measure it by site: ``make model``.

Sites are dealt into folds, across all datasets; every page is scored by models that saw no page of its site. The
figures printed are those; the models written are learned from all pages, with the threshold that the folds decided.
Three models: boosted trees that score candidates, boosted trees that say which of two is better, and a logistic
regression that says whether a page has records at all. The second and the third are learned from scores that the folds
gave, since a model's own pages look easier than they are. The trees also learn from pages made from these (`made.py`),
never from one of which a part is from a site that they are asked about.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows import models
from pagerows.lab.train.auto.duels import BAGS as DUEL_BAGS
from pagerows.lab.train.auto.duels import BOOSTING as DUELS
from pagerows.lab.train.auto.duels import duels_of, fit_duels
from pagerows.lab.train.auto.samples import Sample, jobs_of, made_samples, samples_of
from pagerows.lab.train.sites import folds_by_site, site_key
from pagerows.measures.columns import Floats
from pagerows.measures.features import Features
from pagerows.models.export import export, rounded, write
from pagerows.regions.auto.accept import TOLD, told, verdict_features
from pagerows.regions.auto.choose import agreed
from pagerows.regions.auto.duels import best_first, crowned, duel_names, duel_rows

__all__ = ["Bag", "CrossValidated", "cross_validate", "main"]

#: Settings of the boosted trees. Few features per split: with all of them, lists2026 loses .03 macro F1. All rows are
#: learned from: scikit-learn would set a tenth of so many aside to stop early, which they never do.
BOOSTING: Final = {
    "early_stopping": False,
    "max_iter": 100,
    "learning_rate": 0.08,
    "max_leaf_nodes": 31,
    "max_depth": 8,
    "min_samples_leaf": 6,
    "l2_regularization": 3.0,
    "max_features": 0.3,
    "max_bins": 64,
}
#: How many such sets of trees, of other seeds, are averaged: one alone moves by .01 to .03 with its seed.
BAGS: Final = 4
#: Inverse strength of the logistic regression's penalty; it refuses 15 pages of all, 17 with .003 and with .03.
PENALTY: Final = 0.01
FOLDS: Final = 5
#: Share of pages without records on which a region may be called content.
FALSE_ALARMS: Final = 0.04
#: Datasets whose pages without records do not decide the threshold: listing pages and searches whose list is missing.
_NOT_ASKED: Final = frozenset({"clustvx", "lists2026", "tpsf"})
#: What a made page weighs beside a real one. Every other set of trees learns from made pages: with all of them zhao2
#: loses .03, where records are seldom one element.
MADE: Final = 0.5
#: Share of all F1 that the floor of the score may cost.
_SPARED: Final = 0.004
#: What a perfect cut is worth beside its F1: else nearly right candidates are as good as right ones.
PERFECT: Final = 0.2


def main(argv: Sequence[str] | None = None) -> int:
    """Train, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, default=os.environ.get("PAGEROWS_CORPORA"))
    parser.add_argument("--out", type=Path, default=Path(models.__file__).parent, help="folder for the models")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folds", type=int, default=FOLDS)
    parser.add_argument(
        "--rendered", action="store_true", help="learn the model of rendered pages, too: needs Chromium"
    )
    arguments = parser.parse_args(argv)
    if not arguments.corpora:
        print("no corpora: set PAGEROWS_CORPORA or give --corpora", file=sys.stderr)
        return 2
    found = cross_validate(arguments.corpora, arguments.folds, arguments.jobs)
    learn(found, arguments.out)
    if arguments.rendered:
        from pagerows.lab.train.auto.rendered import learn_rendered

        learn_rendered(arguments.corpora, found, arguments.out)
    return 0


def learn(found: CrossValidated, out: Path) -> None:
    """Print the figures by site; learn the models from all pages and write them."""
    samples, pages = found.samples, found.pages
    figures = dict(_figures(samples, found.scores, found.chances, found.threshold))
    for dataset, numbers in figures.items():
        print(dataset, json.dumps(numbers))
    card: dict[str, Any] = {
        "learned_from": "the dev corpora, by `make model`",
        "pages": len(samples),
        "made_pages": len(found.made),
        "sites": len({site_key(sample.site) for sample in samples}),
        "cross_validated_by_site": figures,
    }
    names = next(sample.names for sample in samples if len(sample.labels))
    trees = _fit((samples, found.made))
    settings = {"settings": BOOSTING | {"bags": BAGS}}
    write(rounded(trees.export(names, card | settings)), out / "auto.json")
    settings = {"settings": DUELS | {"bags": DUEL_BAGS}}
    write(rounded(found.duels.export(tuple(duel_names(names)), card | settings)), out / "auto_duels.json")
    logistic = _fit_pages(samples, pages)
    asked = list(next(page for page in pages if page is not None))
    verdict = {"threshold": found.threshold, "floor": found.floor, "settings": {"C": PENALTY}}
    write(rounded(export(logistic, asked, card | verdict)), out / "auto_page.json")


@dataclass(frozen=True)
class CrossValidated:
    """All pages, judged by models that saw no page of their site."""

    samples: list[Sample]
    #: Pages made from these, which are learned from but not judged.
    made: list[Sample]
    #: The candidates' scores.
    scores: list[Floats]
    #: What was asked about each page; None where it has no candidates.
    pages: list[dict[str, float] | None]
    #: Each page's chance of records, and the chance from which its best candidate is accepted.
    chances: Floats
    threshold: float
    #: Which of two candidates is the list, learned from all pages.
    duels: Bag
    #: The score that the best candidate must have, too; below it chances are 0.
    floor: float = 0.0
    #: The trees of each fold, which rendered pages are scored by, too.
    folds: tuple[Bag, ...] = ()


def cross_validate(corpora: Path, folds: int = FOLDS, jobs: int = 2) -> CrossValidated:
    """Deal the sites of all datasets into folds; score every page by models learned from the other folds."""
    todo = jobs_of(corpora)
    samples = list(samples_of(todo, jobs))
    dealt = folds_by_site((sample.site for sample in samples), folds)
    made = list(made_samples(todo, samples, dealt, jobs))
    scores, trees = _cross_validated(samples, made, dealt, jobs)
    scores, duellist = _cross_validated_duels(samples, made, scores, trees, dealt, jobs)
    return judged(samples, made, scores, trees, duellist)


def judged(
    samples: list[Sample], made: list[Sample], scores: list[Floats], folds: Sequence[Bag], duels: Bag
) -> CrossValidated:
    """Learn the verdict by the same folds, from the scores that the folds gave."""
    dealt = folds_by_site((sample.site for sample in samples), len(folds))
    fold = [dealt[site_key(sample.site)] for sample in samples]
    pages = [_asked(sample, own) if len(own) else None for sample, own in zip(samples, scores, strict=True)]
    chances = _cross_validated_pages(samples, pages, fold)
    floor = _floor(samples, scores)
    chances[[own.max(initial=0) < floor for own in scores]] = 0
    chances[[_told(sample, own, floor) for sample, own in zip(samples, scores, strict=True)]] = 1
    threshold = _threshold(samples, chances)
    return CrossValidated(samples, made, scores, pages, chances, threshold, duels, floor, tuple(folds))


def _asked(sample: Sample, scores: Floats) -> dict[str, float]:
    """What the verdict on a page is made from."""
    features = Features(sample.features, sample.names)
    return verdict_features(sample.context, sample.candidates, scores, features)


def _told(sample: Sample, scores: Floats, floor: float) -> bool:
    """Whether the page itself tells that it has records."""
    if not len(scores):
        return False
    features, best = {name: sample.features[:, sample.names.index(name)] for name in TOLD}, int(scores.argmax())
    return bool(told(features, best, lambda: float(sample.in_order[best]), above=bool(scores[best] >= floor)))


class Bag:
    """Several fitted regressors; their mean is the answer."""

    def __init__(self, members: Sequence[Any]) -> None:
        self.members = members

    def predict(self, rows: Floats) -> Floats:
        """Return the mean of what the members say of each row."""
        found: Floats = np.mean([member.predict(rows) for member in self.members], axis=0)
        return found

    def chances(self, rows: Floats) -> Floats:
        """Return what classifiers say together: the mean is taken before it is made a chance, as by one sum."""
        found: Floats = 1 / (1 + np.exp(-np.mean([member.decision_function(rows) for member in self.members], axis=0)))
        return found

    def export(self, names: tuple[str, ...], card: Mapping[str, Any]) -> models.Trees:
        """Return one sum of all trees."""
        parts = [export(member, names).to_json() for member in self.members]
        trees = [[_scaled(node, len(parts)) for node in tree] for part in parts for tree in part["trees"]]
        base = float(np.mean([part["base"] for part in parts]))
        joined: models.Trees = models.from_json(parts[0] | {"trees": trees, "base": base, "card": dict(card)})
        return joined


def _scaled(node: Sequence[float], members: int) -> list[float]:
    """A node of one member's tree as a node of the mean: its value, which stands last, weighs less."""
    return [*node[:-1], node[-1] / members]


def _fit(pages: tuple[Sequence[Sample], Sequence[Sample]]) -> Bag:
    """Learn from real pages and made ones."""
    samples, made = ([sample for sample in part if len(sample.labels)] for part in pages)
    return Bag([_member(samples, made if seed % 2 else [], seed) for seed in range(BAGS)])


def _member(samples: Sequence[Sample], made: Sequence[Sample], seed: int) -> Any:
    from sklearn.ensemble import HistGradientBoostingRegressor

    chooser = np.random.default_rng(seed)
    chosen = [(s, _used(s.labels, chooser)) for s in (*samples, *made)]
    x = np.concatenate([s.features[rows] for s, rows in chosen])
    y = np.concatenate([s.labels[rows] for s, rows in chosen])
    weights = [1.0] * len(samples) + [MADE] * len(made)
    boosted = HistGradientBoostingRegressor(**BOOSTING, random_state=seed)
    weight = np.repeat(weights, [len(rows) for _, rows in chosen])
    return boosted.fit(x, (1 - PERFECT) * y + PERFECT * (y > 0.995), sample_weight=weight)


def _fit_pages(samples: Sequence[Sample], pages: Sequence[Mapping[str, float] | None]) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    known = [(page, sample.has_records) for page, sample in zip(pages, samples, strict=True) if page is not None]
    x, y = np.array([list(page.values()) for page, _ in known]), np.array([has for _, has in known])
    logistic = LogisticRegression(C=PENALTY, class_weight="balanced", max_iter=1000)
    return make_pipeline(StandardScaler(), logistic).fit(x, y)


def _used(labels: Floats, chooser: np.random.Generator) -> NDArray[np.intp]:
    """The candidates that are learned from: any good one, the most promising ones (they stand first), some others."""
    used = labels > 0.3
    used[:18] = True
    others = np.flatnonzero(~used)
    wanted = min(len(others), max(0, 28 - int(used.sum())))
    used[chooser.choice(others, wanted, replace=False)] = True
    return np.flatnonzero(used)


def _cross_validated(
    samples: Sequence[Sample], made: Sequence[Sample], fold_of: Mapping[str, int], jobs: int
) -> tuple[list[Floats], list[Bag]]:
    """Return the candidates' scores by trees that saw nothing of the site, and the trees of each fold."""
    scores: list[Floats] = [np.zeros(0)] * len(samples)
    numbers = sorted(set(fold_of.values()))

    def others(pages: Sequence[Sample], number: int) -> list[Sample]:
        return [page for page in pages if all(fold_of[site] != number for site in _sites(page))]

    with ProcessPoolExecutor(jobs) as pool:
        fitted = list(pool.map(_fit, ((others(samples, number), others(made, number)) for number in numbers)))
        for number, model in zip(numbers, fitted, strict=True):
            for index, sample in enumerate(samples):
                if fold_of[site_key(sample.site)] == number and len(sample.labels):
                    scores[index] = agreed(sample.candidates, model.predict(sample.features))
    return scores, fitted


def _cross_validated_duels(
    samples: Sequence[Sample],
    made: Sequence[Sample],
    scores: Sequence[Floats],
    trees: Sequence[Bag],
    fold_of: Mapping[str, int],
    jobs: int,
) -> tuple[list[Floats], Bag]:
    """Let the best few of every page fight, by models that saw nothing of its site; and the model of all pages."""
    fold = [fold_of[site_key(sample.site)] for sample in samples]
    duels = [duels_of(*page) for page in zip(samples, scores, fold, strict=True)]
    for sample in made:
        numbers = {fold_of[site] for site in _sites(sample)}
        if len(numbers) == 1 and len(sample.labels):
            (number,) = numbers
            own = agreed(sample.candidates, trees[number].predict(sample.features))
            duels.append(duels_of(sample, own, number, made=True))
    known = [each for each in duels if each is not None]
    numbers_of_folds = sorted(set(fold))
    with ProcessPoolExecutor(jobs) as pool:
        parts = [[each for each in known if each.fold != number] for number in numbers_of_folds]
        *fitted, everything = [Bag(members) for members in pool.map(fit_duels, [*parts, known])]
    found = [_fought(*page, fitted) for page in zip(samples, scores, fold, strict=True)]
    return found, everything


def _fought(sample: Sample, scores: Floats, fold: int, fitted: Sequence[Bag]) -> Floats:
    if len(best_first(scores)) < 2:
        return scores
    return crowned(scores, fitted[fold].chances(duel_rows(sample.candidates, sample.features, scores)))


def _sites(sample: Sample) -> list[str]:
    """The sites that a page is from: two where it has the records of one in the frame of the other."""
    return [site_key(site) for site in (sample.site, sample.frame) if site is not None]


def _cross_validated_pages(
    samples: Sequence[Sample], pages: Sequence[Mapping[str, float] | None], folds: Sequence[int]
) -> NDArray[np.float64]:
    """Return each page's chance of records by a regression that saw no page of the site; 0 without candidates."""
    chances = np.zeros(len(samples))
    for number in sorted(set(folds)):
        others = [index for index, fold in enumerate(folds) if fold != number]
        model = _fit_pages([samples[i] for i in others], [pages[i] for i in others])
        for index, page in enumerate(pages):
            if folds[index] == number and page is not None:
                chances[index] = model.predict_proba([list(page.values())])[0, 1]
    return chances


def _floor(samples: Sequence[Sample], scores: Sequence[Floats]) -> float:
    """The highest score below which there is nearly no F1 to lose, by the folds' scores of pages with records."""
    known = [(s.max(), p.labels[s.argmax()]) for p, s in zip(samples, scores, strict=True) if len(s) and p.has_records]
    score, f1 = np.array(sorted(known)).reshape(-1, 2).T
    kept = np.flatnonzero(np.cumsum(f1) > _SPARED * f1.sum())
    return float(np.floor(100 * score[kept[0]]) / 100) if len(kept) else 0.0


def _threshold(samples: Sequence[Sample], chances: Floats) -> float:
    """The lowest chance that gives few enough false alarms."""
    pairs = zip(samples, chances.tolist(), strict=True)
    best = sorted((c for p, c in pairs if not p.has_records and p.dataset not in _NOT_ASKED), reverse=True)
    return round(float(best[int(FALSE_ALARMS * len(best))]) + 5e-4, 3)


def _figures(
    samples: Sequence[Sample], scores: Sequence[Floats], chances: Floats, threshold: float
) -> Iterator[tuple[str, dict[str, float]]]:
    """Per dataset: macro F1 of what is chosen, with and without the threshold, of a perfect choice, false alarms."""
    rows = list(zip(samples, scores, (chances >= threshold).tolist(), strict=True))
    for dataset in sorted({sample.dataset for sample in samples}):
        own = [row for row in rows if row[0].dataset == dataset and row[0].has_records]
        empty = [accepted for p, _, accepted in rows if p.dataset == dataset and not p.has_records]
        figures: dict[str, float] = {}
        if own:
            chosen = np.array([p.labels[s.argmax()] if len(s) else 0.0 for p, s, _ in own])
            sure = np.array([accepted for *_, accepted in own])
            figures["pages"] = len(own)
            figures["macro_f1"] = float((chosen * sure).mean())
            figures["macro_f1_no_threshold"] = float(chosen.mean())
            figures["macro_f1_perfect_choice"] = float(np.mean([p.labels.max(initial=0) for p, *_ in own]))
            figures["perfect_pages"] = float((chosen * sure > 0.999).mean())
        if empty:
            figures["pages_without_records"] = len(empty)
            figures["false_alarms"] = float(np.mean(empty))
        yield dataset, {name: round(value, 4) for name, value in figures.items()}


if __name__ == "__main__":
    raise SystemExit(main())
