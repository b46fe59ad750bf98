# What a row is to a reader, as bits.
cdef enum:
    SHOWN = 1
    TEXT = 2
    #: A text that a person reads, and one that only screen readers speak.
    TOLD = 4
    SPOKEN = 8
