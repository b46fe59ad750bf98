# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Rows go down all trees as sets, from the roots to the leaves; what the leaves say is summed.

Trees ask for the same few thresholds of a feature again and again. Which rows are above each is found once, as a set of 128
rows in two numbers; a split then sends all rows on at once: those above it to one side, the others to the other. A page has
some seventy rows: in sets of 64 nearly all splits would be made twice.

Between two pages the caches forget a model, so it is kept small (four bytes a split) and read in order, a few trees ahead.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memset

from pagerows._arrays cimport FLOAT64, INT32, Array, empty, zeros
from pagerows._bits cimport byte_of, lowest_bit

#: Rows of a number, and of a set; how many times eight these are.
cdef enum: HALF = 64, SET = 128, EIGHTS = 16
#: Leaves of a tree that are told apart by a number of so many digits; how many trees are summed at a time.
cdef enum: FEW = 16, NUMBERED = 32, DIGITS = 5, TOGETHER = 8
#: Sets that a move can ask for.
cdef enum: MOST_SETS = 0x10000
#: Trees, and features, whose numbers are asked of memory before their turn.
cdef enum: AHEAD = 4


cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <xmmintrin.h>
    #define soon(at) _mm_prefetch((const char *)(at), _MM_HINT_T0)
    /* The first 64 rows and the others. */
    typedef struct { unsigned long long first, second; } Set;
    static __forceinline Set both(Set a, Set b) { Set c = { a.first & b.first, a.second & b.second }; return c; }
    static __forceinline Set either(Set a, Set b) { Set c = { a.first | b.first, a.second | b.second }; return c; }
    static __forceinline Set without(Set a, Set b) { Set c = { a.first & ~b.first, a.second & ~b.second }; return c; }
    #else
    #define soon(at) __builtin_prefetch(at)
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
    #: Tell memory that a place will be read.
    void soon(const void *at) noexcept nogil


