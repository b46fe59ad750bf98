# cython: language_level=3, boundscheck=True, wraparound=False
"""The template of records, place by place: rows with the same parent place, tag and classes are one place."""

import re
from operator import attrgetter

import numpy as np

from libc.stdint cimport int32_t, uint8_t

from pagerows.align.fields._look cimport ELEMENT, INLINE, SHOWN, TEXT, TEXTS, TOLD
from pagerows._signs import has_digit
from pagerows.align.fields._reading cimport Shown
from pagerows.align.fields._repeats cimport resolve

cdef object by_order = attrgetter("order")
cdef object without_digits = re.compile(r"\d+").sub, words_in = re.compile(r"[^\W\d_]+").findall
cdef tuple NAMES = ("element", "text", "list")
cdef str TEXT_TAG = "#text"
#: Words of classes that say which state an element is in, or where it stands, not what it is.
cdef frozenset STATES = frozenset((
    "active inactive current selected checked open opened closed collapsed expanded first last odd even alt hover focus "
    "lazy lazyload lazyloaded lazyloading loaded loading visible show shown disabled enabled"
).split())
#: Elements that may hold anything.
cdef frozenset BOXES = frozenset({"div", "section", "article", "header", "footer", "aside", "main"})
#: Elements that pages write in the place of a link where there is none.
cdef tuple UNLINKED = ("div", "span")
#: Most groups of one parent and tag whose classes are compared with each other.
cdef enum: MOST_COMPARED = 40


cdef class Place:
    """A place of the template and the rows that are there, one a record at most unless it is a list or holds texts."""

    def __init__(self, str tag, uint8_t marks, int kind):
        self.tag, self.marks, self.holds, self.children = tag, marks, kind, []

    @property
    def kind(self):
        """What it holds of a record: an element, texts between elements, or the members of a list."""
        return NAMES[self.holds]

    @property
    def held(self):
        """Return the rows of each record."""
        cdef dict found = {}
        cdef Py_ssize_t at
        for at in range(self.size()):
            found.setdefault(self.records[at], []).append(self.rows[at])
        return found

    cdef Py_ssize_t size(self):
        """How many rows there are."""
        return self.rows.shape[0] if self.count else 0

    cdef Py_ssize_t behind(self, Py_ssize_t at) except -1:
        """Where the rows of the next record start."""
        cdef int32_t record = self.records[at]
        while at < self.rows.shape[0] and self.records[at] == record:
            at += 1
        return at

    cdef int change(self, list pairs) except -1:
        """Hold other rows: records and rows, by record."""
        cdef Py_ssize_t at, size = len(pairs)
        cdef int32_t last = -1
        cdef int32_t[::1] room = np.empty(2 * size, np.int32)
        self.records, self.rows, self.count = room[:size], room[size:], 0
        for at in range(size):
            self.records[at], self.rows[at] = pairs[at]
            self.count += self.records[at] != last
            last = self.records[at]
        return 0


cdef class Siblings:
    """What stands side by side in some places: growing columns of rows, their records, positions and groups.

    What has one key (a number) is a group; groups are numbered from 0 on by first appearance.
    """

    cdef int32_t[::1] rows, records, positions, group
    cdef Py_ssize_t count, groups
    #: The key of each group, and the group of each key, -1 where there is none.
    cdef int32_t[::1] keys, group_of
    #: The places of all rows by group, and where each group starts, with the end.
    cdef int32_t[::1] order, first

    def __init__(self, Py_ssize_t room, Py_ssize_t keys):
        self.make_room(max(16, room))
        self.group_of = np.full(keys, -1, np.int32)

    cdef int make_room(self, Py_ssize_t size) except -1:
        cdef Py_ssize_t at
        cdef int32_t[::1] room = np.empty(7 * size + 1, np.int32)
        cdef int32_t[::1] rows = room[:size], records = room[size : 2 * size], positions = room[2 * size : 3 * size]
        cdef int32_t[::1] group = room[3 * size : 4 * size], keys = room[4 * size : 5 * size]
        for at in range(self.count):
            rows[at], records[at], positions[at] = self.rows[at], self.records[at], self.positions[at]
            group[at] = self.group[at]
        for at in range(self.groups):
            keys[at] = self.keys[at]
        self.rows, self.records, self.positions, self.group, self.keys = rows, records, positions, group, keys
        self.order, self.first = room[5 * size : 6 * size], room[6 * size :]
        return 0

    cdef int clear(self) except -1:
        cdef Py_ssize_t at
        for at in range(self.groups):
            self.group_of[self.keys[at]] = -1
        self.count = self.groups = 0
        return 0

    cdef int add(self, int32_t row, int32_t record, int32_t position, int32_t key) except -1:
        if self.count == self.rows.shape[0]:
            self.make_room(2 * self.count)
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

    cdef int32_t[::1] members(self, Py_ssize_t group):
        """The places of the rows of a group."""
        return self.order[self.first[group] : self.first[group + 1]]


