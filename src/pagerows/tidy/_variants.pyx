# cython: language_level=3, boundscheck=True, wraparound=False
"""Columns that are one fact in different markup; see `tidy.variants`."""

from cpython.tuple cimport PyTuple_GetItem

from pagerows.tidy._ruled cimport never_together
from pagerows.tidy._strips cimport KIND, TEXT, Strip, start_of, strip_of, strips

from pagerows.forms import forms
from pagerows.patterns import lazy
from pagerows.page.nodes import TEXT_TAG

#: Most columns that are compared with each other: the fullest.
cdef enum: MOST = 60
#: Likeness from which on columns are one, and the same for texts where little shows that it is no chance that no record has both.
cdef double ALIKE = 0.7, VERY_ALIKE = 0.88
#: Share of the records that have one or the other, and records that would have both by chance, which show it.
cdef double COVERED = 0.85, BY_CHANCE = 1.5
#: What it counts that so many records would have both by chance: records are of two templates.
cdef double TWO_TEMPLATES = 0.15
cdef enum: NO_CHANCE = 3
#: Cells of a column that are looked at, and of these such as show what stands around them.
cdef enum: LOOKED_AT = 8, SHOWING = 3
#: Joined columns that are remembered.
cdef enum: REMEMBERED = 6
#: What it counts that other columns of the same records were joined already.
cdef double TOGETHER = 0.2
#: Share of the texts that have the form of a column, and of pairs of amounts of which the same is the higher.
cdef double FORMED = 0.6, HIGHER = 0.9
cdef enum: AROUND = 4
cdef object NUMBER = lazy(r"\d[\d,]*(?:\.\d+)?")
cdef object WORD = lazy(r"[^\W\d_]{2,}")
cdef frozenset HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
cdef frozenset STRUCK = frozenset({"del", "s", "strike"})
cdef frozenset OLD = frozenset(
    "old was regular original compare list msrp rrp strike strikethrough before struck previous".split()
)


cdef class Look:
    """What a column looks like."""

    #: The records that have a cell, one bit each, and how many.
    cdef object filled
    cdef Py_ssize_t count
    cdef bint image, link, old
    cdef str form
    cdef double length, place
    cdef set words, tags
    #: Some of the texts.
    cdef set said


cpdef list join_variants(nodes, columns):
    """Return the columns; those that are never filled together and look alike are one."""
    cdef list given = strips(columns), joined
    cdef set fullest
    cdef Py_ssize_t number
    if len(given) <= MOST:
        return joined_of(nodes, given)
    fullest = {place for _, place in sorted([(-(<Strip>given[number]).count, number) for number in range(len(given))])[:MOST]}
    joined = joined_of(nodes, [column for number, column in enumerate(given) if number in fullest])
    return joined + [column for number, column in enumerate(given) if number not in fullest]


cdef list joined_of(nodes, list kept):
    cdef list partial = never_together(kept), looks, moved = []
    cdef set joined = set()
    cdef Py_ssize_t one, other, into, gone
    cdef bint old
    cdef Look smaller
    if not partial or not have_alike(kept, partial):
        return kept
    looks = [look(nodes, kept[number], number / <double>max(1, len(kept))) for number in partial]
    mark_old(kept, partial, looks)
    while (pair := best_pair(looks, moved, (<Strip>kept[0]).size)) is not None:
        one, other = pair
        del moved[:-REMEMBERED]
        smaller = smaller_of(looks[one], looks[other])
        moved.append(smaller.filled)
        into, gone = partial[one], partial.pop(other)
        kept[into] = merged(kept[into], kept[gone])
        old = (<Look>looks[one]).old
        looks[one] = look(nodes, kept[into], (<Look>looks[one]).place)
        (<Look>looks[one]).old = old
        del looks[other]
        joined.add(gone)
    return [column for number, column in enumerate(kept) if number not in joined]


cdef Strip merged(Strip one, Strip other):
    """The cells of one column, and of another where the first has none."""
    cdef list cells = list(one.cells)
    cdef Py_ssize_t record
    for record in range(len(cells)):
        if cells[record] is None:
            cells[record] = other.cells[record]
    return strip_of(cells)


cdef bint have_alike(list columns, list numbers) except -1:
    """Whether two of some columns have the same form: others look too little alike."""
    cdef set found = set()
    cdef str own
    cdef Py_ssize_t number
    for number in numbers:
        own = form_of(columns[number])
        if own in found:
            return True
        found.add(own)
    return False


cdef str form_of(Strip column):
    return "image" if is_image(column) else forms(looked_at(column.texts), FORMED)


cdef bint is_image(Strip column) noexcept:
    return column.pictures * 2 > column.count


