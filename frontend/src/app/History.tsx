// Everything that was extracted, newest first; two runs can be held against each other.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../ui/icons";
import { say } from "../ui/toast";
import { type Run, api, messageOf } from "./api";
import { RunLine } from "./RunLine";
import { go } from "./route";

export function History() {
  const search = useSignal("");
  const runs = useSignal<Run[] | null>(null);
  const next = useSignal<string | null>(null);
  const picked = useSignal<string[]>([]);
  const load = async (before?: string | null) => {
    try {
      const found = await api.history(search.value.trim(), before);
      runs.value = before ? [...(runs.value ?? []), ...found.runs] : found.runs;
      next.value = found.next;
    } catch (error) {
      say(messageOf(error), true);
      runs.value ??= [];
    }
  };
  useEffect(() => {
    document.title = "History - pagerows";
    const timer = setTimeout(() => void load(), search.value ? 180 : 0);
    return () => clearTimeout(timer);
  }, [search.value]);
  const pick = (id: string) => {
    picked.value = picked.value.includes(id) ? picked.value.filter((own) => own !== id) : [...picked.value, id].slice(-2);
  };
  const compare = () => {
    // The older one stands lower.
    const order = (runs.value ?? []).map((run) => run.id);
    const [after, before] = [...picked.value].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    go(`/compare?before=${before}&after=${after}`);
  };
  const forget = async (run: Run) => {
    if (!confirm(`Forget “${run.title || run.source}” and its table?`)) return;
    try {
      await api.forget(run.id);
      runs.value = (runs.value ?? []).filter((own) => own !== run);
      picked.value = picked.value.filter((own) => own !== run.id);
    } catch (error) {
      say(messageOf(error), true);
    }
  };
  return (
    <div class="sheet">
      <div class="sheet-head">
        <h1>History</h1>
        <label class="search">
          <Icon name="search" />
          <span class="unseen">Search in titles and addresses</span>
          <input type="search" placeholder="Search" value={search.value} onInput={(event) => (search.value = event.currentTarget.value)} />
        </label>
        <span class="grow" />
        <button type="button" class="main" disabled={picked.value.length !== 2} onClick={compare}>
          <Icon name="swap" />
          {picked.value.length === 2 ? "Compare these two" : "Choose two to compare"}
        </button>
      </div>
      {runs.value?.length === 0 && <p class="soft">{search.value ? "Nothing fits that." : "Nothing yet. The pages that you open will be listed here."}</p>}
      <ul class="runs">
        {runs.value?.map((run) => (
          <li key={run.id}>
            <input type="checkbox" aria-label={`Compare ${run.title || run.source}`} checked={picked.value.includes(run.id)} onChange={() => pick(run.id)} />
            <RunLine run={run} />
            <button type="button" class="plain icon-only" aria-label={`Forget ${run.title || run.source}`} onClick={() => void forget(run)}>
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      {next.value && (
        <button type="button" onClick={() => void load(next.value)}>
          Older runs
        </button>
      )}
    </div>
  );
}
