"""Generated pages hold what they say they hold."""

import random

import pytest

import pagerows
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate, mutate


def random_spec(seed: int) -> PageSpec:
    rng = random.Random(seed)
    fields = rng.randint(1, 9)
    return PageSpec(
        seed=seed,
        records=rng.randint(0, 20),
        fields=fields,
        optional=rng.randrange(fields),
        layout=rng.choice(LAYOUTS),
        noise=rng.randint(0, 7),
        nesting=rng.randint(0, 4),
        inner_nesting=rng.randint(0, 3),
        highlight=rng.choice([0, 0.2]),
        damage=rng.choice([0, 0.1, 0.9]),
        images=rng.random() < 0.5,
        pretty=rng.random() < 0.5,
    )


def test_equal_specs_give_equal_pages_and_other_seeds_others():
    assert generate(PageSpec(seed=1)) == generate(PageSpec(seed=1))
    assert generate(PageSpec(seed=1)).html != generate(PageSpec(seed=2)).html


@pytest.mark.parametrize("seed", range(60))
def test_the_gold_is_on_the_page_where_the_xpaths_say(seed):
    page = generate(random_spec(seed))
    nodes = pagerows.parse(page.html, url=page.url).nodes
    starts = [nodes.find(xpath) for xpath in page.xpaths]
    assert None not in starts
    assert len(starts) == len(page.rows)
    assert starts == sorted(starts)
    last = int(nodes.end[nodes.parent[starts[-1]]]) if starts else 0
    for start, stop, record in zip(starts, [*starts, last][1:], page.records, strict=True):
        text = " ".join(" ".join("".join(nodes.texts(start, stop)).split()).split())
        assert text.replace(" ", "") == "".join(record).replace(" ", "")


def test_damage_changes_the_markup_but_not_the_gold():
    whole, damaged = generate(PageSpec(layout="list")), generate(PageSpec(layout="list", damage=0.5))
    assert (whole.rows, whole.xpaths) == (damaged.rows, damaged.xpaths)
    assert damaged.html.count("</li>") < whole.html.count("</li>")


def test_only_optional_fields_go_missing():
    rows = generate(PageSpec(records=40, fields=5, optional=2, missing=0.5)).rows
    missing = [sum(row[field] is None for row in rows) for field in range(5)]
    assert missing[:3] == [0, 0, 0]
    assert all(0 < count < 40 for count in missing[3:])


def test_a_spec_that_makes_no_sense_is_refused():
    with pytest.raises(pagerows.ParameterError, match="optional < fields"):
        PageSpec(fields=2, optional=2)
    with pytest.raises(pagerows.ParameterError, match="there are: cards, list"):
        PageSpec(layout="spiral")


def test_mutations_are_seeded_and_break_something():
    data = generate().html.encode()
    assert mutate(data, 5) == mutate(data, 5)
    assert sum(mutate(data, seed) != data for seed in range(50)) > 45
