// The server's answers, and how it is asked. docs: /docs of a running server.
import type { Edit } from "../model/edits";
import type { RowQuery } from "../model/query";
import type { RowPage } from "../model/source";
import type { Column, LeftOut, ListInfo } from "../model/table";

export interface Meta {
  version: string;
  types: string[];
  roles: string[];
  formats: string[];
  browser: boolean;
  token: boolean;
  limits: { page_bytes: number; body_bytes: number };
}

/** Where a page comes from. */
export type Source =
  | { url: string }
  | { html: string; name?: string; page_url?: string }
  | { data: string; name: string; page_url?: string };

/** How a page is read. */
export interface Options {
  /** Open it in a browser and let its scripts run first. */
  scripts?: boolean;
  wrapper?: string;
}

export interface Named {
  id: string;
  name: string;
}

export interface Run {
  id: string;
  created: string;
  kind: "page" | "job";
  source: string;
  url: string | null;
  title: string;
  wrapper: Named | null;
  job: string | null;
  list: number | null;
  lists: number;
  rows: number;
  columns: string[];
}

export interface Extracted {
  id: string | null;
  list: number | null;
  lists: ListInfo[];
  page: { source: string; url: string | null; title: string };
  verdict: { accepted: boolean; reasons: string[] };
  next: string | null;
  drift: { kind: string; column: string | null; detail: string }[];
  missing: string[];
  has_view: boolean;
  rendered: boolean;
  warnings: string[];
  run?: Run;
}

export interface TableAnswer {
  rows: number;
  columns: Column[];
  edits: Edit[];
  left_out: LeftOut[];
}

/** Where a record is on the picture of its page: left, top, width, height in its pixels. */
export interface Box {
  row: number;
  box: [number, number, number, number] | null;
}

export interface Code {
  command: string;
  python: string;
  notes: string[];
}

export interface Wrapper extends Named {
  created: string;
  columns: string[];
  css: string;
  learned_from: string[];
}

export interface Job {
  id: string;
  kind: "next" | "pages";
  state: "queued" | "running" | "stopping" | "stopped" | "done" | "failed";
  created: string;
  done: number;
  total: number | null;
  rows: number;
  failed: number;
  run: string | null;
  message: string | null;
  problems: { source: string; message: string }[];
  wrapper: Named | null;
}

export interface Compared {
  before: Run;
  after: Run;
  key: string | null;
  columns: string[];
  same: number;
  added: { row: number; cells: Record<string, string | null> }[];
  gone: { row: number; cells: Record<string, string | null> }[];
  changed: { key: string; label: string; row_before: number; row_after: number; cells: Record<string, [string | null, string | null]> }[];
  counts: { added: number; gone: number; changed: number };
}

/** What went wrong, in the server's words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const GONE = "The server does not answer. Is `pagerows serve` still running?";

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "gone", GONE);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => null);
  throw new ApiError(
    answer.status,
    told?.error?.code ?? "unknown",
    told?.error?.message ?? `The server answered ${answer.status} and said nothing else.`,
  );
}

const get = async <T>(path: string): Promise<T> => (await ask(path)).json();

async function send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method, signal: signal ?? null };
  if (body !== undefined) Object.assign(init, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  const answer = await ask(path, init);
  return answer.status === 204 ? (undefined as T) : answer.json();
}

/** The part of an address that says which rows are wanted. */
export function queryString(query: RowQuery): URLSearchParams {
  const words = new URLSearchParams();
  if (query.search.trim()) words.set("search", query.search.trim());
  for (const { key, op, value } of query.filters) words.append("filter", `${key}:${op}:${value}`);
  if (query.sort) {
    words.set("sort", query.sort.key);
    words.set("order", query.sort.down ? "desc" : "asc");
  }
  return words;
}

const listPath = (run: string, list: number) => `/v1/runs/${encodeURIComponent(run)}/lists/${list}`;
const runPath = (run: string) => `/v1/runs/${encodeURIComponent(run)}`;

export const api = {
  meta: () => get<Meta>("/v1/meta"),
  signIn: (token: string) => send<void>("POST", "/v1/session", { token }),

  extract: (source: Source, options: Options = {}, signal?: AbortSignal) =>
    send<Extracted>("POST", "/v1/extract", { ...source, ...options, records: 0 }, signal),
  run: (id: string) => get<Extracted>(runPath(id)),
  choose: (run: string, what: { list: number } | { examples: string[] }) => send<{ list: number }>("POST", `${runPath(run)}/choose`, what),
  table: (run: string, list: number) => get<TableAnswer>(listPath(run, list)),
  edit: (run: string, list: number, edits: Edit[]) => send<TableAnswer>("PUT", `${listPath(run, list)}/edits`, { edits }),
  rows: (run: string, list: number, query: RowQuery, offset: number, limit: number) => {
    const words = queryString(query);
    words.set("offset", String(offset));
    words.set("limit", String(limit));
    return get<RowPage>(`${listPath(run, list)}/rows?${words}`);
  },
  place: (run: string, list: number, query: RowQuery, row: number) => {
    const words = queryString(query);
    words.set("find", String(row));
    words.set("limit", "1");
    return get<{ place?: number | null }>(`${listPath(run, list)}/rows?${words}`);
  },
  exportPath: (run: string, list: number, query: RowQuery, format: string) => {
    const words = queryString(query);
    words.set("format", format);
    return `${listPath(run, list)}/export?${words}`;
  },
  file: async (path: string) => {
    const answer = await ask(path);
    const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
    return { file: await answer.blob(), name };
  },
  text: async (path: string) => (await ask(path)).text(),
  code: (run: string, list: number) => get<Code>(`${listPath(run, list)}/code`),
  viewPath: (run: string) => `${runPath(run)}/view`,
  picturePath: (run: string) => `${runPath(run)}/screenshot`,
  boxes: (run: string, list: number) =>
    get<{ records: Box[] }>(`${listPath(run, list)}/records?boxes=true&limit=1000`),

  history: (search: string, before?: string | null) => {
    const words = new URLSearchParams({ limit: "50" });
    if (search) words.set("search", search);
    if (before) words.set("before", before);
    return get<{ runs: Run[]; next: string | null }>(`/v1/runs?${words}`);
  },
  same: (run: string) => get<{ runs: Run[] }>(`${runPath(run)}/same`),
  compare: (before: string, after: string) => get<Compared>(`/v1/compare?${new URLSearchParams({ before, after })}`),
  forget: (run: string) => send<void>("DELETE", runPath(run)),

  wrappers: () => get<{ wrappers: Wrapper[] }>("/v1/wrappers"),
  saveWrapper: (run: string, list: number, name: string) => send<Wrapper>("POST", "/v1/wrappers", { run, list, name }),
  forgetWrapper: (id: string) => send<void>("DELETE", `/v1/wrappers/${id}`),
  wrapperFile: (id: string) => `/v1/wrappers/${id}/file`,

  startJob: (job: object) => send<Job>("POST", "/v1/jobs", job),
  job: (id: string) => get<Job>(`/v1/jobs/${id}`),
  stopJob: (id: string) => send<Job>("POST", `/v1/jobs/${id}/stop`),
  resumeJob: (id: string) => send<Job>("POST", `/v1/jobs/${id}/resume`),
  jobEvents: (id: string) => new EventSource(`/v1/jobs/${id}/events`),
};

/** What to tell people about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
