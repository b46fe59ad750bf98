// A page on its way: asked for, waited for, called off.
import { signal } from "@preact/signals";
import { say } from "../ui/toast";
import { type Options, type Source, api, messageOf } from "./api";
import { go } from "./route";
import { fileSource, isPage, nameOf, recognise } from "./sources";

interface Way {
  name: string;
  stop: AbortController;
  problem: string | null;
  again: () => void;
}

/** The page that is being read, or that could not be. */
export const opening = signal<Way | null>(null);

export async function openSource(source: Source, name: string, options: Options = {}): Promise<void> {
  opening.value?.stop.abort();
  const own: Way = { name, stop: new AbortController(), problem: null, again: () => void openSource(source, name, options) };
  opening.value = own;
  try {
    const found = await api.extract(source, options, own.stop.signal);
    if (opening.value !== own) return;
    if (found.id === null) throw new Error(found.warnings[0] ?? "The server could not store the page.");
    opening.value = null;
    for (const warning of found.warnings) say(warning, true);
    go(`/run/${found.id}`);
  } catch (error) {
    if (opening.value !== own) return;
    opening.value = own.stop.signal.aborted ? null : { ...own, problem: messageOf(error) };
  }
}

/** Open what was pasted; returns what is wrong with it. */
export function openText(text: string): string | null {
  const found = recognise(text);
  if (found.kind === "url") void openSource({ url: found.url }, found.url);
  else if (found.kind === "html") void openSource({ html: found.html, name: nameOf(found.html) }, "the pasted page");
  else if (found.kind === "urls") void openMany(found.urls.map((url) => ({ url })), `${found.urls.length} pages`);
  else return text.trim() ? "That is neither an address nor HTML. An address looks like shop.example/tents." : "Paste an address or HTML first.";
  return null;
}

/** One file is a page; several are pages that are read together. */
export async function openFiles(files: File[]): Promise<void> {
  const [first] = files;
  if (!first) return say("No pages were found in there. Pages end in .html, .htm or .mhtml.", true);
  if (files.length === 1) return openSource(await fileSource(first), first.name);
  const pages = files.filter((file) => isPage(file.name));
  if (!pages.length) return say("None of these files is a page. Pages end in .html, .htm or .mhtml.", true);
  await openMany(await Promise.all(pages.map(fileSource)), `${pages.length} files`);
}

export async function openMany(sources: Source[], name: string): Promise<void> {
  const own: Way = { name, stop: new AbortController(), problem: null, again: () => void openMany(sources, name) };
  opening.value = own;
  try {
    const job = await api.startJob({ kind: "pages", sources });
    opening.value = null;
    go(`/jobs/${job.id}`);
  } catch (error) {
    opening.value = { ...own, problem: messageOf(error) };
  }
}

export function Opening() {
  const { name, stop, problem, again } = opening.value!;
  const close = () => {
    stop.abort();
    opening.value = null;
  };
  if (problem !== null) {
    return (
      <div class="message" role="alert">
        <h1>This page could not be read</h1>
        <p>{problem}</p>
        {!problem.includes(name) && <p class="soft">{name}</p>}
        <div class="row-of-buttons">
          <button type="button" class="main" onClick={again}>
            Try again
          </button>
          <button type="button" onClick={close}>
            Back
          </button>
        </div>
      </div>
    );
  }
  return (
    <div class="message" role="status">
      <div class="waiting" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <h1>Reading the page</h1>
      <p class="soft">{name}</p>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </div>
  );
}
