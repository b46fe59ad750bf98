# cython: language_level=3, boundscheck=True, wraparound=False
"""What is compared of texts: their letters and digits in small letters."""

import re

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8

cdef object SIGNS = re.compile(r"[\W_]+").sub
cdef enum: LONGEST = 300


def folded(str text):
    """Return a text's letters and digits in small letters, of its first 300 characters.

    >>> folded("  Tent, 2-person ")
    'tent2person'
    """
    cdef Py_ssize_t size = 0, at, length = 0
    cdef const char *signs
    cdef char sign
    cdef char[LONGEST] kept
    if len(text) > LONGEST:
        text = text[:LONGEST]
    if not text.isascii():
        return SIGNS("", text.casefold())
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    for at in range(min(size, <Py_ssize_t>LONGEST)):
        sign = signs[at]
        if c"A" <= sign <= c"Z":
            sign += 32
        if c"a" <= sign <= c"z" or c"0" <= sign <= c"9":
            kept[length] = sign
            length += 1
    return PyUnicode_DecodeUTF8(kept, length, NULL)
