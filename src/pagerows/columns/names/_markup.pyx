# cython: language_level=3, boundscheck=True, wraparound=False
"""What the markup around the cells of a table says of its columns, counted over the cells."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from pagerows.columns.names._evidence cimport (
    ADDRESS, ANCHOR, ARIA, BOLD, BOX, BUTTON, CAPTION, CITE, DEFINITION, FAR_CLASS, FAR_NAME, HEADING, INSERTED, LABEL, LINK, LISTED, NEAR_CLASS,
    NEAR_NAME, PARAGRAPH, PROPERTY, ROW_HEAD, SMALL, STRUCK, TABLE_CELL, TIME_TAG, WEAK_PROPERTY, Evidence,
)

from pagerows.columns.headers import Headers
from pagerows.columns.labels import labels_before
from pagerows.columns.names._chains import chains
from pagerows.columns.names.markup import (
    SAYS_CLASS, SAYS_LABEL, SAYS_NAME, SAYS_TITLE, SAYS_WEAK_PROPERTY, attribute_says, may_speak, step_says, tidy_header,
)  # fmt: skip
from pagerows.page.around import chosen
from pagerows.values import Cell
from pagerows.vocabulary import said_by

cdef Py_ssize_t TEXT = Cell._fields.index("text"), KIND = Cell._fields.index("kind")
cdef Py_ssize_t URL = Cell._fields.index("url"), SPAN = Cell._fields.index("span")

cdef enum:
    MOST_TAGS = 40
    MARKUP_OF = 6  # cells of a column whose markup is read
    DEEPEST = 6  # elements around a cell that are
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


def sampled(cells, Py_ssize_t count):
    """Return up to `count` filled cells, spread evenly; and how many are filled."""
    cdef list filled = [cell for cell in cells if cell is not None]
    cdef double step = max(1.0, len(filled) / <double>count)
    cdef Py_ssize_t number
    if len(filled) <= count:
        return filled, len(filled)
    return [filled[<Py_ssize_t>(number * step)] for number in range(count)], len(filled)


def all_starts(list columns, Py_ssize_t rows):
    """Return the rows where cells begin, in order, each once; `rows` are those of the page."""
    cdef uint8_t[::1] begins = np.zeros(rows + 1, np.uint8)
    cdef Py_ssize_t start, count = 0
    for cells in columns:
        for cell in cells:
            if cell is not None:
                start = (<tuple>(<tuple>cell)[SPAN])[0]
                if 0 <= start <= rows and not begins[start]:
                    begins[start] = 1
                    count += 1
    found = np.empty(count, np.int64)
    cdef int64_t[::1] in_found = found
    count = 0
    for start in range(rows + 1):
        if begins[start]:
            in_found[count] = start
            count += 1
    return found


cdef class Around:
    """What is around a cell, and how many cells have the same around them: those of one column mostly do."""

    #: The tags and the attributes of the elements around the cell, nearest first; the attributes of the one around those.
    cdef list tags, attributes
    cdef tuple box
    #: The field that its link names.
    cdef object link
    cdef Py_ssize_t cells

    cdef bint equals(self, Around other) except -1:
        return (
            self.link == other.link and (self.box is other.box or self.box == other.box)
            and self.tags == other.tags and self.attributes == other.attributes
        )  # fmt: skip


def read_markup(nodes, list columns, list labels, list found):
    """Read what the markup says of each column of a table; `labels` are those that were split from the values."""
    cdef list before = labels_of_columns(nodes, columns)
    cdef list places = [in_page(cells) for cells in columns]
    #: A box that holds more columns than this says what the record is, not what a column is.
    cdef Py_ssize_t few = max(2, len(columns) // 2), number, first = 0
    cdef list rows = [start_of(cell) for cells in places for cell in <list>cells]
    cdef list around = chains(nodes.parent, nodes.end, nodes.kind, all_starts(columns, len(nodes)), rows, DEEPEST, few)
    cdef Elements elements = Elements(nodes)
    cdef Evidence own
    for number in range(len(columns)):
        own = found[number]
        known = labels[number] if labels else None
        elements.read(own, places[number], around, first, known or before[number] or "")
        first += len(<list>places[number])
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
    return [cell for cell in sampled(cells, MARKUP_OF)[0] if (<tuple>(<tuple>cell)[SPAN])[1]]


cdef Py_ssize_t start_of(cell) except -1:
    return (<tuple>(<tuple>cell)[SPAN])[0]


cdef class Elements:
    """A page's elements and what they say."""

    cdef object attributes, headers
    cdef tuple tags
    cdef const int32_t[::1] path

    def __cinit__(self, nodes):
        self.attributes, self.tags, self.path = chosen(nodes, may_speak), nodes.paths.tag, nodes.around.path
        self.headers = Headers(nodes) if nodes.grids.tables else None

    cdef int read(self, Evidence own, list cells, list chains, Py_ssize_t first, str label) except -1:
        """Read what is said around cells, whose `chains` begin at `first`."""
        cdef list kept = [], labels = []
        cdef Around around, other
        cdef Py_ssize_t number
        cdef int32_t[MOST_TAGS] counts
        cdef dict said = {}
        memset(counts, 0, sizeof(counts))
        for number in range(len(cells)):
            around = self.around_cell(cells[number], chains[first + number])
            for other in kept:
                if other.equals(around):
                    other.cells += 1
                    break
            else:
                kept.append(around)
        for around in kept:
            labels += [hear(own, around, said)] * around.cells
            count_tags(around, counts)
        own.places = len(cells)
        for key, count in said.items():
            own.spoken[key] = count / <double>own.places
        set_tags(own, counts)
        header = agreed([self.headers.of(start_of(cell)) for cell in cells]) if self.headers is not None else ""
        own.header = bool(header)
        own.label = (tidy_header(header) if header else "") or label or agreed(labels)
        field = said_by(own.label, True) if own.label else None
        if field is not None:
            own.say(LABEL, field, 1.0)
        return 0

    cdef Around around_cell(self, cell, tuple chain):
        cdef Around around = Around()
        cdef Py_ssize_t row, box = chain[1]
        around.tags, around.attributes, around.cells = [], [], 1
        for row in <list>chain[0]:
            around.tags.append(self.tags[self.path[row]])
            around.attributes.append(self.attributes(row))
        around.box = self.attributes(box) if box >= 0 else ()
        url = (<tuple>cell)[URL]
        around.link = link_field(url) if url and (<tuple>cell)[KIND] == "link" else None
        return around


