"""The values of a column under a type that a person asks for, whatever its texts look like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pagerows.columns._texts import Texts
from pagerows.columns.kinds import KINDS, Found
from pagerows.columns.reading import Context
from pagerows.columns.types import Typed, with_role
from pagerows.patterns import lazy
from pagerows.values import Money

__all__ = ["TYPES", "typed_as"]

#: The types that can be asked for.
TYPES: Final = ("text", "integer", "decimal", "money", "percentage", "date", "time", "url", "rating", "list")
#: Types whose values are the texts.
_TEXTS: Final = frozenset({"text", "url"})
#: Bare numbers are these where somebody says so.
_OF_NUMBERS: Final = {"money": "price", "rating": "rating"}
_BETWEEN: Final = lazy(r"\s*[;,|·•]\s*")


def typed_as(texts: Sequence[str | None], type_: str, context: Context | None = None) -> Typed:
    """Read a column's texts as values of a type; what does not read has none, and `doubt` says how much that is.

    >>> typed_as(["12.50", "sold out", None], "money").values
    (Money(amount=12.5, currency=None, until=None), None, None)
    >>> typed_as(["12.50", "sold out"], "money").doubt
    '1 of 2 cells unread'
    """
    if type_ in _TEXTS:
        return Typed(type=type_)
    if type_ == "list":
        return Typed(type="list", values=tuple(text if text is None else _members(text) for text in texts))
    context = context or Context()
    plain = Texts(texts, context).cleaned
    readable = Texts(filter(None, plain), context)
    found = _best(readable, type_) if readable.total else None
    values: list[Any] = [None if found is None or not text else found.values.get(text) for text in plain]
    total = sum(1 for text in texts if text)
    read = sum(1 for value in values if value is not None)
    return Typed(
        type=type_,
        values=tuple(values) if read else None,
        unit=found.unit if found is not None and read else None,
        confidence=round(read / total, 2) if total else 1.0,
        doubt=f"{total - read} of {total} cells unread" if read < total else None,
    )


def _best(texts: Texts, type_: str) -> Found | None:
    """What reads most cells as the type; numbers that nothing marks are taken for what is asked for."""
    made = [found for kind in KINDS if (found := kind(texts)) is not None]
    fitting = [found for found in (_as(found, type_) for found in made) if found is not None and found.values]
    return max(fitting, key=lambda found: texts.cells(found.values), default=_one_by_one(texts, type_))


def _as(found: Found, type_: str) -> Found | None:
    if found.type == type_:
        return found
    if found.type in ("money", "percentage", "rating") and type_ in ("integer", "decimal"):
        amounts = {text: value.amount if isinstance(value, Money) else value for text, value in found.values.items()}
        numbers = {text: value for text, value in amounts.items() if isinstance(value, (int, float))}
        found = Found(type="decimal", fitting=found.fitting, values=numbers)
    if found.type not in ("integer", "decimal"):
        return None
    if type_ in ("decimal", "percentage") or (
        type_ == "integer" and all(float(v).is_integer() for v in found.values.values())
    ):
        return found
    if type_ not in _OF_NUMBERS:
        return None
    cells = tuple(found.values.values())
    made = with_role(Typed(type=found.type, values=cells), _OF_NUMBERS[type_])
    if made.type != type_ or made.values is None:
        return None
    return Found(type=type_, fitting=found.fitting, values=dict(zip(found.values, made.values, strict=True)))


def _one_by_one(texts: Texts, type_: str) -> Found | None:
    """Read each text as a column of its own: texts that do not agree with each other may still be of the type."""
    values: dict[str, Any] = {}
    for text in texts.counts:
        alone = Texts([text], texts.context)
        made = (_as(found, type_) for kind in KINDS if (found := kind(alone)) is not None)
        values |= next((dict(found.values) for found in made if found is not None and found.values), {})
    return Found(type=type_, fitting=list(values), values=values) if values else None


def _members(text: str) -> tuple[str, ...]:
    return tuple(filter(None, _BETWEEN.split(text.strip()))) or (text,)
