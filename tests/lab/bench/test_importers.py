"""Tiny samples of the public distributions, made here."""

import gzip
import json
from zipfile import ZipFile

import pytest

from pagerows.cli import main
from pagerows.lab.bench.corpora import load
from pagerows.lab.bench.importers import names, slug
from pagerows.lab.bench.sources import SOURCES

PAGE = "<html><head></head><body><ul><li><b>One</b> 1</li><li><b>Two</b> 2</li></ul></body></html>"


def imported(name, source, out):
    assert main(["bench", "fetch", name, str(source), "-o", str(out / name)]) == 0
    dataset = load(out, name)
    assert dataset.problems == ()
    return dataset


def test_the_testbed_repository_becomes_tables(tmp_path):
    folder = tmp_path / "repo" / "Dataset 2017" / "1- Arts" / "3- Example.org" / "2- blue lamps-keyword"
    (folder / "Search results_files").mkdir(parents=True)
    (folder / "Search results_files" / "style.css").write_text("b {color: red}")
    (folder / "Search results.htm").write_text(PAGE)
    (folder / "data records.csv").write_bytes('One,"1,\n 5",\r\n,,\r\nTwo,,caf\xe9\r\n'.encode("cp1252"))
    dataset = imported("estuka2017", tmp_path / "repo", tmp_path)
    (gold,) = dataset.gold
    assert (gold.page, gold.site, gold.category) == ("arts-example.org-blue-lamps-keyword", "example.org", "Arts")
    assert gold.records == [["One", "1, 5", None], ["Two", None, "café"]]
    assert (dataset.path(gold).parent / "Search results_files" / "style.css").is_file()


def test_tbdw_takes_its_records_from_xpaths(tmp_path):
    with ZipFile(tmp_path / "tbdw.zip", "w") as archive:
        archive.writestr("TBDW/01/1.html", PAGE)
        archive.writestr("TBDW/02/1.html", PAGE)
        archive.writestr("TBDW/03/1.html", PAGE)
    right = ["/html/body/ul/li[1]", "/html/body/ul/li[2]"]
    (tmp_path / "records.json").write_text(json.dumps({"01-1": right, "02-1": ["/html/body/p"]}))
    one, two = imported("tbdw", tmp_path / "tbdw.zip", tmp_path).gold
    assert one.records == [["One", "1"], ["Two", "2"]]
    assert (one.record_xpaths, one.count, one.bad) == (right, 2, False)
    assert two.bad  # its XPath finds nothing


def test_the_tps_pages_take_counts_and_titles(tmp_path):
    with ZipFile(tmp_path / "tps.zip", "w") as archive:
        for name in ("shop.html", "bank.htm", "news.html", "odd.html", "__MACOSX/shop.html"):
            archive.writestr(name, PAGE)
    (tmp_path / "counts.csv").write_text("# name,records,titles\nshop,2,One|Two\nbank,2\nnews,0\n")
    gold = {row.page: row for row in imported("tpsf", tmp_path / "tps.zip", tmp_path).gold}
    assert {page: (row.kind, row.count, row.has_records) for page, row in gold.items()} == {
        "shop": ("anchors", 2, True),
        "bank": ("count", 2, True),
        "news": ("none", 0, False),
    }
    assert gold["shop"].anchors == ["One", "Two"]


def test_wcxb_becomes_text_with_snippets(tmp_path):
    part = tmp_path / "wcxb-repo" / "dev"
    (part / "html").mkdir(parents=True)
    (part / "ground-truth").mkdir()
    for number, kind in (("0001", "listing"), ("0002", "article")):
        (part / "html" / f"{number}.html.gz").write_bytes(gzip.compress(PAGE.encode()))
        truth = {"main_content": "One 1 Two 2", "with": ["Two 2"], "without": ["Menu"]}
        data = {"url": "https://example.org/x", "_internal": {"page_type": {"primary": kind}}, "ground_truth": truth}
        (part / "ground-truth" / f"{number}.json").write_text(json.dumps(data))
    (part / "ground-truth" / "0003.json").write_text("{}")  # its page is missing
    lists, article = imported("wcxb", tmp_path / "wcxb-repo", tmp_path).gold
    assert (lists.page, lists.category, lists.has_records) == ("dev-0001", "listing", True)
    assert (article.has_records, article.snippets, article.noise) == (False, ["Two 2"], ["Menu"])


@pytest.mark.parametrize("name", [one.name for one in SOURCES if one.importer])
def test_a_source_of_another_shape_is_one_clear_error(name, tmp_path, capsys):
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "readme.txt").write_text("nothing here")
    for source in ("source", "nowhere", "source/readme.txt"):
        assert main(["bench", "fetch", name, str(tmp_path / source), "-o", str(tmp_path / "out")]) != 0
        assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_an_existing_dataset_is_not_overwritten(tmp_path, capsys):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "gold.jsonl").write_text("mine")
    (tmp_path / "x.zip").write_bytes(b"")
    (tmp_path / "counts.csv").write_text("a,1\n")
    assert main(["bench", "fetch", "tpsf", str(tmp_path / "x.zip"), "-o", str(tmp_path / "out")]) != 0
    assert (tmp_path / "out" / "gold.jsonl").read_text() == "mine"
    assert "already" in capsys.readouterr().err


def test_every_dataset_says_where_it_is_published_and_what_is_not(capsys):
    assert main(["bench", "fetch"]) == 0
    told = capsys.readouterr().out
    assert all(f"{one.name}\n" in told and one.licence in told for one in SOURCES)
    assert "not published" in told
    assert {one.importer for one in SOURCES} - {None} == set(names())
    assert main(["bench", "fetch", "lists2026"]) == 0
    assert capsys.readouterr().out.startswith("lists2026\n")


def test_what_cannot_be_built_says_why(tmp_path, capsys):
    assert main(["bench", "fetch", "lists2026", str(tmp_path), "-o", str(tmp_path / "out")]) != 0
    assert "not published" in capsys.readouterr().err
    assert main(["bench", "fetch", "estuka2017", str(tmp_path)]) != 0
    assert "-o DIR" in capsys.readouterr().err


def test_names_of_pages_are_plain():
    assert slug("12- Home & Garden", "A/B", "x") == "home-garden-a-b-x"
