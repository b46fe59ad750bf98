"""The code in README and docs runs, and prints what they say it prints."""

import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pagerows import registry

ROOT = Path(__file__).parents[2]
#: The pages whose examples are whole programs; others show fragments.
WHOLE = (
    "README.md",
    "docs/tutorial.md",
    "docs/methods.md",
    "docs/api.md",
    "docs/schemas.md",
    "docs/whole-lists.md",
    "docs/index.md",
    "docs/how-to.md",
    "docs/plugins.md",
)
PAGES = [ROOT / name for name in WHOLE] + sorted(ROOT.glob("docs/guides/*.md"))
#: Commands that need more than a checkout: corpora, minutes, or the network. Their figures are checked elsewhere.
NEEDS_MORE = re.compile(r"bench|corpora|measure\.py|\bmake\b|\bpip\b|https?://", re.IGNORECASE)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [code for found, code in FENCE.findall(page.read_text("utf-8")) if found == language]


def named(pages: list[Path]) -> list[object]:
    return [pytest.param(page, id=str(page.relative_to(ROOT))) for page in pages]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like the project's, to write into."""
    shutil.copytree(ROOT / "docs" / "demo", tmp_path / "docs" / "demo")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", named([page for page in PAGES if blocks(page, "python")]))
def test_python_in_the_docs_runs(page, project):
    namespace: dict[str, object] = {}
    for code in blocks(page, "python"):
        exec(compile(code, page.name, "exec"), namespace)


@pytest.mark.parametrize("page", named([page for page in PAGES if blocks(page, "console")]))
def test_commands_in_the_docs_print_what_they_say(page, project):
    for block in blocks(page, "console"):
        for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = entry.partition("\n")
            if NEEDS_MORE.search(command):
                continue
            code, printed = on_a_terminal(command)
            assert code == 0, printed
            assert_like(printed, expected)


def on_a_terminal(command: str) -> tuple[int, str]:
    """Run a shell command with a terminal as its standard output; return its exit code and all that it printed.

    rich takes a dumb terminal to be 80 wide unless both its width and its height are set.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ours, theirs = os.openpty()
    run = subprocess.Popen(
        command,
        shell=True,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env={**os.environ, "PATH": path, "COLUMNS": "100", "LINES": "50", "TERM": "dumb"},
    )
    os.close(theirs)
    printed = b""
    try:
        while more := os.read(ours, 65536):
            printed += more
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    _, errors = run.communicate(timeout=120)
    return run.returncode, (printed + errors).decode().replace("\r\n", "\n")


def assert_like(printed: str, expected: str) -> None:
    """Compare line by line; ``...`` stands for anything, white space at the ends counts nothing."""
    lines = [line.strip() for line in printed.strip().splitlines()]
    wanted = [line.strip() for line in expected.strip().splitlines()]
    if wanted and wanted[-1] == "...":  # and so on
        wanted = wanted[:-1]
        lines = lines[: len(wanted)]
    assert len(lines) == len(wanted), printed
    for line, want in zip(lines, wanted, strict=True):
        pattern = ".*".join(re.escape(part.strip()) for part in want.split("..."))
        assert re.fullmatch(pattern.replace(".*", r"\s*.*"), line), f"{line!r} is not {want!r}"


ALL_PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """What links to the headings of a page are called."""
    titles = HEADING.findall(page.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", named(ALL_PAGES))
def test_links_between_the_docs_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        name, _, anchor = target.partition("#")
        if "://" in name:
            continue
        led = (page.parent / name).resolve() if name else page
        assert led.exists(), target
        if anchor:
            assert anchor in anchors(led), target


@pytest.mark.parametrize("page", named(ALL_PAGES))
def test_files_that_the_docs_name_exist(page):
    """Files of the project, by their place in the checkout or in the package; ``*`` stands for any name."""
    for name in re.findall(r"`([\w./*-]+/[\w./*-]*\.(?:py|toml|json|md|css|js))`", page.read_text("utf-8")):
        if not name.startswith(("../", ".bench/")):
            assert any(list(top.glob(name)) for top in (ROOT, ROOT / "src", ROOT / "src" / "pagerows", page.parent)), (
                name
            )


@pytest.mark.parametrize("page", named([*ALL_PAGES, ROOT / "CHANGELOG.md"]))
def test_lists_begin_behind_an_empty_line_without_which_the_site_runs_them_together(page):
    lines = FENCE.sub("", page.read_text("utf-8")).splitlines()
    item = re.compile(r"(-|\d+\.) ")
    pairs = itertools.pairwise(lines)
    assert not [
        line for last, line in pairs if item.match(line) and last.strip() and not re.match(r"\s|(-|\d+\.) ", last)
    ]


@pytest.mark.parametrize("method", registry.names("regions"))
def test_every_method_has_a_page_that_the_index_links_to(method):
    assert f"(methods/{method}.md)" in (ROOT / "docs" / "methods.md").read_text("utf-8")


def test_tests_that_the_docs_name_exist():
    named, missing = 0, []
    for line in (ROOT / "docs/reliability.md").read_text("utf-8").splitlines():
        file = ""
        for found in re.finditer(r"`([\w/]+\.py)?::(test_\w+)`", line):
            file, named = found[1] or file, named + 1
            if f"def {found[2]}(" not in (ROOT / "tests" / file).read_text("utf-8"):
                missing.append(found[0])
    assert named > 40
    assert not missing
