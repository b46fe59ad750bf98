# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Scores -> regions: the best candidates that share no rows, each with its records as they are given."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memset

from pagerows._arrays cimport INT64, Array, empty
from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.measures._lanes cimport LANES, LINKS
from pagerows.page._buffers cimport items_of
from pagerows.regions.auto._ranked cimport Ranked, largest_first

#: Share of records of more than one node up to which those nodes are not parts of records but stand between them.
cdef double BETWEEN = 1 / 3.0
#: Usual number of texts and images from which a record of one is a bar, and the share of records that may be bars.
cdef double SEVERAL = 3
cdef double BARS = 0.2


def regions_of(Sheet sheet not None, Candidates candidates not None, scores, Py_ssize_t most, bint wide):
    """Return the best candidate, then the best that shares no row with those taken, and so on, at most so many.

    Each is its number, the starts and the stops of its records, cleaned and, where `wide`, widened to the boxes that are
    theirs alone; and whether its halves begin with the same link.
    """
    cdef Py_ssize_t place, size, count = candidates.count
    cdef const double *own = <const double *>items_of(scores, sizeof(double), &size)
    cdef Ranked *order
    cdef int64_t *sizes
    if size != count:
        raise IndexError(f"{size} scores for {count} candidates")
    check(sheet, candidates)
    order = <Ranked *>malloc((count + 1) * (sizeof(Ranked) + sizeof(int64_t)) + sheet.rows)
    if order is NULL:
        raise MemoryError
    sizes = <int64_t *>(order + count + 1)
    for place in range(count):
        order[place].value, order[place].candidate = own[place], place
    try:
        return best_of(sheet, candidates, order, sizes, <uint8_t *>(sizes + count + 1), most, wide)
    finally:
        free(order)


cdef int check(Sheet sheet, Candidates c) except -1:
    """Raise an IndexError where records do not lie on the page, or a candidate has none."""
    cdef Py_ssize_t record
    cdef bint wrong = False
    for record in range(c.records):
        wrong |= c.starts[record] < 0 or c.starts[record] >= c.stops[record] or c.stops[record] > sheet.rows
    for record in range(c.count):
        wrong |= c.firsts[record] >= c.firsts[record + 1]
    if wrong:
        raise IndexError("a record does not lie on the page")
    return 0


cdef list best_of(
    Sheet sheet, Candidates candidates, Ranked *order, int64_t *sizes, uint8_t *taken, Py_ssize_t most, bint wide
):
    """The same for candidates that are to be ordered; `sizes` and `taken` are room for numbers of them and marks of rows."""
    cdef Py_ssize_t place, count, at = 0, total = 0
    cdef int64_t *starts
    cdef int64_t *stops
    cdef Array records
    cdef bint wider = False
    cdef list found = []
    memset(taken, 0, sheet.rows)
    qsort(order, candidates.count, sizeof(Ranked), largest_first)
    count = disjoint(candidates, order, taken, most)
    for place in range(count):
        total += records_of(candidates, order[place].candidate)
    # Starts and stops of the records of all regions, one after another, and room for as many numbers.
    records = empty(INT64, 3 * total)
    starts, stops = records.int64s(), records.int64s() + total
    for place in range(count):
        sizes[place] = cleaned(sheet, candidates, order[place].candidate, starts + at, stops + at, stops + total)
        if wide:
            wider = widened(sheet, starts + at, stops + at, sizes[place]) or wider
        at += records_of(candidates, order[place].candidate)
    if wider:
        memset(taken, 0, sheet.rows)
    at = 0
    for place in range(count):
        # Wider records may have met: those of a region inside of a better one's are parts of them.
        if not wider or mark(starts + at, stops + at, sizes[place], taken):
            found.append((
                order[place].candidate, records.part(at, at + sizes[place]),
                records.part(total + at, total + at + sizes[place]), begins_twice(sheet, starts + at, stops + at, sizes[place]),
            ))
        at += records_of(candidates, order[place].candidate)
    return found


cdef inline Py_ssize_t records_of(Candidates c, int64_t candidate) noexcept nogil:
    return c.firsts[candidate + 1] - c.firsts[candidate]


cdef Py_ssize_t disjoint(Candidates c, Ranked *order, uint8_t *taken, Py_ssize_t most) noexcept nogil:
    """Move the candidates to the front that share no row with those before them, at most so many; return how many."""
    cdef Py_ssize_t place, count = 0
    cdef int64_t first
    for place in range(c.count):
        if count == most:
            break
        first = c.firsts[order[place].candidate]
        if mark(c.starts + first, c.stops + first, records_of(c, order[place].candidate), taken):
            order[count] = order[place]
            count += 1
    return count


