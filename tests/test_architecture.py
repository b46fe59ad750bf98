"""The house stays in order: data flows one way, stages know values and pages but not each other, names are public."""

import ast
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import pagerows
from pagerows import registry

SOURCE = Path(pagerows.__file__).parent
SHOP = Path(__file__).parents[1] / "docs/demo/shop.html"
#: In the order in which a page walks through them.
STAGES = ("page", "prune", "regions", "content", "align", "tidy", "columns", "export")
#: What any stage may know: values, errors, the registry, and helpers that are no stage themselves.
COMMON = {
    "later",
    "plain",
    "_arrays",
    "values",
    "errors",
    "plugins",
    "registry",
    "page",
    "trees",
    "attributes",
    "cells",
    "forms",
    "measures",
    "models",
    "objects",
    "unique",
    "visual",
    "vocabulary",
    "phrases",
    "patterns",
}


def imports(path: Path) -> set[tuple[str, bool]]:
    """The modules of pagerows that a file imports, below the package, and whether at run time."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "pagerows":
            below = node.module.split(".")[1:]
            names = [below[0]] if below else [alias.name for alias in node.names]
            found |= {(name, id(node) not in typing_only) for name in names}
        elif isinstance(node, ast.Import):
            found |= {(a.name.split(".")[1], True) for a in node.names if a.name.startswith("pagerows.")}
    return found


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_imports_values_and_pages_but_no_other_stage(stage):
    wrong = []
    for path in sorted((SOURCE / stage).rglob("*.py")):
        for name, at_run_time in imports(path):
            inner = (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").exists()
            known = name in COMMON or name == stage
            if inner and at_run_time and not known:
                wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not wrong


def test_pages_know_nothing_of_what_comes_after_them():
    used = {name for path in (SOURCE / "page").rglob("*.py") for name, at_run_time in imports(path) if at_run_time}
    assert used <= {"page", "errors", "patterns", "later", "plain", "_arrays"}, used


@pytest.mark.parametrize("module", ["values", "errors", "trees"])
def test_values_and_helpers_know_no_stage_but_the_page(module):
    names = {name for name, at_run_time in imports(SOURCE / f"{module}.py") if at_run_time}
    # `_values` is compiled, and knows nothing; Table.to_pandas asks export when it is called.
    assert names <= {"page", "errors", "export", "_values", "later", "plain"}, names


def test_the_network_is_used_in_three_places_only():
    wanted = {"socket", "http", "urllib.request", "requests", "httpx", "urllib3"}
    users = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
            if any(name == want or name.startswith(f"{want}.") for name in names for want in wanted):
                users.add(str(path.relative_to(SOURCE)))
    # What asks for pages, what the browser asks through, and what others ask (`pagerows serve`).
    network = {"page/_http.py", "page/rendered/proxy.py", "serve/listening.py"}
    assert users <= network | {"processes.py"}, users  # the lines to workers are sockets as well


def modules() -> list[str]:
    return sorted(m.name for m in pkgutil.walk_packages(pagerows.__path__, "pagerows.") if "__main__" not in m.name)


def test_every_name_in_all_exists_is_sorted_and_is_there_once():
    assert pagerows.__all__ == sorted(
        pagerows.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    for module in ["pagerows", *modules()]:
        try:
            found = import_module(module)
        except (ImportError, pagerows.MissingExtra) as error:
            pytest.skip(f"{module}: {error}")
        names = getattr(found, "__all__", [])
        assert len(set(names)) == len(names), module
        assert all(hasattr(found, name) for name in names), module


def test_the_public_names_are_what_the_package_shows():
    for name in pagerows.__all__:
        getattr(pagerows, name)  # loaded when it is first asked for
    shown = {
        name
        for name in dir(pagerows)
        if not name.startswith("_") and getattr(getattr(pagerows, name), "__module__", "").startswith("pagerows")
    }
    assert shown == {name for name in pagerows.__all__ if not name.startswith("_")} - {"registry"}


@pytest.mark.parametrize(("package", "kind"), [("regions", "METHOD"), ("align", "ALIGNER"), ("content", "DETECTOR")])
def test_every_part_is_found_by_its_own_name(package, kind):
    for name in registry.names(package):
        assert registry.part(package, name).name == name


def test_modules_stay_short():
    long = {
        str(path.relative_to(SOURCE)): lines
        for path in SOURCE.rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 460
    }
    assert not long


@pytest.mark.parametrize("name", ["crawlee", "dlt", "duckdb", "scrapy", "scrapy_poet"])
def test_what_joins_us_with_another_library_stays_thin(name):
    assert len((SOURCE / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= 80


def test_importing_the_package_loads_nothing_until_a_name_is_asked_for():
    code = (
        "import sys, pagerows; assert 'numpy' not in sys.modules; pagerows.parse('<p>x'); "
        "late = ('turbohtml', 'http.client', 'pagerows.page.rendered', 'numpy', 'inspect'); "
        "print(*[name for name in late if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == []


def test_the_version_is_told_without_loading_a_command():
    code = (
        "import sys; from pagerows.cli import main\ntry: main(['--version'])\n"
        "except SystemExit: print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["pagerows", pagerows.__version__, "False"]


def test_a_module_does_not_hide_the_public_name_that_it_shares():
    import_module("pagerows.follow")
    assert callable(pagerows.follow)


def test_every_public_name_is_there_and_every_other_name_is_an_error():
    assert sorted(pagerows.__all__) == sorted([*pagerows._MODULE_OF, "__version__"])
    assert all(getattr(pagerows, name) is not None for name in pagerows.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nosuch'"):
        _ = pagerows.nosuch


def test_commands_write_to_standard_error_in_one_place_which_filters_what_a_terminal_would_obey():
    writes = re.compile(r"file=sys\.stderr|sys\.stderr\.write|stderr\.buffer")
    writers = {path.name for path in (SOURCE / "cli").rglob("*.py") if writes.search(path.read_text(encoding="utf-8"))}
    assert writers == {"_say.py"}


@pytest.mark.parametrize("method", ["auto", "signal"])
def test_a_plain_page_is_read_without_numpy(method):
    """To import it takes longer than to read the page, typed and named columns and lines of JSON included."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import pagerows; from pathlib import Path\n"
        f"table = pagerows.extract(Path({str(SHOP)!r}), method={method!r}).table\n"
        "print(len(table.rows), len(table.all_columns))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    rows, columns = map(int, done.stdout.split())
    assert rows == 14
    assert columns >= 9
