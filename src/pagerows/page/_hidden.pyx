# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What inline styles hide, and the rows that are hidden with what hides them."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

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
    cdef uint8_t found = 0
    if has(style, b"display:none") or has(style, b"visibility:hidden"):
        found |= HIDES
    if has(style, b"display:block"):
        found |= OPENS
    return found


cdef bint has(Span style, const char *wanted) noexcept nogil:
    """Whether a style has these characters somewhere, white space and capital letters aside."""
    cdef uint32_t first, at
    cdef Py_ssize_t matched
    for first in range(style.length):
        at, matched = first, 0
        while at < style.length and wanted[matched]:
            if not is_space(style.at[at]):
                if small(style.at[at]) != <uint8_t>wanted[matched]:
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


def covered(const uint8_t[::1] of_path, list hiders not None, const int32_t[::1] path, const int32_t[::1] end, double waiting):
    """Return which rows are hidden: the subtrees of rows that hide, without those that are most of the page.

    A row hides where its path does (`of_path`, as `says` says), or where it is one of `hiders` and nothing opens it. A hidden
    ``<body>`` waits for its script, and so does a part with more than the share `waiting` of the page's leaves: behind a
    dialog, or streamed before a script puts it in place.
    """
    cdef Py_ssize_t row, hider = 0, rows = path.shape[0], count = len(hiders), next_hider = hiders[0] if count else rows
    cdef int64_t done = 0
    cdef bint hides
    found = np.zeros(rows, np.uint8)
    cdef uint8_t[::1] hidden = found
    cdef int32_t[::1] leaves = np.empty(rows + 1, np.int32)  # how many rows before each have nothing below them
    leaves[0] = 0
    for row in range(rows):
        leaves[row + 1] = leaves[row] + (end[row] == row + 1)
    for row in range(rows):
        hides = of_path[path[row]] & HIDES
        if row == next_hider:
            hides = hides or not of_path[path[row]] & OPENS
            hider += 1
            next_hider = hiders[hider] if hider < count else rows
        if row < done:  # it lies in one that hides
            hidden[row] = True
        elif hides and row and leaves[end[row]] - leaves[row] <= waiting * leaves[rows]:
            hidden[row] = True
            done = end[row]
    return found.view(bool)
