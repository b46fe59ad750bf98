"""Rendered pages: the same table as the parsed page, with boxes, visibility and styles."""

import numpy as np
import pytest

import pagerows
from pagerows.page.rendered import Browser, screenshot
from pagerows.page.rendered.browser import Job
from pagerows.page.rendered.policy import Policy
from pagerows.page.rendered.snapshot import read_snapshot
from pagerows.page.rendered.styles import PROPERTIES, SHORTHANDS

pytestmark = pytest.mark.browser

LIST = """<!doctype html><title>Shop</title><style>
  body { margin: 0 } li { height: 40px; list-style: none } ul { margin: 0; padding: 0 } .b { color: rgb(1, 2, 3) }
</style><body><!-- c --><ul>
  <li class=a>One <b>1 €</b> new</li>
  <li class=b>Two</li>
</ul><script>var x</script><noscript><p>no</p></noscript><svg><linearGradient/></svg></body>"""


@pytest.fixture(scope="module")
def shop():
    return pagerows.render(LIST)


def test_a_page_without_scripts_has_the_same_rows_parsed_and_rendered(shop):
    rendered, parsed = shop.nodes, pagerows.parse(LIST).nodes
    assert rendered.tags == parsed.tags
    for column in ("tag", "kind", "parent", "depth", "end", "path", "ordinal", "spaced", "hidden"):
        assert np.array_equal(getattr(rendered, column), getattr(parsed, column)), column
    assert rendered.data == parsed.data
    assert [rendered.xpath(row) for row in range(len(rendered))] == [parsed.xpath(row) for row in range(len(parsed))]


def test_boxes_are_in_page_coordinates(shop):
    items = shop.nodes.rows_with_tag("li")
    assert shop.nodes.layout.boxes[items].tolist() == [[0, 0, 1280, 40], [0, 40, 1280, 40]]
    assert shop.nodes.layout.size == (1280, 1024)


def test_styles_are_the_53_of_the_table_and_can_be_read_by_name(shop):
    layout, (first, second) = shop.nodes.layout, shop.nodes.rows_with_tag("li")
    assert layout.styles.shape == (len(shop.nodes), 53)
    assert layout.style(second, "color") == "rgb(1, 2, 3)"
    different = np.flatnonzero(layout.styles[first] != layout.styles[second])
    assert "color" in {layout.style_names[k] for k in different}
    assert "font-size" not in {layout.style_names[k] for k in different}


ODD = """<style>p { border-width: 1px 2px 3px; border-color: red rgba(0, 0, 0, .5) color(srgb 1 0 0);
  border-style: solid dotted; border-radius: 1px 2px 3px 4px / 5px calc(10% + 1px); overflow: hidden clip }
  b { border: 4px double; border-radius: 50%; overflow-y: auto; columns: 3 } i { border-radius: 3px / 9px }
  u { list-style: inside square; columns: 20px auto } s { list-style-type: "- "; column-width: 9em; column-count: 2 }
  em { list-style-image: url("data:,a b)c"); list-style-type: none } q { list-style: none }</style>
<p>a<b>b</b><i>c</i><u>d</u><s>e</s><em>f</em><q>g</q>"""


def test_styles_that_are_asked_for_by_their_shorthand_are_those_that_chromium_computes():
    longhands = [name for names, _ in SHORTHANDS.values() for name in names]
    with Browser() as browser, browser.visit(Job(html=ODD, policy=Policy(url="http://page.invalid/"))) as visit:
        visit.load()
        asked = visit.call("DOMSnapshot.captureSnapshot", {"computedStyles": longhands}, visit.session)
        nodes, _ = read_snapshot(visit.snapshot())
    document, strings = asked["documents"][0], asked["strings"]
    name_of = {k: strings[name].lower() for k, name in enumerate(document["nodes"]["nodeName"])}
    computed = {
        name_of[node]: dict(zip(longhands, (strings[k] for k in style), strict=True))
        for node, style in zip(document["layout"]["nodeIndex"], document["layout"]["styles"], strict=True)
        if style
    }
    for tag in ("p", "b", "i", "u", "s", "em", "q"):
        row = int(nodes.rows_with_tag(tag)[0])
        for name in set(longhands) & set(PROPERTIES):
            assert nodes.layout.style(row, name) == computed[tag][name], (tag, name)


FRAMES = """<body style="margin:0"><p style="margin:0;height:20px">top</p>
<iframe style="border:5px solid;padding:3px;display:block" srcdoc="<body style='margin:0'><b>in</b>
 <iframe style='border:0;display:block' srcdoc='<body style=&quot;margin:0&quot;><i>deep</i>'></iframe>"></iframe>
<div><template shadowrootmode=open><b>shadow</b><slot></slot></template><u>light</u></div></body>"""


def test_frames_and_shadow_trees_are_part_of_the_page_and_their_xpaths_say_so():
    nodes = pagerows.render(FRAMES).nodes
    names = {nodes.text(row): nodes.xpath(row) for row in nodes.rows_with_tag("b", "i", "u").tolist()}
    assert names == {
        "in": "/html/body/iframe[1]/!frame/b[1]",
        "deep": "/html/body/iframe[1]/!frame/iframe[1]/!frame/i[1]",
        "shadow": "/html/body/div[1]/!shadow-root::b[1]",
        "light": "/html/body/div[1]/!shadow-root::slot[1]/!slotted::u[1]",
    }
    assert all(nodes.find(nodes.xpath(row)) == row for row in range(len(nodes)))


