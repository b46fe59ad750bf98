// What the bar over the page says.
import type { Store } from "../model/store";
import { counted } from "../model/table";

export function pageHint(store: Store, hovered: number | null): string {
  const other = hovered !== null && hovered !== store.list.value && store.lists.value.find((list) => list.number === hovered);
  if (other) return `Click to use this list (${counted(other.records, "record")})`;
  return store.lists.value.length > 1 ? "Click another list on the page to use it" : "";
}
