"""Candidates -> features: what is asked about each candidate, by itself and against the others of the page.

Nothing here knows a language, a site or a class name: counts, shares, regularities, places and HTML's own tags only.
Features of boxes and styles of a rendered page (``columns.nodes.layout``) would be one more function beside these.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto.candidates import Candidates
from pagerows.regions.auto.columns import SUMS, Columns, Floats, Ints, changes, running

__all__ = ["features_of"]

#: Elements that say what a part of a page is for; a feature each: whether records stand inside.
_INSIDE: Final = ("nav", "header", "footer", "aside", "main", "article", "table")
#: What records are made of; a feature each: the share of records whose first node is one.
_TOPS: Final = ("li", "tr", "div", "p", "a")
_MEANS: Final = (
    "chars",
    "words",
    "texts",
    "rows",
    "link_chars",
    "link_texts",
    "numbers",
    "upper",
    "long_texts",
    "images",
)
_SHARES: Final = (
    "chars", "words", "texts", "signs", "digits", "upper", "long_texts", "link_chars", "images", "prose",
)  # fmt: skip
_VARIED: Final = ("chars", "texts", "rows", "links", "words")
_SOME: Final = ("links", "images", "headings", "numbers", "long_texts", "bold", "titled")
#: Features that are also ranked among the candidates of the page.
_RANKED: Final = (
    "count", "share_chars", "share_texts", "mean_chars", "mean_texts", "irregularity", "link_density", "cv_chars",
)  # fmt: skip
#: How many records of a candidate are looked into for their fields, and how many texts and images of each.
_SAMPLE: Final = 4
_LEAVES: Final = 60


def features_of(columns: Columns, candidates: Candidates, starts: NDArray[np.bool_] | None = None) -> dict[str, Floats]:
    """Return one array per feature, each with one number per candidate.

    `starts` says for each row whether the signal method starts a record there.
    """
    found: dict[str, Floats] = {}
    if not len(candidates):
        return found
    records = _Records(columns, candidates)
    _sizes(records, found)
    _page(records, found)
    _regularity(records, found)
    _places(records, found)
    _families(records, found)
    _kinds(records, found)
    _fields(records, found)
    if starts is not None:
        # More of what that method says (its rank, its best region) made trees trust it too much by site.
        found["signal_starts"] = records.mean(starts[records.start])
    _against_others(records, found)
    return found


class _Records:
    """The records of all candidates, their sums, and how to reduce them to one number per candidate."""

    def __init__(self, columns: Columns, candidates: Candidates) -> None:
        self.columns, self.candidates, self.nodes = columns, candidates, columns.nodes
        self.start, self.stop = candidates.start, candidates.stop
        self.first, self.last = candidates.first[:-1], candidates.first[1:] - 1
        self.owner = candidates.owner
        self.sizes = candidates.sizes.astype(np.float64)
        table = columns.held(self.start, self.stop).T[: len(SUMS)].astype(np.float64)
        self.each = dict(zip(SUMS, table, strict=True))
        self.total = dict(zip(SUMS, np.add.reduceat(table, self.first, axis=1), strict=True))
        self.some = dict(zip(SUMS, self.mean(table > 0), strict=True))
        self.whole = columns.whole

    def __len__(self) -> int:
        return len(self.sizes)

    def sum(self, values: NDArray[np.generic]) -> Floats:
        found: Floats = np.add.reduceat(values.astype(np.float64), self.first, axis=-1)
        return found

    def mean(self, values: NDArray[np.generic]) -> Floats:
        return self.sum(values) / self.sizes

    def variation(self, values: Floats) -> Floats:
        """Standard deviation over mean."""
        mean = self.mean(values)
        variance = np.maximum(0, self.mean(values * values) - mean * mean)
        found: Floats = np.minimum(np.sqrt(variance) / np.maximum(mean, 1e-9), 10.0)
        return found

    def new(self, values: NDArray[np.generic]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Order records by candidate and value; mark the first of each value."""
        order = np.lexsort((values, self.owner))
        return order, changes(values[order]) | changes(self.owner[order])

    def distinct(self, values: NDArray[np.generic]) -> Floats:
        """Share of distinct values among the records."""
        order, new = self.new(values)
        found: Floats = np.bincount(self.owner[order[new]], minlength=len(self)) / self.sizes
        return found


