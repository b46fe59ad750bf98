"""What the markup hides is not read, unless it is what the page is about."""

import pytest

from pagerows.page import parse

LIST = "<ul>" + "".join(f"<li>Item {n}</li>" for n in range(10)) + "</ul>"


@pytest.mark.parametrize("attribute", ["hidden", "aria-hidden=true", "style='display: none'"])
def test_a_part_with_most_of_the_page_waits_for_its_script(attribute):
    page = parse(f"<p>Loading</p><div {attribute}><p hidden>secret</p>{LIST}</div>")
    shown = [
        page.nodes.data[row] for row in range(len(page.nodes)) if page.nodes.kind[row] and not page.nodes.hidden[row]
    ]
    assert shown == ["Loading", *(f"Item {n}" for n in range(10))]


def test_a_smaller_hidden_part_stays_hidden():
    page = parse(f"{LIST}<div hidden><p>a</p><p>b</p></div>")
    assert page.nodes.hidden.sum() == 5


@pytest.mark.parametrize(
    ("attributes", "rows"),
    [("aria-modal=true", 5), ("aria-modal=true style='display: block'", 0), ("aria-modal=false", 0)],
    ids=["asks for consent", "opened by a script", "no dialog before the page"],
)
def test_a_modal_dialog_is_not_the_page_unless_a_script_opened_it(attributes, rows):
    page = parse(f"{LIST}<div {attributes}><p>a</p><p>b</p></div>")
    assert page.nodes.hidden.sum() == rows
