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


def test_a_saved_page_is_shown_with_the_style_sheets_beside_it_and_with_no_others(pagerows, shop, tmp_path):
    folder = tmp_path / "saved"
    (folder / "shop_files").mkdir(parents=True)
    (folder / "shop_files" / "a b.css").write_text("p { color: teal; background: url(http://x.example/y) }")
    (tmp_path / "secret.css").write_text("p { color: maroon }")
    (folder / "print.css").write_text("p { color: olive }")
    (folder / "notes.txt").write_text("p { color: navy }")
    links = (
        '<link rel="stylesheet" href="shop_files/a%20b.css"><link rel=stylesheet href="../secret.css">'
        f'<link rel=stylesheet href="{tmp_path}/secret.css"><link rel=stylesheet href="print.css" media=print>'
        "<link rel=stylesheet href=notes.txt><link rel=stylesheet href=gone.css><link rel=icon href=print.css>"
    )
    (folder / "shop.html").write_text(links + shop.read_text("utf-8"), encoding="utf-8")
    assert pagerows("inspect", folder / "shop.html", "-o", "report.html").returncode == 0
    report = (tmp_path / "report.html").read_text("utf-8")
    assert "color: teal; background: none" in report
    assert not any(colour in report for colour in ("maroon", "olive", "navy"))


def test_a_fetched_page_is_shown_with_the_style_sheets_that_it_links_to(pagerows, shop, tmp_path):
    import threading
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    site = tmp_path / "site"
    site.mkdir()
    (site / "a.css").write_text("p { color: teal }")
    links = "<link rel=stylesheet href=/a.css><link rel=stylesheet href=/gone.css>"
    (site / "list.html").write_text(links + shop.read_text("utf-8"), encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        done = pagerows("inspect", f"http://127.0.0.1:{server.server_port}/list.html", "-o", "report.html")
        server.shutdown()
        thread.join()
    assert done.returncode == 0, done.stderr
    assert "color: teal" in (tmp_path / "report.html").read_text("utf-8")
