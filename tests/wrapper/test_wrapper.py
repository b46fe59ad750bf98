"""Wrappers: learned once, the same columns on every page, and a word where the site has changed."""

import json

import pytest

import pagerows
from pagerows.wrapper.drift import BOUND, worst

GOODS = [("Tent", "249.00", "In stock"), ("Stove", "58.50", "Sold out"), ("Lamp", "44.95", "In stock")]
GOODS += [(f"Thing {n}", f"{n}7.00", "In stock") for n in range(3, 12)]


def shop(goods=GOODS, *, card="card", title="h3", price="price", stock=True, menu=True, badge=None):
    """A page of a shop; its parts can be called otherwise, moved or left out."""
    items = "".join(
        f"<li class='{card}'><a class=pic href='/p/{name}'><img src='/i/{name}.jpg' alt=''></a>"
        f"<{title} class=name><a href='/p/{name}'>{name}</a></{title}>"
        + (f"<b class=badge>{badge}</b>" if badge and not n % 2 else "")
        + f"<p class={price}>€ {cost}</p>"
        + (f"<p class=stock>{state}</p>" if stock else "")
        + "</li>"
        for n, (name, cost, state) in enumerate(goods)
    )
    links = "".join(f"<li><a href='/{n}'>Menu {n}</a></li>" for n in range(6)) if menu else ""
    return (
        f"<title>Shop</title><nav><ul>{links}</ul></nav><main><ul class=goods>{items}</ul></main><footer>Bye</footer>"
    )


OTHERS = [(f"Other {n}", f"{n}1.00", "Sold out" if n % 3 else "In stock") for n in range(1, 20)]


@pytest.fixture
def wrapper():
    return pagerows.learn(shop())


def column(found, name):
    return next(column for column in found.table.all_columns if column.name == name)


def named(wrapper, text):
    """The name of the column that holds a text on the page that was learned."""
    found = wrapper.apply(shop())
    return next(column.name for column in found.table.all_columns if text in column.texts)


# -- the same table on every page ----------------------------------------------------------------------------------


def test_another_page_gives_the_same_columns_in_the_same_order(wrapper):
    one, other = wrapper.apply(shop()), wrapper.apply(shop(OTHERS))
    assert other.table.names == one.table.names
    assert column(other, named(wrapper, "Tent")).texts == [name for name, *_ in OTHERS]
    assert [v.amount for v in column(other, named(wrapper, "€ 249.00")).values] == [
        float(cost) for _, cost, _ in OTHERS
    ]
    assert (one.drift, other.drift, other.method) == ((), (), "wrapper")


def test_a_column_that_a_page_lacks_is_there_and_empty():
    wrapper = pagerows.learn([shop(badge="New"), shop(OTHERS)])
    found = wrapper.apply(shop(OTHERS))
    assert found.table.names == wrapper.apply(shop(badge="New")).table.names
    assert not any("New" in (text or "") for c in found.table.all_columns for text in c.texts)


def test_fields_of_one_page_only_are_kept_and_the_same_fact_has_one_column():
    wrapper = pagerows.learn([shop(), shop(OTHERS, badge="New", title="h4")])
    found = wrapper.apply(shop(OTHERS, badge="New", title="h4"))
    assert len([c for c in found.table.all_columns if c.texts[1:2] == ["Other 2"]]) == 1
    assert any("New" in column.texts for column in found.table.all_columns)


def test_pages_may_be_given_in_any_form(tmp_path):
    (tmp_path / "page.html").write_text(shop(), "utf-8")
    forms = [shop(), shop().encode(), tmp_path / "page.html", pagerows.parse(shop()), pagerows.extract(shop())]
    assert len({pagerows.learn(form).css for form in forms}) == 1
    assert pagerows.learn(iter(forms)).names == pagerows.learn(forms[0]).names


def test_the_list_that_pages_share_is_learned_even_where_one_page_shows_another_first():
    few = shop(OTHERS[:2])
    wrapper = pagerows.learn([shop(), few, shop(OTHERS)])
    assert [len(wrapper.apply(page).table) for page in (shop(), few, shop(OTHERS))] == [12, 2, 19]


