"""`auto` judged on sites that its models never saw: ``python -m pagerows.lab.studies.by_site``.

The same folds as ``make model``; each page's answer is made as `extract` makes it, with the scores and the verdict of
models learned from the other sites, and measured like any method's. ``--losses 40`` adds why records are lost, and the
pages that lose most.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pagerows import registry
from pagerows.columns import make_table
from pagerows.lab.bench.corpora import Dataset, Gold, corpora_folder, load_all
from pagerows.lab.bench.measures import measure
from pagerows.lab.bench.results import PageResult
from pagerows.lab.bench.summary import headline, page_f1, summarise
from pagerows.lab.studies.losses import Loss, alarms, loss_of, table, worst
from pagerows.lab.train.auto.learn import CrossValidated, cross_validate
from pagerows.lab.train.auto.samples import Sample
from pagerows.measures.columns import Floats, columns_of
from pagerows.page import Page, parse
from pagerows.regions.auto import METHOD
from pagerows.regions.auto.choose import prefer_whole, records_of
from pagerows.tidy import tidy
from pagerows.values import Records

__all__ = ["main"]


def _answer(page: Page, sample: Sample, scores: Floats) -> list[list[str | None]]:
    """The rows of the best candidate's table."""
    features = dict(zip(sample.names, sample.features.T, strict=True))
    chosen = int(prefer_whole(sample.candidates, features, scores).argmax())
    records = Records(page, *records_of(columns_of(page.nodes), sample.candidates, chosen))
    aligner: registry.Aligner = registry.part("align", METHOD.align)
    params = aligner.params()
    return make_table(page, tidy(page, aligner.align(page, records, params), params).columns, params).rows


def _results(found: CrossValidated, golds: Mapping[tuple[str, str], tuple[Dataset, Gold]]) -> Iterator[PageResult]:
    accepted = (found.chances >= found.threshold).tolist()
    for sample, scores, sure in zip(found.samples, found.scores, accepted, strict=True):
        dataset, gold = golds[sample.dataset, sample.page]
        rows: list[list[str | None]] = []
        if sure and len(scores):
            rows = _answer(parse(dataset.path(gold).read_bytes(), encoding=dataset.encoding(gold)), sample, scores)
        yield PageResult(
            method="auto",
            dataset=sample.dataset,
            page=sample.page,
            kind=gold.kind,
            has_records=gold.has_records,
            alarm=bool(rows),
            counts=measure(gold, rows),
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn by folds, judge, print."""
    parser = argparse.ArgumentParser(prog="pagerows.lab.studies.by_site", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--losses", type=int, metavar="N", help="print losses by cause, and the N worst pages")
    options = parser.parse_args(arguments)
    golds = {(dataset.name, gold.page): (dataset, gold) for dataset in load_all() for gold in dataset.pages}
    found = _among(cross_validate(corpora_folder(), jobs=options.jobs), golds)
    results = list(_results(found, golds))
    print(f"{'':<14}{'pages':>6}{'micro':>8}{'macro':>8}{'perfect':>9}{'items':>8}{'aligned':>8}{'alarms':>9}")
    for name in sorted({result.dataset for result in results}):
        print(_line(name, [result for result in results if result.dataset == name]))
    if options.losses is not None:
        losses = list(_losses(found, results))
        lines = [*table(losses), *worst(losses, options.losses)]
        print("", *lines, *alarms(found.samples, (found.chances >= found.threshold).tolist()), sep="\n")


def _among(found: CrossValidated, golds: Mapping[tuple[str, str], object]) -> CrossValidated:
    """Leave out pages that are learned from but have no gold of ours: those of hand-written scrapers."""
    kept = [place for place, sample in enumerate(found.samples) if (sample.dataset, sample.page) in golds]
    return replace(
        found,
        samples=[found.samples[place] for place in kept],
        scores=[found.scores[place] for place in kept],
        pages=[found.pages[place] for place in kept],
        chances=found.chances[kept],
    )


def _losses(found: CrossValidated, results: Sequence[PageResult]) -> Iterator[Loss]:
    accepted = (found.chances >= found.threshold).tolist()
    for sample, scores, sure, result in zip(found.samples, found.scores, accepted, results, strict=True):
        f1 = page_f1(result)
        if sample.has_records and f1 is not None:
            yield loss_of(sample, scores, accepted=sure, f1=f1)


def _line(name: str, results: Sequence[PageResult]) -> str:
    figures, records = summarise(results), headline(results)
    line = f"{name:<14}"
    if records:
        line += f"{records['pages']:>6}{records['F1']:>8.3f}{records['macro_F1']:>8.3f}{records['perfect']:>9}"
    else:
        line += " " * 31
    items, alarms = figures.get("items"), figures.get("false_alarms")
    line += f"{items['F1']:>8.3f}{items['alignment']:>8.3f}" if items else " " * 16
    return line + (f"{alarms['alarms']:>5} of {alarms['pages']}" if alarms else "")


if __name__ == "__main__":
    from pagerows.cli import reported

    raise SystemExit(reported(main))
