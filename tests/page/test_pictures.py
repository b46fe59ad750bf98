"""Background images by what they show: PNG, SSIM, and the sheet that draws them."""

import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pagerows import extract
from pagerows.errors import RenderError
from pagerows.page.looks import SAME_IMAGE, images_of, seen_images, ssim
from pagerows.page.rendered import render
from pagerows.page.rendered.pictures import SIDE, background_pictures
from pagerows.page.rendered.png import read_png

# -- SSIM --------------------------------------------------------------------------------------------------------------

RAMP = np.tile(np.arange(0, 256, 8.0), (32, 1))
RINGS = 127 + 120 * np.cos(np.hypot(*np.mgrid[-16:16, -16:16]))


def printed(x, y, c=(0.01 * 255) ** 2, d=(0.03 * 255) ** 2):
    """[E17 Eq. 5], number by number, for one window."""
    x, y = x.ravel().tolist(), y.ravel().tolist()
    n = len(x)
    m1, m2 = sum(x) / n, sum(y) / n
    v1, v2 = sum((a - m1) ** 2 for a in x) / (n - 1), sum((b - m2) ** 2 for b in y) / (n - 1)
    v12 = sum((a - m1) * (b - m2) for a, b in zip(x, y, strict=True)) / (n - 1)
    return (2 * m1 * m2 + c) * (2 * v12 + d) / ((m1**2 + m2**2 + c) * (v1 + v2 + d))


def test_a_window_as_large_as_the_pictures_gives_the_equation_as_printed():
    assert ssim(RAMP, RINGS, window=32) == pytest.approx(printed(RAMP, RINGS))
    # Two pixels, worked by hand: means 150 and 100, variances 5000 and 0, covariance 0.
    c, d = 6.5025, 58.5225
    worked = (2 * 150 * 100 + c) * d / ((150**2 + 100**2 + c) * (5000 + d))
    assert ssim([[100, 200]], [[100, 100]]) == pytest.approx(worked)


def test_the_index_is_the_mean_over_all_windows():
    spots = [(y, x) for y in range(26) for x in range(26)]
    slow = np.mean([printed(RAMP[y : y + 7, x : x + 7], RINGS[y : y + 7, x : x + 7]) for y, x in spots])
    assert ssim(RAMP, RINGS) == pytest.approx(slow)


picture = arrays(np.uint8, (9, 9), elements=st.integers(0, 255))


@given(picture, picture)
def test_the_index_is_symmetric_at_most_one_and_one_for_equals(first, second):
    assert ssim(first, second) == pytest.approx(ssim(second, first))
    assert ssim(first, second) <= 1 + 1e-9
    assert ssim(first, first) == pytest.approx(1)


@pytest.mark.parametrize(
    ("other", "same"),
    [(np.clip(RINGS * 0.9 + 10, 0, 255), True), (255 - RINGS, False), (RAMP, False)],
    ids=["a little paler", "negative", "another one"],
)
def test_images_are_the_same_above_the_threshold(other, same):
    assert (ssim(RINGS, other) > SAME_IMAGE) is same


# -- PNG ---------------------------------------------------------------------------------------------------------------


