# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Candidates for the records of a page, as flat arrays: what methods write and features are computed of."""

import numpy as np

from libc.stdint cimport int64_t


cdef class Candidates:
    """Candidate c has the records ``first[c]`` up to ``first[c + 1]``, each the rows ``start`` up to ``stop``."""

    def __init__(self, start, stop, first, source):
        self.start, self.stop, self.first, self.source = (
            np.ascontiguousarray(column, np.int64) for column in (start, stop, first, source)
        )
        self.starts, self.stops, self.firsts, self.sources = self.start, self.stop, self.first, self.source
        self.count = self.sources.shape[0]
        if self.firsts.shape[0] != self.count + 1 or self.starts.shape[0] != self.stops.shape[0]:
            raise ValueError("columns of candidates differ in length")

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
