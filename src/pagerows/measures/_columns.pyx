# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Texts and elements -> what is counted of them, and its running sums."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cpython.bytes cimport PyBytes_FromStringAndSize

from pagerows.page._parser cimport Span
from pagerows.page._spans cimport Spans, numbered_spans, row_spans
from pagerows.measures._lanes cimport (
    CHARS, DIGITS, HREF_CHARS, HREF_DIGITS, HREF_STEPS, IMAGES, LANES, LINK_CHARS, LINK_TEXTS, LINKS, LONG_TEXTS, NUMBERS,
    PRICES, PROSE, REPEATED, SIGNS, SKETCH, TEXTS, TITLED, UPPER, WORDS,
)

#: The kind of text rows, as `nodes.TEXT` has it.
cdef enum: TEXT_KIND = 1

#: Kinds of characters, as `texts.KINDS` has them.
cdef enum: OTHER, DIGIT, SIGN, SPACE, CAPITAL, CURRENCY, KINDS
#: Characters from which a text is long, and prose; most that are counted of an address.
cdef enum: LONG = 60, PROSAIC = 120, LONGEST_HREF = 500
#: Words of the title that are looked for.
cdef enum: MOST_WORDS = 12


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


cdef class Counted:
    """What is counted over the n rows of a page, as `Columns` has it; and its visible texts in one, with NULs between them."""

    cdef readonly object before, sums, text_hash, text_id, link_id, chars, leaves
    cdef readonly bytes joined


cdef class Rows:
    """Rows of visible texts, of links that lead somewhere, and of visible elements that are counted in a lane."""

    cdef const int32_t[::1] tag, end
    cdef int32_t[::1] texts, links, elements
    cdef Spans text, href
    #: In which lane elements of each tag are counted, -1 for none.
    cdef int32_t[::1] lane_of_tag
    #: The number of each text and of each address among the different ones; how often each text occurs.
    cdef int32_t[::1] text_id, link_id, times


def counted(nodes, const uint8_t[::1] seen, uint8_t shown, dict lanes, list title, const uint8_t[::1] kinds):
    """Count what texts, links and elements have, and sum it up over the page.

    A row can be seen where `seen` is as `shown` says; `lanes` says in which lane elements of some tags are counted; `title` are the
    words of the title, in UTF-8, small and capital letters alike.
    """
    cdef Counted found = Counted()
    cdef Rows rows = rows_of(nodes, seen, shown, lanes)
    cdef Py_ssize_t count = rows.tag.shape[0], texts = rows.texts.shape[0], links = rows.links.shape[0], row, place
    numbers = np.empty(3 * (count + 1) + texts + 1 + links, np.int64)
    found.before, found.leaves = numbers[: count + 1], numbers[count + 1 : 2 * (count + 1)]
    found.chars = numbers[2 * (count + 1) : 3 * (count + 1)]
    found.text_id, found.link_id = numbers[3 * (count + 1) : 3 * (count + 1) + texts + 1], numbers[3 * (count + 1) + texts + 1 :]
    cdef int64_t[::1] room = numbers
    cdef int64_t[::1] before = room[: count + 1], leaves = room[count + 1 : 2 * (count + 1)]
    cdef int64_t[::1] chars = room[2 * (count + 1) : 3 * (count + 1)], ids = room[3 * (count + 1) :]
    count_before(rows, before, leaves)
    found.sums, found.text_hash = np.zeros((before[count] + 1, LANES), np.int32), np.zeros(before[count] + 1, np.uint64)
    cdef int32_t[:, ::1] sums = found.sums
    for place in range(texts):
        ids[place] = rows.text_id[place]
    ids[texts] = -1
    for place in range(links):
        ids[texts + 1 + place] = rows.link_id[place]
    found.joined = joined(rows.text)
    text_lanes(rows, kinds, before, sums)
    link_lanes(rows, before, sums)
    for place in range(rows.elements.shape[0]):
        sums[before[rows.elements[place]] + 1, rows.lane_of_tag[rows.tag[rows.elements[place]]]] = 1
    if title:
        mark_titled(rows, title, before, sums)
    run_sums(sums)
    text_hashes(rows, before, found.text_hash)
    for row in range(count + 1):
        chars[row] = sums[before[row], CHARS]
    return found


