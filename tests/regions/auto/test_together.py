"""Pages of one site, read together, vote."""

import numpy as np
import pytest

import pagerows
from pagerows.errors import ParameterError
from pagerows.regions.auto.together import _unless_ahead

WORDS = "amber birch cedar delta ember fjord grove heath inlet jetty knoll larch maple north ocean pearl".split()  # noqa: SIM905


def text(seed, words):
    return " ".join(WORDS[(seed * 7 + n * (seed + 3)) % len(WORDS)] for n in range(words))


def page(number, count=10):
    """A list of results, and beside it teasers with as many fields that are the same on every page."""
    item = "<li><h3><a href=/{0}>{1}</a></h3><p>{2}</p><b>{3}.50</b></li>"
    own = "".join(item.format(n, text(n + 20 * number, 4), text(n + 30 * number, 14), n) for n in range(count))
    same = "".join(item.format(n, text(n + 3, 5), text(n + 5, 15), n) for n in range(count))
    return f"<h1>Results</h1><div class=a><ul>{own}</ul></div><div class=b><ul>{same}</ul></div>"


def test_what_stands_in_the_same_place_with_other_texts_is_the_list():
    for found in pagerows.extract_many([page(1), page(2), page(3)], together=True):
        assert found.best is not None
        assert len(found.best) == 10
        assert "div[1]" in found.best.records[0].xpath


def test_one_page_alone_is_read_as_ever():
    alone, together = pagerows.extract(page(1)), next(pagerows.extract_many([page(1)], together=True))
    assert together.table.rows == alone.table.rows


def test_pages_without_anything_that_repeats_do_not_stop_the_others():
    empty, full = pagerows.extract_many(["<p>Nothing.</p>", page(1)], together=True)
    assert empty.regions == []
    assert full.best is not None


def test_without_together_pages_are_read_one_by_one():
    rows = [found.table.rows for found in pagerows.extract_many([page(1), page(2)])]
    assert rows == [pagerows.extract(each).table.rows for each in (page(1), page(2))]


@pytest.mark.parametrize("options", [{"method": "signal"}, {"filter": "tps"}])
def test_only_methods_that_can_read_pages_together(options):
    with pytest.raises(ParameterError, match="together=True"):
        pagerows.extract_many([page(1), page(2)], together=True, **options)


@pytest.mark.parametrize(("scores", "best"), [([0.50, 0.53], 0), ([0.50, 0.60], 1), ([0.70, 0.60], 0)])
def test_votes_overrule_what_a_page_chose_only_where_another_list_is_clearly_ahead(scores, best):
    assert int(_unless_ahead(np.array(scores), 0).argmax()) == best
