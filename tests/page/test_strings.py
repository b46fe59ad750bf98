"""Strings as one buffer of bytes, against Python's own."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.page import parse
from pagerows.page._paths import numbered_sets
from pagerows.page._strings import is_utf8, merged, numbered, taken
from pagerows.page.strings import Strings, class_words

texts = st.lists(st.text(st.sampled_from("aAbé ß\u00a0\u2003\u3000\x1c\n椅0٣😀\ud800-"), max_size=6), max_size=12)


def first_seen(values):
    known = {}
    return [known.setdefault(value, len(known)) for value in values]


def decodes(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@given(
    st.lists(st.sampled_from([b"plain te", b"x", b"\xc3\xa4", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80"])),
    st.binary(max_size=4),
)
def test_utf8_without_damage_is_what_python_decodes(parts, rest):
    assert is_utf8(b"".join(parts) + rest) == decodes(b"".join(parts) + rest)


def test_every_lead_of_a_character_is_judged_as_python_does():
    seconds = (0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0)
    for lead, second in itertools.product(range(256), seconds):
        for data in (bytes([lead, second]) + b"\x80" * more for more in range(3)):
            assert is_utf8(data) == decodes(data), data


@given(texts)
def test_strings_are_counted_stripped_numbered_and_joined_as_python_does(values):
    found = Strings.of(values)
    assert [found.text(place) for place in range(len(values))] == values
    assert found.texts() == values
    assert found.lengths().tolist() == [len(value) for value in values]
    assert found.numbered().tolist() == first_seen(values)
    assert found.stripped().numbered().tolist() == first_seen([value.strip() for value in values])
    assert found.stripped().lengths().tolist() == [len(value.strip()) for value in values]
    assert found.joined("|") == "|".join(values)


@given(texts)
def test_classes_are_split_into_words_without_digits(values):
    found, first = class_words(values)[0]
    plain = ["".join(c for c in value if c not in "0123456789").split() for value in values]
    assert np.diff(first).tolist() == list(map(len, plain))
    assert found.tolist() == first_seen([word for words in plain for word in words])
    sets = [(), *(tuple(sorted(set(words))) for words in plain)]
    assert numbered_sets(found, first).tolist() == first_seen(sets)[1:]


@given(st.lists(st.integers(-9, 2**40), min_size=1, max_size=9), st.data())
def test_numbers_are_taken_in_the_order_asked_for(values, data):
    chosen = data.draw(st.lists(st.integers(0, len(values) - 1), max_size=9))
    own = np.array(values, np.int64)
    assert taken(own, np.array(chosen, np.int32)).tolist() == [values[place] for place in chosen]
    for wrong in (-1, len(values)):
        with pytest.raises(IndexError):
            taken(own, np.array([wrong], np.int32))


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), max_size=30))
def test_paths_with_equal_steps_are_one(steps):
    parents = np.array([min(parent, place - 1) for place, (parent, _) in enumerate(steps)], np.int32)
    own = np.array([step for _, step in steps], np.int32)
    spelt = []
    for parent, step in zip(parents.tolist(), own.tolist(), strict=True):
        spelt.append((*spelt[parent], step) if parent >= 0 else (step,))
    assert merged(parents, own).tolist() == first_seen(spelt)


@given(st.lists(st.tuples(st.sampled_from("pi"), st.sampled_from(["", "a", "A b1", "b a", "é 1", "É"])), max_size=12))
def test_codes_of_paths_are_those_of_their_steps(elements):
    nodes = parse("<div>" + "".join(f"<{tag} class='{name}'>x</{tag}>" for tag, name in elements)).nodes
    steps = [
        (nodes.tag_name(row), frozenset("".join(c for c in nodes.attribute(row, "class") or "" if c != "1").split()))
        for row in range(len(nodes))
    ]
    above = [[*nodes.ancestors(row)] for row in range(len(nodes))]
    for found, key in (
        (nodes.unstyled, lambda row: tuple(steps[each][0] for each in (row, *above[row]))),
        (nodes.codes.plain, lambda row: tuple(steps[each] for each in (row, *above[row]))),
        (nodes.codes.step, lambda row: steps[row]),
    ):
        assert found.tolist() == first_seen([key(row) for row in range(len(nodes))])
    assert nodes.codes.unstyled_paths == max(nodes.unstyled) + 1
    assert [nodes.tags[tag] for tag in nodes.path_tags.tolist()] == list(nodes.paths.tag)
    copy = replace(nodes, paths=replace(nodes.paths, style=tuple(nodes.paths.style)))
    assert np.array_equal(copy.codes.plain, nodes.codes.plain)


def test_a_string_outside_of_its_buffer_is_refused():
    with pytest.raises(IndexError):
        numbered(np.zeros(3, np.uint8), np.array([0]), np.array([4]))
    with pytest.raises(IndexError):
        parse("<p>a").nodes.data.strings(np.array([7]))


def test_texts_attributes_and_styles_are_the_same_from_the_parser_and_from_lists():
    page = parse(
        "<div class='A b' width=3 title=é>ü<p CLASS=x>a&amp;b<a href='/ä?x=1'></a><br></div><i class='' align=left>"
    )
    nodes = page.nodes
    rows = np.arange(len(nodes))
    assert [nodes.strings(rows).text(row) for row in rows] == [d if isinstance(d, str) else "" for d in nodes.data]
    for name in ("href", "title", "class", "missing"):
        found = nodes.strings(rows, name)
        assert [found.text(row) for row in rows] == [nodes.attribute(row, name) or "" for row in rows]
    classes = nodes.paths.strings("class")
    assert [classes.text(code) for code in range(len(nodes.paths))] == [
        dict(style).get("class") or "" for style in nodes.paths.style
    ]
    kept = [tuple(pair for pair in style if pair[0] != "class") for style in nodes.paths.style]
    assert nodes.paths.others(frozenset({"class"})).numbered().tolist() == first_seen(kept)
    assert nodes.has_value("class", "x")
    assert not nodes.has_value("class", "A")
