"""Plots as inline SVG: coloured by CSS variables, so that they follow the page's light or dark theme."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import numpy as np

__all__ = ["bars", "dots", "legend", "scatter"]

#: How many colours the page's style defines (--c0...).
COLOURS: Final = 8
_ROW: Final = 26


def colour(number: int) -> str:
    """The CSS colour of a series; grey for those that are no method."""
    if number >= 0:
        return f"var(--c{number % COLOURS})"
    return "var(--soft)" if number % 2 else "var(--plain)"


def legend(names: Sequence[str], numbers: Sequence[int] | None = None) -> str:
    """Names with their colours; by `numbers` where they are a choice of the series."""
    chosen = zip(numbers or range(len(names)), names, strict=True)
    items = (f'<span><i style="background:{colour(n)}"></i>{escape(name)}</span>' for n, name in chosen)
    return f'<div class="legend">{"".join(items)}</div>'


def dots(rows: Mapping[str, Mapping[str, float]], series: Sequence[str], *, label: str) -> str:
    """A row per name, a dot per series on a scale of 0 to 100.

    Dots that would cover each other are moved apart up and down.
    """
    left, width = 150, 720
    height = _ROW * len(rows) + 40
    parts = [_percent_axis(left, width, height, label)]
    for n, (name, values) in enumerate(rows.items()):
        y = 18 + _ROW * n
        parts.append(f'<line class="grid" x1="{left}" x2="{width - 20}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        taken: list[float] = []
        for s, method in enumerate(series):
            if method not in values:
                continue
            x = _along(values[method], left, width)
            crowd = sum(abs(x - other) < 9 for other in taken)
            taken.append(x)
            shift = (0, -6, 6, -10, 10)[crowd % 5]
            tip = f"{name}, {method}: {values[method]:.1f}"
            parts.append(_dot(x, y + shift, 5, colour(s), tip))
    return _svg(width, height, parts)


def bars(rows: Mapping[str, tuple[float, float]], *, title: str, number: int) -> str:
    """Precision (full) and recall (pale) per name, as [E17 Fig. 15-17] draw them by category."""
    left, width = 100, 340
    height = 22 * len(rows) + 48
    parts = [f'<text class="title" x="0" y="13">{escape(title)}</text>']
    for n, (name, pair) in enumerate(rows.items()):
        y = 24 + 22 * n
        parts.append(f'<text x="{left - 6}" y="{y + 12}" text-anchor="end">{escape(name)}</text>')
        for k, (value, what) in enumerate(zip(pair, ("precision", "recall"), strict=True)):
            long = max(0.5, (width - left - 60) * value / 100)
            tip = f"<title>{escape(name)} {what}: {value:.1f}</title>"
            pale = ' fill-opacity="0.45"' if k else ""
            shape = f'x="{left}" y="{y + 9 * k}" width="{long:.1f}" height="8" rx="1.5"'
            parts.append(f'<rect {shape} fill="{colour(number)}"{pale}>{tip}</rect>')
        parts.append(f'<text class="small" x="{width - 54}" y="{y + 12}">{pair[0]:.0f} / {pair[1]:.0f}</text>')
    parts.append(f'<text class="small" x="{left}" y="{height - 8}">precision above, recall below, in %</text>')
    return _svg(width, height, parts)


def scatter(points: Sequence[tuple[float, float]], *, title: str, number: int, unit: str = "ms") -> str:
    """Time against size on logarithmic scales, with the fitted power as a line [V20 Fig. 14-15]."""
    width, height, left, bottom = 340, 250, 46, 36
    good = [(x, y) for x, y in points if x > 0 and y > 0]
    parts = [f'<text class="title" x="0" y="13">{escape(title)}</text>']
    if len({x for x, _ in good}) < 3:
        return _svg(width, height, [*parts, f'<text x="{left}" y="60">too few pages</text>'])
    logs = np.log10(np.array(good))
    (x0, y0), (x1, y1) = np.floor(logs.min(axis=0)), np.ceil(logs.max(axis=0))

    def place(x: float, y: float) -> tuple[float, float]:
        across = left + (width - left - 20) * (x - x0) / max(1.0, x1 - x0)
        up = height - bottom - (height - bottom - 26) * (y - y0) / max(1.0, y1 - y0)
        return across, up

    for power in range(int(x0), int(x1) + 1):
        x, _ = place(power, y0)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="24" y2="{height - bottom}"/>')
        parts.append(
            f'<text class="small" x="{x:.1f}" y="{height - bottom + 14}" text-anchor="middle">{_si(power)}</text>'
        )
    for power in range(int(y0), int(y1) + 1):
        _, y = place(x0, power)
        parts.append(f'<line class="grid" x1="{left}" x2="{width - 20}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="small" x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">{_si(power)}</text>')
    for x, y in logs.tolist():
        across, up = place(x, y)
        parts.append(f'<circle cx="{across:.1f}" cy="{up:.1f}" r="2" fill="{colour(number)}" fill-opacity="0.55"/>')
    slope, offset = np.polyfit(logs[:, 0], logs[:, 1], 1)
    ends = [place(x, slope * x + offset) for x in (logs[:, 0].min(), logs[:, 0].max())]
    (ax, ay), (bx, by) = ends
    parts.append(f'<line class="fit" x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}"/>')
    share = np.corrcoef(logs.T)[0, 1] ** 2
    note = f"time ~ nodes^{slope:.2f}   R² {share:.2f}"
    parts.append(f'<text class="small" x="{width - 20}" y="13" text-anchor="end">{note}</text>')
    parts.append(f'<text class="small" x="{width - 20}" y="{height - 4}" text-anchor="end">nodes</text>')
    parts.append(f'<text class="small" x="0" y="{height - 4}">{escape(unit)}</text>')
    return _svg(width, height, parts)


def lines(
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]], *, label: str, numbers: Sequence[int] | None = None
) -> str:
    """Time against size, one line per series, on plain scales: what is linear looks it."""
    width, height, left, bottom = 720, 300, 60, 42
    top_x = _round_up(max((max(x) for x, _ in series.values()), default=1))
    top_y = _round_up(max((max(y) for _, y in series.values()), default=1))
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = height - bottom - (height - bottom - 14) * share
        parts.append(f'<line class="grid" x1="{left}" x2="{width - 30}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="small" x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{top_y * share:.0f}</text>')
        x = left + (width - left - 30) * share
        parts.append(
            f'<text class="small" x="{x:.1f}" y="{height - 22}" text-anchor="middle">{top_x * share:,.0f}</text>'
        )
    for n, (name, (xs, ys)) in zip(numbers or range(len(series)), series.items(), strict=True):
        at = [
            (left + (width - left - 30) * x / top_x, height - bottom - (height - bottom - 14) * y / top_y)
            for x, y in zip(xs, ys, strict=True)
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour(n)}" stroke-width="2"/>')
        parts += [_dot(x, y, 3.5, colour(n), f"{name}: {v:.1f}") for (x, y), v in zip(at, ys, strict=True)]
    parts.append(f'<text class="small" x="{width - 16}" y="{height - 5}" text-anchor="end">{escape(label)}</text>')
    return _svg(width, height, parts)


def _round_up(value: float) -> float:
    """The next number whose quarters are easy to read.

    >>> _round_up(327), _round_up(30282)
    (400.0, 40000.0)
    """
    unit = 10.0 ** math.floor(math.log10(max(value, 1e-9)))
    return next(step * unit for step in (1, 2, 4, 8, 10) if step * unit >= value)


def _percent_axis(left: int, width: int, height: int, label: str) -> str:
    marks = []
    for value in range(0, 101, 20):
        x = _along(value, left, width)
        marks.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="8" y2="{height - 30}"/>')
        marks.append(f'<text class="small" x="{x:.1f}" y="{height - 16}" text-anchor="middle">{value}</text>')
    marks.append(f'<text class="small" x="{width - 20}" y="{height - 2}" text-anchor="end">{escape(label)}</text>')
    return "".join(marks)


def _along(value: float, left: int, width: int) -> float:
    return left + (width - 20 - left) * value / 100


def _dot(x: float, y: float, radius: float, fill: str, tip: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}"><title>{escape(tip)}</title></circle>'


def _si(power: int) -> str:
    """10 ** power in few signs.

    >>> [_si(power) for power in (-1, 0, 3, 6)]
    ['0.1', '1', '1k', '1M']
    """
    if power < 0:
        return f"{10.0**power:g}"
    return f"{10 ** (power % 3)}{('', 'k', 'M', 'G')[min(3, power // 3)]}"


def _svg(width: int, height: int, parts: Sequence[str]) -> str:
    body = "".join(parts)
    size = f'viewBox="0 0 {width} {math.ceil(height)}" width="{width}" height="{math.ceil(height)}"'
    return f'<svg {size} role="img" xmlns="http://www.w3.org/2000/svg">{body}</svg>'
