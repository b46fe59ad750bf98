"""Texts as marks are looked for in them."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

# What a character is.
cdef enum:
    DIGIT = 1
    LETTER = 2  # and what else is written in words: no digit, no underscore
    WORD = 4  # all of these
    SPACE = 8
    KNOWN = 16
    PARTING = 32  # what stands between words of phrases: white space and some signs


cdef struct Words:
    # Some words, each a run of characters: word k from first[k] up to first[k + 1].
    const uint32_t *signs
    const int64_t *first
    Py_ssize_t count
    # Which letters of ASCII they begin with, a bit for each.
    uint64_t[2] letters


cdef struct Text:
    # A text whose characters are asked for by their places; outside of it there is nothing.
    const uint32_t *signs
    const uint8_t *kinds
    Py_ssize_t size


cdef inline Py_UCS4 sign(const Text *t, Py_ssize_t at) noexcept nogil:
    return <Py_UCS4>t.signs[at] if 0 <= at < t.size else 0


cdef inline bint has(const Text *t, Py_ssize_t at, int kind) noexcept nogil:
    return 0 <= at < t.size and t.kinds[at] & kind != 0


cdef uint8_t kind_of(uint32_t sign) except? 0
cdef Words words(list texts) except *
cdef Py_ssize_t behind(const Text *t, Py_ssize_t at, const Words *words, bint whole) noexcept nogil
cdef int count_marks(Text t, Py_ssize_t most, int times, int *counts) noexcept nogil
