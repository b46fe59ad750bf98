"""One role and one name per column as anyone would decide it, over lists and dicts."""

import re
from itertools import islice

from tests.columns.oracle import price_ratio

from pagerows._tally import tally
from pagerows.columns.names.evidence import ROLES
from pagerows.columns.names.slugs import slug
from pagerows.columns.names.texts import shared_words
from pagerows.unique import UniqueNames

#: Least probability of a role that is told, and that of a title as a share of its column's likeliest role.
SURE = 0.5
TITLE = 0.25
#: Least share of the records that have a title, and of its texts that differ.
DIFFERING = 0.4
#: How many times a price an old price may be.
FAR = 5
#: Probability of a role from which on only a field's name may be another name.
CLEAR = 0.8
#: Least share of a role among all roles, whether or not the column is any of them, that names a column.
LIKELY = 0.3
#: Least probability of a second choice, where the first is taken.
SECOND = 0.15
#: Roles that one column of a table has.
_SINGLE = frozenset(["price", "old_price", "rating", "reviews", "description", "rank", "discount", "salary"])
#: Roles whose name says little without the word that the page has for them.
_BROAD = frozenset({"count", "id", "company", "tags", "status"})
#: Sources of words for such names, surest first; class names last, which pages scramble.
_STEADY = ("label", "prefix", "noun", "property", "aria", "link")
#: Sources by which the page itself says what a column is.
_SAID = ("label", "property")
_CLASSES = ("near_name", "near_class", "far_name", "far_class", "box")
_DEFAULT = {"status": "badge", "id": "id", "count": "count", "company": "company", "tags": "tags"}
_BY_TYPE = {
    "money": "price",
    "date": "date",
    "time": "time",
    "rating": "rating",
    "percentage": "percent",
    "integer": "number",
    "decimal": "number",
}
#: Words for fields that are none of the roles, by what their texts hold; and the share of texts that must hold it.
_MARKED = {"ship": "shipping", "color": "color", "domain": "source"}
MARKED = 0.6
#: How sure a name is that the page does not say and no role gives: a word of the field, words of a class that its
#: texts use, its type alone, nothing. One that needs a number is at most so sure: it does not tell two columns apart.
WORD = 0.8
CLASS_WORD = 0.5
TYPE = 0.6
BARE = 0.3
NUMBERED = 0.5
#: Money by a unit of something.
_RATE = re.compile(
    r"\d\s*(?:/|per\b|an?\b|je\b|pro\b)\s*"
    r"(?:month|mo|year|yr|annum|hour|hr|week|wk|day|night|kg|lb|oz|100|g|l|m|unit|piece|item|stück|person|monat)\b"
)
_PICTURES = ("avatar", "logo", "icon", "flag", "thumbnail")


def decide(columns, chances, page_words=()):
    """Name the columns of a table; `chances` has the roles' probabilities (the last: no role) of the text columns."""
    texts = [number for number, own in enumerate(columns) if own.kind != "image"]
    roles = _roles([columns[number] for number in texts], chances)
    given = dict(zip(texts, roles, strict=True))
    picture = _picture(columns)
    unique, named = UniqueNames(), {}
    holders = tally(word for own in columns for word in set(own.words))
    # The title has first choice of its name, then whatever is surest and fullest.
    for number in sorted(range(len(columns)), key=lambda n: _turn(columns[n], given.get(n))):
        own = columns[number]
        if own.kind == "image":
            words = ["image"] if number == picture else [_picture_word(own), "image"]
            name, sure = _free(((word, 1.0) for word in words), unique)
            named[number] = (name, "image" if number == picture else None, sure)
            continue
        role, chance, guess = given[number]
        wanted = _names(own, guess, chance, _apart(own, holders, page_words))
        name, sure = _free(wanted, unique)
        named[number] = (name, role, sure)
    return [named[number] for number in range(len(columns))]


