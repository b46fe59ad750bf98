# cython: language_level=3, boundscheck=True, wraparound=False
"""Siblings that are alike: several fields (told apart by attribute, label, form or place), or the members of a list.

Siblings are numbered; those of one record stand together and are a family. Groups of siblings are fields (ELEMENT) or a LIST.
"""

import re

from libc.stdint cimport int32_t

from pagerows._tally import tally
from pagerows.align.fields._look cimport ELEMENT, LIST
from pagerows.align.fields._reading cimport Shown
from pagerows.forms import LABEL, forms, has_figure, has_letter

#: Attributes that name what an element holds.
cdef tuple NAMING = (
    "itemprop", "data-label", "data-testid", "data-test", "data-qa", "data-field", "data-type", "property",
)
#: Share of records that must agree.
cdef double MOST = 0.9
#: Records that show how siblings are labelled, and share of them from which on a label is that of a field.
cdef enum: FEWEST = 3
cdef double OFTEN = 0.3
#: Share of texts that stand at other places in other records, from which on siblings are members of a list.
cdef double EXCHANGED = 0.2
#: Kinds that markup may tell apart; lengths of labels and of texts with numbers; mean length of paragraphs.
cdef enum: MOST_KINDS = 40, LONGEST_LABEL = 30, LONGEST = 40, PARAGRAPH = 40
#: Rows below an element whose classes say what it is.
cdef enum: INSIDE = 3
cdef object without_digits = re.compile(r"\d+").sub
cdef object NUMBER = re.compile(r"\d+(?:[.,'’ ]\d+)*")
cdef object without_numbers = NUMBER.sub, number_in = NUMBER.search
cdef object not_of_numbers = re.compile(r"[^\d.]").sub
cdef object is_count = re.compile(r"\(?\d[\d.,]*[kKmM]?\+?\)?").fullmatch
cdef object money_in = re.compile(r"[$€£¥₹₩]|\b(?:usd|eur|gbp)\b", re.IGNORECASE).search


cdef list resolve(Shown reading, str tag, int32_t[::1] rows, int32_t[::1] records):
    """Split siblings of one kind into groups with one of each record, or say that they are a list."""
    return Alike(reading, tag, rows, records).groups()


def resolved(Shown reading, str tag, int32_t[::1] rows, int32_t[::1] records):
    """Return the same with the names of what groups are."""
    return [("list" if kind == LIST else "element", members) for kind, members in resolve(reading, tag, rows, records)]


