# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""A linear model asked for one row: ten calls of NumPy cost more than the sum."""

from libc.math cimport tanh

from pagerows.page._buffers cimport items_of


cdef class Weights:
    """``link(base + weights . (x - mean) / scale)``; the link is the logistic function, or none."""

    cdef const double *mean
    cdef const double *scale
    cdef const double *weights
    cdef Py_ssize_t count
    cdef double base
    cdef bint logistic
    cdef tuple columns

    def __init__(self, mean, scale, weights, double base, bint logistic):
        cdef Py_ssize_t scales, others
        self.columns, self.base, self.logistic = (mean, scale, weights), base, logistic
        self.mean = <const double *>items_of(mean, sizeof(double), &self.count)
        self.scale = <const double *>items_of(scale, sizeof(double), &scales)
        self.weights = <const double *>items_of(weights, sizeof(double), &others)
        if not self.count == scales == others:
            raise IndexError("the model's columns differ in length")

    def score(self, row):
        """Return the score of a row, which has one number per feature."""
        cdef Py_ssize_t place, size
        cdef const double *own = <const double *>items_of(row, sizeof(double), &size)
        cdef double found = 0
        if size != self.count:
            raise IndexError(f"the row has {size} numbers, the model asks for {self.count}")
        for place in range(size):
            found += (own[place] - self.mean[place]) / self.scale[place] * self.weights[place]
        found += self.base
        return 0.5 * (1.0 + tanh(0.5 * found)) if self.logistic else found
