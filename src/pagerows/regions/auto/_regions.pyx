# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Scores -> regions: the best candidates that share no rows, each with its records as they are given."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort

from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.measures._lanes cimport LINKS
from pagerows.regions.auto._ranked cimport Ranked, largest_first

#: Share of records of more than one node up to which those nodes are not parts of records but stand between them.
cdef double BETWEEN = 1 / 3.0
#: Usual number of texts and images from which a record of one is a bar, and the share of records that may be bars.
cdef double SEVERAL = 3
cdef double BARS = 0.2


def regions_of(Sheet sheet not None, Candidates candidates not None, const double[::1] scores, Py_ssize_t most, bint wide):
    """Return the best candidate, then the best that shares no row with those taken, and so on, at most so many.

    Each is its number, the starts and the stops of its records, cleaned and, where `wide`, widened to the boxes that are
    theirs alone; and whether its halves begin with the same link.
    """
    cdef Py_ssize_t place, count, size, at, total = 0
    cdef double[::1] room = np.empty(2 * (candidates.count + 1))
    cdef Ranked *order = <Ranked *>&room[0]  # each is as wide as two numbers
    cdef uint8_t[::1] taken = np.zeros(sheet.rows, np.uint8)
    if scores.shape[0] != candidates.count:
        raise IndexError(f"{scores.shape[0]} scores for {candidates.count} candidates")
    with nogil:
        for place in range(candidates.count):
            order[place].value, order[place].candidate = scores[place], place
        qsort(order, candidates.count, sizeof(Ranked), largest_first)
        count = disjoint(candidates, order, taken, most)
        for place in range(count):
            total += records_of(candidates, order[place].candidate)
    # Starts and stops of the records of all regions, one after another; where each region's are, and how many.
    records = np.empty((3, total), np.int64)
    cdef int64_t[:, ::1] in_records = records
    cdef int64_t[::1] sizes = np.empty(count, np.int64)
    cdef bint wider = False
    with nogil:
        at = 0
        for place in range(count):
            sizes[place] = cleaned(sheet, candidates, order[place].candidate, in_records, at)
            if wide:
                wider = widened(sheet, in_records, at, sizes[place]) or wider
            at += records_of(candidates, order[place].candidate)
        if wider:
            taken[:] = 0
    cdef list found = []
    at = 0
    for place in range(count):
        size = sizes[place]
        # Wider records may have met: those of a region inside of a better one's are parts of them.
        if not wider or mark(in_records[0, at : at + size], in_records[1, at : at + size], taken):
            twice = begins_twice(sheet, in_records, at, size)
            found.append((order[place].candidate, records[0, at : at + size], records[1, at : at + size], twice))
        at += records_of(candidates, order[place].candidate)
    return found


cdef Py_ssize_t records_of(Candidates c, int64_t candidate) except -1 nogil:
    return c.firsts[candidate + 1] - c.firsts[candidate]


cdef Py_ssize_t disjoint(Candidates c, Ranked *order, uint8_t[::1] taken, Py_ssize_t most) except -1 nogil:
    """Move the candidates to the front that share no row with those before them, at most so many; return how many."""
    cdef Py_ssize_t place, count = 0
    cdef int64_t first, last
    for place in range(c.count):
        if count == most:
            break
        first, last = c.firsts[order[place].candidate], c.firsts[order[place].candidate + 1]
        if mark(c.starts[first:last], c.stops[first:last], taken):
            order[count] = order[place]
            count += 1
    return count


cdef bint mark(const int64_t[::1] start, const int64_t[::1] stop, uint8_t[::1] taken) except -1 nogil:
    """Whether no row of some spans is taken; if so, all are now."""
    cdef int64_t row
    cdef Py_ssize_t span
    for span in range(start.shape[0]):
        for row in range(start[span], stop[span]):
            if taken[row]:
                return False
    for span in range(start.shape[0]):
        for row in range(start[span], stop[span]):
            taken[row] = True
    return True


