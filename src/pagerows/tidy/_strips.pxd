"""Columns on their way through the steps, for kernels."""

#: The fields of a cell by their places.
cdef enum: TEXT = 0, KIND = 1, URL = 2, SPAN = 3, ITEMS = 6, LINK = 7, WHOLE = 8


cdef class Signs:
    cdef readonly Py_ssize_t digits, twice, length, longest, edged, currency, ended, letters

    cdef Py_ssize_t of_ascii(self, const char *signs, Py_ssize_t size) except -1
    cdef Py_ssize_t of_others(self, str text) except -1


cdef class Strip:
    cdef readonly tuple cells
    cdef readonly list filled, texts
    cdef readonly Py_ssize_t pictures, told, linked, bare
    cdef readonly bint lists
    cdef public object title
    cdef Py_ssize_t size, count, distinct, often
    cdef Signs known
    cdef str lines

    cdef Signs seen(self)
    cdef Py_ssize_t tallied(self) except -1
    cdef bint is_speaking(self) except -1


#: What is left of a text or a part of it where texts are compared.
ctypedef str (*Folding)(str text)


cpdef list strips(columns)
cpdef bint are_most(tests, Py_ssize_t count, double share) except -1
cpdef agreed(values, Py_ssize_t count, double share)
cdef str agreed_of(list texts, Folding folded, double share)
cdef Py_ssize_t start_of(cell) except -1
cdef Py_ssize_t stop_of(cell) except -1
