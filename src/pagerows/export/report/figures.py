"""Arrays -> SVG: the page's sequence, a region's signal and its spectrum, as in [V20 Fig. 2-6]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Band", "blocks_figure", "sequence_figure", "signal_figure", "spectrum_figure"]

#: Pixels of a figure at its natural size; it is drawn about as wide as that.
WIDTH: Final = 700
#: Points that are drawn one by one; longer signals are drawn as the range of each column of pixels.
MOST_POINTS: Final = 2_000
#: Record boundaries that are drawn; more would be a grey wall.
MOST_MARKS: Final = 250
#: Rows of bars above the sequence, for regions that overlap.
MOST_LANES: Final = 6

Numbers = NDArray[np.float64] | NDArray[np.int32] | NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of the sequence that is drawn in a region's colour."""

    number: int
    start: int
    stop: int
    #: Name of the colour's CSS variable.
    colour: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Scale:
    """Data -> pixels."""

    left: float
    right: float
    top: float
    bottom: float
    width: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return round(self.left + (self.right - self.left) * value / max(self.width, 1e-9), 1)

    def y(self, value: float) -> float:
        span = max(self.high - self.low, 1e-9)
        return round(self.bottom - (self.bottom - self.top) * (value - self.low) / span, 1)


def sequence_figure(codes: Numbers, contour: Numbers, bands: Sequence[Band]) -> str:
    """The tag path sequence with its contour; regions are coloured and numbered."""
    lanes = _lanes(bands)
    top = 16 + 15 * (max(lanes, default=0) + 1)
    height = top + 200
    scale = _Scale(34, WIDTH - 8, top, height - 24, len(codes), 0, float(codes.max(initial=1)))
    parts = [_frame(scale, "nodes in document order", "tag path")]
    for band, lane in zip(bands, lanes, strict=True):
        parts.append(_band(band, lane, scale))
    parts.append(_line(codes, scale, "data"))
    parts.append(_line(contour, scale, "contour"))
    return _svg(height, "".join(parts), "The page as a sequence of tag paths, its contour, and the regions found")


def _band(band: Band, lane: int, scale: _Scale) -> str:
    left = scale.x(band.start)
    width = max(2.0, scale.x(band.stop) - left)
    bar = 16 + 15 * lane
    wash = f'<rect x="{left}" y="{bar}" width="{width}" height="{scale.bottom - bar}" class="wash"/>'
    label = f'<text x="{left + 2}" y="{bar - 3}" class="mark">{band.number}</text>'
    return (
        f'<a href="#region-{band.number}" class="band" style="--own: var(--{band.colour})">'
        f"<title>{escape(band.title)}</title>"
        # Dozens of grey washes one over the other would be mud.
        f"{'' if band.colour == 'grey' else wash}"
        f'<rect x="{left}" y="{bar}" width="{width}" height="4" class="bar"/>{label}</a>'
    )


def _lanes(bands: Sequence[Band]) -> list[int]:
    """Put bars that overlap, with room for their numbers, one above the other."""
    room = 0.025 * max((band.stop for band in bands), default=1)
    ends: list[float] = []
    lanes = [0] * len(bands)
    for n in sorted(range(len(bands)), key=lambda n: bands[n].start):
        band = bands[n]
        lane = next((lane for lane, end in enumerate(ends) if end <= band.start), len(ends))
        lane = min(lane, MOST_LANES - 1)
        end = max(band.stop, band.start + room)
        ends[lane : lane + 1] = [max([end, *ends[lane : lane + 1]])]
        lanes[n] = lane
    return lanes


def signal_figure(codes: Numbers, first: int, boundaries: Sequence[int], colour: str) -> str:
    """A region's stretch of the sequence with the starts of its records."""
    height = 170
    low, high = (float(codes.min()), float(codes.max())) if len(codes) else (0.0, 1.0)
    scale = _Scale(34, WIDTH - 8, 12, height - 24, len(codes), low, high)
    starts = [start - first for start in boundaries]
    if len(starts) > MOST_MARKS:
        starts = []
    marks = "".join(f'<path d="M{scale.x(start)},{scale.top - 4}V{scale.bottom}" class="start"/>' for start in starts)
    shades = "".join(
        f'<rect x="{scale.x(a)}" y="{scale.top - 4}" width="{round(scale.x(b) - scale.x(a), 1)}" '
        f'height="{scale.bottom - scale.top + 4}" class="wash"/>'
        for a, b in list(pairwise([*starts, len(codes)]))[::2]
    )
    body = _frame(scale, "nodes of the region", "tag path") + shades + marks + _line(codes, scale, "data")
    return _svg(height, body, "The region as a signal, with the starts of its records", f"--own: var(--{colour})")