cdef Rows rows_of(nodes, const uint8_t[::1] seen, uint8_t shown, dict lanes):
    """The rows where something is counted, and what stands there: texts without white space at their ends, addresses."""
    cdef Rows found = Rows()
    cdef const int8_t[::1] kind = nodes.kind
    cdef tuple tags = nodes.tags
    found.tag, found.end = nodes.tag, nodes.end
    cdef Py_ssize_t row, number, rows = found.tag.shape[0], texts = 0, links = 0, elements = 0
    cdef int32_t link = -1
    cdef int32_t[::1] room = np.empty(6 * rows + len(tags), np.int32)
    found.texts, found.links, found.elements = room[:rows], room[rows : 2 * rows], room[2 * rows : 3 * rows]
    found.text_id, found.link_id, found.times = room[3 * rows : 4 * rows], room[4 * rows : 5 * rows], room[5 * rows : 6 * rows]
    found.lane_of_tag = room[6 * rows :]
    for number in range(len(tags)):
        found.lane_of_tag[number] = lanes.get(tags[number], -1)
        if tags[number] == "a":
            link = <int32_t>number
    for row in range(rows):
        if kind[row] == TEXT_KIND:
            if seen[row] == shown:
                found.texts[texts] = <int32_t>row
                texts += 1
            continue
        if found.tag[row] == link:
            found.links[links] = <int32_t>row
            links += 1
        if found.lane_of_tag[found.tag[row]] >= 0 and seen[row] == shown:
            found.elements[elements] = <int32_t>row
            elements += 1
    found.texts, found.elements = found.texts[:texts], found.elements[:elements]
    found.text, found.href = row_spans(nodes, found.texts, None), row_spans(nodes, found.links[:links], "href")
    found.text.strip()
    found.links = found.links[: keep_leading(found.links, found.href)]
    found.times = found.times[: numbered_spans(found.text, found.text_id)]
    numbered_spans(found.href, found.link_id)
    return found


cdef Py_ssize_t keep_leading(int32_t[::1] links, Spans hrefs) except -1:
    """Keep the links that lead somewhere; return how many do."""
    cdef Py_ssize_t link, kept = 0
    for link in range(hrefs.count):
        if hrefs.items[link].length:
            links[kept], hrefs.items[kept] = links[link], hrefs.items[link]
            kept += 1
    hrefs.count = kept
    return kept


cdef bytes joined(Spans texts):
    """All texts in one, with a NUL between them."""
    cdef Py_ssize_t place, size = 0
    for place in range(texts.count):
        size += texts.items[place].length + 1
    cdef bytes found = PyBytes_FromStringAndSize(NULL, max(<Py_ssize_t>0, size - 1))
    cdef char *at = found
    for place in range(texts.count):
        if place:
            at[0] = 0
            at += 1
        if texts.items[place].length:
            memcpy(at, texts.items[place].at, texts.items[place].length)
        at += texts.items[place].length
    return found


cdef int count_before(Rows rows, int64_t[::1] before, int64_t[::1] leaves) except -1:
    """Count how many of the rows where something is counted stand before each row and the end, and how many texts and images."""
    cdef Py_ssize_t row, place
    before[:] = 0
    leaves[:] = 0
    for place in range(rows.texts.shape[0]):
        before[rows.texts[place] + 1] = leaves[rows.texts[place] + 1] = 1
    for place in range(rows.links.shape[0]):
        before[rows.links[place] + 1] = 1
    for place in range(rows.elements.shape[0]):
        before[rows.elements[place] + 1] = 1
        if rows.lane_of_tag[rows.tag[rows.elements[place]]] == IMAGES:
            leaves[rows.elements[place] + 1] = 1
    for row in range(rows.tag.shape[0]):
        before[row + 1] += before[row]
        leaves[row + 1] += leaves[row]
    return 0


