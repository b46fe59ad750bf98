"""Prune a page's noise and write what is left as HTML; a line of statistics goes to standard error.

examples:
  pagerows clean page.html -o clean.html
  pagerows clean https://example.com/ > clean.html
  pagerows clean page.html --complement -o noise.html
"""

from __future__ import annotations

import argparse

from pagerows import registry
from pagerows.cli._options import Recipe, add_reading, parse_params, reading
from pagerows.cli._say import say
from pagerows.cli._sources import expand, load_only
from pagerows.errors import ParameterError
from pagerows.export._files import write_page
from pagerows.prune import pruned
from pagerows.prune._html import pruned_html

HELP = "write a page without its noise"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A page in, a page out."""
    parser.add_argument("source", metavar="SOURCE", help="a file, a URL, or - for standard input")
    parser.add_argument("-o", "--output", metavar="OUT.html", help="where to (default, and -: standard output)")
    parser.add_argument("--filter", default="tps", metavar="F", help="the filter (%(default)s)")
    parser.add_argument("--complement", action="store_true", help="keep what the filter would prune")
    parser.add_argument("--preset", metavar="P", help="paper: start from the settings of the filter's paper")
    parser.add_argument("-p", "--param", action="append", default=[], metavar="K=V", help="a parameter of the filter")
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prune one page."""
    chosen: registry.Filter = registry.part("prune", arguments.filter)
    values = parse_params(arguments.param, [chosen.params])
    if arguments.complement:
        values["complement"] = True
    registry.check_preset(arguments.preset, [chosen])
    (params,) = registry.make_params([chosen.params], values, arguments.preset)
    sources = expand([arguments.source], **reading(arguments))
    if len(sources) != 1:
        raise ParameterError(f"{arguments.source} holds {len(sources)} pages; clean writes one")
    page = load_only(sources[0], Recipe(method="same_path"))
    keep = chosen.prune(page, params)
    write_page(pruned_html(page, keep), arguments.output or "-")
    total, left = len(page.nodes), len(pruned(page, keep)[0].nodes)
    say(f"{left:,} of {total:,} nodes kept, {1 - left / max(1, total):.1%} pruned")
    return 0
