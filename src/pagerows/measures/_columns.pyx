# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Texts and elements -> what is counted of them, and its running sums."""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc

from pagerows._arrays cimport FLOAT64, INT32, INT64, UINT64, Array, array_of, empty, empty_table
from pagerows.later import np
from pagerows.page._buffers cimport int32s, items_of
from pagerows.page._parser cimport Span
from pagerows.page._spans cimport Spans, number_spans, spans_at
from pagerows.measures._lanes cimport (
    CHARS, DIGITS, HREF_CHARS, HREF_DIGITS, HREF_STEPS, IMAGES, LANES, LINK_CHARS, LINK_TEXTS, LINKS, LONG_TEXTS, NUMBERS,
    PRICES, PROSE, REPEATED, SIGNS, SKETCH, TEXTS, TITLED, UPPER, WORDS,
)


cdef extern from "parser/search.h" nogil:
    const uint8_t *find_digit(const uint8_t *at, const uint8_t *end)
    const uint8_t *behind_ascii(const uint8_t *at, const uint8_t *end)
    size_t count_of(const uint8_t *at, const uint8_t *end, uint8_t c)


cdef extern from "sums.h" nogil:
    void add_sketch(int32_t *sums, const int32_t *own, int32_t *out)


#: The kind of text rows, as `nodes.TEXT` has it.
cdef enum: TEXT_KIND = 1

#: Kinds of characters, as `texts.KINDS` has them.
cdef enum: OTHER, DIGIT, SIGN, SPACE, CAPITAL, CURRENCY, KINDS
#: Characters from which a text is long, and prose; most that are counted of an address.
cdef enum: LONG = 60, PROSAIC = 120, LONGEST_HREF = 500
#: Words of the title that are looked for.
cdef enum: MOST_WORDS = 12


cdef class Sheet:
    """All columns of a page as kernels read them, each looked up and checked once."""

    def __init__(self, Columns columns not None):
        nodes = columns.nodes
        cdef Py_ssize_t rows = len(nodes), one = sizeof(int32_t)
        self.owners = (
            nodes.tag, nodes.parent, nodes.depth, nodes.end, nodes.path, nodes.kind, columns.plain, columns.tags, columns.step,
            columns.before, columns.chars, columns.leaves, columns.bits, columns.sums, columns.text_hash, columns.text_id,
            columns.link_id, columns.said,
        )
        self.rows, self.paths, self.counted = rows, len(nodes.paths), columns.text_hash.size - 1
        self.texts, self.links, self.said_count = columns.text_id.size - 1, columns.link_id.size, columns.said.size
        self.tag, self.parent = <int32_t *>column(nodes.tag, one, rows), <int32_t *>column(nodes.parent, one, rows)
        self.depth, self.end = <int32_t *>column(nodes.depth, one, rows), <int32_t *>column(nodes.end, one, rows)
        self.path, self.kind = <int32_t *>column(nodes.path, one, rows), <int8_t *>column(nodes.kind, 1, rows)
        self.plain, self.tags = <int32_t *>column(columns.plain, one, rows), <int32_t *>column(columns.tags, one, rows)
        self.step = <int32_t *>column(columns.step, one, rows)
        self.before, self.chars = <int64_t *>column(columns.before, 8, rows + 1), <int64_t *>column(columns.chars, 8, rows + 1)
        self.leaves = <int64_t *>column(columns.leaves, 8, rows + 1)
        self.bits = <int32_t *>column(columns.bits, one, (rows + 1) * SKETCH)
        self.sums = <int32_t *>column(columns.sums, one, (self.counted + 1) * LANES)
        self.text_hash, self.text_id = columns.text_hash.uint64s(), columns.text_id.int64s()
        self.link_id, self.said = columns.link_id.int64s(), columns.said.floats()
        self.numbers = {name: number for number, name in enumerate(nodes.tags)}
        if not rows:
            raise IndexError("the page has no rows")
        check(self, len(nodes.tags))

    cdef int32_t number(self, str name) except? -1:
        """The number of a tag, -1 where the page has none."""
        return self.numbers.get(name, -1)


