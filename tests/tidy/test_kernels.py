"""What kernels say of all columns of a table at once is what slow rules say of each."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tidy import slow

import pagerows
from pagerows.forms import values_in
from pagerows.tidy import _doubles, _facts, _files, _labels, _links, _noise, _ruled, _strips
from pagerows.tidy._facts import by_separator, by_values, parts_of
from pagerows.tidy._places import marked_above
from pagerows.tidy.counts import _counts
from pagerows.tidy.facts import ranks, ratings
from pagerows.tidy.files import _FILE, _SAYS_FILE, _said
from pagerows.tidy.links import title_of
from pagerows.tidy.prices import _is_price
from pagerows.tidy.strips import Strip
from pagerows.tidy.traits import traits_of
from pagerows.tidy.units import is_unit
from pagerows.tidy.words import _trimmed, _without_signs, without_brackets
from pagerows.values import Cell, LeftOut, Span

TEXTS = st.sampled_from([
    "Tent", "Stove with two flames", "Lamp", "$5.00", "was $7", "4.5 out of 5 stars", "4.5", "12 reviews", "reviews",
    "Save:", "Add to cart", "Sold out", "yesterday", "by Ann Lee", "a", "", "SALE",
    "über uns", "٣ Zelte", "+", "more »", "in the",
    "A long text that goes on and on about tents, stoves and lamps until it is prose and not a title any more. " * 2,
])  # fmt: skip
MARKUP = st.sampled_from([
    "<h3 class='card-title'><a href=/{n}>{text}</a></h3>", "<span class='price old'>{text}</span>", "<p>{text}</p>",
    "<button class=btn>{text}</button>", "<a role=button href=/{n}>{text}</a>", "<select><option>{text}</select>",
    "<span aria-label=x title=y><b itemprop=name>{text}</b></span>", "<form><label>{text}</label></form>",
    "<dl><dt>{text}</dt></dl>", "<time>{text}</time>", "<i role=none>{text}</i>",
])  # fmt: skip
KINDS = st.sampled_from(["text", "text", "link", "image"])


@st.composite
def tables(draw):
    """A page of records, and a table of their cells: a column for each element of a record."""
    slots = draw(st.lists(st.tuples(MARKUP, KINDS, st.booleans()), min_size=1, max_size=5))
    same = [draw(TEXTS) for _ in slots]
    size = draw(st.integers(1, 14))
    html, cells = [], []
    for n in range(size):
        parts, own = [], []
        for (markup, kind, constant), text in zip(slots, same, strict=True):
            text = text if constant else draw(TEXTS)
            parts.append("<div id=cell>" + markup.format(n=n, text=text) + "</div>")
            own.append((text, kind) if draw(st.integers(0, 5)) else None)
        html.append("<li class=item>" + "".join(parts))
        cells.append(own)
    nodes = pagerows.parse("<main><ul>" + "".join(html) + "</ul></main>").nodes
    starts = iter([row for row in range(len(nodes)) if nodes.attribute(row, "id") == "cell"])
    rows = [[made(nodes, next(starts), own, n) for own in row] for n, row in enumerate(cells)]
    return nodes, [column for column in zip(*rows, strict=True) if any(column)]


def made(nodes, start, own, n):
    if own is None:
        return None
    row = start + 2 if start + 2 < int(nodes.end[start]) else start + 1
    text, kind = own
    items = (Cell(text), Cell(text)) if text == "Lamp" else ()
    url = f"/{n % 3}" if kind == "link" else None
    return Cell(text, kind, url, Span(row, int(nodes.end[start])), items=items)


@given(tables())
def test_traits_are_those_of_each_column_by_itself(table):
    nodes, columns = table
    for found, expected in zip(traits_of(nodes, columns), slow.traits(nodes, columns), strict=True):
        assert found == pytest.approx(expected)


@given(tables())
def test_controls_doubles_and_labels_are_those_of_slow_rules(table):
    nodes, columns = table
    assert _noise.controls(nodes, columns) == slow.controls(nodes, columns)
    assert _doubles.doubles(columns) == slow.doubles(columns)
    assert _labels.beside_values(nodes, columns) == slow.beside_values(nodes, columns)
    out = [LeftOut(column, "constant") for column in columns[1:]]
    assert _labels.labels_of(nodes, columns[:1], out) == slow.labels_of(nodes, columns[:1], out)


@given(tables())
def test_marked_rows_are_those_of_slow_rules(table):
    nodes, _ = table
    for row in range(len(nodes)):
        found = marked_above(nodes, 1 | 4, row, 12)
        assert found == slow.pressed(nodes, Cell("", span=Span(row, row + 1)))


@given(tables())
def test_a_title_is_told_alike_with_other_columns_and_alone(table):
    nodes, columns = table
    scores = []
    for column in columns:
        strip = Strip(column)
        title_of(nodes, [strip])
        scores.append(strip.title)
    ranked = [score - 0.05 * number if score else 0.0 for number, score in enumerate(scores)]
    best = max(ranked, default=0.0)
    assert title_of(nodes, columns) == (ranked.index(best) if best > 0 else None)


@given(st.lists(TEXTS.map(Cell) | st.none(), max_size=6), st.booleans())
def test_columns_that_never_change_are_left_out(cells, same):
    cells = cells[:1] * 3 if same else cells
    constant = len({cell and (cell.text, cell.url) for cell in cells}) == 1
    assert _noise.varying([cells]) == ([] if constant else [tuple(cells)])


PIECES = [
    "Tent",
    "by",
    "Ann",
    "5",
    "12",
    "$",
    "€3.50",
    "Dec 3, 2025",
    " · ",
    " | ",
    " - ",
    ", ",
    " on ",
    "1. ",
    "#2) ",
    "%",
]
PIECES += [
    "4.5 of 5",
    "stars",
    "yesterday",
    "an hour ago",
    "(",
    ")",
    " ",
    "was",
    "reviews",
    "é",
    "٣",
    "2 days",
    "from ",
    "USD",
    "12.50",
    " kr",
    "rated ",
    "-star",
    "/10",
    "von 5",
    "The tent ",
    "bis ",
    "Wed, ",
    " to ",
    "1,299.00",
    "1,5,3",
    "12,50",
    " , ",
    "Posted on",
    "–",
]
SAID = st.lists(st.sampled_from(PIECES), max_size=5).map("".join)
COLUMNS = st.one_of(
    st.lists(SAID, min_size=1, max_size=8),
    st.tuples(SAID, st.lists(SAID, min_size=2, max_size=6), SAID).map(
        lambda own: [f"{own[0]} {text} {own[2]}".strip() for text in own[1]]
    ),
).map(lambda texts: Strip(map(Cell, texts)))
NODES = pagerows.parse("<p>x</p>").nodes


@settings(max_examples=300)
@given(COLUMNS)
def test_steps_change_nothing_of_what_is_ruled_out(column):
    texts = column.texts
    single = sum(slow.form(text) in ("money", "date", "duration", "percent") for text in texts) >= 0.9 * len(texts)
    if not _ruled.may_hold_facts([column]) and len(texts) > 2 and not single:
        assert parts_of(column) == [column]
    if not _ruled.may_have_words(NODES, [column]):
        assert _trimmed(NODES, _without_signs(column)) == column
    if not _ruled.may_be_prices([column]) and 2 * column.digits >= len(texts):
        assert not _is_price(column)
    if not _ruled.may_invite([column]) and 0 < column.digits < len(texts):
        assert len({text for text in texts if not slow.re.search(r"\d", text)}) > 1
    elif _ruled.may_invite([column]):
        assert _counts(column) is not None
    bracketed = [re.fullmatch(r"\(\d[\d.,]*[kKmM]?\+?\)", text) for text in texts]
    if sum(map(bool, bracketed)) >= 0.9 * len(texts):
        assert without_brackets([column]) != [column]
    if any(map(is_unit, texts)) and len(set(texts)) == 1:
        assert _ruled.may_be_units([column, column])


@settings(max_examples=300)
@given(COLUMNS)
def test_rules_find_nothing_where_signs_rule_them_out(column):
    texts, signs = column.texts, column.signs
    if signs.counted < 0.5 * len(texts):
        assert ranks(texts) is None
    if signs.several < 0.9 * len(texts):
        assert by_values(texts) is None
    if signs.rated < 0.9 * len(texts):
        assert ratings(texts) is None
    if not _ruled.may_be_built_alike(column):
        assert by_values(texts) is None
    if not signs.strong and signs.weak < 0.9 * len(texts):
        assert by_separator(column) is None
    for text in texts:
        assert not (_ruled.has_words(text) and slow.is_value(text) and slow.form(text) == "text")
    assert _doubles.are_ratings(column) == (sum(map(slow.is_rating, texts)) >= 0.9 * len(texts))


@settings(max_examples=500)
@given(COLUMNS)
def test_facts_are_cut_as_slow_rules_say(column):
    texts = column.texts
    assert by_values(texts) == slow.by_values(texts)
    assert by_separator(column) == slow.by_separator(texts)
    for text in texts:
        assert values_in(text) == slow.values_found(text)
        assert _facts.skeleton_of(text) == slow.skeleton(text)[0]


@settings(max_examples=500)
@given(st.text("0123+-.,kKmM /aAmyrst_s\0", max_size=24))
def test_plain_numbers_are_found_as_the_pattern_finds_them(text):
    assert values_in(text) == slow.values_found(text)


CELLS = st.builds(
    Cell,
    st.sampled_from(["", "Tent", "A tent for two and a stove for all of them, says Ann", "5"]),
    st.sampled_from(["text", "link", "image"]),
    st.sampled_from([None, None, "/a", "/b", "/c"]),
    link=st.sampled_from([None, "/a", "/d"]),
)
ROWS = st.integers(1, 5).flatmap(
    lambda size: st.lists(st.lists(CELLS | st.none(), min_size=size, max_size=size), min_size=1, max_size=5)
)


@given(ROWS)
def test_links_are_lent_and_columns_told_apart_as_slow_rules_say(columns):
    strips = [Strip(column) for column in columns]
    for strip in strips:
        assert _links.addresses(strip) == slow.addresses(strip)
    assert _links.lender(strips, 0) == slow.lender(columns, 0)
    assert _links.first_borrower(strips) == slow.first_borrower(columns)
    assert _links.repeated_pictures(columns) == slow.repeated_pictures(columns)
    assert _ruled.never_together(strips) == slow.never_together(columns)
    urls = [f"/{number}" if number % 2 else None for number in range(len(strips[0]))]
    assert _links.lent(strips[0], urls) == slow.lent(columns[0], urls)


@given(st.lists(st.sampled_from(["https://", "a.example", "/", "b", ".pdf", ".tar", ".GZ", "?", "#", "Magnet:", "é"])))
def test_addresses_of_files_end_as_such(parts):
    url = "".join(parts)
    assert _files.has_extension(url) or not _FILE.search(url)


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/1 class='btn Download'>x</a>",
        "<a href=/1 download>x</a>",
        "<a href=/1><i><img alt='as PDF'></i></a>",
        "<a href=/1>Torrent</a>",
        "<a href=/1 class=card>Tent</a>",
        "<p title=magnet>Tent</p>",
        "<p>pdf</p>",
    ],
)
def test_what_may_be_called_a_file_has_all_that_is_called_one(html):
    nodes = pagerows.parse(f"<main>{html}</main>").nodes
    for row in range(1, len(nodes)):
        cell = Cell(nodes.text(row), span=Span(row, int(nodes.end[row])))
        if any(map(_SAYS_FILE.search, _said(nodes, cell))):
            assert _files.may_say_file(nodes, row, 4, 6, cell.text)


@given(st.lists(st.lists(st.sampled_from(["by", "By", "Ann", "reviews", "Review.", "5"]), max_size=5), max_size=9))
def test_shared_words_are_those_that_most_texts_start_and_end_with(words):
    def shared(words, folded):
        for size in range(1, 5):
            heads = [tuple(map(folded, own[:size])) if len(own) > size else () for own in words]
            head, count = slow.most_frequent(heads) if heads else ((), 0)
            if not head or count < 0.9 * len(words) or any(map(str.isdigit, head[-1])):
                return size - 1
        return 4

    assert _ruled.shared_before(words) == shared(words, str.casefold)
    assert _ruled.shared_behind(words) == shared(
        [own[::-1] for own in words], lambda word: word.casefold().rstrip(".,;:)]").removesuffix("s")
    )


def test_cells_have_their_fields_where_kernels_look_for_them():
    fields = ("text", "kind", "url", "span", "symbol", "exact", "items", "link", "whole")
    assert Cell._fields == fields  # the numbers in tidy/_strips.pxd


@pytest.mark.parametrize("cells", [(), (None,), (Cell("\ud800"), Cell("\0"), Cell("")), (Cell("x" * 100_000),) * 3])
def test_odd_texts_are_columns_like_others(cells):
    strip = _strips.Strip(cells)
    assert strip.signs.length == sum(len(cell.text) for cell in cells if cell)
    assert _doubles.doubles([strip, strip]) in ([None, None], [None, "double"])
    assert _ruled.may_hold_facts([strip]) == []
    assert _ruled.may_have_words(NODES, [strip]) in ([], [0])
    assert _labels.labels_of(NODES, [strip], []) == [None]
