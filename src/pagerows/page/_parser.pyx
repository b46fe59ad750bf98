# cython: language_level=3, boundscheck=True, wraparound=False
"""HTML text -> rows of nodes, whose texts and attributes become Python objects when they are asked for.

The parser is in parser/*.c (parser/html.h has the overview); this file is its door to Python.
"""

import os

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SetItem
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from pagerows._arrays cimport BOOL, INT8, INT32, INT64, UINT8, Array, empty


cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object, Py_ssize_t *) except NULL
    object PyUnicode_DecodeUTF8(const char *, Py_ssize_t, const char *)


# The key differs from run to run, so that no page can be written whose names collide in the parser's tables.
if not document_prepare(int.from_bytes(os.urandom(8), "little")):
    raise MemoryError


class TooManyNodes(Exception):
    """The page has more nodes than was allowed."""


cdef object check(HtmlError error):
    if error == HTML_NO_MEMORY:
        raise MemoryError
    if error == HTML_TOO_MANY_NODES:
        raise TooManyNodes
    if error != HTML_OK:
        raise OverflowError("the page is too long")


cdef inline object string(Span span):
    return PyUnicode_DecodeUTF8(<const char *>span.at, span.length, "replace") if span.length else ""


cdef bint may_have_digit(Span span) noexcept nogil:
    """Whether there is a digit; beyond ASCII there may be one."""
    cdef uint32_t at
    for at in range(span.length):
        if 48 <= span.at[at] <= 57 or span.at[at] >= 0x80:
            return True
    return False


cdef Span span_of(bytes text):
    cdef Span span
    span.at = <const uint8_t *><const char *>text
    span.length = len(text)
    return span


cdef class Reading:
    """What is read of a page: the attributes that are style, those that are watched for (with a value, or None for any),
    and the elements that are left out."""

    def __cinit__(self, *, style, watched, unread):
        self.kept = []
        self.spans = <Span *>PyMem_Malloc((len(style) + len(unread) + 1) * sizeof(Span))
        self.watches = <Watched *>PyMem_Malloc((len(watched) + 1) * sizeof(Watched))
        if self.spans is NULL or self.watches is NULL:
            raise MemoryError
        for place, name in enumerate([*sorted(style), *sorted(unread)]):
            self.spans[place] = self.span(name)
        for place, (name, value) in enumerate(sorted(watched.items())):
            self.watches[place].name = self.span(name)
            self.watches[place].value.at = NULL
            if value is not None:
                self.watches[place].value = self.span(value)
        self.style.items, self.style.count = self.spans, len(style)
        self.unread.items, self.unread.count = self.spans + len(style), len(unread)
        self.watched.items, self.watched.count = self.watches, len(watched)

    def __dealloc__(self):
        PyMem_Free(self.spans)
        PyMem_Free(self.watches)

    cdef Span span(self, str text):
        cdef bytes data = text.encode()
        self.kept.append(data)
        return span_of(data)


cdef class _Source:
    """A parsed document together with the bytes that its spans point into: the page in UTF-8."""

    def __cinit__(self, html):
        if isinstance(html, str) and not html.isascii():
            html = html.encode("utf-8", "replace")  # halves of characters, which only a program can write
        if isinstance(html, str):
            self.bytes = <const uint8_t *>PyUnicode_AsUTF8AndSize(html, &self.size)
        else:
            self.bytes, self.size = <const uint8_t *><const char *>html, len(html)
        self.kept = html
        self.document = document_new()
        if self.document is NULL:
            raise MemoryError

    def __dealloc__(self):
        document_free(self.document)

    cdef parse(self, bint scripting, uint32_t limit):
        cdef HtmlError error
        with nogil:
            error = document_parse(self.document, self.bytes, <size_t>self.size, scripting, limit)
        check(error)


