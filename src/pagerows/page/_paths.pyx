# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What is asked of tag paths: the words of their classes, and coarser codes for them."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport qsort

from pagerows.page._spans cimport Spans, encoded, numbered_spans, path_spans
from pagerows.page._strings cimport Pairs, merge


cdef class PathCodes:
    """What is asked of the paths of a page and of its rows by their paths, all at once: see `NodeTable`."""

    #: The number of the tag of each path.
    cdef readonly object tags
    #: The words of the class of each path, as `ClassWords` has them: as they are, and with small and capital letters alike.
    cdef readonly tuple words, alike
    #: Codes of rows: of paths of tags alone; of paths with plain styles; of the last steps of those. A plain style is the words
    #: of the class, digits left out: what is counted differs from record to record.
    cdef readonly object unstyled, plain, step
    #: How many paths of tags alone there are.
    cdef readonly Py_ssize_t unstyled_paths

    def __init__(self, nodes, plain):
        """Beyond ASCII `plain` takes digits out of a class, and capital letters where it is told to."""
        cdef const int32_t[::1] path = nodes.path, tag = nodes.tag, parent = nodes.paths.parent
        cdef Py_ssize_t row, rows = path.shape[0], paths = parent.shape[0]
        cdef Spans classes = path_spans(nodes.paths, "class")
        if classes.count != paths:
            raise ValueError("paths differ in number")
        self.words, self.alike = class_words(classes, plain)
        found = np.empty(3 * rows + paths, np.int32)
        self.unstyled, self.plain, self.step = found[:rows], found[rows : 2 * rows], found[2 * rows : 3 * rows]
        self.tags = found[3 * rows :]
        cdef int32_t[::1] room = np.empty(3 * paths, np.int32), in_found = found
        cdef int32_t[::1] tags = in_found[3 * rows :], style = room[:paths], step = room[paths : 2 * paths], merged = room[2 * paths :]
        tags[:] = 0
        for row in range(rows):
            tags[path[row]] = tag[row]
        self.unstyled_paths = merge(parent, tags, merged)
        spread(path, merged, in_found[:rows])
        number_sets(self.words[0], self.words[1], style)
        number_steps(tags, style, step)
        merge(parent, step, merged)
        spread(path, merged, in_found[rows : 2 * rows])
        spread(path, step, in_found[2 * rows : 3 * rows])


cdef int number_steps(const int32_t[::1] tags, const int32_t[::1] styles, int32_t[::1] found) except -1:
    """Number the last steps of paths: those with equal tags and styles are one."""
    cdef Pairs pairs = Pairs(tags.shape[0])
    cdef Py_ssize_t path
    for path in range(tags.shape[0]):
        found[path] = pairs.number(tags[path], styles[path])
    return 0


cdef int spread(const int32_t[::1] path, const int32_t[::1] codes, int32_t[::1] found) except -1:
    """Write for each row what its path has."""
    cdef Py_ssize_t row
    for row in range(path.shape[0]):
        found[row] = codes[path[row]]
    return 0


# -- words of classes --------------------------------------------------------------------------------------------------


def text_words(list texts, plain):
    """Return the words of some classes as numbers: as they are, and with small and capital letters alike; each with where the
    words of each class start, and the end."""
    return class_words(encoded(texts), plain)


cdef tuple class_words(Spans classes, plain):
    cdef Py_ssize_t place
    if is_ascii(classes):
        return words_of(classes)
    texts = [classes.text(place) for place in range(classes.count)]
    exact, alike = [words_of(encoded([plain(text, lower) for text in texts]))[0] for lower in (False, True)]
    return exact, alike


cdef bint is_ascii(Spans strings) noexcept:
    cdef uint8_t all = 0
    cdef Py_ssize_t place
    cdef uint32_t at
    for place in range(strings.count):
        for at in range(strings.items[place].length):
            all |= strings.items[place].at[at]
    return all < 0x80


cdef bint is_space(uint8_t c) noexcept:
    return c == 0x20 or 0x09 <= c <= 0x0D or 0x1C <= c <= 0x1F


