# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Tag path sequence -> marked regions, in one call: contour, symbols, spectra, records and numbers one after another."""

from bisect import bisect_left

import numpy as np

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport rint
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from pagerows.measures._sequence cimport Six, angle_of, six_of
from pagerows.regions.signal._contour cimport Contour, find_regions, highest, order
from pagerows.regions.signal._extent cimport Fit, Tree
from pagerows.regions.signal._features cimport Numbers, numbers, shown_text
from pagerows.regions.signal._peaks cimport Choice, Spectra, Tried, choose, distribute
from pagerows.values import Span


cdef class Marked:
    """A region whose records are known, as rows."""

    #: Where its records start and stop, as arrays, and how many there are.
    cdef readonly object starts, stops
    cdef Py_ssize_t count
    #: From the start of the first record to the stop of the last.
    cdef readonly tuple reach
    #: The positions of all symbols, and which of them are the ones of the symbol that marks the records.
    cdef object positions
    cdef Py_ssize_t first_position, last_position
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

    @property
    def boundaries(self):
        """The positions of the symbol that marks the records."""
        return self.positions[self.first_position : self.last_position]

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
    cdef Marker marker = Marker(nodes, codes, plan)
    cdef Tried *tried
    if not marker.find():
        return [], 0
    tried = <Tried *>PyMem_Malloc(marker.regions * sizeof(Tried))
    if tried is NULL:
        raise MemoryError
    try:
        marker.choose(tried)
        return marker.marked(tried, shape)
    finally:
        PyMem_Free(tried)


