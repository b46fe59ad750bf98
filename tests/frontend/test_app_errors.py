"""What goes wrong is said as people understand it, and the way out is beside it."""

import pytest

pytestmark = pytest.mark.browser


def test_what_is_neither_an_address_nor_html_is_told_at_once(user):
    user.paste("some words")
    assert "neither an address nor HTML" in user.page.locator("#source-problem").inner_text()
    user.paste("")
    assert "Paste an address" in user.page.locator("#source-problem").inner_text()


@pytest.mark.parametrize("path", ["/gone", "closed"], ids=["404", "nobody listens"])
def test_a_page_that_cannot_be_fetched_says_why_and_can_be_tried_again(user, site, path):
    user.paste(f"{site.address}{path}" if path.startswith("/") else "http://127.0.0.1:9/")
    message = user.page.get_by_role("alert")
    message.get_by_role("heading", name="This page could not be read").wait_for()
    assert {"/gone": "404", "closed": "127.0.0.1"}[path] in message.inner_text()
    user.page.get_by_role("button", name="Try again").click()
    message.get_by_role("heading", name="This page could not be read").wait_for()
    user.page.get_by_role("button", name="Back").click()
    user.page.get_by_role("button", name="Get the table").wait_for()


def test_a_page_without_records_says_so_and_why(user, site):
    user.paste(f"{site.address}/prose")
    user.page.get_by_role("heading", name="No list of records was found here").wait_for()
    user.view().get_by_text("A lamp is a thing").first.wait_for()  # the page is there to be looked at
    user.page.get_by_text("Why", exact=True).click()
    user.page.get_by_text("prose").first.wait_for()
    user.page.get_by_role("button", name="List 1:").click()  # and what repeats on it can be had all the same
    user.page.locator(".row[data-row]").first.wait_for()


def test_a_file_that_is_no_page_is_refused_with_its_reason(user, tmp_path):
    (tmp_path / "noise.html").write_bytes(bytes(range(256)) * 40)
    user.page.goto("/")
    user.page.get_by_label("File", exact=True).set_input_files(tmp_path / "noise.html")
    user.page.get_by_role("heading", name="This page could not be read").wait_for()
    assert "noise.html" in user.page.get_by_role("alert").inner_text()


def test_a_name_that_is_taken_is_refused_beside_the_field(user, demo):
    user.open(demo)
    user.menu("price")
    user.page.get_by_label("Name", exact=True).fill("title")
    user.page.get_by_role("button", name="Rename").click()
    problem = user.page.locator(".column-menu [role=alert]")
    problem.wait_for()
    assert "title" in problem.inner_text()
    assert "price" in user.heads()


def test_an_address_of_a_run_that_is_gone_leads_to_the_history(user):
    user.page.goto("/run/r_nowhere")
    user.page.get_by_role("heading", name="This run cannot be opened").wait_for()
    user.page.get_by_role("link", name="All runs").click()
    user.page.get_by_role("heading", name="History").wait_for()


def test_a_server_that_is_gone_is_told_and_the_table_stays(browser, serving, tmp_path, demo):
    with serving("--db", str(tmp_path / "history.sqlite"), "--rate", "0") as client:
        page = browser.new_page(base_url=str(client.base_url))
        page.goto("/")
        page.get_by_label("Address or HTML of a page").fill(demo)
        page.get_by_role("button", name="Get the table").click()
        page.locator(".row[data-row]").first.wait_for()
    page.get_by_placeholder("Search", exact=True).fill("tent")
    page.get_by_text("The server does not answer").wait_for()
    assert page.locator(".row[data-row]").count() == 14
    page.close()


def test_a_server_with_a_token_asks_for_it_once(browser, serving, tmp_path):
    secret = {"PAGEROWS_TOKEN": "open-sesame-open-sesame"}
    with serving("--db", str(tmp_path / "history.sqlite"), environment=secret) as client:
        context = browser.new_context(base_url=str(client.base_url))
        page = context.new_page()
        page.goto("/")
        page.get_by_label("Token").fill("wrong")
        page.get_by_role("button", name="Go on").click()
        assert page.get_by_role("alert").inner_text().strip()
        page.get_by_label("Token").fill("open-sesame-open-sesame")
        page.get_by_role("button", name="Go on").click()
        page.get_by_role("button", name="Get the table").wait_for()
        page.reload()
        page.get_by_role("button", name="Get the table").wait_for()
        context.close()
