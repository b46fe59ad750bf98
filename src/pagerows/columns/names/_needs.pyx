# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Which of many patterns may be found in which of some texts, by the characters that they need.

Every character has a set of bits (its class, and its own where a pattern asks for it). A text has those of all of its
characters, of its first, of its last two, and of what stands behind a digit, with at most one space between.
"""

import numpy as np

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

cdef enum:
    PLANE = 0x10000


cdef class Signs:
    """The bits of characters, as a function gives them; asked once for each character of the first plane.

    All characters have some bit; `digit` and `space` are those of digits and of the space.
    """

    cdef uint64_t known[PLANE]
    cdef object bits
    cdef uint64_t digit, space

    def __init__(self, bits, uint64_t digit, uint64_t space):
        memset(self.known, 0, sizeof(self.known))
        self.bits, self.digit, self.space = bits, digit, space

    cdef uint64_t of(self, uint32_t c) except? 0:
        if c >= PLANE:
            return self.bits(chr(c))
        if not self.known[c]:
            self.known[c] = self.bits(chr(c))
        return self.known[c]

    def of_texts(self, const uint32_t[::1] characters, const int64_t[::1] first):
        """Return the bits of all characters, of the first, of the last two and of those behind digits. (texts, 4)

        Text k is ``characters[first[k]:first[k + 1]]``.
        """
        cdef Py_ssize_t each, at, count = first.shape[0] - 1
        cdef uint64_t own, before, before_that
        found = np.zeros((count, 4), np.uint64)
        cdef uint64_t[:, ::1] in_found = found
        for each in range(count):
            before = before_that = 0
            for at in range(first[each], first[each + 1]):
                own = self.of(characters[at])
                in_found[each, 0] |= own
                if at == first[each]:
                    in_found[each, 1] = own
                if at + 2 >= first[each + 1]:
                    in_found[each, 2] |= own
                if before & self.digit or (before & self.space and before_that & self.digit):
                    in_found[each, 3] |= own
                before_that, before = before, own
        return found


def possible(const uint64_t[:, ::1] bits, const uint64_t[:, ::1] needs):
    """Return for each pattern the texts that it may be found in.

    A pattern needs one of the bits of each of its sets: two of the whole text's, the first, the last two, those behind
    digits (an empty set: nothing); and none of the bits of its sixth.
    """
    cdef Py_ssize_t pattern, text
    found = []
    for pattern in range(needs.shape[0]):
        own = []
        for text in range(bits.shape[0]):
            if (
                meets(bits[text, 0], needs[pattern, 0])
                and meets(bits[text, 0], needs[pattern, 1])
                and meets(bits[text, 1], needs[pattern, 2])
                and meets(bits[text, 2], needs[pattern, 3])
                and meets(bits[text, 3], needs[pattern, 4])
                and not bits[text, 0] & needs[pattern, 5]
            ):
                own.append(text)
        found.append(own)
    return found


cdef bint meets(uint64_t bits, uint64_t need) noexcept nogil:
    return not need or bits & need
