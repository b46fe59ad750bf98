// How wide columns are until somebody says otherwise.
import { type Column, type Row, plainText, typeLabel } from "./table";

const NARROWEST = 76;
const WIDEST = 300;
const LETTER = 7.3;
const SMALL_LETTER = 6.4;
/** Room for the cell's edges; for the head's sort mark and menu. */
const EDGES = 26;
const HEAD = 60;

/** Pixels per column key: what nine of ten of these texts need, within bounds. */
export function naturalWidths(columns: Column[], rows: Row[]): Record<string, number> {
  return Object.fromEntries(
    columns.map((column, at) => {
      const lengths = rows
        .flatMap(({ cells }) => (cells[at] ? [column.kind === "image" ? 12 : plainText(column, cells[at]).length] : []))
        .sort((a, b) => a - b);
      const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0;
      const head = Math.max(column.name.length * LETTER + HEAD, typeLabel(column).length * SMALL_LETTER + HEAD - 12);
      const needed = Math.max(usual * LETTER + EDGES, head);
      return [column.key, Math.round(Math.min(WIDEST, Math.max(NARROWEST, needed)))];
    }),
  );
}

/** The widths with free room given to the columns whose texts are cut, else to the last. */
export function fitted(keys: string[], widths: Record<string, number>, room: number): number[] {
  const own = keys.map((key) => widths[key] ?? NARROWEST);
  const free = room - own.reduce((sum, width) => sum + width, 0);
  if (free <= 0 || !own.length) return own;
  const cut = own.map((width) => width >= WIDEST);
  const takers = cut.some(Boolean) ? cut.filter(Boolean).length : 1;
  return own.map((width, at) => {
    const takes = cut.some(Boolean) ? cut[at] : at === own.length - 1;
    return takes ? Math.floor(width + free / takers) : width;
  });
}
