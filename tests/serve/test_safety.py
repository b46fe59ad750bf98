"""Who is answered, what is fetched, and what a page can do: nothing."""

import re

import pytest


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:1"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example:8765"}, 403),
        ({"Host": ""}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
    ids=str,
)
def test_only_requests_of_this_machine_and_this_origin_are_answered(server, headers, status):
    answer = server.post("/v1/extract", json={"html": "<p>x", "save": False}, headers=headers)
    assert answer.status_code == status


def test_a_form_of_another_site_cannot_post(server):
    answer = server.post("/v1/extract", content=b'{"html": "x"}', headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422


def test_other_sites_cannot_read_the_history(server):
    assert server.get("/v1/runs", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert server.get("/v1/runs", headers={"Host": "rebound.example"}).status_code == 403
    assert "access-control-allow-origin" not in server.get("/v1/runs", headers={"Origin": "https://x.example"}).headers


def test_other_machines_are_answered_only_with_a_token(start):
    from pagerows.cli import main

    assert main(["serve", "--host", "0.0.0.0", "--port", "0"]) == 2  # refused before it listens
    with start("--host", "0.0.0.0", "--name", "tables.example", environment={"PAGEROWS_TOKEN": "wonderland"}) as server:
        server.base_url = str(server.base_url).replace("0.0.0.0", "127.0.0.1")
        assert server.get("/v1/meta").json()["token"] is True
        assert server.get("/healthz").status_code == 200
        for path in ("/v1/runs", "/metrics", "/openapi.json", "/docs"):
            assert server.get(path).json()["error"]["code"] == "token"
        assert server.get("/v1/runs", headers={"Authorization": "Bearer alice"}).status_code == 401
        right = {"Authorization": "Bearer wonderland"}
        assert server.get("/v1/runs", headers=right).status_code == 200
        assert server.get("/v1/runs", headers={**right, "Host": "tables.example"}).status_code == 200
        assert server.get("/v1/runs", headers={**right, "Host": "evil.example"}).status_code == 403
        assert server.post("/v1/session", json={"token": "alice"}).status_code == 401
        logged_in = server.post("/v1/session", json={"token": "wonderland"})
        cookie = logged_in.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert "wonderland" not in cookie
        assert server.get("/v1/runs").status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/",
        "http://localhost:{port}/",
        "http://[::1]:{port}/",
        "http://[::ffff:127.0.0.1]:{port}/",
        "http://0.0.0.0:{port}/",
        "http://2130706433:{port}/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://[fd00::1]/",
    ],
)
def test_private_addresses_are_not_fetched(careful, url):
    server, port, asked = careful
    answer = server.post("/v1/extract", json={"url": url.format(port=port)})
    assert answer.status_code in (403, 502)
    assert "<li" not in answer.text
    assert asked == []


@pytest.fixture(scope="module")
def careful(tmp_path_factory, site, run_server):
    """A server as people start it, and a site of this machine that it must not ask."""
    asked: list[str] = []

    def answer(path):
        asked.append(path)
        return 200, {}, b"<ul><li>secret<li>secret<li>secret</ul>"

    database = tmp_path_factory.mktemp("careful") / "history.sqlite"
    with site(answer) as address, run_server("--db", str(database), "--workers", "1") as server:
        yield server, int(address.rpartition(":")[2]), asked


def test_style_sheets_of_private_addresses_are_not_fetched_for_the_view(careful, shop):
    server, port, asked = careful
    html = f"<link rel=stylesheet href='http://127.0.0.1:{port}/x.css'>" + shop()
    run = server.post("/v1/extract", json={"html": html, "page_url": "https://shop.example/"}).json()["id"]
    assert server.get(f"/v1/runs/{run}/view").status_code == 200
    assert asked == []


HOSTILE = """<title><script>alert(1)</script></title><meta http-equiv=refresh content="0;url=https://evil.example/">
<base href="https://evil.example/"><script>alert(2)</script><style>@import url(https://evil.example/x.css);
li{background:url(https://evil.example/y.png)}</style><iframe src=https://evil.example></iframe>
<svg onload=alert(3)></svg><form action=https://evil.example><input name=x></form>"""


def test_what_a_page_brings_along_neither_runs_nor_loads_in_the_view(server, shop):
    item = "<img src=https://evil.example/i.png onerror=alert(4)><a href=javascript:alert(5) onclick=alert(6)>x</a>"
    html = HOSTILE + shop().replace("<p class=place>", f"<p class=place>{item}")
    run = server.post("/v1/extract", json={"html": html, "page_url": "https://shop.example/"}).json()["id"]
    answer = server.get(f"/v1/runs/{run}/view")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'")
    assert "allow-same-origin" not in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2]
    body = answer.text
    assert body.count("<script") == 1  # ours
    assert not re.search(r"\son\w+\s*=|javascript:|<iframe|<form|<svg|http-equiv=refresh|@import", body, re.IGNORECASE)
    assert "evil.example" not in body
    assert 'data-record="1-0"' in body


def test_the_app_itself_loads_nothing_from_elsewhere(server):
    policy = server.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    manual = server.get("/docs").text
    assert not re.search(r"<script|<link|src=", manual)
    assert "/v1/extract" in manual


def test_files_of_the_app_are_sent_again_only_where_they_have_changed(server):
    first = server.get("/app.js")
    assert first.headers["content-type"].startswith("text/javascript")
    again = server.get("/app.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_outside_of_the_app_are_not_given(server):
    for path in ("/../app.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py", "/static/../../app.py", "/x\x00.js"):
        assert server.get(path.replace("\x00", "%00")).status_code in (200, 404)
        assert "make_app" not in server.get(path.replace("\x00", "%00")).text


def test_nothing_of_a_page_reaches_the_log(start, shop):
    with start("--rate", "0") as server:
        run = server.post("/v1/extract", json={"html": shop(brand="Topsecret")}).json()["id"]
        server.get(f"/v1/runs/{run}/lists/1/rows?search=topsecret")
        server.post("/v1/extract", json={"html": "<p>Topsecret", "examples": ["Topsecret"]})
        process = server.server
        process.terminate()
        out, err = process.communicate(timeout=30)
    assert "opsecret" not in out + err


def test_a_client_that_asks_too_often_is_told_to_wait(start):
    with start("--rate", "0.001", "--workers", "1") as server:
        body = {"token": "x"}
        statuses = [server.post("/v1/session", json=body).status_code for _ in range(101)]
        assert statuses[:100] == [204] * 100
        refused = server.post("/v1/session", json=body)
        assert (statuses[100], refused.status_code) == (429, 429)
        assert int(refused.headers["retry-after"]) >= 1
