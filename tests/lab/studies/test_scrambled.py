"""Names do not depend on CSS where the page says more than that."""

from pagerows.lab.studies.scrambled import kept_names, scramble

GOODS = [("Walnut desk", 499, 399), ("Brass lamp", 80, 60), ("Linen chair", 310, 250), ("Wool rug", 145, 130)]
ITEM = (
    '<li class="card"><h3 class="card-title"><a href="/goods/{n}">{0} number {n}</a></h3><del class="was">£{1}</del>'
    '<div class="now">£{2}</div><div class="stars">4.{n} out of 5</div><div class="opinions">{n}1 reviews</div>'
    '<time class="when" datetime="2026-05-0{n}">{n} May 2026</time></li>'
)
PAGE = "".join(ITEM.format(*goods, n=n) for n, goods in enumerate(GOODS * 2, 1))


def test_the_same_class_gets_the_same_other_name():
    first, second = scramble(b"<p class='a b'><p class=\"b a\">").split(b"<p ")[1:]
    assert first.split(b"'")[1].split() == second.split(b'"')[1].split()[::-1]


def test_names_stay_with_random_class_names():
    names = kept_names(f"<ul class='list'>{PAGE}</ul>".encode())
    assert [before for before, _ in names] == ["title", "old_price", "price", "rating", "reviews", "date"]
    assert all(before == after for before, after in names)
