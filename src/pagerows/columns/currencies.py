"""Signs, words and codes of currencies, and which of several a sign means on a page."""

from __future__ import annotations

import re
from typing import Final

from pagerows.columns.reading import Context
from pagerows.patterns import lazy

__all__ = [
    "ALL_SIGNS",
    "FIRST_LETTERS",
    "SIGNS",
    "SYMBOL",
    "SYMBOLS",
    "currency_of",
    "declared_currency",
    "is_word_code",
]
__all__ += ["sign_in"]

#: Codes of ISO 4217 that stand before or behind amounts.
_CODES: Final = """
AED AFN AMD AOA ARS AUD AWG AZN BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
CVE CZK
DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD
JOD JPY
KES KGS KHR KMF KPW KRW KWD KYD KZT LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
NOK NPR NZD OMR PAB PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SLE SRD SSP STN SYP SZL THB
TJS TMT TND TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW
"""
#: Codes that are also words: they are read with cents, or behind their number, only.
_WORD_CODES: Final = "TRY MAD PEN GEL BAM MOP LAK"

#: Signs and words that stand for one currency wherever they are written.
_OWN: Final = {
    "US$": "USD", "US $": "USD", "U$S": "USD", "A$": "AUD", "AU$": "AUD", "AU $": "AUD", "C$": "CAD", "CA$": "CAD",
    "CAD$": "CAD", "CDN$": "CAD", "CDN $": "CAD", "CDN": "CAD",
     "HK$": "HKD", "NZ$": "NZD", "S$": "SGD", "SG$": "SGD", "NT$": "TWD", "R$": "BRL", "MX$": "MXN",
    "RD$": "DOP", "J$": "JMD", "€": "EUR", "euro": "EUR", "Euro": "EUR", "euros": "EUR", "Euros": "EUR",
    "EURO": "EUR",
    "eur": "EUR", "евро": "EUR", "£": "GBP", "円": "JPY", "元": "CNY", "圆": "CNY", "RMB": "CNY", "人民币": "CNY",
    "CN¥": "CNY", "JP¥": "JPY", "₹": "INR", "₽": "RUB", "руб.": "RUB", "руб": "RUB", "рублей": "RUB", "р.": "RUB",
    "₩": "KRW", "원": "KRW", "₺": "TRY", "TL": "TRY", "₫": "VND", "đ": "VND", "VNĐ": "VND", "₴": "UAH", "грн": "UAH",
    "грн.": "UAH", "₦": "NGN", "฿": "THB", "บาท": "THB", "₪": "ILS", "ש\"ח": "ILS", "ש״ח": "ILS", "NIS": "ILS",
    "₱": "PHP",
    "₡": "CRC", "₸": "KZT", "тг": "KZT", "тенге": "KZT", "₼": "AZN", "₾": "GEL", "֏": "AMD", "৳": "BDT", "Tk": "BDT",
    "₲": "PYG", "₵": "GHS", "GH₵": "GHS", "₭": "LAK", "₮": "MNT", "៛": "KHR", "zł": "PLN", "zl": "PLN", "Kč": "CZK",
    "kč": "CZK", "Ft": "HUF", "лв.": "BGN", "лв": "BGN", "lv": "BGN", "lv.": "BGN", "ден": "MKD", "ден.": "MKD",
    "дин": "RSD", "дин.": "RSD", "din.": "RSD", "Rp": "IDR", "Rp.": "IDR", "RM": "MYR", "SFr.": "CHF", "sFr.": "CHF",
    "S/": "PEN", "S/.": "PEN", "KSh": "KES", "Ksh": "KES", "TSh": "TZS", "USh": "UGX", "د.إ": "AED", "درهم": "AED",
    "Dhs": "AED", "ر.س": "SAR", "ج.م": "EGP", "جنيه": "EGP", "د.ك": "KWD", "تومان": "IRT", "сум": "UZS",
    "so'm": "UZS",
    "usd": "USD", "gbp": "GBP", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "chf": "CHF", "bgn": "BGN",
}  # fmt: skip

#: Signs of several currencies: the country of the page decides, then its language; else the currency stays unknown.
_SHARED: Final[dict[str, dict[str, str]]] = {
    "$": {
        "us": "USD", "au": "AUD", "ca": "CAD", "nz": "NZD", "sg": "SGD", "hk": "HKD", "mx": "MXN", "ar": "ARS",
        "cl": "CLP",
        "co": "COP", "uy": "UYU", "tw": "TWD", "do": "DOP", "en": "USD", "ec": "USD", "pr": "USD", "sv": "USD",
        "": "USD",
    },
    "kr": {"se": "SEK", "no": "NOK", "dk": "DKK", "sv": "SEK", "nb": "NOK", "nn": "NOK", "da": "DKK", "is": "ISK"},
    "¥": {"jp": "JPY", "cn": "CNY", "ja": "JPY", "zh": "CNY"},
    "Rs": {"in": "INR", "pk": "PKR", "lk": "LKR", "np": "NPR", "mu": "MUR", "hi": "INR", "ur": "PKR", "si": "LKR",
    "ne": "NPR"},
    "Fr.": {"ch": "CHF", "de": "CHF", "li": "CHF"},
    "lei": {"ro": "RON", "md": "MDL"},
    "R": {"za": "ZAR"},
    "ريال": {"sa": "SAR", "qa": "QAR", "om": "OMR", "ye": "YER"},
    "ریال": {"ir": "IRR", "fa": "IRR"},
    "Bs": {"bo": "BOB", "ve": "VES"},
    "DH": {"ma": "MAD", "ae": "AED"},
    "FCFA": {}, "CFA": {}, ",-": {}, ",–": {}, ",—": {}, ".-": {}, ".–": {}, ".—": {},
}  # fmt: skip
_SAME: Final = {
    "kr.": "kr", "Kr": "kr", "Kr.": "kr", "Rs.": "Rs", "₨": "Rs", "रु": "Rs",
    "रु.": "Rs", "Lei": "lei", "LEI": "lei", "ر.س.": "ريال",
}  # fmt: skip
#: Languages that are written in several countries: alone they decide no currency.
_UNDECIDED: Final = frozenset({"es", "fr", "pt", "de", "ar"})

