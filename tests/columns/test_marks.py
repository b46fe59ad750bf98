"""The marks of texts by the kernel, beside the patterns that define them."""

import random
import re

import pytest

from pagerows.columns.names._marks import marked
from pagerows.phrases import READ

PATTERNS = {
    "by": re.compile(r"^(?:by|von|par|por|di|door|af|av|от|posted by|written by|submitted by|autor)\b[: ]"),
    "currency": re.compile(
        r"[$€£¥₹₽₩₺฿₫₴]|\b(?:usd|eur|gbp|chf|kr|zł|rs|inr|cad|aud|pln|sek|nok|dkk|czk|brl)\b|\d ?円|лв|руб"
    ),
    "percent": re.compile(r"\d ?%"),
    "minus": re.compile(r"^[-−–] ?\d|^[-−–] ?[$€£]"),
    "per": re.compile(
        r"/ ?(?:mo|month|monat|mois|week|night|day|yr|year|hr|hour|kg|g|l|ml|oz|lb|unit|ea|100)\b|\bper \w+|\ba month"
    ),
    "year": re.compile(r"\b(?:19|20)\d\d\b"),
    "clock": re.compile(r"\b\d{1,2}:\d\d\b"),
    "minutes": re.compile(
        r"\d ?(?:min|mins|minutes?|minuten|secs?|hours?|hrs?|std|stunden|heures|horas?|ore|h"
        r"|weeks?|days?|months?|tage|jours)\b"
    ),
    "age": re.compile(r"^\d{1,3} ?(?:d|h|w|mo|y|days?)\.?$"),
    "hours": re.compile(r"\b\d{1,2} ?h(?:rs?)?(?: ?\d{1,2} ?m(?:in)?)?\b"),
    "slash_5": re.compile(r"\d ?/ ?(?:5|10)$|^\d[.,]\d{1,2}$"),
    "parens": re.compile(r"^\( ?[\d.,kK+]+ ?\)?"),
    "ordinal": re.compile(r"^(?:#|no\. ?|nr\. ?)?\d{1,4}[.)]?$"),
    "code": re.compile(r"^(?=[^ ]*\d)(?=[^ ]*[^\W\d_])[\w./-]{4,}$|^\d{6,}$"),
    "handle": re.compile(r"^@\w|^u/\w"),
    "hash": re.compile(r"^#[^\W\d]"),
    "place": re.compile(r"^[^\W\d][\w .'-]+, [^\W\d][\w .'-]+$"),
    "postal": re.compile(
        r"\b(?:street|st|avenue|ave|road|rd|straße|rue|via|calle)\b.*\d"
        r"|\d.*\b(?:street|st|avenue|ave|road|rd)\b|\b[a-z]{2} \d{5}\b"
    ),
    "person": re.compile(r"^(?:dr\.? |prof\.? )?[^\W\d_]+(?: [^\W\d_]\.?)?(?: [^\W\d_]+){1,2}$"),
    "phone": re.compile(r"^(?:tel\.?:? ?)?\+?[\d(][\d() ./-]{6,}\d$"),
    "domain": re.compile(r"^\(?(?:[\w-]+\.)+[a-z]{2,6}(?:/\S*)?\)?$"),
    "size": re.compile(
        r"\d ?(?:\"|''|cm|mm|m²|sq ?ft|sqft|m2|kg|g|lbs?|oz|ml|l|gb|tb|mb|inch|in|ft|km|mi|miles|watts?|w)\b|\d ?x ?\d"
    ),
    "scale": re.compile(r"\d ?[kKmM]\+?$|\d ?[kK]\b"),
    "dot_end": re.compile(r"[.!?…]['\"”’)]?$|\.\.\.$"),
    "ellipsis": re.compile(r"…$|\.\.\.$"),
    "colon": re.compile(r"^[^\W\d][^:]{1,25}: "),
    "semicolons": re.compile(r"; "),
    "commas": re.compile(r",.*,"),
    "pipe": re.compile(r" [|·•/] "),
    "digits_first": re.compile(r"^[+#($€£~-]{0,2}\d"),
    "only_number": re.compile(r"^[+#(]{0,2}\d[\d.,  ]*\+?\)?$"),
    "any_digit": re.compile(r"\d"),
    "number_word": re.compile(r"^[+(]?\d[\d.,]*[km]?\+? [^\W\d]+[^\d]{0,20}$"),
}

