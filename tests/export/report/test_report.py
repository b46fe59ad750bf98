"""The report page: complete, self-contained, harmless, alive."""

import csv
import io
import json
import re
import zipfile
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from html import escape, unescape
from pathlib import Path

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


def shown(report: str) -> str:
    """The page inside the report."""
    return unescape(re.search(r'<pre id="shown" hidden>([^<]*)</pre>', report)[1])


def frozen(report: str) -> dict:
    """The data inside the report."""
    return json.loads(unescape(re.search(r'<pre id="frozen" hidden>([^<]*)</pre>', report)[1]))


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
    page = shown(report)
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


def test_text_of_the_page_cannot_leave_the_places_that_hold_it():
    breakout = "</pre><script>alert(1)</script><!--"
    items = "".join(f"<li><h3>{escape(breakout)} {n}</h3><p>{n}</p></li>" for n in range(8))
    found = pagerows.extract(f"<title>{escape(breakout)}</title><ul>{items}</ul>", method="same_path")
    report = report_page(found, breakout)
    assert report.count("<script") == report.count("</script") == 1
    texts = [cell["text"] for cell in frozen(report)["page"]["regions"][0]["records"][0]["fields"].values()]
    assert f"{breakout} 0" in texts


def test_the_data_of_every_list_is_in_the_report_as_in_the_json_of_the_command_line():
    found = pagerows.extract(regions_page(3), method="same_path")
    data = frozen(report_page(found, "page.html"))
    assert [len(region["records"]) for region in data["page"]["regions"]] == [len(region) for region in found.regions]
    assert found.regions[data["best"] - 1] is found.best


def test_pictures_that_a_page_carries_are_shown_and_no_others():
    html = (
        '<img src="data:image/png;base64,iVBORw0KGgo=" onerror="alert(1)" width=9><img src="http://evil.example/a.png">'
        '<img src="data:image/svg+xml,<svg onload=alert(1)>"><img src="data:text/html,x">'
    )
    page = shown_page(pagerows.parse(html), [])
    own, *others = re.findall("<img[^>]*>", page)
    assert own == '<img src="data:image/png;base64,iVBORw0KGgo=" alt="" width="9">'
    assert len(others) == 3
    assert all(re.fullmatch('<img src="data:image/gif;base64,[^"]*" alt="" data-empty>', other) for other in others)
    assert "onload" not in page


def test_linked_style_sheets_are_put_in_without_what_loads():
    sheets = ["p{color:red;background:url(http://evil.example/x)}@import 'http://evil.example/y';</style><script>z"]
    page = shown_page(pagerows.parse("<p>x</p>"), [], sheets=sheets)
    assert "p{color:red;background:none}" in page
    assert "evil.example" not in page
    assert "<script" not in page


def test_a_shown_page_runs_the_script_that_it_is_given_and_no_other():
    page = shown_page(pagerows.parse("<p onclick=x()>x</p><script>bad()</script>"), [], script="mine()")
    assert re.findall("<script>(.*?)</script>", page) == ["mine()"]
    digest = re.search(r"script-src 'sha256-([^']*)'", page)[1]
    assert b64decode(digest) == sha256(b"mine()").digest()


def test_records_are_marked_on_the_page_with_their_region():
    found = pagerows.extract("<ul>" + ITEMS + "</ul>", method="same_path")
    page = shown_page(found.page, found.regions)
    assert set(re.findall(r'data-record="([\d -]+)"', page)) >= {f"1-{n}" for n in range(8)}


def test_a_very_deep_and_a_very_long_page_are_shown():
    deep = pagerows.parse("<div>" * 400 + "x")
    assert shown_page(deep, []).count("<div") == shown_page(deep, []).count("</div")
    long = pagerows.parse("<p>x" * 40_000)
    assert "more nodes are not shown" in shown_page(long, [])


def test_long_signals_are_drawn_with_as_many_points_as_there_are_pixels():
    codes = np.tile(np.arange(50), 4000)
    for figure in (
        sequence_figure(codes, np.maximum.accumulate(codes), [Band(1, 0, 9, "c1")]),
        signal_figure(codes, 0, list(range(0, len(codes), 50)), "c1"),
        spectrum_figure(np.abs(np.fft.fft(codes)) ** 2, 4000, "c1"),
    ):
        assert len(figure) < 60_000


@contextmanager
def opened(report: str, width: int = 1280) -> Iterator[Callable[[str], object]]:
    """Open a report in the browser; yield what evaluates an expression there."""
    from pagerows.page.rendered.browser import Job, shared_browser
    from pagerows.page.rendered.policy import Policy

    job = Job(html=report, policy=Policy(url="http://report.example/"), javascript=True)
    with shared_browser().visit(job) as visit:
        metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        visit.call("Emulation.setDeviceMetricsOverride", metrics, visit.session)
        visit.load()

        def ask(script: str) -> object:
            question = {"expression": script, "returnByValue": True, "awaitPromise": True}
            answer = visit.call("Runtime.evaluate", question, visit.session)
            assert "exceptionDetails" not in answer, answer
            return answer["result"].get("value")

        yield ask


FRAME = "document.querySelector('iframe')"
OVER = "dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))"


