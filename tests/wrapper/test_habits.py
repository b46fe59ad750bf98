"""A wrapper keeps how the pages that it was learned from write, and asks it where a page leaves it open."""

import json
from datetime import date

import pytest

import pagerows
from pagerows.cli import main
from pagerows.errors import WrapperError
from pagerows.page import Fetched


def shop(*rows: tuple[str, str]) -> str:
    items = "".join(f"<li><h3>Item {n}{a}</h3><p>{a}</p><i>{b}</i></li>" for n, (a, b) in enumerate(rows))
    return f"<html lang=en><ul>{items}</ul>"


OPEN = shop(*((f"{n + 1}.350", f"{n + 1}/{n + 2}/2024") for n in range(8)))
COMMA = shop(*((f"{n + 1}.200,50", f"{n + 13}/{n + 2}/2024") for n in range(8)))
POINT = shop(*((f"{n + 1},200.50", f"{n + 2}/{n + 13}/2024") for n in range(8)))
AS_COMMA, AS_POINT = [1350, date(2024, 2, 1)], [1.35, date(2024, 1, 2)]


def values(found: pagerows.Extraction) -> list[object]:
    return [column.values[0] if column.values else None for column in found.table.columns[1:]]


@pytest.mark.parametrize(
    ("learned", "read"),
    [([COMMA], AS_COMMA), ([POINT], AS_POINT), ([OPEN, COMMA], AS_COMMA)],
    ids=["a comma before fractions", "a point before fractions", "one that shows it is enough"],
)
def test_a_page_is_read_as_the_learned_ones_show_it(learned, read):
    found = pagerows.learn(learned).apply(OPEN)
    assert (values(found), found.drift) == (read, ())


def test_learned_pages_that_disagree_decide_nothing():
    wrapper = pagerows.learn([COMMA, POINT])
    assert "habits" not in wrapper.plain()
    assert values(wrapper.apply(OPEN)) == values(pagerows.extract(OPEN))


def test_a_page_that_shows_how_it_writes_is_read_so_whatever_was_learned():
    assert values(pagerows.learn(COMMA).apply(POINT)) == [1200.5, date(2024, 2, 13)]


def test_columns_are_learned_as_all_pages_show_them():
    assert pagerows.learn(OPEN).columns[1].type == "decimal"  # as its language has it
    assert pagerows.learn([OPEN, COMMA]).columns[1].type == "integer"


def test_the_file_has_the_habits_and_one_without_them_is_read(tmp_path):
    path = tmp_path / "site.json"
    pagerows.learn(COMMA).save(path)
    plain = json.loads(path.read_text())
    assert plain["habits"] == {"mark": ",", "day_first": True}
    assert values(pagerows.Wrapper.load(path).apply(OPEN)) == AS_COMMA
    del plain["habits"]
    assert values(pagerows.Wrapper.read(plain).apply(OPEN)) == values(pagerows.extract(OPEN))


@pytest.mark.parametrize(
    ("habits", "told"),
    [
        ([], "habits: must be"),
        ({"mark": ";"}, "habits.mark"),
        ({"mark": []}, "habits.mark"),
        ({"day_first": "yes"}, "habits.day_first"),
        ({"month": 1}, "unknown 'month'"),
    ],
)
def test_habits_that_are_wrong_are_told_with_their_place(habits, told):
    with pytest.raises(WrapperError, match=told):
        pagerows.Wrapper.read(pagerows.learn(COMMA).plain() | {"habits": habits})


def test_healing_keeps_habits_that_the_changed_page_does_not_contradict():
    moved = "<main><div class=new>{}</div></main>"
    wrapper = pagerows.learn(COMMA)
    assert wrapper.heal(moved.format(OPEN)).habits == wrapper.habits
    assert wrapper.heal(moved.format(POINT)).habits != wrapper.habits


@pytest.mark.parametrize("how", ["--wrapper", "--together"])
def test_pages_on_the_command_line_are_read_as_their_site_writes(tmp_path, how):
    (tmp_path / "1.html").write_text(COMMA)
    (tmp_path / "2.html").write_text(OPEN)
    pagerows.learn(COMMA).save(tmp_path / "site.json")
    options = ["--wrapper", str(tmp_path / "site.json")] if how == "--wrapper" else ["--together"]
    pages = [str(tmp_path / name) for name in ("1.html", "2.html")]
    assert main(["extract", *pages, *options, "-o", str(tmp_path / "rows.jsonl"), "--values"]) == 0
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert 1350 in rows[8].values()
    assert "2024-02-01" in rows[8].values()


class Shelf:
    """Gets pages that are at hand, each with a link to the next one."""

    def __init__(self, *pages: str) -> None:
        self._pages = pages

    def get(self, url: str, form: object = None, *, named: bool = True) -> Fetched:  # noqa: ARG002
        number = int(url.rpartition("=")[2])
        link = f"<a rel=next href='/?page={number + 1}'>Next</a>" if number < len(self._pages) else ""
        return Fetched(url, (self._pages[number - 1] + link).encode(), "text/html; charset=utf-8")


def test_walks_read_as_the_first_pages_show_it():
    far = OPEN.replace(".350", ".450").replace("2024", "2025")
    walk = pagerows.follow("https://shop.example/?page=1", fetcher=Shelf(OPEN, COMMA, far))
    read = [[column.values[0] for column in page.sheet.columns[1:3]] for page in walk.pages()]
    assert (read[0], read[2]) == (AS_COMMA, [1450, date(2025, 2, 1)])
