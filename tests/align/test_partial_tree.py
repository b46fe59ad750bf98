"""Partial tree alignment: optional fields find their columns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.align.partial_tree import PartialTreeParams, align
from pagerows.page import parse
from pagerows.values import Record, Span

WORDS = {"h": "<h3>{n}</h3>", "p": "<p>{n}</p>", "s": "<span><em>{n}</em></span>", "d": "<div><u>{n}</u></div>"}


def table(records: list[str], **params):
    page = parse("<body>" + "".join(f"<div>{record}</div>" for record in records))
    nodes = page.nodes
    found = [Record(page, (Span(row, int(nodes.end[row])),)) for row in nodes.children(0).tolist()]
    rows = align(page, found, PartialTreeParams(**params))
    return [[None if cell is None else cell.text for cell in row] for row in rows]


def record(fields: str) -> str:
    return "".join(WORDS[f].format(n=f) for f in fields)


@pytest.mark.parametrize(
    ("records", "columns"),
    [
        (["hp", "hp"], "hp"),
        (["hps", "hs"], "hps"),
        (["hp", "hs"], "hps"),
        (["hp", "shp"], "shp"),
        (["hd", "hpd", "hsd", "hpsd"], "hpsd"),
        (["hd", "hpd", "psd"], "hpsd"),
    ],
    ids=["equal", "one is missing", "both lack one", "one more in front", "in any order", "once the seed has grown"],
)
def test_fields_share_a_column_with_their_like(records, columns):
    expected = [[field if field in fields else None for field in columns] for fields in records]
    assert table([record(fields) for fields in records]) == expected


def test_a_record_waits_until_the_seed_has_grown():
    # After [ZL05 s. 4.3]: the third record brings the neighbours that give the second one's fields a place.
    tags = {name: f"<x-{name}>{name}</x-{name}>" for name in "abcdeghknx"}
    rows = table(["".join(tags[t] for t in tree) for tree in ("xbd", "bnckg", "bcdhk")])
    columns = ["".join({row[c] for row in rows if row[c]}) for c in range(len(rows[0]))]
    assert sorted(columns) == sorted("xbdnckgh")  # one field a column, none twice
    for tree, row in zip(("xbd", "bnckg", "bcdhk"), rows, strict=True):
        assert "".join(cell for cell in row if cell) == tree  # in order


def test_a_class_decides_between_equal_tags():
    full = "<p class=name>a</p><p class=old>b</p><p class=price>c</p>"
    rows = table([full, "<p class=name>a</p><p class=price>c</p>", full])
    assert rows[1] == ["a", None, "c"]


def test_highlighted_words_do_not_move_a_field():
    assert table(["<p>one</p><div>two</div>", "<p><b>one</b></p><div>two</div>"]) == [["one", "two"]] * 2


def test_records_in_parts_are_trees_too():
    page = parse("<table>" + "".join(f"<tr><td>n{r}<tr><td><i>p{r}</i>" for r in range(3)) + "</table>")
    rows = page.nodes.rows_with_tag("tr").tolist()
    found = [
        Record(page, tuple(Span(row, int(page.nodes.end[row])) for row in rows[k : k + 2])) for k in range(0, 6, 2)
    ]
    cells = align(page, found, PartialTreeParams())
    assert [[cell.text for cell in row] for row in cells] == [[f"n{r}", f"p{r}"] for r in range(3)]


@given(
    st.lists(st.text("hpsd", max_size=6), max_size=6), st.sampled_from([0, 40, 10**6]), st.sampled_from([True, False])
)
def test_every_cell_is_in_the_table_once_and_in_order(records, budget, prefer_class):
    params = {"cell_budget": budget, "prefer_class": prefer_class, "drop_labels": False}
    rows = table([record(fields) for fields in records], **params)
    assert ["".join(cell for cell in row if cell) for row in rows] == records
    assert len({len(row) for row in rows}) <= 1
    assert all(any(column) for column in zip(*rows, strict=True))


def test_many_wide_records_take_bounded_work(calls):
    rng = np.random.default_rng(3)
    names = np.array(list("hpsd"))
    records = [record("".join(names[rng.integers(0, 4, 80)])) for _ in range(60)]
    # The budget ends the comparisons: twice the records cost little more, and never four times as much.
    assert calls(table, records) < 2 * calls(table, records[:30])


def test_records_that_differ_in_classes_only_share_columns_beyond_the_budget():
    # Lists whose items have an optional part: matched by sequence alone, each would add columns of its own.
    def item(k):
        return f"<li><h3><a>{k}</a></h3><p>x</p>{'<div>y</div>' * (k % 3 == 0)}<span>z</span><img src={k}.png></li>"

    def lists(n):
        return f"<section class=c{n}><h2>{n}</h2><ul>{''.join(item(n + k) for k in range(12))}</ul></section>"

    few, many = (len(table([lists(n) for n in range(count)], cell_budget=3000)[0]) for count in (12, 60))
    assert few == many


def test_records_that_share_no_tag_take_work_that_grows_with_their_number(calls):
    def records(count):
        return [f"<a{k}>x</a{k}><b{k}>y</b{k}>" for k in range(count)]

    params = {"cell_budget": 2_000, "sequence_budget": 2_000, "join_variants": False, "drop_labels": False}
    few, many = (calls(lambda n=n: table(records(n), **params)) for n in (150, 600))
    assert many < 6 * few
    rows = table(records(150), **params)
    assert [[cell for cell in row if cell] for row in rows] == [["x", "y"]] * 150


def test_beyond_all_budgets_cells_of_the_same_path_share_a_column():
    rows = table([record(fields) for fields in ("hp", "hpp", "ph", "d")], cell_budget=0, sequence_budget=-1)
    assert rows == [["h", "p", None, None], ["h", "p", "p", None], ["h", "p", None, None], [None, None, None, "d"]]