cdef class NodeData:
    """What stands in the rows of a page, text or attributes, as a sequence; made when asked for, and then kept."""

    def __cinit__(self, _Source source, Reading reading):
        cdef HtmlError error
        self.source = source
        self.reading = reading
        self.table = table_new()
        if self.table is NULL:
            raise MemoryError
        with nogil:
            error = table_build(self.table, source.document, reading.style, reading.watched, reading.unread)
        check(error)
        self.names = [None] * source.document.attribute_names.count
        self.styles = [None] * self.table.path_count

    def __dealloc__(self):
        table_free(self.table)

    def __len__(self):
        return self.table.row_count

    def __getitem__(self, row):
        cdef Py_ssize_t number
        if isinstance(row, slice):
            return [self.item(number) for number in range(*row.indices(self.table.row_count))]
        number = row
        if number < 0:
            number += self.table.row_count
        if not 0 <= number < <Py_ssize_t>self.table.row_count:
            raise IndexError("no such row")
        return self.item(number)

    def __iter__(self):
        return iter(self[:])

    def __eq__(self, other):
        return len(self) == len(other) and self[:] == list(other)

    def __reduce__(self):
        return list, (self[:],)

    cdef object item(self, Py_ssize_t row):
        if self.made is None:
            self.made = [None] * self.table.row_count
        found = self.made[row]
        if found is None:
            found = self.made[row] = self.make(row)
        return found

    cdef object make(self, Py_ssize_t row):
        cdef const Row *at = &self.table.rows[row]
        if at.node.kind == NODE_TEXT:
            return string(at.node.text)
        if not at.node.attribute_count:
            return ()
        style = self.style(at.path)
        # Most elements have a class alone: large pages keep one tuple per path, not per element.
        return style if len(style) == at.node.attribute_count else self.pairs(at.node, False)

    cdef object style(self, Py_ssize_t path):
        found = self.styles[path]
        if found is None:
            found = self.styles[path] = self.pairs(self.table.paths[path].node, True)
        return found

    cdef tuple pairs(self, const Node *node, bint style_alone):
        cdef const Attribute *at = self.source.document.tokens.attributes.items + node.attributes
        cdef list found = []
        cdef uint32_t place
        for place in range(node.attribute_count):
            if style_alone and not self.table.attribute_use[at[place].name] & USE_STYLE:
                continue
            found.append((self.name(at[place].name), string(at[place].value) or None))
        return tuple(found)

    cdef str name(self, uint32_t number):
        found = self.names[number]
        if found is None:
            found = self.names[number] = string(self.source.document.attribute_names.items[number])
        return found

    cdef const Node *node_at(self, Py_ssize_t row) except NULL:
        """The node of a row; counted from the end where it is negative, as in any sequence."""
        if row < 0:
            row += self.table.row_count
        if not 0 <= row < <Py_ssize_t>self.table.row_count:
            raise IndexError("no such row")
        return self.table.rows[row].node

    def attribute(self, Py_ssize_t row, str name not None):
        """Return one attribute of a row, or None."""
        cdef const Node *node = self.node_at(row)
        cdef const Attribute *found
        if node.kind == NODE_TEXT or not node.attribute_count:
            return None
        found = find_attribute(self.source.document, node, self.number_of(name))
        return None if found is NULL else string(found.value)

    def attributes(self, Py_ssize_t row):
        """Return the attributes of a row by name, the last one first."""
        cdef const Node *node = self.node_at(row)
        cdef const Attribute *at
        cdef uint32_t place
        cdef dict found = {}
        if node.kind != NODE_TEXT:
            at = self.source.document.tokens.attributes.items + node.attributes
            for place in range(node.attribute_count, 0, -1):
                found[self.name(at[place - 1].name)] = string(at[place - 1].value)
        return found

    def texts(self, Py_ssize_t first, Py_ssize_t last):
        """Return the texts of the text rows from one row to another."""
        cdef Py_ssize_t row
        cdef list found = []
        for row in range(max(0, first), min(last, <Py_ssize_t>self.table.row_count)):
            if self.table.rows[row].node.kind == NODE_TEXT:
                found.append(self.item(row))
        return found

    def text(self, Py_ssize_t first, Py_ssize_t last):
        """Return the same in one, with a space between them and for each run of white space, none at the ends."""
        cdef Py_ssize_t row, size = 0
        cdef uint8_t *room
        first, last = max(0, first), min(last, <Py_ssize_t>self.table.row_count)
        for row in range(first, last):
            if self.table.rows[row].node.kind == NODE_TEXT:
                size += self.table.rows[row].node.text.length + 1
        if not size:
            return ""
        room = <uint8_t *>PyMem_Malloc(size)
        if room is NULL:
            raise MemoryError
        try:
            size = table_folded_text(self.table, <uint32_t>first, <uint32_t>last, room)
            return PyUnicode_DecodeUTF8(<const char *>room, size, "replace")
        finally:
            PyMem_Free(room)

    def strings(self, const int64_t[::1] rows, str name=None):
        """Return the texts of some rows (of elements nothing), or the values of one attribute, as UTF-8 in one buffer: the
        buffer, starts and stops."""
        cdef uint32_t wanted = self.number_of(name)
        cdef bint texts = name is None
        cdef Py_ssize_t place
        cdef Span span
        cdef Array starts = empty(INT64, rows.shape[0]), stops = empty(INT64, rows.shape[0]), found
        cdef int64_t *in_starts = starts.int64s()
        cdef int64_t *in_stops = stops.int64s()
        cdef uint8_t *in_found
        cdef int64_t size = 0
        for place in range(rows.shape[0]):
            if not 0 <= rows[place] < <int64_t>self.table.row_count:
                raise IndexError("no such row")
        with nogil:
            for place in range(rows.shape[0]):
                in_starts[place] = size
                size += self.span(self.table.rows[rows[place]].node, texts, wanted).length
                in_stops[place] = size
        found = empty(UINT8, size)
        in_found = found.uint8s()
        with nogil:
            for place in range(rows.shape[0]):
                span = self.span(self.table.rows[rows[place]].node, texts, wanted)
                if span.length:
                    memcpy(in_found + in_starts[place], span.at, span.length)
        return found, starts, stops

    def having(self, names, Py_ssize_t low, Py_ssize_t high):
        """Return the rows of a stretch that have an attribute of one of some names."""
        cdef uint8_t[::1] wanted = bytearray(self.source.document.attribute_names.count + 1)
        cdef const Attribute *at
        cdef const Node *node
        cdef Py_ssize_t row
        cdef uint32_t place
        cdef list found = []
        for name in names:
            wanted[self.number_of(name)] = 1
        for row in range(max(0, low), min(high, <Py_ssize_t>self.table.row_count)):
            node = self.table.rows[row].node
            if node.kind == NODE_TEXT:
                continue
            at = self.source.document.tokens.attributes.items + node.attributes
            for place in range(node.attribute_count):
                if wanted[at[place].name]:
                    found.append(row)
                    break
        return found

    def figures(self, names, Py_ssize_t low, Py_ssize_t high):
        """Return the attributes of some names in a stretch that may have a digit: rows, names and values."""
        cdef uint8_t[::1] wanted = bytearray(self.source.document.attribute_names.count + 1)
        cdef const Attribute *at
        cdef const Node *node
        cdef Py_ssize_t row
        cdef uint32_t place
        cdef list found = []
        for name in names:
            wanted[self.number_of(name)] = 1
        for row in range(max(0, low), min(high, <Py_ssize_t>self.table.row_count)):
            node = self.table.rows[row].node
            if node.kind == NODE_TEXT:
                continue
            at = self.source.document.tokens.attributes.items + node.attributes
            for place in range(node.attribute_count):
                if wanted[at[place].name] and may_have_digit(at[place].value):
                    found.append((row, self.name(at[place].name), string(at[place].value)))
        return found

    def has_value(self, str name, str value):
        """Tell whether some element has an attribute with exactly this value."""
        cdef uint32_t row, wanted = self.number_of(name)
        cdef bytes data = value.encode()
        cdef Span exact = span_of(data)
        cdef const Attribute *found
        if wanted == self.source.document.attribute_names.count:
            return False
        for row in range(self.table.row_count):
            if self.table.rows[row].node.kind != NODE_TEXT:
                found = find_attribute(self.source.document, self.table.rows[row].node, wanted)
                if found is not NULL and same_bytes(found.value, exact):
                    return True
        return False

    cdef Span span(self, const Node *node, bint text, uint32_t name) noexcept nogil:
        cdef const Attribute *found
        cdef Span none
        if text and node.kind == NODE_TEXT:
            return node.text
        none.at, none.length = NULL, 0
        if text or node.kind == NODE_TEXT:
            return none
        found = find_attribute(self.source.document, node, name)
        return none if found is NULL else found.value

    cdef uint32_t number_of(self, str name) except? 0xFFFFFFFF:
        """The number of an attribute's name; one past all where the page has none."""
        cdef const Names *names = &self.source.document.attribute_names
        cdef bytes data
        if name is None:
            return names.count
        data = name.encode("utf-8", "replace")
        return name_known(names, <const uint8_t *><const char *>data, len(data))

    def markup(self):
        """Return the page's markup in UTF-8."""
        return self.source.kept if isinstance(self.source.kept, bytes) else self.source.kept.encode()

    def has_attribute(self, str name):
        """Tell whether any element of the page has an attribute of that name."""
        cdef uint32_t wanted = self.number_of(name), place
        for place in range(self.source.document.tokens.attributes.count):
            if self.source.document.tokens.attributes.items[place].name == wanted:
                return True
        return False

    def scripts(self):
        """Return the attributes and the text of each script of the page, head included."""
        cdef uint32_t place
        cdef const Node *node
        cdef list found = []
        for place in range(self.source.document.scripts.count):
            node = self.source.document.scripts.items[place]
            text = "" if node.first is NULL or node.first.kind != NODE_TEXT else string(node.first.text)
            found.append((self.pairs(node, False), text))
        return found

    def containers(self):
        """Return names and values of the page's data attributes that begin like an array or object of JSON."""
        cdef const Attributes *all = &self.source.document.tokens.attributes
        cdef uint8_t[::1] wanted = bytearray(self.source.document.attribute_names.count + 1)
        cdef uint32_t place
        cdef Span name, value
        cdef list found = []
        for place in range(self.source.document.attribute_names.count):
            name = self.source.document.attribute_names.items[place]
            wanted[place] = name.length > 5 and memcmp(name.at, b"data-", 5) == 0
        for place in range(all.count):
            value = all.items[place].value
            if wanted[all.items[place].name] and value.length and value.at[0] in (c"[", c"{"):
                found.append((self.name(all.items[place].name), string(value)))
        return found

    def columns(self):
        """Return tag, parent, depth, end, path, ordinal (int32), kind (int8) and spaced (bool): arrays, one item per row."""
        cdef Columns columns
        cdef Py_ssize_t count = self.table.row_count
        cdef Array numbers = empty(INT32, 6 * count), kind = empty(INT8, count), spaced = empty(BOOL, count)
        cdef int32_t *first = numbers.int32s()
        columns.tag, columns.parent, columns.depth = first, first + count, first + 2 * count
        columns.end, columns.path, columns.ordinal = first + 3 * count, first + 4 * count, first + 5 * count
        columns.kind, columns.spaced = kind.int8s(), <int8_t *>spaced.bools()
        with nogil:
            table_columns(self.table, columns)
        return (
            numbers.part(0, count), numbers.part(count, 2 * count), numbers.part(2 * count, 3 * count),
            numbers.part(3 * count, 4 * count), numbers.part(4 * count, 5 * count), numbers.part(5 * count, 6 * count),
            kind, spaced,
        )

    def text_lengths(self, bint stripped):
        """Return the characters of each row's text, 0 for elements; on request without white space at the ends."""
        cdef Array found = empty(INT32, self.table.row_count)
        cdef int32_t *in_found = found.int32s()
        with nogil:
            table_text_lengths(self.table, stripped, in_found)
        return found

    def paths(self):
        """Return the paths' parents (an array), tags (a tuple) and styles (made when asked for), in the order of their codes."""
        cdef Py_ssize_t code, count = self.table.path_count
        cdef tuple tags = self.tags()
        cdef tuple named = PyTuple_New(count)
        cdef Array parents = empty(INT32, count)
        cdef int32_t *in_parents = parents.int32s()
        for code in range(count):
            in_parents[code] = self.table.paths[code].parent
            name = tags[self.table.paths[code].tag]
            Py_INCREF(name)  # which the tuple takes
            PyTuple_SetItem(named, code, name)
        return parents, named, PathStyles(self)

    def tags(self):
        """Return the names that the tag column's numbers stand for."""
        cdef uint32_t place
        if self.tag_names is None:
            self.tag_names = tuple([
                string(self.source.document.tags.items[self.table.tags[place]]) for place in range(self.table.tag_count)
            ])
        return self.tag_names

    def watched(self):
        """Return the rows of elements that have a watched attribute."""
        cdef uint32_t place
        return [self.table.watched[place] for place in range(self.table.watched_count)]

    def head(self):
        """Return the address in ``<base>``, the page's own and the language (None where there are none), the title, and
        whether elements nested too deeply were made siblings."""
        cdef const Document *document = self.source.document
        cdef const Node *title = self.table.title
        title_text = "" if title is NULL or title.first is NULL or title.first.kind != NODE_TEXT else string(title.first.text)
        base = None if self.table.base is NULL else self.attribute_of(self.table.base, A_href)
        own = string(self.table.canonical) or string(self.table.og_url) or None
        return base, own, self.attribute_of(document.html, A_lang), title_text, bool(document.flattened)

    cdef object attribute_of(self, const Node *node, uint32_t name):
        cdef const Attribute *found = find_attribute(self.source.document, node, name)
        return None if found is NULL else string(found.value) or None


