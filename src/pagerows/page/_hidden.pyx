# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What inline styles hide, and the rows that are hidden with what hides them."""

import numpy as np

from libc.stdint cimport int32_t, uint8_t, uint32_t

from pagerows.page._parser cimport Span
from pagerows.page._spans cimport Spans, path_spans

#: What an inline style says of its element.
cdef enum: HIDES = 1, OPENS = 2


def hidden_rows(paths, list hiders not None, const int32_t[::1] path, const int32_t[::1] end, double waiting):
    """Return which rows are hidden by their inline styles, or because they are among `hiders` and nothing opens them.

    See `covered`.
    """
    cdef Spans styles = path_spans(paths, "style")
    cdef bytearray said = bytearray(styles.count)
    cdef uint8_t *of_path = <uint8_t *><char *>said
    cdef Py_ssize_t code
    cdef bint some = len(hiders) > 0
    for code in range(styles.count):
        if styles.items[code].length:
            of_path[code] = what_says(styles.items[code])
            some |= of_path[code] & HIDES
    if not some:
        return np.zeros(path.shape[0], bool)
    return covered(said, hiders, path, end, waiting)


def says(str style not None):
    """Return whether an inline style hides its element (1), or opens what an attribute hides (2)."""
    cdef bytes data = style.encode("utf-8", "surrogatepass")
    cdef Span span
    span.at, span.length = <const uint8_t *><const char *>data, <uint32_t>len(data)
    return what_says(span)


cdef uint8_t what_says(Span style) noexcept nogil:
    """The same, in one go: only where a word may begin that says so is looked closer."""
    cdef uint8_t found = 0, c
    cdef uint32_t at
    for at in range(style.length):
        c = style.at[at] | 0x20
        if c == c'd':
            if stands(style, at, b"display:none"):
                found |= HIDES
            elif stands(style, at, b"display:block"):
                found |= OPENS
        elif c == c'v' and stands(style, at, b"visibility:hidden"):
            found |= HIDES
    return found


cdef bint stands(Span style, uint32_t at, const char *wanted) noexcept nogil:
    """Whether these characters stand at a place of a style, white space and capital letters aside."""
    cdef Py_ssize_t matched = 0
    while at < style.length and wanted[matched]:
        if not is_space(style.at[at]):
            if small(style.at[at]) != <uint8_t>wanted[matched]:
                return False
            matched += 1
        at += 1
    return not wanted[matched]


cdef bint is_space(uint8_t c) noexcept nogil:
    return c == c' ' or 0x09 <= c <= 0x0D


cdef uint8_t small(uint8_t c) noexcept nogil:
    return c | 0x20 if c'A' <= c <= c'Z' else c


def covered(const uint8_t[::1] of_path, list hiders not None, const int32_t[::1] path, const int32_t[::1] end, double waiting):
    """Return which rows are hidden: the subtrees of rows that hide, without those that are most of the page.

    A row hides where its path does (`of_path`, as `says` says), or where it is one of `hiders` and nothing opens it. A hidden
    ``<body>`` waits for its script, and so does a part with more than the share `waiting` of the page's leaves: behind a
    dialog, or streamed before a script puts it in place.
    """
    cdef Py_ssize_t row = 0, rows = path.shape[0], count = len(hiders), hider = 0, next_hider = hiders[0] if count else rows
    cdef const uint8_t *said = &of_path[0] if of_path.shape[0] else NULL
    cdef int32_t[::1] leaves = None
    cdef int32_t code
    cdef bint hides
    found = np.zeros(rows, bool)
    cdef uint8_t[::1] hidden = found.view(np.uint8)
    while row < rows:
        code = path[row]
        if not 0 <= code < of_path.shape[0]:
            raise IndexError("no such path")
        hides = said[code] & HIDES
        if next_hider <= row:
            while next_hider < row:  # it lies in one that was hidden
                hider += 1
                next_hider = hiders[hider] if hider < count else rows
            hides = hides or (row == next_hider and not said[code] & OPENS)
        if hides and row:
            if leaves is None:
                leaves = leaves_before(end)
            if leaves[end[row]] - leaves[row] <= waiting * leaves[rows]:
                hidden[row : end[row]] = 1
                row = end[row]
                continue
        row += 1
    return found


cdef int32_t[::1] leaves_before(const int32_t[::1] end):
    """How many rows before each, and before the end, have nothing below them."""
    cdef int32_t[::1] found = np.empty(end.shape[0] + 1, np.int32)
    cdef Py_ssize_t row
    found[0] = 0
    for row in range(end.shape[0]):
        found[row + 1] = found[row] + (end[row] == row + 1)
    return found
