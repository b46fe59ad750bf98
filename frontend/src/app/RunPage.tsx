// One page and its table.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { counted } from "../model/table";
import { Icon } from "../ui/icons";
import { Workbench } from "../ui/Workbench";
import { type Meta, type Run, api, messageOf } from "./api";
import { CodeDialog } from "./CodeDialog";
import { ExamplesDialog } from "./ExamplesDialog";
import { JobPane } from "./JobPane";
import { MorePagesDialog } from "./MorePagesDialog";
import { openSource } from "./opening";
import { follow } from "./route";
import { type RunStore, runStore } from "./runStore";
import { ViewedPage } from "./ViewedPage";

type Open = "code" | "examples" | "more" | null;

export function RunPage({ id, meta }: { id: string; meta: Meta }) {
  const store = useSignal<RunStore | null>(null);
  const problem = useSignal<string | null>(null);
  const dialog = useSignal<Open>(null);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      try {
        const found = runStore({ ...(await api.run(id)), id }, meta);
        await found.ready;
        if (gone) return found.close();
        document.title = `${found.title} - pagerows`;
        store.value = found;
      } catch (error) {
        problem.value = messageOf(error);
      }
    };
    void load();
    return () => {
      gone = true;
      store.peek()?.close();
    };
  }, [id]);
  if (problem.value) return <Gone text={problem.value} />;
  const own = store.value;
  if (!own) return <p class="unseen" role="status">Opening</p>;
  const job = own.run.run?.job;
  const close = () => (dialog.value = null);
  const tools = (
    <>
      {!job && (
        <>
          <Tool icon="wand" label="By example" title="Find the list that holds values you type" onPress={() => (dialog.value = "examples")} />
          <Tool icon="pages" label="More pages" chief title="Read its next pages, or others like it, into one table" onPress={() => (dialog.value = "more")} />
        </>
      )}
      <Tool icon="code" label="Code" title="The command and the Python code that do the same" onPress={() => (dialog.value = "code")} />
    </>
  );
  return (
    <div class="run-page">
      <RunHead store={own} />
      <Workbench
        store={own}
        tools={tools}
        notice={<Notice store={own} meta={meta} />}
        foot={!job && own.run.next && <GoesOn onPress={() => (dialog.value = "more")} />}
        page={job ? <JobPane id={job} onMore={() => void own.refresh()} /> : <ViewedPage store={own} meta={meta} />}
      />
      {dialog.value === "code" && <CodeDialog store={own} onClose={close} />}
      {dialog.value === "examples" && <ExamplesDialog store={own} onClose={close} />}
      {dialog.value === "more" && <MorePagesDialog store={own} onClose={close} />}
    </div>
  );
}

interface ToolProps {
  icon: "wand" | "pages" | "code";
  label: string;
  title: string;
  /** Its word stays longest where room is short. */
  chief?: boolean;
  onPress(): void;
}

function Tool({ icon, label, title, chief, onPress }: ToolProps) {
  return (
    <button type="button" class={chief ? "tool is-chief" : "tool"} title={title} aria-haspopup="dialog" onClick={onPress}>
      <Icon name={icon} />
      <span class="label">{label}</span>
    </button>
  );
}

function GoesOn({ onPress }: { onPress(): void }) {
  return (
    <p>
      <button type="button" class="link" aria-haspopup="dialog" onClick={onPress}>
        The list goes on: read its next pages
      </button>
    </p>
  );
}

function RunHead({ store }: { store: RunStore }) {
  const others = useSignal<Run[]>([]);
  useEffect(() => {
    api.same(store.id).then((found) => (others.value = found.runs), () => {});
  }, [store]);
  const [last] = others.value;
  return (
    <header class="run-head">
      <h1>{store.title}</h1>
      {store.address !== store.title && <p class="soft">{store.address}</p>}
      {last && (
        <a class="button" href={`/compare?before=${last.id}&after=${store.id}`} onClick={follow}>
          <Icon name="swap" />
          Compare with an earlier run
        </a>
      )}
    </header>
  );
}

/** What people should know before they trust the table. */
function Notice({ store, meta }: { store: RunStore; meta: Meta }) {
  const { run } = store;
  const again = meta.browser && !run.rendered && run.page.url;
  const lines = [
    ...run.missing.map((name) => `Nothing on the page fits “${name}”.`),
    ...run.drift.map((change) => `The page has changed: ${change.column ? `${change.column}: ` : ""}${change.detail}`),
    ...run.warnings,
  ];
  if (store.list.value !== null && !lines.length) return null;
  return (
    <div class="notice" role="status">
      {store.list.value === null && (
        <>
          <h2>No list of records was found here</h2>
          <p>
            {store.lists.value.length > 0
              ? `${counted(store.lists.value.length, "smaller list")} of the page can be had all the same: choose above, or click on the page.`
              : "Nothing on the page repeats like records do."}{" "}
            {again && "Where scripts fill the page, its list is there only after they have run."}
          </p>
          {again && (
            <button type="button" class="main" onClick={() => void openSource({ url: run.page.url! }, run.page.url!, { scripts: true })}>
              Run the page's scripts and look again
            </button>
          )}
          {run.verdict.reasons.length > 0 && (
            <details>
              <summary>Why</summary>
              {run.verdict.reasons.join("; ")}
            </details>
          )}
        </>
      )}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function Gone({ text }: { text: string }) {
  return (
    <div class="message" role="alert">
      <h1>This run cannot be opened</h1>
      <p>{text}</p>
      <a class="button" href="/history" onClick={follow}>
        All runs
      </a>
    </div>
  );
}