def filtered(line, above, kind, step):
    """A line of bytes as the filter writes it [RFC 2083 s. 6]."""
    out = []
    for place, byte in enumerate(line):
        left = line[place - step] if place >= step else 0
        corner = above[place - step] if place >= step else 0
        up = above[place]
        guess = left + up - corner
        nearest = min((left, up, corner), key=lambda value: abs(guess - value))
        out.append((byte - (0, left, up, (left + up) // 2, nearest)[kind]) % 256)
    return bytes([kind, *out])


def png(pixels, kinds=(0,), depth=8):
    height, width, step = pixels.shape
    above, lines = [0] * width * step, []
    for number, row in enumerate(pixels.reshape(height, -1).tolist()):
        lines.append(filtered(row, above, kinds[number % len(kinds)], step))
        above = row

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    colour = {1: 0, 2: 4, 3: 2, 4: 6}[step]
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    packed = zlib.compress(b"".join(lines))
    body = chunk(b"IHDR", head) + chunk(b"IDAT", packed[:9]) + chunk(b"IDAT", packed[9:]) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("kinds", [(0,), (1,), (2,), (3,), (4,), (4, 3, 2, 1, 0)], ids=str)
def test_every_filter_is_undone(channels, kinds):
    pixels = np.random.default_rng(3).integers(0, 256, (7, 5, channels), dtype=np.uint8)
    assert (read_png(png(pixels, kinds)) == pixels).all()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"GIF89a", "no PNG"),
        (b"\x89PNG\r\n\x1a\n", "cannot be read"),
        (png(np.zeros((2, 2, 3), np.uint8))[:60], "cannot be read"),
        (png(np.zeros((2, 2, 3), np.uint8), depth=16), "8 bits"),
    ],
    ids=["another format", "nothing in it", "cut short", "16 bits"],
)
def test_what_is_no_such_picture_is_refused(data, reason):
    with pytest.raises(RenderError, match=reason):
        read_png(data)


# -- the sheet ---------------------------------------------------------------------------------------------------------


def coloured(grey):
    return np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)


@pytest.fixture
def shop(tmp_path):
    """Cards whose pictures are backgrounds: a badge under two addresses, a paler and larger copy, a different one."""
    paler = np.kron(np.clip(RINGS * 0.9 + 10, 0, 255), np.ones((2, 2)))
    for name, image in {"a": RINGS, "b": RINGS, "c": paler, "d": RAMP}.items():
        (tmp_path / f"{name}.png").write_bytes(png(coloured(image)))
    cards = "".join(
        f"<li style='background-image:url({name}.png)'><h3>Lamp {name}</h3><p>{n} euro, some words</p></li>"
        for n, name in enumerate(["a", "a", "b", "c", "d", "gone", "lost"])
    )
    style = "li{list-style:none;margin:20px;height:90px;width:400px;background-repeat:no-repeat}"
    path = tmp_path / "page.html"
    path.write_text(f"<style>{style}</style><h1>Lamps</h1><ul>{cards}</ul>", encoding="utf-8")
    return path


def codes(page, pictures):
    nodes = page.nodes
    return seen_images(nodes.layout, pictures)[nodes.rows_with_tag("li")].tolist()


@pytest.mark.browser
def test_images_are_told_apart_by_what_they_show(shop, chromium):
    page = render(shop)
    images = images_of(page.nodes.layout)
    assert len(images) == 6
    pictures = background_pictures(page, images)
    assert sorted(value[-7:-2] for value in pictures) == ["a.png", "b.png", "c.png", "d.png"]
    assert {picture.shape for picture in pictures.values()} == {(SIDE, SIDE)}
    one, two, three, four, five, six, seven = codes(page, pictures)
    assert one == two == three == four
    assert len({one, five, six, seven}) == 4  # what did not load is like nothing else
    by_address = codes(page, {})
    assert by_address[0] == by_address[1]
    assert len(set(by_address)) == 6


@pytest.mark.browser
def test_cards_with_different_pictures_of_one_badge_are_one_set_if_pixels_count(shop, chromium):
    page = render(shop)
    plain = {"method": "gestalt", "alike": False, "similar": 0.99}  # only what looks the same in every node

    def sizes(**options):
        return sorted(len(region.records) for region in extract(page, **plain, **options).regions)

    assert sizes(background_images="pixels") == [4]
    assert sizes(background_images="address") == [2]


@pytest.mark.browser
def test_gradients_are_images_too(chromium):
    near, far = "linear-gradient(red, blue)", "linear-gradient(90deg, white, black)"
    pictures = background_pictures(render("<p>x"), [near, "linear-gradient(#f10000, #0000f1)", far, "url('</div>;x')"])
    first, second, third = pictures.values()
    assert ssim(first, second) > SAME_IMAGE > ssim(first, third)


def test_pages_without_images_ask_no_browser():
    assert background_pictures(None, []) == {}
