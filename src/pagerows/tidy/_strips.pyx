# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns on their way through the steps: what steps ask of the cells of one, seen in one pass, and what its texts
have, in another.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t

from pagerows.values import Cell

cdef class Strip:
    """The cells of a column, None where a record has none."""

    #: `cells`: all of them; `filled`: those that there are; `texts`: their texts.
    #: `pictures`: how many are pictures; `told`, `linked`: how many have a text, and an address; `bare`: how many are
    #: links without text; `lists`: whether some are lists.
    #: `title`: how much it looks like a title; see `tidy.links`.

    def __init__(self, cells):
        self.fill(tuple(cells))

    cdef int fill(self, tuple cells) except -1:
        """Look at the cells once."""
        cdef str text, kind
        self.cells = cells
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
        return 0

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
    def same(self):
        """Whether all texts are the same."""
        return self.is_same()

    cdef bint is_same(self) except -1:
        cdef Py_ssize_t at
        for at in range(1, self.count):
            if self.texts[at] != self.texts[0]:
                return False
        return True

    @property
    def varied(self):
        """How many texts differ."""
        return self.tallied()

    @property
    def words(self):
        """The words of each text."""
        if self.split_texts is None:
            self.split_texts = [text.split() for text in self.texts]
        return self.split_texts

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


cdef Strip strip_of(cells):
    """Cells as a column."""
    cdef Strip made = Strip.__new__(Strip)
    made.fill(tuple(cells))
    return made


cpdef list strips(columns):
    """Return columns as strips."""
    return [column if isinstance(column, Strip) else strip_of(column) for column in columns]


cpdef list columns_of(rows):
    """Return the columns of rows that have a cell.

    >>> columns_of([[None, None], [None, None]])
    []
    """
    cdef list found = []
    cdef Strip column
    for cells in zip(*rows, strict=True):
        column = strip_of(cells)
        if column.count:
            found.append(column)
    return found


cdef Py_ssize_t start_of(cell) except -1:
    """The first row that a cell was made from."""
    return <object>PyTuple_GetItem(<object>PyTuple_GetItem(cell, SPAN), 0)


cdef Py_ssize_t stop_of(cell) except -1:
    """One past the last one."""
    return <object>PyTuple_GetItem(<object>PyTuple_GetItem(cell, SPAN), 1)


# -- signs --------------------------------------------------------------------------------------------------

#: What ASCII's signs are.
cdef enum: DIGIT = 1, LETTER = 2, SPACE = 3, DOLLAR = 4, COMMA = 5
cdef uint8_t CLASSES[128]


cdef int sort_signs() except -1:
    cdef Py_ssize_t sign
    for sign in range(128):
        CLASSES[sign] = DIGIT * (48 <= sign <= 57) + LETTER * (65 <= sign <= 90 or 97 <= sign <= 122)
    CLASSES[32], CLASSES[36], CLASSES[44] = SPACE, DOLLAR, COMMA
    return 0


sort_signs()


cdef class Signs:
    """What the texts of a column have: one look at each tells which rules can hold at all.

    >>> signs = Signs(["(3)", "$5 to $7", "Ann Lee,"])
    >>> signs.digits, signs.twice, signs.length, signs.edged, signs.currency
    (2, 1, 19, 1, 1)
    """

    #: `digits`, `twice`: how many texts have a decimal digit, and digits in two places or more.
    #: `several`: how many may have several values: numbers that no point or comma joins.
    #: `length`, `longest`: characters of all texts, and of the longest.
    #: `edged`, `currency`, `ended`: how many texts start or end on a sign that parts facts, have the sign of a currency,
    #: and end as sentences do.
    #: `letters`: how many texts have a letter.
    #: `strong`, `weak`, `counted`, `rated`, `amounts`: how many have signs between facts, such as also stand within them, a
    #: number to start with, what a rating out of something has, and what an amount has.

    def __init__(self, list texts not None):
        cdef Text *own
        cdef str text
        if self.texts is not NULL:
            raise ValueError("signs are read once")
        self.kept = texts
        self.texts = <Text *>PyMem_Calloc(len(texts) + 1, sizeof(Text))
        if self.texts is NULL:
            raise MemoryError
        for each in texts:
            text = each
            own = &self.texts[self.count]
            self.count += 1
            if text.isascii():
                own.at = PyUnicode_AsUTF8AndSize(text, &own.size)
                own.has = in_ascii(own.at, own.size)
            else:
                own.size = len(text)
                own.has = in_others(text)
            self.note(own)

    def __dealloc__(self):
        PyMem_Free(self.texts)

    cdef int note(self, const Text *own) except -1:
        self.length += own.size
        self.longest = max(self.longest, own.size)
        self.digits += own.has & HAS_DIGIT > 0
        self.twice += own.has & HAS_TWO > 0
        self.several += own.has & HAS_VALUES > 0
        self.letters += own.has & HAS_LETTER > 0
        self.currency += own.has & HAS_CURRENCY > 0
        self.edged += own.has & IS_EDGED > 0
        self.ended += own.has & IS_ENDED > 0
        self.strong += own.has & HAS_STRONG > 0
        self.weak += own.has & HAS_WEAK > 0
        self.counted += own.has & IS_COUNTED > 0
        self.rated += own.has & IS_RATED > 0
        self.amounts += own.has & IS_AMOUNT > 0
        return 0


