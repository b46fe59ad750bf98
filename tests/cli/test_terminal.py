"""What people see on a real terminal: progress on the way, and a table that fits."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

PAGE = "<ul>" + "".join(f"<li><h3>Item {n}</h3><p>{n} EUR</p></li>" for n in range(9)) + "</ul>"


def on_a_terminal(*arguments: str, cwd: object, columns: int = 80) -> str:
    """Run the command with its output on a pseudo-terminal; return all that was written there."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "NO_COLOR"}}
    environment["TERM"] = "xterm-256color"
    process = subprocess.Popen(
        [sys.executable, "-m", "pagerows", *arguments],
        cwd=cwd,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    written = b""
    try:
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not chunk:
                break
            written += chunk
        assert process.wait(timeout=60) == 0, written.decode()
    finally:
        os.close(ours)
        process.kill()
        process.wait()
    return written.decode()


@pytest.fixture
def pages(tmp_path):
    for n in range(12):
        (tmp_path / f"{n}.html").write_text(PAGE)
    return tmp_path


def test_a_batch_shows_how_far_it_is(pages):
    shown = on_a_terminal("extract", ".", "-o", "out.csv", cwd=pages)
    assert "12/12" in shown
    assert "\x1b[2K" in shown or "\x1b[1A" in shown  # the bar is cleared away when all is done
    assert (pages / "out.csv").read_text().count("Item 0") == 12


def test_tables_on_a_terminal_say_their_page_and_no_bar_stands_between_them(pages):
    shown = on_a_terminal("1.html", "2.html", cwd=pages)
    assert "━" not in shown
    lines = plain(shown)
    assert [line for line in lines if line.endswith(".html")] == ["1.html", "2.html"]
    assert sum("Item 8" in line for line in lines) == 2


def test_a_table_of_one_column_has_the_width_of_the_terminal(tmp_path):
    item = "<li><p>Entry {} is a sentence of many words that goes on until the terminal ends, and then some</p></li>"
    (tmp_path / "one.html").write_text("<ul>" + "".join(map(item.format, range(9))) + "</ul>")
    lines = plain(on_a_terminal("one.html", cwd=tmp_path, columns=90))
    assert [len(line) for line in lines if " Entry " in line] == [88] * 9


def plain(shown: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown).splitlines()


@pytest.mark.parametrize("columns", [60, 120])
def test_a_table_fits_the_terminal(pages, columns):
    shown = on_a_terminal("extract", "0.html", cwd=pages, columns=columns)
    lines = plain(shown)
    assert any("Item 8" in line and "8 EUR" in line for line in lines)
    assert max(map(len, lines)) <= columns