cdef void *column(object items, Py_ssize_t wide, Py_ssize_t wanted) except NULL:
    """Where the items of a column stand, of which there are as many as wanted."""
    cdef Py_ssize_t size
    cdef void *found = items_of(items, wide, &size)
    if size != wanted or found is NULL:
        raise IndexError("columns of a page differ in length")
    return found


cdef int check(Sheet s, Py_ssize_t tags) except -1:
    """Raise an IndexError where a row stands where it cannot, or is counted wrongly: kernels read without asking again."""
    cdef Py_ssize_t row, rows = s.rows, last = s.counted
    cdef int64_t most = max(rows, s.paths) - 1, signs = 0, leaf, count
    cdef bint wrong = last < 0 or s.before[0] != 0 or s.before[rows] != last or s.leaves[0] != 0 or s.parent[0] != -1
    # Whatever is too large or too small leaves a number below 0.
    for row in range(rows):
        leaf, count = s.leaves[row + 1] - s.leaves[row], s.before[row + 1] - s.before[row]
        signs |= leaf | (1 - leaf) | count | (1 - count) | (row - 1 - s.parent[row]) | (s.end[row] - row - 1) | (rows - s.end[row])
        signs |= s.tag[row] | (tags - 1 - s.tag[row]) | s.path[row] | (s.paths - 1 - s.path[row])
        signs |= s.plain[row] | (most - s.plain[row]) | s.step[row] | (most - s.step[row]) | s.tags[row] | (rows - 1 - s.tags[row])
    for row in range(1, rows):
        signs |= s.parent[row]
    if wrong or signs < 0:
        raise IndexError("a row stands where it cannot, or is counted wrongly")
    wrong = s.sums[last * LANES + TEXTS] != s.texts or s.sums[last * LANES + LINKS] != s.links
    for row in range(s.texts + 1):
        signs |= (s.text_id[row] + 1) | (s.texts - s.text_id[row])
    for row in range(s.links):
        signs |= s.link_id[row] | (s.links - 1 - s.link_id[row])
    if wrong or signs < 0:
        raise IndexError("a text or a link has no number")
    return 0


cdef class Columns:
    """Columns over the n rows of a page."""

    def __init__(self, nodes, Counted counted not None, Array bits not None, codes, said):
        self.nodes, self.bits = nodes, bits
        #: Tag path codes with plain styles, and with tags alone; the exact ones are the node table's. Own tag and plain style,
        #: wherever the row stands. (n,)
        self.plain, self.tags, self.step = codes.plain, codes.unstyled, codes.step
        self.before, self.sums, self.text_hash = counted.before, counted.sums, counted.text_hash
        self.text_id, self.chars, self.leaves, self.link_id = counted.text_id, counted.chars, counted.leaves, counted.link_id
        self.said = array_of(FLOAT64, said)
        self.sheet = Sheet(self)

    def each(self, str name):
        """Return one property of each row. (n,)"""
        from pagerows.measures.texts import LANE

        return np.diff(np.asarray(self.sums)[:, LANE[name]].take(self.before))

    @property
    @cython.wraparound(True)
    def whole(self):
        """The properties' sums over the page."""
        from pagerows.measures.texts import SUMS

        return dict(zip(SUMS, self.sums[-1].tolist())) | {"rows": len(self.nodes)}


cdef class Counted:
    """What is counted over the n rows of a page, as `Columns` has it; and its visible texts in one, with NULs between them."""

    cdef readonly Array before, sums, text_hash, text_id, link_id, chars, leaves
    cdef readonly bytes joined


#: What is counted of a text, and how often it stands on the page.
cdef struct TextLook:
    int32_t chars, times
    int32_t[KINDS] of_kind
    bint titled, known

