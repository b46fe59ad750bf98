"""The kernel for distinct plain texts, beside what anyone would write."""

import random

from pagerows.columns._distinct import distinct, parts
from pagerows.columns.reading import LONGEST, clean
from pagerows.values import Cell

PIECES = ("a", "B", "7", " ", "  ", "\t", "\u00a0", "é", "１２", "٣", "\x1c", "\ud800", "x" * 30, "\u202e", "²")


def by_definition(texts):
    plain = {"": ""}
    counts = {}
    for text in filter(None, texts):
        plain[text] = clean(text) or ""
        counts[plain[text]] = counts.get(plain[text], 0) + 1
    return plain, counts, {text for text in counts if any(sign in "0123456789" for sign in text)}


def test_texts_are_made_plain_and_counted():
    chosen = random.Random(24)
    for _ in range(3000):
        texts = ["".join(chosen.choices(PIECES, k=chosen.randrange(5))) or None for _ in range(chosen.randrange(9))]
        found = distinct(texts, clean, LONGEST)
        assert found == by_definition(texts), texts
        assert list(found[1]) == list(by_definition(texts)[1])


def test_the_parts_of_cells_are_their_texts_and_what_markup_states():
    tag = Cell("a")
    assert parts((Cell("x"), None, Cell("y"))) == (["x", None, "y"], None, False)
    assert parts((Cell("x", exact="2020-01-01"), None)) == (["x", None], ["2020-01-01", None], False)
    assert parts((Cell("a; b", items=(tag, tag)), Cell("a", items=(tag,))))[2]
