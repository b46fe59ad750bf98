"""Find the repeated records of pages and write them as a table.

SOURCE is a file (html, html.gz, mhtml), a folder (searched for pages), an http(s) URL, or - for standard input.
On a terminal the records are shown as a table; piped, they are CSV. With -o the format follows the file's name.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from pagerows.cli._options import Recipe, add_recipe, recipe_of
from pagerows.cli._sources import PageSource, expand, load
from pagerows.errors import PagerowsError
from pagerows.export import FORMATS, format_of, writer
from pagerows.export._files import replacing
from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, page_result

HELP = "find the records of pages and write them as a table"

EXAMPLES: Final = """\
examples:
  pagerows extract page.html                         show the records
  pagerows extract https://example.com/ > rows.csv   fetch a page, write CSV
  pagerows extract saved/ -o rows.xlsx --jobs 4      every page in a folder
  curl -s $URL | pagerows extract - --base-url $URL --format json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXAMPLES
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="file, folder, URL or -")
    parser.add_argument("-o", "--output", metavar="OUT", help="write to this file instead of standard output")
    parser.add_argument("-f", "--format", choices=["table", *FORMATS], help="the output's format")
    parser.add_argument("-a", "--all", action="store_true", help="every region, not only the best content region")
    add_recipe(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the pages, write the records."""
    recipe = recipe_of(arguments)
    pages = expand(arguments.sources, base_url=arguments.base_url, encoding=arguments.encoding)
    options = WriteOptions(sources=len(pages) > 1, regions=arguments.all)
    failed = 0
    with _output(arguments) as (format_, stream):
        out = writer(format_)(stream, options)
        for page in pages:
            try:
                out.add(_result(page, recipe, every=arguments.all))
            except PagerowsError as error:
                print(f"pagerows: {page.name}: {error}", file=sys.stderr)
                failed += 1
        out.finish()
    return 1 if failed else 0


def _result(source: PageSource, recipe: Recipe, *, every: bool) -> PageResult:
    return page_result(source.name, recipe.extract(load(source, recipe)), every=every)


@contextmanager
def _output(arguments: argparse.Namespace) -> Iterator[tuple[str, IO[bytes]]]:
    if arguments.output in (None, "-"):
        yield arguments.format or ("table" if sys.stdout.isatty() else "csv"), sys.stdout.buffer
        sys.stdout.flush()
        return
    format_ = arguments.format or format_of(arguments.output)
    with replacing(Path(arguments.output)) as stream:
        yield format_, stream
