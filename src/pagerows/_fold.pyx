# cython: language_level=3, boundscheck=True, wraparound=False
"""Texts with folded case and width: NFKC, then folded case.

Nearly all characters fold to the same ones wherever they stand; what one of them folds to is found out once. Only marks that join the
character before them, and letters that are written as one, must be looked at together.
"""

import sys
from unicodedata import category, normalize

from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc

cdef extern from "Python.h":
    Py_UCS4 *PyUnicode_AsUCS4(object text, Py_UCS4 *buffer, Py_ssize_t size, int copy_null) except NULL
    str PyUnicode_DecodeUTF32(const char *signs, Py_ssize_t size, const char *errors, int *order)

cdef enum:
    PLANES = 0x20000  # characters of the first two planes are known by their places
    SEVERAL = 0x110000  # the character folds to several others
    JOINING = 0x110001  # or to one that may join others

#: What characters fold to, as they come to be asked for; 0: nobody has asked.
cdef uint32_t FOLDED[PLANES]
cdef dict SEVERALS = {}
#: The order of bytes, told so that the first character is no mark of it.
cdef int ORDER = -1 if sys.byteorder == "little" else 1


cdef uint32_t folded(uint32_t one) except? 0:
    cdef str text, wide
    if one >= PLANES:
        return JOINING
    if FOLDED[one]:
        return FOLDED[one]
    wide = normalize("NFKC", chr(one))
    text = wide.casefold()
    if any([joins(each) for each in wide]):
        FOLDED[one] = JOINING
    elif len(text) == 1:
        FOLDED[one] = ord(text)
    else:
        SEVERALS[one] = text
        FOLDED[one] = SEVERAL
    return FOLDED[one]


cdef bint joins(str sign) except -1:
    """Whether a character may be written as one with that before it: marks, parts of Hangul's syllables, some vowels."""
    cdef uint32_t one = ord(sign)
    return (
        category(sign)[0] == "M" or 0x1100 <= one < 0x1200 or 0xA960 <= one < 0xA980 or 0xD7B0 <= one < 0xD800
        or 0x16D40 <= one < 0x16D80
    )  # fmt: skip


cdef Py_ssize_t fold(const uint32_t *signs, Py_ssize_t size, uint32_t *room, Py_ssize_t most) except -2:
    """Fold a text into a room for `most` characters, no fewer than it has; return how many there are, TOGETHER where it must be
    looked at as a whole (or is much longer folded)."""
    cdef Py_ssize_t at, count = 0
    cdef uint32_t one
    for at in range(size):
        one = signs[at]
        if one < 128:
            one += 32 if c"A" <= one <= c"Z" else 0
        else:
            one = FOLDED[one] if one < PLANES and FOLDED[one] else folded(one)
        if one < SEVERAL and count < most:
            room[count] = one
            count += 1
        elif one == SEVERAL and count + MORE <= most:
            for each in <str>SEVERALS[signs[at]]:
                room[count] = ord(each)
                count += 1
        else:
            return TOGETHER
    return count


cpdef str plain(str text):
    """Return a text with folded case and width.

    >>> plain("Größe"), plain("ＡＢＣ ½"), plain("Ann")
    ('grösse', 'abc 1⁄2', 'ann')
    """
    cdef Py_ssize_t size = len(text), most = 2 * size + MORE, count
    cdef int order = ORDER
    if text.isascii():
        return text.lower()
    cdef uint32_t *signs = <uint32_t *>malloc((size + most) * sizeof(uint32_t))
    if signs is NULL:
        raise MemoryError
    try:
        PyUnicode_AsUCS4(text, <Py_UCS4 *>signs, size, 0)
        count = fold(signs, size, signs + size, most)
        if count != TOGETHER:
            return PyUnicode_DecodeUTF32(<const char *>(signs + size), count * sizeof(uint32_t), "surrogatepass", &order)
    finally:
        free(signs)
    return normalize("NFKC", text).casefold()
