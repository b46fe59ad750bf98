# cython: language_level=3, boundscheck=True, wraparound=False
"""Whether texts have a digit, a letter, or any of both: what most steps ask of a text before all else.

Plain loops over ASCII; what has no answer there is Python's to say.
"""

import re

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

cdef object DECIMAL = re.compile(r"\d").search
cdef object OTHERS = re.compile(r"[\W_]+").sub
cdef enum: FIGURE = 1, LETTER = 2
#: Characters of the longest text that has a form; see `forms.form`.
cdef enum: LONGEST_VALUE = 40

#: Without one of these nothing is rated, unless it is out of 5, 10 or 100.
cdef tuple RATING_WORDS = (
    "star", "ster", "stel", "toile", "estrel", "rating", "rated", "score", "bewertung", "note"
)

#: What a text is made of, as bits; signs beyond ASCII may be letters, and signs of currencies.
LETTERS, FEW_LETTERS, CURRENCIES, PERCENTS, COLONS, SEPARATED = 1, 2, 4, 8, 16, 32


cdef int in_ascii(str text, int wanted) except -2:
    """1 where a text has an ASCII character that is wanted; else 0, or -1 where it has others than ASCII."""
    cdef Py_ssize_t size = 0, at
    cdef const char *signs
    cdef unsigned char sign
    cdef int found = 0
    try:
        signs = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:  # half of a pair
        return -1
    for at in range(size):
        sign = <unsigned char>signs[at]
        if sign >= 0x80:
            found = -1
        elif wanted & FIGURE and 48 <= sign <= 57:
            return 1
        elif wanted & LETTER and (65 <= sign <= 90 or 97 <= sign <= 122):
            return 1
    return found


cpdef bint has_digit(str text) except -1:
    """Tell whether a text has a decimal digit: without one it holds no value, so nothing else need be looked for."""
    cdef int found = in_ascii(text, FIGURE)
    return found > 0 or (found < 0 and DECIMAL(text) is not None)


cpdef Py_ssize_t count_letters(str text) except -1:
    """Return how many letters and digits a text has."""
    cdef Py_ssize_t size = 0, at, count = 0
    cdef const char *signs
    if not text.isascii():
        return len(OTHERS("", text))
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    for at in range(size):
        count += 48 <= signs[at] <= 57 or 65 <= signs[at] <= 90 or 97 <= signs[at] <= 122
    return count


cdef bint is_space(char sign) noexcept:
    """Whether an ASCII sign is white space, as Python's strings see it."""
    return sign == 32 or 9 <= sign <= 13 or 28 <= sign <= 31


cpdef Py_ssize_t count_words(str text) except -1:
    """Return how many words a text has, as white space parts them."""
    cdef Py_ssize_t size = 0, at, count = 0
    cdef const char *signs
    cdef bint within = False, space
    if not text.isascii():
        return len(text.split())
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    for at in range(size):
        space = is_space(signs[at])
        count += not space and not within
        within = not space
    return count


cpdef bint may_be_value(str text) except -1:
    """Tell whether a text may have a form: what most texts do not, for a look at few of their signs.

    >>> [may_be_value(text) for text in ("Ann Lee", "3 of 5", "yesterday", "The tent for two")]
    [False, True, True, False]
    """
    cdef Py_ssize_t size = 0, at = 0
    cdef const char *signs
    if len(text) > LONGEST_VALUE:
        return False
    if not text.isascii():
        return True
    if in_ascii(text, FIGURE) > 0:
        return True
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    while at < size and signs[at] in (32, 124, 44, 59):  # " ", "|", ",", ";"
        at += 1
    # No value but "an hour ago", "yesterday", "today", "just now" goes without a digit.
    if size - at < 2:
        return False
    return text[at : at + 2].lower() in ("an", "ab", "al", "ov", "ye", "to", "ju") or (
        signs[at] in (65, 97) and is_space(signs[at + 1])  # "A", "a"
    )


