# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Where records start and end in the tree; the paper gives starts only and leaves the last end open.

Starts may mark parts of records, or several records at once: the former are folded, the latter split. The first well
distributed symbol is the outermost one: where a record is several rows of a table that is the row, a part of a record;
where a row of a grid holds several records it is that row. Every step is linear in the rows that it looks at.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memset

from pagerows._search cimport smaller
from pagerows.later import np
from pagerows.page._buffers cimport int32s
from pagerows.regions.signal._contour cimport Sequence, sequence_of

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

    def __cinit__(self, nodes=None, codes=None, shape=None):
        cdef Sequence own, plain
        cdef const int32_t *parent
        cdef const int32_t *end
        cdef const int32_t *characters
        cdef Py_ssize_t rows, others, texts
        if nodes is not None:
            self.columns = nodes.parent, nodes.end, nodes.characters, codes, shape
            own, plain = sequence_of(codes), sequence_of(shape)
            parent, end = int32s(nodes.parent, &rows), int32s(nodes.end, &others)
            characters = int32s(nodes.characters, &texts)
            if not own.size == rows == others == texts:
                raise IndexError("rows differ in number")
            self.prepare(parent, end, characters, &own, &plain)

    def __dealloc__(self):
        free(self.room)

    cdef int prepare(
        self, const int32_t *parent, const int32_t *end, const int32_t *characters, const Sequence *codes, const Sequence *shape
    ) except -1:
        """Take a page's columns, as long as the sequence, which others keep."""
        cdef Py_ssize_t rows = codes.size, marks = max(rows, codes.symbols, shape.symbols) + 1
        if not 0 < rows == shape.size:
            raise IndexError("rows differ in number")
        self.parent, self.end, self.characters = parent, end, characters
        self.codes, self.shape, self.rows = codes.codes, shape.codes, rows
        self.room = malloc(2 * marks * sizeof(int64_t) + 4 * (rows + 1) * sizeof(int32_t))
        if self.room is NULL:
            raise MemoryError
        memset(self.room, 0, 2 * marks * sizeof(int64_t) + rows * sizeof(int32_t))  # marks and children
        self.seen = <int64_t *>self.room
        self.met = self.seen + marks
        self.children = <int32_t *>(self.met + marks)
        self.starts = self.children + rows + 1
        self.others = self.starts + rows + 1
        self.numbers = self.others + rows + 1
        if not count_children(self):
            raise IndexError("rows are no tree")
        return 0

    def fit(self, positions, first, last, Fit how):
        """Return the records of regions that start at ``positions[first:last + 1]`` each: starts, stops, and where those of
        each region begin, with the end."""
        cdef int32_t[::1] own
        cdef int64_t[::1] stops = np.empty(self.rows + 1, np.int64)
        starts, ends, begin = [], [], [0]
        for low, high in zip(first, last, strict=True):
            own = np.array(positions[low : high + 1], np.int32)
            self.fit_region(&own[0] if own.shape[0] else NULL, own.shape[0], how)
            self.close(&stops[0])
            starts += [self.starts[place] for place in range(self.count)]
            ends += [stops[place] for place in range(self.count)]
            begin.append(len(starts))
        return np.array(starts, np.int64), np.array(ends, np.int64), np.array(begin, np.int64)

    cdef int fit_region(self, const int32_t *positions, Py_ssize_t count, Fit how) except -1 nogil:
        """Make the starts those of the records that so many positions mark.

        Records are whole subtrees: siblings from one start up to the next, or to their parent's end. A symbol inside of the
        records (their first link, say) marks them as well as their top node does, so starts move up as long as every one has
        its own ancestor there.
        """
        cdef Py_ssize_t place
        if not 0 < count <= self.rows:
            raise ValueError("there are no starts")
        for place in range(count):
            if not 0 < positions[place] < self.rows:
                raise IndexError("no record can start there")
            self.starts[place] = positions[place]
        self.count = count
        climb(self)
        if how.split_alike < 1:
            split_rows(self, how.split_alike)
            if how.section_text:
                split_sections(self, how.split_alike, how.section_text)
        complete(self, how)
        if how.fold > 1:
            fold(self, how.fold, how.fold_gain)
        return 0

    cdef void close(self, int64_t *stops) noexcept nogil:
        """Write where each record ends."""
        close_records(self, stops)


