"""Columns on their way through the steps, for kernels."""

from libc.stdint cimport uint32_t

#: The fields of a cell by their places.
cdef enum: TEXT = 0, KIND = 1, URL = 2, SPAN = 3, SYMBOL = 4, EXACT = 5, ITEMS = 6, LINK = 7, WHOLE = 8

#: What a text has, as bits: a decimal digit, digits in two places or more, a digit of any kind; a letter; the sign of a
#: currency; a sign that parts facts at an end; the end of a sentence; signs between facts, and such as also stand within them;
#: a number to start with; what a rating has, and what an amount has; a number, and numbers that no point or comma joins.
cdef enum:
    HAS_DIGIT = 1
    HAS_TWO = 2
    HAS_FIGURE = 4
    HAS_LETTER = 8
    HAS_CURRENCY = 16
    IS_EDGED = 32
    IS_ENDED = 64
    HAS_STRONG = 128
    HAS_WEAK = 256
    IS_COUNTED = 512
    IS_RATED = 1024
    IS_AMOUNT = 2048
    HAS_VALUE = 4096
    HAS_VALUES = 8192


cdef struct Text:
    #: Its signs where all are ASCII's (a NUL stands behind them), else NULL; how many; what it has.
    const char *at
    Py_ssize_t size
    uint32_t has


cdef class Signs:
    cdef readonly Py_ssize_t digits, twice, length, longest, edged, currency, ended, letters, several
    cdef readonly Py_ssize_t strong, weak, counted, rated, amounts
    cdef Py_ssize_t count
    cdef Text *texts
    cdef list kept

    cdef int note(self, const Text *own) except -1


cdef class Strip:
    cdef readonly tuple cells
    cdef readonly list filled, texts
    cdef readonly Py_ssize_t pictures, told, linked, bare
    cdef readonly bint lists
    cdef public object title
    cdef Py_ssize_t size, count, distinct, often
    cdef Signs known
    cdef str lines
    cdef list split_texts

    cdef int fill(self, tuple cells) except -1
    cdef Signs seen(self)
    cdef Py_ssize_t tallied(self) except -1
    cdef bint is_same(self) except -1
    cdef bint is_speaking(self) except -1


#: What is left of a text or a part of it where texts are compared.
ctypedef str (*Folding)(str text)


cdef Strip strip_of(cells)
cpdef list strips(columns)
cpdef list columns_of(rows)
cpdef bint are_most(tests, Py_ssize_t count, double share) except -1
cpdef agreed(values, Py_ssize_t count, double share)
cdef str agreed_of(list texts, Folding folded, double share)
cdef Py_ssize_t start_of(cell) except -1
cdef Py_ssize_t stop_of(cell) except -1
cpdef with_text(cell, str text, str whole=*)
cpdef with_link(cell, str url)
