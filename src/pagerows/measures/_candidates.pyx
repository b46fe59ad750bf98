# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Candidates for the records of a page, as flat arrays: what methods write and features are computed of."""

import numpy as np

from libc.stdint cimport int64_t


cdef class Candidates:
    """Candidate c has the records ``first[c]`` up to ``first[c + 1]``, each the rows ``start`` up to ``stop``."""

    def __init__(self, start, stop, first, source):
        columns = [np.asarray(column, np.int64) for column in (start, stop, source, first)]
        records, count = len(columns[0]), len(columns[2])
        if len(columns[1]) != records or len(columns[3]) != count + 1:
            raise ValueError("columns of candidates differ in length")
        self.put(np.concatenate(columns), records, count)

    cdef int put(self, object room, Py_ssize_t records, Py_ssize_t count) except -1:
        """Take an array of starts, stops, sources and firsts, one behind the other."""
        cdef const int64_t[::1] columns = room
        self.room, self.count = room, count
        self.starts, self.stops = columns[:records], columns[records : 2 * records]
        self.sources, self.firsts = columns[2 * records : 2 * records + count], columns[2 * records + count :]
        return 0

    @property
    def start(self):
        return self.room[: self.starts.shape[0]]

    @property
    def stop(self):
        return self.room[self.starts.shape[0] : 2 * self.starts.shape[0]]

    @property
    def source(self):
        return self.room[2 * self.starts.shape[0] : 2 * self.starts.shape[0] + self.count]

    @property
    def first(self):
        return self.room[2 * self.starts.shape[0] + self.count :]

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

    def take(self, chosen):
        """Return some of the candidates, in the order asked for."""
        sizes = self.sizes[chosen]
        first = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(sizes, out=first[1:])
        records = np.repeat(self.first[chosen] - first[: len(sizes)], sizes) + np.arange(sizes.sum())
        return Candidates(self.start[records], self.stop[records], first, self.source[chosen])
