"""Stages are timed one behind the other, tree beside tree."""

from pathlib import Path

import pytest

from pagerows.lab.bench.generate import PageSpec, generate
from pagerows.lab.speed import turns

SOURCES = Path(turns.__file__).parents[3]


def test_every_page_has_a_ratio_for_each_tree_and_stage(tmp_path):
    pages = [tmp_path / f"{number}.html" for number in range(2)]
    for number, page in enumerate(pages):
        page.write_text(generate(PageSpec(records=8, seed=number)).html, encoding="utf-8")
    found = turns.ratios(pages, [SOURCES, SOURCES], rounds=1)
    assert found.shape == (2, 2, len(turns.STAGES))
    assert (found[:, :, :-1] > 0).all()


@pytest.mark.parametrize(
    ("item", "rows"),
    [("<tr><td>Tree {0}<td>{0}0 years old", True), ("<li><b>Tree {0}</b> <i>{0}0 years old</i>", False)],
)
def test_pages_of_table_rows_are_told_by_their_records(tmp_path, item, rows):
    page = tmp_path / "page.html"
    box = "table" if rows else "ul"
    page.write_text(f"<{box}>" + "".join(map(item.format, range(12))) + f"</{box}>", encoding="utf-8")
    assert turns.has_rows(page) == rows
