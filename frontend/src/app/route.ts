// Where we are, kept in the address so that back, forward, reload and links work.
import { signal } from "@preact/signals";

export const path = signal(location.pathname + location.search);

addEventListener("popstate", () => (path.value = location.pathname + location.search));

export function go(to: string, replace = false): void {
  if (to === path.peek()) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  path.value = to;
  scrollTo(0, 0);
}

/** A press on a link that stays inside the app. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href")!);
}
