"""Find the repeated records of pages and write them as a table.

SOURCE is a file (html, html.gz, mhtml), a folder (searched for pages), an http(s) URL, or - for standard input.
On a terminal the records are drawn as a table; piped, they are CSV. With -o the format follows the file's name.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from pagerows.cli._batch import Failures, progress, results
from pagerows.cli._journal import Journal, journal_of
from pagerows.cli._network import add_network, fetched, fetcher_of, named_in
from pagerows.cli._options import Recipe, add_recipe, limits_of, reading, recipe_of, wishes
from pagerows.cli._say import note
from pagerows.cli._shape import add_shape, shape_of
from pagerows.cli._sources import PageSource, expand, reason
from pagerows.cli._wrapping import (
    DRIFTED,
    add_choice,
    add_wrapping,
    has_drifted,
    learned_together,
    said_of_drift,
    with_wrapper,
    write_healed,
)
from pagerows.errors import ParameterError
from pagerows.export import FORMATS, format_of, formats
from pagerows.export._output import writing
from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult
from pagerows.page.polite import Fetcher
from pagerows.workers import Outcome

if TYPE_CHECKING:
    from pagerows.follow import Progress

HELP = "find the records of pages and write them as a table"

EXAMPLES: Final = """\
examples:
  pagerows extract page.html                         draw the records as a table; `extract` may be left out
  pagerows extract https://example.com/ > rows.csv   fetch a page, write CSV
  pagerows extract https://example.com/list --pages 20 -o rows.csv   the list over its next pages
  pagerows extract saved/ -o rows.xlsx --jobs 4      every page in a folder
  pagerows extract -i urls.txt -o rows.jsonl --cache pages   addresses from a file, each fetched once a day
  pagerows extract *.html -o rows.db --into offers   grow one SQLite table over runs
  pagerows extract saved/ --wrapper site.json -o rows.csv   the columns that `pagerows learn` found
  curl -s $URL | pagerows extract - --base-url $URL --format json

