# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Texts and elements -> what is counted of them, and its running sums."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp

from pagerows.page._strings import numbered
from pagerows.measures._lanes cimport (
    CHARS, DIGITS, HREF_CHARS, HREF_DIGITS, HREF_STEPS, IMAGES, LANES, LINK_CHARS, LINK_TEXTS, LINKS, LONG_TEXTS, NUMBERS,
    PRICES, PROSE, REPEATED, SIGNS, SKETCH, TEXTS, TITLED, UPPER, WORDS,
)

#: The kind of text rows, as `nodes.TEXT` has it; marks of rows: something is counted there; a text or an image is there.
cdef enum: TEXT_KIND = 1, COUNTED_THERE = 1, LEAF_THERE = 2

#: Kinds of characters, as `texts.KINDS` has them.
cdef enum: OTHER, DIGIT, SIGN, SPACE, CAPITAL, CURRENCY, KINDS
#: Characters from which a text is long, and prose; most that are counted of an address.
cdef enum: LONG = 60, PROSAIC = 120, LONGEST_HREF = 500


cdef class Sheet:
    """All columns of a page as kernels read them, each looked up once."""

    def __init__(self, nodes, columns):
        self.rows, self.paths = len(nodes), len(nodes.paths)
        self.tag, self.parent, self.depth, self.end = nodes.tag, nodes.parent, nodes.depth, nodes.end
        self.path, self.kind = nodes.path, nodes.kind
        self.before, self.chars, self.leaves = columns.before, columns.chars, columns.leaves
        self.text_id, self.link_id, self.text_hash = columns.text_id, columns.link_id, columns.text_hash
        self.plain, self.tags, self.step = columns.plain, columns.tags, columns.step
        self.sums, self.bits, self.said = columns.sums, columns.bits, columns.said
        if self.sums.shape[1] != LANES or self.bits.shape[1] != SKETCH:
            raise ValueError("sums and sketches have another width")
        self.numbers = {name: number for number, name in enumerate(nodes.tags)}

    cdef int32_t number(self, str name) except? -1:
        """The number of a tag, -1 where the page has none."""
        return self.numbers.get(name, -1)


def rows_of(
    const int32_t[::1] tag, const int8_t[::1] kind, const uint8_t[::1] shown, const int32_t[::1] lane_of_tag, int32_t link
):
    """Return the rows of visible texts, those with the tag of links, and visible ones with a tag that is counted in a lane."""
    cdef Py_ssize_t row, count = tag.shape[0], text_count = 0, link_count = 0, element_count = 0
    texts, links, elements = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    cdef int64_t[::1] in_texts = texts, in_links = links, in_elements = elements
    with nogil:
        for row in range(count):
            if kind[row] == TEXT_KIND:
                if shown[row]:
                    in_texts[text_count] = row
                    text_count += 1
                continue
            if tag[row] == link:
                in_links[link_count] = row
                link_count += 1
            if shown[row] and lane_of_tag[tag[row]] >= 0:
                in_elements[element_count] = row
                element_count += 1
    return texts[:text_count], links[:link_count], elements[:element_count]


cdef class Counted:
    """What is counted over the n rows of a page, as `Columns` has it."""

    cdef readonly object before, sums, text_hash, text_id, chars, leaves


