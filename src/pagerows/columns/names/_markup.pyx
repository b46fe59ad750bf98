# cython: language_level=3, boundscheck=True, wraparound=False
"""What the markup around the cells of a table says of its columns, counted over the cells."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from pagerows.columns.names._chains cimport Chain, Rows, chain_of
from pagerows.columns.names._evidence cimport (
    ADDRESS, ANCHOR, ARIA, BOLD, BOX, BUTTON, CAPTION, CITE, DEFINITION, FAR_CLASS, FAR_NAME, HEADING, INSERTED, LABEL, LINK, LISTED, NEAR_CLASS,
    NEAR_NAME, PARAGRAPH, PROPERTY, ROW_HEAD, SMALL, STRUCK, TABLE_CELL, TIME_TAG, WEAK_PROPERTY, Evidence,
    evidence_of,
)
from pagerows.page._parser cimport Attribute, Node, NodeData, same_bytes

from pagerows.columns.headers import Headers
from pagerows.columns.labels import labels_before
from pagerows.columns.names.markup import (
    SAYS_CLASS, SAYS_LABEL, SAYS_NAME, SAYS_TITLE, SAYS_WEAK_PROPERTY, attribute_says, may_speak, step_says, tidy_header,
)  # fmt: skip
from pagerows.page.around import chosen
from pagerows.values import Cell
from pagerows.vocabulary import said_by

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_FindChar(object text, Py_UCS4 sign, Py_ssize_t start, Py_ssize_t end, int direction) except -2

cdef Py_ssize_t TEXT = Cell._fields.index("text"), KIND = Cell._fields.index("kind")
cdef Py_ssize_t URL = Cell._fields.index("url"), SPAN = Cell._fields.index("span")
cdef Py_ssize_t WHOLE = Cell._fields.index("whole")

cdef enum:
    MOST_TAGS = 40
    LOOKED_AT = 12  # cells of a column that are, spread over the table
    MARKUP_OF = 6  # of which the markup is read
    LONGEST_STEP = 24  # of a path that names a field

#: Share of them that must agree on what is said.
cdef double AGREEING = 0.6

#: Tags -> the traits of which they are one.
cdef dict TAGS = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), HEADING),
    **dict.fromkeys(("strong", "b"), BOLD),
    **dict.fromkeys(("s", "del", "strike"), STRUCK),
    **dict.fromkeys(("small", "sup", "sub"), SMALL),
    **dict.fromkeys(("cite", "em", "i"), CITE),
    **dict.fromkeys(("button", "label", "option"), BUTTON),
    **dict.fromkeys(("td", "th"), TABLE_CELL),
    "ins": INSERTED, "time": TIME_TAG, "p": PARAGRAPH, "li": LISTED, "dd": DEFINITION, "address": ADDRESS, "a": ANCHOR,
    "figcaption": CAPTION,
}  # fmt: skip
cdef dict TAG_PLACES = {tag: place for place, tag in enumerate(TAGS)}
cdef int[MOST_TAGS] TRAIT_OF_TAG
for _place, _trait in enumerate(TAGS.values()):
    TRAIT_OF_TAG[<int>_place] = _trait
cdef int ROW_HEAD_TAG = TAG_PLACES["th"]

cdef int _LABEL = SAYS_LABEL, _CLASS = SAYS_CLASS, _NAME = SAYS_NAME, _WEAK = SAYS_WEAK_PROPERTY, _TITLE = SAYS_TITLE


def looked_at(columns):
    """Return the evidence of columns before anyone looks closer: their cells that are looked at, and how many are filled."""
    cdef list found = [], filled
    for column in columns:
        cells = column.cells
        filled = filled_of(cells)
        found.append(evidence_of(
            sampled(filled, LOOKED_AT), column.kind, column.type, len(filled) / <double>max(1, len(<tuple>cells)), column.values
        ))  # fmt: skip
    return found


def told(tuple columns):
    """Return columns with the words that were trimmed: they tell what these are."""
    return tuple([whole(cells) for cells in columns])


cdef tuple whole(tuple cells):
    cdef Py_ssize_t row
    for row in range(len(cells)):
        if cells[row] is not None and (<tuple>cells[row])[WHOLE]:
            break
    else:
        return cells
    return tuple([cell._replace(text=cell.said) if cell is not None and (<tuple>cell)[WHOLE] else cell for cell in cells])


cdef list filled_of(tuple cells):
    return [cell for cell in cells if cell is not None]


cdef list sampled(list filled, Py_ssize_t count):
    """Up to `count` cells, spread evenly."""
    cdef double step = len(filled) / <double>count
    cdef Py_ssize_t number
    if len(filled) <= count:
        return filled
    return [filled[<Py_ssize_t>(number * step)] for number in range(count)]


cdef class Starts:
    """The rows where the cells of a table begin, in order, each once."""

    cdef int64_t *rows
    cdef Py_ssize_t count

    def __cinit__(self, list columns, Py_ssize_t rows):
        cdef Py_ssize_t start, most = 0, first = rows, last = -1
        for cells in columns:
            most += len(<tuple>cells)
        cdef uint8_t *begins = <uint8_t *>calloc(rows + 1, 1)
        self.rows = <int64_t *>malloc((most + 1) * sizeof(int64_t))
        if begins is NULL or self.rows is NULL:
            free(begins)
            raise MemoryError
        try:
            for cells in columns:
                for cell in <tuple>cells:
                    if cell is not None:
                        start = start_of(cell)
                        if 0 <= start <= rows:
                            begins[start] = 1
                            first, last = min(first, start), max(last, start)
        except:
            free(begins)
            raise
        for start in range(first, last + 1):
            if begins[start]:
                self.rows[self.count] = start
                self.count += 1
        free(begins)

    def __dealloc__(self):
        free(self.rows)


def read_markup(nodes, list columns, list labels, list found):
    """Read what the markup says of each column of a table; `labels` are those that were split from the values."""
    cdef list before = labels_of_columns(nodes, columns)
    cdef Py_ssize_t number
    cdef Elements elements = Elements(nodes, columns)
    cdef Evidence own
    for number in range(len(columns)):
        known = labels[number] if labels else None
        elements.read(found[number], in_page(columns[number]), known or before[number] or "")
    for number in range(1, len(columns)):
        own = found[number - 1]
        if before[number] and not own.label:
            own.label = f"{before[number]} label"


cdef list labels_of_columns(nodes, list columns):
    """For each column the label that the column before it holds in (nearly) every record, or None."""
    cdef list found = [None] * len(columns)
    cdef Py_ssize_t number
    for number in range(1, len(columns)):
        if has_one_text(columns[number - 1]):
            found[number] = labels_before(nodes, [columns[number - 1], columns[number]])[1]
    return found


cdef bint has_one_text(tuple cells) except -1:
    """Whether all cells of a column say the same."""
    first = None
    for cell in cells:
        if cell is not None:
            text = (<tuple>cell)[TEXT]
            if first is None:
                first = text
            elif text != first:
                return False
    return first is not None


cdef list in_page(tuple cells):
    """The cells of a column whose markup is read; data without a place on the page have none."""
    return [cell for cell in sampled(filled_of(cells), MARKUP_OF) if (<tuple>(<tuple>cell)[SPAN])[1]]


cdef Py_ssize_t start_of(cell) except -1:
    return (<tuple>(<tuple>cell)[SPAN])[0]


cdef class Elements:
    """A page's elements and what they say."""

    cdef object attributes, headers
    cdef tuple tags
    cdef const int32_t[::1] path, parent, end
    cdef const int8_t[::1] kind
    cdef Starts starts
    cdef Rows rows
    #: A box that holds more columns than this says what the record is, not what a column is.
    cdef Py_ssize_t few
    #: The rows as the parser made them; None: something else did. Then per name of an attribute:
    cdef NodeData data
    cdef uint8_t *names  # 0 not asked yet, 1 silent, 2 may be evidence
    cdef uint32_t name_count

    def __cinit__(self, nodes, list columns):
        self.tags, self.path = nodes.paths.tag, nodes.path
        self.parent, self.end, self.kind = nodes.parent, nodes.end, nodes.kind
        self.starts, self.few = Starts(columns, self.parent.shape[0]), max(2, len(columns) // 2)
        self.headers = Headers(nodes) if nodes.grids.tables else None
        if self.parent.shape[0]:
            self.rows = Rows(
                &self.parent[0], &self.end[0], &self.kind[0], self.parent.shape[0], self.starts.rows, self.starts.count
            )  # fmt: skip
        if isinstance(nodes.data, NodeData):
            self.data = nodes.data
            self.name_count = self.data.source.document.attribute_names.count
            self.names = <uint8_t *>calloc(self.name_count + 1, 1)
            if self.names is NULL:
                raise MemoryError
        else:
            self.attributes = chosen(nodes, may_speak)

    def __dealloc__(self):
        free(self.names)

    cdef int read(self, Evidence own, list cells, str label) except -1:
        """Read what is said around cells."""
        cdef list labels = [], links = []
        cdef Chain[MARKUP_OF] kept
        cdef Py_ssize_t[MARKUP_OF] times
        cdef Py_ssize_t number, other, count = 0
        cdef int32_t[MOST_TAGS] counts
        cdef dict said = {}
        memset(counts, 0, sizeof(counts))
        # Those of one column mostly have the same around them.
        for number in range(min(<Py_ssize_t>MARKUP_OF, len(cells))):
            kept[count] = self.chain(start_of(cells[number]))
            link = link_of(cells[number])
            for other in range(count):
                if links[other] == link and self.say_the_same(&kept[other], &kept[count]):
                    times[other] += 1
                    break
            else:
                links.append(link)
                times[count] = 1
                count += 1
        for number in range(count):
            heard = self.hear(own, &kept[number], links[number], times[number], said)
            for _ in range(times[number]):
                labels.append(heard)
            self.count_tags(&kept[number], times[number], counts)
        own.places = len(cells)
        for key, number in said.items():
            own.spoken[key] = number / <double>own.places
        set_tags(own, counts)
        header = agreed([self.headers.of(start_of(cell)) for cell in cells]) if self.headers is not None else ""
        own.header = bool(header)
        own.label = (tidy_header(header) if header else "") or label or agreed(labels)
        field = said_by(own.label, True) if own.label else None
        if field is not None:
            own.say(LABEL, field, 1.0)
        return 0

    cdef Chain chain(self, Py_ssize_t start) except *:
        if not 0 <= start < self.rows.count:
            raise IndexError("no such row")
        return chain_of(&self.rows, start, self.few)

    cdef bint say_the_same(self, const Chain *one, const Chain *other) except -1:
        """Whether the elements around two cells have the same tags and say the same."""
        cdef Py_ssize_t place
        if one.size != other.size or (one.box < 0) != (other.box < 0):
            return False
        for place in range(one.size):
            if self.tag(one.rows[place]) != self.tag(other.rows[place]) or not self.same(one.rows[place], other.rows[place]):
                return False
        return one.box < 0 or self.same(one.box, other.box)

    cdef str tag(self, Py_ssize_t row):
        return self.tags[self.path[row]]

    cdef bint same(self, Py_ssize_t one, Py_ssize_t other) except -1:
        """Whether two elements have the same attributes that may be evidence."""
        if self.data is None:
            return self.attributes(one) == self.attributes(other)
        cdef const Node *a = self.data.node_at(one)
        cdef const Node *b = self.data.node_at(other)
        cdef uint32_t at = self.next(a, 0), its = self.next(b, 0)
        while at < a.attribute_count and its < b.attribute_count:
            if self.attribute(a, at).name != self.attribute(b, its).name:
                return False
            if not same_bytes(self.attribute(a, at).value, self.attribute(b, its).value):
                return False
            at, its = self.next(a, at + 1), self.next(b, its + 1)
        return at >= a.attribute_count and its >= b.attribute_count

    cdef const Attribute *attribute(self, const Node *node, uint32_t place) noexcept:
        return self.data.source.document.tokens.attributes.items + node.attributes + place

    cdef uint32_t next(self, const Node *node, uint32_t place) except? 0xFFFFFFFF:
        """The place of an element's next attribute that may be evidence and has a value; behind the last where there is none."""
        cdef const Attribute *one
        while place < node.attribute_count:
            one = self.attribute(node, place)
            if one.name >= self.name_count:
                raise IndexError("no such name")
            if not self.names[one.name]:
                self.names[one.name] = 2 if may_speak(self.data.name(one.name)) else 1
            if self.names[one.name] == 2 and one.value.length:
                break
            place += 1
        return place

    cdef list said_by(self, Py_ssize_t row):
        """The attributes of an element that may be evidence: name, value."""
        cdef list found = []
        if self.data is None:
            return list(self.attributes(row))
        cdef const Node *node = self.data.node_at(row)
        cdef uint32_t place = self.next(node, 0), name
        while place < node.attribute_count:
            name = self.attribute(node, place).name
            found.append((self.data.name(name), self.data.attribute_of(node, name)))
            place = self.next(node, place + 1)
        return found

    cdef object hear(self, Evidence own, const Chain *around, link, Py_ssize_t times, dict said):
        """Add to `said` what is said around some cells; return the label among it."""
        cdef list heard = [], words = []
        cdef bint near = False
        cdef Py_ssize_t place
        cdef int kind
        label = None
        for place in range(around.size):
            for name, value in self.said_by(around.rows[place]):
                kind, field, spelled = attribute_says(name, value)
                if spelled:
                    words.extend(spelled)
                if kind == _LABEL:
                    label = label or value
                elif field is None:
                    continue
                elif kind == _CLASS or kind == _NAME:
                    if kind == _CLASS:
                        heard.append((FAR_CLASS if near else NEAR_CLASS, field))
                    else:
                        heard.append((FAR_NAME if near else NEAR_NAME, field))
                    near = near or not field.weak
                else:
                    heard.append((ARIA if kind == _TITLE else WEAK_PROPERTY if kind == _WEAK else PROPERTY, field))
        if around.box >= 0:
            for name, value in self.said_by(around.box):
                if name == "class" or name == "id":
                    field = attribute_says(name, value)[1]
                    if field is not None:
                        heard.append((BOX, field))
        if link is not None:
            heard.append((LINK, link))
        for key in heard if len(heard) < 2 else dict.fromkeys(heard):
            said[key] = said.get(key, 0) + times
        if words:
            own.around.append((words, times))
        return label

    cdef int count_tags(self, const Chain *around, Py_ssize_t times, int32_t *counts) except -1:
        """Count each known tag around some cells once a cell."""
        cdef uint8_t[MOST_TAGS] seen
        cdef int tag
        cdef Py_ssize_t place
        memset(seen, 0, sizeof(seen))
        for place in range(around.size):
            tag = TAG_PLACES.get(self.tag(around.rows[place]), -1)
            if tag >= 0 and not seen[tag]:
                seen[tag] = 1
                counts[tag] += <int32_t>times
        return 0


cdef object link_of(cell):
    """The field that a cell's link names."""
    url = (<tuple>cell)[URL]
    return link_field(url) if url and (<tuple>cell)[KIND] == "link" else None


cdef object link_field(str url):
    """The field that the path of a link names: /author/..., /tags/..., #comments."""
    cdef Py_ssize_t size = len(url), end = PyUnicode_FindChar(url, c"#", 0, size, 1), query, start, step
    cdef Py_ssize_t fragment = size if end < 0 else end + 1
    if end < 0:
        end = size
    start = url.find("://", 0, end)
    if start >= 0:
        query = PyUnicode_FindChar(url, c"?", start + 3, end, 1)
        end = end if query < 0 else query
        start = PyUnicode_FindChar(url, c"/", start + 3, end, 1)
        # The first three steps behind the host.
        for _ in range(3):
            if start < 0:
                break
            step = PyUnicode_FindChar(url, c"/", start + 1, end, 1)
            field = field_of_step(url, start + 1, end if step < 0 else step)
            if field is not None:
                return field
            start = step
    return field_of_step(url, fragment, size)


cdef object field_of_step(str url, Py_ssize_t start, Py_ssize_t end):
    """The field that a step of a link names; most are longer."""
    return step_says(url[start:end]) if 0 < end - start <= LONGEST_STEP else None


cdef str agreed(list names):
    """The name that enough of some have, the first of equals; empty where there is none."""
    cdef dict counts = {}
    cdef Py_ssize_t most = 0
    best = ""
    for name in names:
        if name:
            counts[name] = counts.get(name, 0) + 1
    for name, count in counts.items():
        if count > most:
            most, best = count, name
    return best if most >= AGREEING * len(names) else ""


cdef int set_tags(Evidence own, const int32_t *counts) except -1:
    """The shares of cells around which a tag is; of several that are one trait the highest."""
    cdef int place, trait
    cdef double share
    for place in range(<int>len(TAG_PLACES)):
        share = counts[place] / <double>max(1, own.places)
        trait = TRAIT_OF_TAG[place]
        own.own[trait] = max(own.own[trait], share)
    own.own[ROW_HEAD] = counts[ROW_HEAD_TAG] / <double>max(1, own.places)
    return 0
