# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Candidates -> features: the formulas, each under its name.

For each candidate its records are summed first (`Sums`), then every formula writes its place of the candidate's row:
by itself (`sizes`, `regularity`, `places`, `families`, `kinds`), from its fields (`fields`, `targets`, `said`), and at last
against the other candidates of the page (`among_others`). Shares are of records, densities of characters or texts.

Columns are read by their addresses: `Sheet` has looked whether all that is in them lies on the page, `check` looks at records.
"""

cimport cython
from libc.math cimport INFINITY, ceil, log2, sqrt
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memmove, memset

from pagerows._arrays cimport FLOAT64, Array, empty_table
from pagerows._bits cimport byte_of, lowest_bit
from pagerows.measures._candidates cimport Candidates
from pagerows.measures._columns cimport Sheet
from pagerows.measures._lanes cimport (
    BOLD, CHARS, DIGITS, HEADINGS, HREF_CHARS, HREF_DIGITS, HREF_STEPS, IMAGES, LANES, LINK_CHARS, LINK_TEXTS, LINKS,
    LONG_TEXTS, NUMBERS, PRICES, PROSE, REPEATED, ROWS, SIGNS, SKETCH, TEXTS, TITLED, UPPER, WORDS,
)
from pagerows.page._buffers cimport items_of

#: The features, in the order of the columns.
NAMES = tuple("""
    count
    mean_chars mean_words mean_texts mean_rows mean_link_chars mean_link_texts mean_numbers mean_upper mean_long_texts
    mean_images
    share_chars share_words share_texts share_signs share_digits share_upper share_long_texts share_link_chars
    share_images share_prose
    cv_chars cv_texts cv_rows cv_links cv_words
    some_links some_images some_headings some_numbers some_long_texts some_bold some_titled some_prices
    link_density digit_density sign_density upper_density text_length repeated_texts
    href_digits href_chars more_href_chars href_steps more_href_steps share_prices
    two_texts four_texts one_image all_link prose_elsewhere more_links more_titled
    irregularity distinct_shapes distinct_records distinct_firsts tiny_records
    chars_before chars_after rows_before rows_after span_rows covers_span adjacent gap_chars gap_variation
    after_title chars_from_title
    covers_ancestor share_ancestor levels parents siblings_used same_children
    top_li top_tr top_div top_p top_a top_td top_dt top_article top_section
    in_nav in_header in_footer in_aside in_main in_article in_table
    is_run is_between
    fields fields_repeated fields_shared field_before field_after targets links_per_target count_said count_near
    signal_starts
    rank_count rank_share_chars rank_share_texts rank_mean_chars rank_mean_texts rank_irregularity rank_link_density
    rank_cv_chars
    of_best_count of_best_share_chars of_best_share_texts of_best_mean_chars of_best_mean_texts of_best_irregularity
    of_best_link_density of_best_cv_chars
    containers contained outer_count outer_share wider_size wider_cover narrower_size narrower_texts
    most_inside most_inside_chars