# -- for other kernels: texts and attributes without Python objects ---------------------------------------------------


cdef bint is_compiled(object data):
    """Whether these are rows that the parser made."""
    return isinstance(data, NodeData)


cdef Utf8 utf8_of(object data, Py_ssize_t row, uint32_t name) except *:
    """The text of a row (`TEXTS` for the name), or the value of an attribute; empty where there is none."""
    cdef NodeData own = data
    cdef Utf8 found
    cdef Span span
    if not 0 <= row < <Py_ssize_t>own.table.row_count:
        raise IndexError("no such row")
    span = own.span(own.table.rows[row].node, name == TEXTS, name)
    found.at, found.size = span.at, span.length
    return found


cdef uint32_t attribute_number(object data, str name) except? 0:
    """The number of an attribute's name; one past all where the page has none."""
    return (<NodeData?>data).number_of(name)


cdef class Chosen:
    """Attributes of a page's elements: those whose names somebody wants to know; asked about each name once."""

    cdef NodeData data
    cdef object wanted
    cdef uint8_t[::1] known  # per name: 0 not asked yet, 1 not wanted, 2 wanted
    cdef list styles  # per path: what elements have whose attributes are style alone

    def __init__(self, NodeData data, wanted):
        self.data, self.wanted = data, wanted
        self.styles = [None] * data.table.path_count
        self.known = bytearray(max(1, data.source.document.attribute_names.count))

    def __call__(self, Py_ssize_t row):
        """Return the wanted attributes of a row that have a value, in order."""
        if not 0 <= row < <Py_ssize_t>self.data.table.row_count:
            raise IndexError("no such row")
        cdef const Node *node = self.data.table.rows[row].node
        cdef int32_t path = self.data.table.rows[row].path
        if node.kind == NODE_TEXT or not node.attribute_count:
            return ()
        if len(<tuple>self.data.style(path)) < node.attribute_count:
            return self.pairs(node)
        if self.styles[path] is None:
            self.styles[path] = self.pairs(node)
        return self.styles[path]

    cdef tuple pairs(self, const Node *node):
        cdef const Attribute *at = self.data.source.document.tokens.attributes.items + node.attributes
        cdef list found = []
        cdef uint32_t place, name
        for place in range(node.attribute_count):
            name = at[place].name
            if not self.known[name]:
                self.known[name] = 2 if self.wanted(self.data.name(name)) else 1
            if self.known[name] == 2 and at[place].value.length:
                found.append((self.data.name(name), string(at[place].value)))
        return tuple(found)


