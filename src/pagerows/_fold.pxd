"""Texts with folded case and width."""

from libc.stdint cimport uint32_t

# Instead of how many characters a text has folded: its characters must be looked at together.
cdef enum:
    TOGETHER = -1
    MORE = 32  # room for characters that fold to several

cdef Py_ssize_t fold(const uint32_t *signs, Py_ssize_t size, uint32_t *room, Py_ssize_t most) except -2
cpdef str plain(str text)
