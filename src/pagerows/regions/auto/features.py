"""Candidates -> features: what is asked about each candidate, by itself and against the others of the page.

Nothing here knows a language, a site or a class name: counts, shares, regularities, places and HTML's own tags only.
Features of boxes and styles of a rendered page (``columns.nodes.layout``) would be one more function beside these.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto.candidates import Candidates
from pagerows.regions.auto.columns import Columns, Floats, Ints, running
from pagerows.regions.auto.fields import field_features
from pagerows.regions.auto.records import INSIDE, LOW, OWNER, SOME, TEXTS, TOPS, VARIED, Records

__all__ = ["features_of"]

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
#: Features that are also ranked among the candidates of the page.
_RANKED: Final = (
    "count", "share_chars", "share_texts", "mean_chars", "mean_texts", "irregularity", "link_density", "cv_chars",
)  # fmt: skip


def features_of(columns: Columns, candidates: Candidates, starts: NDArray[np.bool_] | None = None) -> dict[str, Floats]:
    """Return one array per feature, each with one number per candidate.

    `starts` says for each row whether the signal method starts a record there.
    """
    found: dict[str, Floats] = {}
    if not len(candidates):
        return found
    records = Records(columns, candidates, starts)
    _sizes(records, found)
    _regularity(records, found)
    _places(records, found)
    _families(records, found)
    _kinds(records, found)
    field_features(records, found)
    if starts is not None:
        # More of what that method says (its rank, its best region) made trees trust it too much by site.
        found["signal_starts"] = records.flag("signal_starts")
    _against_others(records, found)
    return found


def _sizes(records: Records, found: dict[str, Floats]) -> None:
    total, whole = records.total, records.whole
    found["count"] = np.log2(records.sizes)
    means = np.log2(1 + np.stack([total[name] for name in _MEANS]) / records.sizes)
    found |= {f"mean_{name}": values for name, values in zip(_MEANS, means, strict=True)}
    found |= {f"share_{name}": total[name] / max(1.0, whole[name]) for name in _SHARES}
    found |= {f"cv_{name}": records.variation(name) for name in VARIED}
    found |= {f"some_{name}": records.flag(f"some_{name}") for name in SOME}
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


def _regularity(records: Records, found: dict[str, Floats]) -> None:
    columns, sizes = records.columns, records.sizes
    low, high = columns.before[records.start], columns.before[records.stop]
    # Variance of the sketches over their mean square, in whole numbers, so that equal ones are equal. Bits are signs.
    sums = 2 * records.bit_sums.astype(np.int64) - records.sum("rows")[:, None]
    squares = sizes * records.sum("sketch^2")
    found["irregularity"] = np.sqrt((squares - np.einsum("ij,ij->i", sums, sums)) / np.maximum(squares, 1))
    shapes = _mixed(records.shape.astype(np.uint64))
    texts = _mixed(columns.text_hash[high] - columns.text_hash[low])
    firsts = columns.text_id[columns.sums[low, TEXTS]]
    shares, _ = records.distinct(shapes, texts, firsts)
    found |= dict(zip(("distinct_shapes", "distinct_records", "distinct_firsts"), shares, strict=True))
    tiny = records.chars < (0.25 * (records.total["chars"] / sizes))[records.owner]
    found["tiny_records"] = np.add.reduceat(tiny, records.first, dtype=np.int64) / sizes


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix numbers so that their low bits tell them apart."""
    mixed = values * np.uint64(0x9E3779B97F4A7C15)
    return mixed >> np.uint64(64 - int(OWNER))


def _places(records: Records, found: dict[str, Floats]) -> None:
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


def _common_ancestor(records: Records) -> Ints:
    """The deepest row around all records of each candidate."""
    parent, end = records.nodes.parent.item, records.nodes.end.item
    found = []
    for low, high in zip(records.start[records.first].tolist(), records.stop[records.last].tolist(), strict=True):
        at = parent(low)
        while at > 0 and end(at) < high:
            at = parent(at)
        found.append(max(at, 0))
    return np.array(found, np.int64)


def _families(records: Records, found: dict[str, Floats]) -> None:
    """How records are spread over parents, and who else is there."""
    nodes, chars = records.nodes, records.columns.chars
    around = _common_ancestor(records)
    held = chars[nodes.end[around]] - chars[around]
    found["covers_ancestor"] = records.total["chars"] / np.maximum(1.0, held)
    found["share_ancestor"] = held / max(1.0, float(chars[-1]))
    found["levels"] = records.sum("depth") / records.sizes - nodes.depth[around]
    (share,), (kept,) = records.distinct(nodes.parent[records.start])
    found["parents"] = share
    owner, parents = (kept >> OWNER).astype(np.intp), (kept & LOW).astype(np.intp)
    there = np.bincount(owner, weights=records.children[parents], minlength=len(records))
    found["siblings_used"] = records.sizes / np.maximum(1, there)
    found["same_children"] = records.variation("children")


def _kinds(records: Records, found: dict[str, Floats]) -> None:
    found |= {name: records.flag(name) for name in (f"top_{name}" for name in TOPS)}
    found |= {name: records.flag(name) for name in (f"in_{name}" for name in INSIDE)}
    source = records.candidates.source
    found["is_run"] = ((source == 10) | (source == 11)).astype(np.float64)
    found["is_between"] = (source == 12).astype(np.float64)


def _against_others(records: Records, found: dict[str, Floats]) -> None:
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


def _nesting(records: Records) -> NDArray[np.bool_]:
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
