"""`auto` judged on sites that its models never saw: ``python -m pagerows.lab.studies.by_site``.

The same folds as ``make model``; each page's answer is made as `extract` makes it, with the scores and the verdict of
models learned from the other sites, and its table is measured like any method's; `records` is the macro F1 of records
by their words, as training labels them, and `right` the share of pages where all of them are. ``--losses 40`` adds why
records are lost, and the pages that lose most.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from pagerows import registry
from pagerows.lab.bench.corpora import Gold, corpora_folder, load_all
from pagerows.lab.bench.measures import measure
from pagerows.lab.bench.results import PageResult
from pagerows.lab.bench.summary import headline, page_f1, summarise
from pagerows.lab.studies.losses import Loss, alarms, loss_of, table, worst
from pagerows.lab.train.auto.labels import scorer
from pagerows.lab.train.auto.learn import CrossValidated, cross_validate
from pagerows.lab.train.auto.samples import Sample, jobs_of, page_of
from pagerows.making import table_of
from pagerows.page import Page
from pagerows.regions.auto import METHOD, regions_by
from pagerows.values import Record

__all__ = ["main"]

#: F1 above which every record of a page is right.
_RIGHT: Final = 0.999


@dataclass(frozen=True)
class _Answer:
    """The best region of a page: the F1 of its records by the labels of training, and its table's measures."""

    sample: Sample
    f1: float
    #: None for pages that are learned from but have no gold of ours: those of hand-written scrapers.
    result: PageResult | None


def _answers(found: CrossValidated, golds: Mapping[tuple[str, str], Gold]) -> Iterator[_Answer]:
    accepted = (found.chances >= found.threshold).tolist()
    jobs = {(folder.name, gold["page"]): (folder, gold) for folder, gold in jobs_of(corpora_folder())}
    for sample, scores, sure in zip(found.samples, found.scores, accepted, strict=True):
        job, gold = jobs[sample.dataset, sample.page], golds.get((sample.dataset, sample.page))
        page = page_of(job)
        regions = regions_by(page, scores, accepted=sure) if len(scores) else []
        records = next((region.records for region in regions if region.content), ())
        result = None if gold is None else _result(sample, gold, _rows(page, records) if records else [])
        yield _Answer(sample, _f1(page, job[1], records), result)


def _rows(page: Page, records: Sequence[Record]) -> list[list[str | None]]:
    """The rows of the records' table."""
    aligner: registry.Aligner = registry.part("align", METHOD.align)
    return table_of(page, records, aligner, aligner.params()).rows


def _result(sample: Sample, gold: Gold, rows: list[list[str | None]]) -> PageResult:
    return PageResult(
        method="auto",
        dataset=sample.dataset,
        page=sample.page,
        kind=gold.kind,
        has_records=gold.has_records,
        alarm=bool(rows),
        counts=measure(gold, rows),
    )


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
    golds = {(dataset.name, gold.page): gold for dataset in load_all() for gold in dataset.pages}
    found = cross_validate(corpora_folder(), jobs=options.jobs)
    answers = list(_answers(found, golds))
    print(f"{'':<14}{'pages':>6}{'micro':>8}{'macro':>8}{'perfect':>9}{'items':>8}{'aligned':>8}", end="")
    print(f"{'records':>9}{'right':>7}{'alarms':>9}")
    for name in sorted({answer.sample.dataset for answer in answers}):
        print(_line(name, [answer for answer in answers if answer.sample.dataset == name]))
    if options.losses is not None:
        losses = list(_losses(found, answers))
        lines = [*table(losses), *worst(losses, options.losses)]
        print("", *lines, *alarms(found.samples, (found.chances >= found.threshold).tolist()), sep="\n")


def _losses(found: CrossValidated, answers: Sequence[_Answer]) -> Iterator[Loss]:
    accepted = (found.chances >= found.threshold).tolist()
    for answer, scores, sure in zip(answers, found.scores, accepted, strict=True):
        f1 = page_f1(answer.result) if answer.result else None
        if answer.sample.has_records and f1 is not None:
            yield loss_of(answer.sample, scores, accepted=sure, f1=f1)


def _line(name: str, answers: Sequence[_Answer]) -> str:
    results = [answer.result for answer in answers if answer.result]
    figures, rows = summarise(results), headline(results)
    line = f"{name:<14}"
    if rows:
        line += f"{rows['pages']:>6}{rows['F1']:>8.3f}{rows['macro_F1']:>8.3f}{rows['perfect']:>9}"
    else:
        line += " " * 31
    items, alarms = figures.get("items"), figures.get("false_alarms")
    line += f"{items['F1']:>8.3f}{items['alignment']:>8.3f}" if items else " " * 16
    f1 = np.array([answer.f1 for answer in answers if answer.sample.has_records])
    line += f"{f1.mean():>9.3f}{(f1 > _RIGHT).mean():>7.3f}" if len(f1) else " " * 16
    return line + (f"{alarms['alarms']:>5} of {alarms['pages']}" if alarms else "")


if __name__ == "__main__":
    from pagerows.cli import reported

    raise SystemExit(reported(main))
