// The same table without the app: a command, a few lines of Python.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/icons";
import { copyText } from "../ui/save";
import { type Code, api, messageOf } from "./api";
import type { RunStore } from "./runStore";

export function CodeDialog({ store, onClose }: { store: RunStore; onClose(): void }) {
  const code = useSignal<Code | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    api.code(store.id, store.list.value!).then(
      (found) => (code.value = found),
      (error) => (problem.value = messageOf(error)),
    );
  }, []);
  return (
    <Dialog title="Do the same without the app" onClose={onClose}>
      {problem.value && <p class="problem">{problem.value}</p>}
      {code.value && (
        <>
          <Snippet title="Command" text={code.value.command} />
          <Snippet title="Python" text={code.value.python} />
          {code.value.notes.map((note) => (
            <p class="soft" key={note}>
              {note}
            </p>
          ))}
        </>
      )}
    </Dialog>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  const copied = useSignal(false);
  return (
    <section class="snippet" aria-label={title}>
      <div>
        <h3>{title}</h3>
        <button
          type="button"
          onClick={async () => {
            copied.value = await copyText(text);
          }}
        >
          <Icon name={copied.value ? "check" : "copy"} />
          {copied.value ? "Copied" : "Copy"}
        </button>
      </div>
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
