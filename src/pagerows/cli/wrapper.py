"""Show, check and edit what `pagerows learn` wrote.

examples:
  pagerows wrapper show site.json                  what it finds, and how
  pagerows wrapper show site.json --as scrapy      selectors for other tools (css, xpath, scrapy)
  pagerows wrapper check site.json page.html       does it still fit? exit code 3 where it does not
  pagerows wrapper rename site.json text_2 colour
  pagerows wrapper drop site.json badge
"""

from __future__ import annotations

import argparse

from pagerows.cli._network import add_network, fetched, fetcher_of
from pagerows.cli._options import Recipe, add_reading, reading
from pagerows.cli._say import note, printable
from pagerows.cli._sources import expand, load, reason
from pagerows.cli._wrapping import DRIFTED
from pagerows.errors import PagerowsError
from pagerows.wrapper import Wrapper
from pagerows.wrapper.drift import BOUND, worst

HELP = "show, check or edit a learned wrapper"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One action and the file."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True, dest="action")
    show = actions.add_parser("show", help="what it finds, and how")
    show.add_argument("file", metavar="FILE")
    show.add_argument("--as", dest="form", choices=("text", "css", "xpath", "scrapy"), default="text")
    check = actions.add_parser("check", help="does it still fit these pages?")
    check.add_argument("file", metavar="FILE")
    check.add_argument("sources", nargs="+", metavar="PAGE")
    add_reading(check)
    add_network(check)
    rename = actions.add_parser("rename", help="give a column another name")
    rename.add_argument("file", metavar="FILE")
    rename.add_argument("old")
    rename.add_argument("new")
    drop = actions.add_parser("drop", help="leave a column out")
    drop.add_argument("file", metavar="FILE")
    drop.add_argument("names", nargs="+", metavar="NAME")


def run(arguments: argparse.Namespace) -> int:
    """Do one action."""
    wrapper = Wrapper.load(arguments.file)
    if arguments.action == "show":
        print("\n".join(_FORMS[arguments.form](wrapper)))
        return 0
    if arguments.action == "check":
        return _check(wrapper, arguments)
    if arguments.action == "rename":
        wrapper = wrapper.rename(arguments.old, arguments.new)
    else:
        for name in arguments.names:
            wrapper = wrapper.drop(name)
    wrapper.save(arguments.file)
    return 0


def _check(wrapper: Wrapper, arguments: argparse.Namespace) -> int:
    code = 0
    for source in fetched(expand(arguments.sources, **reading(arguments)), fetcher_of(arguments)):
        try:
            found = wrapper.apply(load(source, Recipe(method="same_path")))
        except PagerowsError as error:
            note(reason(source.name, error))
            code = max(code, 1)
            continue
        bad = worst(found.drift) >= BOUND
        rows = len(found.table)
        print(printable(f"{source.name}: {rows} records, {'changed' if bad else 'fits'}"))
        for change in found.drift:
            print(printable(f"  {change}"))
        code = DRIFTED if bad else code
    return code


def _text(wrapper: Wrapper) -> list[str]:
    low, high = wrapper.count
    pages = len(wrapper.learned_from)
    lines = [
        f"version {wrapper.version}, {low} to {high} records a page, learned from {pages} pages",
        f"records  {wrapper.css}",
    ]
    width = max((len(name) for name in wrapper.names), default=0)
    for column in wrapper.columns:
        where = column.selector.css if column.selector else (column.evidence.places or ("?",))[0]
        lines.append(f"  {column.name:{width}}  {column.type:10} {column.evidence.fill:4.0%}  {where}")
    return lines


def _css(wrapper: Wrapper) -> list[str]:
    return [wrapper.css, *(f"{c.name}\t{c.selector.css}" for c in wrapper.columns if c.selector)]


def _xpath(wrapper: Wrapper) -> list[str]:
    return [wrapper.xpath, *(f"{c.name}\t{c.selector.xpath}" for c in wrapper.columns if c.selector)]


def _scrapy(wrapper: Wrapper) -> list[str]:
    """A method of a Scrapy spider that gives the same records."""
    lines = ["def parse(self, response):", f"    for record in response.css({wrapper.css!r}):", "        yield {"]
    for column in wrapper.columns:
        if column.selector is None:
            continue
        found = f"record.css({column.selector.css!r})[:1]"
        value = (
            f"{found}.xpath('@src').get()"
            if column.kind == "image"
            else f"' '.join(' '.join({found}.css('::text').getall()).split()) or None"
        )
        lines.append(f"            {column.name!r}: {value},")
        if column.kind == "link":  # it is around the text or in it
            url = f"{found}.xpath('(ancestor-or-self::a | .//a)/@href').get()"
            lines.append(f"            {column.name + '_url'!r}: {url},")
    return [*lines, "        }"]


_FORMS = {"text": _text, "css": _css, "xpath": _xpath, "scrapy": _scrapy}
