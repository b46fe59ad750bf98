import { expect, test } from "vitest";
import type { Column } from "../src/model/table";
import { fitted, naturalWidths } from "../src/model/widths";

const column = (name: string, type = "text"): Column => ({
  key: name, name, kind: "text", type, role: null, unit: null, confidence: 1, doubt: null, hidden: false,
});

test("a column is as wide as most of its texts, within bounds", () => {
  const rows = Array.from({ length: 20 }, (_, row) => ({ row, cells: [{ text: "x" }, { text: "y".repeat(500) }, { text: "twenty letters, about" }] }));
  const widths = naturalWidths(["a", "b", "c"].map((name) => column(name)), rows);
  expect(widths.a).toBeLessThan(widths.c!);
  expect(widths.c).toBeLessThan(widths.b!);
  expect(widths.b).toBe(300);
});

const columns = (...names: string[]) => names.map((name) => column(name));

test("free room goes to the widest, none is taken away, and what people gave stays", () => {
  expect(fitted(columns("a", "b"), { a: 100, b: 200 }, {}, 500)).toEqual([100, 400]);
  expect(fitted(columns("a", "b", "c"), { a: 300, b: 80, c: 300 }, {}, 780)).toEqual([350, 80, 350]);
  expect(fitted(columns("a", "b"), { a: 100, b: 200 }, {}, 250)).toEqual([100, 200]);
  expect(fitted(columns("a", "b"), { a: 100, b: 200 }, { b: 150 }, 500)).toEqual([350, 150]);
  expect(fitted(columns("a"), { a: 100 }, { a: 60 }, 500)).toEqual([60]);
  expect(fitted([], {}, {}, 250)).toEqual([]);
});

test("numbers do not take free room: they would stand far from what they belong to", () => {
  expect(fitted([column("title"), column("price", "money")], { title: 100, price: 140 }, {}, 500)).toEqual([360, 140]);
  expect(fitted([column("price", "money")], { price: 140 }, {}, 500)).toEqual([140]);
});
