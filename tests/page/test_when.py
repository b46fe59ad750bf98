"""When a page was as it is: fetched, saved, or as it says itself."""

from datetime import UTC, date, datetime

import pytest

from pagerows import ParameterError, extract, parse
from pagerows.page import Fetched

LIST = "<ul>" + "".join(f"<li><h3>Item number {n}</h3><p>{n} days ago</p></li>" for n in range(2, 9)) + "</ul>"
MOMENT = datetime(2026, 3, 8, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("head", "now"),
    [
        ("", None),
        ("<meta http-equiv=date content='2026-03-08T12:00:00+00:00'>", MOMENT),
        ('<meta http-equiv="Date" content="Sun, 08 Mar 2026 12:00:00 GMT">', MOMENT),
        ("<meta http-equiv=date content='some day in spring'>", None),
        ("<!-- Page saved with SingleFile\n saved date: Sun Mar 08 2026 13:00:00 GMT+0100 (CET) -->", MOMENT),
        ("<meta property='article:published_time' content='2020-01-01'>", None),
    ],
)
def test_a_page_says_when_it_was_served_or_saved(head, now):
    assert parse(f"<html><head>{head}</head>{LIST}").now == now


def test_a_fetched_page_knows_when():
    assert parse(Fetched("http://x.example/", LIST.encode(), "text/html", at=MOMENT)).now == MOMENT


def test_relative_dates_count_from_that_time_or_have_no_value():
    column = extract(LIST, now=MOMENT).table.columns[1]
    assert (column.type, column.values[0]) == ("date", date(2026, 3, 6))
    column = extract(LIST).table.columns[1]
    assert (column.type, column.values, column.doubt) == ("date", None, "no reference time")


def test_a_time_that_is_none_is_told():
    with pytest.raises(ParameterError, match="give a datetime"):
        extract(LIST, now="yesterday")
