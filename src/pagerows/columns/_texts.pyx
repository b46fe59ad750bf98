# cython: language_level=3, boundscheck=True, wraparound=False
"""The texts of a column, as the kinds of values ask for them: what each may be at all is seen in its bytes at once.

A reader is asked about a text only where the text has what all that it reads have; each text is read once by a reader.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8, PyUnicode_FromStringAndSize
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from pagerows.columns._bytes cimport Text, code_at, digit, is_plain_letter, number_end, past, sign, small
from pagerows.columns._words cimport Words, hash_of

from pagerows.columns.counts import STAR_SIGNS, is_of_some, is_starred
from pagerows.columns.currencies import FIRST_LETTERS, SIGNS
from pagerows.columns.flags import FLAGS, read_flag
from pagerows.columns.money import FREE, is_free
from pagerows.columns.reading import LONGEST, clean
from pagerows.columns.words import ONE, listed
from pagerows.patterns import lazy
from pagerows.values import Cell

cdef Py_ssize_t TEXT = Cell._fields.index("text"), EXACT = Cell._fields.index("exact"), ITEMS = Cell._fields.index("items")
cdef Py_ssize_t TOO_LONG = LONGEST
cdef object LETTER_RUNS = lazy(r"[^\W\d_]+")

#: Share of a column's cells that must fit its type; "Sold out" among prices is no reason to call them text.
cdef double SHARE = 0.7
#: The same where nothing marks numbers as something: sizes may be "38" and "M".
cdef double SHARE_BARE = 0.8
#: One in so many texts of a sample must fit a kind, or nobody asks the others.
cdef Py_ssize_t ONE_IN = 3
FITTING, FITTING_BARE, LEAST = SHARE, SHARE_BARE, ONE_IN

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
    MEASURE = 32768  # a number before all else, what may be a unit behind it, and behind that no number without one
    COUNT = 65536  # one number, and before it nothing, a sign or a label
    BARE = 262144  # a number and nothing else
    PHONE = 131072  # as many digits as a telephone number has, and what stands between them
    # What a character is.
    LETTER = 1
    MONEY = 2
    STAR = 4
    MONTH = 8
    CHANGED = 16
    KNOWN = 32
    UNSURE = 64  # a digit of another script, or what turns others around
    CODES = 0x110000
    # The kinds of columns.
    MONEYS = 1
    RATINGS = 2
    PERCENTAGES = 4
    DATES = 8
    TIMES = 16
    MEASURES = 32
    ADDRESSES = 64
    NUMBERS = 128
    FLAGS_ONLY = 256
    # Most bytes of a clean text, and fewest digits of a telephone number.
    MOST_BYTES = 512
    DIALLED = 8

HAS_DIGIT, HAS_AMOUNT, HAS_FLAG, HAS_RATING, HAS_PERCENT = DIGIT, AMOUNT, FLAG, RATING, PERCENT
HAS_AT, HAS_CLOCK, HAS_DATE, HAS_MEASURE, HAS_COUNT, HAS_PHONE = AT, CLOCK, DATE, MEASURE, COUNT, PHONE
MAY_BE_MONEYS, MAY_BE_RATINGS, MAY_BE_PERCENTAGES, MAY_BE_DATES = MONEYS, RATINGS, PERCENTAGES, DATES
MAY_BE_TIMES, MAY_BE_MEASURES, MAY_BE_ADDRESSES, MAY_BE_NUMBERS = TIMES, MEASURES, ADDRESSES, NUMBERS
MAY_BE_FLAGS = FLAGS_ONLY

#: The kinds of the characters that are not ASCII, as they come to be asked for, and what cleaning changes them to.
cdef unsigned char KINDS[CODES]
cdef unsigned char CLEANED[CODES]
#: What stands between a number and the best that could be given, and behind a number of stars.
cdef list OF = [b"/", b"out of", b"of", b"von", b"sur", b"su", b"de", b"van", b"av", b"z", b"de un total de"]
cdef list STAR_WORDS = [b"star", b"stern", b"estrel", b"stelle", b"sterren"]


cdef unsigned char kind_of(Py_ssize_t code) except? 0:
    if not KINDS[code]:
        KINDS[code] = first_kind_of(code)
    return KINDS[code]


cdef unsigned char first_kind_of(Py_ssize_t code) except? 0:
    cdef unsigned char kind = KNOWN
    cdef str character = chr(code), between
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
        between = (clean(f"a{character}a") or "aéa").replace("a", "")
        if character.isdecimal() or not between.isascii() or len(between) > 1:
            kind |= UNSURE
        else:
            CLEANED[code] = ord(between) if between else 0
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
        if end >= 0 and is_best(text, past(text, end, b" ")):
            return True
    return False


cdef bint is_best(const Text *text, Py_ssize_t at) noexcept:
    """Whether the number at a place is one of these, and no part of another number or date."""
    cdef Py_ssize_t end = at
    if sign(text, at) in b"56":
        end = at + 1
    elif sign(text, at) in b"12" and sign(text, at + 1) == b"0":
        end = at + 2 + (sign(text, at) == b"1" and sign(text, at + 2) == b"0")
    if end == at:
        return False
    return ends_here(text, end) or (sign(text, end) in b".," and sign(text, end + 1) == b"0" and ends_here(text, end + 2))


cdef bint ends_here(const Text *text, Py_ssize_t at) noexcept:
    return not digit(text, at) and (at >= text.size or sign(text, at) not in b".,/")


cdef bint has_stars(const Text *text, Py_ssize_t at) except -1:
    """Whether a word for stars is behind a digit."""
    at += sign(text, at) in b" -"
    for word in STAR_WORDS:
        if behind(text, at, word) >= 0:
            return True
    return False


cdef bint may_be_rated(const Text *text, Py_ssize_t at) except -1:
    """Whether a word for "of" or for stars is behind a digit that begins with a letter beyond ASCII."""
    cdef Py_ssize_t width = 0
    cdef str whole
    at += sign(text, at) in b" -"
    if sign(text, at) < 0x80 or code_at(text, at, &width) not in (0x438, 0x418, 0xE9, 0xC9, 0x437, 0x417, 0x661F):
        return False
    whole = string_of(text)
    return is_of_some(whole) or is_starred(whole)


cdef str string_of(const Text *text):
    return PyUnicode_DecodeUTF8(text.signs, text.size, "replace")


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


cdef bint is_measured(const Text *text) except -1:
    """Whether a text begins with a number and what may be a unit, and each further number follows one at once."""
    cdef Py_ssize_t at = number_end(text, 0), width = 1, code
    if not has_unit(text, at):
        return False
    at = past(text, at, b" ")
    while at < text.size:
        code = code_at(text, at, &width)
        if (code < 0x80 and (digit(text, at) or sign(text, at) in b" ,;|()")) or code in (0xB7, 0x2022):
            break
        at += width
    if not has_digit(text, at):
        return True
    at = past(text, at + (sign(text, at) in b".,"), b" ")
    return digit(text, at) or sign(text, at) in b"fom" or code_at(text, at, &width) == 0x43C


cdef bint has_digit(const Text *text, Py_ssize_t at) noexcept:
    """Whether a digit stands at a place, or behind it."""
    while at < text.size:
        if digit(text, at):
            return True
        at += 1
    return False


cdef bint is_counted(const Text *text, Py_ssize_t start) noexcept:
    """Whether the number at a place, the first of a text, is the only one, and before it nothing, a sign or a label."""
    cdef Py_ssize_t before = start - (sign(text, start - 1) in b"+-")
    cdef unsigned char last = sign(text, before - 1)
    if before > 0 and not (
        last in b"([#~" or last >= 0x80 or small(sign(text, 0)) == b"n"
        or (last == 32 and (sign(text, before - 2) == b":" or sign(text, before - 2) >= 0x80))
    ):
        return False
    return not has_digit(text, number_end(text, start))


cdef bint is_dialled(const Text *text) noexcept:
    """Whether a text is digits enough for a telephone number, and nothing but what stands before and between these."""
    cdef Py_ssize_t at = behind(text, 0, b"tel"), digits = 0
    at = at if at >= 0 else behind(text, 0, b"phone")
    at = at if at >= 0 else behind(text, 0, b"\xe2\x98\x8e")
    if at >= 0:
        while sign(text, at) in b".: " and at < text.size:
            at += 1
    at = past(text, max(at, 0), b"+")
    if not digit(text, at) or not digit(text, text.size - 1):
        return False
    while at < text.size:
        if digit(text, at):
            digits += 1
        elif sign(text, at) not in b" ()./-":
            return False
        at += 1
    return digits >= DIALLED


cdef int behind_number(const Text *text, Py_ssize_t start, Py_ssize_t at) except -1:
    """What the signs around a run of digits tell."""
    cdef int found = DIGIT
    cdef unsigned char next = small(sign(text, at))
    if is_loose(text, start, at):
        found |= LOOSE
    if start == 0 and is_measured(text):
        found |= MEASURE
    if next in b" .-/" and (
        has_two_marks(text, at) or (next == b"." and has_two_marks(text, at + 1)) or has_week(text, at)
    ):
        found |= DATE
    if next in b" :hap" and has_clock(text, at):
        found |= CLOCK
    if next in b",." and has_no_cents(text, at):
        found |= AMOUNT
    if (next in b" -/" or next >= 97) and (has_best(text, at) or has_stars(text, at) or may_be_rated(text, at)):
        found |= RATING
    return found


cdef int look(const Text *text) except -1:
    """What the signs of a text tell."""
    cdef Py_ssize_t at = 0, width = 1, start
    cdef unsigned char letter, before = 32, kind
    cdef int found = PLAIN, maybe = 0
    while at < text.size:
        letter = text.signs[at]
        width = 1
        if letter > 64 and letter < 0x80:  # letters, mostly
            pass
        elif 48 <= letter <= 57:
            start = at
            while digit(text, at + 1):
                at += 1
            if not found & DIGIT and is_counted(text, start):
                found |= COUNT | (BARE if start == 0 and number_end(text, 0) == text.size else 0)
            found |= behind_number(text, start, at + 1)
        elif letter >= 0x80:
            kind = kind_of(code_at(text, at, &width))
            if kind & (CHANGED | STAR | MONEY | MONTH):
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
    if text.size and text.signs[0] in b"hHwW" and is_link(text):
        found |= LINK
    if found & DIGIT:
        return found | maybe | (PHONE if is_dialled(text) else 0)
    return found | said(text)


cdef int said(const Text *text) except -1:
    """Whether a text without digits says yes or no, or that something is free."""
    cdef Py_ssize_t start = 0, stop = text.size, at
    cdef char letters[32]
    cdef str whole
    if text.size > 128:  # more than 32 characters, whatever their script
        return 0
    for at in range(text.size):
        if sign(text, at) >= 0x80:
            whole = string_of(text)
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


cdef Words YES_NO = Words("\t".join(FLAGS).encode()), GRATIS = Words("\t".join(FREE).encode())
cdef Words OF_MONEY = Words("\t".join(FIRST_LETTERS).encode()), ONES = Words("\t".join(ONE).encode())
#: What a language has, by its code; and the words of English by their kind, which all languages have.
cdef dict LANGUAGES = {}
cdef dict ENGLISH = {}


cdef struct Seen:
    # What a text has, how many cells have it, and its words that are part of no date, as a number (0: none, or not known).
    int facts
    Py_ssize_t cells
    unsigned int around


cdef class Language:
    """The words of a language that tell dates."""

    cdef str code
    cdef Words months, days, ends, dated

    def __init__(self, str code):
        self.code, self.months, self.ends = code, words_of("dates", code), words_of("ends", code)
        self.days, self.dated = words_of("days", code), words_of("vocabulary", code)

    cdef int look_at_words(self, const Text *text, Seen *seen) except -1:
        """Find what the words of a text add."""
        seen.around = 0
        if seen.facts & DIGIT:
            self.look_at_each(text, seen)
        if self.ends_relative(text):
            seen.facts |= RELATIVE | DATE
        seen.facts |= SEEN
        return 0

    cdef int look_at_each(self, const Text *text, Seen *seen) except -1:
        """Whether a text with digits has a word for money, or for a month, or with a clock for a day."""
        cdef Py_ssize_t at = 0, start = -1, width = 0
        cdef bint plain = True, ascii = True, letter
        cdef unsigned char own
        if self.code == "he":  # which writes "in" and the month in one
            seen.facts |= DATE
        while at <= text.size:
            own = sign(text, at)
            if own < 0x80:
                letter, width = is_plain_letter(own), 1
            else:
                letter, ascii = kind_of(code_at(text, at, &width)) & LETTER, False
            if letter:
                start = at if start < 0 else start
                plain = own < 0x80 and (plain or start == at)
            elif start >= 0:
                if plain:
                    self.look_at_plain(text, start, at, seen)
                else:
                    self.look_at_other(text, start, at, seen)
                start, plain = -1, True
            at += width
        if not ascii:
            seen.around = 0
        return 0

    cdef int look_at_plain(self, const Text *text, Py_ssize_t start, Py_ssize_t stop, Seen *seen) except -1:
        cdef Py_ssize_t at, size = stop - start
        cdef char letters[24]
        if OF_MONEY.has(&text.signs[start], size) or (size == 1 and sign(text, start) == b"S" and sign(text, stop) == b"/"):
            seen.facts |= AMOUNT
        if size > 24:
            seen.around = 31 * seen.around + 1
            return 0
        for at in range(size):
            letters[at] = small(sign(text, start + at))
        if not self.dated.has(letters, size):
            seen.around = 31 * seen.around + (hash_of(letters, size) | 1)
        elif self.months.has(letters, size) or (seen.facts & CLOCK and self.days.has(letters, size)):
            seen.facts |= DATE
        return 0

    cdef int look_at_other(self, const Text *text, Py_ssize_t start, Py_ssize_t stop, Seen *seen) except -1:
        cdef str word = PyUnicode_FromStringAndSize(&text.signs[start], stop - start), folded = word.casefold()
        if OF_MONEY.has_text(word):
            seen.facts |= AMOUNT
        for each in (folded,) if folded.isalnum() else LETTER_RUNS.findall(folded):
            if self.months.has_text(each) or (seen.facts & CLOCK and self.days.has_text(each)):
                seen.facts |= DATE
        return 0

    cdef bint ends_relative(self, const Text *text) except -1:
        """Whether the last words of a text are those of "3 days ago", "last week", "yesterday"."""
        cdef Py_ssize_t stop = text.size, last, first, at
        cdef Text folded
        cdef bytes kept
        while stop > 0 and around_end(text, stop):
            stop -= around_end(text, stop)
        last = word_start(text, stop)
        first = word_start(text, last - 1)
        for at in range(first, stop):
            if sign(text, at) >= 0x80:
                kept = PyUnicode_DecodeUTF8(&text.signs[first], stop - first, "replace").casefold().encode()
                folded.signs, folded.size = kept, len(kept)
                last = word_start(&folded, folded.size)
                return self.is_end(&folded, 0, folded.size) or (last > 0 and self.is_end(&folded, last, folded.size))
        return self.is_end(text, first, stop) or (first < last and self.is_end(text, last, stop))

    cdef bint is_end(self, const Text *text, Py_ssize_t start, Py_ssize_t stop) except -1:
        """Whether a piece of a text, with {0} for its numbers, ends times that are counted from now."""
        cdef char letters[MOST_BYTES]
        cdef Py_ssize_t size = 0
        while start < stop and around_start(text, start):
            start += around_start(text, start)
        while start < stop and size + 3 <= MOST_BYTES:
            if not digit(text, start):
                letters[size] = small(sign(text, start))
                size += 1
            elif not digit(text, start - 1):
                letters[size], letters[size + 1], letters[size + 2] = 123, 48, 125  # "{0}"
                size += 3
            start += 1
        return self.ends.has(letters, size) or self.is_end_of_one(letters, size)

    cdef bint is_end_of_one(self, const char *letters, Py_ssize_t size) noexcept:
        """Whether a word for 1 stands where such an end has {0}: "an hour"."""
        cdef char counted[MOST_BYTES + 3]
        cdef Py_ssize_t at = 0
        while at < size and letters[at] != 32:
            at += 1
        if at == size or not ONES.has(letters, at):
            return False
        counted[0], counted[1], counted[2] = 123, 48, 125
        memcpy(counted + 3, letters + at, size - at)
        return self.ends.has(counted, 3 + size - at)


cdef Py_ssize_t around_end(const Text *text, Py_ssize_t stop) noexcept:
    """How many bytes the sign has that ends before a place, where it may stand around a time; else none."""
    cdef unsigned char last = sign(text, stop - 1)
    if last in b" .|()*,@" and last:
        return 1
    if last == 0xB7 and sign(text, stop - 2) == 0xC2:  # "·"
        return 2
    return 3 if last == 0xA2 and sign(text, stop - 2) == 0x80 and sign(text, stop - 3) == 0xE2 else 0  # "•"


cdef Py_ssize_t around_start(const Text *text, Py_ssize_t at) noexcept:
    """The same for the sign at a place."""
    cdef Py_ssize_t width = 1, code = code_at(text, at, &width)
    return width if code in (0xB7, 0x2022) or (code < 0x80 and code and code in b" .|()*,@") else 0


cdef Py_ssize_t word_start(const Text *text, Py_ssize_t stop) noexcept:
    """Where the word begins that ends before a place."""
    while stop > 0 and sign(text, stop - 1) != 32:
        stop -= 1
    return max(stop, 0)


cdef Words words_of(str kind, str code):
    """The words of a list of a language, English ones among them."""
    if kind not in ENGLISH:
        ENGLISH[kind] = Words(listed(kind, "en"))
    own = listed(kind, code) if code != "en" else b""
    return Words(own, ENGLISH[kind]) if own else ENGLISH[kind]


def ends_relative(str text, str language):
    """Whether the last words of a text are those of "3 days ago", "last week", "yesterday"."""
    cdef Text own
    cdef bytes kept
    try:
        own.signs = PyUnicode_AsUTF8AndSize(text, &own.size)
    except UnicodeEncodeError:
        kept = half(text)
        own.signs, own.size = kept, len(kept)
    return language_of(language).ends_relative(&own)


cdef Language language_of(str code):
    found = LANGUAGES.get(code)
    if found is None:
        found = LANGUAGES[code] = Language(code)
    return found


cdef bytes half(str text):
    """The bytes of a text with halves of characters, which are no letters."""
    return text.encode("utf-8", "replace")


cdef str plain_text(str whole, const Text *text):
    """The text with plain digits, signs and spaces; empty where nobody could be sure of its digits."""
    cdef char kept[MOST_BYTES]
    cdef Py_ssize_t at = 0, size = 0, width = 1, more, code
    cdef unsigned char kind, letter
    cdef bint gap = False
    while at < text.size:
        code = code_at(text, at, &width)
        kind, letter = 0, sign(text, at)
        if code >= 0x80:
            kind = kind_of(code)
        elif 9 <= code <= 13 or 28 <= code <= 31:
            letter = 32
        if kind & UNSURE or size + 5 > MOST_BYTES:
            return clean(whole) or ""
        if kind & CHANGED:
            letter = CLEANED[code]
        at += width
        if letter == 32:
            gap = size > 0
        elif letter or not kind & CHANGED:
            if gap:
                kept[size] = 32
                size, gap = size + 1, False
            if kind & CHANGED or width == 1:
                kept[size] = letter
                size += 1
            else:
                for more in range(width):
                    kept[size + more] = text.signs[at - width + more]
                size += width
    return PyUnicode_DecodeUTF8(kept, size, NULL)


cdef int by_around(const void *one, const void *other) noexcept nogil:
    cdef unsigned int a = (<const Seen *>one).around, b = (<const Seen *>other).around
    return (a > b) - (a < b)


cdef class Texts:
    """The distinct clean texts of a column with how often each comes, in order of appearance.

    >>> texts = Texts(["5 €", None, "Sold  out", "5 €"], Context())
    >>> texts.counts, texts.total, texts.written, texts.may_be_money()
    ({'5 €': 2, 'Sold out': 1}, 3, 2, True)
    """

    cdef readonly object context
    #: How many cells have a text, and how many a digit.
    cdef readonly Py_ssize_t total, written
    #: Whether these are some of a column's texts: nobody asks for their values.
    cdef readonly bint is_sample
    #: The clean text of each cell, None where it has none.
    cdef readonly list cleaned
    #: The distinct texts, and what is known of each.
    cdef list texts
    cdef Seen *seen
    cdef dict counted
    cdef Language language
    #: Reader -> text -> what it read, or None: each text is read once, whoever asks and in whichever sample.
    cdef dict readings

    def __init__(self, texts, context):
        cdef dict numbers = {}
        cdef Py_ssize_t number
        cdef list every = texts if isinstance(texts, list) else list(texts)
        self.texts, self.readings, self.context, self.cleaned = [], {}, context, []
        self.make_room(len(every))
        for text in every:
            if not text:
                self.cleaned.append(text)
                continue
            known = numbers.get(text)
            number = self.number_of(text, numbers) if known is None else known
            self.total += 1
            if number < 0:  # what nobody could read is empty
                self.cleaned.append("")
                continue
            self.cleaned.append(self.texts[number])
            self.seen[number].cells += 1
            self.written += self.seen[number].facts & DIGIT

    def __dealloc__(self):
        PyMem_Free(self.seen)

    cdef int make_room(self, Py_ssize_t count) except -1:
        self.seen = <Seen *>PyMem_Malloc(max(count, 1) * sizeof(Seen))
        if self.seen is NULL:
            raise MemoryError
        return 0

    cdef Py_ssize_t number_of(self, str text, dict numbers) except -2:
        """The number of a text that was not seen before, by what is left of it when it is made plain; -1: nothing."""
        cdef Text own
        cdef bytes kept
        cdef int facts
        cdef str clean_text = text
        cdef Py_ssize_t number
        if len(text) > TOO_LONG:
            numbers[text] = -1
            return -1
        try:
            own.signs = PyUnicode_AsUTF8AndSize(text, &own.size)
        except UnicodeEncodeError:
            kept = half(text)
            own.signs, own.size = kept, len(kept)
            clean_text = clean(text) or ""
        facts = look(&own)
        if not facts & PLAIN:
            if clean_text is text:
                clean_text = plain_text(text, &own)
            known = numbers.get(clean_text)
            if known is not None or not clean_text:
                numbers[text] = known if clean_text else -1
                return numbers[text]
            facts = self.facts_of(clean_text)
        elif clean_text is not text:
            facts = self.facts_of(clean_text) if clean_text else 0
        number = len(self.texts) if clean_text else -1
        numbers[text] = number
        if number >= 0:
            numbers[clean_text] = number
            self.texts.append(clean_text)
            self.seen[number] = Seen(facts, 0, 0)
        return number

    cdef int facts_of(self, str text) except -1:
        cdef Text own
        cdef bytes kept
        try:
            own.signs = PyUnicode_AsUTF8AndSize(text, &own.size)
        except UnicodeEncodeError:
            kept = half(text)
            own.signs, own.size = kept, len(kept)
        return look(&own)

    @property
    def counts(self):
        """How many cells have each text."""
        cdef Py_ssize_t number
        if self.counted is None:
            self.counted = {}
            for number in range(len(self.texts)):
                self.counted[self.texts[number]] = self.seen[number].cells
        return self.counted

    @property
    def distinct(self):
        """How many texts there are."""
        return len(self.texts)

    def some(self, Py_ssize_t step):
        """Every so-manieth of the texts, each as often as the others."""
        cdef Texts few = Texts.__new__(Texts)
        cdef Py_ssize_t number
        few.readings, few.context, few.is_sample, few.language = self.readings, self.context, True, self.language
        few.texts = []
        few.make_room(len(self.texts))
        for number in range(0, len(self.texts), step):
            few.seen[len(few.texts)] = self.seen[number]
            few.seen[len(few.texts)].cells = 1
            few.texts.append(self.texts[number])
            few.written += self.seen[number].facts & DIGIT
        few.total = len(few.texts)
        return few

    cdef bint any_has(self, int fact) except -1:
        cdef Py_ssize_t number
        for number in range(len(self.texts)):
            if self.seen[number].facts & fact:
                return True
        return False

    cdef Py_ssize_t cells_with(self, int fact) except -1:
        cdef Py_ssize_t cells = 0, number
        for number in range(len(self.texts)):
            if self.seen[number].facts & fact:
                cells += self.seen[number].cells
        return cells

    cdef int look_at_words(self, Py_ssize_t number) except -1:
        """What a text has, its words and all."""
        cdef Text own
        cdef bytes kept
        if not self.seen[number].facts & SEEN:
            if self.language is None:
                self.language = language_of(self.context.language)
            text = <str>self.texts[number]
            try:
                own.signs = PyUnicode_AsUTF8AndSize(text, &own.size)
            except UnicodeEncodeError:
                kept = half(text)
                own.signs, own.size = kept, len(kept)
            self.language.look_at_words(&own, &self.seen[number])
        return self.seen[number].facts

    def possible(self):
        """Return the kinds that so many texts have what they need of that the column may be of them, as bits.

        A kind decides a column's type, or comes near it, where half of the cells fit; a sample's where a third does.
        """
        cdef Py_ssize_t nothing = self.cells_with(NOTHING), dated, paid
        cdef int found = 0
        dated = self.look_for_dates(self.enough(self.written + nothing))
        paid = self.cells_with(AMOUNT)
        if paid and self.enough(paid + nothing):
            found |= MONEYS
        if self.enough(self.cells_with(RATING)):
            found |= RATINGS
        if 2 * dated >= self.total and self.may_agree():
            found |= DATES
        if self.cells_with(AT) >= SHARE * self.total or self.cells_with(PHONE) >= SHARE * self.total:
            found |= ADDRESSES
        if (self.is_sample or 2 * self.written < self.total) and self.enough(self.cells_with(FLAG)):
            found |= FLAGS_ONLY
        if not self.is_sample and 2 * self.written < self.total:
            return found
        if self.enough(self.cells_with(PERCENT)):
            found |= PERCENTAGES
        if self.enough(self.cells_with(CLOCK)):
            found |= TIMES
        if self.enough(self.cells_with(MEASURE)):
            found |= MEASURES
        if self.cells_with(COUNT) >= SHARE_BARE * self.total:
            found |= NUMBERS
        return found

    cdef bint enough(self, Py_ssize_t cells) noexcept:
        """Whether so many fitting cells may decide the type of a column."""
        return (ONE_IN if self.is_sample else 2) * cells >= self.total

    cdef Py_ssize_t look_for_dates(self, bint all_words) except -1:
        """How many cells may be dates; where it is less than half, and nobody else asks for the words, at least so many."""
        cdef Py_ssize_t left = self.total, number, cells = 0
        for number in range(len(self.texts)):
            if not self.look_at_words(number) & (DIGIT | RELATIVE):
                left -= self.seen[number].cells
                if 2 * left < self.total and not all_words:
                    return 0
            elif self.seen[number].facts & DATE:
                cells += self.seen[number].cells
        return cells

    cdef bint may_agree(self) except -1:
        """Whether the words around what may be dates may be the same few ones in nearly all cells that are.

        Half of the cells must be dates, so that words which are part of none rule a column out where they are too many.
        """
        cdef Py_ssize_t number, ways = 1 + (self.total >= 10) + (self.total >= 30), same = 0, cells, at = 0
        cdef Py_ssize_t count = len(self.texts)
        cdef Seen *ordered
        cdef Py_ssize_t[3] best
        best[0] = best[1] = best[2] = 0
        ordered = <Seen *>PyMem_Malloc(max(count, 1) * sizeof(Seen))
        if ordered is NULL:
            raise MemoryError
        for number in range(count):
            if self.seen[number].facts & DATE:
                ordered[at] = self.seen[number]
                at += 1
        count = at
        qsort(ordered, count, sizeof(Seen), by_around)
        at = 0
        while at < count:
            number, cells = at, 0
            while at < count and ordered[at].around == ordered[number].around:
                cells += ordered[at].cells
                at += 1
            if ordered[number].around == 0:
                same += cells
            else:
                insert_best(best, ways, cells)
        PyMem_Free(ordered)
        same += best[0] + best[1] + best[2]
        return 2 * same >= SHARE * self.total - 1e-9

    def are_links(self):
        """Whether nearly all cells are addresses of the web."""
        return self.cells_with(LINK) >= SHARE * self.total

    def may_be_flags(self):
        """Whether enough cells say yes or no."""
        return not self.too_few(self.cells_with(FLAG))

    def may_be_money(self):
        """Whether a text may have an amount, and enough cells a digit, or nothing to pay."""
        cdef bint found = False
        cdef Py_ssize_t number
        if self.too_few(self.written) and self.too_few(self.written + self.cells_with(NOTHING)):
            return False
        for number in range(len(self.texts)):
            found = self.look_at_words(number) & AMOUNT or found
        return found

    def may_be_ratings(self):
        """Whether a text may say that something is rated."""
        return self.any_has(STARS if self.too_few(self.written) else RATING)

    def may_be_dates(self):
        """Whether half of the cells have a digit or end like a time that is counted from now, and one may be a date."""
        cdef Py_ssize_t left = self.total, number
        cdef int found
        cdef bint dated = False
        for number in range(len(self.texts)):
            found = self.look_at_words(number)
            dated = dated or found & DATE
            if not found & (DIGIT | RELATIVE):
                left -= self.seen[number].cells
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
        cdef list free = []
        cdef Py_ssize_t number
        for number in range(len(self.texts)):
            if self.seen[number].facts & NOTHING:
                free.append(self.texts[number])
        return free

    def read(self, reader, int fact, tuple more=(), double least=0):
        """Read every text that has a fact; those that the reader cannot read are left out. `more` is the same for all.

        Nothing is read where less than the share `least` of the cells can be: that is known before the last of them.
        """
        cdef dict known = self.readings.setdefault(reader, {}), found = {}
        cdef Py_ssize_t able = self.total, number
        for number in range(len(self.texts)):
            value = None
            text = self.texts[number]
            if self.seen[number].facts & fact:
                if text in known:
                    value = known[text]
                else:
                    value = known[text] = reader(text, *more)
            if value is not None:
                found[text] = value
                continue
            able -= self.seen[number].cells
            if able < least * self.total:
                return {}
        return found

    def bare_numbers(self):
        """The texts that are numbers and nothing else; None where others may have one number, too, or these are too few."""
        cdef list found = []
        cdef Py_ssize_t number, cells = 0
        for number in range(len(self.texts)):
            if self.seen[number].facts & COUNT:
                if not self.seen[number].facts & BARE:
                    return None
                found.append(self.texts[number])
                cells += self.seen[number].cells
        return found if cells >= SHARE_BARE * self.total else None

    def too_few(self, Py_ssize_t cells):
        """Whether no more than so many fitting cells are too few for the column to be of a kind, or nearly so."""
        return ONE_IN * cells < self.total

    def cells(self, texts):
        """How many cells have one of these texts."""
        cdef Py_ssize_t cells = 0
        cdef dict counts = self.counts
        for text in texts:
            cells += counts[text]
        return cells

    def fits(self, texts):
        """Whether nearly all cells have one of these texts."""
        return self.cells(texts) >= SHARE * self.total


cdef void insert_best(Py_ssize_t *best, Py_ssize_t ways, Py_ssize_t cells) noexcept:
    """Keep the largest numbers, as many as there are `ways`, up to three."""
    cdef Py_ssize_t place, kept
    for place in range(ways):
        if cells > best[place]:
            kept = best[place]
            best[place] = cells
            cells = kept


def parts(tuple column):
    """Return the texts of a column's cells, what the markup states for machines (None where it states nothing at all),
    whether a cell is a list of several members, and whether one of the first two has a colon, as labels have."""
    cdef list texts = [], exact = []
    cdef bint stated = False, lists = False, colon = False
    cdef Py_ssize_t filled = 0
    for cell in column:
        if cell is None:
            texts.append(None)
            exact.append(None)
            continue
        text = <str>(<tuple>cell)[TEXT]
        texts.append(text)
        if filled < 2:
            filled += 1
            colon = colon or ":" in text or "：" in text
        own = (<tuple>cell)[EXACT]
        exact.append(own)
        stated = stated or bool(own)
        lists = lists or len((<tuple>cell)[ITEMS]) > 1
    return texts, exact if stated else None, lists, colon
