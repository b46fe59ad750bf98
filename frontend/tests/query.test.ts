import { describe, expect, test } from "vitest";
import { EVERYTHING, type Filter, matching, nextSort } from "../src/model/query";
import type { Cell, Column, Row } from "../src/model/table";

const column = (key: string, type = "text", kind: Column["kind"] = "text"): Column => ({
  key, name: key, kind, type, role: null, unit: null, confidence: 1, doubt: null, hidden: false,
});
const COLUMNS = [column("title"), column("price", "money"), column("day", "date")];
const money = (value: number): Cell => ({ text: `€ ${value}`, value, currency: "EUR" });
const ROWS: Row[] = [
  [{ text: "Tent 10" }, money(249), { text: "3 May", value: "2026-05-03" }],
  [{ text: "tent 9" }, money(58), { text: "11 Apr", value: "2026-04-11" }],
  [{ text: "Müsli" }, null, null],
  [{ text: "Stove" }, money(1200), { text: "1 Jan", value: "2026-01-01" }],
].map((cells, row) => ({ row, cells }));

const shown = (query: Partial<typeof EVERYTHING>) => matching(ROWS, COLUMNS, { ...EVERYTHING, ...query }).map(({ row }) => row);
const kept = (filter: Filter) => shown({ filters: [filter] });

describe("sorting", () => {
  test("goes by value, and what is empty stays last both ways", () => {
    expect(shown({ sort: { key: "price", down: false } })).toEqual([1, 0, 3, 2]);
    expect(shown({ sort: { key: "price", down: true } })).toEqual([3, 0, 1, 2]);
    expect(shown({ sort: { key: "day", down: false } })).toEqual([3, 1, 0, 2]);
  });
  test("of texts goes by letters and numbers as people count", () => {
    expect(shown({ sort: { key: "title", down: false } })).toEqual([2, 3, 1, 0]);
  });
  test("goes up, down and back to the page's order", () => {
    const up = nextSort(null, "a");
    expect(up).toEqual({ key: "a", down: false });
    expect(nextSort(up, "a")).toEqual({ key: "a", down: true });
    expect(nextSort(nextSort(up, "a"), "a")).toBeNull();
    expect(nextSort(up, "b")).toEqual({ key: "b", down: false });
  });
});

describe("searching and filtering", () => {
  test("looks for all words in any column, whatever the case and accents", () => {
    expect(shown({ search: "TENT 58" })).toEqual([1]);
    expect(shown({ search: "musli" })).toEqual([2]);
    expect(shown({ search: "nothing" })).toEqual([]);
  });
  test.each<[Filter, number[]]>([
    [{ key: "title", op: "contains", value: "tent" }, [0, 1]],
    [{ key: "title", op: "equals", value: "stove" }, [3]],
    [{ key: "price", op: "above", value: "100" }, [0, 3]],
    [{ key: "price", op: "below", value: "249" }, [1]],
    [{ key: "day", op: "above", value: "2026-04-01" }, [0, 1]],
    [{ key: "price", op: "empty", value: "" }, [2]],
    [{ key: "price", op: "filled", value: "" }, [0, 1, 3]],
    [{ key: "gone", op: "filled", value: "" }, [0, 1, 2, 3]],
  ])("%o", (filter, rows) => expect(kept(filter)).toEqual(rows));
});
