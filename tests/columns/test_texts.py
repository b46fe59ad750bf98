"""The texts of a column and what they may be, beside what anyone would write."""

import random
import re

import pytest
from tests.columns.test_ruled_out import TEXTS

from pagerows.columns._texts import (
    HAS_AMOUNT,
    HAS_CLOCK,
    HAS_COUNT,
    HAS_DATE,
    HAS_FLAG,
    HAS_MEASURE,
    HAS_PHONE,
    HAS_RATING,
    Texts,
    ends_relative,
    parts,
)
from pagerows.columns.counts import STAR_SIGNS, is_of_some, is_starred, read_count, read_rating
from pagerows.columns.currencies import FIRST_LETTERS, SIGNS
from pagerows.columns.flags import read_flag, read_phone
from pagerows.columns.kinds import KINDS, flags
from pagerows.columns.money import is_free
from pagerows.columns.numbers import NUMBER
from pagerows.columns.reading import Context, clean
from pagerows.columns.types import ORDER, column_type
from pagerows.columns.units import read_measure
from pagerows.columns.words import ONE, day_words, fold, relative, relative_days, relative_spans
from pagerows.lab.train.words import date_words, last_words
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
    return bool(re.search("[0-9]", text) and (has_sign or re.search(r"(?<![^\W\d_])S/", text)))


def has_clock(text, _=""):
    return re.search(r"[0-9](?::[0-9]|h[0-9]|\s?[ap]\.?m)", text, re.IGNORECASE) is not None


def is_end(end, language):
    """Whether a piece ends times that are counted from now, with a word for 1 in the place of a number or not."""
    ends = last_words(language)
    counted = {f"{{0}}{end.removeprefix(one)}" for one in ONE if end.startswith(f"{one} ")}
    return end in ends or not ends.isdisjoint(counted)


def ends_by_definition(text, language):
    """Whether the last words of a text in small letters are those of "3 days ago", "last week", "yesterday"."""
    around = " .·•|()*,@"
    words = text.rstrip(around).rsplit(" ", 2)[-2:]
    ends = {re.sub("[0-9]+", "{0}", end.lstrip(around)) for end in (" ".join(words), words[-1])}
    return any(is_end(end, language) for end in ends)


@pytest.mark.parametrize("language", ["en", "de", "ru", "ja", "no", ""])
def test_the_ends_of_times_that_are_counted_from_now(language):
    chosen = random.Random(7)
    phrases = [*relative(language), *relative_days(language), *relative_spans(language), "ago", "5", "\ud800"]
    pieces = [*phrases, *ONE, " ", " ", "(", ")", ".", " • ", "·", "3", "12", "İ", "posted"]
    for _ in range(3000):
        text = "".join(chosen.choice(pieces) for _ in range(chosen.randint(0, 5))).replace(
            "{0}", chosen.choice(["3", "an"])
        )
        folded = fold(text)
        assert ends_relative(folded, language) == ends_by_definition(folded, language), folded


def has_date(text, language):
    words = re.search("[0-9]", text) and (
        letters(text.casefold()) & date_words(language) or set(text) & set("月월") or language == "he"
    )
    marks = re.search(r"[0-9]\.?\s?[-/.]\s?[0-9]{1,2}\s?[-/.]\s?[0-9]|[0-9]{4}-W[0-9]", text)
    loose = re.search(r"(?i)(?<![0-9:ht.+-])[0-9]+(?![0-9:h.]|\s?[ap]\.?m)", text)
    clock = has_clock(text) and (not loose or letters(text.casefold()) & day_words(language))
    return bool(words or marks or clock or ends_by_definition(text.casefold(), language))


def has_rating(text, _):
    best = r"(?:100|10|20|5|6)(?:[.,]0)?(?![0-9.,/])"
    of_best = re.search(rf"(?i)[0-9]\s?(?:/|out of|of|von|sur|su|de|van|av|z|de un total de)\s?{best}", text)
    other = re.search(r"[0-9][ -]?[иИéÉзЗ星]", text) and (is_of_some(text) or is_starred(text))
    return bool(set(text) & STAR_SIGNS or of_best or other or is_starred(text))


def has_flag(text, _):
    return read_flag(text) is not None


def has_measure(text, _):
    unit = rf"{NUMBER}\s?(?=[^\W\d_]|[\"”°㎡])[^\d\s,;·•|()]*+"
    return re.match(rf"{unit}(?:[^0-9]*$|[.,]?\s?[0-9fomм])", text) is not None


def has_count(text, _):
    number = r"[0-9]+(?:[.,'][0-9]+|[ ][0-9]{3}(?![0-9]))*"
    before = r"[^0-9]*[(\[#~]|[nN][^0-9]*|[^0-9]*[^\x00-\x7f]|[^0-9]*(?::|[^\x00-\x7f]) |"
    whole = text.encode("utf-8", "replace").decode()  # half of a character is no character
    return re.fullmatch(rf"(?s)(?:{before})[-+]?{number}[^0-9]*", whole) is not None


