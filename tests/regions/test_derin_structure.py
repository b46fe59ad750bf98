"""DERIN's structure of records [F17 s. 3.2.5-3.2.6]: the worked example of Fig. 6 and Tables 3-5."""

import numpy as np
import pytest

from pagerows.regions.derin.structure import cohesion, jaccard_matrix, outliers, restructure

#: Table 3: nine child elements, three records; AT01 is the link, AT02 the title, AT03 the text, AT04 the address.
CHILDREN = [["AT01", "AT02"], ["AT03"], ["AT01", "AT04"]] * 3
SEQUENCE = [name for child in CHILDREN for name in child]


def numbered(children):
    return [[int(name[2:]) for name in child] for child in children]


def ngrams(sequence, most):
    """The distinct n-grams of a sequence for n up to `most`, in order of appearance [F17 s. 3.2.5 step 2]."""
    return {
        n: list(dict.fromkeys(tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1)))
        for n in range(1, most + 1)
    }


def score(sequence, gram):
    """n * f / s [F17 Eq. 10]; infinite where the n-gram covers the sequence, so that it ranks first."""
    f, place, n = 0, 0, len(gram)
    while place + n <= len(sequence):
        hit = tuple(sequence[place : place + n]) == tuple(gram)
        f += hit
        place += n if hit else 1
    left = len(sequence) - n * f
    return n * f / left if left else float("inf")


def test_the_string_of_the_example_has_fifteen_attributes_and_its_longest_ngram_five():
    assert len(SEQUENCE) == 15
    assert len(SEQUENCE) // 3 == 5  # Eq. 9


def test_the_ngrams_of_the_example_are_those_of_the_paper():
    found = ngrams(SEQUENCE, 5)
    assert found[1] == [("AT01",), ("AT02",), ("AT03",), ("AT04",)]
    assert found[2] == [
        ("AT01", "AT02"),
        ("AT02", "AT03"),
        ("AT03", "AT01"),
        ("AT01", "AT04"),
        ("AT04", "AT01"),
    ]
    assert [len(found[n]) for n in (3, 4, 5)] == [5, 5, 5]
    assert found[5][0] == ("AT01", "AT02", "AT03", "AT01", "AT04")


@pytest.mark.parametrize(
    ("gram", "expected"),
    [
        (("AT01", "AT02", "AT03", "AT01"), 4.0),  # n = 4, f = 3, s = 3
        (("AT01", "AT02", "AT03", "AT01", "AT04"), float("inf")),  # s = 0
        (("AT01",), 6 / 9),
        (("AT04", "AT01"), 4 / 11),
    ],
)
def test_a_score_is_size_times_frequency_over_the_rest(gram, expected):
    assert score(SEQUENCE, gram) == expected


def test_occurrences_do_not_overlap():
    assert score(list("aaaaa"), tuple("aa")) == 2 * 2 / 1


def test_the_example_becomes_three_records():
    sequence = [number for child in numbered(CHILDREN) for number in child]
    assert [tuple(span) for span in restructure(sequence, 3)] == [(0, 5), (5, 10), (10, 15)]  # Table 4


def test_what_no_ngram_covers_is_a_record_of_its_own():
    assert [tuple(span) for span in restructure([9, 1, 2, 1, 2, 1, 2, 8, 7], 3)] == [
        (0, 1),
        (1, 3),
        (3, 5),
        (5, 7),
        (7, 9),
    ]


@pytest.mark.parametrize("sequence", [[], [1], [1, 2, 3]], ids=["empty", "one", "nothing repeated"])
def test_short_sequences_have_no_structure(sequence):
    spans = restructure(sequence, 3)
    assert [span.stop - span.start for span in spans] == ([len(sequence)] if sequence else [])


def test_every_attribute_is_in_exactly_one_record():
    random = np.random.default_rng(5)
    for _ in range(50):
        sequence = random.integers(0, 4, random.integers(1, 60)).tolist()
        spans = restructure(sequence, 3)
        assert [place for span in spans for place in range(*span)] == list(range(len(sequence)))


def test_the_first_record_found_is_the_ngram_of_highest_score():
    random = np.random.default_rng(6)
    for _ in range(30):
        sequence = random.integers(0, 3, 24).tolist()
        repeated = [gram for grams in ngrams(sequence, 8).values() for gram in grams if _times(sequence, gram) > 1]
        best = max(score(sequence, gram) for gram in repeated)
        spans = restructure(sequence, 3)
        found = {tuple(sequence[slice(*span)]) for span in spans}
        assert any(score(sequence, gram) == best for gram in found)


def _times(sequence, gram):
    n, place, times = len(gram), 0, 0
    while place + n <= len(sequence):
        hit = tuple(sequence[place : place + n]) == gram
        times, place = times + hit, place + (n if hit else 1)
    return times


def test_the_example_is_not_cohesive_and_its_records_are():
    # Of the 81 pairs, those of one position are equal (27), first and third share one of three (18 times 1/3).
    assert cohesion(numbered(CHILDREN)) == pytest.approx((27 + 18 / 3) / 81)
    assert cohesion([[1, 2, 3, 1, 4]] * 3) == 1.0


def test_jaccard_counts_concepts_once():
    assert jaccard_matrix([[1, 1, 2], [2, 3]])[0, 1] == 1 / 3


def test_records_unlike_the_others_are_outliers():
    """Table 2: the first two rows are no records."""
    records = [[1], [1, 2, 3, 4, 5], *([[6, 7, 8, 10, 11]] * 8)]
    assert outliers(records).tolist() == [True, True] + [False] * 8


def test_equal_records_have_no_outliers():
    assert not outliers([[1, 2]] * 5).any()
    assert not outliers([[1], [2]]).any()