""".split())

cdef enum:
    COUNT
    MEAN_CHARS, MEAN_WORDS, MEAN_TEXTS, MEAN_ROWS, MEAN_LINK_CHARS, MEAN_LINK_TEXTS, MEAN_NUMBERS, MEAN_UPPER, MEAN_LONG_TEXTS
    MEAN_IMAGES
    SHARE_CHARS, SHARE_WORDS, SHARE_TEXTS, SHARE_SIGNS, SHARE_DIGITS, SHARE_UPPER, SHARE_LONG_TEXTS, SHARE_LINK_CHARS
    SHARE_IMAGES, SHARE_PROSE
    CV_CHARS, CV_TEXTS, CV_ROWS, CV_LINKS, CV_WORDS
    SOME_LINKS, SOME_IMAGES, SOME_HEADINGS, SOME_NUMBERS, SOME_LONG_TEXTS, SOME_BOLD, SOME_TITLED, SOME_PRICES
    LINK_DENSITY, DIGIT_DENSITY, SIGN_DENSITY, UPPER_DENSITY, TEXT_LENGTH, REPEATED_TEXTS
    F_HREF_DIGITS, F_HREF_CHARS, MORE_HREF_CHARS, F_HREF_STEPS, MORE_HREF_STEPS, SHARE_PRICES
    TWO_TEXTS, FOUR_TEXTS, ONE_IMAGE, ALL_LINK, PROSE_ELSEWHERE, MORE_LINKS, MORE_TITLED
    IRREGULARITY, DISTINCT_SHAPES, DISTINCT_RECORDS, DISTINCT_FIRSTS, TINY_RECORDS
    CHARS_BEFORE, CHARS_AFTER, ROWS_BEFORE, ROWS_AFTER, SPAN_ROWS, COVERS_SPAN, ADJACENT, GAP_CHARS, GAP_VARIATION
    AFTER_TITLE, CHARS_FROM_TITLE
    COVERS_ANCESTOR, SHARE_ANCESTOR, LEVELS, PARENTS, SIBLINGS_USED, SAME_CHILDREN
    TOP, TOP_LAST = TOP + 8
    IN, IN_LAST = IN + 6
    IS_RUN, IS_BETWEEN
    FIELDS, FIELDS_REPEATED, FIELDS_SHARED, FIELD_BEFORE, FIELD_AFTER, TARGETS, LINKS_PER_TARGET, COUNT_SAID, COUNT_NEAR
    SIGNAL_STARTS
    RANK, RANK_LAST = RANK + 7
    OF_BEST, OF_BEST_LAST = OF_BEST + 7
    CONTAINERS, CONTAINED, OUTER_COUNT, OUTER_SHARE, WIDER_SIZE, WIDER_COVER, NARROWER_SIZE, NARROWER_TEXTS
    MOST_INSIDE, MOST_INSIDE_CHARS
    FEATURES  # how many there are

#: What records are made of: the share of records whose first node is one; and elements that records stand inside of.
TOPS = ("li", "tr", "div", "p", "a", "td", "dt", "article", "section")
INSIDE = ("nav", "header", "footer", "aside", "main", "article", "table")
cdef enum: TOPS_COUNT = 9, INSIDE_COUNT = 7, RANKED_COUNT = 8

#: How many records of a candidate are looked into for their fields, and how many texts, images or links of each.
cdef enum: SAMPLE = 4, LEAVES = 60


#: Sum and sum of squares of a number over the records: what its mean and its variation are made of.
cdef struct Varied:
    int64_t sum, squares


#: So many properties are summed four at a time; rows of a record up to which the squares of its sketch are small numbers.
cdef enum: FOURS = LANES // 4 * 4, SMALL = 8_000


#: What is summed over the records of one candidate.
cdef struct Sums:
    double count
    int32_t[LANES] total
    # of how many records it is true: that they hold some, and the rest
    int32_t[LANES] some
    int64_t two_texts, four_texts, one_image, all_link, adjacent, signal_starts
    int64_t[TOPS_COUNT + 1] top  # the last of others
    int64_t[INSIDE_COUNT] inside
    Varied chars, texts, rows, links, words, gap, children
    int64_t depth
    # the sketches of records, summed, and the sum of their squared lengths.
    int32_t[SKETCH] sketch
    int64_t sketch_squares
    # how many different records there are by their shape, by their text and by the text that they start with
    int64_t shapes, different, firsts
    # and over how many parents they are spread, which have so many children with content.
    int64_t parents, siblings


#: A place of a set of numbers: whose it is, and the number.
cdef struct Slot:
    uint64_t value
    int64_t owner


@cython.final
cdef class Work:
    """The page's columns and the candidates, as the formulas read them."""

    # the node table
    cdef const int32_t *tag
    cdef const int32_t *parent
    cdef const int32_t *depth
    cdef const int32_t *end
    # `Columns`
    cdef const int64_t *before
    cdef const int64_t *chars
    cdef const int64_t *leaves
    cdef const int64_t *text_id
    cdef const int64_t *link_id
    cdef const int32_t *tags
    cdef const int32_t *sums
    cdef const int32_t *bits
    cdef const uint64_t *text_hash
    cdef const double *said_counts
    cdef Py_ssize_t said_count
    # `Candidates`
    cdef const int64_t *start
    cdef const int64_t *stop
    cdef const int64_t *first
    cdef const int64_t *source
    # what is derived from them
    cdef Py_ssize_t rows, count, title, leaf_count, tag_count
    #: The sums over the page.
    cdef const int32_t *totals
    #: Which of TOPS each tag is, TOPS_COUNT for none of them.
    cdef uint8_t *top
    #: For each tag and for each row eight bytes: whether it is, or stands inside of, elements with each tag of INSIDE.
    cdef uint64_t *marks
    cdef uint64_t *within
    cdef int32_t *children
    cdef int32_t *leaf_rows
    #: Whether the signal method starts a record at a row; NULL where nobody asked it.
    cdef const uint8_t *signal
    #: Marks, by number: whoever saw it last.
    cdef int32_t *seen_text
    cdef int32_t *seen_row
    cdef int32_t *seen_tag
    cdef int32_t *seen_link
    cdef int32_t *seen_field
    #: Sets of numbers of the owner that is looked at: see `is_new`.
    cdef Slot *shapes
    cdef Slot *texts
    cdef uint64_t last_slot
    #: The characters of each record of the candidate that is looked at.
    cdef int32_t *lengths
    #: How many sampled records start before each row, these in the order of their starts, and whose they are.
    cdef int32_t *sampled_before
    cdef int32_t *samples
    cdef int32_t *sample_owner
    #: How many sampled records of one candidate lie inside of records of another, at most 3, and the other way round; each
    #: candidate has as many times eight of them as there are candidates.
    cdef uint8_t *inside
    cdef uint8_t *around
    cdef Py_ssize_t wide
    cdef double *found
    #: Room for one feature of all candidates, and for the candidates in its order.
    cdef double *values
    cdef int32_t *order
    #: What all this stands in.
    cdef Sheet sheet
    cdef Candidates candidates
    cdef object given
    cdef void *room

    def __dealloc__(self):
        free(self.room)

    cdef inline const int32_t *sums_before(self, int64_t row) noexcept nogil:
        """The sums of all properties over the rows before one."""
        return self.sums + LANES * self.before[row]

    cdef inline int64_t held(self, Py_ssize_t record, Py_ssize_t lane) noexcept nogil:
        """The sum of one property over the rows of a record."""
        return self.sums_before(self.stop[record])[lane] - self.sums_before(self.start[record])[lane]

    cdef inline double whole(self, Py_ssize_t lane) noexcept nogil:
        """The sum of one property over the page."""
        return self.rows if lane == ROWS else self.totals[lane]

    cdef inline double *features(self, Py_ssize_t candidate) noexcept nogil:
        """The row of a candidate in the table."""
        return self.found + FEATURES * candidate


