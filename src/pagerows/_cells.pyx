# cython: language_level=3, boundscheck=True, wraparound=False
"""Runs of text rows -> cells."""

from pagerows._signs import has_word
from pagerows.values import Cell, Span

cdef object new = tuple.__new__
#: What a cell has behind text, kind, address, span and symbol.
cdef tuple REST = tuple(Cell(""))[5:]


def text_cell(data, spaced, list rows, Py_ssize_t first, Py_ssize_t last, url, symbol, bint all_texts):
    """Return the cell of the text rows from place `first` up to `last`; None where it says nothing.

    A space stands before a text where `spaced` says so. With `all_texts` signs alone are a cell, too.
    """
    cdef Py_ssize_t place
    cdef str text
    if last - first == 1:
        text = data[rows[first]]
    else:
        parts = [data[rows[first]]]
        for place in range(first + 1, last):
            if spaced[rows[place]]:
                parts.append(" ")
            parts.append(data[rows[place]])
        text = "".join(parts)
    text = " ".join(text.split())
    if not text or not (all_texts or has_word(text)):
        return None
    span = new(Span, (rows[first], rows[last - 1] + 1))
    return new(Cell, (text, "link" if url else "text", url or None, span, symbol) + REST)
