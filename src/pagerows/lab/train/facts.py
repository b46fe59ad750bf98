"""Learn which columns are facts that people want: ``python -m pagerows.lab.train.facts``, judged on sites never seen.

Samples are the columns of our own tables before anything unlikely is left out; one is a fact where it pairs with a
field of the ideal table. `by site` makes the whole table with a model that never saw the page's site.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from pagerows.lab.bench.ideal import Judged, figures, judge
from pagerows.lab.train.sites import folds_by_site, site_key
from pagerows.lab.train.tables import GoldTable, pair, read_gold
from pagerows.models import Linear
from pagerows.models.export import export, write
from pagerows.pipeline import extract
from pagerows.tidy.traits import Traits, traits_of

__all__ = ["Sample", "fit", "main", "samples"]

FOLDS: Final = 10
#: Inverse strength of the squared penalty; .03 to .1 are equal by site.
STRENGTH: Final = 0.05
#: Traits that fewer columns have are left out.
FEWEST: Final = 6
#: Tables as they are before anything unlikely is left out, and before labels are cut off values.
_WHOLE: Final[dict[str, Any]] = {"min_chance": 0.0, "drop_labels": False, "split_labels": False, "sections": False}


@dataclass(frozen=True)
class Sample:
    """The columns of one table, and which of them are facts."""

    site: str
    traits: list[Traits]
    facts: list[bool]


def samples(gold: Sequence[GoldTable], jobs: int = 2) -> list[Sample]:
    """Make the tables of all pages and pair their columns with the gold."""
    with ProcessPoolExecutor(jobs) as pool:
        return [sample for sample in pool.map(_sample, gold, chunksize=4) if sample is not None]


def _sample(gold: GoldTable) -> Sample | None:
    found = extract(gold.path.read_bytes(), url=gold.url, encoding=gold.encoding, **_WHOLE)
    paired = pair(gold, found.table)
    if paired is None:
        return None
    traits = traits_of(found.page.nodes, found.table.cells)
    shown = [number for number, own in enumerate(traits) if own]
    return Sample(gold.site, [traits[number] for number in shown], [number in paired for number in shown])


def fit(made: Sequence[Sample], card: dict[str, Any] | None = None) -> Linear:
    """Learn by logistic regression; a column counts less where its table has many."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    columns = [own for sample in made for own in sample.traits]
    names = sorted({name for own in columns for name in own})
    rows = np.array([[own.get(name, 0.0) for name in names] for own in columns])
    common = (rows != 0).sum(axis=0) >= FEWEST
    names = [name for name, kept in zip(names, common.tolist(), strict=True) if kept]
    weights = np.concatenate([np.full(len(sample.traits), len(sample.traits) ** -0.5) for sample in made])
    wanted = np.array([fact for sample in made for fact in sample.facts])
    model = make_pipeline(StandardScaler(), LogisticRegression(C=STRENGTH, max_iter=2000))
    model.fit(rows[:, common], wanted, logisticregression__sample_weight=weights)
    return _rounded(export(model, names, card))


def _rounded(model: Any) -> Linear:
    """The model in numbers that can be read, and that do not hang on the order of sums."""
    return Linear(
        model.features, model.mean.round(4), model.scale.round(4), model.weights.round(3), round(model.base, 3),
        model.link, model.card,
    )  # fmt: skip


def by_site(gold: Sequence[GoldTable], made: Sequence[Sample], jobs: int = 2) -> list[Judged]:
    """Judge each page's table, made with a model that never saw its site."""
    folds = folds_by_site((table.site for table in gold), FOLDS)
    models = [fit([one for one in made if folds[site_key(one.site)] != fold]) for fold in range(FOLDS)]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(_judged, gold, [models[folds[site_key(table.site)]] for table in gold], chunksize=4))


def _judged(gold: GoldTable, model: Linear) -> Judged:
    with patch("pagerows.tidy._traits.load", lambda _: model):
        table = extract(gold.path.read_bytes(), url=gold.url, encoding=gold.encoding).table
        ideal = {"page": gold.page, "url": gold.url, "fields": gold.fields, "rows": gold.rows}
        return judge(ideal, table.all_columns)


def accuracy(made: Sequence[Sample]) -> NDArray[np.float64]:
    """Return for each column by how much a model that never saw its site is wrong."""
    folds = folds_by_site((sample.site for sample in made), FOLDS)
    wrong: list[float] = []
    for fold in range(FOLDS):
        model = fit([one for one in made if folds[site_key(one.site)] != fold])
        for one in made:
            if folds[site_key(one.site)] == fold and one.traits:
                rows = [[own.get(name, 0.0) for name in model.features] for own in one.traits]
                wrong += np.abs(model.predict(rows) - np.array(one.facts)).tolist()
    return np.array(wrong)


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, judge by site, write the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="?", default=os.environ.get("PAGEROWS_CORPORA"))
    parser.add_argument("-o", "--output", default=str(Path(__file__).parents[2] / "models" / "facts.json"))
    args = parser.parse_args(arguments)
    gold = list(read_gold(Path(args.corpora)))
    made = samples(gold)
    wrong = accuracy(made)
    print(f"by site: of {len(wrong)} columns {(wrong < 0.5).mean():.3f} are told right")
    told = figures(by_site(gold, made))
    print(
        f"by site: table F1 {told.table_F1:.1f}, facts {told.facts:.1f}, clean {told.clean:.1f}, good {told.good:.1f} %"
    )
    card = {"made by": "python -m pagerows.lab.train.facts", "learned from": f"lists2026, {len(made)} pages"}
    write(fit(made, card), Path(args.output))


if __name__ == "__main__":
    main()
