"""The command line: arguments in, exit code out. Every module here is one command of ``pagerows``.

A command module has ``HELP`` (one line), ``add_arguments(parser)`` and ``run(arguments) -> exit code``. Library errors
become one line on standard error here and nowhere else.
"""

from __future__ import annotations

import argparse
import os
import pkgutil
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from pagerows import __version__
from pagerows.cli._say import note
from pagerows.errors import MissingExtra, PagerowsError, ParameterError
from pagerows.single import stay_single

__all__ = ["main", "parser_of", "reported"]

#: Exit codes: all fine / some pages failed / wrong use.
FINE, FAILED, WRONG_USE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    stay_single()
    given = _with_command(sys.argv[1:] if argv is None else list(argv))
    arguments = parser_of(given).parse_args(given)
    return reported(lambda: arguments.run(arguments))


def reported(run: Callable[[], int | None]) -> int:
    """Run something; return its exit code, with one line on standard error for what went wrong."""
    try:
        return int(run() or FINE)
    except PagerowsError as error:
        note(str(error))
        return WRONG_USE if isinstance(error, (ParameterError, MissingExtra)) else FAILED
    except BrokenPipeError:
        _silence_stdout()  # the reader has gone (| head): nothing is wrong
        return FINE
    except OSError as error:
        _silence_stdout()
        note(f"{error.filename or 'standard output'}: {error.strerror or error}")
        return FAILED
    except KeyboardInterrupt:
        note("stopped")
        return 130


def _silence_stdout() -> None:
    """Keep Python from writing what is left to a pipe or disk that takes no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _with_command(given: list[str]) -> list[str]:
    """Put the command `extract` before a page that stands where a command would."""
    return ["extract", *given] if given and given[0] not in _names() and _is_page(given[0]) else given


def _is_page(word: str) -> bool:
    """Whether a word is the name of a page rather than a command with a slip in it."""
    return word == "-" or (not word.startswith("-") and ("." in word or "/" in word or os.path.lexists(word)))


def parser_of(given: list[str]) -> argparse.ArgumentParser:
    """Return the parser for what was given: with that command alone, or with all of them."""
    parser = argparse.ArgumentParser(
        prog="pagerows",
        description="Point it at any web page and get its repeated records back as a table:\n\n"
        "  pagerows page.html          the same as pagerows extract page.html\n"
        "  pagerows https://example.com/list",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pagerows {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    research = []
    for module in _commands(given):
        name = module.__name__.rpartition(".")[2]
        if getattr(module, "RESEARCH", False):
            research.append(f"  {name:<20}  {module.HELP}")
        command = commands.add_parser(
            name,
            **({} if getattr(module, "RESEARCH", False) else {"help": module.HELP}),
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    parser.epilog = "\n".join(["for research:", *research]) if research else None
    return parser


def _names() -> list[str]:
    return sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))


def _commands(given: list[str]) -> list[Any]:
    """Load the command that is given, or all of them where help or an error names them."""
    names = _names()
    if given[:1] == ["--version"]:
        names = []
    elif given and given[0] in names:
        names = given[:1]
    return [import_module(f"{__name__}.{name}") for name in names]
