"""Candidates -> features: what is asked about each candidate, by itself and against the others of the page.

Nothing here knows a language, a site or a class name: counts, shares, regularities, places and HTML's own tags only.
Features of boxes and styles of a rendered page (``columns.nodes.layout``) would be one more function beside these.
"""

from __future__ import annotations

from typing import Any, Final

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
_SOME: Final = ("links", "images", "headings", "numbers", "long_texts", "bold", "titled", "prices")
#: Features that are also ranked among the candidates of the page.
_RANKED: Final = (
    "count", "share_chars", "share_texts", "mean_chars", "mean_texts", "irregularity", "link_density", "cv_chars",
)  # fmt: skip
#: How many records of a candidate are looked into for their fields, and how many texts and images of each.
_SAMPLE: Final = 4
_LEAVES: Final = 60
_TEXTS: Final = SUMS.index("texts")
#: A value of a record in the low bits, its candidate in the high ones.
_OWNER: Final = np.uint64(40)
_LOW: Final = np.uint64((1 << 40) - 1)


def features_of(columns: Columns, candidates: Candidates, starts: NDArray[np.bool_] | None = None) -> dict[str, Floats]:
    """Return one array per feature, each with one number per candidate.

    `starts` says for each row whether the signal method starts a record there.
    """
    found: dict[str, Floats] = {}
    if not len(candidates):
        return found
    records = _Records(columns, candidates, starts)
    _sizes(records, found)
    _regularity(records, found)
    _places(records, found)
    _families(records, found)
    _kinds(records, found)
    _fields(records, found)
    if starts is not None:
        # More of what that method says (its rank, its best region) made trees trust it too much by site.
        found["signal_starts"] = records.flag("signal_starts")
    _against_others(records, found)
    return found


