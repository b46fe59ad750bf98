# cython: language_level=3, boundscheck=True, wraparound=False
"""The meta elements among a page's first bytes: as the HTML standard's prescan meets them (section 13.2.3.2), and those that
may say when the page was as it is."""

from libc.stdint cimport uint8_t
from libc.string cimport memchr, memcmp, strlen


def last_charset(bytes data not None):
    """Return where "charset" stands last, small and capital letters alike; -1 where it does not."""
    cdef const uint8_t *start = <const uint8_t *><const char *>data
    cdef Py_ssize_t at
    for at in range(len(data) - 7, -1, -1):
        if start[at] | 0x20 == c'c' and stands(start + at, start + len(data), b"charset"):
            return at
    return -1


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


# -- when a page was as it is --------------------------------------------------------------------------------------------


def may_say_when(bytes data not None, Py_ssize_t most):
    """Tell whether the first bytes of a page have what announces a moment: http-equiv=date, or the date that it was saved at."""
    cdef const uint8_t *start = <const uint8_t *><const char *>data
    cdef const uint8_t *end = start + min(len(data), most)
    return has_date(start, end, c'q') or has_date(start, end, c'Q') or was_saved(start, end)


cdef bint has_date(const uint8_t *start, const uint8_t *end, uint8_t sign) noexcept:
    """Whether there is http-equiv=date; found by the sign that few words have."""
    cdef const uint8_t *at = start
    while at < end:
        at = <const uint8_t *>memchr(at, sign, end - at)
        if at is NULL:
            return False
        if at - start >= 6 and stands(at - 6, end, b"http-equiv") and is_date(at + 4, end):
            return True
        at += 1
    return False


cdef bint stands(const uint8_t *at, const uint8_t *end, const char *word) noexcept:
    """Whether a word of small letters and signs stands here, small and capital letters alike."""
    cdef Py_ssize_t place = 0
    while word[place]:
        if at + place >= end or at[place] | (0x20 if is_alpha(at[place]) else 0) != <uint8_t>word[place]:
            return False
        place += 1
    return True


cdef bint is_date(const uint8_t *at, const uint8_t *end) noexcept:
    """Whether what stands here gives an attribute the value "date"."""
    at = behind_space(at, end)
    if at == end or at[0] != c'=':
        return False
    at = behind_space(at + 1, end)
    if at < end and (at[0] == c'"' or at[0] == c"'"):
        at += 1
    if not stands(at, end, b"date") or at + 4 == end:
        return False
    return at[4] == c'"' or at[4] == c"'" or behind_space(at + 4, end) > at + 4


cdef const uint8_t *behind_space(const uint8_t *at, const uint8_t *end) noexcept:
    """One further where there is white space."""
    return at + 1 if at < end and (at[0] == c' ' or 0x09 <= at[0] <= 0x0D) else at


cdef bint was_saved(const uint8_t *start, const uint8_t *end) noexcept:
    cdef const char *said = b"saved date:"
    cdef const uint8_t *at = start
    while at < end:
        at = <const uint8_t *>memchr(at, said[2], end - at)
        if at is NULL:
            return False
        if at - start >= 2 and end - at >= <Py_ssize_t>strlen(said) - 2 and not memcmp(at - 2, said, strlen(said)):
            return True
        at += 1
    return False