cdef class PathStyles:
    """The styles of a page's paths as a sequence; made when asked for, and then kept."""

    def __cinit__(self, NodeData rows):
        self.rows = rows

    def __len__(self):
        return self.rows.table.path_count

    def __getitem__(self, code):
        cdef Py_ssize_t number
        if isinstance(code, slice):
            return tuple([self.rows.style(number) for number in range(*code.indices(len(self)))])
        number = code
        if number < 0:
            number += self.rows.table.path_count
        if not 0 <= number < <Py_ssize_t>self.rows.table.path_count:
            raise IndexError("no such path")
        return self.rows.style(number)

    def __iter__(self):
        return iter(self[:])

    def __eq__(self, other):
        return self[:] == tuple(other)

    def __reduce__(self):
        return tuple, (self[:],)

    def strings(self, str name):
        """Return the values of one attribute as UTF-8 in one buffer: the buffer, starts and stops."""
        cdef NodeData rows = self.rows
        cdef uint32_t wanted = rows.number_of(name)
        return self.gathered(rows, [wanted])

    def others(self, left_out):
        """The same for all attributes of the styles but some: names and values one after another."""
        cdef NodeData rows = self.rows
        cdef Py_ssize_t number
        style = [
            number for number in range(rows.source.document.attribute_names.count)
            if rows.table.attribute_use[number] & USE_STYLE and rows.name(number) not in left_out
        ]
        return self.gathered(rows, style, True)

    cdef tuple gathered(self, NodeData rows, list wanted, bint named=False):
        """The values of the wanted attributes of each path, each behind the number of its name where that is asked for."""
        cdef const Node *node
        cdef const Attribute *at
        cdef uint32_t place, number, count = rows.source.document.attribute_names.count
        cdef Py_ssize_t code, paths = rows.table.path_count
        cdef int64_t size = 0, byte
        cdef uint8_t[::1] is_wanted = bytearray(count + 1)
        for number in wanted:
            is_wanted[number] = True
        cdef Array starts = empty(INT64, paths), stops = empty(INT64, paths), found
        cdef int64_t *in_starts = starts.int64s()
        cdef int64_t *in_stops = stops.int64s()
        for code in range(paths):
            in_starts[code] = size
            node = rows.table.paths[code].node
            at = rows.source.document.tokens.attributes.items + node.attributes
            for place in range(node.attribute_count):
                if is_wanted[at[place].name]:
                    size += at[place].value.length + (5 if named else 0)
                    if not named:
                        break
            in_stops[code] = size
        found = empty(UINT8, size)
        cdef uint8_t *in_found = found.uint8s()
        size = 0
        for code in range(paths):
            node = rows.table.paths[code].node
            at = rows.source.document.tokens.attributes.items + node.attributes
            for place in range(node.attribute_count):
                if is_wanted[at[place].name]:
                    if named:
                        for byte in range(4):
                            in_found[size + byte] = (at[place].name >> (8 * byte)) & 0xFF
                        size += 4
                    if at[place].value.length:
                        memcpy(in_found + size, at[place].value.at, at[place].value.length)
                    size += at[place].value.length
                    if not named:
                        break
                    in_found[size] = 0
                    size += 1
        return found, starts, stops


