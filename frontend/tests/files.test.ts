import { describe, expect, test } from "vitest";
import { csv, flat, harmless, json, markdown, tsv, xlsx } from "../src/model/files";
import type { Column, Row } from "../src/model/table";
import { crc32 } from "../src/model/zip";
import { fileName } from "../src/ui/save";

const column = (name: string, more: Partial<Column> = {}): Column => ({
  key: name, name, kind: "text", type: "text", role: null, unit: null, confidence: 1, doubt: null, hidden: false, ...more,
});
const COLUMNS = [column("title", { kind: "link" }), column("price", { type: "money" }), column("secret", { hidden: true }), column("photo", { kind: "image" })];
const ROWS: Row[] = [
  { row: 0, cells: [{ text: 'A "big", one', url: "http://x.example/1" }, { text: "€ 3", value: 3 }, { text: "no" }, { text: "alt", url: "http://x.example/a.png" }] },
  { row: 1, cells: [{ text: "two\nlines | bar" }, null, null, null] },
];
const FLAT = flat(COLUMNS, ROWS);

test("a file has the columns that are shown, links with a column of addresses, pictures as their address", () => {
  expect(FLAT.map(({ name }) => name)).toEqual(["title", "title_url", "price", "photo"]);
  expect(FLAT[3]!.cells[0]!.text).toBe("http://x.example/a.png");
});

test("CSV quotes what needs it", () => {
  expect(csv(FLAT)).toBe('title,title_url,price,photo\r\n"A ""big"", one",http://x.example/1,€ 3,http://x.example/a.png\r\n"two\nlines | bar",,,\r\n');
});

test("what is copied stays in its cell, whatever the text holds", () => {
  expect(tsv(FLAT).split("\n")[2]).toBe("two lines | bar\t\t\t");
  expect(markdown(FLAT).split("\n")[3]).toBe("| two lines \\| bar |  |  |  |");
});

test("JSON has null where a record has nothing", () => {
  expect(JSON.parse(json(FLAT))[1]).toEqual({ title: "two\nlines | bar", title_url: null, price: null, photo: null });
  expect(JSON.parse(json([]))).toEqual([]);
});

test.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["@x", "'@x"],
  ["-3.5", "-3.5"],
  ["+49 30 1234", "+49 30 1234"],
  ["-- x", "'-- x"],
  ["plain", "plain"],
])("no spreadsheet runs %s", (text, made) => expect(harmless(text)).toBe(made));

describe("a workbook", () => {
  const bytes = xlsx(FLAT);
  const text = new TextDecoder().decode(bytes);
  test("is a ZIP archive with every part listed", () => {
    expect([...bytes.slice(0, 4)]).toEqual([0x50, 0x4b, 3, 4]);
    expect(new DataView(bytes.buffer).getUint16(bytes.length - 12, true)).toBe(6);
  });
  test("keeps numbers numbers and texts texts", () => {
    expect(text).toContain("<c><v>3</v></c>");
    expect(text).toContain("A &quot;big&quot;, one");
  });
  test("leaves out what no XML may hold", () => {
    const odd = flat([column("a")], [{ row: 0, cells: [{ text: "x\u0000\ud800y" }] }]);
    expect(new TextDecoder().decode(xlsx(odd))).toContain("x\ufffdy");
  });
});

test("the checksum is that of ZIP", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

test.each([
  ["Camping gear - Northwold", "camping-gear-northwold"],
  ["../../etc/passwd", "etc-passwd"],
  ["日本 語", "日本-語"],
  ["***", "table"],
])("%s becomes the file name %s", (title, name) => expect(fileName(title)).toBe(name));
