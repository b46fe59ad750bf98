// Everything about one column, in one place.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { FILTERS, type FilterOp, needsValue } from "../model/query";
import type { Store } from "../model/store";
import { type Column, counted } from "../model/table";
import { Icon } from "./icons";
import { Popover } from "./Popover";

interface MenuProps {
  store: Store;
  column: Column;
  anchor: HTMLElement;
  onClose(): void;
}

export function ColumnMenu({ store, column, anchor, onClose }: MenuProps) {
  const shown = store.columns.value.filter((own) => !own.hidden);
  const order = shown.indexOf(column);
  const problem = useSignal<string | null>(null);
  const edit = async (...args: Parameters<Store["edit"]>) => (problem.value = await store.edit(...args));
  const done = async (...args: Parameters<Store["edit"]>) => {
    if (!(await edit(...args))) onClose();
  };
  // Columns that are hidden keep their places between those that are shown.
  const place = (to: number) => store.columns.value.indexOf(shown[to]!);
  return (
    <Popover anchor={anchor} label={`Column ${column.name}`} onClose={onClose}>
      <div class="column-menu">
        <Name column={column} onName={(name) => void edit({ op: "rename", column: column.key, name })} />
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <Facts column={column} total={store.rows.value.total} />
        <Sorting store={store} column={column} onClose={onClose} />
        <Filtering store={store} column={column} onClose={onClose} />
        {store.types && (
          <div class="pair">
            <label>
              Type
              <select value={column.type} onChange={(e) => void edit({ op: "type", column: column.key, type: e.currentTarget.value })}>
                {withOwn(store.types, column.type).map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </select>
            </label>
            <label>
              Role
              <select
                value={column.role ?? ""}
                onChange={(e) => void edit({ op: "role", column: column.key, role: e.currentTarget.value || null })}
              >
                <option value="">none</option>
                {withOwn(store.roles ?? [], column.role).map((role) => (
                  <option key={role} value={role}>
                    {role.replaceAll("_", " ")}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
        {store.types && (
          <>
            <Merging column={column} others={shown.filter((own) => own !== column)} onMerge={(step) => void done(step)} />
            <Splitting column={column} onSplit={(step) => void done(step)} />
          </>
        )}
        <div class="row-of-buttons">
          <button type="button" disabled={order <= 0} onClick={() => void done({ op: "move", column: column.key, to: place(order - 1) })}>
            Move left
          </button>
          <button
            type="button"
            disabled={order >= shown.length - 1}
            onClick={() => void done({ op: "move", column: column.key, to: place(order + 1) })}
          >
            Move right
          </button>
          <button type="button" disabled={shown.length < 2} onClick={() => void done({ op: "hide", column: column.key })}>
            Hide
          </button>
        </div>
      </div>
    </Popover>
  );
}

function withOwn(choices: string[], own: string | null): string[] {
  return own && !choices.includes(own) ? [own, ...choices] : choices;
}

function Name({ column, onName }: { column: Column; onName(name: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  // Set when the name changes, not when anything does: rows that arrive late leave what is being typed alone.
  useLayoutEffect(() => {
    field.current!.value = column.name;
  }, [column.name]);
  return (
    <form
      class="one-line"
      onSubmit={(event) => {
        event.preventDefault();
        onName(new FormData(event.currentTarget).get("name") as string);
      }}
    >
      <label>
        Name
        <input ref={field} name="name" data-first defaultValue={column.name} autoComplete="off" spellcheck={false} />
      </label>
      <button type="submit">Rename</button>
    </form>
  );
}

function Facts({ column, total }: { column: Column; total: number }) {
  const empty = column.filled === undefined ? 0 : total - column.filled;
  const facts = [
    column.type,
    ...(column.unit ? [column.unit] : []),
    ...(column.role && column.role !== column.name ? [`role ${column.role}`] : []),
    ...(empty > 0 ? [`${empty.toLocaleString("en")} empty`] : []),
  ];
  return (
    <div class="facts">
      <p>{facts.join(" · ")}</p>
      {column.doubt && (
        <p class="in-doubt">
          <Icon name="warn" />
          In doubt: {column.doubt} ({Math.round(column.confidence * 100)} % sure)
        </p>
      )}
    </div>
  );
}

function Sorting({ store, column, onClose }: Omit<MenuProps, "anchor">) {
  const sort = (down: boolean | null) => {
    store.query.value = { ...store.query.value, sort: down === null ? null : { key: column.key, down } };
    onClose();
  };
  return (
    <div class="row-of-buttons">
      <button type="button" onClick={() => sort(false)}>
        <Icon name="up" />
        Sort up
      </button>
      <button type="button" onClick={() => sort(true)}>
        <Icon name="down" />
        Sort down
      </button>
      {store.query.value.sort?.key === column.key && (
        <button type="button" onClick={() => sort(null)}>
          Page order
        </button>
      )}
    </div>
  );
}

function Filtering({ store, column, onClose }: Omit<MenuProps, "anchor">) {
  const own = store.query.value.filters.find((filter) => filter.key === column.key);
  const op = useSignal<FilterOp>(own?.op ?? "contains");
  const set = (value: string | null) => {
    const others = store.query.value.filters.filter((filter) => filter.key !== column.key);
    const wanted = value !== null && (value.trim() || !needsValue(op.value));
    const filters = wanted ? [...others, { key: column.key, op: op.value, value: value!.trim() }] : others;
    store.query.value = { ...store.query.value, filters };
    onClose();
  };
  return (
    <form
      class="one-line"
      onSubmit={(event) => {
        event.preventDefault();
        set((new FormData(event.currentTarget).get("value") as string | null) ?? "");
      }}
    >
      <label>
        Keep rows where it
        <select value={op.value} onChange={(event) => (op.value = event.currentTarget.value as FilterOp)}>
          {Object.entries(FILTERS).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {needsValue(op.value) && (
        <input name="value" aria-label="Value of the filter" defaultValue={own?.value ?? ""} autoComplete="off" />
      )}
      <button type="submit">Filter</button>
      {own && (
        <button type="button" onClick={() => set(null)}>
          Clear
        </button>
      )}
    </form>
  );
}

const SEPARATORS: [label: string, text: string][] = [
  ["space", " "],
  ["comma", ", "],
  ["dash", " - "],
  ["slash", " / "],
  ["bar", " | "],
];

interface MergingProps {
  column: Column;
  others: Column[];
  onMerge(step: { op: "merge"; columns: string[]; name: string; separator: string }): void;
}

function Merging({ column, others, onMerge }: MergingProps) {
  if (!others.length) return null;
  return (
    <details>
      <summary>Merge with another column</summary>
      <form
        class="one-line"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const columns = [column.key, form.get("other") as string];
          onMerge({ op: "merge", columns, name: column.name, separator: form.get("separator") as string });
        }}
      >
        <label>
          Column
          <select name="other">
            {others.map((other) => (
              <option key={other.key} value={other.key}>
                {other.name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Joined by
          <select name="separator">
            {SEPARATORS.map(([label, text]) => (
              <option key={label} value={text}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Merge</button>
      </form>
    </details>
  );
}

interface SplittingProps {
  column: Column;
  onSplit(step: { op: "split"; column: string; separator: string; names: string[] }): void;
}

function Splitting({ column, onSplit }: SplittingProps) {
  const parts = useSignal(2);
  return (
    <details>
      <summary>Split into several columns</summary>
      <form
        class="one-line"
        onSubmit={(event) => {
          event.preventDefault();
          const separator = new FormData(event.currentTarget).get("separator") as string;
          const names = Array.from({ length: parts.value }, (_, n) => `${column.name}_${n + 1}`);
          if (separator) onSplit({ op: "split", column: column.key, separator, names });
        }}
      >
        <label>
          At each
          <input name="separator" defaultValue=", " autoComplete="off" />
        </label>
        <label>
          Into
          <select value={parts.value} onChange={(event) => (parts.value = Number(event.currentTarget.value))}>
            {[2, 3, 4, 5, 6].map((count) => (
              <option key={count} value={count}>
                {counted(count, "part")}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Split</button>
      </form>
    </details>
  );
}