def parse_rows(html, Reading reading, *, bint scripting, uint32_t limit):
    """Parse HTML, a text or its UTF-8, into rows: elements and texts of ``<body>``.

    Paths tell elements apart by tag and by the attributes that are style. `scripting` takes the content of noscript for
    text, as browsers do. Raises TooManyNodes where the tree has more than `limit`.
    """
    cdef _Source source = _Source(html)
    source.parse(scripting, limit)
    return NodeData(source, reading)


# -- for the conformance tests: tokens and trees as html5lib's tests write them -------------------------------------------


def tokens(str html, int state=STATE_DATA, str last_tag=""):
    """Return the tokens of a text as tuples; states are numbered data, RCDATA, RAWTEXT, script, PLAINTEXT, CDATA."""
    cdef _Source source = _Source(html)
    cdef Token token
    name = last_tag.encode()
    check(document_tokenize(source.document, source.bytes, <size_t>source.size, <TokenState>state, span_of(name)))
    found = []
    while True:
        check(document_next_token(source.document, &token))
        if token.kind == TOKEN_EOF:
            return found
        found.append(_token(source, &token))


cdef tuple _token(_Source source, const Token *token):
    cdef const Document *document = source.document
    cdef Doctype doctype = token.doctype
    if token.kind == TOKEN_NULS:
        return "text", "\0" * token.text.length
    if token.kind == TOKEN_TEXT:
        return "text", string(token.text)
    if token.kind == TOKEN_COMMENT:
        return "comment", string(token.text)
    if token.kind == TOKEN_DOCTYPE:
        return (
            "doctype",
            string(doctype.name) if doctype.has_name else None,
            string(doctype.public_id) if doctype.has_public else None,
            string(doctype.system_id) if doctype.has_system else None,
            not doctype.force_quirks,
        )
    name = string(document.tags.items[token.tag])
    if token.kind == TOKEN_END:
        return "end", name
    return "start", name, _attributes(document, token.attributes, token.attribute_count), bool(token.self_closing)