#: What texts are made of that have marks, or nearly so.
PIECES = (
    *(
        "0",
        "5",
        "10",
        "19",
        "2024",
        "123456",
        "٣",
        "²",
        " ",
        "  ",
        ".",
        ",",
        ", ",
        ":",
        ": ",
        ";",
        "; ",
        "/",
        "|",
        "·",
        "(",
        ")",
    ),
    *(
        "+",
        "#",
        "@",
        "$",
        "€",
        "-",
        "−",
        "–",
        "%",
        "x",
        "k",
        "m",
        "h",
        "hrs",
        "r",
        "s",
        "in",
        "min",
        "mins",
        "days",
        "d",
        "mo",
    ),
    *(
        "by",
        "von",
        "posted by",
        "per",
        "per month",
        "a month",
        "/ month",
        "/100",
        "kg",
        "cm",
        "sq ft",
        "sqft",
        '"',
        "''",
        "m²",
    ),
    *(
        "usd",
        "kr",
        "zł",
        "円",
        "лв",
        "руб",
        "street",
        "st",
        "ave",
        "rue",
        "tx 75001",
        "dr. ",
        "prof ",
        "ann",
        "lee",
        "b.",
        "é",
    ),
    *(
        "日本",
        "_",
        "tel.: ",
        "shop.example",
        "com",
        "...",
        "…",
        "!",
        "'",
        "”",
        "~",
        "u/",
        "no. ",
        "nr.",
        "12:30",
        "1:5",
        "a",
        "w",
    ),
)
TEXTS = (
    *(
        "",
        " ",
        "by ann",
        "von: max",
        "$5",
        "5 usd",
        "usdx",
        "5円",
        "20 %",
        "-5",
        "– €3",
        "5/mo",
        "5 / months",
        "per night",
        "per ",
    ),
    *(
        "a monthly",
        "1999",
        "19999",
        "12:30",
        "1:2",
        "5 min",
        "5 mine",
        "3d.",
        "3 days",
        "1234 d",
        "2h",
        "1 hr 30m",
        "1h30min",
        "2hrs",
    ),
    *(
        "4/5",
        "4 /10",
        "4.5",
        "4.55",
        "(1.2k)",
        "( )",
        "#12",
        "no. 3",
        "nr.4)",
        "12345",
        "ab-12",
        "123456",
        "a 1",
        "@ann",
        "u/x",
        "#tag",
    ),
    *(
        "reno, nevada",
        "reno,nevada",
        "r, n",
        "12 main st",
        "main street 12",
        "ab 12345",
        "ab 123456",
        "ann lee",
        "ann b. lee",
    ),
    *(
        "dr. ann lee",
        "dr ann",
        "ann b c",
        "ann b. c d",
        "ann b c d",
        "a b c d e",
        "+49 (30) 123-456",
        "tel.: 030 123456",
        "1234567",
    ),
    *(
        "shop.example",
        "(a.bc/d e)",
        "a..bc",
        "a.bcdefgh",
        "(shop.example)",
        '5"x',
        '5 "',
        "5'' a",
        "3 x 4",
        "5 k",
        "5m+",
        "5 kg",
    ),
    *(
        "end.",
        "end.)",
        "end...",
        "end…",
        "a: b",
        "ab: c",
        "ab:c",
        "a; b",
        "a,b,c",
        "a | b",
        "+#5",
        "++#5",
        "1 000+)",
        "5k+ likes",
    ),
    *("5 likes of 3", "5 likes and a long rest of words"),
)


#: Marks that are looked for in texts without a digit, too.
WITHOUT_DIGIT = {"by", "currency", "per", "handle", "hash", "place", "person", "domain"}
WITHOUT_DIGIT |= {"colon", "semicolons", "commas", "pipe"}
AT_END = {"dot_end", "ellipsis"}


def by_definition(text: str) -> set[str]:
    asked = set(PATTERNS) if PATTERNS["any_digit"].search(text[:READ]) else WITHOUT_DIGIT | AT_END
    return {name for name in asked if PATTERNS[name].search(text[-4:] if name in AT_END else text[:READ])}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_has_the_marks_whose_patterns_it_has(text):
    assert set(marked([[text]], READ)[0]) == by_definition(text)


def test_texts_of_any_kind_have_the_marks_whose_patterns_they_have():
    chosen = random.Random(23)
    for _ in range(20_000):
        text = "".join(chosen.choices(PIECES, k=chosen.randrange(7)))
        text = text + "x" * chosen.choice((0, 0, 0, 70)) + chosen.choice(("", "", "5 kg", "..."))
        assert set(marked([[text]], READ)[0]) == by_definition(text), text


def test_marks_are_counted_over_all_texts_of_a_column():
    assert [found.get("percent") for found in marked([["5 %", "10%", "5", ""], [], ["5%"]], READ)] == [2, None, 1]
