"""Learn how to read a site's list from one or several of its pages, and write it as a small JSON file.

The file can be read and edited: rename, drop or reorder columns. `pagerows extract PAGES --wrapper FILE` reads further
pages of the site with it: always the same columns, and exit code 3 where the site has changed.

examples:
  pagerows learn page1.html page2.html -o site.json
  pagerows learn https://example.com/list -o site.json --near "Heron Trail Tent"
  pagerows extract saved/ --wrapper site.json -o rows.csv
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from pagerows.cli._network import add_network, fetched, fetcher_of
from pagerows.cli._options import add_recipe, reading, recipe_of, wishes
from pagerows.cli._say import note
from pagerows.cli._sources import expand, load, reason
from pagerows.cli._wrapping import add_choice
from pagerows.errors import PagerowsError, WrapperError
from pagerows.wrapper import learn

HELP = "learn a site's list and columns from its pages"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Pages in, a wrapper out."""
    parser.add_argument("sources", nargs="+", metavar="PAGE", help="file, folder or URL")
    parser.add_argument("-o", "--output", metavar="OUT.json", help="where to (default, and -: standard output)")
    add_choice(parser)
    parser.add_argument(
        "--want", type=wishes, metavar="A,B", help="only these columns, in this order and under these names"
    )
    add_recipe(parser)
    add_network(parser)


def run(arguments: argparse.Namespace) -> int:
    """Learn from the pages that can be read."""
    recipe = recipe_of(arguments)
    sources = expand(arguments.sources, **reading(arguments))
    found, failed = [], 0
    for source in fetched(sources, fetcher_of(arguments)):
        try:
            found.append(recipe.extract(load(source, recipe)))
        except PagerowsError as error:
            failed += 1
            note(reason(source.name, error))
    if not found:
        raise WrapperError("no page could be read")
    wrapper = learn(
        found, near=arguments.near, region=arguments.region, examples=arguments.example, want=arguments.want
    )
    if arguments.output in (None, "-"):
        print(json.dumps(wrapper.plain(), indent=1, ensure_ascii=False))
    else:
        wrapper.save(Path(arguments.output))
    low, high = wrapper.count
    count = f"{low}" if low == high else f"{low} to {high}"
    note(
        f"{count} records a page on {len(found)} page{'s' if len(found) > 1 else ''}, "
        f"{len(wrapper.columns)} columns: {', '.join(wrapper.names)}"
    )
    return 1 if failed else 0
