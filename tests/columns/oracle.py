"""The evidence for names of columns as anyone would gather it: patterns, dicts and sets, one cell at a time."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from urllib.parse import unquote, urlsplit

from pagerows.columns.headers import Headers
from pagerows.columns.labels import labels_before
from pagerows.columns.names._marks import marked
from pagerows.columns.names.markup import SILENT, attribute_says, may_speak, step_says, tidy_header
from pagerows.columns.names.texts import shared_label
from pagerows.phrases import READ, phrases_in
from pagerows.vocabulary import Field, field_of, fields_of, key_field, plain, said_by

_TAGS = {
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "bold": ("strong", "b"),
    "struck": ("s", "del", "strike"),
    "inserted": ("ins",),
    "time_tag": ("time",),
    "small": ("small", "sup", "sub"),
    "paragraph": ("p",),
    "listed": ("li",),
    "definition": ("dd",),
    "address": ("address",),
    "cite": ("cite", "em", "i"),
    "button": ("button", "label", "option"),
    "table_cell": ("td", "th"),
    "row_head": ("th",),
    "anchor": ("a",),
    "caption": ("figcaption",),
}
_NAMED_BY_TAG = {
    tag: tuple(name for name, tags in _TAGS.items() if tag in tags) for tags in _TAGS.values() for tag in tags
}
_TYPES = {
    "integer": "number",
    "decimal": "number",
    "count": "number",
    "number": "number",
    "datetime": "date",
    "tags": "list",
}
#: Types of numbers, and roles that only numbers have: a key "rating" with other texts means something else.
_NUMERIC = frozenset({"integer", "decimal", "money", "percentage", "rating"})
_OF_NUMBERS = frozenset({"price", "old_price", "rating", "reviews", "count", "rank"})


@dataclass
class Markup:
    label: str = ""
    header: bool = False
    said: dict = field(default_factory=dict)
    tags: dict = field(default_factory=dict)
    words: tuple = ()


@dataclass
class Evidence:
    cells: list
    markup: Markup
    kind: str
    type: str
    traits: dict
    said: dict
    prefix: str
    filled: float
    amounts: list

    @property
    def label(self):
        return self.markup.label

    @property
    def header(self):
        return self.markup.header

    @property
    def words(self):
        return self.markup.words


def gather(page, columns, labels=(), keys=()):
    """Return the evidence for each column, images included; `labels` are those that were split from the values.

    `keys` are what data that the page carries call the same values: evidence like a property in the markup.
    """
    cells = [column.cells for column in columns]
    read = zip(columns, read_markup(page, cells, labels), strict=True)
    looked_at = [sample(column.cells) for column in columns]
    folded = [
        [] if column.kind == "image" else [plain(cell.text[:1000]) for cell in own]
        for column, own in zip(columns, looked_at, strict=True)
    ]
    about = zip(looked_at, folded, marks(folded), strict=True)
    found = [_of_column(column, markup, *own) for (column, markup), own in zip(read, about, strict=True)]
    _hear_keys(found, keys)
    _compare(found, cells)
    return found


def _hear_keys(found, keys):
    """Add what keys of the page's data say; of several that name one role ("price", "highPrice") the shortest alone."""
    said = {}
    for own, key in zip(found, keys, strict=False):
        spoken = key_field(key) if key else None
        if key is None or spoken is None or (spoken.role in _OF_NUMBERS and own.type not in _NUMERIC):
            continue
        length = len(key.rpartition(".")[2])
        if spoken.role not in said or length < said[spoken.role][0]:
            said[spoken.role] = length, own, spoken
    for _, own, spoken in said.values():
        own.said["weak_property" if spoken.weak else "property"] = {spoken: own.filled}


