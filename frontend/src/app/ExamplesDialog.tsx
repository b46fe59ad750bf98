// Two values that people see on the page say which list they mean.
import { useSignal } from "@preact/signals";
import { Dialog } from "../ui/Dialog";
import type { RunStore } from "./runStore";

export function ExamplesDialog({ store, onClose }: { store: RunStore; onClose(): void }) {
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  return (
    <Dialog title="Which list do you mean?" onClose={onClose}>
      <p class="soft">Type two values as the page shows them, best from one record: a name and its price, say.</p>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const examples = form.getAll("example").map((value) => String(value).trim()).filter(Boolean);
          if (!examples.length) return void (problem.value = "Type at least one value.");
          busy.value = true;
          problem.value = await store.find(examples);
          busy.value = false;
          if (!problem.value) onClose();
        }}
      >
        <label>
          One value
          <input name="example" autoFocus autoComplete="off" />
        </label>
        <label>
          Another value of the same record
          <input name="example" autoComplete="off" />
        </label>
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="main" disabled={busy.value}>
          Find the list
        </button>
      </form>
    </Dialog>
  );
}
