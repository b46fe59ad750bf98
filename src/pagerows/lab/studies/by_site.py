"""`auto` judged on sites that its models never saw: ``python -m pagerows.lab.studies.by_site``.

The same folds as ``make model``; each page's answer is made as `extract` makes it, with the scores and the verdict of
models learned from the other sites, and its table is measured like any method's; `records` is the macro F1 of records
by their words, as training labels them. ``--losses 40`` adds why records are lost, and the pages that lose most.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pagerows import registry
from pagerows.lab.bench.corpora import Dataset, Gold, corpora_folder, load_all
from pagerows.lab.bench.measures import measure
from pagerows.lab.bench.results import PageResult
from pagerows.lab.bench.summary import headline, page_f1, summarise
from pagerows.lab.studies.losses import Loss, alarms, loss_of, table, worst
from pagerows.lab.train.auto.labels import scorer
from pagerows.lab.train.auto.learn import CrossValidated, cross_validate
from pagerows.lab.train.auto.samples import jobs_of
from pagerows.making import table_of
from pagerows.page import Page, parse
from pagerows.regions.auto import METHOD, regions_by
from pagerows.values import Record

__all__ = ["main"]


@dataclass(frozen=True)
class _Answer:
    """What a page's best region gives: the rows of its table, and the F1 of its records by the labels of training."""

    result: PageResult
    f1: float


def _rows(page: Page, records: Sequence[Record]) -> list[list[str | None]]:
    """The rows of the records' table."""
    aligner: registry.Aligner = registry.part("align", METHOD.align)
    return table_of(page, records, aligner, aligner.params()).rows


def _answers(found: CrossValidated, golds: Mapping[tuple[str, str], tuple[Dataset, Gold]]) -> Iterator[_Answer]:
    accepted = (found.chances >= found.threshold).tolist()
    of_page = {(folder.name, gold["page"]): gold for folder, gold in jobs_of(corpora_folder())}
    for sample, scores, sure in zip(found.samples, found.scores, accepted, strict=True):
        dataset, gold = golds[sample.dataset, sample.page]
        page = parse(dataset.path(gold).read_bytes(), encoding=dataset.encoding(gold))
        regions = regions_by(page, scores, accepted=sure) if len(scores) else []
        records = next((region.records for region in regions if region.content), ())
        rows = _rows(page, records) if records else []
        result = PageResult(
            method="auto",
            dataset=sample.dataset,
            page=sample.page,
            kind=gold.kind,
            has_records=gold.has_records,
            alarm=bool(rows),
            counts=measure(gold, rows),
        )
        yield _Answer(result, _f1(page, of_page[sample.dataset, sample.page], records))


def _f1(page: Page, gold: Mapping[str, Any], records: Sequence[Record]) -> float:
    score = scorer(page.nodes, gold)
    start, stop = np.array([record.span for record in records], np.int64).reshape(-1, 2).T
    return score(start, stop) if score is not None and len(records) else 0.0


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn by folds, judge, print."""
    parser = argparse.ArgumentParser(prog="pagerows.lab.studies.by_site", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--losses", type=int, metavar="N", help="print losses by cause, and the N worst pages")
    options = parser.parse_args(arguments)
    golds = {(dataset.name, gold.page): (dataset, gold) for dataset in load_all() for gold in dataset.pages}
    found = _among(cross_validate(corpora_folder(), jobs=options.jobs), golds)
    answers = list(_answers(found, golds))
    results = [answer.result for answer in answers]
    names = f"{'pages':>6}{'micro':>8}{'macro':>8}{'perfect':>9}{'items':>8}{'aligned':>8}{'records':>9}{'alarms':>9}"
    print(f"{'':<14}{names}")
    for name in sorted({result.dataset for result in results}):
        print(_line(name, [answer for answer in answers if answer.result.dataset == name]))
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


def _line(name: str, answers: Sequence[_Answer]) -> str:
    results = [answer.result for answer in answers]
    figures, rows = summarise(results), headline(results)
    line = f"{name:<14}"
    if rows:
        line += f"{rows['pages']:>6}{rows['F1']:>8.3f}{rows['macro_F1']:>8.3f}{rows['perfect']:>9}"
    else:
        line += " " * 31
    items, alarms = figures.get("items"), figures.get("false_alarms")
    line += f"{items['F1']:>8.3f}{items['alignment']:>8.3f}" if items else " " * 16
    records = [answer.f1 for answer in answers if answer.result.has_records]
    line += f"{np.mean(records):>9.3f}" if records else " " * 9
    return line + (f"{alarms['alarms']:>5} of {alarms['pages']}" if alarms else "")


if __name__ == "__main__":
    from pagerows.cli import reported

    raise SystemExit(reported(main))