cpdef bint may_rate(str text) except -1:
    """Tell whether a text has what a rating is out of, or a word for one: it takes a tenth of the time to ask.

    >>> [may_rate(text) for text in ("4.5 of 5", "4/10", "3 stars", "15 tents", "$ 5")]
    [True, True, True, False, False]
    """
    cdef Py_ssize_t size = 0, at
    cdef const char *signs
    cdef str folded
    if not text.isascii():
        folded = text.casefold()
        return "5" in folded or "10" in folded or any([word in folded for word in RATING_WORDS])
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    for at in range(1, size):
        if signs[at] == b"5" or (signs[at] == b"1" and signs[at + 1] == b"0"):  # behind the last sign stands a NUL
            if ends_on_of(signs, at - 1 if is_space(signs[at - 1]) else at):
                return True
    folded = text.lower()
    return any([word in folded for word in RATING_WORDS])


cdef bint ends_on_of(const char *signs, Py_ssize_t size) noexcept:
    """Whether signs end as "/", "of" and its like in other languages do."""
    return size > 0 and signs[size - 1] in (47, 102, 70, 110, 78, 114, 82, 117, 85, 101, 69, 118, 86, 122, 90)  # /fnruevz


def made_of(str text):
    """Return what a text is made of: letters, no more than one of them, signs of currencies, of shares, of times; and whether it
    has two of the signs between the numbers of a date.

    >>> made_of("3.5.2020") == FEW_LETTERS | SEPARATED, made_of("$ 5k") == LETTERS | FEW_LETTERS | CURRENCIES
    (True, True)
    """
    cdef Py_ssize_t size = 0, at, letters = 0, separators = 0
    cdef const char *signs
    cdef unsigned char sign
    cdef int found = 0
    try:
        signs = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:  # half of a pair
        return 63
    for at in range(size):
        sign = <unsigned char>signs[at]
        if sign >= 0x80:
            found |= 1 | 4
        elif 65 <= sign <= 90 or 97 <= sign <= 122:
            letters += 1
        elif sign == 36:  # "$"
            found |= 4
        elif sign == 37:  # "%"
            found |= 8
        elif sign == 58:  # ":"
            found |= 16
        elif sign == 45 or sign == 46 or sign == 47:  # "-", ".", "/"
            separators += 1
    return found | (letters > 0) | 2 * (letters <= 1) | 32 * (separators > 1)


cpdef list plain_values(str text):
    """Return where the values of a text start and stop that has no other values than numbers; None where it may have others.

    >>> plain_values("A-12 (3,400 of 5k+)"), plain_values("$ 5"), plain_values("3 May"), plain_values("3/5/20")
    ([(2, 4), (6, 11), (15, 18)], None, None, None)
    """
    cdef Py_ssize_t size = 0, at = 0, start
    cdef const char *signs
    cdef list found
    if not text.isascii():
        return None
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    if not has_plain_numbers(signs, size):
        return None
    found = []
    while at < size:
        start = at
        if (signs[at] == 43 or signs[at] == 45) and is_digit(signs[at + 1]):  # "+", "-"
            at += 1
        if not is_digit(signs[at]) or (start > 0 and (is_word(signs[start - 1]) or signs[start - 1] == 46)):
            at = start + 1
            continue
        while is_digit(signs[at]) or signs[at] == 46 or signs[at] == 44:  # ".", ","; a NUL stands behind the last sign
            at += 1
        if (signs[at] | 32 == 107 or signs[at] | 32 == 109) and not is_word(signs[at + 1]):  # "k", "m"
            at += 1
        at += signs[at] == 43
        found.append((start, at))
    return found


cdef bint has_plain_numbers(const char *signs, Py_ssize_t size) noexcept:
    """Whether a text has no sign or letters of a currency, no share, and nothing that may be a month or a date of numbers."""
    cdef Py_ssize_t at, after
    for at in range(size):
        if signs[at] == 36 or signs[at] == 37:  # "$", "%"
            return False
        if is_digit(signs[at]):
            after = at + 1
            if is_between_dates(signs[after]):
                after += 1
                while is_digit(signs[after]) and after < at + 4:
                    after += 1
                if after > at + 2 and is_between_dates(signs[after]) and is_digit(signs[after + 1]):
                    return False
        elif 97 <= (signs[at] | 32) <= 122:
            if may_be_month(signs, at) or ((at == 0 or not is_word(signs[at - 1])) and may_be_code(signs, at)):
                return False
    return True


cdef inline bint is_digit(char sign) noexcept:
    return 48 <= sign <= 57


