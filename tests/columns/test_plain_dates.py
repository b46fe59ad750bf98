"""Dates of the usual forms, read from their bytes, are what the patterns for all forms read."""

import random

import pytest
from tests.columns.test_ruled_out import TEXTS

from pagerows.columns import dates
from pagerows.columns._plain_dates import plain_relative, plain_values, plain_when
from pagerows.columns.date_values import date_value
from pagerows.columns.dates import When, read_when
from pagerows.columns.reading import Context, clean
from pagerows.columns.words import fold, months, relative, weekdays
from pagerows.lab.train.words import meant

NUMBERS = (
    "1",
    "05",
    "12",
    "13",
    "29",
    "30",
    "31",
    "32",
    "0",
    "99",
    "1499",
    "1999",
    "2020",
    "2200",
    "2563",
    "3000",
    "123",
)
CLOCKS = (
    "10:30",
    "0:00",
    "23:59:59",
    "24:00",
    "12:30 am",
    "7:05PM",
    "13:00 pm",
    "10:3",
    "10:30 uhr",
    "10:30 utc",
    "1:2:3",
)
BETWEEN = (" ", ", ", " ", ", ", "", " at ", " At ", " - ", ". ", "|", "  ")
ENDS = ("", "", "", "st", "nd", "rd", "th", ".", ",", "er")


AROUND = (
    "",
    "",
    " ",
    "by Ann | ",
    " - ",
    "Updated: ",
    ", 5",
    " at ",
    "(",
    ")",
    ".",
    "-Agenda.pdf",
    "O'Hara ",
    " 7:30",
    " to ",
    "2020-W05 ",
)
UNITS = ("day", "Days", "hours", "min", "weeks", "yr", "moons")


def made(chosen: random.Random, language: str) -> str:
    """A date in one of many forms, few of them usual, or nearly one."""
    month = chosen.choice([*list(meant("months", language)), "May", "JUNE", "Mar"])
    weekday = chosen.choice([*list(meant("weekdays", language)), "Tue", "MON", "mar", "xx"])
    day, year = chosen.choice(NUMBERS[:9]) + chosen.choice(ENDS), chosen.choice(NUMBERS)
    mark = chosen.choice("-/. ")
    whole = chosen.choice(
        [
            [day, " ", month, *chosen.choices(BETWEEN, k=1), year],
            [month, chosen.choice((" ", ". ", "-")), day, chosen.choice(BETWEEN), year],
            [day, " ", month],
            [month, " ", day],
            [month, " ", year],
            [chosen.choice(NUMBERS), mark, chosen.choice(NUMBERS), mark, chosen.choice(NUMBERS)],
            [],
        ]
    )
    before = [weekday, chosen.choice(BETWEEN)] if chosen.random() < 0.3 else []
    behind = [chosen.choice(BETWEEN), chosen.choice(CLOCKS)] if chosen.random() < 0.4 else []
    return clean("".join([*before, *whole, *behind])) or "x"


@pytest.mark.parametrize("language", ["", "en", "de", "fr", "es", "it", "ru", "tr", "th", "he"])
def test_plain_dates_are_what_patterns_read(monkeypatch, language):
    chosen = random.Random(language)
    texts = [*(made(chosen, language) for _ in range(6000)), *TEXTS]
    texts += [f"{chosen.choice(AROUND)}{text}{chosen.choice(AROUND)}" for text in texts[:1200]]
    texts += [f"{chosen.choice(AROUND)}{chosen.randrange(99)} {unit} ago{chosen.choice(AROUND)}" for unit in UNITS * 20]
    texts = list(filter(None, map(clean, texts)))
    found = {text: plain_when(text, months(language), weekdays(language), When) for text in texts}
    counted = {text: plain_relative(text, relative(language), When) for text in texts}
    plain = {text: fold(text) for text in texts}
    able = {text: fold for text, fold in plain.items() if not dates.ends_relative(fold, language)}
    worded = {text: dates._quickly(fold, language) for text, fold in able.items()}
    for quick in ("plain_when", "plain_relative", "_quickly"):
        monkeypatch.setattr(dates, quick, lambda *_: None)
    assert sum(when is not None for when in worded.values()) > 300
    assert sum(when is not None for when in counted.values()) > (20 if language in ("", "en") else 0)
    for text, when in [*counted.items(), *worded.items()]:
        assert when in (None, read_when(text, language)), text
    assert sum(when is not None for when in found.values()) > 500
    for text, when in found.items():
        assert when in (None, read_when(text, language)), text


@pytest.mark.parametrize("text", ["", "\ud800 5 May", "5 M\0ay", "1" * 500, "May " * 30, "é" * 80])
def test_what_is_no_plain_date_is_left_to_patterns(text):
    assert plain_when(text, months("en"), weekdays("en"), When) is None


def test_usual_forms_are_plain():
    texts = "2024-05-07|7/5/2024|7.5.24|7 May 2024|May 7th, 2024|Tue, May 7|May 2024|10:30 pm|Tue 7 May 2024 at 10:30"
    assert all(plain_when(text, months("en"), weekdays("en"), When) for text in texts.split("|"))


@pytest.mark.parametrize("day_first", [True, False, None])
def test_the_values_of_plain_dates_are_what_their_parts_say(day_first):
    chosen = random.Random(3)
    texts = [*(made(chosen, "en") for _ in range(5000)), *TEXTS]
    whens = {text: when for text in texts if (when := read_when(text, "en")) is not None and when.is_date}
    assert len(whens) > 1000

    def value(when):
        return date_value(when, day_first, Context(), this_year=True)

    expected = {text: value(when) for text, when in whens.items() if value(when) is not None}
    assert plain_values(whens, day_first, value) == expected
