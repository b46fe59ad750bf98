# cython: language_level=3, boundscheck=True, wraparound=False
"""The texts of a column, as the kinds of values ask for them: what each may be at all is seen in its bytes at once.

A reader is asked about a text only where the text has what all that it reads have; each text is read once by a reader.
"""

from array import array

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_FromStringAndSize
from libc.string cimport memcmp

from pagerows.columns._bytes cimport Text, code_at, digit, is_plain_letter, number_end, past, sign, small

from pagerows.columns.counts import STAR_SIGNS, is_of_some, is_starred
from pagerows.columns.currencies import FIRST_LETTERS, SIGNS
from pagerows.columns.dates import ends_relative
from pagerows.columns.flags import FLAGS, read_flag
from pagerows.columns.money import FREE, is_free
from pagerows.columns.reading import LONGEST, clean
from pagerows.columns.words import date_words, day_words, last_words
from pagerows.patterns import lazy
from pagerows.values import Cell

cdef Py_ssize_t TEXT = Cell._fields.index("text"), EXACT = Cell._fields.index("exact"), ITEMS = Cell._fields.index("items")
cdef Py_ssize_t TOO_LONG = LONGEST
cdef object LETTER_RUNS = lazy(r"[^\W\d_]+")

#: Share of a column's cells that must fit its type; "Sold out" among prices is no reason to call them text.
cdef double SHARE = 0.7
#: One in so many texts of a sample must fit a kind, or nobody asks the others.
cdef Py_ssize_t ONE_IN = 3
FITTING, LEAST = SHARE, ONE_IN

cdef enum:
    # What a text has.
    DIGIT = 1
    AMOUNT = 2  # a digit, and a sign of money
    NOTHING = 4  # that something is free
    FLAG = 8  # yes or no
    STARS = 16
    RATING = 32  # stars, or a number of five, of ten, or before a word for stars
    PERCENT = 64
    AT = 128
    CLOCK = 256
    DATE = 512  # a clock, two marks between numbers, a word for a month, or the end of a time that is counted from now
    RELATIVE = 1024  # such an end
    LINK = 2048
    PLAIN = 4096  # nothing that cleaning changes
    SEEN = 8192  # its words were looked at, too
    LOOSE = 16384  # a number that is part of no time of day or zone
    MEASURE = 32768  # a number before all else, and what may be a unit behind it
    # What a character is.
    LETTER = 1
    MONEY = 2
    STAR = 4
    MONTH = 8
    CHANGED = 16
    KNOWN = 32
    PLANE = 0x10000
    # More bytes than the last two words of a text have.
    MOST = 512

HAS_DIGIT, HAS_AMOUNT, HAS_FLAG, HAS_RATING, HAS_PERCENT = DIGIT, AMOUNT, FLAG, RATING, PERCENT
HAS_AT, HAS_CLOCK, HAS_DATE, HAS_MEASURE = AT, CLOCK, DATE, MEASURE

#: The kinds of the characters of the first plane that are not ASCII, as they come to be asked for.
cdef unsigned char KINDS[PLANE]
#: What stands between a number and the best that could be given, and behind a number of stars.
cdef list OF = [b"/", b"out of", b"of", b"von", b"sur", b"su", b"de", b"van", b"av", b"z", b"de un total de"]
cdef list STAR_WORDS = [b"star", b"stern", b"estrel", b"stelle", b"sterren"]


cdef unsigned char kind_of(Py_ssize_t code) except? 0:
    cdef unsigned char kind = KNOWN
    if code < PLANE and KINDS[code]:
        return KINDS[code]
    character = chr(code)
    if character.isalnum():  # digits of other scripts are ASCII by now
        kind |= LETTER
    if character in SIGNS:
        kind |= MONEY
    if character in STAR_SIGNS:
        kind |= STAR
    if character in "月월":
        kind |= MONTH
    if clean(character) != character:
        kind |= CHANGED
    if code < PLANE:
        KINDS[code] = kind
    return kind


