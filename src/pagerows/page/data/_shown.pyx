# cython: language_level=3, boundscheck=True, wraparound=False
"""What texts, links and objects of data are compared by, and which rows of a page show what an object alone says.

From these rows a list's objects are paired with records: spans of rows.
"""

import html as entities
import re

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from pagerows.page._parser cimport NODE_ELEMENT, NODE_TEXT, A_href, Node, NodeData, Span

cdef extern from "parser/html.h" nogil:
    enum: T_a

cdef extern from "Python.h":
    str PyUnicode_DecodeUTF32(const char *signs, Py_ssize_t size, const char *errors, int *order)

cdef object HOST = re.compile(r"(?:[a-z]+:)?//[^/?#]*+", re.IGNORECASE).sub
cdef object TAG = re.compile(r"<[a-zA-Z/][^>]*+>").sub
cdef object ENDING = re.compile(r"\.(?:html?|php|aspx?)$").sub

cdef enum:
    LONGEST = 300  # characters of a text that are compared
    SHORTEST = 4  # letters of a text that tells an object
    MOST_PLACES = 6  # of the page that have it
    FIRST_CODE = 10_000  # from here on numbers are codes, which links have


cdef Py_ssize_t fold(const char *signs, Py_ssize_t size, char *kept) noexcept:
    """Keep the letters and digits of an ASCII text in small letters; return how many there are."""
    cdef Py_ssize_t at, length = 0
    cdef char sign
    for at in range(min(size, <Py_ssize_t>LONGEST)):
        sign = signs[at]
        if c"A" <= sign <= c"Z":
            sign += 32
        if c"a" <= sign <= c"z" or c"0" <= sign <= c"9":
            kept[length] = sign
            length += 1
    return length


cpdef str folded(str text):
    """Return a text's letters and digits in small letters, of its first 300 characters.

    >>> folded("  Tent, 2-person ")
    'tent2person'
    """
    cdef Py_ssize_t size = 0
    cdef const char *signs
    cdef char[LONGEST] kept
    if len(text) > LONGEST:
        text = text[:LONGEST]
    if not text.isascii():
        return letters_of(text.casefold())
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    return PyUnicode_DecodeUTF8(kept, fold(signs, size, kept), NULL)


cdef str letters_of(str text):
    """The letters and digits of a text in any script."""
    cdef Py_UCS4[6 * LONGEST] kept  # casefolding makes up to three of a character
    cdef Py_ssize_t count = 0
    cdef Py_UCS4 sign
    if len(text) > 6 * LONGEST:
        return "".join([each for each in text if each.isalnum()])
    for sign in text:
        if sign.isalnum():
            kept[count] = sign
            count += 1
    return PyUnicode_DecodeUTF32(<const char *>kept, 4 * count, NULL, NULL)  # of letters and digits none marks an order


cpdef str plain_text(str text):
    """Return a text of data without the markup and entities that some have in it, even twice.

    >>> plain_text("<p>Salt &amp; pepper</p>"), plain_text("GTX&amp;reg;")
    ('Salt & pepper', 'GTX®')
    """
    if "<" in text:
        text = TAG(" ", text).strip()
    return entities.unescape(entities.unescape(text)) if "&" in text else text


cpdef str link_key(str url):
    """Return a link without its host, fragment and last slash: what is compared.

    >>> link_key("https://a.example/b/?c=1#d"), link_key("/b/")
    ('/b/?c=1', '/b')
    """
    cdef Py_ssize_t at = url.find("//")
    if at >= 0:
        url = without_host(url, at) if url.isascii() else HOST("", url, 1)
    at = url.find("#")
    if at >= 0:
        url = url[:at]
    return url.rstrip("/")


cdef str without_host(str url, Py_ssize_t slashes):
    """An ASCII address without the host behind its first two slashes, and the scheme before them."""
    cdef Py_ssize_t size = 0, start = slashes, end = slashes + 2, at
    cdef const char *signs = PyUnicode_AsUTF8AndSize(url, &size)
    if slashes and signs[slashes - 1] == c":":
        at = slashes - 1
        while at and (c"a" <= signs[at - 1] <= c"z" or c"A" <= signs[at - 1] <= c"Z"):
            at -= 1
        start = at if at < slashes - 1 else slashes
    while end < size and signs[end] not in (c"/", c"?", c"#"):
        end += 1
    return url[end:] if not start else url[:start] + url[end:]