def test_records_that_are_several_siblings_are_found_again():
    def flat(names):
        return "<main>" + "".join(f"<h3>{n}</h3><p>About {n}.</p><p>{len(n)} words</p>" for n in names) + "</main>"

    names = [f"Chapter of {word}" for word in ["oak", "ash", "elm", "yew", "fir", "bay", "fig", "nut"]]
    wrapper = pagerows.learn(flat(names))
    found = wrapper.apply(flat([name.upper() for name in names[:5]]))
    assert [row[0] for row in found.table.rows] == [name.upper() for name in names[:5]]
    assert "About CHAPTER OF FIR." in found.table.rows[-1]


def test_a_note_between_the_records_is_no_record():
    offer = "<li class='card'><div>Sign in and save!</div><form><button>Sign in now</button></form></li>"
    page = shop(OTHERS).replace(
        "<li class='card'><a class=pic href='/p/Other 5'>", offer + "<li class='card'><a class=pic href='/p/Other 5'>"
    )
    assert len(pagerows.learn(shop()).apply(page).table) == len(OTHERS)


def test_another_list_of_the_same_cards_elsewhere_on_a_page_is_not_taken_along(wrapper):
    beside = "".join(f"<li class='card'><h3 class=name><a href='/x/{n}'>Seen {n}</a></h3></li>" for n in range(9))
    page = shop(OTHERS).replace("<footer>", f"<aside><ul class=seen>{beside}</ul></aside><footer>")
    assert len(wrapper.apply(page).table) == len(OTHERS)


def test_a_list_whose_frame_has_another_class_is_found_all_the_same(wrapper):
    found = wrapper.apply(shop(OTHERS).replace("class=goods", "class=wares"))
    assert len(found.table) == len(OTHERS)
    assert found.drift == ()


def test_every_page_that_is_learned_from_is_read_even_where_it_is_built_otherwise():
    rows = "".join(f"<tr class=line><td>{n} km</td><td>Way {n}</td><td>{n} hours up</td></tr>" for n in range(2, 14))
    table = f"<main><table class=ways><tbody>{rows}</tbody></table></main>"
    wrapper = pagerows.learn([shop(), shop(OTHERS), table])
    assert [len(wrapper.apply(page).table) for page in (shop(), shop(OTHERS), table)] == [12, 19, 12]


# -- what a person knows better -------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", [{"near": "menu 3"}, {"examples": ["Menu 1", "Menu 5"]}])
def test_a_text_or_values_choose_the_list(choice):
    found = pagerows.learn(shop(), **choice).apply(shop())
    assert found.table.rows[0][0] == "Menu 0"
    assert len(found.table) == 6


def test_a_number_chooses_the_list():
    regions = pagerows.extract(shop()).regions
    number = next(n for n, region in enumerate(regions, 1) if "Menu 0" in region.records[0].text)
    assert len(pagerows.learn(shop(), region=number).apply(shop()).table) == 6


@pytest.mark.parametrize(
    ("page", "choice", "message"),
    [
        ("<p>Nothing repeats here.</p>", {}, "no list was found on the page"),
        (shop(), {"near": "Zeppelin"}, "no list holds 'Zeppelin'"),
        (shop(), {"region": 99}, "region 99: the page has"),
        ([], {}, "at least one page"),
    ],
)
def test_what_cannot_be_learned_is_told(page, choice, message):
    with pytest.raises(pagerows.WrapperError, match=message):
        pagerows.learn(page, **choice)


# -- files ----------------------------------------------------------------------------------------------------------


def test_a_saved_wrapper_reads_the_same_table(wrapper, tmp_path):
    wrapper.save(tmp_path / "site.json")
    loaded = pagerows.Wrapper.load(tmp_path / "site.json")
    assert loaded.apply(shop(OTHERS)).table.rows == wrapper.apply(shop(OTHERS)).table.rows
    assert loaded.names == wrapper.names
    loaded.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "site.json").read_bytes()


