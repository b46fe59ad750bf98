"""Tables of the history: rows page by page, edits, files, code, choosing, comparing."""

import csv
import io
import json
import shlex

import pytest

from pagerows.serve.models import Comparison, OpenedRun, RecordList, RowList, RunList, TableHead, WrapperWhole


def edited(server, run, *edits):
    answer = server.put(f"/v1/runs/{run}/lists/1/edits", json={"edits": list(edits)})
    assert answer.status_code == 200, answer.text
    TableHead.model_validate(answer.json())
    return {column["name"]: column for column in answer.json()["columns"]}


def rows_of(server, run, query="", key="c0"):
    head = server.get(f"/v1/runs/{run}/lists/1").json()
    place = [column["key"] for column in head["columns"]].index(key)
    answer = server.get(f"/v1/runs/{run}/lists/1/rows?{query}").json()
    RowList.model_validate(answer)
    return [row["cells"][place] and row["cells"][place]["text"] for row in answer["rows"]]


def exported(server, run, query=""):
    answer = server.get(f"/v1/runs/{run}/lists/1/export?format=csv&{query}")
    assert answer.headers["content-disposition"].startswith("attachment")
    return list(csv.reader(io.StringIO(answer.text)))


def test_ten_thousand_rows_come_a_page_at_a_time(server, shop):
    run = server.post("/v1/extract", json={"html": shop(10_000), "records": 0}).json()["id"]
    last = server.get(f"/v1/runs/{run}/lists/1/rows?offset=9990&limit=1000&sort=c1").json()
    assert (last["total"], last["matching"], len(last["rows"])) == (10_000, 10_000, 10)
    found = server.get(f"/v1/runs/{run}/lists/1/rows?limit=1&sort=c1&order=desc&find=7").json()
    assert found["place"] == 10_000 - 8
    assert last["rows"][-1]["cells"][1] == {"text": "10000.50 €", "value": 10000.5, "currency": "EUR"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("sort=c1&order=desc&limit=2", ["Heron tent 30", "Heron tent 29"]),
        ("search=heron+7", ["Heron tent 7", "Heron tent 17", "Heron tent 27"]),
        ("filter=c1:above:28", ["Heron tent 28", "Heron tent 29", "Heron tent 30"]),
        ("filter=c1:below:3&filter=c0:contains:2", ["Heron tent 2"]),
        ("filter=c0:equals:heron%20tent%205", ["Heron tent 5"]),
        ("filter=c0:empty:", []),
        ("offset=28&limit=5", ["Heron tent 29", "Heron tent 30"]),
    ],
    ids=["sorted by value", "searched", "above", "two filters", "equal", "empty", "the end"],
)
def test_rows_are_sorted_searched_and_filtered(server, run, query, expected):
    assert rows_of(server, run, query) == expected


@pytest.mark.parametrize("query", ["sort=nosuch", "filter=c0:like:x", "filter=c1:above:many", "limit=0", "offset=-1"])
def test_questions_that_make_no_sense_are_refused(server, run, query):
    assert server.get(f"/v1/runs/{run}/lists/1/rows?{query}").status_code == 422


def test_columns_are_renamed_hidden_moved_merged_split_and_retyped(server, run):
    columns = edited(
        server,
        run,
        {"op": "rename", "column": "c0", "name": "tent"},
        {"op": "merge", "columns": ["c0", "c2"], "name": "where", "separator": " in "},
        {"op": "split", "column": "c1", "separator": " ", "names": ["amount", "sign"]},
        {"op": "type", "column": "e2.0", "type": "decimal"},
        {"op": "hide", "column": "e2.1"},
        {"op": "move", "column": "e2.0", "to": 0},
        {"op": "role", "column": "e1", "role": "title"},
    )
    assert [name for name, column in columns.items() if not column["hidden"]] == ["amount", "where"]
    assert (columns["amount"]["type"], columns["amount"]["has_values"]) == ("decimal", True)
    assert columns["where"]["role"] == "title"
    assert exported(server, run, "sort=e2.0&order=desc")[:2] == [
        ["amount", "where", "where_url"],
        ["30.50", "Heron tent 30 in City 30", "https://shop.example/p/30"],
    ]
    # Undone, the table is as it was found.
    assert list(edited(server, run)) == ["title", "price", "location"]


