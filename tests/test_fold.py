"""Folded texts are those of Unicode's own definition: NFKC, then folded case."""

import random
import unicodedata

import pytest

from pagerows._fold import plain


def slow(text: str) -> str:
    """The definition."""
    return unicodedata.normalize("NFKC", text).casefold()


@pytest.mark.parametrize("plane", range(17))
def test_each_character_folds_as_it_does_between_others(plane: int) -> None:
    for first in range(plane * 0x10000, (plane + 1) * 0x10000, 64):
        signs = [chr(first + at) for at in range(64)]
        for text in (f"B{''.join(signs)}e", *(f"e{sign}\u0301" for sign in signs[:: 1 if plane < 2 else 16])):
            assert plain(text) == slow(text)


def test_any_characters_beside_each_other_fold_as_together() -> None:
    chance = random.Random(3)
    blocks = [0x20, 0xA0, 0x100, 0x300, 0x370, 0x900, 0x990, 0xB40, 0x1100, 0x1160, 0x11A8, 0x2010, 0x2100, 0x3040]
    blocks += [0x3099, 0xAC00, 0xFB00, 0xFDF0, 0xFF20, 0x1F600, 0x16D60, 0x1D400, 0x110A0, 0x20000]
    for _ in range(4000):
        text = "".join(chr(chance.choice(blocks) + chance.randrange(48)) for _ in range(chance.randrange(1, 9)))
        assert plain(text) == slow(text)


def test_what_is_far_longer_folded() -> None:
    text = "\ufdfa" * 40
    assert plain(text) == slow(text)
    assert plain("é" * 5000 + "\ufdfa" * 3000) == slow("é" * 5000 + "\ufdfa" * 3000)


def test_a_mark_of_the_order_of_bytes_is_a_character() -> None:
    assert plain("\ufeffÉ") == "\ufeffé"
