// One run in a list of runs.
import { ago } from "../model/ago";
import { counted } from "../model/table";
import { hostOf } from "../ui/links";
import type { Run } from "./api";
import { follow } from "./route";

export function RunLine({ run }: { run: Run }) {
  return (
    <a class="run-line" href={`/run/${run.id}`} onClick={follow}>
      <b>{run.title || run.source}</b>
      <span class="run-facts">
        {run.url ? hostOf(run.url) : run.source} · {run.list === null && run.kind === "page" ? "no list" : counted(run.rows, "row")} · <When time={run.created} />
        {run.kind === "job" && " · many pages"}
        {run.wrapper && ` · wrapper ${run.wrapper.name}`}
      </span>
    </a>
  );
}

export function When({ time }: { time: string }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={date.toLocaleString()}>
      {ago(date, new Date())}
    </time>
  );
}
