"""The built files of the web page and the report are those of the sources in frontend/."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
PACKAGE = ROOT / "src" / "pagerows"
AGAIN = "run `npm ci && npm run build` in frontend/ and commit what it makes"


def fingerprint() -> str:
    """What build.mjs writes beside the built files: the sources' paths and bytes, hashed."""
    sources = [path.relative_to(FRONTEND).as_posix() for path in (FRONTEND / "src").rglob("*") if path.is_file()]
    whole = hashlib.sha256()
    for path in sorted([*sources, "build.mjs", "package.json", "package-lock.json"]):
        whole.update(f"{path}\n".encode() + (FRONTEND / path).read_bytes() + b"\n")
    return whole.hexdigest()


@pytest.fixture(scope="module")
def npm() -> str:
    """The path of npm; the test is skipped where Node or the packages of frontend/ are absent."""
    found = shutil.which("npm")
    if found is None:
        pytest.skip("no Node.js: the built files are used as they are")
    if not (FRONTEND / "node_modules").is_dir():
        pytest.skip("the packages of frontend/ are not installed: `make frontend`")
    return found


def run(npm: str, *words: str) -> None:
    done = subprocess.run([npm, *words], cwd=FRONTEND, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_built_files_are_not_older_than_their_sources():
    assert (PACKAGE / "serve/static/sources.sha256").read_text().strip() == fingerprint(), AGAIN


def test_building_the_sources_gives_the_built_files_byte_for_byte(npm, tmp_path):
    run(npm, "run", "-s", "build", "--", "--out", str(tmp_path))
    built = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert len(built) >= 8
    shipped = {path: (PACKAGE / path).read_bytes() for path in built}
    different = [str(path) for path in built if built[path] != shipped[path]]
    assert not different, AGAIN


def test_types_and_unit_tests_of_the_sources_pass(npm):
    run(npm, "run", "-s", "check")
    run(npm, "run", "-s", "test")


def test_the_lock_file_records_no_download_addresses_but_a_checksum_for_every_package():
    packages = json.loads((FRONTEND / "package-lock.json").read_text())["packages"]
    assert all("resolved" not in package for package in packages.values())
    assert all("integrity" in package for name, package in packages.items() if name)


@pytest.mark.parametrize("name", ["serve/static/app.js", "serve/frame.js", "export/report/report.js"])
def test_scripts_load_nothing_and_can_stand_inside_a_page(name):
    text = (PACKAGE / name).read_text("utf-8")
    assert "</script" not in text
    assert "<!--" not in text
    # Names of XML's vocabularies, and what is shown as an example; nothing is fetched from another host.
    hosts = {host for host in re.findall(r"https?://([\w.-]+)", text) if not host.endswith(".example")}
    assert hosts <= {"www.w3.org", "schemas.openxmlformats.org"}


def test_no_source_makes_markup_or_code_from_text():
    wrong = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function")
    sources = [path for path in (FRONTEND / "src").rglob("*.ts*") if wrong.search(path.read_text("utf-8"))]
    assert not sources
