"""Fields by their place in the records' common template."""

import pytest

import pagerows
from pagerows.align.fields import FieldParams, align
from pagerows.align.fields._reading import Shown
from pagerows.values import Record, Span


def cut(*records: str, top: str = "li", **params):
    """Align records written as HTML; the texts of each column."""
    page = pagerows.parse("<ul>" + "".join(f"<{top}>{record}</{top}>" for record in records) + "</ul>")
    rows = [row for row in range(len(page.nodes)) if page.nodes.tag_name(row) == top]
    found = [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in rows]
    aligned = align(page, found, FieldParams(**params))
    return [[cell.text if cell else None for cell in column] for column in zip(*aligned, strict=True)]


PEOPLE = ("Ann Lee", "Bob Ray", "Cy Moss")


@pytest.mark.parametrize(
    ("records", "columns"),
    [
        (
            [f"<h3>{name}</h3><p class=price>${n}.00</p>" for n, name in enumerate(PEOPLE, 1)],
            [list(PEOPLE), ["$1.00", "$2.00", "$3.00"]],
        ),
        (
            ["<b class='x1 price'>$1</b>", "<b class='x2 price'>$2</b>", "<b class='x3 price on'>$3</b>"],
            [["$1", "$2", "$3"]],
        ),
        (
            ["<p>$19<sup>97</sup></p>", "<p><span>$</span>165.00</p>", "<p>$<span>249</span></p>"],
            [["$19.97", "$165.00", "$249"]],
        ),
        (
            ["<a><span>MERCKX</span> Eddy</a>", "<a><span>COPPI</span> Fausto</a>", "<a><span>VOS</span> Marianne</a>"],
            [["MERCKX Eddy", "COPPI Fausto", "VOS Marianne"]],
        ),
        (
            [f"<p>By <a href=/{n}>{name}</a> on <i class=d>May {n}, 2026</i></p>" for n, name in enumerate(PEOPLE, 1)],
            [["By"] * 3, list(PEOPLE), ["on"] * 3, ["May 1, 2026", "May 2, 2026", "May 3, 2026"]],
        ),
        (
            ["<p>Old <b>tents</b> for sale</p>", "<p>Big new <b>tents</b></p>", "<p><b>tents</b> of all sizes</p>"],
            [["Old tents for sale", "Big new tents", "tents of all sizes"]],
        ),
        (
            [f"<dl><dt>Beds<dd>{n}<dt>Area<dd>{n}0 m</dl>" for n in (1, 2)] + ["<dl><dt>Area<dd>30 m</dl>"],
            [["Beds", "Beds", None], ["1", "2", None], ["Area"] * 3, ["10 m", "20 m", "30 m"]],
        ),
        (
            [
                *[f"<div><span>{n} beds</span><span>{n + 1} baths</span></div>" for n in (3, 4)],
                "<div><span>9 baths</span></div>",
            ],
            [["3 beds", "4 beds", None], ["4 baths", "5 baths", "9 baths"]],
        ),
    ],
    ids=[
        "one column per place",
        "classes that vary by record",
        "pieces of one amount",
        "a marked part of a name",
        "words between fields",
        "a highlighted word",
        "terms name their values",
        "what texts say tells siblings apart",
    ],
)  # fmt: skip
def test_a_place_of_the_template_is_a_column(records, columns):
    assert cut(*records) == columns


LAW = "Towns may not raise fees on their own where the law of the land says otherwise, and so on"


@pytest.mark.parametrize(
    ("usual", "other", "text"),
    [
        (
            f"<b>Act 1</b><br>{LAW}",
            f"<b>Act 2</b><br>Under 4.31, <em>et seq.</em>, {LAW}",
            f"Under 4.31, et seq., {LAW}",
        ),
        (f"<b>Act 1</b><br>{LAW}", f"<b>Act 2</b><br>Under <a href=/x>4.31</a> {LAW}", f"Under 4.31 {LAW}"),
        (f"<b>Act 1</b><br>{LAW}", f"<b>Act 2</b><br>{LAW}:<br>They must ask.", f"{LAW}: They must ask."),
        ("Minister – <b>Ann Lee</b>", "Minister – <b>Bob</b> <b>Ray</b>", "Bob Ray"),
    ],
    ids=["marked words", "a link within", "a line more", "a name marked in two pieces"],
)
def test_a_text_that_goes_on_in_one_record_alone_is_whole(usual, other, text):
    columns = cut(*[usual] * 10, other)
    assert len(columns) == 2
    assert columns[1][-1] == text


