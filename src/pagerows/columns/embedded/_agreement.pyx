# cython: language_level=3, boundscheck=True, wraparound=False
"""Whether a cell of the page and a value of its data say the same; and the data's value, where it is the finer one.

A cell is compared with the values of many keys and a value with the cells of many columns: what each is compared by is
worked out once, when it is first needed.
"""

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from pagerows.columns.dates import read_exact
from pagerows.page.data._shown import folded as folded_text, link_key, plain_text
from pagerows.page.data._walk import value_text
from pagerows.patterns import lazy
from pagerows.values import Cell, Money

#: Letters from which a text that stands in a longer one, or begins one that was cut, is the same.
cdef Py_ssize_t PART = 3, BEGINNING = 12
#: Numbers beyond this are codes.
cdef double LARGEST = 1e15
#: How far numbers with a word for their size ("1.2K") may be from what they are rounded from.
cdef double ROUNDED = 0.06
#: Fewest cells that agree with a key, the share of those that are compared, and fewest different values; of numbers more.
cdef Py_ssize_t FEWEST_CELLS = 3, DIFFERENT_TEXTS = 2, DIFFERENT_NUMBERS = 3
cdef double AGREEING = 0.9
FEWEST = FEWEST_CELLS

cdef object WORDS = lazy(r"\w+")
cdef object CUT = lazy(r"\s*(?:…|\.\.\.)\s*$")
cdef object NUMBER = lazy(r"-?\d+(?:\.\d+)?")
cdef object SIZED = lazy(r"\d\s*(?:[kKmMbB]\b|[^\W\d]{3,}\.?\s*$)")
cdef object ISO = lazy(r"\d{4}-\d{2}-\d{2}(?:$|[T ])")
#: Seconds since 1970 of 2000 and of 2040: other numbers are no moments.
cdef double FIRST = 946_684_800, LAST = 2_208_988_800
cdef Py_ssize_t TEXT = Cell._fields.index("text"), URL = Cell._fields.index("url"), ITEMS = Cell._fields.index("items")
cdef object DAY = timedelta(days=1)


class Same(NamedTuple):
    """How a cell and a value compare."""

    #: True: both say the same; False: they contradict each other; None: nobody can tell.
    agrees: object
    #: How much is the same: 1 all of it, less where one says more than the other.
    share: object = 1.0
    #: The data's value in the type of the column, where it is known.
    exact: object = None


cdef tuple UNKNOWN = (None, 1.0, None), DIFFERENT = (False, 0.0, None), ALL = (True, 1.0, None)


cdef class ShownCell:
    """A cell, and what was read of it as its value (None: nothing)."""

    cdef readonly object cell, read
    #: The number that it says; None where it says none, or a range.
    cdef readonly object number
    cdef bint is_moment, is_range
    cdef str text, url, _folded, _beginning, _path, _step
    cdef list _words, _items

    def __init__(self, cell, read=None):
        self.cell, self.read = cell, read
        self.text, self.url = (<tuple>cell)[TEXT], (<tuple>cell)[URL]
        self.is_moment = isinstance(read, date)
        self.is_range = isinstance(read, Money) and read.until is not None
        number = read.amount if isinstance(read, Money) else read
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            self.number = number

    cdef str folded(self):
        """What is compared of its text."""
        if self._folded is None:
            self._folded = folded_text(self.text)
        return self._folded

    cdef str beginning(self):
        """The same of a text that was cut short; empty where it was not, or where that is too little."""
        cdef str cut
        if self._beginning is None:
            may_be_cut = "…" in self.text or "..." in self.text
            cut = folded_text(CUT.sub("", self.text)) if may_be_cut and CUT.search(self.text) else ""
            self._beginning = cut if len(cut) >= BEGINNING else ""
        return self._beginning

    cdef list words(self):
        """The words of its text."""
        if self._words is None:
            self._words = words_of(self.text)
        return self._words

    cdef list items(self):
        """What is compared of the members of a list."""
        if self._items is None:
            self._items = [folded_text((<tuple>item)[TEXT]) for item in (<tuple>self.cell)[ITEMS]] or [self.folded()]
        return self._items

    @property
    def path(self):
        """The path of its address; empty where it has none."""
        if self._path is None:
            self._path = link_key(self.url).partition("?")[0] if self.url else ""
        return self._path

    @property
    def step(self):
        """The last step of this path."""
        if self._step is None:
            self._step = self.path.rpartition("/")[2]
        return self._step


