"""Text tables for terminals: aligned, and without what would drive one."""

from pathlib import Path

import pagerows
from pagerows.export import save
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

from .written import EMPTY, write


def test_tags_with_orders_for_a_terminal_do_not_reach_it_by_the_paths_of_regions(tmp_path):
    """Found by the fuzz."""
    lists = "".join(
        f"<x\x1b]0;{n}\x07><ul>" + f"<li><b>{n}</b> <i>a</i></li>" * 4 + f"</ul></x\x1b]0;{n}\x07>" for n in (1, 2)
    )
    save(pagerows.extract(lists, method="same_path"), tmp_path / "a.txt", every=True)
    text = (tmp_path / "a.txt").read_text("utf-8")
    assert "local-name()" in text
    assert all(c.isprintable() or c == "\n" for c in text)


def test_a_text_table_has_no_control_characters_of_the_page(tmp_path):
    sheet = Sheet(1, 1.0, None, {}, (SheetColumn("a", "text", "text", ("\x1b[31mred [bold]",)),), ("/html/body",))
    text = write(tmp_path / "a.txt", PageResult("p.html", "m", (sheet,), found=1), EMPTY).read_text("utf-8")
    assert "\x1b" not in text
    assert "red [bold]" in text
    assert "No records found" in text


def text_table(tmp_path: Path, *columns: tuple[str, ...]) -> list[str]:
    found = tuple(SheetColumn(f"c{n}", "text", "text", texts) for n, texts in enumerate(columns))
    sheet = Sheet(1, 1.0, None, {}, found, ("/html/body",) * len(columns[0]))
    return write(tmp_path / "a.txt", PageResult("p.html", "m", (sheet,), found=1)).read_text("utf-8").splitlines()


def test_a_text_table_is_aligned_for_ideographs_too(tmp_path):
    lines = text_table(tmp_path, ("日本", "abcd", "é"), ("x", "y", "z"))
    assert lines[3:6] == [" 日本   x", " abcd   y", " é      z"]


def test_a_very_long_text_is_whole_in_a_text_table_and_moves_no_other_line(tmp_path):
    lines = text_table(tmp_path, ("x" * 50_000, "short"), ("a", "b"))
    assert lines[3] == f" {'x' * 50_000}   a"
    assert len(lines[4]) < 200


def test_a_text_table_takes_a_few_calls_for_each_cell(tmp_path, calls):
    columns = [tuple(f"{k} {n}" for n in range(1000)) for k in range(3)]
    text_table(tmp_path, ("x",))
    assert calls(text_table, tmp_path, *columns) < 40 * 3000
