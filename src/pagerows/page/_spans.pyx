# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Strings of a page in UTF-8, where they stand in memory: nothing is copied, and no Python object is made for each.

What the parser read stands in the page's markup; what a page has as Python's strings (a rendered or a pickled one) is encoded.
"""

import os

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from pagerows._arrays cimport INT64, Array, empty
from pagerows.page._buffers cimport int32s
from pagerows.page._parser cimport NodeData, PathStyles, Span

#: Differs from run to run, so that no page can be written whose strings collide. Numbers do not depend on it.
cdef uint64_t KEY = int.from_bytes(os.urandom(8), "little") | 1
cdef uint64_t PRIME = <uint64_t>0x9E3779B97F4A7C15


cdef class Spans:
    """Strings in UTF-8 where they stand in memory."""

    def __cinit__(self, Py_ssize_t count, object kept):
        self.items = <Span *>PyMem_Malloc((count + 1) * sizeof(Span))
        if self.items is NULL:
            raise MemoryError
        self.count, self.kept = count, kept

    def __dealloc__(self):
        PyMem_Free(self.items)

    def __len__(self):
        return self.count

    cdef int strip(self) except -1:
        """Leave out the white space at the ends of each."""
        cdef Py_ssize_t place
        for place in range(self.count):
            self.items[place] = stripped(self.items[place])
        return 0

    cdef str text(self, Py_ssize_t place):
        """One of them."""
        if not 0 <= place < self.count:
            raise IndexError("no such string")
        cdef Span span = self.items[place]
        return PyUnicode_DecodeUTF8(<const char *>span.at, span.length, "surrogatepass") if span.length else ""


cdef Spans encoded(list texts):
    """Spans of Python's strings."""
    cdef list kept = [(<str>text).encode("utf-8", "surrogatepass") for text in texts]
    cdef Spans found = Spans(len(kept), kept)
    cdef Py_ssize_t place
    cdef bytes each
    for place in range(found.count):
        each = kept[place]
        if len(each) > <Py_ssize_t>0xFFFFFFFF:
            raise OverflowError("a text is too long")
        found.items[place].at, found.items[place].length = <const uint8_t *><const char *>each, <uint32_t>len(each)
    return found


cdef Spans spans_at(nodes, const int32_t *rows, Py_ssize_t count, str name):
    """The texts of so many rows (of elements none), or with a name the values of an attribute of elements."""
    cdef NodeData data
    cdef Spans found
    cdef Array wide
    cdef uint32_t wanted
    cdef Py_ssize_t place
    cdef bint texts = name is None
    if not isinstance(nodes.data, NodeData):
        wide = empty(INT64, count)
        for place in range(count):
            wide.int64s()[place] = rows[place]
        return encoded(nodes.strings(wide, name).texts())
    data = nodes.data
    found, wanted = Spans(count, data), data.number_of(name)
    for place in range(count):
        if not 0 <= rows[place] < <int64_t>data.table.row_count:
            raise IndexError("no such row")
        found.items[place] = data.span(data.table.rows[rows[place]].node, texts, wanted)
    return found


cdef Spans row_spans(nodes, const int32_t[::1] rows, str name):
    """The same for rows in an array."""
    return spans_at(nodes, &rows[0], rows.shape[0], name) if rows.shape[0] else Spans(0, None)


cdef Spans path_spans(paths, str name):
    """The values of one style attribute of each path, empty where it has none."""
    cdef NodeData data
    cdef Spans found
    cdef uint32_t wanted
    cdef Py_ssize_t code
    if not isinstance(paths.style, PathStyles):
        chosen = getattr(paths.style, "chosen", None)  # some paths of another numbering
        return encoded(paths.strings(name).texts()) if chosen is None else taken(path_spans(paths.style.paths, name), chosen)
    data = (<PathStyles>paths.style).rows
    found, wanted = Spans(data.table.path_count, data), data.number_of(name)
    for code in range(found.count):
        found.items[code] = data.span(data.table.paths[code].node, False, wanted)
    return found


cdef Spans taken(Spans spans, chosen):
    """Some of them, in the order asked for."""
    cdef Py_ssize_t each, count
    cdef const int32_t *places = int32s(chosen, &count)
    cdef Spans found = Spans(count, spans)
    for each in range(count):
        if not 0 <= places[each] < spans.count:
            raise IndexError("no such string")
        found.items[each] = spans.items[places[each]]
    return found


# -- white space -------------------------------------------------------------------------------------------------------


cdef bint is_space(uint32_t c) noexcept nogil:
    """What Python takes for white space."""
    if c < 0x80:
        return c == 0x20 or 0x09 <= c <= 0x0D or 0x1C <= c <= 0x1F
    return (
        c == 0x85 or c == 0xA0 or c == 0x1680 or 0x2000 <= c <= 0x200A or c == 0x2028 or c == 0x2029 or c == 0x202F
        or c == 0x205F or c == 0x3000
    )


