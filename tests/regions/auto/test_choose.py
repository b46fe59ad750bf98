"""Candidates compared with each other: the kernels against plain definitions."""

import random
from collections import Counter
from itertools import pairwise, permutations
from math import sqrt
from statistics import mean, median
from types import SimpleNamespace

import numpy as np
import pytest

from pagerows import models
from pagerows.measures.candidates import Candidates
from pagerows.measures.features import features_of
from pagerows.page import parse
from pagerows.regions.auto import AutoParams, candidates_of
from pagerows.regions.auto._candidates import of_regions
from pagerows.regions.auto._choose import agreed, duel_table, same_kind
from pagerows.regions.auto._regions import regions_of
from pagerows.regions.auto.candidates import find_candidates
from pagerows.regions.auto.choose import scores_of


def spans(chance, count):
    """Disjoint spans, in order."""
    edges = sorted(chance.sample(range(60), 2 * count))
    return list(zip(edges[::2], edges[1::2], strict=True))


def candidates(chance, count):
    own = [spans(chance, chance.choice([3, 3, 4, 6])) for _ in range(count)]
    for other in range(1, count, 2):  # the same records, cut narrower or shifted
        shift = chance.choice([0, 0, 0, -1])
        own[other] = [(start + 1 + shift, max(start + 2, stop + shift)) for start, stop in own[other - 1]]
    return own, as_candidates(own)


def as_candidates(own):
    start, stop = (np.array([span[side] for each in own for span in each], np.int64) for side in (0, 1))
    return Candidates(start, stop, np.cumsum([0, *map(len, own)]), np.zeros(len(own), np.int64))


def inside(one, other):
    return len(one) == len(other) and all(b[0] <= a[0] and a[1] <= b[1] for a, b in zip(one, other, strict=True))


def put_first(scores, winner):
    """The scores with one raised above the best, unless it is that itself."""
    raised = list(scores)
    if winner != scores.index(max(scores)):
        raised[winner] = max(scores) + 1e-6
    return raised


def by_support(own, scores):
    """Of the sixteen best the one with most: its score, and a part of those of all that lie inside or around."""
    voters = sorted(range(len(own)), key=lambda one: -scores[one])[:16]

    def worth(one):
        others = [other for other in voters if other != one]
        agreeing = [each for each in others if inside(own[one], own[each]) or inside(own[each], own[one])]
        return scores[one] + 0.08 * sum(max(0.0, scores[each]) for each in agreeing)

    return put_first(scores, max(voters, key=worth))


@pytest.mark.parametrize("seed", range(30))
def test_candidates_inside_of_each_other_support_each_other_with_their_scores(seed):
    chance = random.Random(seed)
    own, found = candidates(chance, chance.choice([1, 8, 24]))
    scores = [chance.uniform(0.4, 0.5) for _ in own]
    assert agreed(found, np.array(scores)).tolist() == pytest.approx(by_support(own, scores), abs=1e-12)


def lie(one, other):
    """For each record, the last of the other's that starts no later, or else its first."""
    pairs = [(record, max((each for each in other if each[0] <= record[0]), default=other[0])) for record in one]
    held = [a[0] >= b[0] and a[1] <= b[1] for a, b in pairs]
    return mean(map(int, held)), mean(int(a[0] == b[0]) for a, b in pairs)


@pytest.mark.parametrize("seed", range(20))
def test_two_that_duel_are_compared_in_all_features_and_in_how_they_lie(seed):
    chance = random.Random(seed)
    count = chance.choice([1, 2, 4, 9])
    own, found = candidates(chance, count)
    features = np.random.default_rng(seed).normal(size=(count, 4))
    scores = np.array([chance.random() for _ in own])
    rows = []
    for a, b in permutations(np.argsort(-scores)[:5].tolist(), 2):
        (within, shared), (around, of_other) = lie(own[a], own[b]), lie(own[b], own[a])
        later = np.sign(own[a][0][0] - own[b][0][0]), np.sign(own[a][-1][1] - own[b][-1][1])
        more = (features[a] - features[b]).tolist()
        rows.append([*more, scores[a] - scores[b], scores[a], within, around, shared, of_other, *later])
    assert duel_table(found, features, scores).tolist() == rows


def page_of(seed):
    """Lists of many shapes, some inside of others, some with bars between their records."""
    draw = random.Random(seed)
    parts = []
    for _ in range(draw.randrange(2, 5)):
        tag, inner = (
            draw.choice(["li", "div", "p"]),
            draw.choice(["<b>{}</b>", "<a href=/{0}>{0}</a>", "{}<i>x</i><u>y</u>"]),
        )
        held = [f"<{tag}><span>{inner.format(n)}</span></{tag}>" for n in range(draw.randrange(2, 9))]
        bar = draw.choice(["", "", "<hr>", f"<{tag}>more</{tag}>"])
        parts.append(f"<section>{bar.join(held)}{draw.choice(['', bar])}</section>")
    return parse("".join(parts))


def unsure(own, features, scores):
    """Below .5 the shortest regular candidate around the same records is preferred, and then one around that."""
    best = scores.index(max(scores))
    if scores[best] >= 0.5:
        return scores
    for other in sorted(range(len(own)), key=lambda one: features["mean_chars"][one]):
        if other != best and features["irregularity"][other] <= 0.1 and inside(own[best], own[other]):
            scores = put_first(scores, other)
            best = other
    return scores


