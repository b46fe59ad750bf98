# cython: language_level=3, boundscheck=True, wraparound=False
"""The template of records, place by place: rows with the same parent place, tag and classes are one place."""

import re
from operator import attrgetter

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcmp, memcpy, strlen

from pagerows.align.fields._look cimport ELEMENT, INLINE, SHOWN, TEXT, TEXTS, TOLD
from pagerows.align.fields._reading cimport Shown
from pagerows.align.fields._repeats cimport resolve
from pagerows.align.fields._room cimport Room, Taken
from pagerows.page._parser cimport Span as Signs
from pagerows.page._strings cimport Pairs

cdef object by_order = attrgetter("order")
cdef object without_digits = re.compile(r"\d+").sub, words_in = re.compile(r"[^\W\d_]+").findall
cdef tuple NAMES = ("element", "text", "list")
cdef str TEXT_TAG = "#text"
#: Words of classes that say which state an element is in, or where it stands, not what it is.
cdef enum: STATE_COUNT = 28, LONGEST_STATE = 11
cdef const char *STATES[STATE_COUNT]
STATES[:] = [  # in order
    b"active", b"alt", b"checked", b"closed", b"collapsed", b"current", b"disabled", b"enabled", b"even", b"expanded",
    b"first", b"focus", b"hover", b"inactive", b"last", b"lazy", b"lazyload", b"lazyloaded", b"lazyloading",
    b"loaded", b"loading", b"odd", b"open", b"opened", b"selected", b"show", b"shown", b"visible",
]
#: Most words of a class that are put in order without Python's help.
cdef enum: MOST_WORDS = 32
#: Elements that may hold anything.
cdef frozenset BOXES = frozenset({"div", "section", "article", "header", "footer", "aside", "main"})
#: Most groups of one parent and tag whose classes are compared with each other.
cdef enum: MOST_COMPARED = 40


cdef class Place:
    """A place of the template and the rows that are there, one a record at most unless it is a list or holds texts."""

    @property
    def kind(self):
        """What it holds of a record: an element, texts between elements, or the members of a list."""
        return NAMES[self.holds]

    @property
    def held(self):
        """Return the rows of each record."""
        cdef dict found = {}
        cdef Py_ssize_t at
        for at in range(self.size):
            found.setdefault(self.records[at], []).append(self.rows[at])
        return found

    cdef Py_ssize_t behind(self, Py_ssize_t at) except -1:
        """Where the rows of the next record start."""
        cdef int32_t record = self.records[at]
        while at < self.size and self.records[at] == record:
            at += 1
        return at

    cdef int change(self, list pairs) except -1:
        """Hold other rows: records and rows, by record."""
        cdef Py_ssize_t at, size = len(pairs)
        cdef int32_t last = -1
        cdef int32_t *room = self.memory.numbers(2 * size)
        self.records, self.rows, self.size, self.count = room, room + size, size, 0
        for at in range(size):
            self.records[at], self.rows[at] = pairs[at]
            self.count += self.records[at] != last
            last = self.records[at]
        return 0


cdef Place new_place(str tag, uint8_t marks, int kind, Room memory):
    """A place without rows."""
    cdef Place place = Place.__new__(Place)
    place.tag, place.marks, place.holds, place.children, place.memory = tag, marks, kind, [], memory
    return place