cdef list looked_at(list values):
    """Some of the texts or cells, spread evenly."""
    return values[:: max(1, len(values) // LOOKED_AT)]


cdef object bits(Strip column):
    """A number with a bit for each record that has a cell."""
    return int("".join(["0" if cell is None else "1" for cell in column.cells]), 2)


cdef int mark_old(list columns, list partial, list looks) except -1:
    """Of two amounts that records have the higher is the old price: it never stands in for the price of others."""
    cdef dict money = {number: own for number, own in zip(partial, looks, strict=True) if (<Look>own).form == "money"}
    cdef list others
    if not money:
        return 0
    others = [column for number, column in enumerate(columns) if number in money or form_of(column) == "money"]
    for number, own in money.items():
        for other in others:
            if is_higher(columns[number], other):
                (<Look>own).old = True
                break
    return 0


cdef bint is_higher(Strip one, Strip other) except -1:
    """Whether an amount is higher than another in nearly all records that have both."""
    cdef Py_ssize_t record, both = 0, higher = 0
    for record in range(min(one.size, other.size)):
        a, b = one.cells[record], other.cells[record]
        if a is not None and b is not None:
            both += 1
            higher += amount(a) > amount(b)
    return both > 1 and higher >= HIGHER * both


cdef double amount(cell) except? -1.0:
    match = NUMBER.search(<object>PyTuple_GetItem(cell, TEXT))
    try:
        return float(match[0].replace(",", "")) if match else 0.0
    except ValueError:
        return 0.0


cdef object best_pair(list looks, list moved, Py_ssize_t records):
    """The places of the two columns that look most alike; None where none do."""
    cdef Look one, other
    cdef Py_ssize_t i, j
    cdef double best = ALIKE, alike
    found = None
    for i in range(len(looks)):
        one = looks[i]
        for j in range(i + 1, len(looks)):
            other = looks[j]
            if one.filled & other.filled:
                continue
            alike = likeness(one, other)
            if one.count * other.count >= NO_CHANCE * records:
                alike += TWO_TEMPLATES
            if alike > ALIKE - TOGETHER and moved_before(one, other, moved):
                alike += TOGETHER  # records of another template: what else they have goes along
            elif best < alike < VERY_ALIKE and may_be_chance(one, other, records):
                continue
            if alike > best:
                best, found = alike, (i, j)
    return found


cdef bint may_be_chance(Look one, Look other, Py_ssize_t records) except -1:
    """Whether texts that few records have, like labels of two kinds, are never together by chance only."""
    if one.form != "text" or not one.said.isdisjoint(other.said):
        return False
    return one.count + other.count < COVERED * records and one.count * other.count < BY_CHANCE * records


cdef Look smaller_of(Look one, Look other):
    return other if other.count < one.count else one


cdef bint moved_before(Look one, Look other, list moved) except -1:
    """Whether all records of the smaller column had cells that were put into other columns."""
    smaller = smaller_of(one, other).filled
    for records in moved:
        if not smaller & ~records:
            return True
    return False


cdef double likeness(Look one, Look other) except? -1.0:
    cdef double alike, ratio
    cdef bint headed, other_headed
    if one.image != other.image or one.old != other.old or one.form != other.form:
        return 0.0
    ratio = min(one.length, other.length) / max(1.0, one.length, other.length)
    alike = 0.5 if one.form != "text" or one.image else 0.4 * min(1.0, 2 * ratio)
    if one.words or other.words:
        alike += 0.4 * len(one.words & other.words) / len(one.words | other.words)
    else:
        alike += 0.2
    alike += 0.2 * len(one.tags & other.tags) / max(1, len(one.tags | other.tags))
    alike += 0.1 * (one.link == other.link)
    headed, other_headed = not HEADINGS.isdisjoint(one.tags), not HEADINGS.isdisjoint(other.tags)
    if headed and other_headed:
        alike += 0.3
    elif headed != other_headed:
        alike -= 0.2
    return alike - 0.3 * abs(one.place - other.place)


cdef Look look(nodes, Strip column, double place):
    """See what a column looks like."""
    cdef list texts = looked_at(column.texts), looked = looked_at(column.filled)
    cdef Look found = Look.__new__(Look)
    cdef Py_ssize_t links = 0, length = 0
    cdef str text, form = forms(texts, FORMED)
    found.tags, found.words = set(), set()
    for cell in looked[:SHOWING]:
        tags, words = nodes.around.asked(around, start_of(cell))
        found.tags |= tags
        found.words |= words
    for cell in looked:
        links += <object>PyTuple_GetItem(cell, KIND) == "link"
    for text in texts:
        length += len(text)
    found.filled, found.count, found.place, found.said = bits(column), column.count, place, set(texts)
    found.image = is_image(column)
    found.form = "image" if found.image else form
    found.length = length / <double>max(1, len(texts))
    found.link = links * 2 > len(looked)
    found.old = not STRUCK.isdisjoint(found.tags) or (form == "money" and not OLD.isdisjoint(found.words))
    return found


def around(surroundings, Py_ssize_t row):
    """Return the tags of the elements around a row, and the words of their classes."""
    tags = set(surroundings.tags(row, AROUND)) - {TEXT_TAG}
    return tags, {word.lower() for value in surroundings.classes(row, AROUND) for word in WORD.findall(value)}