cdef bint continues(uint8_t c) noexcept nogil:
    """Whether a byte is no first one of a character."""
    return c & 0xC0 == 0x80


cdef uint32_t first_character(Span text, uint32_t *size) noexcept nogil:
    """The first character of a text that has one, as far as white space goes: those beyond U+FFFF are all alike."""
    cdef const uint8_t *at = text.at
    cdef uint32_t lead = at[0]
    size[0] = 1
    while size[0] < text.length and size[0] < 4 and continues(at[size[0]]):
        size[0] += 1
    if size[0] == 2:
        return (lead & 0x1F) << 6 | (at[1] & 0x3F)
    if size[0] == 3:
        return (lead & 0x0F) << 12 | <uint32_t>(at[1] & 0x3F) << 6 | (at[2] & 0x3F)
    return lead if size[0] == 1 else 0x10000


cdef Span stripped(Span text) noexcept nogil:
    """A text without white space at its ends."""
    cdef Span last
    cdef uint32_t size
    while text.length and text.at[0] <= 0x20 and is_space(text.at[0]):
        text.at += 1
        text.length -= 1
    while text.length and text.at[text.length - 1] <= 0x20 and is_space(text.at[text.length - 1]):
        text.length -= 1
    if not text.length or (text.at[0] < 0x80 and text.at[text.length - 1] < 0x80):  # as nearly all
        return text
    while text.length and is_space(first_character(text, &size)):
        text.at += size
        text.length -= size
    while text.length:
        size = 1
        while size < text.length and size < 4 and continues(text.at[text.length - size]):
            size += 1
        last.at, last.length = text.at + text.length - size, size
        if not is_space(first_character(last, &size)):
            break
        text.length -= size
    return text


# -- numbers -----------------------------------------------------------------------------------------------------------


cdef uint64_t mixed(uint64_t hashed, uint64_t word) noexcept nogil:
    hashed = (hashed ^ word) * PRIME
    return hashed ^ (hashed >> 32)


cdef uint64_t hash_of(Span text) noexcept nogil:
    """A hash of a text, by eight bytes at a time."""
    cdef uint64_t found = KEY + text.length, word
    cdef uint32_t at = 0
    while at + 8 <= text.length:
        memcpy(&word, text.at + at, 8)
        found = mixed(found, word)
        at += 8
    word = 0
    if at < text.length:
        memcpy(&word, text.at + at, text.length - at)
    return mixed(mixed(found, word), KEY)


cdef bint same(Span one, Span other) noexcept nogil:
    return one.length == other.length and (not one.length or not memcmp(one.at, other.at, one.length))


cdef int32_t numbered_spans(Spans spans, int32_t[::1] found) except -1:
    """Write a number for each string, equal for equal ones, ascending by first appearance; return how many differ."""
    if found.shape[0] < spans.count:
        raise IndexError("there is no room for the numbers")
    return number_spans(spans, &found[0]) if spans.count else 0


cdef int32_t number_spans(Spans spans, int32_t *found) except -1:
    """The same where there is room for all of them."""
    cdef Py_ssize_t size = 16
    cdef int32_t *slots
    while size < 2 * spans.count:
        size *= 2
    slots = <int32_t *>PyMem_Malloc(size * sizeof(int32_t))
    if slots is NULL:
        raise MemoryError
    memset(slots, 0xFF, size * sizeof(int32_t))
    cdef int32_t known = number_in(spans, found, slots, size)
    PyMem_Free(slots)
    return known


cdef int32_t number_in(Spans spans, int32_t *found, int32_t *slots, Py_ssize_t size) noexcept nogil:
    """The same with so many slots, a power of two and more than there are strings: each has the first of its strings, or -1."""
    cdef Py_ssize_t each, slot
    cdef int32_t known = 0, empty = -1
    for each in range(spans.count):
        if not spans.items[each].length:
            if empty < 0:
                empty = known
                known += 1
            found[each] = empty
            continue
        slot = hash_of(spans.items[each]) & <uint64_t>(size - 1)
        while slots[slot] >= 0 and not same(spans.items[slots[slot]], spans.items[each]):
            slot = (slot + 1) & (size - 1)
        if slots[slot] < 0:
            slots[slot] = <int32_t>each
            found[each] = known
            known += 1
        else:
            found[each] = found[slots[slot]]
    return known


cdef Spans distinct_spans(Spans spans, numbers):
    """The different ones, in the order of their first appearance; `numbers`, an array, gets the number of each."""
    cdef Py_ssize_t each, count
    cdef int32_t *number = int32s(numbers, &count)
    cdef int32_t known = 0
    if count != spans.count:
        raise ValueError("there must be room for each")
    cdef Spans found = Spans(number_spans(spans, number), spans)
    for each in range(count):
        if number[each] == known:
            found.items[known] = spans.items[each]
            known += 1
    return found
