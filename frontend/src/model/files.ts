// Tables as text and files, made in the browser: what the report offers, and what is copied.
import { type Cell, type Column, NUMBERS, type Row, plainText } from "./table";
import { zip } from "./zip";

/** A column of a file: links have a second one with their addresses, as in the files of the command line. */
export interface FlatColumn {
  name: string;
  type: string;
  cells: { text: string; value: Cell["value"] }[];
}

/** Rows as the columns of a file; hidden columns are left out. */
export function flat(columns: Column[], rows: Row[]): FlatColumn[] {
  return columns.flatMap((column, at) => {
    if (column.hidden) return [];
    const cells = rows.map((row) => row.cells[at] ?? null);
    const own = { name: column.name, type: column.type, cells: cells.map((cell) => entry(column, cell)) };
    const links = column.kind !== "image" && cells.some((cell) => cell?.url && cell.url !== cell.text);
    if (!links) return [own];
    const urls = cells.map((cell) => ({ text: cell?.url ?? "", value: undefined }));
    return [own, { name: `${column.name}_url`, type: "url", cells: urls }];
  });
}

function entry(column: Column, cell: Cell | null): FlatColumn["cells"][number] {
  return { text: plainText(column, cell), value: cell?.value };
}

/** Spreadsheets run what begins like a formula; an apostrophe keeps it text. Numbers may begin with a sign. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,\s]+%?$/.test(text) ? `'${text}` : text;
}

export function csv(columns: FlatColumn[]): string {
  const lines = lined(columns).map((line) => line.map((text) => quoted(harmless(text))).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What spreadsheets take from the clipboard. */
export function tsv(columns: FlatColumn[]): string {
  return lined(columns)
    .map((line) => line.map((text) => harmless(text.replace(/[\t\r\n]+/g, " "))).join("\t"))
    .join("\n");
}

function lined(columns: FlatColumn[]): string[][] {
  const count = columns[0]?.cells.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) => columns.map((column) => column.cells[row]!.text));
  return [columns.map((column) => column.name), ...rows];
}

export function json(columns: FlatColumn[]): string {
  const count = columns[0]?.cells.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, column.cells[row]!.text || null])),
  );
  return `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;
}

export function markdown(columns: FlatColumn[]): string {
  const [head, ...rows] = lined(columns).map((line) => line.map((text) => text.replace(/\s+/g, " ").replaceAll("|", "\\|")));
  const lines = [head!, head!.map(() => "---"), ...rows];
  return `${lines.map((line) => `| ${line.join(" | ")} |`).join("\n")}\n`;
}

/** A workbook of one sheet; numbers are numbers, everything else is text, and nothing is a formula. */
export function xlsx(columns: FlatColumn[]): Uint8Array<ArrayBuffer> {
  const head = columns.map((column) => textCell(column.name, 1)).join("");
  const count = columns[0]?.cells.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) => `<row>${columns.map((c) => sheetCell(c, row)).join("")}</row>`);
  const widths = columns.map((column, at) => `<col min="${at + 1}" max="${at + 1}" width="${width(column)}" customWidth="1"/>`);
  const sheet =
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
    `activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols>` +
    `<sheetData><row>${head}</row>${rows.join("")}</sheetData></worksheet>`;
  return zip({ ...FRAME, "xl/worksheets/sheet1.xml": sheet });
}

function sheetCell(column: FlatColumn, row: number): string {
  const { text, value } = column.cells[row]!;
  if (!text) return "<c/>";
  return NUMBERS.has(column.type) && typeof value === "number" ? `<c><v>${value}</v></c>` : textCell(text, 0);
}

function textCell(text: string, style: number): string {
  const cut = text.slice(0, 32_767); // a cell holds no more
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(cut)}</t></is></c>`;
}

function escaped(text: string): string {
  // Control characters are no XML.
  const legal = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").toWellFormed();
  return legal.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function width(column: FlatColumn): number {
  const longest = column.cells.reduce((most, cell) => Math.max(most, cell.text.length), column.name.length);
  return Math.min(60, Math.max(8, longest + 2));
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const FRAME = {
  "[Content_Types].xml":
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="records" sheetId="1" r:id="r1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels":
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml":
    `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>` +
    `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
};
