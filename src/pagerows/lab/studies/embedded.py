"""Data that pages carry, judged: ``python -m pagerows.lab.studies.embedded``.

Lists the dev pages whose data hold lists of objects, what their records are joined with, and how many cells agree; the
records' F1 of `auto` with the data and without; what looking for data costs on pages that have none, as a share of
`extract` with its columns; and 20 MB of state. The names that columns get are judged by ``pagerows bench ideal`` and
the judge of tables, with and without ``--param join_data=false``.
"""

from __future__ import annotations

import argparse
import json
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

import pagerows
from pagerows.lab.bench.corpora import Dataset, Gold, corpora_folder, load_all
from pagerows.lab.bench.measures import measure
from pagerows.lab.bench.results import PageResult
from pagerows.lab.bench.summary import page_f1
from pagerows.page import Page, parse
from pagerows.page.data import read_data
from pagerows.page.data.lists import find_lists
from pagerows.pipeline import Extraction
from pagerows.values import Joined

__all__ = ["Looked", "look", "main", "pages_of", "state_page"]

DATASETS = ("lists2026", "estuka2017", "tpsf", "wcxb", "unstructured")


@dataclass(frozen=True, slots=True)
class Looked:
    """One page."""

    name: str
    #: Data sets, and lists of objects among them.
    sets: int
    lists: int
    #: Seconds for looking, and for `extract` with its columns and without the join.
    looking: float
    whole: float
    #: F1 of the records, or of the words of the page's text; None where there is no gold.
    without: float | None = None
    with_data: float | None = None
    joined: Joined | None = None


def look(name: str, page: Page, gold: Gold) -> Looked:
    """Measure one page."""
    start = time.perf_counter()
    plain = pagerows.extract(page, ask_data=False, join_data=False)
    assert plain.table.all_columns is not None
    whole = time.perf_counter() - start
    looking = min(_looking(page) for _ in range(3))
    sets, lists = page.data.sets, page.data.lists
    if not lists:
        return Looked(name, len(sets), 0, looking, whole)
    found = pagerows.extract(page)
    return Looked(
        name,
        len(sets),
        len(lists),
        looking,
        whole,
        _f1(gold, plain),
        _f1(gold, found),
        found.table.joined if found.best else None,
    )


def _looking(page: Page) -> float:
    start = time.perf_counter()
    find_lists(replace(page).data.sets)
    return time.perf_counter() - start


def _f1(gold: Gold, found: Extraction) -> float | None:
    rows = [[record.text] for record in found.best.records] if found.best else []
    result = PageResult(
        method="auto",
        dataset="",
        page=gold.page,
        kind=gold.kind,
        has_records=gold.has_records,
        alarm=bool(rows),
        counts=measure(gold, rows),
    )
    return page_f1(result)


def state_page(size: int) -> str:
    """A page that shows fifty of the things that its state of so many characters holds."""
    one = '{"id": %d, "name": "Thing number %d", "url": "/t/%d", "offers": {"price": %d.5}, "text": "' + "x" * 60 + '"}'
    count = size // len(one)
    goods = ",".join(one % (n, n, n, n) for n in range(count))
    shown = "".join(f"<li><a href=/t/{n}>Thing number {n}</a><b>{n}.50 €</b></li>" for n in range(50))
    return f"<ul>{shown}</ul><script>window.state = {{goods: [{goods}]}}</script>"


def main(arguments: Sequence[str] | None = None) -> None:
    """Look at the pages, print."""
    parser = argparse.ArgumentParser(prog="pagerows.lab.studies.embedded", description=__doc__)
    parser.add_argument("--dataset", action="append", help=f"default: {', '.join(DATASETS)}")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="look at every Nth page")
    options = parser.parse_args(arguments)
    sets = load_all(corpora_folder(), options.dataset or DATASETS)
    looked = [look(*each) for each in pages_of(sets, options.every)]
    carrying = [one for one in looked if one.lists]
    for one in carrying:
        print(_line(one))
    print("", *_totals(looked, carrying), *_large(), sep="\n")


def pages_of(sets: Sequence[Dataset], every: int) -> Iterator[tuple[str, Page, Gold]]:
    """Yield every Nth page of some datasets with its gold."""
    for dataset in sets:
        for gold in dataset.pages[::every]:
            if (path := dataset.path(gold)).is_file():
                page = parse(path.read_bytes(), encoding=dataset.encoding(gold))
                yield f"{dataset.name}/{gold.page}", page, gold


def _line(one: Looked) -> str:
    told = "not joined"
    if one.joined:
        paired = sum(number is not None for number in one.joined.objects)
        told = f"{paired} of {len(one.joined.objects)} joined with {one.joined.where[-40:]}"
        told += f", {one.joined.agreeing} cells agree, {one.joined.differing} differ"
    f1 = "" if one.with_data is None else f"F1 {one.without:.3f} -> {one.with_data:.3f}  "
    return f"{one.name:<24} {one.lists:>3} lists  {f1}{told}"


def _totals(looked: Sequence[Looked], carrying: Sequence[Looked]) -> Iterator[str]:
    judged = [(one.without, one.with_data) for one in carrying if one.without is not None and one.with_data is not None]
    before, after = (sum(one[side] for one in judged) / max(1, len(judged)) for side in (0, 1))
    worse = sum(b < a - 1e-9 for a, b in judged)
    yield f"{len(carrying)} of {len(looked)} pages carry lists"
    yield f"F1 {before:.4f} without data, {after:.4f} with; {worse} worse"
    joined = [one.joined for one in carrying if one.joined]
    agreeing, differing = sum(one.agreeing for one in joined), sum(one.differing for one in joined)
    share = agreeing / max(1, agreeing + differing)
    yield f"{len(joined)} pages are joined; {agreeing:,} of {agreeing + differing:,} cells agree ({share:.2%})"
    shares = [one.looking / one.whole for one in looked if not one.sets]
    if shares:
        told = f"{median(shares):.2%} of extract with its columns (median)"
        yield f"looking on the {len(shares)} pages without data takes {told}"


def _large() -> Iterator[str]:
    html = state_page(20_000_000)
    start = time.perf_counter()
    json.loads(html.partition("= {goods: ")[2].removesuffix("}</script>"))
    unit = time.perf_counter() - start
    start = time.perf_counter()
    data = read_data(html)
    lists = data.lists
    spent = (time.perf_counter() - start) / unit
    tracemalloc.start()
    kept = read_data(html).lists
    peak = tracemalloc.get_traced_memory()[1] / len(html)
    tracemalloc.stop()
    told = f"{spent:.1f} times the time of json.loads, {peak:.1f} bytes of memory for each of the page"
    yield f"20 MB of state: {len(lists[0].objects):,} objects of {len(kept)} list kept, {told}"


if __name__ == "__main__":
    from pagerows.cli import reported

    raise SystemExit(reported(main))
