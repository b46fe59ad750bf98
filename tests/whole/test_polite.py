"""Pages from the network with care."""

import pytest

import pagerows
from pagerows import Fetcher


@pytest.fixture
def waits():
    return []


@pytest.fixture
def fetcher(waits):
    return Fetcher(delay=0, sleep=waits.append)


def test_robots_are_asked_for_once_and_kept_to(site, fetcher):
    site.robots = "User-agent: *\nDisallow: /private\nAllow: /\n"
    fetcher.get(f"{site.url}/numbered")
    fetcher.get(f"{site.url}/numbered?page=2")
    with pytest.raises(pagerows.RobotsForbidden, match=r"robots.txt forbids"):
        fetcher.get(f"{site.url}/private")
    assert site.asked == ["/robots.txt", "/numbered", "/numbered?page=2"]


def test_robots_may_speak_to_us_by_name_and_with_wildcards(site, fetcher):
    site.robots = "User-agent: pagerows\nDisallow: /*?page=\n\nUser-agent: *\nDisallow:\n"
    fetcher.get(f"{site.url}/numbered")
    with pytest.raises(pagerows.RobotsForbidden):
        fetcher.get(f"{site.url}/numbered?page=2")


def test_robots_can_be_left_unasked(site, waits):
    site.robots = "User-agent: *\nDisallow: /\n"
    Fetcher(delay=0, robots=False, sleep=waits.append).get(f"{site.url}/private")
    assert site.asked == ["/private"]


def test_what_may_pass_is_tried_again_ever_more_slowly(site, fetcher, waits):
    fetcher.get(f"{site.url}/flaky?page=2")
    assert site.paths == ["/flaky?page=2"] * 3
    assert waits == [0.5, 1.0]


def test_a_busy_site_is_given_the_time_that_it_asks_for(site, fetcher, waits):
    fetcher.get(f"{site.url}/busy?page=2")
    assert waits == [7.0]
    assert len(site.paths) == 2


def test_retries_are_bounded_and_lasting_failures_have_none(site, waits):
    with pytest.raises(pagerows.FetchError, match="503") as told:
        Fetcher(delay=0, retries=1, sleep=waits.append).get(f"{site.url}/flaky?page=2")
    assert told.value.status == 503
    with pytest.raises(pagerows.FetchError, match="404"):
        Fetcher(delay=0, sleep=waits.append).get(f"{site.url}/nothing")
    assert site.paths == ["/flaky?page=2"] * 2 + ["/nothing"]


def test_a_host_is_left_alone_between_requests(site, waits):
    site.robots = "User-agent: *\nCrawl-delay: 4\n"
    fetcher = Fetcher(delay=2, sleep=waits.append)
    for page in (1, 2):
        fetcher.get(f"{site.url}/numbered?page={page}")
    assert len(waits) == 2
    assert all(3.5 < wait <= 4 for wait in waits)  # after robots.txt, too


def test_a_page_in_the_cache_is_not_asked_for_again(site, tmp_path):
    for _ in range(2):
        got = Fetcher(delay=0, robots=False, cache=tmp_path / "cache").get(f"{site.url}/old")
        assert b"Lamp number 1" in got.body
    assert site.asked == ["/old"]


def test_an_old_page_is_asked_for_only_if_it_has_changed(site, tmp_path):
    bodies = {
        Fetcher(delay=0, robots=False, cache=tmp_path, cache_seconds=0).get(f"{site.url}/old").body for _ in range(3)
    }
    assert len(bodies) == 1
    assert len(site.asked) == 3
    assert [headers.get("If-None-Match") for headers in site.headers] == [None, '"v1"', '"v1"']


def test_a_damaged_cache_is_fetched_anew(site, tmp_path):
    Fetcher(delay=0, robots=False, cache=tmp_path).get(f"{site.url}/old")
    next(tmp_path.glob("*.body")).write_bytes(b"<p>half")
    assert b"Lamp" in Fetcher(delay=0, robots=False, cache=tmp_path).get(f"{site.url}/old").body


def test_own_headers_go_to_named_sites_only(site):
    fetcher = Fetcher(delay=0, robots=False, headers={"X-Api-Key": "secret"})
    fetcher.get(f"{site.url}/numbered")
    fetcher.get(f"{site.url.replace('127.0.0.1', 'localhost')}/numbered", named=False)
    assert [headers.get("X-Api-Key") for headers in site.headers] == ["secret", None]


def test_it_says_who_it_is(site, fetcher):
    fetcher.get(f"{site.url}/numbered")
    assert all("pagerows" in headers["User-Agent"] for headers in site.headers)


@pytest.mark.parametrize("url", ["http://a b/", "http://a\0b/", "http://a\tb/"])
def test_addresses_with_odd_hosts_are_an_error_of_our_own(url):
    with pytest.raises(pagerows.FetchError):
        pagerows.fetch(url)


@pytest.mark.parametrize("address", ["fec0::1", "3fff::1", "3fff:fff::1"])
def test_addresses_that_lead_nowhere_public_are_not_public(address):
    from pagerows.page._http import _is_public

    assert not _is_public(address)
