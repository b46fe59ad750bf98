"""Runs -> tables on a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

from pagerows.lab.bench.diff import Change
from pagerows.lab.bench.results import PageResult, Run
from pagerows.lab.bench.summary import by_category, page_f1, summarise

__all__ = [
    "best_region_table",
    "categories_table",
    "diff_line",
    "diff_table",
    "failures",
    "run_table",
    "text_table",
    "worst_table",
]

#: What decides that a record is correct, by kind of gold.
MEASURES: Final = {"table": "half the items", "nodes": "token F1", "titles": "title", "count": "count only"}


def run_table(run: Run) -> Table:
    """One row per dataset and method: records, items, alignment, perfect pages, false alarms, time."""
    table = Table(
        caption="records and items in %; ms of wall time per page",
        header_style="bold",
        box=box.SIMPLE_HEAD,
        row_styles=["", "dim"],
    )
    for name in ("dataset", "method", "pages"):
        table.add_column(name, justify="right" if name == "pages" else "left", overflow="fold")
    heads = "failed|P|R|F1|macro F1|perfect|items P|R|F1|align|false alarms|ms|p95|correct by"
    for head in heads.split("|"):
        table.add_column(head, justify="left" if head == "correct by" else "right", no_wrap=True)
    last = None
    for dataset, method, results in run.pairs():
        if last not in (None, dataset) and len(run.methods) > 1:
            table.add_section()
        table.add_row(dataset if dataset != last else "", method, *_figures(results))
        last = dataset
    return table


def _figures(results: Sequence[PageResult]) -> list[str]:
    figures = summarise(results)
    text = figures.get("text", {}).get("listing+collection")
    records = figures.get("titles") or figures.get("records") or {}
    shown = records or (text if text and text["pages"] else {})
    items = figures.get("items", {})
    alarms = figures.get("false_alarms")
    perfect = f"{records['perfect']}/{records['pages']}" if records else ""
    return [
        str(figures["pages"]),
        str(figures["failed"] or ""),
        *(percent(shown.get(name)) for name in ("P", "R", "F1", "macro_F1")),
        perfect,
        *(percent(items.get(name)) for name in ("P", "R", "F1", "alignment")),
        f"{alarms['alarms']}/{alarms['pages']}" if alarms else "",
        *(milliseconds(figures["ms"].get(name)) for name in ("median", "p95")),
        _measure(figures, results),
    ]


def _measure(figures: dict[str, Any], results: Sequence[PageResult]) -> str:
    if "titles" in figures:
        return MEASURES["titles"]
    if "records" in figures:
        return MEASURES.get(next(result.kind for result in results if result.has_records), "count only")
    return "words of lists" if "text" in figures else ""


def categories_table(run: Run) -> Table:
    """Macro F1 of records by category, one column per method."""
    table = Table(
        title="records by category: macro F1 (pages perfect)",
        header_style="bold",
        box=box.SIMPLE_HEAD,
        title_justify="left",
    )
    table.add_column("dataset")
    table.add_column("category")
    table.add_column("pages", justify="right")
    for method in run.methods:
        table.add_column(method, justify="right", overflow="fold")
    for dataset in run.datasets:
        groups = {method: by_category(run.of(method, dataset)) for method in run.methods}
        for category in sorted({name for group in groups.values() for name in group}):
            cells = [_category(group.get(category, [])) for group in groups.values()]
            pages = max(len(group.get(category, [])) for group in groups.values())
            table.add_row(dataset, category, str(pages), *cells)
    return table


def _category(results: Sequence[PageResult]) -> str:
    figures = summarise(results)
    records = figures.get("titles") or figures.get("records")
    if records:
        return f"{percent(records['macro_F1'])} ({records['perfect']})"
    return percent(figures["text"]["all"]["F1"]) if "text" in figures else ""


def text_table(run: Run) -> Table | None:
    """Word figures of datasets with main text, by type of page."""
    table = Table(title="main text: word figures", header_style="bold", box=box.SIMPLE_HEAD, title_justify="left")
    for head in ("dataset", "method", "type", "pages", "answered", "P", "R", "F1", "with", "without"):
        table.add_column(head, justify="left" if head in {"dataset", "method", "type"} else "right")
    for dataset, method, results in run.pairs():
        for name, group in summarise(results).get("text", {}).items():
            shares = [percent(group[key]) for key in ("P", "R", "F1", "with_found", "without_found")]
            table.add_row(dataset, method, name, str(group["pages"]), str(group["answered"]), *shares)
    return table if table.row_count else None


def best_region_table(run: Run) -> Table:
    """What a perfect choice among a method's regions would give: finding and choosing told apart."""
    table = Table(
        title="had the best of its regions been chosen", header_style="bold", box=box.SIMPLE_HEAD, title_justify="left"
    )
    for head in ("dataset", "method", "P", "R", "F1", "F1 as chosen"):
        table.add_column(head, justify="left" if head in {"dataset", "method"} else "right")
    for dataset, method, results in run.pairs():
        figures = summarise(results)
        if best := figures.get("best_region"):
            chosen = figures.get("titles") or figures["records"]
            table.add_row(dataset, method, *(percent(v) for v in (best["P"], best["R"], best["F1"], chosen["F1"])))
    return table