def has_phone(text, _):
    enough = len(re.findall("[0-9]", text)) >= 8
    return enough and re.fullmatch(r"(?i)(?:(?:tel|phone|☎)[.: ]*)?\+?[0-9][0-9 ()./-]*[0-9]", text) is not None


FACTS = (
    (HAS_AMOUNT, has_amount),
    (HAS_DATE, has_date),
    (HAS_CLOCK, has_clock),
    (HAS_RATING, has_rating),
    (HAS_FLAG, has_flag),
    (HAS_MEASURE, has_measure),
    (HAS_COUNT, has_count),
    (HAS_PHONE, has_phone),
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
    assert parts((Cell("x"), None, Cell("y"))) == (["x", None, "y"], None, False, False)
    assert parts((Cell("x", exact="2020-01-01"), None)) == (["x", None], ["2020-01-01", None], False, False)
    assert parts((Cell("x"), None, Cell("y: 1"), Cell("z")))[3]
    assert parts((Cell("x"), Cell("y"), Cell("z: 1")))[3] is False
    assert parts((Cell("a; b", items=(tag, tag)), Cell("a", items=(tag,))))[2]


READERS = (read_count, HAS_COUNT), (read_phone, HAS_PHONE), (read_rating, HAS_RATING), (read_measure, HAS_MEASURE)
NUMBERED = (
    "5",
    "12",
    "1 234",
    "030 1234567",
    "+49 (0)30",
    ": ",
    "(",
    "kg",
    "h ",
    "m",
    "4/5",
    "No. ",
    "tel. ",
    "-",
    "x",
    " ",
    ",",
)


@pytest.mark.parametrize(("reader", "fact"), READERS)
def test_what_has_not_what_a_reader_needs_is_not_read(reader, fact):
    chosen = random.Random(fact)
    made = {clean("".join(chosen.choices(NUMBERED, k=chosen.randrange(1, 7)))) for _ in range(5000)}
    read = [text for text in (*TEXTS, *made) if text and reader(text) is not None]
    assert len(read) > 20
    assert set(Texts(read, Context()).read(str, fact)) == set(read)


def slow_kind(texts):
    """The first kind that nearly all cells fit, asked one after the other."""
    step = max(1, len(texts.counts) // 12)
    sample = texts.some(step) if step > 1 else None
    words_only = {flags, *(kind for kind in KINDS if kind.__name__ in ("moneys", "ratings", "dates", "addresses"))}
    for _, kind in ORDER:
        if kind not in (KINDS if 2 * texts.written >= texts.total else words_only):
            continue
        if sample and ((few := kind(sample)) is None or 3 * sample.cells(few.fitting) < sample.total):
            continue
        if (found := kind(texts)) is not None and texts.cells(found.fitting) >= 0.7 * texts.total:
            return found.type, dict(found.values)
    return "text", {}


SHAPES = (
    "Tent {n}", "{n}", "{n}.5", "${n}", "${n}.99", "from ${n}", "{n} kg", "{n} m", "{n}/10", "{n} stars", "{n}%",
    "{n} reviews", "5 May 20{n}", "May {n}", "by Ann, May {n}, 2020", "Posted {n} days ago", "20{n}-05-07",
    "{n}/5/2020", "10:{n}", "{n}:30 pm", "yesterday", "In stock", "free", "Sold out", "030 12345{n}", "a{n}@b.example",
    "{w} {n} May 2020", "{w} ${n}", "{w}", "{w} {n}", "{w}: {n}", "{n}h 5m", "{w} {n} {w} 3 days ago", "№ {n}",
    "（{n}）", "{n}\u00a0€", "{w}’s {n}", "", "{w}" * 30,
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_a_kind_that_is_ruled_out_decides_no_column(language):
    chosen = random.Random(language)
    types = set()
    for _ in range(1500):
        shapes = chosen.choices(SHAPES, k=chosen.choice((1, 1, 2, 3)))
        texts = [
            chosen.choice(shapes).format(n=chosen.randrange(1, 60), w=chosen.choice(("tent", "new", "Ann Lee", "road")))
            for _ in range(chosen.choice((2, 5, 12, 40, 80)))
        ]
        context = Context(lang=language)
        made, known = column_type(texts, context), Texts(texts, context)
        if not known.total or known.are_links():
            continue
        type_, values = slow_kind(known)
        assert made.type == type_, texts
        read = tuple(values.get(text) for text in known.cleaned)
        assert made.values == (read if any(value is not None for value in read) else None), texts
        types.add(type_)
    assert len(types) > 6