cdef Py_ssize_t behind(const Text *text, Py_ssize_t at, const char *word) noexcept:
    """The place behind a word that stands at a place, whatever its case; -1 where it does not."""
    cdef Py_ssize_t place = 0
    while word[place]:
        if small(sign(text, at + place)) != <unsigned char>word[place]:
            return -1
        place += 1
    return at + place


cdef bint has_clock(const Text *text, Py_ssize_t at) noexcept:
    """Whether a digit is that of a time of day: ":30", "h30", " p.m" are behind it."""
    if sign(text, at) in b":hH" and digit(text, at + 1):
        return True
    at = past(text, at, b" ")
    return small(sign(text, at)) in b"ap" and small(sign(text, past(text, at + 1, b"."))) == b"m"


cdef bint is_mark(const Text *text, Py_ssize_t at) noexcept:
    return sign(text, at) in b"-/."


cdef bint has_two_marks(const Text *text, Py_ssize_t at) noexcept:
    """Whether a mark, one or two digits, a mark and a digit are behind a digit, with spaces or not: "1. 5. 2020"."""
    at = past(text, at, b" ")
    if not is_mark(text, at):
        return False
    at = past(text, at + 1, b" ")
    if not digit(text, at):
        return False
    at = past(text, at + 1 + digit(text, at + 1), b" ")
    return is_mark(text, at) and digit(text, past(text, at + 1, b" "))


cdef bint has_week(const Text *text, Py_ssize_t at) noexcept:
    """Whether a digit is the last of the year in "2020-W05"."""
    cdef Py_ssize_t before
    for before in range(1, 5):
        if not digit(text, at - before):
            return False
    return sign(text, at) == b"-" and sign(text, at + 1) == b"W" and digit(text, at + 2)


cdef bint has_no_cents(const Text *text, Py_ssize_t at) noexcept:
    """Whether ",-" or the like is behind a digit."""
    cdef Py_ssize_t width = 0
    return sign(text, at) in b",." and code_at(text, at + 1, &width) in (0x2D, 0x2013, 0x2014)


cdef bint has_best(const Text *text, Py_ssize_t at) except -1:
    """Whether a digit is that of "4 out of 5": ten, a hundred, twenty, five or six behind it, and a word between."""
    cdef Py_ssize_t end
    at = past(text, at, b" ")
    for word in OF:
        end = behind(text, at, word)
        if end >= 0 and sign(text, past(text, end, b" ")) in b"1256":
            return True
    return False


cdef bint has_stars(const Text *text, Py_ssize_t at) except -1:
    """Whether a word for stars is behind a digit."""
    at += sign(text, at) in b" -"
    for word in STAR_WORDS:
        if behind(text, at, word) >= 0:
            return True
    return False


cdef bint may_be_rated(const Text *text, Py_ssize_t at) noexcept:
    """Whether a letter beyond ASCII is behind a digit that words for "of" or for stars begin with."""
    cdef Py_ssize_t width = 0
    at += sign(text, at) in b" -"
    return sign(text, at) >= 0x80 and code_at(text, at, &width) in (0x438, 0x418, 0xE9, 0xC9, 0x437, 0x417, 0x661F)


cdef bint is_loose(const Text *text, Py_ssize_t start, Py_ssize_t stop) noexcept:
    """Whether a run of digits can be no part of a time of day, or of its zone."""
    return sign(text, start - 1) not in b":hHtT.+-" and sign(text, stop) not in b":hH." and not has_clock(text, stop)


cdef bint has_unit(const Text *text, Py_ssize_t at) except -1:
    """Whether what is at a place may be a unit."""
    cdef Py_ssize_t width = 0
    at = past(text, at, b" ")
    if sign(text, at) < 0x80:
        return is_plain_letter(sign(text, at)) or sign(text, at) == b'"'
    cdef Py_ssize_t code = code_at(text, at, &width)
    return code in (0x201D, 0xB0, 0x33A1) or kind_of(code) & LETTER


