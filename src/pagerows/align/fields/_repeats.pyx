# cython: language_level=3, boundscheck=True, wraparound=False
"""Siblings that are alike: several fields (told apart by attribute, label, form or place), or the members of a list.

Siblings are numbered; those of one record stand together and are a family. Groups of siblings are fields (ELEMENT) or a LIST.
Some of the siblings are a list of numbers, which ascend within a family.
"""

import re

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memchr

from pagerows._signs cimport has_figure, has_letter, may_be_value
from pagerows.align.fields._look cimport ELEMENT, LIST, NAMING as NAMED
from pagerows.align.fields._reading cimport Shown, Wanted, has_one, want
from pagerows.align.fields._room cimport Taken
from pagerows.forms import LABEL, forms
from pagerows.page._parser cimport Span as Signs

#: Attributes that name what an element holds.
cdef tuple NAMING = (
    "itemprop", "data-label", "data-testid", "data-test", "data-qa", "data-field", "data-type", "property",
)
#: Share of records that must agree.
cdef double MOST = 0.9
#: Records that show how siblings are labelled, and share of them from which on a label is that of a field.
cdef enum: FEWEST = 3
cdef double OFTEN = 0.3
#: Share of texts that must have one form.
cdef double ALIKE = 0.8
#: Share of texts that stand at other places in other records, from which on siblings are members of a list.
cdef double EXCHANGED = 0.2
#: Kinds that markup may tell apart; lengths of labels and of texts with numbers; mean length of paragraphs.
cdef enum: MOST_KINDS = 40, LONGEST_LABEL = 30, LONGEST = 40, PARAGRAPH = 40
#: Bytes of a text that may be a label, white space around it included.
cdef enum: LOOKED_AT = 4096
#: Rows below an element whose classes say what it is.
cdef enum: INSIDE = 3
cdef object without_digits = re.compile(r"\d+").sub
cdef object NUMBER = re.compile(r"\d+(?:[.,'’ ]\d+)*")
cdef object without_numbers = NUMBER.sub, number_in = NUMBER.search
cdef object not_of_numbers = re.compile(r"[^\d.]").sub
cdef object is_count = re.compile(r"\(?\d[\d.,]*[kKmM]?\+?\)?").fullmatch
cdef object money_in = re.compile(r"[$€£¥₹₩]|\b(?:usd|eur|gbp)\b", re.IGNORECASE).search

#: Without one of these words, or a sign, no text of ASCII has money in it.
cdef tuple CURRENCIES = (b"usd", b"eur", b"gbp")
cdef Wanted currencies
want(&currencies, CURRENCIES)


cdef list resolve(Shown reading, str tag, const int32_t *rows, const int32_t *records, Py_ssize_t size):
    """Split siblings of one kind into groups with one of each record, or say that they are a list."""
    cdef Alike alike = Alike.__new__(Alike)
    cdef Taken taken = reading.memory.taken()
    cdef list found
    alike.take(reading, tag, rows, records, size)
    found = alike.groups()
    reading.memory.give_back(taken)
    return found


def resolved(Shown reading, str tag, list rows, list records):
    """Return the same with the names of what groups are."""
    cdef Py_ssize_t each, size = len(rows)
    cdef int32_t *own = reading.memory.numbers(2 * size)
    for each in range(size):
        own[each], own[size + each] = rows[each], records[each]
    found = resolve(reading, tag, own, own + size, size)
    return [("list" if kind == LIST else "element", members) for kind, members in found]


cdef class Keys:
    """What siblings are called, as numbers: 0 where they have no name."""

    cdef int32_t *of
    #: The names, and their numbers.
    cdef list names
    cdef dict numbers

    cdef int call(self, Py_ssize_t index, str name) except -1:
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.names)
            self.names.append(name)
        self.of[index] = number
        return 0


