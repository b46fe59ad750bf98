"""What a person reads in some rows and where it leads to, against walks that anyone would write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.align.fields import FieldParams
from pagerows.align.fields._cells import is_said
from pagerows.align.fields._maker import Maker
from pagerows.align.fields._reading import SHOWN, SPOKEN, TEXT, TOLD, Shown
from pagerows.align.fields.reading import INLINE, is_painted, is_spoken
from pagerows.cells import FORMATTING
from pagerows.forms import is_rating
from pagerows.page._hiding import hides
from pagerows.values import Record, Span

PIECES = st.sampled_from(
    [
        "<div>", "</div>", "<b>", "</b>", "<a href=/x>", "<a href='#'>", "</a>", "<span class=c>", "</span>", "<br>",
        "<span class=sr-only>", "<svg><title>", "</svg>", "<p hidden>", "</p>", "<time datetime=2026-01-02>", "</time>",
        "x", "1 ", "-", "★", " two  words ", "<td>", "<img src=i.png>",
    ]
)  # fmt: skip


def read(pieces):
    """The reading of one record, with text around it that is not its own."""
    html = f"<p>before <a href=/out></a></p><section>{''.join(pieces)}.</section><p>behind</p>"
    page = pagerows.parse(html, url="http://a.example/")
    nodes = page.nodes
    top = next(row for row in range(len(nodes)) if nodes.tag_name(row) == "section")
    return page, top, Shown(page, [Record(page, (Span(top, int(nodes.end[top])),))], FieldParams())


def above(nodes, row, top):
    """A row and what it stands in, up to the record."""
    found = [row]
    while found[-1] > top:
        found.append(int(nodes.parent[found[-1]]))
    return found


def are_apart(nodes, one, other, top):
    """Whether a space stands between two texts: in the page, by a block, or since words would grow together."""

    def flows(tag):
        return tag in INLINE and tag not in ("br", "img", "button")

    def block(row):
        return next((up for up in above(nodes, row, top)[1:] if not flows(nodes.tag_name(up))), top)

    between = [nodes.tag_name(row) for row in range(one + 1, other)]
    if nodes.spaced[other] or block(one) != block(other) or not all(flows(tag) or tag == "#text" for tag in between):
        return True
    parents = {int(nodes.parent[one]), int(nodes.parent[other])}
    styled = len(parents) == 2 and not any(nodes.tag_name(row) in FORMATTING for row in parents)
    end, start = nodes.data[one][-1], nodes.data[other][0]
    return styled and end.isalnum() and start.isalnum() and not (end.isdigit() and start.isdigit())


@given(st.lists(PIECES, max_size=30))
def test_texts_are_those_that_are_shown_joined_with_the_spaces_that_a_person_sees(pieces):
    page, top, reading = read(pieces)
    nodes, stop = page.nodes, int(page.nodes.end[top])
    told = []
    for row in range(top, stop):
        tags = [nodes.tag_name(up) for up in above(nodes, row, top)]
        spoken = any("sr-only" in (nodes.attribute(up, "class") or "") for up in above(nodes, row, top))
        shown, text = not nodes.hidden[row], tags[0] == "#text"
        read_out = shown and text and "svg" not in tags
        bits = SHOWN * shown + TEXT * text + TOLD * (read_out and not spoken) + SPOKEN * (read_out and spoken)
        assert reading.look[row - top] == bits
        told += [row] if read_out and not spoken else []
    assert reading.rows == told
    for row in range(top, stop):
        own = [place for place in told if row <= place < nodes.end[row]]
        text = ""
        for before, place in zip([None, *own], own, strict=False):
            text += " " * (before is not None and are_apart(nodes, before, place, top)) + nodes.data[place]
        assert reading.text(row) == " ".join(text.split())
        assert reading.is_told([row]) == bool(reading.text(row))


@given(st.lists(PIECES, max_size=30))
def test_cells_have_the_link_around_them_or_the_first_inside_and_the_only_exact_value(pieces):
    page, top, reading = read(pieces)
    nodes, maker = page.nodes, Maker(reading)
    stop = int(nodes.end[top])
    for row in range(top, stop):
        inside, around = range(row, int(nodes.end[row])), above(nodes, row, top)
        links = [r for r in [*around, *inside] if nodes.tag_name(r) == "a" and nodes.attribute(r, "href") == "/x"]
        times = [r for r in inside if nodes.tag_name(r) == "time"]
        nearest = [r for r in range(top, row) if nodes.tag_name(r) == "time"][-1:]
        times = times or [r for r in nearest if nodes.end[r] >= nodes.end[row]]
        text = reading.text(row)
        cell = maker.element(row)
        if not any(sign.isalnum() or sign == "★" for sign in text):
            assert cell is None
            continue
        assert (cell.text, cell.span) == (text, (row, nodes.end[row]))
        assert cell.url == ("http://a.example/x" if links else None)
        assert cell.kind == ("link" if links else "text")
        assert cell.exact == ("2026-01-02" if len(times) == 1 else None)
        whole, said = maker.cells.of_rows([row])
        assert whole.text == said == text


def test_texts_that_do_not_stand_side_by_side_are_joined_with_a_space():
    page, _, reading = read(["<b>one</b><i>two</i><b>three</b>"])
    maker = Maker(reading)
    bold = [row for row in range(len(page.nodes)) if page.nodes.tag_name(row) == "b"]
    cell, said = maker.cells.of_rows(bold)
    assert said == "one three"
    assert cell.span == (bold[0] + 1, bold[1] + 2)
    assert maker.cells.of_rows([]) == (None, "")


@pytest.mark.parametrize("text", ["", "a", "-9", "- | ·", "…é", "漢", "☆", "🙂", "٣", "\ud800", "–"])
def test_a_text_says_something_by_a_letter_a_digit_or_a_star(text):
    assert is_said(text) == any(sign.isalnum() or sign in "★☆⭐✓✔" for sign in text)


def test_rows_outside_of_the_records_are_refused():
    _, top, reading = read(["x"])
    with pytest.raises(IndexError):
        reading.text(top - 1)
    with pytest.raises(IndexError):
        reading.texts([top + 100])


@given(st.lists(PIECES, max_size=20))
def test_texts_of_each_row_are_counted_blank_ones_aside(pieces):
    page, top, reading = read([*pieces, "<u>\u00a0</u>"])
    for row in range(top, int(page.nodes.end[top])):
        own = [place for place in reading.rows if row <= place < page.nodes.end[row]]
        first, last = reading.pieces(row)
        assert [reading.piece_row(place) for place in range(first, last)] == own
        assert [reading.piece(place) for place in range(first, last)] == [page.nodes.data[place] for place in own]
        assert reading.is_told([row]) == any(page.nodes.data[place].strip() for place in own)


@given(st.text(alphabet=" \t\n\x1c\x85\u00a0ab\ud800", max_size=12))
def test_white_space_is_folded(text):
    _, top, reading = read(["<b title=x>b</b>"])
    assert Maker(reading).cells.picture(text, "i.png", top).text == " ".join(text.split())


TARGETS = st.sampled_from(["", "#", "#a", "javascript:", "javascript:x()", "javascript", "/x", "x#", "é"])


@given(st.lists(TARGETS))
def test_links_lead_away_unless_they_are_empty_a_part_of_the_page_or_a_script(targets):
    page, top, reading = read([f'<a href="{target}">x</a>' for target in targets])
    links = [row for row in range(top, len(page.nodes)) if page.nodes.tag_name(row) == "a"]
    away = [bool(target) and not target.startswith(("#", "javascript:")) for target in targets]
    cells = Maker(reading).cells
    assert [cells.url(row, row + 1) is not None for row in links] == away


DECORATED = st.sampled_from(
    [
        "<i aria-hidden=true>", "<i aria-hidden=false>", "<b hidden>", "<i style='Display:\tNONE; x'>", "<b class=c>",
        "<i aria-hidden=true style='visibility: hidden'>", "<i aria-hidden=true hidden>", "<b aria-modal=true>",
        "<b aria-modal=no>", "<i style='display:\u00a0none' aria-hidden>", "</i>", "</b>", "x", "<br>",
    ]
)  # fmt: skip


@given(st.lists(DECORATED, max_size=30))
def test_what_is_hidden_from_screen_readers_alone_is_shown(pieces):
    page, top, reading = read(pieces)
    nodes = page.nodes

    def hidden_from_all(row):
        return hides(tuple(pair for pair in nodes.data[row] if pair[0] != "aria-hidden"))

    shown = {row: not nodes.hidden[row] for row in range(top, int(nodes.end[top]))}
    for row in [row for row, own in shown.items() if not own and nodes.tag_name(row) != "#text"]:
        parts = range(row, int(nodes.end[row]))
        first_hidden = shown[int(nodes.parent[row])] and not any(shown[own] for own in parts)
        if first_hidden and nodes.attribute(row, "aria-hidden") is not None and not hidden_from_all(row):
            shown[row] = True
            for own in parts[1:]:
                is_text = nodes.tag_name(own) == "#text"
                shown[own] = shown[int(nodes.parent[own])] and (is_text or not hidden_from_all(own))
    if not nodes.hidden[top]:
        assert [bool(look & SHOWN) for look in reading.look] == list(shown.values())


STYLES = st.sampled_from(
    [
        "class=sr-only", "class='a SR-Only'", "class='sr only'", "class=srt", "class=offscreen",
        "class='visually-hidden b'",
        "style='clip: rect(0 0 0 0)'", "style='left:-99px'", "style='LEFT : -9999px'", "style='text-indent: -999em'",
        "class=x", "", "class=é", "style='color: red' class=lazy", "class='bg-x'", "style='background: url(a.png)'",
    ]
)  # fmt: skip


@given(st.lists(STYLES, max_size=12))
def test_tag_paths_are_left_to_screen_readers_or_painted_as_their_styles_say(styles):
    page, _, reading = read([f"<b {style}>x</b>" for style in styles])
    style_of = page.nodes.paths.style
    here = sorted({int(code) for code in page.nodes.path[reading.low : reading.high]})
    assert reading.silent_paths == [code for code in here if is_spoken(style_of[code])]
    assert reading.painted_paths == [code for code in here if is_painted(style_of[code])]


RATED = st.sampled_from(
    [
        "title='4.5 out of 5'", "title='4 stars'", "aria-label='Rated 3'", "alt='5'", "data-rating=4", "data-score=x",
        "data-rating='4 of 5'", "title='15 %'", "content='4,5 von 10'", "title='4\u00a0étoiles'", "title='stars'",
        "alt=''", "data-rating", "title='note 4' alt='3/5'",
    ]
)  # fmt: skip


@given(st.lists(RATED, max_size=8))
def test_ratings_are_what_attributes_say(attributes):
    page, top, reading = read([f"<b {own}>x</b>" for own in attributes])
    every, own_ones = {}, {}
    for row in range(top, int(page.nodes.end[top])):
        pairs = [] if page.nodes.tag_name(row) == "#text" else [pair for pair in page.nodes.data[row] if pair[1]]
        for name, value in pairs:
            scored = name in ("data-rating", "data-score") and value[0].isdigit()
            if scored or (name in ("title", "aria-label", "alt", "content") and is_rating(value)):
                every.setdefault(row, " ".join(value.split()))
            if name in ("title", "aria-label", "data-rating") and is_rating(value):
                own_ones.setdefault(row, value)
    maker = Maker(reading)
    assert (maker.rated, maker.own_rated) == (every, own_ones)
