# cython: language_level=3, boundscheck=True, wraparound=False
"""Evidence and probabilities -> one role and one name per column, decided over the whole table.

A table has at most one title, which is never the same in all records; what a page itself calls a column (headers,
labels) is its name; else the role names it, in the word that the evidence has for it ("comments" for a count). Numbers
stand at the end of names only where nothing else tells two columns apart.
"""

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.string cimport memset

from pagerows._arrays cimport FLOAT64, Array, empty_table
from pagerows.columns.names._evidence cimport (
    ARIA, BADGE, BOX, COLOR, CONSTANT, DISTINCT, FAR_CLASS, FAR_NAME, FIRST_MARK, LABEL, LINK, LIST, NEAR_CLASS, NEAR_NAME, NOUN, PREFIX,
    PROPERTY, SHIP, STOCK, TO_3_WORDS, Evidence,
)  # fmt: skip

from pagerows.columns.names._beside import price_ratio
from pagerows.columns.names.evidence import ROLES
from pagerows.columns.names.slugs import slug
from pagerows.columns.names.texts import shared_words
from pagerows.patterns import lazy
from pagerows.unique import UniqueNames
from pagerows.values import Cell

cdef enum:
    DOMAIN = FIRST_MARK + 7  # of the marks
    # Of the roles.
    TITLE = 0
    PRICE = 2
    OLD_PRICE = 3
    DISCOUNT = 4
    NO_ROLE = -1

if ROLES[TITLE] != "title" or ROLES[PRICE] != "price" or ROLES[OLD_PRICE] != "old_price" or ROLES[DISCOUNT] != "discount":
    raise AssertionError("roles are in another order")

cdef Py_ssize_t TEXT = Cell._fields.index("text"), URL = Cell._fields.index("url"), WHOLE = Cell._fields.index("whole")
cdef int COUNT = ROLES.index("count"), STATUS = ROLES.index("status")
#: Least probability of a role that is told, and that of a title as a share of its column's likeliest role.
cdef double SURE = 0.5
cdef double TITLE_SHARE = 0.25
#: Least share of the records that have a title, and of its texts that differ.
cdef double DIFFERING = 0.4
#: How many times a price an old price may be.
cdef double FAR = 5
#: Probability of a role from which on only a field's name may be another name.
cdef double CLEAR = 0.8
#: Least share of a role among all roles, whether or not the column is any of them, that names a column.
cdef double LIKELY = 0.3
#: Least probability of a second choice, where the first is taken.
cdef double SECOND = 0.15
#: Roles that one column of a table has.
cdef frozenset SINGLE = frozenset(
    ROLES.index(role) for role in ("price", "old_price", "rating", "reviews", "description", "rank", "discount", "salary")
)
#: Roles whose name says little without the word that the page has for them, and the word that they have without.
cdef dict BROAD = {"status": "badge", "id": "id", "count": "count", "company": "company", "tags": "tags"}
#: Sources of words for such names, surest first; class names last, which pages scramble.
cdef tuple STEADY = (LABEL, PREFIX, NOUN, PROPERTY, ARIA, LINK)
cdef tuple OF_ROLES = STEADY[:2]
cdef tuple OF_OTHERS = (*STEADY, NEAR_NAME, NEAR_CLASS)
cdef tuple OF_BROAD = (*OF_OTHERS, FAR_NAME, FAR_CLASS, BOX)
#: Sources by which the page itself says what a column is.
cdef tuple SAID = (LABEL, PROPERTY)
cdef dict BY_TYPE = {
    "money": "price",
    "date": "date",
    "time": "time",
    "rating": "rating",
    "percentage": "percent",
    "integer": "number",
    "decimal": "number",
}
#: Share of texts that must hold what tells a field that is none of the roles.
cdef double MARKED = 0.6
#: How sure a name is that the page does not say and no role gives: a word of the field, words of a class that its
#: texts use, its type alone, nothing. One that needs a number is at most so sure: it does not tell two columns apart.
cdef double WORD = 0.8
cdef double CLASS_WORD = 0.5
cdef double TYPE = 0.6
cdef double BARE = 0.3
cdef double NUMBERED = 0.5
#: Money by a unit of something.
cdef object RATE = lazy(
    r"\d\s*(?:/|per\b|an?\b|je\b|pro\b)\s*"
    r"(?:month|mo|year|yr|annum|hour|hr|week|wk|day|night|kg|lb|oz|100|g|l|m|unit|piece|item|stück|person|monat)\b"
)
cdef tuple PICTURES = ("avatar", "logo", "icon", "flag", "thumbnail")