cdef class Alike:
    """Siblings of one tag and their texts."""

    cdef Shown reading
    cdef str tag
    cdef const int32_t *rows
    cdef const int32_t *records
    cdef Py_ssize_t size
    cdef list texts
    #: The label that each text starts with: up to a colon, or in an element of its own before the value; the former alone.
    cdef Keys labels, colons
    #: Counts for each key: how many siblings have it, how many records, and the last record that has it.
    cdef int32_t *counts
    cdef int32_t *spread
    cdef int32_t *last

    cdef int take(self, Shown reading, str tag, const int32_t *rows, const int32_t *records, Py_ssize_t size) except -1:
        """Take so many siblings."""
        cdef Py_ssize_t most = 2 * size + 1  # a sibling may be called one thing, then another
        self.reading, self.tag, self.rows, self.records, self.size = reading, tag, rows, records, size
        self.counts = reading.memory.numbers(3 * most)
        self.spread, self.last = self.counts + most, self.counts + 2 * most
        return 0

    cdef list groups(self):
        cdef Py_ssize_t index
        cdef list every = list(range(self.size)), found = [], group
        cdef bint says = False
        if self.tag == "td" or self.tag == "th":  # their place says what they are
            return self.by_place(every)
        if self.tag == "meta":
            return self.by_name(every)
        for index in range(self.size):
            says = says or self.says(index)
        if not says:
            return self.by_place(every) if self.tag == "br" else [(LIST, every)]
        self.texts = [self.reading.text(self.rows[index]) for index in range(self.size)]
        for group in self.by_markup(every):
            found += self.by_texts(group)
        return found

    cdef Keys keys(self):
        """Keys for all siblings, which have none yet."""
        cdef Keys found = Keys.__new__(Keys)
        found.of, found.names, found.numbers = self.reading.memory.filled(self.size, 0), [""], {"": 0}
        return found

    cdef bint says(self, Py_ssize_t index) except -1:
        """Whether a sibling has text."""
        return self.reading.says(self.rows[index])

    cdef Py_ssize_t families(self, list members) except -1:
        """How many records some siblings are of."""
        cdef Py_ssize_t index, count = 0
        cdef int32_t record = -1
        for index in members:
            count += self.records[index] != record
            record = self.records[index]
        return count

    # -- what markup calls siblings --------------------------------------------------------------------------------------

    cdef list by_markup(self, list every):
        """Groups by what markup calls the siblings, the surest first, where that comes again from record to record."""
        found = self.split(every, self.names()) or self.split(every, self.terms())
        return found or self.split(every, self.chosen_alike(every, self.inners())) or [every]

    cdef Keys names(self):
        """What attributes call elements; None where they call none."""
        cdef Py_ssize_t index
        cdef Keys found = None
        if not self.reading.said & NAMED:
            return None
        for index in range(self.size):
            if self.reading.has_trait(self.rows[index], NAMED):
                found = found or self.keys()
                found.call(index, self.name(self.rows[index]))
        return found

    cdef str name(self, int32_t row):
        for name, value in self.reading.data[row]:
            if value and name in NAMING:
                return f"{name}={without_numbers('#', value)}"
        return ""

    cdef Keys terms(self):
        """The terms of a description list: a value is called what stands before it; None where this is none."""
        cdef Py_ssize_t index
        cdef Keys found
        if self.tag != "dt" and self.tag != "dd":
            return None
        found = self.keys()
        for index in range(self.size):
            found.call(index, (<str>self.texts[index]).lower() if self.tag == "dt" else self.term(self.rows[index]))
        return found

    cdef str term(self, int32_t row):
        nodes = self.reading.nodes
        children = nodes.children(self.reading.parent[row]).tolist()
        for sibling in reversed(children):
            if sibling < row and nodes.tag_name(sibling) == "dt":
                return nodes.text(sibling).lower()
        return ""

    cdef Keys inners(self):
        """The classes of the first element inside that has some, numbers aside."""
        cdef Keys found = self.keys()
        cdef Py_ssize_t index
        cdef int32_t row, at
        for index in range(self.size):
            row = self.rows[index]
            for at in range(row + 1, min(self.reading.end[row], row + 1 + INSIDE)):
                if self.reading.class_of(at).length:
                    found.call(index, self.plain_class(at))
                    break
        return found

    cdef str plain_class(self, int32_t row):
        """The class of an element, numbers aside."""
        cdef Shown reading = self.reading
        cdef Signs own = reading.class_of(row)
        cdef int32_t number = reading.class_at(row)
        if reading.plain_classes is None:
            reading.plain_classes = [None] * reading.class_count
        found = reading.plain_classes[number]
        if found is None:
            found = PyUnicode_DecodeUTF8(<const char *>own.at, own.length, reading.errors)
            found = reading.plain_classes[number] = without_digits("#", found) if has_figure(found) else found
        return found

    cdef Keys chosen_alike(self, list every, Keys keys):
        """Call one of many that has a class more than the others (the chosen colour of a list) what these are called."""
        cdef Py_ssize_t index, number
        cdef int32_t usual
        cdef list words
        if len(keys.names) < 3 or not self.are_named(every, keys):
            return keys
        self.count(every, keys)
        usual = self.most_frequent(every, keys)
        if not self.stands_twice(usual):
            return keys
        words = [set((<str>name).split()) for name in keys.names]
        # Of a list one is chosen: what stands twice in one is of another kind.
        for index in every:
            number = keys.of[index]
            if not self.stands_twice(number) and (words[number] <= words[usual] or words[usual] <= words[number]):
                keys.of[index] = usual
        return keys

    cdef bint are_named(self, list members, Keys keys) except -1:
        cdef Py_ssize_t index
        for index in members:
            if not keys.of[index]:
                return False
        return True

    cdef bint stands_twice(self, int32_t key) except -1:
        """Whether some record has several siblings of one key."""
        return self.spread[key] < self.counts[key]

    cdef list by_name(self, list members):
        """Groups by what markup calls the siblings; the first of a name counts."""
        cdef Keys names = self.names()
        if names is None:
            return []
        return [(ELEMENT, own) for key, own in self.by_first(members, names).items() if key]

    # -- what texts say --------------------------------------------------------------------------------------------------

    cdef list by_texts(self, list members):
        """Groups of siblings by what their texts say."""
        cdef list found
        cdef Keys said
        cdef Py_ssize_t index
        if self.families(members) == len(members):
            return [(ELEMENT, members)]
        self.find_labels(members)
        found = self.by_key(members, self.labels)
        if not found:
            said = self.forms(members)
            found = self.by_key(members, said)
        if not found:
            for index in members:
                if self.labels.of[index]:
                    said.call(index, self.labels.names[self.labels.of[index]])
            found = self.by_key(members, said) or self.by_label(members)
        if found:
            return found
        if self.are_several(members):
            return [(LIST, members)]
        return self.places_or_list(members)

    cdef int find_labels(self, list members) except -1:
        """Find the labels that texts start with."""
        cdef Py_ssize_t index, first
        cdef str text, piece
        cdef Signs signs
        self.labels, self.colons = self.keys(), self.keys()
        for index in members:
            text = self.texts[index]
            match = LABEL.match(text) if ":" in text or "：" in text else None
            if match is not None:
                piece = match[1].lower()
                self.labels.call(index, piece)
                self.colons.call(index, piece)
                continue
            first = self.reading.first(self.rows[index])
            if self.reading.last(self.rows[index]) - first > 1:
                signs = self.reading.told.items[first]
                if signs.length > LOOKED_AT:
                    continue
                piece = PyUnicode_DecodeUTF8(<const char *>signs.at, signs.length, self.reading.errors).strip()
                if len(piece) <= LONGEST_LABEL and not has_figure(piece):
                    self.labels.call(index, piece.lower())
        return 0

    cdef Keys forms(self, list members):
        """Texts without their numbers ("# beds"), where they have some."""
        cdef Keys found = self.keys()
        cdef Py_ssize_t index
        cdef str text
        for index in members:
            text = self.texts[index]
            if len(text) < LONGEST and has_figure(text):
                found.call(index, form_of(text))
        return found

    cdef list by_label(self, list members):
        """Groups of values that say what they are ("Colour: red"), though records have other ones.

        Those that many records have are fields, the rest is a list; nothing where some are without a label.
        """
        cdef dict groups = {}
        cdef Py_ssize_t index, labelled = 0, said = 0, families = self.families(members), longest = 0, size = 0, key
        cdef int32_t record = -1
        cdef Keys keys = self.colons
        if families < FEWEST:
            return []
        for index in members:
            labelled += keys.of[index] > 0
            said += self.says(index)
            size = size + 1 if self.records[index] == record else 1
            longest, record = max(longest, size), self.records[index]
        if labelled < MOST * said:
            return []
        self.count(members, keys)
        if self.distinct(keys) <= longest or self.doubled(members, keys) > 0.1 * families:
            return []
        for key in range(len(keys.names)):
            self.last[key] = -1
        for index in members:
            key = keys.of[index]
            if self.spread[key] < OFTEN * families or self.last[key] == self.records[index]:
                key = 0
            self.last[keys.of[index]] = self.records[index]
            groups.setdefault(key, []).append(index)
        return [(ELEMENT if label else LIST, own) for label, own in groups.items()]

    cdef bint are_several(self, list members) except -1:
        """Whether links of one class that most records have one of are a list."""
        cdef Py_ssize_t index, filled = 0, single = 0, most = 0
        cdef int32_t value = -1, record = -1
        if self.tag != "a":
            return False
        for index in members:
            if self.records[index] != record:
                single += filled == 1
                filled, record = 0, self.records[index]
            if self.says(index):
                filled += 1
                most = max(most, filled)
                if value >= 0 and value != self.reading.class_at(self.rows[index]):
                    return False
                value = self.reading.class_at(self.rows[index])
        single += filled == 1
        return single >= MOST * self.families(members) and most > 1

    # -- where they stand ------------------------------------------------------------------------------------------------

    cdef list places_or_list(self, list members):
        cdef Py_ssize_t index, families = self.families(members), total = 0
        cdef list filled = [index for index in members if self.says(index)]
        cdef list said = [self.texts[index] for index in filled]
        cdef dict sizes = self.sizes(members)
        size = max(sizes, key=sizes.get)
        cdef bint steady = sizes[size] >= MOST * families
        if self.tag == "p":
            for text in said:
                total += len(<str>text)
            if total >= PARAGRAPH * len(said):
                return [(LIST, members)]
        if self.tag == "li" and size > 2 and not self.has_telling(filled):
            return [(LIST, members)]
        most = max(sizes)
        if steady and size <= 1:
            return self.by_place(self.filled_first(members))
        if steady and (size == 2 or not self.are_exchanged(filled)):
            return self.by_place(filled)
        if most <= 2 and has_money(said):
            return self.by_amount(filled) or self.by_place(filled)
        if most <= 2 and are_counts(said):
            return self.by_place(filled)  # two numbers count two things
        return [(LIST, members)]

    cdef dict sizes(self, list members):
        """How many records have how many siblings with text."""
        cdef dict found = {}
        cdef Py_ssize_t index, size = 0
        cdef int32_t record = -1
        for index in members:
            if self.records[index] != record:
                if record >= 0:
                    found[size] = found.get(size, 0) + 1
                size, record = 0, self.records[index]
            size += self.says(index)
        found[size] = found.get(size, 0) + 1
        return found

    cdef list filled_first(self, list members):
        """The siblings of each record, those without text behind the others."""
        cdef list found = [], empty = []
        cdef Py_ssize_t index
        cdef int32_t record = -1
        for index in members:
            if self.records[index] != record:
                found += empty
                empty, record = [], self.records[index]
            (found if self.says(index) else empty).append(index)
        return found + empty

    cdef list by_amount(self, list filled):
        """Of two amounts the lower is the price, as where there is one; nothing where the higher stands anywhere."""
        cdef list firsts = [], lasts = []
        cdef Py_ssize_t index, higher = 0
        cdef int32_t record = -1
        for index in filled:
            if self.records[index] != record:
                lasts.append(index)
            else:
                firsts.append(lasts[len(lasts) - 1])
                higher += amount_of(self.texts[lasts[len(lasts) - 1]]) > amount_of(self.texts[index])
                lasts[len(lasts) - 1] = index
            record = self.records[index]
        if not firsts or higher < MOST * len(firsts):
            return []  # the price stands first, or nobody can tell
        return [(ELEMENT, firsts), (ELEMENT, lasts)]

    cdef bint has_telling(self, list filled) except -1:
        """Whether a place always holds a value of one form: a date, an amount."""
        cdef Py_ssize_t index, values
        cdef list column
        for _, column in self.by_place(filled):
            values = 0
            for index in column:
                values += may_be_value(self.texts[index])
            if len(column) > 2 and values >= ALIKE * len(column):
                if forms([self.texts[index] for index in column], ALIKE) != "text":
                    return True
        return False

    cdef bint are_exchanged(self, list filled) except -1:
        """Whether texts change places from record to record, as the members of lists do."""
        cdef dict places = {}
        cdef set moving = set()
        cdef Py_ssize_t index, place = 0, total = 0, moved = 0
        cdef int32_t record = -1
        for index in filled:
            place = place + 1 if self.records[index] == record else 0
            record = self.records[index]
            text = self.texts[index]
            if has_letter(text):
                total += 1
                if places.setdefault(text, place) != place:
                    moving.add(text)
        for index in filled if moving else ():
            moved += self.texts[index] in moving
        return total > 0 and moved >= EXCHANGED * total

    # -- groups ----------------------------------------------------------------------------------------------------------

    cdef int count(self, list members, Keys keys) except -1:
        """Count for each key how many of some siblings have it, and how many records."""
        cdef Py_ssize_t index, key
        for key in range(len(keys.names)):
            self.counts[key] = self.spread[key] = 0
            self.last[key] = -1
        for index in members:
            key = keys.of[index]
            self.counts[key] += 1
            self.spread[key] += self.last[key] != self.records[index]
            self.last[key] = self.records[index]
        return 0

    cdef Py_ssize_t distinct(self, Keys keys) except -1:
        """How many keys were counted."""
        cdef Py_ssize_t key, count = 0
        for key in range(len(keys.names)):
            count += self.counts[key] > 0
        return count

    cdef int32_t most_frequent(self, list members, Keys keys) except -1:
        """The key that was counted most often, of several the first."""
        cdef Py_ssize_t index
        cdef int32_t found = keys.of[<Py_ssize_t>members[0]]
        for index in members:
            if self.counts[keys.of[index]] > self.counts[found]:
                found = keys.of[index]
        return found

    cdef Py_ssize_t doubled(self, list members, Keys keys) except -1:
        """How many records have a key twice."""
        cdef Py_ssize_t index, key, count = 0
        cdef int32_t record = -1
        for key in range(len(keys.names)):
            self.last[key] = -1
        for index in members:
            key = keys.of[index]
            if self.last[key] == self.records[index] and record != self.records[index]:
                count += 1
                record = self.records[index]
            self.last[key] = self.records[index]
        return count

    cdef list split(self, list members, Keys keys):
        """Groups by keys, where these come again from record to record; None: there are no keys."""
        cdef Py_ssize_t index, key, distinct, again = 0, mixed = 0, several = 0, size = 0, families
        cdef int32_t record = -1, first = -1
        cdef bint is_mixed = False
        cdef dict groups = {}
        if keys is None or len(keys.names) < 2:
            return []
        self.count(members, keys)
        distinct = self.distinct(keys)
        if distinct < 2 or distinct > MOST_KINDS or self.most_frequent(members, keys) == 0:
            return []
        for index in members:
            if self.records[index] != record:
                mixed += is_mixed
                several += size > 1
                size, is_mixed, record, first = 0, False, self.records[index], keys.of[index]
            size += 1
            is_mixed = is_mixed or keys.of[index] != first
        mixed += is_mixed
        several += size > 1
        families = self.families(members)
        for key in range(len(keys.names)):
            again += self.counts[key] if self.spread[key] >= max(2, 0.05 * families) else 0
        if again < MOST * len(members) or mixed < 0.5 * several:
            return []
        for index in members:
            groups.setdefault(keys.of[index], []).append(index)
        return list(groups.values())

    cdef list by_key(self, list members, Keys keys):
        """Groups by key where each record has each key once and keys come again from record to record."""
        cdef Py_ssize_t index, key, filled = 0, longest = 0, again = 0, every = 0, size = 0, families, distinct
        cdef int32_t record = -1
        for index in members:
            filled += keys.of[index] > 0
        if filled < MOST * len(members):
            return []
        for index in members:
            size = size + 1 if self.records[index] == record else 1
            longest, record = max(longest, size), self.records[index]
        self.count(members, keys)
        distinct, families = self.distinct(keys), self.families(members)
        for key in range(len(keys.names)):
            every += self.spread[key]
            again += self.spread[key] if self.spread[key] >= max(2, 0.1 * families) else 0
        if distinct < 2 or distinct > max(12, 3 * longest) or again < MOST * every:
            return []
        if self.doubled(members, keys) > 0.1 * families:
            return []
        return [(ELEMENT, own) for own in self.by_first(members, keys).values()]

    cdef dict by_first(self, list members, Keys keys):
        """The siblings of each key, of each record the first."""
        cdef Py_ssize_t index, key
        cdef dict groups = {}
        for key in range(len(keys.names)):
            self.last[key] = -1
        for index in members:
            key = keys.of[index]
            if self.last[key] != self.records[index]:
                self.last[key] = self.records[index]
                groups.setdefault(key, []).append(index)
        return groups

    cdef list by_place(self, list members):
        """Groups by place within each family."""
        cdef list places = []
        cdef Py_ssize_t index, place = 0
        cdef int32_t record = -1
        for index in members:
            place = place + 1 if self.records[index] == record else 0
            record = self.records[index]
            if place == len(places):
                places.append([])
            (<list>places[place]).append(index)
        return [(ELEMENT, own) for own in places]


