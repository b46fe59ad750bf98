"""Learn the model of `auto` from the dev corpora and measure it by site: ``make model``.

Sites are dealt into folds, across all datasets; every page is scored by a model that saw no page of its site. The
figures printed are those; the model written is learned from all pages, with the threshold that the folds decided.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows import models
from pagerows.models.export import export, write
from pagerows.page import parse
from pagerows.regions.auto import AutoParams, candidates_of
from pagerows.regions.auto.columns import Floats
from pagerows.regions.auto.features import features_of
from pagerows.regions.auto.labels import scorer

__all__ = ["main"]

#: Settings of the boosted trees; small on purpose: 500 sites are few.
BOOSTING: Final = {
    "max_iter": 120,
    "learning_rate": 0.1,
    "max_leaf_nodes": 16,
    "max_depth": 5,
    "min_samples_leaf": 20,
    "l2_regularization": 1.0,
    "max_bins": 64,
    "random_state": 0,
}
FOLDS: Final = 5
#: Share of pages without records on which a region may be called content.
FALSE_ALARMS: Final = 0.07


@dataclass(frozen=True)
class Sample:
    """The candidates of one page: features, and the F1 each would be given."""

    dataset: str
    page: str
    site: str
    has_records: bool
    names: tuple[str, ...]
    features: Floats
    labels: Floats


def main(argv: Sequence[str] | None = None) -> int:
    """Train, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, default=os.environ.get("PAGEROWS_CORPORA"))
    parser.add_argument("--out", type=Path, default=Path(models.__file__).parent / "auto.json")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folds", type=int, default=FOLDS, help="0: only write the model, with the threshold it has")
    arguments = parser.parse_args(argv)
    if not arguments.corpora:
        print("no corpora: set PAGEROWS_CORPORA or give --corpora", file=sys.stderr)
        return 2
    samples = list(_collect(arguments.corpora, arguments.jobs))
    names = next(sample.names for sample in samples if len(sample.labels))
    card: dict[str, Any] = {"threshold": 0.5}
    if arguments.folds:
        scores = _cross_validated(samples, arguments.folds)
        card["threshold"] = _threshold(samples, scores)
        card["cross_validated"] = dict(_figures(samples, scores, card["threshold"]))
        print(json.dumps(card, indent=1))
    card |= {"pages": len(samples), "sites": len({_site(s) for s in samples}), "boosting": BOOSTING}
    write(_rounded(export(_fit(samples), names, card)), arguments.out)
    print(f"written: {arguments.out} ({arguments.out.stat().st_size:,} bytes)")
    return 0


def _collect(corpora: Path, jobs: int) -> Iterator[Sample]:
    """Read every page whose gold can tell how good a candidate is."""
    todo = [
        (corpora / gold.parent.name, entry)
        for gold in sorted(corpora.glob("*/gold.jsonl"))
        for entry in map(json.loads, gold.read_text(encoding="utf-8").splitlines())
        if not entry.get("bad")
    ]
    with ProcessPoolExecutor(jobs) as pool:
        yield from (sample for sample in pool.map(_sample, todo, chunksize=8) if sample is not None)


def _sample(job: tuple[Path, Mapping[str, Any]]) -> Sample | None:
    folder, gold = job
    encoding = gold.get("encoding") if folder.name == "clustvx" else None  # its bytes are damaged
    nodes = parse((folder / gold["page"] / "page.html").read_bytes(), encoding=encoding).nodes
    score = scorer(nodes, gold)
    if score is None or len(nodes) < 2:
        return None
    columns, found = candidates_of(nodes, AutoParams())
    features = features_of(columns, found)
    edges = list(zip(found.first[:-1].tolist(), found.first[1:].tolist(), strict=True))
    return Sample(
        dataset=folder.name,
        page=gold["page"],
        site=gold["site"],
        has_records=gold.get("has_records", True),
        names=tuple(features),
        features=np.stack(list(features.values()), axis=1) if features else np.zeros((0, 0)),
        labels=np.array([score(found.start[a:b], found.stop[a:b]) for a, b in edges]),
    )


