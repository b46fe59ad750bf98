# cython: language_level=3, boundscheck=True, wraparound=False
"""What is known of a column only beside the others of its table: place, links, lengths, amounts."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from pagerows._fold cimport plain
from pagerows.columns.names._evidence cimport (
    AFTER_HEADING, AFTER_IMAGE, ALT, BOLD, FAR_LOWER, FIRST, FIRST_AFTER, FIRST_BEFORE, FIRST_BOLD, FIRST_HEADING, FIRST_LINKED,
    FIRST_MAIN_LINK, FIRST_MONEY, FIRST_TYPE, HEADING, HIGHER, LAST, LINKED, LOG_LENGTH, LONGEST_OF_ALL, LOWER_AMOUNT, MAIN_LINK, ONLY,
    ONLY_MONEY, PLACE, TYPES, WITH_DATE, WITH_MONEY, WITH_RATING, Evidence,
)

from pagerows.columns.names._evidence import KINDS_OF_TYPES
from pagerows.values import Cell

cdef Py_ssize_t TEXT = Cell._fields.index("text"), KIND = Cell._fields.index("kind"), URL = Cell._fields.index("url")

cdef enum:
    COMPARED = 200  # characters of texts that describe pictures

#: Share of a column's cells from which on it is one of links, headings ...
cdef double MOSTLY = 0.6
#: Types that tell about the other columns of a table, with the traits that say so.
cdef int[3] TOLD = [KINDS_OF_TYPES.index("money"), KINDS_OF_TYPES.index("date"), KINDS_OF_TYPES.index("rating")]
cdef int[3] TOLD_BY = [WITH_MONEY, WITH_DATE, WITH_RATING]
#: Traits of which the first column that has them has another.
cdef int[4] OF_FIRST = [LINKED, HEADING, BOLD, MAIN_LINK]
cdef int[4] FIRST_OF = [FIRST_LINKED, FIRST_HEADING, FIRST_BOLD, FIRST_MAIN_LINK]


def compare(list found, list columns):
    """Add to the evidence of a table's columns what is known only beside the others; `columns` are all their cells."""
    cdef Evidence own, before = None
    cdef list texts = [own for own in found if own.kind != "image"]
    cdef list money = [own for own in texts if own.type == "money" and any(own.numbers())]
    cdef list main = main_links(columns) if texts else []
    cdef Pictures pictures = Pictures(found)
    cdef int[TYPES] types
    cdef double longest = max([(<Evidence>own).own[LOG_LENGTH] for own in texts], default=0.0)
    cdef bint after_image = False
    cdef bint[4] seen = [False, False, False, False]
    cdef Py_ssize_t number, place = 0, count = len(texts), told
    memset(types, 0, sizeof(types))
    for own in found:
        if own.type_place >= 0:
            own.own[FIRST_TYPE + own.type_place] = 1
            types[own.type_place] += 1
    for number in range(len(found)):
        own = found[number]
        if own.kind == "image":
            after_image = True
            continue
        own.own[PLACE] = place / <double>max(1, count - 1)
        own.own[FIRST], own.own[LAST] = place == 0, place == count - 1 > 0
        own.own[AFTER_IMAGE], own.own[ONLY] = after_image, count == 1
        own.own[LONGEST_OF_ALL] = own.own[LOG_LENGTH] >= longest
        own.own[MAIN_LINK] = share_of(columns[number], main)
        own.own[ALT] = pictures.described(own)
        for told in range(3):
            own.own[TOLD_BY[told]] = types[TOLD[told]] - (own.type_place == TOLD[told]) > 0
        for told in range(4):
            if own.own[OF_FIRST[told]] >= MOSTLY:
                own.own[FIRST_OF[told]] = not seen[told]
                seen[told] = True
        if len(money) and own.type == "money" and own.numbers() and own in money:
            compare_amounts(own, money)
        if before is not None:
            if before.type_place >= 0:
                own.own[FIRST_AFTER + before.type_place] = 1
            own.own[AFTER_HEADING] = before.own[HEADING]
            if own.type_place >= 0:
                before.own[FIRST_BEFORE + own.type_place] = 1
        before = own
        place += 1


cdef list main_links(list columns):
    """The address that each record has most often, the first of equals."""
    cdef list main = []
    cdef Py_ssize_t row, number, links
    for row in range(len(<tuple>columns[0])):
        links, first = 0, None
        for number in range(len(columns)):
            url = link_of((<tuple>columns[number])[row])
            if url is not None:
                links += 1
                if links == 1:
                    first = url
        # Of two that differ the first is that.
        main.append(first if links < 3 else most_frequent([link_of((<tuple>cells)[row]) for cells in columns]))
    return main