cdef class Alike:
    """Siblings of one tag and their texts."""

    cdef Shown reading
    cdef str tag
    cdef int32_t[::1] rows, records
    cdef list texts
    #: The label that each text starts with, up to a colon; None where there is none.
    cdef list labels

    def __init__(self, Shown reading, str tag, int32_t[::1] rows, int32_t[::1] records):
        self.reading, self.tag, self.rows, self.records = reading, tag, rows, records

    cdef list groups(self):
        cdef Py_ssize_t index
        cdef list every = list(range(self.rows.shape[0])), found = [], keys, group
        cdef bint says = False
        if self.tag == "td" or self.tag == "th":  # their place says what they are
            return by_place(self.families(every))
        if self.tag == "meta":
            return self.by_name(every)
        self.texts = []
        for index in range(self.rows.shape[0]):
            self.texts.append(self.reading.text(self.rows[index]))
            says = says or len(<str>self.texts[index]) > 0
        if not says:
            return by_place(self.families(every)) if self.tag == "br" else [(LIST, every)]
        for group in self.by_markup(every):
            found += self.by_texts(group)
        return found

    cdef list families(self, list members):
        """The members of each record."""
        cdef list found = [], own = None
        cdef int32_t last = -1
        cdef Py_ssize_t index
        for index in members:
            if own is None or self.records[index] != last:
                own, last = [], self.records[index]
                found.append(own)
            own.append(index)
        return found

    # -- what markup calls siblings --------------------------------------------------------------------------------------

    cdef list by_markup(self, list every):
        """Groups by what markup calls the siblings, the surest first, where that comes again from record to record."""
        cdef list families = self.families(every)
        found = split(families, self.names()) or split(families, self.terms())
        return found or split(families, chosen_alike(families, self.inners())) or [every]

    cdef list names(self):
        """What attributes call elements; None where they call none."""
        cdef Py_ssize_t index
        cdef list found = None
        named = self.reading.rows_naming(NAMING)
        for index in range(self.rows.shape[0]):
            if self.rows[index] in named:
                found = found or [""] * self.rows.shape[0]
                found[index] = self.name(self.rows[index])
        return found

    cdef str name(self, int32_t row):
        for name, value in self.reading.data[row]:
            if value and name in NAMING:
                return f"{name}={without_numbers('#', value)}"
        return ""

    cdef list terms(self):
        """The terms of a description list: a value is called what stands before it; None where this is none."""
        cdef str text
        cdef Py_ssize_t index
        if self.tag == "dt":
            return [text.lower() for text in self.texts]
        if self.tag != "dd":
            return None
        return [self.term(self.rows[index]) for index in range(self.rows.shape[0])]

    cdef str term(self, int32_t row):
        nodes = self.reading.nodes
        children = nodes.children(self.reading.parent[row]).tolist()
        for sibling in reversed(children):
            if sibling < row and nodes.tag_name(sibling) == "dt":
                return nodes.text(sibling).lower()
        return ""

    cdef list inners(self):
        """The classes of the first element inside that has some, numbers aside."""
        cdef list found = []
        cdef Py_ssize_t index
        cdef int32_t row, at
        cdef str value
        for index in range(self.rows.shape[0]):
            row, value = self.rows[index], ""
            for at in range(row + 1, min(self.reading.end[row], row + 1 + INSIDE)):
                value = self.reading.class_of(at)
                if value:
                    break
            found.append(value)
        plain = {value: without_digits("#", value) for value in set(found)}
        return [plain[value] for value in found]

    cdef list by_name(self, list members):
        """Groups by what markup calls the siblings; the first of a name counts."""
        cdef dict groups = {}, taken = {}
        cdef Py_ssize_t index
        cdef list names = self.names()
        if names is None:
            return []
        for index in members:
            name = names[index]
            if name and taken.get(name) != self.records[index]:
                taken[name] = self.records[index]
                groups.setdefault(name, []).append(index)
        return [(ELEMENT, own) for own in groups.values()]

    # -- what texts say --------------------------------------------------------------------------------------------------

    cdef list by_texts(self, list members):
        """Groups of siblings by what their texts say."""
        cdef list families = self.families(members), labels, said, found
        cdef Py_ssize_t index
        if len(families) == len(members):
            return [(ELEMENT, members)]
        labels, said = self.first_words(members), self.forms(members)
        found = by_key(families, labels) or by_key(families, said)
        if not found:
            for index in members:
                said[index] = labels[index] or said[index]
            found = by_key(families, said) or self.by_label(families)
        if found:
            return found
        if self.are_several(families):
            return [(LIST, members)]
        return self.places_or_list(families, members)

    cdef list first_words(self, list members):
        """The label that each text starts with: up to a colon, or in an element of its own before the value."""
        cdef list found = [""] * len(self.texts)
        cdef Py_ssize_t index, first
        cdef str text, piece
        self.labels = [None] * len(self.texts)
        for index in members:
            text = self.texts[index]
            match = LABEL.match(text) if ":" in text or "：" in text else None
            if match is not None:
                found[index] = self.labels[index] = match[1].lower()
                continue
            first = self.reading.first(self.rows[index])
            if self.reading.last(self.rows[index]) - first > 1:
                piece = (<str>self.reading.data[self.reading.told_rows[first]]).strip()
                if len(piece) <= LONGEST_LABEL and not has_figure(piece):
                    found[index] = piece.lower()
        return found

    cdef list forms(self, list members):
        """Texts without their numbers ("# beds"), where they have some."""
        cdef list found = [""] * len(self.texts)
        cdef Py_ssize_t index
        cdef str text
        for index in members:
            text = self.texts[index]
            if len(text) < LONGEST and has_figure(text):
                found[index] = without_numbers("#", text).lower().rstrip("s")
        return found

    cdef list by_label(self, list families):
        """Groups of values that say what they are ("Colour: red"), though records have other ones.

        Those that many records have are fields, the rest is a list; nothing where some are without a label.
        """
        cdef dict counts = {}, groups = {}
        cdef Py_ssize_t index, labelled = 0, said = 0, doubled = 0, longest = 0
        cdef list family
        for family in families:
            own = set()
            for index in family:
                labelled += self.labels[index] is not None
                said += len(<str>self.texts[index]) > 0
                own.add(self.labels[index] or "")
            for label in own:
                counts[label] = counts.get(label, 0) + 1
            doubled += len(own) < len(family)
            longest = max(longest, len(family))
        if labelled < MOST * said or len(families) < FEWEST:
            return []
        if len(counts) <= longest or doubled > 0.1 * len(families):
            return []
        for family in families:
            seen = set()
            for index in family:
                label = self.labels[index] or ""
                often = counts[label] >= OFTEN * len(families) and label not in seen
                groups.setdefault(label if often else "", []).append(index)
                seen.add(label)
        return [(ELEMENT if label else LIST, own) for label, own in groups.items()]

    cdef bint are_several(self, list families) except -1:
        """Whether links of one class that most records have one of are a list."""
        cdef Py_ssize_t index, filled, single = 0, most = 0
        cdef str value = None
        if self.tag != "a":
            return False
        for family in families:
            filled = 0
            for index in family:
                if self.texts[index]:
                    filled += 1
                    if value is not None and value != self.reading.class_of(self.rows[index]):
                        return False
                    value = self.reading.class_of(self.rows[index])
            single += filled == 1
            most = max(most, filled)
        return single >= MOST * len(families) and most > 1

    # -- where they stand ------------------------------------------------------------------------------------------------

    cdef list places_or_list(self, list families, list members):
        cdef Py_ssize_t index
        cdef list filled = [[index for index in family if self.texts[index]] for family in families]
        cdef list said = [self.texts[index] for index in members if self.texts[index]]
        cdef dict sizes = tally([len(family) for family in filled])
        size = max(sizes, key=sizes.get)
        cdef bint steady = sizes[size] >= MOST * len(families)
        if self.tag == "p" and sum([len(text) for text in said]) >= PARAGRAPH * len(said):
            return [(LIST, members)]
        if self.tag == "li" and size > 2 and not self.has_telling(filled):
            return [(LIST, members)]
        most = max(sizes)
        if steady and size <= 1:
            return by_place([own + [i for i in family if not self.texts[i]] for own, family in zip(filled, families)])
        if steady and (size == 2 or not self.are_exchanged(filled)):
            return by_place(filled)
        if most <= 2 and any([money_in(text) for text in said]):
            return self.by_amount(filled) or by_place(filled)
        if most <= 2 and all([is_count(text) for text in said]):
            return by_place(filled)  # two numbers count two things
        return [(LIST, members)]

    cdef list by_amount(self, list families):
        """Of two amounts the lower is the price, as where there is one; nothing where the higher stands anywhere."""
        cdef list pairs = [family for family in families if len(family) == 2]
        cdef Py_ssize_t first = 0
        for one, other in pairs:
            first += amount_of(self.texts[one]) > amount_of(self.texts[other])
        if not pairs or first < MOST * len(pairs):
            return []  # the price stands first, or nobody can tell
        last = [(<list>family)[len(<list>family) - 1] for family in families if family]
        return [(ELEMENT, [one for one, _ in pairs]), (ELEMENT, last)]

    cdef bint has_telling(self, list families) except -1:
        """Whether a place always holds a value of one form: a date, an amount."""
        for _, column in by_place(families):
            if len(column) > 2 and forms([self.texts[index] for index in column]) != "text":
                return True
        return False

    cdef bint are_exchanged(self, list families) except -1:
        """Whether texts change places from record to record, as the members of lists do."""
        cdef dict places = {}
        cdef Py_ssize_t total = 0, moved = 0
        for family in families:
            for place, index in enumerate(family):
                text = self.texts[index]
                if has_letter(text):
                    places.setdefault(text, set()).add(place)
                    total += 1
        for family in families:
            for index in family:
                moved += len(places.get(self.texts[index], ())) > 1
        return total > 0 and moved >= EXCHANGED * total


