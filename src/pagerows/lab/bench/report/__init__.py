"""Runs and times -> one self-contained page: tables, plots, and the pages that went wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from pagerows.lab.bench.report import charts
from pagerows.lab.bench.report.style import STYLE
from pagerows.lab.bench.results import PageResult, Run
from pagerows.lab.bench.show import milliseconds, percent, worst
from pagerows.lab.bench.summary import by_category, page_f1, summarise
from pagerows.lab.speed.methods import NODE_TABLE, PARSE_ONLY, exponent

__all__ = ["read_speed", "report"]

#: Makes an inspect report of a page for a method and returns a link to it; None: no link.
Inspector = Callable[[PageResult], str | None]


def report(run: Run, speed: Mapping[str, Any] | None = None, inspect: Inspector | None = None, most: int = 12) -> str:
    """Return the page as HTML; it loads nothing."""
    sections = [
        ("Figures", _figures(run)),
        ("Quality by dataset", _quality(run)),
        ("Quality by category", _categories(run)),
        ("Main text", _text(run)),
        ("Time against page size", _times(run)),
        ("Growth on generated pages", _growth(speed, list(run.methods))),
        ("Full against lazy spectrum", _spectrum(speed)),
        ("Failures", _failures(run, inspect, most)),
    ]
    body = "".join(f"<section><h2>{title}</h2>{content}</section>" for title, content in sections if content)
    about = f"pagerows {escape(run.version)}, {escape(run.created)}, {len(run.results)} results"
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>pagerows bench</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<style>{STYLE}</style></head><body><main><h1>pagerows bench</h1><p class='about'>{about}</p>{body}"
        "</main></body></html>"
    )


def read_speed(path: Path) -> dict[str, Any] | None:
    """Read what `bench speed` saved, where it has."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found if {"speed", "growth"} <= set(found) else None
    except (OSError, ValueError):
        return None


def _figures(run: Run) -> str:
    heads = "dataset|method|pages|failed|P|R|F1|macro F1|perfect|items P|items R|items F1|alignment|false alarms|ms|p95"
    rows = []
    for dataset, method, results in run.pairs():
        found = summarise(results)
        records = found.get("titles") or found.get("records") or found.get("text", {}).get("listing+collection", {})
        items, alarms = found.get("items", {}), found.get("false_alarms")
        perfect = f"{records['perfect']}/{records['pages']}" if "perfect" in records else ""
        rows.append(
            [
                dataset,
                method,
                str(found["pages"]),
                str(found["failed"] or ""),
                *(percent(records.get(name)) for name in ("P", "R", "F1", "macro_F1")),
                perfect,
                *(percent(items.get(name)) for name in ("P", "R", "F1", "alignment")),
                f"{alarms['alarms']}/{alarms['pages']}" if alarms else "",
                *(milliseconds(found["ms"].get(name)) for name in ("median", "p95")),
            ]
        )
    note = "<p>Records are correct by half of their items, by token F1, or by title, as the dataset's gold allows.</p>"
    return note + _table(heads.split("|"), rows, texts=2)


def _quality(run: Run) -> str:
    rows: dict[str, dict[str, float]] = {}
    for dataset, method, results in run.pairs():
        found = summarise(results)
        if records := found.get("titles") or found.get("records"):
            rows.setdefault(dataset, {})[method] = 100 * records["macro_F1"]
        elif "false_alarms" in found and "text" not in found:
            rows.setdefault(f"{dataset} (silent)", {})[method] = 100 * (1 - found["false_alarms"]["rate"])
    methods = list(run.methods)
    return charts.legend(methods) + charts.dots(rows, methods, label="macro F1 of records, %") if rows else ""


def _categories(run: Run) -> str:
    parts = []
    for dataset in run.datasets:
        for number, method in enumerate(run.methods):
            groups = by_category(run.of(method, dataset))
            pairs = {name: _precision_recall(found) for name, found in groups.items()}
            pairs = {name: pair for name, pair in pairs.items() if pair is not None}
            if len(pairs) >= 4:
                title = f"{method}, {dataset}"
                parts.append(charts.bars({k: v for k, v in pairs.items() if v}, title=title, number=number))
    return f"<div class='grid-of'>{''.join(parts)}</div>" if parts else ""


def _precision_recall(results: Sequence[PageResult]) -> tuple[float, float] | None:
    found = summarise(results)
    records = found.get("titles") or found.get("records")
    return (100 * records["P"], 100 * records["R"]) if records else None


def _text(run: Run) -> str:
    rows = []
    for dataset, method, results in run.pairs():
        for name, found in summarise(results).get("text", {}).items():
            shares = [percent(found[key]) for key in ("P", "R", "F1", "with_found", "without_found")]
            rows.append([dataset, method, name, str(found["pages"]), *shares])
    heads = ["dataset", "method", "type", "pages", "word P", "R", "F1", "snippets found", "noise found"]
    return _table(heads, rows, texts=3) if rows else ""


