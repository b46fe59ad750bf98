# cython: language_level=3, boundscheck=True, wraparound=False
"""How many texts of a column have each of some thirty marks: a percentage, a year, "by" before a name, a street ...

Texts are in small letters and no longer than what is looked at. Each mark is a function that reads like its pattern,
which the tests have.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cdef extern from "Python.h":
    Py_UCS4 *PyUnicode_AsUCS4(object text, Py_UCS4 *buffer, Py_ssize_t size, int copy_null) except NULL

cdef enum:
    PLANE = 0x10000

#: The kinds of the characters of the first plane, as they come to be asked for.
cdef uint8_t KINDS[PLANE]


cdef uint8_t kind_of(uint32_t sign) except? 0:
    cdef uint8_t kind
    if sign < PLANE and KINDS[sign]:
        return KINDS[sign]
    text = chr(sign)
    kind = KNOWN | (SPACE | PARTING if text.isspace() else PARTING if text in ",;:!?()[]\"“”|/" else 0)
    if text.isdecimal():
        kind |= DIGIT | WORD
    elif text == "_" or text.isalnum():
        kind |= WORD | (0 if text == "_" else LETTER)
    if sign < PLANE:
        KINDS[sign] = kind
    return kind


cdef inline bint digit(const Text *t, Py_ssize_t at) noexcept nogil:
    return has(t, at, DIGIT)


cdef inline bint letter(const Text *t, Py_ssize_t at) noexcept nogil:
    """A letter, or the underscore."""
    return has(t, at, WORD) and not has(t, at, DIGIT)


cdef inline bint edge(const Text *t, Py_ssize_t at) noexcept nogil:
    """Whether a word begins or ends before this place."""
    return has(t, at - 1, WORD) != has(t, at, WORD)


cdef inline bint begins(const Text *t, Py_ssize_t at) noexcept nogil:
    """Whether a word begins at this place."""
    return has(t, at, WORD) and not has(t, at - 1, WORD)


cdef inline Py_ssize_t skip(const Text *t, Py_ssize_t at, Py_UCS4 wanted) noexcept nogil:
    """The next place where this one has that character, else this one."""
    return at + (0 <= at < t.size and sign(t, at) == wanted)


cdef Py_ssize_t behind(const Text *t, Py_ssize_t at, const Words *words, bint whole) noexcept nogil:
    """The place behind one of some words that stands here, and (`whole`) ends there; -1 where none does."""
    cdef Py_ssize_t word, place, length
    cdef uint32_t one = sign(t, at)
    if one < 128 and not (words.letters[one >> 6] >> (one & 63)) & 1:
        return -1
    for word in range(words.count):
        if one != words.signs[words.first[word]]:
            continue
        length = words.first[word + 1] - words.first[word]
        place = 1
        while place < length and at + place < t.size and sign(t, at + place) == <Py_UCS4>words.signs[words.first[word] + place]:
            place += 1
        if place == length and not (whole and not edge(t, at + length)):
            return at + length
    return -1


cdef class Characters:
    """The characters of some texts, one text behind the other, and where each begins, with the end of all."""

    cdef uint32_t *signs
    cdef int64_t *first

    def __cinit__(self, list texts):
        cdef str every = "".join(texts)
        cdef Py_ssize_t number, size = len(every)
        self.signs = <uint32_t *>malloc((size + 1) * sizeof(uint32_t))
        self.first = <int64_t *>malloc((len(texts) + 1) * sizeof(int64_t))
        if self.signs is NULL or self.first is NULL:
            raise MemoryError
        PyUnicode_AsUCS4(every, <Py_UCS4 *>self.signs, size + 1, 1)
        self.first[0] = 0
        for number in range(len(texts)):
            self.first[number + 1] = self.first[number] + len(<str>texts[number])

    def __dealloc__(self):
        free(self.signs)
        free(self.first)


#: What words point to.
cdef list KEPT = []


cdef Words words(list texts) except *:
    cdef Words made
    cdef Characters kept = Characters(texts)
    cdef Py_ssize_t word
    cdef uint32_t one
    KEPT.append(kept)
    memset(&made, 0, sizeof(Words))
    made.signs, made.first, made.count = kept.signs, kept.first, len(texts)
    for word in range(made.count):
        one = made.signs[made.first[word]]
        if one < 128:
            made.letters[one >> 6] |= <uint64_t>1 << (one & 63)
    return made


cdef Words BY = words(
    ["by", "von", "par", "por", "di", "door", "af", "av", "от", "posted by", "written by", "submitted by", "autor"]
)
cdef Words CURRENCIES = words("usd eur gbp chf kr zł rs inr cad aud pln sek nok dkk czk brl".split())
cdef Words CURRENCY_PARTS = words(["лв", "руб"])
cdef Words PER = words("mo month monat mois week night day yr year hr hour kg g l ml oz lb unit ea 100".split())
cdef Words TIMES = words(
    """min mins minute minutes minuten sec secs hour hours hr hrs std stunden heures hora horas ore h week weeks day days
    month months tage jours""".split()
)
cdef Words AGES = words("days day mo d h w y".split())
cdef Words SIZES = words(
    [*"\" '' cm mm m² sqft m2 kg g lb lbs oz ml l gb tb mb inch in ft km mi miles watt watts w".split(), "sq ft"]
)
cdef Words STREETS_BEFORE = words("street st avenue ave road rd straße rue via calle".split())
cdef Words STREETS_BEHIND = words("street st avenue ave road rd".split())
cdef Words TITLES = words(["dr. ", "dr ", "prof. ", "prof "])
cdef Words NUMBERS = words(["#", "no.", "nr."])
cdef Words TEL = words(["tel"])
cdef Words PER_WORD = words(["per "])
cdef Words A_MONTH = words(["a month"])
cdef Words DOTS = words(["..."])


cdef bint by(const Text *t) noexcept nogil:
    """ "by Ann", "von: Ann"."""
    cdef Py_ssize_t end = behind(t, 0, &BY, True)
    return end >= 0 and sign(t, end) in ": "


cdef inline bint ends_soon(const Text *t, Py_ssize_t at) noexcept nogil:
    """Whether a word that begins here has three letters at most, as words for currencies have."""
    return not (has(t, at + 3, WORD) and has(t, at + 2, WORD) and has(t, at + 1, WORD))


cdef bint currency(const Text *t) noexcept nogil:
    cdef Py_ssize_t at
    cdef Py_UCS4 one
    cdef uint8_t before = 0, here
    for at in range(t.size):
        one, here = <Py_UCS4>t.signs[at], t.kinds[at] & WORD
        if not here:
            if one in "$€£¥₹₽₩₺฿₫₴":
                return True
        elif not before and ends_soon(t, at) and behind(t, at, &CURRENCIES, True) >= 0:
            return True
        elif one > 127:
            if one in "лр" and behind(t, at, &CURRENCY_PARTS, False) >= 0:
                return True
            if one == "円" and (digit(t, at - 1) or (sign(t, at - 1) == " " and digit(t, at - 2))):
                return True
        before = here
    return False


cdef bint percent(const Text *t) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(t.size):
        if digit(t, at) and sign(t, skip(t, at + 1, " ")) == "%":
            return True
    return False


cdef bint minus(const Text *t) noexcept nogil:
    cdef Py_ssize_t at = skip(t, 1, " ")
    return sign(t, 0) in "-−–" and (digit(t, at) or sign(t, at) in "$€£")


cdef bint per(const Text *t) noexcept nogil:
    """ "/ month", "per night", "a month"."""
    cdef Py_ssize_t at
    cdef Py_UCS4 one
    for at in range(t.size):
        one = <Py_UCS4>t.signs[at]
        if one == "/":
            if behind(t, at + 1, &PER, True) >= 0 or (sign(t, at + 1) == " " and behind(t, at + 2, &PER, True) >= 0):
                return True
        elif one == "p":
            if begins(t, at) and behind(t, at, &PER_WORD, False) >= 0 and has(t, at + 4, WORD):
                return True
        elif one == "a" and begins(t, at) and behind(t, at, &A_MONTH, False) >= 0:
            return True
    return False


cdef bint year(const Text *t) noexcept nogil:
    cdef Py_ssize_t at
    cdef Py_UCS4 one
    for at in range(t.size - 3):
        one = <Py_UCS4>t.signs[at]
        if (one == "1" and sign(t, at + 1) == "9") or (one == "2" and sign(t, at + 1) == "0"):
            if edge(t, at) and digit(t, at + 2) and digit(t, at + 3) and edge(t, at + 4):
                return True
    return False


cdef bint clock(const Text *t) noexcept nogil:
    cdef Py_ssize_t at, colon
    for at in range(t.size):
        if digit(t, at) and edge(t, at):
            colon = at + 2 if digit(t, at + 1) else at + 1
            if sign(t, colon) == ":" and digit(t, colon + 1) and digit(t, colon + 2) and edge(t, colon + 3):
                return True
    return False


cdef bint behind_number(const Text *t, const Words *words) noexcept nogil:
    """Whether one of some words, none of which begins with a digit, stands behind one, with or without a space between."""
    cdef Py_ssize_t at
    for at in range(t.size):
        if digit(t, at) and not digit(t, at + 1):
            if behind(t, at + 1, words, True) >= 0 or (sign(t, at + 1) == " " and behind(t, at + 2, words, True) >= 0):
                return True
    return False


cdef bint minutes(const Text *t) noexcept nogil:
    return behind_number(t, &TIMES)


cdef bint age(const Text *t) noexcept nogil:
    """ "5 d", "3mo.", and nothing else."""
    cdef Py_ssize_t at = digits(t, 0, 3), end
    if not at:
        return False
    at = skip(t, at, " ")
    end = behind(t, at, &AGES, False)
    return end >= 0 and skip(t, end, ".") == t.size


cdef Py_ssize_t digits(const Text *t, Py_ssize_t at, Py_ssize_t most) noexcept nogil:
    """The place behind up to so many digits."""
    cdef Py_ssize_t start = at
    while at - start < most and digit(t, at):
        at += 1
    return at


cdef bint hours(const Text *t) noexcept nogil:
    """ "2h", "1 hr", "1h 30m"."""
    cdef Py_ssize_t at, end
    for at in range(t.size):
        if digit(t, at) and edge(t, at):
            end = skip(t, digits(t, at, 2), " ")
            if sign(t, end) == "h" and ends_hours(t, end + 1):
                return True
    return False


cdef bint ends_hours(const Text *t, Py_ssize_t at) noexcept nogil:
    """Whether hours end behind their h, hr or hrs, or with minutes behind these."""
    if edge(t, at) or with_minutes(t, at):
        return True
    if sign(t, at) != "r":
        return False
    if edge(t, at + 1) or with_minutes(t, at + 1):
        return True
    return sign(t, at + 1) == "s" and (edge(t, at + 2) or with_minutes(t, at + 2))


cdef bint with_minutes(const Text *t, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t start = skip(t, at, " "), end = digits(t, start, 2)
    if end == start:
        return False
    end = skip(t, end, " ")
    if sign(t, end) != "m":
        return False
    return edge(t, end + 1) or (sign(t, end + 1) == "i" and sign(t, end + 2) == "n" and edge(t, end + 3))


cdef bint slash_5(const Text *t) noexcept nogil:
    """ "4/5", "8 / 10", or a number with a fraction and nothing else."""
    cdef Py_ssize_t end = t.size
    if 3 <= t.size <= 4 and digit(t, 0) and sign(t, 1) in ".," and digit(t, 2) and (t.size == 3 or digit(t, 3)):
        return True
    if sign(t, end - 1) == "5":
        end -= 1
    elif sign(t, end - 2) == "1" and sign(t, end - 1) == "0":
        end -= 2
    else:
        return False
    end -= sign(t, end - 1) == " "
    if sign(t, end - 1) != "/":
        return False
    end -= 1
    return digit(t, end - 1) or (sign(t, end - 1) == " " and digit(t, end - 2))


cdef bint parens(const Text *t) noexcept nogil:
    cdef Py_ssize_t at = skip(t, 1, " ")
    return sign(t, 0) == "(" and (digit(t, at) or sign(t, at) in ".,kK+")


cdef bint ordinal(const Text *t) noexcept nogil:
    """ "#12", "no. 3", "4.", and nothing else."""
    cdef Py_ssize_t at = max(0, behind(t, 0, &NUMBERS, False)), end
    if at > 1:
        at = skip(t, at, " ")
    end = digits(t, at, 4)
    return end > at and end + (sign(t, end) in ".)") == t.size


cdef bint code(const Text *t) noexcept nogil:
    """Letters and digits in one word, or six and more digits."""
    cdef Py_ssize_t at, number = 0, letters = 0
    for at in range(t.size):
        number += digit(t, at)
        letters += has(t, at, LETTER)
        if not has(t, at, WORD) and not sign(t, at) in "./-":
            return False
    return (t.size >= 4 and number > 0 and letters > 0) or (t.size >= 6 and number == t.size)


cdef bint handle(const Text *t) noexcept nogil:
    return (sign(t, 0) == "@" and has(t, 1, WORD)) or (sign(t, 0) == "u" and sign(t, 1) == "/" and has(t, 2, WORD))


cdef bint hashed(const Text *t) noexcept nogil:
    return sign(t, 0) == "#" and letter(t, 1)


cdef bint place(const Text *t) noexcept nogil:
    """ "Reno, Nevada": names on both sides of a comma."""
    cdef Py_ssize_t comma = in_name(t, 1)
    return (
        letter(t, 0)
        and comma > 1
        and sign(t, comma) == ","
        and sign(t, comma + 1) == " "
        and letter(t, comma + 2)
        and t.size > comma + 3
        and in_name(t, comma + 3) == t.size
    )


cdef Py_ssize_t in_name(const Text *t, Py_ssize_t at) noexcept nogil:
    """The place behind what may be in a name."""
    while at < t.size and (has(t, at, WORD) or sign(t, at) in " .'-"):
        at += 1
    return at


cdef bint postal(const Text *t) noexcept nogil:
    """A word for a street with a number before or behind it, or a state with its five digits."""
    cdef Py_ssize_t at, end, last = t.size - 1
    cdef bint number = False
    while last >= 0 and not digit(t, last):
        last -= 1
    if last < 0:
        return False
    for at in range(t.size):
        if t.kinds[at] & WORD and begins(t, at):
            end = behind(t, at, &STREETS_BEFORE, True)
            if (0 <= end <= last) or (number and behind(t, at, &STREETS_BEHIND, True) >= 0):
                return True
            if "a" <= sign(t, at) <= "z" and "a" <= sign(t, at + 1) <= "z" and sign(t, at + 2) == " ":
                if digits(t, at + 3, 5) == at + 8 and edge(t, at + 8):
                    return True
        number = number or digit(t, at)
    return False


cdef bint person(const Text *t) noexcept nogil:
    """Two to four words of letters, the second of four with or without its rest; a title may stand before them."""
    cdef Py_ssize_t behind_title = behind(t, 0, &TITLES, False)
    return names(t, 0) or (behind_title > 0 and names(t, behind_title))


cdef bint names(const Text *t, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t word = 0, start
    cdef bint initial = False  # whether the second word is a letter, with or without a dot
    cdef bint dotted = False
    while True:
        start = at
        while has(t, at, LETTER):
            at += 1
        if at == start:
            return False
        if word == 1 and at - start == 1:
            initial = True
            dotted = sign(t, at) == "."
            at += dotted
        word += 1
        if at == t.size:
            break
        if word == 4 or sign(t, at) != " ":
            return False
        at += 1
    return (word == 2 and not dotted) or word == 3 or (word == 4 and initial)


cdef bint phone(const Text *t) noexcept nogil:
    cdef Py_ssize_t at = behind(t, 0, &TEL, False), start
    at = skip(t, skip(t, skip(t, at, "."), ":"), " ") if at >= 0 else 0
    at = skip(t, at, "+")
    if not digit(t, at) and sign(t, at) != "(":
        return False
    start = at + 1
    at = start
    while at < t.size and (digit(t, at) or sign(t, at) in "() ./-"):
        at += 1
    return at == t.size and at - start > 6 and digit(t, at - 1)


cdef bint domain(const Text *t) noexcept nogil:
    """ "shop.example", "(shop.example/path)"."""
    cdef Py_ssize_t at = skip(t, 0, "("), label = at
    cdef int dots = 0
    while has(t, at, WORD) or sign(t, at) in "-.":
        if sign(t, at) == ".":
            if at == label:
                return False
            dots += 1
            label = at + 1
        at += 1
    if not dots or not 2 <= at - label <= 6:
        return False
    for label in range(label, at):
        if not "a" <= sign(t, label) <= "z":
            return False
    if sign(t, at) == "/":
        while at < t.size and not has(t, at, SPACE):
            at += 1
    return skip(t, at, ")") == t.size


cdef bint size(const Text *t) noexcept nogil:
    cdef Py_ssize_t at, end
    if behind_number(t, &SIZES):
        return True
    for at in range(t.size):  # "3 x 4"
        if not digit(t, at):
            continue
        end = skip(t, at + 1, " ")
        if sign(t, end) == "x" and digit(t, skip(t, end + 1, " ")):
            return True
    return False


cdef bint scale(const Text *t) noexcept nogil:
    """ "5k", "1.2 m+" at the end, or thousands anywhere."""
    cdef Py_ssize_t at, end
    for at in range(t.size):
        if not digit(t, at):
            continue
        end = skip(t, at + 1, " ")
        if sign(t, end) in "kKmM" and skip(t, end + 1, "+") == t.size:
            return True
        if sign(t, end) in "kK" and edge(t, end + 1):
            return True
    return False


cdef bint ellipsis(const Text *t) noexcept nogil:
    return sign(t, t.size - 1) == "…" or behind(t, t.size - 3, &DOTS, False) >= 0


cdef bint dot_end(const Text *t) noexcept nogil:
    return sign(t, t.size - 1) in ".!?…" or (sign(t, t.size - 2) in ".!?…" and sign(t, t.size - 1) in "'\"”’)")


cdef bint colon(const Text *t) noexcept nogil:
    """A label of up to 26 letters before a colon."""
    cdef Py_ssize_t at = 1
    while at < t.size and sign(t, at) != ":":
        at += 1
    return letter(t, 0) and 2 <= at <= 26 and sign(t, at) == ":" and sign(t, at + 1) == " "


cdef bint semicolons(const Text *t) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(t.size):
        if sign(t, at) == ";" and sign(t, at + 1) == " ":
            return True
    return False


cdef bint commas(const Text *t) noexcept nogil:
    cdef Py_ssize_t at
    cdef int count = 0
    for at in range(t.size):
        count += sign(t, at) == ","
    return count > 1


cdef bint pipe(const Text *t) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(t.size):
        if sign(t, at) in "|·•/" and sign(t, at - 1) == " " and sign(t, at + 1) == " ":
            return True
    return False


cdef bint digits_first(const Text *t) noexcept nogil:
    cdef Py_ssize_t at = 0
    while at < 2 and sign(t, at) in "+#($€£~-":
        at += 1
    return digit(t, at)


cdef bint only_number(const Text *t) noexcept nogil:
    cdef Py_ssize_t at = 0
    while at < 2 and sign(t, at) in "+#(":
        at += 1
    if not digit(t, at):
        return False
    while digit(t, at) or sign(t, at) in "., ":
        at += 1
    return skip(t, skip(t, at, "+"), ")") == t.size


cdef bint any_digit(const Text *t) noexcept nogil:
    """Such marks are looked for in texts with a digit alone."""
    return True


cdef bint number_word(const Text *t) noexcept nogil:
    """A number with a word behind it, and no more than twenty characters behind that."""
    cdef Py_ssize_t at = (sign(t, 0) in "+("), word, end
    if not digit(t, at):
        return False
    while digit(t, at) or sign(t, at) in ".,":
        at += 1
    at += (sign(t, at) in "km")
    at = skip(t, at, "+")
    if sign(t, at) != " ":
        return False
    word = end = at + 1
    while letter(t, end):
        end += 1
    if end == word or t.size - end > 20:
        return False
    for end in range(end, t.size):
        if digit(t, end):
            return False
    return True


ctypedef bint (*Mark)(const Text *) noexcept nogil


# What is in a text, so that marks are looked for only where they can be.
cdef enum:
    A_SPACE = 1
    A_COMMA = 2
    A_DOT = 4
    A_COLON = 8
    A_SEMICOLON = 16
    A_PERCENT = 32
    A_SEPARATOR = 64  # | or /, or any character that is not ASCII
    AN_H = 128
    A_SCALE = 256  # K or M
    A_DIGIT = 512

cdef uint32_t[128] SIGNS_IN
for _one, _signs in (
    (A_SPACE, " "), (A_COMMA, ","), (A_DOT, "."), (A_COLON, ":"), (A_SEMICOLON, ";"), (A_PERCENT, "%"), (A_SEPARATOR, "|/"), (AN_H, "h"),
    (A_SCALE, "kKmM"), (A_DIGIT, "0123456789"),
):  # fmt: skip
    for _sign in _signs:
        SIGNS_IN[<int>ord(_sign)] |= _one


cdef uint32_t signs_in(const Text *t) noexcept nogil:
    """What is in a text."""
    cdef Py_ssize_t at
    cdef uint32_t found = 0
    for at in range(t.size):
        if t.signs[at] < 128:
            found |= SIGNS_IN[t.signs[at]]
        else:
            found |= A_SEPARATOR | (A_DIGIT if t.kinds[at] & DIGIT else 0)
    return found


cdef struct Named:
    const char *name
    Mark mark
    # What a text with the mark has in it.
    uint32_t signs


cdef enum:
    MARKS = 33
    WITH_DIGIT = 12  # from here on marks are looked for in texts with a digit alone
    AT_END = 31  # and from here on at the ends of all texts

cdef Named[MARKS] ALL = [
    Named(b"by", by, 0), Named(b"currency", currency, 0), Named(b"per", per, 0), Named(b"handle", handle, 0), Named(b"hash", hashed, 0),
    Named(b"place", place, A_COMMA | A_SPACE), Named(b"person", person, A_SPACE), Named(b"domain", domain, A_DOT),
    Named(b"colon", colon, A_COLON | A_SPACE), Named(b"semicolons", semicolons, A_SEMICOLON | A_SPACE), Named(b"commas", commas, A_COMMA),
    Named(b"pipe", pipe, A_SEPARATOR | A_SPACE), Named(b"percent", percent, A_PERCENT), Named(b"minus", minus, 0),
    Named(b"year", year, 0), Named(b"clock", clock, A_COLON), Named(b"minutes", minutes, 0), Named(b"age", age, 0),
    Named(b"hours", hours, AN_H), Named(b"slash_5", slash_5, 0), Named(b"parens", parens, 0), Named(b"ordinal", ordinal, 0),
    Named(b"code", code, 0), Named(b"postal", postal, 0), Named(b"phone", phone, 0), Named(b"size", size, 0),
    Named(b"scale", scale, A_SCALE), Named(b"digits_first", digits_first, 0), Named(b"only_number", only_number, 0),
    Named(b"any_digit", any_digit, 0), Named(b"number_word", number_word, A_SPACE), Named(b"dot_end", dot_end, 0),
    Named(b"ellipsis", ellipsis, 0),
]  # fmt: skip
cdef list NAMES = [ALL[number].name.decode() for number in range(MARKS)]


def marked(list columns, Py_ssize_t most):
    """Return for each column of texts mark -> how many have it; the first `most` characters are looked at, and the end."""
    cdef list texts = [one for column in columns for one in column], found = []
    cdef Characters every = Characters(texts)
    cdef Py_ssize_t at, text = 0, end, size = every.first[len(texts)]
    cdef bytearray room = bytearray(size)
    cdef uint8_t *kinds = <uint8_t *><char *>room
    cdef int[MARKS] counts
    cdef Text t
    for at in range(size):
        kinds[at] = kind_of(every.signs[at])
    for column in columns:
        for at in range(MARKS):
            counts[at] = 0
        end = text + len(column)
        while text < end:
            t.size = every.first[text + 1] - every.first[text]
            if t.size:
                t.signs, t.kinds = every.signs + every.first[text], kinds + every.first[text]
                count_marks(t, most, 1, counts)
            text += 1
        found.append({NAMES[at]: counts[at] for at in range(MARKS) if counts[at]})
    return found


cdef int count_marks(Text t, Py_ssize_t most, int times, int *counts) noexcept nogil:
    """Add to `counts` the marks that a text, which comes some times, has in its first `most` characters, or at its end.

    What its characters are must be known of these first ones alone.
    """
    cdef Py_ssize_t mark, length = t.size
    cdef uint32_t signs
    t.size = min(length, most)
    signs = signs_in(&t)
    for mark in range(AT_END if signs & A_DIGIT else WITH_DIGIT):
        if ALL[mark].signs & ~signs == 0 and ALL[mark].mark(&t):
            counts[mark] += times
    t.size = length
    for mark in range(AT_END, MARKS):
        if ALL[mark].mark(&t):
            counts[mark] += times
    return 0