cdef class PageKeys:
    """The rows of a page's texts and links, by what is compared of them."""

    cdef readonly dict texts, links
    # The lengths of the texts: most values of data are none of them, and need not be looked for.
    cdef uint8_t[LONGEST + 1] lengths
    # What objects say that the page shows; by identity, for several lists may share them.
    cdef dict told

    def __cinit__(self):
        self.texts, self.links, self.told = {}, {}, {}
        memset(self.lengths, 0, sizeof(self.lengths))

    def read_page(self, nodes, absolute):
        """Read a page's texts and links."""
        cdef NodeData data
        cdef list rows = [], addresses = []
        if not isinstance(nodes.data, NodeData):  # a page that was rendered
            rows = [row for row, kind in enumerate(nodes.kind.tolist()) if kind == 1]
            self.read_texts(rows, [nodes.data[row] for row in rows])
            tag = nodes.tags.index("a") if "a" in nodes.tags else -1
            rows = [row for row, own in enumerate(nodes.tag.tolist()) if own == tag]
            self.read_links(rows, [nodes.attribute(row, "href") or "" for row in rows], absolute)
            return
        data = nodes.data
        self.read_rows(data, rows, addresses)
        self.read_links(rows, addresses, absolute)

    cdef int read_rows(self, NodeData data, list rows, list addresses) except -1:
        """Read the texts of a page; gather its links."""
        cdef const Node *node
        cdef Py_ssize_t row
        cdef Span text
        for row in range(data.table.row_count):
            node = data.table.rows[row].node
            if node.kind == NODE_TEXT:
                self.read_text(row, node.text)
            elif node.kind == NODE_ELEMENT and node.tag == T_a:
                text = data.span(node, False, A_href)
                if text.length:
                    rows.append(row)
                    addresses.append(PyUnicode_DecodeUTF8(<const char *>text.at, text.length, "replace"))
        return 0

    cdef int read_text(self, Py_ssize_t row, Span text) except -1:
        """Read one text where it stands."""
        cdef char[LONGEST] kept
        cdef Py_ssize_t length
        cdef str key
        if not is_ascii(text):
            key = folded(PyUnicode_DecodeUTF8(<const char *>text.at, text.length, "replace"))
            length = len(key)
        else:
            length = fold(<const char *>text.at, text.length, kept)
            key = PyUnicode_DecodeUTF8(kept, length, NULL) if length >= SHORTEST else ""
        if length >= SHORTEST:
            add(self.texts, key, row)
            self.lengths[min(length, <Py_ssize_t>LONGEST)] = 1
        return 0

    def read_texts(self, list rows, list texts):
        """Read the page's texts, which stand in these rows."""
        cdef Py_ssize_t place
        cdef str key
        for place in range(len(rows)):
            key = folded(texts[place])
            if len(key) >= SHORTEST:
                add(self.texts, key, rows[place])
                self.lengths[min(len(key), <Py_ssize_t>LONGEST)] = 1

    def read_links(self, list rows, list addresses, absolute):
        """Read the page's links: the whole path, the path without a query, and its last step."""
        cdef Py_ssize_t place
        cdef str href, whole, path, last
        for place in range(len(rows)):
            href = (<str>addresses[place]).strip()
            if not href or href.startswith("#"):
                continue
            whole = link_key(href if href.startswith(("http", "/")) else absolute(href))
            path = whole.partition("?")[0]
            last = path.rpartition("/")[2]
            last = (ENDING("", last) if "." in last else last).casefold()
            if len(whole) > 1:
                add(self.links, whole, rows[place])
            if len(path) > 1 and path != whole:
                add(self.links, path, rows[place])
            if len(last) >= SHORTEST and last != path and last != whole:
                add(self.links, last, rows[place])

    def places(self, tuple objects):
        """Return each object's number with each row that shows what it alone says, in order."""
        cdef dict said = {}  # None: several objects say it
        cdef Py_ssize_t number
        cdef list own
        for number in range(len(objects)):
            own = self.told.get(id(objects[number]))
            if own is None:
                own = self.told[id(objects[number])] = self.told_by_object(objects[number])
            for key in own:
                if said.setdefault(key, number) != number:
                    said[key] = None
        return sorted({(one, row) for key, one in said.items() if one is not None for row in self.rows_of(key)})

    cdef list rows_of(self, tuple key):
        """The rows of a text, or (True) of a link."""
        return (self.links if key[0] else self.texts).get(key[1])

    cdef list told_by_object(self, dict fields):
        """What an object says that the page shows, on few places."""
        cdef list found = []
        for name, value in fields.items():
            if (<str>name).startswith("@"):
                continue
            if type(value) is str:
                self.tell_text((<str>value).strip(), found)
            elif isinstance(value, int) and value >= FIRST_CODE:
                self.tell(True, str(value), found)
        return found

    cdef int tell_text(self, str text, list found) except -1:
        """Add what a text may be shown as, where it is."""
        cdef bint is_word = " " not in text
        cdef str step
        if is_word and text.startswith(("http://", "https://", "/")):
            step = link_key(text)
            if len(step) > 1:
                self.tell(True, step, found)
            return 0
        self.tell_folded(plain_text(text), found)
        if is_word and len(text) >= SHORTEST:
            step = text.strip("/")
            if "/" not in step:
                self.tell(True, step.casefold(), found)
        return 0

    cdef int tell_folded(self, str text, list found) except -1:
        cdef Py_ssize_t size = 0, length
        cdef const char *signs
        cdef char[LONGEST] kept
        cdef str key
        if text.isascii():
            signs = PyUnicode_AsUTF8AndSize(text, &size)
            length = fold(signs, size, kept)
            if length < SHORTEST or not self.lengths[length]:
                return 0
            key = PyUnicode_DecodeUTF8(kept, length, NULL)
        else:
            key = folded(text)
            if len(key) < SHORTEST:
                return 0
        if not key.isdecimal():
            self.tell(False, key, found)
        return 0

    cdef int tell(self, bint is_link, str key, list found) except -1:
        rows = (self.links if is_link else self.texts).get(key)
        if rows is not None and len(<list>rows) <= MOST_PLACES:
            found.append((is_link, key))
        return 0


