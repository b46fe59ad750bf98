"""The elements around cells that hold no other cell of their table."""

from libc.stdint cimport int8_t, int32_t, int64_t

cdef enum: DEEPEST = 6  # elements around a cell that are looked at


cdef struct Rows:
    # A page's rows; and those where the cells of a table begin, in order. Texts have the kind 1.
    const int32_t *parent
    const int32_t *end
    const int8_t *kind
    Py_ssize_t count
    const int64_t *starts
    Py_ssize_t cells


cdef struct Chain:
    # The elements around a row, nearest first; and the one around all of these, -1 where there is none.
    int32_t[DEEPEST] rows
    Py_ssize_t size, box


cdef Chain chain_of(const Rows *rows, Py_ssize_t start, Py_ssize_t few) noexcept nogil
