# cython: language_level=3, boundscheck=True, wraparound=False
"""Which columns a step may have something to do with: a look at their signs rules nearly all of them out.

What is not ruled out here need not be changed by the step: that is for its rules to say.
"""

from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport uint32_t

from pagerows._signs cimport has_figure, is_space, may_be_value
from pagerows.tidy._links cimport end_on_links
from pagerows.tidy._places cimport Places, places_of
from pagerows.tidy._strips cimport HAS_CURRENCY, HAS_DIGIT, ITEMS, KIND, Signs, Strip, Text, strips

from pagerows.forms import form

ctypedef bint (*Ruling)(Strip column) except -1


cdef list those(columns, Ruling may):
    """The numbers of the columns of which something may be."""
    cdef list given = strips(columns), found = []
    cdef Py_ssize_t number
    for number in range(len(given)):
        if may(given[number]):
            found.append(number)
    return found


# -- facts --------------------------------------------------------------------------------------------------

#: Longest text that is looked at.
cdef enum: LONGEST = 120
#: Fewest texts that show how a column is built.
cdef enum: FEWEST = 3
#: The forms of texts that are one value as a whole.
cdef frozenset SINGLE = frozenset({"money", "date", "duration", "percent"})


cpdef list may_hold_facts(columns):
    """Return the numbers of the columns whose texts may hold two facts; see `tidy.facts`."""
    return those(columns, may_split)


cdef bint may_split(Strip column) except -1:
    cdef Py_ssize_t long_texts = 0, at
    cdef double count = column.count
    cdef Signs signs
    if column.count < FEWEST or not column.is_speaking():
        return False
    signs = column.seen()
    if not (
        signs.several >= 0.9 * count
        or signs.counted >= 0.5 * count
        or (signs.digits >= 0.9 * count and signs.rated >= 0.9 * count)
        or signs.strong >= 0.2 * count
        or signs.weak >= 0.9 * count
    ):
        return False
    if signs.longest > LONGEST:
        for at in range(signs.count):
            long_texts += signs.texts[at].size > LONGEST
        if long_texts > (1 - 0.9) * count:
            return False
    return not are_single(column.texts)


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


cpdef list may_have_words(nodes, columns):
    """Return the numbers of the columns whose cells may have the same words around their values; see `tidy.words`."""
    cdef list given = strips(columns), found = []
    cdef Places places = places_of(nodes)
    cdef Py_ssize_t number
    for number in range(len(given)):
        if may_trim(places, given[number]):
            found.append(number)
    return found


cdef bint may_trim(Places places, Strip column) except -1:
    cdef Signs signs = column.seen()
    if signs.currency and are_glued(signs, column.texts):
        return True
    if not column.is_speaking():
        return False
    if signs.edged:
        return True
    if column.count < 2:
        return False
    if signs.length > LONG * column.count:
        return end_on_links(places, column, MOST)
    if not may_share(signs) or (
        first_word(column.texts[0]) not in BEFORE_NAMES and not may_be_values(signs, column.texts)
    ):
        return False
    return shared_before(column.words) > 0 or shared_behind(column.words) > 0


cdef bint may_be_values(Signs signs, list texts) except -1:
    """Whether (nearly) all texts may have a value between their words: a digit, or a word for a time that is past."""
    cdef Py_ssize_t at, held = signs.count
    cdef double least = MOST * held
    cdef str folded
    if signs.digits >= least:
        return True
    for at in range(signs.count):
        if signs.texts[at].has & HAS_DIGIT:
            continue
        folded = texts[at].casefold()
        if not any([word in folded for word in PAST]):
            held -= 1
            if held < least:
                return False
    return True


cdef bint are_glued(Signs signs, list texts) except -1:
    """Whether a text with the sign of a currency starts on small letters."""
    cdef Py_ssize_t at
    cdef str start
    for at in range(signs.count):
        if signs.texts[at].has & HAS_CURRENCY:
            start = texts[at][:2]
            if start.isalpha() and start.islower():
                return True
    return False