#: The same of an address.
cdef struct LinkLook:
    int32_t chars, steps
    bint digits, known


cdef class Rows:
    """Rows of visible texts, of links that lead somewhere, and of visible elements that are counted in a lane; in order."""

    cdef int32_t *texts
    cdef int32_t *links
    cdef int32_t *elements
    cdef Py_ssize_t text_count, link_count, element_count
    cdef Spans text, href
    #: In which lane elements of each tag are counted; or one of these.
    cdef int32_t *lane_of_tag
    #: The number of each text and of each address among the different ones, and what is counted of those.
    cdef int32_t *text_id
    cdef int32_t *link_id
    cdef TextLook *text_looks
    cdef LinkLook *link_looks

    def __dealloc__(self):
        PyMem_Free(self.texts)
        PyMem_Free(self.text_looks)
        PyMem_Free(self.link_looks)

#: Instead of a lane: elements that are not counted, and links.
cdef enum: NO_LANE = -1, LINK_LANE = -2


def counted(nodes, seen, uint8_t shown, dict lanes, list title, kinds):
    """Count what texts, links and elements have, and sum it up over the page.

    A row can be seen where `seen` is as `shown` says; `lanes` says in which lane elements of some tags are counted; `title` are the
    words of the title, in UTF-8, small and capital letters alike; `kinds` are the kinds of characters.
    """
    cdef Counted found = Counted()
    cdef Rows rows = rows_of(nodes, seen, shown, lanes)
    cdef Py_ssize_t count = len(nodes), texts = rows.text_count, links = rows.link_count, size, place
    cdef Py_ssize_t all = texts + links + rows.element_count
    look_at_texts(rows, kinds, Title(title))
    look_at_links(rows)
    cdef Array numbers = empty(INT64, 3 * (count + 1) + texts + 1 + links)
    found.before, found.leaves = numbers.part(0, count + 1), numbers.part(count + 1, 2 * (count + 1))
    found.chars = numbers.part(2 * (count + 1), 3 * (count + 1))
    found.text_id = numbers.part(3 * (count + 1), 3 * (count + 1) + texts + 1)
    found.link_id = numbers.part(3 * (count + 1) + texts + 1, numbers.size)
    found.sums, found.text_hash = empty_table(INT32, all + 1, LANES), empty(UINT64, all + 1)
    cdef int64_t *before = numbers.int64s()
    cdef int64_t *ids = before + 3 * (count + 1)
    cdef const int32_t *end = int32s(nodes.end, &size)
    if size != count:
        raise ValueError("rows differ in number")
    for place in range(texts):
        ids[place] = rows.text_id[place]
    ids[texts] = -1
    for place in range(links):
        ids[texts + 1 + place] = rows.link_id[place]
    sum_up(
        rows, count, end, int32s(nodes.tag, &size), before, before + count + 1, before + 2 * (count + 1),
        found.sums.int32s(), found.text_hash.uint64s(),
    )
    found.joined = joined(rows.text)
    return found


