# cython: language_level=3, boundscheck=True, wraparound=False
"""How likely each role of each column is: a linear model over the traits and the words that columns have.

A role's score is its base, plus its weights times the column's traits, plus its weights times how much each source
names the role. Shares of the exponentials are probabilities [multinomial logit].
"""

import numpy as np

from libc.math cimport exp


def probabilities(
    list columns, dict traits, dict roles, dict sources, str other,
    const double[:, ::1] weights, const double[:, ::1] spoken, const double[::1] base,
):
    """Return the probability of each role for each column. (columns, roles)

    `traits`, `roles` and `sources` are the places of names in `weights` (traits, roles) and `spoken` (roles, sources). A word for
    a role that is none of them speaks for `other`.
    """
    found = np.empty((len(columns), base.shape[0]))
    cdef double[:, ::1] in_found = found
    cdef double[:, ::1] heard = np.empty((spoken.shape[0], spoken.shape[1]))
    cdef Py_ssize_t row, role, source, place
    cdef double value
    for row in range(len(columns)):
        in_found[row, :] = base
        for name, trait in (<dict>columns[row].traits).items():
            value = trait
            if value == 0 or name not in traits:
                continue
            place = traits[name]
            for role in range(base.shape[0]):
                in_found[row, role] += weights[place, role] * value
        said = <dict>columns[row].said
        if said:
            heard[:, :] = 0
            for name, fields in said.items():
                source = sources[name]
                for field, share in (<dict>fields).items():
                    role = roles.get(field.role, roles[other])
                    heard[role, source] = max(heard[role, source], <double>share)
            for role in range(base.shape[0]):
                for source in range(heard.shape[1]):
                    in_found[row, role] += heard[role, source] * spoken[role, source]
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
