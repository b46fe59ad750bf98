"""Show what a filter does to pages with records: nodes pruned, content kept, and what MDR reports before and after.

This is the experiment of [VD13 s. 6]; its published averages stand in the last line.
"""

from __future__ import annotations

import argparse

from pagerows.lab.bench.commands import _shared

HELP = "the TPS filter before MDR, page by page [VD13]"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which pages, which filter."""
    _shared.add_corpus(parser)
    parser.add_argument("--filter", default="tps", metavar="F", help="the filter (%(default)s)")
    parser.add_argument("--method", default="mdr", metavar="M", help="what runs before and after (%(default)s)")
    parser.add_argument("-p", "--param", action="append", default=[], metavar="K=V", help="a parameter of the filter")


def run(arguments: argparse.Namespace) -> int:
    """Filter every page and print a table for each dataset."""
    from pagerows import registry
    from pagerows.cli._options import parse_params
    from pagerows.lab.papers.filtering import experiment
    from pagerows.lab.papers.show_filter import filter_table

    chosen: registry.Filter = registry.part("prune", arguments.filter)
    params = chosen.params(**parse_params(arguments.param, [chosen.params]))
    arguments.dataset = arguments.dataset or ["tpsf"]
    for dataset in _shared.datasets(arguments):
        lines = list(experiment(dataset, chosen, params, arguments.method))
        _shared.console().print(filter_table(dataset.name, lines))
    return 0
