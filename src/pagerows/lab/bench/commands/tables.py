"""Print the papers' tables: published, measured with the paper's settings, measured with ours; and what differs.

Without names: every table. Methods that need a browser take long: --pages N takes N fixed pages of each dataset.
Results are kept in .bench/tables and used again while code and pages stay the same; rendered pages in .bench/pages, so
that each is rendered once for all methods.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pagerows.errors import CorpusError
from pagerows.lab.bench.commands import _shared
from pagerows.lab.bench.corpora import Dataset
from pagerows.lab.bench.results import PageResult, Run, code_digest
from pagerows.lab.bench.tasks import MethodSpec

if TYPE_CHECKING:
    from pagerows.lab.papers.experiments import Bench, Ours, Side
    from pagerows.lab.papers.published import PublishedTable

HELP = "the papers' tables, published beside measured"

KEPT: Final = Path(".bench/tables")
SNAPSHOTS: Final = Path(".bench/pages")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which tables, on what."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="v20-13, e17-7... (default: all)")
    parser.add_argument("--list", action="store_true", help="only list the tables there are")
    parser.add_argument("--corpus", metavar="DIR", help="datasets (default: $PAGEROWS_CORPORA or ../.corpora)")
    parser.add_argument("--pages", type=int, default=0, metavar="N", help="pages per dataset (default: all)")
    parser.add_argument("--regions", type=Path, metavar="FILE", help="the labelled regions of [V20], svmlight format")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="repeats of cross-validation (default: 3)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also put the tables between this page's marks")
    parser.add_argument("--static", action="store_true", help="leave out what needs a browser")
    _shared.add_jobs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    from pagerows.lab.papers import experiments, published, show_tables

    screen = _shared.console()
    chosen = [published.table(name) for name in arguments.names] or list(published.published())
    if arguments.list:
        for table in chosen:
            screen.print(f"{table.name:10} {table.title}", highlight=False, markup=False)
        return 0
    bench = experiments.Bench(
        run=lambda dataset, spec: _results(dataset, spec, arguments),
        corpus=arguments.corpus,
        pages=arguments.pages,
        regions=arguments.regions,
        repeats=arguments.repeats,
        snapshots=SNAPSHOTS,
        static=arguments.static,
    )
    written = []
    for table in chosen:
        paper, ours = (_measured(table, bench, side, arguments) for side in experiments.SIDES)
        show_tables.print_table(screen, table, paper, ours)
        written.append((table.name, show_tables.markdown(table, paper, ours)))
    if arguments.markdown:
        _put(arguments.markdown, dict(written))
        screen.print(f"written: {arguments.markdown}", highlight=False, markup=False)
    return 0


def _measured(table: PublishedTable, bench: Bench, side: Side, arguments: argparse.Namespace) -> Ours:
    """Measure a table, or take what is kept of the same rows, code and pages: texts may change meanwhile."""
    from pagerows.lab.papers import experiments

    rows = [
        (row.label, row.paper, row.method, row.datasets, row.figures, row.pages, row.categories) for row in table.rows
    ]
    what = (rows, table.columns, table.compute, table.paper, table.ours, table.figures)
    how = (arguments.corpus, arguments.pages, arguments.repeats, str(arguments.regions), arguments.static)
    path = KEPT / f"{table.name}-{side}-{_key('lab/papers/published.toml', table.name, side, what, how)}.json"
    with suppress(OSError, ValueError):
        kept: Ours = json.loads(path.read_text(encoding="utf-8"))
        return kept
    found = experiments.compute(table, bench, side)
    if not any(isinstance(row, str) for row in found.values()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({label: list(row) for label, row in found.items()}), encoding="utf-8")
    return found


def _key(without: str, *parts: object) -> str:
    """A hash of what results depend on; a part of the code that they do not depend on is left out of it."""
    return hashlib.sha256(f"{code_digest(without)} {parts}".encode()).hexdigest()[:16]


def _put(path: Path, written: dict[str, str]) -> None:
    """Replace the tables in a page: each stands between its own marks."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CorpusError(f"cannot read {path}: {error}") from error
    for name, table in written.items():
        begin, end = f"<!-- table {name} -->", f"<!-- end {name} -->"
        head, mark, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if not mark or not closed:
            raise CorpusError(f"{path} has no marks {begin} and {end} to put the table between")
        text = f"{head}{begin}\n{table}{end}{tail}"
    path.write_text(text, encoding="utf-8")


def _results(dataset: Dataset, spec: MethodSpec, arguments: argparse.Namespace) -> list[PageResult]:
    """Run a method, or take what is kept of the same code on the same pages."""
    from pagerows import registry
    from pagerows.errors import RenderError

    if arguments.static and registry.method(spec.name).needs_render:
        raise RenderError("needs a browser: left out")
    pages = ",".join(gold.page for gold in dataset.pages)
    path = (
        KEPT
        / f"{spec.name}-{dataset.name}-{_key('lab/papers', spec.label, dataset.name, dataset.digest(), pages)}.json"
    )
    with suppress(CorpusError):
        return Run.load(path).results
    run = _shared.run_all(
        [dataset], [spec], jobs=arguments.jobs, timeout=arguments.timeout, save=path, snapshots=SNAPSHOTS
    )
    return run.results