cdef int compare(const void *one, const void *other) noexcept nogil:
    cdef int64_t a = (<const int64_t *>one)[0], b = (<const int64_t *>other)[0]
    return -1 if a < b else a > b


cdef Py_ssize_t cleaned(Sheet sheet, Candidates c, int64_t candidate, int64_t[:, ::1] found, Py_ssize_t at) except -1 nogil:
    """Write the starts and stops of a candidate's records without what stands between records; return how many are left.

    A run of siblings lasts until the next record starts. Where nearly all are one node, what follows the others is a
    heading, an advertisement or a bar between records; where they are several nodes, it is a part of the record. A
    record of one text among records of several is such a bar, too.
    """
    cdef Py_ssize_t record, first = c.firsts[candidate], count = records_of(c, candidate), kept = 0
    cdef int64_t more = 0, single = 0, start, stop, one
    cdef int64_t[::1] held = found[2, at : at + count]  # texts and images of each
    cdef double usual
    for record in range(count):
        start, stop = c.starts[first + record], c.stops[first + record]
        more += sheet.leaves[min(<int64_t>sheet.end[start], stop)] < sheet.leaves[stop]
    for record in range(count):
        start, stop = c.starts[first + record], c.stops[first + record]
        if more <= BETWEEN * count:
            stop = min(<int64_t>sheet.end[start], stop)
        found[0, at + record], found[1, at + record] = start, stop
        held[record] = sheet.leaves[stop] - sheet.leaves[start]
        single += held[record] <= 1
    if not (0 < single <= BARS * count and single <= count - 2):
        return count
    qsort(&held[0], count, sizeof(int64_t), compare)
    usual = (held[(count - 1) // 2] + held[count // 2]) / 2.0
    if usual < SEVERAL:
        return count
    for record in range(at, at + count):
        one = sheet.leaves[found[1, record]] - sheet.leaves[found[0, record]]
        if one > 1:
            found[0, at + kept], found[1, at + kept] = found[0, record], found[1, record]
            kept += 1
    return kept


cdef bint widened(Sheet sheet, int64_t[:, ::1] found, Py_ssize_t at, Py_ssize_t count) except -1 nogil:
    """Widen records, in step from parent to parent, while these are distinct, disjoint, of one tag and below the body.

    Records that were cut to an inner box (a caption without its picture and link) become the whole box; siblings in one list
    have one parent and stay as they are. So do records of which one is less or more than an element. Return whether they are
    wider.
    """
    cdef Py_ssize_t record
    cdef bint wider = False
    if count < 2:
        return False
    for record in range(at, at + count):
        if sheet.end[found[0, record]] != found[1, record]:
            return False
    while have_own_parents(sheet, found[0, at : at + count]):
        wider = True
        for record in range(at, at + count):
            found[0, record] = sheet.parent[found[0, record]]
            found[1, record] = sheet.end[found[0, record]]
    return wider


cdef bint have_own_parents(Sheet sheet, const int64_t[::1] rows) except -1 nogil:
    cdef Py_ssize_t record
    cdef int32_t above, before = -1
    for record in range(rows.shape[0]):
        above = sheet.parent[rows[record]]
        if above <= 0 or sheet.tag[above] != sheet.tag[sheet.parent[rows[0]]] or (record and above < sheet.end[before]):
            return False
        before = above
    return True


cdef bint begins_twice(Sheet sheet, const int64_t[:, ::1] records, Py_ssize_t at, Py_ssize_t count) except -1 nogil:
    """Whether the first link of the first record and that of the first one behind the middle lead to the same address."""
    cdef int64_t one = first_link(sheet, records[0, at], records[1, at])
    return count % 2 == 0 and one >= 0 and one == first_link(sheet, records[0, at + count // 2], records[1, at + count // 2])


cdef int64_t first_link(Sheet sheet, int64_t start, int64_t stop) except? -1 nogil:
    """The number of the address that the first link of some rows leads to, -1 where there is none."""
    cdef int32_t link = sheet.sums[sheet.before[start], LINKS]
    return sheet.link_id[link] if link < sheet.sums[sheet.before[stop], LINKS] else -1
