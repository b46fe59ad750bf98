"""The wheel installs in a fresh environment and works there with the core's dependencies alone."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "docs" / "demo" / "shop.html"


def run(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command], capture_output=True, encoding="utf-8", timeout=600, **options
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for all Pythons, built from a copy of what is shipped; other tests run what is built for theirs.

    Without an environment of its own for the build (`make setup` has one): there all of Cython would be newer than the
    C that it wrote, and be asked to write it again. Without optimising, which is not what is tested here.
    """
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    quickly_built = os.environ | {"PAGEROWS_ABI3": "1", "CFLAGS": "-O0"}
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, source]
    done = run(*build, env=quickly_built)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The folder of commands of a fresh environment with the wheel and nothing but what it needs."""
    fresh = wheel.parent / "fresh"
    commands = fresh / "bin"
    uv = shutil.which("uv", path=str(Path(sys.executable).parent))
    assert run(sys.executable, "-m", "venv", "--without-pip" if uv else "--upgrade-deps", fresh).returncode == 0
    install = [uv, "pip", "install", "--python", commands / "python"] if uv else [commands / "pip", "install"]
    done = run(*install, wheel)
    assert done.returncode == 0, done.stderr
    return commands


def test_one_wheel_of_a_platform_serves_all_pythons(wheel):
    assert "-cp311-abi3-" in wheel.name


def test_the_wheel_holds_what_the_program_reads(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    built = ("export/report/report.css", "export/report/report.js", "serve/frame.js")
    page = tuple(f"serve/static/{name}" for name in ("index.html", "app.js", "app.css", "icon.svg"))
    for part in ("py.typed", "models/auto.json", *built, *page):
        assert f"pagerows/{part}" in names
    for kernel in ("page/_parser", "models/_descent"):
        assert [
            name for name in names if name.startswith(f"pagerows/{kernel}.") and not name.endswith((".pyx", ".pyi"))
        ]
    assert not [name for name in names if name.startswith("tests/")]


def test_a_fresh_install_extracts_inspects_and_lists_methods(installed, tmp_path):
    done = run(installed / "pagerows", "extract", DEMO, cwd=tmp_path)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 15), done.stderr
    done = run(installed / "pagerows", "inspect", DEMO, "-o", "report.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Heron Trail Tent" in (tmp_path / "report.html").read_text("utf-8")
    done = run(installed / "pagerows", "methods")
    assert done.returncode == 0, done.stderr
    assert "signal" in done.stdout


def test_a_missing_extra_is_named_with_the_way_to_get_it(installed, tmp_path):
    for format_ in ("xlsx", "parquet"):
        done = run(installed / "pagerows", "extract", DEMO, "-o", f"rows.{format_}", cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr.endswith("pip install 'pagerows[formats]'\n")
        assert list(tmp_path.iterdir()) == []