def test_a_short_line_that_few_records_have_is_a_field_of_its_own():
    records = [f"<b>Tent {n}</b><br>May {n}, 2026" for n in range(1, 5)] + ["<b>Tent 5</b><br>May 5, 2026<br>Sold out"]
    assert cut(*records)[1:] == [[f"May {n}, 2026" for n in range(1, 6)], [None] * 4 + ["Sold out"]]


def test_siblings_whose_number_varies_are_a_list():
    tags = [["red", "blue"], ["blue"], ["green", "red", "blue"]]
    records = ["<p>" + "".join(f"<a class=tag href=/{tag}>{tag}</a>" for tag in own) + "</p>" for own in tags]
    assert cut(*records) == [["red; blue", "blue", "green; red; blue"]]


def test_paragraphs_of_one_text_are_one_cell():
    long = "A sentence that goes on for a while, as those of articles do."
    records = [f"<p>{long}</p><p>{long}</p>", f"<p>{long}</p>", f"<p>{long}</p>" * 3]
    assert cut(*records) == [[f"{long} {long}", long, f"{long} {long} {long}"]]


@pytest.mark.parametrize(
    ("markup", "texts"),
    [
        ("<i class=stars aria-label='4.{n} out of 5 stars'></i>", ["4.1 out of 5 stars", "4.2 out of 5 stars"]),
        ("<i class=stars><b class=sr-only>4.{n} out of 5 stars</b></i>", ["4.1 out of 5 stars", "4.2 out of 5 stars"]),
        ("<time datetime=2026-05-0{n}></time>", ["2026-05-01", "2026-05-02"]),
        ("<b><i class=visually-hidden>Price</i>${n}</b>", ["$1", "$2"]),
        ("<b aria-hidden=true>${n}</b>", ["$1", "$2"]),
        ("<b hidden>${n}</b>x{n}", ["x1", "x2"]),
    ],
    ids=["label of stars", "spoken stars", "empty time", "spoken label", "visible to all but readers", "hidden"],
)
def test_what_a_person_sees_is_what_is_read(markup, texts):
    assert cut(*[markup.replace("{n}", str(n)) for n in (1, 2)]) == [texts]


@pytest.mark.parametrize(
    "image",
    [
        "<img src=/a{n}.jpg>",
        "<img src='data:image/gif;base64,R0' data-src=/a{n}.jpg>",
        "<img src='data:image/gif;base64,R0' data-srcset='/a{n}.jpg 1x, /b.jpg 2x'>",
        "<picture><source srcset='/a{n}.jpg 1x'><img src='data:image/gif;base64,R0'></picture>",
        "<div style='background-image: url(/a{n}.jpg)'></div>",
    ],
)
def test_the_real_picture_is_read(image):
    page = pagerows.parse(
        "<ul>" + "".join(f"<li>{image.replace('{n}', str(n))}<p>Item {n}</p>" for n in (1, 2)) + "</ul>"
    )
    rows = [row for row in range(len(page.nodes)) if page.nodes.tag_name(row) == "li"]
    found = align(page, [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in rows], FieldParams())
    assert [cell.url for row in found for cell in row if cell and cell.kind == "image"] == ["/a1.jpg", "/a2.jpg"]


def test_records_of_several_siblings_are_cut_too():
    page = pagerows.parse("<div>" + "".join(f"<h3>T{n}</h3><p>some text {n}</p>" for n in range(3)) + "</div>")
    tops = [row for row in range(len(page.nodes)) if page.nodes.tag_name(row) == "h3"]
    records = [Record(page, (Span(row, row + 4),)) for row in tops]
    assert [[c.text for c in row if c] for row in align(page, records, FieldParams())] == [
        [f"T{n}", f"some text {n}"] for n in range(3)
    ]