cdef class Marker:
    """A page's sequence, and what is found of its regions step by step."""

    cdef object nodes, codes, positions
    cdef Plan plan
    cdef const int32_t[::1] in_codes
    #: Starts and stops of regions, and how many there are.
    cdef int64_t[:, ::1] bounds
    cdef Py_ssize_t regions
    #: The symbols that are well distributed in a region: region, symbol, first and last of its positions; the coefficients of
    #: variation of their gaps.
    cdef int64_t[:, ::1] table
    cdef double[::1] cv
    #: Rooms: numbers and flags of rows.
    cdef int64_t[:, ::1] room
    cdef uint8_t[::1] flags

    def __cinit__(self, nodes, codes, Plan plan):
        cdef Py_ssize_t rows
        self.nodes, self.codes, self.plan, self.in_codes = nodes, codes, plan, codes
        rows = self.in_codes.shape[0]
        self.bounds, self.room = np.empty((2, rows // 2 + 1), np.int64), np.empty((2, rows + 2), np.int64)
        self.flags = bytearray(rows + 1)

    cdef bint find(self) except -1:
        """Find the regions; tell whether there are any."""
        self.regions = find_regions(
            self.in_codes, self.plan.contour, self.room[0], self.flags, self.bounds[0], self.bounds[1]
        )
        return self.regions > 0

    cdef int choose(self, Tried *tried) except -1:
        """Choose the symbols that mark records."""
        cdef Py_ssize_t rows = self.in_codes.shape[0], symbols, inside = 0
        cdef const uint8_t[::1] empty = self.flags[:0]
        self.positions, self.table, self.cv = np.empty(rows, np.int64), np.empty((4, rows), np.int64), np.empty(rows)
        order(self.in_codes, self.room[0], self.room[1])
        symbols = distribute(
            self.in_codes, self.bounds[0], self.bounds[1], self.regions, self.room[1], self.plan.choice, self.room[0],
            self.positions, self.table, self.cv, &inside,
        )
        if self.plan.empty_last:
            mark_empty(self.nodes.end, self.nodes.kind, self.flags)
            empty = self.flags
        spectra = Spectra(self.codes, self.bounds[0], self.bounds[1], self.regions, self.positions, self.peaks())
        return choose(spectra, self.table, self.cv, symbols, empty, self.plan.choice, tried, self.regions)

    cdef object peaks(self):
        """What gives peaks, where the spectrum is not had by single coefficients."""
        if self.plan.peaks is None:
            return None
        starts, stops = np.asarray(self.bounds)[:, : self.regions]
        return self.plan.peaks(self.codes, starts, stops)

    cdef tuple marked(self, Tried *tried, shape):
        """The regions whose records are known, and the characters of the page's visible texts."""
        cdef const int32_t[::1] lengths = self.nodes.characters
        cdef const uint8_t[::1] hidden = self.nodes.hidden.view(np.uint8)
        cdef int32_t largest = highest(self.in_codes)
        cdef Py_ssize_t region, low, high, kept = 0
        cdef int64_t[::1] first = self.room[0], last = self.room[1], begin
        cdef const int64_t[::1] starts, stops
        cdef Marked each
        cdef list found = []
        for region in range(self.regions):
            if tried[region].chosen >= 0:
                first[kept], last[kept] = self.table[2, tried[region].chosen], self.table[3, tried[region].chosen]
                kept += 1
        all_starts, all_stops, all_begin = self.records(first[:kept], last[:kept], tried, shape)
        starts, stops, begin = all_starts, all_stops, all_begin
        kept = 0
        for region in range(self.regions):
            if tried[region].chosen < 0:
                continue
            each = Marked.__new__(Marked)
            low, high = begin[kept], begin[kept + 1]
            each.starts, each.stops, each.positions = all_starts[low:high], all_stops[low:high], self.positions
            each.count, each.reach = high - low, (starts[low], stops[high - 1])
            each.first_position, each.last_position = first[kept], last[kept] + 1
            each.symbol, each.cv = self.table[1, tried[region].chosen], self.cv[tried[region].chosen]
            each.peak, each.looked_up = tried[region].peak, tried[region].until
            each.numbers = numbers(
                self.in_codes, lengths, hidden, starts[low:high], stops[low:high],
                self.bounds[0, region], self.bounds[1, region], self.plan.fit_tree,
            )
            each.measure(self.in_codes.shape[0] - 1, largest)
            found.append(each)
            kept += 1
        return disjoint(found), shown_text(lengths, hidden)

    cdef tuple records(self, const int64_t[::1] first, const int64_t[::1] last, Tried *tried, shape):
        """Where the records of regions start and stop, and where those of each region begin, with the end."""
        if self.plan.fit_tree:
            return Tree(self.nodes, self.codes, shape).fitted(self.positions, first, last, self.plan.fit)
        cdef Py_ssize_t region, place = -1, record, done = 0
        cdef const int64_t[::1] positions = self.positions
        starts, stops = np.empty((2, self.in_codes.shape[0]), np.int64)
        begin = np.zeros(first.shape[0] + 1, np.int64)
        cdef int64_t[::1] in_starts = starts, in_stops = stops, in_begin = begin
        for region in range(self.regions):
            if tried[region].chosen < 0:
                continue
            place += 1
            for record in range(first[place], last[place] + 1):
                in_starts[done] = positions[record]
                if record < last[place]:
                    in_stops[done] = positions[record + 1]
                else:
                    in_stops[done] = plain_stop(positions[first[place]], positions[record], record - first[place], self.bounds[1, region])
                done += 1
            in_begin[place + 1] = done
        return starts[:done], stops[:done], begin


cdef int64_t plain_stop(int64_t first, int64_t last, int64_t gaps, int64_t stop) noexcept nogil:
    """Where the last of some records ends that are stretches up to the next start: it is as long as they are on average."""
    cdef int64_t gap = <int64_t>rint((last - first) / <double>max(<int64_t>1, gaps))
    return min(stop, last + max(<int64_t>1, gap))


cdef int mark_empty(const int32_t[::1] end, const int8_t[::1] kind, uint8_t[::1] flags) except -1:
    """Mark the elements with nothing inside."""
    cdef Py_ssize_t row
    for row in range(end.shape[0]):
        flags[row] = kind[row] == 0 and end[row] == row + 1
    return 0


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
