"""Bytes are read as browsers read them."""

import codecs
import random
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.page._metas import last_charset, metas
from pagerows.page._prescan import prescan
from pagerows.page._strings import control_characters
from pagerows.page.decode import decode

GERMAN = "<p>Schöne Grüße aus Köln, für 5 €, mit Öl und Äpfeln</p>"
RUSSIAN = "<p>Широкая электрификация южных губерний даст мощный толчок подъёму сельского хозяйства</p>"
JAPANESE = "<p>これは日本語のページです。商品の一覧とその値段をご覧ください。</p>"
CHINESE = "<p>这是一个中文网页,列出了所有商品的名称和价格。欢迎光临我们的商店。</p>"
TAIWAN = "<p>這是一個中文網頁,列出了所有商品的名稱和價格。歡迎光臨我們的商店。</p>"
KOREAN = "<p>이것은 한국어 페이지입니다. 모든 상품의 이름과 가격을 볼 수 있습니다.</p>"
GREEK = "<p>Αυτή είναι μια ελληνική σελίδα με όλα τα προϊόντα και τις τιμές τους</p>"
THAI = "<p>นี่คือหน้าเว็บภาษาไทยที่แสดงรายการสินค้าและราคาทั้งหมด</p>"

#: bytes, arguments, text, name: first what is declared, in the standard's order; then what is not.
CASES = {
    "utf-8 by meta": (f"<meta charset=utf-8>{GERMAN}".encode(), {}, GERMAN, "UTF-8"),
    "utf-8 by its mark": (codecs.BOM_UTF8 + GERMAN.encode(), {}, GERMAN, "UTF-8"),
    "utf-16 little end first": (codecs.BOM_UTF16_LE + GERMAN.encode("utf-16-le"), {}, GERMAN, "UTF-16LE"),
    "utf-16 big end first": (codecs.BOM_UTF16_BE + GERMAN.encode("utf-16-be"), {}, GERMAN, "UTF-16BE"),
    "utf-16 without a mark": (JAPANESE.replace("。", "<br>").encode("utf-16-le"), {}, "これは", "UTF-16LE"),
    "utf-16 without a mark, big end": (GERMAN.encode("utf-16-be"), {}, GERMAN, "UTF-16BE"),
    "utf-16 by an XML declaration": ("<?xml version='1.0'?>一".encode("utf-16-be"), {}, "一", "UTF-16BE"),
    "windows-1252 labelled latin-1": (
        f'<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">{GERMAN}'.encode("cp1252"),
        {},
        GERMAN,
        "windows-1252",
    ),
    "gb18030 labelled gb2312": (f"<meta charset=gb2312>{CHINESE}㐀€".encode("gb18030"), {}, "㐀", "GBK"),
    "gb18030": (f"<meta charset=gb18030>{CHINESE}𠀀".encode("gb18030"), {}, "𠀀", "gb18030"),
    "big5 with Hong Kong's letters": (f"<meta charset=big5>{TAIWAN}㗎".encode("big5hkscs"), {}, "㗎", "Big5"),
    "shift_jis with NEC's letters": (f"<meta charset=x-sjis>{JAPANESE}①髙".encode("cp932"), {}, "①髙", "Shift_JIS"),
    "euc-jp": (f"<meta charset=euc-jp>{JAPANESE}".encode("euc-jp"), {}, JAPANESE, "EUC-JP"),
    "iso-2022-jp": (f"<meta charset=iso-2022-jp>{JAPANESE}".encode("iso-2022-jp"), {}, JAPANESE, "ISO-2022-JP"),
    "korean labelled ks_c_5601": (f"<meta charset=ks_c_5601-1987>{KOREAN}똠".encode("cp949"), {}, "똠", "EUC-KR"),
    "turkish labelled iso-8859-9": (b"<meta charset=iso-8859-9>\xfe\x80", {}, "ş€", "windows-1254"),
    "thai labelled tis-620": (f"<meta charset=tis-620>{THAI}".encode("cp874"), {}, THAI, "windows-874"),
    "koi8-r": (f"<meta charset=koi8-r>{RUSSIAN}".encode("koi8-r"), {}, RUSSIAN, "KOI8-R"),
    "macintosh": (f"<meta charset=macintosh>{GERMAN}".encode("mac-roman"), {}, GERMAN, "macintosh"),
    "meta that says utf-16 byte by byte": (f"<meta charset=utf-16>{GERMAN}".encode(), {}, GERMAN, "UTF-8"),
    "an encoding for attacks": (b"<meta charset=iso-2022-kr><p>x</p>", {}, "\ufffd", "replacement"),
    "the header before the meta": (
        f"<meta charset=utf-8>{GERMAN}".encode("cp1252"),
        {"content_type": "text/html; charset=windows-1252"},
        GERMAN,
        "windows-1252",
    ),
    "the mark before the header": (
        codecs.BOM_UTF8 + GERMAN.encode(),
        {"content_type": "text/html; charset=windows-1252"},
        GERMAN,
        "UTF-8",
    ),
    "the argument before the mark": (codecs.BOM_UTF8 + b"x", {"encoding": "latin1"}, "ï»¿x", "windows-1252"),
    "the argument with a mark": (codecs.BOM_UTF8 + b"x", {"encoding": "utf8"}, "x", "UTF-8"),
    "utf-16 as argument, big end": (codecs.BOM_UTF16_BE + b"\0x", {"encoding": "utf-16"}, "x", "UTF-16BE"),
    "a codec that only Python has": ("é".encode("utf-7"), {"encoding": "utf-7"}, "é", "utf-7"),
    "Python's own spelling": (b"\x80", {"encoding": "latin_1"}, "€", "windows-1252"),
    "a header with an unknown label": (GERMAN.encode(), {"content_type": "text/html; charset=none"}, GERMAN, "UTF-8"),
    "a header in quotes": (b"\xe9", {"content_type": 'text/html;charset="iso-8859-1"'}, "é", "windows-1252"),
    "undeclared utf-8": (GERMAN.encode(), {}, GERMAN, "UTF-8"),
    "undeclared utf-8 late in the page": (b"x" * 99999 + GERMAN.encode(), {}, GERMAN, "UTF-8"),
    "undeclared utf-8, cut within a letter": ((GERMAN + "€").encode()[:-1], {}, GERMAN, "UTF-8"),
    "undeclared utf-8 with a broken letter": ((GERMAN * 9).encode() + b"\xff", {}, GERMAN, "UTF-8"),
    "undeclared windows-1252": ((GERMAN * 3).encode("cp1252"), {}, GERMAN, "windows-1252"),
    "undeclared, a few signs only": ("<p>£5 © 2004 “so”</p>".encode("cp1252"), {}, "£5 © 2004 “so”", "windows-1252"),
    "undeclared windows-1251": ((RUSSIAN * 3).encode("cp1251"), {}, RUSSIAN, "windows-1251"),
    "undeclared koi8-r": ((RUSSIAN * 3).encode("koi8-r"), {}, RUSSIAN, "KOI8-U"),
    "undeclared shift_jis": ((JAPANESE * 3).encode("cp932"), {}, JAPANESE, "Shift_JIS"),
    "undeclared euc-jp": ((JAPANESE * 3).encode("euc-jp"), {}, JAPANESE, "EUC-JP"),
    "undeclared gb18030": ((CHINESE * 3).encode("gb18030"), {}, CHINESE, "GBK"),
    "undeclared big5": ((TAIWAN * 3).encode("big5"), {}, TAIWAN, "Big5"),
    "undeclared euc-kr": ((KOREAN * 3).encode("euc-kr"), {}, KOREAN, "EUC-KR"),
    "undeclared greek": ((GREEK * 3).encode("cp1253"), {}, GREEK, "windows-1253"),
    "undeclared thai": ((THAI * 3).encode("cp874"), {}, THAI, "windows-874"),
    "a late meta": (
        b" " * 2000 + f"<meta charset=iso-8859-2>{GERMAN}ő".encode("iso-8859-2", "ignore"),
        {},
        "ő",
        "ISO-8859-2",
    ),
    "plain ascii": (b"<p>abc</p>", {}, "abc", "UTF-8"),
    "nothing": (b"", {}, "", "UTF-8"),
}