cdef int run_sums(int32_t[:, ::1] sums) except -1:
    """Add to each lane what it has before."""
    cdef Py_ssize_t place, lane
    cdef int32_t[LANES] run
    cdef int32_t *own
    for lane in range(LANES):
        run[lane] = 0
    for place in range(sums.shape[0]):
        own = &sums[place, 0]
        for lane in range(LANES):
            run[lane] += own[lane]
            own[lane] = run[lane]
    return 0


cdef int text_lanes(Rows rows, const uint8_t[::1] kinds, const int64_t[::1] before, int32_t[:, ::1] lanes) except -1:
    """Write what is counted of each text into the lanes behind its row.

    `lanes` has one row more than there are counted ones: sums are behind what they count.
    """
    cdef Py_ssize_t text, link = 0, at
    cdef int32_t row, reach = 0, chars
    cdef int32_t[KINDS] of_kind
    cdef bint covered
    rows.times[:] = 0
    for text in range(rows.texts.shape[0]):
        rows.times[rows.text_id[text]] += 1
    for text in range(rows.texts.shape[0]):
        row = rows.texts[text]
        # Links are in order, but may stand inside of each other: how far they reach so far is what matters.
        while link < rows.links.shape[0] and rows.links[link] < row:
            reach = max(reach, rows.end[rows.links[link]])
            link += 1
        covered = row < reach
        chars = characters(rows.text.items[text], kinds, of_kind)
        at = before[row] + 1
        lanes[at, CHARS] = chars
        lanes[at, TEXTS] = 1
        lanes[at, LINK_CHARS] = chars if covered else 0
        lanes[at, DIGITS] = of_kind[DIGIT]
        lanes[at, NUMBERS] = of_kind[DIGIT] > 0
        lanes[at, SIGNS] = of_kind[SIGN] + of_kind[CURRENCY]
        lanes[at, WORDS] = of_kind[SPACE] + (chars > 0)
        lanes[at, LONG_TEXTS] = chars >= LONG
        lanes[at, REPEATED] = rows.times[rows.text_id[text]] > 1
        lanes[at, UPPER] = of_kind[CAPITAL]
        lanes[at, PROSE] = chars if chars >= PROSAIC and not covered else 0
        lanes[at, LINK_TEXTS] = covered
        lanes[at, PRICES] = of_kind[CURRENCY] > 0
    return 0


cdef int32_t characters(Span text, const uint8_t[::1] kinds, int32_t *of_kind) except -1:
    """Count the characters of a text, by kind."""
    cdef const uint8_t *at = text.at
    cdef const uint8_t *stop = text.at + text.length
    cdef int32_t count = 0
    cdef uint32_t point
    cdef int kind
    for kind in range(KINDS):
        of_kind[kind] = 0
    while at < stop:
        point = at[0]
        at += 1
        count += 1
        if point >= 0x80:
            while at < stop and at[0] & 0xC0 == 0x80:
                point = (point << 6) | (at[0] & 0x3F)
                at += 1
            # The marks of UTF-8 are still in front: two bytes 0xC0 << 6, three 0xE0 << 12.
            point = point & 0x7FF if point < 0x4000 else point & 0xFFFF if point < 0x100000 else 0x10000
        if point < kinds.shape[0]:
            of_kind[kinds[point]] += 1
        elif 0x20A0 <= point <= 0x20CF:
            of_kind[CURRENCY] += 1
    return count


cdef int link_lanes(Rows rows, const int64_t[::1] before, int32_t[:, ::1] lanes) except -1:
    """Write what is counted of each link's address into the lanes behind its row."""
    cdef Py_ssize_t link, at
    cdef const uint8_t *href
    cdef uint32_t place
    cdef int32_t chars, digits, steps
    for link in range(rows.links.shape[0]):
        chars = digits = steps = 0
        href = rows.href.items[link].at
        for place in range(rows.href.items[link].length):
            chars += href[place] & 0xC0 != 0x80
            digits += c'0' <= href[place] <= c'9'
            steps += href[place] == c'/'
        at = before[rows.links[link]] + 1
        lanes[at, LINKS] = 1
        lanes[at, HREF_DIGITS] = digits > 0
        lanes[at, HREF_CHARS] = min(chars, <int32_t>LONGEST_HREF)
        lanes[at, HREF_STEPS] = steps
    return 0


