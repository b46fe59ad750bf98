# cython: language_level=3, boundscheck=True, wraparound=False
"""What the texts of columns say of them: how long they are, how many differ, marks, words and numbers of certain fields.

A column's texts are read once, as they are and folded (in small letters, of the same width). Each test reads like its pattern, which the
tests have.
"""

from libc.math cimport fmod, log
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memset

from pagerows._fold cimport MORE, TOGETHER, fold, plain
from pagerows.columns.names._evidence cimport (
    ANY_DIGIT, CAPITALISED, CITY, CONSTANT, DISTINCT, EXACT, FEW_VALUES, FILLED, FIRST_MARK, FIRST_MEANING, FRACTION, LARGE, LINKED, LIST,
    LOG_LENGTH, LONG, LOWER, MARKS, MEANINGS, NAMES_OF_PEOPLE, NOUN, ONE_WORD, PREFIX, RISING, SENTENCES, SLUG, SPARSE, SPREAD, TO_3_WORDS, TO_5,
    TO_8_WORDS, TO_10, TO_20_WORDS, TO_100, UPPER, YEARS, Evidence,
)
from pagerows.columns.names._marks cimport (
    DIGIT, LETTER, PARTING, SPACE, WORD, Text, Words, behind, count_marks, has, kind_of, sign, words,
)  # fmt: skip

from pagerows.columns.names._evidence import NAMES
from pagerows.columns.names.texts import counted, shared_label, slug_text
from pagerows.phrases import READ as _READ
from pagerows.phrases import _phrases
from pagerows.values import Cell
from pagerows.vocabulary import said_by

cdef extern from "Python.h":
    Py_UCS4 *PyUnicode_AsUCS4(object text, Py_UCS4 *buffer, Py_ssize_t size, int copy_null) except NULL
    double PyOS_string_to_double(const char *text, char **end, object overflow) except? -1.0

cdef enum:
    MOST_TEXTS = 12  # of a column
    LONGEST = 1000  # characters of a folded text
    READ = 80  # that most tests look at
    NOUN_READ = 60  # in which a number and what is counted are
    LABEL_READ = 33  # in which a label and its colon are
    LONGEST_NUMBER = 16
    LONG_MEAN = 80  # from which on a column's texts are long
    MOST_TOKENS = 12
    MOST_NOUNS = 4
    NOTHING = -1

if _READ != READ:
    raise AssertionError("patterns and phrases look at different lengths")

cdef Py_ssize_t TEXT = Cell._fields.index("text"), KIND = Cell._fields.index("kind")
cdef Py_ssize_t URL = Cell._fields.index("url"), AN_EXACT = Cell._fields.index("exact"), ITEMS = Cell._fields.index("items")
cdef Words PARTICLES = words(["de ", "van ", "von ", "da ", "del ", "der ", "la "])
cdef Words LAND = words([", US"])
#: What ASCII characters are, what they are folded, and which of these they are:
cdef enum:
    SMALL = 1
    CAPITAL = 2
    NUMERAL = 4
    COLON = 8
    SMALL_FIRST = 16  # at the beginning of a word, or of what looks like one
cdef uint8_t[128] KINDS
cdef uint8_t[128] FOLDED
cdef uint8_t[128] LOOKS
#: Which of them have a meaning in addresses.
cdef uint8_t[128] UNPLAIN
for _sign in range(128):
    KINDS[<int>_sign] = kind_of(_sign)
    FOLDED[<int>_sign] = ord(chr(_sign).lower())
    _looks = (SMALL, chr(_sign).islower()), (CAPITAL, chr(_sign).isupper()), (NUMERAL, chr(_sign).isdigit()), (COLON, chr(_sign) == ":")
    UNPLAIN[<int>_sign] = chr(_sign) in "[]%\t\n\r"
    LOOKS[<int>_sign] = sum([_look for _look, _has in _looks if _has])


cdef inline int kind(uint32_t one) except -1:
    return KINDS[one] if one < 128 else kind_of(one)


