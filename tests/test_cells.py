"""What all aligners share: from places to rows, without filling the memory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows import cells, registry
from pagerows._cells import text_cell
from pagerows.cells import in_columns
from pagerows.values import Cell, Span


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


@given(st.lists(st.tuples(st.sampled_from(["a", "B 2", "-", " ", "é", "·"]), st.booleans()), min_size=1, max_size=5))
def test_texts_of_a_run_are_one_cell_with_the_spaces_between_them(pieces):
    data, spaced = [text for text, _ in pieces], np.array([space for _, space in pieces]).data
    whole = "".join(f" {text}" if space and place else text for place, (text, space) in enumerate(pieces))
    text = " ".join(whole.split())
    for url, every in ((None, False), ("http://a.example/", True)):
        cell = text_cell(data, spaced, list(range(len(data))), 0, len(data), url, 7, every)
        if text and (every or any(map(str.isalnum, text))):
            assert cell == Cell(text, "link" if url else "text", url, Span(0, len(data)), 7)
        else:
            assert cell is None
