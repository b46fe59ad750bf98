"""Digits and letters of texts, as Python tells them one by one."""

from hypothesis import given
from hypothesis import strategies as st

from pagerows.forms import count_digits, count_letters, has_digit, has_figure, has_letter, has_word

TEXTS = st.text(
    st.sampled_from(["a", "Z", "5", " ", "-", "_", "é", "²", "٣", "漢", "½", "\ud800", "\0", "€"]), max_size=6
)


@given(TEXTS)
def test_a_text_has_what_one_of_its_characters_is(text):
    assert has_digit(text) == any(map(str.isdecimal, text))
    assert has_figure(text) == any(map(str.isdigit, text))
    assert has_letter(text) == any(map(str.isalpha, text))
    assert has_word(text) == any(map(str.isalnum, text))
    assert count_letters(text) == sum(map(str.isalnum, text))


@given(st.lists(TEXTS, max_size=5))
def test_texts_with_a_digit_are_counted(texts):
    assert count_digits(iter(texts)) == sum(map(has_digit, texts))