cdef class Signs:
    """Characters, and what those are that are asked about; one text behind the other."""

    cdef uint32_t *signs
    cdef uint8_t *kinds
    cdef Py_ssize_t size, room

    def __dealloc__(self):
        free(self.signs)
        free(self.kinds)

    cdef int want(self, Py_ssize_t more) except -1:
        """Have room for more characters."""
        cdef Py_ssize_t room = 2 * (self.size + more)
        if self.size + more < self.room:
            return 0
        signs = <uint32_t *>realloc(self.signs, room * sizeof(uint32_t))
        if signs is NULL:
            raise MemoryError
        self.signs = signs
        kinds = <uint8_t *>realloc(self.kinds, room)
        if kinds is NULL:
            raise MemoryError
        self.kinds, self.room = kinds, room
        return 0

    cdef int add(self, str text) except -1:
        """Add a text as it is."""
        cdef Py_ssize_t length = len(text)
        self.want(length + 1)
        PyUnicode_AsUCS4(text, <Py_UCS4 *>(self.signs + self.size), length, 0) if length else NULL
        self.size += length
        return 0

    cdef int learn(self, Py_ssize_t first, Py_ssize_t count) except -1:
        """Find out what some of the characters are."""
        cdef Py_ssize_t at
        for at in range(first, min(first + count, self.size)):
            self.kinds[at] = kind(self.signs[at])
        return 0


cdef struct Shapes:
    # How many texts there are of each shape; sums, the most and the fewest of their letters, and the sum of their words.
    Py_ssize_t letters, most_letters, fewest_letters, words
    Py_ssize_t one_word, upper, lower, capitalised, lists, exact, linked
    Py_ssize_t people, cities, labelled


