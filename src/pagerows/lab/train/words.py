"""Make ``columns/words.txt``, words of many languages as they are looked up: ``python -m pagerows.lab.train.words``.

The sources are ``columns/words.json`` (Unicode's CLDR, which `scripts/words` writes), what people write and CLDR has
not (here), and the words for days and spans in `pagerows.columns.words`. A test holds that the file says the same.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pagerows import columns
from pagerows.columns.dates import FILLER, READ_WORDS, TWO_ZONES, ZONES
from pagerows.columns.words import ALIASES, DAYS, ONE, SPANS, relative_days, relative_spans
from pagerows.patterns import lazy

__all__ = ["ago_words", "date_vocabulary", "date_words", "day_words", "last_words", "made", "main", "meant"]

_FOLDER: Final = Path(columns.__file__).parent
#: The kinds of words that mean something.
_MEANINGS: Final = ("months", "weekdays", "ago", "units")
_LETTERS: Final = lazy(r"[^\W\d_]+")

#: Forms that people write and CLDR has not.
_MORE: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "months": {
        "en": {"sept": 9, "janu": 1},
        "de": {"jän": 1, "jänner": 1, "feber": 2, "mrz": 3, "maerz": 3},
        "es": {"sept": 9, "set": 9, "setiembre": 9},
        "fr": {"fev": 2, "fév": 2, "fevrier": 2, "aout": 8, "decembre": 12, "dec": 12, "jan": 1},
        "it": {"sett": 9},
        "nl": {"mrt": 3, "maa": 3},
        "ru": {"сен": 9, "ноя": 11, "фев": 2},
        "uk": {"верес": 9},
        "tr": {"agu": 8, "şub": 2},
        "pl": {"wrz": 9, "paź": 10, "mai": 5},
    },
    "weekdays": {
        "en": {"tues": 1, "thur": 3, "thurs": 3, "weds": 2},
        "pt": {"segunda": 0, "terça": 1, "quarta": 2, "quinta": 3, "sexta": 4, "sab": 5},
        "es": {"mie": 2, "sab": 5},
    },
    "ago": {
        "en": {
            f"{{0}}{space}{word} ago": [unit, -1]
            for unit, words in {
                "s": "s sec secs second seconds",
                "min": "m min mins minute minutes",
                "h": "h hr hrs hour hours",
                "d": "d day days",
                "wk": "w wk wks week weeks",
                "mo": "mo mos month months",
                "yr": "y yr yrs year years",
            }.items()
            for word in words.split()
            for space in ("", " ")
        },
        "nb": {"for {0} dager siden": ["d", -1], "for {0} timer siden": ["h", -1]},
    },
    "units": {},
}


@cache
def _all() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((_FOLDER / "words.json").read_text("utf-8"))
    for kind, languages in _MORE.items():
        for language, more in languages.items():
            loaded[kind][language] = {**loaded[kind].get(language, {}), **more}
    return loaded


@cache
def meant(kind: str, language: str) -> Mapping[str, Any]:
    """The words of a language; English ones and those that mean one thing in all languages stand behind its own."""
    languages: dict[str, dict[str, Any]] = _all()[kind]
    found = {**_shared(kind), **languages["en"], **languages.get(ALIASES.get(language, language), {})}
    return {word: tuple(meaning) if isinstance(meaning, list) else meaning for word, meaning in found.items()}


@cache
def _shared(kind: str) -> Mapping[str, Any]:
    """Words that mean one thing wherever they are used; short ones are words of other languages, too ("Pro")."""
    meanings: dict[str, set[Any]] = {}
    for own in _all()[kind].values():
        for word, meant in own.items():
            meanings.setdefault(word, set()).add(tuple(meant) if isinstance(meant, list) else meant)
    return {word: meant.pop() for word, meant in meanings.items() if len(meant) == 1 and len(word) > 3}


@cache
def ago_words(language: str) -> frozenset[str]:
    """Return the words that end times ago: "ago", "fa", "назад"."""
    patterns = (pattern.split(" ") for pattern in meant("ago", language) if pattern.startswith("{0}"))
    return frozenset(words[-1] for words in patterns if len(words) > 2)


@cache
def date_words(language: str) -> frozenset[str]:
    """Return the letters that words for months begin with: a text that has none of them has no such word."""
    # What is more than one word, or has a sign that texts are cleaned of, stands in no text.
    single = (word for word in meant("months", language) if " " not in word and "’" not in word)
    firsts = (_LETTERS.search(word) for word in single)
    return frozenset({"tháng"} | {match[0] for match in firsts if match})  # the months of Vietnamese have numbers


@cache
def day_words(language: str) -> frozenset[str]:
    """Return the letters that end words for today, yesterday and tomorrow."""
    return frozenset(_LETTERS.findall(phrase)[-1] for phrase in relative_days(language))


@cache
def last_words(language: str) -> frozenset[str]:
    """Return the ends of all phrases for times that are counted from now, of two words where they have as many.

    Before the last word "a" and the like may stand for {0}.

    >>> {"days ago", "in {0}d", "{0} napja", "yesterday"} <= last_words("en"), "ago" in last_words("en")
    (True, False)
    """
    phrases = (*meant("ago", language), *relative_spans(language), *relative_days(language))
    ends = {" ".join(phrase.split(" ")[-2:]) for phrase in phrases}
    inside = {end for end in ends if "{0} " in end and end.rindex("{0}")}
    return frozenset(ends | {end.replace("{0}", one) for end in inside for one in ONE})


@cache
def date_vocabulary(language: str) -> frozenset[str]:
    """Return every run of small letters that may be part of a date: what has others has words around it.

    >>> {"may", "yesterday", "ago", "pm"} <= date_vocabulary("en"), "agenda" in date_vocabulary("en")
    (True, False)
    """
    names = (*(meant(kind, language) for kind in ("months", "weekdays", "ago")), relative_days(language))
    every = (*(word for known in names for word in known), *relative_spans(language), *FILLER, *ZONES, *TWO_ZONES)
    runs = {run for word in every for run in _LETTERS.findall(word)}
    return frozenset(READ_WORDS | set(ONE) | set(string.ascii_lowercase) | runs)


#: The lists that readers of texts look words up in.
_LISTS: Final = {
    "dates": date_words,
    "days": day_words,
    "ends": last_words,
    "vocabulary": date_vocabulary,
    "last": ago_words,
}


def made() -> str:
    """Return the file."""
    return "".join(f"\n{line}" for line in _lines()) + "\n"


def _lines() -> Iterator[str]:
    languages = ["en", *sorted({*_all()["months"], *DAYS, *SPANS, *ALIASES} - {"en"})]
    for kind in _MEANINGS:
        for language in languages:
            known: Mapping[str, Any] = {} if language == "en" else meant(kind, "en")
            own = {word: said for word, said in meant(kind, language).items() if known.get(word) != said}
            if language not in ALIASES:
                yield from _meanings(kind, language, own)
    for name, words in _LISTS.items():
        for language in languages:
            if new := sorted(words(language) - (frozenset() if language == "en" else words("en"))):
                yield "\t".join([name, language, *new])
    yield "\t".join(["comma", "en", *_all()["comma"]])


def _meanings(kind: str, language: str, words: Mapping[str, Any]) -> Iterator[str]:
    by_meaning: dict[str, list[str]] = {}
    for word, meaning in words.items():
        spelled = f"{meaning[0]}{'-' if meaning[1] < 0 else '+'}" if kind == "ago" else str(meaning)
        by_meaning.setdefault(spelled, []).append(word)
    for spelled, own in sorted(by_meaning.items()):
        yield "\t".join([kind, language, spelled, *sorted(own)])


def main() -> None:
    """Write the file."""
    (_FOLDER / "words.txt").write_text(made(), encoding="utf-8")


if __name__ == "__main__":
    main()