cdef class Siblings:
    """What stands side by side in some places: growing columns of rows, their records, positions and groups.

    What has one key (a number) is a group; groups are numbered from 0 on by first appearance.
    """

    cdef Room memory
    cdef int32_t *rows
    cdef int32_t *records
    cdef int32_t *positions
    cdef int32_t *group
    cdef Py_ssize_t count, groups, room, key_count
    #: The key of each group, and the group of each key, -1 where there is none.
    cdef int32_t *keys
    cdef int32_t *group_of
    #: The places of all rows by group, and where each group starts, with the end.
    cdef int32_t *order
    cdef int32_t *first

    def __cinit__(self, Room memory, Py_ssize_t room, Py_ssize_t keys):
        self.memory, self.key_count = memory, keys
        self.make_room(max(16, room))
        self.group_of = memory.filled(keys, -1)

    cdef int make_room(self, Py_ssize_t size) except -1:
        cdef int32_t *room = self.memory.numbers(7 * size + 1)
        if self.count:
            memcpy(room, self.rows, self.count * sizeof(int32_t))
            memcpy(room + size, self.records, self.count * sizeof(int32_t))
            memcpy(room + 2 * size, self.positions, self.count * sizeof(int32_t))
            memcpy(room + 3 * size, self.group, self.count * sizeof(int32_t))
            memcpy(room + 4 * size, self.keys, self.groups * sizeof(int32_t))
        self.rows, self.records, self.positions, self.group = room, room + size, room + 2 * size, room + 3 * size
        self.keys, self.order, self.first, self.room = room + 4 * size, room + 5 * size, room + 6 * size, size
        return 0

    cdef int clear(self) except -1:
        cdef Py_ssize_t at
        for at in range(self.groups):
            self.group_of[self.keys[at]] = -1
        self.count = self.groups = 0
        return 0

    cdef int add(self, int32_t row, int32_t record, int32_t position, int32_t key) except -1:
        if self.count == self.room:
            self.make_room(2 * self.count)
        if not 0 <= key < self.key_count:
            raise IndexError("no such key")
        if self.group_of[key] < 0:
            self.group_of[key] = self.groups
            self.keys[self.groups] = key
            self.groups += 1
        self.rows[self.count], self.records[self.count] = row, record
        self.positions[self.count], self.group[self.count] = position, self.group_of[key]
        self.count += 1
        return 0

    cdef int sort(self) except -1:
        """Put the places of rows in order by group."""
        cdef Py_ssize_t at
        cdef int32_t group, start = 0, size
        for group in range(<int32_t>self.groups + 1):
            self.first[group] = 0
        for at in range(self.count):
            self.first[self.group[at]] += 1
        for group in range(<int32_t>self.groups + 1):
            size = self.first[group]
            self.first[group] = start
            start += size
        for at in range(self.count):
            group = self.group[at]
            self.order[self.first[group]] = at
            self.first[group] += 1
        for group in range(<int32_t>self.groups, 0, -1):  # each stands at the start of the next now
            self.first[group] = self.first[group - 1]
        self.first[0] = 0
        return 0

    cdef const int32_t *members(self, Py_ssize_t group) noexcept:
        """The places of the rows of a group: so many as `size` says."""
        return self.order + self.first[group]

    cdef Py_ssize_t size(self, Py_ssize_t group) noexcept:
        """How many rows a group has."""
        return self.first[group + 1] - self.first[group]


