// Which rows are shown, in which order: search over all columns, filters, one column to sort by.
import { type Cell, type Column, NUMBERS, type Row, plainText } from "./table";

export interface Sort {
  key: string;
  down: boolean;
}

export const FILTERS = {
  contains: "contains",
  equals: "is exactly",
  above: "is above",
  below: "is below",
  filled: "has a value",
  empty: "is empty",
} as const;

export type FilterOp = keyof typeof FILTERS;

export interface Filter {
  key: string;
  op: FilterOp;
  value: string;
}

export interface RowQuery {
  search: string;
  filters: Filter[];
  sort: Sort | null;
}

export const EVERYTHING: RowQuery = { search: "", filters: [], sort: null };

export const needsValue = (op: FilterOp) => op !== "filled" && op !== "empty";

export const isNarrowed = (query: RowQuery) => !!query.search.trim() || query.filters.length > 0;

/** Sorted upwards, downwards, as on the page: what pressing a head does in turn. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, down: false };
  return sort.down ? null : { key, down: true };
}

/** The rows that fulfil the query, in its order; rows that compare equal keep the page's order. */
export function matching(rows: Row[], columns: Column[], query: RowQuery): Row[] {
  const words = folded(query.search).split(/\s+/).filter(Boolean);
  const tests = query.filters.flatMap((filter) => {
    const at = columns.findIndex((column) => column.key === filter.key);
    return at < 0 ? [] : [(row: Row) => fulfils(columns[at]!, row.cells[at] ?? null, filter)];
  });
  const found = rows.filter((row) => tests.every((test) => test(row)) && hasWords(row, words));
  return query.sort ? sorted(found, columns, query.sort) : found;
}

function hasWords(row: Row, words: string[]): boolean {
  if (!words.length) return true;
  const text = folded(row.cells.map((cell) => cell?.text ?? "").join("\n"));
  return words.every((word) => text.includes(word));
}

function fulfils(column: Column, cell: Cell | null, { op, value }: Filter): boolean {
  const text = plainText(column, cell);
  switch (op) {
    case "filled":
      return !!text;
    case "empty":
      return !text;
    case "contains":
      return folded(text).includes(folded(value.trim()));
    case "equals":
      return folded(text) === folded(value.trim());
    default:
      return beyond(cell, value.trim(), op === "above" ? 1 : -1);
  }
}

function beyond(cell: Cell | null, bound: string, way: number): boolean {
  if (!cell || !bound) return false;
  const limit = Number(bound);
  if (Number.isNaN(limit)) return way * compare(orderOf(cell), bound) > 0;
  const value = numberOf(cell);
  return value !== null && way * (value - limit) > 0;
}

/** The number of a cell: its value, else its text where that is one. */
export function numberOf(cell: Cell): number | null {
  if (typeof cell.value === "number") return cell.value;
  const plain = cell.text.trim();
  return plain && !Number.isNaN(Number(plain)) ? Number(plain) : null;
}

function sorted(rows: Row[], columns: Column[], sort: Sort): Row[] {
  const at = columns.findIndex((column) => column.key === sort.key);
  const column = columns[at];
  if (!column) return rows;
  const keys = new Map(rows.map((row) => [row, keyOf(column, row.cells[at] ?? null)]));
  const way = sort.down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [keys.get(a)!, keys.get(b)!];
    if (x === null || y === null) return x === y ? a.row - b.row : x === null ? 1 : -1; // what is empty stays last
    return way * compare(x, y) || a.row - b.row;
  });
}

const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compare(x: string | number, y: string | number): number {
  return typeof x === "number" && typeof y === "number" ? x - y : COLLATOR.compare(String(x), String(y));
}

function keyOf(column: Column, cell: Cell | null): string | number | null {
  if (!cell || !plainText(column, cell)) return null;
  return NUMBERS.has(column.type) ? numberOf(cell) : orderOf(cell);
}

function orderOf(cell: Cell): string | number {
  return typeof cell.value === "string" || typeof cell.value === "number" ? cell.value : cell.text || (cell.url ?? "");
}

/** Case and accents do not matter when people search. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
