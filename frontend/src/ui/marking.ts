// The page's own document: which list is outlined, which record is lit, and what lies under the pointer.
// Records carry data-record="1-0 4-2": pairs of list and row, the best list first.

export interface Mark {
  list: number;
  row: number;
}

const RECORDS = "[data-record]";

function marksOf(node: Element): Mark[] {
  const names = node.getAttribute("data-record")?.split(" ") ?? [];
  return names.map((name) => {
    const [list, row] = name.split("-").map(Number);
    return { list: list!, row: row! };
  });
}

function partsOf(page: Document, list: number): Element[] {
  return [...page.querySelectorAll(`[data-record^="${list}-"], [data-record*=" ${list}-"]`)];
}

/** Outline the records of one list; the others stay faint. */
export function outline(page: Document, list: number | null): void {
  for (const node of page.querySelectorAll("[data-on]")) node.removeAttribute("data-on");
  if (list !== null) for (const node of partsOf(page, list)) node.setAttribute("data-on", "");
}

/** Show what a click would choose. */
export function hint(page: Document, list: number | null): void {
  for (const node of page.querySelectorAll("[data-hint]")) node.removeAttribute("data-hint");
  if (list !== null) for (const node of partsOf(page, list)) node.setAttribute("data-hint", "");
}

export function light(page: Document, mark: Mark | null, scroll: boolean): void {
  for (const node of page.querySelectorAll("[data-lit]")) node.removeAttribute("data-lit");
  if (!mark) return;
  const nodes = [...page.querySelectorAll(`[data-record~="${mark.list}-${mark.row}"]`)];
  for (const node of nodes) node.setAttribute("data-lit", "");
  if (scroll) bringIntoSight(nodes[0]);
}

/** The first record of a list stands in the middle. */
export function begin(page: Document, list: number): void {
  bringIntoSight(page.querySelector(`[data-record~="${list}-0"]`), true);
}

/** Scroll the frame and nothing around it, as scrollIntoView would. */
function bringIntoSight(node: Element | null | undefined, always = false): void {
  const view = node?.ownerDocument.defaultView;
  if (!node || !view) return;
  const { top, bottom, height } = node.getBoundingClientRect();
  if (!always && top >= 0 && bottom <= view.innerHeight) return;
  const quiet = always || view.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const room = Math.max(16, (view.innerHeight - height) / 2);
  view.scrollTo({ top: view.scrollY + top - room, behavior: quiet ? "auto" : "smooth" });
}

/** The record under a node: of the list that is shown where there is one, else of the best list. */
export function markAt(node: EventTarget | null, shown: number | null): Mark | null {
  let best: Mark | null = null;
  // The document itself is a target, too, and nodes of a frame are no instances of this window's Element.
  let own = (node as Element | null)?.closest?.(RECORDS) ?? null;
  for (; own; own = own.parentElement?.closest(RECORDS) ?? null) {
    const marks = marksOf(own);
    const wanted = marks.find((mark) => mark.list === shown);
    if (wanted) return wanted;
    best ??= marks[0] ?? null;
  }
  return best;
}

/** How wide the page is where that is more than its window, told whenever the window changes: it may be hidden at first. */
export function overflowing(page: Document, tell: (width: number) => void): void {
  page.defaultView?.addEventListener("resize", () => {
    const { scrollWidth, clientWidth } = page.documentElement;
    if (clientWidth && scrollWidth > clientWidth + 1) tell(scrollWidth);
  });
}

export interface Listeners {
  hover(mark: Mark | null): void;
  pick(mark: Mark): void;
}

/** Tell what the pointer does on the page; nothing on it can be followed or pressed. */
export function listen(page: Document, shown: () => number | null, to: Listeners): void {
  page.addEventListener("mouseover", (event) => {
    const mark = markAt(event.target, shown());
    hint(page, mark && mark.list !== shown() ? mark.list : null);
    to.hover(mark);
  });
  page.documentElement.addEventListener("mouseleave", () => {
    hint(page, null);
    to.hover(null);
  });
  page.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      const mark = markAt(event.target, shown());
      if (mark) to.pick(mark);
    },
    true,
  );
}