def feature_table(Sheet sheet not None, Candidates candidates not None, starts):
    """Return the features of all candidates. (candidates, features)

    `starts` tells for each row whether the signal method starts a record there; None where nobody asked it.
    """
    cdef Array found = empty_table(FLOAT64, candidates.count, FEATURES)
    cdef Work work = prepared(sheet, candidates, starts, found)
    cdef Py_ssize_t candidate
    cdef Sums sums
    with nogil:
        derive(work)
        for candidate in range(work.count):
            summed(work, candidate, &sums)
            sizes(work, candidate, &sums)
            regularity(work, candidate, &sums)
            places(work, candidate, &sums)
            families(work, candidate, &sums)
            kinds(work, candidate, &sums)
            fields(work, candidate)
            targets(work, candidate)
            said(work, candidate)
        among_others(work)
    return found


cdef Work prepared(Sheet sheet, Candidates candidates, starts, Array found):
    cdef Work work = Work()
    cdef Py_ssize_t place, count = candidates.count, rows = sheet.rows, slots = 16, tags = len(sheet.numbers), most = 0
    check(sheet, candidates)
    work.sheet, work.candidates, work.rows, work.count = sheet, candidates, rows, count
    work.tag, work.parent, work.depth, work.end = sheet.tag, sheet.parent, sheet.depth, sheet.end
    work.before, work.chars, work.leaves, work.tags = sheet.before, sheet.chars, sheet.leaves, sheet.tags
    work.text_id, work.text_hash, work.link_id = sheet.text_id, sheet.text_hash, sheet.link_id
    work.sums, work.bits, work.said_counts, work.said_count = sheet.sums, sheet.bits, sheet.said, sheet.said_count
    work.totals = sheet.sums + LANES * sheet.counted
    work.start, work.stop, work.first, work.source = candidates.starts, candidates.stops, candidates.firsts, candidates.sources
    work.signal = NULL
    if starts is not None:
        work.signal = <const uint8_t *>items_of(starts, 1, &place)
        if place != rows:
            raise IndexError("starts are those of another page")
    work.title = first_of(sheet, sheet.number("h1"))
    for place in range(count):
        most = max(most, work.first[place + 1] - work.first[place])
    while slots <= 2 * most:
        slots *= 2
    work.last_slot, work.leaf_count, work.tag_count = slots - 1, sheet.leaves[rows], tags
    work.found, work.given, work.wide = found.floats(), (found, starts), (count + 7) // 8 * 8
    take_room(work, slots, most, sheet.texts + 2, sheet.links)
    for place in range(TOPS_COUNT):
        if sheet.number(TOPS[place]) >= 0:
            work.top[sheet.number(TOPS[place])] = <uint8_t>place
    for place in range(INSIDE_COUNT):
        if sheet.number(INSIDE[place]) >= 0:
            (<uint8_t *>&work.marks[sheet.number(INSIDE[place])])[place] = 1
    return work


cdef int take_room(Work work, Py_ssize_t slots, Py_ssize_t most, Py_ssize_t texts, Py_ssize_t links) except -1:
    """One room for all numbers: what is asked for piece by piece takes longer than what is done with it."""
    cdef Py_ssize_t rows = work.rows, count = work.count, tags = work.tag_count
    cdef Py_ssize_t wide = rows + tags + count, zeros = 2 * rows + 2 + 2 * count * work.wide // 4, seen = 3 * rows + texts + links
    work.room = malloc(
        2 * slots * sizeof(Slot) + wide * sizeof(uint64_t)
        + (zeros + seen + work.leaf_count + most + 7 * count) * sizeof(int32_t) + tags
    )
    if work.room is NULL:
        raise MemoryError
    work.shapes = <Slot *>work.room
    work.texts = work.shapes + slots
    work.marks = <uint64_t *>(work.texts + slots)
    work.within, work.values = work.marks + tags, <double *>(work.marks + tags + rows)
    work.inside = <uint8_t *>(work.marks + wide)
    work.around = work.inside + count * work.wide
    work.children = <int32_t *>(work.around + count * work.wide)
    work.sampled_before = work.children + rows
    work.seen_row = work.sampled_before + rows + 2
    work.seen_tag, work.seen_field, work.seen_text = work.seen_row + rows, work.seen_row + 2 * rows, work.seen_row + 3 * rows
    work.seen_link = work.seen_text + texts
    work.samples = work.seen_link + links
    work.sample_owner, work.order = work.samples + 3 * count, work.samples + 6 * count
    work.leaf_rows = work.order + count
    work.lengths = work.leaf_rows + work.leaf_count
    work.top = <uint8_t *>(work.lengths + most)
    memset(work.shapes, 0xFF, 2 * slots * sizeof(Slot))  # -1: nobody
    memset(work.seen_row, 0xFF, seen * sizeof(int32_t))
    memset(work.inside, 0, zeros * sizeof(int32_t))
    memset(work.marks, 0, tags * sizeof(uint64_t))
    memset(work.top, TOPS_COUNT, tags)
    return 0


