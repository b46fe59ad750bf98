# cython: language_level=3, boundscheck=True, wraparound=False
"""How the texts of a column's cells look: how long they are, how many begin small, how many are titles ..."""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from pagerows.values import Cell

cdef Py_ssize_t TEXT = Cell._fields.index("text"), KIND = Cell._fields.index("kind")
cdef Py_ssize_t EXACT = Cell._fields.index("exact"), ITEMS = Cell._fields.index("items")


def shapes(list cells):
    """Return how many cells there are of each shape, and the sums, the most and the fewest of their letters and words.

    >>> found = shapes([Cell("Red tent"), Cell("blue")])
    >>> found["letters"], found["most_letters"], found["words"], found["one_word"], found["lower"], found["capitalised"]
    (12, 8, 3, 1, 1, 0)
    """
    cdef Py_ssize_t letters = 0, most_letters = 0, fewest_letters = 0, all_words = 0, one_word = 0, upper = 0, lower = 0
    cdef Py_ssize_t capitalised = 0, lists = 0, exact = 0, linked = 0, length, words
    cdef str text
    cdef bint first = True
    for cell in cells:
        text = (<tuple>cell)[TEXT]
        length, words = len(text), word_count(text)
        letters += length
        most_letters = max(most_letters, length)
        fewest_letters = length if first else min(fewest_letters, length)
        first = False
        all_words += words
        one_word += words == 1
        upper += length > 1 and text.isupper()
        lower += text[:1].islower()
        capitalised += text.istitle()
        lists += bool((<tuple>cell)[ITEMS])
        exact += bool((<tuple>cell)[EXACT])
        linked += (<tuple>cell)[KIND] == "link"
    return {
        "letters": letters, "most_letters": most_letters, "fewest_letters": fewest_letters, "words": all_words,
        "one_word": one_word, "upper": upper, "lower": lower, "capitalised": capitalised, "list": lists, "exact": exact,
        "linked": linked,
    }  # fmt: skip


cdef Py_ssize_t word_count(str text) except -1:
    """How many runs of other characters than white space a text has."""
    cdef Py_ssize_t size = 0, at, count = 0
    cdef const char *signs
    cdef bint inside = False, space
    if not text.isascii():
        return len(text.split())
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    for at in range(size):
        space = signs[at] == 32 or 9 <= signs[at] <= 13 or 28 <= signs[at] <= 31
        count += not inside and not space
        inside = not space
    return count
