"""Fetching, against servers on this machine only: every failure has its own clear error."""

import contextlib
import gzip
import http.server
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
import zlib

import brotli
import pytest
import zstandard

import pagerows
from pagerows.page import _http, _unpack
from pagerows.page._http import _is_public

PAGE = b"<title>T</title><ul><li>one<li>two</ul>"


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers with what the test put into `routes`: (status, headers, body)."""

    routes: dict = {}  # noqa: RUF012
    seen: list = []  # noqa: RUF012

    def do_GET(self):
        self.seen.append((self.path, dict(self.headers)))
        status, headers, body = self.routes.get(self.path.partition("?")[0], (404, {}, b"nothing"))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    """A web server whose pages a test sets: `server("/x", body, header=...)` gives the URL."""
    handler = type("Own", (Handler,), {"routes": {}, "seen": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as own:
        thread = threading.Thread(target=own.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()

        def serve(path, body=PAGE, *, status=200, **headers):
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            handler.routes[path] = (status, {"Content-Type": "text/html", **named}, body)
            return f"http://127.0.0.1:{own.server_port}{path}"

        serve.seen = handler.seen
        yield serve
        own.shutdown()
        thread.join()


@contextlib.contextmanager
def raw_server(answer):
    """A server that does what `answer(connection)` does."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def run():
            with contextlib.suppress(OSError):
                connection, _ = listener.accept()
                with connection, contextlib.suppress(OSError):
                    connection.recv(65536)
                    answer(connection)

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            listener.close()
            thread.join()


def test_a_page_comes_with_its_url_and_type_and_is_parsed_as_it_is(server):
    url = server(
        "/list", "<meta charset=utf-8><a href=x>é</a>".encode("latin-1"), Content_Type="text/html; charset=latin1"
    )
    got = pagerows.fetch(url)
    assert (got.url, got.content_type) == (url, "text/html; charset=latin1")
    page = pagerows.parse(got)
    assert (page.url, page.encoding, page.nodes.text(0)) == (url, "windows-1252", "é")
    assert page.absolute("x") == url.replace("/list", "/x")


PACKED = {
    "gzip": gzip.compress(PAGE),
    "x-gzip": gzip.compress(PAGE[:9]) + gzip.compress(PAGE[9:]),
    "deflate": zlib.compress(PAGE),
    "deflate, identity": zlib.compress(PAGE)[2:-4],
    "br": brotli.compress(PAGE),
    "zstd": zstandard.compress(PAGE),
    "gzip, br": brotli.compress(gzip.compress(PAGE)),
}


@pytest.mark.parametrize("encoding", PACKED)
def test_packed_bodies_are_unpacked(server, encoding):
    assert pagerows.fetch(server("/", PACKED[encoding], Content_Encoding=encoding)).body == PAGE
    assert server.seen[-1][1]["Accept-Encoding"] == "gzip, deflate, br, zstd"


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_damaged_or_cut_packed_body_is_an_error(server, encoding):
    for broken in (b"no such thing" * 9, PACKED[encoding][:-12]):
        url = server("/", broken, Content_Encoding=encoding)
        with pytest.raises(pagerows.FetchError, match=f"{url}: the {encoding} body is damaged"):
            pagerows.fetch(url)


BOMBS = {
    "gzip": lambda data: gzip.compress(data),
    "deflate": lambda data: zlib.compress(data),
    "br": lambda data: brotli.compress(data, quality=5),
    "zstd": lambda data: zstandard.compress(data),
}


@pytest.mark.parametrize("encoding", BOMBS)
def test_a_small_body_that_unpacks_to_a_huge_one_is_stopped_at_the_limit(server, encoding):
    bomb = BOMBS[encoding](bytes(40_000_000))
    assert len(bomb) < 100_000
    assert len(_unpack.unpack(bomb, encoding, 200_000)) == 200_001
    url = server("/", bomb, Content_Encoding=encoding)
    with pytest.raises(pagerows.FetchError, match="more than 200,000 bytes"):
        pagerows.fetch(url, max_bytes=200_000)


