# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Many strings as one buffer of UTF-8: counted, numbered, split into words, without a Python object for each.

String k is ``buffer[start[k]:stop[k]]``.
"""

import os

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from pagerows._arrays cimport INT32, INT64, UINT8, Array, empty, filled
from pagerows.page._buffers cimport int32s, int64s
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_DecodeUTF8

cdef extern from "parser/search.h" nogil:
    uint64_t word_at(const uint8_t *)
    uint64_t marks_below(uint64_t word, uint8_t c)
    const uint8_t *behind_ascii(const uint8_t *at, const uint8_t *end)


#: A bit for each character below the space that texts may have.
cdef uint64_t NO_CONTROLS = 1 << 0x00 | 1 << 0x09 | 1 << 0x0A | 1 << 0x0C | 1 << 0x0D | 1 << 0x1B
#: Differs from run to run, so that no page can be written whose strings collide. Numbers do not depend on it.
cdef uint64_t KEY = int.from_bytes(os.urandom(8), "little") | 1
cdef uint64_t PRIME = <uint64_t>0x100000001B3


# -- characters --------------------------------------------------------------------------------------------------------


cdef bint is_space(uint32_t c) noexcept nogil:
    """What Python takes for white space."""
    if c < 0x80:
        return c == 0x20 or 0x09 <= c <= 0x0D or 0x1C <= c <= 0x1F
    return (
        c == 0x85 or c == 0xA0 or c == 0x1680 or 0x2000 <= c <= 0x200A or c == 0x2028 or c == 0x2029 or c == 0x202F
        or c == 0x205F or c == 0x3000
    )


cdef uint32_t character(const uint8_t[::1] buffer, int64_t at, int64_t stop, int64_t *after) except? 0xFFFFFFFF nogil:
    """Read the character at a place; `after` is set behind it. What is no UTF-8 counts as one character a byte."""
    cdef uint32_t lead = buffer[at], found
    cdef int64_t more = 0 if lead < 0xC0 else 1 if lead < 0xE0 else 2 if lead < 0xF0 else 3
    after[0] = at + 1
    if not more or at + more >= stop:
        return lead
    found = lead & (0x3F >> more)
    while more:
        if buffer[after[0]] & 0xC0 != 0x80:
            break
        found = (found << 6) | (buffer[after[0]] & 0x3F)
        after[0] += 1
        more -= 1
    return found


cdef int sequence(const uint8_t *at, Py_ssize_t left) noexcept nogil:
    """The bytes of the character that begins here, 0 where it is none [Unicode 15, table 3-7]."""
    cdef uint8_t lead = at[0]
    cdef int size = 1 if lead < 0x80 else 2 if 0xC2 <= lead <= 0xDF else 3 if 0xE0 <= lead <= 0xEF else 4 if 0xF0 <= lead <= 0xF4 else 0
    cdef int place
    if size > left:
        return 0
    for place in range(1, size):
        if at[place] & 0xC0 != 0x80:
            return 0
    if (lead == 0xE0 and at[1] < 0xA0) or (lead == 0xF0 and at[1] < 0x90):  # longer than need be
        return 0
    if (lead == 0xED and at[1] > 0x9F) or (lead == 0xF4 and at[1] > 0x8F):  # halves of characters; beyond the last
        return 0
    return size


def is_utf8(bytes data not None):
    """Tell whether bytes are UTF-8 without damage."""
    cdef const uint8_t *at = data
    cdef const uint8_t *end = at + len(data)
    cdef int size = 1
    with nogil:
        at = behind_ascii(at, end)
        while at < end and size:
            size = sequence(at, end - at)
            at += size
            if size and at < end and at[0] < 0x80:
                at = behind_ascii(at, end)
    return size > 0


def control_characters(bytes data not None, Py_ssize_t most):
    """Count the characters among the first bytes that no text has: controls but white space, ESC and NUL."""
    cdef const uint8_t *at = data
    cdef Py_ssize_t place = 0, size = min(len(data), most)
    cdef int64_t found = 0
    while place < size:
        if size - place >= 8 and not marks_below(word_at(at + place), 0x20):
            place += 8
            continue
        found += at[place] < 0x20 and not (NO_CONTROLS >> at[place]) & 1
        place += 1
    return found


def stripped(const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop):
    """Return starts and stops without white space at the ends."""
    cdef Py_ssize_t each
    cdef int64_t low, high, at, after
    cdef Array starts = empty(INT64, start.shape[0]), stops = empty(INT64, start.shape[0])
    cdef int64_t[::1] in_starts = starts, in_stops = stops
    with nogil:
        for each in range(start.shape[0]):
            low, high = start[each], stop[each]
            while low < high and is_space(character(buffer, low, high, &after)):
                low = after
            while low < high:
                at = high - 1
                while at > low and buffer[at] & 0xC0 == 0x80:
                    at -= 1
                if not is_space(character(buffer, at, high, &after)):
                    break
                high = at
            in_starts[each], in_stops[each] = low, high
    return starts, stops


def lengths(const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop):
    """Return the number of characters of each string."""
    cdef Py_ssize_t each
    cdef int64_t at, count
    cdef Array found = empty(INT64, start.shape[0])
    cdef int64_t[::1] in_found = found
    with nogil:
        for each in range(start.shape[0]):
            count = 0
            for at in range(start[each], stop[each]):
                count += buffer[at] & 0xC0 != 0x80
            in_found[each] = count
    return found


def taken(values, chosen):
    """Return the numbers at some places, in the order asked for."""
    cdef Py_ssize_t place, size, count
    cdef const int64_t *given = int64s(values, &size)
    cdef const int32_t *places = int32s(chosen, &count)
    cdef Array found = empty(INT64, count)
    for place in range(count):
        if not 0 <= places[place] < size:
            raise IndexError("no such place")
        found.int64s()[place] = given[places[place]]
    return found


def texts(const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop):
    """Return all strings as Python's."""
    cdef Py_ssize_t each
    cdef int64_t size
    cdef list found = []
    for each in range(start.shape[0]):
        size = stop[each] - start[each]
        if size <= 0:
            found.append("")
        elif stop[each] > buffer.shape[0]:
            raise IndexError("no such string")
        else:
            found.append(PyUnicode_DecodeUTF8(<const char *>&buffer[start[each]], size, "surrogatepass"))
    return found