def _sizes(records: _Records, found: dict[str, Floats]) -> None:
    total, whole, each = records.total, records.whole, records.each
    found["count"] = np.log2(records.sizes)
    for name in _MEANS:
        found[f"mean_{name}"] = np.log2(1 + total[name] / records.sizes)
    for name in _SHARES:
        found[f"share_{name}"] = total[name] / max(1.0, whole[name])
    varied = records.variation(np.stack([each[name] for name in _VARIED]))
    found |= {f"cv_{name}": values for name, values in zip(_VARIED, varied, strict=True)}
    found |= {f"some_{name}": records.some[name] for name in _SOME}
    chars, texts = np.maximum(1.0, total["chars"]), np.maximum(1.0, total["texts"])
    found["link_density"] = total["link_chars"] / chars
    found["digit_density"] = total["digits"] / chars
    found["sign_density"] = total["signs"] / chars
    found["upper_density"] = total["upper"] / chars
    found["text_length"] = np.log2(1 + total["chars"] / texts)
    found["repeated_texts"] = total["repeated"] / texts
    found["href_digits"] = total["href_digits"] / np.maximum(1.0, total["links"])
    found["two_texts"] = records.mean(each["texts"] >= 2)
    found["four_texts"] = records.mean(each["texts"] >= 4)
    found["one_image"] = records.mean(each["images"] == 1)
    found["all_link"] = records.mean(each["link_chars"] >= each["chars"])
    found["prose_elsewhere"] = np.log2(1 + whole["prose"] - total["prose"]) - np.log2(1 + total["chars"])
    found["more_links"] = found["link_density"] - whole["link_chars"] / max(1.0, whole["chars"])
    found["more_titled"] = found["some_titled"] - whole["titled"] / max(1.0, whole["texts"])


def _page(records: _Records, found: dict[str, Floats]) -> None:
    """What the whole page is like: equal for all candidates, asked when the page's answer is accepted or not."""
    whole = records.whole
    chars, texts = max(1.0, whole["chars"]), max(1.0, whole["texts"])
    page = {
        "chars": np.log2(1 + whole["chars"]),
        "rows": np.log2(1 + whole["rows"]),
        "links": np.log2(1 + whole["links"]),
        "images": np.log2(1 + whole["images"]),
        "headings": np.log2(1 + whole["headings"]),
        "articles": np.log2(1 + len(records.nodes.rows_with_tag("article"))),
        "link_density": whole["link_chars"] / chars,
        "long_texts": whole["long_texts"] / texts,
        "prose": whole["prose"] / chars,
    }
    found |= {f"page_{name}": np.full(len(records), value) for name, value in page.items()}


def _regularity(records: _Records, found: dict[str, Floats]) -> None:
    columns, start, stop = records.columns, records.start, records.stop
    sketch = columns.sketch(start, stop).T
    mean, square = records.mean(sketch), records.mean(sketch * sketch)
    spread = np.maximum(0, square - mean * mean).sum(axis=0)
    found["irregularity"] = np.sqrt(spread / np.maximum(square.sum(axis=0), 1e-9))
    found["distinct_shapes"] = records.distinct(sketch[0] + 1e3 * sketch[1] + 1e6 * sketch[2])
    low, high = columns.before[start], columns.before[stop]
    found["distinct_records"] = records.distinct(columns.text_hash[high] - columns.text_hash[low])
    found["distinct_firsts"] = records.distinct(columns.text_id[columns.sums[low, SUMS.index("texts")]])
    usual = records.total["chars"] / records.sizes
    found["tiny_records"] = records.mean(records.each["chars"] < 0.25 * usual[records.owner])


