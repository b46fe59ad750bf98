# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What is asked of tag paths: the words of their classes, and coarser codes for them."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport qsort

from pagerows._arrays cimport INT32, INT64, Array, empty
from pagerows.page._buffers cimport int32s
from pagerows.page._parser cimport NodeData, PathStyles, Span
from pagerows.page._spans cimport Spans, distinct_spans, encoded, number_spans, path_spans
from pagerows.page._strings cimport Pairs, merge_paths


cdef class PathCodes:
    """What is asked of the paths of a page and of its rows by their paths: see `NodeTable`. Each is found when it is asked for.

    A plain style is the words of the class, digits left out: what is counted differs from record to record.
    """

    cdef object path, tag, paths, plain_text
    cdef Py_ssize_t path_count
    cdef bint checked  # whether each row's path is one of so many
    cdef object found_tags, found_unstyled, found_plain, found_step
    cdef tuple found_words
    #: The different classes: which one each path has, and what `class_words` finds in them.
    cdef object class_of
    cdef tuple exact, alike
    #: How many paths of tags alone there are, once they were asked for.
    cdef Py_ssize_t unstyled_count

    def __init__(self, nodes, plain):
        """Beyond ASCII `plain` takes digits out of a class, and capital letters where it is told to."""
        self.path, self.tag, self.paths, self.plain_text = nodes.path, nodes.tag, nodes.paths, plain
        self.path_count = len(nodes.paths)

    @property
    def tags(self):
        """The number of the tag of each path."""
        if self.found_tags is None:
            self.found_tags = path_tags(self.paths, self.path, self.tag)
        return self.found_tags

    @property
    def unstyled(self):
        """Codes of rows: of paths of tags alone."""
        if self.found_unstyled is None:
            self.found_unstyled, self.unstyled_count = self.merged(self.tags)
        return self.found_unstyled

    @property
    def unstyled_paths(self):
        """How many paths of tags alone there are."""
        self.unstyled
        return self.unstyled_count

    @property
    def plain(self):
        """Codes of rows: of paths with plain styles."""
        if self.found_plain is None:
            self.find_plain()
        return self.found_plain

    @property
    def step(self):
        """Codes of rows: of the last steps of paths with plain styles."""
        if self.found_step is None:
            self.find_plain()
        return self.found_step

    @property
    def words(self):
        """The words of the class of each path, small and capital letters alike, as `ClassWords` has them."""
        if self.found_words is None:
            self.find_classes()
            self.found_words = spread_words(self.class_of, self.alike)
        return self.found_words

    cdef int find_classes(self) except -1:
        cdef Spans classes
        if self.class_of is not None:
            return 0
        classes = path_spans(self.paths, "class")
        if classes.count != self.path_count:
            raise ValueError("paths differ in number")
        class_of = empty(INT32, self.path_count)
        self.exact, self.alike = class_words(distinct_spans(classes, class_of), self.plain_text)
        self.class_of = class_of
        return 0

    cdef int find_plain(self) except -1:
        cdef Py_ssize_t paths, classes, path
        cdef const int32_t *tags = int32s(self.tags, &paths)
        self.find_classes()
        styles = numbered_sets(self.exact[0], self.exact[1])
        cdef Array steps = empty(INT32, self.path_count)
        cdef const int32_t *style = int32s(styles, &classes)
        cdef const int32_t *class_of = int32s(self.class_of, &paths)
        cdef int32_t *step = steps.int32s()
        cdef Pairs pairs = Pairs(paths)
        for path in range(paths):
            step[path] = pairs.number(tags[path], style[class_of[path]])
        self.found_plain = self.merged(steps)[0]
        self.found_step = self.spread(step)
        return 0

    cdef tuple merged(self, steps):
        """Codes of rows by their paths, where those with equal steps are one; and how many paths that makes."""
        cdef Py_ssize_t paths, count
        cdef const int32_t *parent = int32s(self.paths.parent, &paths)
        cdef const int32_t *step = int32s(steps, &count)
        cdef int32_t *found
        if paths != self.path_count or count != self.path_count:
            raise ValueError("paths differ in number")
        found = <int32_t *>PyMem_Malloc((paths + 1) * sizeof(int32_t))
        if found is NULL:
            raise MemoryError
        try:
            count = merge_paths(parent, step, found, paths)
            return self.spread(found), count
        finally:
            PyMem_Free(found)

    cdef object spread(self, const int32_t *codes):
        """What each row's path has."""
        cdef Py_ssize_t row, rows
        cdef const int32_t *path = int32s(self.path, &rows)
        cdef Array made = empty(INT32, rows)
        cdef int32_t *found = made.int32s()
        if not self.checked:
            for row in range(rows):
                if not 0 <= path[row] < self.path_count:
                    raise IndexError("no such path")
            self.checked = True
        for row in range(rows):
            found[row] = codes[path[row]]
        return made


