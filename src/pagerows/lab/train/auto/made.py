"""Pages made from pages, to learn from: fewer records, records in sections, records in the frame of another page.

The dev corpora have some four hundred sites; what is around records (menus, teasers, filters) and how records are
grouped differs more than that. A made page has the records of one page, whose gold is known, in other surroundings.
For training only.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lxml import html as lxml_html
from lxml.etree import _Element as Element

from pagerows.lab.train.auto.labels import tokens
from pagerows.page import Page, parse

__all__ = ["Original", "Variant", "variants"]

#: Fewest records of a page that is thinned out or divided into sections.
_SEVERAL: Final = 6
#: Most records that thinning leaves.
_FEW: Final = 9
#: What stands only inside of certain elements: no sections are made of these, and most do not move.
_BOUND: Final = frozenset({"tr", "td", "th", "dt", "dd", "option", "tbody"})
_MOVABLE: Final = frozenset({"tr", "dt", "dd"})
#: What is put around moved records where it was around them before.
_BOXES: Final = frozenset({"ul", "ol", "dl", "tbody"})
_LISTS: Final = frozenset({"ul", "ol"})


@dataclass(frozen=True)
class Original:
    """A page with its gold, and the XPaths of its records: of each the elements, which are siblings.

    The only record of a page without records is its prose.
    """

    html: str
    title: str
    gold: Mapping[str, Any]
    records: tuple[tuple[str, ...], ...]

    @property
    def has_records(self) -> bool:
        """Whether the page has records at all."""
        return bool(self.gold.get("has_records", True))


@dataclass(frozen=True, eq=False)
class Variant:
    """A made page and its gold."""

    kind: str
    page: Page
    gold: dict[str, Any]
    #: Number of the page whose frame it has, where that is another one.
    frame: int | None = None


_Record = list[Element]


@dataclass(frozen=True, eq=False)
class _Tree:
    root: Element
    records: list[_Record]


def variants(own: Original, others: Sequence[Original], seed: int) -> Iterator[Variant]:
    """Make pages with the records of one page; the same seed makes the same ones. Some cannot be made."""
    chooser = random.Random(seed)
    makers: list[Callable[[], Variant | None]] = []
    if own.has_records:
        makers += [lambda: _few(own, chooser), lambda: _sections(own, chooser)]
    makers += [partial(_moved, own, other, number) for number, other in enumerate(others)]
    for make in makers:
        try:
            made = make()
        except ValueError:  # characters that can be read but not written
            continue
        if made is not None:
            yield made


def _tree(page: Original) -> _Tree | None:
    root = lxml_html.document_fromstring(
        page.html.encode("utf-8", "replace"), parser=lxml_html.HTMLParser(encoding="utf-8")
    )
    for table in list(root.iter("table")):
        _add_bodies(table)
    found = [[root.xpath(path) for path in record] for record in page.records]
    if not found or any(len(each) != 1 for record in found for each in record):
        return None
    return _Tree(root, [[each[0] for each in record] for record in found])


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
    kind: str, root: Element, records: Sequence[_Record], gold: dict[str, Any], frame: int | None = None
) -> Variant:
    """Write the tree and read it as a page; records that are gold by their address are addressed anew."""
    if gold["kind"] == "nodes":
        tree = root.getroottree()
        gold = {"kind": "nodes", "record_xpaths": [[tree.getpath(part) for part in record] for record in records]}
    return Variant(kind, parse(lxml_html.tostring(root, encoding="unicode")), gold, frame)


def _few(own: Original, chooser: random.Random) -> Variant | None:
    """Leave three to nine of the records: small lists are rare in the corpora."""
    tree = _tree(own)
    if tree is None or (count := len(tree.records)) < _SEVERAL:
        return None
    kept = set(chooser.sample(range(count), chooser.randint(3, min(_FEW, count - 2))))
    gold = _gold_in(own.gold, tree.records, kept)
    for number, record in enumerate(tree.records):
        if number not in kept:
            _drop(record)
    return _written("few", tree.root, [tree.records[number] for number in sorted(kept)], gold)


def _sections(own: Original, chooser: random.Random) -> Variant | None:
    """Divide siblings into sections of two to five, each with a heading."""
    tree = _tree(own)
    if tree is None:
        return None
    records, first = tree.records, tree.records[0][0]
    parent = first.getparent()
    if len(records) < _SEVERAL or parent is None or str(first.tag) in _BOUND:
        return None
    if any(part.getparent() is not parent for record in records for part in record):
        return None
    names = [text for link in tree.root.iter("a") if 2 < len(text := _text(link).strip()) < 30] or ["Part"]
    size, tag = chooser.randint(2, 5), chooser.choice(["div", "section"])
    heading = chooser.choice(["h2", "h2", "h3", "div"])
    boxed = first.tag == "li" or chooser.random() < 0.5
    place = parent.index(first)
    for number, start in enumerate(range(0, len(records), size)):
        section = lxml_html.Element(tag)
        title = lxml_html.Element(heading)
        title.text = chooser.choice(names)
        section.append(title)
        inner = section
        if boxed:
            inner = lxml_html.Element(str(parent.tag) if parent.tag in _LISTS else "div")
            section.append(inner)
        for record in records[start : start + size]:
            inner.extend(record)
        parent.insert(place + number, section)
    if parent.tag in _LISTS:
        parent.tag = "div"
    return _written("sections", tree.root, records, _gold_in(own.gold, records, None))


def _moved(own: Original, other: Original, number: int) -> Variant | None:
    """Put one page's records where another page has its own."""
    mine, frame = _tree(own), _tree(other)
    if mine is None or frame is None:
        return None
    first = mine.records[0][0]
    parent, tag = first.getparent(), str(first.tag)
    if parent is None or tag in _BOUND - _MOVABLE:
        return None
    around = lxml_html.Element("table") if tag == "tr" else None
    box = lxml_html.Element(str(parent.tag) if parent.tag in _BOXES else "div")
    if around is not None:
        around.append(box)
    if parent.get("class"):
        box.set("class", str(parent.get("class")))
    records = [[copy.deepcopy(part) for part in record] for record in mine.records]
    for record in records:
        if len(record) == 1:
            record[0].tail = None
        box.extend(record)
    place = frame.records[0][0]
    if str(place.tag) in _BOUND:
        place = next(place.iterancestors("table", "dl", "select"), place)
    elif (above := place.getparent()) is not None and above.tag in _LISTS:
        place = above
    place.addprevious(box if around is None else around)
    for record in frame.records:
        _drop(record)
    if own.has_records == other.has_records:
        for each in frame.root.iter("title"):
            each.text = own.title
    else:
        _say(frame.root, mine.root)
    return _written("moved", frame.root, records, _gold_in(own.gold, records, None), number)


