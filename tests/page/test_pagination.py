"""Which pages a list goes on at."""

import pytest

from pagerows import parse
from pagerows.page.pagination import find_pagination

HERE = "http://shop.example/list"


def pagination(html, url=HERE):
    return parse(f"<html><body>{html}</body></html>", url=url).pagination


def run(numbers, template="/list?page={}", current=None):
    return " ".join(str(n) if n == current else f'<a href="{template.format(n)}">{n}</a>' for n in numbers)


@pytest.mark.parametrize(
    "text",
    [
        *("Next", "next page", "Next »", "Nächste Seite", "Suivant", "Siguiente", "Próxima", "Successivo", "Volgende"),
        *("Następna", "Další", "Következő", "Следующая", "Наступна", "Επόμενη", "Sonraki", "التالي", "صفحه بعد", "הבא"),
        *("下一页", "次へ", "다음", "Tiếp theo", "Berikutnya", "अगला", "ถัดไป", "»", "›", ">", "→"),
        *("Next 25", "Nächste 20", "next 10 results", "次の10件", "[>]"),
    ],
)
def test_the_next_page_is_called_so_in_many_languages_and_symbols(text):
    found = pagination(f'<ul><li>one<li>two</ul><a href="/list?page=2">{text}</a>')
    assert found.next == "http://shop.example/list?page=2"


@pytest.mark.parametrize(
    "link",
    [
        '<a rel="next" href="/list?page=2">On</a>',
        '<a class="pager-next" href="/list?page=2"><img src=x.png></a>',
        '<li class="next"><a href="/list?page=2"><svg></svg></a></li>',
        '<a href="/list?page=2"><i class="fa fa-chevron-right"></i></a>',
        '<a href="/list?page=2" aria-label="Next page"></a>',
        '<a href="/list?page=2"><img alt="Next" src=x.png></a>',
    ],
    ids=["rel", "class", "class around it", "icon", "label", "picture"],
)
def test_the_next_page_is_known_without_its_text(link):
    assert pagination(link).next == "http://shop.example/list?page=2"


@pytest.mark.parametrize(
    ("template", "current", "wanted"),
    [
        ("/list?page={}", 3, "/list?page=4"),
        ("/list/page/{}/", 1, "/list/page/2/"),
        ("/list-{}.html", 5, "/list-6.html"),
        ("/list?start={}0", 2, "/list?start=30"),
        ("/list?PAGEN_1={}", 2, "/list?PAGEN_1=3"),
        ("/list/seite-{}", 2, "/list/seite-3"),
        ("/list/strona/{}", 4, "/list/strona/5"),
        ("/list/o{}", 2, "/list/o3"),
        ("/forum-12-{}.html", 2, "/forum-12-3.html"),
        ("/list;page={}", 2, "/list;page=3"),
    ],
)
def test_numbers_around_the_page_that_is_shown_are_its_pager(template, current, wanted):
    found = pagination(run(range(1, 8), template, current))
    assert found.next == f"http://shop.example{wanted}"
    assert found.current == current
    assert len(found.pages) == 6


@pytest.mark.parametrize("template", ["/list?page={}", "/list/trang-{}", "/list/halaman/{}", "/list?sivu={}"])
def test_the_first_page_may_have_an_address_without_a_number(template):
    found = pagination(f"<span>1</span> {run(range(2, 8), template)}")
    assert found.next == f"http://shop.example{template.format(2)}"
    assert len(found.pages) == 6


def test_pages_may_be_called_by_their_records():
    spans = [(20 * n + 1, 20 * n + 20) for n in range(5)]
    links = [f"<a href='?start={first - 1}'>{first}-{last}</a>" for first, last in spans if first != 41]
    found = pagination(f"{links[0]} {links[1]} <b>41-60</b> {links[2]} {links[3]}", f"{HERE}?start=40")
    assert (found.current, found.next) == (3, f"{HERE}?start=60")
    assert len(found.pages) == 4


def test_links_have_their_rows():
    page = parse(f"<body><p>{run([1, 2, 3], current=1)} <a href='/list?page=2'>Next</a>", url=HERE)
    found = page.pagination
    assert found.next_link is not None
    assert page.nodes.text(found.next_link.row) == "Next"
    assert [(link.number, page.nodes.text(link.row)) for link in found.page_links] == [(2, "2"), (3, "3")]


