# cython: language_level=3

cdef class Words:
    #: All of them, as given; those in ASCII one behind the other, and where each begins.
    cdef readonly frozenset all
    cdef const unsigned char[::1] signs
    cdef const int[::1] places
    #: Numbers of words by their hashes, -1 where there is none; as many as a power of two.
    cdef const int[::1] table
    #: The lengths of the words that begin with a letter, as bits: most texts are ruled out by it.
    cdef unsigned long long[128] lengths

    cdef bint has(self, const char *letters, Py_ssize_t size) except -1


cdef inline unsigned int hash_of(const char *letters, Py_ssize_t size) noexcept nogil:
    cdef unsigned int made = 2166136261u
    cdef Py_ssize_t at
    for at in range(size):
        made = (made ^ <unsigned char>letters[at]) * 16777619u
    return made
