# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Rows go down all trees as sets, from the roots to the leaves; what the leaves say is summed.

Trees ask for the same few thresholds of a feature again and again. Which rows are above each is found once, as a set of 128
rows in two numbers; a split then sends all rows on at once: those above it to one side, the others to the other. A page has
some seventy rows: in sets of 64 nearly all splits would be made twice.
"""

import numpy as np

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

#: Rows of a number, and of a set; how many times eight these are.
cdef enum: HALF = 64, SET = 128, EIGHTS = 16
#: Leaves of a tree that can be told apart by one byte.
cdef enum: NUMBERED = 256


cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int lowest_bit(unsigned long long set) { unsigned long at; _BitScanForward64(&at, set); return (int)at; }
    #else
    static int lowest_bit(unsigned long long set) { return __builtin_ctzll(set); }
    #endif
    """
    int lowest_bit(uint64_t set) noexcept nogil


#: The first 64 rows and the others.
cdef struct Set:
    uint64_t first, second


cdef class Forest:
    """Trees: the splits of each, parents before their children, then its leaves; both numbered as places of the tree.

    `cuts` are the thresholds of the features, ascending, feature f's from ``first_cut[f]`` on. Of each feature there are sets
    of rows: of all, of those above its first threshold, its second, and so on. Split s sends what is in the set ``cut[s]`` to
    the place ``high[s]``, and the others to ``low[s]``.
    """

    def __init__(self, cuts, numbers, value):
        self.cuts, self.value = cuts, value
        self.first_cut, self.first_split, self.first_leaf, self.cut, self.low, self.high = numbers
        self.width, self.trees = self.first_cut.shape[0] - 1, self.first_split.shape[0] - 1
        self.room = checked(self)

    def sums_of_leaves(self, const double[:, ::1] rows):
        """Return for each row the sum of the leaves that it falls into, tree by tree."""
        if rows.shape[1] != self.width:
            raise IndexError(f"rows have {rows.shape[1]} numbers, the model asks for {self.width}")
        found = np.zeros(rows.shape[0])
        cdef double[::1] sums = found
        cdef uint64_t[::1] room = np.empty(self.room, np.uint64)
        with nogil:
            self.add_leaves(rows, sums, room)
        return found

    cdef int add_leaves(self, const double[:, ::1] rows, double[::1] sums, uint64_t[::1] room) except -1 nogil:
        """Add to the sum of each row what its leaves say, tree by tree. `room` is for as many numbers as `self.room` says."""
        cdef Py_ssize_t block, first, count, tree
        cdef Set *above = <Set *>&room[0]
        cdef Set *sets = above + self.cuts.shape[0] + self.width
        if rows.shape[1] != self.width or sums.shape[0] != rows.shape[0] or room.shape[0] < self.room:
            raise IndexError("rows, sums or room do not fit the model")
        for block in range((rows.shape[0] + SET - 1) // SET):
            first = block * SET
            count = min(rows.shape[0] - first, <Py_ssize_t>SET)
            rows_above(self, rows[first : first + count], above)
            for tree in range(self.trees):
                go_down(self, tree, count, above, sets, &sums[first])
        return 0


cdef Py_ssize_t checked(Forest forest) except -1:
    """Raise an IndexError where a split asks for what is not there, or does not lead to a place of its tree; each place
    but the root must be led to once, from a split before it. Return how many numbers all sets will be."""
    cdef Py_ssize_t tree, place, splits, leaves, most = 1
    cdef int32_t[::1] led
    if not (
        forest.first_leaf.shape[0] == forest.trees + 1 and forest.first_split[forest.trees] == forest.cut.shape[0]
        and forest.cut.shape[0] == forest.low.shape[0] == forest.high.shape[0] and forest.value.shape[0] == forest.first_leaf[forest.trees]
        and forest.first_cut[forest.width] == forest.cuts.shape[0]
    ):
        raise IndexError("the model's columns differ in length")
    for tree in range(forest.trees):
        splits = forest.first_split[tree + 1] - forest.first_split[tree]
        leaves = forest.first_leaf[tree + 1] - forest.first_leaf[tree]
        if leaves != splits + 1:
            raise IndexError(f"tree {tree} of the model has {splits} splits and {leaves} leaves")
        most = max(most, splits + leaves)
        led = np.zeros(splits + leaves, np.int32)
        for place in range(splits):
            at = forest.first_split[tree] + place
            if not 0 <= forest.cut[at] < forest.cuts.shape[0] + forest.width:
                raise IndexError(f"tree {tree} of the model asks for what is not there")
            if not (place < forest.low[at] < led.shape[0] and place < forest.high[at] < led.shape[0]):
                raise IndexError(f"tree {tree} of the model leads where nothing is")
            led[forest.low[at]] += 1
            led[forest.high[at]] += 1
        for place in range(1, led.shape[0]):
            if led[place] != 1:
                raise IndexError(f"tree {tree} of the model leads to a place {led[place]} times")
    return 2 * (forest.cuts.shape[0] + forest.width + most)


@cython.boundscheck(False)  # `checked` was asked of the model, once, and `add_leaves` of the rows
cdef void rows_above(Forest forest, const double[:, ::1] rows, Set *above) noexcept nogil:
    """Write for each feature the set of all rows, then for each of its thresholds that of the rows above it."""
    cdef Py_ssize_t feature, row, count, place, size = rows.shape[0]
    cdef double[SET] values
    cdef size_t[SET] below
    for row in range(size, SET):
        values[row] = 0
    memset(above, 0, (forest.cuts.shape[0] + forest.width) * sizeof(Set))
    for feature in range(forest.width):
        count = forest.first_cut[feature + 1] - forest.first_cut[feature]
        for row in range(size):
            values[row] = rows[row, feature]
        for row in range(0, size, 4):
            thresholds_below(&forest.cuts[0] + forest.first_cut[feature], count, &values[row], &below[row])
        for row in range(min(size, <Py_ssize_t>HALF)):
            above[below[row]].first |= <uint64_t>1 << row
        for row in range(HALF, size):
            above[below[row]].second |= <uint64_t>1 << (row - HALF)
        for place in range(count - 1, -1, -1):
            above[place].first |= above[place + 1].first
            above[place].second |= above[place + 1].second
        above += count + 1


cdef inline void thresholds_below(const double *cuts, size_t count, const double *values, size_t *below) noexcept nogil:
    """Write how many thresholds each of four values is above: by halves, without a branch that the processor would have to
    guess, and four at a time, so that it need not wait for one after the other."""
    cdef size_t first = 0, second = 0, third = 0, fourth = 0, half
    cdef double one = values[0], two = values[1], three = values[2], four = values[3]
    while count:
        half = (count + 1) >> 1
        first = first + half if one > cuts[first + half - 1] else first
        second = second + half if two > cuts[second + half - 1] else second
        third = third + half if three > cuts[third + half - 1] else third
        fourth = fourth + half if four > cuts[fourth + half - 1] else fourth
        count -= half
    below[0], below[1], below[2], below[3] = first, second, third, fourth


@cython.boundscheck(False)  # as above: some twelve thousand splits per page are made here
cdef void go_down(Forest forest, Py_ssize_t tree, Py_ssize_t count, const Set *above, Set *sets, double *sums) noexcept nogil:
    """Send a set of so many rows down one tree; the sets at its places are written behind each other."""
    cdef Py_ssize_t split, leaf, row, splits = forest.first_split[tree + 1] - forest.first_split[tree]
    cdef const int32_t *cut = &forest.cut[0] + forest.first_split[tree]
    cdef const int32_t *low = &forest.low[0] + forest.first_split[tree]
    cdef const int32_t *high = &forest.high[0] + forest.first_split[tree]
    cdef uint64_t[EIGHTS] numbers
    cdef const double *value = &forest.value[0] + forest.first_leaf[tree]
    cdef Set some, high_ones
    sets[0].first = ~<uint64_t>0 >> (HALF - min(count, <Py_ssize_t>HALF))
    sets[0].second = ~<uint64_t>0 >> (SET - count) if count > HALF else 0
    for split in range(splits):
        some, high_ones = sets[split], above[cut[split]]
        sets[low[split]].first = some.first & ~high_ones.first
        sets[low[split]].second = some.second & ~high_ones.second
        sets[high[split]].first = some.first & high_ones.first
        sets[high[split]].second = some.second & high_ones.second
    if splits < NUMBERED:
        number_leaves(sets + splits, splits + 1, count, numbers)
        for row in range(count):
            sums[row] += value[(<uint8_t *>numbers)[row]]
        return
    for leaf in range(splits + 1):
        add_to(sets[splits + leaf].first, value[leaf], sums)
        add_to(sets[splits + leaf].second, value[leaf], sums + HALF)


cdef void number_leaves(Set *leaves, Py_ssize_t size, Py_ssize_t count, uint64_t *numbers) noexcept nogil:
    """Write the number of each row's leaf, one byte for each row.

    How many rows a leaf has cannot be guessed, so going through them leaf by leaf would keep the processor waiting. Numbers are
    made digit by digit instead: the rows in leaves of odd numbers have a 1 as their last digit; then leaves are joined in pairs,
    which have numbers of one digit less. The leaves are not as they were afterwards.
    """
    cdef Set[8] digits
    cdef Py_ssize_t pair, eight, digit, width = 0
    cdef uint64_t rows
    while size > 1:
        digits[width] = Set(0, 0)
        for pair in range(size // 2):
            digits[width].first |= leaves[2 * pair + 1].first
            digits[width].second |= leaves[2 * pair + 1].second
            leaves[pair].first = leaves[2 * pair].first | leaves[2 * pair + 1].first
            leaves[pair].second = leaves[2 * pair].second | leaves[2 * pair + 1].second
        if size % 2:
            leaves[size // 2] = leaves[size - 1]
        size = (size + 1) // 2
        width += 1
    for eight in range((count + 7) // 8):
        numbers[eight] = 0
        for digit in range(width):
            rows = digits[digit].first if eight < 8 else digits[digit].second
            numbers[eight] |= SPREAD[(rows >> (8 * (eight % 8))) & 255] << digit


cdef inline void add_to(uint64_t some, double value, double *sums) noexcept nogil:
    """Add a value to the sums of some rows."""
    while some:
        sums[lowest_bit(some)] += value
        some &= some - 1


#: Eight rows of a set as eight bytes, 1 where the row is in it.
cdef uint64_t[256] SPREAD
cdef Py_ssize_t eight_rows, one_row
for eight_rows in range(256):
    for one_row in range(8):
        (<uint8_t *>&SPREAD[eight_rows])[one_row] = eight_rows >> one_row & 1