def worst_table(run: Run, count: int) -> Table:
    """The worst pages of each method."""
    table = Table(title="worst pages", header_style="bold", box=box.SIMPLE_HEAD, title_justify="left")
    for head in ("method", "dataset", "page", "gold", "predicted", "correct", "F1", "error"):
        table.add_column(head, justify="right" if head in {"gold", "predicted", "correct", "F1"} else "left")
    for method in run.methods:
        for result in worst(run.results, method)[:count]:
            counts = result.counts
            numbers = [counts.get("gold"), counts.get("predicted"), counts.get("titles", counts.get("correct"))]
            shown = ["" if number is None else f"{number:g}" for number in numbers]
            table.add_row(method, result.dataset, result.page, *shown, percent(page_f1(result)), result.error or "")
    return table


def worst(results: Iterable[PageResult], method: str) -> list[PageResult]:
    """Return a method's pages that are not perfect, worst first, long lists first among equals."""
    scored = [(page_f1(result), result) for result in results if result.method == method]
    wrong = [(f1, result) for f1, result in scored if f1 is not None and f1 < 1 and result.kind != "text"]
    return [result for _, result in sorted(wrong, key=lambda p: (p[0], -p[1].counts.get("gold", 0), p[1].page))]


def diff_table(changes: Sequence[Change], methods: tuple[str, str]) -> Table:
    """The headline figures of two runs on the pages that both have, by dataset."""
    name = methods[0] if methods[0] == methods[1] else " -> ".join(methods)
    table = Table(title=name, header_style="bold", title_justify="left", box=box.SIMPLE_HEAD)
    for head in ("dataset", "pages", "F1", "macro F1", "perfect", "false alarms", "ms", "won", "lost"):
        table.add_column(head, justify="left" if head == "dataset" else "right", no_wrap=True)
    for dataset in dict.fromkeys(change.after.dataset for change in changes):
        here = [change for change in changes if change.after.dataset == dataset]
        old, new = (_short([getattr(change, side) for change in here]) for side in ("before", "after"))
        cells = [a if a == b else f"{a} -> {b}" for a, b in zip(old, new, strict=True)]
        moved = [sum(change.gain > 0 for change in here), sum(change.gain < 0 for change in here)]
        table.add_row(dataset, str(len(here)), *cells, *(str(count or "") for count in moved))
    return table


def _short(results: Sequence[PageResult]) -> list[str]:
    figures = summarise(results)
    text = figures.get("text", {}).get("all", {})
    records = figures.get("titles") or figures.get("records") or {}
    return [
        percent(records.get("F1", text.get("F1"))),
        percent(records.get("macro_F1")),
        str(records.get("perfect", "")),
        str(figures.get("false_alarms", {}).get("alarms", "")),
        milliseconds(figures["ms"].get("median")),
    ]


def diff_line(change: Change) -> str:
    """One page that was won or lost."""
    old, new = (percent(page_f1(side)) or "-" for side in (change.before, change.after))
    why = f"  {change.after.error}" if change.after.error else ""
    return f"  {100 * change.gain:+6.1f}  {old:>5} -> {new:>5}  {change.after.dataset}/{change.after.page}{why}"


def failures(run: Run, console: Console, most: int = 20) -> None:
    """List what is wrong with the corpora, and the pages on which a method failed."""
    problems = [problem for dataset in run.datasets.values() for problem in dataset.get("problems", [])]
    for problem in problems[:most]:
        console.print(f"corpus: {problem}", style="yellow", markup=False)
    if len(problems) > most:
        console.print(f"corpus: and {len(problems) - most} more", style="yellow")
    broken = [result for result in run.results if result.error]
    if not broken:
        return
    kinds = Counter((result.method, str(result.error).partition(":")[0]) for result in broken)
    for (method, error), count in kinds.most_common():
        console.print(f"failed: {method}: {count} page{'s' * (count > 1)}: {error}", style="red", markup=False)
    for result in broken[:most]:
        line = f"  {result.method} {result.dataset}/{result.page}: {result.error}"
        console.print(line, style="red", markup=False, highlight=False, soft_wrap=True)
    if len(broken) > most:
        console.print(f"  and {len(broken) - most} more: see the saved results", style="red")


def percent(value: float | None) -> str:
    """A share as per cent with one digit; empty where there is none."""
    return "" if value is None else f"{100 * value:.1f}"


def milliseconds(value: float | None) -> str:
    """A time with about two digits that matter."""
    return "" if value is None else f"{value:.1f}" if value < 10 else f"{value:.0f}"
