"""Records beside a text extractor: word F1 where the gold is the main text, ``python -m pagerows.lab.studies.words``.

A table of records is not a page's text: headings, introductions and prose belong to no record. The figures say how
much of what a reader wants of a listing is in its records, beside trafilatura, which looks for text and not for
records. That column needs ``pip install trafilatura lxml_html_clean``.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final

from pagerows.lab.bench.corpora import load_all
from pagerows.lab.bench.measures import ratios
from pagerows.pipeline import Extraction, extract
from pagerows.values import Region

__all__ = ["main", "word_ratios"]

_WORD: Final = re.compile(r"\w+")
#: Types of pages that have records.
TYPES: Final = ("listing", "collection")


def word_ratios(answer: str, wanted: str) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the words, counted as often as they occur.

    >>> word_ratios("a b b", "b b c d")
    (0.6666666666666666, 0.5, 0.5714285714285715)
    """
    found, gold = (Counter(_WORD.findall(text.lower())) for text in (answer, wanted))
    return ratios((found & gold).total(), found.total(), gold.total())


def _written(regions: Sequence[Region]) -> str:
    return "\n".join(" ".join(cell for cell in row if cell) for region in regions for row in region.table.rows)


def _best(found: Extraction) -> str:
    return _written([found.best] if found.best else [])


def _all(found: Extraction) -> str:
    """All content regions, in reading order."""
    content = [region for region in found.regions if region.content is not False]
    return _written(sorted(content, key=lambda region: region.span))


def _text_extractor() -> Callable[[bytes], str] | None:
    try:
        import trafilatura
    except ImportError:
        return None

    def extracted(html: bytes) -> str:
        return trafilatura.extract(html) or ""

    return extracted


def main(arguments: Sequence[str] | None = None) -> None:
    """Run both over the pages and print the means by type of page."""
    parser = argparse.ArgumentParser(prog="pagerows.lab.studies.words", description=__doc__)
    parser.add_argument("dataset", nargs="*", default=["wcxb"])
    parser.add_argument("--method", default="auto")
    parser.add_argument("--threshold", type=float, help="of auto: 0 takes every page's best region")
    options = parser.parse_args(arguments)
    params = {} if options.threshold is None else {"threshold": options.threshold}
    other = _text_extractor()
    figures: dict[tuple[str, str], list[tuple[float, float, float]]] = defaultdict(list)
    for dataset in load_all(None, options.dataset):
        for gold in dataset.pages:
            if gold.kind != "text" or gold.bad or gold.category not in TYPES:
                continue
            html = dataset.path(gold).read_bytes()
            found = extract(html, method=options.method, **params)
            answers = {f"{options.method}, best region": _best(found), f"{options.method}, all content": _all(found)}
            if other is not None:
                answers["trafilatura"] = other(html)
            for name, answer in answers.items():
                for type_ in (gold.category, "both"):
                    figures[name, type_].append(word_ratios(answer, gold.text))
    print(f"{'':<24}{'type':<12}{'pages':>6}{'P':>8}{'R':>8}{'F1':>8}")
    for (name, type_), rows in sorted(figures.items()):
        precision, recall, f1 = (fmean(column) for column in zip(*rows, strict=True))
        print(f"{name:<24}{type_:<12}{len(rows):>6}{precision:>8.3f}{recall:>8.3f}{f1:>8.3f}")
    if other is None:
        print("trafilatura is missing: pip install trafilatura lxml_html_clean")


if __name__ == "__main__":
    from pagerows.cli import reported

    raise SystemExit(reported(main))
