"""Every string of strings.txt is read right or not at all: one case a line."""

from datetime import date, datetime, time
from pathlib import Path

import pytest

from pagerows.columns.reading import Context
from pagerows.columns.types import Typed, column_type
from pagerows.values import Money, Range

NOW = datetime(2026, 3, 8, 12, 0)
LINES = (Path(__file__).parent / "strings.txt").read_text("utf-8").splitlines()
CASES = [[part.strip() for part in line.split("|")] for line in LINES if line and not line.startswith("#")]


def shown(typed: Typed) -> str:
    """The value as the file writes it."""
    value = None if typed.values is None else typed.values[0]
    if value is None:
        return "-"
    if isinstance(value, Money):
        ends = [value.amount] if value.until is None else [value.amount, value.until]
        return f"{'..'.join(map(plain, ends))} {value.currency or ''}".strip()
    made = "..".join(map(plain, value)) if isinstance(value, Range) else plain(value)
    return f"{made} {typed.unit}" if typed.type in ("text", "time") and typed.unit else made


def plain(value: object) -> str:
    if isinstance(value, (date, time)):
        return value.isoformat()
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


@pytest.mark.parametrize(("lang", "text", "type_", "value"), CASES, ids=[f"{case[0]}: {case[1]}" for case in CASES])
def test_a_string_is_read_right_or_not_at_all(lang, text, type_, value):
    typed = column_type([text], Context.of(lang, now=NOW))
    assert (typed.type, shown(typed)) == (type_, value)


def test_the_strings_are_many_and_in_many_languages():
    assert len(CASES) >= 400
    assert len({lang.partition("-")[0] for lang, *_ in CASES}) >= 15
