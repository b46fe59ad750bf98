"""Freeze a page and its table into one HTML file: the table, the page beside it, every list, and the reasons below.

The file holds everything it needs and loads nothing; open it in any browser.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from pagerows.cli._options import add_recipe, reading, recipe_of
from pagerows.cli._say import note
from pagerows.cli._sources import PageSource, expand, load_only
from pagerows.errors import ParameterError
from pagerows.export._files import write_page
from pagerows.page import Page

HELP = "write one HTML file with the table, the page beside it and the reasons"

EXAMPLES: Final = """\
examples:
  pagerows inspect page.html                             writes page.report.html
  pagerows inspect https://example.com/ -o report.html
  pagerows inspect page.html --method signal -o - | xdg-open /dev/stdin
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="SOURCE", help="file, URL or -")
    parser.add_argument("-o", "--output", metavar="OUT", help="the report (page.report.html); - for standard output")
    add_recipe(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the page, write the report."""
    from pagerows.export.report import report_page

    recipe = recipe_of(arguments)
    pages = expand([arguments.source], **reading(arguments))
    if len(pages) != 1 or Path(arguments.source).is_dir():
        raise ParameterError(f"inspect shows one page; {arguments.source} is a folder")
    output = arguments.output or _default_name(arguments.source)
    if pages[0].is_file(Path(output)):
        raise ParameterError(f"{output} is the page itself: give another -o")
    page = load_only(pages[0], recipe)
    write_page(report_page(recipe.extract(page), pages[0].name, sheets=_sheets(pages[0], page)), output)
    if output != "-":
        note(f"wrote {output}")
    return 0


def _sheets(source: PageSource, page: Page) -> list[str]:
    """The style sheets that the page links to: of a URL fetched, of a file those that were saved with it."""
    from pagerows.page.sheets import fetched_sheet, linked_sheets, sheets_beside

    if source.is_url:
        return [
            fetched_sheet(address, public_only=source.public_only) for address in linked_sheets(page.html, page.url)
        ]
    return [] if source.body is not None else sheets_beside(page.html, Path(source.name))


def _default_name(source: str) -> str:
    if source == "-" or "://" in source:
        return "page.report.html"
    return f"{Path(source).name.split('.')[0] or 'page'}.report.html"