@pytest.mark.parametrize("case", CASES)
def test_bytes_are_read_as_browsers_read_them(case):
    data, arguments, text, name = CASES[case]
    read, used = decode(data, **arguments)
    assert used == name
    assert text in read
    assert not read.startswith("\ufeff")


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"<meta charset=koi8-r>", "KOI8-R"),
        (b"<META CharSet = 'KOI8-R' />", "KOI8-R"),
        (b"<meta/charset=koi8-r>", "KOI8-R"),
        (b"<metal charset=koi8-r>", None),
        (b"<!-- <meta charset=big5> --><meta charset=koi8-r>", "KOI8-R"),
        (b"<!--><meta charset=koi8-r>", "KOI8-R"),
        (b"<!-- <meta charset=koi8-r>", None),
        (b"<p title='<meta charset=big5>'><meta charset=koi8-r>", "KOI8-R"),
        (b"</p title='>' x=<meta><meta charset=koi8-r>", "KOI8-R"),
        (b"<?php <meta charset=big5> ?><meta charset=koi8-r>", "KOI8-R"),
        (b"<!doctype '<meta charset=big5'><meta charset=koi8-r>", "KOI8-R"),
        (b"<meta content='text/html; charset=koi8-r'>", None),
        (b"<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", "KOI8-R"),
        (b"<meta http-equiv=refresh content='text/html; charset=koi8-r'>", None),
        (b"<meta http-equiv=content-type content='charset = \"koi8-r\"'>", "KOI8-R"),
        (b"<meta http-equiv=content-type content='charset=\"koi8-r'>", None),
        (b"<meta http-equiv=content-type content='charset charset=koi8-r; x'>", "KOI8-R"),
        (b"<meta charset=nonsense><meta charset=koi8-r>", "KOI8-R"),
        (b"<meta charset=koi8-r charset=big5>", "KOI8-R"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=utf-16be>", "UTF-8"),
        (b"<meta name=a><meta charset=koi8-r", "KOI8-R"),
        (b"<?xml version='1.0' encoding='koi8-r'?><p>", "KOI8-R"),
        (b"<?xml version='1.0' encoding='koi8-r'?><meta charset=big5>", "Big5"),
        (b"<meta =charset=koi8-r>", None),
    ],
    ids=repr,
)
def test_a_declaration_is_looked_for_as_the_standard_says(head, name):
    assert prescan(head) == name