cdef uint32_t in_ascii(const char *signs, Py_ssize_t size) noexcept:
    """What a text of ASCII has; a NUL stands behind it, so that one more sign can be looked at."""
    cdef Py_ssize_t at = 0
    cdef uint32_t found = 0
    cdef int kind
    while at < size:
        kind = CLASSES[signs[at] & 127]
        if kind == LETTER:
            if not found & IS_AMOUNT and is_code(signs + at, size - at):
                found |= IS_AMOUNT
            found |= HAS_LETTER
            while CLASSES[signs[at + 1] & 127] == LETTER:
                at += 1
        elif kind == DIGIT:
            found |= HAS_TWO if found & HAS_DIGIT else HAS_DIGIT
            if at < 2 or not is_same_number(signs, at):
                found |= HAS_VALUES if found & HAS_VALUE else HAS_VALUE
            if (signs[at] == b"5" or signs[at] == b"1") and is_out_of(signs, at):
                found |= IS_RATED
            while CLASSES[signs[at + 1] & 127] == DIGIT:
                at += 1
        elif kind == SPACE:
            if at + 2 < size:
                found |= parted(signs[at + 1], signs[at + 2], signs[at + 3])
        elif kind == COMMA:
            found |= HAS_WEAK if signs[at + 1] == b" " else 0
        elif kind == DOLLAR:
            found |= HAS_CURRENCY | IS_AMOUNT
        at += 1
    if size:
        found |= IS_EDGED if parts(signs[0]) or parts(signs[size - 1]) else 0
        found |= IS_ENDED if ends(signs[size - 1]) else 0
        found |= IS_COUNTED if is_counted(signs, size) else 0
        found |= IS_AMOUNT if is_plain_amount(signs, size) else 0
    return found | (HAS_FIGURE if found & HAS_DIGIT else 0)


cdef bint is_same_number(const char *signs, Py_ssize_t at) noexcept:
    """Whether digits go on with a number before them: behind a point, or a comma before thousands or the last digits."""
    cdef Py_ssize_t count = 0
    if CLASSES[signs[at - 2] & 127] != DIGIT:
        return False
    if signs[at - 1] == b".":
        return True
    while CLASSES[signs[at + count] & 127] == DIGIT:
        count += 1
    return signs[at - 1] == b"," and (count == 3 or (count < 3 and signs[at + count] != b"," and signs[at + count] != b"."))


cdef bint is_counted(const char *signs, Py_ssize_t size) noexcept:
    """Whether a text starts with a number, a point or bracket, and white space: "1. ", "#2) "."""
    cdef Py_ssize_t at = signs[0] == b"#"
    cdef Py_ssize_t start = at
    while CLASSES[signs[at] & 127] == DIGIT:
        at += 1
    return 0 < at - start <= 4 and at + 2 < size and signs[at] in (46, 41) and is_white(signs[at + 1])


cdef uint32_t in_others(str text) except? 0:
    """What any other text has."""
    cdef Py_ssize_t size = len(text)
    cdef uint32_t found = IS_AMOUNT  # its signs may be a currency's
    cdef uint32_t code, before = 0, earlier = 0
    cdef bint within = False, digit
    cdef Py_UCS4 sign
    for sign in text:
        code, digit = <uint32_t>sign, False
        if code < 128:
            digit = CLASSES[code] == DIGIT
            found |= HAS_FIGURE if digit else HAS_LETTER if CLASSES[code] == LETTER else HAS_CURRENCY if code == 36 else 0
        elif code in (8364, 163, 165, 8377):  # "€£¥₹"
            found |= HAS_CURRENCY
        elif sign.isalpha():
            found |= HAS_LETTER
        elif sign.isdigit():
            found |= HAS_FIGURE
            digit = sign.isdecimal()
        if digit and not within:
            found |= HAS_TWO | HAS_VALUES if found & HAS_DIGIT else HAS_DIGIT
        within = digit
        if earlier == 32:
            found |= parted(before, code, 32)
        if before == 44 and code == 32:  # ", "
            found |= HAS_WEAK
        earlier, before = before, code
    found |= IS_EDGED if parts(text[0]) or parts(text[size - 1]) else 0
    found |= IS_ENDED if ends(text[size - 1]) else 0
    found |= IS_COUNTED if text[0] == 35 or text[0].isdecimal() else 0
    found |= IS_RATED if "5" in text or "10" in text else 0
    return found


