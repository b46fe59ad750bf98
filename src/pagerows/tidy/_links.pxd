"""What cells lead to, for kernels."""

from pagerows.tidy._places cimport Places
from pagerows.tidy._strips cimport Strip

cdef bint end_on_links(Places places, Strip column, double share) except -1
