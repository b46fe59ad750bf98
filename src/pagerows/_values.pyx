# cython: language_level=3, boundscheck=True, wraparound=False
"""What values say of many cells at once."""

from cpython.tuple cimport PyTuple_GetItem

#: The text of a cell by its place.
cdef enum: TEXT = 0


def text_rows(list columns):
    """Return the texts of columns as rows; None where there is no cell.

    >>> from pagerows.values import Cell
    >>> text_rows([(Cell("a"), None), (Cell("b"), Cell("c"))])
    [['a', 'b'], [None, 'c']]
    """
    cdef Py_ssize_t row, number, width = len(columns), size = len(<tuple>columns[0]) if columns else 0
    cdef list rows = [], texts
    cdef tuple column
    for column in columns:
        if len(column) != size:
            raise ValueError("columns differ in length")
    for row in range(size):
        texts = [None] * width
        for number in range(width):
            cell = (<tuple>columns[number])[row]
            if cell is not None:
                texts[number] = <object>PyTuple_GetItem(cell, TEXT)
        rows.append(texts)
    return rows