cdef tuple words_of(Spans classes):
    """Split strings at white space (that of ASCII), digits left out: see `text_words`."""
    cdef Py_ssize_t each, most = 0
    for each in range(classes.count):
        most += classes.items[each].length
    clean = np.empty(most + 1, np.uint8)
    cdef uint8_t[::1] letters = clean
    cdef Spans words = Spans((most + classes.count + 1) // 2 + 1, clean)
    first = np.empty(classes.count + 1, np.int64)
    cdef int64_t[::1] in_first = first
    cdef Py_ssize_t size = split(classes, letters, words, in_first)
    exact = numbers_of(words), first
    if not has_capital(letters[:size]):
        return exact, exact
    make_small(letters[:size])
    return exact, (numbers_of(words), first)


cdef Py_ssize_t split(Spans classes, uint8_t[::1] letters, Spans words, int64_t[::1] first) except -1:
    """Write the words without digits, one after another; return how many letters they have."""
    cdef Py_ssize_t each, size = 0, begun, count = 0
    cdef uint32_t at
    cdef uint8_t c
    for each in range(classes.count):
        first[each] = count
        begun = size
        for at in range(classes.items[each].length + 1):
            c = classes.items[each].at[at] if at < classes.items[each].length else c' '
            if is_space(c):
                if size > begun:
                    if count >= words.count:
                        raise IndexError("there is no room for the words")
                    words.items[count].at, words.items[count].length = &letters[begun], size - begun
                    count += 1
                    begun = size
            elif not c'0' <= c <= c'9':
                letters[size] = c
                size += 1
    first[classes.count] = count
    words.count = count
    return size


cdef bint has_capital(const uint8_t[::1] letters) except -1:
    cdef Py_ssize_t at
    for at in range(letters.shape[0]):
        if c'A' <= letters[at] <= c'Z':
            return True
    return False


cdef int make_small(uint8_t[::1] letters) except -1:
    cdef Py_ssize_t at
    for at in range(letters.shape[0]):
        if c'A' <= letters[at] <= c'Z':
            letters[at] += 32
    return 0


cdef object numbers_of(Spans strings):
    found = np.empty(strings.count, np.int32)
    numbered_spans(strings, found)
    return found


# -- sets of words -----------------------------------------------------------------------------------------------------


cdef int ascending(const void *one, const void *other) noexcept nogil:
    cdef int32_t a = (<const int32_t *>one)[0], b = (<const int32_t *>other)[0]
    return -1 if a < b else a > b


def numbered_sets(const int32_t[::1] words, const int64_t[::1] first):
    """Return a number for each set of words, 0 for the empty one, else ascending by first appearance."""
    found = np.empty(first.shape[0] - 1, np.int32)
    number_sets(words, first, found)
    return found


cdef int number_sets(const int32_t[::1] words, const int64_t[::1] first, int32_t[::1] found) except -1:
    """Write the same."""
    cdef Py_ssize_t each, at, size = 0, count = first.shape[0] - 1
    sorted_words, numbers = np.empty(words.shape[0] + 1, np.int32), np.empty(count + 1, np.int32)
    cdef int32_t[::1] kept = sorted_words, in_numbers = numbers
    cdef Spans sets = Spans(count + 1, sorted_words)
    sets.items[0].at, sets.items[0].length = NULL, 0  # the empty set stands first
    for at in range(words.shape[0]):
        kept[at] = words[at]
    for each in range(count):
        if not 0 <= first[each] <= first[each + 1] <= words.shape[0]:
            raise IndexError("there are no such words")
        if first[each + 1] > first[each] + 1:
            qsort(&kept[first[each]], first[each + 1] - first[each], sizeof(int32_t), ascending)
        sets.items[each + 1].at = <const uint8_t *>&kept[size]
        sets.items[each + 1].length = 0
        for at in range(first[each], first[each + 1]):
            if at == first[each] or kept[at] != kept[size - 1]:
                kept[size] = kept[at]
                sets.items[each + 1].length += sizeof(int32_t)
                size += 1
    numbered_spans(sets, in_numbers)
    found[:] = in_numbers[1:]
    return 0
