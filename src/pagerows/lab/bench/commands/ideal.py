"""Judge whole tables: is this the table that a person would have made of the page?

Fails where a figure is below its floor (bench/ideal.toml); floors are moved by --set-floors.
"""

from __future__ import annotations

import argparse
import tomllib
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from pagerows.lab.bench.commands import _shared

HELP = "whole tables against ideal ones, with floors"

FLOORS = Path("bench/ideal.toml")
#: Figures are in per cent; smaller differences are rounding.
TOLERANCE = 0.051


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which corpora and method, and how many of the worst pages are shown."""
    parser.add_argument("--corpora", type=Path, metavar="FOLDER", help="where the corpora are ($PAGEROWS_CORPORA)")
    parser.add_argument("--method", default="auto", metavar="M", help="the method (%(default)s)")
    parser.add_argument("--worst", type=int, default=10, metavar="N", help="show the N worst pages (%(default)s)")
    parser.add_argument("--floors", type=Path, default=FLOORS, metavar="FILE", help=f"default: {FLOORS}")
    parser.add_argument("--set-floors", action="store_true", help="write what is measured now as the floors")
    _shared.add_jobs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure, show, and compare with the floors."""
    from concurrent.futures import ProcessPoolExecutor

    from pagerows.lab.bench.corpora import corpora_folder
    from pagerows.lab.bench.ideal import figures, ideal_pages

    screen = _shared.console()
    pages = list(ideal_pages(arguments.corpora or corpora_folder()))
    with ProcessPoolExecutor(arguments.jobs or None) as pool:
        judged = list(pool.map(partial(_measured, arguments.method), pages, chunksize=4))
    found = {name: round(value, 2) for name, value in asdict(figures(judged)).items()}
    screen.print("  ".join(f"{name} {value}" for name, value in found.items()), highlight=False)
    for one in sorted(judged, key=lambda one: (one.f1, one.page))[: arguments.worst]:
        line = f"  {one.page}: table F1 {one.f1:.2f}  facts {one.facts:.2f}  clean {one.clean:.2f}"
        screen.print(line, highlight=False)
    if arguments.set_floors:
        lines = [f"{name} = {value}\n" for name, value in found.items()]
        arguments.floors.write_text("# Floors in per cent: `pagerows bench ideal`.\n" + "".join(lines), "utf-8")
        return 0
    return _compared(found, arguments.floors, screen)


def _measured(method: str, page: tuple[Path, dict[str, Any]]) -> Any:
    from pagerows.lab.bench.ideal import measure

    return measure(*page, method=method)


def _compared(found: dict[str, float], path: Path, screen: Any) -> int:
    floors = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    if floors and floors.get("pages") != found["pages"]:
        screen.print("ideal: these are not the pages that the floors were measured on", style="yellow")
        return 0
    broken = [name for name, floor in floors.items() if found[name] < floor - TOLERANCE]
    for name in broken:
        screen.print(f"ideal: {name} {found[name]} is below its floor of {floors[name]}", style="red", highlight=False)
    return 1 if broken else 0