#: Letters of a word by which words are told apart at once; what stands for a word of which that cannot be said, and for one
#: with a digit, which is shared by none.
cdef enum: TELLING = 3, ANY = 0xFFFFFFFE, NONE = 0xFFFFFFFF
#: Share of texts of which nothing can be said up to which the others decide.
cdef double UNTOLD = 0.3


cdef bint may_share(Signs signs) except -1:
    """Whether (nearly) all texts may start on the same word or end on the same, told by a few letters of each."""
    return may_agree(signs, start_of_first) or may_agree(signs, start_of_last)


ctypedef uint32_t (*Telling)(const Text *own) noexcept


cdef bint may_agree(Signs signs, Telling told) except -1:
    """Whether what is told of (nearly) all texts may be the same.

    What more than half of the texts are is left where each text that is another takes one of them away.
    """
    cdef Py_ssize_t at, votes = 0, held = 0
    cdef uint32_t own, most = NONE
    cdef double least = MOST * signs.count
    for at in range(signs.count):
        own = told(&signs.texts[at])
        if own == ANY:
            held += 1
        elif votes == 0:
            most, votes = own, 1
        else:
            votes += 1 if own == most else -1
    if held > UNTOLD * signs.count:
        return True
    if most == NONE:
        return False
    for at in range(signs.count):
        held += told(&signs.texts[at]) == most
    return held >= least


cdef uint32_t start_of_first(const Text *own) noexcept:
    """The first letters of the first word of a text."""
    cdef Py_ssize_t at = 0
    if own.at is NULL:
        return ANY
    while at < own.size and is_space(own.at[at]):
        at += 1
    return letters_of(own, at)


cdef uint32_t start_of_last(const Text *own) noexcept:
    """The first letters of the last word of a text."""
    cdef Py_ssize_t at
    if own.at is NULL:
        return ANY
    at = own.size
    while at > 0 and is_space(own.at[at - 1]):
        at -= 1
    while at > 0 and not is_space(own.at[at - 1]):
        at -= 1
    return letters_of(own, at)


cdef uint32_t sure_first(const Text *own) noexcept:
    """The first letters of the first word of a text where that is no part of a value."""
    return start_of_first(own) if own.at is not NULL and starts_on_words(own) else ANY


cdef bint starts_on_words(const Text *own) noexcept:
    """Whether a text starts on two words of which neither may be a month: the first is no part of a date, nor of another value."""
    cdef Py_ssize_t at = 0
    while at < own.size and is_letter(own.at[at]):
        at += 1
    if at == 0 or is_month(own, 0):
        return False
    at += at < own.size and own.at[at] in (46, 44, 58)  # ".,:"
    return at + 1 < own.size and own.at[at] == 32 and is_letter(own.at[at + 1]) and not is_month(own, at + 1)


cdef bint ends_on_word(const Text *own) noexcept:
    """Whether a text ends on a word that is no month, no currency, and none between the ends of a range."""
    cdef Py_ssize_t at = own.size, size
    while at > 0 and is_letter(own.at[at - 1]):
        at -= 1
    size = own.size - at
    return size > 4 and at > 0 and own.at[at - 1] == 32 and not is_month(own, at)


cdef bint is_letter(char sign) noexcept:
    return 97 <= (sign | 32) <= 122


cdef bint is_month(const Text *own, Py_ssize_t at) noexcept:
    """Whether signs start as the name of a month does; see `forms`."""
    if at + 3 > own.size:
        return False
    return ((own.at[at] | 32) << 16 | (own.at[at + 1] | 32) << 8 | own.at[at + 2] | 32) in (
        0x6A616E, 0x666562, 0x666576, 0x6D6172, 0x617072, 0x616272, 0x617672, 0x6D6179,  # jan feb fev mar apr abr avr may
        0x6D6169, 0x6D616A, 0x6A756E, 0x6A7569, 0x6A756C, 0x617567, 0x61676F, 0x736570,  # mai maj jun jui jul aug ago sep
        0x736574, 0x6F6374, 0x6F6B74, 0x6F7574, 0x6E6F76, 0x646563, 0x64657A, 0x646963,  # set oct okt out nov dec dez dic
        0x656E65,  # ene
    )


