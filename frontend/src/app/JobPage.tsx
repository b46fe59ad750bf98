// A job's address leads to the table that it makes.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, messageOf } from "./api";
import { JobPane } from "./JobPane";
import { go } from "./route";

export function JobPage({ id }: { id: string }) {
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    document.title = "Many pages - pagerows";
    let timer = 0;
    const look = async () => {
      try {
        const job = await api.job(id);
        // The table is there when its first rows are, or when there will be none.
        if (job.run && (job.rows > 0 || ["stopped", "done", "failed"].includes(job.state))) go(`/run/${job.run}`, true);
        else timer = window.setTimeout(look, 400);
      } catch (error) {
        problem.value = messageOf(error);
      }
    };
    void look();
    return () => clearTimeout(timer);
  }, [id]);
  if (problem.value) {
    return (
      <div class="message" role="alert">
        <h1>This job cannot be shown</h1>
        <p>{problem.value}</p>
      </div>
    );
  }
  return (
    <div class="job-alone">
      <JobPane id={id} onMore={() => {}} />
    </div>
  );
}
