// A run that the server keeps: rows are asked for as they come into sight, edits are sent and answered.
import { batch, effect, signal } from "@preact/signals";
import type { Edit } from "../model/edits";
import { EVERYTHING, type RowQuery } from "../model/query";
import { NO_ROWS, PAGE_SIZE, RemoteRows, type RowSource } from "../model/source";
import type { Format, Store } from "../model/store";
import type { Column, LeftOut } from "../model/table";
import { saveAs } from "../ui/save";
import { say } from "../ui/toast";
import { type Extracted, type Meta, type TableAnswer, api, messageOf } from "./api";

const FORMATS: Format[] = [
  { name: "csv", label: "CSV", hint: "any program" },
  { name: "xlsx", label: "Excel", hint: "numbers stay numbers" },
  { name: "json", label: "JSON", hint: "everything that is known" },
  { name: "parquet", label: "Parquet", hint: "for data frames" },
  { name: "jsonl", label: "JSON lines", hint: "one record a line" },
  { name: "sqlite", label: "SQLite", hint: "a database" },
];

/** Typing waits this long for the next letter. */
const PAUSE = 180;

export interface RunStore extends Store {
  readonly id: string;
  readonly run: Extracted;
  /** Whether the first table has been read. */
  readonly ready: Promise<void>;
  /** Look for the list that holds these values; resolves to what is wrong, or null. */
  find(examples: string[]): Promise<string | null>;
  /** Ask for everything again: a job has written more. */
  refresh(): Promise<void>;
  close(): void;
}

export function runStore(run: Extracted & { id: string }, meta: Meta): RunStore {
  const { id } = run;
  const list = signal(run.list);
  const columns = signal<Column[]>([]);
  const rows = signal<RowSource>(NO_ROWS);
  const leftOut = signal<LeftOut[]>([]);
  const edits = signal<Edit[]>([]);
  const undone = signal<Edit[]>([]);
  const query = signal<RowQuery>(EVERYTHING);
  const widths = signal<Record<string, number>>({});
  const lit = signal<number | null>(null);
  let timer = 0;
  /** The query that the rows were asked for with. */
  let known: RowQuery = EVERYTHING;
  let turn: Promise<unknown> = Promise.resolve();

  const tell = (error: unknown) => say(messageOf(error), true);

  /** One step after the other, so that columns and cells always belong together. */
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const own = turn.then(step);
    turn = own.catch(() => {});
    return own;
  }

  async function load(number: number): Promise<RemoteRows> {
    const wanted = query.peek();
    known = wanted;
    const ask = (offset: number) => api.rows(id, number, wanted, offset, PAGE_SIZE);
    const locate = async (row: number) => (await api.place(id, number, wanted, row)).place ?? null;
    return new RemoteRows(await ask(0), { ask, locate, failed: tell });
  }

  function take(table: TableAnswer, loaded: RemoteRows) {
    columns.value = table.columns;
    leftOut.value = table.left_out;
    edits.value = table.edits;
    rows.value = loaded;
  }

  async function open(number: number): Promise<void> {
    query.value = EVERYTHING;
    const [table, loaded] = await Promise.all([api.table(id, number), load(number)]);
    batch(() => {
      take(table, loaded);
      list.value = number;
      undone.value = [];
      widths.value = {};
      lit.value = null;
    });
  }

  async function change(steps: Edit[]): Promise<void> {
    const number = list.peek()!;
    const table = await api.edit(id, number, steps);
    const there = new Set(table.columns.map((column) => column.key));
    const { filters, sort, search } = query.peek();
    query.value = {
      search,
      filters: filters.filter(({ key }) => there.has(key)),
      sort: sort && there.has(sort.key) ? sort : null,
    };
    const loaded = await load(number);
    batch(() => take(table, loaded));
  }

  async function reload(): Promise<void> {
    const number = list.peek();
    if (number !== null && query.peek() !== known) rows.value = await load(number);
  }

  let search = "";
  const stop = effect(() => {
    const typing = query.value.search !== search;
    search = query.value.search;
    clearTimeout(timer);
    timer = window.setTimeout(() => inTurn(reload).catch(tell), typing ? PAUSE : 0);
  });

  const store: RunStore = {
    id,
    run,
    title: run.page.title || run.page.source,
    address: run.page.url ?? run.page.source,
    lists: signal(run.lists),
    list,
    columns,
    rows,
    leftOut,
    query,
    widths,
    lit,
    edits,
    undone,
    types: meta.types,
    roles: meta.roles,
    formats: FORMATS.filter(({ name }) => meta.formats.includes(name)),
    ready: run.list === null ? Promise.resolve() : inTurn(() => open(run.list!)),
    async choose(number) {
      try {
        await inTurn(() => Promise.all([api.choose(id, { list: number }), open(number)]));
      } catch (error) {
        tell(error);
      }
    },
    async find(examples) {
      try {
        await inTurn(async () => open((await api.choose(id, { examples })).list));
        return null;
      } catch (error) {
        return messageOf(error);
      }
    },
    async edit(step) {
      try {
        await inTurn(() => change([...edits.value, step]));
        undone.value = [];
        return null;
      } catch (error) {
        return messageOf(error);
      }
    },
    async undo() {
      const last = edits.value.at(-1);
      if (!last) return;
      await inTurn(() => change(edits.value.slice(0, -1))).then(() => (undone.value = [...undone.value, last]), tell);
    },
    async redo() {
      const last = undone.value.at(-1);
      if (!last) return;
      await inTurn(() => change([...edits.value, last])).then(() => (undone.value = undone.value.slice(0, -1)), tell);
    },
    text: (format) => api.text(api.exportPath(id, list.value!, query.value, format)),
    async download(format) {
      const { file, name } = await api.file(api.exportPath(id, list.value!, query.value, format));
      saveAs(file, name ?? `table.${format}`);
      say(`Saved ${name ?? `table.${format}`}.`);
    },
    refresh: () =>
      inTurn(async () => {
        const number = list.peek();
        if (number === null) return;
        const [table, loaded] = await Promise.all([api.table(id, number), load(number)]);
        batch(() => take(table, loaded));
      }).catch(tell),
    close() {
      stop();
      clearTimeout(timer);
    },
  };
  store.ready.catch(() => {}); // whoever waits for it tells
  return store;
}