@pytest.mark.parametrize(
    "edit",
    [
        {"op": "rename", "column": "c9", "name": "x"},
        {"op": "rename", "column": "c0", "name": "cost"},
        {"op": "merge", "columns": ["c0", "c0"], "name": "x"},
        {"op": "split", "column": "c0", "separator": "", "names": ["a", "b"]},
        {"op": "type", "column": "c0", "type": "colour"},
        {"op": "paint", "column": "c0"},
    ],
    ids=["no column", "a name twice", "one column twice", "no separator", "no type", "no operation"],
)
def test_bad_edits_are_refused_whole(server, run, edit):
    good = {"op": "rename", "column": "c1", "name": "cost"}
    answer = server.put(f"/v1/runs/{run}/lists/1/edits", json={"edits": [good, edit]})
    assert answer.status_code == 422
    assert server.get(f"/v1/runs/{run}/lists/1").json()["edits"] == []


@pytest.mark.parametrize("kind", ["csv", "tsv", "xlsx", "json", "jsonl", "parquet", "html", "markdown", "sqlite"])
def test_every_format_can_be_downloaded(server, run, kind):
    answer = server.get(f"/v1/runs/{run}/lists/1/export?format={kind}&limit=3")
    assert answer.status_code == 200
    assert len(answer.content) > 500
    assert "text/html" not in answer.headers["content-type"]


def test_formulas_of_a_page_are_harmless_in_files(server, shop):
    run = server.post("/v1/extract", json={"html": shop(brand="=cmd()")}).json()["id"]
    assert exported(server, run)[1][0].startswith("'=")


def test_the_command_and_the_code_make_the_same_table(server, shop, tmp_path, monkeypatch, capsys):
    from pagerows.cli import main

    (tmp_path / "shop.html").write_text(shop(), "utf-8")
    monkeypatch.chdir(tmp_path)
    body = {"html": shop(), "name": "shop.html"}
    run = server.post("/v1/extract", json=body).json()["id"]
    for edits in (
        [],
        [{"op": "rename", "column": "c1", "name": "cost"}, {"op": "hide", "column": "c0"}],
        [{"op": "merge", "columns": ["c0", "c1"], "name": "both"}, {"op": "type", "column": "c2", "type": "list"}],
    ):
        edited(server, run, *edits)
        code = server.get(f"/v1/runs/{run}/lists/1/code").json()
        assert code["notes"] == ["save the page as shop.html first"]
        assert main(shlex.split(code["command"])[1:]) == 0
        written = list(csv.reader(io.StringIO((tmp_path / "rows.csv").read_text("utf-8"))))
        assert written == exported(server, run)
        exec(compile(code["python"], "code", "exec"), {})
        assert "City" in capsys.readouterr().out


def test_another_list_is_chosen_by_number_and_by_two_values(server, run):
    choose = f"/v1/runs/{run}/choose"
    assert server.post(choose, json={"list": 2}).json() == {"list": 2}
    assert server.get(f"/v1/runs/{run}").json()["list"] == 2
    assert server.post(choose, json={"examples": ["Heron tent 3", "3.50 €"]}).json() == {"list": 1}
    assert server.post(choose, json={"examples": ["Stoves", "Maps"]}).json() == {"list": 2}
    assert server.post(choose, json={"examples": ["Penguin"]}).json()["error"]["code"] == "no_list"
    assert server.post(choose, json={"list": 99}).status_code == 404


def test_records_say_where_they_are_on_the_page(server, run):
    found = server.get(f"/v1/runs/{run}/lists/1/records?offset=29").json()
    RecordList.model_validate(found)
    assert found["total"] == 30
    assert found["records"][0]["xpaths"] == ["/html/body/ul[1]/li[30]"]


