# cython: language_level=3, boundscheck=True, wraparound=False
"""What steps ask of the cells of a column, seen in one pass, and what its texts have, in another."""

import re

from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from pagerows._signs import has_letter
from pagerows.values import Cell

cdef Py_ssize_t TEXT = Cell._fields.index("text")
cdef Py_ssize_t KIND = Cell._fields.index("kind")
cdef Py_ssize_t ITEMS = Cell._fields.index("items")
cdef object RUNS = re.compile(r"\d+").findall
#: Signs between facts, and signs of currencies.
cdef str PARTING = "|·•–—,;", CURRENCIES = "$€£¥₹"


def seen(cells):
    """Return the cells that there are, their texts, how many are pictures, and whether some are lists."""
    cdef list filled = [], texts = []
    cdef Py_ssize_t pictures = 0
    cdef bint lists = False
    for cell in cells:
        if cell is not None:
            filled.append(cell)
            texts.append(<object>PyTuple_GetItem(cell, TEXT))
            pictures += <object>PyTuple_GetItem(cell, KIND) == "image"
            lists = lists or len(<object>PyTuple_GetItem(cell, ITEMS)) > 0
    return filled, texts, pictures, lists


cdef class Signs:
    """What the texts of a column have: one look at each tells which rules can hold at all.

    >>> signs = Signs(["(3)", "$5 to $7", "Ann Lee,"])
    >>> signs.digits, signs.twice, signs.length, signs.edged, signs.currency
    (2, 1, 19, 1, 1)
    """

    #: How many texts have a decimal digit, and digits in two places or more.
    cdef readonly Py_ssize_t digits, twice
    #: Characters of all texts, and of the longest.
    cdef readonly Py_ssize_t length, longest
    #: How many texts start or end on a sign that parts facts, have the sign of a currency, and end as sentences do.
    cdef readonly Py_ssize_t edged, currency, ended
    #: How many texts have a letter.
    cdef readonly Py_ssize_t letters

    def __init__(self, list texts):
        cdef Py_ssize_t runs
        cdef str text
        for each in texts:
            text = each
            runs = self.of_ascii(text) if text.isascii() else self.of_others(text)
            self.digits += runs > 0
            self.twice += runs > 1
            self.length += len(text)
            self.longest = max(self.longest, len(text))

    cdef Py_ssize_t of_ascii(self, str text) except -1:
        """Count what a text of ASCII has; return how many runs of digits."""
        cdef Py_ssize_t size = 0, at, runs = 0
        cdef const char *signs = PyUnicode_AsUTF8AndSize(text, &size)
        cdef bint within = False, digit, currency = False, letter = False
        for at in range(size):
            digit = 48 <= signs[at] <= 57
            runs += digit and not within
            within = digit
            currency = currency or signs[at] == 36  # "$"
            letter = letter or 65 <= signs[at] <= 90 or 97 <= signs[at] <= 122
        self.currency += currency
        self.letters += letter
        if size:
            self.edged += parts(signs[0]) or parts(signs[size - 1])
            self.ended += signs[size - 1] in (33, 46, 63)  # "!", ".", "?"
        return runs

    cdef Py_ssize_t of_others(self, str text) except -1:
        """The same of any text."""
        self.edged += text[0] in PARTING or text[len(text) - 1] in PARTING
        self.currency += any([sign in text for sign in CURRENCIES])
        self.ended += text[len(text) - 1] in ".!?"
        self.letters += has_letter(text)
        return len(RUNS(text))


cdef bint parts(char sign):
    return sign in (124, 44, 59)  # "|", ",", ";"


def are_most(tests, Py_ssize_t count, double share):
    """Tell whether at least a share of `count` tests hold, and stop where that cannot be any more.

    >>> are_most(map(str.isdigit, ["1", "2", "x"]), 3, 0.6), are_most(map(str.isdigit, ["x", "y", "1"]), 3, 0.6)
    (True, False)
    """
    cdef double least = share * count
    cdef Py_ssize_t held = count
    for test in tests:
        if not test:
            held -= 1
            if held < least:
                return False
    return held >= least


def agreed(values, Py_ssize_t count, double share):
    """Return the value that at least a share (more than half) of `count` values are; None where there is none.

    >>> agreed(iter("aaba"), 4, 0.75), agreed(iter("abcd"), 4, 0.75)
    ('a', None)
    """
    cdef dict counts = {}
    cdef double least = share * count
    cdef Py_ssize_t most = 0, left = count, own
    best = None
    for value in values:
        own = counts.get(value, 0) + 1
        counts[value] = own
        if own > most:
            most, best = own, value
        else:
            left -= 1  # the most frequent value can be no more than these
            if left < least:
                return None
    return best if most >= least else None