cdef int check(Sheet sheet, Candidates c) except -1:
    """Raise an IndexError where records do not lie on the page, below its body, or a candidate has none."""
    cdef Py_ssize_t rows = sheet.rows, record
    cdef const int64_t *start = c.starts
    cdef const int64_t *stop = c.stops
    cdef bint wrong = False
    with nogil:
        for record in range(c.records):
            wrong |= <uint64_t>(start[record] - 1) >= <uint64_t>(rows - 1)
            wrong |= <uint64_t>(stop[record] - start[record]) > <uint64_t>(rows - start[record])
        if wrong:
            raise IndexError("a record does not lie on the page")
        for record in range(c.count):
            wrong |= c.firsts[record] >= c.firsts[record + 1]
        if wrong:
            raise IndexError("a candidate has no records")
    return 0


cdef Py_ssize_t first_of(Sheet sheet, int32_t wanted) noexcept nogil:
    """The first row with a tag, 0 for none."""
    cdef Py_ssize_t row
    for row in range(sheet.rows if wanted >= 0 else 0):
        if sheet.tag[row] == wanted:
            return row
    return 0


cdef void derive(Work w) noexcept nogil:
    """Count the children with content of every row, list the rows of texts and images, and say what stands inside of what."""
    cdef Py_ssize_t row
    cdef int32_t above
    cdef int64_t leaf, next_leaf = 0
    for row in range(w.rows):
        above, leaf, next_leaf = w.parent[row], next_leaf, w.leaves[row + 1]
        w.within[row] = w.marks[w.tag[row]]
        if row:
            w.within[row] |= w.within[above]
            w.children[above] += leaf < w.leaves[w.end[row]]
        if next_leaf > leaf:
            w.leaf_rows[leaf] = <int32_t>row


cdef inline void add(Varied *varied, int64_t value) noexcept nogil:
    varied.sum += value
    varied.squares += value * value


cdef inline double variation(const Varied *varied, double count) noexcept nogil:
    """Standard deviation over mean."""
    cdef double mean = varied.sum / count
    cdef double variance = max(0.0, varied.squares / count - mean * mean)
    return min(sqrt(variance) / max(mean, 1e-9), 10.0)


cdef void summed(Work w, Py_ssize_t candidate, Sums *found) noexcept nogil:
    """Sum what there is to sum over the records of a candidate."""
    cdef Py_ssize_t record, lane, place, first = w.first[candidate], last = w.first[candidate + 1] - 1
    cdef Sums sums
    cdef int32_t[LANES] held, total, some
    cdef int32_t[SKETCH] signs, sketch
    # Running sums and counts in front of a record and behind it.
    cdef const int32_t *before
    cdef const int32_t *behind
    cdef const int32_t *bits
    cdef const int32_t *other_bits
    cdef int64_t start, stop, after
    cdef int32_t rows, above, seen = -1, text
    cdef uint64_t within = 0  # eight counts of records, of one byte each
    memset(&sums, 0, sizeof(Sums))
    memset(total, 0, sizeof(total))
    memset(some, 0, sizeof(some))
    memset(sketch, 0, sizeof(sketch))
    sums.count = last + 1 - first
    for record in range(first, last + 1):
        start, stop = w.start[record], w.stop[record]
        before, behind = w.sums_before(start), w.sums_before(stop)
        rows = <int32_t>(stop - start)
        for lane in range(FOURS):
            held[lane] = behind[lane] - before[lane]
            total[lane] += held[lane]
            some[lane] += held[lane] > 0
        for lane in range(FOURS, LANES):
            held[lane] = behind[lane] - before[lane]
            total[lane] += held[lane]
            some[lane] += held[lane] > 0
        w.lengths[record - first] = held[CHARS]

        sums.two_texts += held[TEXTS] >= 2
        sums.four_texts += held[TEXTS] >= 4
        sums.one_image += held[IMAGES] == 1
        sums.all_link += held[LINK_CHARS] >= held[CHARS]
        # The last record is followed by its own stop.
        after = w.start[record + 1] if record < last else stop
        sums.adjacent += after == stop
        if w.signal != NULL:
            sums.signal_starts += w.signal[start]

        sums.top[w.top[w.tag[start]]] += 1
        within += w.within[start]
        if (record - first) % 255 == 254 or record == last:
            for place in range(INSIDE_COUNT):
                sums.inside[place] += (<uint8_t *>&within)[place]
            within = 0
        above = w.parent[start]
        if above != seen and w.seen_row[above] != candidate:
            w.seen_row[above] = <int32_t>candidate
            sums.parents += 1
            sums.siblings += w.children[above]
        seen = above

        add(&sums.chars, held[CHARS])
        add(&sums.texts, held[TEXTS])
        add(&sums.rows, rows)
        add(&sums.links, held[LINKS])
        add(&sums.words, held[WORDS])
        if after > stop:
            add(&sums.gap, w.chars[after] - w.chars[stop])
        add(&sums.children, w.children[start])
        sums.depth += w.depth[start]

        # A path's bits are signs: 1 counts as +1, 0 as -1.
        bits, other_bits = w.bits + SKETCH * start, w.bits + SKETCH * stop
        for place in range(SKETCH):
            signs[place] = 2 * (other_bits[place] - bits[place]) - rows
            sketch[place] += signs[place]
        sums.sketch_squares += squares_of(signs, rows)
        sums.shapes += is_new(w.shapes, w.last_slot, candidate, signs[0] + 1_000 * <int64_t>signs[1] + 1_000_000 * <int64_t>signs[2])
        sums.different += is_new(
            w.texts, w.last_slot, candidate, <int64_t>(w.text_hash[w.before[stop]] - w.text_hash[w.before[start]])
        )
        # The text that it starts with: of those before it there are as many as texts.
        text = <int32_t>w.text_id[before[TEXTS]] + 1
        sums.firsts += w.seen_text[text] != candidate
        w.seen_text[text] = <int32_t>candidate
    sums.total, sums.some, sums.sketch = total, some, sketch
    sums.total[ROWS] = <int32_t>sums.rows.sum
    found[0] = sums


