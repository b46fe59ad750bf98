"""Items of microdata and RDFa: the kernel, beside what turbohtml reads of the same markup."""

import random

import pytest
import turbohtml

from pagerows.page.data import read_data
from pagerows.page.data._items import read_items
from pagerows.page.html import parsed_rows

#: Elements in which both parsers do the same with formatting that was not closed; the others are in the table below.
TAGS = "div p span a b i img meta time data meter object video audio svg template noscript table tr td ul li h1 em q"
ATTRIBUTES = (
    *("itemscope", "itemscope", "itemprop=name", "itemprop='price'", "itemprop='a b a'", "itemprop=''"),
    *("itemprop='http://x.example/z/w#'", "itemprop='http://x.example/q'", "itemtype='T  U '", "itemtype"),
    *("itemref='x1 x2'", "itemref='x3'", "id=x1", "id=x2", "id=x3", "typeof=P", "typeof='schema:Q foaf:R'", "typeof"),
    *("property=name", "property='schema:price z:k'", "property=' n n '", "vocab='http://v.example/'", "vocab=''"),
    *("prefix='z: http://z.example/# y:'", "prefix='foo z: http://q.example/'", "content='c &amp; d'", "content"),
    *("href=' /u '", "href", "src='\xa0 /s\n'", "resource='/r'", "datetime='2020'", "datetime=''", "value=' 5 '"),
    *("data=' /o '", "class=k", "shadowrootmode=open"),
)
TEXTS = ("text ", " x\n", "é&lt;", "<!-- c -->", "<script>var a='<b itemprop=z>'</script>", "<br itemprop=name>")


def some_markup(chosen: random.Random) -> str:
    parts, opened = [], ["p"]
    for _ in range(chosen.randrange(1, 40)):
        kind = chosen.random()
        if kind < 0.55:
            opened.append(chosen.choice(TAGS.split()))
            parts.append(f"<{opened[-1]} {' '.join(chosen.sample(ATTRIBUTES, chosen.randrange(4)))}>")
        else:
            parts.append(f"</{chosen.choice(opened[-3:])}>" if kind < 0.8 else chosen.choice(TEXTS))
    return "".join(parts)


def plain(item):
    """An item of turbohtml's as plain values."""
    types = getattr(item, "type", None) or getattr(item, "types", None)
    made = {"@type": types if isinstance(types, str) else " ".join(types)} if types else {}
    for name, values in item.properties.items():
        last = name.rstrip("/#").replace("#", "/").split("/")[-1] if "://" in name else name
        told = [plain(value) if hasattr(value, "properties") else value for value in values]
        made[last] = told[0] if len(told) == 1 else told
    return made


def items_of_turbohtml(markup: str):
    document = turbohtml.parse(markup)
    return [plain(item) for item in document.microdata()], [plain(item) for item in document.rdfa()]


def test_items_are_those_of_another_reader():
    chosen, found = random.Random(3), 0
    for _ in range(2000):
        markup = some_markup(chosen)
        try:
            expected = items_of_turbohtml(markup)
        except RecursionError:  # an item that is part of itself
            read_items(parsed_rows(markup), 100)
            continue
        assert read_items(parsed_rows(markup), 100) == expected, markup
        found += bool(expected[0]) + bool(expected[1])
    assert found > 1000


@pytest.mark.parametrize(
    "inner",
    [
        *("<link itemprop=a href=/b>", "<iframe itemprop=a src=/b></iframe>", "<area itemprop=a href=/b>"),
        *("<video><source itemprop=a src=/b><track itemprop=a src=/c></video>", "<embed itemprop=a src=b>"),
        "<noscript><img itemprop=a src=/b></noscript>",
        "<template><b itemprop=a>c</b></template><p itemprop=b><template>d</template>e",
        "<svg><template><b itemprop=a>c</b></template><a itemprop=u href=/v>w</a></svg>",
    ],
)
def test_what_properties_say(inner):
    markup = f"<div itemscope>{inner}</div><div typeof=T>{inner.replace('itemprop', 'property')}</div>"
    assert read_items(parsed_rows(markup), 100) == items_of_turbohtml(markup)


def test_only_so_many_items_are_read():
    assert len(read_items(parsed_rows("<p itemscope>" * 20), 10)[0]) == 10
    assert len(read_items(parsed_rows("<p typeof=T>" * 20), 10)[1]) == 10


@pytest.mark.parametrize(
    "markup",
    [
        "<div itemscope itemref=a><p id=a itemprop=b itemscope itemref=a>",
        "<div itemscope>" + "<div itemscope itemprop=a>" * 600,
        "<div typeof=T>" + "<div typeof=T property=a>" * 600,
        "<div itemscope itemref=a0>"
        + "".join(f"<p id={b}{n} itemprop=b itemscope itemref='a{n + 1} b{n + 1}'>" for n in range(200) for b in "ab"),
        "<div itemscope>" + "<b itemprop=a>x" * 500 + "<p>" + "y" * 1_000_000,
    ],
    ids=["part of itself", "nested deeply", "nested deeply, RDFa", "referred to again and again", "all of it in each"],
)
def test_items_that_never_end_do(markup):
    assert read_data(markup).sets