def choose(list columns, chances, page_words):
    """Return the name of each column, its role (None: none that is sure) and how sure the name is.

    `chances` has the roles' probabilities (the last: no role) of the text columns, `page_words` the words of the page's texts.
    """
    cdef list texts = [own for own in columns if (<Evidence>own).kind != "image"], found = [None] * len(columns), turns = []
    cdef Roles roles = Roles(texts, table_of(chances))
    cdef Names names = Names(columns, page_words)
    cdef Py_ssize_t number, picture = main_picture(columns), text = 0
    cdef Evidence own
    # The title has first choice of its name, then whatever is surest and fullest.
    for number in range(len(columns)):
        own = columns[number]
        if own.kind == "image":
            turns.append((True, -own.filled, number, NO_ROLE))
        else:
            turns.append((roles.role[text] != TITLE, -roles.chance[text] * own.filled, number, text))
            text += 1
    for _, _, number, text in sorted(turns):
        own = columns[number]
        if own.kind == "image":
            names.begin()
            if not (number != picture and names.offer(picture_word(own), 1.0)):
                names.offer("image", 1.0)
            found[number] = (*names.chosen(), "image" if number == picture else None)
        else:
            names.find(own, roles.guess[text], roles.chance[text])
            found[number] = (*names.chosen(), None if roles.role[text] == NO_ROLE else ROLES[roles.role[text]])
    return [(name, role, sure) for name, sure, role in found]


cdef Array table_of(chances):
    """A copy of probabilities: of each column (rows) those of the roles."""
    cdef Py_ssize_t row, role, count = len(chances), wide = len(chances[0]) if count else 0
    cdef Array made = empty_table(FLOAT64, count, wide)
    cdef double *at = made.floats()
    cdef const double[:, :] given
    if not count:
        return made
    given = chances
    for row in range(count):
        for role in range(wide):
            at[row * wide + role] = given[row, role]
    return made


