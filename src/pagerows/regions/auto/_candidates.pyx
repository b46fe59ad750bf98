# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Page -> candidates, in flat arrays: the sources, merging of what cuts the same, choice of the most promising.

A candidate is written record by record on a `Pile`, and taken back where it has too few. A page has some twenty times as many
places to look at as it has rows, so the loops here read columns by their addresses: `Page` and `Pile` look at what they are
given once, and every place is written through a check of its own.
"""

cimport cython
from libc.math cimport rint, sqrt
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memmove, memset

from pagerows._arrays cimport INT64, UINT8, Array, empty, zeros
from pagerows._search cimport smaller
from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.measures._lanes cimport CHARS, IMAGES, LANES, LINKS, SKETCH, TEXTS
from pagerows.page._buffers cimport int64s
from pagerows.regions.auto._ranked cimport Ranked

#: The notions under which single nodes are alike, and the sources behind them: see `candidates.SOURCES`.
cdef enum: NOTIONS = 10, RUNS = 10, BETWEEN = 12, WITHOUT_OUTLIERS = 13, WITH_PARTS = 14

#: A record is an outlier when the cosine of its bag of tag paths with the mean of its candidate is below this.
cdef double ALIKE = 0.55
#: Squared cosine with the first record from which all are alike: twice the angle of .8805 is that of .55.
cdef double NEAR = 0.78
#: Rows of a record up to which its sketch is of small numbers.
cdef enum: SMALL = 8_000
#: Of how many candidates further parts are looked for, how often each may grow, and to how many times its records.
cdef enum: GROWING = 24, GROWTHS = 2, LARGEST = 4


@cython.final
cdef class Room:
    """Some bytes."""

    cdef void *at

    def __cinit__(self, size_t size):
        self.at = malloc(max(size, <size_t>1))
        if self.at is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.at)


@cython.final
cdef class Pile:
    """Candidates one after another: candidate c has the records ``first[c]`` up to ``first[c + 1]``."""

    cdef Room room
    cdef int32_t *start
    cdef int32_t *stop
    cdef int32_t *first
    cdef int32_t *source
    cdef Py_ssize_t records, count, most

    def __cinit__(self, Py_ssize_t most):
        self.most, self.room = most, Room((4 * most + 1) * sizeof(int32_t))
        self.first = <int32_t *>self.room.at
        self.start = self.first + most + 1
        self.stop = self.start + most
        self.source = self.stop + most
        self.first[0] = 0

    cdef inline int add(self, int32_t start, int32_t stop) except -1 nogil:
        """Put one record."""
        if self.records >= self.most:
            raise IndexError("no room for another record")
        self.start[self.records], self.stop[self.records] = start, stop
        self.records += 1
        return 0

    cdef inline int add_outermost(self, const int32_t *rows, Py_ssize_t size, const int32_t *end) except -1 nogil:
        """Put some elements, which ascend; none that lies inside of the one before."""
        cdef Py_ssize_t place, records = self.records
        cdef int32_t row, until = 0
        cdef int32_t *start = self.start
        cdef int32_t *stop = self.stop
        if size > self.most - records:
            raise IndexError("no room for further records")
        for place in range(size):
            row = rows[place]
            if row >= until:
                until = end[row]
                start[records], stop[records] = row, until
                records += 1
        self.records = records
        return 0

    cdef inline int close(self, int32_t source, Py_ssize_t least) except -1 nogil:
        """The records since the last candidate are one, if there are enough, and any."""
        if self.records - self.first[self.count] < max(least, <Py_ssize_t>1):
            self.records = self.first[self.count]
            return 0
        self.source[self.count] = source
        self.count += 1
        self.first[self.count] = <int32_t>self.records
        return 0

    cdef inline Py_ssize_t size(self, Py_ssize_t candidate) noexcept nogil:
        return self.first[candidate + 1] - self.first[candidate]

    cdef int keep(self, const uint8_t *kept) except -1 nogil:
        """Leave out the candidates that are not kept."""
        cdef Py_ssize_t candidate, place = 0, to = 0, first, size
        for candidate in range(self.count):
            if kept[candidate]:
                first, size = self.first[candidate], self.size(candidate)
                memmove(self.start + to, self.start + first, size * sizeof(int32_t))
                memmove(self.stop + to, self.stop + first, size * sizeof(int32_t))
                self.first[place], self.source[place] = <int32_t>to, self.source[candidate]
                to += size
                place += 1
        self.records, self.count, self.first[place] = to, place, <int32_t>to
        return 0

    cdef Candidates candidates(self):
        """What has been put."""
        cdef Py_ssize_t records = self.records, count = self.count, at
        cdef Array room = empty(INT64, 2 * (records + count) + 1)
        cdef int64_t *into = room.int64s()
        with nogil:
            for at in range(records):
                into[at], into[records + at] = self.start[at], self.stop[at]
            for at in range(count):
                into[2 * records + at] = self.source[at]
            for at in range(count + 1):
                into[2 * records + count + at] = self.first[at]
        cdef Candidates found = Candidates.__new__(Candidates)
        found.put(room, records, count)
        return found


#: What rows may have in common: their paths, exact, with plain styles and with tags alone; their own step, that of the first
#: child, from 1 (0 where there is none); and their ancestors, -1 for none.
cdef enum: FULL, PLAIN, TAGS, STEP, CHILD, PARENT, GRAND, GREAT, KEYS


#: A number of each row, -1 or more; the largest; and where elements with text begin in its order, by number.
cdef struct Key:
    const int32_t *of
    int32_t largest
    int32_t *places


@cython.final
cdef class Page:
    """The columns that candidates are found in; each is as long as `Sheet` says, and rows in them are rows of the page."""

    cdef Sheet sheet
    cdef Py_ssize_t rows
    cdef const int32_t *tag
    cdef const int32_t *depth
    cdef const int32_t *end
    cdef const int64_t *before
    cdef const int64_t *leaves
    cdef const int32_t *above
    cdef Key[KEYS] keys
    #: All rows but the body, by parent, and where each row stands there.
    cdef int32_t *children
    cdef int32_t *place
    #: Elements with visible text, but for the body, in document order; and how many there are.
    cdef int32_t *texts
    cdef Py_ssize_t texts_count
    #: Room for rows in an order, for as many numbers, and for counts of keys.
    cdef int32_t *some
    cdef int32_t *spare
    cdef int32_t *other
    cdef int32_t *third
    cdef int32_t *number
    cdef int32_t *counts
    cdef Room room

    def __cinit__(self, Sheet sheet):
        cdef Py_ssize_t key, rows = sheet.rows, most = max(rows, sheet.paths) + 4
        self.sheet, self.rows = sheet, rows
        self.tag, self.depth, self.end, self.above = sheet.tag, sheet.depth, sheet.end, sheet.parent
        self.before, self.leaves = sheet.before, sheet.leaves
        self.room = Room((12 * rows + (1 + KEYS) * most) * sizeof(int32_t))
        cdef int32_t *grand = <int32_t *>self.room.at
        cdef int32_t *great = grand + rows
        cdef int32_t *child = great + rows
        self.children, self.place, self.texts, self.some = child + rows, child + 2 * rows, child + 3 * rows, child + 4 * rows
        self.spare, self.other, self.third = child + 5 * rows, child + 6 * rows, child + 7 * rows
        self.number, self.counts = child + 8 * rows, child + 9 * rows
        self.keys[FULL].of, self.keys[PLAIN].of, self.keys[TAGS].of = sheet.path, sheet.plain, sheet.tags
        self.keys[STEP].of, self.keys[CHILD].of, self.keys[PARENT].of = sheet.step, child, self.above
        self.keys[GRAND].of, self.keys[GREAT].of = grand, great
        with nogil:
            self.derive(grand, great, child)
            for key in range(KEYS):
                self.keys[key].places = self.counts + (1 + key) * most
                if self.keys[key].largest + 3 > most:
                    raise IndexError("a key is too large")
            self.order_children()

    cdef void derive(self, int32_t *grand, int32_t *great, int32_t *child) noexcept nogil:
        """Look at each row: what stands above it, and what it holds; and find the largest number of each key."""
        cdef const int8_t *kind = self.sheet.kind
        cdef const int64_t *chars = self.sheet.chars
        cdef const int32_t *full = self.keys[FULL].of
        cdef const int32_t *plain = self.keys[PLAIN].of
        cdef const int32_t *tags = self.keys[TAGS].of
        cdef const int32_t *step = self.keys[STEP].of
        cdef int32_t row, above, end, rows = <int32_t>self.rows
        cdef int32_t last_full = 0, last_plain = 0, last_tags = 0, last_step = 0
        for row in range(rows):
            above, end = self.above[row], self.end[row]
            grand[row] = self.above[above] if above >= 0 else -1
            great[row] = grand[above] if above >= 0 else -1
            child[row] = step[row + 1] + 1 if end > row + 1 else 0
            self.some[row] = row
            if row and kind[row] == 0 and chars[end] > chars[row]:
                self.texts[self.texts_count] = row
                self.texts_count += 1
            last_full, last_plain = max(last_full, full[row]), max(last_plain, plain[row])
            last_tags, last_step = max(last_tags, tags[row]), max(last_step, step[row])
        self.keys[FULL].largest, self.keys[PLAIN].largest, self.keys[TAGS].largest = last_full, last_plain, last_tags
        self.keys[STEP].largest, self.keys[CHILD].largest = last_step, last_step + 1
        self.keys[PARENT].largest = self.keys[GRAND].largest = self.keys[GREAT].largest = rows - 1

    cdef int order_children(self) noexcept nogil:
        """List all rows but the body by parent, and say where each one stands."""
        cdef int32_t row
        self.sort(PARENT, self.some + 1, self.children, self.rows - 1)
        for row in range(<int32_t>self.rows - 1):
            self.place[self.children[row]] = row
        return 0

    cdef inline bint has_content(self, int32_t row) noexcept nogil:
        """Whether there is a text or an image inside."""
        return self.leaves[self.end[row]] > self.leaves[row]

    cdef void sort(self, int key, const int32_t *rows, int32_t *into, Py_ssize_t size) noexcept nogil:
        """Order rows by a key; equal ones stay in the order that they have. By counting: linear."""
        count_places(&self.keys[key], rows, size, self.counts)
        scatter(self.keys[key].of, rows, into, size, self.counts)

    cdef int32_t *sort_texts(self, int key, const int32_t *rows, int32_t *into) noexcept nogil:
        """The same of all elements with text, in any order: where they begin is known. Return them."""
        memcpy(self.counts, self.keys[key].places, (self.keys[key].largest + 2) * sizeof(int32_t))
        scatter(self.keys[key].of, rows, into, self.texts_count, self.counts)
        return into


cdef void count_places(const Key *key, const int32_t *rows, Py_ssize_t size, int32_t *counts) noexcept nogil:
    """Write for each number, from -1 on, where its rows begin in their order."""
    cdef Py_ssize_t place
    cdef int32_t number, at = 0, count
    cdef const int32_t *of = key.of
    memset(counts, 0, (key.largest + 2) * sizeof(int32_t))
    for place in range(size):
        counts[of[rows[place]] + 1] += 1
    for number in range(key.largest + 2):
        count = counts[number]
        counts[number] = at
        at += count


cdef void scatter(const int32_t *key, const int32_t *rows, int32_t *into, Py_ssize_t size, int32_t *counts) noexcept nogil:
    """Write each row where the next one of its key belongs."""
    cdef Py_ssize_t place
    cdef int32_t row, at
    for place in range(size):
        row = rows[place]
        at = counts[key[row] + 1]
        counts[key[row] + 1] = at + 1
        into[at] = row


cdef struct Keys:
    #: What rows of a group have in common; the same again where there are fewer than three.
    const int32_t *first
    const int32_t *second
    const int32_t *third


cdef inline Py_ssize_t group_end(const Keys *keys, const int32_t *rows, Py_ssize_t first, Py_ssize_t size) noexcept nogil:
    """One past the last place of the group of rows that starts at a place."""
    cdef Py_ssize_t last = first + 1
    cdef int32_t row = rows[first], one = keys.first[row], two = keys.second[row], three = keys.third[row]
    if keys.second == keys.first:
        while last < size and keys.first[rows[last]] == one:
            last += 1
        return last
    while last < size:
        row = rows[last]
        if keys.first[row] != one or keys.second[row] != two or keys.third[row] != three:
            break
        last += 1
    return last


def find(Sheet sheet not None, Py_ssize_t least, Py_ssize_t most, list further):
    """Collect the candidates of a page; keep the `most` promising ones and what is made of them, and `further` ones."""
    cdef Page page = Page(sheet)
    cdef Pile pile = Pile(NOTIONS * page.texts_count + 4 * page.rows + 4)
    with nogil:
        groups(page, least, pile)
    heads(page, least, pile)
    with nogil:
        between(page, least, pile)
    distinct(page, pile)
    cdef Pile best = promising(page, pile, most)
    cdef Py_ssize_t room = (2 + GROWTHS * LARGEST) * best.records + 1
    cdef Candidates each
    for each in further:
        room += each.records
    cdef Pile joined = Pile(room)
    with nogil:
        append(joined, best)
    without_outliers(page, best, least, joined)
    with_parts(page, best, joined)
    for each in further:
        put(page, joined, each)
    distinct(page, joined)
    return joined.candidates()


def of_regions(marked, Py_ssize_t rows, Py_ssize_t least, int64_t source):
    """Return regions of the signal method as candidates, those with at least so many records; and for each row whether a region
    starts a record there."""
    cdef Py_ssize_t record, at = 0, size = 0, count = 0, records, others
    cdef const int64_t *starts
    cdef const int64_t *stops
    cdef list kept = [each for each in marked if len(each.starts) >= least]
    for each in kept:
        size += len(each.starts)
    cdef Array found = zeros(UINT8, rows), room = empty(INT64, 2 * (size + len(kept)) + 1)
    cdef uint8_t *begins = found.uint8s()
    cdef int64_t *into = room.int64s()
    cdef int64_t *firsts = into + 2 * size + len(kept)
    for each in marked:
        starts, stops = int64s(each.starts, &records), int64s(each.stops, &others)
        if records != others:
            raise ValueError("starts and stops differ in number")
        for record in range(records):
            if not 0 <= starts[record] < rows:
                raise IndexError("a record does not lie on the page")
            begins[starts[record]] = True
        if records >= least:
            firsts[count], into[2 * size + count] = at, source
            memcpy(into + at, starts, records * sizeof(int64_t))
            memcpy(into + size + at, stops, records * sizeof(int64_t))
            count += 1
            at += records
    firsts[count] = at
    cdef Candidates candidates = Candidates.__new__(Candidates)
    candidates.put(room, size, count)
    return candidates, found


cdef int groups(Page page, Py_ssize_t least, Pile pile) except -1 nogil:
    """Single nodes that are alike under some notion, anywhere or below one ancestor; of nested ones the outermost."""
    cdef const int32_t *rows = page.texts
    cdef int32_t *order = page.some
    cdef int32_t *tags = page.other  # the order by tags, and by tags and then by step
    cdef int32_t *steps = page.third
    cdef int key
    for key in range(KEYS):
        count_places(&page.keys[key], rows, page.texts_count, page.keys[key].places)
    page.sort_texts(TAGS, rows, tags)
    page.sort_texts(TAGS, page.sort_texts(STEP, rows, order), steps)
    put_groups(page, page.sort_texts(FULL, rows, order), 0, least, pile, FULL, FULL, FULL)
    put_groups(page, page.sort_texts(PLAIN, rows, order), 1, least, pile, PLAIN, PLAIN, PLAIN)
    put_groups(page, tags, 2, least, pile, TAGS, TAGS, TAGS)
    put_groups(page, steps, 3, least, pile, TAGS, STEP, STEP)
    page.sort_texts(CHILD, rows, page.spare)
    put_groups(page, page.sort_texts(STEP, page.spare, order), 4, least, pile, STEP, CHILD, CHILD)
    put_groups(page, page.sort_texts(PARENT, tags, order), 5, least, pile, PARENT, TAGS, TAGS)
    put_groups(page, page.sort_texts(PARENT, steps, order), 6, least, pile, PARENT, TAGS, STEP)
    put_groups(page, page.sort_texts(GRAND, tags, order), 7, least, pile, GRAND, TAGS, TAGS)
    put_groups(page, page.sort_texts(GREAT, tags, order), 8, least, pile, GREAT, TAGS, TAGS)
    return put_groups(page, page.sort_texts(PARENT, rows, order), 9, least, pile, PARENT, PARENT, PARENT)


cdef int put_groups(
    Page page, const int32_t *rows, int32_t notion, Py_ssize_t least, Pile pile, int one, int two, int three
) except -1 nogil:
    """Put the outermost rows of each group of those with text, which are in the order of the keys that make a group."""
    cdef Py_ssize_t first = 0, last, size = page.texts_count
    cdef Keys keys = Keys(page.keys[one].of, page.keys[two].of, page.keys[three].of)
    while first < size:
        last = group_end(&keys, rows, first, size)
        if last - first >= least:
            pile.add_outermost(rows + first, last - first, page.end)
            pile.close(notion, least)
        first = last
    return 0


# -- records of several siblings each ----------------------------------------------------------------------------------


cdef struct Head:
    int64_t kind, parent, size, first
    #: Where its rows start in the order of its kind.
    int64_t at


cdef int by_parent_and_size(const void *one, const void *other) noexcept nogil:
    cdef const Head *a = <const Head *>one
    cdef const Head *b = <const Head *>other
    if a.kind != b.kind:
        return -1 if a.kind < b.kind else 1
    if a.parent != b.parent:
        return -1 if a.parent < b.parent else 1
    if a.size != b.size:
        return -1 if a.size < b.size else 1
    return -1 if a.first < b.first else a.first > b.first


cdef Py_ssize_t siblings(Page page, bint content, Py_ssize_t least) noexcept nogil:
    """List the rows with (or without) content whose parent has at least so many of them, by parent; return how many."""
    cdef int32_t *number = page.number
    cdef Py_ssize_t place, size = 0
    cdef int32_t row
    memset(number, 0, page.rows * sizeof(int32_t))
    for row in range(1, <int32_t>page.rows):
        number[page.above[row]] += page.has_content(row) == content
    for place in range(page.rows - 1):
        row = page.children[place]
        if number[page.above[row]] >= least and page.has_content(row) == content:
            page.some[size] = row
            size += 1
    return size


cdef int heads(Page page, Py_ssize_t least, Pile pile) except -1:
    """Each child with the same key starts a record that lasts until the next one."""
    cdef Py_ssize_t size = siblings(page, True, least), count = 0, kind, first, last
    cdef Room room = Room((size + 1) * sizeof(Head))
    cdef Head *found = <Head *>room.at
    cdef Keys keys
    cdef int32_t *order
    cdef int middle, last_key
    if not size:
        return 0
    with nogil:
        for kind in range(2):
            order = page.other if kind == 0 else page.third
            middle, last_key = TAGS if kind == 0 else STEP, STEP if kind == 0 else CHILD
            keys = Keys(page.above, page.keys[middle].of, page.keys[last_key].of)
            page.sort(last_key, page.some, page.spare, size)
            page.sort(middle, page.spare, page.number, size)
            page.sort(PARENT, page.number, order, size)
            first = 0
            while first < size:
                last = group_end(&keys, order, first, size)
                if last - first >= least and distance(page, order, first, last) > 1.2:
                    if count > size:
                        raise IndexError("no room for another head")
                    found[count] = Head(kind, page.above[order[first]], last - first, page.place[order[first]], first)
                    count += 1
                first = last
        qsort(found, count, sizeof(Head), by_parent_and_size)
        for first in range(count):
            # Heads that occur equally often under one parent cut the same records; the first of them is the head.
            if first and found[first].kind == found[first - 1].kind and found[first].parent == found[first - 1].parent:
                if found[first].size == found[first - 1].size:
                    continue
            order = page.other if found[first].kind == 0 else page.third
            run(page, order, found[first].at, found[first].at + found[first].size, pile)
            pile.close(<int32_t>(RUNS + found[first].kind), least)
    return 0


cdef double distance(Page page, const int32_t *rows, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """How many siblings there are from one head to the next, on average."""
    return (page.place[rows[last - 1]] - page.place[rows[first]]) / <double>max(1, last - first - 1)


cdef int run(Page page, const int32_t *rows, Py_ssize_t first, Py_ssize_t last, Pile pile) except -1 nogil:
    """Put the records of one kind of head: from each one to the next."""
    cdef Py_ssize_t place, until, usual = <Py_ssize_t>max(1.0, rint(distance(page, rows, first, last)))
    for place in range(first, last - 1):
        pile.add(rows[place], rows[place + 1])
    # The last record is as long as records usually are, within its parent.
    until = place = page.place[rows[last - 1]]
    while until + 2 < page.rows and until + 1 < place + usual:
        if page.above[page.children[until + 1]] != page.above[page.children[place]]:
            break
        until += 1
    return pile.add(page.children[place], page.end[page.children[until]])


cdef int between(Page page, Py_ssize_t least, Pile pile) except -1 nogil:
    """Children without content (rules, breaks, empty rows) separate records: before the first, between, after the last."""
    cdef Py_ssize_t size = siblings(page, False, least - 1), first = 0, last, place
    cdef Keys keys = Keys(page.above, page.keys[TAGS].of, page.keys[STEP].of)
    cdef const int32_t *order = page.other
    cdef int32_t above, row, start
    if not size:
        return 0
    page.sort(STEP, page.some, page.spare, size)
    page.sort(TAGS, page.spare, page.number, size)
    page.sort(PARENT, page.number, page.other, size)
    while first < size:
        last = group_end(&keys, order, first, size)
        if last - first >= least - 1:
            above = page.above[order[first]]
            start = above + 1
            for place in range(first, last):
                row = order[place]
                if page.leaves[start] < page.leaves[row]:
                    pile.add(start, row)
                start = page.end[row]
            if page.leaves[start] < page.leaves[page.end[above]]:
                pile.add(start, page.end[above])
            pile.close(BETWEEN, least)
        first = last
    return 0


# -- what is done with candidates --------------------------------------------------------------------------------------


cdef int append(Pile pile, Pile other) except -1 nogil:
    """Put all candidates of another pile."""
    cdef Py_ssize_t candidate
    for candidate in range(other.count):
        take(pile, other, candidate)
    return 0


cdef int take(Pile pile, Pile other, Py_ssize_t candidate) except -1 nogil:
    """Put a candidate of another pile."""
    cdef Py_ssize_t record
    for record in range(other.first[candidate], other.first[candidate + 1]):
        pile.add(other.start[record], other.stop[record])
    return pile.close(other.source[candidate], 0)


cdef int put(Page page, Pile pile, Candidates more) except -1:
    """Put candidates from elsewhere."""
    cdef Py_ssize_t candidate, record
    for candidate in range(more.count):
        for record in range(more.firsts[candidate], more.firsts[candidate + 1]):
            if not 0 <= more.starts[record] <= more.stops[record] <= page.rows or more.starts[record] == page.rows:
                raise IndexError("a record does not lie on the page")
            pile.add(<int32_t>more.starts[record], <int32_t>more.stops[record])
        pile.close(<int32_t>more.sources[candidate], 0)
    return 0


cdef bint same_cut(Page page, Pile pile, Py_ssize_t one, Py_ssize_t other) noexcept nogil:
    """Whether two candidates cut the same texts and images."""
    cdef Py_ssize_t record, apart = pile.first[other] - pile.first[one]
    cdef const int64_t *leaves = page.leaves
    if pile.size(one) != pile.size(other):
        return False
    for record in range(pile.first[one], pile.first[one + 1]):
        if leaves[pile.start[record]] != leaves[pile.start[record + apart]]:
            return False
        if leaves[pile.stop[record]] != leaves[pile.stop[record + apart]]:
            return False
    return True


cdef uint64_t cut_hash(Page page, Pile pile, Py_ssize_t candidate) noexcept nogil:
    """A number for where records start; where they end hardly ever tells them apart."""
    cdef uint64_t found = 1, prime = <uint64_t>0x100000001B3
    cdef const int32_t *start = pile.start + pile.first[candidate]
    cdef const int32_t *last = pile.start + pile.first[candidate + 1]
    cdef const int64_t *leaves = page.leaves
    while start < last:
        found = (found ^ <uint64_t>leaves[start[0]]) * prime
        start += 1
    found = (found ^ <uint64_t>leaves[pile.stop[pile.first[candidate]]]) * prime
    return found ^ (found >> 32)


cdef int distinct(Page page, Pile pile) except -1:
    """Leave out candidates: of those that cut the same only the one stays that stands highest, or else first."""
    cdef Py_ssize_t size = 16, candidate, slot
    while size < 2 * pile.count:
        size *= 2
    cdef Room room = Room(size * sizeof(int32_t) + pile.count)
    cdef int32_t *slots = <int32_t *>room.at
    cdef uint8_t *kept = <uint8_t *>(slots + size)
    with nogil:
        memset(slots, 0xFF, size * sizeof(int32_t))  # -1: free
        memset(kept, 0, pile.count)
        for candidate in range(pile.count):
            slot = cut_hash(page, pile, candidate) & <uint64_t>(size - 1)
            while slots[slot] >= 0 and not same_cut(page, pile, slots[slot], candidate):
                slot = (slot + 1) & (size - 1)
            if slots[slot] < 0 or top_depth(page, pile, candidate) < top_depth(page, pile, slots[slot]):
                if slots[slot] >= 0:
                    kept[slots[slot]] = False
                kept[candidate] = True
                slots[slot] = <int32_t>candidate
        pile.keep(kept)
    return 0


cdef inline int32_t top_depth(Page page, Pile pile, Py_ssize_t candidate) noexcept nogil:
    """How deep the first record stands."""
    return page.depth[pile.start[pile.first[candidate]]]


cdef double share(Page page, const int32_t *sums, const int32_t *whole, Pile pile, Py_ssize_t candidate) noexcept nogil:
    """How much of the page a candidate holds: of its characters, its texts, its images, its links."""
    cdef const int32_t *before
    cdef const int32_t *behind
    cdef int64_t chars = 0, texts = 0, images = 0, links = 0
    cdef Py_ssize_t record
    for record in range(pile.first[candidate], pile.first[candidate + 1]):
        before, behind = sums + LANES * page.before[pile.start[record]], sums + LANES * page.before[pile.stop[record]]
        chars += behind[CHARS] - before[CHARS]
        texts += behind[TEXTS] - before[TEXTS]
        images += behind[IMAGES] - before[IMAGES]
        links += behind[LINKS] - before[LINKS]
    cdef double found = -0.02 if pile.source[candidate] >= RUNS else 0.0
    found += chars / max(1.0, whole[CHARS])
    found += texts / max(1.0, whole[TEXTS])
    found += 0.5 * images / max(1.0, whole[IMAGES])
    found += 0.5 * links / max(1.0, whole[LINKS])
    return found


cdef Pile promising(Page page, Pile pile, Py_ssize_t most):
    """The candidates that hold most of the page, best first; of equal ones the first."""
    cdef Sheet sheet = page.sheet
    cdef Py_ssize_t candidate, low, high, middle, count = 0
    most = max(<Py_ssize_t>0, min(most, pile.count))
    cdef Pile found = Pile(pile.records + 1)
    cdef Room room = Room((most + 1) * sizeof(Ranked))
    cdef Ranked *best = <Ranked *>room.at
    cdef double own
    with nogil:
        for candidate in range(pile.count):
            own = share(page, sheet.sums, sheet.sums + LANES * sheet.counted, pile, candidate)
            if count == most and (not most or own <= best[most - 1].value):
                continue
            low, high = 0, count
            while low < high:
                middle = (low + high) >> 1
                if best[middle].value >= own:
                    low = middle + 1
                else:
                    high = middle
            memmove(best + low + 1, best + low, (count - low) * sizeof(Ranked))
            best[low].value, best[low].candidate = own, candidate
            count = min(count + 1, most)
        for candidate in range(count):
            take(found, pile, best[candidate].candidate)
    return found


cdef int without_outliers(Page page, Pile pile, Py_ssize_t least, Pile found) except -1:
    """The candidates again without the records that are unlike the others, where those are few."""
    cdef Py_ssize_t candidate, record, place, first, size, dropped, most = 1
    cdef double[SKETCH] mean
    cdef double *own
    cdef double length
    for candidate in range(pile.count):
        most = max(most, pile.size(candidate))
    cdef Room room = Room(most * (SKETCH * sizeof(double) + 1))
    cdef double *units = <double *>room.at
    cdef uint8_t *alike = <uint8_t *>(units + most * SKETCH)
    cdef const int32_t *bits = page.sheet.bits
    with nogil:
        for candidate in range(pile.count):
            if are_near(bits, pile, candidate):
                continue
            first, size, own = pile.first[candidate], pile.size(candidate), units
            for place in range(SKETCH):
                mean[place] = 0
            for record in range(size):
                sketch(bits, pile.start[first + record], pile.stop[first + record], own)
                for place in range(SKETCH):
                    mean[place] += own[place]
                own += SKETCH
            length, own, dropped = max(sqrt(product(mean, mean)), 1e-9), units, 0
            for record in range(size):
                alike[record] = product(own, mean) >= ALIKE * length  # their cosine
                dropped += not alike[record]
                own += SKETCH
            if 0 < dropped and 3 * dropped <= size:
                for record in range(size):
                    if alike[record]:
                        found.add(pile.start[first + record], pile.stop[first + record])
                found.close(WITHOUT_OUTLIERS, least)
    return 0


cdef bint are_near(const int32_t *bits, Pile pile, Py_ssize_t candidate) noexcept nogil:
    """Whether all records are so near the first that none can be an outlier: with it and with their mean in one narrow cone."""
    cdef Py_ssize_t record, first = pile.first[candidate]
    cdef int16_t[SKETCH] one, other
    cdef double length, along
    if not write_signs(bits, pile.start[first], pile.stop[first], one):
        return False
    length = small_product(one, one)
    for record in range(first + 1, pile.first[candidate + 1]):
        if not write_signs(bits, pile.start[record], pile.stop[record], other):
            return False
        along = small_product(one, other)
        if along <= 0 or along * along < NEAR * length * small_product(other, other):
            return False
    return True


cdef inline bint write_signs(const int32_t *bits, int32_t start, int32_t stop, int16_t *signs) noexcept nogil:
    """Write the sums of random signs of the tag paths of some rows; False where they may be too many for small numbers."""
    cdef const int32_t *before = bits + SKETCH * <Py_ssize_t>start
    cdef const int32_t *behind = bits + SKETCH * <Py_ssize_t>stop
    cdef int16_t[SKETCH] found
    cdef int32_t rows = stop - start
    cdef Py_ssize_t place
    for place in range(SKETCH):
        found[place] = <int16_t>(2 * (behind[place] - before[place]) - rows)
    for place in range(SKETCH):
        signs[place] = found[place]
    return rows <= SMALL


cdef inline int32_t small_product(const int16_t *one, const int16_t *other) noexcept nogil:
    """The inner product of two sketches of small numbers."""
    cdef int32_t found = 0
    cdef Py_ssize_t place
    for place in range(SKETCH):
        found += <int32_t>one[place] * other[place]
    return found


cdef inline void sketch(const int32_t *bits, int32_t start, int32_t stop, double *unit) noexcept nogil:
    """The sum of random signs of the tag paths of some rows, of length 1: it sketches their bag of paths."""
    cdef const int32_t *before = bits + SKETCH * <Py_ssize_t>start
    cdef const int32_t *behind = bits + SKETCH * <Py_ssize_t>stop
    cdef int32_t[SKETCH] signs
    cdef double[SKETCH] values
    cdef double length
    cdef Py_ssize_t place
    for place in range(SKETCH):
        signs[place] = 2 * (behind[place] - before[place]) - (stop - start)
    for place in range(SKETCH):
        values[place] = signs[place]
    length = 1 / max(sqrt(product(values, values)), 1e-9)
    for place in range(SKETCH):
        values[place] *= length
    for place in range(SKETCH):
        unit[place] = values[place]


cdef inline double product(const double *one, const double *other) noexcept nogil:
    """The inner product of two sketches, two places at a time."""
    cdef double even = 0, odd = 0
    cdef Py_ssize_t place
    for place in range(SKETCH // 2):
        even += one[2 * place] * other[2 * place]
        odd += one[2 * place + 1] * other[2 * place + 1]
    return even + odd


cdef int with_parts(Page page, Pile pile, Pile found) except -1:
    """Candidates with the records of lists near by: same tag, and same tag around, below the next common ancestor.

    A list in parts (advertisements, results, more results) has them in boxes of their own styles, at other depths.
    """
    cdef Py_ssize_t candidate, size = 0, place
    cdef int64_t kind, listed = -1
    cdef Room room = Room(page.texts_count * sizeof(int64_t))
    cdef int64_t *kinds = <int64_t *>room.at
    with nogil:
        for place in range(page.texts_count):
            kinds[place] = kind_of(page, page.texts[place])
        for candidate in range(min(pile.count, <Py_ssize_t>GROWING)):
            if one_kind(page, pile, candidate):
                kind = kind_of(page, pile.start[pile.first[candidate]])
                if kind != listed:
                    size, listed = like(page, kinds, kind), kind
                if size > pile.size(candidate):
                    grow(page, pile, candidate, page.some, size, found)
    return 0


cdef inline int64_t kind_of(Page page, int32_t row) noexcept nogil:
    """A number for a row's tag and the tag around it."""
    cdef int32_t above = page.above[row]
    return <int64_t>page.tag[row] << 32 | (page.tag[above] if above >= 0 else 0)


