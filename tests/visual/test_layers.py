import pytest

from pagerows.page.looks import looks
from pagerows.visual.layers import layer_tree


def tags(page, **options):
    """The layer tree as nested tags, depth first."""
    layers = layer_tree(page.nodes, **options)

    def below(layer):
        inner = "".join(below(kid) for kid in range(len(layers)) if layers.parent[kid] == layer)
        name = page.nodes.attribute(int(layers.row[layer]), "id") or page.nodes.tag_name(int(layers.row[layer]))
        return f"{name}({inner})"

    return below(0)


def test_layers_are_the_visible_elements_with_content(lay_out):
    page = lay_out(
        """<body box="0 0 1000 1000"><p id=a box="0 0 100 20">text</p><p id=empty box="0 20 100 20"></p>
        <p id=hidden>nothing</p><img id=b src=x box="0 40 50 50">"""
    )
    assert tags(page) == "body(a()b())"


def test_an_element_around_floats_is_as_large_as_they_are(lay_out):
    page = lay_out(
        """<body box="0 0 1000 1000"><div id=clearless box="0 0 500 0"><p id=a box="0 0 100 20">one</p>
        <p id=b box="100 0 100 30">two</p></div><p id=c box="0 50 100 20">three</p>"""
    )
    layers = layer_tree(page.nodes)
    assert tags(page) == "body(clearless(a()b())c())"
    assert layers.box[1].tolist() == [0, 0, 200, 30]


def test_a_layer_seen_only_through_the_one_around_it_is_gone(lay_out):
    html = """<body box="0 0 1000 1000"><p id=c box="0 50 100 20">x</p><div id=outer box="0 0 100 20">
        <div id=inner box="0 0 100 20" look=bold>text</div></div>"""
    page = lay_out(html)
    assert tags(page) == "body(c()outer())"
    assert tags(page, wrappers=True) == "body(c()outer(inner()))"
    layers = layer_tree(page.nodes)
    assert layers.own_text.tolist() == [False, True, True]
    assert layers.look[1] != layers.look[2]  # the inner one's text is bold
    assert layers.face[1] == layers.face[2]


def test_a_layer_that_lies_in_its_sibling_becomes_its_child(lay_out):
    page = lay_out(
        """<body box="0 0 1000 1000"><div id=card box="0 0 200 200">a card</div>
        <span id=badge box="150 10 40 20">new</span><p id=c box="0 300 100 20">x</p>"""
    )
    assert tags(page) == "body(card(badge())c())"
    assert tags(page, contain=False) == "body(card()badge()c())"


def test_a_sibling_painted_over_others_does_not_swallow_them(lay_out):
    page = lay_out(
        """<body box="0 0 1000 1000"><p id=text box="10 10 100 20">text</p>
        <a id=cover box="0 0 200 200">whole card</a>"""
    )
    assert tags(page) == "body(text()cover())"


@pytest.mark.parametrize(
    ("backgrounds", "same"),
    [("own", [False, False]), ("seen", [True, False]), ("none", [True, True])],
)
def test_backgrounds_count_as_asked(lay_out, backgrounds, same):
    page = lay_out(
        """<body box="0 0 1000 1000"><p box="0 0 9 9">a</p><p box="0 9 9 9" bg="rgb(252, 252, 252)">b</p>
        <p box="0 18 9 9" bg="rgb(0, 0, 90)">c</p>"""
    )
    rows = page.nodes.rows_with_tag("p").tolist()
    codes = looks(page.nodes, backgrounds)[rows].tolist()
    assert [codes[0] == codes[1], codes[0] == codes[2]] == same


def test_layers_need_a_rendered_page():
    from pagerows import parse

    with pytest.raises(ValueError, match="rendered"):
        layer_tree(parse("<p>x").nodes)