# -- groups of families ----------------------------------------------------------------------------------------------------


cdef list split(list families, list keys):
    """Groups by keys, where these come again from record to record; None: there are no keys."""
    cdef dict counts, spread = {}, groups = {}
    cdef Py_ssize_t total = 0, again = 0, mixed = 0, several = 0
    if keys is None:
        return []
    counts = tally([keys[index] for family in families for index in family])
    if len(counts) < 2 or len(counts) > MOST_KINDS or max(counts, key=counts.get) == "":
        return []
    for family in families:
        own = {keys[index] for index in family}
        for key in own:
            spread[key] = spread.get(key, 0) + 1
        mixed += len(own) > 1
        several += len(family) > 1
    for key, count in counts.items():
        total += count
        again += count if spread[key] >= max(2, 0.05 * len(families)) else 0
    if again < MOST * total or mixed < 0.5 * several:
        return []
    for family in families:
        for index in family:
            groups.setdefault(keys[index], []).append(index)
    return list(groups.values())


cdef list by_key(list families, list keys):
    """Groups by key where each record has each key once and keys come again from record to record."""
    cdef dict spread = {}, groups = {}
    cdef Py_ssize_t index, filled = 0, total = 0, longest = 0, doubled = 0, again = 0, every = 0
    cdef list family
    for family in families:
        total += len(family)
        longest = max(longest, len(family))
        for index in family:
            filled += len(<str>keys[index]) > 0
    if filled < MOST * total:
        return []
    for family in families:
        own = {keys[index] for index in family}
        for key in own:
            spread[key] = spread.get(key, 0) + 1
        doubled += len(own) < len(family)
    for count in spread.values():
        every += count
        again += count if count >= max(2, 0.1 * len(families)) else 0
    if len(spread) < 2 or len(spread) > max(12, 3 * longest) or again < MOST * every or doubled > 0.1 * len(families):
        return []
    for family in families:
        seen = set()
        for index in family:
            key = keys[index]
            if key not in seen:
                groups.setdefault(key, []).append(index)
                seen.add(key)
    return [(ELEMENT, members) for members in groups.values()]


cdef list by_place(list families):
    """Groups by place within each family."""
    cdef list places = [], family
    cdef Py_ssize_t place
    for family in families:
        for place in range(len(family)):
            if place == len(places):
                places.append([])
            (<list>places[place]).append(family[place])
    return [(ELEMENT, members) for members in places]


cdef list chosen_alike(list families, list keys):
    """Call one of many that has a class more than the others (the chosen colour of a list) what these are called."""
    cdef dict counts = tally(keys)
    if len(counts) < 2 or "" in counts:
        return keys
    usual = max(counts, key=counts.get)
    twice = set()
    for family in families:
        for key, times in tally([keys[index] for index in family]).items():
            if times > 1:
                twice.add(key)
    if usual not in twice:
        return keys
    words = {key: set(key.split()) for key in counts}
    # Of a list one is chosen: what stands twice in one is of another kind.
    alike = {
        key for key in counts if key not in twice and (words[key] <= words[usual] or words[usual] <= words[key])
    }
    return [usual if key in alike else key for key in keys]


cdef double amount_of(str text) except? -1:
    match = number_in(text)
    if match is None:
        return 0.0
    try:
        return float(not_of_numbers("", match[0]))
    except ValueError:
        return 0.0
