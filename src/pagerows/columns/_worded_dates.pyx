# cython: language_level=3, boundscheck=True, wraparound=False
"""Dates with a word for a month and other words around them, read from their bytes: "By Ann | Updated: May 7, 2024 4:03 am".

What has another form, or where one of the patterns of `dates` could see more, is left to these.
"""

from datetime import time

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_FromStringAndSize

from pagerows.columns._bytes cimport Text, digit, digits_end, is_plain_letter, past, sign

cdef enum:
    NONE = -1
    LONGEST = 80
    EARLIEST = 1500
    LATEST = 2200

#: The days of the months of leap years.
cdef int[13] LEAP = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
#: What ends a number, and words behind a clock that say more of it.
cdef frozenset ENDINGS = frozenset(("st", "nd", "rd", "th", "er", "re", "e"))
cdef frozenset BEHIND_CLOCK = frozenset(
    "uhr h z utc gmt est edt cst cdt mst mdt pst pdt cet cest bst msk jst kst".split()
)


cdef struct Clock:
    # The bytes of a time of day (NONE: there is none), and its parts.
    Py_ssize_t start, stop
    int hour, minute, second


cdef str piece(const Text *text, Py_ssize_t start, Py_ssize_t stop):
    return PyUnicode_FromStringAndSize(&text.signs[start], stop - start)


cdef int value_of(const Text *text, Py_ssize_t start, Py_ssize_t stop) noexcept:
    cdef int value = 0
    while start < stop:
        value = 10 * value + sign(text, start) - 48
        start += 1
    return value


cdef Py_ssize_t letters_end(const Text *text, Py_ssize_t at) noexcept:
    while is_plain_letter(sign(text, at)):
        at += 1
    return at


cdef Py_ssize_t half_end(const Text *text, Py_ssize_t at) noexcept:
    """The end of "am", " p.m." behind a place; the place itself where there is none."""
    cdef Py_ssize_t end = past(text, at, b" ")
    if sign(text, end) not in b"ap" or end >= text.size:
        return at
    end = past(text, end + 1, b".")
    if sign(text, end) != b"m" or is_plain_letter(sign(text, end + 1)):
        return at
    end = past(text, end + 1, b".")
    return at if is_plain_letter(sign(text, end)) else end


cdef bint find_clock(const Text *text, Clock *clock) except -1:
    """Find the time of day, where there is one; False where there are several, or more to one than hours and minutes."""
    cdef Py_ssize_t at = 0, end, stop
    clock.start = clock.stop = NONE
    while at < text.size:
        if not digit(text, at):
            at += 1
            continue
        end = digits_end(text, at)
        if sign(text, end) == b"h" and digit(text, end + 1):
            return False
        if sign(text, end) != b":" or not digit(text, end + 1):
            if half_end(text, end) > end:
                return False
            at = end
            continue
        stop = digits_end(text, end + 1)
        if clock.start != NONE or end - at > 2 or stop - end != 3 or not may_begin_clock(text, at):
            return False
        clock.start, clock.hour, clock.minute, clock.second = at, value_of(text, at, end), value_of(text, end + 1, stop), 0
        if sign(text, stop) == b":":
            at, stop = stop, digits_end(text, stop + 1)
            if stop - at != 3 or sign(text, stop) == b".":
                return False
            clock.second = value_of(text, at + 1, stop)
        end = half_end(text, stop)
        if end > stop and not read_half(text, stop, clock):
            return False
        clock.stop = end
        if not ends_clock(text, end) or clock.hour > 23 or clock.minute > 59 or clock.second > 59:
            return False
        at = end
    return True


cdef bint may_begin_clock(const Text *text, Py_ssize_t at) noexcept:
    return at == 0 or (sign(text, at - 1) not in b".,:" and not is_plain_letter(sign(text, at - 1)))


cdef bint read_half(const Text *text, Py_ssize_t at, Clock *clock) noexcept:
    """Count the hours of the half of the day that is told at a place."""
    if not 1 <= clock.hour <= 12:
        return False
    clock.hour = clock.hour % 12 + (12 if sign(text, past(text, at, b" ")) == b"p" else 0)
    return True


cdef bint ends_clock(const Text *text, Py_ssize_t at) except -1:
    """Whether nothing behind a clock says more of it."""
    cdef Py_ssize_t next = past(text, at, b" ")
    if digit(text, at) or sign(text, at) == b":" or sign(text, next) == b"(":
        return False
    if sign(text, next) in b"+-" and next < text.size and digit(text, next + 1):
        return False
    return piece(text, next, letters_end(text, next)) not in BEHIND_CLOCK


