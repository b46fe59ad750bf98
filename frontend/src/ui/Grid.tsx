// The table: only the rows in sight are in the document, so that ten thousand scroll like ten.
import { type Signal, computed, useComputed, useSignal } from "@preact/signals";
import type { TargetedDragEvent, TargetedKeyboardEvent, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Sort } from "../model/query";
import type { RowSource } from "../model/source";
import { type Cell, type Column, NUMBERS, type Row, typeLabel } from "../model/table";
import { fitted, naturalWidths } from "../model/widths";
import { Icon } from "./icons";
import { safeUrl, shortUrl } from "./links";

export const ROW = 34;
const NUMBER_WIDTH = 52;
const BEYOND = 8;

export interface GridProps {
  columns: Column[];
  rows: RowSource;
  /** Which list this is: another one begins at its top. */
  name: string;
  sort: Sort | null;
  widths: Record<string, number>;
  /** The record that is pointed at, here or on the page. */
  lit: Signal<number | null>;
  label: string;
  onSort(key: string): void;
  onMenu(key: string, anchor: HTMLElement): void;
  onOpen(row: Row): void;
  onMove?(key: string, to: number): void;
  onWidth(key: string, width: number): void;
}

interface Place {
  /** -1 is the head. */
  row: number;
  /** -1 is the column of row numbers. */
  column: number;
}

