"""Texts that say yes or no (in stock, sold out), and addresses of people: e-mail and telephone."""

from __future__ import annotations

import re
from typing import Final

from pagerows.patterns import lazy

__all__ = ["FLAGS", "read_email", "read_flag", "read_phone"]

_YES: Final = """
in stock|available|available now|in store|on stock|yes|true|✓|✔|✅|auf lager|verfügbar|lieferbar|sofort lieferbar
ja|vorrätig
en stock|disponible|disponibles|oui|vrai|hay stock|sí|si|disponibile|in magazzino|disponível|em estoque|em stock
sim|op voorraad
leverbaar|i lager|på lager|varastossa|saatavilla|kyllä|w magazynie|dostępny|dostępne|tak|skladem|na sklade|skladom
ano|áno
raktáron|igen|în stoc|in stoc|da|в наличност|наличен|в наличии|есть в наличии|да|в наявності|є в наявності|так
na zalihi|na stanju
na zalogi|σε απόθεμα|διαθέσιμο|ναι|stokta|stokta var|mevcut|evet|متوفر|متاح|نعم|موجود|זמין|במלאי|כן|उपलब्ध|हाँ
在庫あり|はい|有货|有現貨|現貨|是
재고 있음|예|còn hàng|có|tersedia|ya|มีสินค้า|yra|ir noliktavā|laos
"""
_NO: Final = """
out of stock|sold out|unavailable|not available|currently unavailable|no|false|✗|✘|❌|nicht auf lager|ausverkauft
nicht verfügbar
vergriffen|nein|nicht lieferbar|épuisé|rupture de stock|en rupture de stock|indisponible|non|faux|agotado|sin stock
no disponible
esaurito|non disponibile|esgotado|indisponível|sem estoque|não|uitverkocht|niet op voorraad|nee|slutsåld
slut i lager|ej i lager|nej
utsolgt|ikke på lager|udsolgt|loppu|loppuunmyyty|ei saatavilla|ei|wyprzedane|niedostępny|brak w magazynie|nie
vyprodáno|není skladem
vypredané|nie je na sklade|ne|elfogyott|nincs raktáron|nem|stoc epuizat|indisponibil|nu|изчерпан|няма в наличност
не е наличен|не
нет в наличии|продано|нет|немає в наявності|ні|rasprodano|nema na zalihi|razprodano|ni na zalogi|εξαντλημένο
μη διαθέσιμο|όχι|tükendi
stokta yok|hayır|غير متوفر|نفد|لا|ناموجود|אזל|אזל מהמלאי|לא|अनुपलब्ध|नहीं|在庫なし|売り切れ|品切れ|いいえ|缺货|售罄
无货|否|품절|아니요|hết hàng|không|habis
tidak|stok habis|สินค้าหมด|išparduota|nav noliktavā|otsas
"""
FLAGS: Final = {
    word: value
    for words, value in ((_YES, True), (_NO, False))
    for line in words.strip().split("\n")
    for word in line.split("|")
}
_EMAIL: Final = lazy(r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_PHONE: Final = lazy(
    r"(?:tel\.?:?\s?|phone:?\s?|☎\s?)?(?P<plus>\+|00)?(?P<n>[0-9][0-9 ()./-]{5,22}[0-9])", re.IGNORECASE
)
_GROUPS: Final = lazy(r"[0-9]+")


def read_flag(text: str) -> bool | None:
    """Read yes or no, or whether a thing can be had.

    >>> read_flag("In stock"), read_flag("Ausverkauft!"), read_flag("Blue")
    (True, False, None)
    """
    return FLAGS.get(text.casefold().strip(" .!*()")) if len(text) <= 32 and text else None


def read_email(text: str) -> str | None:
    """Read an e-mail address."""
    plain = text.removeprefix("mailto:")
    return plain if "@" in plain and _EMAIL.fullmatch(plain) else None


def read_phone(text: str) -> str | None:
    """Read a telephone number: with its country's code as +15551234567, else its digits as they stand.

    >>> read_phone("+1 (555) 123-4567"), read_phone("030 1234567"), read_phone("1 299")
    ('+15551234567', '0301234567', None)
    """
    match = _PHONE.fullmatch(text)
    if match is None:
        return None
    digits = "".join(_GROUPS.findall(match["n"]))
    if not 8 <= len(digits) <= 15:
        return None
    if match["plus"]:
        # The zero in "+49 (0)30" is for calls from inside the country.
        return "+" + "".join(_GROUPS.findall(match["n"].replace("(0)", "")))
    return digits if digits.startswith("0") or "(" in text else None