cdef class Column:
    """The texts of a column as they are read."""

    cdef list texts
    cdef Signs own, folded
    # Where each text begins, with the end of the last.
    cdef Py_ssize_t[MOST_TEXTS + 1] own_first
    cdef Py_ssize_t[MOST_TEXTS + 1] first
    cdef bint[MOST_TEXTS] ascii
    # How many of the folded texts differ, and how often each comes: 0 where an earlier one is the same.
    cdef Py_ssize_t different
    cdef int[MOST_TEXTS] times
    # The numbers that texts begin with or hold.
    cdef double[MOST_TEXTS] numbers
    cdef Py_ssize_t count, numbered
    cdef Shapes shapes

    def __cinit__(self):
        self.own, self.folded = Signs(), Signs()

    cdef int clear(self) except -1:
        self.texts, self.own.size, self.folded.size = [], 0, 0
        self.own_first[0] = self.first[0] = self.count = self.numbered = 0
        memset(&self.shapes, 0, sizeof(Shapes))
        return 0

    cdef int add(self, object cell) except -1:
        """Read one more cell."""
        cdef str text = (<tuple>cell)[TEXT]
        cdef Py_ssize_t start = self.own.size, words
        cdef int looks = 0
        self.texts.append(text)
        self.own.add(text)
        words = self.read_ascii(start, &looks)
        self.ascii[self.count] = words >= 0
        if words < 0:
            words = word_count(self.own.signs + start, self.own.size - start, &looks)
            self.read_any(text, start)
        self.count += 1
        self.own_first[self.count], self.first[self.count] = self.own.size, self.folded.size
        self.look(cell, text, words, looks)
        if looks & NUMERAL or not self.ascii[self.count - 1]:
            self.number()
        return 0

    cdef Py_ssize_t read_ascii(self, Py_ssize_t start, int *looks) except -2:
        """Fold the last text and find out what its characters are; return how many words it has, -1 where it is not ASCII."""
        cdef Py_ssize_t at, count = self.own.size - start, words = 0
        self.folded.want(count + 1)
        cdef const uint32_t *signs = self.own.signs + start
        cdef uint8_t *kinds = self.own.kinds + start
        cdef uint32_t *folded = self.folded.signs + self.folded.size
        cdef uint8_t *folded_kinds = self.folded.kinds + self.folded.size
        cdef uint8_t before = SPACE, here
        cdef int found = 0
        cdef uint32_t one
        for at in range(count):
            one = signs[at]
            if one > 127:
                return NOTHING
            here = KINDS[one]
            found |= LOOKS[one]
            words += (before & SPACE) > (here & SPACE)
            folded[at] = FOLDED[one]
            kinds[at] = folded_kinds[at] = before = here
        self.folded.size += min(count, <Py_ssize_t>LONGEST)
        looks[0] = found
        return words

    cdef int read_any(self, str text, Py_ssize_t start) except -1:
        """Fold the last text, of which LONGEST characters are kept, and find out what its first characters are."""
        cdef Py_ssize_t first = self.folded.size, size = min(self.own.size - start, <Py_ssize_t>LONGEST), count
        self.folded.want(2 * size + MORE + 1)
        count = fold(self.own.signs + start, size, self.folded.signs + first, 2 * size + MORE)
        if count == TOGETHER:
            self.folded.add(plain(text[:LONGEST]))
        else:
            self.folded.size += count
        self.own.learn(start, READ)
        self.folded.learn(first, READ)
        return 0

    cdef Text own_text(self, Py_ssize_t number, Py_ssize_t most) noexcept:
        """The first characters of a text as it is."""
        cdef Py_ssize_t start = self.own_first[number]
        return Text(self.own.signs + start, self.own.kinds + start, min(most, self.own_first[number + 1] - start))

    cdef Text folded_text(self, Py_ssize_t number, Py_ssize_t most) noexcept:
        """The first characters of a folded text."""
        cdef Py_ssize_t start = self.first[number]
        return Text(self.folded.signs + start, self.folded.kinds + start, min(most, self.first[number + 1] - start))

    cdef int look(self, object cell, str text, Py_ssize_t words, int looks) except -1:
        """Count the shapes of the last text; in one of ASCII it is known what there is."""
        cdef Shapes *shapes = &self.shapes
        cdef Py_ssize_t last = self.count - 1, length = self.own_first[self.count] - self.own_first[last]
        cdef const uint32_t *signs = self.own.signs + self.own_first[last]
        cdef Text beginning = self.own_text(last, READ)
        shapes.letters += length
        shapes.most_letters = max(shapes.most_letters, length)
        shapes.fewest_letters = length if not last else min(shapes.fewest_letters, length)
        shapes.words += words
        shapes.one_word += words == 1
        if self.ascii[last]:
            shapes.lower += length > 0 and c"a" <= signs[0] <= c"z"
            shapes.upper += length > 1 and looks & (SMALL | CAPITAL) == CAPITAL
            shapes.capitalised += looks & CAPITAL and is_title(signs, length)
        else:
            shapes.lower += text[0].islower()
            shapes.upper += length > 1 and not looks & SMALL and text.isupper()
            shapes.capitalised += not looks & SMALL_FIRST and text.istitle()
        if (<tuple>cell)[ITEMS]:
            shapes.lists += 1
        if (<tuple>cell)[AN_EXACT]:
            shapes.exact += 1
        if (<tuple>cell)[KIND] == "link":
            shapes.linked += 1
        if looks & COLON or not self.ascii[last]:
            shapes.labelled += has_label(&beginning)
        shapes.people += is_name(&beginning)
        shapes.cities += self.ends_in_city(last)
        return 0

    cdef bint ends_in_city(self, Py_ssize_t number) except -1:
        """ "Austin, TX", "Reno, NV 89431, USA"; at the end, or before a last line break."""
        cdef Py_ssize_t end = self.own_first[number + 1], start = max(self.own_first[number], end - READ), at
        cdef Text t = Text(self.own.signs + start, self.own.kinds + start, end - start)
        for at in range(max(0, t.size - 16), t.size):
            if t.signs[at] == c",":
                self.own.learn(start, t.size)
                return is_city(&t, t.size) or (sign(&t, t.size - 1) == "\n" and is_city(&t, t.size - 1))
        return False

    cdef int number(self) except -1:
        """Keep the first number of the last text."""
        cdef const uint32_t *signs = self.folded.signs + self.first[self.count - 1]
        cdef Py_ssize_t size = self.folded.size - self.first[self.count - 1], start = 0, end
        while start < size and not is_digit(signs[start]):
            start += 1
        if start < size:
            end = number_end(signs, start, size)
            self.numbers[self.numbered] = number_value(signs + start, end - start)
            self.numbered += 1
        return 0

    cdef int compare(self) noexcept:
        """Find out which of the folded texts differ."""
        cdef Py_ssize_t number, other, length
        self.different = 0
        for number in range(self.count):
            length = self.first[number + 1] - self.first[number]
            self.times[number] = 1
            for other in range(number):
                if self.times[other] and self.first[other + 1] - self.first[other] == length and not memcmp(
                    self.folded.signs + self.first[number], self.folded.signs + self.first[other], length * sizeof(uint32_t)
                ):
                    self.times[number] = 0
                    self.times[other] += 1
                    break
            self.different += self.times[number]
        return 0

    cdef bint may_have_label(self) except -1:
        """Whether texts, not all the same, may begin with the same words: a label."""
        cdef Py_ssize_t number, other, alike
        cdef Py_ssize_t[MOST_TEXTS] starts
        cdef Py_ssize_t[MOST_TEXTS] ends
        if self.count < 3 or (self.different == 1 and self.texts.count(self.texts[0]) == self.count):
            return False
        if self.shapes.labelled >= 0.8 * self.count:
            return True
        for number in range(self.count):
            first_word(self.own_text(number, READ), &starts[number], &ends[number])
        # What so many begin with, one of the first does.
        for number in range(1 + <Py_ssize_t>(0.3 * self.count)):
            alike = 0
            for other in range(self.count):
                if starts[number] >= 0 and starts[other] >= 0 and ends[other] - starts[other] == ends[number] - starts[number]:
                    alike += not memcmp(
                        self.own.signs + self.own_first[number] + starts[number],
                        self.own.signs + self.own_first[other] + starts[other],
                        (ends[number] - starts[number]) * sizeof(uint32_t),
                    )
            if alike >= 0.7 * self.count:
                return True
        return False

    cdef tuple nouns(self, Py_ssize_t number, Signs room):
        """The words behind the number that a text begins with, up to four: "128 reviews", "(7 comments)"."""
        cdef str text = self.texts[number], folded
        cdef Text t = self.folded_text(number, NOUN_READ)
        cdef Py_ssize_t at, start
        cdef list found = []
        if not (has(&t, 0, DIGIT) or has(&t, 1, DIGIT) or has(&t, 2, DIGIT)):
            return None
        if self.ascii[number]:
            folded = text
        else:  # letters may join or part where a text is cut
            folded = plain(text[:NOUN_READ])
            room.size = 0
            room.add(folded)
            room.learn(0, room.size)
            t = Text(room.signs, room.kinds, room.size)
        at = behind_number(&t)
        while 0 <= at < t.size and sign(&t, at) != "\n":
            start = at
            while has(&t, at, LETTER):
                at += 1
            if at > start:
                if len(found) == MOST_NOUNS:
                    return None
                found.append(folded[start:at].lower() if self.ascii[number] else folded[start:at])
            else:
                at += 1
        return None if not found or " out of " in text else tuple(found)


