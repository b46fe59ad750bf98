"""Words for months, weekdays, times ago and units in many languages: Unicode's CLDR, which `scripts/words` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pagerows.patterns import lazy

__all__ = [
    "ONE",
    "ago_words",
    "date_words",
    "day_words",
    "fold",
    "last_words",
    "months",
    "relative",
    "relative_days",
    "relative_spans",
    "units",
    "weekdays",
    "writes_comma",
]

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

#: What stands for 1 in times that are counted from now.
ONE: Final = (
    "a", "an", "one", "einem", "einer", "un", "une", "una", "uno", "um", "uma", "een", "en", "ett", "egy", "jeden",
)  # fmt: skip

#: Today, yesterday and tomorrow.
_DAYS: Final = {
    "en": "today yesterday tomorrow", "de": "heute gestern morgen", "fr": "aujourd'hui hier demain",
    "es": "hoy ayer mañana", "it": "oggi ieri domani", "pt": "hoje ontem amanhã", "nl": "vandaag gisteren morgen",
    "sv": "idag igår imorgon", "da": "i dag|i går|i morgen", "nb": "i dag|i går|i morgen",
    "fi": "tänään eilen huomenna",
    "pl": "dzisiaj wczoraj jutro", "cs": "dnes včera zítra", "sk": "dnes včera zajtra", "hu": "ma tegnap holnap",
    "ro": "astăzi ieri mâine", "bg": "днес вчера утре", "ru": "сегодня вчера завтра", "uk": "сьогодні вчора завтра",
    "hr": "danas jučer sutra", "sr": "данас јуче сутра", "sl": "danes včeraj jutri", "el": "σήμερα χθες αύριο",
    "tr": "bugün dün yarın", "ar": "اليوم أمس غدا", "fa": "امروز دیروز فردا", "he": "היום אתמול מחר",
    "hi": "आज|बीता कल|आने वाला कल", "ja": "今日 昨日 明日", "zh": "今天 昨天 明天", "ko": "오늘 어제 내일",
    "vi": "hôm nay|hôm qua|ngày mai", "id": "hari ini|kemarin|besok", "th": "วันนี้ เมื่อวาน พรุ่งนี้",
    "ca": "avui ahir demà", "lt": "šiandien vakar rytoj", "lv": "šodien vakar rīt", "et": "täna eile homme",
}  # fmt: skip


#: This, the last and the next week, month and year.
_SPANS: Final = {
    "en": ("this {}", "last {}", "next {}", "week month year"),
    "de": ("diese {}|diesen {}|dieses {}", "letzte {}|letzten {}|letztes {}", "nächste {}|nächsten {}|nächstes {}",
           "woche monat jahr"),
    "fr": ("cette {}|ce {}", "la {} dernière|le {} dernier", "la {} prochaine|le {} prochain", "semaine mois année"),
    "es": ("esta {}|este {}", "la {} pasada|el {} pasado", "la próxima {}|el próximo {}", "semana mes año"),
    "it": ("questa {}|questo {}", "la {} scorsa|il {} scorso", "la prossima {}|il prossimo {}", "settimana mese anno"),
    "nl": ("deze {}|dit {}", "vorige {}|vorig {}", "volgende {}|volgend {}", "week maand jaar"),
}  # fmt: skip


@cache
def relative_spans(language: str) -> Mapping[str, tuple[int, str]]:
    """Return {"last week": (-1, "wk")}."""
    found: dict[str, tuple[int, str]] = {}
    for code in ("en", language):
        *patterns, words = _SPANS.get(code, _SPANS["en"])
        for pattern, count in zip(patterns, (0, -1, 1), strict=True):
            for one in pattern.split("|"):
                found |= {
                    one.format(word): (count, unit)
                    for word, unit in zip(words.split(), ("wk", "mo", "yr"), strict=True)
                }
    return found


def fold(text: str) -> str:
    """Fold case and white space, as the words are folded."""
    return " ".join(text.casefold().split())


@cache
def _all() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((Path(__file__).parent / "words.json").read_text("utf-8"))
    for kind, languages in _MORE.items():
        for language, more in languages.items():
            loaded[kind][language] = {**loaded[kind].get(language, {}), **more}
    return loaded


@cache
def _of(kind: str, language: str) -> Mapping[str, Any]:
    """The words of a language; English ones and those that mean one thing in all languages stand behind its own."""
    languages: dict[str, dict[str, Any]] = _all()[kind]
    language = {"no": "nb", "iw": "he", "in": "id", "tl": "fil"}.get(language, language)
    return {**_shared(kind), **languages["en"], **languages.get(language, {})}


@cache
def _shared(kind: str) -> Mapping[str, Any]:
    """Words that mean one thing wherever they are used; short ones are words of other languages, too ("Pro")."""
    meanings: dict[str, set[Any]] = {}
    for own in _all()[kind].values():
        for word, meant in own.items():
            meanings.setdefault(word, set()).add(tuple(meant) if isinstance(meant, list) else meant)
    return {word: meant.pop() for word, meant in meanings.items() if len(meant) == 1 and len(word) > 3}


def months(language: str) -> Mapping[str, int]:
    """Return {word: 1..12}."""
    return _of("months", language)


def weekdays(language: str) -> Mapping[str, int]:
    """Return {word: 0..6}, Monday first."""
    return _of("weekdays", language)


def units(language: str) -> Mapping[str, str]:
    """Return {word: symbol of the unit}."""
    return _of("units", language)


def relative(language: str) -> Mapping[str, tuple[str, int]]:
    """Return {"{0} days ago": ("d", -1)}."""
    return _of("ago", language)


@cache
def ago_words(language: str) -> frozenset[str]:
    """Return the words that end times ago: "ago", "fa", "назад"."""
    patterns = (pattern.split(" ") for pattern in relative(language) if pattern.startswith("{0}"))
    return frozenset(words[-1] for words in patterns if len(words) > 2)


@cache
def relative_days(language: str) -> Mapping[str, int]:
    """Return {"yesterday": -1}; words that mean two things in two languages only in their own."""
    found: dict[str, set[int]] = {}
    own: dict[str, int] = {}
    for code, line in _DAYS.items():
        words = line.split("|") if "|" in line else line.split()
        for word, days in zip(words, (0, -1, 1), strict=True):
            found.setdefault(word, set()).add(days)
            if code in (language, "en"):
                own[word] = days
    return {**{word: days.pop() for word, days in found.items() if len(days) == 1 and len(word) > 2}, **own}


_LETTERS: Final = lazy(r"[^\W\d_]+")


@cache
def date_words(language: str) -> frozenset[str]:
    """Return the letters that words for months begin with: a text that has none of them has no such word."""
    # What is more than one word, or has a sign that texts are cleaned of, stands in no text.
    single = (word for word in months(language) if " " not in word and "’" not in word)
    firsts = (_LETTERS.search(word) for word in single)
    return frozenset({"tháng"} | {match[0] for match in firsts if match})  # the months of Vietnamese have numbers


@cache
def day_words(language: str) -> frozenset[str]:
    """Return the letters that end words for today, yesterday and tomorrow."""
    return frozenset(_LETTERS.findall(phrase)[-1] for phrase in relative_days(language))


@cache
def last_words(language: str) -> frozenset[str]:
    """Return the ends of all phrases for times that are counted from now, of two words where they have as many.

    >>> {"days ago", "in {0}d", "egy napja", "yesterday"} <= last_words("en"), "ago" in last_words("en")
    (True, False)
    """
    phrases = (*relative(language), *relative_spans(language), *relative_days(language))
    ends = {" ".join(phrase.split(" ")[-2:]) for phrase in phrases}
    return frozenset(ends | {end.replace("{0}", one) for end in ends if "{0} " in end for one in ONE})


@cache
def writes_comma(lang: str | None) -> bool | None:
    """Whether a language (with its country, where known) has a comma before the fraction; None: not known."""
    code = (lang or "").lower().replace("_", "-")
    language, _, country = code.partition("-")
    language = {"no": "nb"}.get(language, language)
    # Spanish is written both ways, and which is a matter of the country.
    if not language or (language == "es" and not country):
        return None
    known = set(_all()["comma"])
    usual = language in known
    return usual != (country != "" and f"{language}-{country}" in known)
