"""Which of a table's first rows are its headers: see _heads.pyx."""

from libc.stdint cimport int32_t

from pagerows.page._parts cimport Parts, Text

cdef Py_ssize_t leading(Parts parts, const int32_t *lines, Py_ssize_t count) except -1
cdef int count_signs(const Text *text, Py_ssize_t *digits, Py_ssize_t *letters) except -1