def _of_column(column, markup, looked_at, folded, marked):
    filled = (len(column.cells) - column.cells.count(None)) / max(1, len(column.cells))
    said, prefix, traits = dict(markup.said), "", {}
    if column.kind != "image":
        texts = [cell.text for cell in looked_at]
        traits = text_features(looked_at, filled, folded, marked)
        said["noun"] = nouns(texts) if "any_digit" in marked else {}
        prefix = shared_label(texts)
        if prefix and (spoken := said_by(prefix, label=True)):
            said["prefix"] = {spoken: 1.0}
    if column.type != "image":
        traits[f"type_{_TYPES.get(column.type, column.type)}"] = 1.0
    traits |= _tag_shares(markup.tags)
    return Evidence(looked_at, markup, column.kind, column.type, traits, said, prefix, filled, amounts(column.values))


def _tag_shares(tags):
    """The shares of cells around which one of some tags is."""
    found = dict.fromkeys(_TAGS, 0.0)
    for tag, share in tags.items():
        for name in _NAMED_BY_TAG.get(tag, ()):
            found[name] = max(found[name], share)
    return found


def _compare(found, columns):
    """Add what is known only beside the other columns: place, links, lengths, amounts."""
    texts = [own for own in found if own.kind != "image"]
    main = _main_links(columns)
    alts = _alternatives(found)
    money = [own for own in texts if own.type == "money" and any(own.amounts)]
    context = {
        f"with_{name}": {number for number, own in enumerate(found) if own.traits.get(f"type_{name}")}
        for name in ("money", "date", "rating")
    }
    longest = max((own.traits["log_length"] for own in texts), default=0.0)
    after_image = False
    first = {}
    before = None
    place = 0
    for number, own in enumerate(found):
        if own.kind == "image":
            after_image = True
            continue
        traits = own.traits
        traits["place"] = place / max(1, len(texts) - 1)
        traits["first"] = float(place == 0)
        traits["last"] = float(place == len(texts) - 1 > 0)
        traits["after_image"] = float(after_image)
        traits["longest"] = float(traits["log_length"] >= longest)
        traits["only"] = float(len(texts) == 1)
        traits["main_link"] = _share_of(columns[number], main)
        traits["slug"] = word_overlap(own.cells) if traits["linked"] else 0.0
        traits |= {name: float(bool(where - {number})) for name, where in context.items()}
        traits["alt"] = _share_in(own, alts)
        for name in ("linked", "heading", "bold", "main_link"):
            if traits[name] >= 0.6:
                traits[f"first_{name}"] = float(not first.get(name))
                first[name] = True
        if any(own is other for other in money):
            traits |= _beside(own, money)
        if before is not None:
            traits[f"after_{_TYPES.get(before.type, before.type)}"] = 1.0
            traits["after_heading"] = before.traits["heading"]
            before.traits[f"before_{_TYPES.get(own.type, own.type)}"] = 1.0
        before = own
        place += 1


def _beside(own, money):
    """How a column's amounts stand among the table's other prices, record by record."""
    ratios = [price_ratio(own, other) for other in money if other is not own]
    known = [ratio for ratio in ratios if ratio is not None]
    return {
        "only_money": float(not known),
        "first_money": float(own is money[0]),
        "higher": float(any(1 < ratio <= 5 for ratio in known)),
        "lower_amount": float(any(0.2 <= ratio < 1 for ratio in known)),
        "far_lower": float(any(ratio < 0.6 for ratio in known)),
    }


def price_ratio(own, other):
    """The mean ratio of two columns' amounts where one is always the higher; None where neither is."""
    # Debits beside credits are no prices, and may sum to nothing.
    pairs = [(a, b) for a, b in zip(own.amounts, other.amounts, strict=False) if a and b and a > 0 and b > 0]
    if not pairs or not (all(a >= b for a, b in pairs) or all(a <= b for a, b in pairs)):
        return None
    return sum(a for a, _ in pairs) / sum(b for _, b in pairs)


def _main_links(columns):
    """The address that each record has most often, the first of equals."""
    main = []
    for row in zip(*columns, strict=True):
        urls = [cell.url for cell in row if cell is not None and cell.kind == "link" and cell.url]
        main.append(max(dict.fromkeys(urls), key=urls.count) if urls else None)
    return main


