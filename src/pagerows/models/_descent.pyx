# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Rows go down all trees, from the roots to the leaves; what the leaves say is summed."""

import numpy as np

cimport cython
from libc.stdint cimport int32_t

#: Rows that go down a tree side by side: while one waits for memory, the others go on.
cdef enum: ABREAST = 16


def check(Py_ssize_t width, const int32_t[::1] roots, const int32_t[::1] feature, const int32_t[::1] child):
    """Raise an IndexError where a model's nodes ask for more than `width` features, or lead out of the model."""
    cdef Py_ssize_t node, count = child.shape[0]
    for node in range(count):
        if not (0 <= feature[node] < width and 0 <= child[node] < count and (child[node] == node or child[node] + 1 < count)):
            raise IndexError(f"node {node} of the model asks or leads where nothing is")
    for node in range(roots.shape[0]):
        if not 0 <= roots[node] < count:
            raise IndexError(f"tree {node} of the model starts where nothing is")


def sum_of_leaves(
    const double[:, ::1] rows,
    const int32_t[::1] roots,
    const int32_t[::1] depths,
    const int32_t[::1] feature,
    const double[::1] threshold,
    const int32_t[::1] child,
    const double[::1] value,
):
    """Return for each row the sum of the leaves that it falls into, tree by tree.

    A row goes from a node to ``child`` where its feature is at most the threshold, else to ``child + 1``. A leaf is its
    own child and no row's feature is above its threshold, so that all rows can go down as far as the deepest leaf.
    The model must have passed `check` for rows of this width.
    """
    if not (depths.shape[0] == roots.shape[0] and feature.shape[0] == threshold.shape[0] == child.shape[0] == value.shape[0]):
        raise IndexError("the model's columns differ in length")
    found = np.zeros(rows.shape[0])
    cdef double[::1] sums = found
    cdef Py_ssize_t block, tree
    with nogil:
        for tree in range(roots.shape[0]):  # whose nodes stay at hand for all rows
            for block in range((rows.shape[0] + ABREAST - 1) // ABREAST):
                down(rows, block * ABREAST, roots[tree], depths[tree], feature, threshold, child, value, sums)
    return found


@cython.boundscheck(False)  # `check` was asked of the model, once: a quarter of a million steps per page are made here
cdef int down(
    const double[:, ::1] rows,
    Py_ssize_t first,
    int32_t root,
    int32_t depth,
    const int32_t[::1] feature,
    const double[::1] threshold,
    const int32_t[::1] child,
    const double[::1] value,
    double[::1] sums,
) except -1 nogil:
    """Send some rows down one tree, a step each in turn."""
    cdef int32_t[ABREAST] at
    cdef Py_ssize_t count = min(ABREAST, rows.shape[0] - first), place
    cdef int32_t step, node
    for place in range(count):
        at[place] = root
    for step in range(depth):
        for place in range(count):
            node = at[place]
            at[place] = child[node] + (rows[first + place, feature[node]] > threshold[node])
    for place in range(count):
        sums[first + place] += value[at[place]]
    return 0