cdef class Roles:
    """Each text column's role (none where unsure), its probability, and the likeliest role all the same."""

    cdef list columns
    cdef double[:, ::1] chances
    cdef list role, guess, chance

    def __cinit__(self, list columns, double[:, ::1] chances):
        cdef Py_ssize_t number, title
        self.columns, self.chances = columns, chances
        self.role, self.guess = [NO_ROLE] * len(columns), [NO_ROLE] * len(columns)
        self.chance = [0.0] * len(columns)
        if not columns:
            return
        title = self.find_title()
        if title >= 0:
            self.give(title, TITLE, chances[title, TITLE])
        self.forbid_old_prices()
        for number in range(len(columns)):
            self.leave_title_out(number)
        self.give_others(title)
        self.tell_prices_apart()
        self.find_savings()

    cdef int give(self, Py_ssize_t number, int role, double chance) except -1:
        self.role[number], self.guess[number], self.chance[number] = role, role, chance
        return 0

    cdef double likeliest(self, Py_ssize_t number) except -1:
        """The probability of a column's likeliest role."""
        cdef Py_ssize_t role
        cdef double most = self.chances[number, 0]
        for role in range(self.chances.shape[1] - 1):
            most = max(most, self.chances[number, role])
        return most

    cdef Py_ssize_t find_title(self) except? -1:
        """The column that is likeliest to be the title, of those that most records have and whose texts differ."""
        cdef Evidence own
        cdef Py_ssize_t number, best = NO_ROLE
        for number in range(len(self.columns)):
            own = self.columns[number]
            if not own.own[CONSTANT] and own.own[DISTINCT] >= DIFFERING and own.filled >= DIFFERING:
                if best < 0 or self.chances[number, TITLE] > self.chances[best, TITLE]:
                    best = number
        return best if best >= 0 and self.chances[best, TITLE] >= TITLE_SHARE * self.likeliest(best) else NO_ROLE

    cdef int forbid_old_prices(self) except -1:
        """What something was before stands beside what it is now, and is no rate ("$3 a month", "€2.95/kg")."""
        cdef Py_ssize_t number, money = 0
        cdef list is_money = [
            (<Evidence>self.columns[number]).type == "money" or self.chances[number, PRICE] >= SURE
            for number in range(len(self.columns))
        ]
        money = is_money.count(True)
        for number in range(len(self.columns)):
            if money - bool(is_money[number]) == 0 or is_rate(self.columns[number]):
                self.chances[number, OLD_PRICE] = 0
        return 0

    cdef int leave_title_out(self, Py_ssize_t number) except -1:
        """Turn probabilities into those of the other roles."""
        cdef Py_ssize_t role
        cdef double total = 0
        for role in range(1, self.chances.shape[1]):
            total += self.chances[number, role]
        self.chances[number, TITLE] = 0
        for role in range(1, self.chances.shape[1]):
            self.chances[number, role] /= max(1e-9, total)
        return 0

    cdef int give_others(self, Py_ssize_t title) except -1:
        """Give each column but the title its likeliest role, those that are surest first."""
        cdef list order = sorted([(-self.likeliest(number), number) for number in range(len(self.columns)) if number != title])
        cdef set taken = set()
        cdef Py_ssize_t number
        cdef int role
        cdef double some, chance
        for _, number in order:
            some = max(1e-9, 1 - self.chances[number, self.chances.shape[1] - 1])
            role = self.choice(number, taken, SECOND * some)
            chance = self.chances[number, role]
            if role in SINGLE:
                taken.add(role)
            self.role[number] = role if chance >= SURE else NO_ROLE
            self.guess[number] = role if chance >= LIKELY * some else NO_ROLE
            self.chance[number] = chance
        return 0

    cdef int choice(self, Py_ssize_t number, set taken, double least) except -1:
        """The first of the three likeliest roles that no other column has and that is likely enough, else the first."""
        cdef int[3] choices
        cdef int place, role, best
        for place in range(3):
            best = -1
            for role in range(<int>self.chances.shape[1] - 1):
                if (place > 0 and role == choices[0]) or (place > 1 and role == choices[1]):
                    continue
                if best < 0 or self.chances[number, role] > self.chances[number, best]:
                    best = role
            choices[place] = best
            if best not in taken and self.chances[number, best] >= least:
                return best
        return choices[0]

    cdef int tell_prices_apart(self) except -1:
        """Of two prices of which one is never the lower, that one is the old price."""
        cdef list prices = []
        cdef Py_ssize_t number, old
        if OLD_PRICE in self.guess or self.guess.count(PRICE) < 2:
            return 0
        for number in range(len(self.columns)):
            if self.guess[number] == PRICE and (<Evidence>self.columns[number]).type == "money":
                prices.append((-self.chance[number], number))
        prices = [number for _, number in sorted(prices) if not is_rate(self.columns[number])][:2]
        if len(prices) < 2:
            return 0
        ratio = price_ratio(self.columns[prices[0]], self.columns[prices[1]])
        if ratio:
            old = prices[0] if 1 < ratio <= FAR else prices[1] if 1 / FAR <= ratio < 1 else NO_ROLE
            if old >= 0:
                self.give(old, OLD_PRICE, self.chance[old])
        return 0

    cdef int find_savings(self) except -1:
        """Money that is what the old price and the price differ by is the discount."""
        cdef Py_ssize_t number, price, old
        cdef Evidence own
        if PRICE not in self.guess or OLD_PRICE not in self.guess:
            return 0
        price, old = self.guess.index(PRICE), self.guess.index(OLD_PRICE)
        before, now = (<Evidence>self.columns[old]).numbers(), (<Evidence>self.columns[price]).numbers()
        for number in range(len(self.columns)):
            own = self.columns[number]
            if own.type == "money" and number != price and number != old and is_difference(before, now, own.numbers()):
                self.give(number, DISCOUNT, max(SURE, <double>self.chance[number]))
        return 0


