"""Candidates in the order of a number, the largest first."""

from libc.stdint cimport int64_t


cdef struct Ranked:
    double value
    int64_t candidate


cdef inline int largest_first(const void *one, const void *other) noexcept nogil:
    """For qsort: of equal numbers that of the first candidate stands first."""
    cdef const Ranked *a = <const Ranked *>one
    cdef const Ranked *b = <const Ranked *>other
    if a.value != b.value:
        return -1 if a.value > b.value else 1
    return -1 if a.candidate < b.candidate else a.candidate > b.candidate