def _say(frame: Element, own: Element) -> None:
    """Let a page say of itself, in its head, what another one says: that it is a list, or an article."""
    for head, said in zip(frame.iter("head"), own.iter("head"), strict=False):
        for each in list(head):
            head.remove(each)
        head.extend([copy.deepcopy(each) for each in said])
        return


def _drop(record: _Record) -> None:
    """Take a record out; the text after it stays, text between its parts goes."""
    for part in record:
        parent, before = part.getparent(), part.getprevious()
        after = part.tail if len(record) == 1 else None
        if parent is None:
            continue
        if before is not None:
            before.tail = (before.tail or "") + (after or "")
        else:
            parent.text = (parent.text or "") + (after or "")
        part.tail = None
        parent.remove(part)


def _text(element: Element) -> str:
    return "".join(str(part) for part in element.itertext())


def _text_of(record: _Record) -> str:
    return "".join(_text(part) + (part.tail or "" if len(record) > 1 else "") for part in record)


def _gold_in(gold: Mapping[str, Any], records: Sequence[_Record], kept: set[int] | None) -> dict[str, Any]:
    """The gold's records of which most stands in one of the elements that are kept (None: all are)."""
    if not gold.get("has_records", True):
        return {"kind": "none", "has_records": False}
    if gold["kind"] == "nodes":
        return {"kind": "nodes"}
    name = "anchors" if gold["kind"] == "anchors" else "records"
    texts = ["".join(tokens(_text_of(record))) for record in records]
    found = []
    for record in gold[name]:
        cells = ["".join(tokens(cell)) for cell in (record if name == "records" else [record]) if cell]
        cells = [cell for cell in cells if cell]
        held = [sum(cell in text for cell in cells) for text in texts]
        best = max(range(len(held)), key=held.__getitem__)
        if cells and 2 * held[best] >= len(cells) and (kept is None or best in kept):
            found.append(record)
    return {"kind": gold["kind"], name: found, "partial": gold.get("partial", False)}