cdef dict _attributes(const Document *document, uint32_t first, uint32_t count):
    cdef const Attribute *at = document.tokens.attributes.items + first
    cdef uint32_t place
    return {string(document.attribute_names.items[at[place].name]): string(at[place].value) for place in range(count)}


def tree(str html, *, bint scripting=True, uint32_t limit=1_000_000):
    """Return the nodes of a page in document order: (depth, kind, namespace, name or text, attributes)."""
    cdef _Source source = _Source(html)
    source.parse(scripting, limit)
    cdef const Document *document = source.document
    cdef const Node *node = document.document.first
    cdef int depth = 0
    found = []
    while node is not NULL:
        found.append(_node(document, node, depth))
        if node.kind == NODE_ELEMENT and node.first is not NULL:
            node, depth = node.first, depth + 1
            continue
        while node is not NULL and node.next is NULL:
            node, depth = node.parent, depth - 1
        if node is not NULL:
            node = node.next
    return found


cdef tuple _node(const Document *document, const Node *node, int depth):
    if node.kind == NODE_TEXT:
        return depth, "text", "", string(node.text), {}
    if node.kind == NODE_COMMENT:
        return depth, "comment", "", string(node.text), {}
    if node.kind == NODE_DOCTYPE:
        ids = {"public": string(document.doctype.public_id), "system": string(document.doctype.system_id)}
        return depth, "doctype", "", string(document.doctype.name), ids
    name = string(document.tags.items[node.tag])
    space = ("", "svg", "math")[node.space]
    return depth, "element", space, name, _attributes(document, node.attributes, node.attribute_count)
