"""Print what a page carries for machines as JSON: JSON-LD, microdata, RDFa, states of frameworks, islands of JSON.

examples:
  pagerows data page.html
  pagerows data page.html --kind json-ld
  pagerows data https://example.com/ --scripts      also the JSON that its scripts fetch
  pagerows extract page.html --method embedded      the records among these data, as a table
"""

from __future__ import annotations

import argparse
import json
import sys

from pagerows.cli._options import Recipe, add_reading, reading
from pagerows.cli._say import note
from pagerows.cli._sources import expand, load_only
from pagerows.errors import ParameterError

KINDS = ("json-ld", "microdata", "rdfa", "json", "state", "payload", "attribute", "answer")
HELP = "print the data that a page carries for machines"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A page in, JSON out."""
    parser.add_argument("source", metavar="SOURCE", help="a file, a URL, or - for standard input")
    parser.add_argument(
        "--kind", help="only data of this kind: json-ld, microdata, rdfa, json, state, payload, attribute, answer"
    )
    parser.add_argument(
        "--scripts", action="store_true", help="open the page in Chromium and run its scripts: also what they fetch"
    )
    add_reading(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the data of one page."""
    sources = expand([arguments.source], **reading(arguments))
    if len(sources) != 1:
        raise ParameterError(f"{arguments.source} holds {len(sources)} pages; data are those of one")
    found = load_only(sources[0], Recipe(method="same_path", scripts=arguments.scripts)).data
    chosen = [one for one in found if arguments.kind in (None, one.kind)]
    plain = [{"kind": one.kind, "name": one.name, "value": one.value} for one in chosen]
    text = json.dumps(plain, indent=1, ensure_ascii=False, default=str)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    if found.skipped:
        note(f"{found.skipped} pieces could not be read")
    return 0
