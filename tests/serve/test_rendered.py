"""Pages in a browser, over HTTP: pictures, boxes, scripts, and what a page can do there."""

import base64
import itertools

import pytest

from pagerows.serve.models import RenderAnswer

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("chromium")]

FILLED = """<title>Filled</title><ul id=list></ul><script>
document.getElementById("list").innerHTML = Array.from({length: 12}, (_, n) =>
  `<li><h3><a href="/p/${n}">Script tent ${n}</a></h3><p>${n}.50 €</p></li>`).join("");
</script>"""


def test_a_page_is_rendered_with_a_picture_and_the_boxes_of_its_records(server, shop):
    found = server.post("/v1/render", json={"html": shop(), "width": 800}).json()
    RenderAnswer.model_validate(found)
    assert base64.b64decode(found["screenshot"]).startswith(b"\x89PNG")
    boxes = found["lists"][0]["boxes"]
    assert len(boxes) == 30
    assert all(above[1] < below[1] for above, below in itertools.pairwise(boxes))


def test_a_page_that_scripts_fill_is_read_shown_and_pictured_after_they_ran(server):
    assert server.post("/v1/extract", json={"html": FILLED}).json()["list"] is None
    run = server.post("/v1/extract", json={"html": FILLED, "scripts": True}).json()
    assert run["rendered"] is True
    assert run["lists"][0]["preview"][0] == ["Script tent 0", "0.50 €"]
    view = server.get(f"/v1/runs/{run['id']}/view").text
    assert 'data-record="1-11"' in view
    assert "Script tent 11" in view
    picture = server.get(f"/v1/runs/{run['id']}/screenshot")
    assert picture.headers["content-type"] == "image/png"
    assert "x" in picture.headers["x-pagerows-size"]
    records = server.get(f"/v1/runs/{run['id']}/lists/1/records?boxes=true").json()["records"]
    assert all(record["box"] for record in records)


def test_a_script_that_never_ends_is_ended(start, shop):
    with start("--timeout", "6", "--workers", "1") as server:
        answer = server.post("/v1/extract", json={"html": "<script>while (true);</script>", "scripts": True})
        assert answer.json()["error"]["code"] in ("render_failed", "timeout")
        assert server.post("/v1/extract", json={"html": shop()}).status_code == 200


def test_a_rendered_page_cannot_ask_for_private_addresses(run_server, site, shop, tmp_path):
    asked: list[str] = []

    def answer(path):
        asked.append(path)
        return 200, {}, b""

    with site(answer) as address, run_server("--db", str(tmp_path / "x.sqlite"), "--workers", "1") as server:
        html = f"<img src={address}/i.png><script>fetch('{address}/x')</script>{shop()}"
        body = {"html": html, "page_url": f"{address}/list", "scripts": True}
        assert server.post("/v1/extract", json=body).status_code == 200
        assert server.post("/v1/render", json={**body}).status_code == 200
    assert asked == []
