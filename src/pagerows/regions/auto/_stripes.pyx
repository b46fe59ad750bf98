# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Neighbours below one parent that differ in style alone, and whether two styles hold the same."""

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.stdlib cimport qsort


#: An element that follows one of the same tag and another path: the smaller and the larger of the two paths, their parent,
#: and which of them stands first: the smaller (1) or the larger (2).
cdef struct Change:
    int32_t one, other, parent, way


CHANGE = np.dtype([(name, np.int32) for name in ("one", "other", "parent", "way")])


cdef int by_paths(const void *first, const void *second) noexcept nogil:
    cdef const Change *a = <const Change *>first
    cdef const Change *b = <const Change *>second
    if a.one != b.one:
        return -1 if a.one < b.one else 1
    if a.other != b.other:
        return -1 if a.other < b.other else 1
    return -1 if a.parent < b.parent else a.parent > b.parent


def turns(const int32_t[::1] path, const int32_t[::1] tag, const int8_t[::1] kind, const int32_t[::1] end):
    """Return the pairs of tag paths of elements with the same tag that follow each other, both ways, below one parent; and
    how often they do anywhere. (pairs, 3)

    Texts between them do not count, nor do parents below which paths only rise or only fall: there nothing takes turns.
    """
    cdef Py_ssize_t rows = path.shape[0], count, change, last = 0, pairs = 0
    cdef Change[::1] changes = np.empty(rows, CHANGE)
    cdef int32_t ways
    cdef bint both
    with nogil:
        count = list_changes(path, tag, kind, end, changes)
    if not count:
        return np.empty((0, 3), np.int32)
    found = np.empty((count, 3), np.int32)
    cdef int32_t[:, ::1] in_found = found
    with nogil:
        qsort(&changes[0], count, sizeof(Change), by_paths)
        for change in range(count):
            if not change or changes[change].one != changes[change - 1].one or changes[change].other != changes[change - 1].other:
                last, ways, both = change, 0, False
            elif changes[change].parent != changes[change - 1].parent:
                ways = 0
            ways |= changes[change].way
            both = both or ways == 3
            if change + 1 < count and changes[change].one == changes[change + 1].one and changes[change].other == changes[change + 1].other:
                continue
            if both:
                in_found[pairs, 0], in_found[pairs, 1] = changes[change].one, changes[change].other
                in_found[pairs, 2] = change + 1 - last
                pairs += 1
    return found[:pairs]


cdef Py_ssize_t list_changes(
    const int32_t[::1] path, const int32_t[::1] tag, const int8_t[::1] kind, const int32_t[::1] end, Change[::1] found
) except -1 nogil:
    """List wherever an element follows one of the same tag and another path, below parents where paths rise and fall."""
    cdef Py_ssize_t parent, count = 0, first
    cdef bint rises, falls
    cdef int32_t child, before
    for parent in range(path.shape[0]):
        before, child, first = -1, parent + 1, count
        rises = falls = False
        while child < end[parent]:
            if kind[child] == 0:
                if before >= 0 and tag[before] == tag[child] and path[before] != path[child]:
                    found[count].parent = parent
                    found[count].one, found[count].other = min(path[before], path[child]), max(path[before], path[child])
                    found[count].way = 1 if path[before] < path[child] else 2
                    rises = rises or path[before] < path[child]
                    falls = falls or path[before] > path[child]
                    count += 1
                before = child
            child = end[child]
        if not (rises and falls):
            count = first
    return count


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