export function Grid(props: GridProps) {
  const { columns, rows } = props;
  const shown = columns.flatMap((column, at) => (column.hidden ? [] : [at]));
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const size = useSignal({ width: 800, height: 600 });
  const place = useSignal<Place>({ row: -1, column: 0 });
  const focused = useSignal(false);
  const natural = useMemo(() => naturalWidths(columns, sample(rows)), [columns, rows]);
  const widths = fitted(shown.map((at) => columns[at]!), natural, props.widths, size.value.width - NUMBER_WIDTH - 2);
  const template = `${NUMBER_WIDTH}px ${widths.map((width) => `${width}px`).join(" ")}`;
  // What a record is called stays in sight when the others scroll.
  const pinned = shown.findIndex((at) => columns[at]!.role === "title");
  const wide = NUMBER_WIDTH + widths.reduce((sum, width) => sum + width, 0);

  useLayoutEffect(() => {
    const node = box.current!;
    const watch = new ResizeObserver(() => {
      size.value = { width: node.clientWidth, height: node.clientHeight };
    });
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    box.current!.scrollTop = 0;
    top.value = 0;
  }, [props.name]);
  useFollowing(box, props.lit, rows);

  // Scrolling by less than a row changes nothing that is drawn.
  const first = useComputed(() => Math.max(0, Math.floor(top.value / ROW) - BEYOND)).value;
  const last = Math.min(rows.count, first + Math.ceil(size.value.height / ROW) + 2 * BEYOND + 1);
  const places = Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n);
  useEffect(() => rows.need(first, last), [rows, first, last]);

  const show = ({ row, column }: Place) => {
    place.value = { row, column };
    const node = box.current!;
    const head = node.querySelector<HTMLElement>(".grid-head")!.offsetHeight;
    if (row >= 0) {
      const y = row * ROW;
      if (y < node.scrollTop) node.scrollTop = y;
      else if (y + ROW > node.scrollTop + node.clientHeight - head) node.scrollTop = y + ROW - node.clientHeight + head;
    }
    if (column >= 0) {
      const x = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
      const cover = pinned >= 0 && pinned < column ? widths[pinned]! : 0;
      if (x < node.scrollLeft + cover) node.scrollLeft = x - cover;
      else if (x + widths[column]! + NUMBER_WIDTH > node.scrollLeft + node.clientWidth)
        node.scrollLeft = x + widths[column]! + NUMBER_WIDTH - node.clientWidth;
    }
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const { row, column } = place.value;
    const page = Math.max(1, Math.floor(size.value.height / ROW) - 2);
    const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.shiftKey ? `Shift+${event.key}` : event.key;
    const ends = { row: rows.count - 1, column: shown.length - 1 };
    const moves: Record<string, Place> = {
      ArrowDown: { row: row + 1, column },
      ArrowUp: { row: row - 1, column },
      ArrowRight: { row, column: column + 1 },
      ArrowLeft: { row, column: column - 1 },
      PageDown: { row: row + page, column },
      PageUp: { row: row - page, column },
      Home: { row, column: 0 },
      End: { row, column: ends.column },
      "Ctrl+Home": { row: -1, column: 0 },
      "Ctrl+End": ends,
    };
    const to = moves[key];
    const own = shown[column] === undefined ? undefined : columns[shown[column]!]!;
    if (to) {
      show({
        row: Math.min(ends.row, Math.max(-1, to.row)),
        column: Math.min(ends.column, Math.max(-1, to.column)),
      });
      props.lit.value = place.value.row >= 0 ? (rows.at(place.value.row)?.row ?? null) : null;
    } else if (row < 0 && own && (key === "Enter" || key === "F2" || key === "Shift+F10")) {
      props.onMenu(own.key, box.current!.querySelector<HTMLElement>(`[data-head="${column}"]`)!);
    } else if (row < 0 && own && key === " ") {
      props.onSort(own.key);
    } else if (row < 0 && own && (key === "Shift+ArrowLeft" || key === "Shift+ArrowRight")) {
      props.onWidth(own.key, Math.max(48, widths[column]! + (key.endsWith("Left") ? -24 : 24)));
    } else if (row < 0 && own && props.onMove && (key === "Ctrl+ArrowLeft" || key === "Ctrl+ArrowRight")) {
      const next = column + (key.endsWith("Left") ? -1 : 1);
      if (next >= 0 && next < shown.length) {
        props.onMove(own.key, next);
        show({ row, column: next });
      }
    } else if (row >= 0 && (key === "Enter" || key === " ")) {
      const own = rows.at(row);
      if (own) props.onOpen(own);
    } else if (row >= 0 && own && key === "Ctrl+c" && !String(getSelection())) {
      void navigator.clipboard?.writeText(rows.at(row)?.cells[shown[column]!]?.text ?? "");
    } else {
      return;
    }
    event.preventDefault();
  };

  const active = focused.value ? place.value : null;
  const headed = active?.row === -1 ? active.column : null;
  const heads = useMemo(
    () =>
      shown.map((at, order) => (
        <Head
          key={columns[at]!.key}
          column={columns[at]!}
          order={order}
          width={widths[order]!}
          active={headed === order}
          pinned={order === pinned}
          props={props}
        />
      )),
    [columns, template, headed, props.sort],
  );
  const line = useLines([columns, props.lit], (order, own, at) => (
    <RowLine
      key={order}
      own={own}
      order={order}
      columns={columns}
      shown={shown}
      pinned={pinned}
      lit={props.lit}
      active={at}
      onOpen={props.onOpen}
      onPress={(column) => (place.value = { row: order, column })}
    />
  ));
  return (
    <div
      class="grid"
      role="grid"
      tabIndex={0}
      ref={box}
      aria-label={props.label}
      aria-rowcount={rows.count + 1}
      aria-colcount={shown.length + 1}
      aria-activedescendant={active ? cellId(active) : undefined}
      aria-describedby="grid-keys"
      onScroll={(event) => (top.value = event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onFocus={() => (focused.value = true)}
      onBlur={() => (focused.value = false)}
      onMouseLeave={() => (props.lit.value = null)}
      style={{ "--columns": template, "--wide": `${wide}px`, "--row": `${ROW}px` }}
    >
      <div class="grid-head" role="row" aria-rowindex={1}>
        <div role="columnheader" aria-colindex={1} id={cellId({ row: -1, column: -1 })} class="number-head">
          <span class="unseen">Row</span>
        </div>
        {heads}
      </div>
      <div class="grid-body" role="rowgroup" style={{ height: `${rows.count * ROW}px` }}>
        {places.map((order) => line(order, rows.at(order), active?.row === order ? active.column : null))}
      </div>
    </div>
  );
}

type Draw = (order: number, own: Row | undefined, active: number | null) => VNode;

/** Rows that were drawn before and have not changed are given again as they are: scrolling draws the new ones alone. */
function useLines(depends: unknown[], draw: Draw): Draw {
  const kept = useMemo(() => new Map<number, { own: Row | undefined; active: number | null; drawn: VNode }>(), depends);
  return (order, own, active) => {
    const known = kept.get(order);
    if (known && known.own === own && known.active === active) return known.drawn;
    const drawn = draw(order, own, active);
    if (kept.size > 1000) kept.clear();
    kept.set(order, { own, active, drawn });
    return drawn;
  };
}

function cellId({ row, column }: Place): string {
  return `cell-${row + 1}-${column + 1}`;
}

/** A record that is pointed at on the page comes into sight here, once the pointer rests on it. */
function useFollowing(box: { current: HTMLDivElement | null }, lit: Signal<number | null>, rows: RowSource) {
  useEffect(() => {
    let timer = 0;
    const follow = async (row: number) => {
      const node = box.current;
      if (!node || node.matches(":hover") || node === document.activeElement) return;
      const place = await rows.find(row);
      if (place === null || lit.peek() !== row) return;
      const y = place * ROW;
      if (y < node.scrollTop || y + 2 * ROW > node.scrollTop + node.clientHeight) node.scrollTop = Math.max(0, y - node.clientHeight / 2);
    };
    const stop = lit.subscribe((row) => {
      clearTimeout(timer);
      if (row !== null) timer = window.setTimeout(() => void follow(row), 60);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [lit, rows]);
}

interface HeadProps {
  column: Column;
  order: number;
  width: number;
  active: boolean;
  pinned: boolean;
  props: GridProps;
}

function Head({ column, order, width, active, pinned, props }: HeadProps) {
  const own = props.sort?.key === column.key ? props.sort : null;
  const drag = useColumnDrag(column.key, order, props);
  return (
    <div
      role="columnheader"
      aria-colindex={order + 2}
      aria-sort={own ? (own.down ? "descending" : "ascending") : "none"}
      id={cellId({ row: -1, column: order })}
      data-head={order}
      data-key={column.key}
      class={`head ${NUMBERS.has(column.type) ? "is-number" : ""} ${active ? "is-active" : ""} ${pinned ? "is-pinned" : ""}`}
      {...drag}
    >
      <button type="button" tabIndex={-1} class="head-name" onClick={() => props.onSort(column.key)} title={`Sort by ${column.name}`}>
        <span class="head-text">{column.name}</span>
        {own && <Icon name={own.down ? "down" : "up"} />}
        <small>
          {typeLabel(column)}
          {column.doubt && (
            <span class="doubt" title={`In doubt: ${column.doubt}`}>
              <span aria-hidden="true">?</span>
              <span class="unseen">, in doubt: {column.doubt}</span>
            </span>
          )}
        </small>
      </button>
      <button
        type="button"
        tabIndex={-1}
        class="head-menu"
        aria-label={`Column ${column.name}: menu`}
        aria-haspopup="true"
        onClick={(event) => props.onMenu(column.key, event.currentTarget)}
      >
        <Icon name="more" />
      </button>
      <Grip width={width} onWidth={(to) => props.onWidth(column.key, to)} />
    </div>
  );
}

/** The edge by which a column is made wider or narrower. */
function Grip({ width, onWidth }: { width: number; onWidth(width: number): void }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  return (
    <span
      class="grip"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.stopPropagation();
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (from.current) onWidth(Math.max(48, from.current.width + event.clientX - from.current.x));
      }}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
    />
  );
}

/** Columns change places by their heads. */
function useColumnDrag(key: string, order: number, props: GridProps) {
  if (!props.onMove) return {};
  const clear = (node: Element | null) =>
    node?.closest(".grid-head")?.querySelectorAll("[data-drop]").forEach((head) => head.removeAttribute("data-drop"));
  return {
    draggable: true,
    onDragStart: (event: TargetedDragEvent<HTMLDivElement>) => {
      event.dataTransfer!.setData("application/x-pagerows-column", key);
      event.dataTransfer!.effectAllowed = "move";
    },
    onDragOver: (event: TargetedDragEvent<HTMLDivElement>) => {
      if (!event.dataTransfer!.types.includes("application/x-pagerows-column")) return;
      event.preventDefault();
      clear(event.currentTarget);
      event.currentTarget.setAttribute("data-drop", "");
    },
    onDragLeave: (event: TargetedDragEvent<HTMLDivElement>) => event.currentTarget.removeAttribute("data-drop"),
    onDrop: (event: TargetedDragEvent<HTMLDivElement>) => {
      clear(event.currentTarget);
      const moved = event.dataTransfer!.getData("application/x-pagerows-column");
      if (moved && moved !== key) {
        event.preventDefault();
        event.stopPropagation();
        props.onMove!(moved, order);
      }
    },
  };
}

interface RowProps {
  /** Undefined while it is on its way. */
  own: Row | undefined;
  order: number;
  columns: Column[];
  shown: number[];
  pinned: number;
  lit: Signal<number | null>;
  active: number | null;
  onOpen(row: Row): void;
  onPress(column: number): void;
}

function RowLine({ own, order, columns, shown, pinned, lit, active, onOpen, onPress }: RowProps) {
  const on = useMemo(() => computed(() => own !== undefined && lit.value === own.row), [own, lit]).value;
  const look = (column: number) => (active === column ? "is-active" : "");
  return (
    <div
      role="row"
      aria-rowindex={order + 2}
      aria-busy={own ? undefined : true}
      class={`row ${on ? "is-lit" : ""} ${own ? "" : "is-coming"}`}
      data-row={own?.row}
      style={{ transform: `translateY(${order * ROW}px)` }}
      onMouseEnter={() => (lit.value = own?.row ?? null)}
      onDblClick={() => own && onOpen(own)}
    >
      <div role="rowheader" aria-colindex={1} id={cellId({ row: order, column: -1 })} class={`number ${look(-1)}`}>
        {own && (
          <button type="button" tabIndex={-1} onClick={() => onOpen(own)} aria-label={`Record ${own.row + 1}: all fields`}>
            {own.row + 1}
          </button>
        )}
      </div>
      {shown.map((at, column) => (
        <div
          key={columns[at]!.key}
          role="gridcell"
          aria-colindex={column + 2}
          id={cellId({ row: order, column })}
          class={`cell ${NUMBERS.has(columns[at]!.type) ? "is-number" : ""} ${look(column)} ${column === pinned ? "is-pinned" : ""}`}
          onPointerDown={() => onPress(column)}
        >
          {own && <CellText column={columns[at]!} cell={own.cells[at] ?? null} />}
        </div>
      ))}
    </div>
  );
}

/** Rows that are there, to measure columns by. */
function sample(rows: RowSource): Row[] {
  return Array.from({ length: Math.min(200, rows.count) }, (_, place) => rows.at(place)).filter((row) => row !== undefined);
}

/** A cell as people read it; only web addresses become links. */
export function CellText({ column, cell }: { column: Column; cell: Cell | null }) {
  if (!cell) return <span class="unseen">empty</span>;
  const url = safeUrl(cell.url);
  if (column.kind === "image") {
    return (
      <span class="picture" title={cell.url ?? undefined}>
        <Icon name="picture" />
        <span>{cell.text || shortUrl(cell.url ?? "") || "picture"}</span>
      </span>
    );
  }
  if (url) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" tabIndex={-1} title={url}>
        {cell.text || shortUrl(url)}
      </a>
    );
  }
  return <span title={cell.text.length > 30 ? cell.text : undefined}>{cell.text}</span>;
}
