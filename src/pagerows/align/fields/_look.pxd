# What a row is to a reader, as bits.
cdef enum:
    SHOWN = 1
    TEXT = 2
    #: A text that a person reads, and one that only screen readers speak.
    TOLD = 4
    SPOKEN = 8

# What a tag is, as bits: it stands in a line of text; it does and ends no word; it only formats words.
cdef enum:
    INLINE = 1
    FLOWING = 2
    FORMATTING = 4
    #: Links, pictures, what has a value for machines, and drawings, whose text nobody reads.
    LINK = 8
    PICTURE = 16
    EXACT = 32
    DRAWING = 64

# What a place of the template holds of a record: an element, texts between elements, or the members of a list.
cdef enum:
    ELEMENT = 0
    TEXTS = 1
    LIST = 2

# What attributes may say of an element, as bits: that it is hidden, what it is called, what it holds; how it is rated, and that as
# a number alone.
cdef enum:
    HIDES = 1
    NAMES = 2
    NAMING = 4
    RATES = 8
    SCORED = 16
