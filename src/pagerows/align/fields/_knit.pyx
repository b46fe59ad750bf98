# cython: language_level=3, boundscheck=True, wraparound=False
"""A text that goes on behind marked words, or on a line more, in a few records is one text there, too.

Where a place is several fields, its texts are told apart by what stands before them: ``4.31, <em>et seq.</em>, for``
in one record alone would cut its text, and the rest would be a field that only this record has.
"""

from libc.stdint cimport int32_t

from pagerows.align.fields._look cimport ELEMENT, FORMATTING, TEXTS
from pagerows.align.fields._reading cimport Shown
from pagerows.align.fields._template cimport Place

#: Share of the records up to which marked words are no field of their own.
cdef double FEW = 0.3
#: Mean length of texts that go on on the next line; shorter ones are fields of a line each.
cdef enum: PROSE = 60


cdef list knit(Shown shown, Place place):
    """Return the places below one, the texts of each record whole."""
    cdef Place child
    cdef Py_ssize_t few = 0
    for child in place.children:
        few += is_few(child, place)
    if not few or few == len(place.children):
        return place.children
    return Knitting(shown, place).run()


cdef bint is_few(Place child, Place place):
    """Whether few records have something that may go on a text."""
    return child.count <= FEW * place.count and may_go_on(child)


cdef bint may_go_on(Place place):
    if place.holds != ELEMENT:
        return place.holds == TEXTS
    return place.tag == "br" or place.tag == "a" or place.tag == "span" or place.marks & FORMATTING


cdef class Step:
    """A row of a record and the place that it is in."""

    cdef int32_t row
    cdef Place place


cdef class Knitting:
    """The texts of the records below one place."""

    cdef Shown shown
    cdef list children
    cdef set few, prose
    #: Record -> what it has, in reading order; place -> its rows by record, of places that take or lose rows.
    cdef dict steps, changed
    #: Characters of each text row, white space at the ends not counted.
    cdef const int32_t *lengths

    def __init__(self, Shown shown, Place place):
        cdef Place child
        cdef Py_ssize_t at
        self.lengths = shown.column(shown.nodes.text_length)
        self.shown, self.children, self.changed = shown, place.children, {}
        self.few = {child for child in place.children if is_few(child, place)}
        self.prose = {child for child in place.children if self.is_prose(child)}
        self.steps = {}
        for child in self.few:
            for at in range(child.size):
                self.steps[child.records[at]] = []
        for child in place.children:
            self.take_steps(child)

    cdef bint is_prose(self, Place place) except -1:
        cdef Py_ssize_t at, total = 0
        if place.holds != TEXTS:
            return False
        for at in range(place.size):
            total += self.shown.characters(place.rows[at])
        return total >= PROSE * place.size

    cdef int take_steps(self, Place place) except -1:
        cdef Py_ssize_t at
        cdef Step step
        for at in range(place.size):
            own = self.steps.get(place.records[at])
            if own is not None:
                step = Step()
                step.row, step.place = place.rows[at], place
                own.append((place.rows[at], len(own), step))
        return 0

    cdef list run(self):
        cdef Place child
        for record in sorted(self.steps):
            self.knit_record(record, [step for _, _, step in sorted(self.steps[record])])
        for child, rows in self.changed.items():
            child.change([(record, row) for record, own in rows.items() for row in own])
        return [child for child in self.children if child.count]

    cdef int knit_record(self, record, list steps) except -1:
        cdef Step step = steps[0], before
        cdef Place child, home = step.place  # the place of the text at hand
        cdef bint goes_on = False  # whether text right behind it is its own
        cdef Py_ssize_t number
        for number in range(1, len(steps)):
            before, step = steps[number - 1], steps[number]
            child = step.place
            if child not in self.few or not self.adjoin(before.row, step.row):
                home, goes_on = child, False
            elif child.tag == "br":
                goes_on = home in self.prose
                home = home if goes_on else child
            elif child.holds == TEXTS:
                if goes_on:
                    self.move(record, step.row, child, home)
                home, goes_on = (home if goes_on else child), False
            elif (self.is_same_mark(before.row, step.row) and is_plain(home)) or (
                home.tag == "#text" and self.has_text_behind(steps, number)
            ):
                self.move(record, step.row, child, home)
                goes_on = home.tag == "#text"
            else:
                home, goes_on = child, False
        return 0

    cdef bint adjoin(self, int32_t before, int32_t row) except -1:
        """Whether nothing but white space stands between two rows."""
        cdef int32_t at
        for at in range(self.shown.end[before], row):
            if self.shown.kind[at] != 1 or self.lengths[at]:
                return False
        return True

    cdef bint has_text_behind(self, list steps, Py_ssize_t number) except -1:
        cdef Step own = steps[number], behind
        if number + 1 == len(steps):
            return False
        behind = steps[number + 1]
        return behind.place.holds == TEXTS and self.adjoin(own.row, behind.row)

    cdef bint is_same_mark(self, int32_t one, int32_t other) except -1:
        """Whether two elements mark words alike."""
        cdef Shown shown = self.shown
        return shown.marks[shown.tag[one]] & FORMATTING and shown.path[one] == shown.path[other]

    cdef int move(self, record, int32_t row, Place child, Place home) except -1:
        """Put a row into another place, which holds texts of several pieces from then on."""
        cdef dict from_rows = self.rows_of(child), to_rows = self.rows_of(home)
        home.holds = TEXTS if home.holds == ELEMENT else home.holds
        from_rows[record] = [own for own in from_rows[record] if own != row]
        if not from_rows[record]:
            del from_rows[record]
        to_rows[record].append(row)
        return 0

    cdef dict rows_of(self, Place place):
        found = self.changed.get(place)
        if found is None:
            found = self.changed[place] = place.held
        return found


cdef bint is_plain(Place place) except -1:
    cdef Place child
    for child in place.children:
        if child.holds != TEXTS:
            return False
    return True
