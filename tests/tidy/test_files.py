"""Links to files stay, whatever they are called; other links that all say the same may go."""

import pytest

import pagerows
from pagerows.tidy.files import spare_files
from pagerows.values import Cell

NODES = pagerows.parse("<p>").nodes


def links(address: str) -> tuple[Cell, ...]:
    return tuple(Cell("Get it", "link", address.format(n)) for n in range(5))


TITLES = tuple(Cell(f"Tree {n}", "link", f"http://x.example/{n}") for n in range(5))


@pytest.mark.parametrize(
    ("address", "kept"),
    [("http://x.example/{}.pdf", True), ("http://x.example/{}.PDF?v=1", True), ("http://x.example/cart/{}", False),
     ("http://x.example/all.pdf", False), ("magnet:?xt={}", True)],
    ids=["files", "files with a query", "pages", "one file for all", "magnets"],
)  # fmt: skip
def test_links_to_files_are_facts(address, kept):
    assert spare_files(NODES, [TITLES, links(address)], [None, "constant"]) == [None, None if kept else "constant"]


def test_files_that_another_column_has_are_not_kept_twice():
    files = links("http://x.example/{}.pdf")
    titles = tuple(cell._replace(text=f"Tree {n}") for n, cell in enumerate(files))
    assert spare_files(NODES, [titles, files], [None, "constant"]) == [None, "constant"]


@pytest.mark.parametrize(
    ("icon", "name"),
    [
        ("<a class=icon href=/get/{n} title='Download the PDF'><i class=glyph></i></a>", "download_the_pdf"),
        ("<a href=/get/{n}><span class='fa fa-download' title=Torrent></span></a>", "torrent"),
        ("<a href=/get/{n} download aria-label='Audio'><svg></svg></a>", "audio"),
        ("<a href=/get/{n}>Download</a>", "download"),
    ],
    ids=["the title of the link", "the class of its icon", "the attribute download", "its text"],
)
def test_a_link_that_is_called_a_file_is_a_column_called_so(icon, name):
    trees = ("Oak", "Elm", "Ash", "Fir", "Yew")
    cards = (f"<li><h3><a href=/tree/{n}>{tree} tree</a></h3>{icon.format(n=n)}</li>" for n, tree in enumerate(trees))
    columns = pagerows.extract("<ul>" + "".join(cards) + "</ul>").table.columns
    assert [(column.name, column.urls[1]) for column in columns] == [("title", "/tree/1"), (name, "/get/1")]


def test_an_icon_that_is_called_nothing_is_no_column():
    cards = (f"<li><h3><a href=/tree/{n}>Tree {n}</a></h3><a href=/get/{n}><i class=x></i></a></li>" for n in range(5))
    assert len(pagerows.extract("<ul>" + "".join(cards) + "</ul>").table.columns) == 1
