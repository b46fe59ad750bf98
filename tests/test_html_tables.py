"""Tables as pandas.read_html reads them, and more of them."""

import io

import pandas as pd
import pytest

import pagerows

PLAIN = "<table id=a class='x y'><tr><th>Name<th>Size<tr><td>Oak<td>1,200<tr><td>Elm<td>900.5</table>"
GROUPED = (
    "<table><thead><tr><th>Team<th colspan=2>Goals<tr><th>Team<th>Home<th>Away</thead>"
    "<tr><td>Reds<td>1<td>2<tr><td>Blues<td>3<td>4</table>"
)
SPANS = "<table><tr><th>A<th>B<th>C<tr><td rowspan=2>x<td>1<td>2<tr><td>3<td>4<tr><td colspan=2>wide<td>5</table>"
RAGGED = "<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3</table>"
BARE = "<table><tr><td>Anna Smith<td>likes long walks<tr><td>Ben Jones<td>reads in the garden</table>"
FOOT = "<table><thead><tr><th>A<th>B</thead><tbody><tr><td>x<td>1<tr><td>y<td>2</tbody><tfoot><tr><td>all<td>3</table>"


@pytest.mark.parametrize(
    "html",
    [PLAIN, GROUPED, SPANS, RAGGED, FOOT, PLAIN + FOOT],
    ids=["plain", "groups", "spans", "ragged", "foot", "two"],
)
def test_ordinary_tables_are_what_pandas_reads(html):
    ours, theirs = pagerows.read_tables(html), pd.read_html(io.StringIO(html), flavor="lxml")
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        pd.testing.assert_frame_equal(one, other)


@pytest.mark.parametrize(
    "options",
    [
        {"match": "Oak"},
        {"attrs": {"id": "a"}},
        {"attrs": {"class": "x y"}},
        {"header": 0},
        {"header": 1},
        {"index_col": 0},
        {"skiprows": 1},
        {"thousands": None},
        {"thousands": ".", "decimal": ","},
        {"converters": {"Name": str.upper}},
        {"na_values": ["Elm"]},
    ],
    ids=str,
)
def test_options_mean_what_they_mean_to_pandas(options):
    (ours,), (theirs,) = (
        pagerows.read_tables(PLAIN, **options),
        pd.read_html(io.StringIO(PLAIN), flavor="lxml", **options),
    )
    pd.testing.assert_frame_equal(ours, theirs)


LINKED = (
    "<table><thead><tr><th><a href=/n>Name</a><th>Size</thead><tbody><tr><td><a href='/oak'>Oak</a> tree<td>12"
    "<tr><td>Elm<td></tbody><tfoot><tr><td><a href=all>all</a><td>12</tfoot></table>"
)


@pytest.mark.parametrize("part", ["header", "body", "footer", "all"])
def test_cells_are_pairs_of_text_and_address_where_links_are_asked_for(part):
    (ours,), (theirs,) = (
        pagerows.read_tables(LINKED, extract_links=part),
        pd.read_html(io.StringIO(LINKED), flavor="lxml", extract_links=part),
    )
    pd.testing.assert_frame_equal(ours, theirs)


def test_a_table_that_skipping_leaves_empty_does_not_lose_the_others():
    one = "<table><tr><td>q<td>r</table>"
    ours, theirs = pagerows.read_tables(PLAIN + one, skiprows=1), pd.read_html(io.StringIO(PLAIN + one), skiprows=1)
    assert len(ours) == len(theirs) == 1


@pytest.mark.parametrize("options", [{"skiprow": 1}, {"extract_links": "body "}, {"displayed_only": False}], ids=str)
def test_options_that_would_be_passed_over_are_refused(options):
    with pytest.raises(pagerows.ParameterError, match=next(iter(options))):
        pagerows.read_tables(PLAIN, **options)


def test_a_table_without_headers_has_numbered_columns():
    (frame,) = pagerows.read_tables(BARE)
    assert frame.values.tolist() == [["Anna Smith", "likes long walks"], ["Ben Jones", "reads in the garden"]]
    assert list(frame) == [0, 1]


def test_aria_tables_are_read_and_one_class_of_several_is_enough():
    aria = "<div role=table>" + "".join(
        f"<div role=row><span role=cell>Name {n}</span><span role=cell>{n}</span></div>" for n in range(3)
    )
    assert pagerows.read_tables(aria)[0][1].tolist() == [0, 1, 2]
    assert len(pagerows.read_tables(PLAIN, attrs={"class": "y"})) == 1


def test_a_name_is_a_file_and_other_sources_are_read_as_everywhere(tmp_path):
    file = tmp_path / "page.html"
    file.write_text(PLAIN)
    for source in (str(file), file, PLAIN.encode(), io.StringIO(PLAIN), pagerows.parse(PLAIN)):
        assert len(pagerows.read_tables(source)[0]) == 2


@pytest.mark.parametrize(
    ("html", "options"), [("<p>x", {}), (PLAIN, {"match": "Ash"}), (PLAIN, {"attrs": {"id": "b"}})]
)
def test_a_page_without_such_a_table_is_an_error_as_in_pandas(html, options):
    with pytest.raises(ValueError, match="no table with"):
        pagerows.read_tables(html, **options)


def test_hostile_spans_are_told_and_do_not_lose_the_other_tables():
    large = "<table>" + "<tr>" + "<td colspan=1000 rowspan=9999>x" * 40 + "<tr><td>y" * 200 + "</table>"
    with pytest.warns(UserWarning, match="too large"):
        assert len(pagerows.read_tables(large + PLAIN)) == 1
