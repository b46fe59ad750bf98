# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What inline styles hide, and the rows that are hidden with what hides them."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t

#: What an inline style says of its element.
cdef enum: HIDES = 1, OPENS = 2


def says(const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop):
    """Return for each inline style whether it hides its element (1), or opens what an attribute hides (2)."""
    cdef Py_ssize_t each
    found = np.zeros(start.shape[0], np.uint8)
    cdef uint8_t[::1] in_found = found
    with nogil:
        for each in range(start.shape[0]):
            if has(buffer, start[each], stop[each], b"display:none") or has(buffer, start[each], stop[each], b"visibility:hidden"):
                in_found[each] |= HIDES
            if has(buffer, start[each], stop[each], b"display:block"):
                in_found[each] |= OPENS
    return found


cdef bint has(const uint8_t[::1] buffer, int64_t start, int64_t stop, const char *wanted) except -1 nogil:
    """Whether a style has these characters somewhere, white space and capital letters aside."""
    cdef int64_t first, at
    cdef Py_ssize_t matched
    for first in range(start, stop):
        at, matched = first, 0
        while at < stop and wanted[matched]:
            if not is_space(buffer[at]):
                if small(buffer[at]) != <uint8_t>wanted[matched]:
                    break
                matched += 1
            at += 1
        if not wanted[matched]:
            return True
    return False


cdef bint is_space(uint8_t c) noexcept nogil:
    return c == c' ' or 0x09 <= c <= 0x0D


cdef uint8_t small(uint8_t c) noexcept nogil:
    return c | 0x20 if c'A' <= c <= c'Z' else c


def covered(
    const uint8_t[::1] of_path, const int32_t[::1] hiders, const int32_t[::1] path, const int32_t[::1] end, double waiting
):
    """Return which rows are hidden: the subtrees of rows that hide, without those that are most of the page.

    A row hides where its path does (`of_path`, as `says` says), or where it is one of `hiders` and nothing opens it. A hidden
    ``<body>`` waits for its script, and so does a part with more than the share `waiting` of the page's leaves: behind a
    dialog, or streamed before a script puts it in place.
    """
    cdef Py_ssize_t row, hider = 0, rows = path.shape[0]
    cdef int64_t done = 0
    cdef bint hides, some = hiders.shape[0] > 0
    found = np.zeros(rows, np.uint8)
    cdef uint8_t[::1] hidden = found
    for row in range(of_path.shape[0]):
        some |= of_path[row] & HIDES
    if not some:
        return found.view(bool)
    cdef int32_t[::1] leaves = np.empty(rows + 1, np.int32)  # how many rows before each have nothing below them
    with nogil:
        leaves[0] = 0
        for row in range(rows):
            leaves[row + 1] = leaves[row] + (end[row] == row + 1)
        for row in range(rows):
            hides = of_path[path[row]] & HIDES
            if hider < hiders.shape[0] and hiders[hider] == row:
                hides = hides or not of_path[path[row]] & OPENS
                hider += 1
            if row < done:  # it lies in one that hides
                hidden[row] = True
            elif hides and row and leaves[end[row]] - leaves[row] <= waiting * leaves[rows]:
                hidden[row] = True
                done = end[row]
    return found.view(bool)
