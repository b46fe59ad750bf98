# cython: language_level=3, boundscheck=True, wraparound=False
"""What steps ask of the cells of a column, seen in one pass."""

from cpython.tuple cimport PyTuple_GetItem

from pagerows.values import Cell

cdef Py_ssize_t TEXT = Cell._fields.index("text")
cdef Py_ssize_t KIND = Cell._fields.index("kind")
cdef Py_ssize_t ITEMS = Cell._fields.index("items")


def seen(cells):
    """Return the cells that there are, their texts, how many are pictures, and whether some are lists."""
    cdef list filled = [], texts = []
    cdef Py_ssize_t pictures = 0
    cdef bint lists = False
    for cell in cells:
        if cell is not None:
            filled.append(cell)
            texts.append(<object>PyTuple_GetItem(cell, TEXT))
            pictures += <object>PyTuple_GetItem(cell, KIND) == "image"
            lists = lists or len(<object>PyTuple_GetItem(cell, ITEMS)) > 0
    return filled, texts, pictures, lists
