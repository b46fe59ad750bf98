"""The words that people call fields by, in the languages of the web: word -> role and name.

One line is one field: ``role/name: words``. Words of a phrase are joined by ``_``. A word with ``?`` before it is weak:
any other field word beside it wins ("author-name" is an author). A word with ``-`` before it counts in labels and
headers only: in class names it is talk about looks ("size-lg").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from pagerows._fold import plain
from pagerows.patterns import lazy

__all__ = ["Field", "field_of", "fields_of", "key_field", "plain", "said_by", "split_words", "synonyms"]


class Field(NamedTuple):
    """What a word says of a column."""

    role: str
    name: str
    weak: bool = False
    label_only: bool = False


_FIELDS: Final = """
title/title: title titles headline heading hed titel titre título titulo titolo tytuł заголовок заглавие タイトル 标题
title/title: 標題 제목 başlık
title/title: subject betreff oggetto asunto product_name product_title item_name item_title job_title post_title
title/title: card_title
title/title: entry_title event_name event_title article_title story_title book_title recipe_title film_title
title/title: movie_title
title/name: ?name ?names ?nom ?nombre ?nome ?naam ?namn ?nazwa ?название ?имя ?名称 ?名前 ?品名 ?이름 ?isim full_name
title/title: -item -product -article -produkt -produit -producto -prodotto -artikel -titolo -bezeichnung
title/title: -libellé -event
url/url: url permalink website webseite homepage site_web sitio_web
description/description: description desc summary excerpt abstract teaser intro snippet dek blurb synopsis
description/description: standfirst overview
description/description: beschreibung descripción descripcion descrizione descrição descricao omschrijving opis
description/description: описание 説明
description/description: 描述 설명 zusammenfassung résumé sammendrag body_text lead_text introduction ?details -text
description/description: -lead açıklama
description/subtitle: subtitle subheading subheadline subhead tagline strapline untertitel sous_titre subtítulo
description/subtitle: sottotitolo
price/price: price prices preis preise prix precio precios preço preco prezzo prijs pris cena цена
price/price: 価格 价格 價格 가격 fiyat
price/price: ?amount cost fare betrag kosten coût costo sale_price current_price price_now now_price final_price
price/price: special_price
price/price: offer_price price_sale price_current selling_price price_new new_price angebotspreis sonderpreis
price/price: sales_price
old_price/old_price: old_price was_price regular_price list_price original_price msrp rrp uvp price_was
old_price/old_price: price_old compare_at
old_price/old_price: compare_price strike strikethrough crossed previous_price price_before before_price
old_price/old_price: normalpreis striked
old_price/old_price: streichpreis ancien_prix prix_barré prix_barre precio_anterior prezzo_listino line_through
old_price/old_price: price_regular
old_price/old_price: crossed_out price_compare price_original price_list base_price retail_price comp_value
old_price/old_price: price_previous
discount/discount: discount savings saving save you_save percent_off rabatt remise réduction descuento sconto
discount/discount: desconto korting
discount/discount: zniżka скидка 割引 折扣 할인 ersparnis sale_percentage percentage_off price_off markdown indirim
discount/discount: discount_percent
rating/rating: rating stars ?star ?score bewertung calificación valutazione avaliação beoordeling ocena betyg
rating/rating: рейтинг 評価
rating/rating: 评分 평점 rating_value star_rating review_score rating_score average_rating puan
reviews/reviews: reviews review review_count reviews_count rating_count ratings_count num_ratings ratings
reviews/reviews: bewertungen avis
reviews/reviews: reseñas opiniones recensioni avaliações recensies opinie отзывы レビュー 评价 리뷰 number_of_reviews
reviews/reviews: total_reviews
date/date: date ?datetime dates published pubdate posted updated created timestamp datum fecha -data 日付 日期 дата
date/date: 날짜 tarih
date/date: publish_date post_date posted_on published_at date_published posted_date dato pub_date published_date
date/date: date_posted
date/release_date: release_date released erscheinungsdatum date_de_sortie fecha_de_lanzamiento release
date/release_date: publication_date
date/deadline: deadline closing_date due_date expires expiry frist
date/year: -year -година jahr année año anno ano год rok
time/time: ?time ?uhrzeit hora heure orario opening_hours hours öffnungszeiten start_time
author/author: author authors by byline writer contributor creator autor auteur autore autrice författare автор
author/author: 著者 作者 저자
author/author: ?user username ?profile posted_by submitter uploader reporter nickname screen_name artist autoren
author/author: columnist
author/seller: seller verkäufer vendeur vendedor venditore продавец shop_name store_name
author/instructor: instructor teacher lecturer speaker
category/category: category categories section topic genre department kicker eyebrow kategorie kategorien
category/category: catégorie categoría
category/category: categoria categorie kategoria kategori категория カテゴリー 分类 類別 rubrique rubrik channel
category/category: product_category cat
category/category: primary_category primary_tag tag_name breadcrumb overline topline
category/type: -type product_type job_type content_type event_type employment_type -art -typ -tipo -soort typ format
category/level: level difficulty niveau schwierigkeit nivel livello seniority
tags/tags: tags ?tag keywords ?labels topics hashtags stichworte schlagworte schlagwörter étiquettes etiquetas
tags/tags: tag_list taglist
tags/skills: skills technologies fähigkeiten compétences habilidades
tags/features: features highlights key_features ausstattung caractéristiques características specs
tags/features: specifications amenities
tags/colors: -color colors -colour colours swatch swatches farbe farben couleur couleurs colores colori kleur
tags/colors: kleuren kolor цвет
tags/sizes: sizes größen tailles tallas taglie maten
location/location: location locations place city ?address venue standort adresse lieu ville ubicación lugar
location/location: ciudad luogo
location/location: città localidade cidade locatie plaats miejsce место адрес 住所 地点 neighborhood neighbourhood
location/location: locality ?geo
location/location: -ort -stadt -state -region -country -area -land -pays -país -paese headquarters town suburb
location/location: district
brand/brand: brand brands manufacturer maker marque marca merk marke hersteller fabricant producent märke бренд
brand/brand: ブランド 品牌
brand/brand: vendor designer brand_name manufacturer_name fabrikant 브랜드 marka
id/sku: sku product_code item_number part_number artikelnummer article_number référence -réf référencia
id/sku: referencia item_no
id/sku: catalog_number bestellnummer mpn ean upc gtin asin mfr_number art_nr product_id item_code
id/id: -id identifier -nr -no -number -numéro -número case_number docket_number file_number kennung -code -ref
id/mfr: -mfr
id/model: -model model_number model_no modell modèle modelo modello
id/isbn: isbn doi arxiv issn
status/badge: badge badges flag flags ribbon sticker tag_label ?label product_label product_flag pill
status/badge: product_badge promo_label
status/availability: availability stock in_stock stock_status verfügbarkeit lagerbestand disponibilité
status/availability: disponibilidad
status/availability: disponibilità disponibilidade beschikbaarheid dostępność наличие 在庫 库存 재고 sold_out soldout
status/availability: inventory
status/availability: out_of_stock verfügbar lieferbarkeit
status/status: status -state stato estado statut состояние 状态 状態
status/condition: condition zustand état_du_produit condición condizione
count/comments: comments comment comment_count comments_count replies responses kommentare kommentar
count/comments: commentaires comentarios
count/comments: commenti reacties комментарии コメント 评论 댓글 answers antworten réponses respuestas num_comments
count/comments: reply_count
count/views: views view_count visits plays aufrufe vues vistas visualizzazioni просмотры 阅读 閲覧 조회 views_count
count/views: impressions
count/likes: likes like_count upvotes reactions hearts favorites favourites claps upvote
count/votes: votes points vote_count stimmen votos punkte
count/downloads: downloads download_count installs
count/followers: followers subscribers members follower_count abonnenten abonnés seguidores mitglieder membres
count/bids: bids gebote
count/offers: offers_count offer_count
count/citations: citations cited_by позовавания citation_count
count/sold: sold verkauft vendus vendidos
count/beds: beds bedrooms schlafzimmer chambres dormitorios camere quartos rooms zimmer pièces habitaciones
count/baths: baths bathrooms badezimmer salles_de_bain baños bagni
count/quantity: quantity qty anzahl menge quantité cantidad quantità quantidade aantal количество 数量 수량 -count
count/quantity: -items -total
duration/length: length länge longueur longitud lunghezza
duration/duration: duration runtime dauer durée duración durata duração duur длительность 時間 时长 laufzeit run_time
duration/reading_time: read_time reading_time time_to_read lesezeit temps_de_lecture tiempo_de_lectura min_read
duration/reading_time: minutes_read
phone/phone: phone ?tel telephone telefon téléphone teléfono telefono telefone telefoonnummer телефон 電話 电话 전화
phone/phone: phone_number
rank/rank: rank ranking -position -pos rang rango ranglijst место_в_рейтинге 順位 排名 순위 -place -#
size/size: -size dimensions dimensión -weight -capacity -größe -taille -tamaño -talla -misura -afmeting -rozmiar
size/size: sqft square_feet
size/size: -gewicht -poids -peso -размер floor_area wohnfläche surface_area living_area file_size screen_size
salary/salary: salary ?pay wage compensation gehalt lohn salaire salario salário sueldo stipendio
salary/salary: зарплата 給与 薪资 급여
company/company: company company_name employer organisation organization unternehmen firma -firm arbeitgeber
company/company: entreprise
company/company: empresa azienda bedrijf компания 会社 公司 회사 hiring_organization organisatie
company/publisher: publisher published_by verlag éditeur editorial editore uitgever wydawnictwo издательство 出版社
company/publisher: imprint
company/source: ?source source_name quelle fuente fonte bron outlet publication provider provided_by
company/source: listing_provided_by
company/developer: developed_by developer developers entwickler développeur
company/sponsor: sponsor sponsored_by
other/shipping: shipping delivery versand lieferung lieferzeit livraison envío envio spedizione bezorging
other/shipping: levering доставка 送料
other/shipping: 配送 배송 shipping_cost delivery_time frete entrega dispatch versandkosten
other/material: material materials matière materiale materiaal материал
other/email: email e_mail mail courriel correo
other/venue: journal conference_name magazine zeitschrift revue revista rivista
other/caption: caption figcaption bildunterschrift légende leyenda
other/promotion: promo promotion promotions ?offer ?offers angebot coupon ?deal
other/unit_price: unit_price price_per_unit grundpreis prix_au_kilo price_unit per_unit base_unit_price
other/financing: financing installment installments monthly_payment ratenzahlung
other/language: language languages sprache langue idioma lingua taal
"""
_SPLIT: Final = lazy(r"[\W_\d]+|(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
_CJK: Final = lazy(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
#: Shortest field word that is looked for at the ends of a word that is none itself ("itemtitle", "pricebox").
_SHORTEST_PART: Final = 5
_LONGEST_PART: Final = 16
#: Most letters around it.
_MOST_AROUND: Final = 9


@lru_cache(maxsize=8192)
def split_words(token: str) -> tuple[str, ...]:
    """Return the words of a class name, attribute or label, in small letters.

    >>> split_words("product-card__priceOld_2"), split_words("Unit price (€)")
    (('product', 'card', 'price', 'old'), ('unit', 'price'))
    """
    return tuple(plain(word) for word in _SPLIT.split(token) if word)


@cache
def _table() -> dict[tuple[str, ...], Field]:
    found: dict[tuple[str, ...], Field] = {}
    for line in _FIELDS.strip().splitlines():
        head, _, words = line.partition(": ")
        role, _, name = head.partition("/")
        for word in words.split():
            own = word.lstrip("?-")
            found.setdefault(tuple(plain(own).split("_")), Field(role, name, word[0] == "?", word[0] == "-"))
    return found


@cache
def _long_words() -> dict[str, Field]:
    single = ((key[0], field) for key, field in _table().items() if len(key) == 1)
    return {
        word: field for word, field in single if len(word) >= _SHORTEST_PART and not field.weak and not field.label_only
    }


@cache
def synonyms() -> dict[str, Field]:
    """Return all words and phrases (joined by ``_``) with their fields."""
    return {"_".join(key): field for key, field in _table().items()}


@lru_cache(maxsize=8192)
def fields_of(words: tuple[str, ...], label: bool = False) -> tuple[Field, ...]:
    """Return the fields that words name, in order; phrases before their parts.

    >>> [field.name for field in fields_of(("product", "review", "count", "price"))]
    ['reviews', 'price']
    """
    return tuple(_fields(words, label))


def _fields(words: tuple[str, ...], label: bool) -> Iterator[Field]:
    table, at = _table(), 0
    while at < len(words):
        for size in (3, 2, 1):
            found = table.get(words[at : at + size]) if at + size <= len(words) else None
            if found is None and size == 1:
                found = _variant(words[at], label)
            if found is not None and (label or not found.label_only):
                yield found
                at += size
                break
        else:
            at += 1


@lru_cache(maxsize=8192)
def _variant(word: str, label: bool) -> Field | None:
    """The field of a word in its plural, of one with a field word glued to it, or of one in a script without spaces."""
    table = _table()
    if word.endswith("s") and (found := table.get((word[:-1],))):
        return found
    if label and _CJK.search(word):
        return next((field for (key, *more), field in table.items() if not more and key in word and len(key) > 1), None)
    known = _long_words()
    sizes = range(min(len(word) - 1, _LONGEST_PART), max(_SHORTEST_PART, len(word) - _MOST_AROUND) - 1, -1)
    parts = (part for size in sizes for part in (word[-size:], word[:size]))
    return next((known[part] for part in parts if part in known), None)


def field_of(fields: Sequence[Field]) -> Field | None:
    """Return the field that counts among several: the last one, weak words aside where there are others.

    >>> field_of(fields_of(("author", "name"))).name, field_of(fields_of(("sale", "price", "title"))).name
    ('author', 'title')
    """
    strong = [field for field in fields if not field.weak]
    return (strong or fields)[-1] if fields else None


def said_by(text: str, label: bool = False) -> Field | None:
    """Return the field that a class name, an attribute or (with `label`) a label names."""
    return field_of(fields_of(split_words(text), label))


def key_field(key: str) -> Field | None:
    """Return the field that a key of data names: by its last step, with the one before where that says little.

    >>> key_field("offers.price").name, key_field("author.name").name, key_field("aggregateRating.value").name
    ('price', 'author', 'rating')
    """
    *before, last = key.rsplit(".", 2)
    own = said_by(last)
    if before and (own is None or own.weak):
        return said_by(f"{before[-1]} {last}") or own
    return own