cdef bint is_difference(list before, list now, list saved) except -1:
    """Whether amounts are what others differ by; a column without values has no amounts at all."""
    cdef bint found = False
    for a, b, c in zip(before, now, saved):
        if a and b and c:
            found = True
            if not abs(a - b - c) <= 0.02 * c:
                return False
    return found


cdef bint is_rate(Evidence own) except -1:
    """Whether most texts are amounts by a unit of something."""
    cdef Py_ssize_t rates = 0
    for cell in own.cells:
        said = (<tuple>cell)[WHOLE] or (<tuple>cell)[TEXT]
        rates += may_be_rate(said) and RATE.search(said) is not None
    return 2 * rates > len(own.cells)


cdef bint may_be_rate(str text) except -1:
    """Whether a number may stand before a word for "by"; most texts need not be looked at more closely."""
    cdef Py_ssize_t size = 0, at
    cdef const char *signs
    cdef bint number = False
    if not text.isascii():
        return True
    signs = PyUnicode_AsUTF8AndSize(text, &size)
    for at in range(size):
        if c"0" <= signs[at] <= c"9":
            number = True
        elif number and signs[at] in (c"/", c"p", c"a", c"j"):
            return True
        elif not (signs[at] == 32 or 9 <= signs[at] <= 13 or 28 <= signs[at] <= 31):
            number = False
    return False


cdef object field_of(Evidence own, tuple sources, str role):
    """The field of a role that the first of some sources names that names one."""
    cdef int source
    if own.spoken:
        for source in sources:
            field = own.named_by(source, role)
            if field is not None:
                return field
    return None


cdef str name_of_role(Evidence own, int guess):
    """The name of a role, in the word that the evidence has for it."""
    if guess == NO_ROLE:
        return ""
    cdef str role = ROLES[guess]
    said = field_of(own, OF_BROAD if role in BROAD else OF_ROLES, role)
    if guess == COUNT and said is None:
        words = shared_words([cell.text for cell in own.cells])
        if words:
            return "_".join(words)
    if guess == STATUS and own.own[STOCK] >= 0.5:
        return "availability"
    return said.name if said is not None else BROAD.get(role, role)


cdef str other_name(Evidence own):
    """The word for a field that is none of the roles (shipping, material...)."""
    if own.type not in ("text", "list") or max(own.own[BADGE], own.own[STOCK]) >= MARKED:
        return ""
    said = field_of(own, OF_OTHERS, "other")
    if said is not None:
        return said.name
    if not (own.own[TO_3_WORDS] or own.own[LIST]):
        return ""
    if own.own[SHIP] >= MARKED:
        return "shipping"
    if own.own[COLOR] >= MARKED:
        return "colors" if own.own[LIST] else "color"
    return "source" if own.own[DOMAIN] >= MARKED else ""


cdef str own_label(Evidence own, str sure):
    """The name that the page itself gives a column: a header, or a label that does not speak against a sure role."""
    cdef str text = own.label
    if own.header:
        return slug(text)
    if not text and own.prefix.endswith(":"):
        text = own.prefix
    if not text:
        return ""
    if sure:
        for where, field in own.spoken:
            if (where == LABEL or where == PREFIX) and field.role == sure:
                break
        else:
            return ""
    return slug(text)


