from libc.stdint cimport int8_t, int32_t, uint8_t

from pagerows.page._parser cimport Span as Signs
from pagerows.page._spans cimport Spans


#: Words that are looked for at once.
cdef enum: MOST_WORDS = 16

#: These words in order, and which of them start with each sign: from the first up to, not including, the last.
cdef struct Wanted:
    Signs words[MOST_WORDS]
    uint8_t first[256]
    uint8_t last[256]


cdef class Shown:
    """What is shown of the rows of some records: see _reading.pyx."""

    cdef readonly object nodes, data
    #: Whether the parser made the page's rows.
    cdef bint compiled
    cdef readonly int32_t low, high
    #: Columns of the page, and what its tags are.
    cdef const int32_t[::1] end, parent, depth, path, tag
    cdef const int8_t[::1] kind
    cdef uint8_t[::1] marks
    #: The parts of the records, one after another: rows from and to, and whose they are.
    cdef readonly Py_ssize_t count
    cdef int32_t[::1] starts, stops, owners
    #: Classes and inline styles by the codes of tag paths; numbers of the classes, from 0 on; the tags of elements here, -1 for
    #: other codes; and all that inline styles here say, once somebody asked.
    cdef Spans classes, styles
    cdef int32_t[::1] class_number, path_tag
    cdef Py_ssize_t class_count
    cdef bytes said
    cdef bint wide
    #: The rows with attributes that name what they hold, and classes without their numbers, once somebody asked.
    cdef frozenset named
    cdef list plain_classes
    #: What each row is, from `low` on; rows of texts that are told, these texts, and what stands before each of them.
    cdef uint8_t[::1] looks, gaps
    cdef int32_t[::1] told_rows
    cdef Py_ssize_t told_count
    cdef Spans told
    #: Told texts before each row and behind the last; those that are not blank before each told text and behind the last.
    cdef int32_t[::1] before, filled
    cdef readonly list spoken_rows
    #: Texts that were asked for.
    cdef list single
    cdef dict several
    #: Room for a text at hand, whether a space is due before its next sign, and how its UTF-8 is read.
    cdef uint8_t *room
    cdef Py_ssize_t room_size, used
    cdef bint due
    cdef const char *errors

    cdef int take_parts(self, records) except -1
    cdef int make_parts(self, Py_ssize_t size) except -1
    cdef int take_part(self, Py_ssize_t each, int32_t start, int32_t stop, int32_t owner) except -1
    cdef int take_styles(self, paths) except -1
    cdef uint8_t[::1] told_hidden(self)
    cdef bint hides(self, int32_t row, uint8_t[::1] told) except -1
    cdef str data_style(self, int32_t code)
    cdef int say_styles(self) except -1
    cdef bint is_styled(self, Py_ssize_t code, const Wanted *wanted) except -1
    cdef int put_plain(self, Signs text) except -1
    cdef int reserve(self, Py_ssize_t more) except -1
    cdef int find_gaps(self, const uint8_t[::1] spaced) except -1
    cdef int32_t stop(self, int32_t row) except -1
    cdef Py_ssize_t first(self, int32_t row) except -1
    cdef Py_ssize_t last(self, int32_t row) except -1
    cdef bint says(self, int32_t row) except -1
    cdef Signs class_of(self, int32_t row) except *
    cdef int32_t class_at(self, int32_t row) except -1
    cdef int32_t code_of(self, int32_t row) except -1
    cdef frozenset rows_naming(self, tuple names)
    cdef Py_ssize_t characters(self, int32_t row) except -1
    cdef list marked(self, uint8_t wanted)
    cpdef str text(self, int32_t row)
    cpdef str joined(self, Py_ssize_t first, Py_ssize_t last)
    cdef uint8_t between(self, Py_ssize_t place) except 255
    cdef bint are_apart(self, Py_ssize_t place) except -1
    cdef str folded_signs(self, Signs text)
    cdef int start(self) except -1
    cdef int put(self, Signs text) except -1
    cdef int put_gap(self, uint8_t gap) except -1
    cdef str made(self)


cdef str folded(str text)
cdef int want(Wanted *wanted, tuple words) except -1
cdef bint has_one(const uint8_t *text, Py_ssize_t size, const Wanted *wanted) noexcept nogil
cdef bint is_space(uint8_t sign) noexcept nogil
