from libc.stdint cimport int32_t, int64_t, uint8_t

from pagerows.measures._sequence cimport Extremes


#: Where a region starts and stops; how many rows it has; the sum, the smallest and the largest of its codes, and the slope of
#: their regression line; the characters of its visible texts and the sum of the squares of their lengths.
cdef struct Numbers:
    int64_t start, stop, rows, text, squares
    Extremes codes
    double slope


#: The rows that records are in and texts are read of are known to be there.
cdef Numbers numbers(
    const int32_t *codes, const int32_t *lengths, const uint8_t *hidden, const int64_t *starts, const int64_t *stops,
    Py_ssize_t records, int64_t low, int64_t high, bint fitted,
) noexcept nogil
cdef int64_t shown_text(const int32_t *lengths, const uint8_t *hidden, Py_ssize_t rows) noexcept nogil
