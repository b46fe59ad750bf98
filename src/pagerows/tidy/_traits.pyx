# cython: language_level=3, boundscheck=True, wraparound=False
"""What tells a fact from noise, column by column: how full it is, what its texts say, and what its markup is for.

No site's words are traits: class names count only as words of the field vocabulary, or as words for controls.
"""

import re
from functools import lru_cache

from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.math cimport log, tanh
from libc.stdint cimport uint64_t
from libc.string cimport memset

from pagerows._phrases cimport Firsts
from pagerows._signs cimport count_words, has_figure, may_be_value
from pagerows.tidy._places cimport BODY, HEADING as HEADING_TAG, HIDING, LABELLED, PRESSED, PROPERTY, ROLE, TITLED, Place, Places, places_of
from pagerows.tidy._strips cimport HAS_DIGIT, HAS_FIGURE, ITEMS, TEXT, URL, Signs, Strip, Text, start_of, strips

from pagerows.forms import form
from pagerows.models import load
from pagerows.phrases import first_words, phrases_in
from pagerows.tidy._places import ATTRIBUTES, CONTROLS
from pagerows.vocabulary import field_of, fields_of, plain, split_words

#: Cells of a column that are looked at, and elements around each.
cdef enum: LOOKED_AT = 8, AROUND = 4
#: Longest text that is a phrase, not a sentence that holds one.
cdef enum: PHRASE = 48
#: Characters of a text that are read, that are looked for in others, and in which they are looked for.
cdef enum: READ = 120, OWN = 200, WHOLE = 400
cdef frozenset PRESSED_TAGS = CONTROLS - {"optgroup"}
#: Words of class names that say that something is there to be pressed, or to be looked past.
cdef frozenset ACTS = frozenset(
    "btn button buttons cta cart wishlist share sharing compare quick quickview more toggle action actions control "
    "controls menu tooltip dropdown popup modal overlay icon icons expand collapse follow subscribe bookmark favorite "
    "favourite readmore download embed close arrow caret nav slider carousel swatch swatches options avatar loader "
    "separator divider bullet dot".split()
)
#: Words that say little by themselves: a text of nothing else is a part of a sentence.
cdef frozenset SMALL = frozenset(
    "a an and at by for from in of on or the to via with und von im et de par le la y por di per e van door af av as is "
    "posted".split()
)
cdef Py_ssize_t LONGEST_SMALL = max(map(len, SMALL))
cdef object WORDS = re.compile(r"[^\W\d_]+").findall

#: Words of a text that says whether there is some, and share of the records that are nearly all.
cdef enum: FEW_WORDS = 3
cdef double ALL = 0.9

#: The traits that kernels name; those of `FURTHER` come behind them.
cdef enum:
    ROWS, FILLED, FULL, RARE, SINGLE, TWO, DISTINCT, CONSTANT, FULL_CONSTANT, PART_CONSTANT, FEW_VALUES, OFTEN
    LENGTH, TO_3_WORDS, LONG, DIGITS, COLON, PLUS, ONE_LETTER, SMALL_WORDS, UPPER, LOWER, ENDS_ON_SIGN, SENTENCE, SHORT
    MAIN_LINK, OTHER_LINK, SAID_ELSEWHERE  # beside a column
    LIST, LONE_CONTROL, HEADING, IN_CONTROL, COLUMNS, PLACE, LAST, AFTER_VALUE, BEFORE_VALUE
    MONEY, DATE, NUMBER, PERCENT, DURATION, RATING
