# cython: language_level=3, boundscheck=True, wraparound=False
"""How often values come: what most rules ask of a column, without the machinery of a Counter."""


cpdef dict tally(values):
    """Return how often each value comes, in the order in which they first come.

    >>> tally("abca")
    {'a': 2, 'b': 1, 'c': 1}
    """
    cdef dict counts = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return counts


def most_frequent(values):
    """Return the value that comes most often, the first of equals, and how often; None and 0 where there is none.

    >>> most_frequent("abcb"), most_frequent("")
    (('b', 2), (None, 0))
    """
    cdef Py_ssize_t most = 0
    best = None
    for value, count in tally(values).items():
        if count > most:
            most, best = count, value
    return best, most