def counted(
    const int32_t[::1] tag, const int32_t[::1] end, const int32_t[::1] lane_of_tag, const int64_t[::1] rows, texts,
    const uint8_t[::1] titled, const int64_t[::1] links, hrefs, const int64_t[::1] elements, const uint8_t[::1] kinds,
):
    """Count what texts (at `rows`), links and elements have, and sum it up over the page.

    `texts` and `hrefs` are strings as `Strings` has them; `titled` tells of each text whether it has a word of the title.
    """
    cdef Py_ssize_t row, place, lane, count = tag.shape[0]
    cdef Counted found = Counted()
    there, found.before, found.leaves = np.zeros(count, np.uint8), np.empty(count + 1, np.int64), np.empty(count + 1, np.int64)
    cdef uint8_t[::1] in_there = there
    cdef int64_t[::1] before = found.before, leaves = found.leaves
    with nogil:
        mark(rows, in_there, COUNTED_THERE | LEAF_THERE)
        mark(links, in_there, COUNTED_THERE)
        for place in range(elements.shape[0]):
            in_there[elements[place]] |= COUNTED_THERE | (LEAF_THERE if lane_of_tag[tag[elements[place]]] == IMAGES else 0)
        count_before(in_there, COUNTED_THERE, before)
        count_before(in_there, LEAF_THERE, leaves)
    cdef Py_ssize_t size = before[count] + 1
    ids = numbered(*texts)
    found.sums, found.text_hash, found.chars = np.zeros((size, LANES), np.int32), np.zeros(size, np.uint64), np.empty(count + 1, np.int64)
    found.text_id = np.full(len(ids) + 1, -1, np.int64)
    found.text_id[: len(ids)] = ids
    cdef int32_t[:, ::1] sums = found.sums
    cdef uint64_t[::1] text_hash = found.text_hash
    cdef int64_t[::1] chars = found.chars
    cdef const int32_t[::1] in_ids = ids
    cdef int32_t[::1] times = np.zeros(len(ids) + 1, np.int32)
    cdef const uint8_t[::1] buffer = texts[0], addresses = hrefs[0]
    cdef const int64_t[::1] start = texts[1], stop = texts[2], first = hrefs[1], last = hrefs[2]
    with nogil:
        text_lanes(buffer, start, stop, kinds, rows, links, end, in_ids, times, titled, before, sums)
        link_lanes(addresses, first, last, links, before, sums)
        for place in range(elements.shape[0]):
            sums[before[elements[place]] + 1, lane_of_tag[tag[elements[place]]]] = 1
        for place in range(1, size):
            for lane in range(LANES):
                sums[place, lane] += sums[place - 1, lane]
        text_hashes(rows, before, in_ids, text_hash)
        for row in range(count + 1):
            chars[row] = sums[before[row], CHARS]
    return found


cdef int mark(const int64_t[::1] rows, uint8_t[::1] there, uint8_t what) except -1 nogil:
    cdef Py_ssize_t place
    for place in range(rows.shape[0]):
        there[rows[place]] |= what
    return 0


cdef int count_before(const uint8_t[::1] there, uint8_t what, int64_t[::1] found) except -1 nogil:
    """Count the rows that are marked with `what` before each row, and before the end."""
    cdef Py_ssize_t row
    found[0] = 0
    for row in range(there.shape[0]):
        found[row + 1] = found[row] + (there[row] & what != 0)
    return 0


cdef int text_lanes(
    const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop, const uint8_t[::1] kinds,
    const int64_t[::1] rows, const int64_t[::1] links, const int32_t[::1] end, const int32_t[::1] ids, int32_t[::1] times,
    const uint8_t[::1] titled, const int64_t[::1] before, int32_t[:, ::1] lanes,
) except -1 nogil:
    """Write what is counted of each text into the lanes behind its row.

    `rows` are the rows of the texts, `links` those of links, `ids` the number of each text among the different ones; `times`
    is room to count how often each occurs. `lanes` has one row more than there are counted ones: sums are behind what they
    count.
    """
    cdef Py_ssize_t text, link = 0, at
    cdef int64_t reach = 0, chars
    cdef int64_t[KINDS] of_kind
    cdef bint covered
    for text in range(ids.shape[0]):
        times[ids[text]] += 1
    for text in range(rows.shape[0]):
        # Links are in order, but may stand inside of each other: how far they reach so far is what matters.
        while link < links.shape[0] and links[link] < rows[text]:
            reach = max(reach, <int64_t>end[links[link]])
            link += 1
        covered = rows[text] < reach
        chars = characters(buffer, start[text], stop[text], kinds, of_kind)
        at = before[rows[text]] + 1
        lanes[at, CHARS] = chars
        lanes[at, TEXTS] = 1
        lanes[at, LINK_CHARS] = chars if covered else 0
        lanes[at, DIGITS] = of_kind[DIGIT]
        lanes[at, NUMBERS] = of_kind[DIGIT] > 0
        lanes[at, SIGNS] = of_kind[SIGN] + of_kind[CURRENCY]
        lanes[at, WORDS] = of_kind[SPACE] + (chars > 0)
        lanes[at, LONG_TEXTS] = chars >= LONG
        lanes[at, REPEATED] = times[ids[text]] > 1
        lanes[at, UPPER] = of_kind[CAPITAL]
        lanes[at, PROSE] = chars if chars >= PROSAIC and not covered else 0
        lanes[at, LINK_TEXTS] = covered
        lanes[at, TITLED] = titled[text]
        lanes[at, PRICES] = of_kind[CURRENCY] > 0
    return 0


