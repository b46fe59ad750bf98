"""ViDE's alignment: items by font and position, blanks where a record has no such item."""

import pytest

from pagerows import extract, render
from pagerows.align.vide import _Line, columns


def line(*items):
    """Items as (font, left) or as fonts at the left edge."""
    pairs = [item if isinstance(item, tuple) else (item, 0.0) for item in items]
    places = {}
    for place, (font, _) in enumerate(pairs):
        places.setdefault(font, []).append(place)
    return _Line([font for font, _ in pairs], [left for _, left in pairs], places)


@pytest.mark.parametrize(
    ("lines", "placed"),
    [
        ([], []),
        ([line(), line(1)], [[], [0]]),
        ([line(1, 2), line(1, 2)], [[0, 1], [0, 1]]),
        ([line(1, 2, 3), line(1, 3)], [[0, 1, 2], [0, 2]]),
        ([line(1, 3), line(1, 2, 3)], [[0, 2], [0, 1, 2]]),
        ([line(1, (2, 0.0)), line(1, (2, 300.0))], [[0, 1], [0, 1]]),
        ([line((1, 0.0), 2), line((1, 300.0), 2)], [[0, 1], [0, 1]]),
        ([line(3, (2, 0.0), 4), line(5, (2, 300.0), 4)], [[0, 1, 4], [2, 3, 4]]),
    ],
    ids=[
        "no records",
        "an empty record",
        "the same items",
        "an optional item in the first",
        "an optional item in the second",
        "other position, but the items before match",
        "nothing before both",
        "other position and other items before",
    ],
)
def test_items_of_one_font_and_position_are_one_column(lines, placed):
    assert columns(lines, 2.0) == placed


def test_records_without_end_are_aligned_in_bounded_work(calls):
    def records(count):
        return [line(*range(1000 * n, 1000 * n + 40)) for n in range(count)]

    small, large = records(20), records(80)
    assert calls(columns, large, 2.0) < 8 * calls(columns, small, 2.0)


@pytest.mark.browser
def test_vide_aligns_its_records_by_itself():
    style = "<style>h3{color:#00f} h4{color:#090} li{display:block;height:80px}</style>"
    items = "".join(
        f"<li><h3>Title {n}</h3>{'<h4>new</h4>' if n % 2 else ''}<p>Some words about {n}</p></li>" for n in range(8)
    )
    rows = extract(render(f"{style}<ul>{items}</ul>"), method="vide").regions[0].table.rows
    assert rows[1] == ["Title 1", "new", "Some words about 1"]
    assert rows[2] == ["Title 2", None, "Some words about 2"]
