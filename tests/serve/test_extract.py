"""Pages in, tables out, over HTTP."""

import base64
import gzip
import json
import subprocess
import sys

import pytest

from pagerows.serve.models import Extracted, PageAnswer


def test_a_page_gives_its_table_and_a_run(server, shop):
    answer = server.post("/v1/extract", json={"html": shop(), "name": "shop.html", "page_url": "https://shop.example/"})
    found = answer.json()
    Extracted.model_validate(found)
    assert found["id"].startswith("r_")
    records = found["page"]["regions"][0]["records"]
    assert len(records) == 30
    assert records[0]["fields"]["title"] == {"text": "Heron tent 1", "url": "https://shop.example/p/1"}
    assert records[0]["fields"]["price"] == {"text": "1.50 €", "value": 1.5, "currency": "EUR"}


def test_the_page_is_what_the_command_line_writes(server, shop, tmp_path):
    (tmp_path / "shop.html").write_text(shop(), "utf-8")
    command = [sys.executable, "-m", "pagerows", "extract", "shop.html", "--format", "json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=120)
    (page,) = json.loads(done.stdout)["pages"]
    PageAnswer.model_validate(page)
    body = {"data": base64.b64encode(shop().encode()).decode(), "name": "shop.html", "save": False}
    assert server.post("/v1/extract", json=body).json()["page"] == page


def test_every_list_is_offered_with_a_preview(server, shop):
    found = server.post("/v1/extract", json={"html": shop(), "all": True, "records": 2, "save": False}).json()
    assert found["id"] is None
    assert [one["records"] for one in found["lists"]] == [30, 5]
    assert found["lists"][0]["preview"][0][:2] == ["Heron tent 1", "1.50 €"]
    assert [len(region["records"]) for region in found["page"]["regions"]] == [2, 2]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid"),
        ({"url": "x", "html": "y"}, 422, "invalid"),
        ({"html": "<p>x", "method": "nosuch"}, 422, "invalid"),
        ({"html": "<p>x", "colour": "red"}, 422, "invalid"),
        ({"data": "not base64!"}, 422, "invalid"),
        ({"data": base64.b64encode(b"%PDF-1.7 ...").decode()}, 422, "not_a_page"),
        ({"url": "ftp://example.com/"}, 422, "invalid"),
        ({"url": "http://127.0.0.1:9/"}, 502, "fetch_failed"),
        ({"html": "<p>x", "wrapper": "w_nosuch"}, 404, "not_found"),
        ({"html": "<p>x", "region": 7}, 422, "no_list"),
    ],
    ids=[
        "nothing",
        "two sources",
        "no method",
        "unknown field",
        "no base64",
        "a PDF",
        "ftp",
        "nobody there",
        "no wrapper",
        "no list",
    ],
)
def test_what_cannot_be_done_is_said_in_one_shape(server, body, status, code):
    answer = server.post("/v1/extract", json=body)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, code)
    assert error["message"]


def test_packed_files_and_other_encodings_are_read(server, shop):
    packed = gzip.compress(shop(brand="Größe").encode("cp1252"))
    found = server.post("/v1/extract", json={"data": base64.b64encode(packed).decode()}).json()
    assert found["page"]["regions"][0]["records"][0]["fields"]["title"]["text"] == "Größe tent 1"


def test_a_page_without_records_says_why(server):
    found = server.post("/v1/extract", json={"html": "<p>Nothing here repeats."}).json()
    assert found["list"] is None
    assert found["verdict"]["reasons"]
    assert found["page"]["regions"] == []


def test_columns_can_be_asked_for(server, shop):
    found = server.post("/v1/extract", json={"html": shop(), "want": ["price", "author"]}).json()
    assert found["lists"][0]["names"] == ["price", "author"]
    assert found["missing"] == ["author"]
