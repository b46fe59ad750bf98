"""Ways out of a rendered page: each is tried with scripts on and nothing allowed, and nobody hears of any.

Whoever listens counts connections (TCP over IPv4 and IPv6) and packets (UDP), so that it does not matter which part of
the browser sends. Every way names itself in the path that it asks for.
"""

import contextlib
import socket
import threading
from pathlib import Path

import pytest

import pagerows
from pagerows.page.rendered import Browser

pytestmark = pytest.mark.browser

#: What loads by itself, without any script; TO is who listens.
MARKUP = {
    "picture": "<img src='TO/picture'>",
    "picture for larger screens": "<img srcset='TO/srcset 2x, TO/srcset1 1x'>",
    "picture source": "<picture><source srcset='TO/source'><img></picture>",
    "style sheet": "<link rel=stylesheet href='TO/sheet'>",
    "preload": "<link rel=preload as=image href='TO/preload'><link rel=modulepreload href='TO/modulepreload'>",
    "prefetch": "<link rel=prefetch href='TO/prefetch'><link rel=prerender href='TO/prerender'>",
    "preconnect": "<link rel=preconnect href='TO'><link rel=dns-prefetch href='TO'>",
    "manifest and icon": "<link rel=manifest href='TO/manifest'><link rel=icon href='TO/icon'>",
    "dictionary": "<link rel=compression-dictionary href='TO/dictionary'>",
    "import of styles": "<style>@import 'TO/import';</style>",
    "background": "<body background='TO/background'><div style=\"background:url('TO/url');width:9px;height:9px\">x",
    "font": "<style>@font-face {font-family: f; src: url('TO/font')} p {font-family: f}</style><p>x",
    "frame": "<iframe src='TO/frame'></iframe>",
    "frame in a frame": "<iframe srcdoc=\"<iframe src='TO/inner'></iframe>\"></iframe>",
    "set of frames": "<frameset><frame src='TO/frameset'></frameset>",
    "object": "<object data='TO/object'></object><embed src='TO/embed'>",
    "refresh": "<meta http-equiv=refresh content='0;url=TO/refresh'>",
    "media": "<video src='TO/video' poster='TO/poster' autoplay></video><audio src='TO/audio' preload=auto></audio>",
    "track": "<video autoplay><source src='TO/media'><track default src='TO/track'></video>",
    "drawing": "<svg><image href='TO/image' width=9 height=9 /><use href='TO/use#a' /></svg>",
    "button": "<input type=image src='TO/button'>",
    "base": "<base href='TO/'><img src=based>",
    "attribution": "<img attributionsrc='TO/attribution' src='TO/with'>",
    "fenced frame": "<fencedframe src='TO/fenced'></fencedframe>",
    "other names of this machine": "<img src='http://localhost:PORT/a'><img src='http://[::1]:PORT/b'>"
    "<img src='http://127.1:PORT/c'><img src='http://0:PORT/d'><img src='http://2130706433:PORT/e'>",
}
#: What scripts can ask for.
SCRIPTS = {
    "fetch": "fetch('TO/fetch', {mode: 'no-cors'})",
    "post": "fetch('TO/post', {method: 'POST', body: 'x', mode: 'no-cors', keepalive: true})",
    "later": "fetchLater('TO/later', {activateAfter: 0})",
    "request": "const ask = new XMLHttpRequest(); ask.open('GET', 'TO/xhr'); ask.send()",
    "beacon": "navigator.sendBeacon('TO/beacon', 'x')",
    "events": "new EventSource('TO/events')",
    "socket": "new WebSocket('ws://127.0.0.1:PORT/socket')",
    "socket stream": "new WebSocketStream('ws://127.0.0.1:PORT/stream')",
    "transport": "new WebTransport('https://127.0.0.1:PORT/transport')",
    "call": """const call = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:PORT'}]});
      call.createDataChannel('x'); call.createOffer().then(offer => call.setLocalDescription(offer))""",
    "call from a frame": """const frame = document.body.appendChild(document.createElement('iframe'));
      const call = new frame.contentWindow.RTCPeerConnection({iceServers: [
        {urls: ['stun:127.0.0.1:PORT', 'turn:127.0.0.1:PORT?transport=tcp'], username: 'a', credential: 'b'}]});
      call.createDataChannel('x'); call.createOffer().then(offer => call.setLocalDescription(offer))""",
    "worker": "new Worker(URL.createObjectURL(new Blob([\"fetch('TO/worker')\"])))",
    "worker of a frame": """const frame = document.body.appendChild(document.createElement('iframe'));
      new frame.contentWindow.Worker(URL.createObjectURL(new Blob(["importScripts('TO/worker2')"])))""",
    "shared worker": "new SharedWorker(URL.createObjectURL(new Blob([\"fetch('TO/shared')\"])))",
    "service worker": "navigator.serviceWorker.register('TO/service')",
    "worklet": "CSS.paintWorklet.addModule('TO/paint'); new AudioContext().audioWorklet.addModule('TO/sound')",
    "shared storage": "sharedStorage.worklet.addModule('TO/storage')",
    "module": "import('TO/module')",
    "window": "open('TO/window'); open('TO/noopener', '_blank', 'noopener')",
    "navigation": "location = 'TO/location'",
    "navigation of a frame": """document.body.appendChild(document.createElement('iframe'))
      .contentWindow.location = 'TO/framed'""",
    "frame of its own": "const f = document.createElement('iframe'); f.srcdoc = "
    '"<script>fetch(\'TO/srcdoc\')<" + "/script>"; document.body.append(f)',
    "frame of data": "const f = document.createElement('iframe'); f.src = \"data:text/html,<script>"
    "fetch('TO/data',{mode:'no-cors'})<\" + \"/script>\"; document.body.append(f)",
    "form": """const form = document.createElement('form'); form.action = 'TO/form'; form.method = 'POST';
      document.body.append(form); form.submit()""",
    "form in a new window": """const form = document.createElement('form'); form.action = 'TO/formed';
      form.target = '_blank'; document.body.append(form); form.requestSubmit()""",
    "ping": """const a = document.createElement('a'); a.href = '#x'; a.ping = 'TO/ping'; document.body.append(a);
      a.click()""",
    "download": """const a = document.createElement('a'); a.href = 'TO/download'; a.download = 'x';
      document.body.append(a); a.click()""",
    "prefetch by rules": """const rules = document.createElement('script'); rules.type = 'speculationrules';
      rules.textContent = JSON.stringify({prefetch: [{source: 'list', eagerness: 'immediate', urls: ['TO/rules']}]});
      document.head.append(rules)""",
    "prerender by rules": """const rules = document.createElement('script'); rules.type = 'speculationrules';
      rules.textContent = JSON.stringify({prerender: [{source: 'list', eagerness: 'immediate', urls: ['TO/rules2']}]});
      document.head.append(rules)""",
    "sign-in": "navigator.credentials.get({identity: {providers: [{configURL: 'TO/fedcm.json', clientId: 'x'}]}})",
    "key": """navigator.credentials.get({publicKey: {challenge: new Uint8Array(9), rpId: '127.0.0.1',
      timeout: 500}})""",
    "payment": """new PaymentRequest([{supportedMethods: 'TO/payment'}],
      {total: {label: 'x', amount: {currency: 'EUR', value: '1'}}}).canMakePayment()""",
    "auction": """navigator.joinAdInterestGroup({owner: 'https://127.0.0.1:PORT', name: 'x',
      biddingLogicURL: 'https://127.0.0.1:PORT/bid'}, 60)""",
    "topics": "document.browsingTopics && fetch('TO/topics', {browsingTopics: true})",
    "fonts": "new FontFace('f', \"url('TO/fontface')\").load()",
    "styles": "const s = new CSSStyleSheet(); s.insertRule(\"p {background: url('TO/rule')}\"); "
    "document.adoptedStyleSheets = [s]; document.body.append(document.createElement('p'))",
    "session": """navigator.mediaSession.metadata = new MediaMetadata({title: 'x', artwork: [{src: 'TO/artwork'}]});
      new Notification('x', {icon: 'TO/notification'})""",
}
#: What a page that is a file can look at; every one would show the secret.
FILES = {
    "above": "<iframe src='../secret.html'></iframe>",
    "by a link of the file system": "<iframe src=link.html></iframe>",
    "by its whole name": "<iframe src='file://TMP/secret.html'></iframe><object data='file://localhost/TMP/secret.html'>",
    "the folder": "<iframe src='./'></iframe><iframe src='file://TMP/'></iframe>",
    "the source": "<iframe src='view-source:file://TMP/secret.html'></iframe>",
    "by encoding": "<iframe src='%2e%2e/secret.html'></iframe><iframe src='..%2fsecret.html'></iframe>",
    "by request": """<p id=p></p><script>const ask = new XMLHttpRequest(); ask.open('GET', 'un' + 'named.txt', false);
      try { ask.send() } catch {} p.textContent = ask.responseText</script>""",
    "by fetch": """<p id=p></p><script>fetch('un' + 'named.txt').then(a => a.text()).then(t => p.textContent = t)
      </script>""",
    "by a script's frame": """<script>const f = document.createElement('iframe'); f.src = 'un' + 'named.txt';
      document.documentElement.append(f)</script>""",
    "settings": "<iframe src='chrome://version'></iframe><iframe src='file:///etc/passwd'></iframe>",
}