#: At most so many.
cdef enum: MOST = 128
cdef tuple NAMED = tuple(
    "rows filled full rare single two distinct constant full_constant part_constant few_values often "
    "length to_3_words long digits colon plus one_letter small_words upper lower ends_on_sign sentence short "
    "main_link other_link said_elsewhere list lone_control heading in_control columns place last after_value before_value "
    "is_money is_date is_number is_percent is_duration is_rating".split()
)
cdef tuple FORMS = ("money", "date", "number", "percent", "duration", "rating")
cdef tuple FACTS = (
    "status", "brand", "author", "category", "location", "date", "price", "title", "id", "rating", "count"
)
#: Tags that are traits, and what phrases say.
cdef tuple TAGS = ("a", "button", "li", "td", "time", "dt", "dd", "strong", "svg", "p", "sup", "figcaption")
cdef tuple PHRASES = ("action", "badge", "stock", "ship", "color", "free", "save", "was", "from", "read")
cdef tuple FURTHER = (
    *PHRASES, *[f"tag_{tag}" for tag in TAGS], "class_acts", "class_field", *[f"class_{fact}" for fact in FACTS],
    "property", *[f"has_{name}" for name in ATTRIBUTES[2:]],
)
#: The names of all traits, by their numbers.
NAMES = NAMED + FURTHER
assert len(NAMES) <= MOST
cdef dict NUMBERS = {name: number for number, name in enumerate(NAMES)}
cdef dict OF_FORMS = {name: NUMBERS[f"is_{name}"] for name in FORMS}
cdef dict OF_PHRASES = {name: NUMBERS[name] for name in PHRASES}
cdef dict OF_TAGS = {tag: NUMBERS[f"tag_{tag}"] for tag in TAGS}
#: The traits of what elements say of themselves.
cdef Py_ssize_t HAS_PROPERTY = NUMBERS["property"], HAS_HIDING = NUMBERS["has_aria-hidden"]
cdef Py_ssize_t HAS_LABEL = NUMBERS["has_aria-label"], HAS_TITLE = NUMBERS["has_title"]
cdef Firsts FIRSTS = first_words()


cdef int hold(uint64_t *held, Py_ssize_t number) except -1:
    """Set the bit of a trait."""
    held[number >> 6] |= <uint64_t>1 << (number & 63)
    return 0


cdef int add_held(Py_ssize_t *counts, const uint64_t *held, Py_ssize_t times) except -1:
    """Count so many cells for each trait whose bit is set."""
    cdef Py_ssize_t number
    for number in range(MOST):
        if held[number >> 6] >> (number & 63) & 1:
            counts[number] += times
    return 0


cdef class Looked:
    """A column and its number: the cells that are looked at, their records, and its traits."""

    cdef Strip column
    cdef Py_ssize_t number
    cdef list cells
    cdef Py_ssize_t count
    #: The number of each cell among the filled ones, its record and its first row.
    cdef Py_ssize_t chosen[LOOKED_AT]
    cdef Py_ssize_t records[LOOKED_AT]
    cdef Py_ssize_t starts[LOOKED_AT]
    #: The links and controls around each cell: so many, nearest first.
    cdef Py_ssize_t pressed[LOOKED_AT][AROUND]
    cdef Py_ssize_t presses[LOOKED_AT]
    cdef double traits[MOST]

    def __init__(self, Strip column not None, Py_ssize_t number):
        cdef Py_ssize_t at, place, before = 0, record = 0
        cdef double step = max(1.0, column.count / <double>LOOKED_AT)
        self.column, self.number, self.cells, self.count = column, number, [], min(LOOKED_AT, column.count)
        memset(self.traits, 0, sizeof(self.traits))
        for at in range(self.count):
            place = <Py_ssize_t>(at * step)
            cell = column.filled[place]
            if column.count == column.size:
                record = place
            else:
                while before < place or column.cells[record] is None:
                    before += column.cells[record] is not None
                    record += 1
            self.cells.append(cell)
            self.chosen[at], self.records[at], self.starts[at] = place, record, start_of(cell)

    cdef int add_shares(self, Py_ssize_t *counts) except -1:
        """Add the share of the cells that each trait is said of."""
        cdef Py_ssize_t number
        for number in range(MOST):
            if counts[number]:
                self.traits[number] = counts[number] / <double>self.count
        return 0

    cdef bint are_values(self) except -1:
        """Whether most of its texts are values of one form."""
        cdef Py_ssize_t number
        for number in range(MONEY, RATING + 1):
            if self.traits[number] >= 0.6:
                return True
        return False

    cdef str reason(self):
        """Why it is left out where it is no fact."""
        if self.traits[CONSTANT]:
            return "constant"
        if self.traits[IN_CONTROL] >= 0.6:
            return "control"
        return "rare" if self.traits[RARE] else "noise"

    cdef dict named(self):
        """Its traits by their names, those that are 0 left out."""
        cdef Py_ssize_t number
        return {NAMES[number]: self.traits[number] for number in range(len(NAMES)) if self.traits[number]}


