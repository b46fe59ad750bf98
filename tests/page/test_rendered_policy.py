"""What a rendered page may load, decided without a browser; and trees as columns."""

from pathlib import Path

import numpy as np
import pytest

import pagerows
from pagerows.page.rendered.computed import read_computed, style_sets
from pagerows.page.rendered.document import policy_of, read_document
from pagerows.page.rendered.policy import NOWHERE, Policy
from pagerows.page.rendered.styles import HELPERS, PROPERTIES, REQUESTED, SHORTHANDS
from pagerows.page.tree import depths, ends, inherited


@pytest.mark.parametrize(
    ("url", "verdict"),
    [
        ("https://shop.example/a.css", "allow"),
        ("http://shop.example/a.css", "block"),
        ("https://shop.example:8443/a.css", "block"),
        ("https://evil.shop.example/a.css", "block"),
        ("https://shop.example.evil/a.css", "block"),
        ("https://shop.example@evil/a.css", "block"),
        ("file:///etc/passwd", "block"),
        ("ftp://shop.example/a", "block"),
        ("chrome://settings", "block"),
        ("http://[bad", "block"),
    ],
)
def test_a_web_page_loads_from_its_own_origin(url, verdict):
    page = "https://shop.example/list"
    assert Policy(url=page, given=page).verdict(url) == verdict
    assert Policy(url=page).verdict(url) == "block"  # an address that the page gave itself


@pytest.mark.parametrize(
    ("path", "verdict"),
    [
        ("files/a.css", "allow"),
        ("files/../b.css", "allow"),
        ("a%20b.css", "allow"),
        ("small.png", "allow"),
        ("large.png", "allow"),
        ("files/inner.css", "allow"),
        ("files/inner.png", "allow"),
        ("unnamed.html", "block"),
        ("../secret", "block"),
        ("%2e%2e/secret", "block"),
        ("link/secret", "block"),
    ],
)
def test_a_file_reads_what_it_names_in_its_own_folder(tmp_path, path, verdict):
    folder = tmp_path / "page"
    (folder / "files").mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path)
    (folder / "files/a.css").write_text("@import 'inner.css';")
    (folder / "files/inner.css").write_text("p { background: url( inner.png ) }")
    (folder / "page.html").write_text(
        "<link href=files/a.css><link href='b.css'><link href='a%20b.css'><img srcset='small.png 1x, large.png 2x'>"
        "<a href=../secret>x</a><iframe src='link/secret'></iframe><iframe src='%2e%2e/secret'></iframe>"
    )
    policy = policy_of(read_document(folder / "page.html", None, None), ())
    assert policy.verdict(f"{folder.as_uri()}/{path}") == verdict
    assert policy.verdict(f"file://host{folder}/{path}") == "block"


@pytest.mark.parametrize("allow", [["*"], ["https://cdn.example"], ["cdn.example"]])
def test_what_the_caller_allows_is_allowed(allow):
    assert Policy(url=NOWHERE, allow=allow).verdict("https://cdn.example/x") == "allow"
    assert Policy(url=NOWHERE).verdict("https://cdn.example/x") == "block"


def test_a_page_without_an_address_loads_nothing():
    policy = policy_of(read_document("<p>x", None, None), ())
    assert policy.url == NOWHERE
    assert policy.verdict(f"{NOWHERE}a.css") == "block"


def test_a_document_is_decoded_as_parse_does(tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes("<meta charset=iso-8859-2><p>Łódź".encode("iso-8859-2"))
    assert read_document(file, None, None).html == pagerows.parse(Path(file)).html


def test_the_styles_are_fifty_three():
    assert len(set(PROPERTIES)) == len(PROPERTIES) == 53


def test_every_style_is_asked_for_once_by_itself_or_by_its_shorthand():
    asked = [name for name in REQUESTED if name not in SHORTHANDS]
    asked += [longhand for longhands, _ in SHORTHANDS.values() for longhand in longhands]
    assert sorted(asked) == sorted([*PROPERTIES, *HELPERS])


@pytest.mark.parametrize("name", SHORTHANDS)
def test_a_shorthand_without_a_value_stands_for_longhands_without_one(name):
    longhands, expand = SHORTHANDS[name]
    assert expand("") == ("",) * len(longhands)


def test_boxes_with_equal_styles_share_one_set_and_boxes_without_styles_have_empty_values():
    width = len(REQUESTED)
    sets, box = style_sets([[0] * width, [], [1] * width, [0] * width])
    assert box.tolist() == [1, 2, 3, 1]
    computed = read_computed(sets, box, ["red blue", "red", ""])
    assert [computed.value(k, "border-left-color") for k in range(4)] == ["blue", "", "red", "blue"]
    codes, values = computed.codes()
    assert codes[0].tolist() == codes[3].tolist()
    assert {values[PROPERTIES.index("color")][code] for code in codes[:, PROPERTIES.index("color")]} == {
        "red blue",
        "",
        "red",
    }


@pytest.mark.parametrize("seed", range(10))
def test_columns_of_a_tree_are_what_a_walk_finds(seed):
    random = np.random.default_rng(seed)
    parent, stack = [-1], [0]
    for row in range(1, int(random.integers(2, 80))):
        stack = stack[: int(random.integers(1, len(stack) + 1))]
        parent.append(stack[-1])
        stack.append(row)
    column = np.array(parent, np.int32)
    above = [[row] for row in range(len(parent))]
    for row, chain in enumerate(above):
        while parent[chain[-1]] >= 0:
            chain.append(parent[chain[-1]])
        assert chain[0] == row
    depth = depths(column)
    assert depth.tolist() == [len(chain) - 1 for chain in above]
    assert ends(column, depth).tolist() == [
        1 + max(row for row, chain in enumerate(above) if top in chain) for top in range(len(parent))
    ]
    flag = random.random(len(parent)) < 0.2
    assert inherited(flag, column).tolist() == [any(flag[row] for row in chain) for chain in above]
