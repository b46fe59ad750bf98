# cython: language_level=3, boundscheck=True, wraparound=False
"""How likely each role of each column is: a linear model over the traits and the words that columns have.

A role's score is its base, plus its weights times the column's traits, plus its weights times how much each source
names the role. Shares of the exponentials are probabilities [multinomial logit].
"""

import numpy as np

from libc.math cimport exp

from pagerows.columns.names._evidence cimport SOURCES_COUNT, TRAITS, Evidence


def probabilities(
    list columns, dict roles, Py_ssize_t other, const double[:, ::1] weights, const double[:, ::1] spoken, const double[::1] base
):
    """Return the probability of each role for each column. (columns, roles)

    `roles` are the places of names in `weights` (traits, roles), whose traits are those of the evidence, and `spoken` (sources,
    roles). A word for a role that is none of them speaks for `other`.
    """
    if weights.shape[0] != TRAITS or spoken.shape[0] != SOURCES_COUNT:
        raise ValueError("weights of other traits or sources")
    found = np.empty((len(columns), base.shape[0]))
    cdef double[:, ::1] in_found = found
    cdef double[:, ::1] heard = np.empty((spoken.shape[0], spoken.shape[1]))
    cdef Evidence own
    cdef Py_ssize_t row, role, source, trait
    cdef double value
    for row in range(len(columns)):
        own = columns[row]
        in_found[row, :] = base
        for trait in range(TRAITS):
            value = own.own[trait]
            if value != 0:
                for role in range(base.shape[0]):
                    in_found[row, role] += weights[trait, role] * value
        if own.spoken:
            heard[:, :] = 0
            for (where, field), share in own.spoken.items():
                role, source = roles.get((<tuple>field)[0], other), where
                heard[source, role] = max(heard[source, role], <double>share)
            for source in range(heard.shape[0]):
                for role in range(base.shape[0]):
                    in_found[row, role] += heard[source, role] * spoken[source, role]
        share_out(in_found[row])
    return found


cdef int share_out(double[::1] scores) except -1:
    """Turn scores into the shares of their exponentials."""
    cdef double most = scores[0], total = 0
    cdef Py_ssize_t at
    for at in range(scores.shape[0]):
        most = max(most, scores[at])
    for at in range(scores.shape[0]):
        scores[at] = exp(scores[at] - most)
        total += scores[at]
    for at in range(scores.shape[0]):
        scores[at] /= total
    return 0
