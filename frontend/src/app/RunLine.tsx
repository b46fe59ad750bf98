// One run in a list of runs.
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

const STEPS: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [7 * 86_400, 86_400, "day"],
];

/** "5 minutes ago", and the day where that is more than a week. */
export function ago(date: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  if (seconds < 45) return "just now";
  for (const [limit, size, unit] of STEPS) {
    if (seconds < limit) return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.round(seconds / size), unit);
  }
  return date.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
}
