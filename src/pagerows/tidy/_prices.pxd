"""Prices, for kernels."""

from pagerows.tidy._strips cimport Strip

cpdef list settle_prices(nodes, columns)
cpdef bint is_price(Strip column) except -1
