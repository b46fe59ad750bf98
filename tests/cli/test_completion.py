"""What Tab gives, asked of the shell itself."""

import shutil
import subprocess

import pytest

from pagerows.cli import main


def completed(script, *words, shell="bash"):
    """The answers that bash has for the last word."""
    given = " ".join(f"'{word}'" for word in words)
    asked = f"COMP_WORDS=({given}); COMP_CWORD={len(words) - 1}; _pagerows; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    line = f"{script}\n{asked}"
    return subprocess.run([shell, "-c", line], capture_output=True, text=True, check=True, timeout=60).stdout.split()


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert main(["completion", "bash"]) == 0
    return printed.getvalue()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("pagerows", "ext"), {"extract"}),
        (("pagerows", "extract", "--scri"), {"--scripts"}),
        (("pagerows", "page.html", "--colu"), {"--columns"}),
        (("pagerows", "completion", "--he"), {"--help"}),
    ],
    ids=["command", "option", "option of the command that is left out", "help"],
)
def test_the_shell_completes_commands_and_options(script, words, wanted):
    assert set(completed(script, *words)) == wanted


def test_values_of_options_are_completed(script):
    assert "parquet" in completed(script, "pagerows", "extract", "--format", "par")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_read_their_script(shell, capsys):
    assert main(["completion", shell]) == 0
    printed = capsys.readouterr().out
    assert "extract" in printed
    assert "scripts" in printed
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=printed, text=True, check=True, timeout=60)