#: The algorithm by patterns: a comment, a meta element, another tag, or what looks like a declaration...
STOP = re.compile(rb"<(?:(!--)|(meta)(?=[\t\n\f\r /])|/?[a-z]|[!/?])", re.IGNORECASE)
#: ...and "get an attribute": a name that may start with "=", and a value in quotes, without them, or none.
ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)"
    rb"(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r >\"'][^\t\n\f\r >]*)?))?"
)


def slow_attributes(data, position):
    attributes = {}
    while found := ATTRIBUTE.match(data, position):
        value = found[2] or found[3] or found[4] or b""
        attributes.setdefault(found[1].decode("latin-1").lower(), value.decode("latin-1"))
        position = found.end()
    return attributes, position


def slow_metas(data, last):
    position, metas = 0, []
    while stop := STOP.search(data, position, max(0, last)):
        if stop[1]:
            end = data.find(b"-->", stop.start() + 2)
            position = len(data) if end < 0 else end + 3
        elif stop[2]:
            attributes, position = slow_attributes(data, stop.end())
            metas.append(attributes)
        elif data[stop.end() - 1 : stop.end()].isalpha():
            name_end = re.compile(rb"[\t\n\f\r >]").search(data, stop.end())
            position = slow_attributes(data, name_end.start())[1] if name_end else len(data)
        else:
            end = data.find(b">", stop.end())
            position = len(data) if end < 0 else end + 1
    return metas


PIECES = [
    b"<", b"meta", b"Meta ", b"<meta ", b"</", b">", b"<!--", b"-->", b"--", b"!", b"?", b"=", b"'", b'"', b"/", b" ",
    b"\n", b"charset", b"a",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.integers(-1, 60))
def test_meta_elements_are_met_as_patterns_meet_them(pieces, last):
    assert metas(b"".join(pieces), last) == slow_metas(b"".join(pieces), last)


@given(st.lists(st.sampled_from([*PIECES, b"CharSet", b"chars", b"et", b"CHARSET"]), max_size=30))
def test_the_last_charset_is_found_whatever_its_letters(pieces):
    assert last_charset(b"".join(pieces)) == b"".join(pieces).lower().rfind(b"charset")


CONTROL = bytes({*range(0x01, 0x20)} - {*b"\t\n\f\r\x1b"})


@given(
    st.lists(st.one_of(st.binary(max_size=9), st.just(b"many letters "), st.sampled_from([b"\1", b"\x1f", b"\0\n"])))
)
def test_control_characters_are_counted_as_far_as_is_asked_for(pieces):
    data = b"".join(pieces)
    for most in (0, 20, 2048):
        assert control_characters(data, most) == len(data[:most]) - len(data[:most].translate(None, CONTROL))


def test_only_the_first_1024_bytes_are_looked_through_when_the_page_is_utf_8():
    data = b" " * 1024 + b"<meta charset=koi8-r>" + GERMAN.encode()
    assert decode(data)[1] == "UTF-8"


@pytest.mark.parametrize("name", ["nonsense", "rot13", "hex", "", "undefined", "é"])
def test_an_unknown_encoding_is_refused(name):
    with pytest.raises(pagerows.ParameterError, match="unknown encoding"):
        decode(b"x", encoding=name)


def test_any_bytes_are_read_somehow():
    rng = random.Random(4)
    for size in (1, 2, 3, 10, 1000, 5000):
        for _ in range(20):
            text, name = decode(rng.randbytes(size))
            assert isinstance(text, str)
            assert name


def test_the_page_says_which_encoding_was_used():
    assert pagerows.parse("<p>é".encode("cp1252"), encoding="latin1").encoding == "windows-1252"
    assert pagerows.parse("<p>é").encoding is None


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (random.Random(7).randbytes(4000), True),
        (zlib.compress(b"".join(b"<li>%d</li>" % n for n in range(3000))), True),
        (b"<p>\x01 a stray \x02 character", False),
        (("<p>Привет, мир! " * 200).encode("utf-16"), False),
        (("<p>Привет, мир! " * 200).encode("utf-16-le"), False),
        (("<p>こんにちは " * 200).encode("iso-2022-jp"), False),
        (b"<p>one</p>\0\0\0\0" * 100, False),
    ],
    ids=["noise", "packed", "stray characters", "UTF-16", "UTF-16 unmarked", "escapes", "NULs"],
)
def test_bytes_that_are_no_text_are_refused(data, binary):
    if binary:
        with pytest.raises(pagerows.PageError, match="this is binary data, not a web page"):
            pagerows.parse(data)
    else:
        assert len(pagerows.parse(data).nodes) > 1
