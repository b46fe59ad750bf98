"""The command itself: help, version, methods."""

import pagerows as package
from pagerows import registry


def test_the_version_is_the_package_version(pagerows):
    assert pagerows("--version").stdout == f"pagerows {package.__version__}\n"


def test_help_names_every_command_and_has_examples(pagerows):
    assert "extract" in pagerows("--help").stdout
    assert "examples:\n  pagerows extract page.html" in pagerows("extract", "--help").stdout


def test_methods_are_listed_with_paper_and_needs(pagerows):
    text = pagerows("methods").stdout
    for name in registry.names("regions"):
        assert f"\n{name} " in f"\n{text}"


def test_without_a_command_it_is_wrong_use(pagerows):
    assert pagerows().returncode == 2