cdef class Table:
    """The columns of a table that are no pictures."""

    cdef Places places
    cdef list shown
    #: What was found by records: the address that most cells lead to, and all that is said; and how many columns have a
    #: cell in each link or control.
    cdef dict main, said, owners

    def __init__(self, nodes, list columns):
        cdef Strip column
        cdef Py_ssize_t number
        self.places = places_of(nodes)
        self.shown = []
        for number in range(len(columns)):
            column = columns[number]
            if column.pictures * 2 <= column.count:
                self.shown.append(Looked(column, number))
        self.main, self.said, self.owners = {}, {}, {}

    cdef int look(self) except -1:
        """Find the traits of each column."""
        cdef Looked own, before = None
        cdef Py_ssize_t place, count = len(self.shown)
        self.places.open_marks()
        for own in self.shown:
            self.find_pressed(own)
        for place in range(count):
            own = <Looked>self.shown[place]
            add_filled(own)
            add_said(own)
            self.add_around(own)
            own.traits[COLUMNS] = log(1 + <double>count)
            own.traits[PLACE] = place / <double>max(1, count - 1)
            own.traits[LAST] = place == count - 1
            if before is not None:
                own.traits[AFTER_VALUE] = before.are_values()
                before.traits[BEFORE_VALUE] = own.are_values()
            before = own
        return 0

    # -- markup ---------------------------------------------------------------------------------------------

    cdef int find_pressed(self, Looked own) except -1:
        """Find the links and controls around each cell; count in how many columns each has a cell."""
        cdef Py_ssize_t at, step, row
        for at in range(own.count):
            row = own.starts[at]
            for step in range(AROUND):
                if row <= 0:
                    break
                if self.places.mark(row) & (PRESSED | ROLE):
                    own.pressed[at][own.presses[at]] = row
                    own.presses[at] += 1
                    found = self.owners.get(row)
                    if found is None:
                        self.owners[row] = own.number  # nobody else so far
                    elif found != own.number:
                        self.owners[row] = -1
                row = self.places.parent[row]
        return 0

    cdef int add_around(self, Looked own) except -1:
        cdef Py_ssize_t counts[MOST]
        cdef uint64_t held[2]
        cdef uint64_t before[2]
        cdef Py_ssize_t at, number, times = 0
        memset(counts, 0, sizeof(counts))
        before[0], before[1] = 0, 0
        for at in range(own.count):
            held[0], held[1] = 0, 0
            self.add_path(self.places.path_of(own.starts[at]), held)
            self.add_rows(own.starts[at], held)
            if len(<object>PyTuple_GetItem(own.cells[at], ITEMS)) > 0:
                hold(held, LIST)
            for number in range(own.presses[at]):
                if self.owners[own.pressed[at][number]] >= 0:
                    hold(held, LONE_CONTROL)
            if held[0] == before[0] and held[1] == before[1]:
                times += 1  # as nearly always
            else:
                add_held(counts, before, times)
                before[0], before[1], times = held[0], held[1], 1
        add_held(counts, before, times)
        return own.add_shares(counts)

    cdef int add_path(self, Py_ssize_t code, uint64_t *held) except -1:
        """What the tags and the classes of a tag path say."""
        cdef Py_ssize_t step
        cdef Place *place
        for step in range(AROUND):
            if code < 0:
                break
            place = self.places.place(code)
            if place.tag & BODY:
                break
            if not place.has_traits:
                self.find_traits(place, code)
            held[0] |= place.traits[0]
            held[1] |= place.traits[1]
            code = place.above
        return 0

    cdef int find_traits(self, Place *place, Py_ssize_t code) except -1:
        """Find what the last element of a tag path says by its tag and classes."""
        cdef str tag = self.places.path_tag[code], classes = self.places.classes(code)
        if place.tag & HEADING_TAG:
            hold(place.traits, HEADING)
        elif tag in PRESSED_TAGS:
            hold(place.traits, IN_CONTROL)
        if tag in OF_TAGS:
            hold(place.traits, OF_TAGS[tag])
        for number in class_traits(classes) if classes else ():
            hold(place.traits, number)
        place.has_traits = True
        return 0

    cdef int add_rows(self, Py_ssize_t row, uint64_t *held) except -1:
        """What the other attributes of elements say."""
        cdef Py_ssize_t step
        cdef int mark
        for step in range(AROUND):
            if row <= 0:
                break
            mark = self.places.mark(row)
            if mark & ROLE:
                hold(held, IN_CONTROL)
            if mark & (PROPERTY | HIDING | LABELLED | TITLED):
                if mark & PROPERTY:
                    hold(held, HAS_PROPERTY)
                if mark & HIDING:
                    hold(held, HAS_HIDING)
                if mark & LABELLED:
                    hold(held, HAS_LABEL)
                if mark & TITLED:
                    hold(held, HAS_TITLE)
            row = self.places.parent[row]
        return 0

    # -- other columns --------------------------------------------------------------------------------------

    cdef object main_link(self, Py_ssize_t record):
        """The address that a record has most often, the first of equals."""
        cdef dict counts
        cdef Looked own
        if record in self.main:
            return self.main[record]
        counts, most, found = {}, 0, None
        for own in self.shown:
            cell = own.column.cells[record]
            if cell is not None and (url := <object>PyTuple_GetItem(cell, URL)):
                counts[url] = counts.get(url, 0) + 1
        for url, count in counts.items():
            if count > most:
                most, found = count, url
        self.main[record] = found
        return found

    cdef int add_beside(self, Looked own) except -1:
        """Where cells lead, and whether others say what they say: it takes long to find and tells little."""
        cdef Py_ssize_t at, inside = 0, once, main = 0, other = 0
        cdef str text, said
        for at in range(own.count):
            text = <object>PyTuple_GetItem(own.cells[at], TEXT)
            said = small(text[:OWN])
            # Texts have no line breaks, so each is found in the record as often as in its columns.
            once = 1 if len(text) <= OWN else small(text[:WHOLE]).count(said)
            inside += len(said) > 1 and self.said_in(own.records[at]).count(said) > once
            if url := <object>PyTuple_GetItem(own.cells[at], URL):
                main += url == self.main_link(own.records[at])
                other += url != self.main_link(own.records[at])
        own.traits[SAID_ELSEWHERE] = inside / <double>max(1, own.count)
        own.traits[MAIN_LINK] = main / <double>max(1, own.count)
        own.traits[OTHER_LINK] = other / <double>max(1, own.count)
        return 0

    cdef str said_in(self, Py_ssize_t record):
        """The texts of a record, a line each."""
        cdef list texts
        cdef Looked own
        cdef str text
        found = self.said.get(record)
        if found is None:
            texts = []
            for own in self.shown:
                cell = own.column.cells[record]
                if cell is not None:
                    text = <object>PyTuple_GetItem(cell, TEXT)
                    texts.append(small(text[:WHOLE]))
            found = self.said[record] = "\n".join(texts)
        return found


