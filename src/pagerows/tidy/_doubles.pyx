# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns that say again what another says, and the letters and digits of texts by which that is told."""

import re

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memchr, memcmp, memcpy

from pagerows.tidy._strips cimport HAS_DIGIT, IS_RATED, ITEMS, TEXT, Signs, Strip, Text, strips

from pagerows.forms import is_rating

cdef object RATED = re.compile(r"\d(?:[.,]\d+)?")
#: Share of the records that must say the same.
cdef double SAME = 0.9
#: Columns that are compared, and up to which texts are looked for within each other.
cdef enum: MOST = 200, MOST_COMPARED = 60
#: Other columns that a text must be made of, where none of them is most of it.
cdef enum: PARTS = 3
#: Letters of a text that is looked for within others, where it is the only one.
cdef enum: WORDY = 5
#: Share of such a text that may be words of its own.
cdef double REST = 0.25


# -- letters and digits -------------------------------------------------------------------------------------

#: Longest text in which others are looked for sign by sign.
cdef enum: SHORT = 512


cdef struct Plain:
    #: UTF-8 of the letters and digits of a text, case aside, or of the text itself where it has none; bytes, and signs.
    char *at
    Py_ssize_t size, length


cdef int make_plain(str text, Plain *found) except -1:
    """Find the letters and digits of a text."""
    cdef Py_ssize_t size = 0, at
    cdef const char *signs
    cdef str folded
    cdef char sign
    found.size = found.length = 0
    if not text.isascii():
        folded = text.casefold()
        found.at = <char *>PyMem_Malloc(4 * max(len(folded), len(text)) + 1)
        if found.at is NULL:
            raise MemoryError
        add_signs(folded, found, True)
        if not found.size:
            add_signs(text, found, False)
        return 0
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    found.at = <char *>PyMem_Malloc(size + 1)
    if found.at is NULL:
        raise MemoryError
    for at in range(size):
        sign = signs[at]
        if 97 <= (sign | 32) <= 122:
            found.at[found.size] = sign | 32
            found.size += 1
        elif 48 <= sign <= 57:
            found.at[found.size] = sign
            found.size += 1
    if not found.size:
        memcpy(found.at, signs, size)
        found.size = size
    found.length = found.size
    return 0


cdef int add_signs(str text, Plain *found, bint alone) except -1:
    """Write a text, or its letters and digits alone, as UTF-8; there is room for four bytes a sign."""
    cdef uint8_t *at
    cdef uint32_t code
    cdef Py_UCS4 sign
    for sign in text:
        if alone and not sign.isalnum():
            continue
        code, at = <uint32_t>sign, <uint8_t *>found.at + found.size
        found.length += 1
        if code < 0x80:
            at[0] = code
            found.size += 1
        elif code < 0x800:
            at[0], at[1] = 0xC0 | code >> 6, 0x80 | code & 63
            found.size += 2
        elif code < 0x10000:
            at[0], at[1], at[2] = 0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63
            found.size += 3
        else:
            at[0], at[1], at[2], at[3] = 0xF0 | code >> 18, 0x80 | code >> 12 & 63, 0x80 | code >> 6 & 63, 0x80 | code & 63
            found.size += 4
    return 0


cdef str string(const Plain *plain):
    return PyBytes_FromStringAndSize(plain.at, plain.size).decode("utf-8", "surrogatepass")


cdef bint are_same(const Plain *one, const Plain *other) noexcept:
    return one.size == other.size and (not one.size or memcmp(one.at, other.at, one.size) == 0)


cdef bint is_within(const Plain *part, const Plain *whole) except -1:
    """Whether one text is part of another."""
    cdef const char *at = whole.at
    cdef const char *last = whole.at + whole.size - part.size
    if part.size > whole.size:
        return False
    if part.size == 0:
        return True
    if whole.size > SHORT:
        return PyBytes_FromStringAndSize(part.at, part.size) in PyBytes_FromStringAndSize(whole.at, whole.size)
    while at <= last:
        at = <const char *>memchr(at, part.at[0], last - at + 1)
        if at is NULL:
            return False
        if memcmp(at, part.at, part.size) == 0:
            return True
        at += 1
    return False


def plain_text(str text not None):
    """Return the letters and digits of a text, case aside; the text itself where it has none."""
    cdef Plain found
    make_plain(text, &found)
    try:
        return string(&found)
    finally:
        PyMem_Free(found.at)


