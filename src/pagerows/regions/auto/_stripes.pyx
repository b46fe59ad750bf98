# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Neighbours below one parent that differ in style alone, and whether two styles hold the same."""

import numpy as np

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from libc.math cimport sqrt
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.stdlib cimport qsort

from pagerows.page._buffers cimport int32s, items_of


#: An element that follows one of the same tag and another path: the smaller and the larger of the two paths, their parent,
#: and which of them stands first: the smaller (1) or the larger (2).
cdef struct Change:
    int32_t one, other, parent, way


cdef int by_paths(const void *first, const void *second) noexcept nogil:
    cdef const Change *a = <const Change *>first
    cdef const Change *b = <const Change *>second
    if a.one != b.one:
        return -1 if a.one < b.one else 1
    if a.other != b.other:
        return -1 if a.other < b.other else 1
    return -1 if a.parent < b.parent else a.parent > b.parent


def turns(path, tag, kind, end):
    """Return the pairs of tag paths of elements with the same tag that follow each other, both ways, below one parent; and
    how often they do anywhere.

    Texts between them do not count, nor do parents below which paths only rise or only fall: there nothing takes turns.
    """
    cdef Py_ssize_t rows, size
    cdef const int32_t *paths = int32s(path, &rows)
    cdef const int32_t *tags = int32s(tag, &size)
    cdef const int32_t *ends
    cdef const int8_t *kinds
    cdef Changes changes = Changes()
    if size != rows:
        raise ValueError("rows differ in number")
    ends = int32s(end, &size)
    if size != rows:
        raise ValueError("rows differ in number")
    kinds = <const int8_t *>items_of(kind, 1, &size)
    if size != rows:
        raise ValueError("rows differ in number")
    list_changes(changes, rows, paths, tags, kinds, ends)
    return pairs_of(changes) if changes.count else []


cdef class Changes:
    """A list of changes that grows."""

    cdef Change *items
    cdef Py_ssize_t count, room

    def __dealloc__(self):
        PyMem_Free(self.items)

    cdef int add(self, Change change) except -1:
        cdef Change *grown
        if self.count == self.room:
            grown = <Change *>PyMem_Realloc(self.items, (2 * self.room + 64) * sizeof(Change))
            if grown is NULL:
                raise MemoryError
            self.items, self.room = grown, 2 * self.room + 64
        self.items[self.count] = change
        self.count += 1
        return 0


cdef list pairs_of(Changes changes):
    """The pairs among changes that go both ways below one parent, and how many changes they have."""
    cdef Py_ssize_t place, last = 0, count = changes.count
    cdef Change *each
    cdef int32_t ways = 0
    cdef bint both = False
    cdef list found = []
    qsort(changes.items, count, sizeof(Change), by_paths)
    for place in range(count):
        each = &changes.items[place]
        if not place or not same_pair(each, each - 1):
            last, ways, both = place, 0, False
        elif each.parent != (each - 1).parent:
            ways = 0
        ways |= each.way
        both = both or ways == 3
        if both and (place + 1 == count or not same_pair(each, each + 1)):
            found.append((each.one, each.other, place + 1 - last))
    return found


cdef bint same_pair(const Change *one, const Change *other) noexcept nogil:
    return one.one == other.one and one.other == other.other


cdef int list_changes(
    Changes found, Py_ssize_t rows, const int32_t *path, const int32_t *tag, const int8_t *kind, const int32_t *end
) except -1:
    """List wherever an element follows one of the same tag and another path, below parents where paths rise and fall."""
    cdef Py_ssize_t parent, first
    cdef bint rises, falls
    cdef int32_t child, before, stop
    cdef Change change
    for parent in range(rows):
        before, child, stop, first = -1, <int32_t>parent + 1, end[parent], found.count
        if stop > rows:
            raise IndexError("no such row")
        if child >= stop or end[child] >= stop:  # no two children
            continue
        rises = falls = False
        while child < stop:
            if kind[child] == 0:
                if before >= 0 and path[before] != path[child] and tag[before] == tag[child]:
                    change.parent = <int32_t>parent
                    change.one, change.other = min(path[before], path[child]), max(path[before], path[child])
                    change.way = 1 if path[before] < path[child] else 2
                    found.add(change)
                    rises = rises or path[before] < path[child]
                    falls = falls or path[before] > path[child]
                before = child
            if end[child] <= child:
                raise IndexError("a row ends before it begins")
            child = end[child]
        if not (rises and falls):
            found.count = first
    return 0


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