def _places(records: _Records, found: dict[str, Floats]) -> None:
    """Where the candidate stands, and how much of what is around it belongs to it."""
    chars, rows = records.columns.chars.astype(np.float64), len(records.nodes)
    low, high = records.start[records.first], records.stop[records.last]
    whole = max(1.0, float(chars[-1]))
    found["chars_before"] = chars[low] / whole
    found["chars_after"] = 1 - chars[high] / whole
    found["rows_before"] = low / rows
    found["rows_after"] = 1 - high / rows
    found["span_rows"] = (high - low) / rows
    found["covers_span"] = records.total["chars"] / np.maximum(1.0, chars[high] - chars[low])
    # The next record of the same candidate; the last one has none.
    after = np.roll(records.start, -1)
    after[records.last] = records.stop[records.last]
    gap = np.maximum(0, chars[after] - chars[records.stop])
    pairs = np.maximum(1, records.sizes - 1)
    found["adjacent"] = (records.sum(after == records.stop) - 1) / pairs
    found["gap_chars"] = np.log2(1 + records.sum(gap) / pairs)
    found["gap_variation"] = records.variation(gap)
    titles = records.nodes.rows_with_tag("h1")
    title = int(titles[0]) if len(titles) else 0
    found["after_title"] = np.where(low > title, 1.0, 0.0) if title else np.full(len(low), -1.0)
    found["chars_from_title"] = (chars[low] - chars[title]) / whole if title else np.full(len(low), -2.0)


def _common_ancestor(records: _Records) -> Ints:
    """The deepest row around all records of each candidate."""
    nodes = records.nodes
    at = nodes.parent[records.start[records.first]].astype(np.int64)
    high = records.stop[records.last]
    while (low := (at > 0) & (nodes.end[at] < high)).any():
        at = np.where(low, nodes.parent[at], at)
    return np.maximum(at, 0)


def _families(records: _Records, found: dict[str, Floats]) -> None:
    """How records are spread over parents, and who else is there."""
    nodes, chars = records.nodes, records.columns.chars.astype(np.float64)
    around = _common_ancestor(records)
    held = chars[nodes.end[around]] - chars[around]
    found["covers_ancestor"] = records.total["chars"] / np.maximum(1.0, held)
    found["share_ancestor"] = held / max(1.0, float(chars[-1]))
    found["levels"] = records.mean(nodes.depth[records.start]) - nodes.depth[around]
    content = records.columns.leaves[1:-1] < records.columns.leaves[nodes.end[1:]]
    children = np.bincount(nodes.parent[1:][content], minlength=len(nodes))
    parent = nodes.parent[records.start].astype(np.int64)
    order, new = records.new(parent)
    parents, owner = parent[order[new]], records.owner[order[new]]
    found["parents"] = np.bincount(owner, minlength=len(records)) / records.sizes
    there = np.bincount(owner, weights=children[parents], minlength=len(records))
    found["siblings_used"] = records.sizes / np.maximum(1, there)
    found["same_children"] = records.variation(children[records.start].astype(np.float64))


def _kinds(records: _Records, found: dict[str, Floats]) -> None:
    nodes, start = records.nodes, records.start
    for name in _TOPS:
        code = nodes.tags.index(name) if name in nodes.tags else -1
        found[f"top_{name}"] = records.mean(nodes.tag[start] == code)
    for name in _INSIDE:
        rows = nodes.rows_with_tag(name)
        # Rows are in order, but may stand inside of each other: what matters is how far they reach so far.
        reach = np.maximum.accumulate(nodes.end[rows]) if len(rows) else rows
        place = np.searchsorted(rows, start, "right") - 1
        inside = (place >= 0) & (start < reach[place]) if len(rows) else np.zeros(len(start), bool)
        found[f"in_{name}"] = records.mean(inside)
    source = records.candidates.source
    found["is_run"] = ((source == 10) | (source == 11)).astype(np.float64)
    found["is_between"] = (source == 12).astype(np.float64)


