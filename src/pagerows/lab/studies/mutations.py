"""Sites that change: seeded changes of a page's markup, and how wrappers that were learned before bear them.

    python -m pagerows.lab.studies.mutations [--every N] [--dataset D]

A change keeps what the page says and shows it otherwise (classes renamed, wrappers added ...); a loss takes something
away. Of changes it is measured how often the records, and which share of the filled cells, are the same after healing;
of losses how often they are reported; and on unchanged pages how often something is reported that did not happen.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

import pagerows
from pagerows.lab.bench.corpora import corpora_folder, load
from pagerows.workers import Limits, run_tasks
from pagerows.wrapper import WrapperColumn
from pagerows.wrapper.drift import BOUND, worst
from pagerows.wrapper.healing import read_with

__all__ = ["CHANGES", "changed", "main"]

#: Share of the filled cells that must be right where a column that was moved is not reported.
KEPT: Final = 0.95

Tree = Any
Change = Callable[[Tree, random.Random], None]


def _each(tree: Tree, *tags: str) -> list[Any]:
    return [node for node in tree.iter(*tags) if isinstance(node.tag, str)]


def _rename_classes(tree: Tree, chance: random.Random) -> None:
    names: dict[str, str] = {}
    for node in _each(tree):
        if classes := node.get("class"):
            made = [names.setdefault(name, f"c{chance.randrange(10**9):x}") for name in classes.split()]
            node.set("class", " ".join(made))


def _drop_classes(tree: Tree, _: random.Random) -> None:
    for node in _each(tree):
        node.attrib.pop("class", None)


def _add_classes(tree: Tree, chance: random.Random) -> None:
    for node in _each(tree.find("body")):
        node.set("class", f"{node.get('class', '')} u{chance.randrange(9)} v{chance.randrange(9)}".strip())


def _drop_ids(tree: Tree, _: random.Random) -> None:
    for node in _each(tree):
        node.attrib.pop("id", None)


def _retag(old: str, new: str) -> Change:
    def change(tree: Tree, _: random.Random) -> None:
        for node in _each(tree, old):
            node.tag = new

    return change


def _wrap(tag: str) -> Change:
    """Put what an element holds into a div of its own."""

    def change(tree: Tree, _: random.Random) -> None:
        for node in _each(tree, tag):
            inner = node.makeelement("div", {"class": "wrap"})
            inner.text, node.text = node.text, None
            inner.extend(list(node))
            node.append(inner)

    return change


def _wrap_body(tree: Tree, _: random.Random) -> None:
    body = tree.find("body")
    inner = body.makeelement("div", {"id": "app"})
    inner.text, body.text = body.text, None
    inner.extend(list(body))
    body.append(inner)


def _banner(tree: Tree, _: random.Random) -> None:
    body = tree.find("body")
    note = body.makeelement("div", {"class": "banner"})
    note.text = "We have a new look: tell us what you think of it."
    body.insert(0, note)


def _inline_styles(tree: Tree, chance: random.Random) -> None:
    for node in _each(tree.find("body")):
        node.set("style", f"margin:{chance.randrange(9)}px")


def _data_attributes(tree: Tree, chance: random.Random) -> None:
    for node in _each(tree.find("body")):
        node.set("data-v", f"{chance.randrange(10**6):x}")


def _spans_in_links(tree: Tree, _: random.Random) -> None:
    for node in _each(tree, "a"):
        if node.text and node.text.strip():
            inner = node.makeelement("span", {})
            inner.text, node.text = node.text, None
            node.insert(0, inner)


CHANGES: Final[dict[str, Change]] = {
    "classes renamed": _rename_classes,
    "classes dropped": _drop_classes,
    "classes added": _add_classes,
    "ids dropped": _drop_ids,
    "article to div": _retag("article", "div"),
    "h2 to h3": _retag("h2", "h3"),
    "h3 to h4": _retag("h3", "h4"),
    "b to strong": _retag("b", "strong"),
    "section to div": _retag("section", "div"),
    "div in li": _wrap("li"),
    "div in td": _wrap("td"),
    "div around all": _wrap_body,
    "banner on top": _banner,
    "inline styles": _inline_styles,
    "data attributes": _data_attributes,
    "spans in links": _spans_in_links,
}


def changed(html: bytes, change: Change, seed: int) -> bytes:
    """Return a page's markup after a change; what cannot be parsed stays as it is."""
    import lxml.html

    tree = lxml.html.document_fromstring(html)
    if tree.find("body") is not None:
        change(tree, random.Random(seed))
    made: bytes = lxml.html.tostring(tree, encoding="utf-8", doctype="<!doctype html>")
    return made


def _same(tree: Tree, _: random.Random) -> None:
    del tree


