"""What links between the pages of a list say: in many languages, by symbols, by the names that markup gives them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Literal

__all__ = [
    "Role",
    "arrow_of",
    "icon_role",
    "is_choice",
    "is_weak",
    "more_text",
    "name_role",
    "number_of",
    "rel_role",
    "text_role",
]

#: What a link between pages does. `older` and `newer` say how the list is sorted, not which way it is read.
Role = Literal["next", "previous", "older", "newer", "first", "last", "number"]

_FORWARD: Final = frozenset("»›>→▶►▸⏵⟩❯➡➔➜➝⇒⯈⮕🡒▷❱⟶⏩")
_BACKWARD: Final = frozenset("«‹<←◀◄◂⏴⟨❮⬅⇐⯇🡐◁❰⟵⏪")
_ENDS: Final[dict[str, Role]] = {"⏭": "last", "⏮": "first", "⇥": "last", "⇤": "first"}
_NUMBER: Final = re.compile(
    r"[\[(\-–·|]*\s*(?:\w{1,12}\.?\s)?(\d{1,3}(?:[,.\u00a0\u202f' ]\d{3})+|\d{1,7})\s*[\])\-–·|.]*"
)
#: Records of a page ("21-40"), and how many there are at least: "2-1" is a result.
_SPAN: Final = re.compile(r"[\[(]?(\d{1,6})\s?[-–—]\s?(\d{1,6})[\])]?")
_LEAST_SHOWN: Final = 5
_TOKENS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NAMES: Final[dict[str, Role]] = {
    "next": "next",
    "nxt": "next",
    "prev": "previous",
    "previous": "previous",
    "older": "older",
    "newer": "newer",
}
_ICONS: Final = re.compile(
    r"(?:chevron|arrow|angle|caret|arrows|triangle)[-_ ]*(?:\w+[-_ ])?(right|left|next|prev|forward|back)"
)


class _Words:
    """The lists of words.toml, by what they are asked for."""

    def __init__(self) -> None:
        import tomllib  # both cost more than most pages, and only who asks for pages needs them
        from importlib.resources import files

        lists = tomllib.loads(files("pagerows.page.pagination").joinpath("words.toml").read_text("utf-8"))
        self.texts: dict[str, Role] = {}
        for role, texts in lists["texts"].items():
            for text in _items(texts):
                self.texts.setdefault(_folded(text), role)
        self.parts: list[tuple[Role, str]] = [
            (role, part) for role, parts in lists["parts"].items() for part in _items(parts)
        ]
        others = {name: frozenset(map(_folded, _items(texts))) for name, texts in lists["others"].items()}
        self.weak, self.fillers, self.more_alone = others["weak"], others["fillers"], others["more_alone"]
        self.more = tuple(sorted(others["more"]))


@cache
def _words() -> _Words:
    return _Words()


def _items(texts: str) -> list[str]:
    return [item for item in re.split(r"[|\n]", texts) if item]


def _folded(text: str) -> str:
    """Small letters, accents kept, symbols and digits gone, blanks folded."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.sub(r"[^\w\s]|[\d_]", " ", text).split())


@lru_cache(maxsize=4096)
def text_role(text: str) -> Role | None:
    """Say what a link's text makes it, or None.

    >>> [text_role(t) for t in ["Next »", "Следующая", "下一页", "‹", "»", "« Older Entries", "Next to nothing"]]
    ['next', 'next', 'next', 'previous', 'next', 'older', None]
    """
    text = " ".join(text.split())
    if not text or len(text) > 40:
        return None
    folded = _folded(text)
    if not folded:
        return _symbol_role(text)
    known = _words()
    if found := known.texts.get(folded):
        return found
    if len(text) <= 14 and (part := next((role for role, part in known.parts if part in text), None)):
        return part
    return known.texts.get(_said(folded)) if len(folded.split()) <= 5 else None