def _turn(own, given):
    role, chance, _ = given or (None, 1.0, "")
    return role != "title", -chance * own.filled


def _roles(columns, chances):
    """Each column's role (None where unsure), its probability, and the likeliest role all the same ("" for none)."""
    rows = chances.tolist()  # a few numbers, which arrays would be slow for
    title = _title(columns, rows)
    found = {}
    if title is not None:
        found[title] = ("title", rows[title][0], "title")
    _forbid_old_prices(columns, rows)
    left = [_without_title(row) for row in rows]
    taken = set()
    for number in sorted(range(len(left)), key=lambda n: -max(left[n][:-1])):
        if number in found:
            continue
        row = left[number]
        choices = sorted(range(len(ROLES)), key=row.__getitem__, reverse=True)[:3]
        some = max(1e-9, 1 - row[-1])
        at = next((at for at in choices if ROLES[at] not in taken and row[at] >= SECOND * some), choices[0])
        role, chance = ROLES[at], row[at]
        if role in _SINGLE:
            taken.add(role)
        guess = role if chance >= LIKELY * some else ""
        found[number] = (role if chance >= SURE else None, chance, guess)
    _tell_prices_apart(columns, found)
    _find_savings(columns, found)
    return [found[number] for number in range(len(columns))]


def _without_title(row):
    """The probabilities of the other roles."""
    total = max(1e-9, sum(row[1:]))
    return [0.0, *[chance / total for chance in row[1:]]]


def _forbid_old_prices(columns, chances):
    """What something was before stands beside what it is now, and is no rate ("$3 a month", "€2.95/kg")."""
    old, now = ROLES.index("old_price"), ROLES.index("price")
    money = [own.type == "money" or chances[number][now] >= SURE for number, own in enumerate(columns)]
    for number, own in enumerate(columns):
        beside = sum(money) - money[number]
        if not beside or _is_rate(own):
            chances[number][old] = 0.0


def _is_rate(own):
    return 2 * sum(1 for cell in own.cells if _RATE.search(cell.said)) > len(own.cells)


def _tell_prices_apart(columns, found):
    """Of two prices of which one is never the lower, that one is the old price."""
    prices = sorted((-found[n][1], n) for n in found if found[n][2] == "price" and columns[n].type == "money")
    prices = [(chance, n) for chance, n in prices if not _is_rate(columns[n])]
    if len(prices) < 2 or any(guess == "old_price" for _, _, guess in found.values()):
        return
    (_, first), (_, second) = prices[:2]
    if ratio := price_ratio(columns[first], columns[second]):
        old = first if 1 < ratio <= FAR else second if 1 / FAR <= ratio < 1 else None
        if old is not None:
            found[old] = ("old_price", found[old][1], "old_price")


def _find_savings(columns, found):
    """Money that is what the old price and the price differ by is the discount."""
    guesses = {guess: n for n, (_, _, guess) in sorted(found.items(), reverse=True)}
    if not {"price", "old_price"} <= guesses.keys():
        return
    old, new = columns[guesses["old_price"]].amounts, columns[guesses["price"]].amounts
    for number, own in enumerate(columns):
        if own.type != "money" or number in (guesses["price"], guesses["old_price"]):
            continue
        # A column without values has no amounts at all.
        rows = [(a - b, c) for a, b, c in zip(old, new, own.amounts, strict=False) if a and b and c]
        if rows and all(abs(saved - said) <= 0.02 * said for saved, said in rows):
            found[number] = ("discount", max(SURE, found[number][1]), "discount")


def _title(columns, chances):
    """The column that is likeliest to be the title, of those that most records have and whose texts differ."""
    able = [
        number
        for number, own in enumerate(columns)
        if not own.traits.get("constant") and own.traits["distinct"] >= DIFFERING and own.filled >= DIFFERING
    ]
    best = max(able, key=lambda number: chances[number][0], default=None)
    return best if best is not None and chances[best][0] >= TITLE * max(chances[best][:-1]) else None


