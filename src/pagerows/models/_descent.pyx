# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Rows go down all trees as sets, from the roots to the leaves; what the leaves say is summed.

Trees ask for the same few thresholds of a feature again and again. Which rows are above each is found once, as a set of 128
rows in two numbers; a split then sends all rows on at once: those above it to one side, the others to the other. A page has
some seventy rows: in sets of 64 nearly all splits would be made twice.
"""

import numpy as np

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from pagerows._bits cimport byte_of, lowest_bit

#: Rows of a number, and of a set; how many times eight these are.
cdef enum: HALF = 64, SET = 128, EIGHTS = 16
#: Leaves of a tree that are told apart by a number of so many digits; how many such trees are summed at a time.
cdef enum: NUMBERED = 32, DIGITS = 5, TOGETHER = 8


cdef extern from *:
    """
    #if defined(_MSC_VER)
    /* The first 64 rows and the others. */
    typedef struct { unsigned long long first, second; } Set;
    static __forceinline Set both(Set a, Set b) { Set c = { a.first & b.first, a.second & b.second }; return c; }
    static __forceinline Set either(Set a, Set b) { Set c = { a.first | b.first, a.second | b.second }; return c; }
    static __forceinline Set without(Set a, Set b) { Set c = { a.first & ~b.first, a.second & ~b.second }; return c; }
    #else
    typedef unsigned long long Set __attribute__((vector_size(16), may_alias));
    static inline Set both(Set a, Set b) { return a & b; }
    static inline Set either(Set a, Set b) { return a | b; }
    static inline Set without(Set a, Set b) { return a & ~b; }
    #endif
    """
    #: 128 rows: those of two numbers, behind each other.
    ctypedef struct Set:
        pass
    Set both(Set one, Set other) noexcept nogil
    Set either(Set one, Set other) noexcept nogil
    #: What is in one set and not in the other.
    Set without(Set one, Set other) noexcept nogil


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
        # Where the sets of each split stand, in bytes: what it asks for, and where it sends rows to.
        moves = np.stack([np.asarray(each, np.uint32) * sizeof(Set) for each in numbers[3:]], axis=1)
        self.moves = np.ascontiguousarray(moves, np.uint32)
        # The leaves of each tree that has few, as many for all; and further trees that say nothing, up to a full number.
        self.few = np.zeros(((self.trees + TOGETHER - 1) // TOGETHER * TOGETHER, NUMBERED))
        cdef Py_ssize_t tree, leaf, leaves
        for tree in range(self.trees):
            leaves = self.first_leaf[tree + 1] - self.first_leaf[tree]
            for leaf in range(leaves if leaves <= NUMBERED else 0):
                self.few[tree, leaf] = self.value[self.first_leaf[tree] + leaf]

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
        cdef Py_ssize_t block, first, count, group, tree
        cdef uint64_t[TOGETHER * EIGHTS] numbers
        if rows.shape[1] != self.width or sums.shape[0] != rows.shape[0] or room.shape[0] < self.room:
            raise IndexError("rows, sums or room do not fit the model")
        cdef Set *above = <Set *>(<uint8_t *>&room[0] + (-<size_t>&room[0] & (sizeof(Set) - 1)))  # where a set may stand
        cdef Set *sets = above + self.cuts.shape[0] + self.width
        for block in range((rows.shape[0] + SET - 1) // SET):
            first = block * SET
            count = min(rows.shape[0] - first, <Py_ssize_t>SET)
            rows_above(self, rows[first : first + count], above)
            for group in range(self.few.shape[0] // TOGETHER):
                tree = group * TOGETHER
                if number_leaves(self, tree, count, above, sets, numbers):
                    add_together(&self.few[tree, 0], <const uint8_t *>numbers, count, &sums[first])
                else:
                    add_each(self, tree, count, above, sets, &sums[first])
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
    return 2 * (forest.cuts.shape[0] + forest.width + most + NUMBERED + 1)


@cython.boundscheck(False)  # `checked` was asked of the model, once, and `add_leaves` of the rows
cdef void rows_above(Forest forest, const double[:, ::1] rows, Set *above) noexcept nogil:
    """Write for each feature the set of all rows, then for each of its thresholds that of the rows above it."""
    cdef Py_ssize_t feature, count, place, size = rows.shape[0], width = forest.width
    cdef const double *cuts = &forest.cuts[0]
    for feature in range(width):
        count = forest.first_cut[feature + 1] - forest.first_cut[feature]
        memset(above, 0, (count + 1) * sizeof(Set))
        mark_above(cuts, count, &rows[0, feature], min(size, <Py_ssize_t>HALF), width, <uint64_t *>above)
        if size > HALF:
            mark_above(cuts, count, &rows[HALF, feature], size - HALF, width, <uint64_t *>above + 1)
        for place in range(count - 1, -1, -1):
            above[place] = either(above[place], above[place + 1])
        above += count + 1
        cuts += count


cdef void mark_above(
    const double *cuts, Py_ssize_t count, const double *value, Py_ssize_t rows, Py_ssize_t width, uint64_t *sets
) noexcept nogil:
    """Mark each row where it is above so many thresholds and no more; it has one value, the next row's is `width` behind it.

    Thresholds are looked for by halves, without a branch that the processor would have to guess, and of four rows at a time, so
    that it need not wait for one after the other. Behind the last row its own value is looked for again: nobody asks for that.
    """
    cdef Py_ssize_t row, half, left, first, second, third, fourth
    cdef double one, two, three, four
    for row in range(0, rows, 4):
        one, left = value[0], rows - row - 1
        two, three, four = value[min(left, 1) * width], value[min(left, 2) * width], value[min(left, 3) * width]
        first = second = third = fourth = 0
        left = count
        while left:
            half = (left + 1) >> 1
            first = first + half if one > cuts[first + half - 1] else first
            second = second + half if two > cuts[second + half - 1] else second
            third = third + half if three > cuts[third + half - 1] else third
            fourth = fourth + half if four > cuts[fourth + half - 1] else fourth
            left -= half
        sets[2 * first] |= <uint64_t>1 << row
        sets[2 * second] |= <uint64_t>2 << row
        sets[2 * third] |= <uint64_t>4 << row
        sets[2 * fourth] |= <uint64_t>8 << row
        value += 4 * width


@cython.boundscheck(False)  # as above: some twelve thousand splits per page are made here
cdef inline Set *go_down(Forest forest, Py_ssize_t tree, Py_ssize_t count, const Set *above, Set *sets) noexcept nogil:
    """Send a set of so many rows down one tree; the sets at its places are written behind each other. Return its leaves'."""
    cdef Py_ssize_t split, splits = forest.first_split[tree + 1] - forest.first_split[tree]
    cdef const uint32_t *move = &forest.moves[0, 0] + 3 * forest.first_split[tree]
    cdef Set some, high_ones
    (<uint64_t *>sets)[0] = ~<uint64_t>0 >> (HALF - min(count, <Py_ssize_t>HALF))
    (<uint64_t *>sets)[1] = ~<uint64_t>0 >> (SET - count) if count > HALF else 0
    for split in range(splits):
        some, high_ones = sets[split], (<const Set *>(<const uint8_t *>above + move[0]))[0]
        (<Set *>(<uint8_t *>sets + move[1]))[0] = without(some, high_ones)
        (<Set *>(<uint8_t *>sets + move[2]))[0] = both(some, high_ones)
        move += 3
    return sets + splits


