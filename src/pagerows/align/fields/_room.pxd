from libc.stdint cimport int32_t, uint8_t


#: A stretch of memory of which the first bytes are taken; the one before it is full.
cdef struct Block:
    Block *before
    Py_ssize_t size, used

#: How much of a room was taken at some time.
cdef struct Taken:
    Block *block
    Py_ssize_t used


cdef class Room:
    """Memory that is given back as a whole: see _room.pyx."""

    cdef Block *block

    cdef void *take(self, Py_ssize_t size) except NULL
    cdef int32_t *numbers(self, Py_ssize_t count) except NULL
    cdef int32_t *filled(self, Py_ssize_t count, int32_t number) except NULL
    cdef uint8_t *marks(self, Py_ssize_t count) except NULL
    cdef Taken taken(self) noexcept
    cdef int free_behind(self, Block *last) noexcept
    cdef int give_back(self, Taken taken) noexcept
