// The table leaves: to the clipboard and into files.
import { useSignal } from "@preact/signals";
import type { Store } from "../model/store";
import { counted } from "../model/table";
import { Icon } from "./icons";
import { Popover } from "./Popover";
import { copyText } from "./save";
import { say } from "./toast";

export function Take({ store }: { store: Store }) {
  const anchor = useSignal<HTMLElement | null>(null);
  const [first] = store.formats;
  const take = async (format: string) => {
    anchor.value = null;
    await guarded(() => store.download(format));
  };
  return (
    <div class="take">
      <button type="button" title="Copy the table for a spreadsheet" onClick={() => void copy(store, "tsv")}>
        <Icon name="copy" />
        <span class="label">Copy</span>
      </button>
      <div class="split-button">
        <button type="button" class="main" onClick={() => void take(first!.name)}>
          <Icon name="download" />
          {first!.label}
        </button>
        <button
          type="button"
          class="main"
          aria-label="Other formats"
          aria-haspopup="dialog"
          aria-expanded={!!anchor.value}
          onClick={(event) => (anchor.value = event.currentTarget.parentElement)}
        >
          <Icon name="more" />
        </button>
      </div>
      {anchor.value && (
        <Popover anchor={anchor.value} label="Take the table" onClose={() => (anchor.value = null)}>
          <ul class="choices">
            {store.formats.map((format) => (
              <li key={format.name}>
                <button type="button" onClick={() => void take(format.name)}>
                  <b>{format.label}</b>
                  <small>{format.hint}</small>
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                onClick={() => {
                  anchor.value = null;
                  void copy(store, "markdown");
                }}
              >
                <b>Copy as Markdown</b>
                <small>for documents and chats</small>
              </button>
            </li>
          </ul>
        </Popover>
      )}
    </div>
  );
}

async function copy(store: Store, format: "tsv" | "markdown"): Promise<void> {
  await guarded(async () => {
    const copied = await copyText(await store.text(format));
    if (copied) say(`Copied ${counted(store.rows.value.count, "row")}.`);
    else say("The browser did not allow copying. Download the table instead.", true);
  });
}

async function guarded(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
}
