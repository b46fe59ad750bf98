"""What all aligners share: from places to rows, without filling the memory."""

import gc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows import cells, registry
from pagerows.cells import FORMATTING, CellParams, cells_of, in_columns
from pagerows.values import Cell, Record, Records, Span


def test_cells_go_to_their_columns():
    a, b, c = Cell("a"), Cell("b"), Cell("c")
    assert in_columns([[a, b], [], [c]], [[2, 0], [], [1]]) == [[b, None, a], [None] * 3, [None, c, None]]
    assert in_columns([], []) == []
    assert in_columns([[], []], [[], []]) == [[], []]


def test_of_a_table_that_is_nearly_all_empty_the_fullest_columns_are_kept(monkeypatch):
    monkeypatch.setattr(cells, "MOST_CELLS", 8)
    monkeypatch.setattr(cells, "SPARSEST", 1)
    x = Cell("x")
    # Column 0 has one cell, 1 has two, 2 has one, 3 has three: two columns of four rows fit.
    rows = in_columns([[x, x], [x, x], [x], [x, x]], [[0, 3], [1, 3], [3], [1, 2]])
    assert rows == [[None, x], [x, x], [None, x], [x, None]]


@pytest.mark.parametrize("align", registry.names("align"))
def test_a_record_that_swallowed_the_rest_of_the_page_makes_no_giant_table(align, monkeypatch):
    monkeypatch.setattr(cells, "MOST_CELLS", 600)
    monkeypatch.setattr(cells, "SPARSEST", 2)
    rest = "".join(f"<h{1 + n % 6}>{n}</h{1 + n % 6}><p>{n}</p>" for n in range(200))
    page = "<ul>" + "".join(f"<li><b>Thing {n}</b><p>{n} €</p></li>" for n in range(60)) + f"<li>{rest}</li></ul>"
    regions = pagerows.extract(page, method="same_path", align=align).regions
    table = next(region for region in regions if len(region) == 61).table
    assert len(table.rows) == 61
    assert len(table.cells) <= 1040 // 61
    assert next(text for text in table.rows[5] if text).startswith("Thing 5")


# -- cells of rows, beside their definition ---------------------------------------------------------------------------


def _above(nodes, row, top, tags):
    """The nearest element around a row, up to a record's top, that is none of some tags."""
    row = int(nodes.parent[row])
    while row > top and nodes.tag_name(row) in tags:
        row = int(nodes.parent[row])
    return row


def _up(nodes, row, top):
    """An element and those around it, as far as they are in the record."""
    return [] if row < top else [row, *_up(nodes, int(nodes.parent[row]), top)]


def _slow_cells(page, records, params):
    """What `cells_of` says: row by row, every question asked anew."""
    nodes, cells, symbols = page.nodes, [], {}
    wider = FORMATTING | set(params.join_beside)
    # Records that are hidden as a whole are shown by a script later.
    seen = all(nodes.hidden[part.start] for record in records for part in record.parts)
    for record in records:
        cells.append([])
        for top, stop in record.parts:
            images = ("img",) if params.images else ()
            rows = [row for row in range(top, stop) if nodes.kind[row] == 1 or nodes.tag_name(row) in images]
            rows = [row for row in rows if seen or not nodes.hidden[row]]
            runs = []
            for row in rows:
                if runs and _go_together(nodes, runs[-1][-1], row, top, wider, params):
                    runs[-1].append(row)
                else:
                    runs.append([row])
            for run in runs:
                image = nodes.kind[run[0]] != 1
                inside = _up(nodes, run[0] if image else _above(nodes, run[0], top, FORMATTING), top)
                key = (image, tuple(nodes.tag_name(row) for row in inside))
                symbol = symbols.setdefault(key, len(symbols))
                if image:
                    text, kind = nodes.attribute(run[0], "alt") or "", "image"
                    url = nodes.attribute(run[0], "src") or nodes.attribute(run[0], "data-src")
                else:
                    text = "".join(" " * bool(nodes.spaced[row]) + nodes.data[row] for row in run)
                    links = [at for row in run for at in _up(nodes, row, top) if nodes.tag_name(at) == "a"]
                    url = page.absolute(nodes.attribute(min(links), "href") or "") or None if links else None
                    kind = "link" if url else "text"
                text = " ".join(text.split())
                if url if image else text and (any(map(str.isalnum, text)) or not params.drop_separators):
                    cells[-1].append(Cell(text, kind, url, Span(run[0], run[-1] + 1), symbol))
    return cells


