"""The app in a real browser against the real server and database: what a person does, from the page to the file."""

import csv
import io
import json
import re

import pytest

pytestmark = pytest.mark.browser

FIRST = "Heron Trail Tent, two persons"


def lines(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def test_the_whole_path_paste_choose_another_list_rename_merge_download_and_reopen(user, demo):
    page = user.page
    user.open(demo)
    assert user.column("title")[0] == FIRST
    # Another list by its thumbnail, the first one again by a click on the page.
    page.get_by_role("button", name=re.compile("List 2:")).click()
    user.until("document.querySelector('[role=grid]').getAttribute('aria-rowcount') === '4'")
    user.view().get_by_text(FIRST).click()
    user.until("document.querySelector('[role=grid]').getAttribute('aria-rowcount') === '15'")
    assert page.locator(".thumbnail[aria-pressed=true]").get_attribute("data-list") == "1"
    # Rename.
    user.menu("price")
    page.get_by_label("Name", exact=True).fill("cost")
    page.get_by_role("button", name="Rename").click()
    page.keyboard.press("Escape")
    user.until("[...document.querySelectorAll('.head-text')].some(head => head.innerText === 'cost')")
    # Merge two columns.
    user.menu("badge")
    page.get_by_text("Merge with another column").click()
    page.locator("select[name=other]").select_option(label="title")
    page.locator("select[name=separator]").select_option(label="dash")
    page.get_by_role("button", name="Merge", exact=True).click()
    user.until("!document.querySelector('[popover]') && !!document.querySelector('.row')")
    merged = f"Sale - {FIRST}"
    user.until(f"[...document.querySelectorAll('.cell')].some(cell => cell.innerText === {json.dumps(merged)})")
    # Take it.
    name, data = user.saved(lambda: page.get_by_role("button", name="CSV").click())
    assert name.endswith(".csv")
    head, *rows = lines(data)
    assert len(rows) == 14
    assert "cost" in head
    assert "title" not in head
    assert merged in rows[0]
    # Open it again from the history.
    page.get_by_role("link", name="History").click()
    page.get_by_role("link", name=re.compile("Camping gear")).first.click()
    page.locator(".row[data-row]").first.wait_for()
    assert "cost" in user.heads()
    assert merged in user.column(user.heads()[0])


def test_columns_are_sorted_filtered_searched_hidden_moved_and_widened(user, demo):
    page = user.page
    user.open(demo)
    user.sort("price")
    user.until("document.querySelector('[aria-sort=ascending]')")
    user.until("document.querySelector('.row[data-row=\"2\"]')?.style.transform === 'translateY(0px)'")
    prices = [float(text.removeprefix("€ ")) for text in user.column("price")]
    assert prices == sorted(prices)
    user.menu("price")
    page.get_by_label("Keep rows where it").select_option("above")
    page.get_by_label("Value of the filter").fill("100")
    page.get_by_role("button", name="Filter", exact=True).click()
    user.until("document.querySelector('[role=grid]').getAttribute('aria-rowcount') === '5'")
    assert page.locator(".status").inner_text().startswith("4 of 14 records")
    page.get_by_role("button", name="Remove the filter on price").click()
    page.get_by_placeholder("Search", exact=True).fill("merino")
    user.until("document.querySelector('[role=grid]').getAttribute('aria-rowcount') === '2'")
    _, data = user.saved(lambda: page.get_by_role("button", name="CSV").click())
    assert len(lines(data)) == 2  # what is shown is what is taken
    page.get_by_role("button", name="Show all rows").click()
    page.get_by_role("button", name="Columns", exact=True).click()
    page.get_by_role("checkbox", name="description text").uncheck()
    page.keyboard.press("Escape")
    user.until("![...document.querySelectorAll('.head-text')].some(head => head.innerText === 'description')")
    before = user.heads()
    user.menu(before[1])
    page.get_by_role("button", name="Move left").click()
    user.until(f"document.querySelector('.head-text').innerText === {json.dumps(before[1])}")
    assert user.heads() == [before[1], before[0], *before[2:]]
    page.get_by_role("button", name=re.compile("^Undo")).click()
    user.until(f"document.querySelector('.head-text').innerText === {json.dumps(before[0])}")
    page.locator("[data-head='0'] .head-text").drag_to(page.locator("[data-head='2'] .head-text"))
    user.until(f"document.querySelectorAll('.head-text')[2].innerText === {json.dumps(before[0])}")
    page.keyboard.press("Control+z")
    user.until(f"document.querySelector('.head-text').innerText === {json.dumps(before[0])}")
    wide = page.locator("[data-head='0']").bounding_box()["width"]
    place = page.locator("[data-head='0'] .grip").bounding_box()
    page.mouse.move(place["x"] + 4, place["y"] + 10)
    page.mouse.down()
    page.mouse.move(place["x"] + 64, place["y"] + 10)
    page.mouse.up()
    assert page.locator("[data-head='0']").bounding_box()["width"] == pytest.approx(wide + 60, abs=2)


def test_a_column_is_split_and_given_another_type_and_role(user, demo):
    page = user.page
    user.open(demo)
    user.menu("colours")
    page.get_by_text("Split into several columns").click()
    page.get_by_role("button", name="Split", exact=True).click()
    user.until("[...document.querySelectorAll('.head-text')].some(head => head.innerText === 'colours_2')")
    assert (user.column("colours_1")[0], user.column("colours_2")[0]) == ("Moss", "Sand")
    user.menu("price")
    page.get_by_label("Type").select_option("text")
    user.until(
        "[...document.querySelectorAll('.head')].find(h => h.innerText.startsWith('price')).innerText.includes('text')"
    )
    page.get_by_label("Role").select_option("salary")
    user.until("document.querySelector('.column-menu .facts').innerText.includes('role salary')")
    page.keyboard.press("Escape")
    page.reload()
    page.locator(".row[data-row]").first.wait_for()
    assert "colours_2" in user.heads()  # it is kept


def test_a_row_and_its_record_point_at_each_other(user, demo):
    user.open(demo)
    user.page.locator(".row[data-row='3'] .number").hover()
    user.view().locator("[data-lit]").wait_for()
    assert "Marten Merino" in user.view().locator("[data-lit]").inner_text()
    user.view().get_by_text("Kestrel 45 Backpack").hover()
    user.page.locator(".row.is-lit[data-row='1']").wait_for()
    # Another list says how it is chosen.
    user.view().get_by_text("Delivery", exact=True).hover()
    user.page.get_by_text("Click to use this list (4 records)").wait_for()


def test_the_page_is_shown_as_a_picture_with_its_records_drawn_on_it(user, demo):
    user.open(demo)
    user.page.get_by_role("button", name="Picture").click()
    boxes = user.page.locator("[data-box]")
    boxes.first.wait_for()
    assert boxes.count() == 14
    boxes.nth(3).hover()
    user.page.locator(".row.is-lit[data-row='3']").wait_for()
    user.page.locator(".row[data-row='7'] .number").hover()
    user.page.locator("[data-box='7'].is-lit").wait_for()


def test_a_page_that_its_script_fills_is_read_again_in_a_browser(user, site):
    user.paste(f"{site.address}/filled")
    user.page.get_by_role("button", name="Run the page's scripts and look again").click()
    user.page.locator(".row[data-row]").first.wait_for()
    assert user.column("title")[:2] == ["Lamp 1", "Lamp 2"]


def test_two_example_values_find_their_list_and_unknown_ones_say_so(user, demo):
    page = user.page
    user.open(demo)
    page.get_by_role("button", name="By example").click()
    page.get_by_label("One value").fill("nowhere to be seen")
    page.get_by_role("button", name="Find the list").click()
    assert page.get_by_role("alert").inner_text().strip()
    page.get_by_label("One value").fill("Help")
    page.get_by_label("Another value").fill("About")
    page.get_by_role("button", name="Find the list").click()
    user.until("document.querySelector('.thumbnail[aria-pressed=true]').dataset.list !== '1'")
    page.locator(".row[data-row]", has_text="Help").wait_for()
    assert page.locator(".row[data-row]", has_text="About").count() == 1


@pytest.mark.parametrize("kind", ["Excel", "JSON", "Parquet"])
def test_the_table_is_taken_in_every_format(user, demo, kind):
    user.open(demo)
    user.page.get_by_role("button", name="Other formats").click()
    name, data = user.saved(lambda: user.page.locator(".choices button", has_text=kind).first.click())
    begins = {"Excel": b"PK", "JSON": b"{", "Parquet": b"PAR1"}[kind]
    assert data.startswith(begins)
    assert name.endswith({"Excel": ".xlsx", "JSON": ".json", "Parquet": ".parquet"}[kind])


def test_what_is_copied_is_the_table_and_the_code_can_be_copied_too(user, demo):
    user.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    user.open(demo)
    user.page.get_by_role("button", name="Copy", exact=True).click()
    user.page.get_by_text("Copied 14 rows.").wait_for()
    copied = user.page.evaluate("navigator.clipboard.readText()")
    assert len(copied.strip().split("\n")) == 15
    assert FIRST in copied
    user.page.get_by_role("button", name="Code").click()
    command = user.page.get_by_label("Command").locator("pre")
    command.wait_for()
    assert command.inner_text().startswith("pagerows extract")
    assert "import pagerows" in user.page.get_by_label("Python").locator("pre").inner_text()


def test_a_file_and_a_folder_of_pages_are_opened(user, demo, tmp_path):
    page = user.page
    (tmp_path / "shop.html").write_text(demo, encoding="utf-8")
    page.goto("/")
    page.get_by_label("File", exact=True).set_input_files(tmp_path / "shop.html")
    page.locator(".row[data-row]").first.wait_for()
    assert user.column("title")[0] == FIRST
    (tmp_path / "notes.txt").write_text("no page")
    for n in (2, 3):
        (tmp_path / f"shop{n}.html").write_text(demo.replace("Heron", f"Heron {n}"), encoding="utf-8")
    page.goto("/")
    page.get_by_label("Folder", exact=True).set_input_files(tmp_path)
    page.wait_for_url("**/run/*")
    page.get_by_text("3 of 3 pages, 42 rows").wait_for()
    user.until("document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '43'")


def test_a_file_that_is_dropped_anywhere_is_opened(user, demo):
    user.page.goto("/history")
    user.page.get_by_role("heading", name="History").wait_for()
    user.page.evaluate(
        """text => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([text], "shop.html", {type: "text/html"}));
          for (const type of ["dragover", "drop"])
            document.body.dispatchEvent(new DragEvent(type, {dataTransfer: dropped, bubbles: true, cancelable: true}));
        }""",
        demo,
    )
    user.page.locator(".row[data-row]").first.wait_for()
    assert user.column("title")[0] == FIRST


def test_next_pages_are_read_with_a_bar_that_is_stopped_and_resumed(user, site):
    page = user.page
    user.open(f"{site.address}/list")
    page.get_by_role("button", name="The list goes on: read its next pages").click()
    page.get_by_label("Name of the wrapper").fill("lamps")
    page.get_by_label("How many pages at most").fill("12")
    site.wait = 0.3  # there is time to press Stop
    page.get_by_role("button", name="Save and start").click()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("heading", name="Stopped").wait_for()
    site.wait = 0
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("heading", name="Done").wait_for()
    user.until("document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '97'")
    assert page.get_by_text("12 pages, 96 rows").count() == 1
    assert page.get_by_role("heading", name="Lamps", exact=True).count() == 1  # as the page is called
    page.get_by_role("link", name="Wrappers").click()
    page.get_by_role("heading", name="lamps").wait_for()


def test_two_runs_of_a_page_are_compared(user, site):
    page = user.page
    user.open(f"{site.address}/list")
    site.prices = {2: 99.5, 5: 0}  # dearer; sold
    user.open(f"{site.address}/list")
    page.get_by_role("link", name="Compare with an earlier run").click()
    tally = page.get_by_label("Summary")
    tally.wait_for()
    assert re.findall(r"\d+", tally.inner_text()) == ["0", "1", "1", "6"]
    page.get_by_role("rowheader", name="Lamp 2").wait_for()
    changed = page.get_by_label("Changed")
    assert "€ 2.50" in changed.locator("del").inner_text()
    assert "€ 99.50" in changed.locator("ins").inner_text()
    assert "Lamp 5" in page.get_by_label("Gone").inner_text()


def test_ten_thousand_rows_scroll_with_a_few_dozen_in_the_document(user):
    items = "".join(f"<li><h3>Thing {n}</h3><p>€ {n}.00</p></li>" for n in range(10_000))
    asked = []
    user.page.on("request", lambda request: "/rows?" in request.url and asked.append(request.url))
    user.open(f"<title>Many</title><ul>{items}</ul>")
    assert user.page.get_by_role("grid").get_attribute("aria-rowcount") == "10001"
    for place in (0.25, 0.5, 1.0):
        user.page.evaluate(
            "share => { const g = document.querySelector('[role=grid]'); g.scrollTop = share * g.scrollHeight }", place
        )
        user.until(f"document.querySelector('.row[data-row=\"{min(9_990, int(10_000 * place) + 10)}\"]')")
        assert user.page.locator(".row").count() < 70
    assert "Thing 9999" in user.column(user.heads()[0])
    user.page.evaluate("document.querySelector('[role=grid]').scrollTop = 0")
    user.until("document.querySelector('.row[data-row=\"0\"]')?.innerText.includes('Thing 0')")
    assert len(asked) < 12  # what was skipped was not asked for


def test_everything_can_be_done_with_the_keyboard(user, demo):
    page = user.page
    user.open(demo)
    page.get_by_role("grid").focus()
    for key in ("ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    user.until("document.querySelector('[aria-sort=ascending]')?.innerText.startsWith('title')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.value") == "title"
    page.keyboard.press("Control+A")
    page.keyboard.type("product")
    page.keyboard.press("Enter")
    user.until("[...document.querySelectorAll('.head-text')].some(head => head.innerText === 'product')")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "grid"  # where it was before
    page.keyboard.press("ArrowDown")
    active = page.get_by_role("grid").get_attribute("aria-activedescendant")
    assert page.locator(f"#{active}").inner_text() == "Badger Sleeping Mat"
    page.keyboard.press("Enter")
    assert page.get_by_role("dialog").get_by_role("heading").inner_text() == "Record 6"
    page.keyboard.press("Escape")
    page.keyboard.press("Control+End")
    user.until("document.querySelector('[role=grid]').getAttribute('aria-activedescendant').startsWith('cell-14-')")


def test_rows_that_arrive_late_leave_a_name_that_is_being_typed_alone(user, demo):
    page, held = user.page, []
    user.open(demo)
    page.route("**/rows?*", lambda route: held.append(route), times=1)
    user.sort("title")
    user.menu("title")
    page.keyboard.press("Control+A")
    page.keyboard.type("prod")
    [late] = held
    late.continue_()
    first = "[...document.querySelectorAll('.row[data-row]')].find(row => row.getAttribute('aria-rowindex') === '2')"
    user.until(f"{first}?.innerText.includes('Badger')")
    page.keyboard.type("uct")
    page.keyboard.press("Enter")
    user.until("[...document.querySelectorAll('.head-text')].some(head => head.innerText === 'product')")


EVIL = """<html><head><style>@import url(http://evil.example/a.css);</style><script>parent.hit = 1</script></head>
<body onload="parent.hit = 2"><ul>{items}</ul><img src="http://evil.example/c.png" onerror="parent.hit = 3">
<iframe src="http://evil.example/"></iframe><form action="http://evil.example/"><input onfocus="parent.hit = 4"></form>
<svg onload="parent.hit = 5"></svg><meta http-equiv=refresh content="0;url=http://evil.example/"></body></html>"""


def test_nothing_of_a_page_runs_or_loads_and_no_script_address_becomes_a_link(user):
    items = "".join(
        f"<li><h3><a href='javascript:parent.hit=6'>&lt;img src=x onerror=hit=7&gt; {n}</a></h3><p>{n}</p></li>"
        for n in range(9)
    )
    user.open(EVIL.format(items=items))
    user.view().locator("[data-record]").first.wait_for()
    user.page.wait_for_timeout(300)
    assert user.page.evaluate("window.hit") is None
    assert user.page.locator("a[href^='javascript']").count() == 0
    assert user.page.locator(".scaled iframe").get_attribute("sandbox") == "allow-scripts"
    assert user.page.locator(".cell", has_text="<img src=x onerror=hit=7>").count() == 9
    # `user` asserts at its end that no other host was asked for anything