cdef bint count_children(Tree t) noexcept nogil:
    """Count the children of each row; tell whether the columns are those of a tree."""
    cdef Py_ssize_t row
    cdef int32_t above
    if t.end[0] != t.rows:
        return False
    for row in range(1, t.rows):
        above = t.parent[row]
        if not (0 <= above < row < t.end[row] <= t.end[above]):
            return False
        t.children[above] += 1
    return True


cdef inline int32_t stop_of(Tree t, const int32_t *rows, Py_ssize_t count, Py_ssize_t place) noexcept nogil:
    """Where a record ends at the latest: at the next one's start, or with its parent."""
    cdef int32_t bound = t.end[t.parent[rows[place]]]
    return min(rows[place + 1], bound) if place + 1 < count else bound


cdef void take_others(Tree t) noexcept nogil:
    """The other rows are the starts now."""
    t.starts, t.others = t.others, t.starts
    t.count = t.other_count


cdef void climb(Tree t) noexcept nogil:
    """Move starts up while their parents are all different; same path means same depth, so order is kept."""
    cdef Py_ssize_t place
    cdef int32_t above
    while True:
        t.stamp += 1
        for place in range(t.count):
            above = t.parent[t.starts[place]]
            if above == 0 or t.met[above] == t.stamp:
                return
            t.met[above] = t.stamp
        for place in range(t.count):
            t.starts[place] = t.parent[t.starts[place]]


# -- how alike rows are ------------------------------------------------------------------------------------------------------


cdef double alike(
    Tree t, const int32_t *symbols, int32_t one, int32_t one_stop, int32_t other, int32_t other_stop
) noexcept nogil:
    """Jaccard's coefficient of the symbols of two stretches."""
    cdef Py_ssize_t row
    cdef int64_t stamp = t.stamp + 1, ones = 0, others = 0, shared = 0
    cdef int64_t *seen = t.seen
    cdef int64_t *met = t.met
    t.stamp = stamp
    for row in range(one, one_stop):
        if seen[symbols[row]] != stamp:
            seen[symbols[row]] = stamp
            ones += 1
    for row in range(other, other_stop):
        if met[symbols[row]] != stamp:
            met[symbols[row]] = stamp
            others += 1
            shared += seen[symbols[row]] == stamp
    return shared / <double>max(<int64_t>1, ones + others - shared)


cdef double neighbours_alike(
    Tree t, const int32_t *symbols, const int32_t *rows, Py_ssize_t count, bint subtrees
) noexcept nogil:
    """How alike the first stretches of a list are to the one behind them, on average: subtrees, or records so far.

    A symbol's mark is the last stretch that has it, so one look at each row does. `numbers` are set to how many different
    symbols each of the stretches has.
    """
    cdef Py_ssize_t place, row, looked = min(count, <Py_ssize_t>SAMPLE)
    cdef int64_t stamp = t.stamp + 1, known  # the stretch before the first has no symbols
    cdef int32_t own, before = 0, shared, stop
    cdef int64_t *seen = t.seen
    cdef double sum = 0
    t.stamp += looked + 1
    for place in range(looked):
        stop = t.end[rows[place]] if subtrees else stop_of(t, rows, count, place)
        own = shared = 0
        stamp += 1
        for row in range(rows[place], stop):
            known = seen[symbols[row]]
            if known != stamp:
                seen[symbols[row]] = stamp
                own += 1
                shared += known == stamp - 1
        if place:
            sum += shared / <double>max(1, before + own - shared)
        t.numbers[place] = before = own
    return sum / max(<Py_ssize_t>1, looked - 1)


