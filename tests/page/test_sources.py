"""What a page can be read from, and what is told where it is none."""

import pytest

import pagerows
from pagerows.errors import PageError, ParameterError
from pagerows.export import save

ITEMS = "<ul>" + "".join(f"<li><b>Thing {n}</b><p>{n} €</p></li>" for n in range(6)) + "</ul>"


@pytest.mark.parametrize(
    "name", ["page.html", "saved/x.HTM", "C:\\pages\\x.xhtml", "x.html.gz", "http://example.com/a?b"]
)
def test_a_name_where_markup_was_asked_for_is_told(name):
    with pytest.raises(PageError, match="is a name, not HTML: give a Path for a file"):
        pagerows.extract(name)


@pytest.mark.parametrize("text", ["", "plain text", "see page.html", "<p>page.html", "http://a.example/ and more"])
def test_any_other_text_is_a_page(text):
    assert pagerows.extract(text).regions == []


def test_a_file_is_saved_by_name_or_path(tmp_path):
    found = pagerows.extract(ITEMS)
    save(found, str(tmp_path / "a.csv"))
    save(found, tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes() != b""


def test_a_score_that_is_no_number_is_told():
    with pytest.raises(ParameterError, match="min_score='high': give a number"):
        pagerows.extract(ITEMS, min_score="high")


@pytest.mark.parametrize(
    "html", ["<p>a\ud800b", "<p\udfff x>", "<p \ud800=1>", "<p title=\udc00>", "<!--\ud800--><p>x"]
)
def test_halves_of_characters_are_replaced_wherever_they_stand(html):
    page = pagerows.parse(html)
    assert "\ufffd" in page.html
    page.html.encode("utf-8")


def test_the_xpaths_of_many_deep_records_are_put_together_once(calls):
    def found(depth):
        return pagerows.extract("<div>" * depth + "<p><b>x</b>y</p>" * 200, method="same_path").regions[0]

    def xpaths(region):
        return region.records[0].page.nodes.xpaths(record.parts[0].start for record in region.records)

    deep, flat = found(400), found(4)
    assert xpaths(deep) == [record.xpath for record in deep.records]
    assert calls(xpaths, deep) < 3 * calls(xpaths, flat)  # one by one: fifty times