def test_boxes_in_frames_are_in_page_coordinates():
    nodes = pagerows.render(FRAMES).nodes
    box = {nodes.text(row): nodes.layout.boxes[row].tolist() for row in nodes.rows_with_tag("b", "i").tolist()}
    assert box["in"][:2] == [8, 28]  # below 20 px of text, inside of 5 px border and 3 px padding
    assert box["deep"][0] == 8
    assert box["deep"][1] > box["in"][1]


@pytest.mark.parametrize(
    ("style", "seen"),
    [
        ("", True),
        ("display:none", False),
        ("visibility:hidden", False),
        ("opacity:0", False),
        ("position:absolute;left:-9999px", False),
        ("position:absolute;width:1px;height:1px;overflow:hidden", False),
        ("height:0;overflow:hidden", False),
        ("height:0", True),
        ("height:9px;overflow:auto", True),
        ("display:contents", True),
        ("clip-path:none", True),
    ],
)
def test_text_is_visible_where_a_person_can_see_it(style, seen):
    page = pagerows.render(f"<body><p>before<div style='{style}'><span>word</span></div>")
    (row,) = page.nodes.rows_with_tag("span")
    assert page.nodes.layout.visible[row + 1] == seen


def test_an_empty_box_is_not_visible():
    page = pagerows.render("<body><ul style='height:40px'></ul><ol><li>x</ol>")
    assert not page.nodes.layout.visible[page.nodes.rows_with_tag("ul")].any()
    assert page.nodes.layout.visible[page.nodes.rows_with_tag("ol")].all()


def test_a_body_that_waits_for_its_script_still_shows_its_content():
    for style in ("opacity:0", "visibility:hidden", "overflow:hidden;height:0"):
        page = pagerows.render(f"<body style='{style}'><p>word</p>")
        assert page.nodes.layout.visible[2], style


HIDDEN = "<style>body > div { display: none }</style><body><div id=frame>" + "<p>words of the page</p>" * 60 + "</div>"


def test_a_page_that_waits_for_a_script_is_shown_without_it():
    page = pagerows.render(HIDDEN)
    assert page.nodes.layout.visible.mean() > 0.9
    assert page.nodes.data == pagerows.parse(HIDDEN).nodes.data
    assert not pagerows.render(HIDDEN, reveal=False).nodes.layout.visible[1:].any()


def test_what_a_page_that_shows_text_hides_stays_hidden():
    page = pagerows.render(HIDDEN.replace("<div id", "<p>" + "shown words " * 20 + "</p><div id"))
    row = int(page.nodes.rows_with_tag("div")[0])
    assert not page.nodes.layout.visible[row]


def test_images_below_the_fold_have_their_size():
    picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='70' height='30'/>"
    page = pagerows.render(f'<p style="height:9000px">x</p><img loading=lazy src="{picture}">')
    assert page.nodes.layout.boxes[page.nodes.rows_with_tag("img")[0], 2:].tolist() == [70, 30]


def test_an_mhtml_file_is_rendered_with_its_parts():
    saved = b"""From: <Saved>\r\nSnapshot-Content-Location: http://shop.invalid/\r\nMIME-Version: 1.0\r
Content-Type: multipart/related; type="text/html"; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html\r
Content-Location: http://shop.invalid/\r\n\r\n<link rel=stylesheet href="http://shop.invalid/a.css"><p>word</p>\r
--x\r\nContent-Type: text/css\r\nContent-Location: http://shop.invalid/a.css\r\n\r\np { width: 77px }\r\n--x--\r\n"""
    page = pagerows.render(saved)
    assert page.url == "http://shop.invalid/"
    assert page.nodes.layout.boxes[page.nodes.rows_with_tag("p")[0], 2] == 77


def test_any_method_can_read_the_rendered_page():
    items = "".join(f"<li><h3>Item {n}</h3><p class=old>old</p><p>{n} kg</p></li>" for n in range(9))
    found = pagerows.extract(
        f"<style>.old {{ display: none }}</style><ul>{items}</ul>", method="same_path", render=True
    )
    assert found.page.rendered
    assert found.table.rows[0] == ["Item 0", "0 kg"]


def test_a_parsed_page_gets_its_layout_from_a_method_that_needs_it():
    page = pagerows.extract(pagerows.parse(LIST), method="same_path", render=True).page
    assert page.rendered


def test_a_screenshot_shows_the_page_with_its_records_outlined():
    items = "".join(f"<li>Item {n}</li>" for n in range(9))
    page = pagerows.parse(f"<body style='height:2000px'><ul>{items}</ul>")
    regions = pagerows.extract(page, method="same_path").regions
    plain, drawn = screenshot(page), screenshot(page, regions[:1])
    assert plain.startswith(b"\x89PNG")
    assert int.from_bytes(plain[20:24], "big") > 1900
    assert len(drawn) > len(plain)


class Playwright:
    """The few calls of Playwright's API that are used, over a page of our own."""

    def __init__(self, visit):
        self.visit, self.url, self.context = visit, "http://shop.invalid/list", self

    def new_cdp_session(self, _):
        return self

    def send(self, method, params):
        return self.visit.call(method, params, self.visit.session)

    def content(self):
        return "<p>now</p>"

    def detach(self):
        pass


def test_a_page_that_is_open_in_playwright_can_be_handed_over():
    job = Job(html="<base href=/x/><p>now</p>", policy=Policy(url="http://page.invalid/"))
    with Browser() as browser, browser.visit(job) as visit:
        visit.load()
        page = pagerows.Page.from_playwright(Playwright(visit))
    assert page.nodes.text(0) == "now"
    assert page.base_url == "http://shop.invalid/x/"
    assert page.rendered
