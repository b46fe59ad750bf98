"""Content or noise: remake the published study, and train the models that tell records from menus.

examples:
  pagerows content study regions533.svmlight --plots pictures/
  pagerows content study regions533.svmlight --repeats 200
  pagerows content classic regions533.svmlight
"""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "study and train content detection"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the actions."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    study = actions.add_parser("study", help="the study of [V20 ch. 5] on the published regions, beside its figures")
    study.add_argument("regions", type=Path, help="labelled regions, svmlight format, seven features")
    study.add_argument("--repeats", type=int, default=20, help="repeats of 5-fold cross-validation (default 20)")
    study.add_argument("--plots", type=Path, metavar="DIR", help="also draw the features and pair plots as PNG")
    study.add_argument("--no-subsets", action="store_true", help="leave the 63 feature subsets and grids out")
    study.set_defaults(act=_study)
    classic = actions.add_parser("classic", help="train the eight models of [V20 Table 17] into the package")
    classic.add_argument("regions", type=Path, help="labelled regions, svmlight format, seven features")
    classic.add_argument("-o", "--out", type=Path, metavar="DIR", help="where to (default: the package's models)")
    classic.set_defaults(act=_classic)


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    arguments.act(arguments)
    return 0


def _study(arguments: argparse.Namespace) -> None:
    from pagerows.train.study import load_regions
    from pagerows.train.study_report import draw, tables

    regions = load_regions(arguments.regions)
    for line in tables(regions, repeats=arguments.repeats, subsets=not arguments.no_subsets):
        print(line, flush=True)
    for path in draw(regions, arguments.plots) if arguments.plots else []:
        print(f"drawn: {path}")


def _classic(arguments: argparse.Namespace) -> None:
    from pagerows.train.classic import write_classic

    for path in write_classic(arguments.regions, arguments.out):
        print(f"written: {path}")