cdef Rows rows_of(nodes, seen, uint8_t shown, dict lanes):
    """The rows where something is counted, and what stands there: texts without white space at their ends, addresses."""
    cdef Rows found = Rows()
    cdef tuple tags = nodes.tags
    cdef Py_ssize_t row, rows, size, number, tag_count = len(tags), texts = 0, links = 0, elements = 0
    cdef const int32_t *tag = int32s(nodes.tag, &rows)
    cdef const int8_t *kind = <const int8_t *>items_of(nodes.kind, 1, &size)
    cdef const uint8_t *is_seen
    if size != rows:
        raise ValueError("rows differ in number")
    is_seen = <const uint8_t *>items_of(seen, 1, &size)
    if size != rows:
        raise ValueError("rows differ in number")
    found.texts = <int32_t *>PyMem_Malloc((5 * rows + tag_count + 1) * sizeof(int32_t))
    if found.texts is NULL:
        raise MemoryError
    found.links, found.elements = found.texts + rows, found.texts + 2 * rows
    found.text_id, found.link_id, found.lane_of_tag = found.texts + 3 * rows, found.texts + 4 * rows, found.texts + 5 * rows
    for number in range(tag_count):
        found.lane_of_tag[number] = LINK_LANE if tags[number] == "a" else lanes.get(tags[number], NO_LANE)
    for row in range(rows):
        if kind[row] == TEXT_KIND:
            if is_seen[row] == shown:
                found.texts[texts] = <int32_t>row
                texts += 1
            continue
        if not 0 <= tag[row] < tag_count:
            raise IndexError("no such tag")
        if found.lane_of_tag[tag[row]] == NO_LANE:
            continue
        if found.lane_of_tag[tag[row]] == LINK_LANE:
            found.links[links] = <int32_t>row
            links += 1
        elif is_seen[row] == shown:
            found.elements[elements] = <int32_t>row
            elements += 1
    found.text, found.href = spans_at(nodes, found.texts, texts, None), spans_at(nodes, found.links, links, "href")
    found.text.strip()
    found.text_count, found.element_count = texts, elements
    found.link_count = keep_leading(found.links, found.href)
    return found


cdef Py_ssize_t keep_leading(int32_t *links, Spans hrefs) noexcept:
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


cdef int sum_up(
    Rows rows, Py_ssize_t count, const int32_t *end, const int32_t *tag, int64_t *before, int64_t *leaves, int64_t *chars,
    int32_t *sums, uint64_t *hashes,
) noexcept nogil:
    """Write how many of the rows where something is counted, of texts and images, and of characters stand before each row and the
    end; and behind each of those rows the running sums, and that of a large number for each text, equal for equal texts: a
    difference names a set of texts.

    `sums` and `hashes` have one place more than there are such rows: sums are behind what they count.
    """
    cdef Py_ssize_t row, text = 0, link = 0, element = 0
    cdef int64_t counts = 0, shown = 0
    cdef uint64_t hashed = 0
    cdef int32_t reach = 0, lane
    cdef int32_t[LANES] run
    memset(run, 0, sizeof(run))
    memcpy(sums, run, sizeof(run))
    hashes[0] = 0
    for row in range(count):
        before[row], leaves[row], chars[row] = counts, shown, run[CHARS]
        if text < rows.text_count and rows.texts[text] == row:
            # Links may stand inside of each other: how far they reach so far is what matters.
            add_text(&rows.text_looks[rows.text_id[text]], row < reach, run)
            hashed += large_number(rows.text_id[text])
            shown += 1
            text += 1
        elif link < rows.link_count and rows.links[link] == row:
            add_link(&rows.link_looks[rows.link_id[link]], run)
            reach = max(reach, end[row])
            link += 1
        elif element < rows.element_count and rows.elements[element] == row:
            lane = rows.lane_of_tag[tag[row]]
            run[lane] += 1
            shown += lane == IMAGES
            element += 1
        else:
            continue
        counts += 1
        memcpy(sums + counts * LANES, run, sizeof(run))
        hashes[counts] = hashed
    before[count], leaves[count], chars[count] = counts, shown, run[CHARS]
    return 0


cdef inline void add_text(const TextLook *look, bint covered, int32_t *run) noexcept nogil:
    """Count a text, in a link or not."""
    cdef int32_t chars = look.chars
    run[CHARS] += chars
    run[TEXTS] += 1
    run[DIGITS] += look.of_kind[DIGIT]
    run[NUMBERS] += look.of_kind[DIGIT] > 0
    run[SIGNS] += look.of_kind[SIGN] + look.of_kind[CURRENCY]
    run[WORDS] += look.of_kind[SPACE] + (chars > 0)
    run[LONG_TEXTS] += chars >= LONG
    run[REPEATED] += look.times > 1
    run[UPPER] += look.of_kind[CAPITAL]
    run[PRICES] += look.of_kind[CURRENCY] > 0
    run[TITLED] += look.titled
    if covered:
        run[LINK_CHARS] += chars
        run[LINK_TEXTS] += 1
    elif chars >= PROSAIC:
        run[PROSE] += chars


