"""Digits and letters of texts, as Python tells them one by one."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pagerows._signs import COLONS, CURRENCIES, FEW_LETTERS, LETTERS, PERCENTS, SEPARATED, made_of
from pagerows.forms import _FORMS, count_letters, form, has_digit, has_figure, has_letter, has_word, is_constant

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


@given(st.text(st.sampled_from("aZ5 $%:-./€é"), max_size=6))
def test_a_text_is_made_of_what_its_characters_are(text):
    letters = sum(sign.isascii() and sign.isalpha() for sign in text)
    expected = {
        LETTERS: letters or not text.isascii(),
        FEW_LETTERS: letters <= 1,
        CURRENCIES: "$" in text or not text.isascii(),
        PERCENTS: "%" in text,
        COLONS: ":" in text,
        SEPARATED: sum(sign in "-./" for sign in text) > 1,
    }
    assert made_of(text) == sum(bit for bit, holds in expected.items() if holds)


PIECES = ["5", "12", "2020", "1,299.00", "$", "€", "usd", "May", "3.5.20", "12:30", "%", "off", "h", "min", "ago", "k"]
PIECES += ["-", "/", " ", " – ", "(", ")", "a", "days", "st", "٣"]


@given(st.lists(st.sampled_from(PIECES), max_size=5).map("".join))
def test_a_form_is_the_first_pattern_that_fits_whatever_the_text_is_made_of(text):
    stripped = text.strip(" ·|•,;–—")
    fitting = [name for name, pattern, _ in _FORMS if pattern.fullmatch(stripped)]
    if has_digit(stripped) and fitting:
        assert form(text) == fitting[0]
    else:
        assert form(text) in ("text", "rating", "date")


WORDS = st.sampled_from(["New", "new", "NEW", "Used", "ß", "SS", "Straße", "strasse", "", "É", "é"])


@given(st.lists(WORDS, max_size=12), st.sampled_from([0.6, 0.8, 1.0]))
def test_texts_are_constant_where_nearly_all_are_one_but_for_case(texts, share):
    most = max((count for _, count in Counter(map(str.casefold, texts)).most_common(1)), default=0)
    assert is_constant(texts, share) == (len(texts) > 1 and most >= share * len(texts))