cdef bint mark(const int64_t *start, const int64_t *stop, Py_ssize_t count, uint8_t *taken) noexcept nogil:
    """Whether no row of some spans is taken; if so, all are now."""
    cdef int64_t row
    cdef Py_ssize_t span
    for span in range(count):
        for row in range(start[span], stop[span]):
            if taken[row]:
                return False
    for span in range(count):
        memset(taken + start[span], True, stop[span] - start[span])
    return True


cdef int compare(const void *one, const void *other) noexcept nogil:
    cdef int64_t a = (<const int64_t *>one)[0], b = (<const int64_t *>other)[0]
    return -1 if a < b else a > b


cdef Py_ssize_t cleaned(
    Sheet sheet, Candidates c, int64_t candidate, int64_t *starts, int64_t *stops, int64_t *held
) noexcept nogil:
    """Write the starts and stops of a candidate's records without what stands between records; return how many are left.

    A run of siblings lasts until the next record starts. Where nearly all are one node, what follows the others is a
    heading, an advertisement or a bar between records; where they are several nodes, it is a part of the record. A
    record of one text among records of several is such a bar, too.
    """
    cdef Py_ssize_t record, first = c.firsts[candidate], count = records_of(c, candidate), kept = 0
    cdef int64_t more = 0, single = 0, start, stop
    cdef double usual
    for record in range(count):
        start, stop = c.starts[first + record], c.stops[first + record]
        more += sheet.leaves[min(<int64_t>sheet.end[start], stop)] < sheet.leaves[stop]
    for record in range(count):
        start, stop = c.starts[first + record], c.stops[first + record]
        if more <= BETWEEN * count:
            stop = min(<int64_t>sheet.end[start], stop)
        starts[record], stops[record] = start, stop
        held[record] = sheet.leaves[stop] - sheet.leaves[start]  # texts and images of each
        single += held[record] <= 1
    if not (0 < single <= BARS * count and single <= count - 2):
        return count
    qsort(held, count, sizeof(int64_t), compare)
    usual = (held[(count - 1) // 2] + held[count // 2]) / 2.0
    if usual < SEVERAL:
        return count
    for record in range(count):
        if sheet.leaves[stops[record]] - sheet.leaves[starts[record]] > 1:
            starts[kept], stops[kept] = starts[record], stops[record]
            kept += 1
    return kept


cdef bint widened(Sheet sheet, int64_t *starts, int64_t *stops, Py_ssize_t count) noexcept nogil:
    """Widen records, in step from parent to parent, while these are distinct, disjoint, of one tag and below the body.

    Records that were cut to an inner box (a caption without its picture and link) become the whole box; siblings in one list
    have one parent and stay as they are. So do records of which one is less or more than an element. Return whether they are
    wider.
    """
    cdef Py_ssize_t record
    cdef bint wider = False
    if count < 2:
        return False
    for record in range(count):
        if sheet.end[starts[record]] != stops[record]:
            return False
    while have_own_parents(sheet, starts, count):
        wider = True
        for record in range(count):
            starts[record] = sheet.parent[starts[record]]
            stops[record] = sheet.end[starts[record]]
    return wider


cdef bint have_own_parents(Sheet sheet, const int64_t *rows, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t record
    cdef int32_t above, before = -1
    for record in range(count):
        above = sheet.parent[rows[record]]
        if above <= 0 or sheet.tag[above] != sheet.tag[sheet.parent[rows[0]]] or (record and above < sheet.end[before]):
            return False
        before = above
    return True


cdef bint begins_twice(Sheet sheet, const int64_t *starts, const int64_t *stops, Py_ssize_t count) noexcept nogil:
    """Whether the first link of the first record and that of the first one behind the middle lead to the same address."""
    cdef int64_t one
    if count == 0 or count % 2:
        return False
    one = first_link(sheet, starts[0], stops[0])
    return one >= 0 and one == first_link(sheet, starts[count // 2], stops[count // 2])


cdef int64_t first_link(Sheet sheet, int64_t start, int64_t stop) noexcept nogil:
    """The number of the address that the first link of some rows leads to, -1 where there is none."""
    cdef int32_t link = sheet.sums[LANES * sheet.before[start] + LINKS]
    return sheet.link_id[link] if link < sheet.sums[LANES * sheet.before[stop] + LINKS] else -1
