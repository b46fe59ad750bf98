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