cdef class Said:
    """The letters and digits of what a column says in each record, found when they are asked for; pictures say nothing."""

    cdef Strip column
    #: By records; nowhere where they are not known.
    cdef Plain *known
    #: How many records have a text.
    cdef Py_ssize_t count
    #: Whether a list whose members are all the same text says that text.
    cdef bint once

    def __cinit__(self, Strip column not None, bint once=False):
        self.column, self.once = column, once
        self.count = 0 if column.pictures * 2 > column.count else column.count
        self.known = <Plain *>PyMem_Calloc(column.size + 1, sizeof(Plain))
        if self.known is NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef Py_ssize_t record
        if self.known is not NULL:
            for record in range(self.column.size):
                PyMem_Free(self.known[record].at)
        PyMem_Free(self.known)

    cdef const Plain *of(self, Py_ssize_t record) except? NULL:
        """What it says in a record; nothing where that has no cell."""
        cdef Plain *found
        if self.count == 0 or not 0 <= record < self.column.size:
            return NULL
        found = &self.known[record]
        if found.at is NULL:
            cell = self.column.cells[record]
            if cell is None:
                return NULL
            make_plain(said_once(cell) if self.once else <object>PyTuple_GetItem(cell, TEXT), found)
        return found

    cdef Py_ssize_t distinct(self, Py_ssize_t most) except -1:
        """How many texts differ; no more than `most` are counted, which are three or fewer."""
        cdef const Plain *found[3]
        cdef const Plain *text
        cdef Py_ssize_t record, count = 0, at
        for record in range(self.column.size):
            text = self.of(record)
            if text is NULL:
                continue
            for at in range(count):
                if are_same(found[at], text):
                    break
            else:
                found[count] = text
                count += 1
                if count >= min(most, 3):
                    break
        return count

    cdef bint is_in(self, Said other) except -1:
        """Whether the other says the same in nearly every record that this one has."""
        cdef Py_ssize_t record, held = self.count
        cdef const Plain *own
        cdef const Plain *told
        for record in range(self.column.size):
            own = self.of(record)
            if own is NULL:
                continue
            told = other.of(record)
            if told is NULL or not are_same(own, told):
                held -= 1
                if held < SAME * self.count:
                    return False
        return held >= SAME * self.count


cdef str said_once(cell):
    """The text of a cell, or what all members of its list say, as letters and digits, where it is the same."""
    cdef set said = {plain_text(<object>PyTuple_GetItem(item, TEXT)) for item in <object>PyTuple_GetItem(cell, ITEMS)}
    return said.pop() if len(said) == 1 else <object>PyTuple_GetItem(cell, TEXT)


# -- doubles ------------------------------------------------------------------------------------------------


cpdef list doubles(columns):
    """Return for each column whether another one says the same in nearly every record that has it."""
    cdef list given = strips(columns), reasons = [None] * len(given), texts = [Said(column) for column in given], told
    cdef Said own
    cdef Py_ssize_t one, other, number
    mark_said_again(given, texts, reasons)
    told = []
    for number in range(min(MOST, len(given))):
        own = texts[number]
        if own.count and reasons[number] is None:
            told.append(number)
    for one in told:
        own = texts[one]
        for other in told:
            if one == other or reasons[one] is not None or reasons[other] is not None:
                continue
            if own.is_in(texts[other]) and is_preferred(texts, other, one):
                reasons[one] = "double"
    return reasons


cdef bint is_preferred(list texts, Py_ssize_t kept, Py_ssize_t dropped) except -1:
    """Of two columns that say the same the fuller stays, then the one with links, then the first."""
    cdef Said stays = texts[kept], goes = texts[dropped]
    if goes.count < stays.count and goes.distinct(2) < 2:
        return False
    return (stays.count, stays.column.linked, -kept) > (goes.count, goes.column.linked, -dropped)


cdef int mark_said_again(list columns, list texts, list reasons) except -1:
    """Mark columns that say what others say with the same words around it ("Share this event: ...", alternative texts)."""
    cdef Py_ssize_t number, distinct
    cdef Strip column
    cdef Said own
    if len(columns) > MOST_COMPARED:
        return 0
    for number in range(len(columns)):
        column, own = columns[number], texts[number]
        if own.count < 3:
            continue
        own = Said(column, once=True) if column.lists else own
        distinct = own.distinct(3)
        if distinct < 2 or 2 * column.seen().ended > column.count:  # the same, or sentences
            continue
        if is_rating_again(number, columns, reasons) or (distinct > 2 and is_said_again(number, own, texts, reasons)):
            reasons[number] = "double"
    return 0


cdef bint is_said_again(Py_ssize_t number, Said own, list texts, list reasons) except -1:
    """Whether texts are those of other columns and, nearly always, the same words besides."""
    cdef list others = [texts[at] for at in range(len(texts)) if at != number and reasons[at] is None]
    cdef list within
    cdef dict rests = {}
    cdef Py_ssize_t record, main = 0, parts = 0, nothing = 0, found
    cdef double least = SAME * own.count
    cdef const Plain *plain
    cdef str text, rest, other
    if not may_be_said(own, others):
        return False
    for record in range(own.column.size):
        plain = own.of(record)
        if plain is NULL:
            continue
        text = string(plain)
        within = said_within(plain, record, others, own.column.lists)
        rest, found = text, 0
        within.sort(key=len, reverse=True)
        for other in within:
            if other in rest:
                rest, found = rest.replace(other, "", 1), found + 1
        rests[rest] = rests.get(rest, 0) + 1
        main += len(within) > 0 and len(within[0]) >= WORDY
        parts += found >= PARTS
        nothing += found >= PARTS and len(rest) <= REST * len(text)
    return max(main, parts) >= least and (max(rests.values()) >= least or nothing >= least)


