"""Lists that grow while a person reads them: "load more" is pressed, the page scrolled, recycled rows read in turn.

Nothing else is pressed, and nothing in a dialog: no consent is given to anything.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pagerows.page.pagination.words import is_weak, more_text, text_role
from pagerows.page.rendered.waiting import wait_until_quiet

if TYPE_CHECKING:
    from pagerows.page.rendered.browser import Visit

__all__ = ["Drive", "driven"]

#: Buttons with the same text from this number on belong to records ("show more" of a text), not to the list.
_REPEATED: Final = 3
#: Seconds without a change after which a step is over.
_QUIET: Final = 0.3
#: Share of what was seen that is gone after scrolling where rows are recycled.
_GONE: Final = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Drive:
    """How far a list is driven."""

    #: How often more may be loaded, by a button or by scrolling.
    loads: int = 100
    #: Steps of scrolling through a list with recycled rows.
    scrolls: int = 1_000
    #: Seconds for all of it.
    seconds: float = 120.0
    #: Seconds that one load may take.
    patience: float = 5.0
    #: Whether the page is given after every load, for one who counts its records, and not only when nothing new comes.
    each: bool = False


#: Kept in the page under a name that its own scripts cannot see: this runs in a world of ours.
_TOOLS: Final = """(() => {
  if (self.pagerows) return;
  const shown = e => { const r = e.getBoundingClientRect(); return r.width > 1 && r.height > 1; };
  const odd = /cookie|consent|gdpr|privacy|newsletter|subscribe/i;
  const inDialog = e => {
    for (; e && e !== document.body; e = e.parentElement) {
      if (e.matches("dialog, [role=dialog], [role=alertdialog], [aria-modal=true]")) return true;
      if (odd.test(e.id) || odd.test(e.getAttribute("class") || "")) return true;
      if (getComputedStyle(e).position === "fixed") return true;
    }
    return false;
  };
  const scrollers = () => {
    const found = [document.scrollingElement || document.documentElement];
    for (const e of document.body.querySelectorAll("*")) {
      if (e.scrollHeight > e.clientHeight + 50 && e.clientHeight > 100 && !inDialog(e)) {
        const style = getComputedStyle(e).overflowY;
        if (style === "auto" || style === "scroll") found.push(e);
      }
    }
    // The one with the most left to scroll is the list's.
    return found.sort((a, b) => (b.scrollHeight - b.clientHeight) - (a.scrollHeight - a.clientHeight));
  };
  const view = e => e === (document.scrollingElement || document.documentElement) ? innerHeight : e.clientHeight;
  self.pagerows = {
    buttons() {
      const all = [...document.querySelectorAll("button, a, [role=button], input[type=button], input[type=submit]")];
      this.found = all.filter(e => shown(e) && !e.disabled && e.getAttribute("aria-disabled") !== "true"
        && (e.innerText || e.value || "").length < 60 && !inDialog(e) && !(e.type === "submit" && e.form));
      return this.found.map(e => ({
        text: (e.innerText || e.value || "").trim(),
        label: (e.getAttribute("aria-label") || e.title || "").trim(),
        leads: e.tagName === "A" && !/^(#|javascript:|$)/i.test((e.getAttribute("href") || "").trim()),
        pager: !!e.closest("[class*=pag i], [id*=pag i], [aria-label*=pag i]"),
      }));
    },
    press(i) { const e = this.found[i]; e.scrollIntoView({block: "center"}); e.click(); },
    texts() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = new Set();
      while (walker.nextNode() && found.size < 5000) {
        const text = walker.currentNode.data.trim();
        if (text.length > 3 && !walker.currentNode.parentElement.closest("script, style, noscript")) found.add(text);
      }
      return found;
    },
    remember() { this.before = this.texts(); return this.before.size; },
    gone() {
      const now = this.texts(), lost = [...this.before].filter(t => !now.has(t)).length;
      const fresh = [...now].filter(t => !this.before.has(t)).length;
      return [lost / Math.max(1, this.before.size), fresh];
    },
    toEnd() {
      for (const e of scrollers().slice(0, 3)) e.scrollTop = e.scrollHeight;
      window.dispatchEvent(new Event("scroll"));
    },
    toStart() { for (const e of scrollers().slice(0, 3)) e.scrollTop = 0; },
    // Nearly a view further: false at the end.
    further() {
      const e = scrollers()[0], before = e.scrollTop;
      e.scrollTop = before + Math.max(60, Math.floor(view(e) * 0.8));
      return e.scrollTop > before + 1;
    },
  };
})()"""


def driven(visit: Visit, drive: Drive) -> Iterator[None]:
    """Drive the list of a page; yield whenever it is to be read.

    That is once at its end, or after every load (`drive.each`), at every step of recycled rows, and at every page that
    a button of the page's own turns.
    """
    visit.ask(_TOOLS)
    loads, given = 0, -1
    while loads < drive.loads and _in_time(visit):
        if drive.each and given < loads:
            given = loads
            yield
        visit.ask("pagerows.remember()")
        button = _more(visit)
        visit.ask("pagerows.toEnd()" if button is None else f"pagerows.press({json.dumps(button)})")
        wait_until_quiet(visit, drive.patience, _QUIET)
        lost, fresh = visit.ask("pagerows.gone()") or (0.0, 0)
        if button is None and lost > _GONE and fresh:
            yield from _recycled(visit, drive)
            return
        if not fresh:
            if button is None:
                break
            # The button brought nothing: perhaps scrolling does, and after that it is not pressed again.
            if not _scroll_brings(visit, drive):
                break
        loads += 1
    if given < loads:
        yield
    while loads < drive.loads and _in_time(visit) and (button := _next(visit)) is not None:
        visit.ask("pagerows.remember()")
        visit.ask(f"pagerows.press({json.dumps(button)})")
        wait_until_quiet(visit, drive.patience, _QUIET)
        if not (visit.ask("pagerows.gone()") or (0.0, 0))[1]:
            return
        loads += 1
        yield


def _scroll_brings(visit: Visit, drive: Drive) -> bool:
    visit.ask("pagerows.remember()")
    visit.ask("pagerows.toEnd()")
    wait_until_quiet(visit, drive.patience, _QUIET)
    return bool((visit.ask("pagerows.gone()") or (0.0, 0))[1])


def _recycled(visit: Visit, drive: Drive) -> Iterator[None]:
    """Scroll through a list from its start, nearly a view at a time, so that every row is shown once at least."""
    visit.ask("pagerows.toStart()")
    for _ in range(drive.scrolls):
        wait_until_quiet(visit, drive.patience, 0.1)
        yield
        if not _in_time(visit) or not visit.ask("pagerows.further()"):
            return


def _more(visit: Visit) -> int | None:
    """The place of the button that loads more, among those that can be pressed."""
    texts = [one["text"] or one["label"] for one in _buttons(visit)]
    found = [place for place, text in enumerate(texts) if more_text(text)]
    counts = Counter(texts)
    alone = [place for place in found if counts[texts[place]] < _REPEATED]
    return alone[-1] if alone else None


def _next(visit: Visit) -> int | None:
    """The place of a button that turns the page without leading anywhere: links are followed, not pressed."""
    for place, one in enumerate(_buttons(visit)):
        text = one["text"] or one["label"]
        plain = any(c.isalpha() for c in one["text"]) and not is_weak(text)
        if not one["leads"] and (plain or one["pager"]) and text_role(text) == "next":
            return place
    return None


def _buttons(visit: Visit) -> list[dict[str, Any]]:
    found = visit.ask("pagerows.buttons()")
    return found if isinstance(found, list) else []


def _in_time(visit: Visit) -> bool:
    return time.monotonic() < visit.deadline - 0.1 * visit.job.timeout