cdef uint32_t parted(uint32_t sign, uint32_t after, uint32_t last) noexcept:
    """What signs behind a space are: a sign between facts and a space, "on" and a space."""
    if after == 32:
        if sign in (124, 183, 8226, 8729, 8231):  # "|·•∙‧"
            return HAS_STRONG
        return HAS_WEAK if sign in (45, 8211, 8212) else 0  # "-–—"
    return HAS_WEAK if sign == 111 and after == 110 and last == 32 else 0


cdef bint parts(Py_UCS4 sign) noexcept:
    """Whether a sign stands between facts."""
    return sign in (124, 44, 59, 183, 8226, 8211, 8212)  # "|,;·•–—"


cdef bint ends(Py_UCS4 sign) noexcept:
    """Whether a sign ends a sentence."""
    return sign in (33, 46, 63)  # "!.?"


cdef bint is_out_of(const char *signs, Py_ssize_t at) noexcept:
    """Whether a number and "/", "of" or its like in other languages stand before a place."""
    cdef Py_ssize_t stop
    at -= at > 0 and is_white(signs[at - 1])
    stop = at
    while at > 0 and stop - at < 3 and CLASSES[signs[at - 1] & 127] == LETTER:
        at -= 1
    if stop == at:
        return at > 1 and signs[at - 1] == b"/" and stands_behind_number(signs, at - 1)
    if stop - at == 1:
        return (signs[at] | 32) == b"z" and stands_behind_number(signs, at)
    if stop - at == 3:
        return is_von(signs[at] | 32, signs[at + 1] | 32, signs[at + 2] | 32) and stands_behind_number(signs, at)
    # "4 out of 5" has a word more.
    return is_of(signs[at] | 32, signs[at + 1] | 32) and (
        stands_behind_number(signs, at) or (at > 3 and (signs[at - 2] | 32) == b"t")
    )


cdef bint is_von(int one, int two, int three) noexcept:
    """Whether three letters are "von", "sur" or "van"."""
    return (one << 16 | two << 8 | three) in (0x766F6E, 0x737572, 0x76616E)


cdef bint is_of(int one, int two) noexcept:
    """Whether two letters are "of", "su", "de" or "av"."""
    return (one << 8 | two) in (0x6F66, 0x7375, 0x6465, 0x6176)


cdef bint stands_behind_number(const char *signs, Py_ssize_t at) noexcept:
    at -= at > 0 and is_white(signs[at - 1])
    return at > 0 and CLASSES[signs[at - 1] & 127] == DIGIT


cdef bint is_white(char sign) noexcept:
    return sign == 32 or 9 <= sign <= 13 or 28 <= sign <= 31


cdef bint is_code(const char *signs, Py_ssize_t size) noexcept:
    """Whether signs start as the letters of a currency do."""
    cdef int one, two, three
    if size < 2:
        return False
    one, two = signs[0] | 32, signs[1] | 32
    if (one == 114 and two == 115) or (one == 107 and two == 114):  # "rs", "kr"
        return True
    if size < 3:
        return False
    three = signs[2] | 32
    return (one << 16 | two << 8 | three) in (
        0x757364, 0x657572, 0x676270, 0x636866, 0x636164, 0x617564,  # usd eur gbp chf cad aud
        0x73656B, 0x6E6F6B, 0x646B6B, 0x706C6E, 0x696E72, 0x62726C,  # sek nok dkk pln inr brl
    )


cdef bint is_plain_amount(const char *signs, Py_ssize_t size) noexcept:
    """Whether signs start with a digit and end on two behind a point or comma."""
    if size < 4 or signs[size - 3] not in (46, 44):
        return False
    return CLASSES[signs[0] & 127] == DIGIT and CLASSES[signs[size - 2] & 127] == DIGIT and CLASSES[signs[size - 1] & 127] == DIGIT


# -- cells --------------------------------------------------------------------------------------------------


cpdef with_text(cell, str text, str whole=None):
    """Return a cell with another text and, where one is given, with a text that it had before words were trimmed."""
    cdef list fields = list(cell)
    fields[TEXT] = text
    if whole is not None:
        fields[WHOLE] = whole
    return tuple.__new__(Cell, fields)


cpdef with_link(cell, str url):
    """Return a cell that leads somewhere."""
    cdef list fields = list(cell)
    fields[URL], fields[KIND] = url, "link"
    return tuple.__new__(Cell, fields)


# -- agreement ----------------------------------------------------------------------------------------------


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
