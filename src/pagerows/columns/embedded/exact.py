"""A column and the key of the data that says the same -> its exact values, and a doubt where the two differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pagerows.columns.embedded._agreement import DataValue, Same, ShownCell, same
from pagerows.columns.embedded.further import Fields
from pagerows.patterns import lazy
from pagerows.plain import replace
from pagerows.values import Column, Money

__all__ = ["with_exact"]

#: The confidence of a column that the data contradict somewhere: below it, columns say why.
CONTRADICTED: Final = 0.85
_CURRENCY_KEYS: Final = (
    "priceCurrency",
    "currency",
    "currencyCode",
    "currency_code",
    "currencyIso",
    "priceCurrencyCode",
)
_CODE: Final = lazy(r"[A-Z]{3}")


def with_exact(column: Column, fields: Sequence[Fields | None]) -> Column:
    """Return the column with the data's values where these say the same more exactly; the texts stay as they are."""
    if column.key is None or column.kind == "image":
        return column
    values = list(column.values or (None,) * len(column.cells))
    told = [
        None
        if cell is None or own is None or column.key not in own
        else same(ShownCell(cell, value), DataValue(own[column.key]))
        for cell, value, own in zip(column.cells, values, fields, strict=True)
    ]
    differing = sum(one is not None and one.agrees is False for one in told)
    if column.values is not None:
        values = [_exact(column.type, value, one) for value, one in zip(values, told, strict=True)]
    wrong = 0
    if column.type == "money":
        values, wrong = _with_currency(column.key, values, fields)
    made = replace(column, values=tuple(values) if column.values is not None else None)
    if column.type == "money":
        units = {value.currency for value in values if value is not None}
        made = replace(made, unit=units.pop() if len(units) == 1 else None)
    if differing or wrong:
        compared = sum(one is not None and one.agrees is not None for one in told)
        what = f"{differing} of {compared} cells" if differing else f"{wrong} currencies"
        doubt = f"{what} differ from {column.key} of the page's data"
        doubt = f"{column.doubt}; {doubt}" if column.doubt else doubt
        made = replace(made, confidence=min(column.confidence, CONTRADICTED), doubt=doubt)
    return made


def _exact(type_: str, value: Any, told: Same | None) -> Any:
    """The data's value where it is finer than what was read of the text, and of the same kind."""
    if told is None or not told.agrees or told.exact is None:
        return value
    if isinstance(value, Money):
        return value._replace(amount=told.exact)
    if type_ == "integer" and isinstance(told.exact, float):
        return int(told.exact) if told.exact.is_integer() else value
    return told.exact


def _with_currency(key: str, values: Sequence[Any], fields: Sequence[Fields | None]) -> tuple[list[Any], int]:
    """Amounts whose sign stands for several currencies get the one that their object states; count contradictions."""
    made, wrong = [], 0
    for value, own in zip(values, fields, strict=True):
        stated = _currency(key, own) if own and isinstance(value, Money) else None
        if stated and value.currency is None:
            value = value._replace(currency=stated)
        wrong += bool(stated and value.currency != stated)
        made.append(value)
    return made, wrong


def _currency(key: str, own: Fields) -> str | None:
    """The currency that stands beside an amount in its object."""
    beside = key.rpartition(".")[0]
    for name in _CURRENCY_KEYS:
        code = own.get(f"{beside}.{name}" if beside else name)
        if isinstance(code, str) and _CODE.fullmatch(code):
            return code
    return None
