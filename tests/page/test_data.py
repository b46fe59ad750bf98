"""Data that pages carry for machines: every kind is read, nothing is run, what is broken is counted."""

import json
import random
from collections import Counter

import pytest

import pagerows
from pagerows.export import save
from pagerows.page.data import LONGEST, DataSet, read_data
from pagerows.page.data._walk import arrays, said_by, value_text
from pagerows.page.data.lists import MOST_FIELDS, MOST_OBJECTS, find_lists, flattened
from pagerows.page.data.literals import Broken, Name, read_literal
from pagerows.page.data.payloads import MOST_PLACES, nuxt_data
from pagerows.page.data.shown import folded

GOODS = [{"id": n, "name": f"Thing {n}", "price": n + 0.5, "tags": ["a", "b"][: n % 3]} for n in range(1, 6)]
TEXT = json.dumps(GOODS)
LOOSE = "[" + ",".join(f"{{id:{g['id']},name:'{g['name']}',price:{g['price']},tags:[],}}" for g in GOODS) + "]"
MICRODATA = "".join(
    f"<div itemscope itemtype='https://schema.org/Product'><b itemprop=name>{g['name']}</b>"
    f"<meta itemprop=price content='{g['price']}'></div>"
    for g in GOODS
)

FLAT = [["Reactive", 1], {"items": 2}, [3, 5, 7], {"id": 4, "name": 9}, 1, {"id": 6, "name": 10}, 2]
FLAT += [{"id": 8, "name": 11}, 3, "Thing 1", "Thing 2", "Thing 3"]

#: Pages that show nothing, by the kind of their data.
PAGES = {
    "JSON-LD list": '<script type="application/ld+json">{"@type":"ItemList","itemListElement":'
    + json.dumps([{"@type": "ListItem", "position": n, "item": g} for n, g in enumerate(GOODS)])
    + "}</script>",
    "JSON-LD graph": f'<script type="application/ld+json">{{"@graph":{TEXT}}}</script>',
    "JSON-LD one by one": "".join(
        f'<script type="application/ld+json">{json.dumps({"@type": "Product", **g})}</script>' for g in GOODS
    ),
    "microdata": MICRODATA,
    "RDFa": "<div vocab='https://schema.org/'>"
    + "".join(
        f"<div typeof=Product><b property=name>{g['name']}</b><meta property=price content='{g['price']}'></div>"
        for g in GOODS
    )
    + "</div>",
    "framework props": '<script id="__NEXT_DATA__" type="application/json">{"props":{"p":{"items":'
    + TEXT
    + "}}}</script>",
    "server payload": "<script>self.__next_f.push([0])</script><script>self.__next_f.push([1,"
    + json.dumps(f'5:[[1],{{"items":{TEXT}}}]\n')
    + "])</script>",
    "function of constants": "<script>window.__NUXT__=(function(a,b){return {list:["
    + ",".join(f"{{id:{g['id']},name:'{g['name']}',price:{g['price']},kind:a,old:b}}" for g in GOODS)
    + ']}}("tent",null));</script>',
    "flat references": '<script type="application/json" id="__NUXT_DATA__">' + json.dumps(FLAT) + "</script>",
    "store by type": "<script>window.__APOLLO_STATE__ = {"
    + ",".join(f'"Product:{g["id"]}":{json.dumps({"__typename": "Product", **g})}' for g in GOODS)
    + "};</script>",
    "state": f"<script>window['__STATE__'] = {{a: 1, goods: {LOOSE}}};</script>",
    "parsed text": f"<script>var state = JSON.parse({json.dumps(TEXT)});</script>",
    "island": f'<script type="application/json">{TEXT}</script>',
    "attribute": f"<div data-goods='{TEXT}'></div>",
    "attribute with entities": f'<div data-goods="{TEXT.replace(chr(34), "&quot;")}"></div>',
}


@pytest.mark.parametrize("case", PAGES)
def test_a_page_that_shows_nothing_gives_its_records_without_a_browser(case):
    found = pagerows.extract(f"<title>Shop</title><div id=app></div>{PAGES[case]}", method="embedded")
    columns = {column.name: column for column in found.table.all_columns}
    assert columns["name"].texts == [g["name"] for g in GOODS][: 3 if case == "flat references" else 5]
    if "price" in columns:
        assert [float(text) for text in columns["price"].texts] == [g["price"] for g in GOODS]
    assert {column.source for column in columns.values()} == {"embedded"}
    assert found.best.records[0].xpath.endswith("[0]")


