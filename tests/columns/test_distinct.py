"""The kernel for distinct plain texts, beside what anyone would write."""

import random

from pagerows.columns._distinct import distinct
from pagerows.columns.reading import LONGEST, clean

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