cdef inline int64_t squares_of(const int32_t *signs, int32_t rows) noexcept nogil:
    """The sum of the squares of signs of so many rows."""
    cdef int16_t[SKETCH] small
    cdef int32_t sum = 0
    cdef int64_t whole = 0
    cdef Py_ssize_t place
    if rows <= SMALL:
        for place in range(SKETCH):
            small[place] = <int16_t>signs[place]
        for place in range(SKETCH):
            sum += <int32_t>small[place] * small[place]
        return sum
    for place in range(SKETCH):
        whole += <int64_t>signs[place] * signs[place]
    return whole


cdef inline bint is_new(Slot *slots, uint64_t mask, Py_ssize_t owner, int64_t number) noexcept nogil:
    """Whether this owner had no such number yet, of at most half as many as there are slots."""
    cdef uint64_t value = <uint64_t>number, slot = ((value * <uint64_t>0x9E3779B97F4A7C15) >> 32) & mask
    while slots[slot].owner == owner:
        if slots[slot].value == value:
            return False
        slot = (slot + 1) & mask
    slots[slot].owner, slots[slot].value = owner, value
    return True


cdef void sizes(Work w, Py_ssize_t candidate, const Sums *sums) noexcept nogil:
    """How many records, how large, of what; against the page."""
    cdef double *f = w.features(candidate)
    cdef const int32_t *total = sums.total
    cdef double count = sums.count, chars = max(1.0, total[CHARS]), texts = max(1.0, total[TEXTS])
    cdef double links = max(1.0, total[LINKS]), all_links = max(1.0, w.whole(LINKS))
    f[COUNT] = log2(count)
    f[MEAN_CHARS] = log2(1 + total[CHARS] / count)
    f[MEAN_WORDS] = log2(1 + total[WORDS] / count)
    f[MEAN_TEXTS] = log2(1 + total[TEXTS] / count)
    f[MEAN_ROWS] = log2(1 + total[ROWS] / count)
    f[MEAN_LINK_CHARS] = log2(1 + total[LINK_CHARS] / count)
    f[MEAN_LINK_TEXTS] = log2(1 + total[LINK_TEXTS] / count)
    f[MEAN_NUMBERS] = log2(1 + total[NUMBERS] / count)
    f[MEAN_UPPER] = log2(1 + total[UPPER] / count)
    f[MEAN_LONG_TEXTS] = log2(1 + total[LONG_TEXTS] / count)
    f[MEAN_IMAGES] = log2(1 + total[IMAGES] / count)
    f[SHARE_CHARS] = total[CHARS] / max(1.0, w.whole(CHARS))
    f[SHARE_WORDS] = total[WORDS] / max(1.0, w.whole(WORDS))
    f[SHARE_TEXTS] = total[TEXTS] / max(1.0, w.whole(TEXTS))
    f[SHARE_SIGNS] = total[SIGNS] / max(1.0, w.whole(SIGNS))
    f[SHARE_DIGITS] = total[DIGITS] / max(1.0, w.whole(DIGITS))
    f[SHARE_UPPER] = total[UPPER] / max(1.0, w.whole(UPPER))
    f[SHARE_LONG_TEXTS] = total[LONG_TEXTS] / max(1.0, w.whole(LONG_TEXTS))
    f[SHARE_LINK_CHARS] = total[LINK_CHARS] / max(1.0, w.whole(LINK_CHARS))
    f[SHARE_IMAGES] = total[IMAGES] / max(1.0, w.whole(IMAGES))
    f[SHARE_PROSE] = total[PROSE] / max(1.0, w.whole(PROSE))
    f[CV_CHARS] = variation(&sums.chars, count)
    f[CV_TEXTS] = variation(&sums.texts, count)
    f[CV_ROWS] = variation(&sums.rows, count)
    f[CV_LINKS] = variation(&sums.links, count)
    f[CV_WORDS] = variation(&sums.words, count)
    f[SOME_LINKS] = sums.some[LINKS] / count
    f[SOME_IMAGES] = sums.some[IMAGES] / count
    f[SOME_HEADINGS] = sums.some[HEADINGS] / count
    f[SOME_NUMBERS] = sums.some[NUMBERS] / count
    f[SOME_LONG_TEXTS] = sums.some[LONG_TEXTS] / count
    f[SOME_BOLD] = sums.some[BOLD] / count
    f[SOME_TITLED] = sums.some[TITLED] / count
    f[SOME_PRICES] = sums.some[PRICES] / count
    f[LINK_DENSITY] = total[LINK_CHARS] / chars
    f[DIGIT_DENSITY] = total[DIGITS] / chars
    f[SIGN_DENSITY] = total[SIGNS] / chars
    f[UPPER_DENSITY] = total[UPPER] / chars
    f[TEXT_LENGTH] = log2(1 + total[CHARS] / texts)
    f[REPEATED_TEXTS] = total[REPEATED] / texts
    f[F_HREF_DIGITS] = total[HREF_DIGITS] / links
    f[F_HREF_CHARS] = log2(1 + total[HREF_CHARS] / links)
    f[MORE_HREF_CHARS] = f[F_HREF_CHARS] - log2(1 + w.whole(HREF_CHARS) / all_links)
    f[F_HREF_STEPS] = total[HREF_STEPS] / links
    f[MORE_HREF_STEPS] = f[F_HREF_STEPS] - w.whole(HREF_STEPS) / all_links
    f[SHARE_PRICES] = total[PRICES] / max(1.0, w.whole(PRICES))
    f[TWO_TEXTS] = sums.two_texts / count
    f[FOUR_TEXTS] = sums.four_texts / count
    f[ONE_IMAGE] = sums.one_image / count
    f[ALL_LINK] = sums.all_link / count
    f[PROSE_ELSEWHERE] = log2(1 + w.whole(PROSE) - total[PROSE]) - log2(1.0 + total[CHARS])
    f[MORE_LINKS] = f[LINK_DENSITY] - w.whole(LINK_CHARS) / max(1.0, w.whole(CHARS))
    f[MORE_TITLED] = f[SOME_TITLED] - w.whole(TITLED) / max(1.0, w.whole(TEXTS))


