"""Words of an answer against words of a page's main text."""

import json

import pytest

from pagerows.lab.studies import words


@pytest.mark.parametrize(
    ("answer", "wanted", "expected"),
    [
        ("", "a b", (0, 0, 0)),
        ("a b", "a b", (1, 1, 1)),
        ("A a", "a", (0.5, 1, pytest.approx(2 / 3))),
    ],
    ids=["nothing", "all", "one too many"],
)
def test_words_count_as_often_as_they_occur(answer, wanted, expected):
    assert words.word_ratios(answer, wanted) == expected


def test_the_command_prints_both_side_by_side(tmp_path, monkeypatch, capsys):
    items = "".join(f"<li><h3>Thing {n}</h3><p>{n} EUR</p></li>" for n in range(9))
    folder = tmp_path / "wcxb" / "one"
    folder.mkdir(parents=True)
    (folder / "page.html").write_text(f"<h1>Things</h1><ul>{items}</ul>")
    text = " ".join(f"Thing {n} {n} EUR" for n in range(9))
    gold = {"page": "one", "kind": "text", "category": "listing", "text": text, "site": "example.com"}
    (tmp_path / "wcxb" / "gold.jsonl").write_text(json.dumps(gold) + "\n")
    monkeypatch.setenv("PAGEROWS_CORPORA", str(tmp_path))
    monkeypatch.setattr(words, "_text_extractor", lambda: lambda _html: "Things")
    words.main([])
    printed = {
        line[:24].strip() + "/" + line[24:36].strip(): line.split()[-1] for line in capsys.readouterr().out.splitlines()
    }
    assert printed["auto, best region/listing"] == "1.000"
    assert printed["trafilatura/listing"] == "0.000"