cdef str small(str text):
    """A text with folded case and width."""
    return text.lower() if text.isascii() else plain(text)


cdef int add_filled(Looked own) except -1:
    """How many records have a cell, and how many say the same."""
    cdef double *traits = own.traits
    cdef Py_ssize_t count = own.column.count, rows = own.column.size, distinct = own.column.tallied()
    cdef double share = count / <double>max(1, rows)
    cdef bint same = distinct == 1 and count > 1
    traits[ROWS] = log(1 + <double>rows)
    traits[FILLED] = share
    traits[FULL] = share >= 0.95
    traits[RARE] = share < 0.1
    traits[SINGLE] = count == 1
    traits[TWO] = count == 2
    traits[DISTINCT] = distinct / <double>count
    traits[CONSTANT] = same
    traits[FULL_CONSTANT] = same and share >= 0.95
    traits[PART_CONSTANT] = same and share < 0.9
    traits[FEW_VALUES] = 1 < distinct <= max(2.0, count / 5.0)
    traits[OFTEN] = own.column.often / <double>count
    return 0


cdef int add_said(Looked own) except -1:
    """What the texts say."""
    cdef Py_ssize_t counts[MOST]
    cdef Py_ssize_t length = 0, words = 0, at
    cdef Signs signs = own.column.seen()
    cdef const Text *seen
    cdef double mean
    cdef str text
    memset(counts, 0, sizeof(counts))
    for at in range(own.count):
        text = own.column.texts[own.chosen[at]]
        seen = &signs.texts[own.chosen[at]]  # as many as texts
        length += seen.size
        counts[SHORT] += seen.size <= 3
        if seen.at is not NULL:
            words += count_ascii(text, seen, counts)
        else:
            words += count_words(text)
            count_others(text, seen, counts)
        count_meant(text, seen, counts)
    own.add_shares(counts)
    mean = words / <double>own.count
    own.traits[LENGTH] = log(1 + length / <double>own.count)
    own.traits[TO_3_WORDS] = mean <= 3
    own.traits[LONG] = mean > 12
    return 0