cdef object path_tags(paths, path, tag):
    """The number of the tag of each path: as the parser has it, else that of the path's rows."""
    cdef Py_ssize_t row, rows, count = len(paths), code
    cdef NodeData data
    cdef Array made = empty(INT32, count)
    cdef int32_t *found = made.int32s()
    if isinstance(paths.style, PathStyles):
        data = (<PathStyles>paths.style).rows
        if <Py_ssize_t>data.table.path_count != count:
            raise ValueError("paths differ in number")
        for code in range(count):
            found[code] = data.table.paths[code].tag
        return made
    cdef const int32_t *of_row = int32s(path, &rows)
    cdef const int32_t *tags = int32s(tag, &row)
    if row != rows:
        raise ValueError("rows differ in number")
    for code in range(count):
        found[code] = 0
    for row in range(rows):
        if not 0 <= of_row[row] < count:
            raise IndexError("no such path")
        found[of_row[row]] = tags[row]
    return made


# -- words of classes --------------------------------------------------------------------------------------------------


def text_words(list texts, plain):
    """Return the words of some classes as numbers: as they are, and with small and capital letters alike; each with where the
    words of each class start, and the end."""
    return class_words(encoded(texts), plain)


cdef tuple class_words(Spans classes, plain):
    cdef Py_ssize_t place
    found = words_of(classes)
    if found is not None:
        return found
    texts = [classes.text(place) for place in range(classes.count)]
    exact, alike = [words_of(encoded([plain(text, lower) for text in texts]), False)[0] for lower in (False, True)]
    return exact, alike


cdef tuple spread_words(class_of, tuple of_classes):
    """The words of the class of each path, of those of each class."""
    cdef Py_ssize_t path, paths, count, at, low, classes
    cdef int64_t size = 0
    cdef const int32_t *own = int32s(class_of, &paths)
    cdef const int32_t *given = int32s(of_classes[0], &count)
    cdef const int64_t[::1] starts = of_classes[1]
    cdef Array firsts = empty(INT64, paths + 1), made
    cdef int64_t *in_firsts = firsts.int64s()
    classes = starts.shape[0] - 1
    for path in range(paths):
        if not 0 <= own[path] < classes or starts[own[path] + 1] > count:
            raise IndexError("no such class")
        in_firsts[path] = size
        size += starts[own[path] + 1] - starts[own[path]]
    in_firsts[paths] = size
    made = empty(INT32, size)
    cdef int32_t *found = made.int32s()
    size = 0
    for path in range(paths):
        low = starts[own[path]]
        for at in range(starts[own[path] + 1] - low):
            found[size] = given[low + at]
            size += 1
    return made, firsts


#: Kinds of bytes, and of each byte which it is.
cdef enum: SPACE = 1, DIGIT = 2, CAPITAL = 4, BEYOND = 8
cdef uint8_t[256] KIND
for _byte in range(256):
    KIND[_byte] = (
        SPACE if _byte == 0x20 or 0x09 <= _byte <= 0x0D or 0x1C <= _byte <= 0x1F
        else DIGIT if 0x30 <= _byte <= 0x39 else CAPITAL if 0x41 <= _byte <= 0x5A else BEYOND if _byte >= 0x80 else 0
    )


