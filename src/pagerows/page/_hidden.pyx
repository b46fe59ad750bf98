# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What inline styles hide, and the rows that are hidden with what hides them."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from pagerows._arrays cimport BOOL, Array, zeros
from pagerows.page._buffers cimport int32s, items_of
from pagerows.page._parser cimport Span
from pagerows.page._spans cimport Spans, path_spans

#: What an inline style says of its element.
cdef enum: HIDES = 1, OPENS = 2


def hidden_rows(paths, list hiders not None, path, end, double waiting):
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
        return zeros(BOOL, len(path))
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


def covered(of_path, list hiders not None, path, end, double waiting):
    """Return which rows are hidden: the subtrees of rows that hide, without those that are most of the page.

    A row hides where its path does (`of_path`, as `says` says), or where it is one of `hiders` and nothing opens it. A hidden
    ``<body>`` waits for its script, and so does a part with more than the share `waiting` of the page's leaves: behind a
    dialog, or streamed before a script puts it in place.
    """
    cdef Py_ssize_t row = 0, rows, paths, size, count = len(hiders), hider = 0, next_hider
    cdef const uint8_t *said = <const uint8_t *>items_of(of_path, 1, &paths)
    cdef const int32_t *codes = int32s(path, &rows)
    cdef const int32_t *ends = int32s(end, &size)
    cdef bytes before = None
    cdef const int32_t *leaves = NULL
    cdef bint hides, by_path = False
    if size != rows:
        raise ValueError("rows differ in number")
    for size in range(paths):
        by_path |= said[size] & HIDES
    next_hider = hiders[0] if count else rows
    cdef Array found = zeros(BOOL, rows)
    cdef uint8_t *hidden = found.bools()
    while row < rows:
        if not by_path and row < next_hider:
            row = next_hider
            continue
        if not 0 <= codes[row] < paths:
            raise IndexError("no such path")
        hides = said[codes[row]] & HIDES
        if next_hider <= row:
            while next_hider < row:  # it lies in one that was hidden
                hider += 1
                next_hider = hiders[hider] if hider < count else rows
            hides = hides or (row == next_hider and not said[codes[row]] & OPENS)
        if hides and row:
            if not row < ends[row] <= rows:
                raise IndexError("a row ends nowhere")
            if before is None:
                before = leaves_before(ends, rows)
                leaves = <const int32_t *><const char *>before
            if leaves[ends[row]] - leaves[row] <= waiting * leaves[rows]:
                memset(hidden + row, 1, ends[row] - row)
                row = ends[row]
                continue
        row += 1
    return found


cdef bytes leaves_before(const int32_t *end, Py_ssize_t rows):
    """How many rows before each, and before the end, have nothing below them: int32."""
    cdef bytes found = PyBytes_FromStringAndSize(NULL, (rows + 1) * sizeof(int32_t))
    cdef int32_t *before = <int32_t *><char *>found
    cdef int32_t count = 0
    cdef Py_ssize_t row
    for row in range(rows):
        before[row] = count
        count += end[row] == row + 1
    before[rows] = count
    return found
