"""The structure of records from the sequence of their attributes: cohesion, n-grams, outliers [F17 s. 3.2.5-3.2.6]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.values import Span

__all__ = ["cohesion", "jaccard_matrix", "outliers", "restructure"]

#: Longest n-gram that is tried; the paper has no bound but n_max, which grows with the page. No record is longer.
LONGEST: Final = 120
#: n-grams used for one page; what is left then is not part of any repeated structure.
ROUNDS: Final = 12


def jaccard_matrix(records: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Jaccard index of each two records over the concepts that they have. (n, n)

    >>> jaccard_matrix([[1, 2], [1], [3]]).tolist()
    [[1.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    width = 1 + max((max(record, default=0) for record in records), default=0)
    has = np.zeros((len(records), width))
    for row, record in enumerate(records):
        has[row, list(record)] = 1
    both = has @ has.T
    size = has.sum(1)
    either = size[:, None] + size[None, :] - both
    index: NDArray[np.float64] = np.divide(both, either, out=np.ones_like(both), where=either > 0)
    return index


def cohesion(records: Sequence[Sequence[int]]) -> float:
    """How alike the records are: the sum of their Jaccard matrix over that of an ideal one [F17 s. 3.2.5 step 1]."""
    return float(jaccard_matrix(records).mean()) if len(records) else 1.0


def outliers(records: Sequence[Sequence[int]], factor: float = 1.5) -> NDArray[np.bool_]:
    """Records whose mean similarity to the others lies below the lower limiter [F17 Eq. 11-13]."""
    count = len(records)
    if count < 3:
        return np.zeros(count, bool)
    mean = (jaccard_matrix(records).sum(1) - 1) / (count - 1)
    low, high = np.percentile(mean, [25, 75])
    found: NDArray[np.bool_] = mean < low - factor * (high - low) - 1e-9
    return found


def restructure(sequence: Sequence[int], least: int) -> list[Span]:
    """Cut a sequence of attributes into records: the best n-gram first, the next on what is left [F17 steps 3-4].

    Places of the sequence that are part of no repeated n-gram are records of their own, one each run.

    >>> restructure([1, 2, 3, 1, 4] * 3, least=3)
    [Span(start=0, stop=5), Span(start=5, stop=10), Span(start=10, stop=15)]
    """
    most = min(LONGEST, len(sequence) // least)  # n_max [F17 Eq. 9]
    codes = np.array(sequence, np.int64)
    free = np.ones(len(codes), bool)
    found: list[Span] = []
    for _ in range(ROUNDS):
        best = _best(codes, free, most)
        if best is None:
            break
        n, places = best
        for place in places:
            free[place : place + n] = False
            found.append(Span(place, place + n))
    edges = np.flatnonzero(np.diff(np.r_[False, free, False]))
    found += [Span(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return sorted(found)


def _best(codes: NDArray[np.int64], free: NDArray[np.bool_], most: int) -> tuple[int, list[int]] | None:
    """The n-gram of highest score among the free places, as its length and where it occurs, without overlap.

    The score is n*f / (rest), so the n-gram that covers most wins; of equals the shorter one, which makes more records.
    """
    best: tuple[int, list[int]] | None = None
    covered = 0
    # Number the n-grams at each place by pairing the number of the (n-1)-gram there with the next attribute.
    gram = np.where(free, codes, -1)
    starts = np.flatnonzero(free)
    width = int(codes.max(initial=0)) + 2
    for n in range(1, most + 1):
        if n > 1:
            starts = starts[starts + n <= len(codes)]
            starts = starts[free[starts + n - 1]]
            _, gram_here = np.unique(gram[starts] * width + codes[starts + n - 1], return_inverse=True)
            gram = np.full(len(codes), -1)
            gram[starts] = gram_here
        counts = np.bincount(gram[starts]) if len(starts) else np.zeros(0, int)
        # What occurs once is no structure, and its extensions are none either.
        starts = starts[counts[gram[starts]] > 1]
        if not len(starts):
            break
        for number in np.flatnonzero(counts * n > covered).tolist():
            if counts[number] < 2:
                continue
            places = _apart(starts[gram[starts] == number].tolist(), n)
            if len(places) > 1 and len(places) * n > covered:
                best, covered = (n, places), len(places) * n
    return best


def _apart(places: list[int], n: int) -> list[int]:
    """Occurrences without overlap, from left to right."""
    kept: list[int] = []
    for place in places:
        if not kept or place >= kept[-1] + n:
            kept.append(place)
    return kept
