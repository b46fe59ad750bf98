"""What is compared of texts, links and objects of data, beside what anyone would write."""

import html
import random
import re

import pytest

from pagerows.page.data._shown import PageKeys, folded, link_key, plain_text

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
