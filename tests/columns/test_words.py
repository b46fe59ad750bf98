"""The words of many languages: what is looked up says what their sources say."""

from pathlib import Path

import pytest

from pagerows.columns import words
from pagerows.lab.train import words as source

LANGUAGES = ("en", "de", "no", "nb", "he", "zh", "sr", "uk", "es", "", "tlh", "de\tago", "\ud800")


def test_the_file_is_what_the_sources_make():
    file = Path(words.__file__).parent / "words.txt"
    assert file.read_text(encoding="utf-8") == source.made(), "run python -m pagerows.lab.train.words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_mean_what_they_mean_in_their_source(language):
    known = words.months(language), words.weekdays(language), words.units(language), words.relative(language)
    assert known == tuple(source.meant(kind, language) for kind in ("months", "weekdays", "units", "ago"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_of_a_language_hold_those_of_english(language):
    assert words.ago_words(language) == source.ago_words(language)
    assert words.day_words(language) == source.day_words(language)
    for kind, made in (
        ("dates", source.date_words),
        ("ends", source.last_words),
        ("vocabulary", source.date_vocabulary),
    ):
        every = "\t".join(words.listed(kind, code).decode() for code in ("en", language)).split("\t")
        assert set(filter(None, every)) == made(language)


def test_no_phrase_has_two_numbers():
    """A word for 1 is looked up in the place of the only one."""
    assert not [end for end in source.last_words("en") if end.count("{0}") > 1]
