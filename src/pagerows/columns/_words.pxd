# cython: language_level=3

cdef class Words:
    #: The words, one behind the other with tabs between them, and where each begins, with the end of the last behind them.
    cdef bytes text
    cdef const char *signs
    cdef int *places
    #: Numbers of words by their hashes, -1 where there is none; as many as a power of two.
    cdef int *table
    cdef Py_ssize_t last_slot
    #: The lengths of the words that begin with a byte, as bits: most texts are ruled out by it.
    cdef unsigned long long[256] lengths
    #: Words that are among these, too.
    cdef Words more

    cdef int keep(self, int number) noexcept
    cdef bint has(self, const char *letters, Py_ssize_t size) noexcept
    cdef bint has_text(self, str word) except -1


cdef inline unsigned int hash_of(const char *letters, Py_ssize_t size) noexcept nogil:
    cdef unsigned int made = 2166136261u
    cdef Py_ssize_t at
    for at in range(size):
        made = (made ^ <unsigned char>letters[at]) * 16777619u
    return made
