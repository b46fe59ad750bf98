# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns that only label the next one, and what most cells of columns are."""

from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_Compare

#: The fields of a cell by their places.
cdef enum: TEXT = 0, KIND = 1, SPAN = 3
#: Fewest cells that make a label, and how many of them show whether there may be one.
cdef enum: FEWEST = 3, SHOWING = 2
#: Mean length from which on texts are no label and value: titles start alike, too.
cdef enum: SHORT = 50


def labels_before(nodes, columns, labels_alone, Py_ssize_t longest, Py_ssize_t fewest, double agreeing):
    """Return for each column the label that the column before it holds in (nearly) every record, or None.

    `labels_alone` are the elements that hold nothing but labels: what they hold needs no colon. A label has `longest` signs at
    most, and stands in at least `fewest` records and in the share `agreeing` of those that have a label or a value.
    """
    cdef list found = [None] * len(columns)
    cdef tuple column, before = None
    cdef Py_ssize_t number = 0
    for column in columns:
        if before is not None:
            found[number] = label_of(nodes, before, column, labels_alone, longest, fewest, agreeing)
        before = column
        number += 1
    return found


def label_before(nodes, tuple column, tuple values, labels_alone, Py_ssize_t longest, Py_ssize_t fewest, double agreeing):
    """Return the label that a column holds for the values of another one, or None."""
    return label_of(nodes, column, values, labels_alone, longest, fewest, agreeing)


cdef object label_of(
    nodes, tuple column, tuple values, labels_alone, Py_ssize_t longest, Py_ssize_t fewest, double agreeing
):
    """The label that a column holds in (nearly) every record that has a value, and nothing else."""
    cdef str text, plain
    cdef Py_ssize_t row, filled = 0, labelled = 0, both = 0
    first = only_text(column)
    if first is None or <object>PyTuple_GetItem(first, KIND) != "text":
        return None
    text = <object>PyTuple_GetItem(first, TEXT)
    if not 1 < len(text) <= longest or not have_two_texts(values):
        return None
    if len(column) != len(values):
        raise ValueError("columns differ in length")
    for row in range(len(column)):
        labelled += column[row] is not None
        filled += values[row] is not None
        both += column[row] is not None and values[row] is not None
    if both < fewest or both < agreeing * max(filled, labelled):
        return None
    plain = text.rstrip(" :：")
    if not plain or not any(map(str.isalpha, plain)):
        return None
    return plain if plain != text or stands_in(nodes, first, labels_alone) else None


cdef object only_text(tuple column):
    """The first cell of a column whose cells all say the same; None where they do not, or there is none."""
    cdef object first = None
    for cell in column:
        if cell is None:
            continue
        if first is None:
            first = cell
        elif not say_the_same(cell, first):
            return None
    return first


cdef bint have_two_texts(tuple column) except -1:
    """Whether two cells of a column differ."""
    cdef object first = None
    for cell in column:
        if cell is None:
            continue
        if first is None:
            first = cell
        elif not say_the_same(cell, first):
            return True
    return False


cdef bint say_the_same(one, other) except -1:
    return PyUnicode_Compare(<object>PyTuple_GetItem(one, TEXT), <object>PyTuple_GetItem(other, TEXT)) == 0


cdef bint stands_in(nodes, cell, tags) except -1:
    """Whether one of some elements holds a cell."""
    start = <object>PyTuple_GetItem(<object>PyTuple_GetItem(cell, SPAN), 0)
    return nodes.tag_name(int(nodes.parent[start])) in tags


def kinds_of(columns):
    """Return what most cells of each column are, the first of equally many; each has a cell.

    >>> from pagerows.values import Cell
    >>> kinds_of([(Cell("a"), None, Cell("b", "link"), Cell("c", "link")), (Cell("a", "image"), Cell("b"))])
    ('link', 'image')
    """
    cdef list found = []
    cdef tuple column
    for column in columns:
        found.append(kind_of(column))
    return tuple(found)


cdef object kind_of(tuple column):
    """What most cells are: nearly always all of them."""
    cdef object kind = None
    for cell in column:
        if cell is None:
            continue
        own = <object>PyTuple_GetItem(cell, KIND)
        if kind is None:
            kind = own
        elif own is not kind and own != kind:
            return most_frequent([<object>PyTuple_GetItem(one, KIND) for one in column if one is not None])
    if kind is None:
        raise ValueError("a column has no cell")
    return kind


cdef object most_frequent(list kinds):
    return max(dict.fromkeys(kinds), key=kinds.count)


def split_labels(list columns not None, list known not None):
    """Return columns without the label that (nearly) all texts of one start with, and what is known of labels, with these."""
    cdef list found = list(columns), labels = list(known)
    cdef Py_ssize_t number
    for number in range(len(found)):
        if may_have_label(found[number]):
            from pagerows.columns.labels import split_label

            found[number], label = split_label(found[number])
            labels[number] = labels[number] or label
    return found, labels


cdef bint may_have_label(tuple column) except -1:
    """Whether texts are short enough to be a label and a value, and one of the first has a colon."""
    cdef Py_ssize_t count = 0, length = 0
    cdef bint shown = False
    cdef str text
    for cell in column:
        if cell is None:
            continue
        text = <object>PyTuple_GetItem(cell, TEXT)
        if count < SHOWING:
            shown = shown or ":" in text or "：" in text
        elif not shown:
            return False
        count += 1
        length += len(text)
    return shown and count >= FEWEST and length <= SHORT * count
