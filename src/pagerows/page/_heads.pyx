# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Which of a table's first rows are its headers, where no ``<thead>`` says so.

Looked at are the rows that are neither in a head or foot nor empty nor headings over the full width.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp

from pagerows.page._parts cimport Parts, Text, length_of

#: Most header rows, and the longest text of a header that nothing marks as one.
cdef enum: MOST = 5, LONGEST = 40
#: Share of the rows that have as many cells as the first, where that is no row of header cells but looks like headers; of the
#: rows whose style is met twice, where that of the first is met once.
cdef double EVEN = 0.8, USUAL = 0.8
#: Rows below that are compared with the first, and letters of a number at most.
cdef enum: LOOKED_AT = 30, MOST_LETTERS = 3


cdef Py_ssize_t leading(Parts parts, const int32_t *lines, Py_ssize_t count) except -1:
    """How many of the first of some rows, given by their numbers, are headers."""
    cdef Py_ssize_t found = 0
    if count < 2:
        return 0
    while found < MOST and found < count - 1 and all_headers(parts, lines[found]):
        found += 1
    if found or not even(parts, lines, count) or not titles(parts, lines[0]):
        return found
    if all_bold(parts, lines[0]) and not all_bold(parts, lines[1]):
        return 1
    return looks_apart(parts, lines, count) or above_numbers(parts, lines, count)


cdef bint even(Parts parts, const int32_t *lines, Py_ssize_t count) noexcept:
    """Whether (nearly) all rows have as many cells as the first."""
    cdef Py_ssize_t line, alike = 0, wanted = parts.own_count(lines[0])
    for line in range(count):
        alike += parts.own_count(lines[line]) == wanted
    return alike >= EVEN * count


cdef bint all_headers(Parts parts, int32_t line) except -1:
    """Whether all cells of a row are header cells."""
    cdef const int32_t *cells = parts.own(line)
    cdef Py_ssize_t each
    for each in range(parts.own_count(line)):
        if parts.tag[cells[each]] == parts.th:
            continue
        if parts.tag[cells[each]] == parts.td or parts.nodes.attribute(cells[each], "role") != "columnheader":
            return False
    return True


cdef bint all_bold(Parts parts, int32_t line) except -1:
    """Whether all texts of a row are bold."""
    cdef const int32_t *cells = parts.own(line)
    cdef Py_ssize_t each
    cdef int32_t row
    for each in range(parts.own_count(line)):
        for row in range(cells[each] + 1, parts.end[cells[each]]):
            if parts.kind[row] == 1 and not inside_bold(parts, row, cells[each]):
                return False
    return True


cdef bint inside_bold(Parts parts, int32_t row, int32_t cell) except -1:
    cdef tuple tags = parts.nodes.tags
    row = parts.parent[row]
    while row > cell:
        if tags[parts.tag[row]] in ("b", "strong"):
            return True
        row = parts.parent[row]
    return False


cdef bint titles(Parts parts, int32_t line) except -1:
    """Whether a row has short texts without digits, all different, in (nearly) all cells, two at least."""
    cdef const int32_t *cells = parts.own(line)
    cdef Py_ssize_t each, empty = 0, count = parts.own_count(line)
    cdef Text text
    cdef set known = set()
    for each in range(count):
        parts.text(cells[each], &text)
        if not text.size:
            empty += 1
            if empty > 1:
                return False
            continue
        if length_of(text.at, text.size) > LONGEST or not of_letters(&text):
            return False
        known.add(text.at[: text.size])
    return len(known) == count - empty > 1


cdef bint of_letters(const Text *text) except -1:
    """Whether a text has a letter and no digit."""
    cdef Py_ssize_t digits = 0, letters = 0
    count_signs(text, &digits, &letters)
    return letters > 0 and not digits


cdef bint is_number(const Text *text) except -1:
    """Whether a text has digits, and few letters beside them."""
    cdef Py_ssize_t digits = 0, letters = 0
    count_signs(text, &digits, &letters)
    return digits > 0 and letters <= min(MOST_LETTERS, digits)


