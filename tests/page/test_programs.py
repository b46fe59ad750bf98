"""Where programs set variables to literals: the kernel, beside a pattern that is tried at every place."""

import random

import pytest

from pagerows.page.data import _VARIABLE
from pagerows.page.data._programs import settings, telling

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


def test_only_scripts_that_may_hold_data_are_told():
    chosen, push = random.Random(34), "self.push("
    types = (None, "", "text/javascript", "module", "application/ld+JSON", "text/template", "application/json")
    texts = ("", "f(1)", "var a = {}", f"{push}1)", f" \n{push}'var a = {{'); var b = [", "é; var d=[")
    texts += (f"f(); {push}1); let c = '",)
    for _ in range(500):
        scripts = [
            ((("id", chosen.choice((None, "x"))), ("type", chosen.choice(types))), chosen.choice(texts))
            for _ in range(4)
        ]
        most, expected = chosen.choice((20, 1000)), []
        left = most
        for attributes, text in scripts:
            kind, name = (dict(attributes)["type"] or "").lower(), dict(attributes)["id"] or ""
            left -= len(text)
            if left < 0:
                continue
            if "json" in kind:
                expected.append((kind, name, text, None, []))
            elif kind in ("", "text/javascript", "module"):
                pushes = [at for at in range(len(text)) if text.startswith(push, at)]
                places = [] if text.lstrip().startswith(push) else settings(text)
                expected += [(kind, name, text, pushes, places)] if pushes or places else []
        assert telling(scripts, most, push) == expected