class _Records:
    """The records of all candidates, and what is summed over those of each candidate, all in one go."""

    def __init__(self, columns: Columns, candidates: Candidates, starts: NDArray[np.bool_] | None) -> None:
        self.columns, self.candidates, self.nodes = columns, candidates, columns.nodes
        self.start, self.stop = candidates.start, candidates.stop
        self.first, self.last = candidates.first[:-1], candidates.first[1:] - 1
        self.owner = candidates.owner
        self.sizes = candidates.sizes.astype(np.float64)
        self.whole = columns.whole
        self.held = columns.held(self.start, self.stop)
        self.chars = self.held[:, 0].astype(np.float64)
        #: Where the next record of the same candidate starts; the last one's is its own stop.
        self.after = np.append(self.start[1:], 0)
        self.after[self.last] = self.stop[self.last]
        #: How many children with content each row has.
        self.children = self._count_children()
        self._reduce(starts)

    def __len__(self) -> int:
        return len(self.sizes)

    def _count_children(self) -> Ints:
        nodes, leaves = self.nodes, self.columns.leaves
        content = leaves[1:-1] < leaves[nodes.end[1:]]
        return np.bincount(nodes.parent[1:][content], minlength=len(nodes))

    def _reduce(self, starts: NDArray[np.bool_] | None) -> None:
        """Sum flags, properties, bits and squares over the records of each candidate, as lanes of large integers."""
        flags = self._flags(starts)
        small: type[np.unsignedinteger[Any]] = np.uint16 if len(self.start) < 1 << 16 else np.uint32
        marks = np.zeros((len(self.start), -4 * (-len(flags) // 4)), small)
        for lane, values in enumerate(flags.values()):
            marks[:, lane] = values
        bits = self.columns.bits
        bits = bits.take(self.stop, axis=0) - bits.take(self.start, axis=0)
        self.bits = bits
        numbers = self._numbers()
        wide = [marks.view(np.int64), self.held.view(np.int64), bits.view(np.int64), *numbers.values()]
        sums = np.add.reduceat(np.column_stack(wide), self.first, axis=0)
        edges = np.cumsum([part.shape[1] for part in wide[:3]]).tolist()
        marked, held, self.bit_sums, rest = np.split(sums, edges, axis=1)
        share = np.ascontiguousarray(marked).view(small) / self.sizes[:, None]
        self._share: dict[str, Floats] = dict(zip(flags, share.T, strict=False))
        self.total = dict(zip(SUMS, np.ascontiguousarray(held).view(np.int32).T.astype(np.float64), strict=False))
        self.bit_sums = np.ascontiguousarray(self.bit_sums).view(bits.dtype)
        self._sum: dict[str, Floats] = dict(zip(numbers, rest.T.astype(np.float64), strict=True))

    def _flags(self, starts: NDArray[np.bool_] | None) -> dict[str, NDArray[np.bool_]]:
        """What is true or not of each record."""
        held, nodes, start = self.held, self.nodes, self.start
        texts = held[:, _TEXTS]
        found = {f"some_{name}": held[:, SUMS.index(name)] > 0 for name in _SOME}
        found |= {
            "two_texts": texts >= 2,
            "four_texts": texts >= 4,
            "one_image": held[:, SUMS.index("images")] == 1,
            "all_link": held[:, SUMS.index("link_chars")] >= held[:, 0],
            "adjacent": self.after == self.stop,
        }
        top = nodes.tag[start]
        code_of = {name: code for code, name in enumerate(nodes.tags)}
        found |= {f"top_{name}": top == code_of[name] for name in _TOPS if name in code_of}
        for name in _INSIDE:
            if name in code_of:
                found[f"in_{name}"] = _within(start, np.flatnonzero(nodes.tag == code_of[name]), nodes.end)
        if starts is not None:
            found["signal_starts"] = starts[start]
        return found

    def _numbers(self) -> dict[str, Ints]:
        """Numbers of each record; squares for their variation."""
        each = {name: self.held[:, SUMS.index(name)].astype(np.int64) for name in _VARIED}
        chars = self.columns.chars
        each["gap"] = np.maximum(0, chars[self.after] - chars[self.stop])
        each["children"] = self.children[self.start]
        found = {f"{name}^2": values * values for name, values in each.items()}
        sketch = 2 * self.bits.astype(np.int64) - each["rows"][:, None]
        found["sketch^2"] = np.einsum("ij,ij->i", sketch, sketch)
        self.shape = sketch[:, 0] + 1_000 * sketch[:, 1] + 1_000_000 * sketch[:, 2]
        return found | each | {"depth": self.nodes.depth[self.start].astype(np.int64)}

    def flag(self, name: str) -> Floats:
        """Share of records of which it is true."""
        return self._share.get(name, np.zeros(len(self)))

    def sum(self, name: str) -> Floats:
        """Sum of a number over the records."""
        return self._sum[name]

    def variation(self, name: str) -> Floats:
        """Standard deviation over mean."""
        mean = self._sum[name] / self.sizes
        variance = np.maximum(0, self._sum[f"{name}^2"] / self.sizes - mean * mean)
        found: Floats = np.minimum(np.sqrt(variance) / np.maximum(mean, 1e-9), 10.0)
        return found

    def distinct(self, *columns: NDArray[Any]) -> tuple[list[Floats], list[Ints]]:
        """Return for each column the share of distinct values among the records, and owner and value of each."""
        values = np.stack([column.astype(np.uint64) & _LOW for column in columns])
        values |= self.owner.astype(np.uint64) << _OWNER
        values.sort(axis=1)
        kept = [row[changes(row)] for row in values]
        shares = [np.bincount((row >> _OWNER).astype(np.intp), minlength=len(self)) / self.sizes for row in kept]
        return shares, kept


def _within(start: Ints, rows: NDArray[np.intp], end: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Mark what starts inside of some rows; they are in order, but may stand inside of each other."""
    if not len(rows):  # a pruned page still knows the tags that are gone
        return np.zeros(len(start), bool)
    # What matters is how far they reach so far.
    place = np.searchsorted(rows, start, "right") - 1
    inside: NDArray[np.bool_] = (place >= 0) & (start < np.maximum.accumulate(end[rows])[place])
    return inside


def _sizes(records: _Records, found: dict[str, Floats]) -> None:
    total, whole = records.total, records.whole
    found["count"] = np.log2(records.sizes)
    means = np.log2(1 + np.stack([total[name] for name in _MEANS]) / records.sizes)
    found |= {f"mean_{name}": values for name, values in zip(_MEANS, means, strict=True)}
    found |= {f"share_{name}": total[name] / max(1.0, whole[name]) for name in _SHARES}
    found |= {f"cv_{name}": records.variation(name) for name in _VARIED}
    found |= {f"some_{name}": records.flag(f"some_{name}") for name in _SOME}
    chars, texts = np.maximum(1.0, total["chars"]), np.maximum(1.0, total["texts"])
    found["link_density"] = total["link_chars"] / chars
    found["digit_density"] = total["digits"] / chars
    found["sign_density"] = total["signs"] / chars
    found["upper_density"] = total["upper"] / chars
    found["text_length"] = np.log2(1 + total["chars"] / texts)
    found["repeated_texts"] = total["repeated"] / texts
    links, all_links = np.maximum(1.0, total["links"]), max(1.0, whole["links"])
    found["href_digits"] = total["href_digits"] / links
    found["href_chars"] = np.log2(1 + total["href_chars"] / links)
    found["more_href_chars"] = found["href_chars"] - np.log2(1 + whole["href_chars"] / all_links)
    found["href_steps"] = total["href_steps"] / links
    found["more_href_steps"] = found["href_steps"] - whole["href_steps"] / all_links
    found["share_prices"] = total["prices"] / max(1.0, whole["prices"])
    found |= {name: records.flag(name) for name in ("two_texts", "four_texts", "one_image", "all_link")}
    found["prose_elsewhere"] = np.log2(1 + whole["prose"] - total["prose"]) - np.log2(1 + total["chars"])
    found["more_links"] = found["link_density"] - whole["link_chars"] / max(1.0, whole["chars"])
    found["more_titled"] = found["some_titled"] - whole["titled"] / max(1.0, whole["texts"])


def _regularity(records: _Records, found: dict[str, Floats]) -> None:
    columns, sizes = records.columns, records.sizes
    low, high = columns.before[records.start], columns.before[records.stop]
    # Variance of the sketches over their mean square, in whole numbers, so that equal ones are equal. Bits are signs.
    sums = 2 * records.bit_sums.astype(np.int64) - records.sum("rows")[:, None]
    squares = sizes * records.sum("sketch^2")
    found["irregularity"] = np.sqrt((squares - np.einsum("ij,ij->i", sums, sums)) / np.maximum(squares, 1))
    shapes = _mixed(records.shape.astype(np.uint64))
    texts = _mixed(columns.text_hash[high] - columns.text_hash[low])
    firsts = columns.text_id[columns.sums[low, _TEXTS]]
    shares, _ = records.distinct(shapes, texts, firsts)
    found |= dict(zip(("distinct_shapes", "distinct_records", "distinct_firsts"), shares, strict=True))
    tiny = records.chars < (0.25 * (records.total["chars"] / sizes))[records.owner]
    found["tiny_records"] = np.add.reduceat(tiny, records.first, dtype=np.int64) / sizes


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix numbers so that their low bits tell them apart."""
    mixed = values * np.uint64(0x9E3779B97F4A7C15)
    return mixed >> np.uint64(64 - int(_OWNER))


def _places(records: _Records, found: dict[str, Floats]) -> None:
    """Where the candidate stands, and how much of what is around it belongs to it."""
    chars, rows = records.columns.chars, len(records.nodes)
    low, high = records.start[records.first], records.stop[records.last]
    whole = max(1.0, float(chars[-1]))
    before, until = chars[low], chars[high]
    found["chars_before"] = before / whole
    found["chars_after"] = 1 - until / whole
    found["rows_before"] = low / rows
    found["rows_after"] = 1 - high / rows
    found["span_rows"] = (high - low) / rows
    found["covers_span"] = records.total["chars"] / np.maximum(1.0, until - before)
    # The last record is followed by its own stop, which is no gap.
    pairs = np.maximum(1, records.sizes - 1)
    found["adjacent"] = (np.rint(records.flag("adjacent") * records.sizes) - 1) / pairs
    found["gap_chars"] = np.log2(1 + records.sum("gap") / pairs)
    found["gap_variation"] = records.variation("gap")
    titles = records.nodes.rows_with_tag("h1")
    title = int(titles[0]) if len(titles) else 0
    found["after_title"] = np.where(low > title, 1.0, 0.0) if title else np.full(len(low), -1.0)
    found["chars_from_title"] = (before - chars[title]) / whole if title else np.full(len(low), -2.0)


def _common_ancestor(records: _Records) -> Ints:
    """The deepest row around all records of each candidate."""
    parent, end = records.nodes.parent.item, records.nodes.end.item
    found = []
    for low, high in zip(records.start[records.first].tolist(), records.stop[records.last].tolist(), strict=True):
        at = parent(low)
        while at > 0 and end(at) < high:
            at = parent(at)
        found.append(max(at, 0))
    return np.array(found, np.int64)


def _families(records: _Records, found: dict[str, Floats]) -> None:
    """How records are spread over parents, and who else is there."""
    nodes, chars = records.nodes, records.columns.chars
    around = _common_ancestor(records)
    held = chars[nodes.end[around]] - chars[around]
    found["covers_ancestor"] = records.total["chars"] / np.maximum(1.0, held)
    found["share_ancestor"] = held / max(1.0, float(chars[-1]))
    found["levels"] = records.sum("depth") / records.sizes - nodes.depth[around]
    (share,), (kept,) = records.distinct(nodes.parent[records.start])
    found["parents"] = share
    owner, parents = (kept >> _OWNER).astype(np.intp), (kept & _LOW).astype(np.intp)
    there = np.bincount(owner, weights=records.children[parents], minlength=len(records))
    found["siblings_used"] = records.sizes / np.maximum(1, there)
    found["same_children"] = records.variation("children")


def _kinds(records: _Records, found: dict[str, Floats]) -> None:
    found |= {name: records.flag(name) for name in (f"top_{name}" for name in _TOPS)}
    found |= {name: records.flag(name) for name in (f"in_{name}" for name in _INSIDE)}
    source = records.candidates.source
    found["is_run"] = ((source == 10) | (source == 11)).astype(np.float64)
    found["is_between"] = (source == 12).astype(np.float64)


def _fields(records: _Records, found: dict[str, Floats]) -> None:
    """How many different fields a record has; a row of records repeats its fields instead."""
    columns, count = records.columns, len(records)
    leaves = np.flatnonzero(columns.leaves[1:] > columns.leaves[:-1])
    sample = np.minimum(records.first[:, None] + np.arange(_SAMPLE), records.last[:, None]).ravel()
    low = columns.leaves[records.start[sample]]
    sizes = np.minimum(columns.leaves[records.stop[sample]] - low, _LEAVES)
    edges = running(sizes)
    place = np.repeat(low - edges[:-1], sizes) + np.arange(edges[-1])
    wide = int(columns.tags.max(initial=0)) + 1
    keys = np.repeat(np.arange(len(sample)) * wide, sizes) + columns.tags[leaves[place]]
    distinct = _distinct(keys)
    record, tag = np.divmod(distinct, wide)
    each = np.bincount(record, minlength=len(sample)).reshape(-1, _SAMPLE)
    mean = each.mean(axis=1)
    found["fields"] = np.log2(1 + mean)
    found["fields_repeated"] = sizes.reshape(-1, _SAMPLE).sum(axis=1) / np.maximum(1, each.sum(axis=1))
    # All fields of the first records together against the fields of one: 1 where records are alike.
    together = _distinct(record // _SAMPLE * wide + tag) // wide
    found["fields_shared"] = mean / np.maximum(1, np.bincount(together, minlength=count))


def _distinct(values: Ints) -> Ints:
    """The distinct values, in order."""
    values.sort()
    return values[changes(values)]


def _against_others(records: _Records, found: dict[str, Floats]) -> None:
    """Ranks and ratios among the page's candidates, and how candidates lie inside of each other."""
    table = np.stack([found[name] for name in _RANKED])
    order = np.argsort(-table, axis=1, kind="stable")
    ranks = np.empty_like(table)
    ranks[np.arange(len(table))[:, None], order] = np.arange(len(records)) / max(1, len(records) - 1)
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
    first, last, count = records.first, records.last, len(records)
    sample = np.concatenate([first, (first + last) // 2, last])
    sample = sample[np.argsort(records.start[sample], kind="stable")]
    starts = records.start[sample]
    # Each record of any candidate covers a run of the sampled ones; most cover none.
    low, high = np.searchsorted(starts, records.start), np.searchsorted(starts, records.stop)
    some = np.flatnonzero(high > low)
    low, sizes = low[some], (high - low)[some]
    edges = running(sizes)
    inner = sample[np.repeat(low - edges[:-1], sizes) + np.arange(edges[-1])]
    outer = np.repeat(some, sizes)
    held = np.flatnonzero(records.stop[inner] <= records.stop[outer])
    pairs = records.owner[inner[held]] * count + records.owner[outer[held]]
    matrix: NDArray[np.bool_] = (np.bincount(pairs, minlength=count * count) >= 2).reshape(count, count)
    np.fill_diagonal(matrix, False)
    return matrix
