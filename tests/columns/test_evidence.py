"""The evidence for names and what is decided by it, beside what anyone would write."""

import pickle
import random

import pytest
from tests.columns import oracle, oracle_roles

import pagerows
from pagerows.columns import labels_of, unnamed
from pagerows.columns.names import PageWords
from pagerows.columns.names.decide import decide
from pagerows.columns.names.evidence import Evidence, gather
from pagerows.columns.names.scorer import load_scorer
from pagerows.values import Cell, Column, Money, Span

PIECES = (
    *("Red", "tent", " ", " ", " ", "  ", "\t", "\x1c", "\n", "-", "TV", "é", "Ü", "5", "\u00a0", "\u3000", "日本", ""),
    *("12", "1,234", "9.99", "1'000", "2024", "4.5", "k", "m+", "reviews", "(", ")", ":", "：", ", ", "TX", "89431"),
    "USA",
    *("Ann", "Lee", "de", "van", "&", "Олег", "Ян", "×", "٣", "１２", "ﬁ", "$", "€", "/", "month", "by", "Model:"),
    *("in stock", "new", "sold out", "out of 5", "add to cart.", "free*", "ﬀ" * 30, "x" * 70, "\U0001f600", "\ud800"),
    *("\0", "ſ", "İ", "Austin, TX", "Jo de Wit, Max", "1.234 567,8"),
)  # fmt: skip
ADDRESSES = (
    None,
    "",
    "http://a.example/red-tent/5",
    "https://a.example/Author/ann?red=tent#tent",
    "https://a.example",
    "/tags/red",
    "http://a.example/%E6%97%A5%E6%9C%AC",
    "http://[::1/red",
    "http://a.example/red-tent?q=%C3%A9[x]\tk\u00e9#%",
    "http://a.example/é/tv#comments",
    "http://a.example/@ann/tent",
)
TYPES = ("text", "integer", "decimal", "money", "percentage", "rating", "date", "time", "list", "url")


def text(chosen: random.Random) -> str:
    return "".join(chosen.choices(PIECES, k=chosen.randrange(8)))


def cell(chosen: random.Random, said: str, kind: str) -> Cell:
    items = (Cell("a"), Cell("b")) if chosen.random() < 0.1 else ()
    return Cell(said, kind, chosen.choice(ADDRESSES), exact="1" if chosen.random() < 0.1 else None, items=items)


def column(chosen: random.Random, records: int) -> Column:
    kind, type_ = chosen.choice(("text", "text", "link", "image")), chosen.choice(TYPES)
    texts = [text(chosen) for _ in range(chosen.choice((1, 2, 30)))]
    start = chosen.choice(("", "", "", "by ", "Model: ", "Price "))
    cells = tuple(
        None if chosen.random() < 0.1 else cell(chosen, start + chosen.choice(texts), kind) for _ in range(records)
    )
    amounts = [chosen.choice((None, 0, -2, 5, 9.5, 10, 20)) for _ in range(records)]
    values = [None if one is None else Money(one, "EUR") for one in amounts] if type_ == "money" else amounts
    return Column("", kind, cells, type_, tuple(values) if type_ not in ("text", "url") else None)


def known(own: object) -> dict[str, object]:
    """All that evidence says."""
    return {
        "traits": {name: pytest.approx(value, rel=1e-12) for name, value in own.traits.items() if value},
        "said": {source: fields for source, fields in own.said.items() if fields},
        **{name: getattr(own, name) for name in ("cells", "kind", "type", "prefix", "amounts", "label", "header")},
        **{name: getattr(own, name) for name in ("words", "filled")},
    }


def compare(page: pagerows.Page, columns: list[Column], labels: list[str | None], keys: list[str | None]) -> None:
    found, expected = gather(page, columns, labels, keys), oracle.gather(page, columns, labels, keys)
    assert list(map(known, found)) == list(map(known, expected))
    chances = load_scorer().probabilities([own for own in found if own.kind != "image"])
    named = decide(found, chances, PageWords(page))
    assert [tuple(one) for one in named] == oracle_roles.decide(expected, chances, PageWords(page))


