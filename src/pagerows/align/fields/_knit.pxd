from pagerows.align.fields._reading cimport Shown
from pagerows.align.fields._template cimport Place


cdef list knit(Shown shown, Place place)