def _said(folded: str) -> str:
    """What is left without the words that change nothing."""
    return " ".join(word for word in folded.split() if word not in _words().fillers)


def is_weak(text: str) -> bool:
    """Tell whether a text is a word that is said of other things than pages, too."""
    return _said(_folded(text)) in _words().weak


def _symbol_role(text: str) -> Role | None:
    if re.search(r"[\d]", text):
        return None
    ahead, back = (sum(c in kind for c in text) for kind in (_FORWARD, _BACKWARD))
    bar = any(c in "|⏭⏮⇥⇤" for c in text)
    if bool(ahead) == bool(back):
        return _ENDS.get(text.strip())
    if bar:
        return "last" if ahead else "first"
    return "next" if ahead else "previous"


def arrow_of(text: str) -> Role | None:
    """Say where an arrow in a text points, whatever the words beside it say."""
    ahead, back = (any(c in kind for c in text) for kind in (_FORWARD, _BACKWARD))
    if ahead == back:
        return None
    return "next" if ahead else "previous"


@lru_cache(maxsize=4096)
def number_of(text: str) -> int | None:
    """Read a page number: all of a link's text but brackets and one short word.

    A span of records is the page that they are on.

    >>> [number_of(t) for t in ["2", "[3]", "1,390", "Page 4", "٣", "12 comments", "3.5", "11-20", "2-1"]]
    [2, 3, 1390, 4, 3, None, None, 2, None]
    """
    text = text.strip()
    if not text or len(text) > 24 or not any(c.isdigit() for c in text):
        return None
    if span := _SPAN.fullmatch(text):
        before, count = int(span[1]) - 1, int(span[2]) - int(span[1]) + 1
        return before // count + 1 if count >= _LEAST_SHOWN and before % count == 0 else None
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    digits = "".join(c for c in found[1] if c.isdecimal())
    return int(digits) if digits else None


def is_choice(text: str, url: str) -> bool:
    """Whether a span is what the address asks for, not the records of a page.

    >>> is_choice("11-20", "/list?price=11-20"), is_choice("11-20", "/list?start=11"), is_choice("11", "/list?page=11")
    (True, False, False)
    """
    span = _SPAN.fullmatch(text.strip())
    return span is not None and set(span.groups()) <= set(re.findall(r"\d+", url))


def rel_role(rel: str) -> Role | None:
    """Read a rel attribute."""
    tokens = rel.casefold().split()
    if "next" in tokens:
        return "next"
    return "previous" if "prev" in tokens or "previous" in tokens else None


def name_role(*names: str) -> Role | None:
    """Read class names and ids: a part of them that says next or previous."""
    found = {_NAMES[t.casefold()] for name in names for t in _TOKENS.findall(name) if t.casefold() in _NAMES}
    found |= {role for name in names for t in name.casefold().split() if (role := _glued(t))}
    return found.pop() if len(found) == 1 else None


def _glued(token: str) -> Role | None:
    """Names written together: ``nextpostslink``, ``prevpage``, ``pagenext``."""
    for start in ("next", "previous", "prev"):
        if token.startswith(start) or (token.endswith(start) and token.startswith(("page", "btn"))):
            return _NAMES[start]
    return None


def icon_role(classes: Iterable[str]) -> Role | None:
    """Read the class names of an icon inside a link: ``fa-chevron-right``."""
    for name in classes:
        if found := _ICONS.search(name.casefold()):
            return "next" if found[1] in ("right", "next", "forward") else "previous"
    return None


def more_text(text: str) -> bool:
    """Tell whether a button says that it loads more of the list.

    >>> [more_text(t) for t in ["Load more", "Show 20 more", "Mehr anzeigen", "加载更多", "Read more", "more"]]
    [True, True, True, True, False, True]
    """
    folded = _folded(text)
    if not folded or len(folded) > 48:
        return False
    return folded in _words().more_alone or folded.startswith(_words().more)
