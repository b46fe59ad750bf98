// The report's data: everything is in the file, nothing is asked for.
import { computed, signal } from "@preact/signals";
import { type Edit, edited, nameProblem } from "../model/edits";
import { csv, flat, json, markdown, tsv, xlsx } from "../model/files";
import { type PageJson, columnsOf, infoOf, rowsOf } from "../model/frozen";
import { EVERYTHING, matching } from "../model/query";
import { NO_ROWS, localRows } from "../model/source";
import type { Store } from "../model/store";
import { fileName, saveAs } from "../ui/save";

export function frozenStore(page: PageJson, best: number | null): Store {
  const list = signal<number | null>(best ?? page.regions[0]?.region ?? null);
  const edits = signal<Edit[]>([]);
  const undone = signal<Edit[]>([]);
  const query = signal(EVERYTHING);
  const region = computed(() => page.regions.find((own) => own.region === list.value));
  const columns = computed(() => (region.value ? edited(columnsOf(region.value), edits.value) : []));
  const found = computed(() => {
    if (!region.value) return [];
    return matching(rowsOf(region.value, columns.value), columns.value, query.value);
  });
  const widths = signal<Record<string, number>>({});
  const name = fileName(page.title || page.source);
  const shown = () => flat(columns.value, found.value);
  const files: Record<string, () => Blob> = {
    csv: () => new Blob(["\ufeff", csv(shown())], { type: "text/csv" }),
    xlsx: () => new Blob([xlsx(shown())], { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }),
    json: () => new Blob([json(shown())], { type: "application/json" }),
  };
  return {
    title: page.title || page.source,
    address: page.url ?? page.source,
    lists: signal(page.regions.map(infoOf)),
    list,
    columns,
    rows: computed(() => (region.value ? localRows(found.value, region.value.records.length) : NO_ROWS)),
    leftOut: computed(() => region.value?.left_out ?? []),
    query,
    widths,
    lit: signal(null),
    edits,
    undone,
    formats: [
      { name: "csv", label: "CSV", hint: "any program" },
      { name: "xlsx", label: "Excel", hint: "numbers stay numbers" },
      { name: "json", label: "JSON", hint: "for developers" },
    ],
    async choose(number) {
      list.value = number;
      edits.value = undone.value = [];
      query.value = EVERYTHING;
      widths.value = {};
    },
    async edit(edit) {
      const problem = edit.op === "rename" ? nameProblem(columns.value, edit.column, edit.name) : null;
      if (!problem) [edits.value, undone.value] = [[...edits.value, edit], []];
      return problem;
    },
    async undo() {
      const last = edits.value.at(-1);
      if (last) [edits.value, undone.value] = [edits.value.slice(0, -1), [...undone.value, last]];
    },
    async redo() {
      const last = undone.value.at(-1);
      if (last) [edits.value, undone.value] = [[...edits.value, last], undone.value.slice(0, -1)];
    },
    text: async (format) => (format === "tsv" ? tsv : markdown)(shown()),
    download: async (format) => saveAs(files[format]!(), `${name}.${format}`),
  };
}
