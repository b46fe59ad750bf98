"""Prune a page's noise and write what is left as HTML; a line of statistics goes to standard error.

examples:
  pagerows clean page.html -o clean.html
  pagerows clean https://example.com/ > clean.html
  pagerows clean page.html --complement -o noise.html
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pagerows import registry
from pagerows.cli._options import Recipe, parse_params
from pagerows.cli._sources import expand, load_only
from pagerows.errors import ExportError, ParameterError
from pagerows.prune import pruned
from pagerows.prune._html import pruned_html

HELP = "write a page without its noise"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A page in, a page out."""
    parser.add_argument("source", metavar="SOURCE", help="a file, a URL, or - for standard input")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT.html", help="where to (default: standard output)")
    parser.add_argument("--filter", default="tps", metavar="F", help="the filter (%(default)s)")
    parser.add_argument("--complement", action="store_true", help="keep what the filter would prune")
    parser.add_argument("-p", "--param", action="append", default=[], metavar="K=V", help="a parameter of the filter")
    parser.add_argument("--base-url", metavar="U", help="the page's own address")
    parser.add_argument("--encoding", metavar="E", help="the page's encoding, if it does not say it right")


def run(arguments: argparse.Namespace) -> int:
    """Prune one page."""
    chosen: registry.Filter = registry.part("prune", arguments.filter)
    values = parse_params(arguments.param, [chosen.params])
    if arguments.complement:
        values["complement"] = True
    (params,) = registry.make_params([chosen.params], values)
    sources = expand([arguments.source], base_url=arguments.base_url, encoding=arguments.encoding)
    if len(sources) != 1:
        raise ParameterError(f"{arguments.source} holds {len(sources)} pages; clean writes one")
    page = load_only(sources[0], Recipe(method="same_path"))
    keep = chosen.prune(page, params)
    _write(pruned_html(page, keep), arguments.output)
    total, left = len(page.nodes), len(pruned(page, keep)[0].nodes)
    print(f"{left:,} of {total:,} nodes kept, {1 - left / max(1, total):.1%} pruned", file=sys.stderr)
    return 0


def _write(html: str, output: Path | None) -> None:
    data = html.encode("utf-8", "replace")
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise ExportError(f"cannot write {output}: {error.strerror or error}") from error
