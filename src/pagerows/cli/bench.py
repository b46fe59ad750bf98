"""Measure methods on corpora of pages with gold, compare runs, and set them beside the papers' figures."""

from __future__ import annotations

import argparse

from pagerows.lab.bench import commands

HELP = "measure methods on corpora"
#: Listed apart from what users of pages need.
RESEARCH = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One subcommand per module of `pagerows.lab.bench.commands`."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for name, module in commands.modules():
        action = actions.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(action)
        action.set_defaults(action=module.run)


def run(arguments: argparse.Namespace) -> int:
    """Run the action."""
    return int(arguments.action(arguments))
