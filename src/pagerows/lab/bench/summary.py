"""Counts of pages -> the figures of a dataset: micro (all records alike) and macro (all pages alike)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pagerows.lab.bench.measures import ratios
from pagerows.lab.bench.results import PageResult

__all__ = ["by_category", "headline", "page_f1", "summarise"]

Figures = dict[str, Any]


def summarise(results: Sequence[PageResult]) -> Figures:
    """Return the figures of one method on one dataset.

    ``records`` (and ``titles``, where records have titles, and ``best_region``, where it was asked for) hold P, R,
    F1, macro_P, macro_R, macro_F1, perfect; ``items`` P, R, F1, alignment, perfect; ``text`` word figures;
    ``false_alarms`` the share of the pages without records on which there was an answer.
    """
    figures: Figures = {"pages": len(results), "failed": sum(result.error is not None for result in results)}
    records = [result for result in results if result.has_records and "gold" in result.counts]
    if records:
        figures["records"] = _records(records, "correct")
    if table := [result for result in records if result.kind == "table"]:
        figures["items"] = _items(table)
    if nodes := [result for result in records if result.kind == "nodes"]:
        figures["half_rule"] = _records(nodes, "half")
    if anchors := [result for result in records if result.kind == "anchors"]:
        figures["titles"] = _records(anchors, "titles")
    if best := [result for result in records if result.best]:
        figures["best_region"] = _best(best)
    if without := [result for result in results if not result.has_records]:
        figures["false_alarms"] = {
            "pages": len(without),
            "alarms": sum(result.alarm for result in without),
            "sure": sum(result.alarm_sure for result in without),
            "rate": _mean(result.alarm for result in without),
        }
    if text := [result for result in results if result.kind == "text"]:
        figures["text"] = {name: _text(found) for name, found in _text_groups(text).items()}
    figures["ms"] = _times(results)
    return figures


def headline(results: Sequence[PageResult]) -> Figures:
    """Return the figures that tables print for records: by titles where there are any, else as `summarise` has it."""
    figures = summarise(results)
    chosen: Figures = figures.get("titles") or figures.get("records") or {}
    return chosen


def by_category(results: Iterable[PageResult]) -> dict[str, list[PageResult]]:
    """Group the results of pages that have a category."""
    groups: dict[str, list[PageResult]] = defaultdict(list)
    for result in results:
        if result.category:
            groups[result.category].append(result)
    return dict(sorted(groups.items()))


def page_f1(result: PageResult) -> float | None:
    """One page's F1 by its strictest measure; on pages without records 1 for silence; None where nothing is known."""
    counts = result.counts
    if result.kind == "text":
        return ratios(counts["words_correct"], counts["words_predicted"], counts["words_gold"])[2]
    if not result.has_records:
        return 0.0 if result.alarm else 1.0
    if "gold" not in counts:
        return None
    return ratios(counts.get("titles", counts["correct"]), counts["predicted"], counts["gold"])[2]


def _records(results: Sequence[PageResult], correct: str) -> Figures:
    totals = [_total(results, name) for name in (correct, "predicted", "gold")]
    pages = [ratios(*(result.counts[name] for name in (correct, "predicted", "gold"))) for result in results]
    micro, macro = ratios(*totals), np.mean(pages, axis=0)
    figures: Figures = dict(zip(("correct", "predicted", "gold"), totals, strict=True))
    figures |= dict(zip(("P", "R", "F1"), micro, strict=True))
    figures |= {f"macro_{name}": float(value) for name, value in zip(("P", "R", "F1"), macro, strict=True)}
    figures["perfect"] = sum(_perfect(result, correct) for result in results)
    figures["pages"] = len(results)
    return figures


def _perfect(result: PageResult, correct: str = "correct") -> bool:
    counts = result.counts
    return counts[correct] == counts["gold"] == counts["predicted"]


def _items(results: Sequence[PageResult]) -> Figures:
    correct, predicted, gold = (_total(results, f"items_{name}") for name in ("correct", "predicted", "gold"))
    precision, recall, f1 = ratios(correct, predicted, gold)
    names = ("items_correct", "items_gold", "items_predicted", "aligned")
    return {
        "P": precision,
        "R": recall,
        "F1": f1,
        "alignment": _total(results, "aligned") / correct if correct else 0.0,
        "perfect": sum(_perfect(r) and len({r.counts[name] for name in names}) == 1 for r in results),
        "merged": _total(results, "merged"),
    }


def _best(results: Sequence[PageResult]) -> Figures:
    totals = [sum((result.best or {}).get(name, 0) for result in results) for name in ("correct", "predicted", "gold")]
    return dict(zip(("P", "R", "F1"), ratios(*totals), strict=True))


def _text_groups(results: Sequence[PageResult]) -> dict[str, list[PageResult]]:
    lists = [result for result in results if result.category in {"listing", "collection"}]
    return by_category(results) | {"listing+collection": lists, "all": list(results)}


def _text(results: Sequence[PageResult]) -> Figures:
    pages = [ratios(*(r.counts[f"words_{name}"] for name in ("correct", "predicted", "gold"))) for r in results]
    means = np.mean(pages, axis=0).tolist() if pages else [0.0] * 3
    return {
        "pages": len(results),
        "answered": sum(result.alarm for result in results),
        **dict(zip(("P", "R", "F1"), means, strict=True)),
        "with_found": _total(results, "with_found") / max(1, _total(results, "with")),
        "without_found": _total(results, "without_found") / max(1, _total(results, "without")),
    }


def _times(results: Sequence[PageResult]) -> Figures:
    took = [1000 * result.seconds for result in results if result.seconds is not None]
    if not took:
        return {}
    median, p95 = np.percentile(took, [50, 95]).tolist()
    return {"median": median, "p95": p95, "max": max(took), "total": sum(took)}


def _total(results: Sequence[PageResult], name: str) -> float:
    return sum(result.counts.get(name, 0) for result in results)


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))
