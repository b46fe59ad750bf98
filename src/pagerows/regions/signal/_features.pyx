# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What regions are like, in a few numbers each: of the sequence, and of the text that a person reads."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from pagerows.measures._sequence cimport extremes_of, slope_of


def numbers_of(
    const int32_t[::1] codes, const int32_t[::1] lengths, const uint8_t[::1] hidden, const int64_t[::1] starts,
    const int64_t[::1] stops, const int64_t[::1] begin, const int64_t[::1] low, const int64_t[::1] high, bint fitted,
):
    """Return of each region its numbers, as mappings; and the characters of all visible texts of the page.

    The records of region k are ``starts[begin[k]:begin[k + 1]]`` with their stops. A region goes from `low` to `high`; with
    `fitted` as far as its records do, too, and its rows are theirs: completed records may lie apart.
    """
    cdef Py_ssize_t region
    cdef list found = []
    for region in range(low.shape[0]):
        found.append(numbers(
            codes, lengths, hidden, starts[begin[region] : begin[region + 1]], stops[begin[region] : begin[region + 1]],
            low[region], high[region], fitted,
        ))
    return found, shown_text(lengths, hidden)


cdef Numbers numbers(
    const int32_t[::1] codes, const int32_t[::1] lengths, const uint8_t[::1] hidden, const int64_t[::1] starts,
    const int64_t[::1] stops, int64_t low, int64_t high, bint fitted,
) except *:
    """The numbers of one region with these records, one at least."""
    cdef Py_ssize_t record
    cdef int64_t text[2]
    cdef Numbers found
    found.start, found.stop, found.rows = low, high, high - low
    text[0] = text[1] = 0
    with nogil:
        if fitted:
            found.start, found.stop, found.rows = min(low, starts[0]), max(high, stops[starts.shape[0] - 1]), 0
        for record in range(starts.shape[0]):
            if fitted:
                found.rows += stops[record] - starts[record]
            add_text(lengths, hidden, starts[record], stops[record], text)
        found.codes = extremes_of(codes, found.start, found.stop)
        found.slope = slope_of(codes, found.start, found.stop)
    found.text, found.squares = text[0], text[1]
    return found


cdef int64_t shown_text(const int32_t[::1] lengths, const uint8_t[::1] hidden) except -1:
    """The characters of all visible texts of the page."""
    cdef int64_t text[2]
    text[0] = text[1] = 0
    with nogil:
        add_text(lengths, hidden, 0, lengths.shape[0], text)
    return text[0]


cdef int add_text(
    const int32_t[::1] lengths, const uint8_t[::1] hidden, Py_ssize_t start, Py_ssize_t stop, int64_t *text
) except -1 nogil:
    """Add the characters of the visible texts of some rows, and the squares of the texts' lengths."""
    cdef Py_ssize_t row
    for row in range(start, stop):
        if not hidden[row]:
            text[0] += lengths[row]
            text[1] += <int64_t>lengths[row] * lengths[row]
    return 0
