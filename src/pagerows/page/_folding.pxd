"""Texts in UTF-8 with their white space folded, for kernels."""

from libc.stdint cimport uint8_t


cdef inline Py_ssize_t space_at(const uint8_t *at, Py_ssize_t left) noexcept nogil:
    """The bytes of the white space that begins here, as Python takes it; 0 where there is none."""
    if at[0] < 0x80:
        return at[0] == 0x20 or 0x09 <= at[0] <= 0x0D or 0x1C <= at[0] <= 0x1F
    if at[0] == 0xC2:
        return 2 if left > 1 and (at[1] == 0x85 or at[1] == 0xA0) else 0
    if left < 3 or not 0xE1 <= at[0] <= 0xE3:
        return 0
    if at[0] == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0
    if at[0] == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    if at[1] == 0x81:
        return 3 if at[2] == 0x9F else 0
    return 3 if at[1] == 0x80 and (0x80 <= at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF) else 0


cdef inline Py_ssize_t fold(const uint8_t *text, Py_ssize_t size, uint8_t *into, Py_ssize_t written) noexcept nogil:
    """Write a text behind others: a space for each run of white space and before the text, none at the ends.

    Returns how much is written then: at most so much more as the text has bytes, and one.
    """
    cdef Py_ssize_t at = 0, space
    cdef bint behind_space = True
    while at < size:
        space = 0 if 0x20 < text[at] < 0x80 else space_at(text + at, size - at)
        if space:
            behind_space = True
            at += space
            continue
        if behind_space and written:
            into[written] = 0x20
            written += 1
        behind_space = False
        into[written] = text[at]
        written += 1
        at += 1
    return written