def measured(file: str) -> dict[str, tuple[float, float]] | None:
    """For each change: F1 of the records and share of the cells that are the same; None where no list is found."""
    html = Path(file).read_bytes()
    before = changed(html, _same, 0)
    try:
        wrapper = pagerows.learn(before)
    except (pagerows.WrapperError, pagerows.PageError):
        return None
    known = wrapper.apply(before)
    found = {}
    for seed, (name, change) in enumerate(CHANGES.items()):
        read = read_with(wrapper, pagerows.parse(changed(html, change, seed)), heal=True)
        found[name] = _records(known, read), _cells(known, read)
    found["reported on the same page"] = (float(worst(known.drift) >= BOUND), 0.0)
    for name, lost in _losses(before, wrapper, known).items():
        read = wrapper.apply(lost)
        # A column that was moved and is read all the same is not lost.
        kept = name.endswith("moved") and _cells(known, read, _full(wrapper)[0].name) >= KEPT
        found[name] = (float(worst(read.drift) >= BOUND or kept), 0.0)
    return found


def _losses(html: bytes, wrapper: pagerows.Wrapper, known: pagerows.Extraction) -> dict[str, bytes]:
    """The page with its fullest text column emptied, moved, with another kind of text in it, and without its list."""
    import lxml.html

    made: dict[str, bytes] = {}
    full = _full(wrapper)
    xpaths = [record.xpath for record in known.best.records] if known.best else []

    def without(edit: Callable[[Any], None]) -> bytes:
        tree = lxml.html.document_fromstring(html)
        for node in [found for path in xpaths for found in _at(tree, path)]:
            edit(node)
        text: bytes = lxml.html.tostring(tree, encoding="utf-8", doctype="<!doctype html>")
        return text

    def cells(node: Any) -> list[Any]:
        return node.xpath(full[0].selector.xpath)[:1] if full and full[0].selector else []

    def said(text: str) -> Callable[[Any], None]:
        def edit(node: Any) -> None:
            for cell in cells(node):
                for child in list(cell):
                    cell.remove(child)
                cell.text = text and f"{text}{next(numbers)}"

        return edit

    def moved(node: Any) -> None:
        for cell in cells(node):
            cell.getparent().remove(cell)
            cell.tail = None
            node.insert(0, node.makeelement("div", {"class": "elsewhere"}))
            node[0].append(cell)

    if full:
        numbers = count(1)
        made["loss reported: a column emptied"] = without(said(""))
        made["loss reported: a column moved"] = without(moved)
        other = "1" if full[0].evidence.digits < 0.5 else "soon again, number "
        made["loss reported: another type"] = without(said(other))
    made["loss reported: the list gone"] = without(_removed)
    return made


def _full(wrapper: pagerows.Wrapper) -> list[WrapperColumn]:
    """The columns of text that nearly all records have."""
    return [c for c in wrapper.columns if c.selector and c.kind != "image" and c.evidence.fill > 0.9]


def _at(tree: Tree, path: str) -> list[Any]:
    try:
        return list(tree.xpath(path))
    except Exception:  # an XPath of another document, or of a name that lxml does not know
        return []


def _removed(node: Any) -> None:
    if node.getparent() is not None:
        node.getparent().remove(node)


def _rows(found: pagerows.Extraction) -> list[tuple[str | None, ...]]:
    return [tuple(row) for row in zip(*(c.texts for c in found.table.all_columns if c.kind != "image"), strict=True)]


def _records(one: pagerows.Extraction, other: pagerows.Extraction) -> float:
    a, b = (Counter(record.text for record in (e.best.records if e.best else ())) for e in (one, other))
    both = sum((a & b).values())
    return 2 * both / max(1, a.total() + b.total())


def _cells(one: pagerows.Extraction, other: pagerows.Extraction, only: str | None = None) -> float:
    """Share of the filled cells that stand under the same name with the same text, over records in order."""
    kept = total = 0
    theirs = {column.name: column.texts for column in other.table.all_columns}
    for column in one.table.all_columns:
        if column.kind == "image" or only not in (None, column.name):
            continue
        texts = theirs.get(column.name, [])
        for row, text in enumerate(column.texts):
            if text is not None:
                total += 1
                kept += row < len(texts) and texts[row] == text
    return kept / max(1, total)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print, for each change, how often records and cells stay what they were."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dataset", default="lists2026")
    parser.add_argument("--every", type=int, default=1, help="every n-th page only")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    dataset = load(corpora_folder(), options.dataset)
    files = [str(dataset.path(gold)) for gold in dataset.pages if gold.has_records][:: options.every]
    figures: dict[str, list[tuple[float, float]]] = defaultdict(list)
    none = 0
    for outcome in run_tasks(measured, files, jobs=options.jobs, limits=Limits(seconds=300)):
        if outcome.error:
            print(f"{outcome.task}: {outcome.error}")
        elif outcome.result is None:
            none += 1
        else:
            for name, value in outcome.result.items():
                figures[name].append(value)
    print(f"{len(files)} pages, {none} without a list")
    for name, values in figures.items():
        healed = sum(f1 > 0.99 for f1, _ in values) / len(values)
        cells = sum(share for _, share in values) / len(values)
        print(
            f"{name:35} pages {len(values):4}  records the same {healed:.3f}"
            + (f"  cells {cells:.3f}" if cells else "")
        )
    changes = [value for name in CHANGES for value in figures.get(name, [])]
    if changes:
        print(
            f"all changes: records the same {sum(f1 > 0.99 for f1, _ in changes) / len(changes):.3f}, "
            f"cells {sum(share for _, share in changes) / len(changes):.3f}"
        )


if __name__ == "__main__":
    main()
