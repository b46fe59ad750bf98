"""Amounts of money: signs, words and codes of any currency, before or behind, glued or not; ranges; free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pagerows.columns._numbers import plain_amounts
from pagerows.columns.currencies import ALL_SIGNS, SYMBOL, SYMBOLS, currency_of, is_word_code, sign_in
from pagerows.columns.numbers import NUMBER, magnitude, read_number, scaled
from pagerows.columns.reading import Context
from pagerows.columns.units import unit_of
from pagerows.patterns import lazy
from pagerows.values import Money

__all__ = ["FREE", "Amounts", "is_free", "money_values", "read_amounts"]


class _Amount(NamedTuple):
    token: str
    scale: int
    sign: str | None
    minus: bool
    #: Whether it looks like an article number, too: "RM200".
    weak: bool = False


class Amounts(NamedTuple):
    """The amounts in a text, before the column's decimal mark is known."""

    #: One, or the two ends of a range; none where what they say is not understood.
    parts: tuple[_Amount, ...]
    #: The words around them, in lower case.
    rest: tuple[str, ...]
    #: What the price is for ("kg", "month"), in lower case.
    per: str | None = None
    #: Whether it could be a code as well.
    weak: bool = False


_PIECE: Final = lazy(
    rf"(?P<sign>{SYMBOL})|(?P<number>{NUMBER})|(?P<glued>(?<=[0-9])(?:(?:[KkMmBTL]|Cr|cr|[bm]n|Bn)(?![^\W\d_])|[万萬億亿千만억천]))"
    r"|(?P<range>\s[-–—]\s|(?<=\S)[-–—~〜](?=\S)|~|〜)|(?P<minus>[-–])|(?P<percent>%)"
    r"|(?P<per>/|(?<![^\W\d_])(?:per|pro|par|al|por|за)(?![^\W\d_]))|(?P<word>[^\W\d_](?:[^\W\d_]|[.'\"״](?=[^\W\d_]))*\.?)|(?P<other>\S)"
)
_EACH: Final = frozenset({"a", "an", "each", "every", "je", "jede", "pro", "par", "al", "por"})
_TIMES: Final = frozenset({"s", "min", "h", "d", "wk", "mo", "yr"})
_ENDS: Final = frozenset({"to", "bis", "à", "au", "a", "hasta", "do", "до", "till", "tot", "til"})
#: An amount is only a bound: nobody knows the price.
_UP_TO: Final = frozenset(
    """
    up upto under below less max maximum within over above zu jusqu'à jusqu hasta unter über moins más menos fino oltre
    até tot onder do до ниже выше bis
    """.split()  # noqa: SIM905 - words in quotes are hard to read
)
FREE: Final = frozenset(
    """
    free gratis kostenlos umsonst gratuit gratuito gratuita grátis ilmainen zdarma darmowy bezpłatnie бесплатно
    безкоштовно безплатно ingyenes ücretsiz bedava δωρεάν 無料 免费 免費 무료 مجاني مجانا חינם brezplačno besplatno
    zadarmo tasuta nemokamai
    """.split()  # noqa: SIM905 - words in quotes are hard to read
) | {"free to play", "free entry", "free of charge", "miễn phí"}


def is_free(text: str) -> bool:
    """Whether a text says that something costs nothing."""
    return len(text) < 16 and text.casefold().strip("*!. ()") in FREE


def read_amounts(text: str, language: str = "") -> Amounts | None:
    """Find the amounts of money in a clean text; None where there are none at all.

    >>> read_amounts("from $1.2M per year").parts
    (_Amount(token='1.2', scale=1000000, sign='$', minus=False, weak=False),)
    >>> read_amounts("12 apples") is None
    True
    """
    if plain := plain_amounts(text, SYMBOLS, ALL_SIGNS):  # what most prices are, at a tenth of the price
        return Amounts(tuple(_Amount(token, 1, sign, minus=False) for token, sign in plain), ())
    pieces = [_piece(str(m.lastgroup), m[0].strip()) for m in _PIECE.finditer(text)]
    # "2025 р." is a year in Ukrainian.
    if not any(kind == "sign" and (text != "р." or language in ("ru", "")) for kind, text in pieces):
        return None
    found, rest, per = _assembled(pieces, language)
    signed = [item for item in found if isinstance(item, _Amount) and item.sign is not None]
    if not signed:
        return None
    words = tuple(word.casefold() for word in rest)
    if per is None and len(words) > 1 and words[-2] in _EACH and unit_of(words[-1], language) in _TIMES:
        per = words[-1]  # "$17 an hour"
    spaced = any(f"{item.sign} {item.token}" in text for item in signed)
    per = per and (unit_of(per.rstrip("."), language) or per)
    return Amounts(_understood(found, words, text), words, per, all(item.weak for item in signed) and not spaced)


def _piece(kind: str, text: str) -> tuple[str, str]:
    """A piece with its kind: words may be signs, and symbols with letters before them something else."""
    if kind == "word" and (sign := sign_in(text)):
        return "sign", sign
    if kind == "sign" and sign_in(text) is None:
        # "XYZ $5": some dollar, but which? An unknown sign has no currency.
        return ("sign", text) if " " in text else ("other", text)
    return kind, text