def test_an_unknown_packing_and_too_many_layers_are_errors(server):
    with pytest.raises(pagerows.FetchError, match="packed with 'rot13'"):
        pagerows.fetch(server("/", Content_Encoding="rot13"))
    with pytest.raises(pagerows.FetchError, match="packed 4 times over"):
        pagerows.fetch(server("/", Content_Encoding="gzip, gzip, gzip, gzip"))


def test_a_body_packed_for_a_missing_library_names_the_extra(server, monkeypatch):
    monkeypatch.setitem(sys.modules, "brotli", None)
    with pytest.raises(pagerows.MissingExtra, match=r"pagerows\[fetch\]"):
        pagerows.fetch(server("/", PACKED["br"], Content_Encoding="br"))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_and_the_last_url_counts(server, status):
    end = server("/shop/end-%C3%A4")
    start = server("/start", b"", status=status, Location="shop/end-ä".encode().decode("latin-1"))
    got = pagerows.fetch(start)
    assert got.body == PAGE
    assert got.url == end.replace("%C3%A4", "ä")


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ("file:///etc/passwd", "cannot fetch file:; give an http or https URL"),
        ("ftp://example.org/", "cannot fetch ftp:"),
        ("/a", "redirects in a circle"),
        ("http://[::1/", "not a valid URL"),
    ],
)
def test_redirects_that_lead_nowhere_are_errors(server, location, message):
    with pytest.raises(pagerows.FetchError, match=message):
        pagerows.fetch(server("/a", b"", status=302, Location=location))


def test_redirects_without_end_or_without_place_are_errors(server):
    for number in range(7):
        url = server(f"/{number}", b"", status=302, Location=f"/{number + 1}")
    with pytest.raises(pagerows.FetchError, match="more than 5 redirects"):
        pagerows.fetch(url.replace("/6", "/0"), max_redirects=5)
    with pytest.raises(pagerows.FetchError, match="status 302 without a Location"):
        pagerows.fetch(server("/x", b"", status=302))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("file:///etc/passwd", "cannot fetch file:"),
        ("example.com/list", "cannot fetch this; give an http or https URL"),
        ("javascript:alert(1)", "cannot fetch javascript:"),
        ("http://", "it has no host"),
        ("http://example.com:99999/", "not a valid URL"),
        ("http://example.com:0/", "port 0"),
        ("http://user:secret@example.com/", "Authorization"),
        ("http://" + "a" * 70 + ".example/", "not a valid host name"),
    ],
)
def test_what_is_no_http_url_is_refused(url, message):
    with pytest.raises(pagerows.FetchError, match=message):
        pagerows.fetch(url)


def test_an_error_status_is_an_error(server):
    with pytest.raises(pagerows.FetchError, match="the server answered 404 Not Found"):
        pagerows.fetch(server("/") + "none")
    with pytest.raises(pagerows.FetchError, match="the server answered 503"):
        pagerows.fetch(server("/busy", b"later", status=503))


def test_other_types_are_refused_unless_asked_for(server):
    url = server("/a.pdf", b"%PDF", Content_Type="application/pdf")
    with pytest.raises(pagerows.FetchError, match="sent application/pdf, not a web page"):
        pagerows.fetch(url)
    assert pagerows.fetch(url, any_type=True).body == b"%PDF"
    assert pagerows.fetch(server("/x", Content_Type="")).body == PAGE


def test_a_body_over_the_limit_is_refused_by_its_length_and_by_its_bytes(server):
    url = server("/", b"x" * 5000)
    with pytest.raises(pagerows.FetchError, match="has 5,000 bytes, more than the 1,000"):
        pagerows.fetch(url, max_bytes=1000)
    assert len(pagerows.fetch(url, max_bytes=5000).body) == 5000

    def endless(connection):
        connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    with raw_server(endless) as url, pytest.raises(pagerows.FetchError, match="more than the 100,000 bytes"):
        pagerows.fetch(url, max_bytes=100_000)


seen = threading.Event()


