# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Tag paths -> the sequence under `normal` styles: paths whose steps have the same tag, main class and attributes are one."""

import os

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from pagerows._arrays cimport INT32, Array, empty
from pagerows.page._buffers cimport int32s, int64s

#: Differs from run to run, so that no page can be written whose paths collide. Codes do not depend on it.
cdef uint64_t KEY = int.from_bytes(os.urandom(8), "little") | 1

#: A path by its last step: the code of the path above (-1 for none), tag, main class (-1 for none), other attributes.
cdef struct Step:
    int32_t above, tag, word, others


#: The paths of a page as they are given: see `normal_codes`.
cdef struct Given:
    const int32_t *parent
    const int32_t *tags
    const int32_t *words
    const int64_t *first
    const int32_t *others


def normal_codes(path, parent, tags, words, first, others):
    """Return the code of each row, ascending by first appearance.

    `path` has the path of each row; of each path there are its parent, which has a smaller number, its tag, its words (those of
    path k are ``words[first[k]:first[k + 1]]``) and a number for what else counts (`others`; None: nothing does).
    """
    cdef Py_ssize_t row, rows, count, tag_count, word_count, ends, other_count
    cdef const int32_t *own = int32s(path, &rows)
    cdef Given given
    given.parent, given.tags = int32s(parent, &count), int32s(tags, &tag_count)
    given.words, given.first, given.others = int32s(words, &word_count), int64s(first, &ends), NULL
    other_count = count
    if others is not None:
        given.others = int32s(others, &other_count)
    if not count == tag_count == other_count or ends != count + 1:
        raise ValueError("paths differ in number")
    cdef Paths paths = Paths(count, word_count)
    paths.count_rows(own, rows)
    paths.choose_words(&given)
    paths.number(&given)
    cdef Array made = empty(INT32, rows)
    cdef int32_t *found = made.int32s()
    for row in range(rows):
        found[row] = paths.codes[own[row]]  # there are such paths: their rows were counted
    return made


cdef class Paths:
    """The paths of a page: how many rows each has, its main class, its code."""

    cdef Py_ssize_t count, word_count
    cdef int32_t *rows
    cdef int32_t *main
    cdef int32_t *codes
    #: How many rows have a word in their class.
    cdef int32_t *frequency
    #: The different steps so far; and where they stand, by their hash: -1 where there is none.
    cdef Step *steps
    cdef int32_t *table
    cdef Py_ssize_t slots

    def __cinit__(self, Py_ssize_t count, Py_ssize_t word_count):
        cdef Py_ssize_t numbers
        self.count, self.word_count, self.slots = count, word_count, 16
        while self.slots < 2 * count:
            self.slots *= 2
        numbers = 3 * count + word_count + self.slots
        self.steps = <Step *>malloc((count + 1) * sizeof(Step) + numbers * sizeof(int32_t))
        if self.steps is NULL:
            raise MemoryError
        self.rows = <int32_t *>(self.steps + count + 1)
        self.frequency = self.rows + count
        self.main = self.frequency + word_count
        self.codes = self.main + count
        self.table = self.codes + count
        memset(self.rows, 0, (count + word_count) * sizeof(int32_t))
        memset(self.table, 0xFF, self.slots * sizeof(int32_t))

    def __dealloc__(self):
        free(self.steps)

    cdef int count_rows(self, const int32_t *path, Py_ssize_t rows) except -1:
        """Count the rows of each path."""
        cdef Py_ssize_t row
        for row in range(rows):
            if not 0 <= path[row] < self.count:
                raise IndexError("no such path")
            self.rows[path[row]] += 1
        return 0

    cdef int choose_words(self, const Given *given) except -1:
        """Choose the main class of each path, -1 where it has none: the one that most nodes of the page have names what they
        are; of equally frequent ones it is the first written one: the order is the author's."""
        cdef Py_ssize_t each, at
        cdef int32_t best
        cdef const int32_t *words = given.words
        cdef const int64_t *first = given.first
        for each in range(self.count):
            if not 0 <= first[each] <= first[each + 1] <= self.word_count:
                raise IndexError("no such word")
            for at in range(first[each], first[each + 1]):
                if not 0 <= words[at] < self.word_count:
                    raise IndexError("no such word")
                self.frequency[words[at]] += self.rows[each]
        for each in range(self.count):
            best = -1
            for at in range(first[each], first[each + 1]):
                if best < 0 or self.frequency[words[at]] > self.frequency[best]:
                    best = words[at]
            self.main[each] = best
        return 0

    cdef int number(self, const Given *given) except -1:
        """Number paths anew: those whose steps from the root down are all equal are one."""
        cdef Py_ssize_t each, slot, last = self.slots - 1
        cdef int32_t known = 0
        cdef const int32_t *parent = given.parent
        cdef Step *own
        for each in range(self.count):
            if not parent[each] < each:
                raise IndexError("a path's parent has a smaller number")
            own = &self.steps[known]
            own.above = self.codes[parent[each]] if parent[each] >= 0 else -1
            own.tag, own.word, own.others = given.tags[each], self.main[each], given.others[each] if given.others else 0
            slot = hashed(own) & <uint64_t>last
            while self.table[slot] >= 0 and not same_step(&self.steps[self.table[slot]], own):
                slot = (slot + 1) & last
            if self.table[slot] < 0:
                self.table[slot] = known
                known += 1
            self.codes[each] = self.table[slot]
        return 0


cdef inline bint same_step(const Step *one, const Step *other) noexcept nogil:
    return one.above == other.above and one.tag == other.tag and one.word == other.word and one.others == other.others


cdef uint64_t hashed(const Step *step) noexcept nogil:
    cdef uint64_t found = KEY
    found = (found ^ <uint64_t>step.above) * KEY
    found = (found ^ (found >> 29) ^ <uint64_t>step.tag) * KEY
    found = (found ^ (found >> 29) ^ <uint64_t>step.word) * KEY
    found = (found ^ (found >> 29) ^ <uint64_t>step.others) * KEY
    return found ^ (found >> 32)