def has_words(str text not None):
    """Tell whether a text starts or ends on words that are no part of a value; where it is not sure, it may.

    >>> [has_words(text) for text in ("12 reviews", "Wed, Dec 3", "Ann Lee 5", "$ 5 to $ 7")]
    [True, False, True, False]
    """
    cdef Text own
    if not text.isascii():
        return False
    own.at = PyUnicode_AsUTF8AndSize(text, &own.size)
    # "to" and "bis" stand between the ends of a range.
    return ends_on_word(&own) or (starts_on_words(&own) and is_letter(own.at[2]) and is_letter(own.at[3]))


cpdef bint may_be_built_alike(Strip column) except -1:
    """Tell whether (nearly) all texts may have the same words before their values; see `tidy.facts`."""
    return may_agree(column.seen(), sure_first)


cdef uint32_t letters_of(const Text *own, Py_ssize_t at) noexcept:
    """Some letters from a place on, as many as words have that end there in the singular and without signs, case aside."""
    cdef uint32_t found = 0
    cdef Py_ssize_t place
    cdef char sign
    if at < own.size and 48 <= own.at[at] <= 57:
        return NONE
    for place in range(at, min(own.size, at + TELLING)):
        sign = own.at[place]
        if not (97 <= (sign | 32) <= 122):
            break
        # What ends on an "s" may be a plural.
        if (sign | 32) == 115 and (place + 1 >= own.size or not 97 <= (own.at[place + 1] | 32) <= 122):
            break
        found = found << 8 | (sign | 32)
    return found


cpdef Py_ssize_t shared_before(list words) except -1:
    """Return how many first words (nearly) all texts have in common, none with a digit; texts are given as words."""
    return shared(words, False)


cpdef Py_ssize_t shared_behind(list words) except -1:
    """Return how many last words, in the singular."""
    return shared(words, True)


cdef Py_ssize_t shared(list words, bint behind) except -1:
    """How many words (nearly) all texts have in common at one end; a text has at least one more than these."""
    cdef Py_ssize_t size
    cdef list alike = words
    cdef str word
    for size in range(MOST_WORDS):
        word = most_alike(alike, size, behind)
        if word is None:
            return size
        alike = those_with(word, alike, size, behind)
        if len(alike) < MOST * len(words) or has_figure(word):
            return size
    return MOST_WORDS


cdef str most_alike(list words, Py_ssize_t size, bint behind):
    """The only word, folded, that more than half of the texts can have at a place: each other one takes one of it away."""
    cdef Py_ssize_t votes = 0
    cdef str word = None, before = None, folded = None, found = None
    cdef list own
    for own in words:
        if len(own) <= size + 1:
            continue
        word = own[len(own) - 1 - size] if behind else own[size]
        if before is None or word != before:
            before, folded = word, noun(word) if behind else same(word)
        if votes == 0:
            found, votes = folded, 1
        else:
            votes += 1 if folded == found else -1
    return found


cdef list those_with(str wanted, list words, Py_ssize_t size, bint behind):
    """The texts that have a word at a place."""
    cdef str word = None, before = None
    cdef bint fits = False
    cdef list own, found = []
    for own in words:
        if len(own) <= size + 1:
            continue
        word = own[len(own) - 1 - size] if behind else own[size]
        if before is None or word != before:
            before, fits = word, (noun(word) if behind else same(word)) == wanted
        if fits:
            found.append(own)
    return found