def silent(connection):
    seen.wait(60)


def trickling(start):
    def send(connection):
        connection.sendall(start)
        for _ in range(1200):
            connection.sendall(b"x")
            if seen.wait(0.05):
                return

    return send


@pytest.mark.parametrize(
    "answer",
    [silent, trickling(b"HTTP/1.1 200 OK\r\nX: "), trickling(b"HTTP/1.1 200 OK\r\n\r\n")],
    ids=["silent", "slow headers", "slow body"],
)
def test_a_slow_server_cannot_hold_us_longer_than_the_timeout(answer):
    seen.clear()
    with raw_server(answer) as url:
        start = time.monotonic()
        try:
            with pytest.raises(pagerows.FetchTimeout, match="in time"):
                pagerows.fetch(url, timeout=0.4)
            assert time.monotonic() - start < 30  # the servers go on for a minute; a busy machine takes seconds
        finally:
            seen.set()


def test_a_name_server_that_keeps_silent_cannot_hold_us(monkeypatch):
    def silent_resolver(*_, **__):
        time.sleep(0.5)
        raise OSError("too late")

    monkeypatch.setattr(_http.socket, "getaddrinfo", silent_resolver)
    with pytest.raises(pagerows.FetchTimeout, match="not resolved in time"):
        pagerows.fetch("http://slow.example/", timeout=0.2)


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", "broke with 96 bytes missing"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "broke before the page was whole"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n", "broke before the page was whole"),
        (b"SSH-2.0-OpenSSH_9\r\n", "does not speak HTTP: BadStatusLine"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70000 + b"\r\n\r\n", "does not speak HTTP: LineTooLong"),
        (b"", "does not speak HTTP: RemoteDisconnected"),
    ],
)
def test_servers_that_break_off_or_speak_nonsense_are_errors(sent, message):
    with raw_server(lambda c: c.sendall(sent)) as url, pytest.raises(pagerows.FetchError, match=message):
        pagerows.fetch(url)


def test_a_closed_port_and_an_unknown_name_are_errors(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(pagerows.FetchError, match="no connection: Connection refused"):
        pagerows.fetch(f"http://127.0.0.1:{port}/")

    def unknown(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(_http.socket, "getaddrinfo", unknown)
    with pytest.raises(pagerows.FetchError, match=r"the name none\.example cannot be resolved: Name or service"):
        pagerows.fetch("http://none.example/")


def test_no_private_or_loopback_address_is_asked_when_only_public_ones_may_be(server):
    url = server("/")
    for blocked in (url, url.replace("127.0.0.1", "localhost"), url.replace("127.0.0.1", "2130706433")):
        with pytest.raises(pagerows.BlockedAddress, match="not a public address"):
            pagerows.fetch(blocked, public_only=True)
    assert not server.seen


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fc00::1", "fe80::1%eth0", "ff02::1"),
        *("::ffff:10.0.0.1", "::127.0.0.1", "2002:7f00:1::", "64:ff9b::a00:1"),
    ],
)
def test_special_addresses_are_not_public(address):
    assert not _is_public(address)


def resolver(monkeypatch, *answers):
    """Let names resolve to these addresses, one list per question; connections go to this machine all the same."""
    asked, connected = iter(answers), []

    def getaddrinfo(host, port, **_):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in next(asked)]

    def create_connection(target, timeout):
        connected.append(target[0])
        own = socket.socket()
        own.settimeout(timeout)
        own.connect(("127.0.0.1", target[1]))
        return own

    monkeypatch.setattr(_http.socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(_http.socket, "create_connection", create_connection)
    return connected


def test_the_connection_goes_to_the_address_that_was_checked(server, monkeypatch):
    """A name server that answers 127.0.0.1 the second time (DNS rebinding) is not asked a second time."""
    url = server("/").replace("127.0.0.1", "shop.example")
    connected = resolver(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])
    assert pagerows.fetch(url, public_only=True).body == PAGE
    assert connected == ["93.184.215.14"]
    assert server.seen[0][1]["Host"].startswith("shop.example:")