cdef object link_field(str url):
    """The field that the path of a link names: /author/..., /tags/..., #comments."""
    address, _, fragment = url.partition("#")
    path = address.partition("://")[2].partition("?")[0]
    for step in (*(<str>path).split("/", 4)[1:4], fragment):
        field = step_says(step) if 0 < len(<str>step) <= LONGEST_STEP else None
        if field is not None:
            return field
    return None


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


cdef object hear(Evidence own, Around around, dict said):
    """Add to `said` what is said around some cells; return the label among it."""
    cdef dict heard = {}
    cdef list words = []
    cdef bint near = False
    cdef int kind
    label = None
    for pairs in around.attributes:
        for name, value in <tuple>pairs:
            kind, field, spelled = attribute_says(name, value)
            if spelled:
                words.extend(spelled)
            if kind == _LABEL:
                label = label or value
            elif field is None:
                continue
            elif kind == _CLASS or kind == _NAME:
                if kind == _CLASS:
                    heard[FAR_CLASS if near else NEAR_CLASS, field] = None
                else:
                    heard[FAR_NAME if near else NEAR_NAME, field] = None
                near = near or not field.weak
            else:
                heard[ARIA if kind == _TITLE else WEAK_PROPERTY if kind == _WEAK else PROPERTY, field] = None
    for name, value in around.box:
        if name == "class" or name == "id":
            field = attribute_says(name, value)[1]
            if field is not None:
                heard[BOX, field] = None
    if around.link is not None:
        heard[LINK, around.link] = None
    for key in heard:
        said[key] = said.get(key, 0) + around.cells
    if words:
        own.around.append((dict.fromkeys(words), around.cells))
    return label


cdef int count_tags(Around around, int32_t *counts) except -1:
    """Count each known tag around some cells once a cell."""
    cdef uint8_t[MOST_TAGS] seen
    cdef int place
    memset(seen, 0, sizeof(seen))
    for tag in around.tags:
        place = TAG_PLACES.get(tag, -1)
        if place >= 0 and not seen[place]:
            seen[place] = 1
            counts[place] += <int32_t>around.cells
    return 0


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