cdef class Builder:
    """Builds the template of what is shown of some records, from the top down."""

    cdef Shown shown
    #: A number for the tag and the steady classes of each tag path; the tag of each number, and its classes.
    cdef int32_t *step
    cdef int32_t *step_tag
    cdef int32_t *step_class
    cdef Py_ssize_t steps
    #: What steady classes there are, and the words of each, once somebody asked.
    cdef list classes, words
    cdef tuple tags
    #: The numbers of the tags of links and of what may stand for one, -1 where there are none.
    cdef int32_t link_tag, div_tag, span_tag
    #: The number of the place of each row, -1 where it is in none.
    cdef int32_t *place
    cdef int32_t places
    #: The stretches of rows that are the content of the place at hand, and their records.
    cdef int32_t *starts
    cdef int32_t *stops
    cdef int32_t *owners
    cdef Py_ssize_t stretches
    #: What stands there, elements by step or texts by the place before them; and whether there are texts.
    cdef Siblings found
    cdef bint has_texts
    #: Room for stretches, and for a mark for each record and each tag.
    cdef Room memory
    cdef int32_t *inside
    cdef int32_t *met
    cdef int32_t *tags_met
    cdef int32_t mark

    def __cinit__(self, Shown shown):
        cdef Py_ssize_t size = shown.high - shown.low
        self.shown, self.memory, self.tags = shown, shown.memory, shown.nodes.tags
        self.number_steps()
        self.found = Siblings(shown.memory, size, max(size, self.steps) + 1)
        self.place = shown.memory.filled(size, -1)
        self.met, self.tags_met = shown.memory.filled(shown.count, -1), shown.memory.filled(shown.tag_count, -1)
        self.inside = shown.memory.numbers(2 * max(shown.count, shown.parts))

    # -- steps -----------------------------------------------------------------------------------------------------------

    cdef int number_steps(self) except -1:
        """Number what elements are by tag and steady classes, by the codes of their paths."""
        cdef Shown shown = self.shown
        cdef Py_ssize_t code, size = shown.paths
        cdef int32_t number, tag
        cdef int32_t *room = self.memory.numbers(3 * size)
        cdef int32_t *steady = self.memory.filled(shown.class_count, -1)
        cdef Pairs pairs = Pairs(size)
        cdef dict known = {}
        self.step, self.step_tag, self.step_class = room, room + size, room + 2 * size
        self.classes = []
        for code in range(size):
            tag = shown.path_tag[code]
            if tag < 0:
                continue
            number = shown.class_number[code]
            if steady[number] < 0:
                steady[number] = self.steady_class(shown.classes.items[code], known)
            self.step[code] = number = pairs.number(tag, steady[number])
            self.step_tag[number] = tag
            self.step_class[number] = pairs.pairs[number].other
        self.steps = pairs.known
        self.words = [None] * len(self.classes)
        self.link_tag, self.div_tag, self.span_tag = [tag_number(self.tags, name) for name in ("a", "div", "span")]
        return 0

    cdef int32_t steady_class(self, Signs text, dict known) except -1:
        """A number for the classes of an element that may say what it is; that of none is 0."""
        if not self.classes:
            known[""] = 0
            self.classes.append("")
        steady = steady_words(text, self.shown)
        number = known.get(steady)
        if number is None:
            number = known[steady] = len(self.classes)
            self.classes.append(steady)
        return number

    cdef set words_of(self, int32_t number):
        """The words of steady classes."""
        found = self.words[number]
        if found is None:
            found = self.words[number] = set(words_in(self.classes[number]))
        return found

    # -- places ----------------------------------------------------------------------------------------------------------

    cdef Place run(self):
        """Build the template place by place."""
        cdef Place root = self.root(), place, child
        cdef list waiting = [root], every = [root]
        while waiting:
            place = waiting.pop()
            if place is not root:
                self.take_content(place)
            self.add_children(place)
            for child in place.children:
                if child.holds == ELEMENT:
                    waiting.append(child)
            every += place.children
            sort(place.children)
        measure(every)
        return root

    cdef Place root(self):
        """The place of the records themselves, and what is in them.

        A record that is one element is the root; the parts of others stand below a root of their own.
        """
        cdef Shown shown = self.shown
        cdef Place root = new_place("", 0, ELEMENT, self.memory)
        cdef Py_ssize_t at, size = shown.parts
        self.starts, self.stops, self.owners, self.stretches = shown.starts, shown.stops, shown.owners, size
        if size > shown.count or not self.are_whole():
            return root
        root.rows, root.records, root.size, root.count = shown.starts, shown.owners, size, size
        self.starts = self.inside
        for at in range(size):
            self.starts[at] = shown.starts[at] + 1
        return root

    cdef bint are_whole(self) except -1:
        """Whether stretches are one element each."""
        cdef Py_ssize_t at, count = 0
        cdef int32_t row, top
        cdef bint within = True
        for at in range(self.stretches):
            within = within and self.shown.stop(self.starts[at]) >= self.stops[at]
        if within:
            return True
        for at in range(self.stretches):
            row = self.starts[at]
            top = self.shown.depth[row] if row < self.stops[at] else 0
            while row < self.stops[at]:
                if self.shown.depth[row] < top:  # a stretch that leaves its own level: what is inside may be on it
                    row += 1
                    continue
                count += 1
                row = self.shown.stop(row)
        return count == self.stretches

    cdef int take_content(self, Place place) except -1:
        """Make the contents of a place's elements the stretches at hand."""
        cdef Py_ssize_t at, most = self.shown.count
        self.starts, self.stops, self.owners = self.inside, self.inside + most, place.records
        if place.size > most:
            raise IndexError("an element of a record stands alone")
        self.stretches = place.size
        for at in range(self.stretches):
            self.starts[at] = place.rows[at] + 1
            self.stops[at] = self.shown.stop(place.rows[at])
        return 0

    cdef int add_children(self, Place over) except -1:
        cdef Py_ssize_t group
        self.walk(False)
        self.add_elements(over)
        if self.has_texts:
            self.walk(True)
            for group in range(self.found.groups):
                self.add(over, TEXT_TAG, 0, TEXTS, self.found.members(group), self.found.size(group))
        return 0

    cdef int walk(self, bint texts) except -1:
        """Find what is shown in the stretches at hand: elements by their steps, or told texts by the place before them.

        Stretches of one record stand together; positions are those among all that is shown of it.
        """
        cdef Shown shown = self.shown
        cdef Py_ssize_t at
        cdef int32_t row, stop, top, low = shown.low, position = 0, before = -1, last = -1
        cdef uint8_t look
        self.found.clear()
        if not texts:
            self.has_texts = False
        for at in range(self.stretches):
            row, stop = self.starts[at], self.stops[at]
            if self.owners[at] != last:
                position, before, last = 0, -1, self.owners[at]
            top = shown.depth[row] if row < stop else 0
            while row < stop:
                if shown.depth[row] < top:  # a stretch that leaves its own level: what is inside may be on it
                    row += 1
                    continue
                look = shown.looks[row - low]
                if look & SHOWN:
                    if look & TEXT:
                        if look & TOLD:
                            self.has_texts = True
                            if texts:
                                self.found.add(row, last, position, before + 1)
                    elif texts:
                        if self.place[row - low] >= 0:
                            before = self.place[row - low]
                    else:
                        self.found.add(row, last, position, self.step[shown.path[row]])
                    position += 1
                row = shown.stop(row)
        return self.found.sort()

    # -- elements --------------------------------------------------------------------------------------------------------

    cdef int add_elements(self, Place over) except -1:
        """Add the places of the elements at hand: those of one tag together, where their classes differ by record only."""
        cdef Py_ssize_t group
        cdef Kinds kinds
        if self.are_plain():
            for group in range(self.found.groups):
                self.add_alike(over, self.tag_of(group), self.found.members(group), self.found.size(group))
            return 0
        kinds = Kinds(self)
        for group in range(kinds.count):
            self.add_alike(over, self.tag_of(kinds.first_of[group]), kinds.members(group), kinds.size(group))
        return 0

    cdef int32_t tag_of(self, Py_ssize_t group) except -1:
        return self.step_tag[self.found.keys[group]]

    cdef bint are_plain(self) except -1:
        """Whether each tag has one group, and no link may stand for something else."""
        cdef Py_ssize_t group
        cdef int32_t tag
        cdef bint links = False, unlinked = False
        self.mark += 1
        for group in range(self.found.groups):
            tag = self.tag_of(group)
            if self.tags_met[tag] == self.mark:
                return False
            self.tags_met[tag] = self.mark
            links = links or tag == self.link_tag
            unlinked = unlinked or tag == self.div_tag or tag == self.span_tag
        return not (links and unlinked)

    cdef int add_alike(self, Place over, int32_t tag, const int32_t *members, Py_ssize_t size) except -1:
        """Add the places of elements that are alike, or the list that they are."""
        cdef Siblings found = self.found
        cdef Py_ssize_t at
        cdef int32_t *rows
        cdef int32_t *records
        cdef int32_t *group
        cdef list chosen
        cdef int kind
        cdef str name = self.tags[tag]
        for at in range(1, size):
            if found.records[members[at]] == found.records[members[at - 1]]:
                break
        else:
            return self.add(over, name, self.shown.marks[tag], ELEMENT, members, size)
        rows = self.memory.numbers(3 * size)
        records, group = rows + size, rows + 2 * size
        for at in range(size):
            rows[at], records[at] = found.rows[members[at]], found.records[members[at]]
        for kind, chosen in resolve(self.shown, name, rows, records, size):
            if len(chosen) > size:
                raise IndexError("more than there are")
            for at in range(len(chosen)):
                group[at] = members[<Py_ssize_t>chosen[at]]
            self.add(over, name, self.shown.marks[tag], kind, group, len(chosen))
        return 0

    cdef int add(self, Place over, str tag, uint8_t marks, int kind, const int32_t *members, Py_ssize_t size) except -1:
        """Add one place."""
        cdef Place place = new_place(tag, marks, kind, self.memory)
        cdef Siblings found = self.found
        cdef Py_ssize_t at, total = 0
        cdef int32_t last = -1, row, record
        place.records, place.size = self.memory.numbers(2 * size), size
        place.rows = place.records + size
        for at in range(size):
            row, record = found.rows[members[at]], found.records[members[at]]
            place.rows[at], place.records[at] = row, record
            place.count += record != last
            last = record
            total += found.positions[members[at]]
            if kind == ELEMENT:
                self.place[row - self.shown.low] = self.places
        self.places += kind == ELEMENT
        place.order = total / <double>size
        over.children.append(place)
        return 0