cdef int behind_number(str whole, const Text *text, Py_ssize_t start, Py_ssize_t at) except -1:
    """What the signs around a run of digits tell."""
    cdef int found = DIGIT
    cdef unsigned char next = small(sign(text, at))
    if is_loose(text, start, at):
        found |= LOOSE
    if start == 0 and has_unit(text, number_end(text, 0)):
        found |= MEASURE
    if next in b" .-/" and (
        has_two_marks(text, at) or (next == b"." and has_two_marks(text, at + 1)) or has_week(text, at)
    ):
        found |= DATE
    if next in b" :hap" and has_clock(text, at):
        found |= CLOCK
    if next in b",." and has_no_cents(text, at):
        found |= AMOUNT
    if (next in b" -/" or next >= 97) and (
        has_best(text, at)
        or has_stars(text, at)
        or (may_be_rated(text, at) and (is_of_some(whole) or is_starred(whole)))
    ):
        found |= RATING
    return found


cdef int look(str whole, const Text *text) except -1:
    """What the signs of a text tell."""
    cdef Py_ssize_t at = 0, width = 1, start
    cdef unsigned char letter, before = 32, kind
    cdef int found = PLAIN, maybe = 0
    while at < text.size:
        letter = text.signs[at]
        width = 1
        if 48 <= letter <= 57:
            start = at
            while digit(text, at + 1):
                at += 1
            found |= behind_number(whole, text, start, at + 1)
        elif letter >= 0x80:
            kind = kind_of(code_at(text, at, &width))
            if kind & CHANGED:
                found &= ~PLAIN
            if kind & STAR:
                found |= STARS | RATING
            maybe |= (AMOUNT if kind & MONEY else 0) | (DATE if kind & MONTH else 0)
        elif 9 <= letter <= 13 or 28 <= letter <= 31 or (letter == 32 and before == 32):
            found &= ~PLAIN
        elif letter == 36:  # "$"
            maybe |= AMOUNT
        elif letter == 37:  # "%"
            found |= PERCENT
        elif letter == 64:  # "@"
            found |= AT
        before = letter
        at += width
    if before == 32 and text.size:
        found &= ~PLAIN
    if found & CLOCK and not found & LOOSE:  # else the numbers that are left must be a date's, too
        found |= DATE
    return found | maybe if found & DIGIT else found | said(whole, text)


cdef int said(str whole, const Text *text) except -1:
    """Whether a text without digits says yes or no, or that something is free."""
    cdef Py_ssize_t start = 0, stop = text.size, at
    cdef char letters[32]
    if not whole.isascii():
        return (FLAG if read_flag(whole) is not None else 0) | (NOTHING if is_free(whole) else 0)
    if text.size > 32:
        return 0
    while start < stop and sign(text, start) in b" .!*()":
        start += 1
    while stop > start and sign(text, stop - 1) in b" .!*()":
        stop -= 1
    for at in range(start, stop):
        letters[at - start] = small(sign(text, at))
    return (FLAG if YES_NO.has(letters, stop - start) else 0) | (
        NOTHING if text.size < 16 and GRATIS.has(letters, stop - start) else 0
    )


cdef bint is_link(const Text *text) noexcept:
    """Whether a text is an address of the web, and nothing else."""
    cdef Py_ssize_t end = behind(text, 0, b"www."), at
    end = end if end >= 0 else behind(text, 0, b"http://")
    end = end if end >= 0 else behind(text, 0, b"https://")
    for at in range(text.size):
        if sign(text, at) == 32:
            return False
    return 0 <= end < text.size


cdef class Words:
    """Words by their first letter: whether bytes in ASCII are one of them; what is not ASCII is looked up in `all`."""

    cdef readonly frozenset all
    #: The words one behind the other, where each begins, and the first word of each first letter.
    cdef const unsigned char[::1] signs
    cdef const int[::1] places, firsts

    def __init__(self, words):
        self.all = frozenset(words)
        cdef list plain = sorted([word.encode() for word in self.all if word and word.isascii()])
        self.signs = b"".join(plain) or b" "
        places, firsts = array("i", [0]), array("i", [0] * 129)
        for word in plain:
            places.append(places[len(places) - 1] + len(word))
            firsts[word[0] + 1] += 1
        for letter in range(128):
            firsts[letter + 1] += firsts[letter]
        self.places, self.firsts = places, firsts

    cdef bint has(self, const char *letters, Py_ssize_t size) except -1:
        cdef Py_ssize_t word
        cdef int place
        if size == 0 or letters[0] < 0:
            return False
        for word in range(self.firsts[letters[0]], self.firsts[letters[0] + 1]):
            place = self.places[word]
            if self.places[word + 1] - place == size and memcmp(&self.signs[place], letters, size) == 0:
                return True
        return False