@contextlib.contextmanager
def listening():
    """Count whoever connects or sends a packet to one port; yields the port and what came."""
    came: list[bytes] = []
    tcp = socket.create_server(("127.0.0.1", 0))
    port = tcp.getsockname()[1]
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", port))
    listeners = [tcp, udp]
    with contextlib.suppress(OSError):  # a machine without IPv6
        listeners.append(socket.create_server(("::1", port), family=socket.AF_INET6))

    def accept(listener):
        while True:
            try:
                connection = listener.accept()[0]
            except OSError:
                return
            with connection:
                connection.settimeout(2)
                with contextlib.suppress(OSError):
                    came.append(connection.recv(200).split(b"\r\n")[0])

    def receive():
        while True:
            try:
                came.append(b"packet: " + udp.recv(200))
            except OSError:
                return

    for listener in [tcp, *listeners[2:]]:
        threading.Thread(target=accept, args=(listener,), daemon=True).start()
    threading.Thread(target=receive, daemon=True).start()
    try:
        yield port, came
    finally:
        for listener in listeners:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()


def pages(port: int) -> list[str]:
    wrapped = [f"<p>here</p><body><script>{code}</script>" for code in SCRIPTS.values()]
    made = [*MARKUP.values(), *wrapped]
    return [page.replace("TO", f"http://127.0.0.1:{port}").replace("PORT", str(port)) for page in made]