cdef class DataValue:
    """A value of the data."""

    cdef readonly object value
    cdef bint is_mute, is_list, has_number, has_moment, has_address, has_picture
    cdef str _plain, _folded, _picture
    cdef list _words, _items
    cdef object _number, _moment
    cdef tuple _address

    def __init__(self, value):
        self.value, self.is_mute, self.is_list = value, is_mute(value), isinstance(value, tuple)

    cdef str plain(self):
        """Its text without markup."""
        if self._plain is None:
            self._plain = plain_text(value_text(self.value))
        return self._plain

    cdef str folded(self):
        """What is compared of its text."""
        if self._folded is None:
            self._folded = folded_text(self.plain())
        return self._folded

    cdef list words(self):
        """The words of its text."""
        if self._words is None:
            self._words = words_of(self.plain())
        return self._words

    cdef list items(self):
        """What is compared of the members of a list."""
        if self._items is None:
            self._items = [folded_text(value_text(member)) for member in self.value]
        return self._items

    cdef object number(self):
        """The number that it is."""
        if not self.has_number:
            self._number, self.has_number = as_number(self.value), True
        return self._number

    cdef object moment(self):
        """The moment that it is."""
        if not self.has_moment:
            self._moment, self.has_moment = as_moment(self.value), True
        return self._moment

    @property
    def address(self):
        """A path, or (False) what may be the last step of one; None where it is neither."""
        if not self.has_address:
            self._address, self.has_address = as_address(self.value), True
        return self._address

    @property
    def picture(self):
        """The path of a file; None where it is none."""
        if not self.has_picture:
            self._picture, self.has_picture = as_picture(self.value), True
        return self._picture


cpdef bint is_mute(value):
    """Whether a value says nothing that a cell may show."""
    return value is True or value is False or (isinstance(value, tuple) and not value)


cdef list words_of(str text):
    return WORDS.findall(text[:500].casefold())


cdef object as_number(value):
    cdef str text
    if isinstance(value, (int, float)):
        return value if -LARGEST <= value <= LARGEST else None
    text = str(value).strip()
    if not text or len(text) > 20 or not (text[0] == "-" or text[0].isdecimal()) or not NUMBER.fullmatch(text):
        return None
    return float(text) if "." in text else int(text)


cdef object as_moment(value):
    if isinstance(value, str):
        return read_exact(value.replace("Z", "+00:00")) if ISO.match(value.strip()) else None
    if isinstance(value, (int, float)) and 0 < value <= LARGEST:
        seconds = value / 1000 if value > 10 * LAST else value
        if FIRST <= seconds <= LAST:
            return datetime.fromtimestamp(seconds, UTC)
    return None


cdef tuple as_address(value):
    cdef str text
    if isinstance(value, (tuple, bool)) or value is None:
        return None
    text = str(value).strip()
    if " " in text or len(text) < 2:
        return None
    if text.startswith(("http://", "https://", "/")):
        return link_key(text).partition("?")[0], True
    return (text.strip("/"), False) if len(text) >= PART else None


cdef str as_picture(value):
    cdef str address
    if isinstance(value, tuple):
        value = value[0] if value else None
    if not isinstance(value, str) or "/" not in value:
        return None
    address = (<str>value).strip()
    return None if " " in address else link_key(address).partition("?")[0]


cdef tuple compare_value(ShownCell cell, DataValue value):
    """Compare what a cell says with a value of the data."""
    if value.is_mute:
        return UNKNOWN
    if value.is_list:
        return compare_lists(cell.items(), value.items())
    if cell.is_moment:
        return compare_moments(cell.read, value.moment())
    if cell.is_range:
        return (True, 0.8, None) if value.number() in (cell.read.amount, cell.read.until) else UNKNOWN
    if cell.number is not None and value.number() is not None:
        return compare_numbers(cell.text, cell.number, value.number())
    return compare_texts(cell, value)


cdef tuple compare_texts(ShownCell cell, DataValue value):
    cdef str own = cell.folded(), other = value.folded(), beginning
    if not own or not other:
        return UNKNOWN
    if own == other:
        return ALL
    beginning = cell.beginning()
    if beginning:
        return (True, 0.7, None) if other.startswith(beginning) else DIFFERENT
    if PART <= len(other) < len(own) and other in own and not other.isdecimal() and holds(cell.words(), value.words()):
        return True, 0.5 + 0.5 * len(other) / len(own), None
    return DIFFERENT


cdef bint holds(list words, list inner) except -1:
    """Whether words stand among others, one after the other."""
    cdef Py_ssize_t at
    for at in range(len(words) - len(inner) + 1):
        if words[at : at + len(inner)] == inner:
            return True
    return False


