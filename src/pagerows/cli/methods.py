"""List the methods that find records: one line each, with the paper and what they need."""

from __future__ import annotations

import argparse

from pagerows import registry
from pagerows.pipeline import DEFAULT_METHOD

HELP = "list the methods"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to ask."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Print the methods."""
    del arguments
    for name in registry.names("regions"):
        method = registry.method(name)
        needs = "needs a browser" if method.needs_render else ""
        needs = "the default" if name == DEFAULT_METHOD else needs
        print("  ".join(part for part in (f"{name:12}", method.summary, method.paper, needs) if part))
    return 0
