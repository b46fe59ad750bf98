from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from pagerows.align.fields._room cimport Room
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

    cdef readonly object page, params, nodes, data
    #: Whether the parser made the page's rows.
    cdef bint compiled
    #: Where all columns that are made here stand.
    cdef Room memory
    cdef readonly int32_t low, high
    #: Columns of the page, of so many rows, and what its tags are; what tags of some kind there are here.
    cdef const int32_t *end
    cdef const int32_t *parent
    cdef const int32_t *depth
    cdef const int32_t *path
    cdef const int32_t *tag
    cdef const int8_t *kind
    cdef const uint8_t *spaced
    cdef Py_ssize_t every, tag_count
    cdef uint8_t *marks
    cdef uint8_t seen
    #: How many records there are; their parts, one after another: rows from and to, and whose they are.
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t parts
    cdef int32_t *starts
    cdef int32_t *stops
    cdef int32_t *owners
    #: Classes and inline styles by the codes of tag paths; numbers of the classes, from 0 on; the tags of elements here, -1 for
    #: other codes.
    cdef Spans classes, styles
    cdef Py_ssize_t paths, class_count
    cdef int32_t *class_number
    cdef int32_t *path_tag
    #: Which tag paths only screen readers speak, and which may have a picture as background; whether there are some of the latter.
    cdef uint8_t *silent
    cdef uint8_t *painted
    cdef bint has_painted
    #: What attributes may say of each row, from `low` on, as bits, and of some of them.
    cdef uint8_t *traits
    cdef uint8_t said
    #: Classes without their numbers, once somebody asked.
    cdef list plain_classes
    #: What each row is, from `low` on; rows of texts that are told, these texts, and what stands before each of them.
    cdef uint8_t *looks
    cdef uint8_t *gaps
    cdef int32_t *told_rows
    cdef Py_ssize_t told_count
    cdef Spans told
    #: Told texts before each row and behind the last; those that are not blank before each told text and behind the last.
    cdef int32_t *before
    cdef int32_t *filled
    #: Rows of texts that only screen readers speak.
    cdef int32_t *spoken_rows
    cdef Py_ssize_t spoken_count
    #: Texts that were asked for.
    cdef list single
    cdef dict several
    #: Room for a text at hand, whether a space is due before its next sign, and how its UTF-8 is read.
    cdef uint8_t *room
    cdef Py_ssize_t room_size, used
    cdef bint due, wide
    cdef const char *errors

    cdef int take_columns(self) except -1
    cdef const int32_t *column(self, array) except? NULL
    cdef const uint8_t *bytes_of(self, array) except? NULL
    cdef int take_parts(self, records) except -1
    cdef int make_parts(self, Py_ssize_t size) except -1
    cdef int take_part(self, Py_ssize_t each, int64_t start, int64_t stop, Py_ssize_t owner) except -1
    cdef int take_rows(self) except -1
    cdef uint8_t mark_of(self, int32_t row) except? 255
    cdef int take_styles(self) except -1
    cdef int take_traits(self) except -1
    cdef int take_plain_traits(self) except -1
    cdef bint has_trait(self, int32_t row, uint8_t trait) noexcept
    cdef int hide(self) except -1
    cdef int show_decoration(self) except -1
    cdef uint8_t *told_hidden(self) except NULL
    cdef bint hides(self, int32_t row, const uint8_t *told) except -1
    cdef str data_style(self, int32_t code)
    cdef int put_plain(self, Signs text) except -1
    cdef int reserve(self, Py_ssize_t more) except -1
    cdef int read(self) except -1
    cdef int find_gaps(self) except -1
    cdef int32_t stop(self, int32_t row) except -1
    cdef Py_ssize_t first(self, int32_t row) except -1
    cdef Py_ssize_t last(self, int32_t row) except -1
    cdef bint says(self, int32_t row) except -1
    cdef Signs class_of(self, int32_t row) except *
    cdef int32_t class_at(self, int32_t row) except -1
    cdef int32_t code_of(self, int32_t row) except -1
    cdef Py_ssize_t characters(self, int32_t row) except -1
    cdef int32_t *marked(self, uint8_t wanted, Py_ssize_t *count) except NULL
    cpdef str text(self, int32_t row)
    cpdef str joined(self, Py_ssize_t first, Py_ssize_t last)
    cdef uint8_t between(self, Py_ssize_t place) except 255
    cdef bint has_point(self, Py_ssize_t place) except -1
    cdef str spoken_text(self, int32_t row)
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