cdef bint median_below(Tree t, Py_ssize_t count, double limit) noexcept nogil:
    """Whether the median of the first so many of `numbers` is below a limit; without numbers it is 0.

    The middle ones are on the same side of the limit nearly always, which their number tells.
    """
    cdef Py_ssize_t place, below = 0
    cdef int64_t high = 0, low = 0x7FFFFFFF
    for place in range(count):
        if t.numbers[place] < limit:
            below += 1
            high = max(high, <int64_t>t.numbers[place])
        else:
            low = min(low, <int64_t>t.numbers[place])
    if 2 * below == count:
        return high + low < 2 * limit if count else 0 < limit
    return 2 * below > count


cdef bint are_large(Tree t, int32_t least) noexcept nogil:
    """Whether the median number of rows of the others' subtrees is that large."""
    cdef Py_ssize_t place
    for place in range(t.other_count):
        t.numbers[place] = t.end[t.others[place]] - t.others[place]
    return not median_below(t, t.other_count, least)


cdef bint are_like_records(Tree t, int32_t least, double least_alike) noexcept nogil:
    """Whether the others have that many different tags (the median), and are that much alike in these."""
    cdef double found = neighbours_alike(t, t.shape, t.others, t.other_count, True)
    return not median_below(t, min(t.other_count, <Py_ssize_t>SAMPLE), least) and found >= least_alike


# -- several records at once: split ------------------------------------------------------------------------------------------


cdef void list_children(Tree t) noexcept nogil:
    """Make the others their children, as many as there is room for: boxes that are no records may lie in each other."""
    cdef Py_ssize_t place, boxes = t.other_count
    cdef int32_t child
    memcpy(t.numbers, t.others, boxes * sizeof(int32_t))
    t.other_count = 0
    for place in range(boxes):
        child = t.numbers[place] + 1
        while child < t.end[t.numbers[place]] and t.other_count < t.rows:
            t.others[t.other_count] = child
            t.other_count += 1
            child = t.end[child]


cdef Py_ssize_t keep_most_common(Tree t) noexcept nogil:
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


cdef void look_at_starts(Tree t) noexcept nogil:
    """Make the others the starts."""
    memcpy(t.others, t.starts, t.count * sizeof(int32_t))
    t.other_count = t.count


cdef int64_t count_below(Tree t) noexcept nogil:
    """Make `numbers` how many children each of the others has; return how many they are in all."""
    cdef Py_ssize_t place
    cdef int64_t found = 0
    for place in range(t.other_count):
        t.numbers[place] = t.children[t.others[place]]
        found += t.numbers[place]
    return found


cdef void split_rows(Tree t, double least) noexcept nogil:
    """Where every start is a row of several like, large records, these are the records."""
    cdef Py_ssize_t place
    cdef bint single = True
    look_at_starts(t)
    while single:
        for place in range(t.count):
            single = single and t.children[t.others[place]] == 1
        for place in range(t.count if single else 0):
            t.others[place] += 1
    if count_below(t) < 2 * t.count or median_below(t, t.count, 2):
        return
    list_children(t)
    if keep_most_common(t) * 0.8 <= t.other_count and are_large(t, 5) and are_like_records(t, 5, least):
        take_others(t)


cdef void split_sections(Tree t, double least, Py_ssize_t text) noexcept nogil:
    """Where the starts are sections, a heading and three or more records, these are the records.

    Parts of a record are short, records have a text of at least `text` characters.
    """
    cdef Py_ssize_t place
    cdef int64_t inside = 0, around = 0
    find_boxes(t)
    count_below(t)
    if median_below(t, t.count, 3):
        return
    list_children(t)
    if keep_most_common(t) - t.other_count > t.count:  # more headings than sections
        return
    count_inside(t)
    if median_below(t, t.count, 3):
        return
    for place in range(t.other_count):
        inside += t.end[t.others[place]] - t.others[place]
    for place in range(t.count):
        around += t.end[t.starts[place]] - t.starts[place]
    if inside < MOSTLY * around or not are_large(t, 3) or not are_like_records(t, 3, least):
        return
    for place in range(t.other_count):
        t.numbers[place] = longest_text(t, t.others[place])
    if not median_below(t, t.other_count, text):
        take_others(t)


cdef int32_t longest_text(Tree t, int32_t top) noexcept nogil:
    cdef Py_ssize_t row
    cdef int32_t found = 0
    for row in range(top, t.end[top]):
        found = max(found, t.characters[row])
    return found


