# cython: language_level=3, boundscheck=True, wraparound=False
"""Which columns a step may have something to do with: a look at their signs rules nearly all of them out.

What is not ruled out here need not be changed by the step: that is for its rules to say.
"""

from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from pagerows._signs cimport has_digit, has_figure, may_be_value
from pagerows.tidy._links cimport end_on_links
from pagerows.tidy._places cimport Places, places_of
from pagerows.tidy._strips cimport ITEMS, KIND, Folding, Signs, Strip, agreed_of, strips

from pagerows.forms import form

# -- facts --------------------------------------------------------------------------------------------------

#: Signs that stand between facts, and signs and a word that also stand within them.
STRONG = (" · ", " • ", " | ", " ∙ ", " ‧ ")
WEAK = (" — ", " – ", " - ", ", ", " on ")
#: Longest text that is looked at, and longest that has a rating.
cdef enum: LONGEST = 120, LONGEST_RATING = 80
#: What a text has, as bits: signs of the first kind, of the second; a number to start with; a rating.
cdef enum: HAS_STRONG = 1, HAS_WEAK = 2, COUNTED = 4, RATED = 8
#: Fewest texts that show how a column is built.
cdef enum: FEWEST = 3
#: The forms of texts that are one value as a whole.
cdef frozenset SINGLE = frozenset({"money", "date", "duration", "percent"})


def may_hold_facts(columns):
    """Return for each column whether its texts may hold two facts; see `tidy.facts`."""
    cdef Strip column
    return [may_split(column) for column in strips(columns)]


cdef bint may_split(Strip column) except -1:
    cdef Py_ssize_t long_texts = 0, counted = 0, rated = 0, strong = 0, weak = 0
    cdef double count = column.count
    cdef Signs signs
    cdef int seen
    cdef str text
    if column.count < FEWEST or not column.is_speaking():
        return False
    signs = column.seen()
    for text in column.texts:
        seen = between(text)
        strong += seen & HAS_STRONG > 0
        weak += seen & HAS_WEAK > 0
        counted += seen & COUNTED > 0
        rated += seen & RATED > 0
        long_texts += len(text) > LONGEST
    if long_texts > (1 - 0.9) * count:
        return False
    if (
        signs.twice >= 0.9 * count
        or counted >= 0.5 * count
        or (signs.digits >= 0.9 * count and rated >= 0.9 * count)
        or strong >= 0.2 * count
        or weak >= 0.9 * count
    ):
        return not are_single(column.texts)
    return False


cdef bint are_single(list texts) except -1:
    """Whether (nearly) all texts are one value each."""
    cdef Py_ssize_t held = len(texts)
    cdef double least = 0.9 * held
    cdef str text
    for text in texts:
        if not may_be_value(text) or form(text) not in SINGLE:
            held -= 1
            if held < least:
                return False
    return True


cdef int between(str text) except -1:
    """What a text has of what may part its facts, as bits."""
    cdef int found = 0
    if text.isascii():
        return between_ascii(text)
    if any([sign in text for sign in STRONG]):
        found |= HAS_STRONG
    if any([sign in text for sign in WEAK]):
        found |= HAS_WEAK
    if text[0] == "#" or text[0].isdecimal():
        found |= COUNTED
    if len(text) <= LONGEST_RATING and ("5" in text or "10" in text):
        found |= RATED
    return found


cdef int between_ascii(str text) except -1:
    cdef Py_ssize_t size = 0, at
    cdef const char *signs = PyUnicode_AsUTF8AndSize(text, &size)
    cdef int found = COUNTED if size and (signs[0] == b"#" or b"0" <= signs[0] <= b"9") else 0
    # Behind the last sign stands a NUL, so that one more can be looked at.
    for at in range(size):
        if signs[at] == b"5" or (signs[at] == b"1" and signs[at + 1] == b"0"):
            found |= RATED if size <= LONGEST_RATING else 0
        elif signs[at] == b"," and signs[at + 1] == b" ":
            found |= HAS_WEAK
        elif signs[at] == b" " and at + 2 < size:
            if signs[at + 1] == b"|" and signs[at + 2] == b" ":
                found |= HAS_STRONG
            elif signs[at + 1] == b"-" and signs[at + 2] == b" ":
                found |= HAS_WEAK
            elif signs[at + 1] == b"o" and signs[at + 2] == b"n":
                found |= HAS_WEAK
    return found


# -- words --------------------------------------------------------------------------------------------------

#: Mean length from which on texts are prose.
cdef enum: LONG = 60
#: Share of the cells that must have the words, and most words that are cut at one end.
cdef double MOST = 0.9
cdef enum: MOST_WORDS = 4
#: Words that stand before a name, as one or before "by"; and words of which one is in each time without a digit.
cdef frozenset BEFORE_NAMES = frozenset(
    "by von par por di door af av autor: posted written submitted in from".split()
)
cdef tuple PAST = ("day", "now", "second", "minute", "hour", "week", "month", "year")


def may_have_words(nodes, columns):
    """Return for each column whether its cells may have the same words around their values; see `tidy.words`."""
    cdef Strip column
    cdef Places places = places_of(nodes)
    return [may_trim(places, column) for column in strips(columns)]


cdef bint may_trim(Places places, Strip column) except -1:
    cdef Signs signs = column.seen()
    if signs.currency and any([starts_on_letters(text) for text in column.texts]):
        return True
    if not column.is_speaking():
        return False
    if signs.edged:
        return True
    if column.count < 2:
        return False
    if signs.length > LONG * column.count:
        return end_on_links(places, column, MOST)
    if first_word(column.texts[0]) not in BEFORE_NAMES and not may_be_values(column.texts):
        return False
    return share_words(column.texts)


