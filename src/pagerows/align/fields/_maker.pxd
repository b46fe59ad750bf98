from libc.stdint cimport int32_t

from pagerows.align.fields._cells cimport Cells
from pagerows.align.fields._pictures cimport Pictures
from pagerows.align.fields._reading cimport Shown
from pagerows.page._joining cimport Joiner


cdef class Maker:
    """Makes the cells of one page: see _maker.pyx."""

    cdef Shown shown
    cdef object nodes
    cdef Joiner absolute
    cdef readonly Cells cells
    cdef readonly Pictures pictures
    #: What elements' own attributes say that is a rating, by row; those that go with a text; the rows of the former, which ascend.
    cdef readonly dict rated, own_rated
    cdef int32_t *rated_rows
    cdef Py_ssize_t rated_count
    #: Whether elements without text may say a rating.
    cdef bint may_be_rated
    #: What browsers without scripts show instead of pictures, by row, once somebody asked.
    cdef dict spares

    cdef int take_ratings(self) except -1
    cdef object background(self, int32_t row)
    cdef str named(self, int32_t row)
    cdef str rating(self, int32_t row)
    cdef str own_rating(self, int32_t row)
    cdef str class_rating(self, int32_t row)
    cdef str counted_stars(self, int32_t row)
    cdef str property(self, int32_t row)
    cdef str width(self, int32_t row)