cdef void find_boxes(Tree t) noexcept nogil:
    """Make the others the boxes of the starts' content: from each start down to the child that is most of it, as long as all
    of them have one."""
    cdef Py_ssize_t place
    look_at_starts(t)
    while True:
        for place in range(t.count):
            t.numbers[place] = main_child(t, t.others[place])
            if t.numbers[place] < 0:
                return
        memcpy(t.others, t.numbers, t.count * sizeof(int32_t))


cdef int32_t main_child(Tree t, int32_t box) noexcept nogil:
    """The child that has most of a box's rows; -1 where none has."""
    cdef int32_t child = box + 1
    cdef double least = MAIN * (t.end[box] - child)
    while child < t.end[box]:
        if t.end[child] - child >= least:
            return child
        child = t.end[child]
    return -1


cdef void count_inside(Tree t) noexcept nogil:
    """Make `numbers` how many of the others lie in each start."""
    cdef Py_ssize_t place, other = 0
    for place in range(t.count):
        t.numbers[place] = 0
        while other < t.other_count and t.others[other] < t.end[t.starts[place]]:
            t.numbers[place] += 1
            other += 1


# -- records that the contour cut off: completed -------------------------------------------------------------------------------


cdef void complete(Tree t, Fit how) noexcept nogil:
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


cdef void list_same(Tree t, const int32_t *symbols, int32_t holder, int32_t symbol) noexcept nogil:
    """Make the others the rows with a symbol inside of a holder; none is the root, which has no siblings."""
    cdef Py_ssize_t row, found = 0
    cdef int32_t *others = t.others
    for row in range(max(1, holder), t.end[holder]):
        if symbols[row] == symbol:
            others[found] = row
            found += 1
    t.other_count = found


cdef bint is_start(Tree t, int32_t row) noexcept nogil:
    cdef Py_ssize_t place = smaller(t.starts, t.count, row)
    return place < t.count and t.starts[place] == row


cdef void keep_numbers(Tree t, Py_ssize_t kept) noexcept nogil:
    """The starts are the first so many of `numbers` now."""
    memcpy(t.starts, t.numbers, kept * sizeof(int32_t))
    t.count = kept


cdef void add_known(Tree t, double least) noexcept nogil:
    """The starts are now the others of which at least that share are symbols of the records, and those that were starts."""
    cdef Py_ssize_t place, row, kept = 0
    cdef int64_t known, stamp = t.stamp + 1
    cdef int32_t stop
    t.stamp = stamp
    for place in range(t.other_count):
        if is_start(t, t.others[place]):
            for row in range(t.others[place], stop_of(t, t.others, t.other_count, place)):
                t.seen[t.codes[row]] = stamp
    for place in range(t.other_count):
        stop, known = stop_of(t, t.others, t.other_count, place), 0
        for row in range(t.others[place], stop):
            known += t.seen[t.codes[row]] == stamp
        if known >= least * (stop - t.others[place]) or is_start(t, t.others[place]):
            t.numbers[kept] = t.others[place]
            kept += 1
    keep_numbers(t, kept)


cdef void add_like_neighbours(Tree t, double least) noexcept nogil:
    """The starts are now the others that have nearly the same tags below them as the nearest start, and those that were
    starts."""
    cdef Py_ssize_t place, kept = 0
    for place in range(t.other_count):
        if is_start(t, t.others[place]) or is_like_nearest(t, place, least):
            t.numbers[kept] = t.others[place]
            kept += 1
    keep_numbers(t, kept)


cdef bint is_like_nearest(Tree t, Py_ssize_t place, double least) noexcept nogil:
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
        t, t.shape, row, stop_of(t, t.others, t.other_count, place), nearest, stop_of(t, t.others, t.other_count, at)
    ) >= least


# -- parts of records: folded --------------------------------------------------------------------------------------------------


cdef double between(Tree t, Py_ssize_t place, Py_ssize_t other) noexcept nogil:
    """How alike the stretches of two starts are."""
    return alike(
        t, t.codes, t.starts[place], stop_of(t, t.starts, t.count, place),
        t.starts[other], stop_of(t, t.starts, t.count, other),
    )


