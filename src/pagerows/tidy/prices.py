"""Prices: what every record has is one price column, and what the price was before is another.

Pages mark a price that is reduced otherwise than one that is not, so one fact stands in two columns of which each
record has one; or the same place holds the price of some records and the old price of those on sale.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final

from pagerows.forms import CURRENCY, MONEY, forms
from pagerows.page.around import Around
from pagerows.page.nodes import NodeTable
from pagerows.plain import dataclass
from pagerows.tidy._ruled import may_be_prices
from pagerows.tidy.strips import Cells, Strip, are_most, strips

__all__ = ["settle_prices"]

#: Share of the records that must have one of the two, and of the records with two amounts that must agree.
_MOST: Final = 0.9
#: An old price is at most so many times the price; where the markup alone tells, fewer.
_FAR: Final = 20
_NEAR: Final = 5
#: Most amounts of a record that are compared by threes.
_MOST_PRICES: Final = 8
#: Less than this is no difference.
_CENT: Final = 0.005
_LOOKED_AT: Final = 6
#: Longest text of a price ("from $ 1,299.00 to $ 1,499.00").
_LONGEST: Final = 32
_STRUCK: Final = frozenset({"del", "s", "strike"})
_WORD: Final = re.compile(r"[^\W\d_]+")
_OLD: Final = frozenset({
    "old", "was", "regular", "original", "compare", "list", "msrp", "rrp", "strike", "strikethrough", "before",
    "struck", "previous", "through", "crossed",
})  # fmt: skip
_SALE: Final = frozenset({"sale", "sales", "special", "now", "final", "current", "reduced", "promo", "promotional"})
_OTHER: Final = frozenset({
    "save", "saving", "savings", "discount", "off", "month", "monthly", "unit", "shipping", "delivery", "used", "vip",
    "member", "from",
})  # fmt: skip
_PLAIN: Final = re.compile(r"\d{1,3}(?:[.,]?\d{3})*[.,]\d\d")
#: Signs before the thousands of an amount.
_THOUSANDS: Final = re.compile(r"[,' .](?=\d{3}(?:\D|$))")
_NUMBER: Final = re.compile(r"\d+(?:[.,' ]\d{3})*(?:[.,]\d{1,2})?(?!\d)")


@dataclass(slots=True)
class _Price:
    cells: Strip
    amounts: list[float | None]
    struck: bool
    words: set[str]

    @property
    def filled(self) -> int:
        return sum(amount is not None for amount in self.amounts)


def settle_prices(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns; the price of all records in one column."""
    given = strips(columns)
    numbers = may_be_prices(given)
    numbers = [number for number in numbers if _is_price(given[number])] if len(numbers) > 1 else []
    if len(numbers) < 2:
        return given
    prices = {number: _price(nodes, given[number]) for number in numbers}
    found: list[Strip | None] = list(given)
    for one, other in combinations(prices, 2):
        if found[one] is None or found[other] is None:
            continue
        if _is_same(prices[one], prices[other], list(prices.values())):
            joined = Strip(a or b for a, b in zip(given[one], given[other], strict=True))
            found[one], found[other] = joined, None
            prices[one] = _price(nodes, joined)
        elif swapped := _swapped(prices[one], prices[other]):
            found[one], found[other] = swapped
    return [column for column in found if column is not None]


def _is_price(column: Strip) -> bool:
    texts = column.texts
    if column.signs.longest > _LONGEST:
        return forms([text[: _LONGEST + 10] for text in texts]) == "money"
    if forms(texts) == "money" or are_most(map(_PLAIN.fullmatch, texts), len(texts), _MOST):
        return True
    # Ranges, "from", "free": some amounts are enough, where all is short.
    return bool(CURRENCY.search(column.joined)) and sum(bool(MONEY.search(text)) for text in texts) * 2 >= len(texts)


def _price(nodes: NodeTable, column: Strip) -> _Price:
    words, struck = set[str](), False
    for cell in column.filled[:_LOOKED_AT]:
        tags, own = nodes.around.asked(_around, cell.span.start)
        struck |= not _STRUCK.isdisjoint(tags)
        words |= own | {word.lower() for word in _WORD.findall(cell.text[:_LONGEST])}
    return _Price(column, [None if cell is None else _amount(cell.text) for cell in column], struck, words)


def _around(around: Around, row: int) -> tuple[tuple[str, ...], set[str]]:
    """The tags of a row and its parent, and the words of their classes."""
    words = {word.lower() for value in around.classes(row, 2) for word in _WORD.findall(value)}
    return around.tags(row, 2), words


def _amount(text: str) -> float | None:
    """A rough reading of an amount: enough to tell the higher of two."""
    match = _NUMBER.search(text[:_LONGEST])
    if match is None:
        return None
    digits = _THOUSANDS.sub("", match[0]).replace(",", ".")
    try:
        return float(digits)
    except ValueError:
        return None


def _is_same(one: _Price, other: _Price, prices: Sequence[_Price]) -> bool:
    """Whether each record has one of two amounts, and neither is what another amount was before."""
    either = [(a, b) for a, b in zip(one.cells, other.cells, strict=True) if a or b]
    if len(either) < _MOST * len(one.cells) or any(a and b for a, b in either):
        return False
    if min(one.filled, other.filled) < 2 or any(_OTHER & _own_words(price, prices) for price in (one, other)):
        return False
    paid = [price for price in prices if not _is_saving(price, prices)]
    return not any(price.struck or any(_higher(price, third) for third in paid) for price in (one, other))


def _is_saving(saved: _Price, prices: Sequence[_Price]) -> bool:
    """Whether amounts are the difference of two others: what is saved."""
    if len(prices) > _MOST_PRICES:
        return False
    for new, old in permutations([price for price in prices if price is not saved], 2):
        rows = [(a, b, c) for a, b, c in zip(new.amounts, old.amounts, saved.amounts, strict=True) if c]
        equal = sum(1 for a, b, c in rows if a and b and abs(b - a - c) < _CENT)
        if len(rows) > 1 and equal >= _MOST * len(rows):
            return True
    return False


def _own_words(price: _Price, prices: Sequence[_Price]) -> set[str]:
    return price.words - set[str]().union(*(other.words for other in prices if other is not price))


def _higher(one: _Price, other: _Price, far: float = _FAR) -> bool:
    """Whether one amount is the higher wherever a record has both, within reason."""
    pairs = [(a, b) for a, b in zip(one.amounts, other.amounts, strict=True) if a and b]
    return len(pairs) > 1 and sum(b < a <= far * b for a, b in pairs) >= _MOST * len(pairs)


def _swapped(one: _Price, other: _Price) -> tuple[Strip, Strip] | None:
    """A price that all records have and a lower one that some have, which the markup calls the price to pay."""
    full, some = (one, other) if one.filled >= other.filled else (other, one)
    if full.filled < _MOST * len(full.amounts) or some.filled > _MOST * full.filled or full.struck:
        return None
    if (
        not _higher(full, some, _NEAR)
        or not (some.words - full.words) & _SALE
        or (some.words - full.words) & (_OLD | _OTHER)
    ):
        return None
    price = Strip(new or old for new, old in zip(some.cells, full.cells, strict=True))
    before = Strip(old if new else None for new, old in zip(some.cells, full.cells, strict=True))
    return (price, before) if full is one else (before, price)
