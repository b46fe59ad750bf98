// What the workbench shows and does, whoever keeps the data: a server that is asked, or the report's own file.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Edit } from "./edits";
import type { RowQuery } from "./query";
import type { RowSource } from "./source";
import type { Column, LeftOut, ListInfo } from "./table";

export interface Format {
  name: string;
  label: string;
  hint: string;
}

export interface Store {
  readonly title: string;
  /** The page's address, or the name of its file. */
  readonly address: string;
  readonly lists: ReadonlySignal<ListInfo[]>;
  /** The list that is shown; null where no list was chosen. */
  readonly list: ReadonlySignal<number | null>;
  readonly columns: ReadonlySignal<Column[]>;
  readonly rows: ReadonlySignal<RowSource>;
  readonly leftOut: ReadonlySignal<LeftOut[]>;
  readonly query: Signal<RowQuery>;
  readonly widths: Signal<Record<string, number>>;
  /** The record that is pointed at. */
  readonly lit: Signal<number | null>;
  readonly edits: ReadonlySignal<Edit[]>;
  readonly undone: ReadonlySignal<Edit[]>;
  /** Types and roles that a column can be given; undefined where cells cannot be read anew. */
  readonly types?: string[];
  readonly roles?: string[];
  readonly formats: Format[];
  choose(list: number): Promise<void>;
  /** Resolves to what is wrong with the step, or null when it was made. */
  edit(edit: Edit): Promise<string | null>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** The rows that are shown, as text for other programs. */
  text(format: "tsv" | "markdown"): Promise<string>;
  download(format: string): Promise<void>;
}