cdef double mean_ahead(Tree t, Py_ssize_t step) noexcept nogil:
    """How alike the first starts' stretches are to the one so many further, on average."""
    cdef Py_ssize_t place, count = min(t.count, <Py_ssize_t>SAMPLE) - step
    cdef double sum = 0
    for place in range(count):
        sum += between(t, place, place + step)
    return sum / max(<Py_ssize_t>1, count)


cdef void fold(Tree t, Py_ssize_t most, double gain) noexcept nogil:
    """Where the starts mark a record's 2 to `most` parts in turn, leave the first part of each.

    Parts come again one record later: they are more alike there than neighbours are.
    """
    cdef double[MOST_PARTS] means
    cdef double near, best = 0
    cdef Py_ssize_t step, phase = 0, sample = min(t.count, <Py_ssize_t>SAMPLE)
    # Zebra stripes or a marked last column make neighbours with the same tags differ: these are records.
    if t.count < 6 or neighbours_alike(t, t.shape, t.starts, t.count, False) > UNIFORM:
        return
    near = neighbours_alike(t, t.codes, t.starts, t.count, False)
    if near > 1 - gain:
        return
    most = min(most, sample // 3)
    for step in range(2, most + 1):
        means[step] = mean_ahead(t, step)
        best = max(best, means[step])
    if best < near + gain:
        return
    step = 2
    while step < most and means[step] < best - 0.05:
        step += 1
    # What stands before the first part that comes again one step later is a heading.
    while phase + step < sample and between(t, phase, phase + step) <= 0.6:
        phase += 1
    keep_led(t, phase if phase + step < sample else 0, step)


cdef void keep_led(Tree t, Py_ssize_t phase, Py_ssize_t step) noexcept nogil:
    """Leave the starts of parts that are most like the first of a record's: parts may be missing, so counting would slip."""
    cdef Py_ssize_t place, leader
    cdef double first
    cdef bint leads
    t.other_count = 0
    for place in range(phase, t.count):
        first, leads = between(t, place, phase), True
        for leader in range(phase + 1, phase + step):
            leads = leads and between(t, place, leader) <= first
        if leads:
            t.others[t.other_count] = t.starts[place]
            t.other_count += 1
    if t.other_count >= 2:
        take_others(t)


# -- where records end ---------------------------------------------------------------------------------------------------------


cdef int compare(const void *one, const void *other) noexcept nogil:
    cdef int32_t a = (<const int32_t *>one)[0], b = (<const int32_t *>other)[0]
    return -1 if a < b else a > b


cdef int32_t low_median(Tree t, Py_ssize_t count) noexcept nogil:
    """The median of the first so many of `numbers`, the lower one of two; nearly always they are all the same."""
    cdef Py_ssize_t place
    for place in range(1, count):
        if t.numbers[place] != t.numbers[0]:
            qsort(t.numbers, count, sizeof(int32_t), compare)
            break
    return t.numbers[(count - 1) // 2]


cdef void close_records(Tree t, int64_t *stops) noexcept nogil:
    """Find where records end: behind the last one under each parent anything may follow, so it ends as others do."""
    cdef Py_ssize_t place, ended = 0
    cdef int32_t row, stop, siblings, most = 1
    cdef int64_t known
    t.stamp += 1
    known = t.stamp
    for place in range(t.count):
        stop = stop_of(t, t.starts, t.count, place)
        stops[place] = stop
        if stop != t.end[t.parent[t.starts[place]]]:
            row, siblings = t.starts[place], 0
            while row < stop:
                t.seen[t.codes[row]] = known
                row = t.end[row]
                siblings += 1
            t.numbers[ended] = siblings
            ended += 1
    if ended:
        most = low_median(t, ended)
    for place in range(t.count):
        if stops[place] == t.end[t.parent[t.starts[place]]]:
            # Over the siblings that other records have too, at most as many as they have.
            row, siblings = t.end[t.starts[place]], 1
            while row < stops[place] and siblings < most and t.seen[t.codes[row]] == known:
                row = t.end[row]
                siblings += 1
            stops[place] = row
