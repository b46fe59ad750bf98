"""Pagers of real pages: next links and numbered pages, by the definitions of the corpus `pagers`."""

import json
from urllib.parse import unquote, urldefrag, urljoin

import pytest

from pagerows import parse

pytestmark = pytest.mark.corpora


def key(url, base):
    return unquote(urldefrag(urljoin(base, url.strip()))[0]).rstrip("/")


def test_next_links_and_numbered_pages_of_real_sites_are_found(corpora):
    folder = corpora / "pagers"
    if not folder.is_dir():
        pytest.skip("no corpus `pagers`")
    right = total = hit = said = meant = 0
    for line in (folder / "pagers.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        base = gold["url"]
        body = (folder / gold["page"] / "page.html").read_bytes()
        found = parse(body, url=base, encoding=gold["encoding"]).pagination
        sets = {kind: {key(url, base) for url in gold[kind]} for kind in ("next", "prev", "pages", "first", "last")}
        got = key(found.next, base) if found.next else None
        numbered_only = not sets["next"] and (got is None or got in sets["pages"])
        right += got in sets["next"] or numbered_only
        total += 1
        aside = set().union(*sets.values()) - sets["pages"]
        pages = {key(url, base) for url in found.pages} - aside - {key(base, base)}
        wanted = sets["pages"] - {key(base, base)}
        hit, said, meant = hit + len(pages & wanted), said + len(pages), meant + len(wanted)
    assert right / total >= 0.98
    assert 2 * hit / (said + meant) >= 0.97
