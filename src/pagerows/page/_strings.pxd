"""Numbers for pairs of numbers, for kernels that number paths."""

from libc.stdint cimport int32_t


cdef struct Pair:
    int32_t one
    int32_t other


cdef class Pairs:
    #: The number of the pair in each slot of a hash table, -1 where there is none; `last` is the last slot.
    cdef int32_t *slots
    cdef Pair *pairs
    cdef Py_ssize_t most, last
    cdef int32_t known

    cdef int32_t number(self, int32_t one, int32_t other) except -1


cdef int32_t merge_paths(const int32_t *parent, const int32_t *step, int32_t *found, Py_ssize_t paths) except -1
