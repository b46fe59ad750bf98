# cython: language_level=3, boundscheck=True, wraparound=False
"""How the texts of a column's cells look: how long they are, how many begin small, how many are titles ..."""


def shapes(list cells):
    """Return how many cells there are of each shape, and the sums, the most and the fewest of their letters and words.

    >>> from pagerows.values import Cell
    >>> found = shapes([Cell("Red tent"), Cell("blue")])
    >>> found["letters"], found["most_letters"], found["words"], found["one_word"], found["lower"], found["capitalised"]
    (12, 8, 3, 1, 1, 0)
    """
    cdef Py_ssize_t letters = 0, most_letters = 0, fewest_letters = 0, all_words = 0, one_word = 0, upper = 0, lower = 0
    cdef Py_ssize_t capitalised = 0, lists = 0, exact = 0, linked = 0, length, words
    cdef str text
    cdef bint first = True
    for cell in cells:
        text = cell.text
        length, words = len(text), len(text.split())
        letters += length
        most_letters = max(most_letters, length)
        fewest_letters = length if first else min(fewest_letters, length)
        first = False
        all_words += words
        one_word += words == 1
        upper += length > 1 and text.isupper()
        lower += text[:1].islower()
        capitalised += text.istitle()
        lists += bool(cell.items)
        exact += bool(cell.exact)
        linked += cell.kind == "link"
    return {
        "letters": letters, "most_letters": most_letters, "fewest_letters": fewest_letters, "words": all_words,
        "one_word": one_word, "upper": upper, "lower": lower, "capitalised": capitalised, "list": lists, "exact": exact,
        "linked": linked,
    }  # fmt: skip
