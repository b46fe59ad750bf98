"""A page is freed when nobody holds it any more, without the garbage collector."""

import gc
import weakref

from pagerows import extract, parse

LIST = "<ul>" + "".join(f"<li><h3>Item {n}</h3><a href=/{n}><img src=/{n}.jpg></a><p>{n} €</p></li>" for n in range(9))


def test_a_page_with_its_regions_and_table_is_freed_at_once():
    gc.collect()
    gc.disable()
    try:
        found = extract(LIST.encode())
        assert found.table.rows
        assert found.table.all_columns
        page, nodes = weakref.ref(found.page), weakref.ref(found.page.nodes)
        del found
        assert page() is None
        assert nodes() is None
    finally:
        gc.enable()


def test_what_is_kept_with_a_page_does_not_hold_it():
    gc.disable()
    try:
        nodes = parse(LIST).nodes
        asked = nodes.grids, nodes.around, nodes.codes
        gone = weakref.ref(nodes)
        del nodes
        assert gone() is None
        assert asked[0].nodes.tag_name(1) == "ul"
    finally:
        gc.enable()
