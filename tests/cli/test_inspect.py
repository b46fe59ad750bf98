"""``pagerows inspect`` through the real command."""


def test_a_report_is_written_beside_or_to_standard_output(pagerows, shop, tmp_path):
    done = pagerows("inspect", shop, "--method", "signal", "--param", "min_share=0.01")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "pagerows: wrote shop.report.html\n"
    report = (tmp_path / "shop.report.html").read_text("utf-8")
    assert "Tea pot" in report
    done = pagerows("inspect", "-", "-o", "-", "--method", "same_path", stdin=shop.read_text("utf-8"))
    assert done.stdout.startswith("<!doctype html>")


def test_only_one_page_can_be_inspected(pagerows, tmp_path):
    assert pagerows("inspect", tmp_path).returncode == 2
    done = pagerows("inspect", "gone.html")
    assert (done.returncode, done.stderr) == (1, "pagerows: gone.html: no such file\n")


def test_the_report_never_takes_the_place_of_the_page(pagerows, shop):
    before = shop.read_bytes()
    done = pagerows("inspect", shop, "-o", shop)
    assert (done.returncode, shop.read_bytes()) == (2, before)
    assert "is the page itself" in done.stderr
