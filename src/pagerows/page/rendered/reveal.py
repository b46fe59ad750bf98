"""Pages that hide themselves until a script has run: found by what is seen of them, and shown without the script."""

from __future__ import annotations

from typing import Final

from pagerows.page import Page

__all__ = ["REVEAL", "waits_for_scripts"]

#: A page that shows less than this share of the text that its markup does not hide waits for a script.
SHOWN: Final = 0.02
#: Shorter texts tell nothing.
LEAST: Final = 400

#: Shows every hidden element that holds a large share of the text: the page's frame, not its menus and pop-ups.
REVEAL: Final = """(() => {
  const lengths = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, size = text.data.trim().length;
    if (!size || text.parentElement.closest("script, style, noscript, template, select")) continue;
    for (let e = text.parentElement; e; e = e.parentElement) lengths.set(e, (lengths.get(e) || 0) + size);
  }
  const total = lengths.get(document.body) || 0;
  for (const [element, size] of lengths) {
    if (size < 0.2 * total) continue;
    const style = getComputedStyle(element);
    if (style.display === "none") element.style.setProperty("display", "block", "important");
    if (style.visibility !== "visible") element.style.setProperty("visibility", "visible", "important");
    if (style.opacity === "0") element.style.setProperty("opacity", "1", "important");
  }
})()"""


def waits_for_scripts(page: Page) -> bool:
    """Tell whether next to nothing of a rendered page's text can be seen."""
    nodes = page.nodes
    if nodes.layout is None or not len(nodes):
        return False
    lengths = nodes.text_length
    meant = int(lengths[~nodes.hidden].sum())
    seen = int(lengths[nodes.layout.visible].sum())
    return meant >= LEAST and seen < SHOWN * meant
