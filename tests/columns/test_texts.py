"""The texts of a column and what they may be, beside what anyone would write."""

import random
import re

import pytest
from tests.columns.test_ruled_out import TEXTS

from pagerows.columns._texts import HAS_AMOUNT, HAS_CLOCK, HAS_DATE, HAS_FLAG, HAS_MEASURE, HAS_RATING, Texts, parts
from pagerows.columns.counts import STAR_SIGNS, is_of_some, is_starred
from pagerows.columns.currencies import FIRST_LETTERS, SIGNS
from pagerows.columns.dates import ends_relative
from pagerows.columns.flags import read_flag
from pagerows.columns.money import is_free
from pagerows.columns.numbers import NUMBER
from pagerows.columns.reading import Context, clean
from pagerows.columns.words import date_words, day_words
from pagerows.values import Cell

PIECES = ("a", "B", "7", " ", "  ", "\t", "\u00a0", "é", "１２", "٣", "\x1c", "\ud800", "x" * 30, "\u202e", "²", "\0")
MORE = ("4", "/", "-", ".", ":", "h30", "pm", "of", "stars", "Étoiles", "из", "星", "5", "€", ",-", "–", "\ud800", "😀")
WORDS = (
    "May",
    "MÄRZ",
    "март",
    "days ago",
    "(yesterday)",
    "vor 3 Tagen",
    "İsim",
    "today",
    "www.a",
    "Free!",
    "in stock",
    "月",
)


def by_definition(texts):
    counts = {}
    for text in filter(None, texts):
        counts[clean(text) or ""] = counts.get(clean(text) or "", 0) + 1
    return counts


def test_texts_are_made_plain_and_counted():
    chosen = random.Random(24)
    for _ in range(3000):
        texts = ["".join(chosen.choices(PIECES, k=chosen.randrange(5))) or None for _ in range(chosen.randrange(9))]
        found, counts = Texts(texts, Context()), by_definition(texts)
        assert found.total == sum(counts.values())
        assert found.cleaned == [text and (clean(text) or "") for text in texts]
        counts.pop("", None)
        assert list(found.counts.items()) == list(counts.items()), texts
        assert found.written == sum(counts[text] for text in counts if any(sign in "0123456789" for sign in text))


def letters(text):
    return set(re.findall(r"[^\W\d_]+", text))


def has_amount(text, _):
    has_sign = set(text) & SIGNS or letters(text) & FIRST_LETTERS or re.search("[0-9][,.][-–—]", text)
    return bool(re.search("[0-9]", text) and has_sign)


def has_clock(text, _=""):
    return re.search(r"[0-9](?::[0-9]|h[0-9]|\s?[ap]\.?m)", text, re.IGNORECASE) is not None


def has_date(text, language):
    words = re.search("[0-9]", text) and (
        letters(text.casefold()) & date_words(language) or set(text) & set("月월") or language == "he"
    )
    marks = re.search(r"[0-9]\.?\s?[-/.]\s?[0-9]{1,2}\s?[-/.]\s?[0-9]|[0-9]{4}-W[0-9]", text)
    loose = re.search(r"(?i)(?<![0-9:ht.+-])[0-9]+(?![0-9:h.]|\s?[ap]\.?m)", text)
    clock = has_clock(text) and (not loose or letters(text.casefold()) & day_words(language))
    return bool(words or marks or clock or ends_relative(text.casefold(), language))


def has_rating(text, _):
    return bool(set(text) & STAR_SIGNS) or is_of_some(text) or is_starred(text)


def has_flag(text, _):
    return read_flag(text) is not None


def has_measure(text, _):
    return re.match(rf"{NUMBER}\s?(?:[^\W\d_]|[\"”°㎡])", text) is not None


FACTS = (
    (HAS_AMOUNT, has_amount),
    (HAS_DATE, has_date),
    (HAS_CLOCK, has_clock),
    (HAS_RATING, has_rating),
    (HAS_FLAG, has_flag),
    (HAS_MEASURE, has_measure),
)


@pytest.mark.parametrize("language", ["", "en", "de", "he", "tr", "xx"])
def test_each_text_has_what_patterns_and_words_find_in_it(language):
    chosen = random.Random(language)
    made = ["".join(chosen.choices(("", " ", *MORE, *WORDS), k=chosen.randrange(1, 7))) for _ in range(4000)]
    plain = dict.fromkeys(clean(text) or "" for text in (*TEXTS, *made))
    del plain[""]
    texts = Texts([*plain, *["1"] * len(plain)], Context(lang=language))
    assert texts.may_be_money()
    assert texts.may_be_dates()
    for fact, has in FACTS:
        assert {text for text in plain if has(text, language)} == set(texts.read(str, fact)) & set(plain)
    for text in plain:
        assert (Texts([text], Context()).free() == [text]) == is_free(text), text
        assert Texts([text], Context()).are_links() == bool(re.fullmatch(r"(?i)(?:https?://|www\.)\S+", text)), text


def test_what_is_read_is_given_where_enough_of_it_is():
    texts = Texts(["1", "2", "x", "2"], Context())
    assert texts.read(int, 1) == {"1": 1, "2": 2}
    assert texts.read(int, 1, least=0.75) == {"1": 1, "2": 2}
    assert texts.read(int, 1, least=0.8) == {}
    few = texts.some(2)
    assert (few.counts, few.total, few.written) == ({"1": 1, "x": 1}, 2, 1)


def test_the_parts_of_cells_are_their_texts_and_what_markup_states():
    tag = Cell("a")
    assert parts((Cell("x"), None, Cell("y"))) == (["x", None, "y"], None, False)
    assert parts((Cell("x", exact="2020-01-01"), None)) == (["x", None], ["2020-01-01", None], False)
    assert parts((Cell("a; b", items=(tag, tag)), Cell("a", items=(tag,))))[2]
