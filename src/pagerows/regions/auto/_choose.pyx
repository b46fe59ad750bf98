# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Candidates compared with each other: who cuts the same records wider or narrower, how the best few lie; and the records of
one, without what stands between them."""

import numpy as np

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

#: How two candidates that duel lie, behind the differences of their features.
cdef enum: MORE_SCORE, SCORE, INSIDE, AROUND, STARTS_SHARED, STARTS_OF_OTHER, STARTS_LATER, ENDS_LATER, LIES


def support(
    const int64_t[::1] start, const int64_t[::1] stop, const int64_t[::1] first, const double[::1] scores,
    const int64_t[::1] order,
):
    """Return for each of some candidates the sum of the scores of the others that cut the same records, wider or narrower."""
    cdef Py_ssize_t one, other, count = order.shape[0]
    found = np.zeros(count)
    cdef double[::1] in_found = found
    with nogil:
        for one in range(count):
            for other in range(one + 1, count):
                if nested(start, stop, first, order[one], order[other]):
                    in_found[one] += max(0.0, scores[order[other]])
                    in_found[other] += max(0.0, scores[order[one]])
    return found


cdef bint nested(
    const int64_t[::1] start, const int64_t[::1] stop, const int64_t[::1] first, int64_t one, int64_t other
) except -1 nogil:
    """Whether each record of one candidate lies inside of the same record of the other, or the other way round."""
    cdef Py_ssize_t record, apart = first[other] - first[one]
    cdef bint inside = True, around = True
    if first[one + 1] - first[one] != first[other + 1] - first[other]:
        return False
    for record in range(first[one], first[one + 1]):
        inside = inside and start[record] >= start[record + apart] and stop[record] <= stop[record + apart]
        around = around and start[record] <= start[record + apart] and stop[record] >= stop[record + apart]
    return inside or around


def duel_table(
    const int64_t[::1] start, const int64_t[::1] stop, const int64_t[::1] first, const double[:, ::1] features,
    const double[::1] scores, const int64_t[::1] order,
):
    """Return one row for each ordered pair of some candidates: how much more the first has of each feature and of the score,
    its score, and how the two lie."""
    cdef Py_ssize_t one, other, feature, row = 0, count = order.shape[0], wide = features.shape[1]
    cdef int64_t a, b
    found = np.empty((count * max(0, count - 1), wide + LIES))
    cdef double[:, ::1] table = found
    with nogil:
        for one in range(count):
            for other in range(count):
                if one == other:
                    continue
                a, b = order[one], order[other]
                for feature in range(wide):
                    table[row, feature] = features[a, feature] - features[b, feature]
                table[row, wide + MORE_SCORE] = scores[a] - scores[b]
                table[row, wide + SCORE] = scores[a]
                lie(start, stop, first, a, b, &table[row, wide + INSIDE], &table[row, wide + STARTS_SHARED])
                lie(start, stop, first, b, a, &table[row, wide + AROUND], &table[row, wide + STARTS_OF_OTHER])
                table[row, wide + STARTS_LATER] = sign(start[first[a]] - start[first[b]])
                table[row, wide + ENDS_LATER] = sign(stop[first[a + 1] - 1] - stop[first[b + 1] - 1])
                row += 1
    return found


cdef int sign(int64_t value) noexcept nogil:
    return (value > 0) - (value < 0)


cdef int lie(
    const int64_t[::1] start, const int64_t[::1] stop, const int64_t[::1] first, int64_t one, int64_t other,
    double *inside, double *shared,
) except -1 nogil:
    """Shares of the records of one that lie inside of a record of the other, and that start where one of it does."""
    cdef int64_t record, at = first[other], held = 0, same = 0
    for record in range(first[one], first[one + 1]):
        # The last record of the other that starts no later; where all start later, the first.
        while at + 1 < first[other + 1] and start[at + 1] <= start[record]:
            at += 1
        held += start[at] <= start[record] and stop[record] <= stop[at]
        same += start[at] == start[record]
    inside[0] = held / <double>(first[one + 1] - first[one])
    shared[0] = same / <double>(first[one + 1] - first[one])
    return 0


cdef int compare(const void *one, const void *other) noexcept nogil:
    cdef int64_t a = (<const int64_t *>one)[0], b = (<const int64_t *>other)[0]
    return -1 if a < b else a > b


def cleaned(
    const int64_t[::1] leaves, const int32_t[::1] end, const int64_t[::1] start, const int64_t[::1] stop,
    double between, double several, double bars,
):
    """Return the starts and stops of a candidate's records without what stands between records.

    Where at most the share `between` of them is more than one node with content, records end with their first node. Where
    records usually have `several` texts or images, those with one are left out, if they are no more than the share `bars`.
    """
    cdef Py_ssize_t record, count = start.shape[0], kept = 0
    cdef int64_t more = 0, single = 0
    cdef double usual
    found, held = np.empty((2, count), np.int64), np.empty(count + 1, np.int64)
    cdef int64_t[:, ::1] in_found = found
    cdef int64_t[::1] in_held = held
    with nogil:
        for record in range(count):
            more += leaves[min(<int64_t>end[start[record]], stop[record])] < leaves[stop[record]]
        for record in range(count):
            in_found[0, record], in_found[1, record] = start[record], stop[record]
            if more <= between * count:
                in_found[1, record] = min(<int64_t>end[start[record]], stop[record])
            in_held[record] = leaves[in_found[1, record]] - leaves[start[record]]
            single += in_held[record] <= 1
        if 0 < single and single <= bars * count and single <= count - 2:
            qsort(&in_held[0], count, sizeof(int64_t), compare)
            usual = (in_held[(count - 1) // 2] + in_held[count // 2]) / 2.0
            if usual >= several:
                for record in range(count):
                    if leaves[in_found[1, record]] - leaves[in_found[0, record]] > 1:
                        in_found[0, kept], in_found[1, kept] = in_found[0, record], in_found[1, record]
                        kept += 1
                count = kept
    return found[0, :count], found[1, :count]