cdef bint one_kind(Page page, Pile pile, Py_ssize_t candidate) noexcept nogil:
    """Whether all records are single elements of one kind."""
    cdef Py_ssize_t record
    cdef int64_t kind = kind_of(page, pile.start[pile.first[candidate]])
    for record in range(pile.first[candidate], pile.first[candidate + 1]):
        if pile.stop[record] != page.end[pile.start[record]] or kind_of(page, pile.start[record]) != kind:
            return False
    return True


cdef Py_ssize_t like(Page page, const int64_t *kinds, int64_t kind) noexcept nogil:
    """List the elements with text of a kind; return how many there are."""
    cdef Py_ssize_t place, size = 0, count = page.texts_count
    cdef const int32_t *texts = page.texts
    cdef int32_t *found = page.some
    for place in range(count):
        if kinds[place] == kind:
            found[size] = texts[place]
            size += 1
    return size


cdef int grow(Page page, Pile pile, Py_ssize_t candidate, const int32_t *alike, Py_ssize_t size, Pile found) except -1 nogil:
    """Put what is alike below the ancestors of a candidate, wherever there is more of it than before, and not too much."""
    cdef int32_t at = page.above[pile.start[pile.first[candidate]]], stop = pile.stop[pile.first[candidate + 1] - 1]
    cdef Py_ssize_t own = pile.size(candidate), count = own, low, high, growths = 0
    while at > 0 and growths < GROWTHS:
        low, high = smaller(alike, size, at), smaller(alike, size, page.end[at])
        if page.end[at] >= stop and high - low > count:
            if high - low > LARGEST * own:
                break
            found.add_outermost(alike + low, high - low, page.end)
            found.close(WITH_PARTS, 2)
            count = high - low
            growths += 1
        at = page.above[at]
    return 0
