"""Typing grows with the cells, whatever they are written in."""

import pytest

from pagerows.columns.reading import Context
from pagerows.columns.types import column_type

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
}
SENTENCES = ["{d} {m} {y}", "le lundi {d} {m} {y} à 14h30", "publié le {d} {m} {y} par Anne"]


def dates(language: str, sentence: str, count: int) -> list[str]:
    months = MONTHS[language].split()
    return [sentence.format(d=1 + n % 28, m=months[n % 12], y=1990 + n % 37) for n in range(count)]


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("language", MONTHS)
def test_dates_in_words_cost_the_same_in_every_language_and_no_more_each_the_more_there_are(language, sentence, calls):
    context = Context(lang=language)
    column_type(dates(language, sentence, 5), context)
    few, many = (calls(column_type, dates(language, sentence, count), context) for count in (250, 1000))
    assert many < 5 * few
    assert many < 200 * 1000  # French ones took thousands each
