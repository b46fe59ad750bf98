import { expect, test } from "vitest";
import { PAGE_SIZE, RemoteRows, type RowPage, localRows } from "../src/model/source";

const page = (offset: number, total = 1000): RowPage => ({
  total,
  matching: total,
  offset,
  rows: Array.from({ length: Math.min(PAGE_SIZE, total - offset) }, (_, n) => ({ row: offset + n, cells: [] })),
});

test("rows that come into sight are asked for once, and those in between not at all", async () => {
  const asked: number[] = [];
  const rows = new RemoteRows(page(0), { ask: async (offset) => (asked.push(offset), page(offset)), locate: async (row) => row, failed: () => {} });
  expect(rows.at(0)?.row).toBe(0);
  rows.need(0, 40);
  expect(asked).toEqual([]);
  rows.need(780, 820);
  rows.need(781, 821);
  expect(rows.at(790)).toBeUndefined();
  await new Promise((done) => setTimeout(done));
  expect(asked).toEqual([600, 800]);
  expect(rows.at(790)?.row).toBe(790);
  expect(rows.place(805)).toBe(805);
});

test("a piece that failed is told and asked for again", async () => {
  const told: unknown[] = [];
  let fails = true;
  const ask = async (offset: number) => {
    if (fails) throw new Error("gone");
    return page(offset);
  };
  const rows = new RemoteRows(page(0), { ask, locate: async () => null, failed: (error) => told.push(error) });
  rows.need(200, 210);
  await new Promise((done) => setTimeout(done));
  expect(told).toHaveLength(1);
  fails = false;
  rows.need(200, 210);
  await new Promise((done) => setTimeout(done));
  expect(rows.at(205)?.row).toBe(205);
});

test("a record's place is asked for where it is not known", async () => {
  const some = { ...page(0), matching: 300 };
  const rows = new RemoteRows(some, { ask: async (offset) => page(offset), locate: async (row) => row - 700, failed: () => {} });
  expect(await rows.find(5)).toBe(5);
  expect(rows.place(990)).toBeNull();
  expect(await rows.find(990)).toBe(290);
});

test("rows at hand know their places", () => {
  const rows = localRows([{ row: 5, cells: [] }, { row: 2, cells: [] }], 9);
  expect([rows.count, rows.total, rows.place(2), rows.place(7)]).toEqual([2, 9, 1, null]);
});