cdef object link_of(cell):
    """The address that a cell links to; None where it does not."""
    if cell is None or not (<tuple>cell)[URL] or (<tuple>cell)[KIND] != "link":
        return None
    return (<tuple>cell)[URL]


cdef object most_frequent(list urls):
    """What comes most often, the first of equals."""
    cdef dict counts = {}
    cdef Py_ssize_t most = 0, count
    best = None
    for url in urls:
        if url is not None:
            counts[url] = counts.get(url, 0) + 1
    for url, count in counts.items():
        if count > most:
            most, best = count, url
    return best


cdef double share_of(tuple cells, list links) except -1:
    """The share of a column's cells whose address is that of their record."""
    cdef Py_ssize_t row, filled = 0, hits = 0
    for row in range(len(cells)):
        cell = cells[row]
        if cell is not None:
            filled += 1
            url = (<tuple>cell)[URL]
            if url and (url is links[row] or url == links[row]):
                hits += 1
    return hits / <double>max(1, filled)


cdef class Pictures:
    """The alternative texts of pictures, which titles describe."""

    cdef set texts
    # How long they are and what they begin with (of ASCII), so that most others need not be folded.
    cdef uint8_t[COMPARED + 1] lengths
    cdef uint8_t[128] letters

    def __cinit__(self, list found):
        cdef Evidence own
        memset(self.lengths, 0, sizeof(self.lengths))
        memset(self.letters, 0, sizeof(self.letters))
        self.texts = set()
        for own in found:
            if own.kind == "image":
                for cell in own.cells:
                    self.add((<tuple>cell)[TEXT])

    cdef int add(self, str text) except -1:
        cdef str folded
        if text:
            folded = plain(text[:COMPARED])
            self.texts.add(folded)
            self.lengths[min(<Py_ssize_t>COMPARED, len(folded))] = 1
            if folded and ord(folded[0]) < 128:
                self.letters[<int>ord(folded[0])] = 1
        return 0

    cdef double described(self, Evidence own) except -1:
        """The share of a column's texts that describe pictures, too."""
        cdef Py_ssize_t hits = 0
        if not self.texts:
            return 0
        for cell in own.cells:
            if self.has((<tuple>cell)[TEXT]):
                hits += 1
        return hits / <double>max(1, len(own.cells))

    cdef bint has(self, str text) except -1:
        cdef Py_ssize_t length = len(text)
        cdef int first
        if length <= 2:
            return False
        first = ord(text[0])
        if first < 128 and ord(text[1]) < 128 and not self.letters[first + 32 if c"A" <= first <= c"Z" else first]:
            return False
        if not self.lengths[min(length, <Py_ssize_t>COMPARED)] and text.isascii():
            return False
        return plain(text[:COMPARED]) in self.texts


cdef int compare_amounts(Evidence own, list money) except -1:
    """How a column's amounts stand among the table's other prices, record by record."""
    cdef Evidence other
    cdef list known = [ratio for ratio in [price_ratio(own, other) for other in money if other is not own] if ratio is not None]
    own.own[ONLY_MONEY], own.own[FIRST_MONEY] = not known, own is money[0]
    for ratio in known:
        if 1 < ratio <= 5:
            own.own[HIGHER] = 1
        if 0.2 <= ratio < 1:
            own.own[LOWER_AMOUNT] = 1
        if ratio < 0.6:
            own.own[FAR_LOWER] = 1
    return 0


def price_ratio(Evidence own, Evidence other):
    """The mean ratio of two columns' amounts where one is always the higher; None where neither is."""
    # Debits beside credits are no prices, and may sum to nothing.
    cdef list ours = own.numbers(), its = other.numbers()
    cdef Py_ssize_t row
    cdef double a, b, sum_a = 0, sum_b = 0
    cdef bint higher = True, lower = True, any_pair = False
    for row in range(min(len(ours), len(its))):
        if ours[row] is None or its[row] is None:
            continue
        a, b = ours[row], its[row]
        if a > 0 and b > 0:
            any_pair = True
            higher, lower = higher and a >= b, lower and a <= b
            sum_a, sum_b = sum_a + a, sum_b + b
    return sum_a / sum_b if any_pair and (higher or lower) else None
