# cython: language_level=3, boundscheck=True, wraparound=False
"""How much columns look like titles, and links that say nothing."""

from cpython.tuple cimport PyTuple_GetItem

from pagerows.tidy._places cimport Place, Places, places_of
from pagerows.tidy._strips cimport ITEMS, KIND, TEXT, Signs, Strip, start_of, stop_of, strips

#: Cells of a column that are looked at.
cdef enum: LOOKED_AT = 8
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
    cdef Place place
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
        headed += is_headed(places, places.path[start_of(cell)])
        called += is_called(places, places.path[start_of(cell)])
        linked += <object>PyTuple_GetItem(cell, KIND) == "link"
    return 1 + 3 * (headed / <double>looked) + 2 * (called / <double>looked) + linked / <double>looked - (length > 120)


cdef bint may_name(cell) except -1:
    """Whether a cell has a text of its own."""
    if not <object>PyTuple_GetItem(cell, TEXT) or <object>PyTuple_GetItem(cell, ITEMS):
        return False
    return <object>PyTuple_GetItem(cell, KIND) != "image"


cdef bint is_headed(Places places, Py_ssize_t code) except -1:
    """Whether a tag path ends in a heading."""
    cdef Place place
    cdef Py_ssize_t step
    for step in range(HEADED):
        if code < 0:
            break
        place = places.place(code)
        if place.heading:
            return True
        code = place.above
    return False


cdef bint is_called(Places places, Py_ssize_t code) except -1:
    """Whether a tag path ends in what is called a title."""
    cdef Place place
    cdef Py_ssize_t step
    for step in range(CALLED):
        if code < 0:
            break
        place = places.place(code)
        if place.is_titled():
            return True
        code = place.above
    return False


def have_bare(columns):
    """Tell whether a column has links without text and nothing else."""
    cdef Strip column
    for column in columns:
        if column.bare == column.count:
            return True
    return False


def steps_to_link(nodes, Py_ssize_t row):
    """Return how many elements up the link stands that a row is in, -1 where none is near."""
    return link_above(places_of(nodes), row)


cdef Py_ssize_t link_above(Places places, Py_ssize_t row) except -2:
    cdef Py_ssize_t code = places.path[row] if row >= 0 else -1, step
    cdef Place place
    for step in range(LINKED):
        if code < 0:
            break
        place = places.place(code)
        if place.tag == "a":
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
