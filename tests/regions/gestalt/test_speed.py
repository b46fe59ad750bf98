"""Work grows with the page, on lists as people write them and on pages made to hurt."""

import random

import pytest

from pagerows import extract


def page(parts, height):
    return f'<body box="0 0 1000 {height}"><div box="0 0 1000 {height}">{"".join(parts)}</div>', (1000, height)


def records(count):
    """A list of records, every third with more in it."""
    parts = []
    for n in range(count):
        y = 100 * n
        more = (
            f'<i look=tag box="0 {y + 60} 90 20">new</i><u look=was box="100 {y + 60} 90 20">1</u>'
            if n % 3 == 0
            else ""
        )
        parts.append(
            f'<div look=card box="0 {y} 300 90"><h3 look=title box="0 {y} 300 20">T{n}</h3>'
            f'<p look=body box="0 {y + 30} 300 20">About <b look=bold box="40 {y + 30} 50 20">{n}</b></p>{more}</div>'
        )
    return page(parts, 100 * count)


def no_two_alike(count):
    """Records of random parts: hardly one resembles another."""
    chance, parts = random.Random(5), []
    for n in range(count):
        y = 100 * n
        inner = "".join(
            f'<p look=l{chance.randrange(40)} box="0 {y + 10 * k} {chance.randrange(20, 300)} 9">w'
            f'<b look=b{chance.randrange(20)} box="0 {y + 10 * k} 9 9">x</b></p>'
            for k in range(chance.randrange(2, 9))
        )
        parts.append(f'<div look=c{chance.randrange(3)} box="0 {y} 300 90">{inner}</div>')
    return page(parts, 100 * count)


def flat_and_mixed(count):
    """Siblings of fifty looks and random sizes."""
    chance = random.Random(6)
    parts = [
        f'<p look=l{chance.randrange(50)} box="0 {25 * n} {chance.randrange(50, 400)} {chance.randrange(5, 20)}">x</p>'
        for n in range(4 * count)
    ]
    return page(parts, 100 * count)


def overlapping(count):
    chance = random.Random(7)
    parts = [
        f'<div look=l{n % 7} box="{chance.randrange(900)} {chance.randrange(900)} {chance.randrange(5, 100)} '
        f'{chance.randrange(5, 100)}">x<b look=q box="0 0 9 9">y</b></div>'
        for n in range(2 * count)
    ]
    return page(parts, 1000)


def each_in_the_last(count):
    """Siblings that lie in each other: as deep a tree as there are boxes."""
    step = 400 / (4 * count)
    parts = [
        f'<div look=l{n % 7} box="{n * step} {n * step} {1000 - 2 * n * step} {1000 - 2 * n * step}">x</div>'
        for n in range(4 * count)
    ]
    return page(parts, 1000)


@pytest.mark.parametrize(
    ("kind", "size"),
    [(records, 60), (no_two_alike, 60), (flat_and_mixed, 60), (overlapping, 60), (each_in_the_last, 100)],
)
def test_work_and_memory_grow_with_the_page_and_no_faster(lay_out, kind, size, calls, peak):
    small, large = (lay_out(html, size=size) for html, size in (kind(size), kind(4 * size)))

    def run(made):
        extract(made, method="gestalt")

    run(small)  # what is imported or kept on first use is no work of the page
    # Four times the page: sorting and overlaps cost some more, pairs of all blocks would cost sixteen times.
    assert calls(run, large) < 9 * calls(run, small)
    assert peak(run, large) < 9 * peak(run, small)


@pytest.mark.parametrize("method", ["vide", "rextractor"])
def test_the_yardsticks_do_not_grow_faster_either(lay_out, method, calls, peak):
    small, large = (lay_out(html, size=size) for html, size in (records(100), records(400)))

    def run(made):
        extract(made, method=method)

    run(small)
    assert calls(run, large) < 6 * calls(run, small)
    assert peak(run, large) < 6 * peak(run, small)