cdef inline bint is_word(char sign) noexcept:
    """Whether an ASCII sign is a letter, a digit or "_"."""
    return 48 <= sign <= 57 or 97 <= (sign | 32) <= 122 or sign == 95


cdef inline bint is_between_dates(char sign) noexcept:
    return 45 <= sign <= 47  # "-", ".", "/"


cdef inline bint may_be_month(const char *signs, Py_ssize_t at) noexcept:
    """Whether signs start as the name of a month does."""
    if signs[at + 1] == 0 or signs[at + 2] == 0:
        return False
    return ((signs[at] | 32) << 16 | (signs[at + 1] | 32) << 8 | signs[at + 2] | 32) in (
        0x6A616E, 0x666562, 0x666576, 0x6D6172, 0x617072, 0x616272, 0x617672, 0x6D6179,  # jan feb fev mar apr abr avr may
        0x6D6169, 0x6D616A, 0x6A756E, 0x6A7569, 0x6A756C, 0x617567, 0x61676F, 0x736570,  # mai maj jun jui jul aug ago sep
        0x736574, 0x6F6374, 0x6F6B74, 0x6F7574, 0x6E6F76, 0x646563, 0x64657A, 0x646963,  # set oct okt out nov dec dez dic
        0x656E65,  # ene
    )


cdef inline bint may_be_code(const char *signs, Py_ssize_t at) noexcept:
    """Whether signs start as the letters of a currency do."""
    cdef int one = signs[at] | 32, two = signs[at + 1] | 32
    if (one == 114 and two == 115) or (one == 107 and two == 114):  # "rs", "kr"
        return True
    if signs[at + 1] == 0:
        return False
    return (one << 16 | two << 8 | signs[at + 2] | 32) in (
        0x757364, 0x657572, 0x676270, 0x636866, 0x636164, 0x617564,  # usd eur gbp chf cad aud
        0x73656B, 0x6E6F6B, 0x646B6B, 0x706C6E, 0x696E72, 0x62726C,  # sek nok dkk pln inr brl
    )


cpdef bint has_figure(str text) except -1:
    """Tell whether a text has a digit of any kind, raised ones among them."""
    cdef int found = in_ascii(text, FIGURE)
    return found > 0 or (found < 0 and any(map(str.isdigit, text)))


cpdef bint has_letter(str text) except -1:
    """Tell whether a text has a letter."""
    cdef int found = in_ascii(text, LETTER)
    return found > 0 or (found < 0 and any(map(str.isalpha, text)))


cpdef bint has_word(str text) except -1:
    """Tell whether a text has a letter or a digit."""
    cdef int found = in_ascii(text, FIGURE | LETTER)
    return found > 0 or (found < 0 and any(map(str.isalnum, text)))


cpdef bint is_constant(list texts, double share=0.8) except -1:
    """Tell whether nearly all texts are the same; numbers count, case does not.

    >>> is_constant(["New", "new"]), is_constant(["New", "Used"]), is_constant(["New"])
    (True, False, False)
    """
    cdef Py_ssize_t each, most = 0, size = len(texts)
    cdef str likely = None
    if size < 2:
        return False
    if share <= 0.5:
        raise ValueError("the share of nearly all is more than a half")
    # What more than a half are outlasts all others when unequal texts go out by twos.
    for each in range(size):
        if not most:
            likely = texts[each]
        most += 1 if are_alike(likely, texts[each]) else -1
    most = 0
    for each in range(size):
        most += are_alike(likely, texts[each])
    return most >= share * size


cdef bint are_alike(str one, str other) except -1:
    """Whether two texts are the same but for small and capital letters."""
    cdef Py_ssize_t size = 0, at
    cdef const char *signs
    cdef const char *others
    if one is other:
        return True
    if not one.isascii() or not other.isascii():
        return one.casefold() == other.casefold()
    if len(one) != len(other):
        return False
    signs, others = PyUnicode_AsUTF8AndSize(one, &size), PyUnicode_AsUTF8AndSize(other, &size)
    for at in range(size):
        if signs[at] != others[at] and small(signs[at]) != small(others[at]):
            return False
    return True


cdef inline char small(char sign) noexcept:
    return sign + 32 if 65 <= sign <= 90 else sign