cdef inline void add_link(const LinkLook *look, int32_t *run) noexcept nogil:
    """Count a link."""
    run[LINKS] += 1
    run[HREF_DIGITS] += look.digits
    run[HREF_CHARS] += min(look.chars, <int32_t>LONGEST_HREF)
    run[HREF_STEPS] += look.steps


cdef inline uint64_t large_number(int32_t text) noexcept nogil:
    cdef uint64_t each = <uint64_t>(text + 1) * <uint64_t>0x9E3779B97F4A7C15
    return (each ^ (each >> 29)) * <uint64_t>0xBF58476D1CE4E5B9


cdef int look_at_texts(Rows rows, kinds, Title title) except -1:
    """Count what each of the different texts has."""
    cdef Py_ssize_t text, points
    cdef const uint8_t *kind_of = <const uint8_t *>items_of(kinds, 1, &points)
    cdef TextLook *look
    cdef uint64_t[0x80] packed
    if points < 0x80:
        raise ValueError("characters of ASCII have a kind")
    for text in range(0x80):
        packed[text] = <uint64_t>1 << (PACKED_BITS * kind_of[text])
    cdef int32_t different = number_spans(rows.text, rows.text_id)
    rows.text_looks = <TextLook *>PyMem_Calloc(different + 1, sizeof(TextLook))
    if rows.text_looks is NULL:
        raise MemoryError
    cdef Spans others = Spans(different, rows.text)
    cdef list of_others = []
    others.count = 0
    for text in range(rows.text_count):
        look = &rows.text_looks[rows.text_id[text]]
        look.times += 1
        if look.known:
            continue
        look.known = True
        if count_characters(rows.text.items[text], kind_of, points, packed, look) and title.needs_folding(rows.text.items[text]):
            others.items[others.count] = rows.text.items[text]
            others.count += 1
            of_others.append(rows.text_id[text])
        elif title.kept:
            look.titled = title.stands_in(rows.text.items[text])
    if of_others:
        mark_titled(rows, others, of_others, title)
    return 0


#: Characters of each kind are counted in so many bits of one number, for at most so many characters.
cdef enum: PACKED_BITS = 10, PACKED_MOST = 1000


cdef bint count_characters(
    Span text, const uint8_t *kinds, Py_ssize_t points, const uint64_t *packed, TextLook *look
) noexcept nogil:
    """Count the characters of a text, by kind; return whether some are beyond ASCII."""
    cdef const uint8_t *at = text.at
    cdef const uint8_t *stop = text.at + text.length
    cdef const uint8_t *limit
    cdef const uint8_t *begun
    cdef uint64_t run
    cdef bint beyond = False
    cdef uint32_t point
    cdef int kind
    while at < stop:
        begun, run, limit = at, 0, at + min(stop - at, <Py_ssize_t>PACKED_MOST)
        while at < limit and at[0] < 0x80:
            run += packed[at[0]]
            at += 1
        look.chars += <int32_t>(at - begun)
        for kind in range(KINDS):
            look.of_kind[kind] += (run >> (PACKED_BITS * kind)) & 0x3FF
        if at == limit:
            continue
        beyond = True
        point = at[0]
        at += 1
        while at < stop and at[0] & 0xC0 == 0x80:
            point = (point << 6) | (at[0] & 0x3F)
            at += 1
        # The marks of UTF-8 are still in front: two bytes 0xC0 << 6, three 0xE0 << 12.
        point = point & 0x7FF if point < 0x4000 else point & 0xFFFF if point < 0x100000 else 0x10000
        look.chars += 1
        if point < points:
            look.of_kind[kinds[point]] += 1
        elif 0x20A0 <= point <= 0x20CF:
            look.of_kind[CURRENCY] += 1
    return beyond


