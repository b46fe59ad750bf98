"""Options that prune the page or open it in Chromium first."""

import sys

import pytest

SCRIPTED = """<body><ul id=list></ul><script>
for (let n = 1; n < 9; n++) document.getElementById("list").innerHTML += `<li><h3>Item ${n}</h3><p>Text ${n}</p></li>`;
</script>"""


def test_a_filter_prunes_before_the_method_looks(pagerows, shop):
    done = pagerows("extract", shop, "--filter", "tps", "--method", "same_path", "--format", "jsonl")
    assert done.returncode == 0, done.stderr
    assert "Tea pot" in done.stdout


@pytest.mark.browser
def test_scripts_run_only_when_asked_for(pagerows, chromium):
    without = pagerows("extract", "-", "--render", "--method", "same_path", stdin=SCRIPTED)
    assert (without.returncode, without.stdout) == (0, ""), without.stderr
    done = pagerows("extract", "-", "--scripts", "--method", "same_path", stdin=SCRIPTED)
    assert done.returncode == 0, done.stderr
    assert "Item 8,Text 8" in done.stdout


@pytest.mark.parametrize(
    ("missing", "code", "reason"),
    [("orjson", 2, "pip install 'pagerows[render]'"), ("chromium", 1, "no Chromium found on PATH")],
)
def test_what_keeps_every_page_from_being_rendered_is_said_once(missing, code, reason, shop, monkeypatch, capfd):
    from pagerows.cli import main

    if missing == "orjson":
        monkeypatch.setitem(sys.modules, "orjson", None)
    else:
        pytest.importorskip("orjson")
        monkeypatch.setenv("PATH", "")
        monkeypatch.delenv("PAGEROWS_CHROMIUM", raising=False)
    assert main(["extract", str(shop), "other.html", "--method", "gestalt"]) == code
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert reason in err


@pytest.mark.parametrize(
    "action", [["label", "none/", "-o", "x.jsonl"], ["train", "none/"], ["study", "none"]], ids=" ".join
)
def test_what_the_extra_for_training_brings_is_asked_for_by_name(action, monkeypatch, capfd):
    from pagerows.cli import content, main

    monkeypatch.setattr(content, "find_spec", lambda _: None)
    assert main(["content", *action]) == 2
    assert "pip install 'pagerows[train]'" in capfd.readouterr().err
