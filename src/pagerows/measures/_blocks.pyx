# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Blocks of text: what holds them, which are prose, and how they lie to a candidate's records."""

import numpy as np

from libc.math cimport log2
from libc.stdint cimport int32_t, int64_t, uint8_t

from pagerows.measures._lanes cimport CHARS, LINK_CHARS

#: What `block_features` gives, in this order.
BLOCKS = (
    "block_share", "block_chars", "block_count", "block_inside", "block_around", "rest_share", "rest_chars", "rest_count",
    "prose", "prose_rest", "long", "long_count", "long_rest", "paragraphs", "paragraphs_rest",
    "length", "length_inside", "length_rest",
)


def blocks(
    const int64_t[::1] before, const int32_t[:, ::1] sums, const int32_t[::1] parent, const int32_t[::1] tag,
    const uint8_t[::1] inline,
):
    """Return the rows that hold a block of text, its characters, and how many of these are linked.

    A block is all text of one element, elements inside of a line of text (`inline`, by tag) aside: what holds them holds
    their text.
    """
    cdef Py_ssize_t row, rows = parent.shape[0], count = 0
    cdef int64_t chars
    cdef int32_t holder
    cdef int64_t[:, ::1] held = np.zeros((2, rows), np.int64)
    found = np.empty((3, rows), np.int64)
    cdef int64_t[:, ::1] in_found = found
    with nogil:
        for row in range(1, rows):
            chars = sums[before[row + 1], CHARS] - sums[before[row], CHARS]
            if chars:
                holder = parent[row]
                while holder > 0 and inline[tag[holder]]:
                    holder = parent[holder]
                held[0, holder] += chars
                held[1, holder] += sums[before[row + 1], LINK_CHARS] - sums[before[row], LINK_CHARS]
        for row in range(rows):
            if held[0, row]:
                in_found[0, count], in_found[1, count], in_found[2, count] = row, held[0, row], held[1, row]
                count += 1
    return found[0, :count], found[1, :count], found[2, :count]


#: The element with most characters in some blocks right below it, and the most blocks below one.
cdef struct Together:
    int64_t chars, blocks
    int32_t top


def block_features(
    const int64_t[::1] row, const int64_t[::1] chars, const uint8_t[::1] prose, const uint8_t[::1] paragraph,
    const int32_t[::1] parent, const int32_t[::1] end, const int64_t[::1] start, const int64_t[::1] stop, int64_t long_from,
):
    """Return how much prose there is, how much of it stands together, and how much is not in the records: see BLOCKS.

    Block b is held by `row[b]`; `prose` and `paragraph` say what it is; records are the rows from `start` to `stop`.
    """
    cdef Py_ssize_t block, record = 0, count = row.shape[0], records = start.shape[0]
    cdef int64_t[::1] rest = np.zeros(count, np.int64)
    cdef int64_t total = 0, in_prose = 0, prose_rest = 0, in_long = 0, longs = 0, longs_rest = 0, own = 0, own_rest = 0
    cdef int64_t[2] sums, squares
    cdef Together most, outside
    cdef Py_ssize_t at
    cdef bint inside, around
    cdef int64_t[:, ::1] room = np.zeros((2, parent.shape[0] + 1), np.int64)
    with nogil:
        sums[0] = sums[1] = squares[0] = squares[1] = 0
        for block in range(count):
            while record < records and start[record] <= row[block]:
                record += 1
            rest[block] = not (record > 0 and row[block] < stop[record - 1])
            sums[rest[block]] += chars[block]
            squares[rest[block]] += chars[block] * chars[block]
            if prose[block]:
                in_prose += chars[block]
                prose_rest += chars[block] * rest[block]
                if chars[block] >= long_from:
                    in_long += chars[block]
                    longs += 1
                    longs_rest += rest[block]
            if paragraph[block]:
                own += chars[block]
                own_rest += chars[block] * rest[block]
        together(row, chars, prose, rest, False, parent, room, &most)
        together(row, chars, prose, rest, True, parent, room, &outside)
        at = 0
        while at < records and start[at] <= most.top:
            at += 1
        inside = most.chars > 0 and at > 0 and most.top < stop[at - 1]
        around = most.chars > 0 and most.top <= start[0] and end[most.top] >= stop[records - 1]
    whole = <double>max(<int64_t>1, sums[0] + sums[1])
    return (
        most.chars / whole, log2(1.0 + most.chars), log2(1.0 + most.blocks), float(inside), float(around),
        outside.chars / whole, log2(1.0 + outside.chars), log2(1.0 + outside.blocks),
        in_prose / whole, prose_rest / whole, in_long / whole, log2(1.0 + longs), log2(1.0 + longs_rest),
        own / whole, own_rest / whole,
        mean_length(sums[0] + sums[1], squares[0] + squares[1]), mean_length(sums[0], squares[0]), mean_length(sums[1], squares[1]),
    )


def lead(
    const int64_t[::1] row, const int64_t[::1] chars, const uint8_t[::1] prose, const int32_t[::1] tag, int32_t heading,
    int64_t first,
):
    """Return what stands in blocks of prose before a row: characters and blocks behind the last heading, and all blocks.

    `heading` is the number of the tag of headings, -1 for none.
    """
    cdef Py_ssize_t block, at
    cdef int64_t title = 0, behind = 0, blocks = 0, before = 0
    with nogil:
        for at in range(first):
            if tag[at] == heading:
                title = at
        for block in range(row.shape[0]):
            if row[block] >= first:
                break
            if prose[block]:
                before += 1
                if row[block] > title:
                    behind += chars[block]
                    blocks += 1
    return behind, blocks, before


cdef double mean_length(int64_t chars, int64_t squares) noexcept nogil:
    """Length of the block that a character stands in, on average, as a logarithm."""
    return log2(1 + squares / <double>max(<int64_t>1, chars))


cdef int together(
    const int64_t[::1] row, const int64_t[::1] chars, const uint8_t[::1] prose, const int64_t[::1] rest, bint rest_alone,
    const int32_t[::1] parent, int64_t[:, ::1] room, Together *found,
) except -1 nogil:
    """Find the element with most characters in blocks of prose right below it, of those outside of records on request."""
    cdef Py_ssize_t block, above
    room[:, :] = 0
    found.chars = found.blocks = found.top = 0
    for block in range(row.shape[0]):
        if prose[block] and (rest[block] or not rest_alone):
            above = max(parent[row[block]], 0)
            room[0, above] += chars[block]
            room[1, above] += 1
    for above in range(parent.shape[0]):
        if room[0, above] > found.chars:
            found.chars, found.top = room[0, above], above
        found.blocks = max(found.blocks, room[1, above])
    return 0