def test_texts_of_any_kind_say_what_their_patterns_say():
    page, chosen = pagerows.parse("<p>red tents and charcoal"), random.Random(31)
    for _ in range(700):
        records = chosen.choice((0, 1, 2, 3, 5, 12, 13, 30))
        columns = [column(chosen, records) for _ in range(chosen.randrange(1, 7))]
        keys = [chosen.choice((None, "offers.price", "name", "rating", "author.name", "count")) for _ in columns]
        labels = [chosen.choice((None, None, "Price", "Weight")) for _ in columns]
        compare(page, columns, labels, keys)


def test_a_table_of_no_columns_has_no_evidence():
    page = pagerows.parse("")
    assert gather(page, []) == []
    assert decide([], load_scorer().probabilities([]), PageWords(page)) == []


TAGS = ("div", "span", "p", "b", "h3", "s", "small", "time", "em", "button", "li", "address", "td")
ATTRIBUTES = (
    *("", "", 'class="price"', 'class="old-price grey-200"', 'class="card__title charcoal"', 'id="sku"', "class"),
    *('itemprop="name"', 'itemprop="author"', 'data-label="Weight"', 'data-testid="review-count"', 'rel="author"'),
    *('aria-label="4 stars"', 'class="x1 author-name" id="q"', 'data-th="Cost" class="amount"', 'class="logo"'),
    'title="Rating"',
)  # fmt: skip


def element(chosen: random.Random, inside: str, usual: tuple[str, str]) -> str:
    tag, attribute = usual if chosen.random() < 0.8 else (chosen.choice(TAGS), chosen.choice(ATTRIBUTES))
    return f"<{tag} {attribute}>{inside}</{tag}>"


def page_of_records(chosen: random.Random) -> str:
    fields = [
        [(chosen.choice(TAGS), chosen.choice(ATTRIBUTES)) for _ in range(chosen.randrange(1, 4))]
        for _ in range(chosen.randrange(1, 6))
    ]
    links = [chosen.random() < 0.3 for _ in fields]
    rows = []
    for record in range(8):
        made = []
        for number, usual in enumerate(fields):
            said = (
                f"Tent {record}" if number == 0 else chosen.choice(("by Ann Lee", "5 reviews", "$9.99", "$20", "Red"))
            )
            inside = f'<a href="/tags/tent-{record}">{said}</a>' if links[number] else said
            for one in usual:
                inside = element(chosen, inside, one)
            made.append(inside)
        rows.append(f"<li class=card><div id=box>{''.join(made)}</div></li>")
    return f"<h1>A charcoal shop</h1><ul>{''.join(rows)}</ul>"


def test_markup_says_of_columns_what_it_says_of_their_cells():
    chosen, compared = random.Random(32), 0
    for _ in range(60):
        found = pagerows.extract(page_of_records(chosen), min_score=0)
        if table := found.table:
            compare(found.page, unnamed(found.page, table), labels_of(found.page, table), [])
            compared += 1
    assert compared > 30


def test_headers_and_columns_of_labels_say_what_columns_are():
    rows = "".join(f"<tr><td>Tent {n}<td>{n}.50 €<td>Size:<td>{n} m" for n in range(8))
    page = pagerows.parse(f"<table><tr><th>Name [1]<th>Price<th><th>{rows}</table>")
    starts = [[int(row) for row in page.nodes.rows_with_tag("td")][place::4] for place in range(4)]
    columns = [
        Column("", "text", tuple(Cell(" ".join(page.nodes.texts(at, at + 2)), span=Span(at, at + 2)) for at in own))
        for own in starts
    ]
    compare(page, columns, [], [])
    assert [own.label for own in gather(page, columns)] == ["Name", "Price", "Size label", "Size"]


def test_evidence_can_be_sent_to_another_process_and_say_something_else():
    page, chosen = pagerows.parse("<p>tents"), random.Random(33)
    for own in gather(page, [column(chosen, 12) for _ in range(5)]):
        assert known(pickle.loads(pickle.dumps(own))) == known(own)
        assert known(own.saying({})) == known(own) | {"said": {}}
        assert isinstance(own, Evidence)
