# cython: language_level=3, boundscheck=True, wraparound=False
"""How much columns look like titles, and links that say nothing."""

from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t, uint32_t

from pagerows.page._parser cimport NODE_TEXT, Attribute, Node, Span
from pagerows.tidy._places cimport HEADING, LINKING, Place, Places, places_of
from pagerows.tidy._strips cimport ITEMS, KIND, LINK, TEXT, URL, Signs, Strip, agreed, start_of, stop_of, strips

from pagerows.tidy._strips import with_link

#: Cells of a column that are looked at.
cdef enum: LOOKED_AT = 8
#: Letters of a text, on average, that stands for its record where no title does.
cdef enum: PROSE = 40
#: Elements around a cell of which one may be a heading, and may be called a title, or be a link.
cdef enum: HEADED = 4, CALLED = 3, LINKED = 4


def title_of(nodes, columns):
    """Return the number of the column that is the title, or None where there is none."""
    cdef list given = strips(columns)
    cdef Places places = places_of(nodes)
    cdef Strip column
    cdef Py_ssize_t number
    cdef double best = 0.0, score
    found = None
    for number in range(len(given)):
        column = given[number]
        if column.title is None:
            column.title = title_score(places, column)
        score = column.title
        score = score - 0.05 * number if score else 0.0
        if score > best:
            best, found = score, number
    return found


cdef double title_score(Places places, Strip column) except -1:
    """How much a column looks like the title; 0 where it cannot be."""
    cdef list texts = column.texts
    cdef Signs signs
    cdef Py_ssize_t at, looked = min(LOOKED_AT, column.count), headed = 0, called = 0, linked = 0
    cdef double count, length
    if not column.is_speaking() or column.told < column.count:
        texts = [<object>PyTuple_GetItem(cell, TEXT) for cell in column.filled if may_name(cell)]
    count = len(texts)
    if not texts or count < 0.6 * column.size:
        return 0.0
    signs = column.seen() if texts is column.texts else Signs(texts)
    length = signs.length / count
    if not 3 <= length <= 200 or signs.letters < 0.8 * count:
        return 0.0
    if (column.tallied() if texts is column.texts else len(set(texts))) < 0.5 * count:
        return 0.0
    for at in range(looked):
        cell = column.filled[at]
        headed += places.is_within(start_of(cell), HEADING, HEADED)
        called += is_called(places, start_of(cell))
        linked += <object>PyTuple_GetItem(cell, KIND) == "link"
    return 1 + 3 * (headed / <double>looked) + 2 * (called / <double>looked) + linked / <double>looked - (length > 120)


cdef bint may_name(cell) except -1:
    """Whether a cell has a text of its own."""
    if not <object>PyTuple_GetItem(cell, TEXT) or <object>PyTuple_GetItem(cell, ITEMS):
        return False
    return <object>PyTuple_GetItem(cell, KIND) != "image"


cdef bint is_called(Places places, Py_ssize_t row) except -1:
    """Whether the tag path of a row ends in what is called a title."""
    cdef Py_ssize_t code = places.path_of(row), step
    cdef Place *place
    for step in range(CALLED):
        if code < 0:
            break
        place = places.place(code)
        if places.is_titled(place, code):
            return True
        code = place.above
    return False


# -- addresses ----------------------------------------------------------------------------------------------


def have_bare(columns):
    """Tell whether a column has links without text and nothing else."""
    cdef Strip column
    for column in columns:
        if column.bare == column.count:
            return True
    return False


def addresses(Strip column not None):
    """Return where a column's cells lead, where most of them lead somewhere and to places that differ; else None."""
    cdef list urls = []
    cdef set found = set()
    cdef Py_ssize_t count = 0
    if column.pictures == 0 and column.linked < 0.5 * column.size:
        return None
    for cell in column.cells:
        url = None
        if cell is not None:
            url = <object>PyTuple_GetItem(cell, LINK if <object>PyTuple_GetItem(cell, KIND) == "image" else URL) or None
        urls.append(url)
        if url is not None:
            found.add(url)
            count += 1
    return urls if count >= 0.5 * column.size and len(found) >= 0.8 * count else None


