// How wide columns are until somebody says otherwise.
import { type Column, NUMBERS, type Row, plainText, typeLabel } from "./table";

const NARROWEST = 76;
const WIDEST = 300;
const LETTER = 7.3;
const BOLD_LETTER = 8.1;
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
      const head = Math.max(column.name.length * BOLD_LETTER + HEAD, typeLabel(column).length * SMALL_LETTER + HEAD - 12);
      const needed = Math.max(usual * LETTER + EDGES, head);
      return [column.key, Math.round(Math.min(WIDEST, Math.max(NARROWEST, needed)))];
    }),
  );
}

/** The widths that people gave, else the natural ones, with free room given to the widest of these that hold words: far from what they
 * belong to, numbers cannot be read. */
export function fitted(columns: Column[], natural: Record<string, number>, given: Record<string, number>, room: number): number[] {
  const own = columns.map(({ key }) => given[key] ?? natural[key] ?? NARROWEST);
  const free = room - own.reduce((sum, width) => sum + width, 0);
  const open = columns.map(({ key, kind, type }) => given[key] === undefined && kind !== "image" && !NUMBERS.has(type));
  const widest = Math.max(...own.filter((_, at) => open[at]));
  const takes = (at: number) => open[at] && own[at] === widest;
  const takers = own.filter((_, at) => takes(at)).length;
  if (free <= 0 || !takers) return own;
  return own.map((width, at) => (takes(at) ? Math.floor(width + free / takers) : width));
}
