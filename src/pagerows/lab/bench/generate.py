"""Seeded pages with known records: for tests, properties and benchmarks.

`generate` writes a page from a `PageSpec` and says what it holds: the gold rows and where each record starts. Its
damage is the kind that browsers repair, so the gold stays true. `mutate` breaks bytes at random: no gold survives that.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal

from pagerows.errors import ParameterError

__all__ = ["FIELD_KINDS", "LAYOUTS", "GeneratedPage", "Layout", "PageSpec", "generate", "mutate"]

Layout = Literal["cards", "list", "table", "definitions", "flat"]
#: How records are marked up: boxes in boxes, list items, table rows, dt/dd pairs, or siblings without a box.
LAYOUTS: Final[tuple[Layout, ...]] = ("cards", "list", "table", "definitions", "flat")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSpec:
    """What a generated page looks like; equal specs give equal pages."""

    seed: int = 0
    #: Records in the main list.
    records: int = 12
    #: Text fields per record, the title among them.
    fields: int = 4
    #: How many of the last fields may be missing; the title never is.
    optional: int = 0
    #: Chance that an optional field is missing, 0 to 1.
    missing: float = 0.4
    layout: Layout = "cards"
    #: Noise regions: menu, footer links, facets, related links, prose, in this order and again from the start.
    noise: int = 3
    #: Boxes around the list, and around the fields inside of each record.
    nesting: int = 2
    inner_nesting: int = 0
    #: Chance that a word of a text field is highlighted with <b>, 0 to 1.
    highlight: float = 0.0
    #: Chance of each harmless fault: end tag left out, attribute unquoted, stray end tag, comment, bare ampersand.
    damage: float = 0.0
    #: Whether every record has a picture.
    images: bool = True
    #: Whether tags stand on lines of their own.
    pretty: bool = True

    def __post_init__(self) -> None:
        if self.layout not in LAYOUTS:
            raise ParameterError(f"unknown layout {self.layout!r}; there are: {', '.join(LAYOUTS)}")
        if self.fields < 1 or not 0 <= self.optional < self.fields:
            raise ParameterError(f"need 0 <= optional < fields, not optional={self.optional}, fields={self.fields}")


@dataclass(frozen=True, slots=True)
class GeneratedPage:
    """A page and what is true of it."""

    html: str
    #: One row of texts per record, None where an optional field is missing; pictures are not in it.
    rows: list[list[str | None]]
    #: The XPath of each record's node (of its first node where it has no box of its own).
    xpaths: list[str]
    url: str = "https://shop.example/list"

    @property
    def records(self) -> list[list[str]]:
        """The rows without the missing fields."""
        return [[cell for cell in row if cell is not None] for row in self.rows]


def generate(spec: PageSpec | None = None) -> GeneratedPage:
    """Write the page that a spec describes.

    >>> page = generate(PageSpec(records=2, fields=2))
    >>> len(page.rows), page.xpaths[1]
    (2, '/html/body/main/div/div/div/article[2]')
    """
    spec = spec or PageSpec()
    return _Writer(spec).page()


_WORDS: Final = (  # noqa: SIM905 - read as words
    "amber anchor basket birch candle canyon cedar cobalt copper coral dune ember fable feather fern flint garnet "
    "harbor hazel indigo ivory jasper juniper kettle lantern linen lumen maple marble meadow mica nectar oak onyx "
    "opal orchid pebble pine quartz quill raven reed ridge river rowan sable saffron sage slate sorrel spruce "
    "stone thistle timber topaz umber velvet violet walnut willow wren yarrow zephyr"
).split()


def _words(rng: random.Random, least: int, most: int) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(rng.randint(least, most)))


#: Field kinds after the title, used in turn; every one gives a text that is not empty.
FIELD_KINDS: Final[dict[str, Callable[[random.Random], str]]] = {
    "price": lambda rng: f"${rng.randint(1, 999)}.{rng.randint(0, 99):02}",
    "text": lambda rng: f"{_words(rng, 5, 14).capitalize()}.",
    "date": lambda rng: f"{rng.randint(1, 28)}.{rng.randint(1, 12)}.{rng.randint(2001, 2026)}",
    "rating": lambda rng: f"{rng.randint(1, 4)}.{rng.randint(0, 9)} / 5",
    "seller": lambda rng: _words(rng, 1, 2).title(),
    "stock": lambda rng: rng.choice(["in stock", "sold out", f"{rng.randint(2, 40)} left"]),
    "code": lambda rng: f"{rng.choice(_WORDS)[:3].upper()}-{rng.randint(1000, 9999)}",
}


@dataclass(frozen=True, slots=True)
class _Shape:
    """The tags of a layout: around the records, of a record, of its first field, of its other fields."""

    outer: tuple[str, ...]
    record: str
    first: str
    other: str


_SHAPES: Final[dict[Layout, _Shape]] = {
    "cards": _Shape(("div",), "article", "h3", "div"),
    "list": _Shape(("ul",), "li", "h3", "p"),
    "table": _Shape(("table", "tbody"), "tr", "td", "td"),
    "definitions": _Shape(("dl",), "", "dt", "dd"),
    "flat": _Shape(("div",), "", "h3", "p"),
}
#: End tags that HTML lets authors leave out.
_OMISSIBLE: Final = frozenset({"li", "p", "td", "tr", "dt", "dd"})


class _Writer:
    """Writes one page; every random choice comes from the spec's seed."""

    def __init__(self, spec: PageSpec) -> None:
        self.spec = spec
        self.rng = random.Random(spec.seed)
        self.faults = random.Random(spec.seed + 1)  # of its own, so that damage changes no content
        self.shape = _SHAPES[spec.layout]
        kinds = list(FIELD_KINDS)
        self.kinds = [kinds[n % len(kinds)] for n in range(spec.fields - 1)]

    def page(self) -> GeneratedPage:
        rows: list[list[str | None]] = []
        records = [self.record(number, rows) for number in range(self.spec.records)]
        main = self.join(records)
        for tag in (*reversed(self.shape.outer), *["div"] * self.spec.nesting, "main"):
            main = self.element(tag, main, f"{tag}-box")
        noise = [self.noise(number) for number in range(self.spec.noise)]
        before, after = noise[0::2], noise[1::2]
        body = self.join([*before, main, *after])
        head = '<meta charset="utf-8"><title>Generated</title>'
        return GeneratedPage(f"<!doctype html><html><head>{head}</head><body>{body}</body></html>", rows, self.xpaths())

    def xpaths(self) -> list[str]:
        box = "/".join(["/html/body/main", *["div"] * self.spec.nesting, *self.shape.outer])
        return [f"{box}/{self.shape.record or self.shape.first}[{n + 1}]" for n in range(self.spec.records)]

    def record(self, number: int, rows: list[list[str | None]]) -> str:
        title = f"{_words(self.rng, 1, 3).title()} {number + 1}"
        fields = [self.element(self.shape.first, f'<a href="/item/{number + 1}">{title}</a>', "title")]
        row: list[str | None] = [title]
        for index, kind in enumerate(self.kinds, 1):
            text = FIELD_KINDS[kind](self.rng)
            gone = self.rng.random() < self.spec.missing and index >= self.spec.fields - self.spec.optional
            row.append(None if gone else text)
            if not gone or self.shape.other == "td":  # a table keeps the empty cell
                fields.append(self.element(self.shape.other, "" if gone else self.inline(text), f"{kind} f{index}"))
        rows.append(row)
        return self.boxed(number, fields)

    def boxed(self, number: int, fields: list[str]) -> str:
        if self.spec.images and self.shape.record:
            picture = f'<img src="/pictures/{number + 1}.jpg" alt="">'
            if self.shape.other == "td":
                picture = self.element("td", picture, "picture")
            fields.insert(0, picture)
        if not self.shape.record:
            return self.join(fields)
        content = self.join(fields)
        if self.shape.record != "tr":
            for level in range(self.spec.inner_nesting):
                content = self.element("div", content, f"inner-{level}")
        return self.element(self.shape.record, content, "item")

    def noise(self, number: int) -> str:
        links = [f'<a href="/{word}">{word}</a>' for word in self.rng.sample(_WORDS, self.rng.randint(4, 9))]
        match number % 5:
            case 0:
                items = self.join([self.element("li", link, "entry") for link in links])
                return self.element("nav", self.element("ul", items, "menu"), "noise")
            case 1:
                return self.element("footer", " | ".join(links), "noise")
            case 2:
                boxes = [f'<label><input type="checkbox">{_words(self.rng, 1, 1)}</label>' for _ in links]
                return self.element("aside", self.join(boxes), "noise facets")
            case 3:
                return self.element("section", self.join([f"<div>{link}</div>" for link in links]), "noise related")
            case _:
                prose = [f"<p>{_words(self.rng, 30, 60).capitalize()}.</p>" for _ in range(3)]
                return self.element("section", self.join(prose), "noise prose")

    def inline(self, text: str) -> str:
        if not self.spec.highlight:
            return escape(text)
        marked = [f"<b>{w}</b>" if self.rng.random() < self.spec.highlight else w for w in escape(text).split(" ")]
        return " ".join(marked)

    def element(self, tag: str, content: str, classes: str) -> str:
        """Write an element, with the faults that a browser repairs without a trace in the records."""
        quote = "" if self.fault() and " " not in classes else '"'
        end = "" if tag in _OMISSIBLE and self.fault() else f"</{tag}>"
        stray = "</em>" if self.fault() else ""  # nothing is open that it could close
        comment = "<!-- > -- <li> -->" if self.fault() else ""
        # Where tables are open, comments are allowed but text would be moved out of them.
        bare = " <!-- & &nosuch; -->" if self.fault() else ""
        return f"<{tag} class={quote}{classes}{quote}>{comment}{content}{stray}{end}{bare}"

    def fault(self) -> bool:
        return self.spec.damage > 0 and self.faults.random() < self.spec.damage

    def join(self, parts: Sequence[str]) -> str:
        return "\n".join(["", *parts, ""]) if self.spec.pretty else "".join(parts)


