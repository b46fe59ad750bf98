"""Write one self-contained page with tables, plots and the pages that went wrong.

Takes one or more results of `pagerows bench run` (default: the last one) and what `pagerows bench speed` saved. With
--inspect N the N worst pages of each method get an inspect report each, in a folder beside the page.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from pagerows.lab.bench.commands.run import LAST
from pagerows.lab.bench.results import PageResult, Run, merged

HELP = "write a page with tables, plots and failures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to report, where to."""
    parser.add_argument("runs", nargs="*", type=Path, default=[LAST], metavar="RUN.json", help=f"default: {LAST}")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.html")
    parser.add_argument("--speed", type=Path, default=Path(".bench/speed.json"), metavar="FILE", help="saved times")
    parser.add_argument("--most", type=int, default=12, metavar="N", help="failures shown of each method (default: 12)")
    parser.add_argument(
        "--inspect", type=int, default=0, metavar="N", help="inspect reports per method (default: none)"
    )
    parser.add_argument("--corpus", metavar="DIR", help="where the pages are, for --inspect")


def run(arguments: argparse.Namespace) -> int:
    """Write the page."""
    from pagerows.lab.bench import report

    found = merged([Run.load(path) for path in arguments.runs or [LAST]])
    inspect = _inspector(found, arguments) if arguments.inspect else None
    text = report.report(found, report.read_speed(arguments.speed), inspect, arguments.most)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(text, encoding="utf-8")
    print(f"wrote {arguments.output}")
    return 0


def _inspector(found: Run, arguments: argparse.Namespace) -> Callable[[PageResult], str | None]:
    """Make reports of the first N pages asked for, of each method."""
    from pagerows.lab.bench.corpora import corpora_folder, load

    root = corpora_folder(arguments.corpus)
    folder = arguments.output.with_name(f"{arguments.output.stem}_pages")
    datasets = {name: load(root, name) for name in found.datasets}
    made: dict[str, int] = {}

    def inspect(result: PageResult) -> str | None:
        if made.get(result.method, 0) >= arguments.inspect:
            return None
        made[result.method] = made.get(result.method, 0) + 1
        name = f"{result.method}-{result.dataset}-{result.page}.html".replace("/", "_").replace(":", "-")
        about = found.methods[result.method]
        gold = next((gold for gold in datasets[result.dataset].gold if gold.page == result.page), None)
        if gold is None or not _write(datasets[result.dataset].path(gold), about, folder / name):
            return None
        return f"{folder.name}/{name}"

    return inspect


def _write(page: Path, about: dict[str, object], target: Path) -> bool:
    import pagerows
    from pagerows.export.report import report_page

    params = about["params"] if isinstance(about["params"], dict) else {}
    try:
        extraction = pagerows.extract(page, method=str(about["method"]), **params)
        text = report_page(extraction, page.parent.name)
    except Exception as error:  # the page is here because something failed on it
        print(f"no inspect report of {page.parent.name}: {error}")
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text.encode("utf-8", "replace"))
    return True
