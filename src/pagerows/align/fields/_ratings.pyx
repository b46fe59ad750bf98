# cython: language_level=3, boundscheck=True, wraparound=False
"""Attributes that may say how good something is rated: most do not, as a look at their bytes tells."""

from libc.stdint cimport uint8_t, uint32_t

from pagerows.align.fields._reading cimport Wanted, has_one, want
from pagerows.page._parser cimport NODE_TEXT, Attribute, Node, NodeData, Span as Signs

#: Without one of these nothing is rated, unless it is out of 5, 10 or 100.
cdef tuple WORDS = (
    b"star", b"ster", b"stel", b"toile", b"estrel", b"rating", b"rated", b"score", b"bewertung", b"note",
)
cdef Wanted words
want(&words, WORDS)


def figures(nodes, tuple scores, tuple spoken, Py_ssize_t low, Py_ssize_t high):
    """Return the attributes of a stretch that may say a rating: rows, names and values.

    Those of some names are a `score` alone, those of others are `spoken`.
    """
    cdef NodeData data
    cdef const Node *node
    cdef const Attribute *at
    cdef uint32_t place, name
    cdef Py_ssize_t row
    cdef list found = []
    cdef uint8_t[::1] wanted
    if not isinstance(nodes.data, NodeData):
        return nodes.figures(scores + spoken, low, high)
    data = nodes.data
    wanted = names_wanted(data, scores, spoken)
    if wanted is None:
        return found
    for row in range(low, min(high, <Py_ssize_t>data.table.row_count)):
        node = data.table.rows[row].node
        if node.kind == NODE_TEXT:
            continue
        at = data.source.document.tokens.attributes.items + node.attributes
        for place in range(node.attribute_count):
            name = at[place].name
            if wanted[name] and (may_rate(at[place].value) if wanted[name] == 2 else at[place].value.length > 0):
                found.append((row, data.name(name), data.attribute_of(node, name)))
    return found


cdef uint8_t[::1] names_wanted(NodeData data, tuple scores, tuple spoken):
    """1 for the numbers of the names of scores, 2 for those of what is spoken; None where the page has none of them."""
    cdef Py_ssize_t count = data.source.document.attribute_names.count
    cdef uint8_t[::1] wanted = bytearray(count + 1)
    cdef bint some = False
    for name in scores + spoken:
        number = data.number_of(name)
        if number < count:
            wanted[<Py_ssize_t>number] = 1 if name in scores else 2
            some = True
    return wanted if some else None


cdef bint may_rate(Signs text) noexcept nogil:
    """Whether a text may say a rating: it has a digit, and what a rating is out of or a word for one; beyond ASCII it may."""
    cdef uint32_t at
    cdef bint digit = False, out_of = False
    for at in range(text.length):
        if text.at[at] >= 0x80:
            return True
        digit = digit or 48 <= text.at[at] <= 57
        out_of = out_of or (at and (text.at[at] == c"5" or (text.at[at] == c"0" and text.at[at - 1] == c"1")))
    return digit and (out_of or has_one(text.at, text.length, &words))