cdef class Builder:
    """Builds the template of what is shown of some records, from the top down."""

    cdef Shown shown
    #: A number for the tag and the classes of each tag path, and both of each number.
    cdef int32_t[::1] step
    cdef list tags, classes
    #: The number of the place of each row, -1 where it is in none.
    cdef int32_t[::1] place
    cdef int32_t places
    #: The stretches of rows that are the content of the place at hand, and their records.
    cdef int32_t[::1] starts, stops, owners
    cdef Py_ssize_t stretches
    #: What stands there, elements by step or texts by the place before them; and whether there are texts.
    cdef Siblings found
    cdef bint has_texts
    #: Room for stretches, and for the rows of places.
    cdef int32_t[::1] inside, room
    cdef Py_ssize_t used

    def __init__(self, Shown shown):
        cdef Py_ssize_t size = shown.high - shown.low
        self.shown = shown
        self.number_steps()
        self.found = Siblings(size, max(size, <Py_ssize_t>len(self.tags)) + 1)
        self.place = np.full(size, -1, np.int32)
        self.inside = np.empty(2 * shown.count, np.int32)
        self.room = np.empty(2 * (size + shown.count), np.int32)

    cdef int number_steps(self) except -1:
        """Number what elements are by tag and classes, by the codes of their paths."""
        cdef dict numbers = {}
        cdef tuple names = self.shown.nodes.paths.tag
        cdef Py_ssize_t code
        self.tags, self.classes = [], []
        self.step = np.empty(len(names), np.int32)
        for code, style in self.shown.styles.items():
            tag = names[code]
            if tag == TEXT_TAG:
                continue
            key = (tag, class_of(style))
            number = numbers.get(key)
            if number is None:
                steady = (tag, steady_classes(key[1]))
                number = numbers.get(steady)
                if number is None:
                    number = numbers[steady] = len(self.tags)
                    self.tags.append(tag)
                    self.classes.append(steady[1])
                numbers[key] = number
            self.step[code] = number
        return 0

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
        cdef Place root = Place("", 0, ELEMENT)
        cdef Py_ssize_t at, size = shown.starts.shape[0]
        self.starts, self.stops, self.owners, self.stretches = shown.starts, shown.stops, shown.owners, size
        if size > shown.count or not self.are_whole():
            return root
        root.rows, root.records, root.count = shown.starts, shown.owners, size
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
        self.starts, self.stops, self.owners = self.inside[:most], self.inside[most:], place.records
        self.stretches = place.size()
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
                self.add(over, TEXT_TAG, TEXTS, self.found.members(group))
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
        cdef list every = [self.tags[self.found.keys[group]] for group in range(self.found.groups)]
        cdef set tags = set(every)
        if len(tags) == len(every) and not ("a" in tags and ("div" in tags or "span" in tags)):
            for group in range(self.found.groups):
                self.add_alike(over, every[group], self.found.members(group))
            return 0
        for tag, variants in with_links(self.by_tag(every)).items():
            for members in merged(tag, variants, self.found.records):
                self.add_alike(over, tag, np.array(members, np.int32))
        return 0

    cdef dict by_tag(self, list tags):
        """The groups by tag: the classes and the members of each."""
        cdef dict found = {}
        cdef Py_ssize_t group
        cdef int32_t member
        for group in range(self.found.groups):
            members = [member for member in self.found.members(group)]
            found.setdefault(tags[group], []).append((self.classes[self.found.keys[group]], members))
        return found

    cdef int add_alike(self, Place over, str tag, int32_t[::1] members) except -1:
        """Add the places of elements that are alike, or the list that they are."""
        cdef Siblings found = self.found
        cdef Py_ssize_t at
        cdef int32_t[::1] rows, records, group
        for at in range(1, members.shape[0]):
            if found.records[members[at]] == found.records[members[at - 1]]:
                break
        else:
            return self.add(over, tag, ELEMENT, members)
        rows, records = np.empty(members.shape[0], np.int32), np.empty(members.shape[0], np.int32)
        for at in range(members.shape[0]):
            rows[at], records[at] = found.rows[members[at]], found.records[members[at]]
        for kind, chosen in resolve(self.shown, tag, rows, records):
            group = np.array(chosen, np.int32)
            for at in range(group.shape[0]):
                group[at] = members[group[at]]
            self.add(over, tag, kind, group)
        return 0

    cdef int add(self, Place over, str tag, int kind, int32_t[::1] members) except -1:
        """Add one place."""
        cdef Place place = Place(tag, self.shown.bits.get(tag, 0), kind)
        cdef Siblings found = self.found
        cdef Py_ssize_t at, size = members.shape[0], total = 0
        cdef int32_t last = -1
        cdef int32_t[::1] room = self.take(2 * size)
        place.records, place.rows = room[:size], room[size:]
        for at in range(size):
            place.rows[at], place.records[at] = found.rows[members[at]], found.records[members[at]]
            place.count += place.records[at] != last
            last = place.records[at]
            total += found.positions[members[at]]
            if kind == ELEMENT:
                self.place[place.rows[at] - self.shown.low] = self.places
        self.places += kind == ELEMENT
        place.order = total / <double>size
        over.children.append(place)
        return 0

    cdef int32_t[::1] take(self, Py_ssize_t size):
        """Room for so many numbers."""
        if self.used + size > self.room.shape[0]:
            self.room, self.used = np.empty(max(size, self.room.shape[0]), np.int32), 0
        self.used += size
        return self.room[self.used - size : self.used]


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


