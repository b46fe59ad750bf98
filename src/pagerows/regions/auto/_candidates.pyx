# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Page -> candidates, in flat arrays: the sources, merging of what cuts the same, choice of the most promising.

A candidate is written record by record on a `Pile`, and taken back where it has too few.
"""

import numpy as np

from libc.math cimport rint, sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport qsort

from pagerows._search cimport smaller
from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.measures._lanes cimport CHARS, IMAGES, LINKS, SKETCH, TEXTS
from pagerows.regions.auto._ranked cimport Ranked, largest_first

#: The notions under which single nodes are alike, and the sources behind them: see `candidates.SOURCES`.
cdef enum: NOTIONS = 10, RUNS = 10, BETWEEN = 12, WITHOUT_OUTLIERS = 13, WITH_PARTS = 14

#: What notions compare, one row of `Alike.keys` each.
cdef enum: FULL, PLAIN, TAGS, STEP, CHILD, PARENT, GRAND, GREAT, KEYS

#: A record is an outlier when the cosine of its bag of tag paths with the mean of its candidate is below this.
cdef double ALIKE = 0.55
#: Of how many candidates further parts are looked for, how often each may grow, and to how many times its records.
cdef enum: GROWING = 24, GROWTHS = 2, LARGEST = 4


cdef class Pile:
    """Candidates one after another: candidate c has the records ``first[c]`` up to ``first[c + 1]``."""

    cdef object room
    cdef int64_t[::1] start, stop, first, source
    cdef Py_ssize_t records, count, most

    def __cinit__(self, Py_ssize_t most):
        self.room, self.most = np.empty(4 * most + 1, np.int64), most
        cdef int64_t[::1] room = self.room
        self.start, self.stop, self.source = room[:most], room[most : 2 * most], room[2 * most : 3 * most]
        self.first = room[3 * most :]
        self.first[0] = 0

    cdef int add(self, int64_t start, int64_t stop) except -1 nogil:
        """Put one record."""
        self.start[self.records], self.stop[self.records] = start, stop
        self.records += 1
        return 0

    cdef int add_outermost(self, int64_t start, int64_t stop) except -1 nogil:
        """Put one record, unless it lies inside of the one before."""
        if self.records == self.first[self.count] or self.stop[self.records - 1] <= start:
            self.add(start, stop)
        return 0

    cdef int close(self, int64_t source, Py_ssize_t least) except -1 nogil:
        """The records since the last candidate are one, if there are enough."""
        if self.records - self.first[self.count] < least:
            self.records = self.first[self.count]
            return 0
        self.source[self.count] = source
        self.count += 1
        self.first[self.count] = self.records
        return 0

    cdef Py_ssize_t size(self, Py_ssize_t candidate) except -1 nogil:
        return self.first[candidate + 1] - self.first[candidate]

    cdef Candidates candidates(self):
        """What has been put."""
        cdef Candidates found = Candidates.__new__(Candidates)
        cdef Py_ssize_t most = self.most
        found.count = self.count
        found.starts, found.start = self.start[: self.records], self.room[: self.records]
        found.stops, found.stop = self.stop[: self.records], self.room[most : most + self.records]
        found.sources, found.source = self.source[: self.count], self.room[2 * most : 2 * most + self.count]
        found.firsts, found.first = self.first[: self.count + 1], self.room[3 * most : 3 * most + self.count + 1]
        return found


cdef class Page:
    """The columns that candidates are found in."""

    cdef const int32_t[::1] tag, parent, depth, end, full, plain, tags, step
    cdef const int8_t[::1] kind
    cdef const int64_t[::1] before, chars, leaves
    cdef const int32_t[:, ::1] sums, bits
    cdef Py_ssize_t rows
    #: Room for sorting: how often each key occurs, and an order.
    cdef int32_t[::1] counts, room

    def __cinit__(self, Sheet sheet):
        self.tag, self.parent, self.depth, self.end, self.kind = sheet.tag, sheet.parent, sheet.depth, sheet.end, sheet.kind
        self.full, self.plain, self.tags, self.step = sheet.path, sheet.plain, sheet.tags, sheet.step
        self.before, self.chars, self.leaves = sheet.before, sheet.chars, sheet.leaves
        self.sums, self.bits, self.rows = sheet.sums, sheet.bits, sheet.rows
        cdef Py_ssize_t keys = max(sheet.rows, sheet.paths) + 4
        cdef int32_t[::1] room = np.empty(keys + sheet.rows, np.int32)
        self.counts, self.room = room[:keys], room[keys:]

    cdef bint has_text(self, Py_ssize_t row) except -1 nogil:
        """Whether there is visible text in an element."""
        return self.kind[row] == 0 and self.chars[self.end[row]] > self.chars[row]

    cdef int32_t above(self, int32_t row) except? -1 nogil:
        """The parent, -1 for none."""
        return self.parent[row] if row >= 0 else -1

    cdef int32_t first_child(self, Py_ssize_t row) except? -1 nogil:
        """The step of the first child, from 1; 0 where there is none."""
        return self.step[row + 1] + 1 if self.end[row] > row + 1 else 0


cdef class Alike:
    """Some rows, in document order, with the keys by which they may be alike; room for an order of them."""

    cdef int32_t[::1] rows, places, order
    cdef int32_t[:, ::1] keys

    def __cinit__(self, Py_ssize_t size):
        cdef int32_t[:, ::1] room = np.empty((KEYS + 3, size), np.int32)
        self.rows, self.places, self.order, self.keys = room[KEYS], room[KEYS + 1], room[KEYS + 2], room[:KEYS]

    cdef int read(self, Page page, Py_ssize_t place, int32_t row) except -1 nogil:
        """Put one row."""
        self.rows[place] = row
        self.keys[FULL, place], self.keys[PLAIN, place], self.keys[TAGS, place] = page.full[row], page.plain[row], page.tags[row]
        self.keys[STEP, place], self.keys[CHILD, place] = page.step[row], page.first_child(row)
        self.keys[PARENT, place] = page.parent[row]
        self.keys[GRAND, place] = page.above(self.keys[PARENT, place])
        self.keys[GREAT, place] = page.above(self.keys[GRAND, place])
        return 0

    cdef int sort(self, Page page, const int *by, int count, int32_t[::1] order) except -1 nogil:
        """Order places by several keys, the first one first; equal ones stay in document order."""
        cdef Py_ssize_t place
        cdef int which
        for place in range(self.rows.shape[0]):
            order[place] = place
        for which in range(count - 1, -1, -1):
            self.sort_again(page, by[which], order)
        return 0

    cdef int sort_again(self, Page page, int by, int32_t[::1] order) except -1 nogil:
        """Order places by one key; equal ones stay in the order that they have. By counting: linear."""
        cdef Py_ssize_t place, size = self.rows.shape[0]
        cdef int32_t key, largest = 0
        cdef const int32_t *keys
        if not size:
            return 0
        keys = &self.keys[by, 0]
        for place in range(size):
            largest = max(largest, keys[place])
        page.counts[: largest + 3] = 0
        for place in range(size):
            page.counts[keys[place] + 2] += 1  # keys may be -1
        for key in range(largest + 2):
            page.counts[key + 1] += page.counts[key]
        for place in range(size):
            key = keys[order[place]] + 1
            page.room[page.counts[key]] = order[place]
            page.counts[key] += 1
        order[:size] = page.room[:size]
        return 0

    cdef Py_ssize_t group_end(self, const int *by, int count, int32_t[::1] order, Py_ssize_t first) except -1 nogil:
        """One past the last place of the group that starts at a place of the order."""
        cdef Py_ssize_t last = self.rows.shape[0], place
        cdef const int32_t *keys
        cdef int which
        for which in range(count):
            keys = &self.keys[by[which], 0]
            place = first + 1
            while place < last and keys[order[place]] == keys[order[first]]:
                place += 1
            last = place
        return last


def find(Sheet sheet not None, Py_ssize_t least, Py_ssize_t most, list further):
    """Collect the candidates of a page; keep the `most` promising ones and what is made of them, and `further` ones."""
    cdef Page page = Page(sheet)
    cdef Alike texts = texts_of(page), children = children_of(page)
    cdef Pile pile = Pile(NOTIONS * texts.rows.shape[0] + 4 * page.rows + 4)
    groups(page, texts, least, pile)
    heads(page, children, least, pile)
    between(page, children, least, pile)
    cdef Pile best = promising(page, distinct(page, pile), most)
    cdef Py_ssize_t room = (2 + GROWTHS * LARGEST) * best.records + 1
    cdef Candidates each
    for each in further:
        room += each.starts.shape[0]
    cdef Pile joined = Pile(room)
    with nogil:
        append(joined, best.start, best.stop, best.first, best.source, best.count)
    without_outliers(page, best, least, joined)
    with_parts(page, texts, best, joined)
    for each in further:
        append(joined, each.starts, each.stops, each.firsts, each.sources, each.count)
    return distinct(page, joined).candidates()


cdef Alike texts_of(Page page):
    """The elements with visible text, but for the body."""
    cdef Py_ssize_t row, size = 0
    with nogil:
        for row in range(1, page.rows):
            size += page.has_text(row)
    cdef Alike found = Alike(size)
    size = 0
    with nogil:
        for row in range(1, page.rows):
            if page.has_text(row):
                found.read(page, size, row)
                size += 1
    return found


cdef Alike children_of(Page page):
    """All rows but the body, ordered by parent."""
    cdef Alike found = Alike(max(0, page.rows - 1)), ordered = Alike(max(0, page.rows - 1))
    cdef int[1] by
    cdef Py_ssize_t row
    with nogil:
        by[0] = PARENT
        for row in range(1, page.rows):
            found.rows[row - 1], found.keys[PARENT, row - 1] = row, page.parent[row]
        found.sort(page, by, 1, found.order)
        for row in range(found.order.shape[0]):
            ordered.read(page, row, found.rows[found.order[row]])
    return ordered


cdef int groups(Page page, Alike texts, Py_ssize_t least, Pile pile) except -1:
    """Single nodes that are alike under some notion, anywhere or below one ancestor; of nested ones the outermost."""
    cdef int[NOTIONS][3] by
    cdef int[NOTIONS] width, begun
    cdef int32_t[:, ::1] orders = np.empty((NOTIONS, texts.rows.shape[0]), np.int32)
    cdef int32_t[::1] order
    cdef Py_ssize_t notion, first, last, place
    by[0][0], width[0] = FULL, 1
    by[1][0], width[1] = PLAIN, 1
    by[2][0], width[2] = TAGS, 1
    by[3][0], by[3][1], width[3] = TAGS, STEP, 2
    by[4][0], by[4][1], width[4] = STEP, CHILD, 2
    by[5][0], by[5][1], width[5] = PARENT, TAGS, 2
    by[6][0], by[6][1], by[6][2], width[6] = PARENT, TAGS, STEP, 3
    by[7][0], by[7][1], width[7] = GRAND, TAGS, 2
    by[8][0], by[8][1], width[8] = GREAT, TAGS, 2
    by[9][0], width[9] = PARENT, 1
    # Notions of which the order by all keys but the first is that of another notion.
    for notion in range(NOTIONS):
        begun[notion] = -1
    begun[5] = begun[7] = begun[8] = 2
    begun[6] = 3
    with nogil:
        for notion in range(NOTIONS):
            order = orders[notion]
            if begun[notion] < 0:
                texts.sort(page, by[notion], width[notion], order)
            else:
                order[:] = orders[begun[notion]]
                texts.sort_again(page, by[notion][0], order)
            first = 0
            while first < order.shape[0]:
                last = texts.group_end(by[notion], width[notion], order, first)
                if last - first >= least:
                    for place in range(first, last):
                        pile.add_outermost(texts.rows[order[place]], page.end[texts.rows[order[place]]])
                    pile.close(notion, least)
                first = last
    return 0


# -- records of several siblings each ----------------------------------------------------------------------------------


cdef struct Head:
    int64_t kind, parent, size, first
    #: Where its places start in the order of its kind.
    int64_t at


HEAD = np.dtype([(name, np.int64) for name in ("kind", "parent", "size", "first", "at")])


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


cdef Alike siblings(Page page, Alike children, bint content, Py_ssize_t least):
    """The children with (or without) content whose parent has at least so many of them; and their places."""
    cdef int32_t[::1] number = page.room
    cdef Py_ssize_t place, size = 0
    with nogil:
        number[:] = 0
        for place in range(children.rows.shape[0]):
            number[children.keys[PARENT, place]] += has_content(page, children.rows[place]) == content
        for place in range(children.rows.shape[0]):
            if has_content(page, children.rows[place]) == content and number[children.keys[PARENT, place]] >= least:
                children.order[size] = place
                size += 1
    cdef Alike found = Alike(size)
    with nogil:
        for place in range(size):
            found.read(page, place, children.rows[children.order[place]])
            found.places[place] = children.order[place]
    return found


cdef bint has_content(Page page, Py_ssize_t row) except -1 nogil:
    """Whether there is a text or an image inside."""
    return page.leaves[page.end[row]] > page.leaves[row]


cdef int heads(Page page, Alike children, Py_ssize_t least, Pile pile) except -1:
    """Each child with the same key starts a record that lasts until the next one."""
    cdef Alike some = siblings(page, children, True, least)
    cdef int32_t[::1] places = some.places
    cdef Py_ssize_t size = some.rows.shape[0], count = 0, kind, first, last
    cdef int32_t[:, ::1] orders = np.empty((2, size), np.int32)
    cdef int[2][3] by
    cdef Head[::1] found = np.empty(size + 1, HEAD)
    by[0][0], by[0][1], by[0][2] = PARENT, TAGS, STEP
    by[1][0], by[1][1], by[1][2] = PARENT, STEP, CHILD
    with nogil:
        for kind in range(2):
            some.sort(page, by[kind], 3, orders[kind])
            first = 0
            while first < size:
                last = some.group_end(by[kind], 3, orders[kind], first)
                if last - first >= least and distance(places, orders[kind], first, last) > 1.2:
                    found[count].kind, found[count].parent = kind, some.keys[PARENT, orders[kind, first]]
                    found[count].size, found[count].first, found[count].at = last - first, places[orders[kind, first]], first
                    count += 1
                first = last
        qsort(&found[0], count, sizeof(Head), by_parent_and_size)
        for first in range(count):
            # Heads that occur equally often under one parent cut the same records; the first of them is the head.
            if first and found[first].kind == found[first - 1].kind and found[first].parent == found[first - 1].parent:
                if found[first].size == found[first - 1].size:
                    continue
            kind = found[first].kind
            run(page, children, places, orders[kind], found[first].at, found[first].at + found[first].size, pile)
            pile.close(RUNS + kind, least)
    return 0


cdef double distance(const int32_t[::1] places, const int32_t[::1] order, Py_ssize_t first, Py_ssize_t last) except? -1 nogil:
    """How many siblings there are from one head to the next, on average."""
    return (places[order[last - 1]] - places[order[first]]) / <double>max(1, last - first - 1)


cdef int run(
    Page page, Alike children, const int32_t[::1] places, const int32_t[::1] order, Py_ssize_t first, Py_ssize_t last, Pile pile
) except -1 nogil:
    """Put the records of one kind of head: from each one to the next."""
    cdef Py_ssize_t place, until = places[order[last - 1]], usual = <Py_ssize_t>max(1.0, rint(distance(places, order, first, last)))
    for place in range(first, last - 1):
        pile.add(children.rows[places[order[place]]], children.rows[places[order[place + 1]]])
    # The last record is as long as records usually are, within its parent.
    place = until
    while until + 1 < children.rows.shape[0] and until + 1 < place + usual:
        if children.keys[PARENT, until + 1] != children.keys[PARENT, place]:
            break
        until += 1
    return pile.add(children.rows[place], page.end[children.rows[until]])


cdef int between(Page page, Alike children, Py_ssize_t least, Pile pile) except -1:
    """Children without content (rules, breaks, empty rows) separate records: before the first, between, after the last."""
    cdef Alike empty = siblings(page, children, False, least - 1)
    cdef Py_ssize_t size = empty.rows.shape[0], first = 0, last, place
    cdef int32_t[::1] order = empty.order
    cdef int[3] by
    cdef int32_t above, row
    cdef int64_t start
    by[0], by[1], by[2] = PARENT, TAGS, STEP
    with nogil:
        empty.sort(page, by, 3, order)
        while first < size:
            last = empty.group_end(by, 3, order, first)
            if last - first >= least - 1:
                above = empty.keys[PARENT, order[first]]
                start = above + 1
                for place in range(first, last):
                    row = empty.rows[order[place]]
                    if page.leaves[start] < page.leaves[row]:
                        pile.add(start, row)
                    start = page.end[row]
                if page.leaves[start] < page.leaves[page.end[above]]:
                    pile.add(start, page.end[above])
                pile.close(BETWEEN, least)
            first = last
    return 0


# -- what is done with candidates --------------------------------------------------------------------------------------


cdef int append(
    Pile pile, const int64_t[::1] start, const int64_t[::1] stop, const int64_t[::1] first, const int64_t[::1] source,
    Py_ssize_t count,
) except -1 nogil:
    cdef Py_ssize_t candidate, record
    for candidate in range(count):
        for record in range(first[candidate], first[candidate + 1]):
            pile.add(start[record], stop[record])
        pile.close(source[candidate], 0)
    return 0


cdef int take(Pile pile, Pile other, Py_ssize_t candidate) except -1 nogil:
    """Put a candidate of another pile."""
    cdef Py_ssize_t record
    for record in range(other.first[candidate], other.first[candidate + 1]):
        pile.add(other.start[record], other.stop[record])
    return pile.close(other.source[candidate], 0)


cdef bint same_cut(Page page, Pile pile, Py_ssize_t one, Py_ssize_t other) except -1 nogil:
    """Whether two candidates cut the same texts and images."""
    cdef Py_ssize_t record, apart = pile.first[other] - pile.first[one]
    if pile.size(one) != pile.size(other):
        return False
    for record in range(pile.first[one], pile.first[one + 1]):
        if page.leaves[pile.start[record]] != page.leaves[pile.start[record + apart]]:
            return False
        if page.leaves[pile.stop[record]] != page.leaves[pile.stop[record + apart]]:
            return False
    return True


cdef uint64_t cut_hash(Page page, Pile pile, Py_ssize_t candidate) except? 0 nogil:
    cdef uint64_t found = 1, prime = <uint64_t>0x100000001B3
    cdef Py_ssize_t record
    for record in range(pile.first[candidate], pile.first[candidate + 1]):
        found = (found ^ <uint64_t>page.leaves[pile.start[record]]) * prime
        found = (found ^ <uint64_t>page.leaves[pile.stop[record]]) * prime
    return found ^ (found >> 32)


cdef Pile distinct(Page page, Pile pile):
    """The candidates, but of those that cut the same only the one that stands highest, or else first."""
    cdef Py_ssize_t size = 16, candidate, slot
    while size < 2 * pile.count:
        size *= 2
    cdef int32_t[::1] slots = np.empty(size, np.int32)
    cdef int8_t[::1] kept = np.zeros(pile.count, np.int8)
    cdef Pile found = Pile(pile.records + 1)
    slots[:] = -1
    with nogil:
        for candidate in range(pile.count):
            slot = cut_hash(page, pile, candidate) & <uint64_t>(size - 1)
            while slots[slot] >= 0 and not same_cut(page, pile, slots[slot], candidate):
                slot = (slot + 1) & (size - 1)
            if slots[slot] < 0 or top_depth(page, pile, candidate) < top_depth(page, pile, slots[slot]):
                slots[slot] = candidate
        for slot in range(size):
            if slots[slot] >= 0:
                kept[slots[slot]] = True
        for candidate in range(pile.count):
            if kept[candidate]:
                take(found, pile, candidate)
    return found


cdef int32_t top_depth(Page page, Pile pile, Py_ssize_t candidate) except -1 nogil:
    """How deep the first record stands."""
    return page.depth[pile.start[pile.first[candidate]]]


cdef double share(Page page, Pile pile, Py_ssize_t candidate) except? -1 nogil:
    """How much of the page a candidate holds: of its characters, its texts, its images, its links."""
    cdef const int32_t *whole = &page.sums[page.sums.shape[0] - 1, 0]
    cdef const int32_t *before
    cdef const int32_t *behind
    cdef int64_t chars = 0, texts = 0, images = 0, links = 0
    cdef Py_ssize_t record
    for record in range(pile.first[candidate], pile.first[candidate + 1]):
        before, behind = &page.sums[page.before[pile.start[record]], 0], &page.sums[page.before[pile.stop[record]], 0]
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


RANKED = np.dtype([("value", np.float64), ("candidate", np.int64)])


cdef Pile promising(Page page, Pile pile, Py_ssize_t most):
    """The candidates that hold most of the page, best first."""
    cdef Ranked[::1] shares = np.empty(pile.count + 1, RANKED)
    cdef Py_ssize_t candidate
    cdef Pile found = Pile(pile.records + 1)
    with nogil:
        for candidate in range(pile.count):
            shares[candidate].value, shares[candidate].candidate = share(page, pile, candidate), candidate
        qsort(&shares[0], pile.count, sizeof(Ranked), largest_first)
        for candidate in range(min(most, pile.count)):
            take(found, pile, shares[candidate].candidate)
    return found


cdef int without_outliers(Page page, Pile pile, Py_ssize_t least, Pile found) except -1:
    """The candidates again without the records that are unlike the others, where those are few."""
    cdef Py_ssize_t candidate, record, place, first, dropped, most = 0
    cdef double[SKETCH] mean
    cdef double *own
    cdef double length
    for candidate in range(pile.count):
        most = max(most, pile.size(candidate))
    cdef double[:, ::1] unit = np.empty((most, SKETCH))
    cdef int8_t[::1] alike = np.empty(most, np.int8)
    with nogil:
        for candidate in range(pile.count):
            first = pile.first[candidate]
            for place in range(SKETCH):
                mean[place] = 0
            for record in range(pile.size(candidate)):
                own = &unit[record, 0]
                sketch(page, pile.start[first + record], pile.stop[first + record], own)
                for place in range(SKETCH):
                    mean[place] += own[place]
            normalise(mean)
            dropped = 0
            for record in range(pile.size(candidate)):
                own, length = &unit[record, 0], 0
                for place in range(SKETCH):
                    length += own[place] * mean[place]
                alike[record] = length >= ALIKE
                dropped += not alike[record]
            if 0 < dropped and 3 * dropped <= pile.size(candidate):
                for record in range(pile.size(candidate)):
                    if alike[record]:
                        found.add(pile.start[first + record], pile.stop[first + record])
                found.close(WITHOUT_OUTLIERS, least)
    return 0


cdef int sketch(Page page, int64_t start, int64_t stop, double *unit) except -1 nogil:
    """The sum of random signs of the tag paths of some rows, of length 1: it sketches their bag of paths."""
    cdef const int32_t *before = &page.bits[start, 0]
    cdef const int32_t *behind = &page.bits[stop, 0]
    cdef Py_ssize_t place
    for place in range(SKETCH):
        unit[place] = 2.0 * (behind[place] - before[place]) - (stop - start)
    normalise(unit)
    return 0


cdef void normalise(double *values) noexcept nogil:
    cdef double length = 0
    cdef Py_ssize_t place
    for place in range(SKETCH):
        length += values[place] * values[place]
    length = 1 / max(sqrt(length), 1e-9)
    for place in range(SKETCH):
        values[place] *= length


cdef int with_parts(Page page, Alike texts, Pile pile, Pile found) except -1:
    """Candidates with the records of lists near by: same tag, and same tag around, below the next common ancestor.

    A list in parts (advertisements, results, more results) has them in boxes of their own styles, at other depths.
    """
    cdef Py_ssize_t candidate, size, place, count = texts.rows.shape[0]
    cdef int32_t[::1] alike = texts.order
    cdef int64_t[::1] kinds = np.empty(count, np.int64)
    with nogil:
        for place in range(count):
            kinds[place] = kind_of(page, texts.rows[place])
        for candidate in range(min(pile.count, <Py_ssize_t>GROWING)):
            if one_kind(page, pile, candidate):
                size = like(texts, kinds, kind_of(page, pile.start[pile.first[candidate]]), alike)
                if size > pile.size(candidate):
                    grow(page, pile, candidate, alike, size, found)
    return 0


cdef int64_t kind_of(Page page, int64_t row) except -1 nogil:
    """A number for a row's tag and the tag around it."""
    cdef int32_t above = page.parent[row]
    return <int64_t>page.tag[row] << 32 | (page.tag[above] if above >= 0 else 0)


cdef bint one_kind(Page page, Pile pile, Py_ssize_t candidate) except -1 nogil:
    """Whether all records are single elements of one kind."""
    cdef Py_ssize_t record
    cdef int64_t kind = kind_of(page, pile.start[pile.first[candidate]])
    for record in range(pile.first[candidate], pile.first[candidate + 1]):
        if pile.stop[record] != page.end[pile.start[record]] or kind_of(page, pile.start[record]) != kind:
            return False
    return True


cdef Py_ssize_t like(Alike texts, const int64_t[::1] kinds, int64_t kind, int32_t[::1] alike) except -1 nogil:
    """List the elements with text of a kind; return how many there are."""
    cdef Py_ssize_t place, size = 0
    for place in range(kinds.shape[0]):
        if kinds[place] == kind:
            alike[size] = texts.rows[place]
            size += 1
    return size


cdef int grow(Page page, Pile pile, Py_ssize_t candidate, const int32_t[::1] alike, Py_ssize_t size, Pile found) except -1 nogil:
    """Put what is alike below the ancestors of a candidate, wherever there is more of it than before, and not too much."""
    cdef int64_t at = page.parent[pile.start[pile.first[candidate]]], stop = pile.stop[pile.first[candidate + 1] - 1]
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
