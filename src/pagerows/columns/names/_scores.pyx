# cython: language_level=3, boundscheck=True, wraparound=False
"""How likely each role of each column is: a linear model over the traits and the words that columns have.

A role's score is its base, plus its weights times the column's traits, plus its weights times how much each source
names the role. Shares of the exponentials are probabilities [multinomial logit].
"""

import numpy as np

from libc.math cimport exp
from libc.string cimport memset

from pagerows.columns.names._evidence cimport SOURCES_COUNT, TRAITS, Evidence

cdef enum: MOST_ROLES = 64


def probabilities(
    list columns, dict roles, Py_ssize_t other, const double[:, ::1] weights, const double[:, ::1] spoken, const double[::1] base
):
    """Return the probability of each role for each column. (columns, roles)

    `roles` are the places of names in `weights` (traits, roles), whose traits are those of the evidence, and `spoken` (sources,
    roles). A word for a role that is none of them speaks for `other`.
    """
    if weights.shape[0] != TRAITS or spoken.shape[0] != SOURCES_COUNT:
        raise ValueError("weights of other traits or sources")
    if weights.shape[1] != base.shape[0] or spoken.shape[1] != base.shape[0] or base.shape[0] > MOST_ROLES or not 0 <= other < base.shape[0]:
        raise ValueError("weights of other roles")
    found = np.empty((len(columns), base.shape[0]))
    cdef double[:, ::1] in_found = found
    cdef Py_ssize_t row, count = base.shape[0]
    for row in range(len(columns)):
        score(columns[row], roles, other, &weights[0, 0], &spoken[0, 0], &base[0], count, &in_found[row, 0])
        share_out(&in_found[row, 0], count)
    return found


cdef int score(
    Evidence own, dict roles, Py_ssize_t other, const double *weights, const double *spoken, const double *base, Py_ssize_t count,
    double *scores,
) except -1:
    """Sum up what speaks for each of `count` roles."""
    cdef double[SOURCES_COUNT * MOST_ROLES] heard
    cdef Py_ssize_t role, source, trait
    cdef double value
    for role in range(count):
        scores[role] = base[role]
    for trait in range(TRAITS):
        value = own.own[trait]
        if value != 0:
            for role in range(count):
                scores[role] += weights[trait * count + role] * value
    if own.spoken:
        memset(heard, 0, sizeof(heard))
        for (where, field), share in own.spoken.items():
            role, source = roles.get((<tuple>field)[0], other), where
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
