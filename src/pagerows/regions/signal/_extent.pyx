# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Where records start and end in the tree; the paper gives starts only and leaves the last end open.

Starts may mark parts of records, or several records at once: the former are folded, the latter split. The first well
distributed symbol is the outermost one: where a record is several rows of a table that is the row, a part of a record;
where a row of a grid holds several records it is that row. Every step is linear in the rows that it looks at.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

from pagerows._search cimport smaller

#: So many starts are looked at; a pattern that does not show in these is none.
cdef enum: SAMPLE = 40
#: Most parts of a record that are told apart: see `SignalParams.fold`.
cdef enum: MOST_PARTS = SAMPLE
#: Neighbours that are so much alike in their tags are records, whatever their classes say.
cdef double UNIFORM = 0.97
#: A child that has so much of its parent's rows is where the parent's content is.
cdef double MAIN = 0.6
#: The records of a section are so much of its rows.
cdef double MOSTLY = 0.8


cdef class Fit:
    """How starts become records: the parameters of `SignalParams` that say so."""

    def __cinit__(self, params):
        self.min_overlap, self.min_alike, self.split_alike = params.min_overlap, params.min_alike, params.split_alike
        self.fold, self.fold_gain, self.section_text = params.fold, params.fold_gain, params.section_text


cdef class Tree:
    """A page's columns, and the starts that are worked on."""

    def __cinit__(self, nodes, const int32_t[::1] codes, const int32_t[::1] shape):
        cdef Py_ssize_t row, rows = codes.shape[0]
        self.parent, self.end, self.characters, self.codes, self.shape = nodes.parent, nodes.end, nodes.characters, codes, shape
        self.starts, self.others, self.numbers = np.empty((3, rows + 1), np.int32)
        self.seen, self.met = np.zeros((2, rows + 1), np.int64)
        self.children = np.zeros(rows + 1, np.int32)
        for row in range(1, rows):
            self.children[self.parent[row]] += 1

    def fit(self, positions, first, last, Fit how):
        """Return the same as `fitted`."""
        return self.fitted(positions, first, last, how)

    cdef tuple fitted(self, const int64_t[::1] positions, const int64_t[::1] first, const int64_t[::1] last, Fit how):
        """Return the records of regions that start at ``positions[first:last + 1]`` each: starts, stops, and where those of
        each region begin, with the end.

        Records are whole subtrees: siblings from one start up to the next, or to their parent's end. A symbol inside of the
        records (their first link, say) marks them as well as their top node does, so starts move up as long as every one has
        its own ancestor there.
        """
        cdef Py_ssize_t region, place, done = 0
        found, begin = np.empty((2, self.end.shape[0]), np.int64), np.zeros(first.shape[0] + 1, np.int64)
        cdef int64_t[:, ::1] in_found = found
        cdef int64_t[::1] in_begin = begin
        with nogil:
            for region in range(first.shape[0]):
                self.take(positions, first[region], last[region])
                fit_starts(self, how)
                if done + self.count > in_found.shape[1]:  # completed records of two regions may have met
                    with gil:
                        found = np.concatenate([found, np.empty((2, done + self.count), np.int64)], axis=1)
                        in_found = found
                close(self, in_found[1, done:])
                for place in range(self.count):
                    in_found[0, done + place] = self.starts[place]
                done += self.count
                in_begin[region + 1] = done
        return found[0, :done].copy(), found[1, :done].copy(), begin

    cdef int take(self, const int64_t[::1] positions, int64_t first, int64_t last) except -1 nogil:
        """The starts are some positions now."""
        cdef Py_ssize_t place
        self.count = last - first + 1
        if self.count < 1:
            raise ValueError("there are no starts")
        for place in range(self.count):
            if not 0 < positions[first + place] < self.end.shape[0]:
                raise IndexError("no record can start there")
            self.starts[place] = positions[first + place]
        return 0

    cdef int32_t bound(self, int32_t row) except -1 nogil:
        """Where the parent of a row ends."""
        return self.end[self.parent[row]]

    cdef int32_t stop_of(self, const int32_t[::1] rows, Py_ssize_t count, Py_ssize_t place) except -1 nogil:
        """Where a record ends at the latest: at the next one's start, or with its parent."""
        cdef int32_t bound = self.bound(rows[place])
        return min(rows[place + 1], bound) if place + 1 < count else bound

    cdef int take_others(self) except -1 nogil:
        """The other rows are the starts now."""
        self.starts, self.others = self.others, self.starts
        self.count = self.other_count
        return 0


