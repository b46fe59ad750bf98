# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Tag paths -> the sequence under `normal` styles: paths whose steps have the same tag, main class and attributes are one."""

import os

import numpy as np

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp

#: Differs from run to run, so that no page can be written whose paths collide. Codes do not depend on it.
cdef uint64_t KEY = int.from_bytes(os.urandom(8), "little") | 1

#: A path by its last step: the code of the path above (-1 for none), tag, main class (-1 for none), other attributes.
cdef struct Step:
    int32_t above, tag, word, others


def normal_codes(
    const int32_t[::1] path, const int32_t[::1] parent, const int32_t[::1] tags, const int32_t[::1] words, const int64_t[::1] first,
    const int32_t[::1] others,
):
    """Return the code of each row, ascending by first appearance.

    `path` has the path of each row; of each path there are its parent, which has a smaller number, its tag, its words (those of
    path k are ``words[first[k]:first[k + 1]]``) and a number for what else counts (`others`; empty: nothing does).
    """
    cdef Py_ssize_t row, rows = path.shape[0], paths = parent.shape[0]
    if tags.shape[0] != paths or first.shape[0] != paths + 1 or (others.shape[0] and others.shape[0] != paths):
        raise ValueError("paths differ in number")
    found = np.empty(rows, np.int32)
    cdef int32_t[::1] in_found = found, room = np.empty(2 * paths + 1, np.int32)
    cdef int32_t[::1] main = room[:paths], codes = room[paths:]
    choose_words(path, words, first, main)
    number_paths(parent, tags, main, others, codes)
    for row in range(rows):
        in_found[row] = codes[path[row]]
    return found


cdef int choose_words(
    const int32_t[::1] path, const int32_t[::1] words, const int64_t[::1] first, int32_t[::1] main
) except -1:
    """Choose the main class of each path, -1 where it has none: the one that most nodes of the page have names what they are; of
    equally frequent ones it is the first written one: the order is the author's."""
    cdef Py_ssize_t each, row, at
    cdef int64_t[::1] often = np.zeros(main.shape[0] + words.shape[0] + 1, np.int64)
    cdef int64_t[::1] frequency = often[main.shape[0] :]
    for row in range(path.shape[0]):
        often[path[row]] += 1
    for each in range(main.shape[0]):
        for at in range(first[each], first[each + 1]):
            frequency[words[at]] += often[each]
    for each in range(main.shape[0]):
        main[each] = -1
        for at in range(first[each], first[each + 1]):
            if main[each] < 0 or frequency[words[at]] > frequency[main[each]]:
                main[each] = words[at]
    return 0


cdef int number_paths(
    const int32_t[::1] parent, const int32_t[::1] tags, const int32_t[::1] main, const int32_t[::1] others, int32_t[::1] codes
) except -1:
    """Number paths anew: those whose steps from the root down are all equal are one."""
    cdef Py_ssize_t each, slot, slots = 16, count = parent.shape[0], known = 0
    while slots < 2 * count:
        slots *= 2
    cdef int32_t[::1] table = np.full(slots, -1, np.int32)
    cdef Step *steps = <Step *>PyMem_Malloc((count + 1) * sizeof(Step))
    cdef Step *own
    if steps is NULL:
        raise MemoryError
    try:
        for each in range(count):
            own = &steps[known]
            own.above = codes[parent[each]] if parent[each] >= 0 else -1
            own.tag, own.word, own.others = tags[each], main[each], others[each] if others.shape[0] else 0
            slot = hashed(own) & <uint64_t>(slots - 1)
            while table[slot] >= 0 and memcmp(&steps[table[slot]], own, sizeof(Step)):
                slot = (slot + 1) & (slots - 1)
            if table[slot] < 0:
                table[slot] = known
                known += 1
            codes[each] = table[slot]
    finally:
        PyMem_Free(steps)
    return 0


cdef uint64_t hashed(const Step *step) noexcept nogil:
    cdef uint64_t found = KEY
    found = (found ^ <uint64_t>step.above) * KEY
    found = (found ^ (found >> 29) ^ <uint64_t>step.tag) * KEY
    found = (found ^ (found >> 29) ^ <uint64_t>step.word) * KEY
    found = (found ^ (found >> 29) ^ <uint64_t>step.others) * KEY
    return found ^ (found >> 32)
