"""`pagerows learn`, `extract --wrapper`, `wrapper`: from the shell to files and exit codes."""

import csv
import json

import parsel
import pytest

from pagerows import learn
from pagerows.cli.wrapper import _FORMS

PRICES = [("Tent", 249), ("Stove", 58), ("Lamp", 44), ("Mat", 89), ("Bag", 24), ("Pole", 74)]


def page(goods, card="card"):
    items = "".join(
        f"<li class={card}><h3><a href='/{name}'>{name} of {cost}</a></h3><p>€ {cost}.00</p></li>"
        for name, cost in goods
    )
    return f"<main><ul class=goods>{items}</ul></main>"


@pytest.fixture
def site(tmp_path):
    (tmp_path / "one.html").write_text(page(PRICES))
    (tmp_path / "two.html").write_text(page([(name * 2, cost + 1) for name, cost in PRICES]))
    (tmp_path / "changed.html").write_text(page(PRICES, card="box"))
    (tmp_path / "article.html").write_text("<h1>News</h1><p>Nothing repeats.</p>")
    return tmp_path


def rows(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_learn_then_extract_gives_the_learned_columns(pagerows, site):
    done = pagerows("learn", "one.html", "two.html", "-o", "site.json")
    assert done.returncode == 0
    assert "6 records a page on 2 pages" in done.stderr
    done = pagerows("extract", "one.html", "two.html", "--wrapper", "site.json", "-o", "rows.csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(rows(site / "rows.csv")) == 12


def test_a_changed_page_is_exit_code_3_and_healing_writes_a_new_version(pagerows, site):
    pagerows("learn", "one.html", "-o", "site.json")
    done = pagerows("extract", "changed.html", "--wrapper", "site.json", "-o", "rows.csv")
    assert done.returncode == 3
    assert "changed.html: records moved" in done.stderr
    assert len(rows(site / "rows.csv")) == 6
    assert pagerows("wrapper", "check", "site.json", "one.html").returncode == 0
    assert pagerows("wrapper", "check", "site.json", "one.html", "changed.html").returncode == 3
    done = pagerows("extract", "changed.html", "--wrapper", "site.json", "--heal", "-o", "rows.csv")
    assert done.returncode == 0
    assert "healed (version 2); the old one is site.v1.json" in done.stderr
    assert json.loads((site / "site.v1.json").read_text())["version"] == 1
    assert len(rows(site / "rows.csv")) == 6
    assert pagerows("wrapper", "check", "site.json", "changed.html").returncode == 0


def test_a_page_of_another_kind_gives_no_rows(pagerows, site):
    pagerows("learn", "one.html", "-o", "site.json")
    done = pagerows("extract", "article.html", "--wrapper", "site.json", "--heal", "-f", "csv")
    assert (done.returncode, done.stdout) == (3, "")


def test_pages_read_together_have_one_set_of_columns(pagerows, site):
    done = pagerows("extract", "one.html", "two.html", "--together", "-o", "rows.csv")
    assert done.returncode == 0
    found = rows(site / "rows.csv")
    assert len(found) == 12
    assert all(all(row.values()) for row in found)


@pytest.mark.parametrize("form", ["text", "css", "xpath", "scrapy"])
def test_a_wrapper_is_shown_for_people_and_for_other_tools(pagerows, site, form):
    pagerows("learn", "one.html", "-o", "site.json")
    done = pagerows("wrapper", "show", "site.json", "--as", form)
    assert done.returncode == 0
    assert "card" in done.stdout
    if form == "scrapy":
        compile(done.stdout, "spider.py", "exec")


def test_columns_may_be_chosen_when_a_wrapper_is_learned(pagerows, site):
    assert pagerows("learn", "one.html", "two.html", "--want", "price,title,url", "-o", "site.json").returncode == 0
    assert (
        pagerows("extract", "two.html", "--wrapper", "site.json", "--no-new-columns", "-o", "rows.csv").returncode == 0
    )
    first = next(csv.DictReader((site / "rows.csv").read_text().splitlines()))
    assert first == {"price": "€ 250.00", "title": "TentTent of 250", "title_url": "/TentTent"}


@pytest.mark.parametrize(
    "title", ["<a href=/i/{0}><h3>Lamp {0}</h3></a>", "<h3><a href=/i/{0}>Lamp {0}</a></h3>"], ids=["around", "inside"]
)
def test_the_spider_gives_what_the_wrapper_does(title):
    cards = [f"<li class=card>{title.format(n)}<img src=/p/{n}.jpg alt=''><b>{n}.50 €</b></li>" for n in range(9)]
    page = f"<ul>{''.join(cards)}</ul>"
    spoken = {}
    exec("\n".join(_FORMS["scrapy"](learn(page))), spoken)
    rows = list(spoken["parse"](None, parsel.Selector(text=page)))
    assert [list(row.values()) for row in rows] == [
        [f"Lamp {n}", f"/i/{n}", f"/p/{n}.jpg", f"{n}.50 €"] for n in range(9)
    ]


def test_columns_are_renamed_and_dropped_in_the_file(pagerows, site):
    pagerows("learn", "one.html", "-o", "site.json")
    names = [column["name"] for column in json.loads((site / "site.json").read_text())["columns"]]
    assert pagerows("wrapper", "rename", "site.json", names[0], "what").returncode == 0
    assert pagerows("wrapper", "drop", "site.json", names[1]).returncode == 0
    left = [column["name"] for column in json.loads((site / "site.json").read_text())["columns"]]
    assert left == ["what", *names[2:]]
    done = pagerows("wrapper", "drop", "site.json", "nothing")
    assert (done.returncode, done.stderr.startswith("pagerows: no column 'nothing'; there are: what")) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["extract", "one.html", "--wrapper", "none.json"], 1, "pagerows: cannot read none.json"),
        (["extract", "one.html", "--heal"], 2, "pagerows: --heal is for --wrapper"),
        (["learn", "article.html"], 1, "pagerows: no list was found on the page"),
        (["learn", "one.html", "--want", "title,colour"], 1, "pagerows: no column fits 'colour'; there are: title"),
        (["learn", "one.html", "--want", "title,,"], 2, ""),
        (["learn", "gone.html"], 1, "pagerows: gone.html: no such file"),
        (["extract", "one.html", "--near", "Zeppelin"], 1, "pagerows: one.html: no list holds 'Zeppelin'"),
    ],
)
def test_wrong_use_is_one_line(pagerows, site, arguments, code, message):
    done = pagerows(*arguments)
    assert done.returncode == code
    assert done.stderr.startswith(message)


def test_a_text_chooses_the_list(pagerows, site):
    menu = "<nav><ul>" + "".join(f"<li><a href='/{n}'>Menu {n}</a></li>" for n in range(7)) + "</ul></nav>"
    (site / "menu.html").write_text(menu + page(PRICES))
    done = pagerows("extract", "menu.html", "--near", "Menu 3", "-f", "csv")
    assert done.returncode == 0
    assert "Menu 6" in done.stdout
    assert "Tent" not in done.stdout
