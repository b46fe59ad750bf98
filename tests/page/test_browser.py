"""Chromium agrees: it builds the tree that we read, and finds by our XPaths the nodes that we name."""

import json
import re
import subprocess
from html import unescape
from pathlib import Path

import pytest

import pagerows
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate, mutate
from pagerows.page._markup import without_noscript
from pagerows.page.nodes import TEXT

# DOMParser builds the same tree as loading does, runs nothing, and takes many pages in one start of the browser.
ASK = """<!doctype html><meta charset=utf-8><pre id=out></pre><script type=application/json id=pages>%s</script><script>
const unread = new Set(["script", "style", "template", "noscript"])
function walk(node, depth, out) {
  for (const child of node.childNodes) {
    if (child.nodeType == 3 && child.data.trim()) out.push([depth, child.data])
    if (child.nodeType == 1 && !unread.has(child.localName)) {
      out.push([depth, child.localName]); walk(child, depth + 1, out)
    }
  }
  return out
}
function name(node) { return node == null ? null : node.nodeType == 3 ? node.data : node.localName }
const answers = JSON.parse(document.getElementById("pages").textContent).map(page => {
  const doc = new DOMParser().parseFromString(page.html, "text/html")
  const tree = doc.body && doc.body.localName == "body" ? walk(doc.body, 1, [[0, "body"]]) : []
  const found = page.xpaths.map(path => {
    const result = doc.evaluate(path, doc, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
    return result.snapshotLength == 1 ? name(result.snapshotItem(0)) : result.snapshotLength
  })
  return {tree, found}
})
document.getElementById("out").textContent = JSON.stringify(answers)
</script>"""


def ask_chromium(chromium: str, pages: list[dict], folder) -> list[dict]:
    file = folder / "ask.html"
    file.write_text(ASK % json.dumps(pages).replace("<", "\\u003c"), encoding="utf-8")
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"file://{file}"]
    dumped = subprocess.run(command, capture_output=True, timeout=100, check=True).stdout.decode("utf-8")
    out = re.search(r"<pre id=\"out\">(.*?)</pre>", dumped, re.DOTALL)
    assert out, "Chromium printed no answer"
    return json.loads(unescape(out[1]))


def own_view(html: str) -> tuple[list, list, list]:
    nodes = pagerows.parse(html).nodes
    names = [str(nodes.data[row]) if nodes.kind[row] == TEXT else nodes.tag_name(row) for row in range(len(nodes))]
    tree = [list(pair) for pair in zip(nodes.depth.tolist(), names, strict=True)]
    return tree, [nodes.xpath(row) for row in range(len(nodes))], names


SNIPPETS = {
    "text between comments and skipped elements": "a<!--c-->b <b>x</b> c<script>1</script>d<p>1 <!--x--> <p>2 <i>k</i>",
    "svg, math and camel case": "<svg viewBox='0 0 1 1'><linearGradient/><g/><foreignObject><p>x<svg/></p>"
    "</foreignObject><g>t</g></svg><math><mi>x</mi><annotation-xml encoding=text/html><b>y</b></annotation-xml>"
    "</math><svg><title>z",
    "odd names": "<a:b>x</a:b><my-card>y</my-card><a'b>1</a'b><a\"b>2</a\"b><a'\"b>3</a'\"b><x_y.z>4</x_y.z><o:p>5",
    "tables": "<table>x<tr><td>1<td>2<tr><td>3</table><table><caption>c<col><tbody><tr><th>h<tfoot><tr><td>f</table>",
    "misnested formatting": "<b>1<p>2</b>3</p><a>1<a>2</a><i>x<div>y</i>z</div><nobr>1<nobr>2<font>1<table>2<tr><td>3",
    "noscript in the head": "<head><noscript><img src=x></noscript><title>t</title></head><body><p>x",
    "unclosed in a noscript": "<noscript><div></noscript><p>x",
    "template and select": "<template><p>x</template><select><option>1<option>2<optgroup><option>3</select><p>y",
    "forms and buttons": "<form><form><button>1<button>2</form><input><textarea>\n<b>x</b></textarea><p>y</p></p>",
    "no-break spaces": "<p>&nbsp;</p><p>&nbsp; x</p> &nbsp; y",
    "frames": "<frameset><frame></frameset>",
    "body twice": "<body class=a>1<body class=b>2</body>3</html>4",
    "lists": "<ul><li>1<ul><li>2</ul><li>3</ul><dl><dt>a<dd>b<dt>c</dl><ol><p><li>x",
}

#: A select may have any content since 2025; html5lib-tests of 2020 say otherwise.
SELECTS = json.loads(Path(__file__).with_name("select.json").read_text())


@pytest.mark.browser
def test_chromium_builds_the_same_tree_and_finds_our_xpaths(chromium, tmp_path):
    pages = {**SNIPPETS, **{html: html for html in SELECTS}}
    for seed, layout in enumerate(LAYOUTS):
        spec = PageSpec(seed=seed, layout=layout, records=5, optional=1, damage=0.3, highlight=0.1, inner_nesting=1)
        pages[f"generated {layout}"] = generate(spec).html
        for number in range(12):
            broken = mutate(pages[f"generated {layout}"].encode(), 100 * seed + number).decode("utf-8", "replace")
            # Chromium drops NULs and folds line ends in the loader, and nests to 512 as our parser does, elsewhere.
            if len(broken) < 20_000 and "\0" not in broken and not pagerows.parse(broken).flattened:
                pages[f"mutated {layout} {number}"] = broken
    views = {name: own_view(html) for name, html in pages.items()}
    asked = [{"html": without_noscript(html), "xpaths": views[name][1]} for name, html in pages.items()]
    for name, answer in zip(pages, ask_chromium(chromium, asked, tmp_path), strict=True):
        tree, _, names = views[name]
        assert answer["tree"] == tree, name
        assert answer["found"] == names, name