cdef int add(dict found, str key, row) except -1:
    rows = found.get(key)
    if rows is None:
        found[key] = [row]
    else:
        (<list>rows).append(row)
    return 0


cdef bint is_ascii(Span text) noexcept:
    cdef uint32_t at
    for at in range(text.length):
        if text.at[at] >= 0x80:
            return False
    return True


cdef struct Stretch:
    # Rows of a record, its number, and which stretch this was of those given.
    int32_t start, stop, owner, place


cdef int by_start(const void *one, const void *other) noexcept nogil:
    """Which of two stretches begins first; of those that begin together, which was given first."""
    cdef const Stretch *a = <const Stretch *>one
    cdef const Stretch *b = <const Stretch *>other
    if a.start != b.start:
        return -1 if a.start < b.start else 1
    return -1 if a.place < b.place else 1


cdef class Shown:
    """A list of the page's data, and where its objects are shown: ``(object, row)`` each, in order."""

    cdef readonly object found
    cdef readonly list places

    def __init__(self, found, list places):
        self.found, self.places = found, places

    def pairs(self, list starts, list stops, list owner=None):
        """Return record -> object, one to one, for records at these disjoint spans of rows; `owner` has their records.

        An object is a record's where more of it is shown there than in any other record, and more of it than of any
        other object; what is a draw is no pair.
        """
        return paired(self.places, self.records(starts, stops, owner))

    def support(self, list starts, list stops, Py_ssize_t fewest):
        """Return how much of some records and of the objects is one to one, 0 to 1, and how many are; 0 where too few are.

        The F1 of records and objects that are pairs, times the share of what is shown of these objects that stands in
        their records: less than all of it where records are cut too small.
        """
        cdef list records = self.records(starts, stops, None)
        cdef dict pairs = paired(self.places, records)
        cdef Py_ssize_t place, whole = 0, of_pairs = 0
        if len(pairs) < fewest:
            return 0.0, 0
        paired_objects = set(pairs.values())
        for place in range(len(records)):
            one = (<tuple>self.places[place])[0]
            of_pairs += one in paired_objects
            whole += records[place] is not None and pairs.get(records[place]) == one
        f1 = 2 * len(pairs) / (len(starts) + len({one for one, _ in self.places}))
        return f1 * whole / max(1, of_pairs), len(pairs)

    cdef list records(self, list starts, list stops, list owner):
        """The record that each place stands in, None where it stands in none."""
        cdef Py_ssize_t count = len(starts), at
        cdef Stretch *spans = <Stretch *>PyMem_Malloc((count + 1) * sizeof(Stretch))
        cdef bint sorted_already = True
        cdef int32_t row
        cdef list found = []
        if spans is NULL:
            raise MemoryError
        try:
            for at in range(count):
                spans[at].start, spans[at].stop = starts[at], stops[at]
                spans[at].owner, spans[at].place = at if owner is None else owner[at], at
                sorted_already = sorted_already and (not at or spans[at - 1].start <= spans[at].start)
            if not sorted_already:
                qsort(spans, count, sizeof(Stretch), by_start)
            for _, row in self.places:
                at = last_before(spans, count, row)
                found.append(spans[at].owner if at >= 0 and row < spans[at].stop else None)
        finally:
            PyMem_Free(spans)
        return found


cdef Py_ssize_t last_before(const Stretch *spans, Py_ssize_t count, int32_t row) noexcept nogil:
    """The last stretch that begins at a row or before it; -1 where none does."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if spans[middle].start <= row:
            low = middle + 1
        else:
            high = middle
    return low - 1


cdef dict paired(list places, list records):
    """Record -> object, where each has more places in common with the other than with any else."""
    cdef dict votes = {}
    cdef Py_ssize_t place
    for place in range(len(places)):
        if records[place] is not None:
            pair = ((<tuple>places[place])[0], records[place])
            votes[pair] = votes.get(pair, 0) + 1
    of_object, of_record = clear(votes, 0), clear(votes, 1)
    return {record: one for one, record in of_object.items() if record is not None and of_record.get(record) == one}


cdef dict clear(dict votes, Py_ssize_t side):
    """The partner with most votes of each member of one side, None where another has as many."""
    cdef dict most = {}, best = {}
    for pair, count in votes.items():
        own = (<tuple>pair)[side]
        if count > most.get(own, 0):
            most[own], best[own] = count, (<tuple>pair)[1 - side]
        elif count == most[own]:
            best[own] = None
    return best
