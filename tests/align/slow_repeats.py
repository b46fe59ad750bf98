"""What siblings that are alike are, rule by rule over dictionaries: what the kernel is compared with."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, Literal

from pagerows.align.fields._reading import Shown
from pagerows.forms import LABEL, forms, has_figure, has_letter

Kind = Literal["element", "text", "list"]
Groups = list[tuple[Kind, list[int]]]

NAMING: Final = (
    "itemprop", "data-label", "data-testid", "data-test", "data-qa", "data-field", "data-type", "property",
)  # fmt: skip
#: Cells of tables: their place says what they are.
_CELLS: Final = frozenset({"td", "th"})
#: Texts from this length on are sentences.
_SENTENCE: Final = 60
#: Share of parents that must agree.
_MOST: Final = 0.9
#: Parents that show how siblings are labelled, and share of them from which on a label is that of a field.
_FEWEST: Final = 3
_OFTEN: Final = 0.3
#: Share of texts that stand at other places in other records, from which on siblings are members of a list.
_EXCHANGED: Final = 0.2
_DIGITS: Final = re.compile(r"\d+")
_NUMBER: Final = re.compile(r"\d+(?:[.,'’ ]\d+)*")
_COUNT: Final = re.compile(r"\(?\d[\d.,]*[kKmM]?\+?\)?")
_MONEY: Final = re.compile(r"[$€£¥₹₩]|\b(?:usd|eur|gbp)\b", re.IGNORECASE)


def class_of(reading: Shown, row: int) -> str:
    return reading.nodes.attribute(row, "class") or ""


def resolve(reading: Shown, tag: str, rows: Sequence[int], parents: Sequence[int]) -> Groups:
    """Split siblings of one kind into places that hold one row of a parent each, or say that they are a list.

    Groups have the numbers of siblings; those of one parent stand together.
    """
    members = list(range(len(rows)))
    families = _families(members, parents)
    if tag in _CELLS:
        return _by_place(families)
    if tag == "meta":
        return _by_name(members, _names(reading, members, rows), parents)
    texts = dict(zip(members, reading.texts(rows), strict=True))
    if not any(texts.values()):
        return [("list", members)] if tag != "br" else _by_place(families)
    for keys in _keys(reading, tag, families, texts, rows):
        if found := _split(families, keys):
            return [one for group in found for one in _unlabelled(tag, _families(group, parents), texts, reading, rows)]
    return _unlabelled(tag, families, texts, reading, rows)


def _unlabelled(
    tag: str, families: list[list[int]], texts: dict[int, str], reading: Shown, rows: Sequence[int]
) -> Groups:
    """Tell siblings apart by what their texts say."""
    if all(len(family) == 1 for family in families):
        return [("element", [family[0] for family in families])]
    own = {index: texts[index] for family in families for index in family}
    labels, said = _labels(reading, own, rows), _forms(own)
    for keys in (labels, said, {index: label or said[index] for index, label in labels.items()}):
        if found := _by_key(families, keys):
            return found
    if found := _by_label(families, own):
        return found
    if _are_several(reading, tag, families, texts, rows):
        return [("list", [index for family in families for index in family])]
    return _places_or_list(tag, families, texts)


def _are_several(
    reading: Shown, tag: str, families: list[list[int]], texts: dict[int, str], rows: Sequence[int]
) -> bool:
    """Whether links of one class that most parents have one of are a list."""
    filled = [index for family in families for index in family if texts[index]]
    if tag != "a" or len({class_of(reading, rows[index]) for index in filled}) > 1:
        return False
    sizes = Counter(sum(1 for index in family if texts[index]) for family in families)
    return sizes[1] >= _MOST * len(families) and max(sizes) > 1


def _families(members: Iterable[int], parents: Sequence[int]) -> list[list[int]]:
    by_parent: dict[int, list[int]] = defaultdict(list)
    for index in members:
        by_parent[parents[index]].append(index)
    return list(by_parent.values())


def _split(families: Sequence[Sequence[int]], keys: dict[int, str]) -> list[list[int]]:
    """Split by what markup calls the siblings, where that comes again from parent to parent; no keys: nothing does."""
    if not keys:
        return []
    counts = Counter(keys[index] for family in families for index in family)
    if len(counts) < 2 or len(counts) > 40 or counts.most_common(1)[0][0] == "":
        return []
    spread = Counter(key for family in families for key in {keys[index] for index in family})
    again = sum(counts[key] for key, count in spread.items() if count >= max(2, 0.05 * len(families)))
    mixed = sum(1 for family in families if len({keys[index] for index in family}) > 1)
    if again < _MOST * sum(counts.values()) or mixed < 0.5 * sum(1 for family in families if len(family) > 1):
        return []
    groups: dict[str, list[int]] = defaultdict(list)
    for family in families:
        for index in family:
            groups[keys[index]].append(index)
    return list(groups.values())


def _keys(
    reading: Shown, tag: str, families: Sequence[Sequence[int]], texts: dict[int, str], rows: Sequence[int]
) -> Iterator[dict[int, str]]:
    """What markup calls siblings, the surest first, each made when it is asked for."""
    yield _names(reading, texts, rows)
    yield _terms(reading, tag, texts, rows)
    yield _chosen_alike(families, _inners(reading, texts, rows))


def _names(reading: Shown, members: Iterable[int], rows: Sequence[int]) -> dict[int, str]:
    """What attributes call elements."""
    named = {index for index in members if any(name in NAMING for name, _ in reading.nodes.data[rows[index]])}
    return {index: _name(reading, rows[index]) if index in named else "" for index in members} if named else {}


def _inners(reading: Shown, members: Iterable[int], rows: Sequence[int]) -> dict[int, str]:
    """The classes of the first element inside that has some, numbers aside."""
    end, found = reading.nodes.around.end, {}
    for index in members:
        row = rows[index]
        inside = map(partial(class_of, reading), range(row + 1, min(end[row], row + 4)))
        found[index] = next((_DIGITS.sub("#", value) for value in inside if value), "")
    return found


def _terms(reading: Shown, tag: str, texts: dict[int, str], rows: Sequence[int]) -> dict[int, str]:
    """The terms of a description list: a value is called what stands before it."""
    if tag == "dt":
        return {index: text.lower() for index, text in texts.items()}
    if tag != "dd":
        return {}
    nodes = reading.nodes
    found = {}
    for index in texts:
        row, term = rows[index], ""
        parent = int(nodes.parent[row])
        for sibling in reversed([child for child in nodes.children(parent).tolist() if child < row]):
            if nodes.tag_name(sibling) == "dt":
                term = nodes.text(sibling).lower()
                break
        found[index] = term
    return found


def _chosen_alike(families: Sequence[Sequence[int]], keys: dict[int, str]) -> dict[int, str]:
    """Call one of many that has a class more than the others (the chosen colour of a list) what these are called."""
    counts = Counter(keys.values())
    if len(counts) < 2 or not all(counts):
        return keys
    usual = counts.most_common(1)[0][0]
    if not any([keys[index] for index in family].count(usual) > 1 for family in families):
        return keys
    words = {key: set(key.split()) for key in counts}
    alike = {key for key in counts if words[key] <= words[usual] or words[usual] <= words[key]}
    # Of a list one is chosen: what stands twice in one is of another kind.
    alike -= {
        key for family in families for key, times in Counter(keys[index] for index in family).items() if times > 1
    }
    return {index: usual if key in alike else key for index, key in keys.items()}


def _name(reading: Shown, row: int) -> str:
    found = reading.nodes.data[row]
    if isinstance(found, str):
        return ""
    for name, value in found:
        if name in NAMING and value:
            return f"{name}={_NUMBER.sub('#', value)}"
    return ""


def _labels(reading: Shown, texts: dict[int, str], rows: Sequence[int]) -> dict[int, str]:
    """The label that each text starts with: up to a colon, or in an element of its own before the value."""
    found: dict[int, str] = {}
    for index, text in texts.items():
        match = LABEL.match(text) if ":" in text or "：" in text else None
        if match:
            found[index] = match[1].lower()
        else:
            first, last = reading.pieces(rows[index])
            piece = reading.piece(first).strip() if last - first > 1 else ""
            found[index] = piece.lower() if len(piece) <= 30 and not has_figure(piece) else ""
    return found


def _forms(texts: dict[int, str]) -> dict[int, str]:
    """Texts without their numbers ("# beds"), where they have some."""
    return {
        index: _NUMBER.sub("#", text).lower().rstrip("s") if len(text) < 40 and has_figure(text) else ""
        for index, text in texts.items()
    }


def _by_key(families: Sequence[Sequence[int]], keys: dict[int, str]) -> Groups:
    """Split by key where each parent has each key once and keys come again from parent to parent."""
    filled = sum(1 for family in families for index in family if keys[index])
    total = sum(map(len, families))
    if filled < _MOST * total:
        return []
    counts = Counter(key for family in families for key in {keys[index] for index in family})
    again = sum(count for count in counts.values() if count >= max(2, 0.1 * len(families)))
    if len(counts) < 2 or len(counts) > max(12, 3 * max(map(len, families))) or again < _MOST * sum(counts.values()):
        return []
    doubled = sum(1 for family in families if len({keys[index] for index in family}) < len(family))
    if doubled > 0.1 * len(families):
        return []
    groups: dict[str, list[int]] = defaultdict(list)
    for family in families:
        seen = set()
        for index in family:
            if keys[index] not in seen:
                groups[keys[index]].append(index)
                seen.add(keys[index])
    return [("element", members) for members in groups.values()]


def _by_label(families: Sequence[Sequence[int]], texts: dict[int, str]) -> Groups:
    """Split values that say what they are ("Colour: red"), though records have other ones.

    Those that many records have are fields, the rest is a list; nothing where some are without a label.
    """
    labels = {index: match[1].lower() for index, text in texts.items() if (match := LABEL.match(text))}
    if len(labels) < _MOST * sum(map(bool, texts.values())) or len(families) < _FEWEST:
        return []
    counts = Counter(label for family in families for label in {labels.get(index, "") for index in family})
    doubled = sum(1 for family in families if len({labels.get(index, "") for index in family}) < len(family))
    if len(counts) <= max(map(len, families)) or doubled > 0.1 * len(families):
        return []
    groups: dict[str, list[int]] = defaultdict(list)
    for family in families:
        seen = set[str]()
        for index in family:
            label = labels.get(index, "")
            often = counts[label] >= _OFTEN * len(families) and label not in seen
            groups[label if often else ""].append(index)
            seen.add(label)
    return [("element" if label else "list", members) for label, members in groups.items()]


def _by_name(members: Sequence[int], names: dict[int, str], parents: Sequence[int]) -> Groups:
    """Split by what markup calls the siblings; the first of a name counts."""
    groups: dict[str, dict[int, int]] = defaultdict(dict)
    for index in members:
        groups[names.get(index, "")].setdefault(parents[index], index)
    return [("element", list(own.values())) for name, own in groups.items() if name]


def _by_place(families: Iterable[Sequence[int]]) -> Groups:
    places: dict[int, list[int]] = defaultdict(list)
    for family in families:
        for place, index in enumerate(family):
            places[place].append(index)
    return [("element", members) for members in places.values()]


def _places_or_list(tag: str, families: Sequence[Sequence[int]], texts: dict[int, str]) -> Groups:
    filled = [[index for index in family if texts[index]] for family in families]
    sizes = Counter(map(len, filled))
    size, often = sizes.most_common(1)[0]
    members = [index for family in families for index in family]
    steady = often >= _MOST * len(families)
    said = [texts[index] for index in members if texts[index]]
    if tag == "p" and sum(map(len, said)) >= 40 * len(said):
        return [("list", members)]
    if tag == "li" and size > 2 and not any(map(_telling, _by_column(filled, texts))):
        return [("list", members)]
    most = max(sizes)
    if steady and size <= 1:
        return _by_place(
            [[*f, *(i for i in family if not texts[i])] for f, family in zip(filled, families, strict=True)]
        )
    if steady and size == 2:
        return _by_place(filled)
    if steady and not _exchanged(filled, texts):
        return _by_place(filled)
    if most <= 2 and any(_MONEY.search(texts[index]) for index in members):
        return _by_amount(filled, texts) or _by_place(filled)
    if most <= 2 and all(map(_COUNT.fullmatch, said)):
        return _by_place(filled)  # two numbers count two things
    return [("list", members)]


def _by_amount(families: Sequence[Sequence[int]], texts: dict[int, str]) -> Groups:
    """Of two amounts the lower is the price, as where there is one; nothing where the higher stands anywhere."""
    pairs = [family for family in families if len(family) == 2]
    amounts = {index: _amount(texts[index]) for family in families for index in family}
    first = sum(amounts[a] > amounts[b] for a, b in pairs)
    if not pairs or first < _MOST * len(pairs):
        return []  # the price stands first, or nobody can tell
    return [("element", [a for a, _ in pairs]), ("element", [family[-1] for family in families if family])]


def _amount(text: str) -> float:
    match = _NUMBER.search(text)
    digits = re.sub(r"[^\d.]", "", match[0]) if match else ""
    try:
        return float(digits)
    except ValueError:
        return 0.0


def _by_column(families: Sequence[Sequence[int]], texts: dict[int, str]) -> list[list[str]]:
    columns: dict[int, list[str]] = defaultdict(list)
    for family in families:
        for place, index in enumerate(family):
            columns[place].append(texts[index])
    return list(columns.values())


def _telling(texts: Sequence[str]) -> bool:
    """Whether a place always holds a value of one form: a date, an amount."""
    return len(texts) > 2 and forms(texts) != "text"


def _exchanged(families: Sequence[Sequence[int]], texts: dict[int, str]) -> bool:
    """Tell whether texts change places from record to record, as the members of lists do."""
    places: dict[str, set[int]] = defaultdict(set)
    total = 0
    for family in families:
        for place, index in enumerate(family):
            text = texts[index]
            if has_letter(text):
                places[text].add(place)
                total += 1
    moved = sum(1 for family in families for index in family if len(places.get(texts[index], ())) > 1)
    return total > 0 and moved >= _EXCHANGED * total