cdef void regularity(Work w, Py_ssize_t candidate, const Sums *sums) noexcept nogil:
    """How alike records are in their tag paths and different in their texts."""
    cdef double *f = w.features(candidate)
    cdef double squares = sums.count * sums.sketch_squares
    cdef int64_t length = 0, tiny = <int64_t>ceil(0.25 * (sums.total[CHARS] / sums.count)), tinies = 0
    cdef Py_ssize_t place
    # Variance of the sketches over their mean square, in whole numbers, so that equal ones are equal.
    for place in range(SKETCH):
        length += <int64_t>sums.sketch[place] * sums.sketch[place]
    f[IRREGULARITY] = sqrt((squares - length) / max(squares, 1.0))
    for place in range(w.first[candidate + 1] - w.first[candidate]):
        tinies += w.lengths[place] < tiny
    f[DISTINCT_SHAPES] = sums.shapes / sums.count
    f[DISTINCT_RECORDS] = sums.different / sums.count
    f[DISTINCT_FIRSTS] = sums.firsts / sums.count
    f[TINY_RECORDS] = tinies / sums.count


cdef void places(Work w, Py_ssize_t candidate, const Sums *sums) noexcept nogil:
    """Where the candidate stands, and how much of what is around it belongs to it."""
    cdef double *f = w.features(candidate)
    cdef int64_t low = w.start[w.first[candidate]], high = w.stop[w.first[candidate + 1] - 1]
    cdef double rows = w.rows, whole = max(1.0, w.chars[w.rows]), pairs = max(1.0, sums.count - 1)
    f[CHARS_BEFORE] = w.chars[low] / whole
    f[CHARS_AFTER] = 1 - w.chars[high] / whole
    f[ROWS_BEFORE] = low / rows
    f[ROWS_AFTER] = 1 - high / rows
    f[SPAN_ROWS] = (high - low) / rows
    f[COVERS_SPAN] = sums.total[CHARS] / max(1.0, w.chars[high] - w.chars[low])
    f[ADJACENT] = (sums.adjacent - 1) / pairs  # the last one is no pair
    f[GAP_CHARS] = log2(1 + sums.gap.sum / pairs)
    f[GAP_VARIATION] = variation(&sums.gap, sums.count)
    f[AFTER_TITLE] = low > w.title if w.title else -1
    f[CHARS_FROM_TITLE] = (w.chars[low] - w.chars[w.title]) / whole if w.title else -2


cdef void families(Work w, Py_ssize_t candidate, const Sums *sums) noexcept nogil:
    """How records are spread over parents, and who else is there."""
    cdef double *f = w.features(candidate)
    cdef int64_t around = common_ancestor(w, candidate), held = w.chars[w.end[around]] - w.chars[around]
    f[COVERS_ANCESTOR] = sums.total[CHARS] / max(1.0, held)
    f[SHARE_ANCESTOR] = held / max(1.0, w.chars[w.rows])
    f[LEVELS] = sums.depth / sums.count - w.depth[around]
    f[PARENTS] = sums.parents / sums.count
    f[SIBLINGS_USED] = sums.count / max(1.0, sums.siblings)
    f[SAME_CHILDREN] = variation(&sums.children, sums.count)


cdef int64_t common_ancestor(Work w, Py_ssize_t candidate) noexcept nogil:
    """The deepest row around all records of a candidate."""
    cdef int64_t high = w.stop[w.first[candidate + 1] - 1], at = w.parent[w.start[w.first[candidate]]]
    while at > 0 and w.end[at] < high:
        at = w.parent[at]
    return max(at, <int64_t>0)


cdef void kinds(Work w, Py_ssize_t candidate, const Sums *sums) noexcept nogil:
    """What records are, where they stand, and how they were found."""
    cdef double *f = w.features(candidate)
    cdef Py_ssize_t place
    for place in range(TOPS_COUNT):
        f[TOP + place] = sums.top[place] / sums.count
    for place in range(INSIDE_COUNT):
        f[IN + place] = sums.inside[place] / sums.count
    f[IS_RUN] = w.source[candidate] == 10 or w.source[candidate] == 11
    f[IS_BETWEEN] = w.source[candidate] == 12
    f[SIGNAL_STARTS] = sums.signal_starts / sums.count