cdef int text_hashes(Rows rows, const int64_t[::1] before, uint64_t[::1] found) except -1:
    """Write the running sum of a large number for each text, equal for equal texts: a difference names a set of texts."""
    cdef Py_ssize_t text, place
    cdef uint64_t each
    for text in range(rows.texts.shape[0]):
        each = <uint64_t>(rows.text_id[text] + 1) * <uint64_t>0x9E3779B97F4A7C15
        each = (each ^ (each >> 29)) * <uint64_t>0xBF58476D1CE4E5B9
        found[before[rows.texts[text]] + 1] = each
    for place in range(1, found.shape[0]):
        found[place] += found[place - 1]
    return 0


def sketches(const int32_t[::1] tags, const uint8_t[::1] drawn, Py_ssize_t paths):
    """Return the running count of rows with a 1 in each of the bits that were drawn for their tag path. (n + 1, SKETCH)

    The first bits of all `paths` were drawn first, then the second ones, and so on.
    """
    cdef Py_ssize_t row, bit, path
    cdef int32_t[:, ::1] bits = np.empty((paths, SKETCH), np.int32)
    cdef int32_t[SKETCH] sums
    cdef const int32_t *own
    found = np.empty((tags.shape[0] + 1, SKETCH), np.int32)
    cdef int32_t[:, ::1] in_found = found
    for bit in range(SKETCH):
        sums[bit] = 0
        for path in range(paths):
            bits[path, bit] = drawn[bit * paths + path]
    memcpy(&in_found[0, 0], sums, sizeof(sums))
    for row in range(tags.shape[0]):
        own = &bits[tags[row], 0]
        for bit in range(SKETCH):
            sums[bit] += own[bit]
        memcpy(&in_found[row + 1, 0], sums, sizeof(sums))
    return found


# -- words of the title --------------------------------------------------------------------------------------------------


cdef class Title:
    """Words that texts are searched for: those with the same first byte stand in a chain."""

    cdef list kept
    cdef Span[MOST_WORDS] words
    cdef int[256] first  # the first word with this first byte, -1 for none
    cdef int[MOST_WORDS] alike  # the next one with the same first byte

    def __cinit__(self, list words):
        cdef int word
        cdef bytes each
        cdef uint8_t lead
        self.kept = words[:MOST_WORDS]
        for word in range(256):
            self.first[word] = -1
        for word in range(len(self.kept)):
            each = self.kept[word]
            if not each:
                raise ValueError("a word has a letter at least")
            lead = each[0]
            self.words[word].at, self.words[word].length = <const uint8_t *><const char *>each, <uint32_t>len(each)
            self.alike[word], self.first[lead] = self.first[lead], word

    cdef bint stands_in(self, Span text) noexcept nogil:
        """Whether one of the words stands in a text, small and capital letters of ASCII alike."""
        cdef uint32_t at
        cdef int word
        for at in range(text.length):
            word = self.first[small(text.at[at])]
            while word >= 0:
                if starts(text.at + at, text.length - at, self.words[word]):
                    return True
                word = self.alike[word]
        return False


cdef uint8_t small(uint8_t c) noexcept nogil:
    return c | 0x20 if c'A' <= c <= c'Z' else c


cdef bint starts(const uint8_t *at, uint32_t left, Span word) noexcept nogil:
    cdef uint32_t place = 1
    if word.length > left:
        return False
    while place < word.length and small(at[place]) == word.at[place]:
        place += 1
    return place >= word.length


