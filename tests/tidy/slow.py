"""The rules of tidying as anyone would write them: slow, and what the kernels must say as well."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import log

from pagerows.forms import VALUES as VALUE
from pagerows.forms import form, is_rating, values_in
from pagerows.phrases import phrases_in
from pagerows.tidy._places import ATTRIBUTES, CONTROLS, ROLES
from pagerows.tidy._traits import NAMES, class_traits
from pagerows.vocabulary import plain

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
TAGS = {"a", "button", "li", "td", "time", "dt", "dd", "strong", "svg", "p", "sup", "figcaption"}
SMALL = {
    "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with", "und", "von", "im",
    "et", "de", "par", "le", "la", "y", "por", "di", "per", "e", "van", "door", "af", "av", "as", "is", "posted",
}  # fmt: skip
PHRASES = {"action", "badge", "stock", "ship", "color", "free", "save", "was", "from", "read"}
VALUES = [f"is_{name}" for name in ("money", "date", "number", "percent", "duration", "rating")]


def filled(column):
    return [cell for cell in column if cell is not None]


def is_image(column):
    return sum(cell.kind == "image" for cell in filled(column)) * 2 > len(filled(column))


def most_frequent(values):
    """The first of those that come most often, and how often."""
    return Counter(values).most_common(1)[0]


def above(nodes, row, most):
    found = []
    while row > 0 and len(found) < most:
        found.append(row)
        row = int(nodes.parent[row])
    return found


# -- controls -----------------------------------------------------------------------------------------------


def controls(nodes, columns):
    looked = [looked_at(column) for column in columns]
    inside = [[pressed(nodes, cell) for cell in cells] for cells in looked]
    owners = Counter(row for rows in inside for row in {row for own in rows for row in own})
    return [
        "control" if are_controls(nodes, *each, owners) else None for each in zip(columns, looked, inside, strict=True)
    ]


def looked_at(column):
    found = [cell for cell in column[:: max(1, len(column) // 12)] if cell is not None and cell.kind != "image"]
    return found or [cell for cell in filled(column) if cell.kind != "image"][:12]


def pressed(nodes, cell):
    rows = above(nodes, cell.span.start, 12)
    return [row for row in rows if nodes.tag_name(row) in CONTROLS or nodes.attribute(row, "role") in ROLES]


def are_controls(nodes, column, looked, inside, owners):
    texts = [cell.text for cell in filled(column)]
    if all(cell.kind == "image" for cell in filled(column)):
        return False
    menus = [not {"select", "option", "textarea"}.isdisjoint(nodes.around.tags(cell.span.start, 5)) for cell in looked]
    if any(menus) and sum(menus) >= 0.6 * len(looked):
        return True
    if len(texts) < 3 or not any(inside):
        return False
    told = sum(any(map(str.isdigit, cell.text)) for cell in looked) >= 0.6 * len(looked)
    if most_frequent(texts)[1] < max(2, (0.9 if told else 0.3) * len(texts)):
        return False
    holding = [
        any(owners[row] <= 2 and nodes.tag_name(row) not in ("form", "fieldset", "label") for row in rows)
        for rows in inside
    ]
    return sum(holding) >= 0.6 * len(looked)


# -- traits -------------------------------------------------------------------------------------------------


def traits(nodes, columns):
    """The traits of each column, those that are 0 left out; pictures have none."""
    shown = [column for column in columns if not is_image(column)]
    chosen = [chosen_cells(column) for column in shown]
    links = [[linked(nodes, cell) for _, cell in cells] for cells in chosen]
    owners = Counter(row for rows in links for row in {row for own in rows for row in own})
    found = []
    for number, column in enumerate(shown):
        cells, own = chosen[number], fullness(column)
        for (record, cell), rows in zip(cells, links[number], strict=True):
            names = text_traits(cell.text) | markup_traits(nodes, cell) | beside(shown, record, cell)
            names |= {"lone_control"} if any(owners[row] <= 1 for row in rows) else set()
            own.update({name: own.get(name, 0) + 1 / len(cells) for name in names})
        texts = [cell.text for _, cell in cells]
        words = sum(len(text.split()) for text in texts) / len(texts)
        own |= {"length": log(1 + sum(map(len, texts)) / len(texts)), "to_3_words": words <= 3, "long": words > 12}
        own |= {"columns": log(1 + len(shown)), "place": number / max(1, len(shown) - 1)}
        own |= {"last": number == len(shown) - 1}
        found.append(own)
    for before, after in pairwise(found):
        before["before_value"], after["after_value"] = are_values(after), are_values(before)
    coming = iter(found)
    return [{} if is_image(column) else {k: float(v) for k, v in next(coming).items() if v} for column in columns]


def are_values(own):
    return any(own.get(name, 0) >= 0.6 for name in VALUES)


def chosen_cells(column):
    cells = [(record, cell) for record, cell in enumerate(column) if cell is not None]
    return [cells[int(at * max(1.0, len(cells) / 8))] for at in range(min(8, len(cells)))]


def linked(nodes, cell):
    rows = above(nodes, cell.span.start, 4)
    return [row for row in rows if nodes.tag_name(row) in ("a", "button") or nodes.attribute(row, "role") in ROLES]


def fullness(column):
    texts = [cell.text for cell in filled(column)]
    share, distinct = len(texts) / len(column), len(set(texts))
    same = distinct == 1 and len(texts) > 1
    return {
        "rows": log(1 + len(column)), "filled": share, "full": share >= 0.95, "rare": share < 0.1,
        "single": len(texts) == 1, "two": len(texts) == 2, "distinct": distinct / len(texts), "constant": same,
        "full_constant": same and share >= 0.95, "part_constant": same and share < 0.9,
        "few_values": 1 < distinct <= max(2, len(texts) / 5), "often": most_frequent(texts)[1] / len(texts),
    }  # fmt: skip


def text_traits(text):
    folded, last, words = plain(text[:120]), text.rstrip()[-1:], re.findall(r"[^\W\d_]+", plain(text[:120]))
    digits = any(map(str.isdigit, folded))
    tests = {
        f"is_{form(text)}": form(text) != "text", "digits": digits, "colon": last in (":", "："),
        "plus": text[:1] == "+", "one_letter": len(text) <= 48 and len(text.strip()) == 1,
        "small_words": not digits and bool(words) and SMALL.issuperset(words), "upper": text.isupper(),
        "lower": text[:1].islower(), "ends_on_sign": last in "»>›→…+", "sentence": last in ".!?",
        "short": len(text) <= 3,
    }  # fmt: skip
    said = phrases_in(folded) & PHRASES if len(text) <= 48 else set()
    said = said - {"action"} if "stock" in said else said
    return {name for name, holds in tests.items() if holds} | said


def markup_traits(nodes, cell):
    found = {"list"} if cell.items else set()
    start = cell.span.start
    for tag, classes in zip(nodes.around.tags(start, 4), nodes.around.classes(start, 4), strict=True):
        if tag == "body":
            break
        found |= {"heading"} if tag in HEADINGS else {"in_control"} if tag in CONTROLS - {"optgroup"} else set()
        found |= {f"tag_{tag}"} if tag in TAGS else set()
        found |= {NAMES[number] for number in class_traits(classes)}
    for row in above(nodes, start, 4):
        own = nodes.attributes(row)
        found |= {f"has_{name}" for name in ATTRIBUTES[2:] if name in own}
        found |= {"property"} if "itemprop" in own else set()
        found |= {"in_control"} if own.get("role") in ROLES else set()
    return found


def beside(shown, record, cell):
    cells = [column[record] for column in shown if column[record] is not None]
    found = set()
    if cell.url:
        found.add("main_link" if cell.url == most_frequent(own.url for own in cells if own.url)[0] else "other_link")
    said = plain(cell.text[:200])
    if len(said) > 1:
        once = plain(cell.text[:400]).count(said) if len(cell.text) > 200 else 1
        found |= {"said_elsewhere"} if sum(plain(own.text[:400]).count(said) for own in cells) > once else set()
    return found


# -- doubles ------------------------------------------------------------------------------------------------


def letters(text):
    return "".join(sign for sign in text.casefold() if sign.isalnum()) or text


def doubles(columns):
    reasons = [None] * len(columns)
    texts = [{} if is_image(own) else {n: letters(c.text) for n, c in enumerate(own) if c} for own in columns]
    for number, column in enumerate(columns if len(columns) <= 60 else []):
        lists = any(cell.items for cell in filled(column))
        own = {record: once(column[record]) for record in texts[number]} if lists else texts[number]
        ended = sum(cell.text.endswith((".", "!", "?")) for cell in filled(column))
        if len(own) < 3 or len(set(own.values())) < 2 or 2 * ended > len(filled(column)):
            continue
        others = [told for at, told in enumerate(texts) if at != number and not reasons[at]]
        if is_rating_again(number, columns, reasons) or (
            len(set(own.values())) > 2 and is_said_again(own, others, lists)
        ):
            reasons[number] = "double"
    told = [number for number in range(min(200, len(columns))) if texts[number] and not reasons[number]]
    for one in told:
        for other in told:
            if one != other and not reasons[one] and not reasons[other]:
                same = sum(texts[other].get(record) == text for record, text in texts[one].items())
                if same >= 0.9 * len(texts[one]) and is_preferred(columns, texts, other, one):
                    reasons[one] = "double"
    return reasons


def once(cell):
    said = {letters(item.text) for item in cell.items}
    return said.pop() if len(said) == 1 else letters(cell.text)


def is_said_again(own, others, is_list):
    rests = Counter()
    main = parts = nothing = 0
    for record, text in own.items():
        within = [told[record] for told in others if record in told and told[record] in text and len(told[record]) > 1]
        within = sorted((other for other in within if is_list or len(other) < len(text)), key=len, reverse=True)
        rest, found = text, 0
        for other in within:
            if other in rest:
                rest, found = rest.replace(other, "", 1), found + 1
        rests[rest] += 1
        main += bool(within) and len(within[0]) >= 5
        parts += found >= 3
        nothing += found >= 3 and len(rest) <= 0.25 * len(text)
    least = 0.9 * len(own)
    return max(main, parts) >= least and (max(rests.values()) >= least or nothing >= least)


def is_rating_again(number, columns, reasons):
    texts = {record: cell.text for record, cell in enumerate(columns[number]) if cell}
    if sum(map(is_rating, texts.values())) < 0.9 * len(texts):
        return False
    rated = re.compile(r"\d(?:[.,]\d+)?")
    for at, column in enumerate(columns):
        if at != number and not reasons[at]:
            said = {record: cell.text for record, cell in enumerate(column) if cell and rated.fullmatch(cell.text)}
            same = sum(said.get(record) in rated.findall(text)[:1] for record, text in texts.items())
            if same >= 0.9 * len(texts) and len(set(said.values())) > 1:
                return True
    return False


def is_preferred(columns, texts, kept, dropped):
    if len(set(texts[dropped].values())) < 2 and len(texts[dropped]) < len(texts[kept]):
        return False
    ranks = [(len(texts[at]), sum(bool(cell.url) for cell in filled(columns[at])), -at) for at in (kept, dropped)]
    return ranks[0] > ranks[1]


# -- labels -------------------------------------------------------------------------------------------------


def beside_values(nodes, columns):
    reasons = [None] * len(columns)
    for one, other in pairwise(range(len(columns))):
        for label, value in ((one, other), (other, one)):
            if may_label(columns[label]) and not reasons[value] and is_label(nodes, columns[label], columns[value]):
                reasons[label] = "label"
    return reasons


def may_label(column):
    cells = filled(column)
    if any(cell.kind == "image" or cell.items or len(cell.text) > 30 for cell in cells[:6]):
        return False
    text, count = most_frequent(cell.text.casefold().rstrip("s:") for cell in cells)
    if count < 0.95 * len(cells) and not all(cell.text.endswith((":", "：")) for cell in cells):
        return False
    return not any(map(str.isdigit, text))


def is_label(nodes, column, values):
    pairs = [(label, value) for label, value in zip(column, values, strict=True) if label and value]
    if len(pairs) < 2 or len(pairs) < 0.9 * max(len(filled(column)), len(filled(values))):
        return False
    if sum(any(map(str.isdigit, value.text)) for _, value in pairs) < 0.8 * len(pairs):
        return False
    looked = pairs[:: max(1, len(pairs) // 6)]
    return sum(alone(nodes, label, value) for label, value in looked) >= 0.8 * len(looked)


def alone(nodes, label, value):
    stop = max(label.span.stop, value.span.stop)
    row = min(label.span.start, value.span.start)
    while row > 0 and (nodes.end[row] < stop or nodes.tag_name(row) == "#text"):
        row = int(nodes.parent[row])
    inside = sum(sum(map(str.isalnum, text)) for text in nodes.texts(row, int(nodes.end[row])))
    return inside <= sum(map(str.isalnum, label.said + value.said))


def labels_of(nodes, columns, left_out):
    labels = [link_label(column) for column in columns]
    for column, reason in left_out:
        cells = [(record, cell) for record, cell in enumerate(column) if cell is not None]
        looked = cells[:: max(1, len(cells) // 6)]
        text = most_frequent(cell.text for _, cell in cells)[0].strip(" :：")
        if reason not in ("constant", "label") or not any(map(str.isalpha, text)) or len(text) > 30:
            continue
        for number, values in enumerate(columns):
            held = sum(values[record] is not None and alone(nodes, cell, values[record]) for record, cell in looked)
            if labels[number] is None and held >= 0.8 * len(looked):
                labels[number] = text
                break
    return labels


def link_label(column):
    cells = filled(column)
    called = {cell.text for cell in cells if cell.kind == "link"}
    if len(cells) < max(3, len(column) / 2) or len(called) != 1 or len({cell.url for cell in cells}) < len(cells):
        return None
    (text,) = called
    return text if any(map(str.isalpha, text)) and len(text) <= 30 else None


# -- links, pictures and pairs ------------------------------------------------------------------------------


def addresses(column):
    urls = [None if cell is None else (cell.link if cell.kind == "image" else cell.url) or None for cell in column]
    told = [url for url in urls if url]
    return urls if len(told) >= 0.5 * len(urls) and len(set(told)) >= 0.8 * len(told) else None


def lender(columns, title):
    best, found = 0.0, None
    for number, column in enumerate(columns):
        urls = addresses(column)
        if number == title or urls is None:
            continue
        bare = all(cell.kind == "link" and not cell.text for cell in filled(column))
        few = len({cell.text for cell in filled(column)}) <= 0.2 * len(column)
        score = (3 if bare else 2 if few or is_image(column) else 1) + sum(map(bool, urls)) / len(urls)
        if score > best:
            best, found = score, urls
    return found


def lent(column, urls):
    return tuple(
        cell._replace(url=url, kind="link") if cell is not None and cell.url is None and url else cell
        for cell, url in zip(column, urls, strict=True)
    )


def first_borrower(columns):
    return next((number for number, column in enumerate(columns) if may_borrow(column)), None)


def may_borrow(column):
    texts = [cell.text for cell in filled(column)]
    if len(set(texts)) < 0.8 * len(column) or sum(map(len, texts)) < 40 * len(column):
        return False
    return all(
        cell.kind == "text" and cell.url is None and not cell.items and any(map(str.isalpha, cell.text))
        for cell in filled(column)
    )


def repeated_pictures(columns):
    own = [filled(column) for column in columns]
    return ["constant" if len(cells) > 2 and is_one_picture(cells) else None for cells in own]


def is_one_picture(cells):
    return all(cell.kind == "image" for cell in cells) and len({cell.url for cell in cells}) == 1


def never_together(columns):
    records = [{record for record, cell in enumerate(column) if cell is not None} for column in columns]
    partial = [number for number, own in enumerate(records) if len(own) < len(columns[number])]
    return [one for one in partial if any(one != other and not records[one] & records[other] for other in partial)]


# -- values -------------------------------------------------------------------------------------------------


def is_value(text):
    """Whether a text is a value, or the two ends of one."""
    if form(text) != "text":
        return True
    spans = values_in(text) if len(text) <= 120 else []
    rest = "".join(text[at] for at in range(len(text)) if not any(start <= at < stop for start, stop in spans))
    signs = r"[\s\-–—~+()/*.,]*"
    return bool(spans) and re.fullmatch(f"{signs}(?:to|bis|à)?{signs}", rest, re.IGNORECASE) is not None


# -- facts --------------------------------------------------------------------------------------------------

PARTING = re.compile(r"[(|·•;,]|\s[-–—]\s")
TYPED = {"money", "date", "duration", "percent", "rating"}


def by_values(texts):
    read = [skeleton(text) for text in texts]
    own, count = most_frequent([words if may_part(words) else at for at, (words, _) in enumerate(read)])
    if not isinstance(own, str) or count < 0.9 * len(texts) or not (is_parted(own) or are_typed(read, own)):
        return None
    return [parts if words == own else [text] for text, (words, parts) in zip(texts, read, strict=True)]


def may_part(words):
    between = [part.strip() for part in words.split("\0")[1:-1]]
    plain = {"", "-", "–", "—", "to", "bis", "à", "a", "x", "×", "/", "of", "out of", ":", "."}
    return 2 <= words.count("\0") <= 4 and len(words) <= 60 and plain.isdisjoint(between)


def is_parted(words):
    return all(PARTING.search(between) for between in words.split("\0")[1:-1])


def are_typed(read, own):
    values = [parts for words, parts in read if words == own]
    return any(all(form(value) in TYPED for value in column) for column in zip(*values, strict=True))


def skeleton(text):
    if len(text) > 120:
        return "", []
    spans, words, at = values_found(text), "", 0
    for start, stop in spans:
        words, at = words + text[at:start] + "\0", stop
    words = " ".join((words + text[at:]).lower().split())
    return re.sub(r"s\b", "", words), [text[start:stop].strip() for start, stop in spans]


def values_found(text):
    found, at = [], 0
    while digit := re.compile(r"\d").search(text, at):
        value = VALUE.search(text, max(at, digit.start() - 30))
        if value is None:
            break
        found.append(value.span())
        at = value.end()
    return found


def by_separator(texts):
    for sign in (" · ", " • ", " | ", " ∙ ", " ‧ "):
        if any(sign in text for text in texts):
            cuts = [text.split(sign) for text in texts]
            size, count = most_frequent([len(cut) for cut in cuts])
            if 2 <= size <= 5 and count >= 0.9 * len(texts):
                return [[part.strip() for part in cut] if len(cut) == size else [sign.join(cut)] for cut in cuts]
            if found := typed_end(texts, sign, True, TYPED):
                return found
    for sign in (" — ", " – ", " - ", ", ", " on "):
        often = sum(text.count(sign) for text in texts) >= 0.9 * len(texts)
        if often and (found := typed_end(texts, sign, False, {"date"} if sign == " on " else TYPED)):
            return found
    return None


def typed_end(texts, sign, some, kinds):
    least = (0.2 if some else 0.9) * len(texts)
    if sum(sign in text for text in texts) < least:
        return None
    for at_end in (True, False):
        cuts, found, both = [], [], 0
        for text in texts:
            rest, mark, value = text.rpartition(sign) if at_end else text.partition(sign)[::-1]
            rest, value = (rest, value) if mark else ("", text)
            kind = form(value)
            typed = kind in kinds and (bool(mark) or some) and not is_end(rest, kind, at_end)
            found.append(kind if typed else "")
            both += bool(mark and typed)
            pair = [rest.strip() or None, value.strip()] if typed else [text, None]
            cuts.append(pair if at_end else pair[::-1] if typed else pair)
        kind, count = most_frequent(found)
        if kind and count >= 0.9 * len(texts) and both >= least:
            return cuts
    return None


def is_end(rest, kind, at_end):
    spans = values_found(rest) if len(rest) <= 120 else []
    if not spans:
        return False
    start, stop = spans[-1 if at_end else 0]
    return form(rest[start:stop].strip()) == kind
