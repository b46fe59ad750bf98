# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Blocks of text, and what the verdict asks of a page: how its prose lies to the best candidate's records, and what leads to
them."""

from libc.math cimport log2
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from pagerows._arrays cimport BOOL, FLOAT64, INT64, Array, array_of, empty
from pagerows.later import np

from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.measures._lanes cimport CHARS, HEADINGS, IMAGES, LANES, LINK_CHARS, LINKS, LONG_TEXTS, PROSE, TEXTS
from pagerows.page._buffers cimport int32s, int64s, items_of

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


cdef class Context:
    """What the verdict on a page needs to know of it: blocks of text, and features of the page as a whole.

    `row` are those of the elements that hold each block, in document order, `chars` its characters; `numbers` what the page has
    and says as a whole.
    """

    cdef readonly object nodes
    cdef readonly Array row, chars, prose, paragraph, numbers

    def __init__(self, nodes, row, chars, prose, paragraph, numbers):
        self.nodes, self.row, self.chars = nodes, array_of(INT64, row), array_of(INT64, chars)
        self.prose, self.paragraph = array_of(BOOL, prose), array_of(BOOL, paragraph)
        self.numbers = array_of(FLOAT64, numbers)
        if not self.row.size == self.chars.size == self.prose.size == self.paragraph.size:
            raise IndexError("blocks differ in number")

    def __reduce__(self):
        return Context, (self.nodes, self.row, self.chars, self.prose, self.paragraph, self.numbers)

    @property
    def whole(self):
        """What the page has and says as a whole."""
        from pagerows.measures.declared import DECLARED

        return dict(zip((*WHOLE, *DECLARED), self.numbers.tolist(), strict=True))

    @property
    def around(self):
        """Row of the element around each block."""
        return np.maximum(np.asarray(self.nodes.parent)[self.row], 0).astype(np.int64)


def context_with(Sheet sheet not None, nodes, bytes inline not None, list said not None):
    """Return the context of a page. `inline` tells of each tag whether it stands inside of lines of text; `said` is what the page
    declares.

    A block is all text of one element, elements inside of a line of text aside: what holds them holds their text.
    """
    cdef Py_ssize_t row, rows = sheet.rows, count = 0
    cdef int32_t holder, paragraph = sheet.number("p")
    cdef const uint8_t *in_line = inline
    cdef const int64_t *chars = sheet.chars
    cdef int64_t *held = <int64_t *>malloc(2 * rows * sizeof(int64_t))
    cdef int64_t *linked = held + rows
    cdef Array found_row, found_chars, prose, own
    if held is NULL:
        raise MemoryError
    if <Py_ssize_t>len(inline) != <Py_ssize_t>len(sheet.numbers):
        free(held)
        raise IndexError("tags differ in number")
    memset(held, 0, 2 * rows * sizeof(int64_t))
    for row in range(1, rows):
        if chars[row + 1] > chars[row]:
            holder = sheet.parent[row]
            while holder > 0 and in_line[sheet.tag[holder]]:
                holder = sheet.parent[holder]
            count += held[holder] == 0
            held[holder] += chars[row + 1] - chars[row]
            linked[holder] += (
                sheet.sums[LANES * sheet.before[row + 1] + LINK_CHARS] - sheet.sums[LANES * sheet.before[row] + LINK_CHARS]
            )
    try:
        found_row, found_chars = empty(INT64, count), empty(INT64, count)
        prose, own = empty(BOOL, count), empty(BOOL, count)
        count = 0
        for row in range(rows):
            if held[row]:
                found_row.int64s()[count], found_chars.int64s()[count] = row, held[row]
                prose.bools()[count] = held[row] >= PROSAIC and linked[row] < LINKED * held[row]
                own.bools()[count] = sheet.tag[row] == paragraph
                count += 1
    finally:
        free(held)
    return Context(nodes, found_row, found_chars, prose, own, whole(sheet) + said)


cdef list whole(Sheet sheet):
    """What a page has as a whole: see WHOLE."""
    cdef const int32_t *sums = sheet.sums + LANES * sheet.counted
    cdef double chars = max(1, sums[CHARS]), texts = max(1, sums[TEXTS])
    cdef int64_t articles = times(sheet, sheet.number("article")), dates = times(sheet, sheet.number("time"))
    return [
        log2(1.0 + sums[CHARS]), log2(1.0 + sheet.rows), log2(1.0 + sums[LINKS]), log2(1.0 + sums[IMAGES]),
        log2(1.0 + sums[HEADINGS]), log2(1.0 + articles), log2(1.0 + dates),
        1.0 if dates == 1 or dates == 2 else 0.0,  # when an article was published, or changed
        sums[LINK_CHARS] / chars, sums[LONG_TEXTS] / texts, sums[PROSE] / chars,
    ]


cdef int64_t times(Sheet sheet, int32_t wanted) noexcept nogil:
    """How many rows have a tag."""
    cdef Py_ssize_t row
    cdef int64_t found = 0
    for row in range(sheet.rows if wanted >= 0 else 0):
        found += sheet.tag[row] == wanted
    return found


cdef class About:
    """A page's blocks and rows, as the questions read them; its best candidate's records."""

    cdef const int64_t *row
    cdef const int64_t *chars
    cdef const uint8_t *prose
    cdef const uint8_t *paragraph
    cdef const int32_t *tag
    cdef const int32_t *parent
    cdef const int32_t *end
    #: The scores of candidates; where the best one's records start and stop.
    cdef const double *scores
    cdef const int64_t *start
    cdef const int64_t *stop
    cdef Py_ssize_t blocks, rows, candidates, records, best
    cdef int32_t heading
    #: What the page is as a whole.
    cdef const double *whole
    cdef Py_ssize_t whole_count
    #: For each block whether it is no part of the records; for each row two numbers.
    cdef int64_t *rest
    cdef int64_t *room
    cdef tuple owners

    def __cinit__(self, Context context not None, Candidates candidates not None, scores):
        cdef Py_ssize_t one, size
        nodes = context.nodes
        self.row, self.chars, self.blocks = context.row.int64s(), context.chars.int64s(), context.row.size
        self.prose, self.paragraph = context.prose.bools(), context.paragraph.bools()
        self.whole, self.whole_count = context.numbers.floats(), context.numbers.size
        self.tag, self.parent = int32s(nodes.tag, &self.rows), int32s(nodes.parent, &one)
        self.end = int32s(nodes.end, &size)
        if not 0 < self.rows == one == size:
            raise IndexError("rows differ in number")
        self.scores = <const double *>items_of(scores, sizeof(double), &self.candidates)
        if not 0 < self.candidates == candidates.count:
            raise IndexError(f"{self.candidates} scores for {candidates.count} candidates")
        self.heading = nodes.tags.index("h1") if "h1" in nodes.tags else -1
        self.owners = nodes.tag, nodes.parent, nodes.end, context, candidates, scores
        for one in range(candidates.count):
            if self.scores[one] > self.scores[self.best]:
                self.best = one
        self.start = candidates.starts + candidates.firsts[self.best]
        self.stop = candidates.stops + candidates.firsts[self.best]
        self.records = candidates.firsts[self.best + 1] - candidates.firsts[self.best]
        self.check()
        self.rest = <int64_t *>malloc((self.blocks + 2 * self.rows) * sizeof(int64_t))
        if self.rest is NULL:
            raise MemoryError
        self.room = self.rest + self.blocks

    def __dealloc__(self):
        free(self.rest)

    cdef int check(self) except -1:
        """Raise an IndexError where a block or a record does not lie on the page."""
        cdef Py_ssize_t at
        cdef bint wrong = self.records <= 0
        for at in range(self.blocks):
            wrong |= not 0 <= self.row[at] < self.rows
            if not wrong:
                wrong |= self.parent[self.row[at]] >= self.rows
        for at in range(self.records):
            wrong |= not 0 <= self.start[at] <= self.stop[at] <= self.rows
        if wrong:
            raise IndexError("a block or a record does not lie on the page")
        return 0


def page_numbers(context, Candidates candidates, scores):
    """Return what is asked about a page whose candidates have these scores: AMONG, what it is as a whole, BLOCKS, SURELY."""
    cdef About about = About(context, candidates, scores)
    cdef Array found = empty(FLOAT64, AMONG_COUNT + about.whole_count + BLOCKS_COUNT + SURELY_COUNT)
    write_page(about, found.floats())
    return found


def verdict_numbers(context, Candidates candidates, scores, features, asked):
    """Return the same, then RECORDS, LEAD, and features of the best candidate as they are.

    `asked` are the places of the features count, share_chars, some_links, top_tr and fields, and then of these.
    """
    cdef About about = About(context, candidates, scores)
    cdef Py_ssize_t page = AMONG_COUNT + about.whole_count + BLOCKS_COUNT + SURELY_COUNT, place, wide, count_asked
    cdef const double *own = <const double *>items_of(features, sizeof(double), &wide)
    cdef const int64_t *places = int64s(asked, &count_asked)
    cdef Array found
    cdef double *f
    cdef double score = about.scores[about.best], prose, rest, count, share, links
    wide = wide // about.candidates
    for place in range(count_asked):
        if not 0 <= places[place] < wide:
            raise IndexError("no such feature")
    if count_asked < 5:
        raise IndexError("there are five features at least")
    found = empty(FLOAT64, page + RECORDS_COUNT + LEAD_COUNT + count_asked - 5)
    f = found.floats()
    write_page(about, f)
    prose, rest = f[page - SURELY_COUNT - BLOCKS_COUNT + 8], f[page - SURELY_COUNT - BLOCKS_COUNT + 9]
    own += about.best * wide
    count, share, links = own[places[0]], own[places[1]], own[places[2]]
    f[page], f[page + 1], f[page + 2], f[page + 3] = count, share, share * links, score * share
    f[page + 4], f[page + 5], f[page + 6] = score * links, score * count, own[places[3]] * own[places[4]]
    page += RECORDS_COUNT
    write_lead(about, f + page)
    f[page + LEAD_COUNT - 1] = (prose - rest) / max(LITTLE, share)
    page += LEAD_COUNT
    for place in range(5, count_asked):
        f[page + place - 5] = own[places[place]]
    return found


cdef void write_page(About about, double *found) noexcept nogil:
    cdef Py_ssize_t place
    cdef double score = about.scores[about.best]
    write_among(about.scores, about.candidates, found)
    found += AMONG_COUNT
    for place in range(about.whole_count):
        found[place] = about.whole[place]
    found += about.whole_count
    write_blocks(about, found)
    found[BLOCKS_COUNT] = max(0.0, score - SURE)
    found[BLOCKS_COUNT + 1], found[BLOCKS_COUNT + 2] = score * found[8], score * found[9]


cdef void write_among(const double *scores, Py_ssize_t candidates, double *found) noexcept nogil:
    """How the best score stands among the others."""
    cdef double[TOP + 1] best
    cdef Py_ssize_t one, place, count = 0
    cdef double few = 0, every = 0, high = 0
    best[0] = best[1] = 0
    for one in range(candidates):
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
    found[2], found[3], found[4] = few / count, high, every / candidates


#: The element with most characters in some blocks right below it, and the most blocks below one.
cdef struct Together:
    int64_t chars, blocks
    int32_t top


cdef void write_blocks(About w, double *found) noexcept nogil:
    """How much prose there is, how much of it stands together, and how much is not in the records: see BLOCKS."""
    cdef Py_ssize_t block, record = 0, at, count = w.blocks, records = w.records
    cdef int64_t *rest = w.rest
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
    together(w, False, &most)
    together(w, True, &outside)
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


cdef void write_lead(About w, double *found) noexcept nogil:
    """What stands in blocks of prose before the first record: characters and blocks behind the last heading, and all blocks."""
    cdef Py_ssize_t block, at
    cdef int64_t title = 0, behind = 0, blocks = 0, before = 0, first = w.start[0]
    for at in range(first):
        if w.tag[at] == w.heading:
            title = at
    for block in range(w.blocks):
        if w.row[block] >= first:
            break
        if w.prose[block]:
            before += 1
            if w.row[block] > title:
                behind += w.chars[block]
                blocks += 1
    found[0], found[1], found[2] = log2(1.0 + behind), log2(1.0 + blocks), log2(1.0 + before)


cdef double mean_length(int64_t chars, int64_t squares) noexcept nogil:
    """Length of the block that a character stands in, on average, as a logarithm."""
    return log2(1 + squares / <double>max(<int64_t>1, chars))


cdef void together(About w, bint rest_alone, Together *found) noexcept nogil:
    """Find the element with most characters in blocks of prose right below it, the first of several; of the blocks outside of
    records on request."""
    cdef Py_ssize_t block, above
    cdef int64_t *chars = w.room
    cdef int64_t *blocks = chars + w.rows
    found.chars = found.blocks = found.top = 0
    for block in range(w.blocks):
        if w.prose[block]:
            above = max(w.parent[w.row[block]], 0)
            chars[above] = blocks[above] = 0
    for block in range(w.blocks):
        if w.prose[block] and (w.rest[block] or not rest_alone):
            above = max(w.parent[w.row[block]], 0)
            chars[above] += w.chars[block]
            blocks[above] += 1
    for block in range(w.blocks):
        if w.prose[block]:
            above = max(w.parent[w.row[block]], 0)
            if chars[above] > found.chars or (chars[above] == found.chars > 0 and above < found.top):
                found.chars, found.top = chars[above], <int32_t>above
            found.blocks = max(found.blocks, blocks[above])


if (len(AMONG), len(BLOCKS), len(SURELY), len(RECORDS), len(LEAD)) != (
    AMONG_COUNT, BLOCKS_COUNT, SURELY_COUNT, RECORDS_COUNT, LEAD_COUNT
):
    raise ImportError("what is asked and its names differ in number")
