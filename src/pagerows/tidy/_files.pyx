# cython: language_level=3, boundscheck=True, wraparound=False
"""Links to files are facts, even where all of them are called "PDF" or are only an icon."""

from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint8_t, uint32_t

from pagerows.page._parser cimport NODE_TEXT, Attribute, Node, Span
from pagerows.tidy._links cimport link_above
from pagerows.tidy._places cimport Places, places_of
from pagerows.tidy._strips cimport KIND, TEXT, URL, Strip, start_of, strip_of, strips, with_text

#: Share of a column's addresses that must be files, and that must differ.
cdef double MOST = 0.9
#: Rows of a link that are looked at, and rows above a cell up to the link.
INSIDE, ABOVE = 6, 4
#: Letters of the longest ending of a file, and parts of words that say that a link leads to one.
cdef enum: LONGEST_EXTENSION = 7
cdef tuple FILE_WORDS = (b"download", b"pdf", b"torrent", b"magnet")


cpdef list spare_files(nodes, columns, list reasons):
    """Return the reasons to leave columns out without those for links to files that no other column has."""
    cdef list given, found = list(reasons), left = []
    cdef Places places
    cdef Py_ssize_t number
    cdef set known
    for number in range(len(reasons)):
        if reasons[number] is not None:
            break
    else:
        return found
    given, places = strips(columns), places_of(nodes)
    for number in range(len(reasons)):
        if reasons[number] is not None and own_files(places, given[number], None):
            left.append(number)
    if not left:
        return found
    known = {
        <object>PyTuple_GetItem(cell, URL)
        for column, why in zip(given, reasons, strict=True)
        if why is None
        for cell in (<Strip>column).filled
    }
    for number in left:
        if own_files(places, given[number], known):
            found[number] = None
    return found


cpdef list name_files(nodes, columns):
    """Return the columns; links to files that are only an icon say what the icon stands for."""
    cdef list given = strips(columns), bare = []
    cdef Places places = places_of(nodes)
    cdef Strip column
    cdef Py_ssize_t number
    cdef set known
    for number in range(len(given)):
        column = given[number]
        if column.told == 0 and column.pictures == 0 and column.linked * 2 > column.size and own_files(places, column, None):
            bare.append(number)
    if not bare:
        return given
    known = {
        <object>PyTuple_GetItem(cell, URL)
        for column in given
        for cell in column.filled
        if <object>PyTuple_GetItem(cell, TEXT)
    }
    for number in bare:
        column = given[number]
        if own_files(places, column, known):
            given[number] = named(places, column)
    return given


cdef Strip named(Places places, Strip column):
    """A column of links whose texts are what their icons stand for."""
    from pagerows.tidy.files import label_of

    return strip_of([cell if cell is None else with_text(cell, label_of(places.nodes, cell)) for cell in column.cells])


cdef bint own_files(Places places, Strip column, set known) except -1:
    """Whether most records have a link of their own to a file that is known nowhere else."""
    cdef list cells = []
    cdef set files = set()
    cdef Py_ssize_t left
    if 2 * column.linked <= column.size:
        return False
    for cell in column.filled:
        if <object>PyTuple_GetItem(cell, URL) and <object>PyTuple_GetItem(cell, KIND) != "image":
            cells.append(cell)
    left = len(cells)
    if 2 * left <= column.size:
        return False
    for cell in cells:
        left -= 1
        url = <object>PyTuple_GetItem(cell, URL)
        if (known is None or url not in known) and is_file(places, cell, url):
            files.add(url)
        if len(files) + left < MOST * len(cells):
            return False
    return True


cdef bint is_file(Places places, cell, str url) except -1:
    """Whether a cell leads to a file, by its address or by what its link is called."""
    cdef bint may_end = has_extension(url)
    if not may_end and not may_say_file(places, start_of(cell), ABOVE, INSIDE, <object>PyTuple_GetItem(cell, TEXT)):
        return False
    from pagerows.tidy.files import is_address, is_called

    if may_end and is_address(url):
        return True
    if may_end and not may_say_file(places, start_of(cell), ABOVE, INSIDE, <object>PyTuple_GetItem(cell, TEXT)):
        return False
    return is_called(places.nodes, cell)


cpdef bint has_extension(str url) except -1:
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


cpdef bint may_say_file(nodes, Py_ssize_t row, Py_ssize_t above, Py_ssize_t inside, str text) except -1:
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
