"""Options that prune the page or open it in Chromium first."""

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
