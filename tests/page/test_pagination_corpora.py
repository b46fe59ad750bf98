"""Pagers of real pages: next links and numbered pages, by the definitions of the corpus `pagers`."""

import json
import re
from urllib.parse import unquote, urldefrag, urljoin

import lxml.html
import pytest

from pagerows import parse

pytestmark = pytest.mark.corpora

#: Consonants for letters: what is written so says nothing in any language.
NOBODYS = str.maketrans("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "qzxjkvwbqfhtrlcgwzmdpnxysk" * 2)
SPOKEN = ("title", "aria-label", "alt", "value", "data-title")
NAMES = ("class", "id")


def key(url, base):
    return unquote(urldefrag(urljoin(base, url.strip()))[0]).rstrip("/")


def nobodys(text):
    letters = ("ж" if c.isalpha() and not c.isascii() else c for c in text.translate(NOBODYS))
    return re.sub(r"[\x00-\x08\x0b-\x1f]", "", "".join(letters))


def without(body, encoding, *evidence):
    """A page whose words, class names or rel attributes say nothing any more."""
    parser = lxml.html.HTMLParser(encoding="utf-8")
    tree = lxml.html.document_fromstring(body.decode(encoding or "utf-8", "replace").encode(), parser=parser)
    for node in tree.iter():
        if not isinstance(node.tag, str):
            continue
        hidden = [*(SPOKEN if "words" in evidence else ()), *(NAMES if "names" in evidence else ())]
        for name in hidden:
            if node.get(name):
                node.set(name, nobodys(node.get(name)))
        if "words" in evidence and node.tag not in ("script", "style"):
            node.text = node.text and nobodys(node.text)
        if "words" in evidence:
            node.tail = node.tail and nobodys(node.tail)
        if "rel" in evidence:
            node.attrib.pop("rel", None)
    return lxml.html.tostring(tree, encoding="utf-8", doctype="<!doctype html>")


@pytest.mark.parametrize(
    ("gone", "least"),
    [((), 0.98), (("words",), 0.97), (("words", "names", "rel"), 0.93)],
    ids=["as they are", "in nobody's language", "without names and rel, too"],
)
def test_next_links_and_numbered_pages_of_real_sites_are_found(corpora, gone, least):
    folder = corpora / "pagers"
    if not folder.is_dir():
        pytest.skip("no corpus `pagers`")
    right = total = hit = said = meant = 0
    for line in (folder / "pagers.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        base = gold["url"]
        body, encoding = (folder / gold["page"] / "page.html").read_bytes(), gold["encoding"]
        if gone:
            body, encoding = without(body, encoding, *gone), "utf-8"
        found = parse(body, url=base, encoding=encoding).pagination
        sets = {kind: {key(url, base) for url in gold[kind]} for kind in ("next", "prev", "pages", "first", "last")}
        got = key(found.next, base) if found.next else None
        numbered_only = not sets["next"] and (got is None or got in sets["pages"])
        right += got in sets["next"] or numbered_only
        total += 1
        aside = set().union(*sets.values()) - sets["pages"]
        pages = {key(url, base) for url in found.pages} - aside - {key(base, base)}
        wanted = sets["pages"] - {key(base, base)}
        hit, said, meant = hit + len(pages & wanted), said + len(pages), meant + len(wanted)
    assert right / total >= least
    assert 2 * hit / (said + meant) >= 0.97
