"""Records in the arrangements that pages have: groups, columns, runs of siblings, with foreign things between."""

from dataclasses import dataclass

import pytest

import pagerows

WORDS = "amber birch cedar delta ember fjord grove heath inlet jetty knoll larch maple north ocean pearl".split()  # noqa: SIM905


def text(seed: int, words: int) -> str:
    return " ".join(WORDS[(seed * 7 + n * (seed + 3)) % len(WORDS)] for n in range(words)).capitalize()


def title(n: int) -> str:
    return f"{text(n, 3)} {n}"


def page(inner: str) -> str:
    menu = "".join(f"<li><a href=/c{n}>{WORDS[n]}</a></li>" for n in range(12))
    foot = "".join(f"<li><a href=/f{n}>{WORDS[-n]}</a></li>" for n in range(8))
    return (
        f"<title>Events</title><header><nav><ul>{menu}</ul></nav></header><main><h1>Events</h1>{inner}</main>"
        f"<footer><ul>{foot}</ul></footer>"
    )


def card(n: int, tag: str = "div") -> str:
    return f"<{tag}><a href=/e/{n}><h3>{title(n)}</h3></a><p>{text(n + 1, 9)}</p><span>{n + 10}:30</span></{tag}>"


def cards(numbers: range, tag: str = "div") -> str:
    return "".join(card(n, tag) for n in numbers)


def row(n: int) -> str:
    return f"<tr><td><a href=/{n}>{title(n)}</a></td><td>{text(n, 6)}</td><td>{n}.50 EUR</td></tr>"


AD = "<div class=ad><a href=/ad>Advertisement</a><img src=a.png></div>"


@dataclass(frozen=True)
class Case:
    inner: str
    count: int
    #: Texts that belong to no record.
    foreign: tuple[str, ...] = ()


CASES = {
    "days, each with a list": Case(
        "".join(f"<h2>Day {d}</h2><ul>{cards(range(d * 5, d * 5 + 4), 'li')}</ul>" for d in range(4)), 16, ("Day 1",)
    ),
    "sections with headings": Case(
        "".join(f"<section><h2>Day {d}</h2><div>{cards(range(d * 5, d * 5 + 5))}</div></section>" for d in range(4)),
        20,
        ("Day 2",),
    ),
    "sections of three": Case(
        "".join(f"<section><h2>Day {d}</h2><div>{cards(range(d * 3, d * 3 + 3))}</div></section>" for d in range(5)),
        15,
        ("Day 2",),
    ),
    "headings between records": Case(
        "<div>" + "".join(f"<h2>Day {d}</h2>{cards(range(d * 4, d * 4 + 4))}" for d in range(4)) + "</div>",
        16,
        ("Day 1", "Day 2", "Day 3"),
    ),
    "two columns": Case(
        f"<div><div class=left>{cards(range(7))}</div><div class=right>{cards(range(7, 13))}</div></div>", 13
    ),
    "rows of a grid": Case(
        "".join(f"<div class=row>{cards(range(r * 3, r * 3 + 3))}</div>" for r in range(4)),
        12,
    ),
    "several bodies of a table": Case(
        "<table>"
        + "".join(
            f"<tbody><tr><th colspan=3>Group {b}</th></tr>{''.join(map(row, range(b * 5, b * 5 + 5)))}</tbody>"
            for b in range(3)
        )
        + "</table>",
        15,
        ("Group 1",),
    ),
    "terms and descriptions": Case(
        "<dl>"
        + "".join(
            f"<dt><a href=/{n}>{title(n)}</a></dt><dd>{text(n + 2, 15)}</dd>" + (f"<dd>{n} EUR</dd>" if n % 3 else "")
            for n in range(10)
        )
        + "</dl>",
        10,
    ),
    "title row and detail row": Case(
        "<table>"
        + "".join(
            f"<tr><td colspan=2><a href=/{n}><b>{title(n)}</b></a></td></tr>"
            f"<tr><td>{text(n + 1, 14)}</td><td>{n}.99 EUR</td></tr>"
            for n in range(9)
        )
        + "</table>",
        9,
    ),
    "paragraphs between rules": Case(
        "<div>"
        + "<hr>".join(
            f"<p><b><a href=/{n}>{title(n)}</a></b></p><p>{text(n + 3, 18)}</p>" + ("<p>new</p>" if n % 4 == 0 else "")
            for n in range(9)
        )
        + "</div>",
        9,
    ),
    "a header, advertisements and a bar": Case(
        "<div><div><span>Name</span><span>sort by</span></div>"
        + AD.join([cards(range(5)), cards(range(5, 10)), cards(range(10, 14))])
        + "<div><button>Load more</button></div></div>",
        14,
        ("Advertisement", "Load more", "sort by"),
    ),
    "a list with a foreign item": Case(
        f"<ul>{cards(range(6), 'li')}<li class=promo><a href=/ad>Only today</a></li>{cards(range(6, 12), 'li')}"
        "<li><a href=/more>Load more</a></li></ul>",
        12,
        ("Only today", "Load more"),
    ),
    "cells of a table in three columns": Case(
        "<table>"
        + "".join(
            "<tr>"
            + "".join(
                f"<td><a href=/{n}><img src={n}.png></a><br><a href=/{n}>{title(n)}</a><br>{n}.00 EUR</td>"
                for n in range(r * 3, r * 3 + 3)
            )
            + "</tr>"
            for r in range(5)
        )
        + "</table>",
        15,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_records_are_found_whole_and_in_reading_order(name):
    case = CASES[name]
    found = pagerows.extract(page(case.inner), method="auto", sections=False).best
    assert found is not None
    starts = [record.span.start for record in found.records]
    assert starts == sorted(starts)
    texts = [record.text for record in found.records]
    assert len(texts) == case.count
    numbers = [int(written.split()[3]) for written in texts]  # three words and the record's number make its title
    assert numbers == sorted(numbers)
    shown = " | ".join(cell or "" for line in found.table.rows for cell in line)
    assert [foreign for foreign in case.foreign if foreign in shown] == []


def test_optional_parts_stay_with_their_record():
    parts = "".join(
        f"<article><h3><a href=/{n}>{title(n)}</a></h3>"
        + (f"<p>{text(n + 1, 12)}</p>" if n % 2 else "")
        + (f"<p class=left>{n} left</p>" if n % 3 == 0 else "")
        + f"<b>{n}.20 EUR</b></article>"
        for n in range(12)
    )
    found = pagerows.extract(page(f"<div>{parts}</div>"), method="auto").table
    assert len(found) == 12
    titles = [line[0] for line in found.rows]
    assert titles == [title(n) for n in range(12)]
    left = next(cells for cells in zip(*found.rows, strict=True) if "3" in cells)  # the words around it name it
    assert [cell is not None for cell in left] == [n % 3 == 0 for n in range(12)]
    prices = next(cells for cells in zip(*found.rows, strict=True) if "3.20 EUR" in cells)
    assert all(prices)