def test_the_last_page_has_no_next_one():
    found = pagination(f'<a href="/list?page=4">Previous</a> {run(range(1, 6), current=5)}', f"{HERE}?page=5")
    assert (found.next, found.previous) == (None, "http://shop.example/list?page=4")


def test_a_page_marked_as_current_may_be_a_link():
    links = "".join(f'<li class="{"active" if n == 2 else ""}"><a href="?p={n}">{n}</a></li>' for n in range(1, 5))
    assert pagination(f"<ul>{links}</ul>").next == "http://shop.example/list?p=3"


def test_double_arrows_lead_to_the_ends_where_single_ones_turn_pages():
    found = pagination(
        f'<a href="?page=1">«</a> <a href="?page=2">‹</a> {run([2, 3, 4], current=3)}'
        ' <a href="?page=4">›</a> <a href="?page=9">»</a>'
    )
    assert (found.next, found.previous) == ("http://shop.example/list?page=4", "http://shop.example/list?page=2")


def test_arrows_to_the_last_page_or_the_next_ten_do_not_win_over_numbers():
    found = pagination(f'{run(range(1, 11), current=1)} <a href="/list?page=11">»</a>')
    assert found.next == "http://shop.example/list?page=2"


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr>" + "".join(f'<td><a href="/e/{d}">{d}</a></td>' for d in range(1, 8)) + "</table>",
        "".join(f'<div><a href="/2026/11/{d:02}">{d}</a></div>' for d in range(1, 31)),
        " ".join(f'<a href="/archive/{y}">{y}</a>' for y in range(2019, 2026)),
        " ".join(f'<a href="/list?show={n}">{n}</a>' for n in (20, 50, 100)),
        '<a href="/stories/77-a">1</a> <a href="/stories/12-b">2</a> <a href="/stories/90-c">3</a>',
        '<a href="#" class="next">Next</a>',
        '<a href="javascript:slide(1)">Next</a>',
        '<a href="http://other.example/ad">»</a>',
        '<a href="/about-the-shop">›</a>',
        '<a href="/article" rel="next">A long title of the article that comes after this one</a>',
        '<form method=post action="/subscribe"><input name=mail><button>Next</button></form>',
        '<a href="/login">Back</a>',
        '<ul><li class="active"><a href="/list/2026">2026</a></li></ul>',
        '<div id="wp-calendar"><table><tr><td><a href="/list?m=2">»</a></td></tr></table></div>',
        " ".join(f'<a href="/archive/2026/{m:02}">{m}</a>' for m in range(1, 13)),
        " ".join(f'<a href="/s/{n}">{n}</a>' for n in range(38, 43)),
        " ".join(f'<a href="/list?price={n}-{n + 9}">{n}-{n + 9}</a>' for n in range(1, 50, 10)),
    ],
    ids=[
        *("calendar table", "calendar by date", "years", "rows per page", "stories", "slider", "script"),
        *("another host", "bullet", "next article", "wizard", "back", "chosen year", "next month"),
        *("months", "sizes", "prices"),
    ],
)
def test_what_is_no_pager_gives_nothing(html):
    found = pagination(html)
    assert (found.next, found.previous, found.pages) == (None, None, [])


def test_lists_sorted_by_time_lead_on_to_what_is_older():
    found = pagination('<a href="/list?page=2">← Older posts</a> <a href="/list">Newer posts →</a>', f"{HERE}?page=1")
    assert found.onward is not None
    assert found.onward.url == found.previous == "http://shop.example/list?page=2"
    assert found.next == "http://shop.example/list"


