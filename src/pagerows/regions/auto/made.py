"""Pages made from pages, to learn from: fewer records, records in sections, records in the frame of another page.

The dev corpora have some four hundred sites; what is around records (menus, teasers, filters) and how records are
grouped differs more than that. A made page has the records of one page, whose gold is known, in other surroundings.
For training only.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lxml import html as lxml_html
from lxml.etree import _Element as Element

from pagerows.page import Page, parse
from pagerows.regions.auto.labels import tokens

__all__ = ["Original", "Variant", "variants"]

#: Fewest records of a page that is thinned out or divided into sections.
_SEVERAL: Final = 6
#: Most records that thinning leaves.
_FEW: Final = 9
_CELLS: Final = frozenset({"tr", "td", "th", "dt", "dd", "option", "tbody"})
_LISTS: Final = frozenset({"ul", "ol"})


@dataclass(frozen=True)
class Original:
    """A page with its gold, and the XPaths of its records, each one element."""

    html: str
    title: str
    gold: Mapping[str, Any]
    records: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Variant:
    """A made page and its gold."""

    kind: str
    page: Page
    gold: dict[str, Any]
    #: Number of the page whose frame it has, where that is another one.
    frame: int | None = None


@dataclass(frozen=True, eq=False)
class _Tree:
    root: Element
    records: list[Element]


def variants(own: Original, others: Sequence[Original], seed: int) -> Iterator[Variant]:
    """Make pages with the records of one page; the same seed makes the same ones. Some cannot be made."""
    chooser = random.Random(seed)
    for kind, maker in (("few", _few), ("sections", _sections)):
        tree = _tree(own)
        if tree is not None:
            yield from _written(kind, tree.root, own.gold, maker(tree, own.gold, chooser))
    for number, other in enumerate(others):
        mine, frame = _tree(own), _tree(other)
        if mine is not None and frame is not None:
            moved = _moved(mine, frame, own.gold, own.title)
            yield from _written("moved", frame.root, own.gold, moved, number)


def _tree(page: Original) -> _Tree | None:
    root = lxml_html.document_fromstring(
        page.html.encode("utf-8", "replace"), parser=lxml_html.HTMLParser(encoding="utf-8")
    )
    for table in list(root.iter("table")):
        _add_bodies(table)
    found = [root.xpath(path) for path in page.records]
    if not found or any(len(each) != 1 for each in found):
        return None
    return _Tree(root, [each[0] for each in found])


def _add_bodies(table: Element) -> None:
    """Put rows that stand right below a table into a body, as pages are read."""
    body = None
    for child in list(table):
        if child.tag != "tr":
            body = None
            continue
        if body is None:
            body = lxml_html.Element("tbody")
            child.addprevious(body)
        body.append(child)


def _written(
    kind: str,
    root: Element,
    gold: Mapping[str, Any],
    made: tuple[list[Element], dict[str, Any]] | None,
    frame: int | None = None,
) -> Iterator[Variant]:
    """Write the tree and read it as a page; its gold's records are addressed anew."""
    if made is None:
        return
    records, own = made
    if gold["kind"] == "nodes":
        tree = root.getroottree()
        own = {"kind": "nodes", "record_xpaths": [tree.getpath(record) for record in records]}
    try:
        page = parse(lxml_html.tostring(root, encoding="unicode"))
    except ValueError:  # characters that cannot be written
        return
    yield Variant(kind, page, own, frame)


def _few(tree: _Tree, gold: Mapping[str, Any], chooser: random.Random) -> tuple[list[Element], dict[str, Any]] | None:
    """Leave three to nine of the records: small lists are rare in the corpora."""
    count = len(tree.records)
    if count < _SEVERAL:
        return None
    kept = set(chooser.sample(range(count), chooser.randint(3, min(_FEW, count - 2))))
    own = _gold_in(gold, tree.records, kept)
    for number, record in enumerate(tree.records):
        if number not in kept:
            _drop(record)
    return [tree.records[number] for number in sorted(kept)], own


def _sections(
    tree: _Tree, gold: Mapping[str, Any], chooser: random.Random
) -> tuple[list[Element], dict[str, Any]] | None:
    """Divide siblings into sections of two to five, each with a heading."""
    records, parent = tree.records, tree.records[0].getparent()
    if len(records) < _SEVERAL or parent is None or str(records[0].tag) in _CELLS:
        return None
    if any(record.getparent() is not parent for record in records):
        return None
    names = [text for link in tree.root.iter("a") if 2 < len(text := _text(link).strip()) < 30] or ["Part"]
    size, tag = chooser.randint(2, 5), chooser.choice(["div", "section"])
    heading = chooser.choice(["h2", "h2", "h3", "div"])
    boxed = records[0].tag == "li" or chooser.random() < 0.5
    place = parent.index(records[0])
    for number, first in enumerate(range(0, len(records), size)):
        section = lxml_html.Element(tag)
        title = lxml_html.Element(heading)
        title.text = chooser.choice(names)
        section.append(title)
        inner = section
        if boxed:
            inner = lxml_html.Element(str(parent.tag) if parent.tag in _LISTS else "div")
            section.append(inner)
        for record in records[first : first + size]:
            inner.append(record)
        parent.insert(place + number, section)
    if parent.tag in _LISTS:
        parent.tag = "div"
    return records, _gold_in(gold, records, None)


def _moved(
    mine: _Tree, frame: _Tree, gold: Mapping[str, Any], title: str
) -> tuple[list[Element], dict[str, Any]] | None:
    """Put one page's records where another page has its own."""
    parent, tag = mine.records[0].getparent(), str(mine.records[0].tag)
    if parent is None or (tag in _CELLS and tag != "tr"):
        return None
    around = lxml_html.Element("table") if tag == "tr" else None
    box = lxml_html.Element(str(parent.tag) if parent.tag in _LISTS | {"tbody"} else "div")
    if around is not None:
        around.append(box)
    if parent.get("class"):
        box.set("class", str(parent.get("class")))
    records = [copy.deepcopy(record) for record in mine.records]
    for record in records:
        record.tail = None
        box.append(record)
    place = frame.records[0]
    if str(place.tag) in _CELLS:
        place = next(place.iterancestors("table", "dl", "select"), place)
    elif (above := place.getparent()) is not None and above.tag in _LISTS:
        place = above
    place.addprevious(box if around is None else around)
    for record in frame.records:
        _drop(record)
    for each in frame.root.iter("title"):
        each.text = title
    return records, _gold_in(gold, records, None)


def _drop(element: Element) -> None:
    """Take an element out; the text after it stays."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if before is not None:
        before.tail = (before.tail or "") + (element.tail or "")
    else:
        parent.text = (parent.text or "") + (element.tail or "")
    parent.remove(element)


def _text(element: Element) -> str:
    return "".join(str(part) for part in element.itertext())


def _gold_in(gold: Mapping[str, Any], records: Sequence[Element], kept: set[int] | None) -> dict[str, Any]:
    """The gold's records of which most stands in one of the elements that are kept (None: all are)."""
    if gold["kind"] == "nodes":
        return {}
    name = "records" if gold["kind"] == "table" else "anchors"
    texts = ["".join(tokens(_text(record))) for record in records]
    found = []
    for record in gold[name]:
        cells = ["".join(tokens(cell)) for cell in (record if name == "records" else [record]) if cell]
        cells = [cell for cell in cells if cell]
        held = [sum(cell in text for cell in cells) for text in texts]
        best = max(range(len(held)), key=held.__getitem__)
        if cells and 2 * held[best] >= len(cells) and (kept is None or best in kept):
            found.append(record)
    return {"kind": gold["kind"], name: found}
