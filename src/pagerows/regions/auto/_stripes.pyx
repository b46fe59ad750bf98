# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Neighbours below one parent that differ in style alone, and whether two styles hold the same."""

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Realloc
from libc.math cimport sqrt
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.stdlib cimport qsort

from pagerows._arrays cimport INT32, Array, empty, zeros
from pagerows.page._buffers cimport int32s, items_of
from pagerows.page._strings cimport Pairs, merge_paths


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
    path, tag, end, length, Py_ssize_t tags, int32_t one, int32_t other, int64_t sample, double same_tags, double same_size,
    double same_length,
):
    """Tell whether the first `sample` rows of two tag paths hold the same: tags (by the cosine of how often each occurs), how
    many nodes, how much text (by the ratio of the smaller to the larger mean). `length` are the characters of rows."""
    cdef Rows page
    cdef Held first, second
    cdef Py_ssize_t place, size
    cdef double shared = 0, ones = 0, others = 0
    cdef int64_t *counts
    page.path, page.tag = int32s(path, &page.count), int32s(tag, &size)
    page.end, page.tags = int32s(end, &place), tags
    if not page.count == size == place:
        raise ValueError("rows differ in number")
    page.length = int32s(length, &size)
    if size != page.count:
        raise ValueError("rows differ in number")
    counts = <int64_t *>PyMem_Calloc(2 * tags + 1, sizeof(int64_t))
    if counts is NULL:
        raise MemoryError
    try:
        held(&page, one, sample, counts, &first)
        held(&page, other, sample, counts + tags, &second)
        for place in range(tags):
            shared += counts[place] * counts[tags + place]
            ones += counts[place] * counts[place]
            others += counts[tags + place] * counts[tags + place]
    finally:
        PyMem_Free(counts)
    return (
        shared / sqrt(ones * others) >= same_tags
        and near(first.nodes / <double>first.rows, second.nodes / <double>second.rows, same_size)
        and near(1 + first.chars / <double>first.rows, 1 + second.chars / <double>second.rows, same_length)
    )


#: The columns of a page, and how many tags it has.
cdef struct Rows:
    const int32_t *path
    const int32_t *tag
    const int32_t *end
    const int32_t *length
    Py_ssize_t count, tags


cdef bint near(double one, double other, double least) noexcept nogil:
    return min(one, other) >= least * max(one, other)


cdef int held(const Rows *page, int32_t wanted, int64_t sample, int64_t *counts, Held *found) except -1:
    """Count what the first rows of a path hold, and how often each tag occurs in them."""
    cdef Py_ssize_t row, inside
    found.rows = found.nodes = found.chars = 0
    for row in range(page.count):
        if page.path[row] == wanted and found.rows < sample:
            if page.end[row] > page.count:
                raise IndexError("no such row")
            found.rows += 1
            found.nodes += page.end[row] - row
            for inside in range(row, page.end[row]):
                if not 0 <= page.tag[inside] < page.tags:
                    raise IndexError("no such tag")
                counts[page.tag[inside]] += 1
                found.chars += page.length[inside]
        if found.rows == sample:
            break
    if not found.rows:
        raise IndexError("no row has this path")
    return 0


def rows_of_paths(path, Py_ssize_t paths):
    """Return how many rows each path has."""
    cdef Py_ssize_t row, rows
    cdef const int32_t *own = int32s(path, &rows)
    cdef Array found = zeros(INT32, paths)
    cdef int32_t *counts = found.int32s()
    for row in range(rows):
        if not 0 <= own[row] < paths:
            raise IndexError("no such path")
        counts[own[row]] += 1
    return found


def joined(path, parent, tags, styles, list first not None):
    """Number paths anew where some have the style of another, the first of them (`first`; their own for others).

    Return the path of each row; of each new path the one above it, the path whose style it has, and the first that it is.
    """
    cdef Py_ssize_t row, rows, code, paths, size, others, count = 0
    cdef const int32_t *own = int32s(path, &rows)
    cdef const int32_t *above = int32s(parent, &paths)
    cdef const int32_t *tag = int32s(tags, &size)
    cdef const int32_t *style = int32s(styles, &others)
    cdef Array found = empty(INT32, rows), parents, chosen
    cdef int32_t *new
    cdef int32_t *step
    cdef Pairs pairs = Pairs(paths)
    if not paths == size == others == len(first):
        raise ValueError("paths differ in number")
    new = <int32_t *>PyMem_Calloc(2 * paths + 1, sizeof(int32_t))
    if new is NULL:
        raise MemoryError
    try:
        step = new + paths
        for code in range(paths):
            if not 0 <= first[code] < paths:
                raise IndexError("no such path")
            step[code] = pairs.number(tag[code], style[<Py_ssize_t>first[code]])
        count = merge_paths(above, step, new, paths)
        parents, chosen = empty(INT32, count), empty(INT32, count)
        count = 0
        for code in range(paths):
            if new[code] == count:  # the first of those that are one now
                parents.int32s()[count] = new[above[code]] if above[code] >= 0 else -1
                chosen.int32s()[count] = first[code]
                step[count] = <int32_t>code
                count += 1
        for row in range(rows):
            if not 0 <= own[row] < paths:
                raise IndexError("no such path")
            found.int32s()[row] = new[own[row]]
        return found, parents, chosen, [step[code] for code in range(count)]
    finally:
        PyMem_Free(new)