cdef int mark_titled(Rows rows, Spans texts, list numbers, Title title) except -1:
    """Mark texts beyond ASCII with a word of the title, small and capital letters alike: by the numbers of their looks.

    They are folded by Python, all at once: no word has the NUL that stands between them.
    """
    cdef bytes folded = joined(texts).decode("utf-8", "surrogatepass").casefold().encode("utf-8", "surrogatepass")
    cdef const uint8_t *letters = <const uint8_t *><const char *>folded
    cdef Py_ssize_t at = 0, size = len(folded), text
    cdef int32_t number
    cdef Span part
    for text in range(len(numbers)):
        part.at, part.length = letters + min(at, size), 0
        while at < size and letters[at]:
            part.length += 1
            at += 1
        number = numbers[text]
        rows.text_looks[number].titled = title.stands_in(part)
        at += 1
    return 0


cdef int look_at_links(Rows rows) except -1:
    """Count what each of the different addresses has."""
    cdef Py_ssize_t link
    cdef int32_t different = number_spans(rows.href, rows.link_id)
    cdef LinkLook *look
    cdef const uint8_t *at
    cdef const uint8_t *stop
    rows.link_looks = <LinkLook *>PyMem_Calloc(different + 1, sizeof(LinkLook))
    if rows.link_looks is NULL:
        raise MemoryError
    for link in range(rows.link_count):
        look = &rows.link_looks[rows.link_id[link]]
        if look.known:
            continue
        look.known = True
        at = rows.href.items[link].at
        stop = at + rows.href.items[link].length
        look.digits = has_digit(at, stop)
        look.chars = <int32_t>characters_between(at, stop)
        look.steps = <int32_t>count_of(at, stop, c'/')
    return 0


cdef bint has_digit(const uint8_t *at, const uint8_t *stop) noexcept nogil:
    """Whether there is a digit of ASCII."""
    while at < stop:
        at = find_digit(at, stop)
        if at < stop and at[0] < 0x80:
            return True
        at += 1
    return False


def sketches(tags, drawn, Py_ssize_t paths):
    """Return the running count of rows with a 1 in each of the bits that were drawn for their tag path. (n + 1, SKETCH)

    The first bits of all `paths` were drawn first, then the second ones, and so on.
    """
    cdef Py_ssize_t row, rows, bit, path, size
    cdef const int32_t *code = int32s(tags, &rows)
    cdef const uint8_t *random = <const uint8_t *>items_of(drawn, 1, &size)
    cdef int32_t[SKETCH] sums
    if size < paths * SKETCH:
        raise ValueError("too few bits were drawn")
    cdef int32_t *bits = <int32_t *>PyMem_Malloc((paths + 1) * SKETCH * sizeof(int32_t))
    if bits is NULL:
        raise MemoryError
    cdef Array found = empty_table(INT32, rows + 1, SKETCH)
    cdef int32_t *in_found = found.int32s()
    try:
        for path in range(paths):
            for bit in range(SKETCH):
                bits[path * SKETCH + bit] = random[bit * paths + path]
        memset(sums, 0, sizeof(sums))
        memset(in_found, 0, sizeof(sums))
        for row in range(rows):
            if not 0 <= code[row] < paths:
                raise IndexError("no such path")
            add_sketch(sums, bits + code[row] * SKETCH, in_found + (row + 1) * SKETCH)
    finally:
        PyMem_Free(bits)
    return found


# -- words of the title --------------------------------------------------------------------------------------------------


