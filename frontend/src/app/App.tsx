// The frame of the app: a bar, and below it what the address says.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../ui/icons";
import { Toasts, say } from "../ui/toast";
import { ApiError, type Meta, api, messageOf } from "./api";
import { Compare } from "./Compare";
import { History } from "./History";
import { JobPage } from "./JobPage";
import { Opening, opening, openFiles, openText } from "./opening";
import { follow, path } from "./route";
import { RunPage } from "./RunPage";
import { SignIn } from "./SignIn";
import { droppedFiles } from "./sources";
import { Start } from "./Start";
import { ThemeButton } from "./ThemeButton";
import { Wrappers } from "./Wrappers";

export function App() {
  const meta = useSignal<Meta | null>(null);
  const problem = useSignal<string | null>(null);
  const locked = useSignal(false);
  const load = async () => {
    try {
      const found = await api.meta();
      // A token is asked for: see whether this browser has already given it.
      if (found.token) await api.history("");
      locked.value = false;
      meta.value = found;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) locked.value = true;
      else problem.value = messageOf(error);
    }
  };
  useEffect(() => void load(), []);
  useDropping();
  if (locked.value) return <SignIn onDone={() => void load()} />;
  if (problem.value) return <Failure text={problem.value} onRetry={() => ((problem.value = null), void load())} />;
  const home = path.value === "/" || path.value === "";
  return (
    <div class={`app ${home ? "is-home" : ""}`}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/" onClick={follow} aria-label="pagerows: start">
          <Mark />
          pagerows
        </a>
        {home ? <span class="grow" /> : <OpenField />}
        <nav aria-label="App">
          <a class="button plain" href="/history" onClick={follow} aria-current={path.value.startsWith("/history") ? "page" : undefined}>
            <Icon name="history" />
            <span class="label">History</span>
          </a>
          <a class="button plain" href="/wrappers" onClick={follow} aria-current={path.value.startsWith("/wrappers") ? "page" : undefined}>
            <Icon name="wand" />
            <span class="label">Wrappers</span>
          </a>
          <ThemeButton />
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {opening.value ? <Opening /> : <Routed meta={meta.value} />}
      </main>
      <Toasts />
    </div>
  );
}

/** The first page needs to know nothing of the server; what people have typed into it stays when that is known. */
function Routed({ meta }: { meta: Meta | null }) {
  const { pathname, searchParams } = new URL(path.value, location.origin);
  const [, room, id] = pathname.split("/");
  if (room && !meta) return null;
  if (room === "run" && id && meta) return <RunPage key={id} id={id} meta={meta} />;
  if (room === "jobs" && id) return <JobPage key={id} id={id} />;
  if (room === "history") return <History />;
  if (room === "wrappers") return <Wrappers />;
  if (room === "compare") return <Compare before={searchParams.get("before") ?? ""} after={searchParams.get("after") ?? ""} />;
  return <Start meta={meta} />;
}

/** The field for the next page, in the bar. */
function OpenField() {
  return (
    <form
      class="open-field"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("source") as HTMLInputElement;
        const problem = openText(field.value);
        if (problem) say(problem, true);
        else field.value = "";
      }}
    >
      <label class="unseen" for="open-next">
        Address of the next page
      </label>
      <input id="open-next" name="source" placeholder="Paste another address" autoComplete="off" spellcheck={false} />
      <button type="submit">Open</button>
    </form>
  );
}

/** Files may be dropped anywhere. */
function useDropping() {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.documentElement.dataset.dropping = "";
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) delete document.documentElement.dataset.dropping;
    };
    const drop = async (event: DragEvent) => {
      delete document.documentElement.dataset.dropping;
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      await openFiles(await droppedFiles(event.dataTransfer));
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
}

function Failure({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <main class="message">
      <h1>Something is not right</h1>
      <p role="alert">{text}</p>
      <button type="button" class="main" onClick={onRetry}>
        Try again
      </button>
    </main>
  );
}

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M8 10h3M15 10h9M8 16h3M15 16h9M8 22h3M15 22h9" />
    </svg>
  );
}
