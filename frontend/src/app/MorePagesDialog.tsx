// Keep how this table was made, and make it again from other pages.
import { useSignal } from "@preact/signals";
import { Dialog } from "../ui/Dialog";
import { hostOf } from "../ui/links";
import { fileName } from "../ui/save";
import { say } from "../ui/toast";
import { api, messageOf } from "./api";
import { go } from "./route";
import type { RunStore } from "./runStore";
import { recognise } from "./sources";

type Way = "next" | "urls" | "none";

export function MorePagesDialog({ store, onClose }: { store: RunStore; onClose(): void }) {
  const { next } = store.run;
  const way = useSignal<Way>(next ? "next" : "urls");
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const start = async (form: FormData) => {
    const addresses = recognise(String(form.get("urls") ?? ""));
    if (way.value === "urls" && addresses.kind !== "url" && addresses.kind !== "urls") {
      throw new Error("Paste the addresses of the pages, one a line.");
    }
    const wrapper = await api.saveWrapper(store.id, store.list.value!, String(form.get("name")).trim());
    if (way.value === "none") {
      say(`Saved the wrapper ${wrapper.name}.`);
      return onClose();
    }
    const urls = addresses.kind === "urls" ? addresses.urls : addresses.kind === "url" ? [addresses.url] : [];
    const job =
      way.value === "next"
        ? { kind: "next", run: store.id, pages: Number(form.get("pages")), wrapper: wrapper.id }
        : { kind: "pages", sources: urls.map((url) => ({ url })), wrapper: wrapper.id };
    const { id } = await api.startJob(job);
    onClose();
    go(`/jobs/${id}`);
  };
  return (
    <Dialog title="More pages like this one" onClose={onClose}>
      <p class="soft">
        The list, its columns and your changes are kept as a wrapper, so that every page gives the same columns. A run can be stopped and
        resumed.
      </p>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          busy.value = true;
          problem.value = null;
          await start(new FormData(event.currentTarget)).catch((error) => (problem.value = messageOf(error)));
          busy.value = false;
        }}
      >
        <label>
          Name of the wrapper
          <input name="name" required defaultValue={store.run.page.url ? hostOf(store.run.page.url) : fileName(store.title)} autoComplete="off" />
        </label>
        <fieldset>
          <legend>Then read</legend>
          <Choice way={way.value} own="next" disabled={!next} onPick={(to) => (way.value = to)}>
            its next pages, {next ? "up to" : "but this page links to none"}
            {next && <input name="pages" type="number" min={2} max={1000} defaultValue="20" aria-label="How many pages at most" />}
          </Choice>
          <Choice way={way.value} own="urls" onPick={(to) => (way.value = to)}>
            these addresses
          </Choice>
          {way.value === "urls" && <textarea name="urls" rows={5} aria-label="Addresses, one a line" placeholder={"https://shop.example/tents\nhttps://shop.example/packs"} />}
          <Choice way={way.value} own="none" onPick={(to) => (way.value = to)}>
            nothing yet, only save the wrapper
          </Choice>
        </fieldset>
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="main" disabled={busy.value}>
          {way.value === "none" ? "Save" : "Save and start"}
        </button>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  way: Way;
  own: Way;
  disabled?: boolean;
  onPick(way: Way): void;
  children: preact.ComponentChildren;
}

function Choice({ way, own, disabled, onPick, children }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="radio" name="way" checked={way === own} disabled={disabled} onChange={() => onPick(own)} />
      <span>{children}</span>
    </label>
  );
}