@pytest.mark.parametrize("seed", range(20))
def test_scores_are_those_of_the_trees_after_agreeing_duels_and_doubt(seed):
    columns, found, starts = candidates_of(page_of(seed), AutoParams())
    features = features_of(columns, found, starts)
    trees, duels = models.load("auto"), models.load("auto_duels")
    own = spans_of(found)
    rows = np.array([features[name] for name in trees.features]).T.copy()
    scores = by_support(own, trees.predict(rows).tolist())
    few = sorted(range(len(own)), key=lambda one: -scores[one])[:5]
    wins = dict.fromkeys(few, 0.0)
    chances = duels.predict(duel_table(found, rows, np.array(scores))).tolist()
    for (one, other), chance in zip(permutations(few, 2), chances, strict=True):
        wins[one] += chance
        wins[other] += 1 - chance
    scores = unsure(own, features, put_first(scores, max(few, key=wins.__getitem__)))
    assert scores_of(found, features, trees, duels).tolist() == pytest.approx(scores, abs=1e-12)


def spans_of(found):
    spans = list(zip(found.start.tolist(), found.stop.tolist(), strict=True))
    return [spans[a:b] for a, b in zip(found.first[:-1], found.first[1:], strict=True)]


def cleaned(columns, records):
    """Records without what stands between them."""
    leaves, end = columns.leaves, columns.nodes.end
    first_nodes = [min(int(end[start]), stop) for start, stop in records]
    several = sum(leaves[a] < leaves[b] for a, (_, b) in zip(first_nodes, records, strict=True))
    kept = [
        (start, node if several <= len(records) / 3 else stop)
        for (start, stop), node in zip(records, first_nodes, strict=True)
    ]
    held = [leaves[stop] - leaves[start] for start, stop in kept]
    bars = sum(each <= 1 for each in held)
    if 0 < bars <= min(0.2 * len(kept), len(kept) - 2) and median(held) >= 3:
        kept = [span for span, each in zip(kept, held, strict=True) if each > 1]
    return kept


def widened(nodes, records):
    """Records, each widened to the outermost box that is its alone, while all are boxes of one tag."""
    if len(records) < 2 or any(nodes.end[start] != stop for start, stop in records):
        return records
    while True:
        above = [int(nodes.parent[start]) for start, _ in records]
        wider = [(row, int(nodes.end[row])) for row in above]
        if min(above) <= 0 or len(set(nodes.tag[above])) > 1:
            return records
        if any(one[1] > other[0] for one, other in pairwise(wider)):
            return records
        records = wider


def taken_apart(regions):
    """Those that share no row with one before them."""
    rows, found = set(), []
    for number, records in regions:
        own = {row for start, stop in records for row in range(start, stop)}
        if not rows & own:
            rows |= own
            found.append((number, records))
    return found


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("seed", range(30))
def test_regions_are_the_best_that_share_no_rows_cleaned_and_widened(seed, wide):
    columns, found, _ = candidates_of(page_of(seed), AutoParams(min_records=2))
    scores = np.random.default_rng(seed).random(len(found)).round(1)
    own = spans_of(found)
    order = sorted(range(len(own)), key=lambda one: -scores[one])
    wanted = [(one, cleaned(columns, records)) for one, records in taken_apart([(one, own[one]) for one in order])[:6]]
    if wide:
        wanted = taken_apart([(one, widened(columns.nodes, records)) for one, records in wanted])
    made = regions_of(columns.sheet, found, scores, 6, wide)
    assert [(one, list(zip(start.tolist(), stop.tolist(), strict=True))) for one, start, stop, _ in made] == wanted


def by_counts(codes, one, other):
    """The cosine of how often each code occurs in some spans of rows and in others."""
    first, second = (Counter(int(code) for start, stop in own for code in codes[start:stop]) for own in (one, other))
    shared = sum(count * second[code] for code, count in first.items())
    return shared / sqrt(sum(n * n for n in first.values()) * sum(n * n for n in second.values()))


@pytest.mark.parametrize("seed", range(10))
def test_lists_are_of_one_kind_where_they_have_the_same_steps_and_tags_about_as_often(seed):
    columns, found, _ = candidates_of(page_of(seed), AutoParams(min_records=2))
    own = spans_of(found)
    for one, other in permutations(range(min(8, len(own))), 2):
        styles, tags = (by_counts(codes, own[one], own[other]) for codes in (columns.step, columns.nodes.tag))
        assert same_kind(columns.sheet, found, one, other) == (styles >= 0.8 and tags >= 0.9)


def test_regions_of_the_signal_method_are_candidates_where_they_have_enough_records():
    regions = [((2, 5, 9), (5, 9, 12)), ((20, 24), (24, 30)), ((40, 41, 43), (41, 43, 44))]
    marked = [SimpleNamespace(starts=np.array(starts), stops=np.array(stops)) for starts, stops in regions]
    found, starts = of_regions(marked, 50, 3, 15)
    assert spans_of(found) == [[(2, 5), (5, 9), (9, 12)], [(40, 41), (41, 43), (43, 44)]]
    assert found.source.tolist() == [15, 15]
    assert np.flatnonzero(starts).tolist() == [2, 5, 9, 20, 24, 40, 41, 43]


@pytest.mark.parametrize("span", [(-1, 4), (5, 4), (3, 10_000), (10_000, 10_000)])
def test_records_that_do_not_lie_on_the_page_are_refused(span):
    columns, found, starts = candidates_of(page_of(0), AutoParams(min_records=2))
    wrong = as_candidates([[span]])
    with pytest.raises(IndexError):
        find_candidates(columns, least=3, most=60, further=[found, wrong])
    with pytest.raises(IndexError):
        features_of(columns, wrong, starts)
