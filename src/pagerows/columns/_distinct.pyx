# cython: language_level=3, boundscheck=True, wraparound=False
"""The distinct texts of a column made plain: most are plain as they are, which one look at their bytes tells."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from pagerows.values import Cell

cdef Py_ssize_t TEXT = Cell._fields.index("text"), EXACT = Cell._fields.index("exact"), ITEMS = Cell._fields.index("items")

cdef enum:
    PLAIN = 1
    WRITTEN = 2


def distinct(texts, clean, Py_ssize_t longest):
    """Return text -> plain text, plain text -> how many cells have it, and the plain texts that have a digit.

    `clean` makes a text plain; None, for one that nobody could read, is empty. Texts of ASCII with single spaces, no longer
    than `longest`, are plain.

    >>> distinct(["a", None, "b  2", "a"], lambda text: text.replace("  ", " "), 80)
    ({'': '', 'a': 'a', 'b  2': 'b 2'}, {'a': 2, 'b 2': 1}, {'b 2'})
    """
    cdef dict plain = {"": ""}, counts = {}
    cdef set written = set()
    cdef int seen
    for text in texts:
        if not text:
            continue
        own = plain.get(text)
        if own is None:
            seen = look(text, longest)
            if not seen & PLAIN:
                own = clean(text) or ""
                seen = look(own, longest)
            else:
                own = text
            plain[text] = own
            if seen & WRITTEN:
                written.add(own)
        counts[own] = counts.get(own, 0) + 1
    return plain, counts, written


cdef int look(str text, Py_ssize_t longest) except -1:
    """Whether a text is plain, and whether it has a digit."""
    cdef Py_ssize_t size = 0, at
    cdef const char *signs
    cdef char sign, before = 32
    cdef int found = PLAIN
    try:
        signs = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:  # half of a character
        return WRITTEN if any(["0" <= one <= "9" for one in text]) else 0
    if size > longest:
        found = 0
    for at in range(size):
        sign = signs[at]
        if 48 <= sign <= 57:
            found |= WRITTEN
        elif sign < 0 or 9 <= sign <= 13 or 28 <= sign <= 31 or (sign == 32 and before == 32):
            found &= ~PLAIN
        before = sign
    return found & ~PLAIN if size and before == 32 else found


def parts(tuple column):
    """Return the texts of a column's cells, what the markup states for machines (None where it states nothing at all), and
    whether a cell is a list of several members."""
    cdef list texts = [], exact = []
    cdef bint stated = False, lists = False
    for cell in column:
        if cell is None:
            texts.append(None)
            exact.append(None)
            continue
        texts.append((<tuple>cell)[TEXT])
        own = (<tuple>cell)[EXACT]
        exact.append(own)
        stated = stated or bool(own)
        lists = lists or len((<tuple>cell)[ITEMS]) > 1
    return texts, exact if stated else None, lists
