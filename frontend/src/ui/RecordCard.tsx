// One record with everything that is known of it: whole texts, addresses, and how values were read.
import type { Cell, Column, Row } from "../model/table";
import { Dialog } from "./Dialog";
import { safeUrl } from "./links";

export function RecordCard({ columns, row, onClose }: { columns: Column[]; row: Row; onClose(): void }) {
  return (
    <Dialog title={`Record ${row.row + 1}`} onClose={onClose}>
      <dl class="record-card">
        {columns.map((column, at) => (
          <div key={column.key} class={column.hidden ? "is-hidden" : ""}>
            <dt>{column.name}</dt>
            <dd>
              <Whole column={column} cell={row.cells[at] ?? null} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function Whole({ column, cell }: { column: Column; cell: Cell | null }) {
  if (!cell) return <span class="nothing">empty</span>;
  const url = safeUrl(cell.url);
  const read = reading(column, cell);
  return (
    <>
      {cell.text && <p>{cell.text}</p>}
      {read && <p class="reading">read as {read}</p>}
      {cell.url && (
        <p class="address">
          {url ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {cell.url}
            </a>
          ) : (
            cell.url
          )}
        </p>
      )}
    </>
  );
}

/** The value where it says more than the text. */
function reading(column: Column, cell: Cell): string | null {
  if (cell.value === undefined || cell.value === null || String(cell.value) === cell.text) return null;
  const value = Array.isArray(cell.value) ? cell.value.join(" | ") : String(cell.value);
  const until = cell.until === undefined || cell.until === null ? "" : ` to ${cell.until}`;
  const unit = cell.currency ?? column.unit;
  return `${value}${until}${unit ? ` ${unit}` : ""}`;
}
