"""The evidence for what each column of a table is: features of the column, and how much names each role.

Nothing here decides. A column has `traits` (its type, texts, tags, place among the others) and `spoken`, the share of
its cells for which a source (label, class, link...) names a role. No site's words are features: only the vocabulary's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pagerows.columns.names.markup import Markup, read_markup, sample
from pagerows.columns.names.texts import amounts, folded_texts, marks, nouns, shared_label, text_features, word_overlap
from pagerows.page import Page
from pagerows.values import Cell, CellKind, Column
from pagerows.vocabulary import Field, key_field, plain, said_by

__all__ = ["ROLES", "SOURCES", "Evidence", "gather", "price_ratio"]

#: What a text column can be for a person.
ROLES: Final = (
    "title",
    "description",
    "price",
    "old_price",
    "discount",
    "rating",
    "reviews",
    "date",
    "time",
    "author",
    "category",
    "tags",
    "location",
    "brand",
    "id",
    "status",
    "count",
    "duration",
    "phone",
    "rank",
    "size",
    "salary",
    "company",
)
#: Where a role can be named.
SOURCES: Final = (
    "label",
    "prefix",
    "property",
    "weak_property",
    "near_class",
    "far_class",
    "near_name",
    "far_name",
    "box",
    "aria",
    "link",
    "noun",
)
_TAGS: Final = {
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
_NAMED_BY_TAG: Final = {
    tag: tuple(name for name, tags in _TAGS.items() if tag in tags) for tags in _TAGS.values() for tag in tags
}
_TYPES: Final = {
    "integer": "number",
    "decimal": "number",
    "count": "number",
    "number": "number",
    "datetime": "date",
    "tags": "list",
}
#: Types of numbers, and roles that only numbers have: a key "rating" with other texts means something else.
_NUMERIC: Final = frozenset({"integer", "decimal", "money", "percentage", "rating"})
_OF_NUMBERS: Final = frozenset({"price", "old_price", "rating", "reviews", "count", "rank"})


@dataclass(slots=True)
class Evidence:
    """What is known of one column."""

    cells: list[Cell]
    markup: Markup
    kind: CellKind
    type: str
    traits: dict[str, float]
    #: Source -> field -> share of the cells.
    said: dict[str, dict[Field, float]]
    #: What all texts begin with.
    prefix: str
    #: Share of the records that have a cell.
    filled: float
    #: The cells' numbers, None where there is none; parallel to the records.
    amounts: list[float | None]


def gather(
    page: Page, columns: Sequence[Column], labels: Sequence[str | None] = (), keys: Sequence[str | None] = ()
) -> list[Evidence]:
    """Return the evidence for each column, images included; `labels` are those that were split from the values.

    `keys` are what data that the page carries call the same values: evidence like a property in the markup.
    """
    cells = [column.cells for column in columns]
    read = zip(columns, read_markup(page, cells, labels), strict=True)
    looked_at = [sample(column.cells) for column in columns]
    folded = [
        [] if column.kind == "image" else folded_texts(own) for column, own in zip(columns, looked_at, strict=True)
    ]
    about = zip(looked_at, folded, marks(folded), strict=True)
    found = [_of_column(column, markup, *own) for (column, markup), own in zip(read, about, strict=True)]
    _hear_keys(found, keys)
    _compare(found, cells)
    return found


def _hear_keys(found: Sequence[Evidence], keys: Sequence[str | None]) -> None:
    """Add what keys of the page's data say; of several that name one role ("price", "highPrice") the shortest alone."""
    said: dict[str, tuple[int, Evidence, Field]] = {}
    for own, key in zip(found, keys, strict=False):
        spoken = key_field(key) if key else None
        if key is None or spoken is None or (spoken.role in _OF_NUMBERS and own.type not in _NUMERIC):
            continue
        length = len(key.rpartition(".")[2])
        if spoken.role not in said or length < said[spoken.role][0]:
            said[spoken.role] = length, own, spoken
    for _, own, spoken in said.values():
        own.said["weak_property" if spoken.weak else "property"] = {spoken: own.filled}


def _of_column(
    column: Column, markup: Markup, looked_at: list[Cell], folded: Sequence[str], marked: Mapping[str, int]
) -> Evidence:
    filled = (len(column.cells) - column.cells.count(None)) / max(1, len(column.cells))
    said, prefix, traits = dict(markup.said), "", {}
    if column.kind != "image":
        texts = [cell.text for cell in looked_at]
        traits = text_features(looked_at, filled, folded, marked)
        said["noun"] = nouns(texts) if "any_digit" in marked else {}
        prefix = shared_label(texts)
        if prefix and (spoken := said_by(prefix, label=True)):
            said["prefix"] = {spoken: 1.0}
    traits[f"type_{_TYPES.get(column.type, column.type)}"] = 1.0
    traits |= _tag_shares(markup.tags)
    return Evidence(looked_at, markup, column.kind, column.type, traits, said, prefix, filled, amounts(column.values))


def _tag_shares(tags: Mapping[str, float]) -> dict[str, float]:
    """The shares of cells around which one of some tags is."""
    found = dict.fromkeys(_TAGS, 0.0)
    for tag, share in tags.items():
        for name in _NAMED_BY_TAG.get(tag, ()):
            found[name] = max(found[name], share)
    return found


def _compare(found: Sequence[Evidence], columns: Sequence[Sequence[Cell | None]]) -> None:
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
    first: dict[str, bool] = {}
    before: Evidence | None = None
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


def _beside(own: Evidence, money: Sequence[Evidence]) -> dict[str, float]:
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


def price_ratio(own: Evidence, other: Evidence) -> float | None:
    """The mean ratio of two columns' amounts where one is always the higher; None where neither is."""
    # Debits beside credits are no prices, and may sum to nothing.
    pairs = [(a, b) for a, b in zip(own.amounts, other.amounts, strict=False) if a and b and a > 0 and b > 0]
    if not pairs or not (all(a >= b for a, b in pairs) or all(a <= b for a, b in pairs)):
        return None
    return sum(a for a, _ in pairs) / sum(b for _, b in pairs)


def _main_links(columns: Sequence[Sequence[Cell | None]]) -> list[str | None]:
    """The address that each record has most often, the first of equals."""
    main: list[str | None] = []
    for row in zip(*columns, strict=True):
        urls = [cell.url for cell in row if cell is not None and cell.kind == "link" and cell.url]
        main.append(max(dict.fromkeys(urls), key=urls.count) if urls else None)
    return main


def _share_of(cells: Sequence[Cell | None], links: Sequence[str | None]) -> float:
    filled = [(cell.url, link) for cell, link in zip(cells, links, strict=True) if cell is not None]
    return sum(1 for own, link in filled if own and own == link) / max(1, len(filled))


def _alternatives(found: Sequence[Evidence]) -> set[str]:
    """The alternative texts of images: pictures are described by titles."""
    return {plain(cell.text[:200]) for own in found if own.kind == "image" for cell in own.cells if cell.text}


def _share_in(own: Evidence, texts: set[str]) -> float:
    if not texts:
        return 0.0
    hits = sum(1 for cell in own.cells if len(cell.text) > 2 and plain(cell.text[:200]) in texts)
    return hits / max(1, len(own.cells))