cdef tuple compare_lists(list own, list texts):
    if not any(texts):
        return UNKNOWN
    if own == texts or "".join(own) == "".join(texts):
        return ALL
    return (True, 0.8, None) if sorted(own) == sorted(texts) else DIFFERENT


cdef tuple compare_numbers(str shown, number, other):
    if abs(other - number) <= 1e-9 * max(1.0, abs(number)):
        return True, 1.0, number
    if number and abs(other - number) <= ROUNDED * abs(number) and SIZED.search(shown):
        return True, 0.9, other
    digits = len(str(number).partition(".")[2]) if isinstance(number, float) else 0
    if abs(other - number) <= 0.5 * 10**-digits + 1e-9:  # rounded, the half up or down
        return True, 0.9, other
    return DIFFERENT


cdef tuple compare_moments(read, moment):
    if moment is None:
        return UNKNOWN
    day, own = day_of(moment), day_of(read)
    if day == own:
        finer = isinstance(moment, datetime) and not isinstance(read, datetime)
        return True, 1.0, moment if finer else read
    # A moment of the evening is a moment of the next day somewhere else: the same, and the shown day stays.
    if isinstance(moment, datetime) and abs(day - own) <= DAY:
        return True, 0.9, read
    return DIFFERENT


cdef object day_of(moment):
    return moment.date() if isinstance(moment, datetime) else moment


cdef tuple compare_link(ShownCell cell, DataValue value):
    """Compare the link of a cell with a value of the data: the address, or the last step of its path."""
    cdef str text
    if not cell.url or value.address is None:
        return UNKNOWN
    text, is_path = value.address
    if is_path:
        return ALL if text == cell.path else DIFFERENT
    return (True, 0.8, None) if text == cell.step else UNKNOWN


cdef tuple compare_image(ShownCell cell, DataValue value):
    """Compare the address of a picture with a value of the data: the same file, whatever its size."""
    cdef str its
    if not cell.url or value.picture is None:
        return UNKNOWN
    if value.picture == cell.path:
        return ALL
    its = value.picture.rpartition("/")[2]
    return (True, 0.9, None) if cell.step == its and len(its) > 8 else DIFFERENT


cdef enum:
    VALUES = 0
    IMAGES = 1
    LINKS = 2

OF_VALUES, OF_IMAGES, OF_LINKS = VALUES, IMAGES, LINKS


cdef tuple compare(ShownCell cell, DataValue value, int what):
    if what == VALUES:
        return compare_value(cell, value)
    return compare_image(cell, value) if what == IMAGES else compare_link(cell, value)


def same(ShownCell cell, DataValue value, int what=VALUES):
    """Compare what a cell says, or its picture, or its link, with a value of the data.

    >>> same(ShownCell(Cell("Tent, red")), DataValue("tent red")).agrees
    True
    """
    return tuple.__new__(Same, compare(cell, value, what))


def values_of(str key, list fields):
    """Return what objects say under a key, one per record; None where fewer than three say what may be shown."""
    cdef list found = []
    cdef Py_ssize_t told = 0
    cdef DataValue value
    for own in fields:
        if not own or key not in own:
            found.append(None)
            continue
        value = DataValue(own[key])
        told += not value.is_mute
        found.append(value)
    return found if told >= FEWEST_CELLS else None


def agreement(list cells, list values, int what):
    """Return how many cells agree with values, how many differ, and how much is the same in sum; None: they do not agree."""
    cdef Py_ssize_t agreeing = 0, differing = 0, unknown = 0, place = 0, count = 0, row
    cdef double share = 0.0
    cdef bint numbers = True
    cdef set distinct = set()
    cdef ShownCell cell
    cdef tuple told
    for row in range(len(cells)):
        count += cells[row] is not None and values[row] is not None
    if count < FEWEST_CELLS:
        return None
    for row in range(len(cells)):
        if cells[row] is None or values[row] is None:
            continue
        cell = <ShownCell>cells[row]
        told = compare(cell, <DataValue>values[row], what)
        if told[0] is None:
            unknown += 1
        elif told[0]:
            agreeing += 1
            share += told[1]
            distinct.add((cell.url if what == LINKS else cell.text) or cell.url or "")
            numbers = numbers and told[2] is not None
        else:
            differing += 1
            if place < 8 and differing > 3 and not agreeing:
                return None
            if agreeing + count - place - 1 < AGREEING * (count - unknown):  # too few are left to agree
                return None
        place += 1
    if agreeing < FEWEST_CELLS or agreeing < AGREEING * (agreeing + differing):
        return None
    return (agreeing, differing, share) if len(distinct) >= (DIFFERENT_NUMBERS if numbers else DIFFERENT_TEXTS) else None
