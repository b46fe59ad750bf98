# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns that a person would press, told by their markup, and columns that never change."""

from cpython.tuple cimport PyTuple_GetItem

from pagerows._signs cimport has_figure
from pagerows.tidy._places cimport CONTROL, MENU, ROLE, Places, places_of
from pagerows.tidy._strips cimport KIND, TEXT, URL, Strip, start_of, strips

#: Cells of a column that are looked at, and elements above each; those above of which one may be a menu.
cdef enum: LOOKED_AT = 12, ABOVE = 12, MENU_ABOVE = 5
#: Columns that a control holds, where it holds little.
cdef enum: FEW = 2
cdef frozenset MENUS = frozenset({"select", "option", "textarea"})
#: Controls that hold others, or say what others are for.
cdef tuple HOLDERS = ("form", "fieldset", "label")


cpdef list controls(nodes, columns):
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
    #: The controls that each of these cells is in, nearest first, None where there are none; found when they are asked for.
    cdef list above
    #: How many columns have a cell in each control; found when it is asked for.
    cdef dict owners

    def __init__(self, nodes, list columns):
        self.places = places_of(nodes)
        self.menus = not MENUS.isdisjoint(self.places.tags)
        self.columns, self.looked, self.above = columns, [None] * len(columns), [None] * len(columns)

    cdef list looked_at(self, Py_ssize_t number):
        """The cells of a column that are looked at."""
        if self.looked[number] is None:
            self.looked[number] = looked_at(self.columns[number])
        return self.looked[number]

    cdef list around(self, Py_ssize_t number):
        """The controls around the cells of a column."""
        if self.above[number] is None:
            self.above[number] = [self.controls_above(start_of(cell)) for cell in self.looked_at(number)]
        return self.above[number]

    cdef int count_owners(self) except -1:
        """Find how many columns have a cell in each control."""
        cdef Py_ssize_t number
        if self.owners is not None:
            return 0
        self.owners = {}
        for number in range(len(self.columns)):
            for row in {row for rows in self.around(number) if rows is not None for row in rows}:
                self.owners[row] = self.owners.get(row, 0) + 1
        return 0

    cdef list controls_above(self, Py_ssize_t row):
        """The controls among a row and what it stands in, nearest first; None where there are none."""
        cdef list found = None
        cdef Py_ssize_t step
        for step in range(ABOVE):
            if row <= 0:
                break
            if self.places.mark(row) & (CONTROL | ROLE):
                if found is None:
                    found = []
                found.append(row)
            row = self.places.parent[row]
        return found

    cdef bint are_controls(self, Py_ssize_t number) except -1:
        cdef Strip column = self.columns[number]
        cdef Py_ssize_t held = 0
        if column.pictures == column.count:
            return False
        if self.menus:
            for cell in self.looked_at(number):
                held += self.places.is_within(start_of(cell), MENU, MENU_ABOVE)
            if held >= 0.6 * len(<list>self.looked[number]):
                return True
        if column.count < 3 or not is_often(column) or not are_repeated(column, self.looked_at(number)):
            return False
        self.places.open_marks()
        if len([rows for rows in self.around(number) if rows is not None]) < max(1.0, 0.6 * len(<list>self.looked[number])):
            return False  # too few are in a control at all
        self.count_owners()
        held = 0
        for rows in self.above[number]:
            held += rows is not None and self.holds(rows)
        return held > 0 and held >= 0.6 * len(<list>self.looked[number])

    cdef bint holds(self, list above) except -1:
        """Whether one of the controls around a cell holds little else: whole cards are buttons, too."""
        cdef Py_ssize_t row
        for row in above:
            if self.owners[row] <= FEW and self.places.tags[self.places.tag[row]] not in HOLDERS:
                return True
        return False


cdef bint is_often(Strip column) except -1:
    """Whether some texts are the same."""
    column.tallied()
    return column.often >= max(2.0, 0.3 * column.count)


cdef bint are_repeated(Strip column, list looked) except -1:
    """Whether of texts of which some are the same nearly all are, where most have numbers."""
    cdef Py_ssize_t told = 0
    if column.often >= max(2.0, 0.9 * column.count):
        return True
    for cell in looked:
        told += has_figure(<object>PyTuple_GetItem(cell, TEXT))
    return told < 0.6 * len(looked)


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


cpdef list varying(columns):
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