cdef bint is_digit(uint32_t one) except -1:
    return kind(one) & DIGIT != 0


cdef Py_ssize_t word_count(const uint32_t *signs, Py_ssize_t size, int *looks) except -1:
    """How many runs of other characters than white space there are; and what else there is of ASCII."""
    cdef Py_ssize_t at, count = 0
    cdef int found = 0, own
    cdef uint8_t before = SPACE, here
    for at in range(size):
        here = kind(signs[at])
        if signs[at] < 128:
            own = LOOKS[signs[at]]
            found |= own | (SMALL_FIRST if own & SMALL and before & (SPACE | DIGIT) else 0)
        count += (before & SPACE) > (here & SPACE)
        before = here
    looks[0] = found
    return count


cdef bint has_label(const Text *t) noexcept:
    """Whether a text may begin with a label: a letter and up to thirty characters, then (behind a space) a colon."""
    cdef Py_ssize_t at
    if not has(t, 0, WORD) or has(t, 0, DIGIT):
        return False
    for at in range(1, min(t.size, <Py_ssize_t>LABEL_READ)):
        if sign(t, at) == ":" or sign(t, at) == "：":
            return at > 1
        if sign(t, at) == "\n" and sign(t, at + 1) != ":" and sign(t, at + 1) != "：":
            return False
    return False


cdef bint is_title(const uint32_t *signs, Py_ssize_t size) noexcept:
    """Whether all runs of letters begin with a capital and go on in small letters."""
    cdef Py_ssize_t at
    cdef bint inside = False, found = False
    for at in range(size):
        if c"A" <= signs[at] <= c"Z":
            if inside:
                return False
            inside = found = True
        elif c"a" <= signs[at] <= c"z":
            if not inside:
                return False
        else:
            inside = False
    return found


cdef Py_ssize_t part_of_name(const Text *t, Py_ssize_t at) noexcept:
    """The place behind a word with a capital; -1 where none begins here."""
    cdef Py_UCS4 first = sign(t, at)
    if not ("A" <= first <= "Z" or "À" <= first <= "Þ" or "А" <= first <= "Я"):
        return NOTHING
    at += 1
    while has(t, at, WORD) or sign(t, at) in "'’.-":
        at += 1
    return at


cdef bint is_name(const Text *t) noexcept:
    """ "Ann Lee", "Jo de Wit, Max Roth": every word in capitals but small particles."""
    cdef Py_ssize_t at = part_of_name(t, 0), more
    if at < 0 or sign(t, at) != " ":
        return False
    more = behind(t, at + 1, &PARTICLES, False)
    at = part_of_name(t, at + 1 if more < 0 else more)
    if at < 0:
        return False
    if sign(t, at) == " ":
        at = part_of_name(t, at + 1)
        if at < 0:
            return False
    if at == t.size:
        return True
    if sign(t, at) not in ",&" or sign(t, at + 1) != " ":
        return False
    for at in range(at, t.size):
        if sign(t, at) == "\n":
            return False
    return True


