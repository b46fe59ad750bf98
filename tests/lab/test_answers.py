"""Answers of two states of the code are told apart part by part."""

from pagerows.lab.answers import answers_of, compared, recorded

PAGE = "<ul>" + "".join(f"<li><h3>Tree {n}</h3><p>{n} years</p></li>" for n in range(9)) + "</ul>"


def written(folder, html):
    page = folder / "trees" / "one" / "page.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(html, encoding="utf-8")
    return page


def test_the_same_page_has_the_same_answers(tmp_path):
    page = written(tmp_path, PAGE)
    before = recorded([page])
    assert list(before) == ["trees/one"]
    assert compared(before, recorded([page])) == []


def test_a_changed_text_changes_cells_and_columns_but_no_regions(tmp_path):
    before = recorded([written(tmp_path, PAGE)])
    now = recorded([written(tmp_path, PAGE.replace("Tree 3", "Bush 3"))])
    assert compared(before, now) == ["trees/one: cells, columns, signal's cells"]


def test_a_page_that_cannot_be_read_is_an_answer_too():
    assert list(answers_of(b"%PDF-1.4")) == ["error"]
    assert "error" not in answers_of(PAGE.encode())
