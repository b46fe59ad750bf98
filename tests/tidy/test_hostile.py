"""Pages made to be slow: the work of table making grows with the page, not with its square."""

import pytest

import pagerows
from pagerows.pipeline import table_maker
from pagerows.tidy import MOST_COLUMNS
from pagerows.values import Record, Span


def table(html):
    page = pagerows.parse(html)
    records = [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in page.nodes.rows_with_tag("li").tolist()]
    return table_maker(page)(records)


def word(number):
    return "".join(chr(97 + number // 26**place % 26) for place in range(3))


@pytest.mark.parametrize(
    ("items", "columns"),
    [
        (["<li>" + "".join(f"<b>{n}</b>" for n in range(size)) for size in (5000, 3, 3)], 1),
        (
            ["<li>" + "".join(f"<b class={word(n)}>x{n}</b>" for n in range(size)) for size in (2000, 3, 3)],
            MOST_COLUMNS,
        ),
        ([f"<li>item {n}" for n in range(500)], 1),
        (["<li>" + "<div>" * 200 + f"x{n}" + "</div>" * 200 for n in range(9)], 1),
    ],
    ids=["many cells in a record", "as many classes", "records of one text", "deep records"],
)
def test_hostile_records_make_a_bounded_table(items, columns):
    assert 0 < len(table("<ul>" + "".join(items) + "</ul>").cells) <= columns


@pytest.mark.parametrize(
    "html",
    [
        "<ul>"
        + "".join("<li>" + "".join(f"<b>{i} {n}</b>" for i in range(100_000 if n == 0 else 5)) for n in range(6)),
        "<ul>"
        + "".join(f"<li><b class={word(n)}>item {n}</b><i class={word(7 * n)}>$ {n}.00</i>" for n in range(10_000)),
        "<ul>" + "".join(f"<li>item number {n}" for n in range(5_000)),
        "<ul>" + "".join(f"<li><h3>Item {n}</h3><b>{'9' * 100_000}</b><i>{'(' * 20_000}</i>" for n in range(6)),
        "<ul>"
        + "".join(f"<li><h3>Item {n}</h3><b>{'$1 - ' * 20_000}</b><i title='{'4 ' * 50_000}'></i>" for n in range(6)),
        "<table><tr><th>A<th>B"
        + "".join(f"<tr><td rowspan=1000000000>a{n}<td colspan=1000000000>b{n}" for n in range(50)),
    ],
    ids=["100,000 cells", "10,000 templates", "one text", "digits and brackets", "values without end", "rowspan"],
)
def test_a_hostile_page_gives_a_table_of_its_size_or_none(html):
    table = pagerows.extract(html).table
    assert len(table.cells) <= MOST_COLUMNS
    assert all(len(column.texts) == len(table.rows) for column in table.all_columns)


def test_the_work_of_records_that_have_nothing_in_common_grows_with_their_number(calls):
    def page(size):
        return "<ul>" + "".join(f"<li><p class={word(n)}>item {n}</p>" for n in range(size)) + "</ul>"

    small, large = (calls(lambda size=size: table(page(size))) for size in (400, 1600))
    assert large < 6 * small
