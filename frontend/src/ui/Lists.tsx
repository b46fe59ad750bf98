// All lists of the page as small tables to choose from.
import type { Store } from "../model/store";
import { type ListInfo, counted } from "../model/table";

export function Lists({ store }: { store: Store }) {
  const lists = store.lists.value;
  if (lists.length < (store.list.value === null ? 1 : 2)) return null;
  return (
    <nav class="lists" aria-label="Lists on this page">
      {lists.map((list) => (
        <Thumbnail key={list.number} list={list} on={list.number === store.list.value} onPick={() => void store.choose(list.number)} />
      ))}
    </nav>
  );
}

function Thumbnail({ list, on, onPick }: { list: ListInfo; on: boolean; onPick(): void }) {
  const rows = list.preview.slice(0, 3).map((row) => row.filter((text) => text !== null).slice(0, 3));
  return (
    <button
      type="button"
      class="thumbnail"
      aria-pressed={on}
      data-list={list.number}
      onClick={onPick}
    >
      <span class="thumbnail-head">
        <span class="unseen">List {list.number}: </span>
        <b>{counted(list.records, "record")}</b> <span>{counted(list.columns, "column")}</span>
        <span class="unseen">
          , {what(list)}; first: {rows[0]?.join(", ") ?? ""}
        </span>
      </span>
      <span class="thumbnail-rows" aria-hidden="true">
        {rows.map((row, n) => (
          <span key={n}>
            {row.map((text, m) => (
              <i key={m}>{text!.slice(0, 40)}</i>
            ))}
          </span>
        ))}
      </span>
    </button>
  );
}

function what(list: ListInfo): string {
  return list.content === false ? "probably a menu or the like" : "content";
}
