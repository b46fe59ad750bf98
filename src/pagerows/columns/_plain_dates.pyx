# cython: language_level=3, boundscheck=True, wraparound=False
"""Dates of the usual forms, read from their bytes: 2024-05-07, 7/5/2024, 7 May 2024, Tue, May 7th, 10:30 pm.

What has any other form is left to the patterns of `dates`, which read all forms.
"""

from datetime import date as date_type, datetime, time

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8, PyUnicode_FromStringAndSize

from pagerows.columns._bytes cimport Text, digit, digits_end, is_plain_letter, past, sign, small

cdef enum:
    NONE = -1
    MOST = 512
    EARLIEST = 1500
    LATEST = 2200

#: The days of the months of leap years.
cdef int[13] LEAP = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


cdef struct Date:
    # The parts of a date, NONE where a text has none; `a` and `b` are day and month in an order that is not known.
    int year, month, day, a, b, weekday, hour, minute, second


cdef int number(const Text *text, Py_ssize_t at, Py_ssize_t *end) noexcept:
    """The number at a place, and where it ends; NONE where there is none of up to four digits."""
    cdef int value = 0
    end[0] = at
    while digit(text, end[0]) and end[0] - at < 5:
        value = 10 * value + sign(text, end[0]) - 48
        end[0] += 1
    return value if 0 < end[0] - at < 5 else NONE


cdef Py_ssize_t word_end(const Text *text, Py_ssize_t at) noexcept:
    while is_plain_letter(sign(text, at)) or sign(text, at) >= 0x80:
        at += 1
    return at


cdef object meant(dict words, const Text *text, Py_ssize_t start, Py_ssize_t end):
    """What the word between two places means; None where it is not known."""
    return words.get(PyUnicode_FromStringAndSize(&text.signs[start], end - start).casefold()) if start < end else None


cdef Py_ssize_t behind_ordinal(const Text *text, Py_ssize_t at) noexcept:
    """The place behind the ending of a number: "th", "."."""
    cdef unsigned char first = small(sign(text, at)), second = small(sign(text, at + 1))
    if (first, second) in ((115, 116), (110, 100), (114, 100), (116, 104)):  # st, nd, rd, th
        return at + 2
    return past(text, at, b".")


cdef bint has_ended(const Text *text, Py_ssize_t at) noexcept:
    return at == text.size or sign(text, at) in b" ,"


cdef Py_ssize_t read_numbers(const Text *text, Py_ssize_t at, Date *date) noexcept:
    """Read three numbers with the same mark between them; return where they end, NONE where they are no date."""
    cdef Py_ssize_t first = 0, second = 0, third = 0
    cdef int one = number(text, at, &first), two, three
    cdef unsigned char mark = sign(text, first)
    if one == NONE or mark not in b"-/.":
        return NONE
    two = number(text, first + 1, &second)
    if two == NONE or second - first > 3 or sign(text, second) != mark:
        return NONE
    three = number(text, second + 1, &third)
    if three == NONE or not has_ended(text, third):
        return NONE
    if first - at == 4 and third - second <= 3:
        date.year, date.month, date.day = one, two, three
        return third if one < 3000 else NONE
    if first - at > 2 or third - second not in (3, 5):
        return NONE
    date.year = three if third - second == 5 else three + (2000 if three < 70 else 1900)  # as POSIX has it
    if mark == b".":  # nobody writes the month first with dots
        date.day, date.month = one, two
    else:
        date.a, date.b = one, two
    return third


cdef Py_ssize_t read_words(const Text *text, Py_ssize_t at, dict months, Date *date) except -2:
    """Read a word for a month with a day before or behind it, a year behind, or both; return where they end."""
    cdef Py_ssize_t end = 0, next = 0
    cdef int value = number(text, at, &end)
    if value != NONE:
        if end - at > 2:
            return NONE
        date.day = value
        end = behind_ordinal(text, end)
        if sign(text, end) != 32:
            return NONE
        at = end + 1
    end = word_end(text, at)
    month = meant(months, text, at, end)
    if month is None:
        return NONE
    date.month = month
    end = past(text, end, b".")
    value = number(text, past(text, end, b" "), &next) if sign(text, end) == 32 else NONE
    if value != NONE and date.day == NONE and next - end <= 3:
        date.day = value
        end = behind_ordinal(text, next)
    return read_year(text, end, date)