cdef class Forest:
    """Trees: their nodes one after another, parents before their children; a leaf is its own child.

    They are also kept as sets need them, where trees have few leaves. `cuts` are the thresholds of the features, ascending,
    feature f's from ``first_cut[f]`` on. Of each feature there are sets of rows: of those above none of its thresholds, above
    its first, its second, and so on. The places of a tree are its splits, then its leaves, in the order of the nodes; a move
    sends the rows of its place that are in the set `cut` to the place `high`, and the others to `low`.
    """

    def __init__(
        self, Py_ssize_t width, Array roots not None, Array feature not None, Array threshold not None, Array left not None,
        Array right not None, Array value not None,
    ):
        self.width, self.columns = width, (roots, feature, threshold, left, right, value)
        self.roots, self.feature, self.left, self.right = roots.int32s(), feature.int32s(), left.int32s(), right.int32s()
        self.threshold, self.value, self.trees, self.nodes = threshold.floats(), value.floats(), roots.size, value.size
        if not self.nodes == feature.size == threshold.size == left.size == right.size:
            raise IndexError("the model's columns differ in length")
        check(self)
        self.wide = leaves_of_largest(self)
        self.wide = 0 if self.wide > NUMBERED else FEW if self.wide <= FEW else NUMBERED
        prepare(self)
        self.room = (self.sets + 3 * NUMBERED + 1) * sizeof(Set)

    def __dealloc__(self):
        free(self.memory)

    def sums_of_leaves(self, const double[:, ::1] rows):
        """Return for each row the sum of the leaves that it falls into, tree by tree."""
        cdef Array found = zeros(FLOAT64, rows.shape[0])
        cdef double *sums = found.floats()
        cdef void *room
        if rows.shape[1] != self.width:
            raise IndexError(f"rows have {rows.shape[1]} numbers, the model asks for {self.width}")
        room = malloc(self.room)
        if room is NULL:
            raise MemoryError
        with nogil:
            if rows.shape[0]:
                self.add_leaves(&rows[0, 0] if self.width else NULL, rows.shape[0], sums, room)
            free(room)
        return found

    cdef int add_leaves(self, const double *rows, Py_ssize_t count, double *sums, void *room) except -1 nogil:
        """Add to the sum of each of some rows what its leaves say, tree by tree. `room` has as many bytes as `self.room`."""
        cdef Py_ssize_t block, group, first, some, tree
        cdef Set *above = <Set *>(<uint8_t *>room + (-<size_t>room & (sizeof(Set) - 1)))  # where a set may stand
        cdef Set *sets = above + self.sets
        cdef uint64_t[TOGETHER * EIGHTS] numbers
        if not self.wide:
            walk(self, rows, count, sums)
            return 0
        for block in range((count + SET - 1) // SET):
            first = block * SET
            some = min(count - first, <Py_ssize_t>SET)
            rows_above(self, rows + first * self.width, some, above)
            for group in range((self.trees + TOGETHER - 1) // TOGETHER):
                tree = group * TOGETHER
                number_leaves(self, tree, some, above, sets, numbers)
                add_together(self.leaves + self.wide * tree, self.wide, <const uint8_t *>numbers, some, sums + first)
        return 0


def column_of(bytes data not None, str kind not None, Py_ssize_t at, Py_ssize_t count):
    """Return numbers of "int32" or "float64" that stand in bytes from a place on, the last byte of each the most."""
    cdef bint short = kind == "int32"
    cdef Py_ssize_t wide = 4 if short else 8, place, byte
    cdef Array found
    cdef const uint8_t *given = <const uint8_t *><const char *>data + at
    cdef uint64_t number
    if not (0 <= at <= len(data) and 0 <= count <= (len(data) - at) // wide):
        raise IndexError("the model is cut off")
    found = empty(INT32 if short else FLOAT64, count)
    for place in range(count):
        number = 0
        for byte in range(wide):
            number |= <uint64_t>given[wide * place + byte] << (8 * byte)
        if short:
            found.int32s()[place] = <int32_t><uint32_t>number
        else:
            memcpy(found.floats() + place, &number, 8)
    return found


cdef int check(Forest forest) except -1:
    """Raise an IndexError where a split asks for what is not there, or does not lead to a node of its tree behind it; each node
    but the root must be led to once."""
    cdef Py_ssize_t tree, node, first, stop, nodes = forest.nodes
    cdef uint8_t *led
    if (forest.trees > 0) != (nodes > 0) or (nodes and forest.roots[0] != 0):
        raise IndexError("the model's trees do not begin with their first node")
    led = <uint8_t *>malloc(nodes + 1)
    if led is NULL:
        raise MemoryError
    try:
        memset(led, 0, nodes)
        for tree in range(forest.trees):
            first, stop = forest.roots[tree], root_behind(forest, tree)
            if not first < stop <= nodes:
                raise IndexError(f"tree {tree} of the model has no nodes")
            for node in range(first, stop):
                if forest.left[node] == node:
                    continue
                if not 0 <= forest.feature[node] < forest.width:
                    raise IndexError(f"tree {tree} of the model asks for what is not there")
                if not (node < forest.left[node] < stop and node < forest.right[node] < stop):
                    raise IndexError(f"tree {tree} of the model leads where nothing is")
                led[forest.left[node]] = min(led[forest.left[node]] + 1, 2)
                led[forest.right[node]] = min(led[forest.right[node]] + 1, 2)
            for node in range(first + 1, stop):
                if led[node] != 1:
                    raise IndexError(f"tree {tree} of the model does not lead to each place once")
    finally:
        free(led)
    return 0


cdef inline Py_ssize_t root_behind(Forest forest, Py_ssize_t tree) noexcept nogil:
    """One past the last node of a tree."""
    return forest.roots[tree + 1] if tree + 1 < forest.trees else forest.nodes


cdef Py_ssize_t leaves_of_largest(Forest forest) noexcept nogil:
    cdef Py_ssize_t tree, most = 0
    for tree in range(forest.trees):
        most = max(most, (root_behind(forest, tree) - forest.roots[tree] + 1) // 2)
    return most


cdef int by_size(const void *one, const void *other) noexcept nogil:
    cdef double a = (<const double *>one)[0], b = (<const double *>other)[0]
    return -1 if a < b else a > b


cdef int prepare(Forest forest) except -1:
    """Write what sets need: thresholds by feature, moves, and the leaves of each tree, as many for all."""
    cdef Py_ssize_t nodes = forest.nodes, together = (forest.trees + TOGETHER - 1) // TOGETHER * TOGETHER
    forest.memory = malloc(
        (nodes + together * forest.wide) * sizeof(double) + (forest.width + 2 + forest.trees + 1) * sizeof(int32_t)
        + nodes * sizeof(Move)
    )
    if forest.memory is NULL:
        raise MemoryError
    forest.leaves = <double *>forest.memory
    forest.cuts = forest.leaves + together * forest.wide
    forest.first_cut = <int32_t *>(forest.cuts + nodes)
    forest.first_move = forest.first_cut + forest.width + 2
    forest.moves = <Move *>(forest.first_move + forest.trees + 1)
    memset(forest.leaves, 0, together * forest.wide * sizeof(double))
    list_cuts(forest)
    forest.sets = forest.first_cut[forest.width] + forest.width
    if forest.sets > MOST_SETS:
        forest.wide = 0
    return write_moves(forest) if forest.wide else 0


cdef int list_cuts(Forest forest) except -1:
    """Write the different thresholds of each feature, ascending."""
    cdef Py_ssize_t node, feature, at, kept = 0, first, count, nodes = forest.nodes
    cdef int32_t *firsts = forest.first_cut
    memset(firsts, 0, (forest.width + 2) * sizeof(int32_t))
    for node in range(nodes):
        if forest.left[node] != node:
            firsts[forest.feature[node] + 2] += 1
    for feature in range(forest.width):
        firsts[feature + 2] += firsts[feature + 1]
    for node in range(nodes):
        if forest.left[node] != node:
            forest.cuts[firsts[forest.feature[node] + 1]] = forest.threshold[node]
            firsts[forest.feature[node] + 1] += 1
    for feature in range(forest.width):
        first, count = firsts[feature], firsts[feature + 1] - firsts[feature]
        qsort(forest.cuts + first, count, sizeof(double), by_size)
        firsts[feature] = <int32_t>kept
        for at in range(first, first + count):
            if kept == firsts[feature] or forest.cuts[at] != forest.cuts[kept - 1]:
                forest.cuts[kept] = forest.cuts[at]
                kept += 1
    firsts[forest.width] = <int32_t>kept
    return 0


cdef Py_ssize_t set_above(Forest forest, int32_t feature, double threshold) except -1:
    """The number of the set of rows that are above a threshold of a feature."""
    cdef Py_ssize_t low = forest.first_cut[feature], high = forest.first_cut[feature + 1] - 1, middle
    while low < high:
        middle = (low + high) >> 1
        if forest.cuts[middle] < threshold:
            low = middle + 1
        else:
            high = middle
    if forest.cuts[low] != threshold:
        raise IndexError("a threshold of the model is no number")
    return low + feature + 1  # before each feature's first threshold stands the set of rows above none


cdef int write_moves(Forest forest) except -1:
    """Write the moves and the leaves of all trees, of each tree level by level: a split that needs what the one before it wrote
    would keep the processor waiting, and those of one level need nothing of each other."""
    cdef Py_ssize_t tree, node, first, stop, splits, leaves, at, moves = 0
    cdef uint8_t *place = <uint8_t *>malloc(forest.nodes + 1)
    cdef int32_t[2 * NUMBERED] order
    if place is NULL:
        raise MemoryError
    try:
        for tree in range(forest.trees):
            first, stop, splits, leaves = forest.roots[tree], root_behind(forest, tree), 0, 0
            list_levels(forest, first, order)
            for at in range(stop - first):
                node = order[at]
                if forest.left[node] == node:
                    forest.leaves[forest.wide * tree + leaves] = forest.value[node]
                    place[node] = <uint8_t>((stop - first) // 2 + leaves)
                    leaves += 1
                else:
                    place[node] = <uint8_t>splits
                    splits += 1
            forest.first_move[tree] = <int32_t>moves
            for at in range(stop - first):
                node = order[at]
                if forest.left[node] != node:
                    forest.moves[moves].cut = <uint16_t>set_above(forest, forest.feature[node], forest.threshold[node])
                    forest.moves[moves].low, forest.moves[moves].high = place[forest.left[node]], place[forest.right[node]]
                    moves += 1
        forest.first_move[forest.trees] = <int32_t>moves
    finally:
        free(place)
    return 0


cdef void list_levels(Forest forest, int32_t root, int32_t *order) noexcept nogil:
    """List the nodes of a tree of at most `NUMBERED` leaves level by level, as `check` found that each is led to once."""
    cdef Py_ssize_t at = 0, known = 1
    order[0] = root
    while at < known:
        if forest.left[order[at]] != order[at]:
            order[known], order[known + 1] = forest.left[order[at]], forest.right[order[at]]
            known += 2
        at += 1


cdef void walk(Forest forest, const double *rows, Py_ssize_t count, double *sums) noexcept nogil:
    """Add to the sum of each row what its leaves say, going down one tree after another: as long as trees are large."""
    cdef Py_ssize_t row, tree
    cdef int32_t node
    for row in range(count):
        for tree in range(forest.trees):
            node = forest.roots[tree]
            while forest.left[node] != node:
                node = forest.right[node] if rows[forest.feature[node]] > forest.threshold[node] else forest.left[node]
            sums[row] += forest.value[node]
        rows += forest.width


cdef void rows_above(Forest forest, const double *rows, Py_ssize_t size, Set *above) noexcept nogil:
    """Write for each feature the set of all rows, then for each of its thresholds that of the rows above it."""
    cdef Py_ssize_t feature, count, place, width = forest.width
    cdef const double *cuts = forest.cuts
    for feature in range(width):
        count = forest.first_cut[feature + 1] - forest.first_cut[feature]
        for place in range(0, count, 8):
            soon(cuts + count + place)
        if count:  # what no split asks for need not be known
            memset(above, 0, (count + 1) * sizeof(Set))
            mark_above(cuts, count, rows + feature, min(size, <Py_ssize_t>HALF), width, <uint64_t *>above)
            if size > HALF:
                mark_above(cuts, count, rows + HALF * width + feature, size - HALF, width, <uint64_t *>above + 1)
            for place in range(count - 1, 0, -1):
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


cdef inline Set *go_down(
    const Move *move, Py_ssize_t splits, Py_ssize_t count, const Set *above, Set *sets
) noexcept nogil:
    """Send a set of so many rows down one tree; the sets at its places are written behind each other. Return its leaves'."""
    cdef Py_ssize_t split
    cdef Set some, high_ones
    (<uint64_t *>sets)[0] = ~<uint64_t>0 >> (HALF - min(count, <Py_ssize_t>HALF))
    (<uint64_t *>sets)[1] = ~<uint64_t>0 >> (SET - count) if count > HALF else 0
    for split in range(splits):
        some, high_ones = sets[split], above[move[split].cut]
        sets[move[split].low] = without(some, high_ones)
        sets[move[split].high] = both(some, high_ones)
    return sets + splits


cdef void number_leaves(
    Forest forest, Py_ssize_t first, Py_ssize_t count, const Set *above, Set *sets, uint64_t *numbers
) noexcept nogil:
    """Write the number of each row's leaf in each of some trees, one byte for each row.

    How many rows a leaf has cannot be guessed, so going through them leaf by leaf would keep the processor waiting. Numbers are
    made digit by digit instead: the rows in leaves of odd numbers have a 1 as their last digit, and so on.
    """
    cdef Py_ssize_t tree, last = min(first + TOGETHER, forest.trees), splits, eight
    cdef const Move *move = forest.moves + forest.first_move[first]
    cdef Set *leaf
    cdef Set[DIGITS] digits
    cdef const uint8_t *rows = <const uint8_t *>digits
    for tree in range(first, last):
        splits = forest.first_move[tree + 1] - forest.first_move[tree]
        foretell(forest, tree, move + AHEAD * splits)
        leaf = go_down(move, splits, count, above, sets)
        move += splits
        memset(leaf + splits + 1, 0, (forest.wide - splits - 1) * sizeof(Set))
        write_digits(leaf, digits, forest.wide > FEW)
        for eight in range((count + 7) // 8):
            numbers[eight] = (
                SPREAD[0][rows[byte_of(eight)]] | SPREAD[1][rows[EIGHTS + byte_of(eight)]]
                | SPREAD[2][rows[2 * EIGHTS + byte_of(eight)]] | SPREAD[3][rows[3 * EIGHTS + byte_of(eight)]]
                | SPREAD[4][rows[4 * EIGHTS + byte_of(eight)]]
            )
        numbers += EIGHTS
    memset(numbers, 0, (first + TOGETHER - last) * EIGHTS * sizeof(uint64_t))


cdef inline void foretell(Forest forest, Py_ssize_t tree, const Move *later) noexcept nogil:
    """Tell memory which moves and leaves will be read soon."""
    cdef Py_ssize_t place
    cdef const double *leaves = forest.leaves + forest.wide * (tree + TOGETHER)
    soon(later)
    soon(<const uint8_t *>later + 64)
    for place in range(0, forest.wide, 8):
        soon(leaves + place)


cdef inline void write_digits(const Set *leaf, Set *digits, bint many) noexcept nogil:
    """Write for each digit, the last one first, the rows in leaves whose numbers have a 1 there."""
    cdef Set second, third, fourth
    cdef Set first = write_last_digits(leaf, digits, False)
    second = write_last_digits(leaf + 8, digits, True)
    digits[3], digits[4] = second, without(second, second)
    if many:
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


cdef void add_together(
    const double *value, Py_ssize_t wide, const uint8_t *number, Py_ssize_t count, double *sums
) noexcept nogil:
    """Add to the sum of each row what its leaves of some trees say, tree by tree."""
    cdef Py_ssize_t row
    for row in range(count):
        sums[row] = (
            sums[row] + value[number[row]] + value[wide + number[SET + row]]
            + value[2 * wide + number[2 * SET + row]] + value[3 * wide + number[3 * SET + row]]
            + value[4 * wide + number[4 * SET + row]] + value[5 * wide + number[5 * SET + row]]
            + value[6 * wide + number[6 * SET + row]] + value[7 * wide + number[7 * SET + row]]
        )


#: Eight rows of a set as eight bytes, by digit: the digit's worth where the row is in it.
cdef uint64_t[DIGITS][256] SPREAD
cdef Py_ssize_t eight_rows, one_row, one_digit
for one_digit in range(DIGITS):
    for eight_rows in range(256):
        for one_row in range(8):
            (<uint8_t *>&SPREAD[one_digit][eight_rows])[one_row] = (eight_rows >> one_row & 1) << one_digit