cdef Py_ssize_t with_preposition(const Text *text, Py_ssize_t at) noexcept:
    """Where "at ", "um ", "kl " or "kl. " before a clock begins; its own place where there is none."""
    cdef Py_ssize_t end = at - 1, start
    if sign(text, end) != 32:
        return at
    end -= sign(text, end - 1) == b"." and sign(text, end - 2) == b"l"
    start = end - 2
    if start < 0 or not may_begin_clock(text, start) or digit(text, start - 1):
        return at
    if is_pair(text, start, b"k", b"l"):
        return start
    return start if end == at - 1 and (is_pair(text, start, b"a", b"t") or is_pair(text, start, b"u", b"m")) else at


cdef bint is_pair(const Text *text, Py_ssize_t at, unsigned char first, unsigned char second) noexcept:
    return sign(text, at) == first and sign(text, at + 1) == second


cdef bint is_between_marks(const Text *text, Py_ssize_t start, Py_ssize_t stop) noexcept:
    """Whether a number of one or two digits may be the middle one of three."""
    cdef Py_ssize_t before = start - 1 - (sign(text, start - 1) == 32), behind = past(text, stop, b" ")
    if before <= 0 or behind >= text.size or sign(text, before) not in b"-/." or sign(text, behind) not in b"-/.":
        return False
    before -= 1 + (sign(text, before - 1) == 32)
    return (digit(text, before) or sign(text, before) == b".") and digit(text, past(text, behind + 1, b" "))


cdef bint is_possible(int year, int month, int day) noexcept:
    """Whether there is such a day."""
    if not 1 <= month <= 12 or (year != NONE and not EARLIEST <= year <= LATEST):
        return False
    if month == 2 and day == 29 and year != NONE:
        return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return day == NONE or day <= LEAP[month]


def worded_when(str whole, dict months, dict weekdays, filler, days, kind):
    """Read a date from a clean text in small letters into `kind`, a tuple that begins with its parts; None: of another form.

    `filler` are words that say nothing, `days` the last words for days that are counted from today.

    >>> from pagerows.columns.dates import When
    >>> found = worded_when("by ann | tue may 7th, 2024 at 4:03 pm", {"may": 5}, {"tue": 1}, {"by"}, (), When)
    >>> found.year, found.month, found.day, found.weekday, found.clock, found.rest
    (2024, 5, 7, 1, datetime.time(16, 3), 'ann')
    """
    cdef Text text
    cdef Clock clock
    cdef Py_ssize_t at = 0, end, words = 0, place = NONE, day_place = NONE
    cdef int year = NONE, month = NONE, day = NONE, value
    cdef list left = []
    if not whole.isascii() or len(whole) > LONGEST:
        return None
    clock.hour = clock.minute = clock.second = 0
    text.signs = PyUnicode_AsUTF8AndSize(whole, &text.size)
    if not find_clock(&text, &clock):
        return None
    if clock.start != NONE:
        clock.start = with_preposition(&text, clock.start)
    weekday = None
    while at < text.size:
        if at == clock.start:
            at = clock.stop
        elif digit(&text, at):
            end = digits_end(&text, at)
            value = value_of(&text, at, end) if end - at <= 4 else NONE
            if end - at == 4 and EARLIEST <= value <= 2400 and year == NONE:
                year = value
            elif end - at <= 2 and 1 <= value <= 31 and day == NONE and not is_between_marks(&text, at, end):
                day, day_place = value, words
            else:
                return None
            words += 1
            at = letters_end(&text, end)
            if at > end and piece(&text, end, at) not in ENDINGS:
                at = end
        elif is_plain_letter(sign(&text, at)):
            end = letters_end(&text, at)
            if not ends_word(&text, end):
                return None
            word = piece(&text, at, end)
            if word in days or (word[0] == "w" and at > 1 and sign(&text, at - 1) == b"-" and digit(&text, end)):
                return None
            if word in months:
                if place != NONE:
                    return None
                place, month = words, months[word]
            elif word in weekdays:
                if weekday is not None:
                    return None
                weekday = weekdays[word]
            elif word not in filler:
                left.append(word)
            words += 1
            at = end
        else:
            at += 1
    if place == NONE or (day != NONE and not -2 <= day_place - place <= 2) or (day == NONE and year == NONE):
        return None
    if not is_possible(year, month, day):
        return None
    moment = None if clock.start == NONE else time(clock.hour, clock.minute, clock.second)
    parts = None if year == NONE else year, month, None if day == NONE else day, None, weekday, moment
    return tuple.__new__(kind, parts + (None, None, None, None, " ".join(left)))


cdef bint ends_word(const Text *text, Py_ssize_t at) noexcept:
    """Whether a word of letters ends here for the patterns, too."""
    return at >= text.size or digit(text, at) or sign(text, at) in b' .,;:/()[]|@-"'
