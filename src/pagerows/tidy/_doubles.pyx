# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns that say again what another says, and the letters and digits of texts by which that is told."""

import re

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeASCII

from pagerows.tidy._strips cimport ITEMS, TEXT, Strip, are_most, strips

from pagerows.forms import is_rating

#: All but letters and digits.
cdef object SIGNS = re.compile(r"[\W_]+")
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


cpdef str plain_text(str text):
    """Return the letters and digits of a text, case aside; the text itself where it has none."""
    cdef Py_ssize_t size = 0, at, kept = 0
    cdef const char *signs
    cdef char *found
    cdef char sign
    if not text.isascii():
        return SIGNS.sub("", text.casefold()) or text
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    found = <char *>PyMem_Malloc(size + 1)
    if found is NULL:
        raise MemoryError
    try:
        for at in range(size):
            sign = signs[at]
            if 65 <= sign <= 90:
                sign += 32
            if 97 <= sign <= 122 or 48 <= sign <= 57:
                found[kept] = sign
                kept += 1
        return PyUnicode_DecodeASCII(found, kept, NULL) if kept else text
    finally:
        PyMem_Free(found)


cdef class Said:
    """The letters and digits of what a column says in each record; pictures say nothing."""

    cdef Strip column
    cdef list known
    #: How many records have a text.
    cdef Py_ssize_t count
    #: Whether a list whose members are all the same text says that text.
    cdef bint once

    def __init__(self, Strip column not None, bint once=False):
        self.column, self.once = column, once
        self.known = [None] * column.size
        self.count = 0 if column.pictures * 2 > column.count else column.count

    cdef str of(self, Py_ssize_t record):
        """What it says in a record; None where that has no cell."""
        if self.count == 0:
            return None
        found = self.known[record]
        if found is None:
            cell = self.column.cells[record]
            if cell is not None:
                found = self.known[record] = said_once(cell) if self.once else plain_text(text_of(cell))
        return found

    cdef Py_ssize_t distinct(self, Py_ssize_t most) except -1:
        """How many texts differ; no more than `most` are counted."""
        cdef set found = set()
        cdef Py_ssize_t record
        for record in range(self.column.size):
            text = self.of(record)
            if text is not None:
                found.add(text)
                if len(found) >= most:
                    break
        return len(found)

    cdef bint is_in(self, Said other) except -1:
        """Whether the other says the same in nearly every record that this one has."""
        cdef Py_ssize_t record, held = self.count
        cdef str text
        for record in range(self.column.size):
            text = self.of(record)
            if text is not None and other.of(record) != text:
                held -= 1
                if held < SAME * self.count:
                    return False
        return held >= SAME * self.count


cdef str text_of(cell):
    return <object>PyTuple_GetItem(cell, TEXT)


cdef str said_once(cell):
    cdef set said = {plain_text(text_of(item)) for item in <object>PyTuple_GetItem(cell, ITEMS)}
    return said.pop() if len(said) == 1 else plain_text(text_of(cell))


def doubles(columns):
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
    cdef Py_ssize_t record, main = 0, parts = 0, nothing = 0, left = own.count, found
    cdef double least = SAME * own.count
    cdef str text, rest, other
    for record in range(own.column.size):
        text = own.of(record)
        if text is None:
            continue
        within = said_within(text, record, others, own.column.lists)
        rest, found = text, 0
        within.sort(key=len, reverse=True)
        for other in within:
            if other in rest:
                rest, found = rest.replace(other, "", 1), found + 1
        rests[rest] = rests.get(rest, 0) + 1
        main += len(within) > 0 and len(within[0]) >= WORDY
        parts += found >= PARTS
        nothing += found >= PARTS and len(rest) <= REST * len(text)
        left -= 1
        if max(main, parts) + left < least:
            return False
    return max(rests.values()) >= least or nothing >= least


cdef list said_within(str text, Py_ssize_t record, list others, bint is_list):
    """What other columns say of a record that is part of a text.

    What is simply equal is for the loop that knows which of the two to keep.
    """
    cdef list found = []
    cdef Said told
    cdef str other
    for told in others:
        other = told.of(record)
        if other is not None and len(other) > 1 and (is_list or len(other) < len(text)) and other in text:
            found.append(other)
    return found


cdef bint is_rating_again(Py_ssize_t number, list columns, list reasons) except -1:
    """Whether another column has the number of these ratings ("Rated 4.5 stars out of 5" beside "4.5")."""
    cdef Strip column = columns[number], other
    cdef Py_ssize_t at
    cdef dict own
    if column.seen().digits < SAME * column.count or not are_most(map(is_rating, column.texts), column.count, SAME):
        return False
    own = {record: RATED.findall(cell.text) for record, cell in enumerate(column.cells) if cell is not None}
    for at in range(len(columns)):
        if at != number and reasons[at] is None:
            other = columns[at]
            if has_numbers(other, own):
                return True
    return False


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