def joined(const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop, uint8_t between):
    """Return all strings in one, with a byte between them."""
    cdef Py_ssize_t each, size = 0
    cdef int64_t at
    for each in range(start.shape[0]):
        size += stop[each] - start[each] + 1
    cdef Array found = empty(UINT8, size)
    cdef uint8_t[::1] in_found = found
    size = 0
    with nogil:
        for each in range(start.shape[0]):
            for at in range(start[each], stop[each]):
                in_found[size] = buffer[at]
                size += 1
            in_found[size] = between
            size += 1
    return found[: max(0, size - 1)].tobytes()


# -- numbers for strings -----------------------------------------------------------------------------------------------


cdef uint64_t hash_of(const uint8_t[::1] buffer, int64_t start, int64_t stop) except? 0 nogil:
    cdef uint64_t found = KEY
    cdef int64_t at
    for at in range(start, stop):
        found = (found ^ buffer[at]) * PRIME
    return found ^ (found >> 29)


cdef bint same(const uint8_t[::1] buffer, int64_t one, int64_t one_stop, int64_t other, int64_t other_stop) except -1 nogil:
    if one_stop - one != other_stop - other:
        return False
    return one == one_stop or not memcmp(&buffer[one], &buffer[other], one_stop - one)


def numbered(const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop):
    """Return a number for each string, equal for equal ones, ascending by first appearance."""
    cdef Py_ssize_t each, size = 16, slot, count = start.shape[0], known = 0
    while size < 2 * count:
        size *= 2
    cdef Array found = empty(INT32, count)
    cdef int32_t[::1] in_found = found, slots = filled(INT32, size, -1)
    with nogil:
        for each in range(count):
            if not 0 <= start[each] <= stop[each] <= buffer.shape[0]:
                raise IndexError("a string lies outside of its buffer")
            slot = hash_of(buffer, start[each], stop[each]) & <uint64_t>(size - 1)
            while slots[slot] >= 0 and not same(buffer, start[slots[slot]], stop[slots[slot]], start[each], stop[each]):
                slot = (slot + 1) & (size - 1)
            if slots[slot] < 0:
                slots[slot] = each
                in_found[each] = known
                known += 1
            else:
                in_found[each] = in_found[slots[slot]]
    return found


cdef class Pairs:
    """Numbers for pairs of numbers, ascending by first appearance, for so many pairs at most."""

    def __cinit__(self, Py_ssize_t most):
        cdef Py_ssize_t slot
        self.most, self.known, self.last = most, 0, 15
        while self.last < 2 * most:
            self.last = 2 * self.last + 1
        self.slots = <int32_t *>PyMem_Malloc((self.last + 1) * sizeof(int32_t))
        self.pairs = <Pair *>PyMem_Malloc((most + 1) * sizeof(Pair))
        if self.slots is NULL or self.pairs is NULL:
            raise MemoryError
        for slot in range(self.last + 1):
            self.slots[slot] = -1

    def __dealloc__(self):
        PyMem_Free(self.slots)
        PyMem_Free(self.pairs)

    cdef int32_t number(self, int32_t one, int32_t other) except -1:
        """The number of a pair."""
        cdef uint64_t hashed = ((<uint64_t><uint32_t>one * KEY) ^ <uint64_t><uint32_t>other) * PRIME * KEY
        cdef Py_ssize_t slot = (hashed >> 24) & <uint64_t>self.last
        cdef int32_t found = self.slots[slot]
        while found >= 0:
            if self.pairs[found].one == one and self.pairs[found].other == other:
                return found
            slot = (slot + 1) & self.last
            found = self.slots[slot]
        if self.known >= self.most:
            raise IndexError("there is no room for another pair")
        self.slots[slot] = self.known
        self.pairs[self.known].one, self.pairs[self.known].other = one, other
        self.known += 1
        return self.known - 1


def merged(const int32_t[::1] parent, const int32_t[::1] step):
    """Number paths anew: those whose steps from the root down are all equal are one; ascending by first appearance.

    A path's parent has a smaller code; the root's is -1.
    """
    cdef Py_ssize_t paths = parent.shape[0]
    if step.shape[0] != paths:
        raise ValueError("paths differ in number")
    cdef Array found = empty(INT32, paths)
    cdef int32_t[::1] in_found = found
    if paths:
        merge_paths(&parent[0], &step[0], &in_found[0], paths)
    return found


cdef int32_t merge_paths(const int32_t *parent, const int32_t *step, int32_t *found, Py_ssize_t paths) except -1:
    """Write the same for so many paths; return how many differ."""
    cdef Py_ssize_t path
    cdef Pairs pairs = Pairs(paths)
    for path in range(paths):
        if not -1 <= parent[path] < path:
            raise IndexError("a path stands before its parent")
        found[path] = pairs.number(found[parent[path]] if parent[path] >= 0 else -1, step[path])
    return pairs.known