cdef bint is_city(const Text *t, Py_ssize_t end) noexcept:
    """Whether a city with its state stands before this place; five digits may stand behind them, and then the land."""
    cdef Py_ssize_t land
    for land in (0, 4, 5):
        if land and behind(t, end - land, &LAND, False) < 0:
            continue
        if land == 5 and sign(t, end - 1) != "A":
            continue
        if is_state(t, end - land) or (is_code(t, end - land) and is_state(t, end - land - 6)):
            return True
    return False


cdef bint is_state(const Text *t, Py_ssize_t end) noexcept:
    """A letter, a comma and two capitals."""
    return (
        "A" <= sign(t, end - 1) <= "Z" and "A" <= sign(t, end - 2) <= "Z"
        and sign(t, end - 3) == " " and sign(t, end - 4) == "," and has(t, end - 5, WORD)
    )  # fmt: skip


cdef bint is_code(const Text *t, Py_ssize_t end) noexcept:
    """A space and five digits."""
    cdef Py_ssize_t at
    for at in range(end - 5, end):
        if not has(t, at, DIGIT):
            return False
    return sign(t, end - 6) == " "


cdef Py_ssize_t number_end(const uint32_t *signs, Py_ssize_t at, Py_ssize_t size) except -1:
    """The place behind a number that begins here, with thousands in groups of three and a fraction."""
    cdef Py_UCS4 mark
    while at < size and is_digit(signs[at]):
        at += 1
    while at + 3 < size and is_digit(signs[at + 1]) and is_digit(signs[at + 2]) and is_digit(signs[at + 3]):
        mark = <Py_UCS4>signs[at]
        if mark not in ".,' \u00a0\u202f":
            break
        at += 4
    if at + 1 < size and (signs[at] == c"." or signs[at] == c",") and is_digit(signs[at + 1]):
        at += 1
        while at < size and is_digit(signs[at]):
            at += 1
    return at


cdef double number_value(const uint32_t *signs, Py_ssize_t size) except? -1.0:
    """A rough reading of a number: enough to tell ratings from counts. Three digits behind a mark are thousands."""
    cdef char[LONGEST_NUMBER + 2] text
    cdef Py_ssize_t at, end = min(size, <Py_ssize_t>LONGEST_NUMBER), mark = NOTHING, behind_mark = 0, length = 0
    for at in range(end):
        if signs[at] == c"." or signs[at] == c",":
            mark, behind_mark = at, 0
        else:
            behind_mark += is_digit(signs[at])
    if behind_mark == 3:
        mark = NOTHING
    for at in range(end):
        if at == mark:
            text[length] = c"."
            length += 1
        elif is_digit(signs[at]):
            text[length] = <char>signs[at] if signs[at] < 128 else c"0" + <char>int(chr(signs[at]))
            length += 1
    text[length] = 0
    return PyOS_string_to_double(text, NULL, None) if length else 0.0


cdef int first_word(Text t, Py_ssize_t *start, Py_ssize_t *end) noexcept:
    """Where the first word of a text begins and ends that has two or more; -1 where it has not."""
    cdef Py_ssize_t at = 0
    while at < t.size and has(&t, at, SPACE):
        at += 1
    start[0] = at
    while at < t.size and not has(&t, at, SPACE):
        at += 1
    end[0] = at
    while at < t.size and has(&t, at, SPACE):
        at += 1
    if at == t.size:
        start[0] = NOTHING
    return 0


cdef Py_ssize_t behind_number(const Text *t) noexcept:
    """The place of the word behind the number that a text begins with; -1 where there is none."""
    cdef Py_ssize_t at = 0, scale
    while at < 2 and at < t.size and not has(t, at, WORD):
        at += 1
    if not has(t, at, DIGIT):
        return NOTHING
    while has(t, at, DIGIT) or sign(t, at) in "., \u00a0":
        at += 1
    scale = at
    if sign(t, at) in "km":
        at += 1
    at += sign(t, at) == "+"
    while has(t, at, SPACE):
        at += 1
    if has(t, at, WORD) and not has(t, at, DIGIT):
        return at
    return scale if sign(t, scale) in "km" else NOTHING


# -- phrases ----------------------------------------------------------------------------------------------------------


cdef enum:
    LETTERS = 128
    LENGTHS = 16
    SLOTS = LETTERS * LENGTHS


