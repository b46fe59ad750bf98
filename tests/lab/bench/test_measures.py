"""What counts as right, in small numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.lab.bench.cells import holds, item, matches, pairing, rows
from pagerows.lab.bench.corpora import Gold
from pagerows.lab.bench.measures import measure

GOLD = [["Blue lamp", "12.50", "new"], ["Red lamp", "9.00", "used"]]


def table(answer, gold=GOLD):
    return measure(Gold(page="p", kind="table", records=gold, count=len(gold)), answer)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Blue  LAMP", "blue lamp", True),
        ("1,299.00", "1299 00", True),
        ("a b c d e", "a b c d x", False),
        ("a b c d e", "a b c d", True),
        ("$", "$", True),
        ("$", "€", False),
        ("Caf&eacute;", "café", True),
        ("$", "lamp", False),
    ],
)
def test_cells_are_the_same_by_jaccard_or_by_letters(a, b, same):
    assert bool(matches([item(a)], [item(b)])) is same


@given(st.lists(st.text("ab 1$", max_size=8), max_size=6), st.lists(st.text("ab 1$", max_size=8), max_size=6))
def test_matches_agree_with_comparing_all_pairs(left, right):
    gold, cells = ([found for text in texts if (found := item(text))] for texts in (left, right))

    def same(a, b):
        if not a.letters or not b.letters:
            return a.raw == b.raw
        x, y = set(a.tokens), set(b.tokens)
        return a.letters == b.letters or len(x & y) >= 0.8 * len(x | y)

    every = {(i, j) for i, a in enumerate(gold) for j, b in enumerate(cells) if same(a, b)}
    assert matches(gold, cells) == every


def test_an_item_may_be_split_over_adjacent_cells_or_lie_inside_one():
    row = rows([["Blue", "lamp new", "x"], ["Bluelamp"]])
    assert holds([item("blue lamp"), item("lamp new x"), item("lue")], row).tolist() == [
        [True, True],  # eight letters: also found with the space removed
        [True, False],
        [False, False],
    ]


def test_a_perfect_answer_is_perfect():
    assert table(GOLD) == {
        "gold": 2,
        "predicted": 2,
        "correct": 2,
        "merged": 0,
        "items_gold": 6,
        "items_predicted": 6,
        "items_correct": 6,
        "aligned": 6,
    }


@pytest.mark.parametrize(
    ("answer", "correct", "merged"),
    [
        ([], 0, 0),
        ([["Blue lamp", "12.50"]], 1, 0),
        ([["Blue lamp"]], 0, 0),
        ([["Blue lamp 12.50 new", "Red lamp 9.00 used"]], 1, 1),
        ([["Blue lamp 12.50 new"], ["Blue lamp 12.50 new"]], 1, 0),
        ([["menu"], ["Red lamp", "9.00"], [None, "Blue lamp", "new"]], 2, 0),
    ],
    ids=["empty", "two of three items", "one of three", "both in one row", "the same twice", "noise before"],
)
def test_a_record_is_correct_if_its_row_holds_half_of_the_items(answer, correct, merged):
    counts = table(answer)
    assert (counts["correct"], counts["merged"]) == (correct, merged)


def test_alignment_counts_items_outside_their_commonest_column():
    gold = [["a1 x", "b1 y"], ["a2 x", "b2 y"], ["a3 x", "b3 y"]]
    counts = table([["a1 x", "b1 y"], ["a2 x", "b2 y"], ["b3 y", "a3 x"]], gold)
    assert (counts["items_correct"], counts["aligned"]) == (6, 4)


def test_equal_cells_of_a_row_go_to_the_columns_that_are_commonest_on_the_page():
    gold = [["5", "5"], ["1", "2"], ["3", "4"]]
    assert table(gold, gold)["aligned"] == 6


def test_nodes_need_token_f1_of_seven_tenths():
    gold = Gold(page="p", kind="nodes", records=[["a b c d e f g"], ["h i j k l m n"]], count=2)
    assert measure(gold, [["a b c d e f"], ["h i"]])["correct"] == 1


def test_a_row_with_two_titles_is_no_record():
    titles = ["A remarkable lamp", "Another sort of chair"]
    gold = Gold(page="p", kind="anchors", anchors=titles, count=2)
    assert measure(gold, [[titles[0]], [titles[1]]])["titles"] == 2
    assert measure(gold, [[" ".join(titles)], ["x"]])["titles"] == 0
    assert measure(gold, [[" ".join(titles)], ["x"]])["correct"] == 2  # by count alone it looks right


def test_text_is_measured_in_words_and_snippets():
    gold = Gold(page="p", kind="text", text="one two three four", snippets=("two three",), noise=("menu",))
    counts = measure(gold, [["One two", "three"], ["menu"]])
    assert (counts["words_correct"], counts["words_predicted"], counts["words_gold"]) == (3, 4, 4)
    assert (counts["with_found"], counts["without_found"]) == (1, 1)


def test_pages_without_records_have_no_counts():
    assert measure(Gold(page="p", kind="none", has_records=False), [["x"]]) == {}


def test_pairing_leaves_out_pairs_of_no_weight():
    assert pairing(np.array([[0.0, 2.0], [0.0, 3.0]])) == [(1, 1)]
    assert pairing(np.zeros((0, 3))) == []


CELLS = st.one_of(st.none(), st.text("abcd 12$.", max_size=12))
TABLES = st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=5)


@given(TABLES, TABLES)
def test_a_row_holds_an_item_where_a_plain_search_finds_it(gold, answer):
    items = list({cell for row in rows(gold) for cell in row if cell})
    table_rows = rows(answer)

    def plain(wanted, row):
        cells = [cell for cell in row if cell]
        if not wanted.letters:
            return len(wanted.raw) > 1 and wanted.raw in "".join(cell.raw for cell in cells)
        tokens = f" {' '.join(token for cell in cells for token in cell.tokens)} "
        letters = "".join(cell.letters for cell in cells)
        return wanted.spaced in tokens or (len(wanted.letters) >= 8 and wanted.letters in letters)

    assert holds(items, table_rows).tolist() == [[plain(wanted, row) for row in table_rows] for wanted in items]


@given(TABLES)
def test_the_gold_itself_is_always_a_perfect_answer(gold):
    counts = table(gold, gold)
    assert counts["correct"] == counts["gold"] == counts["predicted"]
    assert counts["items_correct"] == counts["items_gold"] == counts["items_predicted"]


@given(TABLES, TABLES, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter_and_no_more_is_right_than_there_is(gold, answer, random):
    counts = table(answer, gold)
    mixed = list(answer)
    random.shuffle(mixed)
    assert table(mixed, gold)["correct"] == counts["correct"]
    assert counts["correct"] <= min(counts["gold"], counts["predicted"])
    assert counts["aligned"] <= counts["items_correct"] <= min(counts["items_gold"], counts["items_predicted"])


@given(TABLES)
def test_nodes_and_titles_find_themselves(gold):
    records = [[cell for cell in row if cell] for row in gold]
    wanted = rows(records)
    nodes = measure(Gold(page="p", kind="nodes", records=records, count=len(wanted)), records)
    with_words = sum(any(cell.tokens for cell in row if cell) for row in wanted)
    assert nodes["correct"] == with_words