def _go_together(nodes, one, other, top, wider, params):
    if not params.join_inline or nodes.kind[one] != 1 or nodes.kind[other] != 1:
        return False
    between = {nodes.tag_name(row) for row in range(one + 1, other)} - {"#text"}
    inner = [_above(nodes, row, top, FORMATTING) for row in (one, other)]
    outer = [_above(nodes, row, top, wider) for row in (one, other)]
    if inner[0] == inner[1] and between <= FORMATTING:
        return True
    direct = [a == b for a, b in zip(inner, outer, strict=True)]
    if outer[0] != outer[1] or direct[0] == direct[1] or not between <= wider:
        return False
    return any(map(str.isalnum, nodes.data[one if direct[0] else other]))


_WORDS = st.sampled_from(
    ["a", "B 2 ", " c", "-", " | ", "é", "\u2003x", "\xa0\u3000y\u200a\u1680z\x85", "\u205f\u2028", "\U0001f600"]
)
_MARKUP = st.recursive(
    _WORDS | st.sampled_from(["<img src=p.png alt='P q'>", "<img alt=x>", "<img data-src=d.png>", "<br>"]),
    lambda inner: st.tuples(
        st.sampled_from(["b", "i", "span", "a href=/l", "a", "p", "p hidden", "td"]), st.lists(inner, max_size=4)
    ).map(lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0].split()[0]}>"),
    max_leaves=12,
)


@given(
    st.lists(st.lists(_MARKUP, max_size=4).map("".join), min_size=1, max_size=4),
    st.integers(0, 1),
    st.fixed_dictionaries(
        {
            "join_inline": st.booleans(),
            "join_beside": st.sampled_from([(), ("span", "a")]),
            "drop_separators": st.booleans(),
            "images": st.booleans(),
        }
    ),
)
def test_cells_are_what_their_definition_says_row_by_row(inside, skipped, settings):
    page = pagerows.parse("".join(f"<section>{markup}</section>" for markup in inside))
    params, nodes = CellParams(**settings), page.nodes
    tops = nodes.rows_with_tag("section").tolist()
    # Records are whole elements, or all that is in one.
    spans = [Span(row + skipped, int(nodes.end[row])) for row in tops if nodes.end[row] > row + skipped]
    records = [Record(page, (span,)) for span in spans]
    assert cells_of(page, records, params) == _slow_cells(page, records, params)
    # A page whose rows are plain Python values, as one that was pickled.
    again = replace(page, nodes=replace(nodes, data=list(nodes.data)))
    assert cells_of(again, records, params) == cells_of(page, records, params)


def test_halves_of_characters_are_read_as_they_are():
    page = pagerows.parse("<p>a<p>b<p><a href=l>c</a>")
    data = [text if not isinstance(text, str) else f"{text} \ud800 " for text in page.nodes.data]
    rows = page.nodes.rows_with_tag("p")
    page = replace(page, nodes=replace(page.nodes, data=data))
    records = Records(page, rows.astype(np.int64), page.nodes.end[rows].astype(np.int64))
    assert [[cell.text for cell in row] for row in cells_of(page, records, CellParams())] == [
        ["a \ud800"],
        ["b \ud800"],
        ["c \ud800"],
    ]


def test_records_that_are_only_their_ends_are_read_as_whole_ones():
    page = pagerows.parse("<ul><li>a <b>b</b><li><a href=l>c</a><p>d<li>e</ul>")
    starts = page.nodes.rows_with_tag("li").astype(np.int64)
    for order in ([0, 1, 2], [2, 0, 1]):
        records = Records(page, starts[order], page.nodes.end[starts[order]].astype(np.int64))
        assert cells_of(page, records, CellParams()) == cells_of(page, tuple(records), CellParams())


def test_the_cells_of_a_part_that_stands_before_another_come_first_and_records_keep_theirs():
    page = pagerows.parse("<p>a</p><p>b</p><p>c</p>")
    spans = [Span(row, int(page.nodes.end[row])) for row in page.nodes.rows_with_tag("p").tolist()]
    records = [Record(page, (spans[2], spans[0])), Record(page, (spans[1],))]
    assert [[cell.text for cell in row] for row in cells_of(page, records, CellParams())] == [["a", "c"], ["b"]]


def test_cells_are_none_of_the_garbage_collectors_business():
    page = pagerows.parse("<ul>" + "<li><a href=/x>Thing</a><p>12 €</p><img src=p.png></li>" * 4 + "</ul>")
    for method in ("signal", "auto"):
        made = [cell for column in pagerows.extract(page, method=method).table.cells for cell in column if cell]
        assert made
        assert not any(gc.is_tracked(each) for cell in made for each in (cell, cell.span))