cdef class Title:
    """Words that texts are searched for: those with the same first byte stand in a chain."""

    cdef list kept
    cdef Span[MOST_WORDS] words
    cdef int[256] first  # the first word with this first byte, -1 for none
    cdef bint ascii_alone  # whether all of them are of ASCII
    cdef int[MOST_WORDS] alike  # the next one with the same first byte

    def __cinit__(self, list words):
        cdef int word
        cdef bytes each
        cdef uint8_t lead
        self.kept, self.ascii_alone = words[:MOST_WORDS], True
        for word in range(256):
            self.first[word] = -1
        for word in range(len(self.kept)):
            each = self.kept[word]
            if not each:
                raise ValueError("a word has a letter at least")
            lead = each[0]
            self.ascii_alone &= each.isascii()
            self.words[word].at, self.words[word].length = <const uint8_t *><const char *>each, <uint32_t>len(each)
            self.alike[word], self.first[lead] = self.first[lead], word
            if c'a' <= lead <= c'z':
                self.first[lead - 0x20] = word

    cdef bint needs_folding(self, Span text) noexcept:
        """Whether a text beyond ASCII may have a word that is seen only when it is folded by Python."""
        return len(self.kept) > 0 and (not self.ascii_alone or may_fold_to_ascii(text))

    cdef bint stands_in(self, Span text) noexcept nogil:
        """Whether one of the words stands in a text, small and capital letters of ASCII alike."""
        cdef uint32_t at
        for at in range(text.length):
            if self.first[text.at[at]] >= 0 and self.stands_at(text.at + at, text.length - at):
                return True
        return False

    cdef bint stands_at(self, const uint8_t *at, uint32_t left) noexcept nogil:
        """Whether one of the words stands here, before so many bytes are over."""
        cdef int word = self.first[at[0]]
        while word >= 0:
            if starts(at, left, self.words[word]):
                return True
            word = self.alike[word]
        return False


cdef bint may_fold_to_ascii(Span text) noexcept nogil:
    """Whether a text may have characters beyond ASCII that have letters of ASCII in them when they are folded: the sharp s, the
    Kelvin sign, ligatures, letters with marks that have no small form of their own."""
    cdef uint32_t at
    cdef uint8_t c, second
    for at in range(text.length):
        c = text.at[at]
        if c < 0xC3:
            continue
        second = text.at[at + 1] if at + 1 < text.length else 0
        if (
            c == 0xC4 or c == 0xC5 or c == 0xC7 or (c == 0xC3 and second == 0x9F) or (c == 0xE1 and second == 0xBA)
            or (c == 0xE2 and second == 0x84) or (c == 0xEF and second == 0xAC)
        ):
            return True
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
    cdef const uint8_t *counted_to = start
    cdef Py_ssize_t number = -1
    cdef list found = []
    while at < end:
        at = find_digit(at, end)
        if at == end:
            break
        if is_digit(at[0]):
            if may_begin(start, at) and may_start(at, end):
                number += characters_between(counted_to, at + 1)
                counted_to = at + 1
                found.append(number)
        # Digits beyond ASCII begin at U+0660, and there are none from U+2000 to U+9FFF, where most such texts are.
        elif at[0] >= 0xD9 and not 0xE2 <= at[0] <= 0xE9:
            number += characters_between(counted_to, at + 1)
            counted_to = at + 1
            found.append(number)
        at += 1
    return found


cdef bint may_begin(const uint8_t *start, const uint8_t *at) noexcept nogil:
    """Whether what stands before a digit leaves it to begin a number."""
    cdef uint8_t before = (at - 1)[0] if at > start else 0
    return not is_digit(before) and before not in (c'.', c',', c'/', c':', c'-')


cdef Py_ssize_t characters_between(const uint8_t *at, const uint8_t *end) noexcept nogil:
    cdef Py_ssize_t found = end - at
    at = behind_ascii(at, end)
    while at < end:
        found -= at[0] & 0xC0 == 0x80
        at += 1
        if at < end and at[0] < 0x80:
            at = behind_ascii(at, end)
    return found
