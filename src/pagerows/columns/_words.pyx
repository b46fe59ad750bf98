# cython: language_level=3, boundscheck=True, wraparound=False
"""Words that are looked up by their bytes."""

from cpython.bytes cimport PyBytes_AsString
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp


cdef class Words:
    """Words in UTF-8, given with tabs between them, and those of other ones: whether bytes are one of them."""

    def __cinit__(self, bytes text, Words more=None):
        cdef Py_ssize_t at, count = 1, size = len(text), slots = 2
        self.text, self.more, self.signs = text, more, PyBytes_AsString(text)
        for at in range(size):
            count += self.signs[at] == c"\t"
        while slots < 2 * count + 2:
            slots *= 2
        self.last_slot = slots - 1
        self.places, self.table = <int *>malloc((count + 1) * sizeof(int)), <int *>malloc(slots * sizeof(int))
        if self.places is NULL or self.table is NULL:
            raise MemoryError
        for at in range(256):
            self.lengths[at] = 0
        for at in range(slots):
            self.table[at] = -1
        self.places[0], count = 0, 0
        for at in range(size + 1):
            if at == size or self.signs[at] == c"\t":
                self.places[count + 1] = at + 1
                self.keep(count)
                count += 1

    def __dealloc__(self):
        free(self.places)
        free(self.table)

    cdef int keep(self, int number) noexcept:
        """Put a word into the table."""
        cdef const char *word = self.signs + self.places[number]
        cdef Py_ssize_t size = self.places[number + 1] - 1 - self.places[number], slot
        if size > 0:
            self.lengths[<unsigned char>word[0]] |= length_bit(size)
            slot = hash_of(word, size) & self.last_slot
            while self.table[slot] >= 0:
                slot = (slot + 1) & self.last_slot
            self.table[slot] = number
        return 0

    cdef bint has(self, const char *letters, Py_ssize_t size) noexcept:
        cdef Py_ssize_t slot
        cdef int word
        if size == 0:
            return False
        if self.more is not None and self.more.has(letters, size):
            return True
        if not self.lengths[<unsigned char>letters[0]] & length_bit(size):
            return False
        slot = hash_of(letters, size) & self.last_slot
        while self.table[slot] >= 0:
            word = self.table[slot]
            if self.places[word + 1] - 1 - self.places[word] == size and not memcmp(self.signs + self.places[word], letters, size):
                return True
            slot = (slot + 1) & self.last_slot
        return False

    cdef bint has_text(self, str word) except -1:
        """Whether a text, without halves of characters, is one of the words."""
        cdef Py_ssize_t size = 0
        cdef const char *letters = PyUnicode_AsUTF8AndSize(word, &size)
        return self.has(letters, size)


cdef unsigned long long length_bit(Py_ssize_t size) noexcept:
    return 1ull << min(size, 63)
