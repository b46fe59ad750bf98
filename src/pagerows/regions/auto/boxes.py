"""Rendered pages: what a person sees of each candidate, as features of a model of their own.

Boxes (how much of the page records cover, where, how evenly), what can be seen at all, and the blocks of the Gestalt
method: which records it finds, whose cut is that of the eye.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.later import np
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Columns, Floats, Ints
from pagerows.page import Page
from pagerows.page.nodes import Layout
from pagerows.regions.auto.candidates import SOURCES
from pagerows.values import Region

__all__ = ["as_seen_whole", "box_features", "is_styled", "seen_candidates"]


def seen_candidates(regions: Sequence[Region], least: int) -> list[Candidates]:
    """Regions of rendered blocks as candidates, each; those whose records lie inside of each other are none."""
    found = []
    for region in regions:
        start = np.array([record.parts[0].start for record in region.records], np.int64)
        stop = np.array([record.parts[-1].stop for record in region.records], np.int64)
        order = np.argsort(start, kind="stable")
        start, stop = start[order], stop[order]
        if len(start) >= least and (start[1:] >= stop[:-1]).all():
            found.append(Candidates(start, stop, np.array([0, len(start)]), np.array([len(SOURCES) - 1])))
    return found


def box_features(
    page: Page, columns: Columns, candidates: Candidates, scores: Floats, seen: Sequence[Candidates]
) -> dict[str, Floats]:
    """Return one array per feature, each with one number per candidate; the score without boxes is the first."""
    layout = page.nodes.layout
    assert layout is not None
    x, y, width, height = layout.boxes[candidates.start].T
    wide, high = max(1.0, layout.size[0]), max(1.0, layout.size[1])
    sizes, owner = candidates.sizes, candidates.owner
    shown = (width > 1) & (height > 1)

    def mean(values: Floats) -> Floats:
        found: Floats = np.bincount(owner, weights=values, minlength=len(candidates)) / sizes
        return found

    def varied(values: Floats) -> Floats:
        middle = mean(values)
        found: Floats = np.sqrt(np.maximum(0, mean(values * values) - middle**2)) / np.maximum(1.0, middle)
        return found.clip(0, 5)

    first, last = candidates.first[:-1], candidates.first[1:] - 1
    return {
        "score": scores,
        "of_best": scores / max(1e-9, float(scores.max())),
        "count": np.log2(sizes),
        "shown": mean(shown.astype(np.float64)),
        "area": mean(width * height) * sizes / (wide * high),
        "width": mean(width) / wide,
        "height": np.log2(1 + mean(height)),
        "varied_width": varied(width),
        "varied_height": varied(height),
        "lefts": _distinct(np.rint(x / 4).astype(np.int64), owner, len(candidates)) / sizes,
        "from_centre": np.abs(mean(x + width / 2) / wide - 0.5),
        "top": (y[first] / high).clip(0, 2),
        "reach": ((y[last] + height[last] - y[first]) / high).clip(-1, 2),
        **_agreement(columns, candidates, seen),
    }


def is_styled(layout: Layout) -> bool:
    """Whether a page has a style of its own: without one its text is in the browser's font, and looks tell little."""
    if "font-family" not in layout.style_names:
        return False
    codes = layout.styles[:, layout.style_names.index("font-family")]
    commonest = layout.style_values[layout.style_names.index("font-family")][int(np.bincount(codes).argmax())]
    return "Times" not in commonest


def as_seen_whole(columns: Columns, candidates: Candidates, scores: Floats, seen: Sequence[Candidates]) -> Floats:
    """Where all of the best candidate's records are among those that the eye finds first, put the whole set first.

    What looks and lies like the records is one of them (sponsored, of another template), though its tags differ.
    """
    if not seen:
        return scores
    best, whole = int(scores.argmax()), np.unique(_keys(columns, seen[0]))
    held = np.isin(_keys(columns, candidates), whole)
    shared = np.bincount(candidates.owner, weights=held, minlength=len(candidates))
    same = (shared == candidates.sizes) & (candidates.sizes == len(whole))
    if shared[best] < candidates.sizes[best] or candidates.sizes[best] >= len(whole) or not same.any():
        return scores
    raised: Floats = scores.copy()
    raised[int(np.flatnonzero(same)[0])] = scores[best] + 1e-6
    return raised


def _distinct(values: Ints, owner: Ints, count: int) -> Floats:
    pairs = np.unique(np.stack([owner, values]), axis=1)
    found: Floats = np.bincount(pairs[0], minlength=count).astype(np.float64)
    return found


def _agreement(columns: Columns, candidates: Candidates, seen: Sequence[Candidates]) -> dict[str, Floats]:
    """F1 of each candidate's records with those that the eye finds first, and with its best set, worth less by rank."""
    count = len(candidates)
    first, best = np.zeros(count), np.zeros(count)
    keys = _keys(columns, candidates)
    for rank, each in enumerate(seen):
        known = _keys(columns, each)
        shared = np.bincount(candidates.owner, weights=np.isin(keys, known), minlength=count)
        f1 = 2 * shared / (candidates.sizes + len(known))
        if rank == 0:
            first = f1
        np.maximum(best, f1 / (1 + 0.2 * rank), out=best)
    return {"seen_first": first, "seen": best}


def _keys(columns: Columns, candidates: Candidates) -> Ints:
    """What names a record: its first and last text or image."""
    leaves: Ints = np.asarray(columns.leaves)
    found: Ints = leaves[np.asarray(candidates.start)] * len(leaves) + leaves[np.asarray(candidates.stop)]
    return found