@pytest.mark.browser
def test_rows_and_records_light_each_other_up_in_a_browser(chromium):
    report = report_page(pagerows.extract("<ul>" + ITEMS * 8 + "</ul>", method="same_path"), "page.html")
    with opened(report) as ask:
        assert ask(f"{FRAME}.getAttribute('sandbox')") == "allow-same-origin"  # no script runs in there
        ask("document.querySelector('[role=grid]').scrollTop = 36 * 34")
        ask("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        ask("document.querySelector('[data-row=\"40\"]').dispatchEvent(new MouseEvent('mouseenter'))")
        assert ask(f"{FRAME}.contentDocument.querySelector('[data-lit]').textContent") == "Item <b> 1£1.00"
        ask(f"{FRAME}.contentDocument.querySelector('[data-record~=\"1-3\"]').{OVER}")
        look = "document.querySelector('.row.is-lit') ? done() : setTimeout(look, 20)"  # it scrolls into sight
        ask(f"new Promise(done => {{ const look = () => {look}; look() }})")
        assert ask("[...document.querySelectorAll('.row.is-lit')].map(row => row.dataset.row).join()") == "3"


@pytest.mark.browser
def test_a_report_opens_at_its_top_with_the_first_record_in_view(chromium):
    page = "<p>Some text above.</p>" * 200 + "<ul>" + ITEMS * 2 + "</ul>"
    with opened(report_page(pagerows.extract(page, method="auto"), "page.html")) as ask:
        top = f"{FRAME}.contentDocument.querySelector('[data-record~=\"1-0\"]').getBoundingClientRect().top"
        assert ask(f"{FRAME}.contentWindow.scrollY") > 0
        assert ask(f"{top} > 0 && {top} < {FRAME}.contentWindow.innerHeight")
        assert ask("scrollY") == 0
        assert ask("document.querySelector('.why').open") is False


@pytest.mark.browser
def test_a_page_without_records_says_so_above_what_repeats_on_it(chromium):
    links = "".join(f"<li><a href=/{n}>Link {n}</a></li>" for n in range(5))
    prose = "<p>" + "A long text about one thing that says much and repeats nothing. " * 30 + "</p>"
    found = pagerows.extract(f"<article>{prose * 4}</article><footer><ul>{links}</ul></footer>", method="auto")
    assert found.best is None
    with opened(report_page(found, "page.html")) as ask:
        assert "No records were found" in ask("document.querySelector('.notice').innerText")


@pytest.mark.browser
def test_another_list_is_chosen_by_a_click_on_the_page_or_on_its_thumbnail(chromium):
    report = report_page(pagerows.extract(regions_page(3), method="same_path"), "page.html")
    with opened(report) as ask:
        first = "document.querySelector('[role=grid] [data-row=\"0\"]').textContent"
        frame = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        before = ask(first)
        ask(f"{FRAME}.contentDocument.querySelector('[data-record^=\"3-\"]').click()")
        ask(frame)
        assert ask("document.querySelector('.thumbnail[aria-pressed=true]').dataset.list") == "3"
        assert ask(first) != before
        ask("document.querySelector('.thumbnail[data-list=\"1\"]').click()")
        ask(frame)
        assert ask(first) == before


#: What a press on a button would save, as base64, and under which name.
TAKEN = """new Promise(done => {{
  const create = URL.createObjectURL;
  URL.createObjectURL = (file) => {{
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(",")[1]);
    reader.readAsDataURL(file);
    return "data:,";
  }};
  HTMLAnchorElement.prototype.click = () => {{}};
  {press}
}})"""
CSV = "document.querySelector('.split-button .main').click()"
OTHER = """document.querySelector('[aria-label="Other formats"]').click();
  const choices = () => [...document.querySelectorAll('.choices button')];
  setTimeout(() => choices().find(b => b.innerText.includes('{}')).click(), 50)"""


@pytest.mark.browser
def test_the_table_is_taken_as_csv_xlsx_and_json_without_a_network(chromium):
    found = pagerows.extract("<ul>" + ITEMS.replace("Item", "=Item") + "</ul>", method="same_path")
    with opened(report_page(found, "page.html")) as ask:
        taken = {
            "csv": b64decode(ask(TAKEN.format(press=CSV))),
            "xlsx": b64decode(ask(TAKEN.format(press=OTHER.format("Excel")))),
            "json": b64decode(ask(TAKEN.format(press=OTHER.format("JSON")))),
        }
    names, *rows = csv.reader(io.StringIO(taken["csv"].decode("utf-8-sig")))
    assert names == found.table.names
    assert rows == [[f"'=Item <b> {n}", f"£{n}.00"] for n in range(1, 9)]  # no spreadsheet runs it
    assert json.loads(taken["json"])[0] == dict(zip(found.table.names, found.table.rows[0], strict=True))
    sheet = zipfile.ZipFile(io.BytesIO(taken["xlsx"])).read("xl/worksheets/sheet1.xml").decode()
    assert "<v>8</v>" in sheet
    assert "=Item &lt;b&gt; 8" in sheet


AXE = Path(__file__).parents[3] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.browser
def test_the_report_can_be_used_by_everybody(chromium):
    if not AXE.is_file():
        pytest.skip("no axe-core: `make frontend` installs it where Node.js is")
    found = pagerows.extract("<title>T</title><ul>" + ITEMS * 3 + "</ul>", method="auto")
    with opened(report_page(found, "page.html")) as ask:
        ask(AXE.read_text("utf-8"))
        for part in ("main", ".why"):
            ask("document.querySelector('.why').open = true")
            told = ask(f"axe.run({{include: ['{part}'], exclude: ['iframe']}}, {{iframes: false}})")
            serious = [one["id"] for one in told["violations"] if one["impact"] in ("serious", "critical")]
            assert serious == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_nothing_of_a_report_is_wider_than_the_window(chromium, width):
    found = pagerows.extract("<title>" + "Verylongword" * 20 + "</title><ul>" + ITEMS * 3 + "</ul>", method="auto")
    with opened(report_page(found, "page" * 50), width) as ask:
        ask("document.querySelector('.why').open = true")
        assert ask("document.documentElement.scrollWidth") <= width
        assert ask("scrollY") == 0