# -- texts with numbers ----------------------------------------------------------------------------------------------------


cdef bint has_money(list texts) except -1:
    """Whether one of some texts has the sign of a currency."""
    cdef str text
    cdef const char *signs
    cdef Py_ssize_t size = 0
    for text in texts:
        if text.isascii():
            signs = PyUnicode_AsUTF8AndSize(text, &size)
            if memchr(signs, c"$", size) is NULL and not has_one(<const uint8_t *>signs, size, &currencies):
                continue
        if money_in(text) is not None:
            return True
    return False


cdef bint are_counts(list texts) except -1:
    """Whether all texts are one number."""
    cdef str text
    for text in texts:
        if not has_figure(text) or is_count(text) is None:
            return False
    return True


cdef str form_of(str text):
    """A short text in small letters without its numbers, and without an "s" at its end."""
    cdef Py_ssize_t size = 0, at = 0, used = 0
    cdef const char *signs
    cdef char made[LONGEST]
    if not text.isascii() or len(text) >= LONGEST:
        return without_numbers("#", text).lower().rstrip("s")
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    while at < size:
        if is_digit(signs[at]):
            while at < size and (is_digit(signs[at]) or (is_inside(signs[at]) and at + 1 < size and is_digit(signs[at + 1]))):
                at += 1
            made[used] = c"#"
        else:
            made[used] = signs[at] + 32 if 65 <= signs[at] <= 90 else signs[at]
            at += 1
        used += 1
    while used and made[used - 1] == c"s":
        used -= 1
    return PyUnicode_DecodeUTF8(made, used, NULL)


cdef inline bint is_digit(char sign) noexcept:
    return 48 <= sign <= 57


cdef inline bint is_inside(char sign) noexcept:
    """Whether a sign stands between the digits of a number."""
    return sign == c"." or sign == c"," or sign == c"'" or sign == c" "


cdef double amount_of(str text) except? -1:
    match = number_in(text)
    if match is None:
        return 0.0
    try:
        return float(not_of_numbers("", match[0]))
    except ValueError:
        return 0.0