cdef int mark_titled(Rows rows, list words, const int64_t[::1] before, int32_t[:, ::1] lanes) except -1:
    """Mark the texts with one of some words, small and capital letters alike.

    Those beyond ASCII are folded by Python, all at once: no word has the NUL that stands between them.
    """
    cdef Title title = Title(words)
    cdef Spans others = Spans(rows.text.count, rows.text)
    cdef Py_ssize_t text
    others.count = 0
    for text in range(rows.text.count):
        if is_ascii(rows.text.items[text]):
            lanes[before[rows.texts[text]] + 1, TITLED] = title.stands_in(rows.text.items[text])
        else:
            others.items[others.count] = rows.text.items[text]
            others.count += 1
    if not others.count:
        return 0
    cdef bytes folded = joined(others).decode("utf-8", "surrogatepass").casefold().encode("utf-8", "surrogatepass")
    cdef const uint8_t *letters = <const uint8_t *><const char *>folded
    cdef Py_ssize_t at = 0, size = len(folded)
    cdef Span part
    for text in range(rows.text.count):
        if is_ascii(rows.text.items[text]):
            continue
        part.at, part.length = letters + min(at, size), 0
        while at < size and letters[at]:
            part.length += 1
            at += 1
        lanes[before[rows.texts[text]] + 1, TITLED] = title.stands_in(part)
        at += 1
    return 0


cdef bint is_ascii(Span text) noexcept nogil:
    cdef uint8_t all = 0
    cdef uint32_t at
    for at in range(text.length):
        all |= text.at[at]
    return all < 0x80


# -- "1-24 of 310" -------------------------------------------------------------------------------------------------------


#: Digits of the first two numbers of a range, letters between them, characters before the third number.
cdef enum: MOST_DIGITS = 6, MOST_LETTERS = 5, MOST_BETWEEN = 12


cdef bint is_blank(uint8_t c) noexcept nogil:
    """Whether a byte is white space, or stands between two texts."""
    return c == 0x20 or 0x09 <= c <= 0x0D or 0x1C <= c <= 0x1F or c == 0


cdef bint is_letter(uint8_t c) noexcept nogil:
    return c'a' <= c <= c'z' or c'A' <= c <= c'Z' or c == c'_'


cdef bint is_digit(uint8_t c) noexcept nogil:
    return c'0' <= c <= c'9'


cdef const uint8_t *behind_number(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Where a number that starts here ends, as far as one of a range may go."""
    cdef const uint8_t *begun = at
    while at < end and at < begun + MOST_DIGITS and is_digit(at[0]):
        at += 1
    return at


cdef bint may_start(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Whether a digit, a number's first one, begins a number, a dash or a short word, another number, and then a third one.

    Where there are characters beyond ASCII, it may.
    """
    cdef const uint8_t *begun
    at = behind_number(at, end)
    if at < end and is_blank(at[0]):
        at += 1
    begun = at
    if at < end and at[0] == c'-':
        at += 1
    while at < end and at < begun + MOST_LETTERS and is_letter(at[0]):
        at += 1
    if at < end and at[0] >= 0x80:
        return True
    if at == begun:
        return False
    if at < end and is_blank(at[0]):
        at += 1
    if at < end and at[0] >= 0x80:
        return True
    if at == end or not is_digit(at[0]):
        return False
    at = behind_number(at, end)
    if at < end and at[0] >= 0x80:
        return True
    if at == end or not is_blank(at[0]):
        return False
    begun = at + 1
    at = begun
    while at < end and at <= begun + MOST_BETWEEN:
        if at[0] >= 0x80:
            return True
        if is_digit(at[0]):
            return at > begun
        at += 1
    return False


def range_starts(bytes text not None):
    """Return the characters at which a range of numbers may start: a quick look before a regular expression."""
    cdef const uint8_t *start = text
    cdef const uint8_t *at = start
    cdef const uint8_t *end = start + len(text)
    cdef Py_ssize_t number = -1
    cdef uint8_t before = 0
    cdef list found = []
    while at < end:
        number += at[0] & 0xC0 != 0x80
        if is_digit(at[0]):
            if not is_digit(before) and before not in b".,/:-" and may_start(at, end):
                found.append(number)
        # Digits beyond ASCII begin at U+0660, and there are none from U+2000 to U+9FFF, where most such texts are.
        elif at[0] >= 0xD9 and not 0xE2 <= at[0] <= 0xE9:
            found.append(number)
        before = at[0]
        at += 1
    return found
