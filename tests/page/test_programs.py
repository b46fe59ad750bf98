"""Where programs set variables to literals: the kernel, beside a pattern that is tried at every place."""

import random
from html import escape

import pytest

from pagerows.page.data import _VARIABLE, DataSet, read_data
from pagerows.page.data._programs import may_hold_list, settings, telling
from pagerows.page.data.lists import find_lists
from pagerows.page.data.literals import read_literal

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


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": [{}, {}]}}',
        "[{}, 1, {}]",
        '{"a": "{,{,{", "b": \'[{},{},{}\'}',
        '"x"',
        "{a: {}, b: {}}",
        "[[{}], [{}], [{}]]",
    ],
)
def test_what_holds_no_three_objects_beside_each_other_holds_no_list(text):
    assert not may_hold_list(text)
    assert not find_lists([DataSet("json", "", read_literal(text)[0])])
    assert settings(f"var a = {text}; var b = [1];", True) == []


@pytest.mark.parametrize(
    "text",
    ["[{}, {}, {}]", '{"a": {}, "b": {}, "c": {}}', "[/* ' */ {}]", "[`{`]", "[" * 70, "'{}'", "x", '{"a', "\ud800"],
)
def test_what_may_hold_a_list_is_read(text):
    assert may_hold_list(text)


LITERALS = (
    *('{{"n": {0}, "t": "tent {0}"}}',) * 8,
    "{{n: {0}, t: 'it\\'s {0}'}}", "[1, 2]", "'x = {{'", '"a"', "null", "f()", "/x/", "{{}}",
    "function() {{ var q = {{}}; }}",
)  # fmt: skip


def literal(chosen, depth=0):
    """A literal, or nearly one."""
    if depth > 2 or chosen.random() < 0.4:
        return chosen.choice(LITERALS).format(chosen.randrange(999))
    inner = [literal(chosen, depth + 1) for _ in range(chosen.randrange(5))]
    if chosen.random() < 0.5:
        return f"[{', '.join(inner)}]"
    return "{" + ", ".join(f'"k{n}": {one}' for n, one in enumerate(inner)) + "}"


def test_lists_are_found_without_reading_all_data():
    chosen, found = random.Random(2), 0
    for _ in range(1500):
        parts = []
        for number in range(chosen.randrange(1, 6)):
            text = literal(chosen)
            kind = chosen.choice(("var", "json", "ld", "attribute", "items"))
            parts.append(
                {
                    "var": f"<script>f(); var v{number} = {text}; window.w = {literal(chosen)};</script>",
                    "json": f'<script type="application/json">{text}</script>',
                    "ld": f'<script type="application/ld+json">{text}</script>',
                    "attribute": f"<p data-{chosen.choice('ab')}='{escape(text, quote=True)}'>",
                    "items": f"<p itemscope><b itemprop=n>{number}</b><i itemprop=t>text {number}</i></p>",
                }[kind]
            )
        data = read_data("".join(parts))
        lists = data.lists
        assert lists == find_lists(data.sets), parts
        found += bool(lists)
    assert found > 100
