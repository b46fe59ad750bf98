"""The options of the contract tests: which parts are tried."""

from __future__ import annotations

import pytest

__all__ = ["pytest_addoption", "pytest_generate_tests"]

#: Fixture -> the option that names its parts.
_OPTIONS = {f"pagerows_{kind}": f"--pagerows-{kind}" for kind in ("method", "aligner", "exporter")}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare one option a kind of part."""
    group = parser.getgroup("pagerows", "contract tests of pagerows' parts")
    for name, option in _OPTIONS.items():
        group.addoption(option, action="append", default=[], dest=name, metavar="NAME", help="a part to try")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test once per part that was named."""
    for name in _OPTIONS:
        if name in metafunc.fixturenames and not metafunc.definition.get_closest_marker("parametrize"):
            metafunc.parametrize(name, metafunc.config.getoption(name))
