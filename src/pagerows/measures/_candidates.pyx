# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Candidates for the records of a page, as flat arrays: what methods write and features are computed of."""

cimport cython
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from pagerows._arrays cimport INT64, Array, array_of, empty
from pagerows.later import np


cdef class Candidates:
    """Candidate c has the records ``first[c]`` up to ``first[c + 1]``, each the rows ``start`` up to ``stop``."""

    def __init__(self, start, stop, first, source):
        cdef list columns = [array_of(INT64, given) for given in (start, stop, source, first)]
        cdef Py_ssize_t records = len(columns[0]), count = len(columns[2]), at = 0
        cdef Array column, room
        if len(columns[1]) != records or len(columns[3]) != count + 1:
            raise ValueError("columns of candidates differ in length")
        room = empty(INT64, 2 * (records + count) + 1)
        for column in columns:
            memcpy(room.int64s() + at, column.int64s(), column.size * sizeof(int64_t))
            at += column.size
        self.put(room, records, count)

    cdef int put(self, Array room, Py_ssize_t records, Py_ssize_t count) except -1:
        """Take an array of starts, stops, sources and firsts, one behind the other; each candidate has its part of the records."""
        cdef const int64_t *firsts
        cdef Py_ssize_t candidate
        cdef bint wrong
        if records < 0 or count < 0 or room.size != 2 * (records + count) + 1:
            raise ValueError("columns of candidates differ in length")
        self.room, self.records, self.count = room, records, count
        self.starts = room.int64s()
        self.stops, self.sources = self.starts + records, self.starts + 2 * records
        self.firsts = firsts = self.sources + count
        wrong = firsts[0] < 0 or firsts[count] > records
        for candidate in range(count):
            wrong |= firsts[candidate] > firsts[candidate + 1]
        if wrong:
            raise IndexError("records of candidates stand where none are")
        return 0

    @property
    def start(self):
        return self.room.part(0, self.records)

    @property
    def stop(self):
        return self.room.part(self.records, 2 * self.records)

    @property
    def source(self):
        return self.room.part(2 * self.records, 2 * self.records + self.count)

    @property
    def first(self):
        return self.room.part(2 * self.records + self.count, self.room.size)

    def __len__(self):
        return self.count

    def __reduce__(self):
        return Candidates, (self.start, self.stop, self.first, self.source)

    @property
    def sizes(self):
        """Records per candidate."""
        return np.diff(self.first)

    @property
    def owner(self):
        """The candidate of each record."""
        return np.repeat(np.arange(self.count), self.sizes)

    @cython.wraparound(True)
    def take(self, chosen):
        """Return some of the candidates, in the order asked for."""
        sizes, first = self.sizes[chosen], np.asarray(self.first)
        firsts = np.append(0, np.cumsum(sizes))
        records = np.repeat(first[chosen] - firsts[:-1], sizes) + np.arange(sizes.sum())
        return Candidates(self.start[records], self.stop[records], firsts, self.source[chosen])