cdef Py_ssize_t read_year(const Text *text, Py_ssize_t at, Date *date) noexcept:
    """Read a year behind a day and a month, where there is one; return where they end."""
    cdef Py_ssize_t start = past(text, at, b","), end = 0
    cdef int year
    if sign(text, start) == 32 and digit(text, start + 1):
        year = number(text, start + 1, &end)
        if end - start == 5 and has_ended(text, end):
            date.year = year
            return end
    return at if date.day != NONE and has_ended(text, at) else NONE


cdef bint read_clock(const Text *text, Py_ssize_t at, Date *date) noexcept:
    """Read a time of day up to the end of the text."""
    cdef Py_ssize_t end = 0, next = 0
    cdef unsigned char half
    date.hour = number(text, at, &end)
    if end - at > 2 or sign(text, end) != b":":
        return False
    date.minute = number(text, end + 1, &next)
    if next - end != 3:
        return False
    end = next
    date.second = 0
    if sign(text, end) == b":":
        date.second = number(text, end + 1, &next)
        if next - end != 3:
            return False
        end = next
    end = past(text, end, b" ") if end + 1 < text.size else end
    half = small(sign(text, end))
    if half in b"ap" and small(sign(text, end + 1)) == b"m":
        if not 1 <= date.hour <= 12:
            return False
        date.hour = date.hour % 12 + (12 if half == b"p" else 0)
        end += 2
    return end == text.size and 0 <= date.hour <= 23 and 0 <= date.minute <= 59 and 0 <= date.second <= 59


cdef bint is_possible(const Date *date) noexcept:
    """Whether there is such a day."""
    cdef int low = min(date.a, date.b), high = max(date.a, date.b)
    if date.a != NONE:
        return 1 <= low <= 12 and high <= 31 and date.year >= EARLIEST
    if not 1 <= date.month <= 12 or (date.year != NONE and not EARLIEST <= date.year <= LATEST):
        return False
    if date.month == 2 and date.day == 29 and date.year != NONE:
        return date.year % 4 == 0 and (date.year % 100 != 0 or date.year % 400 == 0)
    return date.day == NONE or 1 <= date.day <= LEAP[date.month]


cdef object part(int value):
    return None if value == NONE else value


cdef bint read(const Text *text, dict months, dict weekdays, Date *date) except -1:
    """Read a weekday, a date and a time of day, in this order and where there are any, and nothing else."""
    cdef Py_ssize_t at = word_end(text, 0), end = 0
    cdef object weekday = meant(weekdays, text, 0, at)
    if at > 0 and weekday is not None and meant(months, text, 0, at) is None:
        date.weekday = weekday
        at = past(text, past(text, at, b"."), b",")
        if sign(text, at) != 32:
            return False
        at += 1
    else:
        at = 0
    number(text, at, &end)
    if sign(text, end) == b":":
        return read_clock(text, at, date)
    end = read_numbers(text, at, date) if sign(text, end) in b"-/." else NONE
    if end == NONE:
        end = read_words(text, at, months, date)
    if end == NONE or not is_possible(date):
        return False
    if end == text.size:
        return True
    end = past(text, end, b",")
    if sign(text, end) != 32:
        return False
    end += 1
    if small(sign(text, end)) == b"a" and small(sign(text, end + 1)) == b"t" and sign(text, end + 2) == 32:
        end += 3
    return read_clock(text, end, date)