def test_lists_of_words_are_lists_and_objects_inside_give_columns_of_their_own():
    data = [
        {"name": f"n{n}", "offers": {"price": n, "seller": {"name": f"s{n}"}}, "tags": ["x", str(n)]} for n in range(4)
    ]
    page = f'<script type="application/json">{json.dumps(data)}</script>'
    table = pagerows.extract(page, method="embedded").table
    columns = {column.name: column for column in table.all_columns}
    assert list(columns) == ["name", "price", "offers_seller_name", "tags"]
    assert columns["tags"].texts[1] == "x; 1"
    assert columns["price"].values == (0, 1, 2, 3)


def test_a_page_without_data_has_none_and_no_regions():
    page = pagerows.parse("<p>Nothing</p><script>alert(1)</script>")
    assert (len(page.data), page.data.skipped) == (0, 0)
    assert pagerows.extract(page, method="embedded").regions == []


@pytest.mark.parametrize(
    "values",
    [[{"a": 1, "b": 1}] * 9, [{"n": n} for n in range(9)], [{f"k{n}": n, f"m{n}": n} for n in range(9)], [{"a": 1}]],
    ids=["all the same", "one field", "nothing in common", "one object"],
)
def test_objects_that_are_no_records_are_no_region(values):
    page = f'<script type="application/json">{json.dumps(values)}</script>'
    assert pagerows.extract(page, method="embedded").regions == []


# -- literals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a:1,'b':\"c\",3:[,].x}", None),
        ("{a: 1, 'b': \"c\", $d: [1, 2,], }", {"a": 1, "b": "c", "$d": [1, 2]}),
        ("[0x1F, -.5, +2, 1e3, 5.]", [31, -0.5, 2, 1000.0, 5.0]),
        ("[true, !0, !1, undefined, void 0, NaN, Infinity]", [True, True, False, None, None, None, None]),
        (r"'it\'s \u00e9 \x41 \u{1F600} \n'", "it's é A 😀 \n"),
        ("// c\n {/* x */ a /* y */ : // z\n 1}", {"a": 1}),
        ('{d: new Date("2020-01-02"), e: new Date(5)}', {"d": "2020-01-02", "e": 5}),
        ("`a\nb`", "a\nb"),
        ("{a: b}", {"a": Name("b")}),
        ("{a: fetch('x')}", None),
        ("{a: 1", None),
        ("'x", None),
        ("", None),
        ("[" * 10_000, None),
        ('{"a":' * 10_000, None),
        (r"'\u{110000}'", None),
    ],
    ids=lambda value: str(value)[:20],
)
def test_literals_are_read_and_programs_are_not(text, value):
    if value is None:
        with pytest.raises(Broken):
            read_literal(text)
    else:
        assert read_literal(text)[0] == value


def test_data_in_a_flat_list_that_refers_to_itself_ends():
    assert nuxt_data([{"a": 0}]) is not None
    doubled = [[n + 1, n + 1] for n in range(60)] + ["x"]
    nuxt_data(doubled)


@pytest.mark.parametrize(
    "page",
    [
        "<script type='application/json'>{" * 2000,
        "<script>window.a = {" + "b: {" * 5000 + "</script>",
        "<script>" + "window.a = [" * 5000 + "</script>",
        "<script>window.a = '</script><script>window.b = 1",
        '<script type="application/ld+json">{"a": "\\ud800", "b": NaN, "a": [1]}</script>',
        '<script type="application/json">' + "[" * 100_000 + "</script>",
        "<script>self.__next_f.push(" * 3000,
        "<p data-a='{" * 20_000,
        "<div itemscope>" * 600,
    ],
    ids=lambda page: page[:30],
)
def test_hostile_data_are_skipped_and_never_an_error(page):
    found = read_data(page)
    assert found.skipped >= 0
    assert len(found) <= 200
    pagerows.extract(page, method="embedded")


