# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Neighbours below one parent that differ in style alone, and whether two styles hold the same."""

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int8_t, int32_t, int64_t


def changes(const int32_t[::1] path, const int32_t[::1] tag, const int8_t[::1] kind, const int32_t[::1] end):
    """Return parent, path before and path after wherever an element follows one of the same tag and another path.

    Texts between them do not count. Parents below which paths only rise or only fall are left out: there nothing takes
    turns. (changes, 3)
    """
    cdef Py_ssize_t rows = path.shape[0], parent, count = 0, first
    cdef bint rises, falls
    cdef int32_t child, before
    found = np.empty((rows, 3), np.int32)
    cdef int32_t[:, ::1] in_found = found
    with nogil:
        for parent in range(rows):
            before, child, first = -1, parent + 1, count
            rises = falls = False
            while child < end[parent]:
                if kind[child] == 0:
                    if before >= 0 and tag[before] == tag[child] and path[before] != path[child]:
                        in_found[count, 0], in_found[count, 1], in_found[count, 2] = parent, path[before], path[child]
                        rises = rises or path[before] < path[child]
                        falls = falls or path[before] > path[child]
                        count += 1
                    before = child
                child = end[child]
            if not (rises and falls):
                count = first
    return found[:count]


#: What the first rows of a path hold: rows, all nodes, characters.
cdef struct Held:
    int64_t rows, nodes, chars


def alike(
    const int32_t[::1] path, const int32_t[::1] tag, const int32_t[::1] end, const int32_t[::1] lengths, Py_ssize_t tags,
    int32_t one, int32_t other, int64_t sample, double same_tags, double same_size, double same_length,
):
    """Tell whether the first `sample` rows of two tag paths hold the same: tags (by the cosine of how often each occurs), how
    many nodes, how much text (by the ratio of the smaller to the larger mean). `lengths` are the characters of rows."""
    cdef int64_t[:, ::1] counts = np.zeros((2, tags), np.int64)
    cdef Held first, second
    cdef Py_ssize_t place
    cdef double shared = 0, ones = 0, others = 0
    with nogil:
        held(path, tag, end, lengths, one, sample, counts[0], &first)
        held(path, tag, end, lengths, other, sample, counts[1], &second)
        for place in range(tags):
            shared += counts[0, place] * counts[1, place]
            ones += counts[0, place] * counts[0, place]
            others += counts[1, place] * counts[1, place]
    return (
        shared / sqrt(ones * others) >= same_tags
        and near(first.nodes / <double>first.rows, second.nodes / <double>second.rows, same_size)
        and near(1 + first.chars / <double>first.rows, 1 + second.chars / <double>second.rows, same_length)
    )


cdef bint near(double one, double other, double least) noexcept nogil:
    return min(one, other) >= least * max(one, other)


cdef int held(
    const int32_t[::1] path, const int32_t[::1] tag, const int32_t[::1] end, const int32_t[::1] lengths, int32_t wanted,
    int64_t sample, int64_t[::1] counts, Held *found,
) except -1 nogil:
    """Count what the first rows of a path hold."""
    cdef Py_ssize_t row, inside
    found.rows = found.nodes = found.chars = 0
    for row in range(path.shape[0]):
        if path[row] == wanted and found.rows < sample:
            found.rows += 1
            found.nodes += end[row] - row
            for inside in range(row, end[row]):
                counts[tag[inside]] += 1
                found.chars += lengths[inside]
        if found.rows == sample:
            break
    if not found.rows:
        with gil:
            raise IndexError("no row has this path")
    return 0
