"""A page without a command, and choosing among what was found: columns, names, records, formats."""

import csv
import json

import pytest


@pytest.mark.parametrize("source", ["shop.html", "./shop.html", "-"], ids=["name", "path", "standard input"])
def test_a_page_alone_is_extracted(pagerows, shop, source):
    done = pagerows(source, stdin=shop.read_text("utf-8") if source == "-" else "")
    assert (done.returncode, done.stdout) == (0, pagerows("extract", "shop.html").stdout)


def test_a_url_alone_is_fetched(pagerows):
    assert "http://127.0.0.1:9/" in pagerows("http://127.0.0.1:9/", "--retries", "0").stderr


def test_a_folder_alone_is_searched_and_a_command_wins_over_a_file_of_its_name(pagerows, shop, tmp_path):
    folder = tmp_path / "saved"
    folder.mkdir()
    shop.rename(folder / "shop.html")
    assert pagerows("saved").stdout.startswith("image,title")
    (tmp_path / "methods").write_text("<p>x")
    assert "auto" in pagerows("methods").stdout


def test_a_command_with_a_slip_in_it_is_wrong_use_and_names_the_commands(pagerows):
    done = pagerows("extrac", "shop.html")
    assert done.returncode == 2
    assert "'extract'" in done.stderr


def test_help_lists_what_is_for_research_apart(pagerows):
    users, research = pagerows("--help").stdout.split("for research:")
    assert "extract" in users
    assert "bench" not in users
    assert "measure methods" in research


@pytest.mark.parametrize(
    ("options", "head"),
    [
        (["--columns", "price,title"], ["price", "title", "title_url"]),
        (["--columns", "title,price", "--drop", "title"], ["price"]),
        (["--columns", "title", "--rename", "title=name"], ["name", "name_url"]),
        (
            ["--columns", "price,title", "--rename", "price=title", "--rename", "title=price"],
            ["title", "price", "price_url"],
        ),
    ],
    ids=["in my order", "without", "renamed", "names swapped"],
)
def test_columns_are_chosen_dropped_and_renamed(pagerows, shop, options, head):
    assert next(csv.reader([pagerows(shop, *options).stdout.splitlines()[0]])) == head


def test_the_first_records_alone_are_written_in_every_format(pagerows, shop):
    assert pagerows(shop, "--limit", "2", "--columns", "title,price").stdout.splitlines()[1:] == [
        "Kettle,/p/1,£19.50",
        "Tea pot,/p/2,£32.00",
    ]
    region = json.loads(pagerows(shop, "--limit", "2", "--format", "json").stdout)["pages"][0]["regions"][0]
    assert len(region["records"]) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--columns", "titel"], "no column titel; there are image, title, price"),
        (["--drop", "cost"], "no column cost"),
        (["--rename", "title=price"], "--rename gives two columns one name"),
        (["--rename", "title"], "is not OLD=NEW"),
        (["--limit", "0"], "not a number of records"),
        (["--columns", "title,,price"], "give each name once"),
        (["--bom", "--format", "json"], "--bom is for csv and tsv"),
        (["--features", "--format", "csv"], "--features is for json"),
    ],
)
def test_what_cannot_be_done_is_wrong_use_and_writes_nothing(pagerows, shop, tmp_path, options, said):
    format_ = [] if "--format" in options else ["--format", "csv"]
    done = pagerows(shop, *options, *format_, "-o", "out.csv")
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "out.csv").exists()


def test_of_several_pages_those_without_the_column_are_told(pagerows, shop, tmp_path):
    (tmp_path / "other.html").write_text("<ul>" + "".join(f"<li><h3>Item {n}</h3><i>{n}</i></li>" for n in range(9)))
    done = pagerows(shop, "other.html", "--columns", "price", "--format", "csv")
    assert done.returncode == 0
    assert "other.html: no column price" in done.stderr


def test_tab_separated_text_and_a_byte_order_mark_on_request(pagerows, shop, tmp_path):
    assert pagerows(shop, "-o", "rows.tsv", "--bom").returncode == 0
    written = (tmp_path / "rows.tsv").read_bytes()
    assert written.startswith(b"\xef\xbb\xbfimage\ttitle\ttitle_url\t")
    assert not pagerows(shop).stdout.startswith("\ufeff")


def test_json_has_what_the_method_measured_only_on_request(pagerows, shop):
    def region(*options):
        return json.loads(pagerows(shop, "--format", "json", *options).stdout)["pages"][0]["regions"][0]

    assert "features" not in region()
    assert region("--features")["features"]