def plain_when(str whole, dict months, dict weekdays, kind):
    """Read a date of a usual form from a clean text into `kind`, a tuple that begins with its parts; None: of another form.

    >>> from pagerows.columns.dates import When
    >>> found = plain_when("Tue, 5 May 2020 at 7:30 pm", {"may": 5}, {"tue": 1}, When)
    >>> found.day, found.weekday, found.clock, plain_when("5 days", {}, {}, When)
    (5, 1, datetime.time(19, 30), None)
    """
    cdef Text text
    cdef Date date
    if not whole or len(whole) > 80:
        return None
    try:
        text.signs = PyUnicode_AsUTF8AndSize(whole, &text.size)
    except UnicodeEncodeError:  # half of a character
        return None
    date.year = date.month = date.day = date.a = date.b = date.weekday = date.hour = date.minute = date.second = NONE
    if not read(&text, months, weekdays, &date):
        return None
    pair = None if date.a == NONE else (date.a, date.b)
    clock = None if date.hour == NONE else time(date.hour, date.minute, date.second)
    parts = part(date.year), part(date.month), part(date.day), pair, part(date.weekday), clock
    return tuple.__new__(kind, parts + (None, None, None, None, ""))


def plain_relative(str whole, dict known, kind):
    """Read a time that is counted from now from a clean text in ASCII with one number; None where it is of another form.

    `known` has what follows up to three other words, in small letters and with "{0}" for the number.

    >>> from pagerows.columns.dates import When
    >>> found = plain_relative("Posted 3 Days ago.", {"{0} days ago": ("d", -1)}, When)
    >>> found.ago, found.rest, plain_relative("3 days", {}, When)
    ((-3, 'd'), 'posted', None)
    """
    cdef Text text
    cdef char letters[MOST]
    cdef Py_ssize_t at, stop, start, size = 0, words, numbers = 0, first = 0
    cdef str pattern, phrase
    if not whole.isascii() or len(whole) > 80:
        return None
    text.signs = PyUnicode_AsUTF8AndSize(whole, &text.size)
    at, stop = 0, text.size
    while at < stop and is_around(sign(&text, at)):
        at += 1
    while stop > at and is_around(sign(&text, stop - 1)):
        stop -= 1
    while at < stop:
        if not digit(&text, at):
            letters[size] = small(sign(&text, at))
            size += 1
        elif at == 0 or not digit(&text, at - 1):
            letters[size], letters[size + 1], letters[size + 2] = 123, 48, 125  # "{0}"
            first, numbers, size = at, numbers + 1, size + 3
        at += 1
    if numbers != 1:
        return None
    pattern, start = PyUnicode_DecodeUTF8(letters, size, NULL), 0
    for words in range(4):
        phrase = pattern[start:]
        found = known.get(phrase)
        if found is not None:
            count = int(whole[first : digits_end(&text, first)][:6])
            ago = found[1] * count, found[0]
            return tuple.__new__(kind, (None, None, None, None, None, None, None, ago, None, None, pattern[:start].strip()))
        start = pattern.find(" ", start) + 1
        if not start:
            return None
    return None


cdef bint is_around(unsigned char letter) noexcept:
    return letter in b" .|()*"


cdef tuple in_order(pair, day_first):
    """The day and the month of two numbers, nothing where nobody can tell."""
    first, second = pair
    if first > 12 or second > 12:
        day_first = first > 12
    if day_first is None:
        return None, None
    return (first, second) if day_first else (second, first)


def plain_values(dict whens, day_first, slow):
    """Return the dates that their parts say: of those with day, month and year here, of others by what `slow` returns.

    One that has no value is left out.
    """
    cdef dict found = {}
    for text, when in whens.items():
        year, month, day, pair, weekday, clock, zone, ago, span, end, _ = when
        if pair is not None and pair[0] != pair[1]:
            day, month = in_order(pair, day_first)
        elif pair is not None:
            day, month = pair
        if year is None or month is None or day is None or ago is not None or span is not None or end is not None:
            value = slow(when)
        else:
            try:
                value = date_type(year, month, day)
                if weekday is not None and value.weekday() != weekday:
                    value = None  # the page contradicts itself, or we misread it
                elif clock is not None:
                    value = datetime.combine(value, clock, zone)
            except (ValueError, OverflowError):  # the 31st of June
                value = None
        if value is not None:
            found[text] = value
    return found