def spectrum_figure(values: NDArray[np.float64], records: int, colour: str) -> str:
    """The power spectrum as z-scores over cycles per region; the peak near the number of records is marked."""
    height = 170
    half = values[: max(2, len(values) // 2 + 1)]
    deviation = float(values.std()) or 1.0
    scores = (half - float(values.mean())) / deviation
    shown = scores[: max(4 * records, 30)]
    scale = _Scale(34, WIDTH - 8, 24, height - 24, len(shown), min(0.0, float(shown.min())), float(shown.max()) or 1.0)
    near = slice(max(0, records - 2), records + 3)
    peak = near.start + int(np.argmax(shown[near])) if len(shown[near]) else int(np.argmax(shown))
    x, y = scale.x(peak), scale.y(float(shown[peak]))
    anchor = "end" if x > WIDTH * 0.7 else "start"
    text = f"{peak} cycles, z = {float(shown[peak]):.1f} ({records} records)"
    mark = (
        f'<path d="M{x},{scale.bottom}V{y}" class="start"/><circle cx="{x}" cy="{y}" r="4.5" class="peak"/>'
        f'<text x="{x + (-9 if anchor == "end" else 9)}" y="{max(16.0, y + 4)}" text-anchor="{anchor}" class="value">'
        f"{text}</text>"
    )
    ticks = "".join(
        f'<text x="{scale.x(cycle)}" y="{scale.bottom + 14}" text-anchor="middle">{cycle}</text>'
        for cycle in _round_steps(len(shown))
    )
    body = _frame(scale, "cycles per region", "z-score", ends=False) + ticks + _line(shown, scale, "data") + mark
    return _svg(height, body, "The region's power spectrum", f"--own: var(--{colour})")


def blocks_figure(blocks: Sequence[Sequence[float]], records: Sequence[Sequence[float]], colour: str) -> str:
    """Boxes of a rendered page (x, y, width, height, ...), the records' ones filled."""
    if not len(blocks):
        return ""
    wide = max(box[0] + box[2] for box in blocks) or 1.0
    high = max(box[1] + box[3] for box in blocks) or 1.0
    factor = min(WIDTH / wide, 700 / high)

    def drawn(box: Sequence[float], kind: str) -> str:
        x, y, w, h = (round(float(side) * factor, 1) for side in box[:4])
        return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" class="{kind}"/>'

    body = "".join(drawn(box, "block") for box in blocks[:4000]) + "".join(drawn(box, "record") for box in records)
    width = round(wide * factor)
    style = f"--own: var(--{colour}); max-width: {width}px"
    return _svg(round(high * factor), body, "The page's blocks, the records filled", style, width)


def _round_steps(most: float) -> list[int]:
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**3, 10**4, 10**5, 10**6) if most / s <= 12)
    return list(range(0, int(most) + 1, step))


def _frame(scale: _Scale, across: str, up: str, *, ends: bool = True) -> str:
    middle = round((scale.top + scale.bottom) / 2)
    right = (
        f'<text x="{scale.right}" y="{scale.bottom + 14}" text-anchor="end">{int(scale.width):,}</text>'
        f'<text x="{scale.left}" y="{scale.bottom + 14}">0</text>'
        f'<text x="{scale.left - 5}" y="{scale.top + 8}" text-anchor="end">{int(scale.high):,}</text>'
    )
    return (
        f'<path d="M{scale.left},{scale.bottom}H{scale.right}" class="axis"/>{right if ends else ""}'
        f'<text x="{WIDTH // 2}" y="{scale.bottom + 15}" text-anchor="middle">{across if ends else ""}</text>'
        f'<text x="12" y="{middle}" text-anchor="middle" transform="rotate(-90 12 {middle})">{up}</text>'
    )


def _line(values: Numbers, scale: _Scale, kind: str) -> str:
    if not len(values):
        return ""
    if len(values) <= MOST_POINTS:
        points = " ".join(f"{scale.x(n)},{scale.y(float(value))}" for n, value in enumerate(values.tolist()))
        return f'<polyline points="{points}" class="{kind}"/>'
    edges = np.linspace(0, len(values), int(scale.right - scale.left) + 1).astype(np.intp)[:-1]
    low, high = np.minimum.reduceat(values, edges), np.maximum.reduceat(values, edges)
    points = " ".join(
        f"{scale.x(int(n))},{scale.y(float(a))} {scale.x(int(n))},{scale.y(float(b))}"
        for n, a, b in zip(edges, low, high, strict=True)
    )
    return f'<polyline points="{points}" class="{kind}"/>'


def _svg(height: float, body: str, label: str, style: str = "", width: int = WIDTH) -> str:
    own = f' style="{style}"' if style else ""
    role = "group" if "<a " in body else "img"  # the links of a picture would be lost to those who cannot see it
    return f'<svg viewBox="0 0 {width} {height}" role="{role}" aria-label="{escape(label)}"{own}>{body}</svg>'
