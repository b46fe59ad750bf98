"""Rendered pages: the same table as the parsed page, with boxes, visibility and styles."""

import numpy as np
import pytest

import pagerows

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