#: Data that cannot be read, each a page's only data: counted, never an error.
BROKEN = {
    "truncated": '<script type="application/json">{"items": [{"a": 1}, {"a": ',
    "truncated state": "<script>window.state = {items: [{a: 1}, {a: 'x</script>",
    "nested 10,000 deep": '<script type="application/json">' + '{"a":[' * 10_000 + "1" + "]}" * 10_000 + "</script>",
    "literals nested 10,000 deep": "<script>window.state = " + "{a:[" * 10_000 + "1" + "]}" * 10_000 + "</script>",
    "a billion members by a call": "<script>window.state = [new Array(1000000000), Array(1e9).fill(0)]</script>",
    "ended inside of a text": '<script>window.state = {"a": "</script><b>", "b": [1, 2]}</script>',
    "only half an escape": '<script type="application/json">{"a": "\\ud8"}</script>',
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_data_are_skipped_with_a_count(case):
    found = read_data(BROKEN[case])
    assert (len(found), found.skipped) == (0, 1)
    assert pagerows.extract(BROKEN[case]).best is None


def test_references_to_references_unpack_to_no_more_than_is_read():
    wide = [[n + 1] * 1000 for n in range(3)] + [["x"] * 10]  # a billion members, were they all unpacked
    page = f'<script type="application/json" id="__NUXT_DATA__">{json.dumps(wide)}</script>'
    stack, count = [read_data(page).sets[0].value], 0
    while stack:
        one = stack.pop()
        count += 1
        stack.extend(one if isinstance(one, list) else ())
    assert count <= 2 * MOST_PLACES


def test_of_keys_that_stand_twice_the_last_counts_and_no_number_is_nan():
    page = '<script type="application/json">{"a": 1, "a": 2, "b": NaN, "c": [-Infinity, 1e999]}</script>'
    (found,) = read_data(page)
    assert found.value["a"] == 2
    assert found.value["b"] is None
    assert found.value["c"][0] is None


def test_halves_of_characters_in_data_can_be_written(tmp_path):
    data = [{"name": f"Thing \ud800 number {n}", "k\udc00ey": n} for n in range(5)]
    page = f'<script type="application/json">{json.dumps(data)}</script>'
    found = pagerows.extract(page)
    assert found.table.names == ["name", "key"]
    for ending in ("csv", "json", "jsonl", "sqlite", "xlsx", "html"):
        save(found, tmp_path / f"rows.{ending}")
    assert "Thing \ufffd number 4" in (tmp_path / "rows.csv").read_text("utf-8")


def test_data_in_comments_are_no_data_of_the_page():
    page = f"<!-- {PAGES['island']} --><!--><p>x</p><!-- a --!>{PAGES['state']}<!-- {PAGES['island']}"
    assert [one.kind for one in read_data(page)] == ["state"]


def test_a_number_of_any_length_is_no_error():
    digits = "9" * 350
    goods = [{"name": f"Thing number {n} of many", "price": 10 + n, "code": 0} for n in range(8)]
    text = json.dumps(goods).replace('"code": 0', f'"code": {digits}').replace('"price": 12', f'"price": {digits}')
    shown = "".join(f"<li><h3>{g['name']}</h3><p>{g['price']} €</p></li>" for g in goods)
    page = f'<ul>{shown}</ul><script type="application/json">{text}</script>'
    columns = pagerows.extract(page, embedded=True, min_score=0).table.all_columns
    assert next(column.key for column in columns if column.source == "page") == "name"


def test_many_objects_are_bounded_in_number():
    goods = [{"name": f"Thing {n}", "n": n} for n in range(MOST_OBJECTS + 10)]
    (found,) = find_lists([DataSet("json", "", goods)])
    assert len(found.objects) == MOST_OBJECTS


def test_only_so_much_of_a_page_is_looked_through(monkeypatch):
    monkeypatch.setattr("pagerows.page.data.LONGEST", 100)
    page = " " * 100 + PAGES["island"]
    assert LONGEST > 1_000_000
    assert len(read_data(page)) == 0


@pytest.mark.parametrize(
    "text", ["", "Tent_2, RED!", "\x00a\x7fB\n", "Zelt für 2", "STRASSE ß", "İ", "x" * 400, "é" * 400]
)
def test_what_is_compared_of_a_text_is_its_letters_and_digits_in_small_letters(text):
    assert folded(text) == "".join(c for c in text[:300].casefold() if c.isalnum())


@pytest.mark.parametrize(
    ("one", "flat"),
    [
        ({"a": {"b": {"c": 1, "d": {"e": 2}}}, "f": 3}, {"a.b.c": 1, "f": 3}),
        ({"a": [{"b": [{"c": 1}]}]}, {"a.b.c": 1}),
        ({"a": [[1]], "b": [{"c": 1}, {"c": 2}], "d": [], "e": [None, 1]}, {"e": (1,)}),
        ({"": {"a": 1}, "b": None, "c": "", "d": 0, "e": False}, {"a": 1, "d": 0, "e": False}),
    ],
    ids=["levels", "lists of one object", "lists", "what says nothing"],
)
def test_an_object_becomes_fields_under_joined_names(one, flat):
    assert list(flattened(one).items()) == list(flat.items())


def test_an_object_has_so_many_fields_and_no_more():
    wide = {str(n): {str(inner): n for inner in range(70)} for n in range(100)}
    assert len(flattened(wide)) == MOST_FIELDS
    assert len(flattened({str(n): n for n in range(2 * MOST_FIELDS)})) == MOST_FIELDS


# -- the kernel that walks through data, against what anyone would write ----------------------------------------------


def arrays_by_definition(where, value):
    """Every list of objects with its place, and the objects of each type of a store; the last member first."""
    if isinstance(value, list):
        inner = [(at, one) for at, one in enumerate(value) if isinstance(one, (dict, list))]
        objects = [unwrapped(one) for _, one in inner if isinstance(one, dict)]
        if len(objects) >= 3 and 2 * len(objects) > len(value):
            yield where, objects
    else:
        inner = [(key, one) for key, one in value.items() if isinstance(one, (dict, list))]
        kinds = {}
        for key, one in inner:
            if isinstance(one, dict):
                kinds.setdefault(one.get("__typename") or key.partition(":")[0], []).append(one)
        for kind, objects in kinds.items():
            if len(objects) >= 3:
                yield (where, kind), objects
    for step, one in reversed(inner):
        yield from arrays_by_definition((where, step), one)


def unwrapped(one):
    for key in ("item", "node"):
        if isinstance(one.get(key), dict) and len(one[key]) > 1:
            own = {k: v for k, v in one.items() if k != key and not isinstance(v, (dict, list))}
            return {**own, **one[key]}
    return one


def flat_by_definition(one, before="", level=1):
    flat = {}
    for key, value in one.items():
        if isinstance(value, list):
            if value and not any(isinstance(member, (dict, list)) for member in value):
                flat[before + key] = tuple(member for member in value if member is not None)
            value = value[0] if len(value) == 1 and isinstance(value[0], dict) else None
        if isinstance(value, dict):
            flat |= flat_by_definition(value, f"{before}{key}." if before + key else "", level + 1) if level < 3 else {}
        elif value is not None and value != "":
            flat[before + key] = value
    return flat


def some_data(rng, depth):
    kind = rng.choice("slod" if depth else "s")
    if kind == "s":
        return rng.choice([None, "", "x", 0, 1, 2.5, True, False])
    if kind == "l":
        return [some_data(rng, depth - 1) for _ in range(rng.randint(0, 4))]
    if kind == "o":
        return [{k: some_data(rng, depth - 1) for k in rng.sample("abc", 2)} for _ in range(rng.randint(1, 5))]
    names = ["a", "b", "", "item", "node", "__typename", "P:1", "P:2", "P:3"]
    made = {name: some_data(rng, depth - 1) for name in rng.sample(names, rng.randint(0, 6))}
    return made | ({"__typename": "T"} if "__typename" in made else {})


def test_lists_and_flat_objects_are_those_of_their_definition():
    rng, found = random.Random(11), 0
    for _ in range(2000):
        data = [some_data(rng, 5)]
        made, left = arrays("top", data, 3, 3, 10_000)
        assert made == list(arrays_by_definition((None, "top"), data))
        assert left < 10_000
        for _, objects in made:
            found += len(objects)
            assert [flattened(one) for one in objects] == [flat_by_definition(one) for one in objects]
    assert found > 1000


def test_no_more_members_of_data_are_walked_through_than_asked_for():
    data = [[{"n": n} for n in range(50)] for _ in range(50)]
    found, left = arrays("top", data, 3, 3, 60)
    assert (found, left) == ([(((None, "top"), 49), data[49]), (((None, "top"), 48), data[48])], 0)


def said_by_definition(flat, alike, fields):
    keys = Counter(key for one in flat for key in one)
    common = [key for key, count in keys.items() if 2 * count >= len(flat) and not key.startswith("@")]
    if not common or keys.total() < alike * len(flat) * len(common):
        return 0.0
    texts = {key: [value_text(one[key]) for one in flat if key in one] for key in common}
    different = [own for own in texts.values() if len(set(own)) > len(flat) // 2]
    letters = sum(min(200, len(text)) for own in different for text in own)
    return letters * len(different) ** 0.5 if len(different) >= fields else 0.0


def test_objects_say_the_letters_of_what_differs():
    rng = random.Random(35)
    values = ("red", "blue", "x" * 300, 1, 2.5, True, False, ("a", 1), (), "a; 1", "true")
    for _ in range(2000):
        flat = [
            {key: rng.choice(values) for key in ("n", "name", "@id", "offers.price") if rng.random() < 0.7}
            for _ in range(rng.randrange(1, 7))
        ]
        alike, fields = rng.choice((0.0, 0.5, 1.0)), rng.randrange(3)
        assert said_by(flat, alike, fields) == pytest.approx(said_by_definition(flat, alike, fields))
