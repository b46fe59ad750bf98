"""Numbers read from their bytes, beside what anyone would write with patterns."""

import random
import re

import pytest

from pagerows.columns._numbers import is_number, plain_amount, read_number, votes
from pagerows.columns.currencies import SYMBOLS
from pagerows.columns.numbers import NUMBER
from pagerows.columns.reading import clean

PIECES = ("1", "12", "123", "2345", "0", "000", ".", ",", "'", " ", ".", ",", " 234", ".50", ",234", "1234567890123456")
AROUND = ("", " ", "$", "€", "kr", "x", "-", "\ud800", "  ", "½")


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


def test_plain_numbers_and_amounts_are_what_patterns_find():
    chosen = random.Random(9)
    symbol = f"[{''.join(sorted(SYMBOLS))}]"
    pattern = re.compile(rf"(?P<before>{symbol})\s?(?P<a>{NUMBER})|(?P<b>{NUMBER})\s?(?P<behind>{symbol})")
    found = 0
    for _ in range(60000):
        pieces = [chosen.choice(AROUND), *chosen.choices(PIECES, k=chosen.randint(0, 3)), *chosen.choices(AROUND, k=2)]
        text = clean("".join(pieces)) or ""
        assert is_number(text) == bool(re.fullmatch(NUMBER, text)), text
        match = pattern.fullmatch(text)
        expected = match and (match["a"] or match["b"], match["before"] or match["behind"])
        assert plain_amount(text, SYMBOLS) == expected, text
        found += match is not None
    assert found > 500


@pytest.mark.parametrize("text", ["", "½", "\ud800", "5\0", "1" * 1000, "٣", "."])
def test_what_is_no_number_is_none(text):
    assert read_number(text, ".") is None
    assert plain_amount(text, SYMBOLS) is None
    assert not is_number(text) or text == "1" * 1000
