"""Numbers read from their bytes, beside what anyone would write with patterns."""

import random
import re

import pytest

from pagerows.columns import counts, kinds, money
from pagerows.columns._numbers import (
    are_codes,
    are_years,
    is_number,
    plain_amounts,
    plain_count,
    read_number,
    read_numbers,
    votes,
)
from pagerows.columns.currencies import ALL_SIGNS, SYMBOLS
from pagerows.columns.numbers import NUMBER
from pagerows.columns.reading import Context, clean
from pagerows.columns.types import column_type

PIECES = ("1", "12", "123", "2345", "0", "000", ".", ",", "'", " ", ".", ",", " 234", ".50", ",234", "1234567890123456")
AROUND = ("", " ", "$", "€", "kr", "x", "-", "\ud800", "  ", "½")
SIGNED = ("$", "€", "US$", "CDN $", "XX $", "us$", "$ ")
DASHES = ("-", " - ", " – ", "—", " -", "to", "")


def by_parts(token, mark):
    """Read a number as a person would: what is behind the mark, and the groups before it."""
    if sum(map(str.isdigit, token)) > 15 or (mark is None and re.search("[.,]", token)):
        return None
    whole, found, fraction = token.partition(mark or ".")
    groups = re.split(r"[.,' ]", whole)
    if found and not re.fullmatch("[0-9]+", fraction):
        return None
    first, *middle, last = groups if len(groups) > 1 else ("1", "234")
    if not 1 <= len(first) <= 3 or len(last) != 3:
        return None
    if {len(group) for group in middle} - {3} and not (len(first) <= 2 and {len(group) for group in middle} == {2}):
        return None
    return float(f"{int(''.join(groups))}.{fraction}") if found else int("".join(groups))


def shown(token):
    """(Whether it is certain, the sign before the fraction) as a token shows it."""
    marks = re.findall("[.,]", token)
    if not marks:
        return None
    last = marks[-1]
    if len(set(marks)) > 1 or re.search("[ ']", token):
        return True, last
    if len(marks) > 1:
        return True, "," if last == "." else "."
    return len(token.rpartition(last)[2]) != 3 or token[0] == "0" or token.index(last) > 3, last


def made(count):
    chosen = random.Random(5)
    texts = {"".join(chosen.choices(PIECES, k=chosen.randint(1, 6))) for _ in range(count)}
    return sorted(text for text in texts if re.fullmatch(NUMBER, text))


@pytest.mark.parametrize("mark", [".", ",", None])
def test_numbers_are_read_as_a_person_would(mark):
    tokens = made(60000)
    assert len(tokens) > 3000
    for token in tokens:
        assert repr(read_number(token, mark)) == repr(by_parts(token, mark)), token


def test_tokens_vote_for_the_mark_that_they_show():
    for token in made(20000):
        expected = [shown(token) == one for one in ((True, "."), (True, ","), (False, "."), (False, ","))]
        assert votes([token]) == tuple(map(int, expected)), token
    assert votes(["1.5", "2.5", "1,5", "1.500"]) == (2, 1, 1, 0)


def amounts(text, amount):
    """The amount that a text is, or the two ends of a range of one sign, as patterns find them."""
    for parts in ([text], re.split(" [-–—] |(?<! )[-–—](?! )", text, maxsplit=1)):
        found = [amount.fullmatch(part) for part in parts]
        if all(found) and len(parts) <= 2:
            pairs = tuple((match[2] or match[3], match[1] or match[4]) for match in found)
            known = all(sign in ALL_SIGNS or sign in SYMBOLS for _, sign in pairs)
            return pairs if known and len({sign for _, sign in pairs}) == 1 else None
    return None


