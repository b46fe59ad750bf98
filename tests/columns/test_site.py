"""What a page leaves open is read as the other pages of its site show it, where they are read together."""

from datetime import date

import pytest

import pagerows


def shop(*rows: tuple[str, str], lang: str = "es") -> str:
    items = "".join(f"<li><h3>Item {n}{a}</h3><p>{a}</p><i>{b}</i></li>" for n, (a, b) in enumerate(rows))
    return f"<html lang={lang}><ul>{items}</ul>"


OPEN = shop(*((f"{n + 1}.350", f"{n + 1}/{n + 2}/2024") for n in range(8)), lang="en")
COMMA = shop(*((f"{n + 1}.200,50", f"{n + 13}/{n + 2}/2024") for n in range(8)), lang="en")
POINT = shop(*((f"{n + 1},200.50", f"{n + 2}/{n + 13}/2024") for n in range(8)), lang="en")


def values(found: pagerows.Extraction) -> list[object]:
    return [column.values[0] if column.values else None for column in found.table.columns[1:]]


@pytest.mark.parametrize(
    ("others", "number", "day"),
    [
        ([COMMA], 1350, date(2024, 2, 1)),
        ([POINT], 1.35, date(2024, 1, 2)),
        ([OPEN, COMMA], 1350, date(2024, 2, 1)),
    ],
    ids=["a comma before fractions", "a point before fractions", "one that shows it is enough"],
)
def test_pages_of_a_site_decide_what_one_of_them_leaves_open(others, number, day):
    first, *_ = pagerows.extract_many([OPEN, *others], together=True)
    assert values(first) == [number, day]


def test_pages_that_disagree_decide_nothing():
    alone = values(pagerows.extract(OPEN))
    first, *_ = pagerows.extract_many([OPEN, COMMA, POINT], together=True)
    assert values(first) == alone


def test_a_page_that_shows_how_it_writes_is_read_so_whatever_the_others_do():
    _, comma, point = pagerows.extract_many([OPEN, COMMA, POINT], together=True)
    assert (values(comma)[0], values(point)[0]) == (1200.5, 1200.5)
