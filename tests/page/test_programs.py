"""Where programs set variables to literals: the kernel, beside a pattern that is tried at every place."""

import random
from html import escape

import pytest

from pagerows.page.data import _VARIABLE, DataSet, read_data
from pagerows.page.data._programs import JSON, JSON_LD, PROGRAM, Carried, may_hold_list, settings
from pagerows.page.data.lists import find_lists
from pagerows.page.data.literals import read_literal
from pagerows.page.html import parsed_rows

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
    chosen, push = random.Random(34), "self.__next_f.push("
    types = (None, "", "text/javascript", "module", "application/ld+JSON", "text/template", "application/json")
    texts = ("", "f(1)", "var a = {}", f"{push}1)", f" \n{push}'var a = {{'); var b = [", "é; var d=[")
    texts += (f"f(); é {push}1); let c = '", f"\xa0{push}1); var a = [")
    for _ in range(500):
        scripts = [(chosen.choice((None, "x")), chosen.choice(types), chosen.choice(texts)) for _ in range(4)]
        most, expected = chosen.choice((20, 1000)), []
        left = most
        for name, kind, text in scripts:
            left -= len(text)
            if left < 0 or not text:
                continue
            if kind and "json" in kind.lower():
                expected.append((JSON_LD if "ld" in kind else JSON, name or "", text, None, None))
            elif kind in (None, "", "text/javascript", "module"):
                pushes = [at for at in range(len(text)) if text.startswith(push, at)]
                places = [] if pushes and text.lstrip().startswith(push) else settings(text)
                expected += [(PROGRAM, name or "", text, pushes, places)] if pushes or places else []
        markup = "".join(
            "<script"
            + "".join(f' {key}="{value}"' for key, value in (("id", name), ("type", kind)) if value is not None)
            + f">{text}</script>"
            for name, kind, text in scripts
        )
        assert Carried(parsed_rows(markup), 200, False).scripts(most) == expected


def test_only_attributes_that_may_hold_a_list_are_told():
    alone, twice = '[{"name": "a tent"}, {}]', '{"name": "one of a few"}'
    listed = '{"goods": [{}, {}, {}]}'
    markup = f"<p data-a='{alone}' data-b='{listed}' data-c='[1]'>" + f"<p data-d='{twice}'>" * 3
    every = [("data-a", alone), ("data-b", listed), *[("data-d", twice)] * 3]
    assert Carried(parsed_rows(markup), 200, False).attributes() == every
    assert Carried(parsed_rows(markup), 200, True).attributes() == every[1:]
    assert Carried(parsed_rows(markup), 3, True).attributes() == every  # some are left out, whatever they hold


@pytest.mark.parametrize(
    ("markup", "listed", "has"),
    [
        ("<p itemprop=a>itemscope typeof", False, False),
        ("<p itemscope>", False, True),
        ("<p itemscope><p itemscope>", True, False),
        ("<p ITEMSCOPE><p typeof=x><p itemscope>", True, True),
        ("<p itemscope itemref=a>", True, True),
        ("<p itemref=a>", True, False),
    ],
)
def test_items_are_counted_before_they_are_read(markup, listed, has):
    assert Carried(parsed_rows(markup), 200, listed).has_items == has


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