cdef int64_t characters(
    const uint8_t[::1] buffer, int64_t start, int64_t stop, const uint8_t[::1] kinds, int64_t *of_kind
) except -1 nogil:
    """Count the characters of a text, by kind."""
    cdef int64_t at = start, count = 0
    cdef uint32_t point
    cdef int kind
    for kind in range(KINDS):
        of_kind[kind] = 0
    while at < stop:
        point = buffer[at]
        at += 1
        while at < stop and buffer[at] & 0xC0 == 0x80:
            point = (point << 6) | (buffer[at] & 0x3F)
            at += 1
        count += 1
        # The marks of UTF-8 are still in front: two bytes 0xC0 << 6, three 0xE0 << 12.
        if point >= 0x80:
            point = point & 0x7FF if point < 0x4000 else point & 0xFFFF if point < 0x100000 else 0x10000
        if point < kinds.shape[0]:
            of_kind[kinds[point]] += 1
        elif 0x20A0 <= point <= 0x20CF:
            of_kind[CURRENCY] += 1
    return count


cdef int link_lanes(
    const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop, const int64_t[::1] links,
    const int64_t[::1] before, int32_t[:, ::1] lanes,
) except -1 nogil:
    """Write what is counted of each link's address into the lanes behind its row."""
    cdef Py_ssize_t link, at
    cdef int64_t place, chars, digits, steps
    for link in range(links.shape[0]):
        chars = digits = steps = 0
        for place in range(start[link], stop[link]):
            chars += buffer[place] & 0xC0 != 0x80
            digits += c'0' <= buffer[place] <= c'9'
            steps += buffer[place] == c'/'
        at = before[links[link]] + 1
        lanes[at, LINKS] = 1
        lanes[at, HREF_DIGITS] = digits > 0
        lanes[at, HREF_CHARS] = min(chars, <int64_t>LONGEST_HREF)
        lanes[at, HREF_STEPS] = steps
    return 0


cdef int text_hashes(const int64_t[::1] rows, const int64_t[::1] before, const int32_t[::1] ids, uint64_t[::1] found) except -1 nogil:
    """Write the running sum of a large number for each text, equal for equal texts: a difference names a set of texts."""
    cdef Py_ssize_t text, place
    cdef uint64_t each
    for text in range(rows.shape[0]):
        each = <uint64_t>(ids[text] + 1) * <uint64_t>0x9E3779B97F4A7C15
        each = (each ^ (each >> 29)) * <uint64_t>0xBF58476D1CE4E5B9
        found[before[rows[text]] + 1] = each
    for place in range(1, found.shape[0]):
        found[place] += found[place - 1]
    return 0