def test_a_marked_word_that_one_record_leaves_empty_stays_in_its_sentence():
    """Found by the fuzz."""
    texts = [f"A longer sentence of number {n} with {'a word' * (n != 3)} inside of it, and more" for n in range(8)]
    records = [f"<h3>Title {n}</h3><p>{text.replace('a word', f'<b>word {n}</b>')}</p>" for n, text in enumerate(texts)]
    records[3] = records[3].replace("with ", "with <b></b>")
    column = cut(*records)[1]
    assert column[0] == "A longer sentence of number 0 with word 0 inside of it, and more"
    assert column[3] == "A longer sentence of number 3 with inside of it, and more"


@pytest.mark.parametrize(
    "cents",
    ["<span style='vertical-align:0.75ex'>{}</span>", "<span class='price-cents'>{}</span>", "<sup>{}</sup>"],
    ids=["raised by style", "called cents", "raised by tag"],
)
def test_a_price_of_several_elements_is_one_value(cents):
    whole = "<div><span class=f1>$</span><span class=f2>{}</span>{}</div>"
    records = [
        whole.format(amount, cents.format(rest)) for amount, rest in (("148", "02"), ("1,169", "99"), ("7", "50"))
    ]
    assert cut(*records) == [["$148.02", "$1,169.99", "$7.50"]]


def test_two_digits_that_nothing_raises_are_a_value_of_their_own():
    records = [f"<div><b class=a>$1{n}</b><i class=b>{n}0</i></div>" for n in range(1, 4)]
    assert "." not in "".join(text for column in cut(*records) for text in column)


def test_lines_of_one_sentence_are_one_cell():
    records = [
        "<h2>Tents are a</h2><h2>home for all</h2><h2>who travel.</h2>",
        "<h2>Buying one</h2><h2>was simple.</h2>",
        "<h2>Thank you for</h2><h2>making our day.</h2>",
    ]
    assert cut(*records) == [
        ["Tents are a home for all who travel.", "Buying one was simple.", "Thank you for making our day."]
    ]


def test_sentences_about_pictures_are_no_tags():
    swatches = "<div><img src=/{0}a alt='{1}'><img src=/{0}b alt='{2}'></div>"
    named = [swatches.format(n, "Moss", "Sand") + f"<p>Tent {n}</p>" for n in "xyz"]
    described = [swatches.format(n, "A tent in a wood.", f"The logo of tent {n}.") + f"<p>Tent {n}</p>" for n in "xyz"]
    assert ["Moss; Sand"] * 3 in cut(*named)
    assert not any("logo" in text for column in cut(*described) for text in column)


def test_the_picture_for_browsers_without_scripts_stands_in_for_a_placeholder():
    records = [
        f"<img src='data:image/gif;base64,R0' class=lazy><noscript><img src='/{n}.jpg'></noscript><p>Tent {n}</p>"
        for n in range(3)
    ]
    page = pagerows.parse("<ul><li>" + "<li>".join(records) + "</ul>", url="http://a.example/")
    rows = [row for row in range(len(page.nodes)) if page.nodes.tag_name(row) == "li"]
    found = align(page, [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in rows], FieldParams())
    assert [row[0].url for row in found] == [f"http://a.example/{n}.jpg" for n in range(3)]


def test_the_chosen_one_of_a_list_is_one_of_the_list():
    def swatch(name, chosen=""):
        return f"<i class=box><b class='swatch{chosen}'>{name}</b></i>"

    records = [swatch(a, " on-now") + swatch(b) + swatch(c) for a, b, c in ("RGB", "BKW", "GRK")]
    assert cut(*records) == [["R; G; B", "B; K; W", "G; R; K"]]


def test_what_stands_several_times_in_one_list_is_not_its_chosen_one():
    def offer(form, price):
        return f"<i class=row><b class=kind>{form}</b></i><i class=row><b class='kind sum'>{price}</b></i>"

    forms = ["Paper", "Digital", "Audio"]
    records = [
        "".join(offer(form, f"${n}{count}.50") for n, form in enumerate(forms[:count])) for count in (2, 3, 1, 3)
    ]
    assert ["; ".join(forms[:count]) for count in (2, 3, 1, 3)] in cut(*records)