cdef bint may_be_said(Said own, list others) except -1:
    """Whether nearly all texts have a longer text of others in them, or several: most columns do not, as a few records show."""
    cdef Py_ssize_t record, main = 0, parts = 0, left = own.count, found
    cdef double least = SAME * own.count
    cdef const Plain *text
    cdef const Plain *part
    cdef bint wordy
    cdef Said told
    for record in range(own.column.size):
        text = own.of(record)
        if text is NULL:
            continue
        wordy, found = False, 0
        for told in others:
            part = told.of(record)
            if part is not NULL and is_part(part, text, own.column.lists):
                found += 1
                wordy = wordy or part.length >= WORDY
        main += wordy
        parts += found >= PARTS
        left -= 1
        if max(main, parts) + left < least:
            return False
    return True


cdef bint is_part(const Plain *part, const Plain *text, bint is_list) except -1:
    """Whether a text is part of another.

    What is simply equal is for the loop that knows which of the two to keep.
    """
    return part.length > 1 and (is_list or part.size < text.size) and is_within(part, text)


cdef list said_within(const Plain *text, Py_ssize_t record, list others, bint is_list):
    """What other columns say of a record that is part of a text."""
    cdef list found = []
    cdef Said told
    cdef const Plain *part
    for told in others:
        part = told.of(record)
        if part is not NULL and is_part(part, text, is_list):
            found.append(string(part))
    return found


cdef bint is_rating_again(Py_ssize_t number, list columns, list reasons) except -1:
    """Whether another column has the number of these ratings ("Rated 4.5 stars out of 5" beside "4.5")."""
    cdef Strip column = columns[number], other
    cdef Py_ssize_t at
    cdef dict own
    if not are_ratings(column):
        return False
    own = {record: RATED.findall(cell.text) for record, cell in enumerate(column.cells) if cell is not None}
    for at in range(len(columns)):
        if at != number and reasons[at] is None:
            other = columns[at]
            if has_numbers(other, own):
                return True
    return False


cpdef bint are_ratings(Strip column) except -1:
    """Whether nearly all texts say how good something is rated."""
    cdef Signs signs = column.seen()
    cdef Py_ssize_t at, held = column.count
    cdef double least = SAME * held
    if signs.digits < least:
        return False
    for at in range(signs.count):
        if not may_be_rating(&signs.texts[at]) or not is_rating(column.texts[at]):
            held -= 1
            if held < least:
                return False
    return True


cdef bint may_be_rating(const Text *own) noexcept:
    """Whether a text may say how good something is: out of how much, or by a word beside a number."""
    cdef Py_ssize_t at
    cdef bint within = False, letter
    if not own.has & HAS_DIGIT:
        return False
    if own.at is NULL or own.has & IS_RATED:
        return True
    for at in range(own.size):
        letter = 97 <= (own.at[at] | 32) <= 122
        if letter and not within:
            if has_digit(own, at - 2, at) and three_of(own, at) in (0x737461, 0x737465, 0x657374):  # sta ste est
                return True
        elif within and not letter and has_digit(own, at, at + 4):
            if three_of(own, at - 3) in (0x696E67, 0x746564, 0x746172, 0x617273, 0x6F7265, 0x756E67, 0x6F7465):
                return True  # ing ted tar ars ore ung ote
        within = letter
    return False


cdef bint has_digit(const Text *own, Py_ssize_t start, Py_ssize_t stop) noexcept:
    cdef Py_ssize_t at
    for at in range(max(0, start), min(own.size, stop)):
        if 48 <= own.at[at] <= 57:
            return True
    return False


cdef int three_of(const Text *own, Py_ssize_t at) noexcept:
    """Three letters from a place on, case aside."""
    if at < 0 or at + 3 > own.size:
        return 0
    return (own.at[at] | 32) << 16 | (own.at[at + 1] | 32) << 8 | own.at[at + 2] | 32


cdef bint has_numbers(Strip column, dict own) except -1:
    """Whether a column says, and nothing else, the first of the numbers of nearly every record."""
    cdef dict said = {
        record: cell.text
        for record, cell in enumerate(column.cells)
        if cell is not None and RATED.fullmatch(cell.text)
    }
    cdef Py_ssize_t same = 0
    for record, numbers in own.items():
        same += bool(numbers) and said.get(record) == numbers[0]
    return same >= SAME * len(own) and len(set(said.values())) > 1
