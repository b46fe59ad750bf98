"""Many pages: progress as it happens, a stop that loses nothing, going on after it and after a restart."""

import json
import threading
import time

from pagerows.serve.models import JobAnswer

GONE = (404, {}, b"gone")


def page(html):
    return 200, {}, html.encode()


def events(server, job):
    """What a job tells until it ends."""
    found = []
    with server.stream("GET", f"/v1/jobs/{job}/events", timeout=120) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        kind = None
        for line in answer.iter_lines():
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                found.append((kind, json.loads(line[6:])))
    for _, told in found:
        JobAnswer.model_validate(told)
    return found


def begun(server, **body):
    answer = server.post("/v1/jobs", json=body)
    assert answer.status_code == 202, answer.text
    return answer.json()


def linked(shop, number, last):
    following = f"<a rel=next href='/list?page={number + 1}'>Next</a>" if number < last else ""
    return page(shop(10, start=number * 10 + 1) + following)


def test_a_list_is_followed_over_its_next_pages(server, shop, site):
    def answer(path):
        if not path.startswith("/list"):
            return GONE
        number = int(path.partition("page=")[2] or 0)
        time.sleep(0.7 * number)  # so that there is something to tell between two pages
        return linked(shop, number, 2)

    with site(answer) as address:
        run = server.post("/v1/extract", json={"url": f"{address}/list"}).json()
        assert run["next"] == f"{address}/list?page=1"
        edits = [{"op": "rename", "column": "c0", "name": "tent"}]
        server.put(f"/v1/runs/{run['id']}/lists/1/edits", json={"edits": edits})
        job = begun(server, kind="next", run=run["id"], pages=10)
        told = events(server, job["id"])
    kind, end = told[-1]
    assert (kind, end["state"], end["done"], end["rows"]) == ("end", "done", 3, 30)
    assert end["message"] == "the list ended: the last page was read"
    assert any(0 < state["done"] < 3 for _, state in told)
    head = server.get(f"/v1/runs/{job['run']}/lists/1").json()
    names = [column["name"] for column in head["columns"]]
    assert names == ["tent", "price", "location", "page_url", "page_number", "row"]
    assert [column["type"] for column in head["columns"]][3:] == ["text", "integer", "integer"]
    rows = server.get(f"/v1/runs/{job['run']}/lists/1/rows?offset=29").json()["rows"]
    texts = [cell and cell["text"] for cell in rows[0]["cells"]]
    assert texts == ["Heron tent 30", "30.50 €", "City 30", f"{address}/list?page=2", "3", "10"]
    assert server.get(f"/v1/runs/{job['run']}/view").status_code == 404


def test_a_walk_that_was_stopped_goes_on_with_the_next_page(server, shop, site):
    slow = threading.Event()

    def answer(path):
        if not path.startswith("/list"):
            return GONE
        if not slow.is_set():
            time.sleep(0.4)
        return linked(shop, int(path.partition("page=")[2] or 0), 5)

    with site(answer) as address:
        job = begun(server, kind="next", url=f"{address}/list", pages=10)
        with server.stream("GET", f"/v1/jobs/{job['id']}/events", timeout=120) as told:
            for line in told.iter_lines():
                if line.startswith("data: ") and json.loads(line[6:])["done"] >= 2:
                    break
        server.post(f"/v1/jobs/{job['id']}/stop")
        _, end = events(server, job["id"])[-1]
        assert end["state"] == "stopped"
        assert 2 <= end["done"] < 6
        slow.set()
        server.post(f"/v1/jobs/{job['id']}/resume")
        _, end = events(server, job["id"])[-1]
    assert (end["state"], end["done"], end["rows"]) == ("done", 6, 60)
    rows = server.get(f"/v1/runs/{job['run']}/lists/1/rows?limit=1000").json()["rows"]
    assert [row["cells"][0]["text"] for row in rows] == [f"Heron tent {n}" for n in range(1, 61)]