cdef inline Py_ssize_t sampled(Work w, Py_ssize_t candidate, Py_ssize_t place) noexcept nogil:
    """One of the first records; the last again and again where there are few."""
    return min(w.first[candidate] + place, w.first[candidate + 1] - 1)


cdef void fields(Work w, Py_ssize_t candidate) noexcept nogil:
    """How many different fields a record has (a row of records repeats its fields instead), and whether what stands right
    before the first record or right after the last is such as records have inside: then the cut is one late, the list has
    further parts, or the records are parts of the real ones."""
    cdef double *f = w.features(candidate)
    cdef int64_t leaves = 0, different = 0, together = 0, low, high, leaf, tag
    cdef Py_ssize_t place, record
    for place in range(SAMPLE):
        record = sampled(w, candidate, place)
        low = w.leaves[w.start[record]]
        high = min(w.leaves[w.stop[record]], low + LEAVES)
        leaves += high - low
        for leaf in range(low, high):
            tag = w.tags[w.leaf_rows[leaf]]
            if w.seen_tag[tag] != SAMPLE * candidate + place:
                w.seen_tag[tag] = <int32_t>(SAMPLE * candidate + place)
                different += 1
            if w.seen_field[tag] != candidate:
                w.seen_field[tag] = <int32_t>candidate
                together += 1
    f[FIELDS] = log2(1 + different / <double>SAMPLE)
    f[FIELDS_REPEATED] = leaves / max(1.0, different)
    # All fields of the first records together against the fields of one: 1 where records are alike.
    f[FIELDS_SHARED] = different / <double>SAMPLE / max(1.0, together)
    f[FIELD_BEFORE] = is_field(w, candidate, w.leaves[w.start[w.first[candidate]]] - 1)
    f[FIELD_AFTER] = is_field(w, candidate, w.leaves[w.stop[w.first[candidate + 1] - 1]])


cdef bint is_field(Work w, Py_ssize_t candidate, int64_t leaf) noexcept nogil:
    """Whether a text or image has a tag path that the candidate's first records have inside."""
    if not 0 <= leaf < w.leaf_count:
        return False
    return w.seen_field[w.tags[w.leaf_rows[leaf]]] == candidate


cdef void targets(Work w, Py_ssize_t candidate) noexcept nogil:
    """How many addresses the links of a record have: a card's links lead to one place, a section's to many."""
    cdef double *f = w.features(candidate)
    cdef int64_t links = 0, different = 0, low, high, link, stamp
    cdef Py_ssize_t place, record
    for place in range(SAMPLE):
        record, stamp = sampled(w, candidate, place), SAMPLE * candidate + place
        low = w.sums_before(w.start[record])[LINKS]
        high = min(<int64_t>w.sums_before(w.stop[record])[LINKS], low + LEAVES)
        links += high - low
        for link in range(low, high):
            if w.seen_link[w.link_id[link]] != stamp:
                w.seen_link[w.link_id[link]] = <int32_t>stamp
                different += 1
    f[TARGETS] = log2(1 + different / <double>SAMPLE)
    f[LINKS_PER_TARGET] = links / max(1.0, different)


cdef int said(Work w, Py_ssize_t candidate) except -1 nogil:
    """Whether the page says how many records it shows ("1-24 of 310"), and whether it is as many as these."""
    cdef double *f = w.features(candidate)
    cdef double count = w.first[candidate + 1] - w.first[candidate], nearest = INFINITY
    cdef Py_ssize_t place
    for place in range(w.said_count):
        nearest = min(nearest, abs(count - w.said_counts[place]))
    f[COUNT_SAID] = nearest == 0
    f[COUNT_NEAR] = min(nearest / count, 1.0) if w.said_count else -1


cdef void among_others(Work w) noexcept nogil:
    """Ranks and ratios among the page's candidates, and how candidates lie inside of each other."""
    cdef int[RANKED_COUNT] ranked
    cdef Py_ssize_t place
    ranked[0], ranked[1], ranked[2], ranked[3] = COUNT, SHARE_CHARS, SHARE_TEXTS, MEAN_CHARS
    ranked[4], ranked[5], ranked[6], ranked[7] = MEAN_TEXTS, IRREGULARITY, LINK_DENSITY, CV_CHARS
    for place in range(RANKED_COUNT):
        ranks(w, ranked[place], RANK + place, OF_BEST + place)
    nesting(w)
    neighbours(w)


cdef void ranks(Work w, Py_ssize_t feature, Py_ssize_t rank, Py_ssize_t of_best) noexcept nogil:
    """How many candidates have more, as a share of the others, of equal ones those before; and the ratio to the largest value."""
    cdef Py_ssize_t one, low, high, middle, count = w.count
    cdef double value, others = max(1.0, count - 1)
    cdef double *ordered = w.values  # largest first
    for one in range(count):
        value, low, high = w.features(one)[feature], 0, one
        while low < high:
            middle = (low + high) >> 1
            if ordered[middle] >= value:
                low = middle + 1
            else:
                high = middle
        memmove(ordered + low + 1, ordered + low, (one - low) * sizeof(double))
        memmove(w.order + low + 1, w.order + low, (one - low) * sizeof(int32_t))
        ordered[low], w.order[low] = value, <int32_t>one
    for one in range(count):
        w.features(w.order[one])[rank] = one / others
        w.features(w.order[one])[of_best] = ordered[one] / max(1e-9, ordered[0])


