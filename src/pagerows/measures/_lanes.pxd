"""What is summed over rows, in the order of `texts.SUMS`."""

cdef enum:
    CHARS
    TEXTS
    ROWS
    LINKS
    LINK_CHARS
    IMAGES
    DIGITS
    NUMBERS
    SIGNS
    WORDS
    LONG_TEXTS
    REPEATED
    HEADINGS
    BOLD
    UPPER
    PROSE
    HREF_DIGITS
    LINK_TEXTS
    TITLED
    HREF_CHARS
    HREF_STEPS
    PRICES
    LANES  # how many there are

#: Width of the sketch of a record's bag of tag paths.
cdef enum: SKETCH = 16
