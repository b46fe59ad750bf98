# cython: language_level=3, boundscheck=True, wraparound=False
"""Whether a text may have a phrase: most have no word that starts and is as long as the first word of one."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

#: Words of this length and longer count as equally long.
cdef enum: LONGEST = 15


cdef class Firsts:
    """The first words of phrases, by their first two letters and their length.

    >>> firsts = Firsts({"sold", "in"})
    >>> [firsts.may_be_in(text) for text in ("Sold out", "a song of it", "only in stock.", "tents")]
    [True, True, True, False]
    """

    def __init__(self, words):
        for word in words:
            if word.isascii():
                self.note(word)

    cdef int note(self, str word) except -1:
        cdef Py_ssize_t size = 0
        cdef const char *signs = PyUnicode_AsUTF8AndSize(word, &size)
        if size:
            self.known[letter(signs[0])][letter(signs[1])][min(size, LONGEST)] = True  # a NUL stands behind one letter
        return 0

    cpdef bint may_be_in(self, str text) except -1:
        """Tell whether a text may have one of the words; what has others than ASCII's signs always may."""
        cdef Py_ssize_t size = 0, at, start = -1, stop
        cdef const char *signs
        if not text.isascii():
            return True
        signs = PyUnicode_AsUTF8AndSize(text, &size)
        for at in range(size + 1):
            if at < size and not is_between(signs[at]):
                start = at if start < 0 else start
            elif start >= 0:
                stop = at
                while stop > start and signs[stop - 1] == b".":
                    stop -= 1
                if stop > start and self.known[letter(signs[start])][second(signs, start, stop)][min(stop - start, LONGEST)]:
                    return True
                start = -1
        return False


cdef Py_ssize_t second(const char *signs, Py_ssize_t start, Py_ssize_t stop) noexcept:
    return letter(signs[start + 1]) if stop > start + 1 else 0


cdef Py_ssize_t letter(char sign) noexcept:
    """The place of a letter in the alphabet, 0 for other signs."""
    if 97 <= sign <= 122:
        return sign - 96
    return sign - 64 if 65 <= sign <= 90 else 0


cdef bint is_between(char sign) noexcept:
    """Whether a sign stands between words: white space, or one of ``,;:!?()[]"|/``."""
    return sign <= 32 or sign in (44, 59, 58, 33, 63, 40, 41, 91, 93, 34, 124, 47)
