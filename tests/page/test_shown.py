"""What is compared of texts, links and objects of data, beside what anyone would write."""

import html
import random
import re
from collections import Counter

import pytest

import pagerows
from pagerows.page.data._shown import PageKeys, Shown, folded, link_key, plain_text
from pagerows.page.data.lists import DataList

PIECES = ("a", "Z", "7", " ", "_", "-", "é", "İ", "ß", "日本", "\x00", "\ud800", "x" * 50, "²", "٣")
PARTS = (
    "http:",
    "HTTPS:",
    "//",
    "/",
    "a.example",
    "?",
    "#",
    ":",
    "é",
    "K",
    "b.html",
    "c-4711",
    "1",
    ".",
    "",
    "..",
    "tent",
)
SAID = ("Red tent", "red-tent", "Blue tent", "tent", "4711", 4711, 12345, 47110, True, None, 3.5, ("a", "b"), "12345")
SAID += (
    "/tents/red",
    "https://a.example/tents/red/",
    "Straße",
    "STRASSE",
    "<b>Red</b> tent",
    "Red &amp; blue",
    "a b/c",
)


def folded_by_definition(text: str) -> str:
    return re.sub(r"[\W_]+", "", text[:300].casefold())


def link_key_by_definition(url: str) -> str:
    return re.sub(r"(?:[a-z]+:)?//[^/?#]*", "", url, count=1, flags=re.IGNORECASE).partition("#")[0].rstrip("/")