def template_of(Shown shown):
    """Return the root of the template of some records."""
    return Builder(shown).run()


cdef int sort(list places) except -1:
    """Put places in reading order, as most are."""
    cdef Place one, last = None
    for one in places:
        if last is not None and one.order < last.order:
            places.sort(key=by_order)
            break
        last = one
    return 0


cdef int measure(list places) except -1:
    """Tell of each place whether all below it stands in lines of text; those below others stand behind them."""
    cdef Place place, child
    for place in reversed(places):
        place.flows = True
        for child in place.children:
            if not child.flows or not (child.holds == TEXTS or child.marks & INLINE):
                place.flows = False
                break
    return 0


# -- classes -------------------------------------------------------------------------------------------------------------


cdef int32_t tag_number(tuple tags, str name) except? -1:
    """The number of a tag, -1 where the page has none."""
    return tags.index(name) if name in tags else -1


cdef str steady_words(Signs text, Shown shown):
    """The classes of an element that may say what it is, numbers in them aside: in order, with a space between them."""
    cdef Signs words[MOST_WORDS]
    cdef Py_ssize_t at, size = 0, count = 0, each, begun
    cdef uint8_t sign
    shown.used = 0
    shown.reserve(2 * <Py_ssize_t>text.length + 2)
    for at in range(text.length):
        sign = text.at[at]
        if sign >= 0x80:
            return any_steady_words(PyUnicode_DecodeUTF8(<const char *>text.at, text.length, shown.errors))
    at = 0
    while at < text.length:
        begun = size
        while at < text.length and not is_space(text.at[at]):
            sign = text.at[at]
            if not is_digit(sign):
                shown.room[size] = sign + 32 if 65 <= sign <= 90 else sign
                size += 1
            elif not at or not is_digit(text.at[at - 1]):  # one sign for all digits side by side
                shown.room[size] = c"#"
                size += 1
            at += 1
        at += 1
        if size > begun and not is_state(shown.room + begun, size - begun):
            if count == MOST_WORDS:
                return any_steady_words(PyUnicode_DecodeUTF8(<const char *>text.at, text.length, shown.errors))
            count = put_word(words, count, shown.room + begun, size - begun)
    begun = size
    for each in range(count):
        if each:
            shown.room[size] = 32
            size += 1
        memcpy(shown.room + size, words[each].at, words[each].length)
        size += words[each].length
    return PyUnicode_DecodeUTF8(<const char *>shown.room + begun, size - begun, NULL) if size > begun else ""