exit code: 0 all fine, 1 some pages failed or the output could not be written, 2 wrong use,
3 pages have changed since their wrapper was learned
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXAMPLES
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help="file, folder, URL or -")
    parser.add_argument(
        "-i", "--input", metavar="FILE", help="read sources from this file, one a line (-: from standard input)"
    )
    group = parser.add_argument_group("what is written")
    group.add_argument("-o", "--output", metavar="OUT", help="write to this file instead of standard output")
    group.add_argument("-f", "--format", type=_format, metavar="F", help=f"one of {', '.join(FORMATS)}")
    group.add_argument("-a", "--all", action="store_true", help="every region, not only the best content region")
    group.add_argument(
        "--want",
        type=wishes,
        metavar="A,B",
        help="exactly these columns in this order, e.g. title,price,url; empty where a page has none",
    )
    group.add_argument(
        "--all-columns",
        action="store_true",
        help="also what is left out: buttons, constants, doubles, rare ones",
    )
    group.add_argument(
        "--embedded",
        action="store_true",
        help="also the fields that only the data in the page have (JSON-LD, states of frameworks, ...)",
    )
    add_shape(group)
    group.add_argument("--features", action="store_true", help="json: also what the method measured of each region")
    group.add_argument(
        "--bom", action="store_true", help="csv, tsv: begin with a byte order mark, for old spreadsheets"
    )
    group.add_argument("--into", metavar="NAME", help="sqlite: add the rows of all pages to this table")
    group.add_argument(
        "--upsert", action="store_true", help="with --into: replace the rows that the table has of a page (source, row)"
    )
    group.add_argument(
        "--values",
        action=argparse.BooleanOptionalAction,
        help="add columns with numbers and dates read from the texts (default: where the format has types)",
    )
    group.add_argument(
        "--guard",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="make cells harmless that a spreadsheet would run as formulas (default: yes)",
    )
    group = parser.add_argument_group("whole lists")
    group.add_argument(
        "--pages", type=_count, metavar="N", help="go on to the next pages of each URL's list, up to N in all"
    )
    group.add_argument(
        "--resume",
        action="store_true",
        help="go on where an earlier run stopped that has left OUT.partial (many pages) or OUT.state (--pages)",
    )
    group = parser.add_argument_group("many pages")
    group.add_argument("-j", "--jobs", type=_jobs, default=1, metavar="N", help="processes; 0: one per core (1)")
    group.add_argument(
        "--errors", metavar="FILE", help="write pages that failed or have no records, with their reasons, as JSON lines"
    )
    add_wrapping(parser)
    add_choice(parser)
    add_recipe(parser)
    add_network(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the pages, write the records."""
    signal.signal(signal.SIGTERM, _stop)  # temporary files go the same way as with Ctrl-C
    recipe = replace(with_wrapper(arguments, recipe_of(arguments)), want=arguments.want)
    if arguments.all_columns:
        recipe = replace(recipe, params={**recipe.params, "all_columns": True})
    if arguments.embedded:
        if recipe.wrapper is not None or arguments.together:
            raise ParameterError("--embedded reads each page's own data: leave --wrapper and --together out")
        recipe = replace(recipe, params={**recipe.params, "embedded": True})
    format_, path = _target(arguments)
    fetcher = fetcher_of(arguments)
    sources = [*arguments.sources, *(named_in(arguments.input) if arguments.input else [])]
    if not sources:
        raise ParameterError("nothing to read: name a SOURCE, or a file of sources with -i")
    pages = _without(path, expand(sources, **reading(arguments)), sources)
    if arguments.pages is not None:
        return _whole_lists(arguments, recipe, fetcher, pages, format_, path)
    options = WriteOptions(
        guard=arguments.guard,
        values=arguments.values,
        sources=len(pages) > 1,
        regions=arguments.all,
        into=arguments.into,
        upsert=arguments.upsert,
        bom=arguments.bom,
        features=arguments.features,
        tell=note,
    )
    if arguments.together:
        pages = list(fetched(pages, fetcher))
        recipe = learned_together(pages, recipe)
    journal = journal_of(arguments, path, len(pages))
    with nullcontext() if journal is None else journal:
        return _read_all(arguments, recipe, fetcher, pages, (format_, path, options), journal)


def _read_all(
    arguments: argparse.Namespace,
    recipe: Recipe,
    fetcher: Fetcher,
    pages: list[PageSource],
    target: tuple[str, Path | None, WriteOptions],
    journal: Journal | None,
) -> int:
    """Read pages one by one and write what they give; what an earlier run kept of them is not read again."""
    format_, path, options = target
    shape = shape_of(arguments)
    stopped = False
    failures, drifted, healed, left_out = Failures(), 0, None, 0
    doubts: list[str] = []
    with (
        failures.written(arguments.errors),
        writing(format_, path, options) as out,
        progress(len(pages), path) as (step, say),
    ):
        missing = pages if journal is None else journal.missing(pages)
        coming = results(
            missing, recipe, fetcher, every=arguments.all, jobs=arguments.jobs, limits=limits_of(arguments)
        )
        for outcome in _until_stopped(coming if journal is None else journal.merged(pages, coming), journal):
            if outcome is None:
                stopped = True
                break
            if outcome.result is None:
                failures.all.append(outcome)
                say(f"pagerows: {reason(outcome.task.name, outcome.error)}")
            else:
                if not outcome.result.sheets:
                    failures.empty.append((outcome.task.name, outcome.result.refused))
                    say(f"pagerows: {outcome.task.name}: {_refused(outcome.result)}")
                if outcome.result.missing and outcome.result.sheets:
                    say(f"pagerows: {outcome.task.name}: nothing fits {', '.join(outcome.result.missing)}")
                for line in said_of_drift(outcome.result):
                    say(f"pagerows: {line}")
                left_out += outcome.result.left_out
                drifted += has_drifted(outcome.result)
                healed = healed or outcome.result.healed
                if unknown := shape.unknown(outcome.result):
                    if len(pages) == 1:
                        raise ParameterError(unknown)
                    say(f"pagerows: {outcome.task.name}: {unknown}")
                shaped = shape.of(outcome.result)
                doubts += [f"{outcome.task.name}: {doubt}" for doubt in shaped.doubts]
                out.add(shaped)
            step(outcome.result is None)
        if len(failures) == len(pages) or (stopped and (arguments.into or not journal)):
            out.drop()
    if stopped:
        if journal is not None and len(journal) and not arguments.into:
            note(f"the rows of {len(journal)} of {len(pages)} pages are in {path}")
        raise KeyboardInterrupt
    if failures and len(pages) > 1:
        note(f"{len(failures)} of {len(pages)} pages failed")
    if doubts and (len(pages) > 1 or path is not None) and not (path is None and format_ == "table"):  # it says them
        _tell_doubts(doubts)
    if left_out and path is not None and not (recipe.want or shape.columns):
        columns = "1 column" if left_out == 1 else f"{left_out} columns"
        note(f"{columns} left out (buttons, constants, doubles, rare ones): --all-columns")
    if healed is not None and arguments.wrapper:
        write_healed(arguments.wrapper, healed)
    if drifted:
        note(f"{drifted} of {len(pages)} pages have changed since the wrapper was learned")
    return 1 if failures else DRIFTED if drifted else 0


def _until_stopped(
    outcomes: Iterator[Outcome[PageSource, PageResult]], journal: Journal | None
) -> Iterator[Outcome[PageSource, PageResult] | None]:
    """Yield outcomes; None where a person stops the run, so that what is whole can be written.

    A stop that comes while an outcome is being written waits for its end.
    """
    if journal is None:
        yield from outcomes
        return
    waiting, stopped = True, False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True
        if waiting:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        for outcome in outcomes:
            waiting = False
            yield outcome
            if stopped:
                break
            waiting = True
    except KeyboardInterrupt:
        stopped = True
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if stopped:
        yield None


def _whole_lists(
    arguments: argparse.Namespace,
    recipe: Recipe,
    fetcher: Fetcher,
    pages: list[PageSource],
    format_: str,
    path: Path | None,
) -> int:
    """Follow the lists of URLs over their pages."""
    if others := [page.name for page in pages if not page.is_url]:
        raise ParameterError(f"--pages follows links on the network; {others[0]} is not a URL")
    rows = shape_of(arguments).limit
    if shape_of(arguments).names or arguments.edits:
        raise ParameterError("--columns, --drop, --rename, --edits are for single pages; with --pages there is --want")
    if arguments.all:
        raise ParameterError("--pages follows one list; --all is for single pages")
    from pagerows.cli._walking import Plan, walked
    from pagerows.cli._whole import Target, read_all
    from pagerows.follow.apart import WalkApart

    plan = Plan(recipe, arguments.pages, rows)
    limits = plan.limits(limits_of(arguments))
    sources = {page.name: page for page in pages}

    def walk(url: str, progress: Progress | None) -> WalkApart:
        make = partial(walked, plan, sources[url])
        return WalkApart(url, make, fetcher, limits=limits, progress=progress, quick_start=True)

    options = WriteOptions(
        guard=arguments.guard,
        values=arguments.values,
        into=arguments.into,
        bom=arguments.bom,
        tell=note,
    )
    failed = read_all(
        [page.name for page in pages], walk, Target(format_, path, options, recipe.method, arguments.resume)
    )
    return 1 if failed else 0


#: Columns in doubt that are named one by one; json has them all.
_MOST_DOUBTS: Final = 5


def _tell_doubts(doubts: list[str]) -> None:
    """Say which columns are not sure, so that a pipeline can look."""
    columns = "1 column" if len(doubts) == 1 else f"{len(doubts)} columns"
    more = f"; and {len(doubts) - _MOST_DOUBTS} more" if len(doubts) > _MOST_DOUBTS else ""
    told = f"{columns} in doubt: {'; '.join(doubts[:_MOST_DOUBTS])}{more}"
    note(told)


def _refused(result: PageResult) -> str:
    """Say that there are no records, why, and what to do about it."""
    remedy = ". --all gives every list of the page, --min-score X those that score X or more" if result.found else ""
    return f"no records found: {result.refused}{remedy}"


def _target(arguments: argparse.Namespace) -> tuple[str, Path | None]:
    if arguments.output in (None, "-"):
        format_, path = arguments.format or ("table" if sys.stdout.isatty() else "csv"), None
    else:
        format_, path = arguments.format or format_of(arguments.output), Path(arguments.output)
    if arguments.into == "":
        raise ParameterError("--into needs the name of a table")
    if arguments.upsert and not arguments.into:
        raise ParameterError("--upsert is for a table that grows: name it with --into")
    if arguments.into is not None and format_ != "sqlite":
        raise ParameterError(f"--into is for sqlite, the output is {format_}")
    if arguments.bom and format_ not in ("csv", "tsv"):
        raise ParameterError(f"--bom is for csv and tsv, the output is {format_}")
    if arguments.features and format_ != "json":
        raise ParameterError(f"--features is for json, the output is {format_}")
    return format_, path


def _without(output: Path | None, pages: list[PageSource], named: list[str]) -> list[PageSource]:
    """Leave the output of an earlier run out of a folder's pages; never write over a page that was named."""
    left = [page for page in pages if output is None or not page.is_file(output)]
    if lost := [page.name for page in pages if page not in left and page.name in named]:
        raise ParameterError(f"{lost[0]} is a page to read and the output, too: give another -o")
    return left


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of pages")
    return int(text)


def _format(text: str) -> str:
    """A format of ours, or of another package: only then are plugins looked for."""
    if text not in FORMATS and text not in formats():
        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from {', '.join(formats())})")
    return text


def _jobs(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes")
    jobs = int(text)
    return jobs or os.cpu_count() or 1


def _stop(*_: Any) -> NoReturn:
    raise KeyboardInterrupt
