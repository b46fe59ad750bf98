"""Whether most cells agree, told by no more of them than it takes: the same as counting all."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.tidy._doubles import plain_text
from pagerows.tidy._strips import Signs
from pagerows.tidy.strips import Strip, agreed, are_most, strips
from pagerows.values import Cell

SHARES = st.sampled_from([0.6, 0.8, 0.9, 0.95, 1.0])


@given(st.lists(st.booleans(), min_size=1, max_size=40), SHARES)
def test_most_hold_where_counting_says_so(tests, share):
    assert are_most(iter(tests), len(tests), share) == (sum(tests) >= share * len(tests))


@given(st.lists(st.sampled_from("aaaab"), min_size=1, max_size=40), SHARES)
def test_the_agreed_value_is_the_most_frequent_one_if_it_is_frequent_enough(values, share):
    value, count = Counter(values).most_common(1)[0]
    assert agreed(iter(values), len(values), share) == (value if count >= share * len(values) else None)


def test_no_more_is_looked_at_than_it_takes_to_see_that_cells_differ():
    looked = []

    def tests():
        for number in range(100):
            looked.append(number)
            yield False

    assert not are_most(tests(), 100, 0.9)
    assert len(looked) == 11
    coming = iter(range(100))
    assert agreed(coming, 100, 0.9) is None
    assert next(coming) == 12  # the first one may be the most frequent


@pytest.mark.parametrize(
    ("cells", "filled", "pictures", "lists"),
    [
        ((Cell("a"), None, Cell("b")), 2, 0, False),
        ((Cell("", "image"), Cell("a", items=(Cell("a"),))), 2, 1, True),
        ((None,), 0, 0, False),
    ],
)
def test_a_strip_is_its_cells_and_knows_what_is_asked_of_them(cells, filled, pictures, lists):
    (strip,) = strips([cells])
    assert strip == cells
    assert (len(strip.filled), strip.pictures, strip.lists) == (filled, pictures, lists)
    assert strips([strip])[0] is strip
    assert isinstance(strip, Strip)


TEXTS = st.sampled_from(["", "a", "b 2", "é٣"])


@given(st.lists(st.text(st.sampled_from(list("a2 5|,;·$€-.?٣²é")), max_size=6)))
def test_signs_are_what_counting_in_each_text_gives(texts):
    def runs(text):
        return len(re.findall(r"\d+", text))

    signs = Signs(texts)
    assert signs.digits == sum(runs(text) > 0 for text in texts)
    assert signs.twice == sum(runs(text) > 1 for text in texts)
    assert (signs.length, signs.longest) == (sum(map(len, texts)), max(map(len, texts), default=0))
    assert signs.edged == sum(any(sign in "|·•–—,;" for sign in (*text[:1], *text[-1:])) for text in texts)
    assert signs.ended == sum(text.endswith((".", "!", "?")) for text in texts)
    assert signs.letters == sum(any(map(str.isalpha, text)) for text in texts)
    assert signs.currency == sum(any(sign in text for sign in "$€£¥₹") for text in texts)


CELLS = st.lists(
    st.none() | st.tuples(TEXTS, st.sampled_from(["text", "link", "image"])).map(lambda pair: Cell(*pair)), max_size=9
)


@given(CELLS, st.booleans())
def test_a_strip_knows_its_texts_pictures_lists_and_digits(cells, listed):
    cells = [*cells, Cell("x", items=(Cell("x"),))] if listed else cells
    strip, filled = Strip(cells), [cell for cell in cells if cell is not None]
    assert list(strip) == cells
    assert (strip.filled, strip.texts) == (filled, [cell.text for cell in filled])
    assert strip.pictures == sum(cell.kind == "image" for cell in filled)
    assert strip.lists == any(cell.items for cell in filled) == listed
    assert strip.joined.split("\n") == (strip.texts or [""])
    assert strip.digits == sum(any(map(str.isdecimal, text)) for text in strip.texts)


@given(st.lists(st.text(st.sampled_from(["a", "Z", "5", " ", "-", "_", "é", "ß", "²", "漢", "\ud800", "\0"]))))
def test_plain_texts_are_the_letters_and_digits_of_texts_case_aside(texts):
    def slow(text):
        return "".join(sign for sign in text.casefold() if sign.isalnum()) or text

    assert list(map(plain_text, texts)) == list(map(slow, texts))