def _share_of(cells, links):
    filled = [(cell.url, link) for cell, link in zip(cells, links, strict=True) if cell is not None]
    return sum(1 for own, link in filled if own and own == link) / max(1, len(filled))


def _alternatives(found):
    """The alternative texts of images: pictures are described by titles."""
    return {plain(cell.text[:200]) for own in found if own.kind == "image" for cell in own.cells if cell.text}


def _share_in(own, texts):
    if not texts:
        return 0.0
    hits = sum(1 for cell in own.cells if len(cell.text) > 2 and plain(cell.text[:200]) in texts)
    return hits / max(1, len(own.cells))


def sample(cells, count=12):
    """Return up to `count` filled cells, spread evenly."""
    filled = [cell for cell in cells if cell is not None]
    step = max(1, len(filled) / count)
    return [filled[int(number * step)] for number in range(min(count, len(filled)))]


def read_markup(page, columns, labels):
    """Read what the markup says of each column of a table."""
    reader = _Reader(page.nodes, columns)
    known = list(labels) or [None] * len(columns)
    before = labels_before(page.nodes, [tuple(cells) for cells in columns])
    places = [[cell for cell in sample(cells, 6) if cell.span.stop] for cells in columns]
    found = [reader.read(own, label or left or "") for own, label, left in zip(places, known, before, strict=True)]
    for number, label in enumerate(before):
        if label and not found[number - 1].label:
            found[number - 1].label = f"{label} label"
    return found