cdef Words YES_NO = Words(FLAGS), GRATIS = Words(FREE), OF_MONEY = Words(FIRST_LETTERS)
#: What a language has, by its code.
cdef dict LANGUAGES = {}


cdef class Language:
    """The words of a language that tell dates."""

    cdef str code
    cdef Words months, days, ends

    def __init__(self, str code):
        self.code, self.months, self.ends = code, Words(date_words(code)), Words(last_words(code))
        self.days = Words(day_words(code))

    cdef int words_in(self, const Text *text, bint clock) except -1:
        """Whether a text with digits has a word for money, or for a month, or with a `clock` for a day."""
        cdef Py_ssize_t at = 0, start = -1, width = 0
        cdef bint plain = True, letter
        cdef unsigned char own
        cdef int found = DATE if self.code == "he" else 0  # which writes "in" and the month in one
        while at <= text.size:
            own = sign(text, at)
            if own < 0x80:
                letter, width = is_plain_letter(own), 1
            else:
                letter = kind_of(code_at(text, at, &width)) & LETTER
            if letter:
                start = at if start < 0 else start
                plain = own < 0x80 and (plain or start == at)
            elif start >= 0:
                found |= self.plain_word(text, start, at, clock) if plain else self.other_word(text, start, at, clock)
                start, plain = -1, True
            at += width
        return found

    cdef int plain_word(self, const Text *text, Py_ssize_t start, Py_ssize_t stop, bint clock) except -1:
        cdef Py_ssize_t at, size = stop - start
        cdef char letters[24]
        cdef int found = AMOUNT if OF_MONEY.has(&text.signs[start], size) else 0
        if size > 24:
            return found
        for at in range(size):
            letters[at] = small(sign(text, start + at))
        return found | DATE if self.months.has(letters, size) or (clock and self.days.has(letters, size)) else found

    cdef int other_word(self, const Text *text, Py_ssize_t start, Py_ssize_t stop, bint clock) except -1:
        cdef str word = PyUnicode_FromStringAndSize(&text.signs[start], stop - start), folded = word.casefold()
        cdef int found = AMOUNT if word in OF_MONEY.all else 0
        for each in (folded,) if folded.isalnum() else LETTER_RUNS.findall(folded):
            if each in self.months.all or (clock and each in self.days.all):
                found |= DATE
        return found

    cdef bint ends_relative(self, str whole, const Text *text) except -1:
        """Whether the last words of a text are those of "3 days ago", "last week", "yesterday"."""
        cdef Py_ssize_t stop = text.size, last, first, at
        while stop > 0 and is_around(sign(text, stop - 1)):
            stop -= 1
        last = word_start(text, stop)
        first = word_start(text, last - 1)
        for at in range(first, stop):
            if sign(text, at) >= 0x80:
                return ends_relative(whole.casefold(), self.code)
        return self.is_end(text, first, stop) or (first < last and self.is_end(text, last, stop))

    cdef bint is_end(self, const Text *text, Py_ssize_t start, Py_ssize_t stop) except -1:
        """Whether a piece of a text, with {0} for its numbers, ends times that are counted from now."""
        cdef char letters[MOST]
        cdef Py_ssize_t size = 0
        while start < stop and is_around(sign(text, start)):
            start += 1
        while start < stop and size + 3 <= MOST:
            if not digit(text, start):
                letters[size] = small(sign(text, start))
                size += 1
            elif not digit(text, start - 1):
                letters[size], letters[size + 1], letters[size + 2] = 123, 48, 125  # "{0}"
                size += 3
            start += 1
        return self.ends.has(letters, size)


cdef bint is_around(unsigned char letter) noexcept:
    return letter in b" .|()*,@"