def lender(list columns not None, Py_ssize_t title):
    """Return the addresses that most records have and that differ: of links without text first, then of pictures."""
    cdef Strip column
    cdef Py_ssize_t number, own
    cdef double best = 0.0, score
    found = None
    for number in range(len(columns)):
        column = columns[number]
        if number == title:
            continue
        urls = addresses(column)
        if urls is None:
            continue
        own = 3 if column.bare == column.count else 2 if says_little(column) else 1
        score = own + (column.size - urls.count(None)) / <double>column.size
        if score > best:
            best, found = score, urls
    return found


cdef bint says_little(Strip column) except -1:
    return column.pictures * 2 > column.count or column.tallied() <= 0.2 * column.size


def lent(Strip column not None, list urls not None):
    """Return a column whose cells without an address lead to given ones."""
    cdef list cells = list(column.cells)
    cdef Py_ssize_t record
    for record in range(min(len(cells), len(urls))):
        cell, url = cells[record], urls[record]
        if cell is not None and url and <object>PyTuple_GetItem(cell, URL) is None:
            cells[record] = with_link(cell, url)
    return Strip(cells)


def first_borrower(columns):
    """Return the number of the first column that is a longer text of its own in nearly every record and leads nowhere."""
    cdef Strip column
    cdef Py_ssize_t number = -1
    for column in columns:
        number += 1
        if column.linked or not column.is_speaking() or column.told < column.count:
            continue
        if column.seen().length >= PROSE * column.size and column.seen().letters == column.count and are_texts(column):
            if column.tallied() >= 0.8 * column.size:
                return number
    return None


cdef bint are_texts(Strip column) except -1:
    for cell in column.filled:
        if <object>PyTuple_GetItem(cell, KIND) != "text" or <object>PyTuple_GetItem(cell, URL) is not None:
            return False
    return True


# -- pictures -----------------------------------------------------------------------------------------------


def repeated_pictures(columns):
    """Return for each column whether it is one picture for all records: a placeholder, an icon."""
    cdef Strip column
    return ["constant" if is_one_picture(column) else None for column in strips(columns)]


cdef bint is_one_picture(Strip column) except -1:
    cdef Py_ssize_t at
    if column.pictures != column.count or column.count < 3:
        return False
    url = <object>PyTuple_GetItem(column.filled[0], URL)
    for at in range(1, column.count):
        if <object>PyTuple_GetItem(column.filled[at], URL) != url:
            return False
    return True


# -- files --------------------------------------------------------------------------------------------------

#: Letters of the longest ending of a file, and parts of words that say that a link leads to one.
cdef enum: LONGEST_EXTENSION = 7
cdef tuple FILE_WORDS = (b"download", b"pdf", b"torrent", b"magnet")


def are_untold(columns):
    """Return the numbers of the columns that have links alone, in most records, and no text."""
    cdef list found = []
    cdef Strip column
    cdef Py_ssize_t number = -1
    for column in columns:
        number += 1
        if column.told == 0 and column.pictures == 0 and column.linked * 2 > column.size:
            found.append(number)
    return found


def has_extension(str url not None):
    """Tell whether an address may be that of a file: a part of it ends on a point and some letters, or it starts as those of magnets do.

    >>> [has_extension(url) for url in ("https://a.example/b", "https://a.example/b.PDF?c", "magnet:?x", "/b.tar.gz#c")]
    [False, True, True, True]
    """
    cdef Py_ssize_t at, size = 0, since = -1
    cdef const char *signs
    if not url.isascii():
        return True
    signs = PyUnicode_AsUTF8AndSize(url, &size)
    if size and (signs[0] | 32) == 109:  # "magnet:"
        return True
    for at in range(size + 1):
        # A NUL stands behind the last sign.
        if at == size or signs[at] == b"?" or signs[at] == b"#" or signs[at] == 10:
            if since >= 0 and 2 <= at - since - 1 <= LONGEST_EXTENSION:
                return True
            since = -1
        elif signs[at] == b".":
            since = at
        elif not is_alnum(signs[at]):
            since = -1
    return False