_BY_SIGN: Final[dict[str, str]] = {
    **{code: code for code in (_CODES + _WORD_CODES).split()},
    **_OWN,
}
ALL_SIGNS: Final = frozenset({*_BY_SIGN, *_SHARED, *_SAME})
_LETTERS: Final = lazy(r"[^\W\d_]")
_LETTER_RUNS: Final = lazy(r"[^\W\d_]+")
#: Scripts without spaces between words, where a sign may touch a letter.
_UNSPACED: Final = lazy(r"[฀-๿぀-ヿ㐀-鿿가-힣]")
_TOUCHING: Final = sorted((sign for sign in ALL_SIGNS if _UNSPACED.match(sign[0])), key=len, reverse=True)
#: Symbols of currencies, and the same as a piece of a regular expression.
SYMBOLS: Final = frozenset({sign[-1] for sign in ALL_SIGNS if not _LETTERS.search(sign[-1])} - set(".-–—/"))
_ONE_SYMBOL: Final = f"[{re.escape(''.join(sorted(SYMBOLS)))}]"

#: What may be a sign, as a piece of a regular expression: a symbol with up to three letters before it, a sign that may
#: touch other letters, ",-" right behind a number, "S/" before one. Words are looked up by `sign_in`.
SYMBOL: Final = (
    rf"(?:(?<![^\W\d_])[A-Z]{{1,3}} ?)?{_ONE_SYMBOL}|{'|'.join(_TOUCHING)}"
    r"|(?<=[0-9])[,.][-–—](?![0-9])|(?<![^\W\d_])S/\.?(?=\s?[0-9])"
)


#: Characters that are signs, begin one in scripts without spaces, or multiply a number there and touch the next word.
SIGNS: Final = frozenset({*SYMBOLS, *(sign[0] for sign in _TOUCHING), *"万萬億亿千만억천"})
#: The letters that signs of letters begin with: "kr", "so" of "so'm". Others have a symbol, or are "S/".
FIRST_LETTERS: Final = frozenset(
    match[0]
    for sign in ALL_SIGNS
    if SYMBOLS.isdisjoint(sign) and "/" not in sign and (match := _LETTER_RUNS.match(sign))
)


def sign_in(text: str) -> str | None:
    """Return the sign that a piece of text is, without a dot at its end where that is none of it."""
    if text in ALL_SIGNS:
        return text
    plain = text.rstrip(".")
    return plain if plain in ALL_SIGNS else None


def currency_of(sign: str, context: Context) -> str | None:
    """Return the ISO 4217 code that a sign stands for on this page; None where it could be several."""
    if sign in _BY_SIGN:
        return _BY_SIGN[sign]
    choices = _SHARED.get(_SAME.get(sign, sign), {})
    declared = context.declared() if choices else None
    if declared in choices.values():
        return declared
    if context.country:
        return choices.get(context.country) or (choices.get(context.language) if not _several(context) else None)
    if context.language in _UNDECIDED:
        return None
    return choices.get(context.language) or choices.get("" if not context.lang else "-")


def _several(context: Context) -> bool:
    return context.language in _UNDECIDED or context.language == "en"


#: How a currency is declared behind the word: in JSON, microdata, RDFa and scripts.
_DECLARED: Final = lazy(
    r"(?:Code|_code)?\\?[\"']?\s{0,3}(?:[:=]|content=)\s{0,3}(?:content=)?\\?[\"']([A-Z]{3})\\?[\"']"
)
_MOST_LOOKED: Final = 300
#: More bytes than such a declaration has.
_MOST_BEHIND: Final = 200


def declared_currency(markup: bytes) -> str | None:
    """Return the one currency that a page's data for machines names ("priceCurrency": "AUD"); None where not one."""
    found: set[str] = set()
    at = 0
    for _ in range(_MOST_LOOKED):
        at = markup.find(b"urrency", at)
        if at < 0:
            break
        at += len("urrency")
        behind = markup[at : at + _MOST_BEHIND].decode("utf-8", "replace")
        if (match := _DECLARED.match(behind)) and match[1] in _BY_SIGN:
            found.add(match[1])
    return found.pop() if len(found) == 1 else None


def is_word_code(sign: str) -> bool:
    """Whether a code is a word, too: "TRY 3"."""
    return sign in _WORD_CODES.split()