cdef Py_ssize_t put_word(Signs *words, Py_ssize_t count, const uint8_t *at, Py_ssize_t size) noexcept nogil:
    """Put a word among some that are in order, unless it is there; return how many there are then."""
    cdef Py_ssize_t place = count
    cdef int order
    while place:
        order = memcmp(words[place - 1].at, at, min(<Py_ssize_t>words[place - 1].length, size))
        if order == 0 and <Py_ssize_t>words[place - 1].length == size:
            return count
        if order < 0 or (order == 0 and <Py_ssize_t>words[place - 1].length < size):
            break
        place -= 1
    cdef Py_ssize_t each
    for each in range(count, place, -1):
        words[each] = words[each - 1]
    words[place].at, words[place].length = at, size
    return count + 1


cdef str any_steady_words(str text):
    """The same of any class."""
    cdef Py_ssize_t each
    words = {without_digits("#", word) for word in text.lower().split()}
    return " ".join(sorted(words.difference([STATES[each].decode() for each in range(STATE_COUNT)])))


cdef bint is_state(const uint8_t *word, Py_ssize_t size) noexcept nogil:
    """Whether a word says which state an element is in."""
    cdef Py_ssize_t each
    if size > LONGEST_STATE:
        return False
    for each in range(STATE_COUNT):
        if STATES[each][0] > <char>word[0]:
            return False
        if STATES[each][0] == <char>word[0] and <Py_ssize_t>strlen(STATES[each]) == size:
            if not memcmp(STATES[each], word, size):
                return True
    return False