def _names(own, guess, chance, apart):
    """Names for a column, best first, each with how sure it is."""
    other = _other_name(own)
    by_role = _role_name(own, guess) if chance >= SURE or not other else ""
    base = by_role or other
    if label := _label(own, guess if chance >= CLEAR or guess == "title" else ""):
        yield label, 1.0
    sure = (1.0 if _field(own, _SAID, guess) else chance) if by_role else WORD
    if base:
        yield base, sure
    if base == "price" and _is_rate(own):
        yield "unit_price", sure
    if base and guess == "status":
        yield f"{slug(own.cells[0].text)}_{base}" if own.traits.get("constant") else "label", sure
    if base and own.amounts and (words := shared_words([cell.text for cell in own.cells])):
        yield "_".join((*words, base)), sure
    for word in apart:
        yield (f"{word}_{base}", sure) if base and word not in base.split("_") else (word, CLASS_WORD)
    if not base:
        typed = _BY_TYPE.get(own.type)
        yield (typed, TYPE) if typed else ("link" if own.kind == "link" else "text", BARE)


def _label(own, sure):
    """The name that the page itself gives a column: a header, or a label that does not speak against a sure role."""
    if own.header:
        return slug(own.label)
    text = own.label or (own.prefix if own.prefix.endswith(":") else "")
    roles = {field.role for source in ("label", "prefix") for field in own.said.get(source, ())}
    return slug(text) if not sure or sure in roles else ""


def _role_name(own, role):
    """The name of a role, in the word that the evidence has for it."""
    if not role:
        return ""
    sources = (*_STEADY, *_CLASSES) if role in _BROAD else _STEADY[:2]
    said = _field(own, sources, role)
    if role == "count" and not said and (words := shared_words([cell.text for cell in own.cells])):
        return "_".join(words)
    if role == "status":
        if own.traits.get("stock", 0) >= 0.5:
            return "availability"
        return said.name if said else _DEFAULT[role]
    return said.name if said else _DEFAULT.get(role, role)


def _other_name(own):
    """The word for a field that is none of the roles (shipping, material...)."""
    if own.type not in ("text", "list") or max(own.traits.get("badge", 0), own.traits.get("stock", 0)) >= MARKED:
        return ""
    said = _field(own, (*_STEADY, *_CLASSES[:2]), "other")
    if said:
        return said.name
    short = own.traits["to_3_words"] or own.traits["list"]
    marked = [name for mark, name in _MARKED.items() if own.traits.get(mark, 0) >= MARKED and short]
    return next((f"{name}s" if name == "color" and own.traits["list"] else name for name in marked), "")


def _field(own, sources, role):
    for source in sources:
        fitting = [(share, field) for field, share in own.said.get(source, {}).items() if field.role == role]
        if fitting and max(fitting)[0] >= 0.5:
            return max(fitting)[1]
    return None


def _apart(own, holders, page_words):
    """Class words of a column that no other column has and that the page's own texts use: words of its language."""
    alone = (word for word in own.words if len(word) > 4 and holders[word] == 1)
    yield from islice((word for word in alone if word in page_words), 2)


def _free(wanted, unique):
    """The first name that is free, with how sure it is; numbers only where none is."""
    first = ("", NUMBERED)
    for name, sure in wanted:
        if name and unique.is_free(name):
            return unique(name), sure
        first = first if first[0] else (name, min(sure, NUMBERED))
    return unique(first[0]), first[1]


def _picture(columns):
    """The records' main picture: of those that differ the one that most records have, the first of equals."""
    pictures = [number for number, own in enumerate(columns) if own.kind == "image" and not _picture_word(own)]
    differing = [number for number in pictures if len({cell.url for cell in columns[number].cells}) > 1]
    return max(differing or pictures, key=lambda number: columns[number].filled, default=None)


def _picture_word(own):
    return next((word for word in _PICTURES if word in own.words), "")
