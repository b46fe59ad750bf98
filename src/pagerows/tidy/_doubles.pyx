# cython: language_level=3, boundscheck=True, wraparound=False
"""The letters and digits of texts: what columns that say the same have in common."""

import re

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeASCII

#: All but letters and digits.
cdef object SIGNS = re.compile(r"[\W_]+")


cpdef str plain_text(str text):
    """Return the letters and digits of a text, case aside; the text itself where it has none."""
    cdef Py_ssize_t size = 0, at, kept = 0
    cdef const char *signs
    cdef char *found
    cdef char sign
    if not text.isascii():
        return SIGNS.sub("", text.casefold()) or text
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    found = <char *>PyMem_Malloc(size + 1)
    if found is NULL:
        raise MemoryError
    try:
        for at in range(size):
            sign = signs[at]
            if 65 <= sign <= 90:
                sign += 32
            if 97 <= sign <= 122 or 48 <= sign <= 57:
                found[kept] = sign
                kept += 1
        return PyUnicode_DecodeASCII(found, kept, NULL) if kept else text
    finally:
        PyMem_Free(found)


def plain_texts(column):
    """Return the same of the text of each record that has a cell."""
    cdef Py_ssize_t row = 0
    cdef dict found = {}
    for cell in column:
        if cell is not None:
            found[row] = plain_text(cell.text)
        row += 1
    return found
