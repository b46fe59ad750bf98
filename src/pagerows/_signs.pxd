"""What texts have, for kernels."""

cpdef bint has_digit(str text) except -1
cpdef bint has_figure(str text) except -1
cpdef bint has_letter(str text) except -1
cpdef bint has_word(str text) except -1
cpdef bint is_constant(list texts, double share=*) except -1
cpdef Py_ssize_t count_letters(str text) except -1
cpdef Py_ssize_t count_words(str text) except -1
cpdef bint may_be_value(str text) except -1
cpdef bint may_rate(str text) except -1
cdef bint is_space(char sign) noexcept
cpdef list plain_values(str text)