@cython.boundscheck(False)
cdef bint number_leaves(
    Forest forest, Py_ssize_t first, Py_ssize_t count, const Set *above, Set *sets, uint64_t *numbers
) noexcept nogil:
    """Write the number of each row's leaf in each of some trees, one byte for each row; False where a tree has too many.

    How many rows a leaf has cannot be guessed, so going through them leaf by leaf would keep the processor waiting. Numbers are
    made digit by digit instead: the rows in leaves of odd numbers have a 1 as their last digit, and so on.
    """
    cdef Py_ssize_t tree, last = min(first + TOGETHER, forest.trees), leaves, eight
    cdef Set *leaf
    cdef Set[DIGITS] digits
    cdef const uint8_t *rows = <const uint8_t *>digits
    for tree in range(first, last):
        if forest.first_leaf[tree + 1] - forest.first_leaf[tree] > NUMBERED:
            return False
    for tree in range(first, last):
        leaves = forest.first_leaf[tree + 1] - forest.first_leaf[tree]
        leaf = go_down(forest, tree, count, above, sets)
        memset(leaf + leaves, 0, (NUMBERED - leaves) * sizeof(Set))
        write_digits(leaf, digits)
        for eight in range((count + 7) // 8):
            numbers[eight] = (
                SPREAD[0][rows[byte_of(eight)]] | SPREAD[1][rows[EIGHTS + byte_of(eight)]]
                | SPREAD[2][rows[2 * EIGHTS + byte_of(eight)]] | SPREAD[3][rows[3 * EIGHTS + byte_of(eight)]]
                | SPREAD[4][rows[4 * EIGHTS + byte_of(eight)]]
            )
        numbers += EIGHTS
    memset(numbers, 0, (first + TOGETHER - last) * EIGHTS * sizeof(uint64_t))
    return True


cdef inline void write_digits(const Set *leaf, Set *digits) noexcept nogil:
    """Write for each digit, the last one first, the rows in leaves whose numbers have a 1 there."""
    cdef Set second, third, fourth
    cdef Set first = write_last_digits(leaf, digits, False)
    second = write_last_digits(leaf + 8, digits, True)
    third = write_last_digits(leaf + 16, digits, True)
    fourth = write_last_digits(leaf + 24, digits, True)
    digits[3], digits[4] = either(second, fourth), either(third, fourth)


cdef inline Set write_last_digits(const Set *leaf, Set *digits, bint further) noexcept nogil:
    """The same for eight leaves and three digits, of those before on request; return the rows in any of the leaves."""
    cdef Set low = either(leaf[2], leaf[3]), middle = either(leaf[4], leaf[5]), high = either(leaf[6], leaf[7])
    cdef Set odd = either(either(leaf[1], leaf[3]), either(leaf[5], leaf[7])), upper = either(middle, high)
    digits[0] = either(digits[0], odd) if further else odd
    digits[1] = either(digits[1], either(low, high)) if further else either(low, high)
    digits[2] = either(digits[2], upper) if further else upper
    return either(either(leaf[0], leaf[1]), either(low, upper))


cdef void add_together(const double *value, const uint8_t *number, Py_ssize_t count, double *sums) noexcept nogil:
    """Add to the sum of each row what its leaves of some trees say, tree by tree."""
    cdef Py_ssize_t row
    for row in range(count):
        sums[row] = (
            sums[row] + value[number[row]] + value[NUMBERED + number[SET + row]]
            + value[2 * NUMBERED + number[2 * SET + row]] + value[3 * NUMBERED + number[3 * SET + row]]
            + value[4 * NUMBERED + number[4 * SET + row]] + value[5 * NUMBERED + number[5 * SET + row]]
            + value[6 * NUMBERED + number[6 * SET + row]] + value[7 * NUMBERED + number[7 * SET + row]]
        )


@cython.boundscheck(False)
cdef void add_each(Forest forest, Py_ssize_t first, Py_ssize_t count, const Set *above, Set *sets, double *sums) noexcept nogil:
    """The same leaf by leaf, however many there are."""
    cdef Py_ssize_t tree, leaf
    cdef const uint64_t *rows
    cdef double value
    for tree in range(first, min(first + TOGETHER, forest.trees)):
        rows = <const uint64_t *>go_down(forest, tree, count, above, sets)
        for leaf in range(forest.first_leaf[tree + 1] - forest.first_leaf[tree]):
            value = forest.value[forest.first_leaf[tree] + leaf]
            add_to(rows[2 * leaf], value, sums)
            add_to(rows[2 * leaf + 1], value, sums + HALF)


cdef inline void add_to(uint64_t some, double value, double *sums) noexcept nogil:
    """Add a value to the sums of some rows."""
    while some:
        sums[lowest_bit(some)] += value
        some &= some - 1


#: Eight rows of a set as eight bytes, by digit: the digit's worth where the row is in it.
cdef uint64_t[DIGITS][256] SPREAD
cdef Py_ssize_t eight_rows, one_row, one_digit
for one_digit in range(DIGITS):
    for eight_rows in range(256):
        for one_row in range(8):
            (<uint8_t *>&SPREAD[one_digit][eight_rows])[one_row] = (eight_rows >> one_row & 1) << one_digit