cdef bint is_alnum(char sign) noexcept:
    return 97 <= (sign | 32) <= 122 or 48 <= sign <= 57


def may_say_file(nodes, Py_ssize_t row, Py_ssize_t above, Py_ssize_t inside, str text not None):
    """Tell whether the link that a row stands in, so many rows above, or one of its first rows may be called a file."""
    cdef Places places = places_of(nodes)
    cdef Py_ssize_t step, last
    cdef bytes folded = text.casefold().encode("utf-8", "replace")
    if says_file(<const uint8_t *><const char *>folded, len(folded)):
        return True
    places.open_ends()
    step = link_above(places, row) if row > 0 else -1
    if step < 0 or step >= above:
        return False
    for step in range(step):
        row = places.parent[row]
    for last in range(row, min(row + inside, <Py_ssize_t>places.end[row])):
        if may_call_file(places, last):
            return True
    return False


cdef bint may_call_file(Places places, Py_ssize_t row) except -1:
    """Whether an attribute of an element, or its name, has a word for files."""
    cdef const Node *node
    cdef const Attribute *at
    cdef uint32_t number
    cdef Span name
    if places.compiled is None:
        return True
    node = places.compiled.node_at(row)
    if node.kind == NODE_TEXT:
        return False
    at = places.compiled.source.document.tokens.attributes.items + node.attributes
    for number in range(node.attribute_count):
        name = places.compiled.source.document.attribute_names.items[at[number].name]
        if says_file(name.at, name.length) or says_file(at[number].value.at, at[number].value.length):
            return True
    return False


cdef bint says_file(const uint8_t *signs, Py_ssize_t size) except -1:
    """Whether signs have a word for files in them, case aside."""
    cdef Py_ssize_t at
    cdef int first
    for at in range(size - 2):
        first = signs[at] | 32
        if first in (100, 112, 116, 109):  # d, p, t, m
            for word in FILE_WORDS:
                if starts_with(signs + at, size - at, word):
                    return True
    return False


cdef bint starts_with(const uint8_t *signs, Py_ssize_t size, bytes word) except -1:
    cdef const char *letters = word
    cdef Py_ssize_t at
    if size < len(word):
        return False
    for at in range(len(word)):
        if (signs[at] | 32) != letters[at]:
            return False
    return True


# -- links around rows --------------------------------------------------------------------------------------


def last_links(nodes, Strip column not None, double share, Py_ssize_t most_words):
    """Return the few words of a link that at least a share of the cells end with; empty or None where there are none."""
    cdef Places places = places_of(nodes)
    places.open_ends()
    return agreed((last_link(places, cell, most_words) for cell in column.filled), column.count, share)


cdef str last_link(Places places, cell, Py_ssize_t most_words):
    """The text of the link that a cell ends with, where that is a few words only."""
    cdef Py_ssize_t row = stop_of(cell) - 1, steps = link_above(places, row)
    cdef str text, own = <object>PyTuple_GetItem(cell, TEXT)
    if steps < 0:
        return ""
    for _ in range(steps):
        row = places.parent[row]
    if row <= start_of(cell):
        return ""
    text = places.nodes.text(row)
    return text if 0 < len(text.split()) <= most_words and own.endswith(text) else ""


cdef Py_ssize_t link_above(Places places, Py_ssize_t row) except -2:
    cdef Py_ssize_t code = places.path_of(row) if row >= 0 else -1, step
    cdef Place *place
    for step in range(LINKED):
        if code < 0:
            break
        place = places.place(code)
        if place.tag & LINKING:
            return step
        code = place.above
    return -1


cdef bint end_on_links(Places places, Strip column, double share) except -1:
    """Whether at least a share of the cells end within a link."""
    cdef Py_ssize_t held = column.count
    for cell in column.filled:
        if link_above(places, stop_of(cell) - 1) < 0:
            held -= 1
            if held < share * column.count:
                return False
    return True
