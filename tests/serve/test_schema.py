"""The description of the REST interface is true: schemathesis tries to show that it is not, and finds nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("schemathesis")
CONFIG = """
[checks.not_a_server_error]
# Where a site or a browser fails, or all places are taken, a gateway says so with these.
expected-statuses = ["2xx", "3xx", "4xx", "501", "502", "503", "504"]

[checks.positive_data_acceptance]
# What a description has no words for is refused with 422: base64 that is none, a list that is not there.
expected-statuses = ["2xx", "401", "403", "404", "409", "413", "422", "429", "5xx"]
"""


def test_it_is_openapi_3_1_and_names_every_route(server):
    api = server.get("/openapi.json").json()
    assert api["openapi"].startswith("3.1")
    paths = {"/v1/extract", "/v1/render", "/v1/learn", "/v1/apply", "/v1/jobs", "/v1/jobs/{job}/events", "/metrics"}
    assert paths <= set(api["paths"])
    for operations in api["paths"].values():
        assert all(operation["summary"] and "5XX" in operation["responses"] for operation in operations.values())


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--phases", "fuzzing", "--max-examples", "3"], id="a few"),
        pytest.param(["--phases", "coverage,fuzzing", "--max-examples", "60"], id="many", marks=pytest.mark.slow),
    ],
)
def test_schemathesis_finds_nothing(start, shop, tmp_path, options):
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    nowhere = {"PAGEROWS_CHROMIUM": "/nosuch"}
    with start("--rate", "0", "--timeout", "10", "--delay", "0", environment=nowhere) as server:
        run = server.post("/v1/extract", json={"html": shop()}).json()["id"]
        wrapper = server.post("/v1/wrappers", json={"run": run, "name": "shop"}).json()["id"]
        job = server.post("/v1/jobs", json={"kind": "pages", "sources": [{"html": shop(5)}]}).json()["id"]
        known = {"KNOWN_RUN": run, "KNOWN_WRAPPER": wrapper, "KNOWN_JOB": job}
        hooks = str(Path(__file__).with_name("hooks.py"))
        environment = {**os.environ, **known, "SCHEMATHESIS_HOOKS": hooks, "NO_COLOR": "1"}
        command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{server.base_url}/openapi.json"]
        # The first deletion would take away what the other questions are about.
        left_out = ["--exclude-method", "DELETE", "--seed", "1", "--report-junit-path", os.devnull]
        done = subprocess.run(
            [*command, *options, *left_out],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert server.get("/healthz").json()["status"] == "ok"
        assert json.loads(server.get(f"/v1/runs/{run}").content)["id"] == run