@pytest.fixture(scope="module")
def browser():
    with Browser() as started:
        yield started


def test_what_listens_hears(browser):
    """The test of the test: the same ways arrive where the caller allows it."""
    with listening() as (port, came):
        own = f"http://127.0.0.1:{port}"
        for page in (MARKUP["picture"], "<script>fetch('TO/fetch', {mode: 'no-cors'})</script>"):
            pagerows.render(page.replace("TO", own), javascript=True, allow=[own], timeout=20, browser=browser)
        assert {line.split()[1] for line in came} >= {b"/picture", b"/fetch"}


@pytest.mark.parametrize("source", ["page of the web", "file"])
def test_no_way_leads_out_of_a_page(browser, tmp_path, source):
    """Each way is a page of its own; one that cannot be rendered (it navigates away, say) got nowhere, either."""
    assert len(MARKUP) + len(SCRIPTS) + len(FILES) >= 36
    with listening() as (port, came):
        tried = []
        for number, page in enumerate(pages(port)):
            path = tmp_path / f"{number}.html"
            path.write_text(page, encoding="utf-8")
            tried.append(path if source == "file" else page)
        options = {} if source == "file" else {"url": "https://shop.invalid/list"}
        for _ in pagerows.render_many(
            tried, jobs=4, javascript=True, settle=0.4, wait=1.0, timeout=20, browser=browser, **options
        ):
            pass
        assert came == []


def test_no_way_leads_to_a_file_that_the_page_does_not_name(browser, tmp_path):
    folder = tmp_path / "page"
    folder.mkdir()
    (tmp_path / "secret.html").write_text("<p>secret")
    (folder / "unnamed.txt").write_text("secret")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    tried: list[Path] = []
    for number, markup in enumerate(FILES.values()):
        tried.append(folder / f"{number}.html")
        tried[-1].write_text("<p>here</p>" + markup.replace("TMP", str(tmp_path)), encoding="utf-8")
    for page in pagerows.render_many(tried, jobs=4, javascript=True, settle=0.3, timeout=20, browser=browser):
        assert not isinstance(page, pagerows.PagerowsError)
        text = page.nodes.text(0)
        assert "here" in text
        assert not any(word in text for word in ("secret", "root:", "Chromium", "unnamed"))