def _site(sample: Sample) -> str:
    """The site's own name, without subdomain and country, so that its pages in other datasets are in its fold."""
    parts = sample.site.lower().split(".")
    while len(parts) > 1 and (len(parts[-1]) <= 3 or parts[-1] in ("info", "name", "shop", "store")):
        parts.pop()
    return parts[-1]


def _fit(samples: Iterable[Sample]) -> Any:
    from sklearn.ensemble import HistGradientBoostingRegressor

    chooser = np.random.default_rng(0)
    chosen = [(s, _used(s.labels, chooser)) for s in samples if len(s.labels)]
    x = np.concatenate([s.features[rows] for s, rows in chosen])
    y = np.concatenate([s.labels[rows] for s, rows in chosen])
    return HistGradientBoostingRegressor(**BOOSTING).fit(x, y)


def _used(labels: Floats, chooser: np.random.Generator) -> NDArray[np.intp]:
    """The candidates that are learned from: any good one, the most promising ones (they stand first), some others."""
    used = labels > 0.3
    used[:18] = True
    others = np.flatnonzero(~used)
    wanted = min(len(others), max(0, 28 - int(used.sum())))
    used[chooser.choice(others, wanted, replace=False)] = True
    return np.flatnonzero(used)


def _cross_validated(samples: Sequence[Sample], folds: int) -> list[Floats]:
    sites = sorted({_site(sample) for sample in samples})
    np.random.default_rng(0).shuffle(sites)
    fold = {site: number % folds for number, site in enumerate(sites)}
    scores: list[Floats] = [np.zeros(0)] * len(samples)
    for number in range(folds):
        model = _fit(s for s in samples if fold[_site(s)] != number)
        for index, sample in enumerate(samples):
            if fold[_site(sample)] == number and len(sample.labels):
                scores[index] = model.predict(sample.features)
    return scores


def _threshold(samples: Sequence[Sample], scores: Sequence[Floats]) -> float:
    """The lowest score that gives few enough false alarms."""
    best = sorted((s.max(initial=0) for p, s in zip(samples, scores, strict=True) if not p.has_records), reverse=True)
    return round(float(best[int(FALSE_ALARMS * len(best))]) + 5e-4, 3) if best else 0.5


def _figures(
    samples: Sequence[Sample], scores: Sequence[Floats], threshold: float
) -> Iterator[tuple[str, dict[str, float]]]:
    """Per dataset: macro F1 of what is chosen, with and without the threshold, of a perfect choice, false alarms."""
    pairs = list(zip(samples, scores, strict=True))
    for dataset in sorted({sample.dataset for sample in samples}):
        own = [(p, s) for p, s in pairs if p.dataset == dataset and p.has_records]
        empty = [s.max(initial=0) for p, s in pairs if p.dataset == dataset and not p.has_records]
        figures: dict[str, float] = {}
        if own:
            chosen = np.array([p.labels[s.argmax()] if len(s) else 0.0 for p, s in own])
            sure = np.array([s.max(initial=0) >= threshold for _, s in own])
            figures["pages"] = len(own)
            figures["macro_f1"] = float((chosen * sure).mean())
            figures["macro_f1_no_threshold"] = float(chosen.mean())
            figures["macro_f1_perfect_choice"] = float(np.mean([p.labels.max(initial=0) for p, _ in own]))
            figures["perfect_pages"] = float((chosen * sure > 0.999).mean())
        if empty:
            figures["pages_without_records"] = len(empty)
            figures["false_alarms"] = float(np.mean(np.array(empty) >= threshold))
        yield dataset, {name: round(value, 4) for name, value in figures.items()}


def _rounded(model: models.Model) -> models.Trees:
    """Six digits are plenty for a score, and make the file a third as large."""
    data = model.to_json()
    data["trees"] = [[[_six(number) for number in node] for node in tree] for tree in data["trees"]]
    return models.Trees.from_json(data)


def _six(number: float) -> float:
    return number if isinstance(number, int) else float(f"{number:.6g}")


if __name__ == "__main__":
    raise SystemExit(main())