cdef class Phrases:
    """Phrases by the first letter and the length of their first word, with what they say."""

    cdef Words words
    cdef int[SLOTS + 1] first
    cdef list meanings

    def __cinit__(self):
        cdef list slots = [[] for _ in range(SLOTS)], ordered = []
        cdef Py_ssize_t at
        names = NAMES[FIRST_MEANING : FIRST_MEANING + MEANINGS]
        for phrase in _phrases()[0]:
            slots[slot(ord(phrase[0]), len(phrase.partition(" ")[0]))].append(phrase)
        for at in range(SLOTS):
            self.first[at] = len(ordered)
            ordered += slots[at]
        self.first[SLOTS] = len(ordered)
        self.words = words(ordered)
        self.meanings = [tuple(map(names.index, _phrases()[0][phrase])) for phrase in ordered]

    cdef int count(self, const Text *t, int times, int *counts) except -1:
        """Count once each what the first words of a text say, which comes some times."""
        cdef Py_ssize_t[MOST_TOKENS] starts
        cdef Py_ssize_t[MOST_TOKENS] ends
        cdef Py_ssize_t tokens = find_tokens(t, starts, ends), token
        cdef int phrase, place
        cdef int[MEANINGS] said
        cdef bint any_said = False
        for token in range(tokens):
            if starts[token] == ends[token]:
                continue
            place = slot(t.signs[starts[token]], ends[token] - starts[token])
            for phrase in range(self.first[place], self.first[place + 1]):
                if stands(&self.words, phrase, t, starts, ends, token, tokens):
                    if not any_said:
                        for place in range(MEANINGS):
                            said[place] = 0
                        any_said = True
                    for meaning in <tuple>self.meanings[phrase]:
                        said[<int>meaning] = 1
        if any_said:
            for place in range(MEANINGS):
                counts[place] += times * said[place]
        return 0


cdef int slot(uint32_t letter, Py_ssize_t length) noexcept:
    return <int>(letter % LETTERS * LENGTHS + min(length, <Py_ssize_t>(LENGTHS - 1)))


cdef Py_ssize_t find_tokens(const Text *t, Py_ssize_t *starts, Py_ssize_t *ends) noexcept:
    """Find the first words of a text, without full stops behind them; return how many there are."""
    cdef Py_ssize_t at = 0, count = 0
    while at < t.size and count < MOST_TOKENS:
        starts[count] = at
        while at < t.size and not t.kinds[at] & PARTING:
            at += 1
        ends[count] = at
        if at > starts[count]:
            while ends[count] > starts[count] and sign(t, ends[count] - 1) == ".":
                ends[count] -= 1
            count += 1
        at += 1
    return count


cdef bint stands(
    const Words *phrases, int phrase, const Text *t, const Py_ssize_t *starts, const Py_ssize_t *ends, Py_ssize_t token,
    Py_ssize_t tokens,
) noexcept:
    """Whether the words of a phrase stand one after the other, from one word of a text on."""
    cdef Py_ssize_t at = phrases.first[phrase], end = phrases.first[phrase + 1], place = starts[token]
    while at < end:
        if place == ends[token]:
            if phrases.signs[at] != c" " or token + 1 == tokens:
                return False
            token += 1
            place = starts[token]
        elif phrases.signs[at] != t.signs[place]:
            return False
        else:
            place += 1
        at += 1
    return place == ends[token]


cdef Phrases PHRASES = Phrases()


# -- words of links ---------------------------------------------------------------------------------------------------


cdef struct Run:
    # A word: some characters in a row, and whether it was met again.
    const uint32_t *signs
    Py_ssize_t size
    bint met


cdef enum:
    FEWEST_SLOTS = 64

#: Where to begin with words, in each process elsewhere: no page can know which words would meet.
cdef uint64_t SEED = hash("words") & 0xFFFFFFFF
#: Spreads bits: the golden ratio's.
cdef uint64_t SPREADING = 0x9E3779B97F4A7C15


