"""What Tab gives, asked of the shell itself."""

import contextlib
import io
import os
import pty
import select
import shutil
import subprocess
import time

import pytest

from pagerows.cli import main

#: What is typed, and the word that Tab makes of its last one.
TYPED = {
    "command": ("pagerows ext", "extract"),
    "option": ("pagerows extract --scri", "--scripts"),
    "option of the command that is left out": ("pagerows page.html --colu", "--columns"),
    "value of an option": ("pagerows extract --format parq", "parquet"),
    "value where the command is left out": ("pagerows page.html --method signa", "signal"),
    "action of a command": ("pagerows bench gat", "gate"),
    "option of an action": ("pagerows bench gate --metho", "--method"),
    "value of an option of an action": ("pagerows bench gate --method signa", "signal"),
    "shell": ("pagerows completion fis", "fish"),
    "file": ("pagerows extract pag", "page.html"),
    "help": ("pagerows completion --he", "--help"),
}
typed = pytest.mark.parametrize(("line", "wanted"), TYPED.values(), ids=TYPED.keys())


def script_for(shell: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert main(["completion", shell]) == 0
    return printed.getvalue()


@pytest.fixture
def beside_a_page(tmp_path, monkeypatch):
    (tmp_path / "page.html").write_text("<p>x")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@typed
def test_bash_completes(beside_a_page, line, wanted):
    words = " ".join(f"'{word}'" for word in line.split())
    asked = f"COMP_WORDS=({words}); COMP_CWORD={len(line.split()) - 1}; _pagerows; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(
        ["bash", "-c", f"{script_for('bash')}\n{asked}"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == [wanted]


@pytest.mark.skipif(not shutil.which("fish"), reason="no fish")
@typed
def test_fish_completes(beside_a_page, line, wanted):
    (beside_a_page / "pagerows.fish").write_text(script_for("fish"), encoding="utf-8")
    asked = f"source pagerows.fish; complete -C '{line}'"
    done = subprocess.run(["fish", "-c", asked], capture_output=True, text=True, check=True, timeout=60)
    assert wanted in {said.partition("\t")[0] for said in done.stdout.splitlines()}


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh")
def test_zsh_completes(beside_a_page):
    (beside_a_page / "_pagerows").write_text(script_for("zsh"), encoding="utf-8")
    with at_zsh(f"fpath=({beside_a_page} $fpath); autoload -U compinit; compinit -u -D") as press:
        for line, wanted in TYPED.values():
            assert wanted in press(f"{line}\t", wanted), line


@contextlib.contextmanager
def at_zsh(start: str):
    """A zsh on a terminal: what is pressed is answered with what is shown, up to a text that is waited for."""
    child, screen = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb")
        os.execlp("zsh", "zsh", "-f", "-i")

    def press(keys: str, wanted: str) -> str:
        os.write(screen, keys.encode())
        shown, until = "", time.monotonic() + 30
        while wanted not in shown and time.monotonic() < until:
            if select.select([screen], [], [], 0.1)[0]:
                shown += os.read(screen, 65536).decode(errors="replace").replace("\a", "")
        os.write(screen, b"\x15")  # takes the line back
        return shown

    try:
        press(f"{start}; echo rea''dy\n", "ready")
        yield press
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(screen)
