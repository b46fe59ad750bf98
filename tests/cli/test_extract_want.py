"""`--want`: columns asked for on the command line."""

import subprocess
import sys

PAGE = (
    "<ul>"
    + "".join(f"<li><h3><a href='/{n}'>Folding chair {n}</a></h3><p>{n} €</p></li>" for n in range(1, 9))
    + "</ul>"
)


def run(tmp_path, *options: str) -> "subprocess.CompletedProcess[str]":
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    command = [sys.executable, "-m", "pagerows", "extract", "page.html", "--method", "same_path", *options]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)


def test_columns_asked_for_are_written_in_order_and_the_missing_told(tmp_path):
    made = run(tmp_path, "--want", "price, author,title", "--format", "csv")
    assert made.returncode == 0
    assert made.stdout.splitlines()[:2] == ["price,author,title", "1 €,,Folding chair 1"]
    assert made.stderr.strip() == "pagerows: page.html: nothing fits author"


def test_a_wish_that_is_no_name_is_wrong_use(tmp_path):
    made = run(tmp_path, "--want", "title,,price")
    assert made.returncode == 2
    assert "no name" in made.stderr