def slow_amounts(text):
    """What the pieces of a text say, however plain it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(money, "plain_amounts", lambda *_: None)
        return money.read_amounts(text)


def is_code(token):
    if token.isdigit():
        return (len(token) > 1 and token.startswith("0")) or len(token) > 12
    groups = re.split(r"[.,' ]", token)
    return len(groups) > 2 and len(groups[-2]) not in (2, 3)


def test_codes_and_years_are_told_from_numbers():
    chosen = random.Random(11)
    tokens = made(20000)
    for _ in range(5000):
        some = chosen.choices(
            chosen.choice((tokens, ["123456", "123457", "1,3456", "123459"], ["1999", "2024", "1849"])), k=3
        )
        alike = len(set(some)) > 2 and len({len(t) for t in some}) == 1 and len(some[0]) > 5 and some[0].isdigit()
        assert are_codes(some) == (alike or any(map(is_code, some))), some
        assert are_codes(some, alike=False) == any(map(is_code, some)), some
        assert are_years(some, 2030) == all(len(t) == 4 and t.isdigit() and 1850 <= int(t) <= 2030 for t in some), some
        values = {token: read_number(token, ".") for token in some if read_number(token, ".") is not None}
        assert read_numbers(some, ".") == (values, not any(isinstance(value, float) for value in values.values()))


def test_plain_numbers_and_amounts_are_what_patterns_find():
    chosen = random.Random(9)
    symbol = f"[{''.join(sorted(SYMBOLS))}]"
    amount = re.compile(rf"((?:[A-Z]{{1,3}} ?)?{symbol})\s?({NUMBER})|({NUMBER})\s?({symbol})")
    found = 0
    for _ in range(60000):
        pieces = [chosen.choice(AROUND), *chosen.choices(PIECES, k=chosen.randint(0, 3)), *chosen.choices(AROUND, k=2)]
        text = clean("".join(pieces)) or ""
        assert is_number(text) == bool(re.fullmatch(NUMBER, text)), text
        expected = amounts(text, amount)
        assert plain_amounts(text, SYMBOLS, ALL_SIGNS) == expected, text
        found += expected is not None
    assert found > 500
    ranges = 0
    for _ in range(20000):
        sign, other = chosen.choice(SIGNED), chosen.choice(SIGNED)
        ends = chosen.choice(
            ((f"{sign}5", f"{sign}12.50"), (f"5 {sign}", f"7{sign}"), (f"{sign}5", f"{other}7"), ("5", sign))
        )
        text = clean(f"{ends[0]}{chosen.choice(DASHES)}{ends[1]}") or ""
        expected = amounts(text, amount)
        assert plain_amounts(text, SYMBOLS, ALL_SIGNS) == expected, text
        assert expected is None or expected == tuple((part.token, part.sign) for part in slow_amounts(text).parts)
        ranges += expected is not None and len(expected) > 1
    assert ranges > 50


@pytest.mark.parametrize("text", ["", "½", "\ud800", "5\0", "1" * 1000, "٣", "."])
def test_what_is_no_number_is_none(text):
    assert read_number(text, ".") is None
    assert plain_amounts(text, SYMBOLS, ALL_SIGNS) is None
    assert not is_number(text) or text == "1" * 1000


def test_plain_prices_are_what_columns_of_any_amounts_are(monkeypatch):
    chosen = random.Random(5)
    prices = [
        "$5",
        "$1,299.00",
        "5 €",
        "1.299 €",
        "£3,350",
        "US $7",
        "7 kr",
        "free",
        "Gratis",
        "$5",
        "12.50 CHF",
        "¥100",
    ]
    some = (prices, prices[:2], prices[2:4])
    columns = [chosen.choices(chosen.choice(some), k=chosen.randrange(1, 40)) for _ in range(800)]
    contexts = [Context(lang=chosen.choice(["en", "de", "es-MX", None])) for _ in columns]
    columns += [[f"${number}.{number % 100:02d}" for number in range(60)], [f"{number} €" for number in range(60)]]
    contexts += [Context(), Context(lang="de")]
    quickly = [column_type(*each) for each in zip(columns, contexts, strict=True)]
    monkeypatch.setattr(kinds, "plain_prices", lambda *_: None)
    assert quickly == [column_type(*each) for each in zip(columns, contexts, strict=True)]
    assert sum(typed.type == "money" for typed in quickly) > 600


def test_plain_counts_are_what_patterns_read(monkeypatch):
    chosen = random.Random(12)
    behind = [
        "reviews",
        "K",
        "M",
        "kg",
        "mil",
        "Mio.",
        "th",
        "cents",
        "x",
        "new",
        "votes",
        "of",
        "a",
        "b" * 30,
        "日",
        "n°",
        "min",
    ]
    pieces = [*behind, *PIECES, " ", " ", " ", "(", ")", ")", "+", "-", ":", "."]
    texts = {clean("".join(chosen.choices(pieces, k=chosen.randrange(1, 7)))) for _ in range(20000)}
    texts |= {
        f"{chosen.choice(['', '('])}{chosen.choice(['3', '1,204', '1 234', '12'])}{chosen.choice(['', ' ', ' ', ')'])}"
        f"{' '.join(chosen.choices(behind, k=chosen.randrange(4)))}{chosen.choice(['', ')'])}"
        for _ in range(5000)
    }
    every = [(text, language) for text in texts if text for language in ("", "de", "tr")]
    quickly = [counts.read_count(*each) for each in every]
    assert sum(plain_count(text) is not None for text, _ in every) > 2000
    monkeypatch.setattr(counts, "plain_count", lambda _: None)
    assert [each for each, found in zip(every, quickly, strict=True) if counts.read_count(*each) != found] == []
