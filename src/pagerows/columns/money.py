"""Amounts of money: symbols and codes of currencies."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pagerows.columns.numbers import NUMBER

__all__ = ["CURRENCIES", "MONEY", "Money", "currency_code"]


class Money(NamedTuple):
    """An amount and its currency, an ISO 4217 code where the symbol has only one."""

    #: None where the text has several amounts.
    amount: float | int | None
    currency: str | None


#: Signs and words for currencies. A bare $ is the dollar's most common one; kr and £ are left as their main use.
CURRENCIES: Final = {
    "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "HK$": "HKD", "NZ$": "NZD", "S$": "SGD",
    "NT$": "TWD", "R$": "BRL", "MX$": "MXN", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "円": "JPY", "元": "CNY",
    "₹": "INR", "Rs.": "INR", "Rs": "INR", "₽": "RUB", "руб.": "RUB", "руб": "RUB", "₩": "KRW", "원": "KRW",
    "₺": "TRY", "TL": "TRY", "₫": "VND", "đ": "VND", "₴": "UAH", "грн": "UAH", "₦": "NGN", "฿": "THB", "₪": "ILS",
    "₱": "PHP", "₡": "CRC", "₸": "KZT", "₼": "AZN", "₾": "GEL", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "lei": "RON",
    "лв": "BGN", "kr.": "DKK", "kr": "SEK", "Rp": "IDR", "RM": "MYR", "Fr.": "CHF", "CHF": "CHF", "euro": "EUR",
    "Euro": "EUR", "euros": "EUR", "USD": "USD", "EUR": "EUR", "GBP": "GBP", "JPY": "JPY", "CNY": "CNY", "RMB": "CNY",
    "AUD": "AUD", "CAD": "CAD", "NZD": "NZD", "INR": "INR", "BRL": "BRL", "MXN": "MXN", "SEK": "SEK", "NOK": "NOK",
    "DKK": "DKK", "PLN": "PLN", "CZK": "CZK", "HUF": "HUF", "RON": "RON", "BGN": "BGN", "RUB": "RUB", "UAH": "UAH",
    "TRY": "TRY", "ZAR": "ZAR", "SGD": "SGD", "HKD": "HKD", "KRW": "KRW", "THB": "THB", "MYR": "MYR", "IDR": "IDR",
    "PHP": "PHP", "VND": "VND", "ILS": "ILS", "AED": "AED", "SAR": "SAR", "EGP": "EGP", "NGN": "NGN", "KES": "KES",
    "ARS": "ARS", "CLP": "CLP", "COP": "COP", "PEN": "PEN", "TWD": "TWD",
}  # fmt: skip

_SIGN: Final = "|".join(
    re.escape(sign) if not sign[0].isalpha() or not sign[-1].isalpha() else rf"(?<!\w){re.escape(sign)}(?!\w)"
    for sign in sorted(CURRENCIES, key=len, reverse=True)
)
#: One amount: a sign before or behind a number, a minus before either.
MONEY: Final = re.compile(
    rf"(?P<minus>[-−–]\s?)?(?:(?P<before>{_SIGN})\s?(?:(?P<inner>[-−–]))?(?P<a>{NUMBER})|(?P<b>{NUMBER})(?:[.,][-–—])?\s?(?P<behind>{_SIGN}))"
)


def currency_code(sign: str) -> str | None:
    """Return the currency that a sign stands for."""
    return CURRENCIES.get(sign)
