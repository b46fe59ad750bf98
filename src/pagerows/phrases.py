"""What short texts say: words and phrases, in the languages of the web, that tell what a text is for.

One line is one meaning: ``meaning: words``. Words of a phrase are joined by ``_``.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from pagerows._phrases import Firsts
from pagerows.patterns import lazy

__all__ = ["READ", "first_words", "phrases_in"]

_LEXICON: Final = """
was: was rrp msrp list_price reg regular statt uvp originally orig compare_at comp_value before old_price ancien
was: avant antes prezzo_di_listino list regular_price retail vorher instead_of
save: save saves savings off discount rabatt remise sconto descuento ahorra korting zniżka скидка sparen you_save
save: économisez risparmi desconto bespaar 割引 オフ
from: from ab starting_at à_partir_de dès desde da a_partire vanaf od от as_low_as
ago: ago vor il_y_a hace fa atrás geleden temu назад yesterday today hours_ago days_ago gestern heute hier ayer ieri
month: january february march april may june july august september october november december jan feb mar apr jun jul
month: aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember janvier février mars avril juin
month: juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre
month: octubre noviembre diciembre gennaio maggio giugno luglio settembre ottobre dicembre 年 月
free: free gratis kostenlos gratuit gratuito free*
read: read lesezeit lecture lectura lettura leestijd reading
stars: average stars star out_of out_of_5 sterne sternen étoiles sur_5 estrellas stelle sterren von_5 de_5 su_5 von_10
stock: in_stock out_of_stock sold_out low_stock left available unavailable pre-order preorder pre_order backorder
stock: auf_lager ausverkauft lieferbar sofort_lieferbar verfügbar en_stock rupture épuisé disponible agotado
stock: disponibile esaurito disponível esgotado op_voorraad uitverkocht в_наличии na_stanie only available_now
stock: coming_soon ships temporarily
badge: new neu nouveau nouveauté nuevo novedad nuovo novo nieuw nowość ny новинка sale on_sale best_seller
badge: bestseller best-seller exclusive limited featured sponsored promoted popular trending hot top deal clearance
badge: just_in staff_pick editor's_choice award winner eco refurbished used premium verified recommended
badge: limited_time ad special favorite bonus new_arrival new_release last_chance outlet open closed upcoming
badge: certified guarantee
ship: shipping delivery versand lieferung livraison envío spedizione frete bezorging levering dispatch pickup
ship: shipped arrives доставка lieferzeit versandkosten free_shipping ship
color: black white red blue green grey gray silver gold brown beige pink navy yellow orange purple schwarz weiß blau
color: rot grün noir blanc bleu rouge vert negro blanco azul rojo verde nero bianco blu rosso charcoal ivory cream
remote: remote worldwide anywhere hybrid usa uk united_states germany online europe canada
pay: salary per_year a_year per_hour hourly annually gehalt year p.a.
action: read_more learn_more add_to_cart view details see_more buy shop_now quick_view continue more compare
action: add_to_wishlist weiterlesen mehr_erfahren in_den_warenkorb lire_la_suite voir leer_más ver ajouter add reply
action: share save_for_later apply follow subscribe show hide report select choose_options view_details buy_now
action: order sign_in log_in
employment: full-time part-time full_time part_time freelance contract internship vollzeit teilzeit temps_plein
company: inc llc ltd gmbh ag corp co. s.a. s.r.l. b.v. plc company studio studios group university institute
"""
_TOKEN: Final = lazy(r"[^\s,;:!?()\[\]\"“”|/]+")
#: Characters and words of a text that are looked at.
READ: Final = 80
_READ_WORDS: Final = 12
_MOST_WORDS: Final = 3
_NOTHING: Final[frozenset[str]] = frozenset()


@lru_cache(maxsize=4096)
def phrases_in(text: str) -> frozenset[str]:
    """Return what the words of a folded text say.

    >>> sorted(phrases_in("add to cart")), sorted(phrases_in("only 3 left in stock"))
    (['action'], ['stock'])
    """
    known, firsts = _phrases()
    if not first_words().may_be_in(text):
        return _NOTHING
    words = [word.rstrip(".") for word in _TOKEN.findall(text[:READ])[:_READ_WORDS]]
    if firsts.isdisjoint(words):
        return _NOTHING
    found: set[str] = set()
    for at, word in enumerate(words):
        if word in firsts:
            for size in range(1, _MOST_WORDS + 1):
                found.update(known.get(" ".join(words[at : at + size]), ()))
    return frozenset(found)


@cache
def first_words() -> Firsts:
    """Return the words that phrases begin with."""
    return Firsts(_phrases()[1])


@cache
def _phrases() -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """The phrases with what they say, and the words that they begin with."""
    found: dict[str, tuple[str, ...]] = {}
    for line in _LEXICON.strip().splitlines():
        name, _, words = line.partition(": ")
        for word in words.split():
            phrase = word.replace("_", " ")
            found[phrase] = (*found.get(phrase, ()), name)
    return found, frozenset(phrase.partition(" ")[0] for phrase in found)
