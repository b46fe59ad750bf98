from libc.stdint cimport int32_t

from pagerows.align.fields._reading cimport Shown


cdef list resolve(Shown reading, str tag, int32_t[::1] rows, int32_t[::1] records)
