# cython: language_level=3, boundscheck=True, wraparound=False
"""Rows of records -> cells: which rows a person reads, what holds each, which of them go together; then the cells."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t

from pagerows._signs import has_word
from pagerows.values import Cell, Span

cdef object new = tuple.__new__
#: What a cell has behind text, kind, address, span and symbol.
cdef tuple REST = tuple(Cell(""))[5:]

cdef enum:
    #: What tags are to cells, as bits.
    FORMATS = 1
    BESIDE = 2
    LINKS = 4
    SHOWS = 8
    #: How a row goes on with the one before it: not at all; as one text; beside it, where the first, or the second, has a word.
    ALONE = 0
    ONE_TEXT = 1
    BEHIND_WORDS = 2
    BEFORE_WORDS = 3

#: The same for others: tags that format words, that may stand beside text, links, pictures.
TAGS = FORMATS, BESIDE, LINKS, SHOWS


cdef int32_t at_or_above(const int32_t[::1] known, int32_t row, int32_t top, int32_t low) except? -2 nogil:
    """What is known of an element inside of a record, below its top; others hold themselves."""
    return known[row - low] if row > top else row


def pieces(
    const int8_t[::1] kind,
    const int32_t[::1] tag,
    const int32_t[::1] parent,
    const int32_t[::1] path,
    const uint8_t[::1] hidden,
    const uint8_t[::1] tags,
    const int32_t[:, ::1] parts,
    int32_t low,
    int32_t high,
    bint join,
):
    """Return the rows that are read in some parts of records, and of each six numbers. (rows, 7)

    Behind the row: the record; whether it is a picture; the tag path of what holds it (formatting aside; of a picture
    its own) and how many tags of that are inside of the record; the link around it, or -1; how it goes on with the row before.

    `parts` has start, stop and record of each part, `tags` what tags are to cells. What holds an element, how deep it
    stands and in which link is found once, from its parent.
    """
    cdef Py_ssize_t each, count = 0, total = 0
    cdef int32_t row, up, top, stop, owner, own, out, last_own, last_out
    cdef uint8_t mark, image, direct, last_image, last_direct, broken, apart, how
    for each in range(parts.shape[0]):
        total += parts[each, 1] - parts[each, 0]
    found = np.empty((total, 7), np.int32)
    cdef int32_t[:, ::1] told = found
    # Of each element: what holds text in it, without formatting and without what may stand beside; tags; link.
    cdef int32_t[::1] holder = np.empty(high - low, np.int32), outer = np.empty(high - low, np.int32)
    cdef int32_t[::1] steps = np.zeros(high - low, np.int32), link = np.empty(high - low, np.int32)
    with nogil:
        for each in range(parts.shape[0]):
            top, stop, owner = parts[each, 0], parts[each, 1], parts[each, 2]
            last_own = last_out = -1
            last_image = last_direct = 0
            broken = apart = 1  # whether more than formatting, or than what may stand beside, is between the last row and this one
            for row in range(top, stop):
                up, mark = parent[row], tags[tag[row]]
                image = mark & SHOWS != 0
                if kind[row] != 1:
                    holder[row - low] = at_or_above(holder, up, top, low) if mark & FORMATS and row > top else row
                    outer[row - low] = at_or_above(outer, up, top, low) if mark & (FORMATS | BESIDE) and row > top else row
                    steps[row - low] = 1 + (steps[up - low] if up >= top else 0)
                    link[row - low] = row if mark & LINKS else link[up - low] if up >= top else -1
                if hidden[row] or not (image or kind[row] == 1):
                    if kind[row] != 1:
                        broken |= not mark & FORMATS
                        apart |= not mark & (FORMATS | BESIDE)
                    continue
                own, out = at_or_above(holder, up, top, low), at_or_above(outer, up, top, low)
                direct = own == out and not image
                how = ALONE
                if join and not image and not last_image:
                    if own == last_own and not broken:
                        how = ONE_TEXT
                    elif out == last_out and direct != last_direct and not apart:
                        how = BEHIND_WORDS if last_direct else BEFORE_WORDS
                told[count, 0], told[count, 1], told[count, 2] = row, owner, image
                told[count, 3] = path[row if image else own]
                told[count, 4] = steps[(row if image else own) - low] if image or own >= top else 0
                told[count, 5] = link[up - low] if up >= top else -1
                told[count, 6] = how
                last_own, last_out, last_image, last_direct = own, out, image, direct
                broken = apart = 0
                count += 1
    return found[:count]


def made(const int32_t[:, ::1] told, data, const uint8_t[::1] spaced, Py_ssize_t records, symbol, address, picture, bint all_texts):
    """Return the cells of each record, of its `pieces`.

    `data` has the texts, `spaced` says where a space stands before one. `symbol` gives the number of a path with so
    many of its tags, and whether it is that of a picture; `address` where a link leads; `picture` the cell of one. With
    `all_texts` signs alone are a cell, too.
    """
    cdef list cells = [[] for _ in range(records)]
    cdef dict symbols = {}, addresses = {}
    cdef Py_ssize_t first = 0, last
    cdef int32_t link
    while first < told.shape[0]:
        key = (told[first, 3], told[first, 4], told[first, 2])
        number = symbols.get(key)
        if number is None:
            number = symbols[key] = symbol(told[first, 3], told[first, 4], told[first, 2] != 0)
        last = first + 1
        if told[first, 2]:
            cell = picture(told[first, 0], number)
        else:
            link = told[first, 5]
            text = data[told[first, 0]]
            parts = [text]
            while last < told.shape[0] and told[last, 6] != ALONE:
                before, text = text, data[told[last, 0]]
                if told[last, 6] != ONE_TEXT and not has_word(before if told[last, 6] == BEHIND_WORDS else text):
                    break
                if spaced[told[last, 0]]:
                    parts.append(" ")
                parts.append(text)
                if told[last, 5] >= 0 and (link < 0 or told[last, 5] < link):
                    link = told[last, 5]
                last += 1
            url = addresses.get(link)
            if url is None and link >= 0:
                url = addresses[link] = address(link)
            cell = text_cell("".join(parts), url, told[first, 0], told[last - 1, 0] + 1, number, all_texts)
        if cell is not None:
            (<list>cells[told[first, 1]]).append(cell)
        first = last
    return cells


cdef object text_cell(str text, url, int32_t start, int32_t stop, symbol, bint all_texts):
    """The cell of a text, None where it says nothing."""
    text = " ".join(text.split())
    if not text or not (all_texts or has_word(text)):
        return None
    return new(Cell, (text, "link" if url else "text", url or None, new(Span, (start, stop)), symbol) + REST)
