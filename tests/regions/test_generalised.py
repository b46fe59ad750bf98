"""Data regions of generalised nodes: the fast search against the paper's pseudo-code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.page import parse
from pagerows.regions._generalised import find_data_regions, identify
from pagerows.trees import Elements


def ident_drs(string: str, most: int) -> list[tuple[int, int, int]]:
    """[LGZ03 Fig. 9] word by word, from 1 as printed: children are letters, similar means equal."""
    size = len(string)

    def distance(length: int, at: int) -> bool:
        if at + 2 * length - 1 > size:
            return False
        return string[at - 1 : at - 1 + length] == string[at - 1 + length : at - 1 + 2 * length]

    def search(start: int) -> list[tuple[int, int, int]]:
        best = (0, 0, 0)
        for length in range(1, most + 1):
            for first in range(start, start + length):
                flag, current = True, (0, 0, 0)
                for at in range(first, size + 1, length):
                    if distance(length, at):
                        if flag:
                            current, flag = (length, at, 2 * length), False
                        else:
                            current = (length, current[1], current[2] + length)
                    elif not flag:
                        break
                if best[2] < current[2] and (best[1] == 0 or current[1] <= best[1]):
                    best = current
        if not best[2]:
            return []
        rest = search(best[1] + best[2]) if best[1] + best[2] - 1 != size else []
        return [(best[1] - 1, best[0], best[2]), *rest]

    return search(1)


@given(st.text("abc", max_size=24), st.integers(1, 10))
def test_leaving_comparisons_out_never_changes_the_regions(string, most):
    def similar(a, b, c):
        return string[a:b] == string[b:c]

    assert identify(range(len(string) + 1), similar, most) == ident_drs(string, most)


@pytest.mark.parametrize(
    ("string", "regions"),
    [
        ("", []),
        ("a", []),
        ("abcd", []),
        ("xaaaa", [(1, 1, 4)]),
        ("hababab", [(1, 2, 6)]),
        ("aaabcbcbc", [(0, 1, 3), (3, 2, 6)]),
    ],
    ids=["no children", "one child", "all different", "a list", "records of two siblings", "two lists"],
)
def test_children_split_into_runs_of_similar_generalised_nodes(string, regions):
    assert identify(range(len(string) + 1), lambda a, b, c: string[a:b] == string[b:c], 10) == regions


def test_a_region_hides_what_is_inside_of_its_nodes_unless_nested_ones_are_wanted():
    inner = "<ul>" + "<li><a><b>x</b></a></li>" * 3 + "</ul>"
    elements = Elements.of(parse(f"<body><div><p><i>t</i></p>{inner}</div>" * 2).nodes)

    def similar(a, b, c):
        return elements.string[a:b] == elements.string[b:c]

    assert [r.parent for r in find_data_regions(elements, similar, most=10)] == [0]
    assert len(find_data_regions(elements, similar, most=10, nested=True)) == 3
