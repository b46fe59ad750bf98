// Where the table's rows come from: all of them at hand (the report), or asked for as they come into sight (the server).
import { signal } from "@preact/signals";
import type { Row } from "./table";

export interface RowSource {
  /** How many rows fulfil the query; how many there are. */
  readonly count: number;
  readonly total: number;
  /** The row at a place of the order shown; undefined while it is on its way. */
  at(place: number): Row | undefined;
  /** The place of a record in the order shown, where it is known. */
  place(row: number): number | null;
  /** The same, asked for where it is not; null where the record is not among those shown. */
  find(row: number): Promise<number | null>;
  /** These places are in sight. */
  need(first: number, last: number): void;
}

export const NO_ROWS: RowSource = { count: 0, total: 0, at: () => undefined, place: () => null, find: async () => null, need: () => {} };

export function localRows(rows: Row[], total: number): RowSource {
  const places = new Map(rows.map(({ row }, place) => [row, place]));
  return {
    count: rows.length,
    total,
    at: (place) => rows[place],
    place: (row) => places.get(row) ?? null,
    find: async (row) => places.get(row) ?? null,
    need: () => {},
  };
}

export interface RowPage {
  total: number;
  matching: number;
  offset: number;
  rows: Row[];
}

export const PAGE_SIZE = 200;

/** How rows are asked for. */
interface Asking {
  ask(offset: number): Promise<RowPage>;
  locate(row: number): Promise<number | null>;
  failed(error: unknown): void;
}

/** Rows in pieces, each asked for once; reading a place that is missing draws again when its piece has come. */
export class RemoteRows implements RowSource {
  readonly count: number;
  readonly total: number;
  readonly #ask: (offset: number) => Promise<RowPage>;
  readonly #pieces = new Map<number, Row[] | null>();
  readonly #arrived = signal(0);
  readonly #locate: (row: number) => Promise<number | null>;
  readonly #failed: (error: unknown) => void;

  constructor(first: RowPage, { ask, locate, failed }: Asking) {
    this.count = first.matching;
    this.total = first.total;
    this.#ask = ask;
    this.#locate = locate;
    this.#failed = failed;
    this.#pieces.set(0, first.rows);
  }

  at(place: number): Row | undefined {
    void this.#arrived.value;
    return this.#pieces.get(Math.floor(place / PAGE_SIZE))?.[place % PAGE_SIZE];
  }

  place(row: number): number | null {
    if (this.count === this.total && this.at(row)?.row === row) return row;
    for (const [number, rows] of this.#pieces) {
      const at = rows?.findIndex((own) => own.row === row) ?? -1;
      if (at >= 0) return number * PAGE_SIZE + at;
    }
    return null;
  }

  async find(row: number): Promise<number | null> {
    return this.place(row) ?? this.#locate(row).catch(() => null);
  }

  need(first: number, last: number): void {
    const ends = Math.floor(Math.max(0, Math.min(last, this.count) - 1) / PAGE_SIZE);
    for (let piece = Math.floor(first / PAGE_SIZE); piece <= ends; piece++) {
      if (!this.#pieces.has(piece)) void this.#load(piece);
    }
  }

  async #load(piece: number): Promise<void> {
    this.#pieces.set(piece, null);
    try {
      const page = await this.#ask(piece * PAGE_SIZE);
      this.#pieces.set(piece, page.rows);
    } catch (error) {
      this.#pieces.delete(piece); // asked for again when it comes into sight again
      this.#failed(error);
    }
    this.#arrived.value++;
  }
}
