"""The study of data in pages, on pages of our own."""

import json

import pytest

from pagerows.lab.bench.corpora import Gold, load_all
from pagerows.lab.studies.embedded import look, main, pages_of, state_page
from pagerows.page import parse
from pagerows.page.data import read_data

GOODS = [{"name": f"Kettle number {n} in blue", "url": f"/k/kettle-{n}", "price": 10 + n} for n in range(9)]
SHOWN = "".join(f"<li><a href={g['url']}>{g['name']}</a><b>{g['price']}.00 €</b></li>" for g in GOODS)
CARRYING = f'<ul>{SHOWN}</ul><script type="application/json">{json.dumps(GOODS)}</script>'
GOLD = Gold(page="a", kind="anchors", count=9, anchors=[g["name"] for g in GOODS])


def test_a_page_that_carries_its_records_is_told_with_its_join():
    looked = look("own/a", parse(CARRYING), GOLD)
    assert (looked.lists, looked.without, looked.with_data) == (1, 1.0, 1.0)
    assert looked.joined.agreeing == 27
    assert looked.joined.differing == 0


def test_a_page_without_data_only_says_what_looking_took():
    looked = look("own/b", parse(f"<ul>{SHOWN}</ul>"), GOLD)
    assert (looked.lists, looked.joined) == (0, None)
    assert looked.looking < looked.whole


def test_the_large_page_is_as_large_as_asked_for():
    html = state_page(100_000)
    assert 90_000 < len(html) < 110_000
    assert len(read_data(html).lists[0].objects) > 500


def test_the_study_runs_over_a_folder_of_pages(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PAGEROWS_CORPORA", str(tmp_path))
    monkeypatch.setattr("pagerows.lab.studies.embedded._large", lambda: ["20 MB"])
    for name, html in (("a", CARRYING), ("b", f"<ul>{SHOWN}</ul>")):
        (tmp_path / "own" / name).mkdir(parents=True)
        (tmp_path / "own" / name / "page.html").write_text(html, "utf-8")
    rows = [{"page": name, "kind": "anchors", "count": 9, "anchors": GOLD.anchors} for name in "ab"]
    (tmp_path / "own" / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    main(["--dataset", "own"])
    printed = capsys.readouterr().out
    assert "1 of 2 pages carry lists" in printed
    assert "27 of 27 cells agree (100.00%)" in printed


@pytest.mark.corpora
def test_on_real_pages_data_help_and_agree_with_what_is_shown(corpora):
    sets = load_all(corpora, ["lists2026"])
    looked = [one for one in (look(*each) for each in pages_of(sets, 7)) if one.lists]
    joined = [one.joined for one in looked if one.joined]
    agreeing, differing = sum(one.agreeing for one in joined), sum(one.differing for one in joined)
    assert len(joined) >= 4
    assert agreeing >= 0.99 * (agreeing + differing)
    assert all(one.with_data >= one.without for one in looked if one.without is not None)
