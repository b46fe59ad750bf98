import { expect, test } from "vitest";
import { type Edit, edited, nameProblem } from "../src/model/edits";
import type { Column } from "../src/model/table";

const column = (key: string): Column => ({
  key, name: key, kind: "text", type: "text", role: null, unit: null, confidence: 1, doubt: null, hidden: false,
});
const COLUMNS = ["a", "b", "c"].map(column);
const names = (...edits: Edit[]) => edited(COLUMNS, edits).map(({ name, hidden }) => (hidden ? `(${name})` : name)).join(" ");

test("steps are made one after the other", () => {
  expect(names()).toBe("a b c");
  expect(names({ op: "rename", column: "b", name: "x" }, { op: "move", column: "b", to: 0 })).toBe("x a c");
  expect(names({ op: "hide", column: "a" }, { op: "move", column: "a", to: 2 })).toBe("b c (a)");
  expect(names({ op: "hide", column: "a" }, { op: "show", column: "a" })).toBe("a b c");
  expect(names({ op: "rename", column: "gone", name: "x" })).toBe("a b c");
});

test("a name must be there and be the only one", () => {
  expect(nameProblem(COLUMNS, "a", "x")).toBeNull();
  expect(nameProblem(COLUMNS, "a", "a")).toBeNull();
  expect(nameProblem(COLUMNS, "a", " b ")).toContain("b");
  expect(nameProblem(COLUMNS, "a", "  ")).toContain("needs a name");
});