cdef class Runs:
    """The different words of a text, each found by its letters."""

    cdef Run *runs
    cdef Py_ssize_t count, met, slots

    def __dealloc__(self):
        free(self.runs)

    cdef int clear(self, Py_ssize_t most) except -1:
        """Forget all words, and have room for so many."""
        cdef Py_ssize_t slots = FEWEST_SLOTS
        while slots < 2 * most:
            slots *= 2
        if slots > self.slots:
            runs = <Run *>realloc(self.runs, slots * sizeof(Run))
            if runs is NULL:
                raise MemoryError
            self.runs = runs
        self.slots, self.count, self.met = slots, 0, 0
        memset(self.runs, 0, slots * sizeof(Run))
        return 0

    cdef int read(self, const uint32_t *signs, Py_ssize_t size, Py_ssize_t shortest) except -1:
        """Read the words of some letters or more."""
        cdef Py_ssize_t start = 0, end = 0
        cdef Run *run
        self.clear(size // (shortest + 1) + 1)
        while next_word(signs, size, shortest, &start, &end):
            run = self.place(signs + start, end - start)
            if run.signs is NULL:
                run.signs, run.size = signs + start, end - start
                self.count += 1
        return 0

    cdef int meet(self, const uint32_t *signs, Py_ssize_t size) except -1:
        """Count which of the words another text has."""
        cdef Py_ssize_t start = 0, end = 0
        cdef Run *run
        while next_word(signs, size, 1, &start, &end):
            run = self.place(signs + start, end - start)
            if run.signs is not NULL and not run.met:
                run.met = True
                self.met += 1
        return 0

    cdef Run *place(self, const uint32_t *signs, Py_ssize_t size) noexcept:
        """Where a word is, or would be."""
        cdef uint64_t key = SEED
        cdef Py_ssize_t at, slot
        for at in range(size):
            key = (key ^ signs[at]) * SPREADING
            key ^= key >> 29
        slot = <Py_ssize_t>(key & <uint64_t>(self.slots - 1))
        while self.runs[slot].signs is not NULL and not (
            self.runs[slot].size == size and not memcmp(self.runs[slot].signs, signs, size * sizeof(uint32_t))
        ):
            slot = (slot + 1) & (self.slots - 1)
        return &self.runs[slot]


cdef bint next_word(const uint32_t *signs, Py_ssize_t size, Py_ssize_t shortest, Py_ssize_t *start, Py_ssize_t *end) except -1:
    """Go on to the next word of some letters or more behind `end`; tell whether there is one."""
    cdef Py_ssize_t at = end[0]
    while at < size:
        start[0] = at
        while at < size and kind(signs[at]) & LETTER:
            at += 1
        if at - start[0] >= shortest:
            end[0] = at
            return True
        at += at == start[0]
    return False


cdef class Spelling:
    """Compares texts with the words of links."""

    cdef Signs text, path
    cdef Runs words

    def __cinit__(self):
        self.text, self.path, self.words = Signs(), Signs(), Runs()

    cdef double share(self, Column column, list cells) except -1:
        """The share of cells whose own link's path spells most of their words: titles do."""
        cdef Py_ssize_t number, hits = 0
        for number in range(column.count):
            url = (<tuple>cells[number])[URL]
            if url:
                hits += self.spells(column, number, url)
        return hits / <double>max(1, column.count)

    cdef bint spells(self, Column column, Py_ssize_t number, str url) except -1:
        cdef Py_ssize_t start = 0
        cdef str text = column.texts[number]
        if len(text) <= LONGEST:
            start = column.first[number]
            self.words.read(column.folded.signs + start, column.first[number + 1] - start, 3)
        else:
            self.text.size = 0
            self.text.add(plain(text))
            self.words.read(self.text.signs, self.text.size, 3)
        if not self.words.count:
            return False
        self.path.size = 0
        self.path.add(url)
        start = self.cut()
        if start < 0:
            self.path.size = start = 0
            self.path.add(slug_text(url))
        self.words.meet(self.path.signs + start, self.path.size - start)
        return 2 * self.words.met >= self.words.count

    cdef Py_ssize_t cut(self) noexcept:
        """Leave the path of an address, in small letters; return where it begins, -1 of an address that is not plain."""
        cdef Py_ssize_t at, start = 7 if self.begins(b"http://") else 8 if self.begins(b"https://") else NOTHING, end = self.path.size
        cdef uint32_t one
        if start < 0:
            return NOTHING
        for at in range(self.path.size):
            one = self.path.signs[at]
            if one == c"#" or one == c"?":
                end = at
                break
            if one > 127 or UNPLAIN[one]:
                return NOTHING
            self.path.signs[at] = FOLDED[one]
        self.path.size = end
        while start < end and self.path.signs[start] != c"/":
            start += 1
        return min(start, end)

    cdef bint begins(self, bytes scheme) noexcept:
        cdef Py_ssize_t at
        cdef const char *signs = scheme
        for at in range(len(scheme)):
            if at >= self.path.size or self.path.signs[at] != <uint32_t>signs[at]:
                return False
        return True


# -- columns ----------------------------------------------------------------------------------------------------------


def read_texts(list found):
    """Read the texts of columns: their traits, what is said before their values and behind their numbers."""
    cdef Column column = Column()
    cdef Signs room = Signs()
    cdef Spelling spelling = Spelling()
    cdef Py_ssize_t number
    cdef Evidence own
    for own in found:
        if own.kind == "image":
            continue
        column.clear()
        for number in range(min(<Py_ssize_t>MOST_TEXTS, len(own.cells))):
            column.add(own.cells[number])
        column.compare()
        set_marks(own, column)
        set_shapes(own, column)
        set_numbers(own, column)
        if own.own[LINKED]:
            own.own[SLUG] = spelling.share(column, own.cells)
        if own.own[ANY_DIGIT]:
            hear_nouns(own, column, room)
        if column.may_have_label():
            own.prefix = shared_label(column.texts)
            spoken = said_by(own.prefix, True) if own.prefix else None
            if spoken is not None:
                own.say(PREFIX, spoken, 1.0)


cdef int set_marks(Evidence own, Column column) except -1:
    """The shares of texts that have each mark, and that say something."""
    cdef int[MARKS] marks
    cdef int[MEANINGS] meanings
    cdef Py_ssize_t number
    cdef Text t
    for number in range(MARKS):
        marks[number] = 0
    for number in range(MEANINGS):
        meanings[number] = 0
    for number in range(column.count):
        t = column.folded_text(number, column.folded.size)
        if t.size and column.times[number]:
            count_marks(t, READ, column.times[number], marks)
            t.size = min(t.size, <Py_ssize_t>READ)
            PHRASES.count(&t, column.times[number], meanings)
    for number in range(MARKS):
        own.own[FIRST_MARK + number] = marks[number] / <double>max(1, column.count)
    for number in range(MEANINGS):
        own.own[FIRST_MEANING + number] = meanings[number] / <double>max(1, column.count)
    return 0


cdef int set_shapes(Evidence own, Column column) except -1:
    cdef Shapes *shapes = &column.shapes
    cdef double *traits = own.own
    cdef double count = max(1, column.count), mean = shapes.letters / count, words = shapes.words / count
    cdef Py_ssize_t differing = column.different
    traits[ONE_WORD], traits[UPPER], traits[LOWER] = shapes.one_word / count, shapes.upper / count, shapes.lower / count
    traits[CAPITALISED], traits[LIST] = shapes.capitalised / count, shapes.lists / count
    traits[EXACT], traits[LINKED] = shapes.exact / count, shapes.linked / count
    traits[FILLED], traits[SPARSE] = own.filled, own.filled < 0.5
    traits[DISTINCT], traits[CONSTANT] = differing / count, differing == 1 and column.count > 2
    traits[FEW_VALUES] = 1 < differing <= count / 3
    traits[LOG_LENGTH] = log(1 + mean)
    traits[TO_3_WORDS], traits[TO_8_WORDS] = words <= 3, 3 < words <= 8
    traits[TO_20_WORDS], traits[SENTENCES] = 8 < words <= 20, words > 20
    traits[LONG] = mean > LONG_MEAN
    traits[SPREAD] = log(1.0 + shapes.most_letters) - log(1.0 + shapes.fewest_letters)
    traits[NAMES_OF_PEOPLE], traits[CITY] = shapes.people / count, shapes.cities / count
    return 0


cdef int set_numbers(Evidence own, Column column) except -1:
    """Features of the first numbers of the texts, where most have one."""
    cdef double *traits = own.own
    cdef double highest, one, count = column.numbered
    cdef Py_ssize_t number, rising = 0, broken = 0, years = 0
    if not column.numbered or column.numbered < 0.7 * column.count:
        return 0
    highest = column.numbers[0]
    for number in range(column.numbered):
        one = column.numbers[number]
        highest = max(highest, one)
        rising += number > 0 and one > column.numbers[number - 1]
        broken += fmod(one, 1) != 0
        years += 1900 <= one <= 2100 and fmod(one, 1) == 0
    traits[TO_5], traits[TO_10] = highest <= 5, 5 < highest <= 10
    traits[TO_100], traits[LARGE] = 10 < highest <= 100, highest > 1000
    traits[FRACTION], traits[YEARS] = broken / count, years / count
    traits[RISING] = rising == column.numbered - 1 and column.numbered > 2 and highest < 5000
    return 0


cdef int hear_nouns(Evidence own, Column column, Signs room) except -1:
    """Hear the fields that the words behind numbers name, in shares of the texts."""
    cdef dict known = {}, counts = {}
    cdef Py_ssize_t number
    for number in range(column.count):
        nouns = column.nouns(number, room)
        if nouns is not None:
            if nouns not in known:
                known[nouns] = counted(nouns)
            said = known[nouns]
            if said is not None:
                counts[said] = counts.get(said, 0) + 1
    for said, count in counts.items():
        own.say(NOUN, said, count / <double>column.count)
    return 0
