# cython: language_level=3, boundscheck=True, wraparound=False
"""The meta elements among a page's first bytes, as the HTML standard's prescan meets them (section 13.2.3.2)."""

from libc.stdint cimport uint8_t


def metas(const uint8_t[::1] data not None, Py_ssize_t last):
    """Return the attributes of the meta elements whose names stand before `last`, the first of doubled ones.

    Comments and other tags are stepped over with all that is in them.
    """
    cdef Py_ssize_t at = 0
    cdef list found = []
    last = min(last, data.shape[0])
    while True:
        while at < last and data[at] != c'<':
            at += 1
        if at + 1 >= last:
            return found
        at += 1
        if starts(data, at, last, b"!--"):
            at = behind_comment(data, at + 1)  # "<!-->" is a whole comment
        elif starts(data, at, last, b"meta") and at + 4 < last and (is_space(data[at + 4]) or data[at + 4] == c'/'):
            attributes = {}
            at = read_attributes(data, at + 4, attributes)
            found.append(attributes)
        elif is_alpha(data[at]) or (data[at] == c'/' and at + 1 < last and is_alpha(data[at + 1])):
            while at < data.shape[0] and not is_space(data[at]) and data[at] != c'>':
                at += 1
            at = read_attributes(data, at, None)
        elif data[at] == c'!' or data[at] == c'/' or data[at] == c'?':
            at = behind(data, at + 1, c'>')


cdef bint is_space(uint8_t c) noexcept:
    return c == c' ' or c == c'\t' or c == c'\n' or c == c'\f' or c == c'\r'


cdef bint is_alpha(uint8_t c) noexcept:
    return c'a' <= c | 0x20 <= c'z'


cdef bint starts(const uint8_t[::1] data, Py_ssize_t at, Py_ssize_t last, const char *word) except -1:
    """Whether a word of small letters and signs stands here, before `last`; capital letters count as small ones."""
    cdef Py_ssize_t place = 0
    while word[place]:
        if at + place >= last or data[at + place] | (0x20 if is_alpha(<uint8_t>word[place]) else 0) != <uint8_t>word[place]:
            return False
        place += 1
    return True


cdef Py_ssize_t behind(const uint8_t[::1] data, Py_ssize_t at, uint8_t sign) except -1:
    """One past the next such sign, or past all."""
    while at < data.shape[0] and data[at] != sign:
        at += 1
    return min(at + 1, data.shape[0])


cdef Py_ssize_t behind_comment(const uint8_t[::1] data, Py_ssize_t at) except -1:
    while at + 2 < data.shape[0]:
        if data[at] == c'-' and data[at + 1] == c'-' and data[at + 2] == c'>':
            return at + 3
        at += 1
    return data.shape[0]


cdef Py_ssize_t read_attributes(const uint8_t[::1] data, Py_ssize_t at, dict attributes) except -1:
    """Read the attributes of a tag; return where it ends. None: they are only stepped over."""
    cdef Py_ssize_t name, name_end, value, value_end, size = data.shape[0]
    while True:
        while at < size and (is_space(data[at]) or data[at] == c'/'):
            at += 1
        if at == size or data[at] == c'>':
            return at
        name = at
        at += 1  # a name may start with "="
        while at < size and not is_space(data[at]) and data[at] not in (c'/', c'>', c'='):
            at += 1
        name_end = at
        at = behind_equals(data, at)
        value = value_end = at
        if at > name_end and at < size:
            if data[at] == c'"' or data[at] == c"'":
                value_end = behind(data, at + 1, data[at])
                if value_end < size or (value_end > at + 1 and data[value_end - 1] == data[at]):
                    value, at = value + 1, value_end
                    value_end -= 1
                else:
                    value_end = value  # a quote that nothing closes is a name's
            else:
                while at < size and not is_space(data[at]) and data[at] != c'>':
                    at += 1
                value_end = at
        if attributes is not None:
            attributes.setdefault(text(data, name, name_end).lower(), text(data, value, value_end))


cdef Py_ssize_t behind_equals(const uint8_t[::1] data, Py_ssize_t at) except -1:
    """Where a value starts; where there is none, back where it was asked."""
    cdef Py_ssize_t asked = at
    while at < data.shape[0] and is_space(data[at]):
        at += 1
    if at == data.shape[0] or data[at] != c'=':
        return asked
    at += 1
    while at < data.shape[0] and is_space(data[at]):
        at += 1
    return at


cdef str text(const uint8_t[::1] data, Py_ssize_t start, Py_ssize_t stop):
    return (<bytes>(&data[start])[: stop - start]).decode("latin-1") if start < stop else ""
