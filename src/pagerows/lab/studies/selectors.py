"""The selectors that a wrapper prints for other tools: do they select the same records in parsel?

    python -m pagerows.lab.studies.selectors [--every N]

A page counts where CSS and XPath each give as many nodes as the wrapper has records, with the same texts; nodes that
say nothing are no records.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pagerows
from pagerows.lab.bench.corpora import corpora_folder, load
from pagerows.workers import Limits, run_tasks
from pagerows.wrapper.records import first_rows, records_at

__all__ = ["main", "same_in_parsel"]

DATASETS: Final = ("estuka2017", "lists2026", "tbdw", "zhao1", "zhao2", "zhao3", "tpsf", "clustvx")
#: Text that is part of a page's tree for parsel and of no record for us.
_SHOWN: Final = ".//text()[not(ancestor::script or ancestor::style or ancestor::noscript or ancestor::template)]"


def same_in_parsel(file: str) -> tuple[bool, bool] | None:
    """Whether CSS and XPath select the wrapper's records; None where no wrapper was learned."""
    import parsel

    try:
        page = pagerows.parse(Path(file))
        wrapper = pagerows.learn(page)
    except (pagerows.WrapperError, pagerows.PageError):
        return None
    rows = first_rows(records_at(page, wrapper.records, flat=wrapper.flat)).tolist()
    wanted = [text for row in rows if (text := _letters(page.nodes.text(row)))]
    tree = parsel.Selector(text=page.html)
    return _same(wanted, tree.css(wrapper.css)), _same(wanted, tree.xpath(wrapper.xpath))


def _same(wanted: Sequence[str], found: Any) -> bool:
    texts = [_letters("".join(node.xpath(_SHOWN).getall())) for node in found]
    return [text for text in texts if text] == list(wanted)


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def main(arguments: Sequence[str] | None = None) -> None:
    """Print, for each dataset, on which share of the pages the selectors hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="every n-th page only")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    total = by_css = by_xpath = 0
    for name in DATASETS:
        dataset = load(corpora_folder(), name)
        files = [str(dataset.path(gold)) for gold in dataset.pages if gold.has_records][:: options.every]
        run = run_tasks(same_in_parsel, files, jobs=options.jobs, limits=Limits(seconds=120))
        found = [outcome.result for outcome in run if outcome.result is not None]
        css, xpath = (sum(one[kind] for one in found) for kind in (0, 1))
        _tell(name, len(found), css, xpath)
        total, by_css, by_xpath = total + len(found), by_css + css, by_xpath + xpath
    _tell("all", total, by_css, by_xpath)


def _tell(name: str, pages: int, css: int, xpath: int) -> None:
    print(f"{name:12} {pages:4} wrappers  css {css / max(1, pages):.3f}  xpath {xpath / max(1, pages):.3f}", flush=True)


if __name__ == "__main__":
    main()