def test_a_run_is_opened_again_found_and_deleted(server, shop):
    body = {"html": shop(brand="Unheard"), "name": "unheard.html"}
    run = server.post("/v1/extract", json=body).json()["id"]
    again = server.get(f"/v1/runs/{run}").json()
    OpenedRun.model_validate(again)
    assert again["run"]["title"] == "Unheard shop"
    found = server.get("/v1/runs?search=unHEARD").json()
    RunList.model_validate(found)
    assert [one["id"] for one in found["runs"]] == [run]
    assert server.delete(f"/v1/runs/{run}").status_code == 204
    assert server.get(f"/v1/runs/{run}").status_code == 404
    assert server.get(f"/v1/runs/{run}/lists/1/rows").status_code == 404


def test_the_history_is_read_page_by_page_newest_first(server, shop):
    made = [server.post("/v1/extract", json={"html": shop(5, f"Walrus{n}")}).json()["id"] for n in range(5)]
    seen, cursor = [], ""
    while cursor is not None:
        page = server.get(f"/v1/runs?search=walrus&limit=2{cursor and '&before=' + cursor}").json()
        seen += [one["id"] for one in page["runs"]]
        cursor = page["next"]
    assert seen == made[::-1]


def test_two_runs_of_a_page_are_compared(server, shop):
    body = {"html": shop(20), "name": "daily.html", "page_url": "https://shop.example/daily"}
    before = server.post("/v1/extract", json=body).json()["id"]
    changed = shop(20, start=2).replace("7.50 €", "6.00 €", 1)
    after = server.post("/v1/extract", json={**body, "html": changed}).json()["id"]
    assert before in [one["id"] for one in server.get(f"/v1/runs/{after}/same").json()["runs"]]
    found = server.get(f"/v1/compare?before={before}&after={after}").json()
    Comparison.model_validate(found)
    assert found["counts"] == {"added": 1, "gone": 1, "changed": 1}
    assert found["added"][0]["cells"]["title"] == "Heron tent 21"
    assert found["gone"][0]["cells"]["title"] == "Heron tent 1"
    assert found["changed"][0]["cells"] == {"price": ["7.50 €", "6.00 €"]}
    assert found["same"] == 18


def test_a_list_is_kept_as_a_wrapper_with_its_edits_and_applied(server, run, shop):
    edited(
        server,
        run,
        {"op": "rename", "column": "c0", "name": "tent"},
        {"op": "merge", "columns": ["c1", "c2"], "name": "both"},
    )
    kept = server.post("/v1/wrappers", json={"run": run, "list": 1, "name": "shop"}).json()
    whole = server.get(f"/v1/wrappers/{kept['id']}").json()
    WrapperWhole.model_validate(whole)
    body = {"wrapper": kept["id"], "html": shop(8, "Osprey"), "records": 1}
    found = server.post("/v1/apply", json=body).json()
    assert found["lists"][0]["names"] == ["tent", "both"]
    assert found["page"]["regions"][0]["records"][0]["fields"]["both"]["text"] == "1.50 € City 1"
    file = json.loads(server.get(f"/v1/wrappers/{kept['id']}/file").content)
    assert file["columns"][0]["name"] == "tent"
    named = server.patch(f"/v1/wrappers/{kept['id']}", json={"name": "other"}).json()
    assert named["name"] == "other"
    gone = server.post("/v1/apply", json={"wrapper": whole["wrapper"], "html": "<p>Under construction"}).json()
    assert gone["drift"][0]["kind"] == "records gone"
    assert server.delete(f"/v1/wrappers/{kept['id']}").status_code == 204
    assert server.get(f"/v1/wrappers/{kept['id']}").status_code == 404


def test_a_wrapper_is_learned_from_several_pages(server, shop):
    body = {"sources": [{"html": shop()}, {"html": shop(9, "Osprey")}], "near": "Osprey tent 3", "name": "two"}
    refused = server.post("/v1/learn", json=body)
    assert refused.json()["error"]["code"] == "no_list"  # the text stands on the second page, not on the first
    learned = server.post("/v1/learn", json={**body, "near": "Heron tent 3"}).json()
    assert learned["pages"] == 2
    assert learned["id"].startswith("w_")
    assert [column["name"] for column in learned["wrapper"]["columns"]] == ["title", "price", "location"]
