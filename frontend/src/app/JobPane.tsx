// How far a job is, and what can be done about it.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { counted } from "../model/table";
import { Icon } from "../ui/icons";
import { say } from "../ui/toast";
import { type Job, api, messageOf } from "./api";

const STATES: Record<Job["state"], string> = {
  queued: "Waiting for its turn",
  running: "Reading pages",
  stopping: "Stopping after the page at hand",
  stopped: "Stopped",
  done: "Done",
  failed: "Failed",
};

const AT_WORK: Job["state"][] = ["queued", "running", "stopping"];

/** How often the table is asked for again while it grows. */
const REFRESH = 1500;

export function JobPane({ id, onMore }: { id: string; onMore(): void }) {
  const job = useSignal<Job | null>(null);
  const problem = useSignal<string | null>(null);
  const round = useSignal(0);
  const rows = useRef(0);
  useEffect(() => {
    let timer = 0;
    const take = (found: Job) => {
      job.value = found;
      if (found.rows === rows.current) return;
      rows.current = found.rows;
      if (!timer) timer = window.setTimeout(() => ((timer = 0), onMore()), REFRESH);
    };
    const events = api.jobEvents(id);
    events.addEventListener("progress", (event) => take(JSON.parse(event.data)));
    events.addEventListener("end", (event) => {
      events.close();
      clearTimeout(timer);
      job.value = JSON.parse(event.data);
      onMore();
    });
    api.job(id).then(take, (error) => (problem.value = messageOf(error)));
    return () => {
      events.close();
      clearTimeout(timer);
    };
  }, [id, round.value]);
  const steer = async (step: (id: string) => Promise<Job>) => {
    try {
      job.value = await step(id);
      round.value++; // the stream of a job that had ended begins anew
    } catch (error) {
      say(messageOf(error), true);
    }
  };
  const own = job.value;
  // A list may end before the pages that were allowed.
  const ended = own?.state === "done" && own.kind === "next";
  return (
    <section class="job-pane" aria-label="The job">
      {problem.value && <p class="problem">{problem.value}</p>}
      {own && (
        <>
          <h2>{STATES[own.state]}</h2>
          <progress aria-label="Pages read" {...(own.state === "done" ? { value: 1, max: 1 } : own.total ? { value: own.done, max: own.total } : AT_WORK.includes(own.state) ? {} : { value: 1, max: 1 })} />
          <p role="status">
            {own.total && !ended ? `${own.done} of ${counted(own.total, "page")}` : counted(own.done, "page")}, {counted(own.rows, "row")}
            {own.failed > 0 && `, ${counted(own.failed, "page")} failed`}
          </p>
          {own.message && <p class="soft">{own.message}</p>}
          <div class="row-of-buttons">
            {AT_WORK.includes(own.state) ? (
              <button type="button" disabled={own.state === "stopping"} onClick={() => void steer(api.stopJob)}>
                <Icon name="stop" />
                Stop
              </button>
            ) : (
              (own.state !== "done" || own.failed > 0) && (
                <button type="button" class="main" onClick={() => void steer(api.resumeJob)}>
                  <Icon name="play" />
                  {own.state === "done" ? "Try the failed pages again" : "Resume"}
                </button>
              )
            )}
          </div>
          {own.problems.length > 0 && (
            <>
              <h3>What went wrong</h3>
              <ul class="problems">
                {own.problems.map(({ source, message }) => (
                  <li key={source + message}>
                    <b>{source}</b>
                    <span>{message}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </section>
  );
}
