"""Search in ascending rows."""

from libc.stdint cimport int32_t, int64_t


ctypedef const int32_t *Plain

ctypedef fused Rows:
    Plain
    const int32_t[::1]
    const int64_t[::1]


cdef inline Py_ssize_t smaller(Rows rows, Py_ssize_t count, int64_t row) except -1 nogil:
    """How many of the first `count` rows, which ascend, are smaller than one: the place of the first that is not."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low