def _fields(records: _Records, found: dict[str, Floats]) -> None:
    """How many different fields a record has; a row of records repeats its fields instead."""
    columns = records.columns
    leaves = np.flatnonzero(columns.leaves[1:] > columns.leaves[:-1])
    sample = np.minimum(records.first[:, None] + np.arange(_SAMPLE), records.last[:, None]).ravel()
    low = np.searchsorted(leaves, records.start[sample])
    sizes = np.minimum(np.searchsorted(leaves, records.stop[sample]) - low, _LEAVES)
    edges = running(sizes)
    place = np.repeat(low - edges[:-1], sizes) + np.arange(edges[-1])
    wide = int(columns.tags.max(initial=0)) + 1
    keys = np.repeat(np.arange(len(sample)), sizes) * wide + columns.tags[leaves[place]]
    distinct = np.unique(keys)
    each = np.bincount(distinct // wide, minlength=len(sample)).reshape(-1, _SAMPLE)
    found["fields"] = np.log2(1 + each.mean(axis=1))
    found["fields_repeated"] = sizes.reshape(-1, _SAMPLE).sum(axis=1) / np.maximum(1, each.sum(axis=1))
    # All fields of the first records together against the fields of one: 1 where records are alike.
    together = np.unique(distinct // (wide * _SAMPLE) * wide + distinct % wide) // wide
    found["fields_shared"] = each.mean(axis=1) / np.maximum(1, np.bincount(together, minlength=len(records)))


def _against_others(records: _Records, found: dict[str, Floats]) -> None:
    """Ranks and ratios among the page's candidates, and how candidates lie inside of each other."""
    table = np.stack([found[name] for name in _RANKED])
    ranks = np.argsort(np.argsort(-table, axis=1, kind="stable"), axis=1, kind="stable") / max(1, len(records) - 1)
    ratios = table / np.maximum(1e-9, table.max(axis=1, keepdims=True))
    found |= {f"rank_{name}": values for name, values in zip(_RANKED, ranks, strict=True)}
    found |= {f"of_best_{name}": values for name, values in zip(_RANKED, ratios, strict=True)}
    inside = _nesting(records)
    found["containers"] = inside.sum(axis=1).astype(np.float64)
    found["contained"] = inside.sum(axis=0).astype(np.float64)
    count, size, share = records.sizes, found["mean_chars"], found["share_chars"]
    # The nearest candidate around: the one with the least text of those that contain this one.
    outer = np.where(inside, size[None, :], np.inf).argmin(axis=1)
    has_outer = inside.any(axis=1)
    found["outer_count"] = np.where(has_outer, np.log2(count / count[outer]), 0)
    found["outer_share"] = np.where(has_outer, share / np.maximum(1e-9, share[outer]), 0).clip(0, 5)
    # A candidate with as many records around (or inside of) these: the same records, cut wider (narrower).
    equal = np.abs(count[:, None] - count[None, :]) <= 0.1 * count[:, None]
    wider, narrower = inside & equal, inside.T & equal.T
    other = np.where(wider, size[None, :], -np.inf).argmax(axis=1)
    found["wider_size"] = np.where(wider.any(axis=1), size[other] - size, 0)
    covers = found["covers_ancestor"]
    found["wider_cover"] = np.where(wider.any(axis=1), covers[other] - covers, -2)
    other = np.where(narrower, size[None, :], np.inf).argmin(axis=1)
    found["narrower_size"] = np.where(narrower.any(axis=1), size - size[other], 0)
    texts = found["mean_texts"]
    found["narrower_texts"] = np.where(narrower.any(axis=1), texts - texts[other], 0)
    # The candidate inside with most records per record: a group of records has several, a record's fields do not.
    many = np.where(inside.T, count[None, :] / count[:, None], 0)
    most = many.max(axis=1)
    found["most_inside"] = np.log2(1 + most)
    found["most_inside_chars"] = np.where(most > 0, size[many.argmax(axis=1)], 0)


def _nesting(records: _Records) -> NDArray[np.bool_]:
    """Matrix: the records of candidate i lie inside of records of candidate j (two of three records of i)."""
    wide, first = len(records.nodes) + 1, records.first
    key = records.owner * wide + records.start
    sample = np.stack([first, (first + records.last) // 2, records.last])
    start, stop = records.start[sample][:, :, None], records.stop[sample][:, :, None]
    at = np.searchsorted(key, np.arange(len(records)) * wide + start, "right") - 1
    held = (at >= first) & (records.stop[np.maximum(at, 0)] >= stop)
    matrix: NDArray[np.bool_] = held.sum(axis=0) >= 2
    np.fill_diagonal(matrix, False)
    return matrix
