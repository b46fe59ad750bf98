# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns that a person would press, told by their markup, and columns that never change."""

from cpython.tuple cimport PyTuple_GetItem

from pagerows._signs cimport has_figure
from pagerows.tidy._places cimport CONTROL, ROLE, Place, Places, places_of
from pagerows.tidy._strips cimport KIND, TEXT, URL, Strip, start_of, strips

#: Cells of a column that are looked at, and elements above each; those above of which one may be a menu.
cdef enum: LOOKED_AT = 12, ABOVE = 12, MENU_ABOVE = 5
#: Columns that a control holds, where it holds little.
cdef enum: FEW = 2
cdef frozenset MENUS = frozenset({"select", "option", "textarea"})
#: Controls that hold others, or say what others are for.
cdef tuple HOLDERS = ("form", "fieldset", "label")


def controls(nodes, columns):
    """Return for each column whether its cells are controls."""
    cdef list given = strips(columns), found = [None] * len(given)
    cdef Controls around = Controls(nodes, given)
    cdef Py_ssize_t number
    for number in range(len(given)):
        if around.are_controls(number):
            found[number] = "control"
    return found


cdef class Controls:
    """The controls around the cells of a table that are looked at."""

    cdef Places places
    cdef bint menus
    #: The columns, and their cells that are looked at.
    cdef list columns, looked
    #: The controls that each of these cells is in, nearest first; found when they are asked for.
    cdef list above
    #: How many columns have a cell in each control.
    cdef dict owners

    def __init__(self, nodes, list columns):
        self.places = places_of(nodes)
        self.menus = not MENUS.isdisjoint(self.places.tags)
        self.columns, self.looked = columns, [looked_at(<Strip?>column) for column in columns]

    cdef int look(self) except -1:
        """Find the controls around all cells, and how many columns have a cell in each."""
        cdef list own, above
        if self.above is not None:
            return 0
        self.above, self.owners = [], {}
        self.cover()
        for own in self.looked:
            above = [self.places.marked_above(start_of(cell), CONTROL | ROLE, ABOVE) for cell in own]
            self.above.append(above)
            for row in {row for rows in above for row in rows} if any(above) else ():
                self.owners[row] = self.owners.get(row, 0) + 1
        return 0

    cdef int cover(self) except -1:
        """Find what the rows of all cells are for."""
        cdef Py_ssize_t low = -1, high = 0, start
        cdef list own
        for own in self.looked:
            for cell in own:
                start = start_of(cell)
                low = start if low < 0 else min(low, start)
                high = max(high, start + 1)
        return self.places.cover(low, high) if low >= 0 else 0

    cdef bint are_controls(self, Py_ssize_t number) except -1:
        cdef Strip column = self.columns[number]
        cdef list looked = self.looked[number]
        cdef Py_ssize_t held = 0
        if column.pictures == column.count:
            return False
        if self.menus:
            for cell in looked:
                held += self.is_chosen(start_of(cell))
            if held >= 0.6 * len(looked):
                return True
        if column.count < 3 or not are_repeated(column, looked):
            return False
        self.look()
        held = 0
        for rows in self.above[number]:
            held += self.holds(rows)
        return held > 0 and held >= 0.6 * len(looked)

    cdef bint holds(self, list above) except -1:
        """Whether one of the controls around a cell holds little else: whole cards are buttons, too."""
        cdef Py_ssize_t row
        for row in above:
            if self.owners[row] <= FEW and self.places.tags[self.places.tag[row]] not in HOLDERS:
                return True
        return False

    cdef bint is_chosen(self, Py_ssize_t row) except -1:
        """Whether a cell is one to choose from a menu."""
        cdef Py_ssize_t code = self.places.path[row], step
        cdef Place place
        for step in range(MENU_ABOVE):
            if code < 0:
                break
            place = self.places.place(code)
            if place.menu:
                return True
            code = place.above
        return False


cdef bint are_repeated(Strip column, list looked) except -1:
    """Whether some texts are the same; where most have numbers, nearly all."""
    cdef Py_ssize_t told = 0
    column.tallied()
    if column.often < max(2.0, 0.3 * column.count):
        return False
    for cell in looked:
        told += has_figure(<object>PyTuple_GetItem(cell, TEXT))
    return told < 0.6 * len(looked) or column.often >= max(2.0, 0.9 * column.count)


cdef list looked_at(Strip column):
    """The cells of a column that are looked at: those of the same records in every column."""
    cdef Py_ssize_t step = max(1, column.size // LOOKED_AT), at
    cdef list found = []
    for at in range(0, column.size, step):
        cell = column.cells[at]
        if cell is not None and <object>PyTuple_GetItem(cell, KIND) != "image":
            found.append(cell)
    if not found:
        found = [cell for cell in column.filled if <object>PyTuple_GetItem(cell, KIND) != "image"][:LOOKED_AT]
    return found


def varying(columns):
    """Return the columns whose text or address is not the same in every record.

    >>> from pagerows.values import Cell
    >>> len(varying([(Cell("a"), Cell("b")), (Cell("a"), Cell("a")), (Cell("a"), None)]))
    2
    """
    cdef Strip column
    return [column for column in strips(columns) if not is_constant(column)]


cdef bint is_constant(Strip column) except -1:
    """Whether a column holds the same text and address in every record."""
    cdef list texts = column.texts
    cdef Py_ssize_t at
    if column.count < column.size:
        return column.count == 0 and column.size > 0
    if column.size == 0:
        return False
    first = <object>PyTuple_GetItem(column.filled[0], URL)
    for at in range(1, column.count):
        if texts[at] != texts[0] or <object>PyTuple_GetItem(column.filled[at], URL) != first:
            return False
    return True
