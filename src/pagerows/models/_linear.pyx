# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""A linear model asked for one row: ten calls of NumPy cost more than the sum."""

from libc.math cimport tanh


cdef class Weights:
    """``link(base + weights . (x - mean) / scale)``; the link is the logistic function, or none."""

    cdef const double[::1] mean, scale, weights
    cdef double base
    cdef bint logistic

    def __init__(self, mean, scale, weights, double base, bint logistic):
        self.mean, self.scale, self.weights, self.base, self.logistic = mean, scale, weights, base, logistic
        if not self.mean.shape[0] == self.scale.shape[0] == self.weights.shape[0]:
            raise IndexError("the model's columns differ in length")

    def score(self, const double[::1] row):
        """Return the score of a row, which has one number per feature."""
        cdef Py_ssize_t place
        cdef double found = 0
        if row.shape[0] != self.weights.shape[0]:
            raise IndexError(f"the row has {row.shape[0]} numbers, the model asks for {self.weights.shape[0]}")
        for place in range(row.shape[0]):
            found += (row[place] - self.mean[place]) / self.scale[place] * self.weights[place]
        found += self.base
        return 0.5 * (1.0 + tanh(0.5 * found)) if self.logistic else found
