# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Page -> candidates, in flat arrays: the sources, merging of what cuts the same, choice of the most promising.

A candidate is written record by record on a `Pile`, and taken back where it has too few. A page has some twenty times as many
places to look at as it has rows, so the loops here read columns by their addresses: `Page` and `Pile` look at what they are
given once, and every place is written through a check of its own.
"""

import numpy as np

cimport cython
from libc.math cimport rint, sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memmove, memset

from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.measures._lanes cimport CHARS, IMAGES, LANES, LINKS, SKETCH, TEXTS
from pagerows.regions.auto._ranked cimport Ranked, largest_first

#: The notions under which single nodes are alike, and the sources behind them: see `candidates.SOURCES`.
cdef enum: NOTIONS = 10, RUNS = 10, BETWEEN = 12, WITHOUT_OUTLIERS = 13, WITH_PARTS = 14

#: A record is an outlier when the cosine of its bag of tag paths with the mean of its candidate is below this.
cdef double ALIKE = 0.55
#: Of how many candidates further parts are looked for, how often each may grow, and to how many times its records.
cdef enum: GROWING = 24, GROWTHS = 2, LARGEST = 4


@cython.final
cdef class Pile:
    """Candidates one after another: candidate c has the records ``first[c]`` up to ``first[c + 1]``."""

    cdef object room
    cdef int32_t *start
    cdef int32_t *stop
    cdef int32_t *first
    cdef int32_t *source
    cdef Py_ssize_t records, count, most

    def __cinit__(self, Py_ssize_t most):
        self.room, self.most = np.empty(4 * most + 1, np.int32), most
        cdef int32_t[::1] room = self.room
        self.first = &room[0]
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

    cdef inline int add_outermost(self, int32_t start, int32_t stop) except -1 nogil:
        """Put one record, unless it lies inside of the one before."""
        if self.records == self.first[self.count] or self.stop[self.records - 1] <= start:
            self.add(start, stop)
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
        room = np.empty(2 * (records + count) + 1, np.int64)
        cdef int64_t[::1] into = room
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


@cython.final
cdef class Page:
    """The columns that candidates are found in; each is as long as `Sheet` says, and rows in them are rows of the page."""

    cdef Sheet sheet
    cdef Py_ssize_t rows
    cdef const int32_t *tag
    cdef const int32_t *parent
    cdef const int32_t *depth
    cdef const int32_t *end
    cdef const int32_t *full
    cdef const int32_t *plain
    cdef const int32_t *tags
    cdef const int32_t *step
    cdef const int64_t *before
    cdef const int64_t *leaves
    #: Further ancestors of each row, -1 for none; the step of the first child, from 1, 0 where there is none.
    cdef int32_t *grand
    cdef int32_t *great
    cdef int32_t *child
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
    cdef Py_ssize_t keys
    cdef object room

    def __cinit__(self, Sheet sheet):
        cdef Py_ssize_t rows = sheet.rows
        if not (
            rows == sheet.tag.shape[0] == sheet.parent.shape[0] == sheet.depth.shape[0] == sheet.end.shape[0] == sheet.kind.shape[0]
            and rows == sheet.path.shape[0] == sheet.plain.shape[0] == sheet.tags.shape[0] == sheet.step.shape[0]
            and rows + 1 == sheet.before.shape[0] == sheet.chars.shape[0] == sheet.leaves.shape[0] == sheet.bits.shape[0]
            and rows > 0
        ):
            raise IndexError("columns of a page differ in length")
        self.sheet, self.rows, self.keys = sheet, rows, max(rows, sheet.paths) + 4
        self.tag, self.parent, self.depth, self.end = &sheet.tag[0], &sheet.parent[0], &sheet.depth[0], &sheet.end[0]
        self.full, self.plain, self.tags, self.step = &sheet.path[0], &sheet.plain[0], &sheet.tags[0], &sheet.step[0]
        self.before, self.leaves = &sheet.before[0], &sheet.leaves[0]
        self.room = np.empty(11 * rows + self.keys, np.int32)
        cdef int32_t[::1] room = self.room
        self.grand = &room[0]
        self.great, self.child, self.children = self.grand + rows, self.grand + 2 * rows, self.grand + 3 * rows
        self.place, self.texts, self.some = self.grand + 4 * rows, self.grand + 5 * rows, self.grand + 6 * rows
        self.spare, self.other, self.third = self.grand + 7 * rows, self.grand + 8 * rows, self.grand + 9 * rows
        self.number, self.counts = self.grand + 10 * rows, self.grand + 11 * rows
        with nogil:
            self.derive()

    cdef int derive(self) except -1 nogil:
        """Look at each row: what stands above it, what it holds, and where it stands among all rows by parent."""
        cdef const int8_t *kind = &self.sheet.kind[0]
        cdef const int64_t *chars = &self.sheet.chars[0]
        cdef int32_t row, above, rows = <int32_t>self.rows
        for row in range(rows):
            above = self.parent[row]
            if not -1 <= above < row < self.end[row] <= rows:
                raise IndexError("a row stands where it cannot")
            self.grand[row] = self.parent[above] if above >= 0 else -1
            self.great[row] = self.grand[above] if above >= 0 else -1
            self.child[row] = self.step[row + 1] + 1 if self.end[row] > row + 1 else 0
            self.some[row] = row
            if row and kind[row] == 0 and chars[self.end[row]] > chars[row]:
                self.texts[self.texts_count] = row
                self.texts_count += 1
        self.sort(self.parent, self.some + 1, self.children, rows - 1)
        for row in range(rows - 1):
            self.place[self.children[row]] = row
        return 0

    cdef inline bint has_content(self, int32_t row) noexcept nogil:
        """Whether there is a text or an image inside."""
        return self.leaves[self.end[row]] > self.leaves[row]

    cdef int sort(self, const int32_t *key, const int32_t *rows, int32_t *into, Py_ssize_t size) except -1 nogil:
        """Order rows by a key, -1 or more; equal ones stay in the order that they have. By counting: linear."""
        cdef Py_ssize_t place
        cdef int32_t number, largest = -1
        cdef int32_t *counts = self.counts
        for place in range(size):
            number = key[rows[place]]
            if number > largest:
                largest = number
            if number < -1:
                raise IndexError("a key is too small")
        if largest + 3 > self.keys:
            raise IndexError("a key is too large")
        memset(counts, 0, (largest + 3) * sizeof(int32_t))
        for place in range(size):
            counts[key[rows[place]] + 2] += 1
        for number in range(largest + 2):
            counts[number + 1] += counts[number]
        for place in range(size):
            number = key[rows[place]] + 1
            into[counts[number]] = rows[place]
            counts[number] += 1
        return 0


cdef struct Keys:
    #: What rows of a group have in common; the same again where there are fewer than three.
    const int32_t *first
    const int32_t *second
    const int32_t *third


cdef inline Py_ssize_t group_end(const Keys *keys, const int32_t *rows, Py_ssize_t first, Py_ssize_t size) noexcept nogil:
    """One past the last place of the group of rows that starts at a place."""
    cdef Py_ssize_t last = first + 1
    cdef int32_t one = keys.first[rows[first]], two = keys.second[rows[first]], three = keys.third[rows[first]]
    while last < size and keys.first[rows[last]] == one and keys.second[rows[last]] == two and keys.third[rows[last]] == three:
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
        room += each.starts.shape[0]
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
    cdef Py_ssize_t record, at = 0, size = 0, count = 0
    cdef const int64_t[::1] starts, stops
    cdef list kept = [each for each in marked if len(each.starts) >= least]
    for each in kept:
        size += len(each.starts)
    found, room = np.zeros(rows, np.uint8), np.empty(2 * (size + len(kept)) + 1, np.int64)
    cdef uint8_t[::1] begins = found
    cdef int64_t[::1] into = room, firsts = into[2 * size + len(kept) :]
    for each in marked:
        starts, stops = each.starts, each.stops
        for record in range(starts.shape[0]):
            begins[starts[record]] = True
        if starts.shape[0] >= least:
            firsts[count], into[2 * size + count] = at, source
            into[at : at + starts.shape[0]] = starts
            into[size + at : size + at + starts.shape[0]] = stops
            count += 1
            at += starts.shape[0]
    firsts[count] = at
    cdef Candidates candidates = Candidates.__new__(Candidates)
    candidates.put(room, size, count)
    return candidates, found.view(np.bool_)


cdef int groups(Page page, Py_ssize_t least, Pile pile) except -1 nogil:
    """Single nodes that are alike under some notion, anywhere or below one ancestor; of nested ones the outermost."""
    cdef Py_ssize_t size = page.texts_count
    cdef const int32_t *rows = page.texts
    cdef int32_t *order = page.some
    cdef int32_t *tags = page.other  # the order by tags, and by tags and then by step
    cdef int32_t *steps = page.third
    page.sort(page.full, rows, order, size)
    put_groups(page, Keys(page.full, page.full, page.full), order, 0, least, pile)
    page.sort(page.plain, rows, order, size)
    put_groups(page, Keys(page.plain, page.plain, page.plain), order, 1, least, pile)
    page.sort(page.tags, rows, tags, size)
    put_groups(page, Keys(page.tags, page.tags, page.tags), tags, 2, least, pile)
    page.sort(page.step, rows, order, size)
    page.sort(page.tags, order, steps, size)
    put_groups(page, Keys(page.tags, page.step, page.step), steps, 3, least, pile)
    page.sort(page.child, rows, page.spare, size)
    page.sort(page.step, page.spare, order, size)
    put_groups(page, Keys(page.step, page.child, page.child), order, 4, least, pile)
    page.sort(page.parent, tags, order, size)
    put_groups(page, Keys(page.parent, page.tags, page.tags), order, 5, least, pile)
    page.sort(page.parent, steps, order, size)
    put_groups(page, Keys(page.parent, page.tags, page.step), order, 6, least, pile)
    page.sort(page.grand, tags, order, size)
    put_groups(page, Keys(page.grand, page.tags, page.tags), order, 7, least, pile)
    page.sort(page.great, tags, order, size)
    put_groups(page, Keys(page.great, page.tags, page.tags), order, 8, least, pile)
    page.sort(page.parent, rows, order, size)
    put_groups(page, Keys(page.parent, page.parent, page.parent), order, 9, least, pile)
    return 0


cdef int put_groups(Page page, Keys keys, const int32_t *rows, int32_t notion, Py_ssize_t least, Pile pile) except -1 nogil:
    """Put the outermost rows of each group of those with text, which are in the order of the keys."""
    cdef Py_ssize_t first = 0, last, place, size = page.texts_count
    while first < size:
        last = group_end(&keys, rows, first, size)
        if last - first >= least:
            for place in range(first, last):
                pile.add_outermost(rows[place], page.end[rows[place]])
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
        number[page.parent[row]] += page.has_content(row) == content
    for place in range(page.rows - 1):
        row = page.children[place]
        if number[page.parent[row]] >= least and page.has_content(row) == content:
            page.some[size] = row
            size += 1
    return size


cdef int heads(Page page, Py_ssize_t least, Pile pile) except -1:
    """Each child with the same key starts a record that lasts until the next one."""
    cdef Py_ssize_t size = siblings(page, True, least), count = 0, kind, first, last
    cdef int64_t[::1] room = np.empty(5 * (size + 1), np.int64)
    cdef Head *found = <Head *>&room[0]
    cdef Keys[2] keys
    cdef int32_t *order
    keys[0] = Keys(page.parent, page.tags, page.step)
    keys[1] = Keys(page.parent, page.step, page.child)
    with nogil:
        for kind in range(2):
            order = page.other if kind == 0 else page.third
            page.sort(keys[kind].third, page.some, page.spare, size)
            page.sort(keys[kind].second, page.spare, page.number, size)
            page.sort(keys[kind].first, page.number, order, size)
            first = 0
            while first < size:
                last = group_end(&keys[kind], order, first, size)
                if last - first >= least and distance(page, order, first, last) > 1.2:
                    if count > size:
                        raise IndexError("no room for another head")
                    found[count] = Head(kind, page.parent[order[first]], last - first, page.place[order[first]], first)
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
        if page.parent[page.children[until + 1]] != page.parent[page.children[place]]:
            break
        until += 1
    return pile.add(page.children[place], page.end[page.children[until]])


cdef int between(Page page, Py_ssize_t least, Pile pile) except -1 nogil:
    """Children without content (rules, breaks, empty rows) separate records: before the first, between, after the last."""
    cdef Py_ssize_t size = siblings(page, False, least - 1), first = 0, last, place
    cdef Keys keys = Keys(page.parent, page.tags, page.step)
    cdef const int32_t *order = page.other
    cdef int32_t above, row, start
    page.sort(page.step, page.some, page.spare, size)
    page.sort(page.tags, page.spare, page.number, size)
    page.sort(page.parent, page.number, page.other, size)
    while first < size:
        last = group_end(&keys, order, first, size)
        if last - first >= least - 1:
            above = page.parent[order[first]]
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
    cdef uint64_t found = 1, prime = <uint64_t>0x100000001B3
    cdef Py_ssize_t record
    cdef const int64_t *leaves = page.leaves
    for record in range(pile.first[candidate], pile.first[candidate + 1]):
        found = (found ^ <uint64_t>leaves[pile.start[record]]) * prime
        found = (found ^ <uint64_t>leaves[pile.stop[record]]) * prime
    return found ^ (found >> 32)


cdef int distinct(Page page, Pile pile) except -1:
    """Leave out candidates: of those that cut the same only the one stays that stands highest, or else first."""
    cdef Py_ssize_t size = 16, candidate, slot
    while size < 2 * pile.count:
        size *= 2
    cdef int32_t[::1] slots = np.empty(size, np.int32)
    cdef uint8_t[::1] kept = np.zeros(pile.count + 1, np.uint8)
    with nogil:
        slots[:] = -1
        for candidate in range(pile.count):
            slot = cut_hash(page, pile, candidate) & <uint64_t>(size - 1)
            while slots[slot] >= 0 and not same_cut(page, pile, slots[slot], candidate):
                slot = (slot + 1) & (size - 1)
            if slots[slot] < 0 or top_depth(page, pile, candidate) < top_depth(page, pile, slots[slot]):
                slots[slot] = <int32_t>candidate
        for slot in range(size):
            if slots[slot] >= 0:
                kept[slots[slot]] = True
        pile.keep(&kept[0])
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
    """The candidates that hold most of the page, best first."""
    cdef double[::1] room = np.empty(2 * (pile.count + 1))
    cdef Ranked *shares = <Ranked *>&room[0]
    cdef Sheet sheet = page.sheet
    cdef Py_ssize_t candidate, last = sheet.sums.shape[0] - 1
    if sheet.sums.shape[1] != LANES or last < sheet.before[page.rows]:
        raise IndexError("sums are of another page")
    cdef Pile found = Pile(pile.records + 1)
    with nogil:
        for candidate in range(pile.count):
            shares[candidate].value = share(page, &sheet.sums[0, 0], &sheet.sums[last, 0], pile, candidate)
            shares[candidate].candidate = candidate
        qsort(shares, pile.count, sizeof(Ranked), largest_first)
        for candidate in range(min(most, pile.count)):
            take(found, pile, shares[candidate].candidate)
    return found


cdef int without_outliers(Page page, Pile pile, Py_ssize_t least, Pile found) except -1:
    """The candidates again without the records that are unlike the others, where those are few."""
    cdef Py_ssize_t candidate, record, place, first, size, dropped, most = 1
    cdef double[SKETCH] mean
    cdef double *own
    cdef double cosine
    for candidate in range(pile.count):
        most = max(most, pile.size(candidate))
    cdef double[::1] room = np.empty(most * SKETCH)
    cdef uint8_t[::1] alike = np.empty(most, np.uint8)
    cdef const int32_t *bits = &page.sheet.bits[0, 0]
    with nogil:
        for candidate in range(pile.count):
            first, size, own = pile.first[candidate], pile.size(candidate), &room[0]
            for place in range(SKETCH):
                mean[place] = 0
            for record in range(size):
                sketch(bits, pile.start[first + record], pile.stop[first + record], own)
                for place in range(SKETCH):
                    mean[place] += own[place]
                own += SKETCH
            normalise(mean)
            own, dropped = &room[0], 0
            for record in range(size):
                cosine = 0
                for place in range(SKETCH):
                    cosine += own[place] * mean[place]
                alike[record] = cosine >= ALIKE
                dropped += not alike[record]
                own += SKETCH
            if 0 < dropped and 3 * dropped <= size:
                for record in range(size):
                    if alike[record]:
                        found.add(pile.start[first + record], pile.stop[first + record])
                found.close(WITHOUT_OUTLIERS, least)
    return 0


cdef inline void sketch(const int32_t *bits, int32_t start, int32_t stop, double *unit) noexcept nogil:
    """The sum of random signs of the tag paths of some rows, of length 1: it sketches their bag of paths."""
    cdef const int32_t *before = bits + SKETCH * <Py_ssize_t>start
    cdef const int32_t *behind = bits + SKETCH * <Py_ssize_t>stop
    cdef Py_ssize_t place
    for place in range(SKETCH):
        unit[place] = 2.0 * (behind[place] - before[place]) - (stop - start)
    normalise(unit)


cdef inline void normalise(double *values) noexcept nogil:
    cdef double length = 0
    cdef Py_ssize_t place
    for place in range(SKETCH):
        length += values[place] * values[place]
    length = 1 / max(sqrt(length), 1e-9)
    for place in range(SKETCH):
        values[place] *= length


cdef int with_parts(Page page, Pile pile, Pile found) except -1:
    """Candidates with the records of lists near by: same tag, and same tag around, below the next common ancestor.

    A list in parts (advertisements, results, more results) has them in boxes of their own styles, at other depths.
    """
    cdef Py_ssize_t candidate, size = 0, place
    cdef int64_t kind, listed = -1
    cdef int64_t[::1] kinds = np.empty(page.texts_count, np.int64)
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
    cdef int32_t above = page.parent[row]
    return <int64_t>page.tag[row] << 32 | (page.tag[above] if above >= 0 else 0)


cdef bint one_kind(Page page, Pile pile, Py_ssize_t candidate) noexcept nogil:
    """Whether all records are single elements of one kind."""
    cdef Py_ssize_t record
    cdef int64_t kind = kind_of(page, pile.start[pile.first[candidate]])
    for record in range(pile.first[candidate], pile.first[candidate + 1]):
        if pile.stop[record] != page.end[pile.start[record]] or kind_of(page, pile.start[record]) != kind:
            return False
    return True


cdef Py_ssize_t like(Page page, const int64_t[::1] kinds, int64_t kind) noexcept nogil:
    """List the elements with text of a kind; return how many there are."""
    cdef Py_ssize_t place, size = 0
    for place in range(page.texts_count):
        page.some[size] = page.texts[place]
        size += kinds[place] == kind
    return size


cdef Py_ssize_t smaller(const int32_t *rows, Py_ssize_t count, int32_t row) noexcept nogil:
    """How many of some rows, which ascend, are smaller than one: the place of the first that is not."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


cdef int grow(Page page, Pile pile, Py_ssize_t candidate, const int32_t *alike, Py_ssize_t size, Pile found) except -1 nogil:
    """Put what is alike below the ancestors of a candidate, wherever there is more of it than before, and not too much."""
    cdef int32_t at = page.parent[pile.start[pile.first[candidate]]], stop = pile.stop[pile.first[candidate + 1] - 1]
    cdef Py_ssize_t own = pile.size(candidate), count = own, low, high, place, growths = 0
    while at > 0 and growths < GROWTHS:
        low, high = smaller(alike, size, at), smaller(alike, size, page.end[at])
        if page.end[at] >= stop and high - low > count:
            if high - low > LARGEST * own:
                break
            for place in range(low, high):
                found.add_outermost(alike[place], page.end[alike[place]])
            found.close(WITH_PARTS, 2)
            count = high - low
            growths += 1
        at = page.parent[at]
    return 0
