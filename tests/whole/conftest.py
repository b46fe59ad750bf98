"""A site on this machine with lists of every kind; it remembers what it was asked."""

import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

#: Records in all of a list, and on one page of it.
ALL, PAGE = 23, 5


def record(number):
    return (
        f'<li class="card"><h3><a href="/item/{number}">Lamp number {number}</a></h3>'
        f'<p class="text">A lamp of kind {number} for a room of its own</p>'
        f'<span class="price">{number}.50 €</span></li>'
    )


def cards(numbers):
    return '<ul class="cards">' + "".join(map(record, numbers)) + "</ul>"


def page_numbers(page, size=PAGE, last=ALL):
    return range((page - 1) * size + 1, min(page * size, last) + 1)


def document(body, head=""):
    menu = "".join(f'<a href="/about/{word}">{word}</a> ' for word in ("home", "shop", "help"))
    return (
        f"<!doctype html><html><head><title>Lamps</title>{head}</head><body><nav>{menu}</nav>"
        f"<h1>Lamps for every room of the house</h1>{body}<footer><p>Written for tests.</p></footer></body></html>"
    )


def pager(page, last, template):
    links = [str(n) if n == page else f'<a href="{template.format(n)}">{n}</a>' for n in range(1, last + 1)]
    turn = f' <a href="{template.format(page + 1)}">Next</a>' if page < last else ""
    return f'<p class="pager">{" ".join(links)}{turn}</p>'


#: Puts the records that /api gives at the end of the list.
APPEND = """<script>
let next = 1, busy = false;
async function append(count) {
  if (busy) return; busy = true;
  const got = await (await fetch(`/api?start=${next}&count=${count}`)).json();
  for (const html of got) document.querySelector("ul").insertAdjacentHTML("beforeend", html);
  next += got.length; busy = false;
  return got.length;
}
</script>"""

#: A list that fills itself, one with a button, one that grows when its end is shown, and one of recycled rows.
SCRIPTED = {
    "/fills": "<ul class=cards></ul>" + APPEND + "<script>setTimeout(() => append(30), 150)</script>",
    "/more": "<ul class=cards></ul><button id=more>Show more</button>"
    + APPEND
    + """<script>
      append(5);
      more.onclick = async () => { if (await append(5) < 5) more.remove(); };
    </script>""",
    "/endless": "<ul class=cards></ul><div id=end style='height:40px'></div>"
    + APPEND
    + """<style>
      li { height: 300px }
    </style><script>
      (async () => {
        await append(5);
        new IntersectionObserver(found => { if (found[0].isIntersecting) append(5); }).observe(end);
      })();
    </script>""",
    "/virtual": """<div id=box style="height:400px; overflow-y:auto; position:relative"><div id=tall></div></div>
    <script>
      const size = 40, rows = 1000, shown = [];
      tall.style.height = rows * size + "px";
      for (let i = 0; i < 14; i++) {
        const row = document.createElement("div");
        row.className = "row"; row.style.cssText = "position:absolute; height:40px; left:0; right:0";
        row.innerHTML = "<b></b> <span></span> <i></i>";
        tall.append(row); shown.push(row);
      }
      function draw() {
        const first = Math.max(0, Math.min(rows - shown.length, Math.floor(box.scrollTop / size) - 1));
        shown.forEach((row, i) => {
          const n = first + i + 1;
          row.style.top = (n - 1) * size + "px";
          row.children[0].textContent = "Lamp number " + n;
          row.children[1].textContent = "made in hall " + (n % 7) + " of the old works";
          row.children[2].textContent = n + ".50 €";
        });
      }
      box.addEventListener("scroll", () => requestAnimationFrame(draw));
      draw();
    </script>""",
    "/turned": "<ul class=cards></ul><button id=back>Previous</button> <button id=on>Next</button>"
    + APPEND
    + """<script>
      append(5);
      on.onclick = async () => {
        document.querySelector("ul").textContent = "";
        await append(5);
        if (next > 23) on.disabled = true;
      };
    </script>""",
    "/consent": "<ul class=cards></ul><button id=more>Load more lamps</button>"
    + APPEND
    + """
      <div role=dialog style="position:fixed; inset:0; background:white">
        <p>We value your privacy.</p>
        <button onclick="agree()">Accept all</button><button onclick="agree()">More</button>
      </div><script>
      function agree() { fetch("/agreed", {method: "POST"}); }
      document.body.style.overflow = "hidden";
      append(5);
      more.onclick = async () => { if (await append(5) < 5) more.remove(); };
    </script>""",
}


