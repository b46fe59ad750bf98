"""Extract the records of millions of archived pages: shards in, one part per shard out.

INPUT is a WARC or WACZ file, Parquet, JSON lines or CSV with a column of pages, a tar or zip of pages, a folder of
any of these, a glob, or @LIST (a file that names one of them a line). Every input gives one part in the folder -o, with
a row per record, one for each page without records and one for each that failed. manifest.json there says what was
done: run the same command again after a kill, and it goes on with what is missing.

  pagerows bulk crawl/*.warc.gz -o records                     all cores of this machine
  pagerows bulk crawl/*.warc.gz -o trial --sample 1%           a trial
  pagerows bulk @warcs.txt -o /shared/records --engine dask --address tcp://10.0.0.1:8786
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

from pagerows import registry
from pagerows.bulk import Plan, Summary, shards
from pagerows.bulk import run as run_bulk
from pagerows.bulk.engines import ENGINES
from pagerows.bulk.inputs import Columns
from pagerows.bulk.manifest import NAME as MANIFEST
from pagerows.bulk.pages import HTML_TYPES, UNKNOWN, Selection
from pagerows.bulk.parts import FORMATS
from pagerows.cli._options import parse_params
from pagerows.cli._say import note, say
from pagerows.columns.want import check_want
from pagerows.errors import ExportError, ParameterError
from pagerows.page import MAX_BYTES
from pagerows.pipeline import DEFAULT_METHOD
from pagerows.workers import Limits

HELP = "extract the records of archived pages, WARC or Parquet, resumable"

#: Seconds between lines of the log, and between updates where a person watches.
EVERY: Final = 60.0
WATCHED: Final = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="file, folder, glob or @LIST")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="folder of the parts and the manifest")
    parser.add_argument("-f", "--format", choices=sorted(FORMATS), default="parquet", help="of the parts (%(default)s)")
    parser.add_argument(
        "-j", "--jobs", type=int, default=0, metavar="N", help="processes; 0: one per core (%(default)s)"
    )
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default=ENGINES[0],
        help="who does the shards: this machine's processes, or Dask or Ray, each shard a task (%(default)s)",
    )
    parser.add_argument(
        "--address", metavar="A", help="of a Dask or Ray cluster that is running; without it one is started here"
    )
    parser.add_argument("--html-column", default="html", metavar="C", help="column of the pages (%(default)s)")
    parser.add_argument("--url-column", default="url", metavar="C", help="column of their addresses (%(default)s)")
    parser.add_argument(
        "--retry-failed", action="store_true", help="try pages again that failed in an earlier run; the others stay"
    )
    parser.add_argument(
        "--log", choices=["text", "json"], default="text", help="json: progress as a JSON line a minute"
    )
    group = parser.add_argument_group("which pages")
    group.add_argument("--url", metavar="RE", help="those with this regular expression in their address")
    group.add_argument("--status", default="200", metavar="N,N", help="with these HTTP statuses (%(default)s)")
    group.add_argument(
        "--type", default=HTML_TYPES, metavar="RE", help="whose declared content type is this regular expression (HTML)"
    )
    group.add_argument(
        "--language",
        metavar="L,L",
        help=f"that declare one of these languages, e.g. de,pt-br; {UNKNOWN}: that declare none",
    )
    group.add_argument("--min-size", type=int, default=0, metavar="BYTES", help="not smaller (%(default)s)")
    group.add_argument("--max-size", type=int, default=MAX_BYTES, metavar="BYTES", help="not larger (%(default)s)")
    group.add_argument("--sample", default="100%", metavar="P%", help="a share of them, the same in every run")
    group = parser.add_argument_group("what a page may take")
    group.add_argument("--timeout", type=float, default=10.0, metavar="S", help="seconds (%(default)g)")
    group.add_argument("--max-memory", type=float, default=2.0, metavar="GB", help="memory (%(default)g)")
    group = parser.add_argument_group("how records are found")
    group.add_argument("-m", "--method", default=DEFAULT_METHOD, metavar="M", help="see `pagerows methods`")
    group.add_argument("-p", "--param", action="append", default=[], metavar="K=V", help="a parameter of the method")
    group.add_argument("--min-score", type=float, metavar="X", help="regions that score X or more are content")
    group.add_argument("--want", metavar="NAMES", help="give these columns alone, e.g. title,price")
    group.add_argument("--all", action="store_true", help="every region of a page, not only the best")


def run(arguments: argparse.Namespace) -> int:
    """Do the shards; say what came of them."""
    folder = Path(arguments.output)
    plan = _plan(arguments)
    found = shards(arguments.inputs, besides=folder)
    if not found:
        raise ParameterError("nothing to read but the output itself: name other inputs")
    signal.signal(signal.SIGTERM, _stop)
    try:
        with _told(arguments.log) as tell:
            summary = run_bulk(found, folder, plan, retry_failed=arguments.retry_failed, tell=tell)
    except (KeyboardInterrupt, ExportError):
        if (folder / MANIFEST).exists():
            note(f"whole parts are kept in {folder}; the same command goes on from there")
        raise
    if arguments.log == "json":
        say(json.dumps({"event": "done", **summary.plain_closing()}))
    else:
        for line in summary.closing():
            note(line)
    return 1 if summary.unread else 0


def _plan(arguments: argparse.Namespace) -> Plan:
    method = registry.method(arguments.method)
    if method.needs_render:
        raise ParameterError(f"method {method.name!r} needs a browser; archived pages are read without one")
    kinds = [
        method.params,
        registry.part("align", method.aligner(rendered=False)).params,
        registry.part("content", method.content).params,
    ]
    params = parse_params(arguments.param, kinds)
    registry.make_params(kinds, params, None)  # says now, not on every page, that a value is out of range
    options: dict[str, Any] = {"method": method.name, **params}
    if arguments.min_score is not None:
        options["min_score"] = arguments.min_score
    if arguments.want is not None:
        options["want"] = check_want([wish.strip() for wish in arguments.want.split(",")])
    if arguments.address is not None and arguments.engine == ENGINES[0]:
        raise ParameterError(f"--address is for --engine {' and '.join(ENGINES[1:])}")
    if arguments.jobs < 0 or arguments.timeout <= 0 or arguments.max_memory <= 0 or arguments.max_size <= 0:
        raise ParameterError("--jobs, --timeout, --max-memory and --max-size are numbers above 0")
    return Plan(
        options=options,
        every=arguments.all,
        selection=_selection(arguments),
        columns=Columns(arguments.html_column, arguments.url_column),
        format=arguments.format,
        jobs=arguments.jobs or os.cpu_count() or 1,
        limits=Limits(seconds=arguments.timeout, memory=int(arguments.max_memory * 2**30)),
        engine=arguments.engine,
        address=arguments.address,
    )


def _selection(arguments: argparse.Namespace) -> Selection:
    for name in ("url", "type"):
        try:
            re.compile(getattr(arguments, name) or "")
        except re.error as error:
            raise ParameterError(f"--{name}: not a regular expression: {error}") from error
    statuses = arguments.status.split(",")
    if not all(status.strip().isdecimal() for status in statuses):
        raise ParameterError(f"--status {arguments.status}: write it as 200 or 200,203")
    return Selection(
        url=arguments.url,
        type=arguments.type,
        status=tuple(sorted(int(status) for status in statuses)),
        languages=_languages(arguments.language),
        min_size=arguments.min_size,
        max_size=arguments.max_size,
        sample=_share(arguments.sample),
    )


def _languages(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    languages = tuple(sorted({word.strip().lower().replace("_", "-") for word in text.split(",")}))
    if not all(re.fullmatch(rf"[a-z]{{2,3}}(-[a-z0-9]{{1,8}})*|{UNKNOWN}", language) for language in languages):
        raise ParameterError(f"--language {text}: write it as de or de,pt-br,{UNKNOWN}")
    return languages


def _share(text: str) -> float:
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise ParameterError(f"--sample {text}: write it as 1% or 0.01")
    return share


@contextmanager
def _told(log: str) -> Iterator[Callable[[Summary], None]]:
    """How progress is told: a bar where a person watches, else a line a minute."""
    if log == "text" and sys.stderr.isatty():
        with _bar() as bar:
            yield _now_and_then(bar, WATCHED)
    elif log == "json":
        yield _now_and_then(lambda summary: say(json.dumps({"event": "progress", **summary.plain()})), EVERY)
    else:
        yield _now_and_then(lambda summary: say(summary.line()), EVERY)


def _now_and_then(tell: Callable[[Summary], None], seconds: float) -> Callable[[Summary], None]:
    last = time.monotonic()

    def maybe(summary: Summary) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= seconds:
            last = now
            tell(summary)

    return maybe


@contextmanager
def _bar() -> Iterator[Callable[[Summary], None]]:
    """A bar of the bytes that have been read, with pages, records, failures and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    console = Console(stderr=True, highlight=False)
    columns: list[Any] = [BarColumn(7), TaskProgressColumn(), TextColumn("{task.fields[line]}", markup=False)]
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task("pages", total=1.0, line="starting")

        def tell(summary: Summary) -> None:
            done = (summary.size_done + summary.size_earlier) / max(1, summary.size)
            bar.update(task, completed=done, line=summary.short_line(), refresh=True)

        yield tell


def _stop(*_: Any) -> NoReturn:
    raise KeyboardInterrupt