cdef str class_of(tuple style):
    for name, value in style:
        if name == "class":
            return value or ""
    return ""


cdef tuple steady_classes(str value):
    """The classes of an element that may say what it is, numbers in them aside."""
    cdef list words = value.lower().split()
    if has_digit(value):
        words = [without_digits("#", word) for word in words]
    if len(words) == 1:
        return () if words[0] in STATES else (words[0],)
    return tuple(sorted({word for word in words if word not in STATES}))


cdef dict with_links(dict by_tag):
    """Put links with what has the same classes and no link: the members of one list, one field of several records."""
    if "a" not in by_tag:
        return by_tag
    for tag in UNLINKED:
        if tag not in by_tag:
            continue
        links = {classes: members for classes, members in by_tag["a"] if classes}
        known = {classes for classes, _ in by_tag[tag]}
        by_tag[tag] = [(classes, sorted(members + links.get(classes, []))) for classes, members in by_tag[tag]]
        by_tag["a"] = [one for one in by_tag["a"] if not one[0] or one[0] not in known]
    if not by_tag["a"]:
        del by_tag["a"]
    return by_tag


def most_first(variant):
    return -len(variant[1])


cdef list merged(str tag, list variants, int32_t[::1] records):
    """Put together groups whose classes differ by record only: never in one record, and with a word in common."""
    cdef list found = []
    cdef Variant own, home, known
    if len(variants) == 1:
        return [variants[0][1]]
    variants = sorted(variants, key=most_first)
    for classes, members in variants[:MOST_COMPARED]:
        own = Variant(classes, members, records)
        home = None
        for known in found:
            if known.takes(own, tag):
                home = known
                break
        if home is None:
            found.append(own)
        else:
            home.add(own)
    every = [sorted(known.members) for known in found]
    if len(variants) > MOST_COMPARED:
        every.append(sorted([member for _, members in variants[MOST_COMPARED:] for member in members]))
    return every


cdef class Variant:
    """Elements of one tag with their classes: the words of these, the records, and whether some have several."""

    cdef set words, under
    cdef list members
    cdef bint many

    def __init__(self, tuple classes, list members, int32_t[::1] records):
        cdef Py_ssize_t member
        self.words = {word for token in classes for word in words_in(token)}
        self.under = set()
        for member in members:
            self.under.add(records[member])
        self.members, self.many = members, len(self.under) < len(members)

    cdef bint takes(self, Variant other, str tag) except -1:
        """Whether other elements are of the same kind."""
        cdef set words = other.words, known = self.words
        if other.under.isdisjoint(self.under):
            if not words and not known:
                return True
            return 2 * len(words & known) >= max(1, min(len(words), len(known)))
        # One of many with a class more (the chosen colour of a list) is one of them; two alike are two fields.
        # Boxes without a class are like nothing but each other.
        told = (words and known) or (tag not in BOXES and (words or known))
        return bool(told) and (self.many or other.many) and (words <= known or known <= words)

    cdef int add(self, Variant other) except -1:
        self.words = (self.words & other.words) or self.words
        self.under = self.under | other.under
        self.members = self.members + other.members
        self.many = self.many or other.many
        return 0
