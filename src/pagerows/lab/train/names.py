"""Learn what columns are called: ``python -m pagerows.lab.train.names``, judged on sites that were never seen.

Samples are the columns of our own tables of pages whose ideal table is known, made with several aligners; each a
second time without its class names, which pages may scramble.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows import models
from pagerows._arrays import Array
from pagerows.columns import labels_of, unnamed
from pagerows.columns.names import PageWords
from pagerows.columns.names.decide import decide
from pagerows.columns.names.evidence import ROLES, SOURCES, Evidence, gather
from pagerows.columns.names.scorer import NONE, Scorer
from pagerows.lab.train.name_priors import known_traits, priors
from pagerows.lab.train.sites import folds_by_site, site_key
from pagerows.lab.train.tables import GoldTable, accepted, pair, read_gold
from pagerows.pipeline import extract

__all__ = ["Sample", "fit", "main", "matrices", "samples"]

#: Sources that scrambled class names silence.
CLASSES: Final = ("near_class", "far_class", "box")
#: What a column counts that no field of the gold pairs with: it may be noise, or a half of something.
UNPAIRED: Final = 0.3
FOLDS: Final = 10
#: How tables are made to learn from: first the default, which is measured, then others, so that evidence counts and not
#: one way of cutting (.852 of the names by site against .846 with the first alone, when they were chosen).
ALIGNERS: Final = ("fields", "partial_tree", "clusters")
#: How strongly weights are drawn to 0: of traits, and of sources. Best of a few by site.
PENALTY: Final = 3.0
PENALTY_SPOKEN: Final = 3.0
#: Traits that fewer samples have are left out, unless something is known of them beforehand.
FEWEST: Final = 8


@dataclass(frozen=True)
class Sample:
    """The columns of one table with what they are."""

    page: str
    site: str
    aligner: str
    #: All columns, images included.
    table: list[Evidence]
    #: Class words of the columns that the page's texts use.
    words: frozenset[str]
    #: Column number -> field of the gold.
    fields: dict[int, dict[str, Any]]

    @property
    def shown(self) -> list[int]:
        """The numbers of the columns with text."""
        return [number for number, own in enumerate(self.table) if own.kind != "image"]

    @property
    def columns(self) -> list[Evidence]:
        """The columns with text."""
        return [self.table[number] for number in self.shown]

    @property
    def roles(self) -> list[str]:
        """What they are."""
        return [_class(self.fields[n]["role"]) if n in self.fields else NONE for n in self.shown]

    @property
    def weights(self) -> list[float]:
        """How much they count."""
        return [1.0 if number in self.fields else 0.0 if self._twin(number) else UNPAIRED for number in self.shown]

    def _twin(self, number: int) -> bool:
        """Tell whether a paired column says the same: then this one is what that one is, and no noise."""
        own = {cell.text for cell in self.table[number].cells}
        paired = ({cell.text for cell in self.table[other].cells} for other in self.fields)
        return any(2 * len(own & texts) >= len(own) for texts in paired)


def samples(corpora: Path, aligners: Sequence[str], jobs: int = 2) -> list[Sample]:
    """Make the tables of all pages with some aligners, and pair their columns with the gold."""
    make = partial(_samples, aligners)
    with ProcessPoolExecutor(jobs) as pool:
        return [sample for made in pool.map(make, read_gold(corpora), chunksize=4) for sample in made]


def _samples(aligners: Sequence[str], gold: GoldTable) -> list[Sample]:
    made = []
    for aligner in aligners:
        found = extract(gold.path.read_bytes(), url=gold.url, encoding=gold.encoding, align=aligner)
        table = found.table
        paired = pair(gold, table)
        if paired is None:
            continue
        evidence = gather(found.page, unnamed(found.page, table), labels_of(found.page, table))
        made.append(Sample(gold.page, gold.site, aligner, evidence, _used(PageWords(found.page), evidence), paired))
    return made


def _used(words: PageWords, evidence: Sequence[Evidence]) -> frozenset[str]:
    return frozenset(word for own in evidence for word in own.words if word in words)


def _class(role: str) -> str:
    return role if role in ROLES else NONE


def plain_copy(column: Evidence) -> Evidence:
    """Return the evidence without what class names say."""
    return column.saying({source: said for source, said in column.said.items() if source not in CLASSES})


def matrices(
    columns: Sequence[Evidence], traits: Sequence[str], roles: Sequence[str] = (*ROLES, NONE)
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the columns' traits (columns, traits) and how each source names each role (columns, roles, sources)."""
    place, numbers, sources = ({name: at for at, name in enumerate(names)} for names in (traits, roles, SOURCES))
    own = np.zeros((len(columns), len(traits)))
    spoken = np.zeros((len(columns), len(roles), len(SOURCES)))
    for row, column in enumerate(columns):
        for name, value in column.traits.items():
            if value and name in place:
                own[row, place[name]] = value
        for source, fields in column.said.items():
            at = sources[source]
            for field, share in fields.items():
                role = numbers.get(field.role, numbers[NONE])
                spoken[row, role, at] = max(spoken[row, role, at], share)
    return own, spoken


