"""What cells lead to, for kernels."""

from pagerows.tidy._places cimport Places
from pagerows.tidy._strips cimport Strip

cpdef title_of(nodes, columns)
cpdef list lend_links(nodes, columns)
cpdef list lend_titles(nodes, columns, list left)
cpdef list without_bare(list columns)
cpdef list addresses(Strip column)
cpdef list lender(list columns, Py_ssize_t title)
cpdef Strip lent(Strip column, list urls)
cpdef first_borrower(columns)
cdef bint have_pictures(list columns) except -1
cpdef list repeated_pictures(columns)
cdef Py_ssize_t link_above(Places places, Py_ssize_t row) except -2
cdef bint end_on_links(Places places, Strip column, double share) except -1
