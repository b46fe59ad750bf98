# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Blocks of text, and what the verdict asks of a page: how its prose lies to the best candidate's records, and what leads to
them."""

import numpy as np

from libc.math cimport log2
from libc.stdint cimport int32_t, int64_t, uint8_t

from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.measures._lanes cimport CHARS, HEADINGS, IMAGES, LINK_CHARS, LINKS, LONG_TEXTS, PROSE, TEXTS

#: A block of so many characters, less than so much of it linked, is prose; from the second length on a long one.
cdef enum: PROSAIC = 100, LONG = 250
cdef double LINKED = 0.4
#: From this score on a candidate is nearly never an article's related links.
cdef double SURE = 0.6
#: A score above this is a high one.
cdef double HIGH = 0.4
#: Records with less of the page's text than this share are taken to have it.
cdef double LITTLE = 0.01

#: What a page has as a whole.
WHOLE = (
    "page_chars", "page_rows", "page_links", "page_images", "page_headings", "page_articles", "page_times", "page_one_time",
    "page_link_density", "page_long_texts", "page_prose",
)
#: How the best candidate's score stands among the others; how blocks lie to its records; what both say together: a regression
#: adds things up, but prose says little where the score is high, since records may be long texts.
AMONG = ("score", "margin", "top_five", "high", "mean_score")
BLOCKS = (
    "block_share", "block_chars", "block_count", "block_inside", "block_around", "rest_share", "rest_chars", "rest_count",
    "prose", "prose_rest", "long", "long_count", "long_rest", "paragraphs", "paragraphs_rest",
    "length", "length_inside", "length_rest",
)
SURELY = ("sure", "prose_if_sure", "rest_if_sure")
#: What the best candidate's records are like, and how much prose a reader meets before them: an article stands between its
#: heading and its related links; a list begins soon.
RECORDS = (
    "records_count", "records_share", "records_share_linked", "records_share_if_sure", "records_linked_if_sure",
    "records_count_if_sure", "records_rows",
)
LEAD = ("lead_chars", "lead_blocks", "lead_before", "prose_inside")

#: How many of the best scores are told together.
cdef enum: TOP = 5
cdef enum: AMONG_COUNT = 5, BLOCKS_COUNT = 18, SURELY_COUNT = 3, RECORDS_COUNT = 7, LEAD_COUNT = 4


def blocks(Sheet sheet not None, const uint8_t[::1] inline):
    """Return the rows that hold a block of text, its characters, whether it is prose, and whether a paragraph.

    A block is all text of one element, elements inside of a line of text (`inline`, by tag) aside: what holds them holds
    their text.
    """
    cdef Py_ssize_t row, rows = sheet.rows, count = 0
    cdef int64_t own
    cdef int32_t holder, paragraph = sheet.number("p")
    cdef int64_t[:, ::1] held = np.zeros((2, rows), np.int64)
    if not (rows + 1 == sheet.chars.shape[0] == sheet.before.shape[0] and rows == sheet.parent.shape[0] > 0):
        raise IndexError("columns of a page differ in length")
    cdef const int64_t *chars = &sheet.chars[0]
    with nogil:
        for row in range(1, rows):
            own = chars[row + 1] - chars[row]
            if own:
                holder = sheet.parent[row]
                while holder > 0 and inline[sheet.tag[holder]]:
                    holder = sheet.parent[holder]
                count += held[0, holder] == 0
                held[0, holder] += own
                held[1, holder] += sheet.sums[sheet.before[row + 1], LINK_CHARS] - sheet.sums[sheet.before[row], LINK_CHARS]
    holders, told = np.empty((2, count), np.int64), np.empty((2, count), np.uint8)
    cdef int64_t[:, ::1] in_holders = holders
    cdef uint8_t[:, ::1] in_told = told
    with nogil:
        count = 0
        for row in range(rows):
            if held[0, row]:
                in_holders[0, count], in_holders[1, count] = row, held[0, row]
                in_told[0, count] = held[0, row] >= PROSAIC and held[1, row] < LINKED * held[0, row]
                in_told[1, count] = sheet.tag[row] == paragraph
                count += 1
    return holders[0], holders[1], told[0], told[1]


def whole(Sheet sheet not None):
    """Return what a page has as a whole: see WHOLE."""
    cdef const int32_t[::1] sums = sheet.sums[sheet.sums.shape[0] - 1]
    cdef double chars = max(1, sums[CHARS]), texts = max(1, sums[TEXTS])
    cdef int64_t articles = times(sheet.tag, sheet.number("article")), dates = times(sheet.tag, sheet.number("time"))
    return (
        log2(1.0 + sums[CHARS]), log2(1.0 + sheet.rows), log2(1.0 + sums[LINKS]), log2(1.0 + sums[IMAGES]),
        log2(1.0 + sums[HEADINGS]), log2(1.0 + articles), log2(1.0 + dates),
        float(dates == 1 or dates == 2),  # when an article was published, or changed
        sums[LINK_CHARS] / chars, sums[LONG_TEXTS] / texts, sums[PROSE] / chars,
    )


cdef int64_t times(const int32_t[::1] tag, int32_t wanted) except -1 nogil:
    """How many rows have a tag."""
    cdef Py_ssize_t row
    cdef int64_t found = 0
    for row in range(tag.shape[0]):
        found += tag[row] == wanted
    return found


cdef class About:
    """A page's blocks and rows, as the questions read them; its best candidate's records."""

    cdef const int64_t[::1] row, chars, start, stop
    cdef const uint8_t[::1] prose, paragraph
    cdef const int32_t[::1] tag, parent, end
    cdef const double[::1] scores
    cdef Py_ssize_t best
    cdef int32_t heading

    def __init__(self, context, Candidates candidates not None, scores):
        cdef Py_ssize_t one
        nodes = context.nodes
        self.row, self.chars = context.row, context.chars
        self.prose, self.paragraph = context.prose.view(np.uint8), context.paragraph.view(np.uint8)
        self.tag, self.parent, self.end, self.scores = nodes.tag, nodes.parent, nodes.end, scores
        self.heading = nodes.tags.index("h1") if "h1" in nodes.tags else -1
        for one in range(candidates.count):
            if self.scores[one] > self.scores[self.best]:
                self.best = one
        cdef int64_t first = candidates.firsts[self.best], last = candidates.firsts[self.best + 1]
        self.start, self.stop = candidates.starts[first:last], candidates.stops[first:last]


def page_numbers(context, Candidates candidates, scores):
    """Return what is asked about a page whose candidates have these scores: AMONG, what it is as a whole, BLOCKS, SURELY."""
    about = About(context, candidates, scores)
    found = np.empty(AMONG_COUNT + len(context.numbers) + BLOCKS_COUNT + SURELY_COUNT)
    write_page(about, context.numbers, found)
    return found


def verdict_numbers(context, Candidates candidates, scores, const double[:, ::1] features, const int64_t[::1] asked):
    """Return the same, then RECORDS, LEAD, and features of the best candidate as they are.

    `asked` are the places of the features count, share_chars, some_links, top_tr and fields, and then of these.
    """
    cdef About about = About(context, candidates, scores)
    cdef Py_ssize_t page = AMONG_COUNT + len(context.numbers) + BLOCKS_COUNT + SURELY_COUNT, place
    found = np.empty(page + RECORDS_COUNT + LEAD_COUNT + asked.shape[0] - 5)
    cdef double[::1] f = found
    cdef double score = about.scores[about.best], prose, rest
    write_page(about, context.numbers, f)
    prose, rest = f[page - SURELY_COUNT - BLOCKS_COUNT + 8], f[page - SURELY_COUNT - BLOCKS_COUNT + 9]
    cdef const double[::1] own = features[about.best]
    cdef double count = own[asked[0]], share = own[asked[1]], links = own[asked[2]]
    f[page], f[page + 1], f[page + 2], f[page + 3] = count, share, share * links, score * share
    f[page + 4], f[page + 5], f[page + 6] = score * links, score * count, own[asked[3]] * own[asked[4]]
    page += RECORDS_COUNT
    write_lead(about, f[page : page + LEAD_COUNT - 1])
    f[page + LEAD_COUNT - 1] = (prose - rest) / max(LITTLE, share)
    page += LEAD_COUNT
    for place in range(5, asked.shape[0]):
        f[page + place - 5] = own[asked[place]]
    return found


cdef int write_page(About about, const double[::1] whole, double[::1] found) except -1:
    cdef Py_ssize_t place, at = AMONG_COUNT, rows = about.parent.shape[0]
    cdef int64_t[:, ::1] room = np.empty((2, rows + 1), np.int64)
    cdef int64_t[::1] rest = np.empty(about.row.shape[0], np.int64)
    cdef double score = about.scores[about.best]
    with nogil:
        write_among(about.scores, found[:AMONG_COUNT])
        for place in range(whole.shape[0]):
            found[at + place] = whole[place]
        at += whole.shape[0]
        write_blocks(about, rest, room, found[at : at + BLOCKS_COUNT])
        found[at + BLOCKS_COUNT] = max(0.0, score - SURE)
        found[at + BLOCKS_COUNT + 1], found[at + BLOCKS_COUNT + 2] = score * found[at + 8], score * found[at + 9]
    return 0


cdef int write_among(const double[::1] scores, double[::1] found) except -1 nogil:
    """How the best score stands among the others."""
    cdef double[TOP + 1] best
    cdef Py_ssize_t one, place, count = 0
    cdef double few = 0, every = 0, high = 0
    for one in range(scores.shape[0]):
        every += scores[one]
        high += scores[one] > HIGH
        place = count
        while place and best[place - 1] < scores[one]:
            best[place] = best[place - 1]
            place -= 1
        best[place] = scores[one]
        count = min(count + 1, <Py_ssize_t>TOP)
    for place in range(count):
        few += best[place]
    found[0], found[1] = best[0], best[0] - best[1] if count > 1 else best[0]
    found[2], found[3], found[4] = few / count, high, every / scores.shape[0]
    return 0


#: The element with most characters in some blocks right below it, and the most blocks below one.
cdef struct Together:
    int64_t chars, blocks
    int32_t top


cdef int write_blocks(About w, int64_t[::1] rest, int64_t[:, ::1] room, double[::1] found) except -1 nogil:
    """How much prose there is, how much of it stands together, and how much is not in the records: see BLOCKS."""
    cdef Py_ssize_t block, record = 0, at, count = w.row.shape[0], records = w.start.shape[0]
    cdef int64_t in_prose = 0, prose_rest = 0, in_long = 0, longs = 0, longs_rest = 0, own = 0, own_rest = 0
    cdef int64_t[2] sums, squares
    cdef Together most, outside
    cdef double whole
    sums[0] = sums[1] = squares[0] = squares[1] = 0
    for block in range(count):
        while record < records and w.start[record] <= w.row[block]:
            record += 1
        rest[block] = not (record > 0 and w.row[block] < w.stop[record - 1])
        sums[rest[block]] += w.chars[block]
        squares[rest[block]] += w.chars[block] * w.chars[block]
        if w.prose[block]:
            in_prose += w.chars[block]
            prose_rest += w.chars[block] * rest[block]
            if w.chars[block] >= LONG:
                in_long += w.chars[block]
                longs += 1
                longs_rest += rest[block]
        if w.paragraph[block]:
            own += w.chars[block]
            own_rest += w.chars[block] * rest[block]
    together(w, rest, False, room, &most)
    together(w, rest, True, room, &outside)
    whole = max(<int64_t>1, sums[0] + sums[1])
    found[0], found[1], found[2] = most.chars / whole, log2(1.0 + most.chars), log2(1.0 + most.blocks)
    at = 0
    while at < records and w.start[at] <= most.top:
        at += 1
    found[3] = most.chars > 0 and at > 0 and most.top < w.stop[at - 1]
    found[4] = most.chars > 0 and most.top <= w.start[0] and w.end[most.top] >= w.stop[records - 1]
    found[5], found[6], found[7] = outside.chars / whole, log2(1.0 + outside.chars), log2(1.0 + outside.blocks)
    found[8], found[9] = in_prose / whole, prose_rest / whole
    found[10], found[11], found[12] = in_long / whole, log2(1.0 + longs), log2(1.0 + longs_rest)
    found[13], found[14] = own / whole, own_rest / whole
    found[15] = mean_length(sums[0] + sums[1], squares[0] + squares[1])
    found[16], found[17] = mean_length(sums[0], squares[0]), mean_length(sums[1], squares[1])
    return 0


cdef int write_lead(About w, double[::1] found) except -1 nogil:
    """What stands in blocks of prose before the first record: characters and blocks behind the last heading, and all blocks."""
    cdef Py_ssize_t block, at
    cdef int64_t title = 0, behind = 0, blocks = 0, before = 0, first = w.start[0]
    for at in range(first):
        if w.tag[at] == w.heading:
            title = at
    for block in range(w.row.shape[0]):
        if w.row[block] >= first:
            break
        if w.prose[block]:
            before += 1
            if w.row[block] > title:
                behind += w.chars[block]
                blocks += 1
    found[0], found[1], found[2] = log2(1.0 + behind), log2(1.0 + blocks), log2(1.0 + before)
    return 0


cdef double mean_length(int64_t chars, int64_t squares) noexcept nogil:
    """Length of the block that a character stands in, on average, as a logarithm."""
    return log2(1 + squares / <double>max(<int64_t>1, chars))


cdef int together(About w, const int64_t[::1] rest, bint rest_alone, int64_t[:, ::1] room, Together *found) except -1 nogil:
    """Find the element with most characters in blocks of prose right below it, the first of several; of the blocks outside of
    records on request."""
    cdef Py_ssize_t block, above
    found.chars = found.blocks = found.top = 0
    for block in range(w.row.shape[0]):
        if w.prose[block]:
            above = max(w.parent[w.row[block]], 0)
            room[0, above] = room[1, above] = 0
    for block in range(w.row.shape[0]):
        if w.prose[block] and (rest[block] or not rest_alone):
            above = max(w.parent[w.row[block]], 0)
            room[0, above] += w.chars[block]
            room[1, above] += 1
    for block in range(w.row.shape[0]):
        if w.prose[block]:
            above = max(w.parent[w.row[block]], 0)
            if room[0, above] > found.chars or (room[0, above] == found.chars > 0 and above < found.top):
                found.chars, found.top = room[0, above], above
            found.blocks = max(found.blocks, room[1, above])
    return 0


if (len(AMONG), len(BLOCKS), len(SURELY), len(RECORDS), len(LEAD)) != (
    AMONG_COUNT, BLOCKS_COUNT, SURELY_COUNT, RECORDS_COUNT, LEAD_COUNT
):
    raise ImportError("what is asked and its names differ in number")
