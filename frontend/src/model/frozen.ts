// A page that was extracted before: the command line's JSON (docs/schemas.md) as tables.
import type { Cell, Column, LeftOut, ListInfo, Row } from "./table";

export interface RegionJson {
  region: number;
  score: number | null;
  content: boolean | null;
  columns: Omit<Column, "key" | "hidden">[];
  left_out: LeftOut[];
  records: { fields: Record<string, Cell> }[];
}

export interface PageJson {
  source: string;
  url: string | null;
  title: string;
  method: string;
  regions: RegionJson[];
}

export function columnsOf(region: RegionJson): Column[] {
  return region.columns.map((column) => ({
    ...column,
    key: column.name,
    hidden: false,
    filled: region.records.filter((record) => record.fields[column.name]).length,
  }));
}

/** The records' cells in the order of these columns. */
export function rowsOf(region: RegionJson, columns: Column[]): Row[] {
  return region.records.map((record, row) => ({
    row,
    cells: columns.map((column) => record.fields[column.key] ?? null),
  }));
}

export function infoOf(region: RegionJson): ListInfo {
  const told = region.columns.filter((column) => column.kind !== "image").slice(0, 4);
  return {
    number: region.region,
    content: region.content,
    score: region.score,
    records: region.records.length,
    columns: region.columns.length,
    names: region.columns.map((column) => column.name),
    preview: region.records.slice(0, 3).map((record) => told.map((column) => record.fields[column.name]?.text ?? null)),
  };
}