cdef bint may_be_values(list texts) except -1:
    """Whether (nearly) all texts may have a value between their words: a digit, or a word for a time that is past."""
    cdef Py_ssize_t held = len(texts)
    cdef double least = MOST * held
    cdef str text, folded
    for text in texts:
        if has_digit(text):
            continue
        folded = text.casefold()
        if not any([word in folded for word in PAST]):
            held -= 1
            if held < least:
                return False
    return True


cdef bint starts_on_letters(str text) except -1:
    return text[:2].isalpha() and text[:2].islower()


cpdef bint share_words(list texts) except -1:
    """Tell whether (nearly) all texts start on the same words or end on the same, none with a digit."""
    cdef bint start = agreed_of(texts, first_word, MOST) is not None
    cdef bint end = agreed_of(texts, last_word, MOST) is not None
    cdef list words
    if not start and not end:
        return False
    words = [text.split() for text in texts]
    return (start and shared_before(words) > 0) or (end and shared_behind(words) > 0)


cpdef Py_ssize_t shared_before(list words) except -1:
    """Return how many first words (nearly) all texts have in common, none with a digit; texts are given as words."""
    return shared(words, same)


cpdef Py_ssize_t shared_behind(list words) except -1:
    """Return how many last words, in the singular."""
    cdef list own
    return shared([own[::-1] for own in words], noun)


cdef Py_ssize_t shared(list words, Folding folded) except -1:
    cdef Py_ssize_t size
    cdef tuple head
    for size in range(1, MOST_WORDS + 1):
        head = agreed_head(words, size, folded)
        if not head or has_figure(head[size - 1]):
            return size - 1
    return MOST_WORDS


cdef tuple agreed_head(list words, Py_ssize_t size, Folding folded):
    """The first words that (nearly) all texts have, folded; empty or None where there are none."""
    cdef dict counts = {}
    cdef Py_ssize_t most = 0, left = len(words), times
    cdef double least = MOST * left
    cdef tuple head, found = None
    cdef list own
    for own in words:
        # A text of so few words agrees with none.
        head = tuple([folded(word) for word in own[:size]]) if len(own) > size else ()
        times = counts.get(head, 0) + 1
        counts[head] = times
        if times > most:
            most, found = times, head
        else:
            left -= 1  # the most frequent head can be no more than these
            if left < least:
                return None
    return found if most >= least else None


def ends_of(list own, Py_ssize_t first, Py_ssize_t last):
    """Return so many first words of a text and so many last ones, as they are compared."""
    cdef str word
    return tuple([same(word) for word in own[:first]]), tuple([noun(word) for word in own[len(own) - last :]])


cdef str first_word(str text):
    cdef list words = text.split(None, 1)
    return same(words[0]) if words else ""


cdef str last_word(str text):
    cdef list words = text.rsplit(None, 1)
    return noun(words[len(words) - 1]) if words else ""


cdef str same(str word):
    """Return a word, case aside."""
    return word.casefold()


cdef str noun(str word):
    """Return a word in the singular, case aside."""
    return word.casefold().rstrip(".,;:)]").removesuffix("s")


# -- values -------------------------------------------------------------------------------------------------

#: Cells of a column that are looked at.
cdef enum: LOOKED_AT = 6
#: Characters of the longest unit.
cdef enum: LONGEST_UNIT = 16


def may_be_prices(columns):
    """Return the numbers of the columns that may be prices; see `tidy.prices`."""
    cdef list given = strips(columns)
    cdef Py_ssize_t number
    return [number for number in range(len(given)) if may_be_price(given[number])]


cdef bint may_be_price(Strip column) except -1:
    cdef Py_ssize_t at
    if column.count == 0 or column.seen().digits * 2 < column.count:
        return False
    for at in range(min(LOOKED_AT, column.count)):
        cell = column.filled[at]
        if <object>PyTuple_GetItem(cell, ITEMS) or <object>PyTuple_GetItem(cell, KIND) == "image":
            return False
    return True


def may_be_units(columns):
    """Tell whether one of the columns behind the first may be what another is measured in; see `tidy.units`."""
    cdef list given = strips(columns)
    cdef Strip column
    cdef Py_ssize_t number
    for number in range(1, len(given)):
        column = given[number]
        if column.count and len(<str>column.texts[0]) <= LONGEST_UNIT and column.tallied() == 1:
            return True
    return False


def may_invite(columns):
    """Return for each column whether some of its texts count something, and one other stands in all else; see `tidy.counts`."""
    cdef Strip column
    return [may_count(column) for column in strips(columns)]


cdef bint may_count(Strip column) except -1:
    cdef str text, other = None
    if not column.is_speaking() or not 0 < column.seen().digits < column.count:
        return False
    for text in column.texts:
        if not has_digit(text):
            if other is not None and other != text:
                return False
            other = text
    return True


def may_be_bracketed(columns):
    """Return for each column whether nearly all of its texts may be counts in brackets."""
    cdef Strip column
    return [column.seen().digits > 0 and are_bracketed(column) for column in strips(columns)]


cdef bint are_bracketed(Strip column) except -1:
    cdef Py_ssize_t held = column.count
    cdef str text
    for text in column.texts:
        if not (text.startswith("(") and text.endswith(")")):
            held -= 1
            if held < MOST * column.count:
                return False
    return True