cdef int count_signs(const Text *text, Py_ssize_t *digits, Py_ssize_t *letters) except -1:
    """Count a text's digits and letters; beyond ASCII Python says what is one."""
    cdef Py_ssize_t at
    cdef uint8_t sign
    cdef bint others = False
    for at in range(text.size):
        sign = text.at[at]
        digits[0] += c"0" <= sign <= c"9"
        letters[0] += c"a" <= sign | 32 <= c"z"
        others |= sign >= 0x80
    if others:
        for character in text.at[: text.size].decode("utf-8", "surrogatepass"):
            if not character.isascii():
                digits[0] += character.isdigit()
                letters[0] += character.isalpha()
    return 0


# -- the first row beside the others -----------------------------------------------------------------------------------


cdef bint looks_apart(Parts parts, const int32_t *lines, Py_ssize_t count) except -1:
    """Whether the first row is styled as no other is, and each other style is met twice: stripes are no headers."""
    cdef int32_t[LOOKED_AT + 2] first
    cdef Py_ssize_t line, size = 0
    cdef int32_t *styles
    if count < 4:
        return False
    count = min(count, LOOKED_AT + 1)
    for line in range(count):
        size += parts.own_count(lines[line])
    styles = <int32_t *>PyMem_Malloc((size + 1) * sizeof(int32_t))
    if styles is NULL:
        raise MemoryError
    first[0] = 0
    for line in range(count):
        first[line + 1] = first[line] + style_of(parts, lines[line], styles + first[line])
    try:
        return usual_below(styles, first, count)
    finally:
        PyMem_Free(styles)


cdef int32_t style_of(Parts parts, int32_t line, int32_t *styles) noexcept:
    """Write the tag paths of a row's cells, each once, in ascending order; returns how many there are."""
    cdef const int32_t *cells = parts.own(line)
    cdef Py_ssize_t each, count = parts.own_count(line)
    cdef int32_t kept = 0
    for each in range(count):
        styles[each] = parts.path[cells[each]]
    qsort(styles, count, sizeof(int32_t), ascending)
    for each in range(count):
        if not kept or styles[each] != styles[kept - 1]:
            styles[kept] = styles[each]
            kept += 1
    return kept


cdef int ascending(const void *one, const void *other) noexcept nogil:
    cdef int32_t a = (<const int32_t *>one)[0], b = (<const int32_t *>other)[0]
    return (a > b) - (a < b)


cdef bint usual_below(const int32_t *styles, const int32_t *first, Py_ssize_t count) noexcept:
    """Whether no style is that of the first row, and (nearly) all others are met twice at least."""
    cdef Py_ssize_t line, other, usual = 0
    for line in range(1, count):
        if same_style(styles, first, 0, line):
            return False
        for other in range(1, count):
            if other != line and same_style(styles, first, line, other):
                usual += 1
                break
    return usual >= USUAL * (count - 1)


cdef bint same_style(const int32_t *styles, const int32_t *first, Py_ssize_t one, Py_ssize_t other) noexcept:
    cdef Py_ssize_t size = first[one + 1] - first[one]
    return size == first[other + 1] - first[other] and not memcmp(
        styles + first[one], styles + first[other], size * sizeof(int32_t)
    )


cdef bint above_numbers(Parts parts, const int32_t *lines, Py_ssize_t count) except -1:
    """Whether a column below the first row holds nothing but numbers."""
    cdef Py_ssize_t line, column, wanted = parts.own_count(lines[0])
    count = min(count, LOOKED_AT + 1)
    if count < 4:
        return False
    for line in range(1, count):
        if parts.own_count(lines[line]) != wanted:
            return False
    for column in range(wanted):
        if all_numbers(parts, lines, count, column):
            return True
    return False


cdef bint all_numbers(Parts parts, const int32_t *lines, Py_ssize_t count, Py_ssize_t column) except -1:
    """Whether the texts of a column are numbers, below the first row."""
    cdef Py_ssize_t line, filled = 0
    cdef Text text
    for line in range(1, count):
        parts.text(parts.own(lines[line])[column], &text)
        if text.size:
            filled += 1
            if not is_number(&text):
                return False
    return filled > 0
