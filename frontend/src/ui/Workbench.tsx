// The table first, the page beside it: what the app and the report share.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { told } from "../model/edits";
import { EVERYTHING, FILTERS, isNarrowed, needsValue, nextSort } from "../model/query";
import type { Store } from "../model/store";
import { type Row, counted } from "../model/table";
import { ColumnMenu } from "./ColumnMenu";
import { Columns } from "./Columns";
import { Grid } from "./Grid";
import { Icon } from "./icons";
import { Lists } from "./Lists";
import { RecordCard } from "./RecordCard";
import { Take } from "./Take";

interface WorkbenchProps {
  store: Store;
  /** The pane that shows the page. */
  page: ComponentChildren;
  /** More buttons for the bar. */
  tools?: ComponentChildren;
  /** What stands above the table where something is to be said. */
  notice?: ComponentChildren;
  /** What stands first in the line below it. */
  foot?: ComponentChildren;
}

export function Workbench({ store, page, tools, notice, foot }: WorkbenchProps) {
  const menu = useSignal<{ key: string; anchor: HTMLElement } | null>(null);
  const opened = useSignal<Row | null>(null);
  const pane = useSignal<"table" | "page">("table");
  const share = useSignal(58);
  const box = useRef<HTMLDivElement>(null);
  const columns = store.columns.value;
  const column = columns.find((own) => own.key === menu.value?.key);
  const move = (key: string, to: number) => {
    const shown = columns.filter((own) => !own.hidden);
    void store.edit({ op: "move", column: key, to: columns.indexOf(shown[to]!) });
  };
  useUndoKeys(store);
  return (
    <div class="workbench" data-pane={pane.value} ref={box} style={{ "--share": `${share.value}%` }}>
      <div class="panes-switch" role="group" aria-label="What is shown">
        <button type="button" aria-pressed={pane.value === "table"} onClick={() => (pane.value = "table")}>
          <Icon name="table" />
          Table
        </button>
        <button type="button" aria-pressed={pane.value === "page"} onClick={() => (pane.value = "page")}>
          <Icon name="file" />
          Page
        </button>
      </div>
      <section class="table-pane" aria-label="The table">
        <Lists store={store} />
        {notice}
        {store.list.value === null ? null : (
          <>
            <Bar store={store} tools={tools} />
            <Chips store={store} />
            <Grid
              name={`${store.list.value}`}
              label={`Records of ${store.title}`}
              columns={columns}
              rows={store.rows.value}
              sort={store.query.value.sort}
              widths={store.widths.value}
              lit={store.lit}
              onSort={(key) => (store.query.value = { ...store.query.value, sort: nextSort(store.query.value.sort, key) })}
              onMenu={(key, anchor) => (menu.value = { key, anchor })}
              onOpen={(row) => (opened.value = row)}
              onMove={move}
              onWidth={(key, width) => (store.widths.value = { ...store.widths.value, [key]: width })}
            />
            <Status store={store} foot={foot} />
          </>
        )}
      </section>
      <Splitter box={box} onShare={(to) => (share.value = to)} share={share.value} />
      {page}
      {menu.value && column && <ColumnMenu store={store} column={column} anchor={menu.value.anchor} onClose={() => (menu.value = null)} />}
      {opened.value && <RecordCard columns={columns} row={opened.value} onClose={() => (opened.value = null)} />}
    </div>
  );
}

function Bar({ store, tools }: { store: Store; tools: ComponentChildren }) {
  const last = store.edits.value.at(-1);
  const next = store.undone.value.at(-1);
  return (
    <div class="bar" role="toolbar" aria-label="Table">
      <label class="search">
        <Icon name="search" />
        <span class="unseen">Search in all columns</span>
        <input
          type="search"
          placeholder="Search"
          value={store.query.value.search}
          onInput={(event) => (store.query.value = { ...store.query.value, search: event.currentTarget.value })}
        />
      </label>
      <Columns store={store} />
      <button type="button" class="icon-only" disabled={!last} title={last ? `Undo: ${told(last)}` : "Undo"} aria-label={last ? `Undo ${told(last)}` : "Undo"} onClick={() => void store.undo()}>
        <Icon name="undo" />
      </button>
      <button type="button" class="icon-only redo" disabled={!next} title={next ? `Redo: ${told(next)}` : "Redo"} aria-label={next ? `Redo ${told(next)}` : "Redo"} onClick={() => void store.redo()}>
        <Icon name="redo" />
      </button>
      <span class="grow" />
      {tools}
      <Take store={store} />
    </div>
  );
}

/** The filters that are on, each with its way out. */
function Chips({ store }: { store: Store }) {
  const query = store.query.value;
  if (!isNarrowed(query)) return null;
  const name = (key: string) => store.columns.value.find((column) => column.key === key)?.name ?? key;
  return (
    <div class="chips">
      {query.filters.map((filter) => (
        <button
          type="button"
          class="chip"
          key={filter.key}
          aria-label={`Remove the filter on ${name(filter.key)}`}
          onClick={() => (store.query.value = { ...query, filters: query.filters.filter((own) => own !== filter) })}
        >
          {name(filter.key)} {FILTERS[filter.op]} {needsValue(filter.op) && <b>{filter.value}</b>}
          <Icon name="close" />
        </button>
      ))}
      <button type="button" class="chip" onClick={() => (store.query.value = { ...EVERYTHING, sort: query.sort })}>
        Show all rows
      </button>
    </div>
  );
}

function Status({ store, foot }: { store: Store; foot: ComponentChildren }) {
  const rows = store.rows.value;
  const columns = store.columns.value;
  const hidden = columns.filter((column) => column.hidden).length;
  const doubts = columns.filter((column) => column.doubt && !column.hidden);
  const leftOut = store.leftOut.value;
  return (
    <footer class="status">
      <p role="status">
        {rows.count === rows.total ? counted(rows.total, "record") : `${rows.count.toLocaleString("en")} of ${counted(rows.total, "record")}`}
        {" · "}
        {counted(columns.length - hidden, "column")}
        {hidden > 0 && ` (${hidden} hidden)`}
      </p>
      {foot}
      {doubts.length > 0 && (
        <p class="in-doubt" title={doubts.map((column) => `${column.name}: ${column.doubt}`).join("\n")}>
          <Icon name="warn" />
          {doubts.length === 1 ? `${doubts[0]!.name}: ${doubts[0]!.doubt}` : `${doubts.length} columns in doubt`}
        </p>
      )}
      {leftOut.length > 0 && (
        <p title={leftOut.map((left) => `${left.reason}: ${left.text}`).join("\n")}>{counted(leftOut.length, "column")} left out</p>
      )}
      <p id="grid-keys" class="unseen">
        Arrow keys move between cells. On a column head, Enter opens its menu, Space sorts, Shift and arrows change the width, Control
        and arrows move the column. On a cell, Enter shows the whole record.
      </p>
    </footer>
  );
}

/** The edge between table and page. */
function Splitter({ box, share, onShare }: { box: { current: HTMLDivElement | null }; share: number; onShare(share: number): void }) {
  const clamped = (value: number) => Math.min(80, Math.max(25, value));
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the table"
      aria-valuenow={Math.round(share)}
      aria-valuemin={25}
      aria-valuemax={80}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const place = box.current!.getBoundingClientRect();
        onShare(clamped(((event.clientX - place.left) / place.width) * 100));
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -4, ArrowRight: 4 }[event.key];
        if (by) onShare(clamped(share + by));
      }}
    />
  );
}

function useUndoKeys(store: Store) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      void (event.shiftKey ? store.redo() : store.undo());
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [store]);
}
