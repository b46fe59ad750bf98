# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Tag path sequence -> marked regions, in one call: contour, symbols, spectra, records and numbers one after another."""

from bisect import bisect_left

import numpy as np

from libc.math cimport rint
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc

from pagerows.measures._sequence cimport Six, angle_of, six_of
from pagerows.regions.signal._contour cimport Contour, Sequence, find_regions, order, sequence_of
from pagerows.regions.signal._extent cimport Fit, Tree
from pagerows.regions.signal._features cimport Numbers, numbers, shown_text
from pagerows.regions.signal._peaks cimport Choice, Group, Spectra, Tried, choose, distribute
from pagerows.values import Span


cdef class Marked:
    """A region whose records are known, as rows."""

    #: Where its records start and stop, as arrays, and how many there are.
    cdef readonly object starts, stops
    cdef Py_ssize_t count
    #: From the start of the first record to the stop of the last.
    cdef readonly tuple reach
    #: The positions of the symbol that marks the records.
    cdef readonly object boundaries
    #: That symbol; the coefficient of variation of its gaps; the standardised power of its peak; coefficients looked up.
    cdef readonly int32_t symbol
    cdef readonly double cv, peak
    cdef readonly int64_t looked_up
    #: The product of the six features of [V20 s. 4.3].
    cdef readonly double score
    cdef Six six
    cdef Numbers numbers

    @property
    def bounds(self):
        """From where to where the region goes."""
        return Span(self.numbers.start, self.numbers.stop)

    cdef int measure(self, Py_ssize_t size, int32_t largest) except -1:
        """Find the six features, in a sequence of so many symbols up to the largest."""
        cdef Numbers *own = &self.numbers
        self.six = six_of(size, largest, self.count, own.start, own.stop, own.rows, own.codes)
        self.score = (
            self.six.size * self.six.center * self.six.horizontal * self.six.vertical * self.six.range * self.six.record
        )
        return 0

    def __len__(self):
        return self.count

    def features(self, int64_t page_text, double prose):
        """Return the six features of [V20 s. 4.3] and four more that it has not.

        These are the angle (it is in the published training data), the share of the visible text, how much of that is
        prose, and regularity. Menus and filters are many short texts, so of prose it is asked how long the text is, on
        average, that a character stands in: a record of a title and a paragraph is prose, whatever short labels it has
        besides.
        """
        cdef Numbers *own = &self.numbers
        cdef dict found = self.six
        found["angle"] = angle_of(own.slope)
        found["text"] = own.text / <double>max(<int64_t>1, page_text)
        found["prose"] = min(1.0, own.squares / <double>max(<int64_t>1, own.text) / max(1.0, prose))
        found["regularity"] = max(0.0, 1 - self.cv)
        return found


cdef class Plan:
    """How regions are marked: `SignalParams`, and what gives the peaks of symbols where the spectrum is not had by single
    coefficients (None: it is)."""

    cdef Contour contour
    cdef Choice choice
    cdef Fit fit
    cdef bint empty_last, fit_tree
    cdef object peaks

    def __init__(self, params, peaks):
        self.contour = Contour(
            params.backward, params.grow, params.min_share, params.fallback_regions, params.max_angle
        )
        self.choice, self.fit, self.peaks = Choice(params), Fit(params), peaks
        self.empty_last, self.fit_tree = params.empty_last, params.fit_tree


def marked_regions(nodes, codes, shape, Plan plan):
    """Return the regions of a page, best first, no two of which overlap; and the characters of its visible texts."""
    cdef Marker marker = Marker(nodes, codes, shape, plan)
    if not marker.find():
        return [], 0
    marker.choose()
    return marker.marked()