class _Reader:
    def __init__(self, nodes, columns):
        self.nodes, self.headers = nodes, Headers(nodes)
        self.starts = sorted({cell.span.start for column in columns for cell in column if cell is not None})
        self.few = max(2, len(columns) // 2)

    def chain(self, start):
        """The elements around a cell that hold no other cell of the table, nearest first; and the one around those."""
        nodes = self.nodes
        row = int(nodes.parent[start]) if nodes.kind[start] else start
        own = []
        while row > 0 and self._held(row) <= 1:
            own.append(row)
            row = int(nodes.parent[row])
        return own[:6], row if row > 0 and self._held(row) <= self.few else -1

    def _held(self, row):
        return sum(row <= start < self.nodes.end[row] for start in self.starts)

    def _attributes(self, row):
        return [(name, value) for name, value in self.nodes.attributes(row).items() if value and may_speak(name)]

    def read(self, places, label):
        found = _Found()
        for cell in places:
            own, box = self.chain(cell.span.start)
            link = _link_field(cell.url) if cell.kind == "link" and cell.url else None
            elements = [(self.nodes.tag_name(row), self._attributes(row)) for row in own]
            found.add(elements, self._attributes(box) if box >= 0 else (), link)
        header = _agreed([self.headers.of(cell.span.start) for cell in places])
        said = (tidy_header(header) if header else "") or label or _agreed(found.labels)
        cells = len(places)
        shares = {source: {one: n / cells for one, n in counts.items()} for source, counts in found.said.items()}
        tags = {tag: count / cells for tag, count in found.tags.items()}
        words = tuple(word for word, count in found.words.items() if count >= 0.8 * cells and cells > 1)
        markup = Markup(said, bool(header), shares, tags, words)
        if said and (spoken := said_by(said, label=True)):
            markup.said["label"] = {spoken: 1.0}
        return markup


def _agreed(names):
    said = [name for name in names if name]
    most = max(dict.fromkeys(said), key=said.count, default="")  # the first of equals
    return most if said.count(most) >= 0.6 * len(names) else ""


_KINDS = ("", "label", "property", "weak_property", "class", "name", "aria")


class _Found:
    def __init__(self):
        self.labels, self.said, self.tags, self.words = [], {}, {}, {}

    def add(self, elements, box, link):
        near, label, words, spoken = False, None, {}, {}
        for _, attributes in elements:
            for name, value in attributes:
                kind, said, own = attribute_says(name, value)
                words |= own
                if _KINDS[kind] == "label":
                    label = label or value
                elif said is None or kind == SILENT:
                    continue
                elif _KINDS[kind] in ("class", "name"):
                    spoken.setdefault(f"{'far' if near else 'near'}_{_KINDS[kind]}", set()).add(said)
                    near = near or not said.weak
                else:
                    spoken.setdefault(_KINDS[kind], set()).add(said)
        for name, value in box:
            if name in ("class", "id") and (said := attribute_says(name, value)[1]):
                spoken.setdefault("box", set()).add(said)
        if link:
            spoken.setdefault("link", set()).add(link)
        self.labels.append(label)
        for source, fields in spoken.items():
            _count(self.said.setdefault(source, {}), fields)
        _count(self.tags, {tag for tag, _ in elements})
        _count(self.words, words)


def _count(counts, members):
    for member in members:
        counts[member] = counts.get(member, 0) + 1


def _link_field(url):
    address, _, fragment = url.partition("#")
    path = address.partition("://")[2].partition("?")[0]
    steps = [step for step in [*path.split("/")[1:4], fragment] if 0 < len(step) <= 24]
    return next((said for said in map(step_says, steps) if said), None)


_WORDS = re.compile(r"[^\W\d_]+")
_COUNTED = re.compile(r"[^\w]{0,2}\d[\d.,\u00a0 ]*[km]?\+?\s*([^\W\d].*)")
#: "Austin, TX", "Reno, NV 89431"; case matters.
_CITY = re.compile(r"\w, [A-Z]{2}(?: \d{5})?(?:, USA?)?$")
#: "Ann Lee", "Jo de Wit, Max Roth": every word in capitals but small particles; case matters.
_NAME_PART = r"[A-ZÀ-ÞА-Я][\w'’.-]*"
_NAMES = re.compile(rf"{_NAME_PART} (?:(?:de|van|von|da|del|der|la) )?{_NAME_PART}(?: {_NAME_PART})?(?:[,&] .*)?")
_COUNTABLE = frozenset({"tags", "category", "size", "brand", "status", "other", "location", "author", "company"})
_NO_DIGIT = re.compile(r"\D")
_NUMBER = re.compile(r"\d+(?:[.,' \u00a0\u202f]\d{3})*(?:[.,]\d+)?")
#: Shapes of texts whose shares are features.
_SHARES = ("one_word", "upper", "lower", "capitalised", "list", "exact", "linked")
#: Mean length from which on a column's texts are long.
_LONG = 80


def _shapes(cells):
    texts = [cell.text for cell in cells]
    lengths, words = [len(text) for text in texts], [len(text.split()) for text in texts]
    return {
        "letters": sum(lengths),
        "most_letters": max(lengths, default=0),
        "fewest_letters": min(lengths, default=0),
        "words": sum(words),
        "one_word": words.count(1),
        "upper": sum(text.isupper() and len(text) > 1 for text in texts),
        "lower": sum(text[:1].islower() for text in texts),
        "capitalised": sum(text.istitle() for text in texts),
        "list": sum(bool(cell.items) for cell in cells),
        "exact": sum(bool(cell.exact) for cell in cells),
        "linked": sum(cell.kind == "link" for cell in cells),
    }


def marks(columns):
    """Return for each column of folded texts how many of them pass each test."""
    every = marked(columns, READ)
    for texts, found in zip(columns, every, strict=True):
        for text in texts:
            for name in phrases_in(text):
                found[name] = found.get(name, 0) + 1
    return every


def text_features(cells, filled, folded, marked):
    """Return the features of a sample of a column's cells, of their folded texts and `marks`.

    `filled` is the share of records that have a cell.
    """
    shape = _shapes(cells)
    count = max(1, len(cells))
    mean, words = shape["letters"] / count, shape["words"] / count
    differing = len(set(folded))
    found = {name: number / count for name, number in marked.items()}
    found |= {name: shape[name] / count for name in _SHARES}
    found |= {
        "filled": filled,
        "sparse": float(filled < 0.5),
        "distinct": differing / count,
        "constant": float(differing == 1 and len(cells) > 2),
        "few_values": float(1 < differing <= count / 3),
        "log_length": log(1 + mean),
        "to_3_words": float(words <= 3),
        "to_8_words": float(3 < words <= 8),
        "to_20_words": float(8 < words <= 20),
        "sentences": float(words > 20),
        "long": float(mean > _LONG),
        "spread": log(1 + shape["most_letters"]) - log(1 + shape["fewest_letters"]),
        "names": _share_of_names(cells, shape),
        "city": len([cell for cell in cells if ", " in cell.text and _CITY.search(cell.text[-READ:])]) / count,
    }
    return found | _number_features(folded)


def _share_of_names(cells, shape):
    """The share of texts that look like names of people; those that all begin small do not."""
    if shape["lower"] == len(cells):
        return 0.0
    texts = [cell.text for cell in cells]
    return len([text for text in texts if not text[:1].islower() and _NAMES.fullmatch(text[:READ])]) / len(texts)


def _number_features(texts):
    """Features of the first numbers of the texts, where most have one."""
    numbers = []
    for place, text in enumerate(texts):
        if match := _NUMBER.search(text):
            numbers.append(_float(match[0]))
        elif len(numbers) + len(texts) - place - 1 < 0.7 * len(texts):  # too few are left
            return {}
    if not numbers:
        return {}
    highest = max(numbers)
    rising = sum(1 for a, b in pairwise(numbers) if b > a)
    return {
        "to_5": float(highest <= 5),
        "to_10": float(5 < highest <= 10),
        "to_100": float(10 < highest <= 100),
        "large": float(highest > 1000),
        "fraction": sum(1 for number in numbers if number % 1) / len(numbers),
        "rising": float(rising == len(numbers) - 1 and len(numbers) > 2 and highest < 5000),
        "years": sum(1 for number in numbers if 1900 <= number <= 2100 and not number % 1) / len(numbers),
    }


def _float(text):
    """A rough reading of a number: enough to tell ratings from counts."""
    if len(text) <= 16 and text.isdecimal():
        return float(text)
    digits = text[:16].replace(" ", "").replace("'", "").replace("\u00a0", "").replace("\u202f", "")
    head, mark, tail = digits.rpartition("," if digits.rfind(",") > digits.rfind(".") else ".")
    whole = _NO_DIGIT.sub("", head if mark and len(tail) != 3 else digits) or "0"
    return float(f"{whole}.{tail}") if mark and len(tail) != 3 else float(whole)


def nouns(texts):
    """Return the fields that the words behind numbers name ("128 reviews", "(7 comments)") -> share of the texts."""
    counts = Counter()
    for text in texts:
        behind = _COUNTED.match(plain(text[:60]))
        words = tuple(_WORDS.findall(behind[1])) if behind and " out of " not in text else ()
        if 0 < len(words) <= 4 and (said := field_of(fields_of(words, label=True))):
            # Six colours are a number, not colours.
            counts[Field("count", f"{said.name.removesuffix('s')}_count") if said.role in _COUNTABLE else said] += 1
    return {said: count / len(texts) for said, count in counts.items()}


def word_overlap(cells):
    """Return the share of cells whose own link's path spells most of their words: titles do."""
    hits = 0
    for cell in cells:
        words = {word for word in _WORDS.findall(plain(cell.text)) if len(word) > 2}
        if cell.url and words:
            hits += 2 * len(words & _slug_words(cell.url)) >= len(words)
    return hits / max(1, len(cells))


def _slug_words(url):
    try:
        path = urlsplit(url).path
    except ValueError:
        return set()
    return set(_WORDS.findall(plain(unquote(path))))


def amounts(values):
    """Return the numbers of a column's values; of money its amount."""
    found = []
    for value in values or ():
        amount = value[0] if isinstance(value, tuple) and value else value
        number = isinstance(amount, (int, float)) or hasattr(amount, "as_tuple")
        found.append(float(amount) if number else None)
    return found
