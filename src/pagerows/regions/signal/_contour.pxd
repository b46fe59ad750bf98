from libc.stdint cimport int32_t, uint8_t


#: A tag path sequence whose symbols are known to be below `symbols`, and none of them negative.
cdef struct Sequence:
    const int32_t *codes
    Py_ssize_t size, symbols


cdef class Contour:
    cdef int how
    cdef bint grow
    cdef double min_share, max_angle
    cdef Py_ssize_t fallback


cdef Sequence sequence_of(object codes) except *
cdef void order(const Sequence *own, int32_t *place, int32_t *found) noexcept nogil
cdef Py_ssize_t find_regions(
    const Sequence *own, Contour how, int32_t *room, uint8_t *cut, int32_t *starts, int32_t *stops
) noexcept nogil