_TAG: Final = re.compile(rb"<[^>]*>")


def mutate(data: bytes, seed: int) -> bytes:
    """Break a page at random: flip bytes, cut it, shuffle its tags, nest it in itself, repeat or drop stretches.

    >>> mutate(b"<p>a</p>", 3) == mutate(b"<p>a</p>", 3)
    True
    """
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        data = rng.choice((_flip, _cut, _drop, _repeat, _shuffle, _nest))(data, rng)
    return data


def _flip(data: bytes, rng: random.Random) -> bytes:
    broken = bytearray(data)
    for _ in range(rng.randint(1, 1 + len(data) // 50)):
        if broken:
            broken[rng.randrange(len(broken))] = rng.choice((rng.randrange(256), *b"\0<>\"'&/=!-"))
    return bytes(broken)


def _cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randint(0, len(data))]


def _drop(data: bytes, rng: random.Random) -> bytes:
    start = rng.randint(0, len(data))
    return data[:start] + data[start + rng.randint(0, 200) :]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    start = rng.randint(0, len(data))
    stretch = data[start : start + rng.randint(0, 200)]
    return data[:start] + stretch * rng.randint(2, 20) + data[start:]


def _shuffle(data: bytes, rng: random.Random) -> bytes:
    tags = _TAG.findall(data)
    rng.shuffle(tags)
    return _TAG.sub(lambda _: tags.pop(), data)


def _nest(data: bytes, rng: random.Random) -> bytes:
    tag = rng.choice((b"div", b"table", b"b", b"svg", b"select", b"template", b"ul", b"a", b"p", b"button", b"math"))
    middle = rng.randint(0, len(data))
    opened = b"<" + tag + b">"
    return data[:middle] + opened * rng.randint(1, 700) + data + data[middle:]
