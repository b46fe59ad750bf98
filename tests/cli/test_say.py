"""What a page, a server or a file name says reaches the terminal as text, never as an order to it."""

import http.server
import threading

import pytest

from pagerows.cli import main

#: Sets the window's title, rings, clears the screen, turns the text round.
ORDERS = "\x1b]0;pwned\x07\x1b[2J\x9b31m\u202e"


def orders_in(text: str) -> set[str]:
    return {c for c in text if not (c.isprintable() or c == "\n")}


def test_a_file_name_cannot_drive_the_terminal(tmp_path, capsys):
    assert main(["extract", str(tmp_path / f"no{ORDERS}.html")]) != 0
    said = capsys.readouterr().err
    assert "pwned" in said
    assert not orders_in(said)


def test_a_page_that_is_refused_or_doubtful_cannot_drive_the_terminal(tmp_path, capsys):
    page = tmp_path / f"page{ORDERS}.html"
    page.write_text("<title>\x1b[2Jx</title><p>one text</p>")
    assert main(["extract", str(page)]) == 0
    assert not orders_in(capsys.readouterr().err)


@pytest.fixture
def rude_server():
    class Rude(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.wfile.write(f"HTTP/1.1 500 {ORDERS}\r\nContent-Length: 0\r\n\r\n".encode())

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Rude)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_an_answer_cannot_drive_the_terminal(rude_server, capsys):
    assert main(["extract", rude_server, "--retries", "0", "--no-robots"]) != 0
    said = capsys.readouterr().err
    assert "500" in said
    assert not orders_in(said)