def fit(made: Sequence[Sample], penalty: float = PENALTY, penalty_spoken: float = PENALTY_SPOKEN) -> Scorer:
    """Learn the scorer: multinomial logit by maximum likelihood, drawn to the prior weights by squared penalties."""
    from scipy.optimize import minimize

    columns = [column for sample in made for column in sample.columns]
    roles = (*ROLES, NONE)
    wanted = np.array([roles.index(role) for sample in made for role in sample.roles] * 2)
    # A page counts the same however many aligners read it.
    share = Counter(sample.page for sample in made)
    weight = np.array([w / share[sample.page] for sample in made for w in sample.weights] * 2)
    columns += [plain_copy(column) for column in columns]
    traits = _traits(columns)
    own, spoken = matrices(columns, traits, roles)
    prior_own, prior_spoken = priors(roles, traits)
    size, rows = prior_own.size, np.arange(len(wanted))

    def parts(x: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        end = size + prior_spoken.size
        return x[:size].reshape(prior_own.shape), x[size:end].reshape(prior_spoken.shape), x[end:]

    def loss(x: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        w, v, base = parts(x)
        scores = base + own @ w.T + (spoken * v).sum(axis=2)
        scores -= scores.max(axis=1, keepdims=True)
        p = np.exp(scores)
        p /= p.sum(axis=1, keepdims=True)
        away, apart = w - prior_own, v - prior_spoken
        value = -(weight * np.log(np.maximum(p[rows, wanted], 1e-12))).sum()
        value += penalty * (away**2).sum() / 2 + penalty_spoken * (apart**2).sum() / 2
        p[rows, wanted] -= 1
        p *= weight[:, None]
        slope = (
            p.T @ own + penalty * away,
            (p[:, :, None] * spoken).sum(axis=0) + penalty_spoken * apart,
            p.sum(axis=0),
        )
        return value, np.concatenate([part.ravel() for part in slope])

    start = np.concatenate([prior_own.ravel(), prior_spoken.ravel(), np.zeros(len(roles))])
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 150})
    w, v, base = parts(best.x)
    return Scorer(roles, traits, w, v, base)


def _traits(columns: Sequence[Evidence]) -> tuple[str, ...]:
    counts: dict[str, int] = {}
    for column in columns:
        for name, value in column.traits.items():
            counts[name] = counts.get(name, 0) + (value != 0)
    common = {name for name, count in counts.items() if count >= FEWEST}
    return tuple(sorted(common | known_traits()))


def by_site(made: Sequence[Sample], **penalties: float) -> Iterator[tuple[Sample, Array, Scorer]]:
    """Yield each sample with the probabilities of a scorer that never saw its site."""
    folds = folds_by_site((sample.site for sample in made), FOLDS)
    for fold in range(FOLDS):
        scorer = fit([sample for sample in made if folds[site_key(sample.site)] != fold], **penalties)
        for sample in made:
            if folds[site_key(sample.site)] == fold and sample.columns:
                yield sample, scorer.probabilities(sample.columns), scorer


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, judge by site, write the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="?", default=os.environ.get("PAGEROWS_CORPORA"))
    parser.add_argument("-o", "--output", default=str(Path(models.__file__).parent / "names.json"))
    parser.add_argument("--align", nargs="*", help=f"aligners to make tables with ({' '.join(ALIGNERS)})")
    args = parser.parse_args(arguments)
    made = samples(Path(args.corpora), args.align or ALIGNERS)
    right: list[bool] = []
    roles: list[bool] = []
    for sample, chances, _ in by_site(made):
        if sample.aligner == ALIGNERS[0]:
            named = decide(sample.table, chances, sample.words)
            pairs = [(named[number], field) for number, field in sample.fields.items()]
            right += [accepted(own.name, field) for own, field in pairs]
            roles += [own.role == field["role"] for own, field in pairs if own.role]
    print(f"by site: of {len(right)} columns that are a field of the gold, {np.mean(right):.3f} have an accepted name")
    print(f"         of {len(roles)} that are given a role, {np.mean(roles):.3f} have the gold's")
    Path(args.output).write_text(json.dumps(_json(fit(made), made)) + "\n", encoding="utf-8")


def _json(scorer: Scorer, made: Sequence[Sample]) -> dict[str, Any]:
    return {
        "kind": "names",
        "card": {
            "made by": "python -m pagerows.lab.train.names",
            "learned from": f"lists2026, {len({sample.page for sample in made})} pages",
        },
        "roles": scorer.roles,
        "traits": scorer.traits,
        "weights": scorer.weights.round(3).tolist(),
        "spoken": scorer.spoken.round(3).tolist(),
        "base": scorer.base.round(3).tolist(),
    }


if __name__ == "__main__":
    main()
