"""``pagerows extract`` through the real command."""

import csv
import io
import json


def test_piped_output_is_csv_with_links_and_harmless_cells(pagerows, shop):
    done = pagerows("extract", shop, "--base-url", "http://shop.example/")
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(rows) == 5
    assert "http://shop.example/p/1" in rows[1]
    assert "'=Cup()" in rows[3]
    assert "Jug ☕" in rows[4]


def test_json_says_where_each_record_is(pagerows, shop):
    done = pagerows("extract", shop, "--format", "json")
    page = json.loads(done.stdout)["pages"][0]
    assert page["title"] == "Shop"
    assert [record["xpath"] for record in page["regions"][0]["records"]] == [
        f"/html/body/div[1]/div[{n}]" for n in (1, 2, 3, 4)
    ]


def test_a_table_is_drawn_with_a_line_on_what_was_found(pagerows, shop):
    done = pagerows("extract", shop, "--format", "table")
    assert "Kettle" in done.stdout
    assert "4 records" in done.stdout


def test_a_missing_file_is_one_line_and_exit_code_1(pagerows):
    done = pagerows("extract", "nothing.html")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "pagerows: nothing.html: no such file\n"


def test_an_unknown_method_is_wrong_use_and_names_the_known_ones(pagerows, shop):
    done = pagerows("extract", shop, "--method", "magic")
    assert done.returncode == 2
    assert "same_path" in done.stderr
    assert done.stderr.count("\n") == 1