cdef class Names:
    """Names for columns, each given once."""

    cdef list columns
    cdef object page_words
    # The names that are given, in small letters; and what numbers them, once two columns want the same.
    cdef set taken
    cdef object unique
    # In how many columns each class word is; None: nobody has asked yet.
    cdef dict holders
    cdef str name, first
    cdef double sure, first_sure

    def __cinit__(self, list columns, page_words):
        self.columns, self.page_words, self.taken = columns, page_words, set()

    cdef int begin(self) except -1:
        self.name, self.first, self.first_sure = "", "", NUMBERED
        return 0

    cdef bint offer(self, str name, double sure) except -1:
        """Take a name, with how sure it is, where nobody has it yet."""
        if name and name.lower() not in self.taken:
            self.name, self.sure = name, sure
            self.take(name)
            return True
        if not self.first:
            self.first, self.first_sure = name, min(sure, NUMBERED)
        return False

    cdef tuple chosen(self):
        """The name that was taken; where all were taken before, the first with a number."""
        if self.name:
            return self.name, self.sure
        if self.unique is None:
            self.unique = UniqueNames(self.taken)
        name = self.unique(self.first)
        self.taken.add(name.lower())
        return name, self.first_sure

    cdef int take(self, str name) except -1:
        self.taken.add(name.lower())
        if self.unique is not None:
            self.unique(name)
        return 0

    cdef int find(self, Evidence own, int guess, double chance) except -1:
        """Offer names for a column, best first."""
        cdef str base, role = "" if guess == NO_ROLE else ROLES[guess]
        cdef double sure
        self.begin()
        label = own_label(own, role if chance >= CLEAR or guess == TITLE else "")
        if label and self.offer(label, 1.0):
            return 0
        base = other_name(own)
        sure = WORD
        if chance >= SURE or not base:
            by_role = name_of_role(own, guess)
            if by_role:
                base, sure = by_role, 1.0 if field_of(own, SAID, role) is not None else chance
        if base:
            self.offer_more(own, base, sure, guess) or self.offer_words(own, base, sure)
        elif not self.offer_words(own, "", sure):
            typed = BY_TYPE.get(own.type)
            self.offer(typed, TYPE) if typed else self.offer("link" if own.kind == "link" else "text", BARE)
        return 0

    cdef bint offer_more(self, Evidence own, str base, double sure, int guess) except -1:
        """Offer a name, and what tells it from another column of the same name."""
        if self.offer(base, sure) or (base == "price" and is_rate(own) and self.offer("unit_price", sure)):
            return True
        if guess == STATUS:
            constant = own.own[CONSTANT] != 0
            if self.offer(f"{slug((<tuple>own.cells[0])[TEXT])}_{base}" if constant else "label", sure):
                return True
        if own.values:
            words = shared_words([cell.text for cell in own.cells])
            return bool(words) and self.offer("_".join((*words, base)), sure)
        return False

    cdef bint offer_words(self, Evidence own, str base, double sure) except -1:
        """Offer class words of a column that no other column has and that the page's own texts use: words of its language."""
        cdef int offered = 0
        for word in own.class_words():
            if len(word) > 4 and self.held_once(word) and word in self.page_words:
                apart = base and word not in base.split("_")
                if self.offer(f"{word}_{base}" if apart else word, sure if apart else CLASS_WORD):
                    return True
                offered += 1
                if offered == 2:
                    return False
        return False

    cdef bint held_once(self, str word) except -1:
        cdef Evidence own
        if self.holders is None:
            self.holders = {}
            for own in self.columns:
                for each in set(own.class_words()):
                    self.holders[each] = self.holders.get(each, 0) + 1
        return self.holders[word] == 1


cdef Py_ssize_t main_picture(list columns) except? -1:
    """The records' main picture: of those that differ the one that most records have, the first of equals."""
    cdef Evidence own
    cdef Py_ssize_t number, best = -1
    cdef bint differs, best_differs = False
    cdef double most = -1
    for number in range(len(columns)):
        own = columns[number]
        if own.kind != "image" or picture_word(own):
            continue
        differs = len({(<tuple>cell)[URL] for cell in own.cells}) > 1
        if (differs and not best_differs) or (differs == best_differs and own.filled > most):
            best, best_differs, most = number, differs, own.filled
    return best


cdef str picture_word(Evidence own):
    cdef tuple words = own.class_words()
    for word in PICTURES:
        if word in words:
            return word
    return ""