cdef int fit_starts(Tree t, Fit how) except -1 nogil:
    """Make the starts those of records."""
    climb(t)
    if how.split_alike < 1:
        split_rows(t, how.split_alike)
        if how.section_text:
            split_sections(t, how.split_alike, how.section_text)
    complete(t, how)
    if how.fold > 1:
        fold(t, how.fold, how.fold_gain)
    return 0


cdef int climb(Tree t) except -1 nogil:
    """Move starts up while their parents are all different; same path means same depth, so order is kept."""
    cdef Py_ssize_t place
    cdef int32_t above
    while t.parent[t.starts[0]] > 0:
        t.stamp += 1
        for place in range(t.count):
            above = t.parent[t.starts[place]]
            if t.met[above] == t.stamp:
                return 0
            t.met[above] = t.stamp
        for place in range(t.count):
            t.starts[place] = t.parent[t.starts[place]]
    return 0


# -- how alike rows are ------------------------------------------------------------------------------------------------------


cdef double alike(
    Tree t, const int32_t[::1] symbols, int32_t one, int32_t one_stop, int32_t other, int32_t other_stop
) except -1 nogil:
    """Jaccard's coefficient of the symbols of two stretches."""
    cdef Py_ssize_t row
    cdef int64_t ones = 0, others = 0, shared = 0
    t.stamp += 1
    for row in range(one, one_stop):
        if t.seen[symbols[row]] != t.stamp:
            t.seen[symbols[row]] = t.stamp
            ones += 1
    for row in range(other, other_stop):
        if t.met[symbols[row]] != t.stamp:
            t.met[symbols[row]] = t.stamp
            others += 1
            shared += t.seen[symbols[row]] == t.stamp
    return shared / <double>max(<int64_t>1, ones + others - shared)


cdef int32_t different(Tree t, const int32_t[::1] symbols, int32_t start, int32_t stop) except -1 nogil:
    """How many different symbols a stretch has."""
    cdef Py_ssize_t row
    cdef int32_t found = 0
    t.stamp += 1
    for row in range(start, stop):
        if t.seen[symbols[row]] != t.stamp:
            t.seen[symbols[row]] = t.stamp
            found += 1
    return found


cdef double neighbours_alike(Tree t, const int32_t[::1] rows, Py_ssize_t count) except -1 nogil:
    """How alike the first subtrees of a list are to the one behind them, in their tags, on average."""
    cdef Py_ssize_t place
    cdef double sum = 0
    count = min(count, <Py_ssize_t>SAMPLE)
    for place in range(count - 1):
        sum += alike(t, t.shape, rows[place], t.end[rows[place]], rows[place + 1], t.end[rows[place + 1]])
    return sum / max(1, count - 1)


cdef int compare(const void *one, const void *other) noexcept nogil:
    cdef int32_t a = (<const int32_t *>one)[0], b = (<const int32_t *>other)[0]
    return -1 if a < b else a > b


