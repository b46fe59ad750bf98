import time

from pagerows import extract


def page_of(count):
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
    return f'<body box="0 0 1000 {100 * count}"><div box="0 0 1000 {100 * count}">{"".join(parts)}</div>'


def seconds(page):
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        assert extract(page, method="gestalt").best is not None
        best = min(best, time.process_time() - start)
    return best


def test_time_grows_with_the_page_and_no_faster(lay_out):
    small, large = (lay_out(page_of(count), size=(1000, 100 * count)) for count in (300, 2400))
    # Eight times the page may cost some twenty times (sorting, caches, noise), not sixty-four.
    assert seconds(large) < 20 * seconds(small)