def _assembled(pieces: Sequence[tuple[str, str]], language: str) -> tuple[list[_Amount | str], list[str], str | None]:
    """Join signs, minus signs and magnitudes to their numbers: amounts and what stands between them, in order."""
    found: list[_Amount | str] = []
    rest: list[str] = []
    per: str | None = None
    at = 0
    while at < len(pieces):
        kind, text = pieces[at]
        if kind in ("sign", "minus", "number") and (made := _amount(pieces, at, language)):
            amount, at = made
            found.append(amount)
            continue
        if kind == "per" and found and at + 1 < len(pieces) and pieces[at + 1][0] in ("word", "number", "sign"):
            # "/ 100 g", "per night": what the price is for is no further amount.
            per = " ".join(word for _, word in pieces[at + 1 :]).casefold()
            break
        before_amount = at + 1 < len(pieces) and pieces[at + 1][0] in ("sign", "number")
        if kind == "range" or (kind == "word" and text.casefold() in _ENDS and found and before_amount):
            # Behind words alone it sets them apart: "With breakfast - $20".
            found += ["-"] if found else []
        elif kind in ("percent", "minus"):
            found.append(kind)
        elif kind == "word":
            rest.append(text)
        elif kind == "glued" or text == "+":
            found.append("?" if kind == "glued" else "+")
        at += 1
    return found, rest, per


def _amount(pieces: Sequence[tuple[str, str]], at: int, language: str) -> tuple[_Amount, int] | None:
    """The amount that begins at a piece, and where it ends."""
    signs: list[str] = []
    minus = False

    def kind(place: int) -> str:
        return pieces[place][0] if place < len(pieces) else ""

    while kind(at) in ("sign", "minus") or (kind(at) == "range" and signs and not minus and len(pieces[at][1]) == 1):
        if kind(at) != "sign":
            minus = True
        else:
            signs.append(pieces[at][1])
        at += 1
    if kind(at) != "number":
        return None
    token = pieces[at][1]
    at += 1
    scale = 1
    if kind(at) in ("glued", "word"):
        word = pieces[at][1]
        # Behind money, "m" is a million and "T" a trillion.
        more = {"m": 10**6, "T": 10**12, "L": 10**5}.get(word) if kind(at) == "glued" else None
        if times := more or magnitude(word, language):
            scale, at = times, at + 1
            if kind(at) == "word" and magnitude(pieces[at][1], language) and scale < 10**6:  # "3 lakh crore"
                return None
    behind = 0
    while kind(at) == "sign" and behind < 2:
        follows = at + 1 < len(pieces) and pieces[at + 1][0] == "number" and not signs
        if follows and pieces[at][1] not in (",-", ".-", ",–", ".–", ",—", ".—") and behind:
            break
        signs.append(pieces[at][1])
        at, behind = at + 1, behind + 1
    sign = _main(signs)
    weak = bool(sign and sign.isupper() and sign.isalpha() and sign.isascii() and token.isdigit() and not behind)
    return _Amount(token, scale, sign, minus, weak), at


def _main(signs: Sequence[str]) -> str | None:
    """Of several signs around one number ("$5 USD", "5,- €") the one that says most."""
    if not signs:
        return None
    return max(signs, key=lambda sign: (sign[0] not in ",.", sign.isalpha() and sign.isupper(), len(sign)))


def _agreed(first: str | None, last: str | None) -> str | None:
    """The sign of both ends of a range: the same, or only one has one, or "$5 - $7 CAD"."""
    if not first or not last or first == last:
        return first or last
    if {first, last} & {"$"} and (dollar := first if last == "$" else last).endswith(("D", "$")):
        return dollar
    return None


def _understood(found: list[_Amount | str], words: tuple[str, ...], text: str) -> tuple[_Amount, ...]:
    """One amount, or the two ends of a range; nothing where there is more to it."""
    if _UP_TO & set(words) or "percent" in found or "?" in found:
        return ()
    if text.startswith("(") and text.endswith(")") and not words:  # how accountants write a minus
        return ()
    if text.startswith(("- ", "– ", "— ")):  # "- $155": the end of a range that began elsewhere
        return ()
    amounts = [item for item in found if isinstance(item, _Amount)]
    if len(amounts) == 1:
        only = amounts[0]
        if only.sign and is_word_code(only.sign) and "." not in only.token and "," not in only.token:
            return ()
        return (only,)
    if len(amounts) == 2 and (at := found.index(amounts[0])) + 2 < len(found) and found[at + 1] == "-":
        first, last = amounts
        if found[at + 2] is not last or first.minus or last.minus:
            return ()
        sign = _agreed(first.sign, last.sign)
        if sign is None:
            return ()
        # "$60 - 75K" is sixty thousand for some and sixty for others.
        if first.scale != last.scale and not (first.scale > 1 and last.scale > 1):
            return ()
        return first._replace(sign=sign), last._replace(sign=sign)
    return ()


def money_values(read: Mapping[str, Amounts], mark: str | None, context: Context) -> dict[str, Money]:
    """Return the amounts of texts under the column's decimal mark, where they are certain."""
    currencies: dict[str | None, str | None] = {}
    found: dict[str, Money] = {}
    for text, amounts in read.items():
        if not amounts.parts:
            continue
        sign = amounts.parts[0].sign
        if sign not in currencies:
            currencies[sign] = currency_of(sign or "", context)
        if (value := _money(amounts.parts, mark, currencies[sign])) is not None:
            found[text] = value
    return found


def _money(parts: tuple[_Amount, ...], mark: str | None, currency: str | None) -> Money | None:
    low = scaled(read_number(parts[0].token, mark), parts[0].scale)
    if low is None:
        return None
    if len(parts) == 1:
        return Money(-low if parts[0].minus else low, currency)
    high = scaled(read_number(parts[1].token, mark), parts[1].scale)
    return Money(low, currency, high) if high is not None and low <= high else None