cdef int count_meant(str text, const Text *seen, Py_ssize_t *counts) except -1:
    """Count what a short text is: the form of a value, phrases."""
    if seen.size > PHRASE:
        return 0
    if may_have_form(text, seen) and (kind := form(text)) != "text":
        counts[OF_FORMS[kind]] += 1
    if FIRSTS.may_be_in(text) and (said := phrases_in(small(text))):
        for name in said:
            # "pre order now" says whether there is some, not what to do.
            if name in OF_PHRASES and not (name == "action" and "stock" in said):
                counts[OF_PHRASES[name]] += 1
    return 0


cdef bint may_have_form(str text, const Text *seen) except -1:
    """Whether a text may be a value: it has a digit, or starts as "an hour ago", "yesterday", "today", "just now" do."""
    if seen.has & HAS_DIGIT or seen.at is NULL:
        return True
    # Letters are asked for where signs before them do not stand.
    if seen.size and 97 <= (seen.at[0] | 32) <= 122 and (seen.at[0] | 32) not in (97, 111, 121, 116, 106):  # aoytj
        return False
    return may_be_value(text)


cdef bint is_space(char sign) noexcept:
    """Whether an ASCII sign is white space, as Python's strings see it."""
    return sign == 32 or 9 <= sign <= 13 or 28 <= sign <= 31


cdef Py_ssize_t count_ascii(str text, const Text *seen, Py_ssize_t *counts) except -1:
    """Count what a text of ASCII starts with, ends on and is made of; return how many words it has."""
    cdef Py_ssize_t at, start = 0, size = seen.size, stop = size, words = 0
    cdef const char *signs = seen.at
    cdef bint digits = seen.has & HAS_DIGIT > 0, capitals = False, smalls = False, within = False, space
    cdef char last
    for at in range(size):
        space = is_space(signs[at])
        words += not space and not within
        within = not space
        capitals = capitals or 65 <= signs[at] <= 90
        smalls = smalls or 97 <= signs[at] <= 122
    if digits and size > READ:
        digits = has_figure(text[:READ])
    while stop > 0 and is_space(signs[stop - 1]):
        stop -= 1
    while start < stop and is_space(signs[start]):
        start += 1
    last = signs[stop - 1] if stop else 0
    counts[DIGITS] += digits
    counts[COLON] += last == b":"
    counts[PLUS] += signs[0] == b"+"
    counts[ONE_LETTER] += size <= PHRASE and stop - start == 1
    counts[SMALL_WORDS] += not digits and are_small(signs, min(size, READ))
    counts[UPPER] += capitals and not smalls
    counts[LOWER] += 97 <= signs[0] <= 122
    # What is empty ends on everything.
    counts[ENDS_ON_SIGN] += stop == 0 or last == b">" or last == b"+"
    counts[SENTENCE] += stop == 0 or last == b"." or last == b"!" or last == b"?"
    return words


cdef int count_others(str text, const Text *seen, Py_ssize_t *counts) except -1:
    """The same of any text."""
    cdef str stripped = text.strip(), last, folded, head = text if seen.size <= READ else text[:READ]
    cdef bint digits = seen.has & HAS_FIGURE > 0 and (seen.size <= READ or has_figure(head))
    last = stripped[len(stripped) - 1] if stripped else ""
    if not is_plainly_spelled(head):
        folded = plain(head)
        digits = has_figure(folded)
        words = WORDS(folded)
        counts[SMALL_WORDS] += not digits and bool(words) and SMALL.issuperset(words)
    counts[DIGITS] += digits
    counts[COLON] += last == ":" or last == "："
    counts[PLUS] += text.startswith("+")
    counts[ONE_LETTER] += len(text) <= PHRASE and len(stripped) == 1
    counts[UPPER] += text.isupper()
    counts[LOWER] += text[:1].islower()
    counts[ENDS_ON_SIGN] += last in "»>›→…+"
    counts[SENTENCE] += last in ".!?"
    return 0


cdef bint is_plainly_spelled(str text) except -1:
    """Whether signs stay what they are when case and width are folded, and a word is longer than small words or has letters
    that they have not.
    """
    cdef Py_UCS4 sign
    cdef Py_ssize_t letters = 0
    cdef bint other = False
    for sign in text:
        if sign < 0x80:
            letters = letters + 1 if 97 <= (<int>sign | 32) <= 122 else 0
            other = other or letters > LONGEST_SMALL
            continue
        letters = 0
        if 0xC0 <= sign <= 0x131 or 0x410 <= sign <= 0x44F or 0x4E00 <= sign <= 0x9FFF or 0xAC00 <= sign <= 0xD7A3:
            other = other or (sign != 0xD7 and sign != 0xF7)  # the signs between factors are no letters
        elif not (0x2010 <= sign <= 0x2022 or sign in (0x20AC, 0xA0, 0xA3, 0xA9, 0xAB, 0xAE, 0xB7, 0xBB, 0x2026)):
            return False
    return other