def sketches(const int32_t[::1] tags, const uint8_t[::1] drawn, Py_ssize_t paths):
    """Return the running count of rows with a 1 in each of the bits that were drawn for their tag path. (n + 1, SKETCH)

    The first bits of all `paths` were drawn first, then the second ones, and so on.
    """
    cdef Py_ssize_t row, bit, path
    cdef uint8_t[:, ::1] bits = np.empty((paths, SKETCH), np.uint8)
    found = np.empty((tags.shape[0] + 1, SKETCH), np.int32)
    cdef int32_t[:, ::1] in_found = found
    with nogil:
        for bit in range(SKETCH):
            in_found[0, bit] = 0
            for path in range(paths):
                bits[path, bit] = drawn[bit * paths + path]
        for row in range(tags.shape[0]):
            for bit in range(SKETCH):
                in_found[row + 1, bit] = in_found[row, bit] + bits[tags[row], bit]
    return found


# -- words of the title --------------------------------------------------------------------------------------------------


def with_words(const uint8_t[::1] text, list words, Py_ssize_t count):
    """Return which of `count` texts, one after another with a NUL between them, have one of some words somewhere."""
    cdef const uint8_t[::1] letters = b"".join(words)
    cdef int64_t[::1] edges = np.cumsum([0, *map(len, words)], dtype=np.int64)
    cdef uint8_t[256] begins
    cdef Py_ssize_t at = 0, each = 0, word
    found = np.zeros(count, np.uint8)
    cdef uint8_t[::1] in_found = found
    with nogil:
        for word in range(256):
            begins[word] = False
        for word in range(edges.shape[0] - 1):
            begins[letters[edges[word]]] = True
        while at < text.shape[0]:
            if text[at] == 0:
                each += 1
            elif each < count and begins[text[at]] and not in_found[each]:
                for word in range(edges.shape[0] - 1):
                    if stands(text, at, letters, edges[word], edges[word + 1]):
                        in_found[each] = True
                        break
            at += 1
    return found


cdef bint stands(const uint8_t[::1] text, Py_ssize_t at, const uint8_t[::1] letters, int64_t first, int64_t last) except -1 nogil:
    return text.shape[0] - at >= last - first and not memcmp(&text[at], &letters[first], last - first)


# -- "1-24 of 310" -------------------------------------------------------------------------------------------------------


cdef bint is_blank(uint8_t c) noexcept nogil:
    return c == 0x20 or 0x09 <= c <= 0x0D or 0x1C <= c <= 0x1F


cdef bint is_letter(uint8_t c) noexcept nogil:
    return c'a' <= c <= c'z' or c'A' <= c <= c'Z' or c == c'_'


cdef bint is_digit(uint8_t c) noexcept nogil:
    return c'0' <= c <= c'9'


cdef bint may_start(const uint8_t[::1] text, Py_ssize_t at) except -1 nogil:
    """Whether a digit, a number's first one, begins a number, a dash or a short word, and another number.

    Where there are characters beyond ASCII, it may.
    """
    cdef Py_ssize_t size = text.shape[0], begun = at
    while at < size and at < begun + 6 and is_digit(text[at]):
        at += 1
    if at < size and is_blank(text[at]):
        at += 1
    begun = at
    if at < size and text[at] == c'-':
        at += 1
    while at < size and at < begun + 5 and is_letter(text[at]):
        at += 1
    if at < size and text[at] >= 0x80:
        return True
    if at < size and at > begun and is_blank(text[at]):
        at += 1
    return at < size and at > begun and (is_digit(text[at]) or text[at] >= 0x80)


def range_starts(const uint8_t[::1] text):
    """Return the characters at which a range of numbers may start: a quick look before a regular expression."""
    cdef Py_ssize_t at, number = -1
    cdef uint8_t lead
    found = []
    for at in range(text.shape[0]):
        lead = text[at]
        if lead & 0xC0 == 0x80:
            continue
        number += 1
        if is_digit(lead):
            if (at == 0 or not (is_digit(text[at - 1]) or text[at - 1] in b".,/:-")) and may_start(text, at):
                found.append(number)
        # Digits beyond ASCII begin at U+0660, and there are none from U+2000 to U+9FFF, where most such texts are.
        elif lead >= 0xD9 and not 0xE2 <= lead <= 0xE9:
            found.append(number)
    return found
