"""Content or noise: remake the published study, and train the models that tell records from menus.

examples:
  pagerows content study regions533.svmlight --plots pictures/
  pagerows content study regions533.svmlight --repeats 200
  pagerows content classic regions533.svmlight
  pagerows content label corpora/ --method signal -o regions.jsonl
  pagerows content train corpora/
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from pagerows.errors import MissingExtra

HELP = "study and train content detection"
#: Listed apart from what users of pages need.
RESEARCH = True


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
    label = actions.add_parser("label", help="label the regions that a method finds by the corpora's gold")
    label.add_argument("corpora", type=Path, help="folder of datasets, each with a gold.jsonl")
    label.add_argument("--method", default="signal", help="the method whose regions are labelled (default signal)")
    label.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    label.add_argument("-o", "--out", type=Path, required=True, metavar="FILE.jsonl", help="one page a line")
    label.set_defaults(act=_label)
    train = actions.add_parser("train", help="train the learned detector, measured by site")
    train.add_argument("corpora", type=Path, help="folder of datasets, each with a gold.jsonl")
    train.add_argument("--method", default="signal", help="the method whose regions are learned (default signal)")
    train.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    train.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE.json",
        help="and FILE_quick.json, FILE_page.json beside it; default: the package's own",
    )
    train.add_argument("--plot", type=Path, metavar="FILE.png", help="also draw how reliable the probabilities are")
    train.set_defaults(act=_train)


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    if find_spec("scipy") is None or find_spec("sklearn") is None:
        raise MissingExtra("content", "train")
    arguments.act(arguments)
    return 0


def _study(arguments: argparse.Namespace) -> None:
    from pagerows.lab.train.study import load_regions
    from pagerows.lab.train.study_report import draw, tables

    regions = load_regions(arguments.regions)
    for line in tables(regions, repeats=arguments.repeats, subsets=not arguments.no_subsets):
        print(line, flush=True)
    for path in draw(regions, arguments.plots) if arguments.plots else []:
        print(f"drawn: {path}")


def _classic(arguments: argparse.Namespace) -> None:
    from pagerows.lab.train.classic import write_classic

    for path in write_classic(arguments.regions, arguments.out):
        print(f"written: {path}")


def _label(arguments: argparse.Namespace) -> None:
    from pagerows.lab.train.content import collect

    lines = [sample.line() for sample in collect(arguments.corpora, arguments.method, arguments.jobs)]
    arguments.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"written: {arguments.out} ({len(lines)} pages)")


def _train(arguments: argparse.Namespace) -> None:
    from pagerows.lab.train.content import train

    paths, lines = train(
        arguments.corpora, arguments.out, method=arguments.method, jobs=arguments.jobs, plot=arguments.plot
    )
    print("\n".join(lines))
    for path in paths:
        print(f"written: {path}")
