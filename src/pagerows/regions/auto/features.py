"""Candidates -> features: what is asked about each candidate, by itself and against the others of the page.

Nothing here knows a language, a site or a class name: counts, shares, regularities, places and HTML's own tags only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto.candidates import Candidates
from pagerows.regions.auto.columns import SUMS, Columns, Floats, Ints

__all__ = ["features_of"]

#: Elements that say what a part of a page is for; a feature each: whether records stand inside.
_INSIDE: Final = ("nav", "header", "footer", "aside", "main", "form", "table", "ul", "ol", "dl", "article", "section")
#: What records are made of; a feature each: the share of records whose first node is one.
_TOPS: Final = {
    "li": ("li",),
    "tr": ("tr",),
    "td": ("td", "th"),
    "div": ("div",),
    "a": ("a",),
    "p": ("p",),
    "article": ("article",),
    "table": ("table", "tbody"),
    "term": ("dt", "dd", "dl"),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "list": ("ul", "ol"),
    "section": ("section", "main", "aside", "header", "footer", "nav", "form"),
    "inline": ("span", "b", "i", "font", "strong", "em", "small", "label", "button", "option", "input"),
    "text": ("#text",),
}
_VARIED: Final = ("chars", "texts", "rows", "links", "words")
_SOME: Final = ("links", "images", "headings", "numbers", "controls", "long_texts", "bold")
#: Features that are also ranked among the candidates of the page.
_RANKED: Final = (
    "count",
    "share_chars",
    "share_texts",
    "share_images",
    "mean_chars",
    "mean_texts",
    "irregularity",
    "link_density",
    "cv_chars",
    "span_rows",
)


def features_of(columns: Columns, candidates: Candidates) -> dict[str, Floats]:
    """Return one array per feature, each with one number per candidate."""
    found: dict[str, Floats] = {}
    if not len(candidates):
        return found
    reduce = _Reducer(candidates)
    start, stop = candidates.start, candidates.stop
    sums = dict(zip(SUMS, columns.sums[:, stop] - columns.sums[:, start], strict=True))
    _sizes(columns, sums, reduce, found)
    _regularity(columns, candidates, sums, reduce, found)
    _places(columns, candidates, reduce, found)
    _families(columns, candidates, reduce, found)
    _kinds(columns, candidates, reduce, found)
    _against_others(columns, candidates, found)
    return found


class _Reducer:
    """Sums, means and spreads over the records of each candidate."""

    def __init__(self, candidates: Candidates) -> None:
        self.first = candidates.first[:-1]
        self.sizes = candidates.sizes.astype(np.float64)

    def sum(self, values: NDArray[np.generic]) -> Floats:
        found: Floats = np.add.reduceat(values.astype(np.float64), self.first, axis=-1)
        return found

    def mean(self, values: NDArray[np.generic]) -> Floats:
        return self.sum(values) / self.sizes

    def variation(self, values: Floats) -> Floats:
        """Standard deviation over mean."""
        mean = self.mean(values)
        variance = np.maximum(0, self.mean(values * values) - mean * mean)
        found: Floats = np.sqrt(variance) / np.maximum(mean, 1e-9)
        return np.minimum(found, 10.0)

    def distinct(self, values: NDArray[np.generic]) -> Floats:
        """Share of distinct values among the records."""
        owner = np.repeat(np.arange(len(self.sizes)), self.sizes.astype(np.intp))
        order = np.lexsort((values, owner))
        a, b = values[order], owner[order]
        new = np.r_[True, (a[1:] != a[:-1]) | (b[1:] != b[:-1])]
        return np.bincount(b[new], minlength=len(self.sizes)) / self.sizes


def _sizes(columns: Columns, sums: dict[str, Floats], reduce: _Reducer, found: dict[str, Floats]) -> None:
    whole = dict(zip(SUMS, columns.sums[:, -1].tolist(), strict=True))
    found["count"] = np.log2(reduce.sizes)
    totals = {name: reduce.sum(values) for name, values in sums.items()}
    for name in SUMS:
        found[f"mean_{name}"] = np.log2(1 + totals[name] / reduce.sizes)
        found[f"share_{name}"] = totals[name] / max(1.0, whole[name])
    for name in _VARIED:
        found[f"cv_{name}"] = reduce.variation(sums[name])
    for name in _SOME:
        found[f"some_{name}"] = reduce.mean(sums[name] > 0)
    chars = np.maximum(1.0, totals["chars"])
    texts = np.maximum(1.0, totals["texts"])
    found["link_density"] = totals["link_chars"] / chars
    found["digit_density"] = totals["digits"] / chars
    found["sign_density"] = totals["signs"] / chars
    found["upper_density"] = totals["upper"] / chars
    found["text_length"] = np.log2(1 + totals["chars"] / texts)
    found["repeated_texts"] = totals["repeated"] / texts
    found["href_length"] = totals["href_chars"] / np.maximum(1.0, totals["links"])
    found["texts_per_row"] = totals["texts"] / np.maximum(1.0, totals["rows"])
    found["hidden_rows"] = totals["hidden"] / np.maximum(1.0, totals["rows"])
    found["page_chars"] = np.full(len(chars), np.log2(1 + whole["chars"]))
    found["page_rows"] = np.full(len(chars), np.log2(1 + whole["rows"]))
    found["page_link_density"] = np.full(len(chars), whole["link_chars"] / max(1.0, whole["chars"]))
    found["page_long_texts"] = np.full(len(chars), whole["long_texts"] / max(1.0, whole["texts"]))
    found["more_links"] = found["link_density"] - found["page_link_density"]


def _regularity(
    columns: Columns, candidates: Candidates, sums: dict[str, Floats], reduce: _Reducer, found: dict[str, Floats]
) -> None:
    start, stop = candidates.start, candidates.stop
    sketch = columns.sketch[:, stop] - columns.sketch[:, start]
    mean = reduce.mean(sketch)
    spread = np.maximum(0, reduce.mean(sketch * sketch) - mean * mean).sum(axis=0)
    size = reduce.mean(sketch * sketch).sum(axis=0)
    found["irregularity"] = np.sqrt(spread / np.maximum(size, 1e-9))
    found["distinct_shapes"] = reduce.distinct(np.round(sketch[0] + 100 * sketch[1] + 1e4 * sketch[2], 3))
    found["distinct_records"] = reduce.distinct(columns.text_hash[stop] - columns.text_hash[start])
    leaf = columns.next_leaf[start]
    text = columns.text_id[np.minimum(leaf, len(columns.nodes) - 1)]
    found["distinct_firsts"] = reduce.distinct(text)
    found["first_is_text"] = reduce.mean(text >= 0)
    found["tiny_records"] = reduce.mean(sums["chars"] < 0.25 * np.repeat(reduce.mean(sums["chars"]), candidates.sizes))
    found["huge_records"] = reduce.mean(sums["chars"] > 3 * np.repeat(reduce.mean(sums["chars"]), candidates.sizes))
    first, last = candidates.first[:-1], candidates.first[1:] - 1
    usual = np.maximum(1.0, reduce.mean(sums["chars"]))
    found["first_size"] = np.minimum(5, sums["chars"][first] / usual)
    found["last_size"] = np.minimum(5, sums["chars"][last] / usual)


def _places(columns: Columns, candidates: Candidates, reduce: _Reducer, found: dict[str, Floats]) -> None:
    """Where the candidate stands, and how much of what is around it belongs to it."""
    chars, rows = columns.sums[0], len(columns.nodes)
    low = candidates.start[candidates.first[:-1]]
    high = candidates.stop[candidates.first[1:] - 1]
    whole = max(1.0, float(chars[-1]))
    held = reduce.sum(chars[candidates.stop] - chars[candidates.start])
    found["chars_before"] = chars[low] / whole
    found["chars_after"] = 1 - chars[high] / whole
    found["rows_before"] = low / rows
    found["rows_after"] = 1 - high / rows
    found["span_rows"] = (high - low) / rows
    found["covers_span"] = held / np.maximum(1.0, chars[high] - chars[low])
    within = np.arange(len(candidates.start)) + 1 < np.repeat(candidates.first[1:], candidates.sizes)
    after = np.r_[candidates.start[1:], 0]
    found["adjacent"] = reduce.sum(within & (after == candidates.stop)) / np.maximum(1, reduce.sizes - 1)
    gap = np.where(within, chars[np.where(within, after, 0)] - chars[candidates.stop], 0)
    found["gap_chars"] = np.log2(1 + reduce.sum(np.maximum(0, gap)) / np.maximum(1, reduce.sizes - 1))
    found["gap_variation"] = reduce.variation(np.maximum(0, gap))


def _common_ancestor(columns: Columns, candidates: Candidates) -> Ints:
    """The deepest row around all records of each candidate."""
    nodes = columns.nodes
    at = nodes.parent[candidates.start[candidates.first[:-1]]].astype(np.int64)
    high = candidates.stop[candidates.first[1:] - 1]
    while (low := (at > 0) & (nodes.end[at] < high)).any():
        at = np.where(low, nodes.parent[at], at)
    return np.maximum(at, 0)


def _families(columns: Columns, candidates: Candidates, reduce: _Reducer, found: dict[str, Floats]) -> None:
    """How records are spread over parents, and who else is there."""
    nodes, chars = columns.nodes, columns.sums[0]
    parent = nodes.parent[candidates.start].astype(np.int64)
    around = _common_ancestor(columns, candidates)
    held = reduce.sum(chars[candidates.stop] - chars[candidates.start])
    found["covers_ancestor"] = held / np.maximum(1.0, chars[nodes.end[around]] - chars[around])
    found["share_ancestor"] = (chars[nodes.end[around]] - chars[around]) / max(1.0, float(chars[-1]))
    depth = reduce.mean(nodes.depth[candidates.start])
    found["depth"] = depth
    found["levels"] = depth - nodes.depth[around]
    found["parents"] = reduce.distinct(parent)
    content = columns.next_leaf[:-1] < nodes.end
    children = np.bincount(nodes.parent[1:][content[1:]], minlength=len(nodes))
    own = np.repeat(reduce.sizes * found["parents"], candidates.sizes)
    found["siblings_used"] = np.minimum(1, 1 / np.maximum(1e-9, reduce.mean(children[parent] / np.maximum(1, own))) / 1)
    found["only_children"] = reduce.mean(children[parent] <= 1)
    held_children = np.bincount(nodes.parent[1:][content[1:]], minlength=len(nodes))[candidates.start]
    found["children"] = np.log2(1 + reduce.mean(held_children))
    found["same_children"] = reduce.variation(held_children.astype(np.float64))
    alone = candidates.stop == nodes.end[candidates.start]
    found["one_node"] = reduce.mean(alone)


def _kinds(columns: Columns, candidates: Candidates, reduce: _Reducer, found: dict[str, Floats]) -> None:
    nodes = columns.nodes
    names = nodes.tags
    tag = nodes.tag[candidates.start]
    for kind, tags in _TOPS.items():
        found[f"top_{kind}"] = reduce.mean(np.array([name in tags for name in names], bool)[tag])
    for name in _INSIDE:
        inside = np.zeros(len(nodes) + 1)
        rows = nodes.rows_with_tag(name)
        if len(rows):
            np.add.at(inside, rows, 1)
            np.add.at(inside, nodes.end[rows], -1)
            inside = np.cumsum(inside)
        found[f"in_{name}"] = reduce.mean(inside[candidates.start] > 0)
    found["styled"] = reduce.mean(
        np.array([bool(style) for style in nodes.paths.style], bool)[nodes.path][candidates.start]
    )
    found["is_run"] = ((candidates.source == 10) | (candidates.source == 11)).astype(np.float64)
    found["is_between"] = (candidates.source == 12).astype(np.float64)
    found["source"] = candidates.source.astype(np.float64)


def _against_others(columns: Columns, candidates: Candidates, found: dict[str, Floats]) -> None:
    """Ranks and ratios among the page's candidates, and how candidates lie inside of each other."""
    for name in _RANKED:
        values = found[name]
        order = np.argsort(np.argsort(-values, kind="stable"), kind="stable")
        found[f"rank_{name}"] = order / max(1, len(values) - 1)
        found[f"of_best_{name}"] = values / max(1e-9, float(values.max()))
    inside = _nesting(columns, candidates)
    found["containers"] = inside.sum(axis=1).astype(np.float64)
    found["contained"] = inside.sum(axis=0).astype(np.float64)
    count, share = 2 ** found["count"], found["share_chars"]
    # The nearest candidate around: the one with the least text of those that contain this one.
    around = _nearest(inside, np.where(share > 0, found["mean_chars"], 0), np.argmin, np.inf)
    within = _nearest(inside.T, found["mean_chars"], np.argmax, -np.inf)
    for name, other, is_there in (("outer", around, inside.any(axis=1)), ("inner", within, inside.any(axis=0))):
        found[f"{name}_count"] = np.where(is_there, np.log2(count / count[other]), 0)
        found[f"{name}_share"] = np.where(is_there, share / np.maximum(1e-9, share[other]), 0).clip(0, 5)
        found[f"{name}_irregularity"] = np.where(is_there, found["irregularity"][other], -1)
        found[f"{name}_size"] = np.where(is_there, found["mean_chars"] - found["mean_chars"][other], 0)
    # The candidate inside with most records per record: a group of records has several, a record's fields do not.
    many = np.where(inside.T, count[None, :] / count[:, None], 0)
    found["most_inside"] = np.log2(1 + many.max(axis=1))
    best = many.argmax(axis=1)
    found["most_inside_share"] = np.where(many.max(axis=1) > 0, share[best] / np.maximum(1e-9, share), 0).clip(0, 5)
    found["most_inside_chars"] = np.where(many.max(axis=1) > 0, found["mean_chars"][best], 0)
    found["most_inside_irregularity"] = np.where(many.max(axis=1) > 0, found["irregularity"][best], -1)


def _nearest(
    related: NDArray[np.bool_], size: Floats, pick: Callable[..., NDArray[np.intp]], missing: float
) -> NDArray[np.intp]:
    return pick(np.where(related, size[None, :], missing), axis=1)


def _nesting(columns: Columns, candidates: Candidates) -> NDArray[np.bool_]:
    """Matrix: the records of candidate i lie inside of records of candidate j (by three records of i)."""
    wide = len(columns.nodes) + 1
    key = candidates.owner * wide + candidates.start
    first, last = candidates.first[:-1], candidates.first[1:] - 1
    inside = np.zeros((len(candidates), len(candidates)))
    offsets = np.arange(len(candidates))[None, :] * wide
    for record in (first, (first + last) // 2, last):
        start, stop = candidates.start[record][:, None], candidates.stop[record][:, None]
        at = np.searchsorted(key, offsets + start, "right") - 1
        good = (at >= first[None, :]) & (at >= 0)
        at = np.maximum(at, 0)
        good &= (candidates.stop[at] >= stop) & (candidates.start[at] <= start)
        inside += good
    matrix: NDArray[np.bool_] = inside >= 2
    np.fill_diagonal(matrix, False)
    return matrix