def links_by_definition(hrefs: list[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row, href in enumerate(hrefs):
        if (href := href.strip()) and not href.startswith("#"):
            whole = link_key_by_definition(href if href.startswith(("http", "/")) else f"http://b.example/{href}")
            path = whole.partition("?")[0]
            last = re.sub(r"\.(?:html?|php|aspx?)$", "", path.rpartition("/")[2]).casefold()
            for key in {whole, path, *([last] if len(last) > 3 else [])}:
                if len(key) > 1:
                    found.setdefault(key, []).append(row)
    return found


def told_by_definition(value: object) -> list[tuple[bool, str]]:
    """What a value may be shown as: texts, and (True) links."""
    if isinstance(value, int) and value >= 10_000:
        return [(True, str(value))]
    if not isinstance(value, str):
        return []
    text = value.strip()
    if " " not in text and text.startswith(("http://", "https://", "/")):
        return [(True, link_key_by_definition(text))]
    key = folded_by_definition(html.unescape(html.unescape(re.sub(r"<[a-zA-Z/][^>]*>", " ", text).strip())))
    found = [(False, key)] if len(key) > 3 and not key.isdecimal() else []
    if " " not in text and len(text) > 3 and "/" not in text.strip("/"):
        found.append((True, text.strip("/").casefold()))
    return found


def places_by_definition(objects, texts, links) -> list[tuple[int, int]]:
    said: dict[tuple[bool, str], set[int]] = {}
    for number, one in enumerate(objects):
        for name, value in one.items():
            for key in told_by_definition(value) if not name.startswith("@") else ():
                said.setdefault(key, set()).add(number)
    return sorted(
        {
            (next(iter(numbers)), row)
            for (is_link, key), numbers in said.items()
            if len(numbers) == 1 and len(rows := (links if is_link else texts).get(key, ())) <= 6
            for row in rows
        }
    )


def test_texts_are_folded_to_small_letters_and_digits():
    chosen = random.Random(28)
    for _ in range(3000):
        text = "".join(chosen.choices(PIECES[: chosen.choice((6, len(PIECES)))], k=chosen.randrange(12)))
        assert folded(text) == folded_by_definition(text)


def test_links_are_compared_without_their_hosts_fragments_and_last_slashes():
    chosen = random.Random(29)
    for _ in range(5000):
        url = "".join(chosen.choices(PARTS, k=chosen.randrange(9)))
        assert link_key(url) == link_key_by_definition(url), url


@pytest.mark.parametrize("text", ["", "a < b", "a<b", "<p>a", "&amp;lt;", "x & y"])
def test_texts_of_data_lose_their_markup(text):
    plain = re.sub(r"<[a-zA-Z/][^>]*>", " ", text).strip() if "<" in text else text
    assert plain_text(text) == html.unescape(html.unescape(plain))


def test_rows_show_what_one_object_alone_says():
    chosen = random.Random(30)
    shown = [each for each in SAID if isinstance(each, str)]
    for _ in range(500):
        texts = [chosen.choice(shown) for _ in range(chosen.randrange(20))]
        hrefs = [chosen.choice((*shown, "#x", "", "".join(chosen.choices(PARTS, k=4)))) for _ in range(10)]
        objects = tuple(
            {chosen.choice(("name", "url", "@id", "id")): chosen.choice(SAID) for _ in range(3)} for _ in range(4)
        )
        page = PageKeys()
        page.read_texts(list(range(len(texts))), texts)
        page.read_links(list(range(len(hrefs))), hrefs, lambda href: f"http://b.example/{href}")
        own: dict[str, list[int]] = {}
        for row, text in enumerate(texts):
            if len(key := folded_by_definition(text)) > 3:
                own.setdefault(key, []).append(row)
        assert page.texts == own
        assert page.links == links_by_definition(hrefs)
        assert page.places(objects) == places_by_definition(objects, own, page.links)


def test_a_page_is_read_by_its_texts_and_links():
    chosen = random.Random(31)
    for _ in range(100):
        pieces = [html.escape("".join(chosen.choices(PIECES[:10], k=5))) for _ in range(20)]
        href = html.escape("".join(chosen.choices(PARTS, k=4)), quote=True)
        markup = "".join(
            f"<p>{one}<a href='{href}{at}'>{one}</a><a>x</a><svg><a href='s{at}'/></svg>"
            for at, one in enumerate(pieces)
        )
        page = pagerows.parse(markup)
        rows = range(len(page.nodes))
        texts = [row for row in rows if page.nodes.kind[row] == 1]
        links = [row for row in rows if page.nodes.tag_name(row) == "a"]
        made, expected = PageKeys(), PageKeys()
        made.read_page(page.nodes, page.absolute)
        expected.read_texts(texts, [page.nodes.data[row] for row in texts])
        expected.read_links(links, [page.nodes.attribute(row, "href") or "" for row in links], page.absolute)
        assert (made.texts, made.links) == (expected.texts, expected.links)


def paired_by_definition(places, spans):
    """Record -> object, where each says more of the other than of any else."""
    votes = Counter((one, record) for one, row in places for start, stop, record in spans if start <= row < stop)
    best = {}
    for side in (0, 1):
        for member in {pair[side] for pair in votes}:
            own = sorted(((count, pair) for pair, count in votes.items() if pair[side] == member), reverse=True)
            best[side, member] = own[0][1] if len(own) < 2 or own[0][0] > own[1][0] else None
    return {record: one for one, record in votes if best[0, one] == best[1, record] == (one, record)}


def test_objects_and_records_are_paired_where_each_is_most_of_the_other():
    chosen, found = random.Random(32), 0
    for _ in range(2000):
        edges = sorted(chosen.sample(range(30), 2 * chosen.randrange(1, 8)))
        spans = list(zip(edges[::2], edges[1::2], strict=True))
        places = sorted({(chosen.randrange(5), chosen.randrange(30)) for _ in range(chosen.randrange(15))})
        shown = Shown(DataList("a", "json", (), 1.0), places)
        expected = paired_by_definition(places, [(start, stop, at) for at, (start, stop) in enumerate(spans)])
        assert shown.pairs([a for a, _ in spans], [b for _, b in spans]) == expected
        owner = [chosen.randrange(4) for _ in spans]
        parts = [(start, stop, record) for (start, stop), record in zip(spans, owner, strict=True)]
        chosen.shuffle(parts)
        by_owner = shown.pairs(*map(list, zip(*parts, strict=True)))
        assert by_owner == paired_by_definition(places, parts)
        support, count = shown.support([a for a, _ in spans], [b for _, b in spans], 1)
        assert count == len(expected)
        inside = [(at, one) for one, row in places for at, (a, b) in enumerate(spans) if a <= row < b]
        whole = sum(expected.get(at) == one for at, one in inside)
        of_pairs = sum(one in expected.values() for one, _ in places)
        objects = len({one for one, _ in places})
        assert support == (2 * count / (len(spans) + objects) * whole / of_pairs if count else 0.0)
        found += count
    assert found > 1000
