"""Whether a cell of the page and a value of its data say the same, as anyone would compare them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, Generic, NamedTuple, TypeVar

from pagerows.columns.dates import read_exact
from pagerows.page.data.lists import value_text
from pagerows.page.data.shown import folded, link_key, plain_text
from pagerows.patterns import lazy
from pagerows.values import Cell, Money

#: Letters from which a text that stands in a longer one, or begins one that was cut, is the same.
PART: Final = 3
BEGINNING: Final = 12
#: Numbers beyond this are codes.
LARGEST: Final = 1e15
#: How far numbers with a word for their size ("1.2K") may be from what they are rounded from.
ROUNDED: Final = 0.06

_WORDS: Final = lazy(r"\w+")
_CUT: Final = lazy(r"\s*(?:…|\.\.\.)\s*$")
_NUMBER: Final = lazy(r"-?\d+(?:\.\d+)?")
_SIZED: Final = lazy(r"\d\s*(?:[kKmMbB]\b|[^\W\d]{3,}\.?\s*$)")
_ISO: Final = lazy(r"\d{4}-\d{2}-\d{2}(?:$|[T ])")
#: Seconds since 1970 of 2000 and of 2040: other numbers are no moments.
_FIRST, _LAST = 946_684_800, 2_208_988_800


T = TypeVar("T")


class _once(Generic[T]):  # noqa: N801
    """A property that is worked out once; without Python 3.11's lock, which takes longer than most of them."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__

    def __get__(self, one: Any, owner: type) -> T:
        value = one.__dict__[self._name] = self._work_out(one)
        return value


class Same(NamedTuple):
    """How a cell and a value compare."""

    #: True: both say the same; False: they contradict each other; None: nobody can tell.
    agrees: bool | None
    #: How much is the same: 1 all of it, less where one says more than the other.
    share: float = 1.0
    #: The data's value in the type of the column, where it is known.
    exact: Any = None


UNKNOWN: Final = Same(None)
DIFFERENT: Final = Same(False, 0.0)
ALL: Final = Same(True)


class ShownCell:
    """A cell, and what was read of it as its value (None: nothing)."""

    def __init__(self, cell: Cell, read: Any = None) -> None:
        self.cell = cell
        self.read = read
        #: The number that it says; None where it says none, or a range.
        self.number: float | int | None = None
        self.is_moment = isinstance(read, date)
        self.is_range = isinstance(read, Money) and read.until is not None
        number = read.amount if isinstance(read, Money) else read
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            self.number = number

    @_once
    def folded(self) -> str:
        """What is compared of its text."""
        return folded(self.cell.text)

    @_once
    def beginning(self) -> str:
        """The same of a text that was cut short; empty where it was not, or where that is too little."""
        text = self.cell.text
        cut = folded(_CUT.sub("", text)) if _CUT.search(text) else ""
        return cut if len(cut) >= BEGINNING else ""

    @_once
    def words(self) -> list[str]:
        """The words of its text."""
        return _words(self.cell.text)

    @_once
    def items(self) -> list[str]:
        """What is compared of the members of a list."""
        return [folded(item.text) for item in self.cell.items] or [self.folded]

    @_once
    def path(self) -> str:
        """The path of its address; empty where it has none."""
        return link_key(self.cell.url).partition("?")[0] if self.cell.url else ""

    @_once
    def step(self) -> str:
        """The last step of this path."""
        return self.path.rpartition("/")[2]


