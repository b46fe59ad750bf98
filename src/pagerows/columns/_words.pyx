# cython: language_level=3, boundscheck=True, wraparound=False
"""Words that are looked up by their bytes."""

from array import array

from libc.string cimport memcmp


cdef class Words:
    """Words: whether bytes in ASCII are one of them; what is not ASCII is looked up in `all`."""

    def __init__(self, words):
        self.all = frozenset(words)
        cdef list plain = sorted([word.encode() for word in self.all if word and word.isascii()])
        cdef Py_ssize_t number, slot, size = 2
        places = array("i", [0])
        while size < 2 * len(plain) + 2:
            size *= 2
        table = array("i", [-1] * size)
        for letter in range(128):
            self.lengths[letter] = 0
        for number in range(len(plain)):
            word = <bytes>plain[number]
            places.append(places[len(places) - 1] + len(word))
            self.lengths[<unsigned char>word[0]] |= length_bit(len(word))
            slot = hash_of(word, len(word)) & (size - 1)
            while table[slot] >= 0:
                slot = (slot + 1) & (size - 1)
            table[slot] = number
        self.signs = b"".join(plain) or b" "
        self.places, self.table = places, table

    cdef bint has(self, const char *letters, Py_ssize_t size) except -1:
        cdef Py_ssize_t last = self.table.shape[0] - 1, slot
        cdef int word
        if size == 0 or letters[0] < 0 or not self.lengths[<unsigned char>letters[0]] & length_bit(size):
            return False
        slot = hash_of(letters, size) & last
        while self.table[slot] >= 0:
            word = self.table[slot]
            if self.places[word + 1] - self.places[word] == size and memcmp(&self.signs[self.places[word]], letters, size) == 0:
                return True
            slot = (slot + 1) & last
        return False


cdef unsigned long long length_bit(Py_ssize_t size) noexcept:
    return 1ull << min(size, 63)