cdef void nesting(Work w) noexcept nogil:
    """Count of each candidate how many of the first, the middle and the last record lie inside of records of another."""
    cdef Py_ssize_t candidate, place, record, row
    cdef int64_t sample
    cdef int32_t at
    cdef uint8_t *held
    # The sampled records in the order of their starts, by counting: `sampled_before[row]` of them start before a row.
    for candidate in range(w.count):
        for place in range(3):
            w.sampled_before[w.start[third(w, candidate, place)] + 2] += 1
    for row in range(w.rows):
        w.sampled_before[row + 2] += w.sampled_before[row + 1]
    for candidate in range(w.count):
        for place in range(3):
            sample = third(w, candidate, place)
            at = w.sampled_before[w.start[sample] + 1]
            w.samples[at], w.sample_owner[at] = <int32_t>sample, <int32_t>candidate
            w.sampled_before[w.start[sample] + 1] += 1
    for candidate in range(w.count):
        for record in range(w.first[candidate], w.first[candidate + 1]):
            for at in range(w.sampled_before[w.start[record]], w.sampled_before[w.stop[record]]):
                if w.stop[w.samples[at]] <= w.stop[record]:
                    held = w.inside + w.wide * w.sample_owner[at] + candidate
                    held[0] = min(held[0] + 1, 3)
                    w.around[w.wide * candidate + w.sample_owner[at]] = held[0]


cdef inline int64_t third(Work w, Py_ssize_t candidate, Py_ssize_t place) noexcept nogil:
    """The first, the middle or the last record of a candidate."""
    cdef int64_t first = w.first[candidate], last = w.first[candidate + 1] - 1
    return first if place == 0 else last if place == 2 else (first + last) // 2


cdef void neighbours(Work w) noexcept nogil:
    """What the candidates around a candidate, and those inside of it, are like."""
    cdef Py_ssize_t one, other, eight, count = w.count
    cdef bint inside, around
    cdef Py_ssize_t outer, wider, narrower, fullest, containers, contained
    cdef double records, others, most, many
    cdef double *f
    cdef double *g
    cdef const uint64_t *rows_inside
    cdef const uint64_t *rows_around
    cdef uint64_t near
    for one in range(count):
        f = w.features(one)
        records = w.first[one + 1] - w.first[one]
        outer = wider = narrower = fullest = -1
        containers = contained = 0
        most = 0
        rows_inside, rows_around = <const uint64_t *>(w.inside + w.wide * one), <const uint64_t *>(w.around + w.wide * one)
        for eight in range(w.wide // 8):
            # At least two of the first, the middle and the last record of one lie inside of records of the other: 2 or 3.
            near = (rows_inside[eight] | rows_around[eight]) & <uint64_t>0x0202020202020202
            while near:
                other = 8 * eight + byte_of(lowest_bit(near) >> 3)
                near &= near - 1
                if one == other:
                    continue
                inside, around = w.inside[w.wide * one + other] >= 2, w.around[w.wide * one + other] >= 2
                others = w.first[other + 1] - w.first[other]
                g = w.features(other)
                if inside:
                    containers += 1
                    # The nearest candidate around: the one with the least text of those that contain this one.
                    if outer < 0 or g[MEAN_CHARS] < w.features(outer)[MEAN_CHARS]:
                        outer = other
                    # As many records around (or inside of) these: the same records, cut wider (narrower).
                    if abs(records - others) <= 0.1 * records:
                        if wider < 0 or g[MEAN_CHARS] > w.features(wider)[MEAN_CHARS]:
                            wider = other
                if around:
                    contained += 1
                    if abs(records - others) <= 0.1 * others:
                        if narrower < 0 or g[MEAN_CHARS] < w.features(narrower)[MEAN_CHARS]:
                            narrower = other
                    # The one inside with most records per record: a group of records has several, a record's fields do not.
                    many = others / records
                    if many > most:
                        most, fullest = many, other
        f[CONTAINERS], f[CONTAINED] = containers, contained
        f[OUTER_COUNT] = log2(records / (w.first[outer + 1] - w.first[outer])) if outer >= 0 else 0
        f[OUTER_SHARE] = min(5.0, max(0.0, f[SHARE_CHARS] / max(1e-9, w.features(outer)[SHARE_CHARS]))) if outer >= 0 else 0
        f[WIDER_SIZE] = w.features(wider)[MEAN_CHARS] - f[MEAN_CHARS] if wider >= 0 else 0
        f[WIDER_COVER] = w.features(wider)[COVERS_ANCESTOR] - f[COVERS_ANCESTOR] if wider >= 0 else -2
        f[NARROWER_SIZE] = f[MEAN_CHARS] - w.features(narrower)[MEAN_CHARS] if narrower >= 0 else 0
        f[NARROWER_TEXTS] = f[MEAN_TEXTS] - w.features(narrower)[MEAN_TEXTS] if narrower >= 0 else 0
        f[MOST_INSIDE] = log2(1 + most)
        f[MOST_INSIDE_CHARS] = w.features(fullest)[MEAN_CHARS] if fullest >= 0 else 0


if len(NAMES) != FEATURES:
    raise ImportError("features and their names differ in number")
