"""Words for months, weekdays, times ago and units in many languages, from ``words.txt``.

`pagerows.lab.train.words` makes that file of Unicode's CLDR (``words.json``, which `scripts/words` writes) and of the
words here, in the form in which they are looked up: of a language only what readers ask for is read. A line is ``kind,
language, meaning, words`` with tabs between them. Words of English hold for all languages; those of another language
add to them or say something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

__all__ = [
    "ALIASES",
    "DAYS",
    "ONE",
    "SPANS",
    "ago_words",
    "day_words",
    "fold",
    "listed",
    "months",
    "relative",
    "relative_days",
    "relative_spans",
    "units",
    "weekdays",
    "writes_comma",
]

#: Other codes of languages.
ALIASES: Final = {"no": "nb", "iw": "he", "in": "id", "tl": "fil"}

#: What stands for 1 in times that are counted from now.
ONE: Final = (
    "a", "an", "one", "einem", "einer", "un", "une", "una", "uno", "um", "uma", "een", "en", "ett", "egy", "jeden",
)  # fmt: skip

#: Today, yesterday and tomorrow.
DAYS: Final = {
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
SPANS: Final = {
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
        *patterns, words = SPANS.get(code, SPANS["en"])
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
def _file() -> bytes:
    return (Path(__file__).parent / "words.txt").read_bytes()


def listed(kind: str, language: str) -> bytes:
    r"""Return the words of a list of a language, with tabs between them, that are not in that of English.

    >>> listed("days", "en").split(b"\t")[0], listed("days", "tlh")
    (b'ahir', b'')
    """
    return next(_lines(kind, language), b"")


def _lines(kind: str, language: str) -> Iterator[bytes]:
    if not language.isalpha():  # pages may say anything
        return
    file, head = _file(), f"\n{kind}\t{language}\t".encode()
    at = file.find(head)
    while at >= 0:
        end = file.index(b"\n", at + 1)
        yield file[at + len(head) : end]
        at = end if file.startswith(head, end) else -1


def _meant(kind: str, language: str) -> dict[str, str]:
    """{word: meaning} as a language adds to what English has."""
    found: dict[str, str] = {}
    for line in _lines(kind, language):
        meaning, *words = line.decode().split("\t")
        found.update(dict.fromkeys(words, meaning))
    return found


def _own(language: str) -> str:
    """The code under which the words of a language stand; English for one that has none."""
    return ALIASES.get(language, language)


@cache
def months(language: str) -> Mapping[str, int]:
    """Return {word: 1..12}."""
    return _numbers("months", _own(language))


@cache
def weekdays(language: str) -> Mapping[str, int]:
    """Return {word: 0..6}, Monday first."""
    return _numbers("weekdays", _own(language))


def _numbers(kind: str, language: str) -> dict[str, int]:
    return {word: int(meaning) for code in ("en", language) for word, meaning in _meant(kind, code).items()}


@cache
def units(language: str) -> Mapping[str, str]:
    """Return {word: symbol of the unit}."""
    return _meant("units", "en") | _meant("units", _own(language))


@cache
def relative(language: str) -> Mapping[str, tuple[str, int]]:
    """Return {"{0} days ago": ("d", -1)}."""
    meant = _meant("ago", "en") | _meant("ago", _own(language))
    known = {meaning: (meaning.rstrip("-+"), -1 if meaning[-1] == "-" else 1) for meaning in set(meant.values())}
    return {pattern: known[meaning] for pattern, meaning in meant.items()}


@cache
def ago_words(language: str) -> frozenset[str]:
    """Return the words that end times ago: "ago", "fa", "назад"."""
    return _list("last", language)


@cache
def day_words(language: str) -> frozenset[str]:
    """Return the letters that end words for today, yesterday and tomorrow."""
    return _list("days", language)


def _list(kind: str, language: str) -> frozenset[str]:
    every = (word for code in ("en", language) for word in listed(kind, code).decode().split("\t"))
    return frozenset(filter(None, every))


@cache
def relative_days(language: str) -> Mapping[str, int]:
    """Return {"yesterday": -1}; words that mean two things in two languages only in their own."""
    found: dict[str, set[int]] = {}
    own: dict[str, int] = {}
    for code, line in DAYS.items():
        words = line.split("|") if "|" in line else line.split()
        for word, days in zip(words, (0, -1, 1), strict=True):
            found.setdefault(word, set()).add(days)
            if code in (language, "en"):
                own[word] = days
    return {**{word: days.pop() for word, days in found.items() if len(days) == 1 and len(word) > 2}, **own}


@cache
def writes_comma(lang: str | None) -> bool | None:
    """Whether a language (with its country, where known) has a comma before the fraction; None: not known."""
    code = (lang or "").lower().replace("_", "-")
    language, _, country = code.partition("-")
    language = {"no": "nb"}.get(language, language)
    # Spanish is written both ways, and which is a matter of the country.
    if not language or (language == "es" and not country):
        return None
    known = _comma()
    usual = language in known
    return usual != (country != "" and f"{language}-{country}" in known)


@cache
def _comma() -> frozenset[str]:
    """Languages with a comma before the fraction, and with a country where it is not as in their language."""
    return _list("comma", "en")
