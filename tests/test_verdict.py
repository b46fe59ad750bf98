"""Where nothing is answered, the verdict says why, and what is asked for decides."""

import pagerows

PROSE = "".join(
    f"<p>{'Once upon a time there was a long sentence about nothing in particular. ' * 6}</p>" for _ in range(9)
)
MENU = "<nav><ul>" + "".join(f"<li><a href=/{n}>Part {n}</a></li>" for n in range(6)) + "</ul></nav>"
LIST = "<ul>" + "".join(f"<li><h3><a href=/{n}>Item {n}</a></h3><p>{n}.50 €</p></li>" for n in range(9)) + "</ul>"


def test_a_list_is_accepted_with_its_chance():
    verdict = pagerows.extract(LIST).verdict
    assert verdict.accepted
    assert verdict.chance is not None
    assert verdict.threshold is not None
    assert verdict.chance >= verdict.threshold
    assert verdict.reasons


def test_an_article_is_refused_with_reasons():
    verdict = pagerows.extract(f"{MENU}<article><h1>A story</h1>{PROSE}</article>").verdict
    assert not verdict.accepted
    assert verdict.reasons
    assert "needed" in str(verdict)


def test_a_page_where_nothing_repeats_says_so():
    verdict = pagerows.extract("<p>Nothing repeats here.</p>").verdict
    assert (verdict.accepted, verdict.chance) == (False, None)
    assert str(verdict) == "nothing on the page repeats like records do"


def test_a_least_score_wins_over_the_verdict():
    page = f"{MENU}<article><h1>A story</h1>{PROSE}</article>"
    assert pagerows.extract(page).best is None
    asked = pagerows.extract(page, min_score=0.0)
    assert asked.best is not None
    assert asked.verdict.accepted
    refused = pagerows.extract(LIST, min_score=1.1)
    assert refused.best is None
    assert "asked for 1.10" in str(refused.verdict)


def test_methods_without_a_verdict_have_none():
    verdict = pagerows.extract(LIST, method="same_path").verdict
    assert (verdict.accepted, verdict.chance, verdict.reasons) == (True, None, ())