cdef class Marker:
    """A page's sequence, and what is found of its regions step by step."""

    cdef Plan plan
    cdef object codes
    #: The page's columns.
    cdef const int32_t[::1] parent, end, lengths
    cdef const int8_t[::1] kind
    cdef const uint8_t[::1] hidden
    #: The sequence with styles, and of tags alone; how many rows the page has.
    cdef Sequence own, plain
    cdef Py_ssize_t rows
    #: Starts and stops of regions, and how many there are; what is known of each.
    cdef int32_t *starts
    cdef int32_t *stops
    cdef Py_ssize_t regions
    cdef Tried *tried
    #: The positions inside of regions by symbol, and the symbols that are well distributed.
    cdef int32_t *positions
    cdef Group *groups
    #: Room: numbers of positions or symbols, twice, and flags of rows.
    cdef int32_t *room
    cdef int32_t *more_room
    cdef uint8_t *flags
    #: What keeps all these.
    cdef void *memory

    def __cinit__(self, nodes, codes, shape, Plan plan):
        cdef Py_ssize_t rows, most, wide
        cdef const int32_t[::1] in_codes = codes, in_shape = shape
        self.plan, self.codes = plan, codes
        self.parent, self.end, self.kind, self.lengths = nodes.parent, nodes.end, nodes.kind, nodes.characters
        self.hidden = nodes.hidden
        self.own, self.plain = sequence_of(in_codes), sequence_of(in_shape)
        self.rows = rows = self.own.size
        if not (rows == self.end.shape[0] == self.kind.shape[0] == self.lengths.shape[0] == self.hidden.shape[0]):
            raise IndexError("rows differ in number")
        most, wide = rows // 2 + 1, max(rows, self.own.symbols) + 2
        self.memory = malloc(most * (sizeof(Tried) + sizeof(Group) + 8) + (2 * wide + rows) * sizeof(int32_t) + rows + 1)
        if self.memory is NULL:
            raise MemoryError
        self.tried = <Tried *>self.memory
        self.groups = <Group *>(self.tried + most)
        self.starts = <int32_t *>(self.groups + most)
        self.stops = self.starts + most
        self.room = self.stops + most
        self.more_room = self.room + wide
        self.positions = self.more_room + wide
        self.flags = <uint8_t *>(self.positions + rows)

    def __dealloc__(self):
        free(self.memory)

    cdef bint find(self) noexcept:
        """Find the regions; tell whether there are any."""
        self.regions = find_regions(&self.own, self.plan.contour, self.room, self.flags, self.starts, self.stops)
        return self.regions > 0

    cdef int choose(self) except -1:
        """Choose the symbols that mark records."""
        cdef Py_ssize_t count, inside = 0
        cdef Spectra spectra = Spectra.__new__(Spectra)
        cdef bint empty_last = self.plan.empty_last
        order(&self.own, self.room, self.more_room)
        count = distribute(
            &self.own, self.starts, self.stops, self.regions, self.more_room, self.plan.choice, self.room, self.positions,
            self.groups, &inside,
        )
        if empty_last:
            mark_empty(&self.end[0], &self.kind[0], self.rows, self.flags)
        spectra.prepare(self.own, self.starts, self.stops, self.regions, self.positions, self.peaks())
        with nogil:
            choose(
                spectra, self.groups, count, self.flags if empty_last else NULL, self.plan.choice, self.tried, self.regions
            )
        return 0

    cdef object peaks(self):
        """What gives peaks, where the spectrum is not had by single coefficients."""
        cdef Py_ssize_t region
        if self.plan.peaks is None:
            return None
        bounds = [(self.starts[region], self.stops[region]) for region in range(self.regions)]
        starts, stops = np.array(bounds, np.int64).T
        return self.plan.peaks(self.codes, starts, stops)

    cdef tuple marked(self):
        """The regions whose records are known, and the characters of the page's visible texts."""
        cdef Py_ssize_t region
        cdef Tree tree = None
        cdef list found = []
        if self.plan.fit_tree:
            tree = Tree.__new__(Tree)
            tree.prepare(self.parent, self.end, self.lengths, &self.own, &self.plain)
        for region in range(self.regions):
            if self.tried[region].chosen >= 0:
                found.append(self.region(region, tree))
        return disjoint(found), shown_text(&self.lengths[0], &self.hidden[0], self.rows)

    cdef Marked region(self, Py_ssize_t region, Tree tree):
        """One region whose records are known; they are fitted to the tree where there is one."""
        cdef const Tried *tried = &self.tried[region]
        cdef const Group *group = &self.groups[tried.chosen]
        cdef Marked found = Marked.__new__(Marked)
        cdef Py_ssize_t place, boundaries = group.last - group.first + 1
        cdef int64_t[::1] in_boundaries
        cdef int64_t[:, ::1] records
        if tree is not None:
            tree.fit_region(self.positions + group.first, boundaries, self.plan.fit)
        found.count = boundaries if tree is None else tree.count
        bounds, found.boundaries = np.empty((2, found.count), np.int64), np.empty(boundaries, np.int64)
        records, in_boundaries = bounds, found.boundaries
        for place in range(boundaries):
            in_boundaries[place] = self.positions[group.first + place]
        if tree is None:
            write_plain(&in_boundaries[0], boundaries, self.stops[region], &records[0, 0], &records[1, 0])
        else:
            for place in range(found.count):
                records[0, place] = tree.starts[place]
            tree.close(&records[1, 0])
        found.starts, found.stops = bounds
        found.reach = records[0, 0], records[1, found.count - 1]
        found.symbol, found.cv, found.peak, found.looked_up = group.symbol, group.cv, tried.peak, tried.until
        found.numbers = numbers(
            self.own.codes, &self.lengths[0], &self.hidden[0], &records[0, 0], &records[1, 0], found.count,
            self.starts[region], self.stops[region], self.plan.fit_tree,
        )
        found.measure(self.rows - 1, self.own.symbols - 1)
        return found


cdef void write_plain(
    const int64_t *positions, Py_ssize_t count, int64_t stop, int64_t *starts, int64_t *stops
) noexcept nogil:
    """Write where records start and stop that are stretches up to the next start; the last one is as long as they are on
    average."""
    cdef Py_ssize_t record
    cdef int64_t gap = <int64_t>rint((positions[count - 1] - positions[0]) / <double>max(<Py_ssize_t>1, count - 1))
    for record in range(count):
        starts[record], stops[record] = positions[record], positions[record + 1] if record + 1 < count else stop
    stops[count - 1] = min(stop, positions[count - 1] + max(<int64_t>1, gap))


cdef void mark_empty(const int32_t *end, const int8_t *kind, Py_ssize_t rows, uint8_t *flags) noexcept nogil:
    """Mark the elements with nothing inside."""
    cdef Py_ssize_t row
    for row in range(rows):
        flags[row] = (kind[row] == 0) & (end[row] == row + 1)


def disjoint(list regions):
    """Return regions, best first, without those that overlap a better one: completed records may have met."""
    cdef list kept = [], spans = []  # disjoint and ascending
    cdef Py_ssize_t place
    for region in sorted(regions, key=lambda region: -region.score):
        span = region.reach
        place = bisect_left(spans, span)
        if (place and spans[place - 1][1] > span[0]) or (place < len(spans) and spans[place][0] < span[1]):
            continue
        kept.append(region)
        spans.insert(place, span)
    return kept
