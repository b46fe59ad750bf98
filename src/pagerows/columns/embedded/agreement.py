"""Whether a cell of the page and a value of its data say the same; and the data's value, where it is the finer one."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from pagerows.columns.dates import read_exact
from pagerows.page.data.lists import value_text
from pagerows.page.data.shown import folded, link_key, plain_text
from pagerows.patterns import lazy
from pagerows.values import Cell, Money

__all__ = ["Same", "same_image", "same_link", "same_value"]

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


def same_value(cell: Cell, read: Any, value: Any) -> Same:
    """Compare a cell, of which `read` was read as its value (None: nothing), with a value of the data."""
    if isinstance(value, bool) or value == ():
        return UNKNOWN
    if isinstance(value, tuple):
        return _same_list(cell, value)
    if isinstance(read, date):
        return _same_moment(read, value)
    if isinstance(read, Money) and read.until is not None:
        return Same(True, 0.8) if _as_number(value) in (read.amount, read.until) else UNKNOWN
    number = read.amount if isinstance(read, Money) else read
    if isinstance(number, (int, float)) and not isinstance(number, bool):
        told = _same_number(cell.text, number, value)
        if told.agrees is not None:
            return told
    return _same_text(cell.text, value_text(value))


def _same_text(shown: str, value: str) -> Same:
    own, other = folded(shown), folded(plain_text(value))
    if not own or not other:
        return UNKNOWN
    if own == other:
        return Same(True)
    if _CUT.search(shown) and len(cut := folded(_CUT.sub("", shown))) >= BEGINNING:
        return Same(True, 0.7) if other.startswith(cut) else DIFFERENT
    if PART <= len(other) < len(own) and other in own and not other.isdecimal():
        words, inner = _words(shown), _words(plain_text(value))
        if any(words[at : at + len(inner)] == inner for at in range(len(words) - len(inner) + 1)):
            return Same(True, 0.5 + 0.5 * len(other) / len(own))
    return DIFFERENT


def _words(text: str) -> list[str]:
    return _WORDS.findall(text[:500].casefold())


def _same_list(cell: Cell, members: tuple[Any, ...]) -> Same:
    texts = [folded(value_text(member)) for member in members]
    own = [folded(item.text) for item in cell.items] or [folded(cell.text)]
    if not any(texts):
        return UNKNOWN
    if own == texts or "".join(own) == "".join(texts):
        return Same(True)
    return Same(True, 0.8) if sorted(own) == sorted(texts) else DIFFERENT


def _same_number(shown: str, number: float, value: Any) -> Same:
    other = _as_number(value)
    if other is None:
        return UNKNOWN
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


def _same_moment(read: date, value: Any) -> Same:
    moment = _as_moment(value)
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


def same_link(url: str | None, value: Any) -> Same:
    """Compare the link of a cell with a value of the data: the address, or the last step of its path."""
    if not url or isinstance(value, (bool, tuple)) or value is None:
        return UNKNOWN
    text = str(value).strip()
    if " " in text or len(text) < 2:
        return UNKNOWN
    own, other = link_key(url), link_key(text)
    if text.startswith(("http://", "https://", "/")):
        same = own == other or own.partition("?")[0] == other.partition("?")[0]
        return Same(True) if same else DIFFERENT
    last = own.partition("?")[0].rpartition("/")[2]
    return Same(True, 0.8) if len(text) >= PART and last == text.strip("/") else UNKNOWN


def same_image(url: str | None, value: Any) -> Same:
    """Compare the address of a picture with a value of the data: the same file, whatever its size."""
    if isinstance(value, tuple):
        value = value[0] if value else None
    if not url or not isinstance(value, str) or "/" not in value or " " in value.strip():
        return UNKNOWN
    own, other = link_key(url).partition("?")[0], link_key(value.strip()).partition("?")[0]
    if own == other:
        return Same(True)
    file, its = own.rpartition("/")[2], other.rpartition("/")[2]
    return Same(True, 0.9) if file == its and len(file) > 8 else DIFFERENT
