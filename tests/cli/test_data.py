"""`pagerows data`."""

import json


def test_the_data_of_a_page_are_printed_as_json(pagerows, tmp_path):
    (tmp_path / "page.html").write_text(
        '<script type="application/ld+json">{"@type": "ItemList", "n": 1}</script><script>window.s = {a: [1]}; '
        "window.t = {a: f()}</script>"
    )
    done = pagerows("data", "page.html")
    assert done.returncode == 0
    assert json.loads(done.stdout) == [
        {"kind": "json-ld", "name": "", "value": {"@type": "ItemList", "n": 1}},
        {"kind": "state", "name": "s", "value": {"a": [1]}},
    ]
    assert done.stderr == "pagerows: 1 pieces could not be read\n"
    assert len(json.loads(pagerows("data", "page.html", "--kind", "state").stdout)) == 1


def test_a_page_that_is_not_there_is_one_line(pagerows):
    done = pagerows("data", "gone.html")
    assert (done.returncode, done.stderr) == (1, "pagerows: gone.html: no such file\n")


GOODS = [
    {"name": f"Kettle number {n} in blue", "url": f"/k/kettle-{n}", "price": 10 + n, "sku": f"K{n}"} for n in range(9)
]
SHOWN = "".join(f"<li><a href={g['url']}>{g['name']}</a><b>{g['price']}.00 €</b></li>" for g in GOODS)
SHOP = f'<ul>{SHOWN}</ul><script type="application/json">{json.dumps(GOODS)}</script>'


def test_fields_that_only_the_data_have_are_written_on_request(pagerows, tmp_path):
    (tmp_path / "shop.html").write_text(SHOP, "utf-8")
    assert "sku" not in pagerows("extract", "shop.html").stdout.partition("\n")[0]
    done = pagerows("extract", "shop.html", "--embedded")
    head, first, *_ = done.stdout.splitlines()
    assert dict(zip(head.split(","), first.split(","), strict=True))["sku"] == "K0"
    page = json.loads(pagerows("extract", "shop.html", "--embedded", "--format", "json").stdout)["pages"][0]
    columns = {column["name"]: column for column in page["regions"][0]["columns"]}
    assert (columns["sku"]["source"], columns["sku"]["key"]) == ("embedded", "sku")
    assert (columns["price"]["source"], columns["price"]["key"]) == ("page", "price")


def test_a_page_that_scripts_fill_is_read_by_the_plain_command(pagerows, tmp_path):
    (tmp_path / "app.html").write_text(f"<div id=root></div>{SHOP.partition('</ul>')[2]}", "utf-8")
    done = pagerows("extract", "app.html")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 10


def test_data_of_each_page_and_columns_of_a_wrapper_do_not_go_together(pagerows, tmp_path):
    (tmp_path / "shop.html").write_text(SHOP, "utf-8")
    done = pagerows("extract", "shop.html", "--embedded", "--together")
    assert done.returncode == 2
    assert "--embedded reads each page's own data" in done.stderr