cdef inline bint is_digit(uint8_t sign) noexcept nogil:
    return 48 <= sign <= 57


cdef inline bint is_space(uint8_t sign) noexcept nogil:
    return sign == 32 or 9 <= sign <= 13 or 28 <= sign <= 31


# -- kinds ---------------------------------------------------------------------------------------------------------------


cdef class Kinds:
    """The groups of some siblings put together to kinds: elements of one tag whose classes differ by record only."""

    cdef Builder builder
    cdef Siblings found
    #: The kind of each group, and the places of all rows by kind; the first group of each kind, and where its rows start.
    cdef int32_t *kind
    cdef int32_t *order
    cdef int32_t *first_of
    cdef int32_t *first
    cdef Py_ssize_t count
    #: Links by the group that they go with, and the records of the group at hand.
    cdef dict lent
    cdef int32_t *own

    def __cinit__(self, Builder builder):
        cdef Py_ssize_t groups = builder.found.groups, rows = builder.found.count
        cdef int32_t *room = builder.memory.numbers(3 * groups + 1 + 2 * rows)
        self.builder, self.found, self.lent = builder, builder.found, {}
        self.kind, self.first_of, self.first = room, room + groups, room + 2 * groups
        self.order = room + 3 * groups + 1
        self.own = self.order + rows
        for tag, groups_of_tag in self.by_tag().items():
            if groups_of_tag:
                self.merge(tag, groups_of_tag)
        self.sort()

    cdef const int32_t *members(self, Py_ssize_t kind) noexcept:
        """The places of the rows of a kind: so many as `size` says."""
        return self.order + self.first[kind]

    cdef Py_ssize_t size(self, Py_ssize_t kind) noexcept:
        """How many rows a kind has."""
        return self.first[kind + 1] - self.first[kind]

    cdef int32_t class_of(self, Py_ssize_t group) except -1:
        return self.builder.step_class[self.found.keys[group]]

    cdef dict by_tag(self):
        """The groups of each tag; links stand with what has the same classes and no link.

        These are the members of one list, or one field of several records.
        """
        cdef Py_ssize_t group
        cdef int32_t tag
        cdef dict found = {}, unlinked = {}
        for tag in (self.builder.span_tag, self.builder.div_tag):  # the latter comes first
            for group in range(self.found.groups):
                if self.builder.tag_of(group) == tag:
                    unlinked[self.class_of(group)] = group
        for group in range(self.found.groups):
            tag = self.builder.tag_of(group)
            own = found.setdefault(tag, [])
            home = unlinked.get(self.class_of(group)) if tag == self.builder.link_tag and self.class_of(group) else None
            if home is None:
                own.append(group)
            else:
                self.lent.setdefault(home, []).append(group)
        return found

    cdef Py_ssize_t take_own(self, Py_ssize_t group) except -1:
        """Make the records of a group and of the links with it those at hand; return how many rows there are."""
        cdef Py_ssize_t at, size = 0
        for one in (group, *self.lent.get(group, ())):
            for at in range(self.found.first[<Py_ssize_t>one], self.found.first[<Py_ssize_t>one + 1]):
                self.own[size] = self.found.records[self.found.order[at]]
                size += 1
        return size

    cdef int merge(self, int32_t tag, list groups) except -1:
        """Put together groups whose classes differ by record only: never in one record, and with a word in common."""
        cdef Py_ssize_t each, size
        cdef list kinds = []
        cdef Kind own, known
        cdef bint is_box
        cdef Taken taken
        if len(groups) == 1:
            self.add_kind(groups[0])
            return 0
        taken = self.builder.memory.taken()
        is_box = self.builder.tags[tag] in BOXES
        groups = sorted(groups, key=self.negative_size)
        for group in groups[:MOST_COMPARED]:
            size = self.take_own(group)
            own = Kind(self.builder.words_of(self.class_of(group)), self.has_several(size))
            for known in kinds:
                if known.takes(own, known.is_apart(self.own, size), is_box):
                    known.add(own)
                    break
            else:
                known = own
                known.number, known.under = self.add_kind(group), self.builder.memory.marks(self.builder.shown.count)
                kinds.append(known)
            known.cover(self.own, size)
            self.kind[<Py_ssize_t>group] = known.number
        if len(groups) > MOST_COMPARED:
            number = self.add_kind(groups[MOST_COMPARED])
            for group in groups[MOST_COMPARED:]:
                self.kind[<Py_ssize_t>group] = number
        self.builder.memory.give_back(taken)
        return 0

    def negative_size(self, Py_ssize_t group):
        """Return how many rows a group and the links with it have, below 0."""
        return -self.take_own(group)

    cdef bint has_several(self, Py_ssize_t size) except -1:
        """Whether some record at hand has several rows."""
        cdef Py_ssize_t at
        self.builder.mark += 1
        for at in range(size):
            if self.builder.met[self.own[at]] == self.builder.mark:
                return True
            self.builder.met[self.own[at]] = self.builder.mark
        return False

    cdef int32_t add_kind(self, Py_ssize_t group) except -1:
        """Add a kind; return its number."""
        self.kind[group], self.first_of[self.count] = self.count, group
        self.count += 1
        return self.count - 1

    cdef int sort(self) except -1:
        """Put the places of rows in order by kind."""
        cdef Py_ssize_t at, group
        cdef int32_t kind, start = 0, size
        for home, links in self.lent.items():
            for link in links:
                self.kind[<Py_ssize_t>link] = self.kind[<Py_ssize_t>home]
        for kind in range(<int32_t>self.count + 1):
            self.first[kind] = 0
        for at in range(self.found.count):
            self.first[self.kind[self.found.group[at]]] += 1
        for kind in range(<int32_t>self.count + 1):
            size = self.first[kind]
            self.first[kind] = start
            start += size
        for at in range(self.found.count):
            kind = self.kind[self.found.group[at]]
            self.order[self.first[kind]] = at
            self.first[kind] += 1
        for kind in range(<int32_t>self.count, 0, -1):  # each stands at the start of the next now
            self.first[kind] = self.first[kind - 1]
        self.first[0] = 0
        return 0


