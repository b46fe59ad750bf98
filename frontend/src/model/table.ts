// The values that everything else works on.

export type Value = string | number | boolean | string[] | null;

export interface Cell {
  text: string;
  url?: string | null;
  value?: Value;
  until?: Value;
  currency?: string | null;
}

export interface Column {
  /** Stays the same whatever the column is called. */
  key: string;
  name: string;
  kind: "text" | "link" | "image";
  type: string;
  role: string | null;
  unit: string | null;
  confidence: number;
  doubt: string | null;
  hidden: boolean;
  /** How many records have it. */
  filled?: number;
}

/** A record's cells, parallel to the columns; `row` is its place on the page, from 0. */
export interface Row {
  row: number;
  cells: (Cell | null)[];
}

/** What can be chosen from: the lists of a page. */
export interface ListInfo {
  number: number;
  content: boolean | null;
  score: number | null;
  records: number;
  columns: number;
  names: string[];
  /** The first texts of the first columns of the first records. */
  preview: (string | null)[][];
}

export interface LeftOut {
  reason: string;
  text: string;
}

export const NUMBERS = new Set(["integer", "decimal", "money", "percentage", "rating"]);

/** What a cell says in a file: of an image its address. */
export function plainText(column: Column, cell: Cell | null | undefined): string {
  if (!cell) return "";
  return column.kind === "image" ? (cell.url ?? cell.text) : cell.text;
}

/** "1 record", "14 records". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** The type, and the unit that all values are in. */
export function typeLabel(column: Column): string {
  return column.unit ? `${column.type} · ${column.unit}` : column.type;
}
