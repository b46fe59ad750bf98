// What people change about columns, as a list of steps: undoing one is a shorter list.
import type { Column } from "./table";

export type Edit =
  | { op: "rename"; column: string; name: string }
  | { op: "hide" | "show"; column: string }
  | { op: "move"; column: string; to: number }
  | { op: "role"; column: string; role: string | null }
  | { op: "type"; column: string; type: string }
  | { op: "merge"; columns: string[]; name: string; separator: string }
  | { op: "split"; column: string; separator: string; names: string[] };

/** The columns after the steps that change no cell; a server does the others. */
export function edited(columns: Column[], edits: Edit[]): Column[] {
  return edits.reduce(step, columns);
}

function step(columns: Column[], edit: Edit): Column[] {
  switch (edit.op) {
    case "rename":
      return changed(columns, edit.column, { name: edit.name });
    case "hide":
    case "show":
      return changed(columns, edit.column, { hidden: edit.op === "hide" });
    case "move":
      return moved(columns, edit.column, edit.to);
    default:
      throw new Error(`${edit.op} needs a server`);
  }
}

function changed(columns: Column[], key: string, change: Partial<Column>): Column[] {
  return columns.map((column) => (column.key === key ? { ...column, ...change } : column));
}

function moved(columns: Column[], key: string, to: number): Column[] {
  const own = columns.find((column) => column.key === key);
  if (!own) return columns;
  const rest = columns.filter((column) => column !== own);
  return [...rest.slice(0, to), own, ...rest.slice(to)];
}

/** Why a name cannot be given, or null. */
export function nameProblem(columns: Column[], key: string | null, name: string): string | null {
  if (!name.trim()) return "A column needs a name.";
  const taken = columns.some((column) => column.key !== key && column.name === name.trim());
  return taken ? `Another column is called “${name.trim()}”.` : null;
}

/** A step in a few words, for the undo button. */
export function told(edit: Edit): string {
  const words: Record<Edit["op"], string> = {
    rename: "rename",
    hide: "hide column",
    show: "show column",
    move: "move column",
    role: "change role",
    type: "change type",
    merge: "merge columns",
    split: "split column",
  };
  return words[edit.op];
}
