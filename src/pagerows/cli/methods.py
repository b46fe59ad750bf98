"""List the methods that find records: one line each, with the paper and what they need."""

from __future__ import annotations

import argparse

from pagerows import registry
from pagerows.cli._say import note
from pagerows.errors import ParameterError
from pagerows.pipeline import DEFAULT_METHOD

HELP = "list the methods"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to ask."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Print the methods; one of another package that cannot be used is told and costs nothing else."""
    del arguments
    for name in registry.names("regions"):
        try:
            print(_line(name, registry.method(name)))
        except ParameterError as error:
            note(str(error))
    return 0


def _line(name: str, method: registry.Method) -> str:
    needs = "needs a browser" if method.needs_render else ""
    needs = "the default" if name == DEFAULT_METHOD else needs
    came = f"from {origin}" if (origin := registry.origin("regions", name)) else ""
    return "  ".join(part for part in (f"{name:12}", method.summary, method.paper, needs, came) if part)