def _times(run: Run) -> str:
    plots = []
    for number, method in enumerate(run.methods):
        found = [r for r in run.results if r.method == method and r.seconds and r.nodes]
        if len(found) >= 5:
            points = [(float(r.nodes), 1000 * float(r.seconds or 0)) for r in found]
            plots.append(charts.scatter(points, title=method, number=number))
    note = "<p>Wall time of extraction and table, one dot a page; both scales are logarithmic.</p>"
    return f"{note}<div class='grid-of'>{''.join(plots)}</div>" if plots else ""


def _growth(speed: Mapping[str, Any] | None, methods: Sequence[str]) -> str:
    if not speed:
        return "<p>No times yet: <code>pagerows bench speed</code> measures them.</p>"
    heads = ["step", "ms median", "ms p95", "times parse only", "peak MiB"]
    rows = [
        [
            row["step"],
            milliseconds(row["median_ms"]),
            milliseconds(row["p95_ms"]),
            f"{row['ratio']:.2f}",
            "" if row.get("peak_mib") is None else f"{row['peak_mib']:.0f}",
        ]
        for row in speed["speed"]
    ]
    grown = speed["growth"]
    series = {row["step"]: (row["nodes"], [1000 * took for took in row["seconds"]]) for row in grown}
    names = [f"{row['step']} (nodes^{row['exponent']:.2f})" for row in grown]
    plain = {PARSE_ONLY: -1, NODE_TABLE: -2}  # grey: they are no methods
    coloured = [*methods, *(row["step"] for row in grown if row["step"] not in {*methods, *plain})]
    numbers = [plain[row["step"]] if row["step"] in plain else coloured.index(row["step"]) for row in grown]
    label = "nodes of a generated page; ms"
    drawn = charts.legend(names, numbers) + charts.lines(series, label=label, numbers=numbers) if series else ""
    return _table(heads, rows, texts=1) + drawn


def _spectrum(speed: Mapping[str, Any] | None) -> str:
    """[V20 Fig. 15]: the same method with the whole spectrum and with the coefficients it looks up."""
    grown = {row["step"]: row for row in speed["growth"]} if speed else {}
    full, lazy = grown.get("signal:spectrum=full"), grown.get("signal:spectrum=lazy") or grown.get("signal")
    if not full or not lazy:
        return "<p>Not measured: <code>pagerows bench speed --method signal --method signal:spectrum=full</code></p>"
    series = {
        name: (row["nodes"], [1000 * took for took in row["seconds"]]) for name, row in (("full", full), ("lazy", lazy))
    }
    saved = 1 - sum(lazy["seconds"]) / sum(full["seconds"])
    powers = [exponent(row["nodes"][2:], row["seconds"][2:]) for row in (full, lazy)]
    note = f"<p>Lazy saves {100 * saved:.1f} % on these pages (published: 11.77 % [V20], 47.17 % [VD20]).</p>"
    names = [f"{name} (nodes^{power:.2f})" for name, power in zip(series, powers, strict=True)]
    return note + charts.legend(names) + charts.lines(series, label="nodes of a generated page; ms")


def _failures(run: Run, inspect: Inspector | None, most: int) -> str:
    parts = []
    for method in run.methods:
        wrong = worst(run.results, method)
        if not wrong:
            continue
        cards = "".join(_card(result, inspect) for result in wrong[:most])
        left = f"<p class='about'>{len(wrong)} pages are not perfect; the worst {min(most, len(wrong))}:</p>"
        parts.append(f"<h3>{escape(method)}</h3>{left}<div class='cards'>{cards}</div>")
    return "".join(parts)


def _card(result: PageResult, inspect: Inspector | None) -> str:
    counts = result.counts
    link = inspect(result) if inspect else None
    name = escape(result.page)
    name = f"<a href='{escape(link)}'>{name}</a>" if link else name
    if result.error:
        what = escape(result.error)
    elif not result.has_records:
        what = "answered on a page without records"
    else:
        correct = counts.get("titles", counts.get("correct", 0))
        what = f"{correct:g} of {counts['gold']:g} records right, {counts['predicted']:g} given"
    f1 = page_f1(result) or 0.0
    bar = f"<div class='bar'><i style='width:{100 * f1:.0f}%'></i></div>"
    return f"<div class='card'><b>{name}</b><span>{escape(result.dataset)}</span><p>{what}</p>{bar}</div>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        made = (f"<{tag}{'' if n < texts else ' class=n'}>{escape(cell)}</{tag}>" for n, cell in enumerate(cells))
        return f"<tr>{''.join(made)}</tr>"

    body, last = [], None
    for row in rows:
        shown = ["" if row[0] == last and texts > 1 else row[0], *row[1:]]
        body.append(line(shown, "td").replace("<tr>", "<tr class='new'>" if row[0] != last and texts > 1 else "<tr>"))
        last = row[0]
    return f"<div class='wide'><table><thead>{line(heads, 'th')}</thead><tbody>{''.join(body)}</tbody></table></div>"