cdef Py_ssize_t word_start(const Text *text, Py_ssize_t stop) noexcept:
    """Where the word begins that ends before a place."""
    while stop > 0 and sign(text, stop - 1) != 32:
        stop -= 1
    return max(stop, 0)


cdef Language language_of(str code):
    found = LANGUAGES.get(code)
    if found is None:
        found = LANGUAGES[code] = Language(code)
    return found


cdef bytes half(str text):
    """The bytes of a text with halves of characters, which are no letters."""
    return text.encode("utf-8", "replace")


cdef int first_look(str whole) except -1:
    """What a text has, its words aside."""
    cdef Text text
    cdef bytes kept
    try:
        text.signs = PyUnicode_AsUTF8AndSize(whole, &text.size)
    except UnicodeEncodeError:
        kept = half(whole)
        text.signs, text.size = kept, len(kept)
    return look(whole, &text) | (LINK if text.size and text.signs[0] in b"hHwW" and is_link(&text) else 0)


cdef int second_look(str whole, int seen, Language language) except -1:
    """What the words of a text add."""
    cdef Text text
    cdef bytes kept
    cdef int found = SEEN
    try:
        text.signs = PyUnicode_AsUTF8AndSize(whole, &text.size)
    except UnicodeEncodeError:
        kept = half(whole)
        text.signs, text.size = kept, len(kept)
    if seen & DIGIT:
        found |= language.words_in(&text, seen & CLOCK)
    if language.ends_relative(whole, &text):
        found |= RELATIVE | DATE
    return found