def test_pages_are_read_together_and_bad_ones_are_told_and_tried_again(server, shop, site):
    broken = threading.Event()

    def answer(path):
        return (500, {}, b"") if path == "/broken" and not broken.is_set() else page(shop(5, path[1:].title()))

    with site(answer) as address:
        sources = [{"url": f"{address}/{name}"} for name in ("heron", "broken", "osprey")]
        job = begun(server, kind="pages", sources=[*sources, {"html": "<p>no list", "name": "empty.html"}])
        _, end = events(server, job["id"])[-1]
        assert (end["state"], end["done"], end["failed"], end["rows"]) == ("done", 4, 2, 10)
        assert [one["source"] for one in end["problems"]] == [f"{address}/broken", "empty.html"]
        broken.set()
        server.post(f"/v1/jobs/{job['id']}/resume")
        _, end = events(server, job["id"])[-1]
    assert (end["failed"], end["rows"]) == (1, 15)
    rows = server.get(f"/v1/runs/{job['run']}/lists/1/rows").json()["rows"]
    titles = [row["cells"][0]["text"] for row in rows]
    assert titles[5] == "Broken tent 1"


def test_a_job_is_stopped_and_gone_on_with_even_after_a_restart(start, shop, site, tmp_path):
    slow = threading.Event()

    def answer(path):
        if not slow.is_set():
            time.sleep(0.3)
        return page(shop(4, path[1:].title()))

    options = ("--db", str(tmp_path / "jobs.sqlite"), "--allow-private", "--delay", "0", "--workers", "1")
    with site(answer) as address:
        with start(*options) as server:
            job = begun(server, kind="pages", sources=[{"url": f"{address}/p{n}"} for n in range(12)])
            with server.stream("GET", f"/v1/jobs/{job['id']}/events", timeout=120) as told:
                for line in told.iter_lines():
                    if line.startswith("data: ") and json.loads(line[6:])["done"] >= 2:
                        break
            server.post(f"/v1/jobs/{job['id']}/stop")
            _, end = events(server, job["id"])[-1]
            assert end["state"] == "stopped"
            done = end["done"]
            assert 2 <= done < 12
            assert server.get(f"/v1/runs/{job['run']}/lists/1/rows").json()["total"] == 4 * done
            assert server.delete(f"/v1/jobs/{job['id']}").status_code == 204
            job = begun(server, kind="pages", sources=[{"url": f"{address}/q{n}"} for n in range(12)])
            with server.stream("GET", f"/v1/jobs/{job['id']}/events", timeout=120) as told:
                for line in told.iter_lines():
                    if line.startswith("data: ") and json.loads(line[6:])["done"] >= 2:
                        break
            server.server.kill()  # no time to say goodbye
        slow.set()
        with start(*options) as server:
            found = server.get(f"/v1/jobs/{job['id']}").json()
            assert (found["state"], found["message"]) == ("stopped", "the server ended while it ran")
            assert found["done"] >= 2
            server.post(f"/v1/jobs/{job['id']}/resume")
            _, end = events(server, job["id"])[-1]
            assert (end["state"], end["done"], end["rows"]) == ("done", 12, 48)
            rows = server.get(f"/v1/runs/{job['run']}/lists/1/rows").json()
            assert rows["total"] == 48


def test_a_listener_that_disappears_disturbs_nothing(server, shop):
    job = begun(server, kind="pages", sources=[{"html": shop(5), "name": f"{n}.html"} for n in range(3)])
    with server.stream("GET", f"/v1/jobs/{job['id']}/events"):
        pass  # gone at once
    assert events(server, job["id"])[-1][1]["state"] == "done"


def test_jobs_that_cannot_begin_say_why(server, run):
    assert server.post("/v1/jobs", json={"kind": "pages"}).status_code == 422
    assert server.post("/v1/jobs", json={"kind": "next"}).status_code == 422
    assert server.post("/v1/jobs", json={"kind": "next", "run": "r_nosuch"}).status_code == 404
    assert server.get("/v1/jobs/j_nosuch/events").status_code == 404
