"""What is compared of texts, beside what anyone would write."""

import random
import re

from pagerows.page.data._folded import folded

PIECES = ("a", "Z", "7", " ", "_", "-", "é", "İ", "ß", "日本", "\x00", "\ud800", "x" * 50, "²", "٣")


def test_texts_are_folded_to_small_letters_and_digits():
    chosen = random.Random(28)
    for _ in range(3000):
        text = "".join(chosen.choices(PIECES[: chosen.choice((6, len(PIECES)))], k=chosen.randrange(12)))
        assert folded(text) == re.sub(r"[\W_]+", "", text[:300].casefold())
