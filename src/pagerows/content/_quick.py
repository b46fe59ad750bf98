"""Regions -> features that cost next to nothing: what the method measured, and what texts and links say of its stretch.

Most pages with records are clear by these alone. Whole regions are looked at, never their records, and of texts only
the lengths. The twenty-five are those of twice as many that a lasso kept (docs/lab/content.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.content._classic import SIX, region_features
from pagerows.measures.sequence import angle
from pagerows.page import Page
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.values import Region

__all__ = ["QUICK", "quick_features"]

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

#: What the signal method measures of a region; computed here for the regions of other methods.
_MEASURED: Final = (*SIX, "angle", "text", "regularity")
#: Features that are compared with those of the page's other regions.
_COMPARED: Final = ("score", "share_chars", "chars")
#: The features, in order.
QUICK: Final = (
    "range", "record", "angle", "text", "regularity", "score", "log_score", "count", "all_links", "long_texts",
    "share_images", "rows_before", "prose_elsewhere", "page_rows", "page_links", "page_prose", "page_prose_chars",
    "page_long_texts", "page_headings", "page_images", *(f"of_best_{name}" for name in _COMPARED),
    "rank_score", "rank_share_chars",
)  # fmt: skip
_NEEDED: Final = frozenset(_MEASURED)
_RANGE: Final = SIX.index("range")
_RECORD: Final = SIX.index("record")
#: Elements that are counted, by what they are.
_IMAGE, _HEADING, _LINK = 1, 2, 3
_KINDS: Final = (
    dict.fromkeys(("img", "picture", "svg", "video", "figure"), _IMAGE)
    | dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _HEADING)
    | {"a": _LINK}
)
#: Characters from which a text is long, and prose where it is no link.
_LONG: Final = 60
_PROSE: Final = 120


def quick_features(page: Page, regions: Sequence[Region]) -> Floats:
    """Return the features of each region, in the order of QUICK. (regions, features)"""
    nodes = page.nodes
    low = np.array([region.records[0].parts[0].start for region in regions])
    high = np.array([region.records[-1].parts[-1].stop for region in regions])
    count = np.array([len(region.records) for region in regions])
    each = [_features(page, region) for region in regions]
    table = np.array([[features[name] for name in _MEASURED] for features in each])
    score = table[:, : len(SIX)].prod(axis=1)  # [V20]'s own score
    kinds = np.array([_KINDS.get(tag, 0) for tag in nodes.tags], np.int8)[nodes.tag]
    images, headings = np.flatnonzero(kinds == _IMAGE), int(np.count_nonzero(kinds == _HEADING))
    (chars, linked, prose, long, texts), whole = _texts(nodes, np.flatnonzero(kinds == _LINK), low, high)
    all_chars = max(1.0, whole[0])
    page_wide = (
        log2(1 + len(nodes)),
        whole[1] / all_chars,
        whole[2] / all_chars,
        log2(1 + whole[2]),
        whole[3] / max(1.0, whole[4]),
        log2(1 + headings),
        log2(1 + len(images)),
    )
    compared = np.array([score, chars, np.log2(1 + chars / count)])
    own = len(SIX)
    found = np.empty((len(QUICK), len(regions)))
    found[0], found[1] = table[:, _RANGE], table[:, _RECORD]
    found[2:5] = table[:, own:].T
    found[5], found[6] = score, np.log(score + 1e-9)
    found[7] = np.log2(count)
    found[8] = linked > 0.95 * chars
    found[9] = long / np.maximum(1, texts)
    found[10] = (np.searchsorted(images, high) - np.searchsorted(images, low)) / max(1, len(images))
    found[11] = low / len(nodes)
    found[12] = np.log2((1 + whole[2] - prose) / (1 + chars))
    found[13:20] = np.array(page_wide)[:, None]
    found[20:23] = compared / np.maximum(1e-9, compared.max(axis=1, keepdims=True))
    found[23:25] = _ranks(compared[:2])
    return found.T


def _texts(nodes: NodeTable, links: Rows, low: Rows, high: Rows) -> tuple[Floats, list[float]]:
    """Sum characters, those in links and in prose, long texts and texts over stretches of rows, and over the page."""
    rows = np.flatnonzero((nodes.kind == TEXT) & ~nodes.hidden)
    data: Any = nodes.data
    columns = np.empty((5, len(rows)))
    length = columns[0]
    length[:] = [len(data[row]) for row in rows.tolist()]
    free = ~_inside(rows, links, nodes.end)
    columns[1] = length * ~free
    columns[2] = length * ((length >= _PROSE) & free)
    columns[3] = length >= _LONG
    columns[4] = 1
    sums = np.zeros((5, len(rows) + 1))
    np.cumsum(columns, axis=1, out=sums[:, 1:])
    return sums[:, np.searchsorted(rows, high)] - sums[:, np.searchsorted(rows, low)], sums[:, -1].tolist()


def _inside(rows: Rows, outer: Rows, end: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Mark rows inside of others, which are in order but may stand inside of each other."""
    if not len(outer):
        return np.zeros(len(rows), bool)
    place = np.searchsorted(outer, rows) - 1
    inside: NDArray[np.bool_] = (place >= 0) & (rows < np.maximum.accumulate(end[outer])[place])
    return inside


def _ranks(table: Floats) -> Floats:
    """How many of a row are larger, as a share of the others; of equal ones the first comes first."""
    order = np.argsort(-table, axis=1, kind="stable")
    ranks = np.empty_like(table)
    ranks[np.arange(len(table))[:, None], order] = np.arange(table.shape[1]) / max(1, table.shape[1] - 1)
    return ranks


def _features(page: Page, region: Region) -> Mapping[str, float]:
    """What the method measured of a region, or what it would have."""
    if region.features.keys() >= _NEEDED:
        return region.features
    nodes, (start, stop) = page.nodes, region.span
    gaps = np.diff([record.span.start for record in region.records])
    varies = float(gaps.std() / gaps.mean()) if len(gaps) and gaps.mean() else 0.0
    shown = np.where(nodes.hidden, 0, nodes.text_length)
    held = sum(int(shown[a:b].sum()) for record in region.records for a, b in record.parts)
    more = {"angle": angle(nodes.path[start:stop]), "text": held / max(1, int(shown.sum()))}
    return dict(region_features(page, region)) | more | {"regularity": max(0.0, 1 - varies)}
