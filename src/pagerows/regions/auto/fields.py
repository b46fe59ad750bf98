"""Records -> features of their fields: how many, how alike, what stands at the edges, where links lead."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto.columns import SUMS, Floats, Ints, changes, running
from pagerows.regions.auto.records import Records

__all__ = ["field_features"]

#: How many records of a candidate are looked into for their fields, and how many texts and images of each.
_SAMPLE: Final = 4
_LEAVES: Final = 60


def field_features(records: Records, found: dict[str, Floats]) -> None:
    """Add what is asked about the fields of records."""
    _fields(records, found)
    _targets(records, found)
    _said(records, found)


def _fields(records: Records, found: dict[str, Floats]) -> None:
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
    together = _distinct(record // _SAMPLE * wide + tag)
    found["fields_shared"] = mean / np.maximum(1, np.bincount(together // wide, minlength=count))
    _edges(records, found, leaves, together, wide)


def _edges(records: Records, found: dict[str, Floats], leaves: NDArray[np.intp], known: Ints, wide: int) -> None:
    """Whether what stands right before the first record, or right after the last, is such as records have inside.

    Where it is, the cut is one late, the list has further parts, or the records are parts of the real ones.
    """
    columns, each = records.columns, np.arange(len(records)) * wide
    before = columns.leaves[records.start[records.first]] - 1
    after = columns.leaves[records.stop[records.last]]
    for name, place in (("field_before", before), ("field_after", after)):
        there = (place >= 0) & (place < len(leaves))
        keys = each + columns.tags[leaves[np.where(there, place, 0)]]
        at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
        found[name] = (there & (known[at] == keys)).astype(np.float64)


def _targets(records: Records, found: dict[str, Floats]) -> None:
    """How many addresses the links of a record have: a card's links lead to one place, a section's to many."""
    columns = records.columns
    sample = np.minimum(records.first[:, None] + np.arange(_SAMPLE), records.last[:, None]).ravel()
    lane = SUMS.index("links")
    low = columns.sums[columns.before[records.start[sample]], lane].astype(np.int64)
    high = columns.sums[columns.before[records.stop[sample]], lane]
    sizes = np.minimum(high - low, _LEAVES)
    edges = running(sizes)
    place = np.repeat(low - edges[:-1], sizes) + np.arange(edges[-1])
    wide = len(columns.link_id) + 1
    distinct = _distinct(np.repeat(np.arange(len(sample)) * wide, sizes) + columns.link_id[place]) // wide
    each = np.bincount(distinct, minlength=len(sample)).reshape(-1, _SAMPLE).sum(axis=1)
    found["targets"] = np.log2(1 + each / _SAMPLE)
    found["links_per_target"] = sizes.reshape(-1, _SAMPLE).sum(axis=1) / np.maximum(1, each)


def _said(records: Records, found: dict[str, Floats]) -> None:
    """Whether the page says how many records it shows ("1-24 of 310"), and whether it is as many as these."""
    counts = records.sizes
    said = records.columns.said
    found["count_said"] = np.isin(counts, said).astype(np.float64)
    nearest = np.abs(counts[:, None] - np.array(said or [0.0])[None, :]).min(axis=1)
    found["count_near"] = (nearest / counts).clip(0, 1) if said else np.full(len(records), -1.0)


def _distinct(values: Ints) -> Ints:
    """The distinct values, in order."""
    values.sort()
    return values[changes(values)]