class DataValue:
    """A value of the data."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.is_mute = is_mute(value)
        self.is_list = isinstance(value, tuple)

    @_once
    def plain(self) -> str:
        """Its text without markup."""
        return plain_text(value_text(self.value))

    @_once
    def folded(self) -> str:
        """What is compared of its text."""
        return folded(self.plain)

    @_once
    def words(self) -> list[str]:
        """The words of its text."""
        return _words(self.plain)

    @_once
    def items(self) -> list[str]:
        """What is compared of the members of a list."""
        return [folded(value_text(member)) for member in self.value]

    @_once
    def number(self) -> float | int | None:
        """The number that it is."""
        return _as_number(self.value)

    @_once
    def moment(self) -> date | None:
        """The moment that it is."""
        return _as_moment(self.value)

    @_once
    def address(self) -> tuple[str, bool] | None:
        """A path, or (False) what may be the last step of one; None where it is neither."""
        if self.is_list or self.value is None or isinstance(self.value, bool):
            return None
        text = str(self.value).strip()
        if " " in text or len(text) < 2:
            return None
        if text.startswith(("http://", "https://", "/")):
            return link_key(text).partition("?")[0], True
        return (text.strip("/"), False) if len(text) >= PART else None

    @_once
    def picture(self) -> str | None:
        """The path of a file; None where it is none."""
        value = self.value
        if isinstance(value, tuple):
            value = value[0] if value else None
        if not isinstance(value, str) or "/" not in value or " " in (address := value.strip()):
            return None
        return link_key(address).partition("?")[0]


def is_mute(value: Any) -> bool:
    """Whether a value says nothing that a cell may show."""
    return value is True or value is False or value == ()


def same_value(cell: ShownCell, value: DataValue) -> Same:
    """Compare what a cell says with a value of the data."""
    if value.is_mute:
        return UNKNOWN
    if value.is_list:
        return _same_list(cell.items, value.items)
    if cell.is_moment:
        return _same_moment(cell.read, value.moment)
    if cell.is_range:
        return Same(True, 0.8) if value.number in (cell.read.amount, cell.read.until) else UNKNOWN
    if cell.number is not None and value.number is not None:
        return _same_number(cell.cell.text, cell.number, value.number)
    return _same_text(cell, value)


def _same_text(cell: ShownCell, value: DataValue) -> Same:
    own, other = cell.folded, value.folded
    if not own or not other:
        return UNKNOWN
    if own == other:
        return ALL
    if cell.beginning:
        return Same(True, 0.7) if other.startswith(cell.beginning) else DIFFERENT
    if PART <= len(other) < len(own) and other in own and not other.isdecimal() and _holds(cell.words, value.words):
        return Same(True, 0.5 + 0.5 * len(other) / len(own))
    return DIFFERENT


def _holds(words: list[str], inner: list[str]) -> bool:
    """Whether words stand among others, one after the other."""
    return any(words[at : at + len(inner)] == inner for at in range(len(words) - len(inner) + 1))


def _words(text: str) -> list[str]:
    return _WORDS.findall(text[:500].casefold())


def _same_list(own: list[str], texts: list[str]) -> Same:
    if not any(texts):
        return UNKNOWN
    if own == texts or "".join(own) == "".join(texts):
        return ALL
    return Same(True, 0.8) if sorted(own) == sorted(texts) else DIFFERENT


def _same_number(shown: str, number: float, other: float) -> Same:
    if abs(other - number) <= 1e-9 * max(1.0, abs(number)):
        return Same(True, exact=number)
    if _SIZED.search(shown) and number and abs(other - number) <= ROUNDED * abs(number):
        return Same(True, 0.9, other)
    digits = len(str(number).partition(".")[2]) if isinstance(number, float) else 0
    if abs(other - number) <= 0.5 * 10**-digits + 1e-9:  # rounded, the half up or down
        return Same(True, 0.9, other)
    return DIFFERENT


def _as_number(value: Any) -> float | int | None:
    if isinstance(value, (int, float)):
        return value if -LARGEST <= value <= LARGEST else None
    text = str(value).strip()
    if not _NUMBER.fullmatch(text) or len(text) > 20:
        return None
    return float(text) if "." in text else int(text)


def _same_moment(read: date, moment: date | None) -> Same:
    if moment is None:
        return UNKNOWN
    day, own = _day(moment), _day(read)
    if day == own:
        finer = isinstance(moment, datetime) and not isinstance(read, datetime)
        return Same(True, exact=moment if finer else read)
    # A moment of the evening is a moment of the next day somewhere else: the same, and the shown day stays.
    if isinstance(moment, datetime) and abs(day - own) <= timedelta(days=1):
        return Same(True, 0.9, read)
    return DIFFERENT


def _day(moment: date) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _as_moment(value: Any) -> date | None:
    if isinstance(value, str):
        return read_exact(value.replace("Z", "+00:00")) if _ISO.match(value.strip()) else None
    if isinstance(value, (int, float)) and 0 < value <= LARGEST:
        seconds = value / 1000 if value > 10 * _LAST else value
        if _FIRST <= seconds <= _LAST:
            return datetime.fromtimestamp(seconds, UTC)
    return None


def same_link(cell: ShownCell, value: DataValue) -> Same:
    """Compare the link of a cell with a value of the data: the address, or the last step of its path."""
    if not cell.cell.url or value.address is None:
        return UNKNOWN
    text, is_path = value.address
    if is_path:
        return ALL if text == cell.path else DIFFERENT
    return Same(True, 0.8) if text == cell.step else UNKNOWN


def same_image(cell: ShownCell, value: DataValue) -> Same:
    """Compare the address of a picture with a value of the data: the same file, whatever its size."""
    if not cell.cell.url or value.picture is None:
        return UNKNOWN
    if value.picture == cell.path:
        return ALL
    its = value.picture.rpartition("/")[2]
    return Same(True, 0.9) if cell.step == its and len(its) > 8 else DIFFERENT


def match(compare, rows):
    """How many cells agree, how many differ, and how much is the same; None where they do not agree."""
    agreeing = differing = unknown = 0
    same = 0.0
    distinct = set()
    numbers = True
    if len(rows) < 3:
        return None
    for place, (shown, value) in enumerate(rows):
        told = compare(shown, value)
        if told.agrees:
            agreeing += 1
            same += told.share
            distinct.add((shown.cell.url if compare is same_link else shown.cell.text) or shown.cell.url or "")
            numbers = numbers and told.exact is not None
        elif told.agrees is False:
            differing += 1
            if place < 8 and differing > 3 and not agreeing:
                return None
            if agreeing + len(rows) - place - 1 < 0.9 * (len(rows) - unknown):
                return None
        else:
            unknown += 1
    enough = agreeing >= 3 and agreeing >= 0.9 * (agreeing + differing)
    return (agreeing, differing, same) if enough and len(distinct) >= (3 if numbers else 2) else None