def test_redirects_are_checked_too(server, monkeypatch):
    port = server("/").rpartition(":")[2].strip("/")
    url = server("/", b"", status=302, Location=f"http://inner.example:{port}/").replace("127.0.0.1", "shop.example")
    connected = resolver(monkeypatch, ["93.184.215.14"], ["10.0.0.7"])
    with pytest.raises(pagerows.BlockedAddress, match=r"inner.example is at 10\.0\.0\.7"):
        pagerows.fetch(url, public_only=True)
    assert connected == ["93.184.215.14"]


def test_a_name_with_a_private_address_among_public_ones_is_blocked(monkeypatch):
    resolver(monkeypatch, ["93.184.215.14", "192.168.0.1"])
    with pytest.raises(pagerows.BlockedAddress):
        pagerows.fetch("http://shop.example/", public_only=True)


def test_the_next_address_is_tried_when_one_does_not_answer(server, monkeypatch):
    url = server("/").replace("127.0.0.1", "shop.example")
    resolver(monkeypatch, ["93.184.215.14", "93.184.215.15"])
    connect, tried = _http.socket.create_connection, []

    def first_fails(target, timeout):
        tried.append(target[0])
        if len(tried) == 1:
            raise ConnectionRefusedError(111, "Connection refused")
        return connect(target, timeout)

    monkeypatch.setattr(_http.socket, "create_connection", first_fails)
    assert pagerows.fetch(url).body == PAGE
    assert tried == ["93.184.215.14", "93.184.215.15"]


def test_a_host_with_letters_beyond_ascii_is_asked_by_its_ascii_name(server, monkeypatch):
    resolver(monkeypatch, ["93.184.215.14"])
    pagerows.fetch(server("/").replace("127.0.0.1", "bücher.example") + "?q=a b")
    path, headers = server.seen[0]
    assert headers["Host"].startswith("xn--bcher-kva.example:")
    assert path == "/?q=a%20b"


def test_own_headers_are_sent(server):
    pagerows.fetch(server("/"), headers={"User-Agent": "me", "Cookie": "a=b"})
    assert server.seen[0][1]["User-Agent"] == "me"
    assert server.seen[0][1]["Cookie"] == "a=b"


def test_a_server_without_tls_or_with_an_unknown_certificate_is_an_error(server, tmp_path):
    with pytest.raises(pagerows.FetchError, match="no secure connection"):
        pagerows.fetch(server("/").replace("http:", "https:"))
    if not shutil.which("openssl"):
        pytest.skip("no openssl to make a certificate with")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["-keyout", str(key), "-out", str(certificate), "-days", "1", "-subj", "/CN=127.0.0.1"]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer():
            connection, _ = listener.accept()
            with connection, contextlib.suppress(OSError):
                context.wrap_socket(connection, server_side=True).close()

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(pagerows.FetchError, match="certificate is not valid: self-signed"):
            pagerows.fetch(f"https://127.0.0.1:{listener.getsockname()[1]}/")
        thread.join()


def test_a_redirect_to_another_site_does_not_take_the_secrets_along(server, monkeypatch):
    port = server("/end").split(":")[2].partition("/")[0]
    own = server("/own", b"", status=302, Location=f"http://other.example:{port}/end")
    start = server("/start", b"", status=302, Location="/own")
    assert own
    resolver(monkeypatch, ["127.0.0.1"], ["127.0.0.1"], ["127.0.0.1"])
    pagerows.fetch(start, headers={"Authorization": "Basic x", "X-Own": "y"})
    assert [headers.get("Authorization") for _, headers in server.seen] == ["Basic x", "Basic x", None]
    assert [headers.get("X-Own") for _, headers in server.seen] == ["y", "y", None]


def test_an_event_loop_is_not_blocked(server):
    import asyncio

    async def both():
        return await asyncio.gather(pagerows.fetch_async(server("/a")), pagerows.fetch_async(server("/b")))

    assert [got.body for got in asyncio.run(both())] == [PAGE, PAGE]
