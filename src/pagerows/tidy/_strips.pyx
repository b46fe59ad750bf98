# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns on their way through the steps: what steps ask of the cells of one, seen in one pass, and what its texts
have, in another.
"""

from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from pagerows._signs cimport has_letter

#: Signs between facts, and signs of currencies.
cdef str PARTING = "|·•–—,;", CURRENCIES = "$€£¥₹"


cdef class Strip:
    """The cells of a column, None where a record has none."""

    #: `cells`: all of them; `filled`: those that there are; `texts`: their texts.
    #: `pictures`: how many are pictures; `told`, `linked`: how many have a text, and an address; `bare`: how many are
    #: links without text; `lists`: whether some are lists.
    #: `title`: how much it looks like a title; see `tidy.links`.

    def __init__(self, cells):
        cdef str text, kind
        self.cells = tuple(cells)
        self.filled, self.texts = [], []
        self.size = len(self.cells)
        for cell in self.cells:
            if cell is None:
                continue
            text, kind = <object>PyTuple_GetItem(cell, TEXT), <object>PyTuple_GetItem(cell, KIND)
            self.filled.append(cell)
            self.texts.append(text)
            if text:
                self.told += 1
            elif kind == "link":
                self.bare += 1
            if kind == "image":
                self.pictures += 1
            if <object>PyTuple_GetItem(cell, URL):
                self.linked += 1
            if not self.lists and <object>PyTuple_GetItem(cell, ITEMS):
                self.lists = True
        self.count = len(self.filled)

    def __len__(self):
        return self.size

    def __iter__(self):
        return iter(self.cells)

    def __getitem__(self, place):
        return self.cells[place]

    def __eq__(self, other):
        return self.cells == (other.cells if isinstance(other, Strip) else other)

    @property
    def joined(self):
        """All texts, a line each: what is not in it is in none of them."""
        if self.lines is None:
            self.lines = "\n".join(self.texts)
        return self.lines

    cdef Signs seen(self):
        if self.known is None:
            self.known = Signs(self.texts)
        return self.known

    cdef Py_ssize_t tallied(self) except -1:
        """How many texts differ; sets how often the most frequent one comes, too."""
        cdef dict counts
        cdef Py_ssize_t times
        if self.distinct == 0 and self.count:
            counts = {}
            for text in self.texts:
                times = counts.get(text, 0) + 1
                counts[text] = times
                self.often = max(self.often, times)
            self.distinct = len(counts)
        return self.distinct

    cdef bint is_speaking(self) except -1:
        """Whether it has texts alone: no lists, no pictures."""
        return not self.lists and self.pictures == 0

    @property
    def signs(self):
        """What the texts have: digits, signs, how long they are."""
        return self.seen()

    @property
    def digits(self):
        """How many texts have a digit: no others are values."""
        return self.seen().digits

    @property
    def is_image(self):
        """Whether most cells are pictures."""
        return self.pictures * 2 > self.count


cpdef list strips(columns):
    """Return columns as strips."""
    return [column if isinstance(column, Strip) else Strip(column) for column in columns]


def columns_of(rows):
    """Return the columns of rows that have a cell.

    >>> columns_of([[None, None], [None, None]])
    []
    """
    cdef list found = []
    cdef Strip column
    for cells in zip(*rows, strict=True):
        column = Strip(cells)
        if column.count:
            found.append(column)
    return found


cdef Py_ssize_t start_of(cell) except -1:
    """The first row that a cell was made from."""
    return <object>PyTuple_GetItem(<object>PyTuple_GetItem(cell, SPAN), 0)


cdef Py_ssize_t stop_of(cell) except -1:
    """One past the last one."""
    return <object>PyTuple_GetItem(<object>PyTuple_GetItem(cell, SPAN), 1)


cdef class Signs:
    """What the texts of a column have: one look at each tells which rules can hold at all.

    >>> signs = Signs(["(3)", "$5 to $7", "Ann Lee,"])
    >>> signs.digits, signs.twice, signs.length, signs.edged, signs.currency
    (2, 1, 19, 1, 1)
    """

    #: `digits`, `twice`: how many texts have a decimal digit, and digits in two places or more.
    #: `length`, `longest`: characters of all texts, and of the longest.
    #: `edged`, `currency`, `ended`: how many texts start or end on a sign that parts facts, have the sign of a currency,
    #: and end as sentences do.
    #: `letters`: how many texts have a letter.

    def __init__(self, list texts):
        cdef Py_ssize_t runs, size = 0
        cdef const char *signs
        cdef str text
        for each in texts:
            text = each
            if text.isascii():
                signs = PyUnicode_AsUTF8AndSize(text, &size)
                runs = self.of_ascii(signs, size)
            else:
                size, runs = len(text), self.of_others(text)
            self.digits += runs > 0
            self.twice += runs > 1
            self.length += size
            self.longest = max(self.longest, size)

    cdef Py_ssize_t of_ascii(self, const char *signs, Py_ssize_t size) except -1:
        """Count what a text of ASCII has; return how many runs of digits."""
        cdef Py_ssize_t at, runs = 0
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
        cdef Py_ssize_t runs = 0
        cdef bint within = False, digit, currency = False, letter = False
        cdef Py_UCS4 sign
        for sign in text:
            digit = is_decimal(sign)
            runs += digit and not within
            within = digit
            currency = currency or sign in CURRENCIES
            letter = letter or 65 <= sign <= 90 or 97 <= sign <= 122
        self.currency += currency
        self.letters += letter or has_letter(text)
        self.edged += text[0] in PARTING or text[len(text) - 1] in PARTING
        self.ended += text[len(text) - 1] in ".!?"
        return runs


cdef bint is_decimal(Py_UCS4 sign) except -1:
    """Whether a sign is a decimal digit; the scripts that most pages are written in have no others than ASCII's."""
    if sign < 0x660:
        return 48 <= sign <= 57
    return not 0x2000 <= sign < 0xA620 and str(sign).isdecimal()


cdef bint parts(char sign):
    return sign in (124, 44, 59)  # "|", ",", ";"


cpdef bint are_most(tests, Py_ssize_t count, double share) except -1:
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


cdef str agreed_of(list texts, Folding folded, double share):
    """What at least a share (more than half) of texts are when they are folded; None where there is no such."""
    cdef dict counts = {}
    cdef Py_ssize_t most = 0, left = len(texts), own
    cdef double least = share * left
    cdef str best = None, value, text
    for text in texts:
        value = folded(text)
        own = counts.get(value, 0) + 1
        counts[value] = own
        if own > most:
            most, best = own, value
        else:
            left -= 1  # the most frequent value can be no more than these
            if left < least:
                return None
    return best if most >= least else None


cpdef agreed(values, Py_ssize_t count, double share):
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