cdef bint are_small(const char *signs, Py_ssize_t size) except -1:
    """Whether a text of ASCII is nothing but small words."""
    cdef Py_ssize_t at, start = -1, found = 0
    for at in range(size + 1):
        if at < size and (97 <= signs[at] <= 122 or 65 <= signs[at] <= 90):
            start = at if start < 0 else start
        elif start >= 0:
            if at - start > LONGEST_SMALL or signs[start:at].decode("ascii").lower() not in SMALL:
                return False
            start, found = -1, found + 1
    return found > 0


@lru_cache(maxsize=4096)
def class_traits(str value):
    """Return the traits of the classes of an element."""
    cdef list found = []
    for token in value.split()[:16]:
        words = split_words(token)
        if any([word in ACTS for word in words]):
            found.append(NUMBERS["class_acts"])
        if (said := field_of(fields_of(words))) is not None:
            found.append(NUMBERS["class_field"])
            if said.role in FACTS:
                found.append(NUMBERS[f"class_{said.role}"])
    return found


def named_traits(nodes, columns):
    """Return the traits of each column of a table by their names, those that are 0 left out; images have none."""
    cdef list given = strips(columns)
    cdef Table table = Table(nodes, given)
    cdef Looked own
    cdef list found = [{} for _ in given]
    table.look()
    for own in table.shown:
        table.add_beside(own)
        found[own.number] = own.named()
    return found


cdef class Weights:
    """A linear model: what each trait adds to the score of a column, what all start with, and whether scores go through
    the logistic function.
    """

    cdef double slopes[MOST]
    cdef double start
    cdef bint logistic

    def __init__(self, dict slopes, double start, str link):
        cdef Py_ssize_t number
        memset(self.slopes, 0, sizeof(self.slopes))
        for number in range(len(NAMES)):
            self.slopes[number] = slopes.get(NAMES[number], 0.0)
        self.start, self.logistic = start, link == "logistic"

    cdef double score(self, Looked own) noexcept:
        cdef double found = self.start
        cdef Py_ssize_t number
        for number in range(MOST):
            found += self.slopes[number] * own.traits[number]
        return found

    cdef double chance_of(self, double score) noexcept:
        return 0.5 * (1.0 + tanh(0.5 * score)) if self.logistic else score

    cdef double chance(self, Looked own) noexcept:
        """How likely a column is a fact."""
        return self.chance_of(self.score(own))

    cdef bint may_differ(self, Looked own, double least) noexcept:
        """Whether what stands beside a column, shares of its cells, decides if it is as likely as `least`."""
        cdef double score = self.score(own), low = score, high = score
        cdef Py_ssize_t number
        for number in range(MAIN_LINK, SAID_ELSEWHERE + 1):
            low += min(0.0, self.slopes[number])
            high += max(0.0, self.slopes[number])
        return self.chance_of(low) < least <= self.chance_of(high)


cdef object MODEL = None
cdef Weights WEIGHTS = None


cdef Weights weights_of(model):
    """The weights of the model that is asked."""
    global MODEL, WEIGHTS
    if model is not MODEL:
        WEIGHTS = Weights(*model.slopes, model.link)
        MODEL = model
    return WEIGHTS


cpdef list unlikely(nodes, columns, double least):
    """Return for each column why it is no fact, or None where that is at least as likely as `least`; images stay."""
    cdef list given = strips(columns)
    cdef Weights weights = weights_of(load("facts"))
    cdef Table table = Table(nodes, given)
    cdef Looked own
    cdef list found = [None] * len(given)
    table.look()
    for own in table.shown:
        if weights.may_differ(own, least):
            table.add_beside(own)
        if weights.chance(own) < least and not is_stated(own.column):
            found[own.number] = own.reason()
    return found


cdef bint is_stated(Strip column) except -1:
    """Whether several records, not all, say the same of themselves: when it was, or whether there is some."""
    cdef str text
    if not 1 < column.count < ALL * column.size or not column.is_same():
        return False
    text = column.texts[0]
    return form(text) == "date" or (len(text.split()) <= FEW_WORDS and "stock" in phrases_in(small(text)))
