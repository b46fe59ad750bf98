// The first thing that people see: one field, and what they did last.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../ui/icons";
import { type Meta, type Run, api } from "./api";
import { openFiles, openText } from "./opening";
import { RunLine } from "./RunLine";
import { follow } from "./route";
import { isPage } from "./sources";

export function Start({ meta }: { meta: Meta | null }) {
  const problem = useSignal<string | null>(null);
  const recent = useSignal<Run[]>([]);
  const many = useSignal(false);
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = "pagerows";
    api.history("").then((found) => (recent.value = found.runs.slice(0, 6)), () => {});
  }, []);
  return (
    <div class="start">
      <h1>Any page in, a table out.</h1>
      <p class="lead">Products, results, posts, filings: whatever a page repeats becomes rows and columns. On this machine, without an account.</p>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          problem.value = openText(new FormData(event.currentTarget).get("source") as string);
        }}
      >
        <label class="unseen" for="source">
          Address or HTML of a page
        </label>
        <textarea
          id="source"
          name="source"
          rows={many.value ? 6 : 1}
          placeholder="Paste an address, several, or HTML"
          autoFocus
          spellcheck={false}
          aria-describedby="source-problem"
          onInput={(event) => {
            problem.value = null;
            many.value = event.currentTarget.value.includes("\n") || event.currentTarget.value.length > 200;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || (many.value && !event.ctrlKey && !event.metaKey)) return;
            event.preventDefault();
            event.currentTarget.form!.requestSubmit();
          }}
        />
        <button type="submit" class="main">
          Get the table
        </button>
      </form>
      <p id="source-problem" class="problem" role="alert">
        {problem.value}
      </p>
      <div class="other-ways">
        <button type="button" onClick={() => file.current!.click()}>
          <Icon name="file" />
          Open a file
        </button>
        <button type="button" onClick={() => folder.current!.click()}>
          <Icon name="folder" />
          Open a folder
        </button>
        <span class="soft wide-only">or drop them anywhere</span>
        <input ref={file} type="file" hidden multiple aria-label="File" onChange={(event) => void openFiles([...event.currentTarget.files!])} />
        <input
          ref={folder}
          type="file"
          hidden
          aria-label="Folder"
          {...{ webkitdirectory: true }}
          onChange={(event) => void openFiles([...event.currentTarget.files!].filter((own) => isPage(own.name)))}
        />
      </div>
      {recent.value.length > 0 && (
        <section class="recent" aria-labelledby="recent-title">
          <h2 id="recent-title">Lately</h2>
          <ul>
            {recent.value.map((run) => (
              <li key={run.id}>
                <RunLine run={run} />
              </li>
            ))}
          </ul>
          <a href="/history" onClick={follow}>
            All runs
          </a>
        </section>
      )}
      <p class="version soft">
        {meta && `pagerows ${meta.version} · pages up to ${Math.round(meta.limits.page_bytes / 1e6)} MB · `}
        <a href="/docs">API</a>
      </p>
    </div>
  );
}
