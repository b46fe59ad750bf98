"""Arrays of numbers that need no NumPy: for kernels their memory, for Python a sequence, for all else what NumPy makes of them."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

cimport cython

#: What the items of an array are.
cdef enum Kind:
    BOOL, INT8, UINT8, INT32, UINT32, INT64, UINT64, FLOAT64


@cython.final
@cython.no_gc  # an array knows at most whose memory it has a part of, and that knows no other
cdef class Array:
    #: The items without gaps, row by row; never NULL in an array that was made.
    cdef void *at
    #: How many there are.
    cdef readonly Py_ssize_t size
    #: One dimension or two.
    cdef readonly int ndim
    cdef Kind kind
    #: Rows (or items, where the array has one dimension), items of a row.
    cdef Py_ssize_t[2] sizes
    #: Bytes from row to row, from item to item.
    cdef Py_ssize_t[2] steps
    #: Whose memory it is; None where it is the array's own.
    cdef object owner

    cdef inline uint8_t *bools(self) except NULL:
        """The items, which are truth values: 0 or 1."""
        return <uint8_t *>(self.at if self.kind == BOOL else wrong_kind(self))

    cdef inline int8_t *int8s(self) except NULL:
        return <int8_t *>(self.at if self.kind == INT8 else wrong_kind(self))

    cdef inline uint8_t *uint8s(self) except NULL:
        return <uint8_t *>(self.at if self.kind == UINT8 else wrong_kind(self))

    cdef inline int32_t *int32s(self) except NULL:
        return <int32_t *>(self.at if self.kind == INT32 else wrong_kind(self))

    cdef inline uint32_t *uint32s(self) except NULL:
        return <uint32_t *>(self.at if self.kind == UINT32 else wrong_kind(self))

    cdef inline int64_t *int64s(self) except NULL:
        return <int64_t *>(self.at if self.kind == INT64 else wrong_kind(self))

    cdef inline uint64_t *uint64s(self) except NULL:
        return <uint64_t *>(self.at if self.kind == UINT64 else wrong_kind(self))

    cdef inline double *floats(self) except NULL:
        return <double *>(self.at if self.kind == FLOAT64 else wrong_kind(self))

    cdef Array part(self, Py_ssize_t first, Py_ssize_t last)
    cdef object item(self, Py_ssize_t place)
    cdef int put(self, Py_ssize_t place, object value) except -1


cdef void *wrong_kind(Array array) except NULL
cdef Py_ssize_t width_of(Kind kind) noexcept nogil
cdef Array empty(Kind kind, Py_ssize_t size)
cdef Array zeros(Kind kind, Py_ssize_t size)
cdef Array filled(Kind kind, Py_ssize_t size, int64_t value)
cdef Array empty_table(Kind kind, Py_ssize_t rows, Py_ssize_t wide)
cdef Array zeros_table(Kind kind, Py_ssize_t rows, Py_ssize_t wide)
cdef Array taken(Kind kind, void *room, Py_ssize_t size)
cdef Array copied(Kind kind, const void *items, Py_ssize_t size)
cdef Array array_of(Kind kind, object values)