def test_the_head_says_where_to_go_on_where_the_page_does_not():
    page = parse("<head><link rel='next' href='/list?page=2&amp;a=b'></head><body><p>x", url=HERE)
    assert page.pagination.next is None
    assert page.pagination.onward is not None
    assert page.pagination.onward.url == "http://shop.example/list?page=2&a=b"


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("Showing 1–24 of 310 results", 310),
        ("<b>25</b> to <b>48</b> of <b>1,310</b>", 1310),
        ("Artikel 1 bis 30 von 1.204", 1204),
        ("全310件中 1~24", 310),
        ("310件中 1～24件", 310),
        ("from 15 to 28 January 2018", None),
        ("10-12-2019", None),
        ("page 3 of 7", None),
        ("scored 4-2 in 3 matches", None),
    ],
)
def test_a_page_may_say_how_many_records_there_are(text, total):
    assert pagination(f"<div><p>{text}</p></div>").total == total


def test_a_form_that_turns_pages_keeps_what_it_would_send():
    found = pagination(
        '<form method=post action="/search"><input type=hidden name=q value=chairs>'
        "<select name=sort><option value=a>A<option value=b selected>B</select>"
        "<input type=submit name=page value=2></form>"
        '<form method=post action="/search"><input type=hidden name=page value=2><button>Next</button></form>'
    )
    assert found.next is None
    assert found.onward is not None
    assert found.onward.url == "http://shop.example/search"
    assert found.onward.form == (("page", "2"),)


def test_the_list_has_a_pager_of_its_own_among_those_of_its_records():
    threads = "".join(
        f'<li><a href="/t/{t}">Thread {t}</a> {run([1, 2, 3], f"/t/{t}?page={{}}")}</li>' for t in range(100, 110)
    )
    page = parse(f"<body><div><ul>{threads}</ul>{run(range(1, 6), current=1)}</div>", url=HERE)
    start = int(page.nodes.rows_with_tag("ul")[0])
    own = find_pagination(page, (start, int(page.nodes.end[start])))
    assert page.pagination.next == own.next == "http://shop.example/list?page=2"
    assert own.pages == [f"http://shop.example/list?page={n}" for n in (2, 3, 4, 5)]
    assert len(page.pagination.pages) > len(own.pages)


def test_pagers_are_looked_for_once_and_only_when_asked_for():
    page = parse(run(range(1, 5), current=2), url=HERE)
    assert "pagination" not in vars(page)
    assert page.pagination is page.pagination


@pytest.mark.parametrize(
    "html",
    [
        lambda n: "".join(f'<a href="/l?p={i}">{i}</a> ' for i in range(n)),
        lambda n: '<a href="/l?p=2">Next</a> ' * n,
        lambda n: "<form method=post>" + "<input name=page value=1><button name=page value=2>2</button>" * n,
        lambda n: "".join(f'<a href="/l{"-1" * 500}?p={i}">{i % 9}</a> ' for i in range(n // 10)),
    ],
    ids=["numbers", "next", "buttons", "long addresses"],
)
def test_hostile_pages_take_work_in_step_with_their_size(html, calls):
    small, large = (parse(html(size), url=HERE) for size in (500, 2000))
    few = calls(lambda: small.pagination)
    many = calls(lambda: large.pagination)
    assert many < 8 * few


@pytest.mark.parametrize(
    ("here", "there", "next_one", "previous"),
    [
        ("https://a.example/list", "/list?page=2", True, False),
        ("https://a.example/list?page=4&sort=up", "/list?page=5&sort=up", True, False),
        ("https://a.example/list/page/4/", "/list/page/3/", False, True),
        ("https://a.example/list.html", "/list-page-2.html", True, False),
        ("https://a.example/list", "/list?year=2", False, False),
        ("https://a.example/list?page=4", "/list?page=7", False, False),
        ("https://a.example/list?page=4", "/other?page=5", False, False),
    ],
    ids=["second", "one more", "one less", "before the ending", "another field", "farther away", "another list"],
)
def test_the_page_beside_is_known_by_its_address_where_nobody_can_read_the_link(here, there, next_one, previous):
    found = parse(f'<ul><li>One<li>Two</ul><a href="{there}">Qxxlw zr</a>', url=here).pagination
    url = f"https://a.example{there}"
    assert found.next == (url if next_one else None)
    assert found.previous == (url if previous else None)


def test_two_links_to_different_pages_beside_are_no_next_page():
    links = '<a href="/list?page=2">Xq</a> <a href="/list?p=2">Zr</a>'
    assert parse(f"<ul><li>One<li>Two</ul>{links}", url="https://a.example/list").pagination.next is None
