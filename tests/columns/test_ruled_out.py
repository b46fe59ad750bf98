"""What is ruled out before a reader or a pattern looks is only what it would not have read."""

import random
import string
from pathlib import Path

import pytest

from pagerows.columns import dates, money
from pagerows.columns._texts import HAS_AMOUNT, HAS_CLOCK, HAS_DATE, HAS_MEASURE, HAS_RATING, Texts
from pagerows.columns.counts import read_rating
from pagerows.columns.reading import Context, clean
from pagerows.columns.units import read_measure
from pagerows.patterns import lazy
from pagerows.phrases import _LEXICON, phrases_in

LINES = (Path(__file__).parent / "strings.txt").read_text("utf-8").splitlines()
WRITTEN = [line.split("|")[1].strip() for line in LINES if line and not line.startswith("#")]
PIECES = """
$ € £ kr Rs lei zł R S/ 円 元 万 억 % / ( ) [ ] # @ : ; , . - – … · | ' " + ½ ² ٣ ★ ☆ 月 日 年
by per month road st via usd руб лв of out von stars étoiles ago yesterday last week May março 5월 am pm h a day hours
in 3d vor Tagen egy napja il y a aujourd'hui
5 12 2024 1.299,00 3.5 4/5 10:30 2024-05-01 1/2/2024 40% 1.2k 90210 m² kg x Ann Lee tent new sale
""".split()  # noqa: SIM905 - a list of a hundred pieces in quotes is hard to read


def noise(count: int, seed: int = 7) -> list[str]:
    """Texts of pieces that readers look for, glued or apart."""
    rng = random.Random(seed)
    return [
        "".join(rng.choice(PIECES) + rng.choice(["", " ", " "]) for _ in range(rng.randint(1, 6))).strip()
        for _ in range(count)
    ]


TEXTS = list(filter(None, map(clean, [*WRITTEN, *noise(3000)])))


def having(texts: list[str], fact: int, language: str = "en") -> set[str]:
    """The texts that have a fact, alone or together."""
    made = Texts([*texts, "1"] * 2, Context(lang=language))
    made.may_be_money()
    made.may_be_dates()
    return set(made.read(str, fact))


def test_texts_without_a_sign_of_money_have_no_amounts():
    read = [text for text in TEXTS if money.read_amounts(text, "en") is not None]
    assert len(read) > 300
    assert set(read) <= having(read, HAS_AMOUNT)


def test_texts_that_may_be_no_rating_are_none():
    read = [text for text in TEXTS if read_rating(text) is not None]
    assert len(read) > 30
    assert set(read) <= having(read, HAS_RATING)


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja", "hu"])
def test_texts_that_may_be_no_date_are_none(monkeypatch, language):
    with monkeypatch.context() as patch:
        patch.setattr(dates, "may_be_relative", lambda *_: True)
        read = {text: when for text in TEXTS if (when := dates.read_when(text, language)) is not None}
    assert sum(when.is_date for when in read.values()) > 50
    assert set(read) <= having(list(read), HAS_DATE, language)
    assert {text for text, when in read.items() if when.clock} <= having(list(read), HAS_CLOCK)
    assert {text: dates.read_when(text, language) for text in read} == read


@pytest.mark.parametrize("language", ["en", "ja"])
def test_texts_without_a_number_before_what_may_be_a_unit_are_no_measures(language):
    read = [text for text in TEXTS if read_measure(text, language) is not None]
    assert len(read) > 30
    assert set(read) <= having(read, HAS_MEASURE)


def test_phrases_are_found_wherever_their_words_stand():
    known = {
        (phrase.replace("_", " "), line.partition(": ")[0])
        for line in _LEXICON.strip().splitlines()
        for phrase in line.partition(": ")[2].split()
    }
    rng = random.Random(3)
    for phrase, name in sorted(known):
        if set(phrase) & set(string.punctuation) - {"-", "'", "*", "."} or phrase.endswith("."):
            continue
        assert name in phrases_in(f"{rng.choice(['xx ', '', 'the '])}{phrase} yy")


def test_a_lazy_pattern_is_the_pattern():
    pattern = lazy(r"(\d+)x", 0)
    assert pattern.pattern == r"(\d+)x"
    assert [match[1] for match in pattern.finditer("3x 4x")] == ["3", "4"]
    assert (pattern.sub("y", "3x"), pattern.split("a3xb"), pattern.fullmatch("3"), pattern.groups) == (
        "y",
        ["a", "3", "b"],
        None,
        1,
    )
