"""The kernel that rules patterns out, against what anyone would write."""

import random

import numpy as np
import pytest

from pagerows.columns.names._needs import Signs, possible

DIGIT, SPACE = 1, 2
BITS = {"0": DIGIT, "٣": DIGIT, " ": SPACE, "%": 4, "a": 8, "é": 16, "😀": 32}
RNG = random.Random(1)
TEXTS = ["", "😀", *("".join(RNG.choices([*BITS], k=RNG.randint(0, 7))) for _ in range(500))]


def bits_of(texts):
    characters = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    return Signs(BITS.__getitem__, DIGIT, SPACE).of_texts(characters, np.cumsum([0, *map(len, texts)]))


def bits_by_definition(text):
    def is_digit(at):
        return 0 <= at < len(text) and BITS[text[at]] == DIGIT

    behind = [
        sign for at, sign in enumerate(text) if is_digit(at - 1) or (text[max(0, at - 1)] == " " and is_digit(at - 2))
    ]
    return [sum({BITS[sign] for sign in part}) for part in (text, text[:1], text[-2:], behind)]


def test_a_text_has_the_bits_of_its_characters_of_its_ends_and_of_what_stands_behind_digits():
    assert bits_of(TEXTS).tolist() == [bits_by_definition(text) for text in TEXTS]


def test_a_pattern_may_be_in_texts_that_have_one_of_each_set_that_it_needs_and_none_that_it_must_not_have():
    bits = bits_of(TEXTS)
    needs = [[RNG.choice([0, 0, RNG.randint(0, 63)]) for _ in range(6)] for _ in range(200)]
    expected = [
        [
            number
            for number, (every, first, last, behind) in enumerate(bits.tolist())
            if all(not need or need & own for need, own in zip(row, (every, every, first, last, behind), strict=False))
            and not every & row[5]
        ]
        for row in needs
    ]
    assert possible(bits, np.array(needs, np.uint64)) == expected


def test_a_character_without_a_class_is_an_error_not_a_crash():
    with pytest.raises(KeyError):
        bits_of(["unknown"])
