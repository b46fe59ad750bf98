"""``pagerows clean``: a page in, the page without its noise out."""

import pytest

from pagerows.page import parse

PAGE = (
    "<title>T</title><body><div class=nav>"
    + "<a class=n>menu</a>" * 6
    + "</div><ul>"
    + "".join(f"<li class=item><h3>Item {n}</h3><p>Text of item {n}</p></li>" for n in range(9))
    + "</ul>"
)


def test_the_page_without_noise_is_written_and_the_share_is_told(pagerows, tmp_path):
    (tmp_path / "page.html").write_text(PAGE)
    done = pagerows("clean", "page.html", "-o", "out.html")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "47 of 60 nodes kept, 21.7% pruned\n"
    written = parse(tmp_path / "out.html")
    assert "menu" not in written.nodes.text(0)
    assert written.title == "T"
    assert len(written.nodes) == 47


def test_the_complement_is_what_would_be_pruned(pagerows):
    done = pagerows("clean", "-", "--complement", "-o", "-", stdin=PAGE)
    assert "menu" in done.stdout
    assert "Item 3" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["missing.html"], 1),
        (["-", "-o", "no/such/dir"], 1),
        (["-", "-p", "margins=1"], 2),
        (["-", "--filter", "nope"], 2),
    ],
)
def test_bad_input_is_one_line_with_the_right_exit_code(pagerows, arguments, code):
    done = pagerows("clean", *arguments, stdin=PAGE)
    assert done.returncode == code
    assert done.stderr.startswith("pagerows: ")
    assert done.stderr.count("\n") == 1