cdef class Kind:
    """Elements of one tag: the words of their classes, the records, and whether some have several."""

    cdef set words
    cdef uint8_t *under
    cdef bint many
    cdef int32_t number

    def __cinit__(self, set words, bint many):
        self.words, self.many = words, many

    cdef bint is_apart(self, const int32_t *records, Py_ssize_t size) except -1:
        """Whether none of some records has one."""
        cdef Py_ssize_t at
        for at in range(size):
            if self.under[records[at]]:
                return False
        return True

    cdef bint takes(self, Kind other, bint apart, bint is_box) except -1:
        """Whether other elements are of the same kind; `apart`: no record has both."""
        cdef set words = other.words, known = self.words
        if apart:
            if not words and not known:
                return True
            return 2 * len(words & known) >= max(1, min(len(words), len(known)))
        # One of many with a class more (the chosen colour of a list) is one of them; two alike are two fields.
        # Boxes without a class are like nothing but each other.
        told = (words and known) or (not is_box and (words or known))
        return bool(told) and (self.many or other.many) and (words <= known or known <= words)

    cdef int add(self, Kind other) except -1:
        self.words = (self.words & other.words) or self.words
        self.many = self.many or other.many
        return 0

    cdef int cover(self, const int32_t *records, Py_ssize_t size) except -1:
        """Take the records of some of them."""
        cdef Py_ssize_t at
        for at in range(size):
            self.under[records[at]] = 1
        return 0