def test_columns_can_be_renamed_dropped_and_reordered(wrapper):
    price, title = named(wrapper, "€ 249.00"), named(wrapper, "Tent")
    edited = wrapper.rename(price, "cost").drop(named(wrapper, "Sold out"))
    plain = edited.plain()
    plain["columns"].reverse()
    found = pagerows.Wrapper.read(plain).apply(shop(OTHERS))
    assert found.table.names[:2] == ["cost", title]
    assert column(found, "cost").texts[0] == "€ 11.00"
    for old, new in (("nothing", "x"), (price, title), (price, " ")):
        with pytest.raises(pagerows.WrapperError):
            wrapper.rename(old, new)
    with pytest.raises(pagerows.WrapperError, match="no column 'x'; there are: "):
        wrapper.drop("x")


def broken(wrapper, **changes):
    return wrapper.plain() | changes


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pagerows_wrapper": 99}, "format 99; this pagerows reads 1"),
        ({"records": []}, "records: must be an object"),
        ({"records": {"selectors": [[]]}}, r"records.selectors\[0\]: give a list of steps"),
        ({"records": {"selectors": [[{"tag": 5}]]}}, r"records.selectors\[0\]\[0\]: tag must be"),
        ({"records": {"selectors": [[{"tag": "li", "from": 0}]]}}, "from must be a position"),
        ({"records": {"selectors": [[{"tag": "li", "klass": []}]]}}, "a step has tag, classes"),
        ({"records": {"selectors": [], "flat": "yes"}}, "records.flat: must be true or false"),
        ({"columns": {}}, "columns: must be a list"),
        ({"columns": [{}]}, r"columns\[0\].name: must be a text"),
        ({"columns": [{"name": "a"}, {"name": "a"}]}, "two have the same name"),
        ({"columns": [{"name": "a", "kind": "sound"}]}, "kind: 'sound' is not one of"),
        ({"columns": [{"name": "a", "colour": 1}]}, "unknown 'colour'"),
        ({"columns": [{"name": "a", "evidence": {"fill": "much"}}]}, "evidence.fill: must be a number"),
        ({"columns": [{"name": "a", "evidence": {"places": [1]}}]}, "evidence.places: must be a list of texts"),
        ({"records": {"selectors": [], "kept": 2}}, "records.kept: must be a number from 0 to 1"),
        ({"records": {"selectors": [], "spare": [[{"tag": ""}]]}}, r"records.spare\[0\]\[0\]: tag must be"),
        ({"version": -1}, "version: must be a whole number"),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else "",
)
def test_a_file_that_was_edited_badly_is_an_error_that_names_the_place(wrapper, change, message, tmp_path):
    file = tmp_path / "site.json"
    file.write_text(json.dumps(broken(wrapper, **change)))
    with pytest.raises(pagerows.WrapperError, match=message) as error:
        pagerows.Wrapper.load(file)
    assert str(file) in str(error.value)


@pytest.mark.parametrize("text", ["", "no json", "[" * 100_000, "5", "{}", '{"a": NaN}'])
def test_a_file_that_is_no_wrapper_is_an_error(text, tmp_path):
    (tmp_path / "site.json").write_text(text)
    with pytest.raises(pagerows.WrapperError):
        pagerows.Wrapper.load(tmp_path / "site.json")
    with pytest.raises(pagerows.WrapperError, match="cannot read"):
        pagerows.Wrapper.load(tmp_path / "none.json")


# -- drift and healing ----------------------------------------------------------------------------------------------


def test_a_page_of_another_kind_is_drift_and_no_rows(wrapper):
    article = (
        "<main><h1>News</h1>" + "<p>A long paragraph about the news of the day, and nothing else.</p>" * 9 + "</main>"
    )
    for page in (article, "<h1>404</h1><p>Not found</p>", "", shop([])):
        found = wrapper.apply(page)
        assert (len(found.table), found.best) == (0, None)
        assert found.drift[0].kind == "records gone"
        assert worst(found.drift) >= BOUND


