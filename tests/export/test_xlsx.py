"""Workbooks: sheets, their names, and what cells hold."""

import re
import zipfile
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from .written import EMPTY, GEAR, ODD_PAGE, OTHER, PAGE, workbook, write


def test_xlsx_puts_the_pages_of_a_site_into_one_sheet(tmp_path):
    again = replace(PAGE, source="shop/more.html", url="http://x.example/more", title="More")
    book, sheet, texts = workbook(write(tmp_path / "a.xlsx", PAGE, OTHER, again))
    assert re.findall(r'<sheet name="([^"]+)"', book) == ["x.example", "menu.html"]
    assert sheet.count("<row ") == 1 + 2 * len(GEAR)
    assert re.findall(r"shop/\w+\.html", texts) == ["shop/gear.html", "shop/more.html"]
    assert "source</t>" in texts


def test_xlsx_puts_files_without_an_address_together_where_their_columns_are_the_same(tmp_path):
    files = [replace(OTHER, source=f"{name}.html") for name in ("shop/a", "shop/b", "other/c")]
    book, _, _ = workbook(write(tmp_path / "a.xlsx", *files, replace(OTHER, source="shop/d.html", sheets=(GEAR,))))
    assert len(re.findall(r'<sheet name="', book)) == 3


def test_xlsx_has_a_sheet_per_region_where_all_are_asked_for_and_no_formulas(tmp_path):
    book, sheet, texts = workbook(write(tmp_path / "a.xlsx", PAGE, OTHER, PAGE, regions=True))
    assert 'name="1 Gear  all of  it"' in book
    assert 'name="1 Gear  all of  it 2"' in book
    assert 'name="2 menu.html"' in book
    assert "=Tent &amp; pole" in texts
    assert "<v>1200.5</v>" in sheet
    assert "<f>" not in sheet
    _, sheet, _ = workbook(write(tmp_path / "b.xlsx", PAGE, guard=False))
    assert "<f>" in sheet
    write(tmp_path / "none.xlsx", EMPTY)


def test_a_workbook_has_number_formats_links_and_a_filter_and_is_well_formed(tmp_path):
    path = write(tmp_path / "a.xlsx", ODD_PAGE)
    book, sheet, _ = workbook(path)
    with zipfile.ZipFile(path) as packed:
        for name in packed.namelist():
            if name.endswith((".xml", ".rels")):
                ElementTree.fromstring(packed.read(name))
        styles = packed.read("xl/styles.xml").decode()
        links = packed.read("xl/worksheets/_rels/sheet1.xml.rels").decode()
    assert "#,##0.00 &quot;USD&quot;" in styles
    assert "0.##&quot;%&quot;" in styles
    assert "https://x.example/" in links
    assert "<autoFilter" in sheet
    assert "\x01" not in book


@pytest.mark.parametrize("title", ["\U0001f600" + "x" * 31, "x" * 30 + "'y", "'", "\uffff"])
def test_any_title_makes_a_sheet_name(tmp_path, title):
    write(tmp_path / "a.xlsx", replace(ODD_PAGE, title=title))
