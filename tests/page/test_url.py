"""An address as a source: fetched because the caller says so, and never because a text looks like one."""

import asyncio
import http.server
import pickle
import threading

import pytest

import pagerows

ITEMS = "".join(f"<li><h3><a href={n}>Item {n}</a></h3><p>{n} kg</p></li>" for n in range(9))


@pytest.fixture
def site():
    """The address of a list on this machine, and what was asked of it."""

    asked = []

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers.get("X-Own")))
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<title>Shop</title><ul>{ITEMS}</ul>".encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


def test_an_address_that_is_called_one_is_fetched(site):
    address, asked = site
    found = pagerows.extract(pagerows.URL(f"{address}/list", headers={"X-Own": "y"}))
    assert found.table.rows[8] == ["Item 8", "8 kg"]
    assert found.table.columns[0].urls[8] == f"{address}/8"
    assert found.page.now is not None
    assert asked == [("/list", "y")]


def test_a_text_that_is_an_address_is_never_fetched(site):
    address, asked = site
    for text in (address, f" {address} ", f"{address}/list.html"):
        with pytest.raises(pagerows.PageError, match=r"give a Path for a file, pagerows\.URL\(address\) for a URL"):
            pagerows.extract(text)
    assert pagerows.extract(f"<p>{address}").regions == []
    assert asked == []


def test_nothing_is_fetched_before_it_is_read(site):
    address, asked = site
    assert repr(pagerows.URL(address, timeout=5)) == f"URL({address!r}, timeout=5)"
    assert asked == []


def test_options_are_those_of_fetch_and_others_are_told_at_once():
    with pytest.raises(pagerows.ParameterError, match=r"no option tiemout; there are timeout, max_bytes, .*headers"):
        pagerows.URL("http://a.example/", tiemout=5)
    with pytest.raises(pagerows.ParameterError, match="give the address as a str"):
        pagerows.URL(7)


@pytest.mark.parametrize("read", [pagerows.parse, pagerows.extract, pagerows.learn], ids=["parse", "extract", "learn"])
def test_addresses_that_are_not_public_are_refused_where_that_is_asked_for(site, read):
    address, asked = site
    with pytest.raises(pagerows.BlockedAddress):
        read(pagerows.URL(address, public_only=True))
    assert asked == []


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://a.example/", "", "a.example", "http://a b/"])
def test_what_is_no_address_of_a_page_is_a_fetch_error(address):
    with pytest.raises(pagerows.FetchError):
        pagerows.extract(pagerows.URL(address))


@pytest.mark.parametrize("options", [{}, {"workers": 2}, {"workers": 2, "processes": True}], ids=str)
def test_many_addresses_are_read_in_order(site, options):
    address, _ = site
    sources = [pagerows.URL(f"{address}/{n}") for n in range(3)]
    assert pickle.loads(pickle.dumps(sources)) == sources
    assert [found.page.url for found in pagerows.extract_many(sources, **options)] == [url.address for url in sources]


def test_an_event_loop_goes_on_while_pages_are_fetched_and_read(site):
    address, _ = site

    async def both():
        sources = [pagerows.URL(f"{address}/{n}") for n in range(2)]
        return await asyncio.gather(*(pagerows.extract_async(source, want=["title"]) for source in sources))

    assert [found.table.rows[8] for found in asyncio.run(both())] == [["Item 8"], ["Item 8"]]


@pytest.mark.browser
def test_a_rendered_address_loads_from_its_own_origin_and_keeps_to_public_ones_if_asked(site, chromium):
    address, asked = site
    assert pagerows.extract(pagerows.URL(address), render=True).page.rendered
    with pytest.raises(pagerows.BlockedAddress):
        pagerows.render(pagerows.URL(address, public_only=True))
    assert [path for path, _ in asked] == ["/"]


@pytest.mark.browser
def test_what_a_page_loads_is_bound_by_the_public_only_of_its_address(monkeypatch):
    from pagerows.page.rendered import document

    monkeypatch.setattr(pagerows.URL, "fetched", lambda self: pagerows.Fetched(self.address, b"<p>x"))
    read = document.read_document(pagerows.URL("http://a.example/", public_only=True), None, None)
    assert document.policy_of(read, ()).public_only
    read = document.read_document(pagerows.URL("http://a.example/"), None, None)
    assert not document.policy_of(read, ()).public_only