@pytest.mark.parametrize(
    ("page", "kind", "text"),
    [
        (shop(OTHERS, stock=False), "column gone", "Sold out"),
        (shop([(name, "ask us", state) for name, _, state in OTHERS]), "type changed", "€ 249.00"),
        (shop([(f"{n}0{n}5", cost, state) for n, (_, cost, state) in enumerate(OTHERS, 21)]), "type changed", "Tent"),
    ],
    ids=["gone", "words for numbers", "numbers for words"],
)
def test_a_column_that_changed_is_reported_by_name(wrapper, page, kind, text):
    found = wrapper.apply(page)
    assert (kind, named(wrapper, text)) in [(change.kind, change.column) for change in found.drift]
    assert worst(found.drift) >= BOUND
    assert len(found.table) == 19


def test_what_one_page_says_of_a_field_that_some_records_have_is_no_alarm():
    wrapper = pagerows.learn(shop(badge="New"))
    assert worst(wrapper.apply(shop(OTHERS)).drift) < BOUND


def test_a_new_column_is_reported_and_stands_behind_the_known_ones(wrapper):
    page = (
        shop(OTHERS)
        .replace("</li></ul></main>", "</li></ul></main>")
        .replace("<p class=stock>", "<p class=sold>sold by many</p><p class=stock>")
    )
    numbered = (
        "".join(
            part + (f"<p class=seller>Seller {n} of town</p></li>" if "class='card'" in part else "</li>")
            for n, part in enumerate(page.split("</li>")[:-1])
        )
        + page.split("</li>")[-1]
    )
    found = wrapper.apply(numbered)
    assert "new column" in [change.kind for change in found.drift]
    names = wrapper.apply(shop()).table.names
    assert found.table.names[: len(names)] == names
    assert "Seller 7 of town" in found.table.rows[0] + found.table.rows[1]
    assert worst(found.drift) < BOUND
    assert wrapper.apply(numbered, new_columns=False).table.names == names


@pytest.mark.parametrize(
    "page",
    [
        shop(OTHERS, card="box"),
        shop(OTHERS, card="box", price="amount", title="h4"),
        shop(OTHERS).replace("<li class='card'>", "<li class='x'><div>").replace("</li>", "</div></li>"),
    ],
    ids=["other class", "other classes and tags", "wrapped"],
)
def test_a_list_that_was_built_anew_is_found_again_with_the_old_names(wrapper, page):
    healed = wrapper.heal(page)
    found = healed.apply(page)
    assert (healed.version, healed.names) == (2, wrapper.names)
    assert column(found, named(wrapper, "Tent")).texts == [name for name, *_ in OTHERS]
    assert column(found, named(wrapper, "€ 249.00")).texts[0] == "€ 11.00"


def test_a_page_without_the_list_cannot_be_healed(wrapper):
    with pytest.raises(pagerows.WrapperError, match="not on this page"):
        wrapper.heal("<ul>" + "".join(f"<li>{n}</li>" for n in range(9)) + "</ul>")


def test_hostile_pages_are_drift_not_errors(wrapper):
    for page in ("<li class=card>" * 5000, "<ul class=goods>" + "<li class=card>x</li>" * 3000):
        assert worst(wrapper.apply(page).drift) >= BOUND


def test_data_that_a_page_carries_is_no_list_to_be_selected(wrapper):
    items = [{"@type": "Product", "name": name, "price": cost} for name, cost, _ in OTHERS]
    data = json.dumps({"@type": "ItemList", "itemListElement": items})
    page = f"<script type='application/ld+json'>{data}</script><p>Nothing to be seen.</p>"
    with pytest.raises(pagerows.WrapperError):
        pagerows.learn(page, method="embedded")
    with pytest.raises(pagerows.WrapperError):
        pagerows.learn(page, method="embedded", region=1)
    with pytest.raises(pagerows.WrapperError):
        wrapper.heal(page)