cdef class Texts:
    """The distinct clean texts of a column with how often each comes, in order of appearance.

    >>> texts = Texts(["5 €", None, "Sold  out", "5 €"], Context())
    >>> texts.counts, texts.total, texts.written, texts.may_be_money()
    ({'5 €': 2, 'Sold out': 1}, 3, 2, True)
    """

    cdef readonly dict counts
    cdef readonly object context
    #: How many cells have a text, and how many a digit.
    cdef readonly Py_ssize_t total, written
    #: Whether these are some of a column's texts: nobody asks for their values.
    cdef readonly bint is_sample
    #: The clean text of each cell, None where it has none.
    cdef readonly list cleaned
    #: Text -> what it has; a sample shares it.
    cdef dict seen
    cdef Language language
    #: Reader -> text -> what it read, or None: each text is read once, whoever asks and in whichever sample.
    cdef dict readings

    def __init__(self, texts, context):
        self.counts, self.seen, self.readings, self.context = {}, {}, {}, context
        self.total, self.written, self.cleaned = 0, 0, []
        cdef dict plain = {}
        cdef int found
        for text in texts:
            if not text:
                self.cleaned.append(text)
                continue
            own = plain.get(text)
            if own is None:
                own = plain[text] = self.made_plain(text)
            self.cleaned.append(own)
            self.total += 1
            if own:  # what nobody could read is empty
                self.counts[own] = self.counts.get(own, 0) + 1
                found = self.seen[own]
                self.written += found & DIGIT

    cdef str made_plain(self, str text):
        """The text with plain digits, signs and spaces; empty where nobody could read it."""
        cdef int found
        cdef str own = text
        if len(text) > TOO_LONG:
            return ""
        found = first_look(text)
        if not found & PLAIN:
            own = clean(text) or ""
            if own != text:
                found = first_look(own)
        self.seen[own] = found
        return own

    def some(self, Py_ssize_t step):
        """Every so-manieth of the texts, each as often as the others."""
        cdef Texts few = Texts.__new__(Texts)
        cdef Py_ssize_t number = 0
        cdef int found
        few.counts, few.seen, few.readings, few.context = {}, self.seen, self.readings, self.context
        few.is_sample, few.language = True, self.language
        for text in self.counts:
            if number % step == 0:
                few.counts[text] = 1
                found = self.seen[text]
                few.written += found & DIGIT
            number += 1
        few.total = len(few.counts)
        return few

    cdef bint any_has(self, int fact) except -1:
        cdef int found
        for text in self.counts:
            found = self.seen[text]
            if found & fact:
                return True
        return False

    cdef Py_ssize_t cells_with(self, int fact) except -1:
        cdef Py_ssize_t cells = 0, count
        cdef int found
        for text, each in self.counts.items():
            found, count = self.seen[text], each
            if found & fact:
                cells += count
        return cells

    cdef int look_at_words(self, text) except -1:
        """What a text has, its words and all."""
        cdef int found = self.seen[text]
        if not found & SEEN:
            if self.language is None:
                self.language = language_of(self.context.language)
            found |= second_look(text, found, self.language)
            self.seen[text] = found
        return found

    def are_links(self):
        """Whether nearly all cells are addresses of the web."""
        return self.cells_with(LINK) >= SHARE * self.total

    def may_be_flags(self):
        """Whether enough cells say yes or no."""
        return not self.too_few(self.cells_with(FLAG))

    def may_be_money(self):
        """Whether a text may have an amount, and enough cells a digit, or nothing to pay."""
        cdef bint found = False
        if self.too_few(self.written) and self.too_few(self.written + self.cells_with(NOTHING)):
            return False
        for text in self.counts:
            found = self.look_at_words(text) & AMOUNT or found
        return found

    def may_be_ratings(self):
        """Whether a text may say that something is rated."""
        return self.any_has(STARS if self.too_few(self.written) else RATING)

    def may_be_dates(self):
        """Whether half of the cells have a digit or end like a time that is counted from now, and one may be a date."""
        cdef Py_ssize_t left = self.total, count
        cdef int found
        cdef bint dated = False
        for text, each in self.counts.items():
            found, count = self.look_at_words(text), each
            dated = dated or found & DATE
            if not found & (DIGIT | RELATIVE):
                left -= count
                if left * 2 < self.total:
                    return False
        return dated

    def may_be_times(self):
        """Whether a text may have a time of day, or a length of time that is written like one."""
        return self.any_has(CLOCK)

    def may_be_percentages(self):
        """Whether a text has a percent sign."""
        return self.any_has(PERCENT)

    def may_be_mail(self):
        """Whether a text has an "@"."""
        return self.any_has(AT)

    def free(self):
        """The texts that say that something costs nothing."""
        cdef int found
        cdef list free = []
        for text in self.counts:
            found = self.seen[text]
            if found & NOTHING:
                free.append(text)
        return free

    def read(self, reader, int fact, tuple more=(), double least=0):
        """Read every text that has a fact; those that the reader cannot read are left out. `more` is the same for all.

        Nothing is read where less than the share `least` of the cells can be: that is known before the last of them.
        """
        cdef dict known = self.readings.setdefault(reader, {}), found = {}
        cdef Py_ssize_t able = self.total, count
        cdef int seen
        for text, each in self.counts.items():
            seen = self.seen[text]
            value = None
            if seen & fact:
                if text in known:
                    value = known[text]
                else:
                    value = known[text] = reader(text, *more)
            if value is not None:
                found[text] = value
                continue
            count = each
            able -= count
            if able < least * self.total:
                return {}
        return found

    def too_few(self, Py_ssize_t cells):
        """Whether no more than so many fitting cells are too few for the column to be of a kind, or nearly so."""
        return ONE_IN * cells < self.total

    def cells(self, texts):
        """How many cells have one of these texts."""
        cdef Py_ssize_t cells = 0
        for text in texts:
            cells += self.counts[text]
        return cells

    def fits(self, texts):
        """Whether nearly all cells have one of these texts."""
        return self.cells(texts) >= SHARE * self.total


def parts(tuple column):
    """Return the texts of a column's cells, what the markup states for machines (None where it states nothing at all), and
    whether a cell is a list of several members."""
    cdef list texts = [], exact = []
    cdef bint stated = False, lists = False
    for cell in column:
        if cell is None:
            texts.append(None)
            exact.append(None)
            continue
        texts.append((<tuple>cell)[TEXT])
        own = (<tuple>cell)[EXACT]
        exact.append(own)
        stated = stated or bool(own)
        lists = lists or len((<tuple>cell)[ITEMS]) > 1
    return texts, exact if stated else None, lists