cdef double median(Tree t, Py_ssize_t count) except -1 nogil:
    """The median of the first so many of `numbers`, which are put in order."""
    if not count:
        return 0
    qsort(&t.numbers[0], count, sizeof(int32_t), compare)
    return (t.numbers[(count - 1) // 2] + t.numbers[count // 2]) / 2.0


cdef double median_different(Tree t, const int32_t[::1] rows, Py_ssize_t count) except -1 nogil:
    """The median number of different tags in the first subtrees of a list."""
    cdef Py_ssize_t place
    count = min(count, <Py_ssize_t>SAMPLE)
    for place in range(count):
        t.numbers[place] = different(t, t.shape, rows[place], t.end[rows[place]])
    return median(t, count)


cdef double median_size(Tree t, const int32_t[::1] rows, Py_ssize_t count) except -1 nogil:
    """The median number of rows of subtrees."""
    cdef Py_ssize_t place
    for place in range(count):
        t.numbers[place] = t.end[rows[place]] - rows[place]
    return median(t, count)


# -- several records at once: split ------------------------------------------------------------------------------------------


cdef int list_children(Tree t, const int32_t[::1] boxes, Py_ssize_t count) except -1 nogil:
    """Make the others the children of some boxes."""
    cdef Py_ssize_t place
    cdef int32_t child
    t.other_count = 0
    for place in range(count):
        child = boxes[place] + 1
        while child < t.end[boxes[place]]:
            t.others[t.other_count] = child
            t.other_count += 1
            child = t.end[child]
    return 0


cdef Py_ssize_t keep_most_common(Tree t) except -1 nogil:
    """Leave of the others those with the most common tag path, the first of equally common ones; return how many there were."""
    cdef Py_ssize_t place, whole = t.other_count
    cdef int32_t symbol, best = -1
    cdef int64_t most = 0, base
    # Counts stand above the stamp, so that marks of others never look like counts.
    base = t.stamp + 1
    t.stamp += whole + 1
    for place in range(whole):
        symbol = t.shape[t.others[place]]
        t.seen[symbol] = max(t.seen[symbol], base - 1) + 1
    for place in range(whole):
        if t.seen[t.shape[t.others[place]]] > most:
            best, most = t.shape[t.others[place]], t.seen[t.shape[t.others[place]]]
    t.other_count = 0
    for place in range(whole):
        if t.shape[t.others[place]] == best:
            t.others[t.other_count] = t.others[place]
            t.other_count += 1
    return whole


cdef int split_rows(Tree t, double least) except -1 nogil:
    """Where every start is a row of several like, large records, these are the records."""
    cdef Py_ssize_t place
    cdef int64_t below = 0
    cdef bint single = True
    for place in range(t.count):
        t.others[place] = t.starts[place]
    while single:
        for place in range(t.count):
            single = single and t.children[t.others[place]] == 1
        for place in range(t.count if single else 0):
            t.others[place] += 1
    for place in range(t.count):
        t.numbers[place] = t.children[t.others[place]]
        below += t.numbers[place]
    if below < 2 * t.count or median(t, t.count) < 2:
        return 0
    t.numbers[: t.count] = t.others[: t.count]
    list_children(t, t.numbers, t.count)
    if keep_most_common(t) * 0.8 > t.other_count or median_size(t, t.others, t.other_count) < 5:
        return 0
    if median_different(t, t.others, t.other_count) >= 5 and neighbours_alike(t, t.others, t.other_count) >= least:
        t.take_others()
    return 0


cdef int split_sections(Tree t, double least, Py_ssize_t text) except -1 nogil:
    """Where the starts are sections, a heading and three or more records, these are the records.

    Parts of a record are short, records have a text of at least `text` characters.
    """
    cdef Py_ssize_t place
    cdef int64_t inside = 0, around = 0
    main_boxes(t)
    for place in range(t.count):
        t.numbers[place] = t.children[t.others[place]]
    if median(t, t.count) < 3:
        return 0
    t.numbers[: t.count] = t.others[: t.count]
    list_children(t, t.numbers, t.count)
    if keep_most_common(t) - t.other_count > t.count:  # more headings than sections
        return 0
    count_inside(t)
    if median(t, t.count) < 3:
        return 0
    for place in range(t.other_count):
        inside += t.end[t.others[place]] - t.others[place]
    for place in range(t.count):
        around += t.end[t.starts[place]] - t.starts[place]
    if inside < MOSTLY * around or median_size(t, t.others, t.other_count) < 3:
        return 0
    if median_different(t, t.others, t.other_count) < 3 or neighbours_alike(t, t.others, t.other_count) < least:
        return 0
    for place in range(t.other_count):
        t.numbers[place] = longest_text(t, t.others[place])
    if median(t, t.other_count) >= text:
        t.take_others()
    return 0


cdef int32_t longest_text(Tree t, int32_t top) except -1 nogil:
    cdef Py_ssize_t row
    cdef int32_t found = 0
    for row in range(top, t.end[top]):
        found = max(found, t.characters[row])
    return found


cdef int main_boxes(Tree t) except -1 nogil:
    """Make the others the boxes of the starts' content: from each start down to the child that is most of it, as long as all
    of them have one."""
    cdef Py_ssize_t place
    cdef bint all_have = True
    for place in range(t.count):
        t.others[place] = t.starts[place]
    t.other_count = t.count
    while all_have:
        for place in range(t.count):
            t.numbers[place] = main_child(t, t.others[place])
            if t.numbers[place] < 0:
                all_have = False
                break
        if all_have:
            t.others[: t.count] = t.numbers[: t.count]
    return 0


cdef int32_t main_child(Tree t, int32_t box) except? -1 nogil:
    """The child that has most of a box's rows; -1 where none has."""
    cdef int32_t child = box + 1
    cdef double least = MAIN * (t.end[box] - child)
    while child < t.end[box]:
        if t.end[child] - child >= least:
            return child
        child = t.end[child]
    return -1


cdef int count_inside(Tree t) except -1 nogil:
    """Make `numbers` how many of the others lie in each start."""
    cdef Py_ssize_t place, other = 0
    for place in range(t.count):
        t.numbers[place] = 0
        while other < t.other_count and t.others[other] < t.end[t.starts[place]]:
            t.numbers[place] += 1
            other += 1
    return 0


# -- records that the contour cut off: completed -------------------------------------------------------------------------------


cdef int complete(Tree t, Fit how) except -1 nogil:
    """Add the nodes of the same path inside of the smallest subtree that holds all starts.

    Optional fields make the first records rise above the contour, which cuts them off; they look like the others where
    enough of their symbols are the others' symbols. A node whose path differs in style alone (the last of each row, the one
    on sale) must have nearly the same tags below it as the record next to it.
    """
    cdef int32_t holder = t.starts[0]
    while t.end[holder] <= t.starts[t.count - 1]:
        holder = t.parent[holder]
    if how.min_overlap < 1:
        list_same(t, t.codes, holder, t.codes[t.starts[0]])
        if t.other_count > t.count:
            add_known(t, how.min_overlap)
    if how.min_alike < 1:
        list_same(t, t.shape, holder, t.shape[t.starts[0]])
        if t.other_count > t.count:
            add_like_neighbours(t, how.min_alike)
    return 0


cdef int list_same(Tree t, const int32_t[::1] symbols, int32_t holder, int32_t symbol) except -1 nogil:
    """Make the others the rows with a symbol inside of a holder."""
    cdef Py_ssize_t row
    t.other_count = 0
    for row in range(holder, t.end[holder]):
        if symbols[row] == symbol:
            t.others[t.other_count] = row
            t.other_count += 1
    return 0



cdef bint is_start(Tree t, int32_t row) except -1 nogil:
    cdef Py_ssize_t place = smaller(t.starts, t.count, row)
    return place < t.count and t.starts[place] == row


cdef int add_known(Tree t, double least) except -1 nogil:
    """The starts are now the others of which at least that share are symbols of the records, and those that were starts."""
    cdef Py_ssize_t place, row, kept = 0
    cdef int64_t known, stamp
    cdef int32_t stop
    t.stamp += 1
    stamp = t.stamp
    for place in range(t.other_count):
        if is_start(t, t.others[place]):
            for row in range(t.others[place], t.stop_of(t.others, t.other_count, place)):
                t.seen[t.codes[row]] = stamp
    for place in range(t.other_count):
        stop, known = t.stop_of(t.others, t.other_count, place), 0
        for row in range(t.others[place], stop):
            known += t.seen[t.codes[row]] == stamp
        if is_start(t, t.others[place]) or known >= least * (stop - t.others[place]):
            t.numbers[kept] = t.others[place]
            kept += 1
    t.others[:kept] = t.numbers[:kept]
    t.other_count = kept
    return t.take_others()


cdef int add_like_neighbours(Tree t, double least) except -1 nogil:
    """The starts are now the others that have nearly the same tags below them as the nearest start, and those that were
    starts."""
    cdef Py_ssize_t place, kept = 0
    for place in range(t.other_count):
        if is_start(t, t.others[place]) or is_like_nearest(t, place, least):
            t.numbers[kept] = t.others[place]
            kept += 1
    t.others[:kept] = t.numbers[:kept]
    t.other_count = kept
    return t.take_others()


cdef bint is_like_nearest(Tree t, Py_ssize_t place, double least) except -1 nogil:
    """Whether one of the others is like the nearest start; the first of two that are equally near."""
    cdef int32_t row = t.others[place], nearest
    cdef Py_ssize_t behind = smaller(t.starts, t.count, row), at
    if behind == 0 or (behind < t.count and t.starts[behind] - row < row - t.starts[behind - 1]):
        nearest = t.starts[behind]
    else:
        nearest = t.starts[behind - 1]
    at = smaller(t.others, t.other_count, nearest)
    if at == t.other_count or t.others[at] != nearest:
        return False
    return alike(
        t, t.shape, row, t.stop_of(t.others, t.other_count, place), nearest, t.stop_of(t.others, t.other_count, at)
    ) >= least


# -- parts of records: folded --------------------------------------------------------------------------------------------------


cdef double ahead(Tree t, const int32_t[::1] symbols, Py_ssize_t place, Py_ssize_t step) except -1 nogil:
    """How alike a start's stretch is to the one so many further."""
    return alike(
        t, symbols, t.starts[place], t.stop_of(t.starts, t.count, place),
        t.starts[place + step], t.stop_of(t.starts, t.count, place + step),
    )


cdef double mean_ahead(Tree t, const int32_t[::1] symbols, Py_ssize_t step) except -1 nogil:
    """The mean of that over the first starts."""
    cdef Py_ssize_t place, count = min(t.count, <Py_ssize_t>SAMPLE) - step
    cdef double sum = 0
    for place in range(count):
        sum += ahead(t, symbols, place, step)
    return sum / max(<Py_ssize_t>1, count)


cdef int fold(Tree t, Py_ssize_t most, double gain) except -1 nogil:
    """Where the starts mark a record's 2 to `most` parts in turn, leave the first part of each.

    Parts come again one record later: they are more alike there than neighbours are.
    """
    cdef double[MOST_PARTS] means
    cdef double near, best = 0
    cdef Py_ssize_t step, phase = 0, sample = min(t.count, <Py_ssize_t>SAMPLE)
    # Zebra stripes or a marked last column make neighbours with the same tags differ: these are records.
    if t.count < 6 or mean_ahead(t, t.shape, 1) > UNIFORM:
        return 0
    near = mean_ahead(t, t.codes, 1)
    if near > 1 - gain:
        return 0
    most = min(most, sample // 3)
    for step in range(2, most + 1):
        means[step] = mean_ahead(t, t.codes, step)
        best = max(best, means[step])
    if best < near + gain:
        return 0
    step = 2
    while step < most and means[step] < best - 0.05:
        step += 1
    # What stands before the first part that comes again one step later is a heading.
    while phase + step < sample and ahead(t, t.codes, phase, step) <= 0.6:
        phase += 1
    return keep_led(t, phase if phase + step < sample else 0, step)


cdef int keep_led(Tree t, Py_ssize_t phase, Py_ssize_t step) except -1 nogil:
    """Leave the starts of parts that are most like the first of a record's: parts may be missing, so counting would slip."""
    cdef Py_ssize_t place, leader
    cdef double first
    cdef bint leads
    t.other_count = 0
    for place in range(phase, t.count):
        first, leads = like_leader(t, place, phase), True
        for leader in range(phase + 1, phase + step):
            leads = leads and like_leader(t, place, leader) <= first
        if leads:
            t.others[t.other_count] = t.starts[place]
            t.other_count += 1
    if t.other_count >= 2:
        t.take_others()
    return 0


cdef double like_leader(Tree t, Py_ssize_t place, Py_ssize_t leader) except -1 nogil:
    return alike(
        t, t.codes, t.starts[place], t.stop_of(t.starts, t.count, place),
        t.starts[leader], t.stop_of(t.starts, t.count, leader),
    )


# -- where records end ---------------------------------------------------------------------------------------------------------


cdef int close(Tree t, int64_t[::1] stops) except -1 nogil:
    """Find where records end: behind the last one under each parent anything may follow, so it ends as others do."""
    cdef Py_ssize_t place, ended = 0
    cdef int32_t row, stop, siblings, most = 1
    cdef int64_t known
    t.stamp += 1
    known = t.stamp
    for place in range(t.count):
        stop = t.stop_of(t.starts, t.count, place)
        stops[place] = stop
        if stop != t.bound(t.starts[place]):
            row, siblings = t.starts[place], 0
            while row < stop:
                t.seen[t.codes[row]] = known
                row = t.end[row]
                siblings += 1
            t.numbers[ended] = siblings
            ended += 1
    if ended:
        qsort(&t.numbers[0], ended, sizeof(int32_t), compare)
        most = t.numbers[(ended - 1) // 2]
    for place in range(t.count):
        if stops[place] == t.bound(t.starts[place]):
            # Over the siblings that other records have too, at most as many as they have.
            row, siblings = t.end[t.starts[place]], 1
            while row < stops[place] and siblings < most and t.seen[t.codes[row]] == known:
                row = t.end[row]
                siblings += 1
            stops[place] = row
    return 0
