"""Which columns a step may have something to do with, for kernels."""

from pagerows.tidy._strips cimport Strip

cpdef list may_hold_facts(columns)
cpdef list may_have_words(nodes, columns)
cpdef list may_be_prices(columns)
cpdef bint may_be_units(columns) except -1
cpdef list may_invite(columns)
cpdef list may_be_bracketed(columns)
cpdef list never_together(list columns)
cpdef bint may_be_built_alike(Strip column) except -1
