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
    cdef Py_ssize_t region, record, rows = codes.shape[0]
    cdef list found = []
    if not (rows == lengths.shape[0] == hidden.shape[0] and begin.shape[0] > low.shape[0] == high.shape[0]):
        raise IndexError("rows differ in number")
    for record in range(starts.shape[0]):
        if not 0 <= starts[record] < stops[record] <= rows:
            raise IndexError("no such record")
    for region in range(low.shape[0]):
        if not (0 <= begin[region] < begin[region + 1] <= starts.shape[0] and 0 <= low[region] < high[region] <= rows):
            raise IndexError("no such region")
        found.append(numbers(
            &codes[0], &lengths[0], &hidden[0], &starts[begin[region]], &stops[begin[region]],
            begin[region + 1] - begin[region], low[region], high[region], fitted,
        ))
    return found, shown_text(&lengths[0], &hidden[0], rows) if rows else 0


cdef Numbers numbers(
    const int32_t *codes, const int32_t *lengths, const uint8_t *hidden, const int64_t *starts, const int64_t *stops,
    Py_ssize_t records, int64_t low, int64_t high, bint fitted,
) noexcept nogil:
    """The numbers of one region with so many records, one at least."""
    cdef Py_ssize_t record
    cdef Numbers found
    found.start, found.stop, found.rows, found.text, found.squares = low, high, high - low, 0, 0
    if fitted:
        found.start, found.stop, found.rows = min(low, starts[0]), max(high, stops[records - 1]), 0
    for record in range(records):
        if fitted:
            found.rows += stops[record] - starts[record]
        add_text(lengths, hidden, starts[record], stops[record], &found)
    found.codes = extremes_of(codes, found.start, found.stop)
    found.slope = slope_of(codes, found.start, found.stop)
    return found


cdef int64_t shown_text(const int32_t *lengths, const uint8_t *hidden, Py_ssize_t rows) noexcept nogil:
    """The characters of all visible texts of the page."""
    cdef Py_ssize_t row
    cdef int64_t found = 0
    for row in range(rows):
        if not hidden[row]:
            found += lengths[row]
    return found


cdef void add_text(
    const int32_t *lengths, const uint8_t *hidden, Py_ssize_t start, Py_ssize_t stop, Numbers *found
) noexcept nogil:
    """Add the characters of the visible texts of some rows, and the squares of the texts' lengths."""
    cdef Py_ssize_t row
    cdef int64_t text = 0, squares = 0
    for row in range(start, stop):
        if not hidden[row]:
            text += lengths[row]
            squares += <int64_t>lengths[row] * lengths[row]
    found.text += text
    found.squares += squares
