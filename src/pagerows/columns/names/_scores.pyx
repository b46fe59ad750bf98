# cython: language_level=3, boundscheck=True, wraparound=False
"""How likely each role of each column is: a linear model over the traits and the words that columns have.

A role's score is its base, plus its weights times the column's traits, plus its weights times how much each source
names the role. Shares of the exponentials are probabilities [multinomial logit].
"""

from libc.math cimport exp
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from pagerows._arrays cimport FLOAT64, Array, empty_table
from pagerows.columns.names._evidence cimport SOURCES_COUNT, TRAITS, Evidence

from pagerows.columns.names._evidence import NAMES

cdef enum: MOST_ROLES = 64


cdef class Weights:
    """The learned numbers, in the order that evidence has its traits and sources in."""

    #: The roles' places, and that of the role for words that name none of them.
    cdef dict places
    cdef Py_ssize_t other, count
    #: (traits, roles), (sources, roles), (roles,)
    cdef double *weights
    cdef double *spoken
    cdef double *base

    def __cinit__(self, tuple roles, str none, tuple traits, weights, spoken, base):
        """`weights` are (roles, traits), `spoken` (roles, sources) and `base` (roles,): rows of numbers."""
        cdef Py_ssize_t role, at
        cdef dict known = {name: place for place, name in enumerate(NAMES)}
        self.places = {name: place for place, name in enumerate(roles)}
        self.other, self.count = self.places[none], len(roles)
        if self.count > MOST_ROLES or not self.count == len(weights) == len(spoken) == len(base):
            raise ValueError("weights of other roles")
        self.weights = <double *>calloc((TRAITS + SOURCES_COUNT + 1) * self.count, sizeof(double))
        if self.weights is NULL:
            raise MemoryError
        self.spoken = self.weights + TRAITS * self.count
        self.base = self.spoken + SOURCES_COUNT * self.count
        for role in range(self.count):
            if len(weights[role]) != len(traits) or len(spoken[role]) != SOURCES_COUNT:
                raise ValueError("weights of other traits or sources")
            self.base[role] = base[role]
            for at, name in enumerate(traits):
                if name in known:
                    self.weights[<int>known[name] * self.count + role] = weights[role][at]
            for at in range(SOURCES_COUNT):
                self.spoken[at * self.count + role] = spoken[role][at]

    def __dealloc__(self):
        free(self.weights)

    def probabilities(self, list columns):
        """Return the probability of each role for each column. (columns, roles)

        A word for a role that is none of them speaks for the other one.
        """
        cdef Array found = empty_table(FLOAT64, len(columns), self.count)
        cdef double *scores = found.floats()
        cdef Py_ssize_t row
        for row in range(len(columns)):
            score(columns[row], self, scores + row * self.count)
            share_out(scores + row * self.count, self.count)
        return found


cdef int score(Evidence own, Weights known, double *scores) except -1:
    """Sum up what speaks for each role."""
    cdef double[SOURCES_COUNT * MOST_ROLES] heard
    cdef Py_ssize_t role, source, trait, count = known.count
    cdef const double *weights = known.weights
    cdef const double *spoken = known.spoken
    cdef double value
    for role in range(count):
        scores[role] = known.base[role]
    for trait in range(TRAITS):
        value = own.own[trait]
        if value != 0:
            for role in range(count):
                scores[role] += weights[trait * count + role] * value
    if own.spoken:
        memset(heard, 0, sizeof(heard))
        for (where, field), share in own.spoken.items():
            role, source = known.places.get((<tuple>field)[0], known.other), where
            if not (0 <= role < count and 0 <= source < SOURCES_COUNT):
                raise IndexError("no such role or source")
            heard[source * count + role] = max(heard[source * count + role], <double>share)
        for source in range(SOURCES_COUNT):
            for role in range(count):
                scores[role] += heard[source * count + role] * spoken[source * count + role]
    return 0


cdef int share_out(double *scores, Py_ssize_t count) noexcept:
    """Turn scores into the shares of their exponentials."""
    cdef double most = scores[0], total = 0
    cdef Py_ssize_t at
    for at in range(count):
        most = max(most, scores[at])
    for at in range(count):
        scores[at] = exp(scores[at] - most)
        total += scores[at]
    for at in range(count):
        scores[at] /= total
    return 0
