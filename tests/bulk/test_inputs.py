"""Archives -> pages, read in this process: WACZ, damaged beginnings, languages."""

import zipfile

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("fastwarc")

from pagerows.bulk.inputs import Columns, shards
from pagerows.bulk.pages import ArchivedPage, Reading, Selection
from pagerows.bulk.readers import pages_of

from . import archives


def read(path):
    (shard,) = shards([str(path)])
    reading = Reading()
    return list(pages_of(shard, Columns(), reading)), reading


def write_wacz(path, packing=zipfile.ZIP_STORED):
    """Two WARC files among the other things that a WACZ file has."""
    for name, first in (("a.warc.gz", 0), ("b.warc.gz", 3)):
        archives.write_warc(path.parent / name, archives.shops(3, first))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("datapackage.json", "{}")
        archive.write(path.parent / "a.warc.gz", "archive/a.warc.gz", packing)
        archive.writestr("indexes/index.cdx.gz", b"\x1f\x8b\x08 no record", zipfile.ZIP_STORED)
        archive.write(path.parent / "b.warc.gz", "archive/b.warc.gz", packing)


ALL = [f"https://site.example/{n}" for n in range(6)]


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED], ids=["stored", "packed once more"])
def test_the_pages_of_all_warc_files_of_a_wacz_file_are_read(tmp_path, packing):
    write_wacz(tmp_path / "crawl.wacz", packing)
    pages, reading = read(tmp_path / "crawl.wacz")
    assert [page.url for page in pages] == ALL
    assert (reading.damaged, reading.error) == ([], None)
    assert len({page.offset for page in pages}) == 6


def test_the_offset_of_a_page_in_a_wacz_file_is_where_its_member_begins(tmp_path):
    write_wacz(tmp_path / "crawl.wacz")
    data = (tmp_path / "crawl.wacz").read_bytes()
    pages, _ = read(tmp_path / "crawl.wacz")
    assert all(data[page.offset : page.offset + 3] == b"\x1f\x8b\x08" for page in pages)


def test_a_wacz_file_that_is_cut_off_is_read_to_there(tmp_path):
    write_wacz(tmp_path / "crawl.wacz")
    whole = (tmp_path / "crawl.wacz").read_bytes()
    pages, _ = read(tmp_path / "crawl.wacz")
    (tmp_path / "crawl.wacz").write_bytes(whole[: pages[5].offset + 40])
    pages, reading = read(tmp_path / "crawl.wacz")
    assert [page.url for page in pages] == ALL[:5]
    assert reading.error is None
    assert reading.damaged[0][0] == 0
    assert reading.damaged[-1][1] == "the file is cut off here"


def test_a_wacz_file_without_pages_is_told(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as archive:
        archive.writestr("datapackage.json", "{}")
    assert read(tmp_path / "a.wacz")[1].error == "no WARC file in this WACZ file"
    (tmp_path / "b.wacz").write_bytes(b"nonsense")
    assert read(tmp_path / "b.wacz")[1].error == "not a WACZ file, and no record in it"


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_a_warc_file_whose_first_record_is_damaged_is_read_from_the_second(tmp_path, packed):
    file = tmp_path / "a.warc"
    offsets = archives.write_warc(file, archives.shops(3), packed=packed)
    data = bytearray(file.read_bytes())
    data[:8] = b"\0" * 8
    file.write_bytes(data)
    pages, reading = read(file)
    assert [page.offset for page in pages] == offsets[1:]
    assert [at for at, _ in reading.damaged] == [0]


@pytest.mark.parametrize(
    ("html", "header", "wanted", "kept"),
    [
        ('<!doctype html>\n<html class="x" lang="de-AT">', None, ("de",), True),
        ('<html lang="de-AT">', None, ("en",), False),
        ('<html lang="de">', "en", ("en",), False),
        ("<html xml:lang=pt_BR>", None, ("pt-br",), True),
        ("<html lang=pt>", None, ("pt-br",), False),
        ("<html>", "fr, en", ("fr",), True),
        ("<html>", None, ("fr",), False),
        ("<html>", None, ("fr", "unknown"), True),
        ("<html lang=''>", None, ("unknown",), True),
        ('<p data-lang="de">', None, ("de",), False),
        (None, None, ("de",), False),
        ("<html>", None, (), True),
    ],
)
@pytest.mark.parametrize("as_bytes", [True, False], ids=["bytes", "text"])
def test_pages_are_chosen_by_the_language_that_they_declare(html, header, wanted, kept, as_bytes):
    body = html.encode() if as_bytes and html is not None else html
    page = ArchivedPage(url=None, html=body, offset=0, language=header)
    assert (Selection(languages=wanted).refuses(page) is None) == kept


@pytest.mark.parametrize(("size", "kept"), [(9, False), (10, True), (20, True), (21, False)])
def test_pages_are_chosen_by_their_size(size, kept):
    page = ArchivedPage(url=None, html="x" * size, offset=0)
    assert (Selection(min_size=10, max_size=20).refuses(page) is None) == kept


def test_a_list_names_an_input_a_line_beside_notes(tmp_path):
    (tmp_path / "a.warc").write_bytes(b"")
    (tmp_path / "list.txt").write_text(f"# the crawl of May\n\n{tmp_path / 'a.warc'}\n{tmp_path / 'a.warc'}\n")
    assert [shard.path.name for shard in shards([f"@{tmp_path / 'list.txt'}"])] == ["a.warc"]