cdef tuple words_of(Spans classes, bint ascii_alone=True):
    """Split strings at white space (that of ASCII), digits left out: see `text_words`. None where some are beyond ASCII, if that
    matters."""
    cdef Py_ssize_t each, most = 0
    cdef uint8_t seen = 0
    for each in range(classes.count):
        most += classes.items[each].length
    cdef bytearray room = bytearray(most)
    cdef Spans words = Spans((most + classes.count + 1) // 2 + 1, (classes, room))
    cdef Array first = empty(INT64, classes.count + 1)
    seen = split(classes, <uint8_t *><char *>room, words, first.int64s())
    if seen & BEYOND and ascii_alone:
        return None
    exact = numbers_of(words), first
    return exact, (numbers_of(in_small(words)), first) if seen & CAPITAL else exact


cdef uint8_t split(Spans classes, uint8_t *room, Spans words, int64_t *first) except? 0xFF:
    """List the words without digits, those that had some in `room`, which all of the classes fit into; return which kinds of
    bytes there are."""
    cdef Py_ssize_t each, count = 0
    cdef const uint8_t *at
    cdef const uint8_t *end
    cdef const uint8_t *begun
    cdef uint8_t kinds, seen = 0
    for each in range(classes.count):
        first[each] = count
        at, end = classes.items[each].at, classes.items[each].at + classes.items[each].length
        while at < end:
            begun, kinds = at, 0
            while at < end and not KIND[at[0]] & SPACE:
                kinds |= KIND[at[0]]
                at += 1
            if at > begun:
                if count >= words.count:
                    raise IndexError("there is no room for the words")
                words.items[count].at, words.items[count].length = begun, <uint32_t>(at - begun)
                if kinds & DIGIT:
                    words.items[count] = without_digits(words.items[count], room)
                    room += words.items[count].length
                count += words.items[count].length > 0
                seen |= kinds
            at += 1
    first[classes.count] = count
    words.count = count
    return seen


cdef Span without_digits(Span word, uint8_t *room) noexcept:
    """A word's other characters, written where there is room for them."""
    cdef Span found
    cdef uint32_t at
    found.at, found.length = room, 0
    for at in range(word.length):
        if not KIND[word.at[at]] & DIGIT:
            room[found.length] = word.at[at]
            found.length += 1
    return found


cdef Spans in_small(Spans words):
    """The same words without capital letters."""
    cdef Py_ssize_t each, size = 0
    cdef uint32_t at
    cdef uint8_t *room
    for each in range(words.count):
        size += words.items[each].length
    cdef bytearray kept = bytearray(size)
    cdef Spans found = Spans(words.count, kept)
    room = <uint8_t *><char *>kept
    for each in range(words.count):
        found.items[each].at, found.items[each].length = room, words.items[each].length
        for at in range(words.items[each].length):
            room[at] = words.items[each].at[at] | (0x20 if KIND[words.items[each].at[at]] & CAPITAL else 0)
        room += words.items[each].length
    return found


cdef object numbers_of(Spans strings):
    cdef Array found = empty(INT32, strings.count)
    number_spans(strings, found.int32s())
    return found


# -- sets of words -----------------------------------------------------------------------------------------------------


#: Words that are sorted one by one.
cdef enum: FEW = 12


cdef int ascending(const void *one, const void *other) noexcept nogil:
    cdef int32_t a = (<const int32_t *>one)[0], b = (<const int32_t *>other)[0]
    return -1 if a < b else a > b


cdef void sort(int32_t *words, Py_ssize_t count) noexcept:
    """Sort the words of a class: few, as a rule."""
    cdef Py_ssize_t place, at
    cdef int32_t word
    if count > FEW:
        qsort(words, count, sizeof(int32_t), ascending)
        return
    for place in range(1, count):
        word, at = words[place], place
        while at and words[at - 1] > word:
            words[at] = words[at - 1]
            at -= 1
        words[at] = word


def numbered_sets(const int32_t[::1] words, const int64_t[::1] first):
    """Return a number for each set of words, 0 for the empty one, else ascending by first appearance."""
    cdef Py_ssize_t each, at, size = 0, count = first.shape[0] - 1
    cdef int32_t *kept = <int32_t *>PyMem_Malloc((words.shape[0] + count + 2) * sizeof(int32_t))
    if kept is NULL:
        raise MemoryError
    cdef int32_t *numbers = kept + words.shape[0]
    cdef Spans sets = Spans(count + 1, None)
    cdef Array found = empty(INT32, count)
    cdef int32_t *in_found = found.int32s()
    try:
        sets.items[0].at, sets.items[0].length = NULL, 0  # the empty set stands first
        for at in range(words.shape[0]):
            kept[at] = words[at]
        for each in range(count):
            if not 0 <= first[each] <= first[each + 1] <= words.shape[0]:
                raise IndexError("there are no such words")
            sort(kept + first[each], first[each + 1] - first[each])
            sets.items[each + 1].at = <const uint8_t *>(kept + size)
            sets.items[each + 1].length = 0
            for at in range(first[each], first[each + 1]):
                if at == first[each] or kept[at] != kept[size - 1]:
                    kept[size] = kept[at]
                    sets.items[each + 1].length += sizeof(int32_t)
                    size += 1
        number_spans(sets, numbers)
        for each in range(count):
            in_found[each] = numbers[each + 1]
    finally:
        PyMem_Free(kept)
    return found