class Site:
    """What the server answers, and what it was asked."""

    def __init__(self):
        self.asked = []
        self.headers = []
        self.counts = Counter()
        self.robots = None

    @property
    def paths(self):
        """What was asked for, robots.txt left out."""
        return [path for path in self.asked if path != "/robots.txt"]

    def answer(self, path, query, form):
        """Return status, headers and body."""
        self.counts[path] += 1
        page = int(query.get("page", ["1"])[0])
        last = -(-ALL // PAGE)
        numbers = page_numbers(page)
        if path in SCRIPTED:
            return 200, {}, document(SCRIPTED[path])
        match path:
            case "/robots.txt":
                return (200, {"Content-Type": "text/plain"}, self.robots) if self.robots else (404, {}, "none")
            case "/numbered" | "/private":
                return 200, {}, document(cards(numbers) + pager(page, last, f"{path}?page={{}}"))
            case "/next":
                turn = f'<a rel="next" href="/next?page={page + 1}">Next</a>' if page < last else ""
                return 200, {}, document(cards(numbers) + turn)
            case "/cursor":
                after = int(query.get("after", ["0x0"])[0], 16)
                numbers = range(after + 1, min(after + PAGE, ALL) + 1)
                turn = f'<a href="/cursor?after={after + PAGE:#x}">Next page</a>' if after + PAGE < ALL else ""
                return 200, {}, document(cards(numbers) + turn)
            case "/form":
                page = int(form.get("page", ["1"])[0])
                turn = (
                    f'<form method="post" action="/form"><input type="hidden" name="q" value="lamp">'
                    f'<input type="hidden" name="page" value="{page + 1}"><button>Next</button></form>'
                )
                return 200, {}, document(cards(page_numbers(page)) + (turn if page < last else ""))
            case "/forever":
                return (
                    200,
                    {},
                    document(cards(page_numbers(min(page, last))) + pager(page, page + 1, "/forever?page={}")),
                )
            case "/loop":
                turn = f'<a rel="next" href="/loop?page={page + 1 if page < 3 else 2}">Next</a>'
                return 200, {}, document(cards(numbers) + turn)
            case "/flaky":
                if page == 2 and self.counts["/flaky 2"] < 2:
                    self.counts["/flaky 2"] += 1
                    return 503, {}, "busy"
                return 200, {}, document(cards(numbers) + pager(page, last, "/flaky?page={}"))
            case "/busy":
                if page == 2 and not self.counts["/busy 2"]:
                    self.counts["/busy 2"] += 1
                    return 429, {"Retry-After": "7"}, "slowly"
                return 200, {}, document(cards(numbers) + pager(page, last, "/busy?page={}"))
            case "/changing":  # two records come in on top while the list is read
                shift = 0 if page == 1 else 2
                numbers = [n for n in range((page - 1) * PAGE + 1 - shift, min(page * PAGE - shift, ALL) + 1) if n > 0]
                return 200, {}, document(cards(numbers) + pager(page, last, "/changing?page={}"))
            case "/login-wall":
                if page > 2:
                    return 302, {"Location": "/login?back=/login-wall"}, ""
                return 200, {}, document(cards(numbers) + pager(page, last, "/login-wall?page={}"))
            case "/login":
                return (
                    200,
                    {},
                    document('<form method="post"><input name="user"><input type="password" name="p"></form>'),
                )
            case "/calendar":
                month = f"<p>Nothing planned in month {page}.</p>"
                return 200, {}, document(month + f'<a rel="next" href="/calendar?page={page + 1}">Next month</a>')
            case "/events":  # every month has a list, for ever
                year, month = map(int, query.get("month", ["2026-11"])[0].split("-"))
                after = f"{year + month // 12}-{month % 12 + 1:02}"
                numbers = range(12 * year + month, 12 * year + month + 40, 8)
                return 200, {}, document(cards(numbers) + f'<a rel="next" href="/events?month={after}">Next month</a>')
            case "/trap":
                numbers = range(page * 100, page * 100 + PAGE)
                return 200, {}, document(cards(numbers) + f'<a rel="next" href="/trap?page={page + 1}">Next</a>')
            case "/session":
                turn = f'<a rel="next" href="/session?page={page + 1}&sid={self.counts[path]:032x}">Next</a>'
                return 200, {}, document(cards(numbers) + (turn if page < last else ""))
            case "/ends":
                if page > 2:
                    return 404, {}, "gone"
                return 200, {}, document(cards(numbers) + pager(page, last, "/ends?page={}"))
            case "/counted":
                return 200, {}, document("<p>1–5 of 310 lamps</p>" + cards(numbers))
            case "/old":
                return 200, {"ETag": '"v1"', "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT"}, document(cards(numbers))
            case "/api":
                start = int(query.get("start", ["1"])[0])
                count = int(query.get("count", [str(PAGE)])[0])
                time.sleep(0.05)
                return (
                    200,
                    {"Content-Type": "application/json"},
                    json.dumps([record(n) for n in range(start, min(start + count - 1, ALL) + 1)]),
                )
            case _:
                return 404, {}, "nothing here"


@pytest.fixture
def site():
    """A running site; `site.url` is its address."""
    state = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.reply({})

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.reply(parse_qs(body.decode()))

        def reply(self, form):
            parts = urlsplit(self.path)
            state.asked.append(self.path)
            state.headers.append(dict(self.headers))
            status, headers, body = state.answer(parts.path, parse_qs(parts.query), form)
            if status == 200 and "ETag" in headers and self.headers.get("If-None-Match") == headers["ETag"]:
                status, body = 304, ""
            data = body.encode()
            self.send_response(status)
            for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        state.url = f"http://127.0.0.1:{server.server_port}"
        yield state
        server.shutdown()
        thread.join()
