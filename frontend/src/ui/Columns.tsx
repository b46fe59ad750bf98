// Which columns are shown, and in which order.
import { useSignal } from "@preact/signals";
import type { Store } from "../model/store";
import { Icon } from "./icons";
import { Popover } from "./Popover";

export function Columns({ store }: { store: Store }) {
  const anchor = useSignal<HTMLElement | null>(null);
  const columns = store.columns.value;
  const shown = columns.filter((column) => !column.hidden);
  return (
    <>
      <button type="button" aria-haspopup="dialog" aria-expanded={!!anchor.value} onClick={(event) => (anchor.value = event.currentTarget)}>
        <Icon name="columns" />
        <span class="label">Columns</span>
      </button>
      {anchor.value && (
        <Popover anchor={anchor.value} label="Columns" onClose={() => (anchor.value = null)}>
          <ul class="column-list">
            {columns.map((column, at) => (
              <li key={column.key}>
                <label>
                  <input
                    type="checkbox"
                    checked={!column.hidden}
                    disabled={!column.hidden && shown.length === 1}
                    onChange={() => void store.edit({ op: column.hidden ? "show" : "hide", column: column.key })}
                  />
                  <span>{column.name}</span>
                  <small>{column.type}</small>
                </label>
                <button type="button" class="plain" disabled={at === 0} aria-label={`Move ${column.name} to the front`} onClick={() => void store.edit({ op: "move", column: column.key, to: at - 1 })}>
                  <Icon name="up" />
                </button>
                <button type="button" class="plain" disabled={at === columns.length - 1} aria-label={`Move ${column.name} to the back`} onClick={() => void store.edit({ op: "move", column: column.key, to: at + 1 })}>
                  <Icon name="down" />
                </button>
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </>
  );
}
