"""Rendered pages without a browser: boxes and looks written into the markup."""

from dataclasses import replace

import numpy as np
import pytest

from pagerows import parse
from pagerows.page.nodes import TEXT, Layout


def lay_out(html, size=(1000, 1000)):
    """Parse a page whose elements say ``box="x y width height"``, and if need be ``look=`` and ``bg=``."""
    page = parse(html)
    nodes = page.nodes
    boxes, looks, grounds = np.zeros((len(nodes), 4)), [], []
    for row in range(len(nodes)):
        holder = int(nodes.parent[row]) if nodes.kind[row] == TEXT else row
        boxes[row] = [float(part) for part in (nodes.attribute(holder, "box") or "0 0 0 0").split()]
        looks.append(nodes.attribute(holder, "look") or "plain")
        grounds.append(nodes.attribute(holder, "bg") or "rgba(0, 0, 0, 0)")
    values = [tuple(dict.fromkeys(column)) for column in (looks, grounds)]
    codes = [[known.index(value) for value in column] for known, column in zip(values, (looks, grounds), strict=True)]
    layout = Layout(
        boxes=boxes,
        visible=(boxes[:, 2:] > 0).all(axis=1),
        paint=np.arange(len(nodes), dtype=np.int32),
        styles=np.array(codes, np.int32).T,
        style_names=("font-family", "background-color"),
        style_values=tuple(values),
        size=size,
    )
    return replace(page, nodes=replace(nodes, layout=layout))


@pytest.fixture(name="lay_out")
def lay_out_fixture():
    return lay_out