def test_marked_words_before_some_titles_are_no_part_of_them():
    names = [f"{name} {kind}" for name in ("Red", "Blue", "Old") for kind in ("tent", "stove", "lamp")]
    titles = [("<b class=tag>New</b> " if n % 2 else "") + name for n, name in enumerate(names)]
    columns = cut(*[f"<h3>{title}</h3>" for title in titles])
    assert [None, "New"] * 4 + [None] in columns
    assert not any("New " in (text or "") for column in columns for text in column)


def test_a_picture_that_many_records_have_waits_for_the_real_one():
    page = pagerows.parse(
        "<ul>" + "".join(f"<li><img src=/grey.gif data-src=/{n}.jpg><p>Tent {n}</p></li>" for n in range(4)) + "</ul>",
        url="http://x.org",
    )
    rows = page.nodes.rows_with_tag("li").tolist()
    records = [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in rows]
    assert [row[0].url for row in align(page, records, FieldParams())] == [f"http://x.org/{n}.jpg" for n in range(4)]


def test_letters_one_by_one_are_no_list():
    records = [f"<h3>{name}</h3>" + "".join(f"<i>{sign}</i>" for sign in "Ad\u2063" * 9) for name in PEOPLE]
    assert cut(*records) == [list(PEOPLE)]


def test_a_word_before_an_amount_is_a_word_of_its_own():
    page = pagerows.parse("<p><span class=was>was</span><span class=money>$5</span></p>")
    (row,) = page.nodes.rows_with_tag("p").tolist()
    reading = Shown(page, [Record(page, (Span(row, int(page.nodes.end[row])),))], FieldParams())
    assert reading.text(row) == "was $5"


def test_members_of_a_list_with_and_without_a_link_are_one_list():
    records = ["<i class=x>1</i><span class=tag>oak</span><a class=tag href=/elm>elm</a><a class=tag href=/ash>ash</a>",
               "<i class=x>2</i><a class=tag href=/elm>elm</a><span class=tag>fir</span>",
               "<i class=x>3</i><span class=tag>fir</span>"]  # fmt: skip
    assert cut(*records) == [["1", "2", "3"], ["oak; elm; ash", "elm; fir", "fir"]]


def test_links_of_one_class_that_few_records_have_two_of_are_a_list():
    roles = [
        [f"Minister for {what}"] for what in ("Roads", "Trade", "Health", "Sports", "Fish", "Ice", "Law", "Art", "Sea")
    ]
    records = [
        "".join(f"<a class=role href=/{role}>{role}</a> and " for role in own)
        for own in [["First Minister", "Minister for War"], *roles]
    ]
    assert cut(*records)[0] == ["First Minister; Minister for War", *(own[0] for own in roles)]


def test_two_numbers_side_by_side_count_two_things():
    records = [f"<button class=b>{a}</button>" + (f"<button class=b>{b}</button>" if b else "") for a, b in
               ((3, 0), (40, 417), (30, 303), (4, 0))]  # fmt: skip
    assert cut(*records) == [["3", "40", "30", "4"], [None, "417", "303", None]]


def test_labelled_values_that_differ_from_record_to_record_are_fields_and_a_list_of_the_rest():
    specs = [
        ["Colour: red", "Weight: 3 kg"],
        ["Colour: blue", "Power: 9 W", "Volume: 3 l"],
        ["Weight: 8 kg", "Colour: grey"],
        ["Colour: black", "Roof: none"],
        ["Colour: white", "Doors: 2"],
    ]
    records = ["<h3>Thing</h3>" + "".join(f"<div class=spec>{spec}</div>" for spec in own) for own in specs]
    colours, weights, rest = cut(*records, split_labels=True)[1:]
    assert colours == ["Colour: red", "Colour: blue", "Colour: grey", "Colour: black", "Colour: white"]
    assert weights == ["Weight: 3 kg", None, "Weight: 8 kg", None, None]
    assert rest == [None, "Power: 9 W; Volume: 3 l", None, "Roof: none", "Doors: 2"]