def ends_of(list own, Py_ssize_t first, Py_ssize_t last):
    """Return so many first words of a text and so many last ones, as they are compared."""
    cdef str word
    return tuple([same(word) for word in own[:first]]), tuple([noun(word) for word in own[len(own) - last :]])


cdef str first_word(str text):
    cdef list words = text.split(None, 1)
    return same(words[0]) if words else ""


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


cpdef list may_be_prices(columns):
    """Return the numbers of the columns that may be prices; see `tidy.prices`."""
    return those(columns, may_be_price)


cdef bint may_be_price(Strip column) except -1:
    cdef Py_ssize_t at
    cdef Signs signs
    if column.count == 0:
        return False
    signs = column.seen()
    if signs.digits * 2 < column.count or signs.amounts * 2 < column.count:
        return False
    for at in range(min(LOOKED_AT, column.count)):
        cell = column.filled[at]
        if <object>PyTuple_GetItem(cell, ITEMS) or <object>PyTuple_GetItem(cell, KIND) == "image":
            return False
    return True


cpdef bint may_be_units(columns) except -1:
    """Tell whether one of the columns behind the first may be what another is measured in; see `tidy.units`."""
    cdef list given = strips(columns)
    cdef Strip column
    cdef Py_ssize_t number
    for number in range(1, len(given)):
        column = given[number]
        if column.count and len(<str>column.texts[0]) <= LONGEST_UNIT and column.is_same():
            return True
    return False


cpdef list may_invite(columns):
    """Return the numbers of the columns of which some texts count something, and one other stands in all else; see `tidy.counts`."""
    return those(columns, may_count)


cdef bint may_count(Strip column) except -1:
    cdef Py_ssize_t at
    cdef Signs signs
    cdef str text, other = None
    if not column.is_speaking():
        return False
    signs = column.seen()
    if not 0 < signs.digits < column.count:
        return False
    for at in range(signs.count):
        if not signs.texts[at].has & HAS_DIGIT:
            text = column.texts[at]
            if other is not None and other != text:
                return False
            other = text
    return True


cpdef list may_be_bracketed(columns):
    """Return the numbers of the columns of which nearly all texts may be counts in brackets."""
    return those(columns, are_bracketed)


cdef bint are_bracketed(Strip column) except -1:
    cdef Py_ssize_t at, held = column.count
    cdef Signs signs = column.seen()
    cdef const Text *own
    if signs.digits == 0:
        return False
    for at in range(signs.count):
        own = &signs.texts[at]
        # A count in brackets has no other signs than ASCII's, but digits may be others.
        if own.at is not NULL and not (own.size and own.at[0] == b"(" and own.at[own.size - 1] == b")"):
            held -= 1
            if held < MOST * column.count:
                return False
    return True


# -- pairs --------------------------------------------------------------------------------------------------


cpdef list never_together(list columns):
    """Return the numbers of the columns that have a cell in no record in which some other one has, too; see `tidy.variants`.

    >>> from pagerows.tidy.strips import Strip
    >>> from pagerows.values import Cell
    >>> a = Cell("a")
    >>> never_together([Strip([a, None, a]), Strip([None, a, None]), Strip([a, a, None]), Strip([a, a, a])])
    [0, 1]
    """
    cdef list partial = [], found = []
    cdef Py_ssize_t number, other
    cdef Strip column
    for number in range(len(columns)):
        column = columns[number]
        if column.count < column.size:
            partial.append(number)
    for number in partial:
        for other in partial:
            if number != other and are_apart(columns[number], columns[other]):
                found.append(number)
                break
    return found


cdef bint are_apart(Strip one, Strip other) except -1:
    """Whether no record has a cell in both of two columns."""
    cdef Py_ssize_t record
    if one.count + other.count > one.size:
        return False
    for record in range(min(one.size, other.size)):
        if one.cells[record] is not None and other.cells[record] is not None:
            return False
    return True
