"""Where programs set variables to literals: the kernel, beside a pattern that is tried at every place."""

import random

import pytest

from pagerows.page.data import _VARIABLE
from pagerows.page.data._programs import settings

PIECES = (
    *(
        "window",
        "self",
        "globalThis",
        "var",
        "let",
        "const",
        ".",
        "[",
        "]",
        "'",
        '"',
        "=",
        "==",
        "{",
        "(",
        "JSON.parse(",
    ),
    *(" ", "\n", "\x1c", "\u00a0", "a", "_b$1", "é", "日本", ";", ",", "/", "1", "x.y"),
    *("window.a = {", "var b=[", "self['c'] = ("),
)


def tried(program: str) -> list[int]:
    """Where the pattern matches, tried at every place."""
    return [at for at in range(len(program)) if _VARIABLE.match(program, at)]


@pytest.mark.parametrize(
    "program",
    [
        *("", "=", "a={", "var a={", "  window . a = [", "window [ 'a' ] = (", "mywindow.a={", "myvar a={", "a.b={"),
        *("var\ta\n=\n'x'", "var a = b = {", "window.a = window.b = [", "é; var é = {", "var a=JSON.parse("),
        *("var a=JSON.pars(", "self[a]={", "''] = {"),
    ],
)
def test_all_settings_of_a_variable_are_found(program):
    assert [at for at in settings(program) if _VARIABLE.match(program, at)] == tried(program)


def test_all_settings_are_found_in_programs_of_any_kind():
    chosen = random.Random(33)
    for _ in range(3000):
        program = "".join(chosen.choices(PIECES, k=chosen.randrange(30)))
        found = settings(program)
        assert found == sorted(found)
        missed = set(tried(program)) - set(found)
        assert not missed, (program, missed)
