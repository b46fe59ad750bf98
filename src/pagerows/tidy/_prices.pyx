# cython: language_level=3, boundscheck=True, wraparound=False
"""The price of all records in one column, and what it was before in another; see `tidy.prices`."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.tuple cimport PyTuple_GetItem

from pagerows.tidy._ruled cimport may_be_prices
from pagerows.tidy._strips cimport TEXT, Signs, Strip, start_of, strip_of, strips

from pagerows.forms import CURRENCY, MONEY, forms
from pagerows.patterns import lazy

#: Share of the records that must have one of the two, and of the records with two amounts that must agree.
cdef double MOST = 0.9
#: An old price is at most so many times the price; where the markup alone tells, fewer.
cdef double FAR = 20.0, NEAR = 5.0
#: Most amounts of a record that are compared by threes.
cdef enum: MOST_PRICES = 8
#: Less than this is no difference.
cdef double CENT = 0.005
#: Cells of a column that are looked at, and elements around each.
cdef enum: LOOKED_AT = 6, AROUND = 2
#: Longest text of a price ("from $ 1,299.00 to $ 1,499.00"), and how much of a longer one is looked at.
cdef enum: LONGEST = 32, BEYOND = 42
cdef frozenset STRUCK = frozenset({"del", "s", "strike"})
cdef object WORD = lazy(r"[^\W\d_]+")
cdef frozenset OLD = frozenset(
    "old was regular original compare list msrp rrp strike strikethrough before struck previous through crossed".split()
)
cdef frozenset SALE = frozenset("sale sales special now final current reduced promo promotional".split())
cdef frozenset OTHER = frozenset(
    "save saving savings discount off month monthly unit shipping delivery used vip member from".split()
)
cdef object PLAIN = lazy(r"\d{1,3}(?:[.,]?\d{3})*[.,]\d\d")
#: Signs before the thousands of an amount.
cdef object THOUSANDS = lazy(r"[,' .](?=\d{3}(?:\D|$))")
cdef object NUMBER = lazy(r"\d+(?:[.,' ]\d{3})*(?:[.,]\d{1,2})?(?!\d)")


cdef class Price:
    """A column of amounts, and what its markup and its texts say of them."""

    cdef Strip column
    #: The amount of each record, and whether it has one; how many have.
    cdef double *amounts
    cdef char *has
    cdef Py_ssize_t size, filled
    cdef bint struck
    cdef set words

    def __cinit__(self, nodes, Strip column not None):
        cdef Py_ssize_t at
        self.column, self.size, self.words = column, column.size, set()
        self.amounts = <double *>PyMem_Malloc((self.size + 1) * sizeof(double))
        self.has = <char *>PyMem_Malloc(self.size + 1)
        if self.amounts is NULL or self.has is NULL:
            raise MemoryError
        for at in range(self.size):
            self.has[at] = self.read(at)
            self.filled += self.has[at]
        for at in range(min(LOOKED_AT, column.count)):
            tags, words = nodes.around.asked(around, start_of(column.filled[at]))
            self.struck = self.struck or not STRUCK.isdisjoint(tags)
            self.words |= words
            self.words.update([word.lower() for word in WORD.findall(column.texts[at][:LONGEST])])

    def __dealloc__(self):
        PyMem_Free(self.amounts)
        PyMem_Free(self.has)

    cdef bint read(self, Py_ssize_t at) except -1:
        """Read the amount of a record roughly: enough to tell the higher of two; tell whether there is one."""
        cell = self.column.cells[at]
        match = None if cell is None else NUMBER.search((<str><object>PyTuple_GetItem(cell, TEXT))[:LONGEST])
        if match is None:
            return False
        try:
            self.amounts[at] = float(THOUSANDS.sub("", match[0]).replace(",", "."))
        except ValueError:
            return False
        return True

    cdef bint counts(self, Py_ssize_t at) noexcept:
        """Whether a record has an amount that is more than nothing."""
        return self.has[at] and self.amounts[at] != 0


def around(surroundings, Py_ssize_t row):
    """Return the tags of a row and its parent, and the words of their classes."""
    words = {word.lower() for value in surroundings.classes(row, AROUND) for word in WORD.findall(value)}
    return surroundings.tags(row, AROUND), words


cpdef list settle_prices(nodes, columns):
    """Return the columns; the price of all records in one column."""
    cdef list given = strips(columns), numbers = may_be_prices(given), found, prices = []
    cdef Py_ssize_t one, other, place
    if len(numbers) > 1:
        numbers = [number for number in numbers if is_price(given[number])]
    if len(numbers) < 2:
        return given
    found = list(given)
    prices = [Price(nodes, given[number]) for number in numbers]
    for one in range(len(numbers)):
        for other in range(one + 1, len(numbers)):
            if found[numbers[one]] is None or found[numbers[other]] is None:
                continue
            if is_same(prices[one], prices[other], prices):
                found[numbers[one]], found[numbers[other]] = filled_up(given[numbers[one]], given[numbers[other]]), None
                prices[one] = Price(nodes, found[numbers[one]])
            elif (pair := swapped(prices[one], prices[other])) is not None:
                found[numbers[one]], found[numbers[other]] = pair
    return [column for column in found if column is not None]


cpdef bint is_price(Strip column) except -1:
    """Tell whether nearly all texts are amounts, or some are where all is short."""
    cdef list texts = column.texts
    cdef Py_ssize_t held = column.count, told = 0
    cdef str text
    if column.seen().longest > LONGEST:
        return forms([text[:BEYOND] for text in texts]) == "money"
    if forms(texts) == "money":
        return True
    for text in texts:
        held -= PLAIN.fullmatch(text) is None
        if held < MOST * column.count:
            break
    else:
        return True
    # Ranges, "from", "free": some amounts are enough, where all is short.
    if CURRENCY.search(column.joined) is None:
        return False
    for text in texts:
        told += MONEY.search(text) is not None
    return told * 2 >= column.count


cdef Strip filled_up(Strip one, Strip other):
    """The cells of one column, and of another where the first has none."""
    cdef list cells = list(one.cells)
    cdef Py_ssize_t at
    for at in range(len(cells)):
        if cells[at] is None:
            cells[at] = other.cells[at]
    return strip_of(cells)


cdef bint is_same(Price one, Price other, list prices) except -1:
    """Whether each record has one of two amounts, and neither is what another amount was before."""
    cdef Py_ssize_t at, either = 0
    cdef list paid
    cdef Price price, third
    for at in range(min(one.size, other.size)):
        if one.column.cells[at] is not None and other.column.cells[at] is not None:
            return False
        either += one.column.cells[at] is not None or other.column.cells[at] is not None
    if either < MOST * one.size or min(one.filled, other.filled) < 2:
        return False
    if not OTHER.isdisjoint(own_words(one, prices)) or not OTHER.isdisjoint(own_words(other, prices)):
        return False
    if one.struck or other.struck:
        return False
    paid = [price for price in prices if not is_saving(price, prices)]
    for third in paid:
        if is_higher(one, third, FAR) or is_higher(other, third, FAR):
            return False
    return True


cdef bint is_saving(Price saved, list prices) except -1:
    """Whether amounts are the difference of two others: what is saved."""
    cdef Price new, old
    if len(prices) > MOST_PRICES:
        return False
    for new in prices:
        for old in prices:
            if new is not saved and old is not saved and new is not old and are_differences(new, old, saved):
                return True
    return False


cdef bint are_differences(Price new, Price old, Price saved) noexcept:
    """Whether amounts are nearly always what is between two others."""
    cdef Py_ssize_t at, rows = 0, equal = 0
    cdef double rest
    for at in range(saved.size):
        if saved.counts(at):
            rows += 1
            if new.counts(at) and old.counts(at):
                rest = old.amounts[at] - new.amounts[at] - saved.amounts[at]
                equal += -CENT < rest < CENT
    return rows > 1 and equal >= MOST * rows


cdef set own_words(Price price, list prices):
    """The words that no other amount has."""
    cdef set found = set(price.words)
    cdef Price other
    for other in prices:
        if other is not price:
            found -= other.words
    return found


cdef bint is_higher(Price one, Price other, double far) noexcept:
    """Whether one amount is the higher wherever a record has both, within reason."""
    cdef Py_ssize_t at, both = 0, higher = 0
    for at in range(min(one.size, other.size)):
        if one.counts(at) and other.counts(at):
            both += 1
            higher += other.amounts[at] < one.amounts[at] <= far * other.amounts[at]
    return both > 1 and higher >= MOST * both


cdef object swapped(Price one, Price other):
    """A price that all records have and a lower one that some have, which the markup calls the price to pay."""
    cdef Price full = one, some = other
    cdef set words
    cdef list price, before
    cdef Py_ssize_t at
    if one.filled < other.filled:
        full, some = other, one
    if full.filled < MOST * full.size or some.filled > MOST * full.filled or full.struck or not is_higher(full, some, NEAR):
        return None
    words = some.words - full.words
    if SALE.isdisjoint(words) or not OLD.isdisjoint(words) or not OTHER.isdisjoint(words):
        return None
    before = []
    for at in range(full.size):
        before.append(full.column.cells[at] if some.column.cells[at] is not None else None)
    pair = filled_up(some.column, full.column), strip_of(before)
    return pair if full is one else pair[::-1]
