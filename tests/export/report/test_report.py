"""The report page: complete, self-contained, harmless, alive."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape

import numpy as np
import pytest

import pagerows
from pagerows.export.report import report_page
from pagerows.export.report.figures import Band, sequence_figure, signal_figure, spectrum_figure
from pagerows.export.report.page import shown_page

EVIL = """<html><head><style>@import url(http://evil.example/a.css); p { background: url(http://evil.example/b.png) }
</style><script>alert(1)</script></head><body onload="alert(2)"><ul>{items}</ul>
<img src="http://evil.example/c.png" onerror="alert(3)" alt="&lt;script&gt;alert(4)&lt;/script&gt;">
<iframe src="http://evil.example/"></iframe><form action="http://evil.example/"><input onfocus=alert(5)></form>
<a href="javascript:alert(6)" style="background:url(http://evil.example/d)">x</a><svg onload=alert(7)><script>8</svg>
<meta http-equiv=refresh content="0;url=http://evil.example/"><base href="http://evil.example/">
</body></html>"""
ITEMS = "".join(f"<li><h3>Item &lt;b&gt; {n}</h3><p>£{n}.00</p></li>" for n in range(1, 9))


def regions_page(count: int) -> str:
    lists = (
        f"<h2>List {k}</h2><div class=list{chr(97 + k % 26) * (1 + k // 26)}>"
        + "".join(f"<div class=rec><p>Thing {n} of {k}</p><p>{n}</p></div>" for n in range(5))
        + "</div>"
        for k in range(count)
    )
    return "<title>Lists</title>" + "".join(lists)


def srcdoc(report: str) -> str:
    return unescape(re.search(r'srcdoc="([^"]*)"', report)[1])


@pytest.mark.parametrize("method", ["signal", "same_path", "auto", "mdr", "depta"])
def test_every_method_has_a_report(method):
    found = pagerows.extract("<title>T</title><ul>" + ITEMS + "</ul>", method=method)
    report = report_page(found, "page.html")
    assert report.count('class="card"') == len(found.regions)
    assert "The page as a sequence" in report


def test_the_signal_report_has_contour_boundaries_and_spectrum():
    found = pagerows.extract("<ul>" + ITEMS * 2 + "</ul>", method="signal")
    report = report_page(found, "page.html")
    assert 'class="contour"' in report
    assert report.count('class="start"') >= 16
    assert "16 cycles" in report
    assert "Features" in report


def test_the_auto_report_says_why_the_winner_won():
    report = report_page(pagerows.extract("<ul>" + ITEMS * 2 + "</ul>", method="auto"), "page.html")
    assert "Candidates" in report
    assert "What made the score" in report


@pytest.mark.parametrize("html", ["", "<p>one</p>", "<frameset></frameset>"], ids=["empty", "no records", "no body"])
def test_a_page_without_records_has_a_report(html):
    assert "No records were found" in report_page(pagerows.extract(html), "page.html")


@pytest.mark.parametrize("count", [5, 50])
def test_every_region_has_its_line_card_and_bar(count):
    found = pagerows.extract(regions_page(count), method="same_path", most=count)
    assert len(found.regions) >= min(count, 5)
    report = report_page(found, "page.html")
    for number in range(1, len(found.regions) + 1):
        assert f'id="region-{number}"' in report
        assert report.count(f'href="#region-{number}"') == 2


def test_the_report_loads_nothing_and_runs_only_its_own_script():
    report = report_page(pagerows.extract(EVIL.replace("{items}", ITEMS), method="same_path"), "page.html")
    assert report.count("<script") == 1
    assert "default-src 'none'" in report
    page = srcdoc(report)
    for part in (
        "<script",
        "onload",
        "onerror",
        "onfocus",
        "javascript:",
        "evil.example",
        "<iframe",
        "<form",
        "<input",
    ):
        assert part not in page
    assert "<b>" not in page  # what was text is still text
    assert "Item &lt;b&gt; 1" in page
    assert 'sandbox="allow-same-origin"' in report


def test_records_are_marked_on_the_page_with_their_region():
    found = pagerows.extract("<ul>" + ITEMS + "</ul>", method="same_path")
    page = shown_page(found.page, found.regions, ["#000"] * len(found.regions))
    assert set(re.findall(r'data-record="([\d -]+)"', page)) >= {f"1-{n}" for n in range(8)}


def test_a_very_deep_and_a_very_long_page_are_shown():
    deep = pagerows.parse("<div>" * 400 + "x")
    assert shown_page(deep, [], []).count("<div") == shown_page(deep, [], []).count("</div")
    long = pagerows.parse("<p>x" * 40_000)
    assert "more nodes are not shown" in shown_page(long, [], [])


def test_long_signals_are_drawn_with_as_many_points_as_there_are_pixels():
    codes = np.tile(np.arange(50), 4000)
    for figure in (
        sequence_figure(codes, np.maximum.accumulate(codes), [Band(1, 0, 9, "c1")]),
        signal_figure(codes, 0, list(range(0, len(codes), 50)), "c1"),
        spectrum_figure(np.abs(np.fft.fft(codes)) ** 2, 4000, "c1"),
    ):
        assert len(figure) < 60_000


@contextmanager
def opened(report: str) -> Iterator[Callable[[str], object]]:
    """Open a report in the browser; yield what evaluates an expression there."""
    from pagerows.page.rendered.browser import Job, shared_browser
    from pagerows.page.rendered.policy import Policy

    job = Job(html=report, policy=Policy(url="http://report.example/"), javascript=True)
    with shared_browser().visit(job) as visit:
        visit.load()

        def ask(script: str) -> object:
            answer = visit.call("Runtime.evaluate", {"expression": script, "returnByValue": True}, visit.session)
            assert "exceptionDetails" not in answer, answer
            return answer["result"].get("value")

        yield ask


@pytest.mark.browser
def test_rows_and_records_light_each_other_up_in_a_browser(chromium):
    report = report_page(pagerows.extract("<ul>" + ITEMS * 8 + "</ul>", method="same_path"), "page.html")
    with opened(report) as ask:
        over = "dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))"
        ask(f"document.querySelector('tr[data-record=\"1-40\"]').{over}")
        assert ask("document.querySelector('iframe').contentDocument.querySelector('[data-lit]').textContent") == (
            "Item <b> 1£1.00"
        )
        assert ask("document.querySelector('iframe').contentWindow.scrollY") > 0
        ask(f"document.querySelector('iframe').contentDocument.querySelector('[data-record~=\"1-3\"]').{over}")
        assert ask("[...document.querySelectorAll('tr[data-lit]')].map(row => row.dataset.record).join()") == "1-3"


@pytest.mark.browser
def test_a_report_opens_with_the_first_record_in_view(chromium):
    page = "<p>Some text above.</p>" * 200 + "<ul>" + ITEMS * 2 + "</ul>"
    with opened(report_page(pagerows.extract(page, method="auto"), "page.html")) as ask:
        frame = "document.querySelector('iframe')"
        top = f"{frame}.contentDocument.querySelector('[data-record~=\"1-0\"]').getBoundingClientRect().top"
        assert ask(f"{frame}.contentWindow.scrollY") > 0
        assert ask(f"{top} > 0 && {top} < {frame}.clientHeight")
