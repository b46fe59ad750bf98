"""Pages inside of other libraries' objects: responses, trees, selectors."""

import io
import subprocess
import sys
import urllib.response
from email.message import Message
from types import SimpleNamespace

import pytest

import pagerows

URL = "https://shop.example/list"
HTML = (
    "<html><body><ul>"
    + "".join(f"<li><h3><a href='/{n}'>Café {n}</a></h3><p>{n} €</p></li>" for n in range(9))
    + "</ul>"
)
BODY, HEADER = HTML.encode("windows-1252"), "text/html; charset=windows-1252"


def of_requests():
    response = pytest.importorskip("requests").Response()
    response._content, response.url, response.status_code = BODY, URL, 200
    response.headers["content-type"] = HEADER
    return response


def of_httpx():
    httpx = pytest.importorskip("httpx")
    return httpx.Response(200, content=BODY, headers={"Content-Type": HEADER}, request=httpx.Request("GET", URL))


def of_scrapy():
    """Its bytes are `body`, and its headers are bytes, too."""
    return SimpleNamespace(url=URL, body=BODY, headers={"Content-Type": HEADER.encode()}, text=HTML)


def of_urllib():
    response = urllib.response.addinfourl(io.BytesIO(BODY), Message(), URL, 200)
    response.headers["Content-Type"] = HEADER
    return response


def of_parsel():
    return pytest.importorskip("parsel").Selector(text=HTML)


def of_lxml():
    return pytest.importorskip("lxml.html").document_fromstring(HTML, base_url=URL)


def of_lxml_tree():
    return of_lxml().getroottree()


def of_soup():
    return pytest.importorskip("bs4").BeautifulSoup(HTML, "html.parser")


RESPONSES = [of_requests, of_httpx, of_scrapy, of_urllib]
TREES = [of_parsel, of_lxml, of_lxml_tree, of_soup]


@pytest.mark.parametrize("make", RESPONSES + TREES)
def test_it_is_read_like_the_page_that_it_holds(make):
    table, wanted = pagerows.extract(make(), url=URL).table, pagerows.extract(HTML, url=URL).table
    assert table.to_dicts() == wanted.to_dicts()
    assert table.rows[3] == ["Café 3", "3 €"]


@pytest.mark.parametrize("make", [*RESPONSES, of_lxml, of_lxml_tree])
def test_what_knows_its_address_makes_links_absolute(make):
    assert pagerows.extract(make()).table.columns[0].urls[3] == "https://shop.example/3"
    assert pagerows.parse(make(), url="https://other.example/").url == "https://other.example/"


def test_a_part_of_a_tree_is_read_alone():
    tree = pytest.importorskip("lxml.html").document_fromstring(f"<div id=a>{HTML}</div>behind<ul><li>Menu</ul>")
    assert "behind" not in pagerows.parse(tree.get_element_by_id("a")).html
    chosen = pytest.importorskip("parsel").Selector(text=f"{HTML}</ul><p>behind").css("ul")[0]
    assert "behind" not in pagerows.parse(chosen).html
    assert len(pagerows.extract(chosen).table) == 9


async def content_async() -> str:
    return HTML


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            SimpleNamespace(content=content_async, evaluate=print, url=URL),
            r"await pagerows\.extract_async\(page\)",
        ),
        (SimpleNamespace(read=lambda _: None), r"read\(\) gives no bytes or text"),
        (SimpleNamespace(url=URL, headers={}), "cannot parse a SimpleNamespace"),
        (7, "cannot parse a int"),
    ],
    ids=["page of the async API", "nothing to read", "response without body", "number"],
)
def test_what_holds_no_page_is_told(source, said):
    with pytest.raises(pagerows.PageError, match=said):
        pagerows.extract(source)


def test_no_other_library_is_loaded_to_find_out():
    code = (
        "import sys, io, pagerows; pagerows.extract(io.BytesIO(b'<p>x'));"
        "print(*({'lxml', 'bs4', 'parsel', 'httpx', 'requests'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == []
