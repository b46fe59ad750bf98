"""Time parsing, the node table and methods: ratios to parsing alone, peak memory, growth with the page's size.

Uses pages of the corpora where there are some, else generated ones. Rendered methods are included with --render.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Final

from pagerows import registry
from pagerows.errors import CorpusError, ParameterError
from pagerows.lab.bench.commands import _shared
from pagerows.lab.bench.corpora import corpora_folder, load_all

#: Timed beside the methods by default, since the papers claim what the lazy one saves.
FULL: Final = "signal:spectrum=full"

HELP = "time methods: ratios to parsing alone, memory, growth"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Pages, methods, how often."""
    _shared.add_corpus(parser)
    parser.add_argument("--method", action="append", metavar="M", help="default: every method that needs no browser")
    parser.add_argument("--render", action="store_true", help="methods that need a browser too (timed on the wall)")
    parser.add_argument("--pages", type=int, default=40, metavar="N", help="pages, spread over the datasets")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds; the best one counts")
    parser.add_argument("--parse", action="store_true", help="only parsing, against lxml: ratios, growth, memory")
    parser.add_argument("--no-growth", action="store_true", help="leave out the generated pages of growing size")
    parser.add_argument("--no-memory", action="store_true", help="leave out peak memory")
    parser.add_argument("--json", type=Path, default=Path(".bench/speed.json"), metavar="OUT", help="save here too")


def run(arguments: argparse.Namespace) -> int:
    """Time and print."""
    if arguments.parse:
        return _parsing(arguments)
    from pagerows.lab.speed import methods as speed
    from pagerows.lab.speed import show as show_speed

    specs = _shared.methods(arguments.method or ["all" if arguments.render else "static", FULL])
    rendered = [spec for spec in specs if registry.method(spec.name).needs_render]
    static = [spec for spec in specs if spec not in rendered]
    if rendered and not arguments.render:
        raise ParameterError(f"{rendered[0].label} needs a browser: add --render")
    pages = _pages(arguments)
    screen = _shared.console()
    found = speed.measure(pages, specs if arguments.render else static, rounds=arguments.rounds)
    if not arguments.no_memory:
        biggest, by_label = speed.largest(pages), {spec.label: spec for spec in static}
        found = [
            replace(row, peak_mib=speed.peak_memory(biggest, by_label.get(row.step)))
            if row.step in by_label or row.step == speed.NODE_TABLE
            else row
            for row in found
        ]
    screen.print(show_speed.speed_table(found))
    if arguments.render:
        from pagerows.lab.speed import render as speed_render

        screen.print(speed_render.timing_table(speed_render.measure(pages, rounds=arguments.rounds)))
    grown = [] if arguments.no_growth else speed.growth(static, rounds=arguments.rounds)
    if grown:
        screen.print(show_speed.growth_table(grown))
    if grown and any(spec.name == "signal" for spec in static):
        from pagerows.lab.speed import signal as speed_signal

        for line in speed_signal.lines():
            screen.print(line, highlight=False)
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(speed.summary(found, grown), indent=1), encoding="utf-8")
    screen.print(f"saved: {arguments.json}", highlight=False)
    return 0


def _parsing(arguments: argparse.Namespace) -> int:
    """The same for parsing alone, on larger pages and beside another parser."""
    from pagerows.lab.speed import parse as speed_parse

    try:
        corpora = corpora_folder(arguments.corpus)
    except CorpusError:
        corpora = None
    speed_parse.main(corpora)
    return 0


def _pages(arguments: argparse.Namespace) -> list[bytes | Path]:
    from pagerows.lab.bench.generate import PageSpec, generate

    try:
        datasets = load_all(arguments.corpus, arguments.dataset)
    except CorpusError:
        if arguments.corpus or arguments.dataset:
            raise
        print("no corpora: timing generated pages")
        return [generate(PageSpec(records=20 + 7 * n, seed=n)).html.encode() for n in range(arguments.pages)]
    every = [dataset.path(gold) for dataset in datasets for gold in dataset.pages if dataset.path(gold).is_file()]
    step = max(1, len(every) // max(1, arguments.pages))
    return list(every[::step][: arguments.pages])
